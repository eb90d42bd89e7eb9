/** One answer in several choices, as gateways give it that speak for services with blocks. */

import { describe, expect, test } from "vitest";
import { translateResponse } from "../../../src/index.js";
import { styleFacts } from "../../../src/style-lists.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import { cases } from "../../support/cases.js";
import { refusal, text, thought } from "../../support/parts.js";

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

  test("keep the order of their choices, as a stream of them does", () => {
    const { choices } = decode(
      first({ message: { content: "A", reasoning_content: "r", tool_calls: [call("a")] }, finish_reason: "tool_calls" }),
      first({ message: { content: "B", reasoning_content: "s", refusal: "no", tool_calls: [call("b")] }, finish_reason: "tool_calls" }),
      first({ message: { content: [{ type: "text", text: "C", mark: 1 }] }, finish_reason: "tool_calls" }),
    );
    expect(choices[0]?.parts).toMatchObject([
      thought("r"),
      text("A"),
      { type: "tool-call", id: "a" },
      thought("s"),
      text("B"),
      refusal("no"),
      { type: "tool-call", id: "b" },
      text("C"),
    ]);
  });

  test("keep a text with marks of its own apart", () => {
    const marked = { message: { content: [{ type: "text", text: "B", mark: 1 }] }, finish_reason: "stop" };
    expect(decode(first({ message: { content: "A" }, finish_reason: "stop" }), first(marked)).choices[0]?.parts).toMatchObject([
      { text: "A" },
      { text: "B" },
    ]);
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

  test("keep calls of one id, recordings, signed texts and citations of their own apart", () => {
    const cited = (content: string, url: string) => {
      const annotations = [{ type: "url_citation", url_citation: { url, title: "T", start_index: 0, end_index: 1 } }];
      return { content, annotations, extra_content: { google: { thought_signature: `of ${content}` } } };
    };
    const audio = (id: string) => ({ id, data: "AAAA", transcript: id, expires_at: 1 });
    const { choices, issues } = decode(
      first({ message: { ...cited("A", "https://a"), audio: audio("x"), tool_calls: [call("a", "f")] }, finish_reason: "tool_calls" }),
      first({ message: { ...cited("B", "https://b"), audio: audio("y"), tool_calls: [call("a", "g")] }, finish_reason: "tool_calls" }),
    );
    const signed = (value: string, url: string) => ({ text: value, citations: [{ url }], signature: { value: `of ${value}` } });
    expect(choices[0]?.parts).toMatchObject([
      signed("A", "https://a"),
      { type: "audio", id: "x", transcript: "x" },
      { type: "tool-call", id: "a", name: "f", arguments: { json: "{}" } },
      signed("B", "https://b"),
      { type: "audio", id: "y", transcript: "y" },
      { type: "tool-call", id: "a", name: "g", arguments: { json: "{}" } },
    ]);
    expect(issues).toEqual(["equivalent.form choices.1"]);
  });

  test("keep what stands beside their messages, as fields of their own", () => {
    const { choices } = decode(
      first({ ...said, delta: { content: "Z" }, usage: { prompt_tokens: 1, completion_tokens: 1 } }),
      first(called),
    );
    expect(choices[0]?.extensions?.["chat-completions"]).toMatchObject({ delta: { content: "Z" }, usage: { prompt_tokens: 1 } });
  });

  test("end as the last of them says, and for their calls", () => {
    const { choices, issues } = decode(
      first({ ...called, finish_reason: "tool_calls" }),
      first({ message: { content: "B" }, finish_reason: "stop" }),
    );
    expect(choices[0]?.finish).toEqual({ reason: "tool-calls" });
    expect(issues).toEqual([
      "equivalent.form choices.1",
      "conflict.resolved choices.0.finish_reason",
      "approximated.finish_reason choices.1.finish_reason",
    ]);
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
      "choices",
      "choices",
    ]);
  });

  test("stand beside the alternatives", () => {
    const { choices } = decode(first(said), { index: 1, message: { content: "B" }, finish_reason: "stop" }, first(called));
    expect(choices.map(({ index, parts }) => [index, parts.length])).toEqual([
      [0, 2],
      [1, 1],
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
