/** The option `model`: who sits between two models says which one an answer names. */
import { describe, expect, it } from "vitest";
import { collectStream, createStreamTranslator, type Issue, type StyleName, streamResponse, translateResponse } from "../src/index.js";
import { text } from "./support/parts.js";

const ANSWERS: Readonly<Record<StyleName, object>> = {
  "chat-completions": {
    ...{ id: "a1", object: "chat.completion", created: 1, model: "theirs" },
    choices: [{ index: 0, message: { role: "assistant", content: "hello" }, finish_reason: "stop" }],
  },
  messages: {
    ...{ id: "a1", type: "message", role: "assistant", model: "theirs", content: [text("hello")] },
    ...{ stop_reason: "end_turn", stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
  },
  "generate-content": {
    candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", index: 0 }],
    ...{ modelVersion: "theirs", responseId: "a1" },
  },
};
const FIELD: Readonly<Record<StyleName, string>> = { "chat-completions": "model", messages: "model", "generate-content": "modelVersion" };
const STYLES: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];
const PAIRS = STYLES.flatMap((from) => STYLES.map((to) => [from, to] as const));

const replaced = (issues: readonly Issue[]) => issues.filter(({ code }) => code === "conflict.resolved");
const modelsIn = (text: string) => [...new Set([...text.matchAll(/"model(?:Version)?":"(\w+)"/g)].map(([, model]) => model))];

function streamOf(style: StyleName, body: object = ANSWERS[style]): string {
  const streamed = streamResponse(body, { report: "all", style });
  if (!streamed.ok) throw new Error(JSON.stringify(streamed.issues));
  return streamed.value;
}

describe.each(PAIRS)("an answer of %s in %s", (from, to) => {
  it("names the model of the options, and says which it named", () => {
    const result = translateResponse(ANSWERS[from], { report: "all", from, to, model: "ours" });
    expect(result.ok && modelsIn(JSON.stringify(result.value))).toEqual(["ours"]);
    expect(replaced(result.issues)).toMatchObject([{ severity: "info", path: [FIELD[from]], from: "theirs", to: "ours" }]);
  });

  it("names it in every event of its stream, and says so once", () => {
    const translator = createStreamTranslator({ report: "all", from, to, model: "ours" });
    const text = [translator.push(streamOf(from)), translator.end()].map((bytes) => new TextDecoder().decode(bytes)).join("");
    expect(modelsIn(text)).toEqual(["ours"]);
    expect(replaced(translator.issues)).toMatchObject([{ severity: "info", from: "theirs", to: "ours" }]);
    expect(replaced(translator.issues)[0]?.path[0]).toBe(0);
  });

  it("says nothing where it names that model itself", () => {
    const result = translateResponse(ANSWERS[from], { report: "all", from, to, model: "theirs" });
    expect(result.ok && modelsIn(JSON.stringify(result.value))).toEqual(["theirs"]);
    expect(replaced(result.issues)).toEqual([]);
  });
});

it.each(STYLES)("a stream of %s is collected as an answer of the model of the options", (style) => {
  const result = collectStream(streamOf(style), { report: "all", style, model: "ours" });
  expect(result.ok && modelsIn(JSON.stringify(result.value))).toEqual(["ours"]);
  expect(replaced(result.issues)).toMatchObject([{ from: "theirs", to: "ours" }]);
});

it("an answer without a model has that of the options, of which there is nothing to say", () => {
  const { modelVersion: _none, ...answer } = { modelVersion: "", ...ANSWERS["generate-content"] };
  const result = translateResponse(answer, { report: "all", from: "generate-content", to: "messages", model: "ours" });
  expect(result.ok && result.value.model).toBe("ours");
  expect(result.issues.filter(({ code }) => code === "defaulted.other" || code === "conflict.resolved")).toEqual([]);
});

it.each(PAIRS.filter(([from, to]) => from !== to))("an empty id and an empty model of %s are none in %s, whole or streamed", (from, to) => {
  const empty = JSON.parse(JSON.stringify(ANSWERS[from]).replace('"theirs"', '""').replace('"a1"', '""'));
  const named = streamOf(from).replaceAll('"theirs"', '""').replaceAll('"a1"', '""');
  const whole = translateResponse(empty, { report: "all", from, to });
  const translator = createStreamTranslator({ report: "all", from, to });
  const streamed = new TextDecoder().decode(translator.push(named));
  const [id] = /"(?:chatcmpl-|msg_|resp-)\w+"/.exec(JSON.stringify(whole)) ?? ["none"];
  expect(streamed).toContain(id);
  expect([modelsIn(JSON.stringify(whole)), modelsIn(streamed)]).toEqual([["unknown"], ["unknown"]]);
  const codes = (issues: readonly Issue[]) => issues.map(({ code }) => code);
  for (const { issues } of [whole, translator])
    expect(codes(issues)).toEqual(expect.arrayContaining(["defaulted.other", "synthesized.id"]));
});

it("what is no answer is handed on as it is", () => {
  for (const body of [null, "text", { model: 5 }, {}])
    expect(translateResponse(body, { report: "all", from: "messages", to: "messages", model: "ours" })).toEqual({
      ok: true,
      value: body,
      issues: [],
    });
});
