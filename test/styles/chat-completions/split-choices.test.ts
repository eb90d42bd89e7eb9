/** One answer in several choices, as gateways give it that speak for services with blocks. */

import { describe, expect, test } from "vitest";
import { translateResponse } from "../../../src/index.js";
import { styleFacts } from "../../../src/style-lists.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import { cases } from "../../support/cases.js";
import { text } from "../../support/parts.js";

const call = (id: string | null, name = "f") => ({ id, type: "function", function: { name, arguments: "{}" } });
const said = { message: { role: "assistant", content: "Let me look." }, finish_reason: "tool_calls" };
const called = { message: { role: "assistant", content: null, tool_calls: [call("a")] }, finish_reason: "tool_calls" };
const first = (choice: object) => ({ index: 0, ...choice });

function decode(...choices: readonly object[]) {
  const decoded = response.decode({ id: "c", object: "chat.completion", created: 1, model: "m", choices }, { styles: styleFacts });
  if (!decoded.ok) throw new Error("The answer was not read.");
  const { value, issues, locate } = decoded;
  return {
    choices: value.choices,
    issues: issues.map(({ code, path }) => `${code} ${path.join(".")}`),
    place: (...path: readonly (string | number)[]) => locate(["choices", 0, ...path]).join("."),
  };
}

describe("choices with the same number", () => {
  test("are one answer, which is reported, and keep the places of what they hold", () => {
    const { choices, issues, place } = decode(first(said), first(called));
    expect(choices).toMatchObject([
      { index: 0, parts: [text("Let me look."), { type: "tool-call", id: "a" }], finish: { reason: "tool-calls" } },
    ]);
    expect(issues).toEqual(["equivalent.form choices.1"]);
    expect(place("parts", 1, "name")).toBe("choices.1.message.tool_calls.0.function.name");
    expect(place("parts", 0, "text")).toBe("choices.0.message.content");
    expect([place(), place("index"), place("parts"), place("finish", "reason")]).toEqual([
      "choices.0",
      "choices.0.index",
      "choices.0.message",
      "choices.1.finish_reason",
    ]);
  });

  test.each(["messages", "generate-content"] as const)("give a %s client the call", (to) => {
    const body = { id: "c", object: "chat.completion", created: 1, model: "m", choices: [first(said), first(called)] };
    const written = JSON.stringify(translateResponse(body, { from: "chat-completions", to }));
    expect(written).toContain(to === "messages" ? '"type":"tool_use"' : '"functionCall"');
    expect(written).not.toContain("dropped.choice");
  });

  test("give their calls ids that differ", () => {
    const silent = (message: object) => first({ message, finish_reason: "tool_calls" });
    const { choices, issues } = decode(
      silent({ tool_calls: [call(null)] }),
      silent({ function_call: { name: "f", arguments: "{}" } }),
      silent({ function_call: { name: "", arguments: "" } }),
      silent({ tool_calls: [call(null)] }),
    );
    const ids = choices[0]?.parts.map((part) => part.type === "tool-call" && part.id);
    expect(new Set(ids).size).toBe(3);
    expect(issues).toContain("synthesized.id choices.3.message.tool_calls.0.id");
  });

  test("end for their calls when none of them says why", () => {
    const { choices, issues } = decode(first({ message: { content: "A" } }), first({ ...called, finish_reason: null }));
    expect(choices[0]?.finish).toEqual({ reason: "tool-calls" });
    expect(issues).toEqual(["equivalent.form choices.1", "approximated.finish_reason choices.0.finish_reason"]);
  });

  test("end as the service says in its own words, and for the reason that it gives", () => {
    const { choices, place } = decode(
      first({ message: { content: "A" }, finish_reason: "content_filter" }),
      first({ message: { refusal: "Not this." }, finish_reason: "content_filter", native_finish_reason: "refusal" }),
    );
    expect(choices[0]?.finish).toEqual({
      reason: "refusal",
      native: { style: "messages", value: "refusal" },
      refusal: { explanation: "Not this." },
    });
    expect(place("finish", "native")).toBe("choices.1.native_finish_reason");
    expect(place("finish", "refusal", "explanation")).toBe("choices.1.message.refusal");
  });

  test("hold each fact of the choice once, as the last has it, and append their probabilities", () => {
    const { choices, issues, place } = decode(
      first({ ...said, logprobs: { content: [{ token: "a" }] }, content_filter_results: { hate: 1 }, same: 1, other: 1 }),
      first({ ...called, logprobs: { content: [{ token: "b" }] }, content_filter_results: { hate: 2 }, same: 1, other: 2 }),
    );
    expect(choices[0]).toMatchObject({
      logprobs: { content: [{ token: "a" }, { token: "b" }] },
      safety: { hate: 2 },
      extensions: { "chat-completions": { same: 1, other: 2 } },
    });
    expect(issues).toEqual([
      "equivalent.form choices.1",
      "conflict.resolved choices.0.other",
      "conflict.resolved choices.0.content_filter_results",
    ]);
    expect([place("logprobs"), place("safety"), place("extensions", "chat-completions", "other")]).toEqual([
      "choices",
      "choices.1.content_filter_results",
      "choices.1.other",
    ]);
  });

  test("name what another style lacks of each where it stands", () => {
    const choices = [first({ ...said, message: { ...said.message, b: 1 } }), first({ ...called, a: 1 })];
    const body = { id: "c", object: "chat.completion", created: 1, model: "m", choices };
    const { issues } = translateResponse(body, { from: "chat-completions", to: "messages" });
    expect(issues.flatMap(({ code, path, message }) => (code === "dropped.field" ? [[path.join("."), message]] : []))).toEqual([
      ["created", "messages has no `created`; it was left out."],
      ["choices.0.message.b", "messages has no `message.b` of chat-completions; it was left out."],
      ["choices.1.a", "messages has no `a` of chat-completions; it was left out."],
    ]);
  });
});

describe("choices without a number", () => {
  test("are one answer when the first ends for calls that only a later one has", () => {
    const { choices, issues } = decode(said, called);
    expect(choices).toMatchObject([{ index: 0, parts: [{ type: "text" }, { type: "tool-call" }] }]);
    expect(issues).toEqual(["equivalent.form choices.1"]);
  });

  cases({
    "the first has calls as well": [[called, called]],
    "the first ends for another reason": [[{ ...said, finish_reason: "stop" }, called]],
    "none has calls": [[said, { finish_reason: "tool_calls" }]],
    "one has a number": [[said, { index: 1, ...called }]],
  })("are alternatives when %s", (choices) => {
    expect(decode(...choices).choices.map(({ index }) => index)).toEqual([0, 1]);
  });

  test("are none in an answer without any", () => {
    expect(decode().choices).toEqual([]);
  });
});
