/** Answers that do not say why they ended, read alike whole and in streams. */
import { describe, expect, test } from "vitest";
import { collectStream, createStreamTranslator, type Issue, type StyleName, translateResponse } from "../../src/index.js";

const start = {
  type: "message_start",
  message: { id: "m1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null },
};
const call = { type: "tool_use", id: "t1", name: "f", input: {} };
const block = [
  { type: "content_block_start", index: 0, content_block: call },
  { type: "content_block_stop", index: 0 },
];
const silent = { type: "message_delta", delta: { stop_reason: null, stop_sequence: null }, usage: { output_tokens: 2 } };
const stop = { type: "message_stop" };
const program = { ...start, message: { ...start.message, content: [call] } };

const events = (...list: readonly object[]) => list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const ends = (issues: readonly Issue[]) =>
  issues.filter(({ code }) => code === "approximated.finish_reason").map(({ path, severity, from, to }) => ({ path, severity, from, to }));

function streamed(text: string, to: StyleName) {
  const translator = createStreamTranslator({ from: "messages", to });
  const decoder = new TextDecoder();
  const written = decoder.decode(translator.push(new TextEncoder().encode(text))) + decoder.decode(translator.end());
  return { written, issues: translator.issues };
}

const WORDS = [
  ["chat-completions", '"finish_reason":"tool_calls"'],
  ["generate-content", '"finishReason":"STOP"'],
] as const;

describe("a messages answer with a call and no reason", () => {
  const body = { ...start.message, content: [call], usage: { input_tokens: 1, output_tokens: 2 } };

  test.each(WORDS)("ended for its call in %s, and says that this is a guess", (to, word) => {
    const result = translateResponse(body, { from: "messages", to });
    expect(JSON.stringify(result)).toContain(word);
    expect(ends(result.issues)).toEqual([{ path: ["stop_reason"], severity: "warning", from: null, to: "tool_use" }]);
  });

  describe.each([
    ["whose message_delta gives none", [start, ...block, silent, stop]],
    ["without a message_delta", [start, ...block, stop]],
    ["whose call came with the first event", [program, stop]],
  ])("in a stream %s", (_how, list) => {
    test.each(WORDS)("ended for its call in %s", (to, word) => {
      const { written, issues } = streamed(events(...list), to);
      expect(written).toContain(word);
      expect(written).not.toContain("native_finish_reason");
      expect(ends(issues)).toEqual([{ path: [list.length - 1], severity: "warning", from: null, to: "tool_use" }]);
    });

    test("is the same when it is collected", () => {
      const result = collectStream(events(...list), { style: "messages" });
      expect(result).toMatchObject({ ok: true, value: { stop_reason: "tool_use", content: [{ type: "tool_use" }] } });
      expect(ends(result.issues)).toHaveLength(1);
    });
  });

  test("is no answer when its stream was cut", () => {
    const { written, issues } = streamed(events(start, ...block), "chat-completions");
    expect(written).not.toContain('"finish_reason":"tool_calls"');
    expect(issues.map(({ code }) => code)).toContain("stream.truncated");
  });
});

test.each([
  ["chat-completions", '"finish_reason":"tool_calls"'],
  ["messages", '"stop_reason":"tool_use"'],
] as const)("a generate-content answer with a call and no reason ended for its call in %s", (to, word) => {
  const parts = [{ functionCall: { id: "a", name: "f", args: {} } }];
  const body = { candidates: [{ content: { role: "model", parts }, index: 0 }], modelVersion: "m", responseId: "r" };
  const result = translateResponse(body, { from: "generate-content", to });
  expect(JSON.stringify(result)).toContain(word);
  expect(ends(result.issues)).toEqual([{ path: ["candidates", 0, "finishReason"], severity: "warning", from: null, to: "STOP" }]);
});

describe("a chat-completions answer that ends for a call and has none", () => {
  const choice = { index: 0, finish_reason: "tool_calls" };
  const envelope = { id: "c", created: 1, model: "m" };
  const toMessages = { from: "chat-completions", to: "messages" } as const;

  test("is told of as a whole", () => {
    const message = { role: "assistant", content: "Hi" };
    const { issues } = translateResponse({ ...envelope, object: "chat.completion", choices: [{ ...choice, message }] }, toMessages);
    expect(ends(issues)).toEqual([{ path: ["choices", 0, "finish_reason"], severity: "warning" }]);
  });

  test.each([
    ["is told of in a stream", {}, 1],
    ["is not when it has one", { tool_calls: [{ index: 0, id: "a", function: { name: "f", arguments: "{}" } }] }, 0],
  ])("%s", (_what, delta, count) => {
    const translator = createStreamTranslator(toMessages);
    translator.push(new TextEncoder().encode(events({ ...envelope, choices: [{ index: 0, delta: { content: "Hi", ...delta } }] })));
    translator.push(new TextEncoder().encode(events({ ...envelope, choices: [{ ...choice, delta: {} }] })));
    translator.end();
    expect(ends(translator.issues)).toHaveLength(count);
  });
});
