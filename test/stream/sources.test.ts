/** What comes in place of a stream of the source's style, or beside it; and what is collected of it. */
import { describe, expect, it } from "vitest";
import { collectStream, createEventTranslator, createStreamTranslator, type StyleName, streamResponse } from "../../src/index.js";
import { translateEventsWith } from "../../src/stream/translator.js";
import * as cc from "../support/cc.js";
import { run } from "../support/streams.js";
import { toyStyle } from "../support/toy-style.js";

const chunk = (content: string, finish: string | null = null) => cc.chunk({ content }, finish);
const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const into = (to: StyleName, text: string, options: { maxEventBytes?: number } = {}) =>
  run(createStreamTranslator({ report: "all", from: "chat-completions", to, ...options }), [text]);
const codes = (issues: readonly { readonly code: string }[]) => issues.map(({ code }) => code);

describe("a body that is one document", () => {
  it("is a stream that breaks off where it is the error of its service", () => {
    const { text, issues } = into("messages", '{"error": {"message": "Busy", "type": "server_error", "code": null}}');
    expect(text).toMatch(/^event: error\ndata: \{"type":"error","error":\{.*"message":"Busy"/);
    expect(issues).toMatchObject([{ code: "stream.error", path: [] }]);
  });

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

  it("is told of with the findings of its reading", () => {
    const answer = {
      ...chunk(""),
      object: "chat.completion",
      choices: [{ index: 0, message: { tool_calls: [{ function: { name: "f" } }] } }],
    };
    expect(codes(into("messages", JSON.stringify(answer)).issues)).toContain("synthesized.id");
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
  it("end a stream of parsed events in an error", () => {
    const source = toyStyle({ named: true });
    const broken = {
      ...source,
      stream: { ...source.stream, decoder: () => ({ push: () => [1].map(() => JSON.parse("{")), end: () => [], done: () => [] }) },
    };
    const translator = translateEventsWith(broken, toyStyle({ named: false }));
    expect(translator.push({ start: "m" })).toMatchObject({ events: [{ error: expect.any(String) }] });
    expect(translator.push({ start: "m" }).events).toEqual([]);
    expect(translator.end().events).toEqual([]);
  });

  it("of parsed events: the end marker of the source ends it", () => {
    const translator = createEventTranslator({ report: "all", from: "chat-completions", to: "messages" });
    translator.push(chunk("Hi", "stop"));
    expect(translator.push("[DONE]").events.at(-1)).toEqual({ type: "message_stop" });
  });
});

describe("a stream that is collected", () => {
  it("is no answer where its arguments must be objects and are none", () => {
    const block = { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "a", name: "f", input: {} } };
    const delta = { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "[1" } };
    const stream = [
      { type: "message_start", message: { id: "r", model: "m", content: [], usage: { input_tokens: 1, output_tokens: 0 } } },
      block,
      delta,
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ];
    const text = stream.map(frame).join("");
    expect(collectStream(text, { report: "all", style: "messages", invalidArguments: "reject" })).toMatchObject({
      ok: false,
      issues: [{ code: "failed.unsupported" }],
    });
    expect(collectStream(text, { report: "all", style: "messages" }).ok).toBe(true);
  });

  it("is the answer itself where a whole one came", () => {
    const answer = {
      ...chunk(""),
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
    };
    expect(collectStream(JSON.stringify(answer), { report: "all", style: "chat-completions" })).toMatchObject({
      ok: true,
      value: { choices: [{ message: { content: "Hi" } }] },
    });
  });

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

  it("is framed as its style frames streams, with its usage and its end", () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const chat = streamResponse({ ...whole, usage }, { report: "all", style: "chat-completions" });
    expect(chat.ok && chat.value).toMatch(/^data: \{.*"total_tokens":3.*\}\n\ndata: \[DONE\]\n\n$/s);
    const answer = { id: "r", type: "message", role: "assistant", model: "m", content: [], stop_reason: "end_turn", stop_sequence: null };
    const messages = streamResponse({ ...answer, usage: { input_tokens: 1, output_tokens: 2 } }, { report: "all", style: "messages" });
    expect(messages.ok && messages.value).toMatch(
      /^event: message_start\ndata: .*\n\nevent: message_stop\ndata: \{"type":"message_stop"\}\n\n$/s,
    );
    const candidates = [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", index: 0 }];
    const gemini = streamResponse({ candidates, modelVersion: "g", responseId: "r" }, { report: "all", style: "generate-content" });
    expect(gemini.ok && gemini.value).toMatch(/^(data: \{.*"modelVersion":"g","responseId":"r"\}\n\n)+$/);
  });

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

  it("is none where there is no answer", () => {
    expect(streamResponse({ choices: 5 }, { report: "all", style: "chat-completions" })).toMatchObject({ ok: false });
  });
});
