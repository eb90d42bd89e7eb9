/** What comes in place of a stream of the source's style, or beside it; and what is collected of it. */
import { describe, expect, it } from "vitest";
import { collectStream, createEventTranslator, createStreamTranslator, type StyleName, streamResponse } from "../../src/index.js";
import * as cc from "../support/cc.js";
import { run } from "../support/streams.js";

const chunk = (content: string, finish: string | null = null) => cc.chunk({ content }, finish);
const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const into = (to: StyleName, text: string, options: { maxEventBytes?: number } = {}) =>
  run(createStreamTranslator({ report: "all", from: "chat-completions", to, ...options }), [text]);

describe("a body that is one document", () => {
  it.each(['{"x": 1}', '{"choices": 5}', '{"choices": 5, "error": null}'])(
    "is neither a stream nor an answer where it says neither: %s",
    (body) => {
      const { text, issues } = into("messages", body);
      expect(text).toMatch(/^event: error\n/);
      expect(issues).toMatchObject([{ code: "stream.error", path: [0] }]);
    },
  );

  it("is read no further than an event may be long, however it is cut", () => {
    const body = JSON.stringify({ ...chunk("x".repeat(200)), object: "chat.completion" });
    for (const slices of [[body], [...body]]) {
      const { issues } = run(
        createStreamTranslator({ report: "all", from: "chat-completions", to: "messages", maxEventBytes: 100 }),
        slices,
      );
      expect(issues).toMatchObject([{ code: "stream.error", limit: 100 }]);
    }
  });

  it("is the whole of which its findings tell, whoever found them", () => {
    const message = { content: "Hi", images: [{ type: "image", b64_json: "AA==" }] };
    const answer = { ...chunk(""), object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] };
    const { issues } = into("generate-content", JSON.stringify(answer));
    expect(issues).toContainEqual(expect.objectContaining({ code: "dropped.field", path: [] }));
  });

  it.each(['{"message": "Busy"}', '{"detail": "Busy", "error": null}'])("is the error of a service in whatever words: %s", (body) => {
    const { text, issues } = into("messages", body);
    expect(text).toContain('"message":"Busy"');
    expect(issues).toContainEqual(expect.objectContaining({ code: "stream.error", path: [] }));
  });
});

describe("an array of events", () => {
  it("is read no further than an event may be long", () => {
    const events = [chunk("Hi"), chunk("x".repeat(400))];
    for (const text of [JSON.stringify(events), `${JSON.stringify(events)}\n`])
      expect(into("messages", text, { maxEventBytes: 300 }).issues).toContainEqual(
        expect.objectContaining({ code: "stream.error", limit: 300 }),
      );
  });
});

describe("slices", () => {
  it("may lie in the very buffer that the output is written into", () => {
    const stream = [frame(chunk("Hi")), frame(chunk("", "stop")), "data: [DONE]\n\n"].map((text) => new TextEncoder().encode(text));
    const expected = stream.map((slice) => new TextDecoder().decode(translatorOf().push(slice)))[0];
    const buffer = new Uint8Array(4096);
    const [first = new Uint8Array()] = stream;
    buffer.set(first);
    expect(new TextDecoder().decode(translatorOf().pushInto(buffer.subarray(0, first.length), buffer))).toBe(expected);
  });
  const translatorOf = () => createStreamTranslator({ report: "all", from: "chat-completions", to: "generate-content" });

  it("may cut an event far from its end, while the fast path waits for it", () => {
    const event = new TextEncoder().encode(frame(chunk("x".repeat(20_000))));
    const few = new TextEncoder().encode(frame(chunk("Hi")).repeat(4));
    for (const cut of [10, 5000, event.length - 1]) {
      const slices = [
        few,
        event.subarray(0, cut),
        ...[...Array(4).keys()].map((part) => event.subarray(cut).subarray(part * 5000, (part + 1) * 5000)),
      ];
      const run_ = (fastPath: boolean) =>
        run(createStreamTranslator({ report: "all", from: "chat-completions", to: "messages", fastPath }), slices);
      expect(run_(true)).toEqual(run_(false));
    }
  });
});

describe("faults of a machine", () => {
  it("of parsed events: the end marker of the source ends it", () => {
    const translator = createEventTranslator({ report: "all", from: "chat-completions", to: "messages" });
    translator.push(chunk("Hi", "stop"));
    expect(translator.push("[DONE]").events.at(-1)).toEqual({ type: "message_stop" });
  });
});

describe("a stream that is collected", () => {
  it("has no id that its stream did not tell", () => {
    const answer = {
      candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", index: 0 }],
      modelVersion: "g",
    };
    expect(collectStream(frame(answer), { report: "all", style: "generate-content" })).toStrictEqual({
      ok: true,
      value: answer,
      issues: [],
    });
    expect(collectStream(frame(answer), { report: "all", style: "generate-content", responseId: "x" })).toMatchObject({
      value: { responseId: "x" },
    });
  });
});

describe("an answer as a stream", () => {
  const message = { role: "assistant", content: "Hi" };
  const whole = { ...chunk(""), object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] };

  it("tells what reading it and writing it found, at the place in the answer", () => {
    const calls = {
      ...whole,
      choices: [{ index: 0, message: { tool_calls: [{ function: { name: "f", arguments: "{}" } }] }, finish_reason: "tool_calls" }],
    };
    expect(streamResponse(calls, { report: "all", style: "chat-completions" }).issues).toMatchObject([
      { code: "synthesized.id", path: ["choices", 0, "message", "tool_calls", 0, "id"] },
    ]);
    const content = [{ type: "tool_use", id: "a b", name: "f", input: {} }];
    const answer = { id: "r", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use", stop_sequence: null };
    expect(
      streamResponse({ ...answer, usage: { input_tokens: 1, output_tokens: 2 } }, { report: "all", style: "messages" }).issues,
    ).toMatchObject([{ code: "rewritten.tool_id", path: ["content", 0, "id"] }]);
  });

  it("takes from the context what the answer does not say", () => {
    const { model: _model, ...nameless } = whole;
    const stream = streamResponse(nameless, { report: "all", style: "chat-completions", context: { model: "asked" } });
    expect(stream.ok && stream.value).toContain('"model":"asked"');
  });
});
