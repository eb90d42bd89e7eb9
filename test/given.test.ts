/** Functions in place of values: asked once, when they are needed first; what they throw passes through. */
import { describe, expect, it } from "vitest";
import {
  type Capabilities,
  collectStream,
  createEventTranslator,
  createExchange,
  createStreamTranslator,
  streamResponse,
  translateRequest,
  translateRequestBytes,
  translateResponse,
  validateRequest,
} from "../src/index.js";

const request = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] };
const bytes = new TextEncoder().encode(JSON.stringify(request));
const path = "/v1beta/models/gemini-3-pro:generateContent";
const contents = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
const said = { role: "model", parts: [{ text: "hi" }, { functionCall: { name: "f", args: {} } }] };
const anonymous = { candidates: [{ index: 0, content: said, finishReason: "STOP" }] };
const named = { ...anonymous, responseId: "r1", modelVersion: "gemini-3-pro", createTime: "2025-12-01T21:58:25Z" };
const toChat = { from: "generate-content", to: "chat-completions" } as const;
const same = { from: "chat-completions", to: "chat-completions" } as const;
const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "gpt", choices: [{ index: 0, delta: { content: "a" } }] };
const stop = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };

/** A function, and what it was called with. */
function spy<T>(value: T) {
  const calls: unknown[][] = [];
  const run = (...given: unknown[]): T => {
    calls.push(given);
    return value;
  };
  return { run, calls };
}

function both(answer: unknown, options: object) {
  const whole = translateResponse(answer, { ...toChat, ...options });
  const translator = createEventTranslator({ ...toChat, ...options });
  const events = [...translator.push(answer).events, ...translator.end().events];
  return { whole: whole.ok ? whole.value : undefined, first: events[0] };
}

describe("created and responseId", () => {
  it("are asked once where the answer has none, whole and in a stream", () => {
    const created = spy(1700000000);
    const id = spy("my-id");
    const { whole, first } = both(anonymous, { created: created.run, responseId: id.run });
    for (const answer of [whole, first]) expect(answer).toMatchObject({ id: "my-id", created: 1700000000 });
    expect([created.calls, id.calls]).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it("say the same as values do, ids of calls among it", () => {
    const functions = both(anonymous, { created: () => 5, responseId: () => "x" });
    expect(functions).toEqual(both(anonymous, { created: 5, responseId: "x" }));
    const stream = `data: ${JSON.stringify(anonymous)}\n\n`;
    expect(collectStream(stream, { style: "generate-content", responseId: () => "x" })).toEqual(
      collectStream(stream, { style: "generate-content", responseId: "x" }),
    );
    expect(streamResponse(anonymous, { style: "generate-content", responseId: () => "x" })).toEqual(
      streamResponse(anonymous, { style: "generate-content", responseId: "x" }),
    );
  });

  it("are not asked where the answer has them", () => {
    const created = spy(1);
    const id = spy("my-id");
    both(named, { created: created.run, responseId: id.run });
    expect([...created.calls, ...id.calls]).toEqual([]);
  });
});

describe("model", () => {
  it.each([
    ["the model of a body", () => translateRequest(request, { from: "chat-completions", to: "messages", model }).ok, "gpt-5.1"],
    ["the same into its own style", () => translateRequest(request, { ...same, model }).ok, "gpt-5.1"],
    ["the same of bytes", () => translateRequestBytes(bytes, { from: "chat-completions", to: "messages", model }).ok, "gpt-5.1"],
    ["that of a path", () => translateRequest(contents, { from: "generate-content", to: "messages", path, model }).ok, "gemini-3-pro"],
    ["nothing where none is named", () => translateRequest(contents, { from: "generate-content", to: "messages", model }).ok, undefined],
    ["that of an answer", () => translateResponse(named, { ...toChat, model }).ok, "gemini-3-pro"],
    ["nothing where an answer has none", () => translateResponse(anonymous, { ...toChat, model }).ok, undefined],
    ["that of a stream", () => createEventTranslator({ ...same, model }).push(chunk).events.length > 0, "gpt"],
  ])("is given %s, once", (_name, run, expected) => {
    asked.length = 0;
    expect(run()).toBe(true);
    expect(asked).toEqual([expected]);
  });
  const asked: unknown[] = [];
  const model = (name: string | undefined) => {
    asked.push(name);
    return "other";
  };

  it("takes the place of the model, or keeps it", () => {
    const other = translateRequest(request, { ...same, model: () => "other" });
    expect(other).toEqual(translateRequest(request, { ...same, model: "other" }));
    expect(translateRequest(request, { ...same, model: () => undefined })).toEqual(translateRequest(request, same));
    expect(translateResponse(named, { ...toChat, model: () => undefined })).toEqual(translateResponse(named, toChat));
    const into = { from: "chat-completions", to: "generate-content" } as const;
    expect(translateRequest(request, { ...into, model: (name) => `my-${name}` })).toMatchObject({
      value: { path: "/v1beta/models/my-gpt-5.1:generateContent" },
    });
    const translator = createEventTranslator({ ...same, model: (name) => `my-${name}` });
    const events = [chunk, stop].flatMap((event) => translator.push(event).events);
    expect(events.map((event) => "model" in event && event.model)).toEqual(["my-gpt", "my-gpt"]);
  });
});

describe("capabilities", () => {
  it("is asked once for one translation or validation", () => {
    const known = spy<Capabilities>({ maxOutput: 100 });
    const result = translateRequest(request, { from: "chat-completions", to: "messages", capabilities: known.run });
    expect(result).toMatchObject({ value: { body: { max_tokens: 100 } } });
    validateRequest(request, { style: "chat-completions", profile: "vendor", capabilities: known.run });
    expect(known.calls).toEqual([["gpt-5.1"], ["gpt-5.1"]]);
  });
});

describe("the model of a request that names none", () => {
  const { model: _model, ...unnamed } = request;

  it.each([
    ["chat-completions", unnamed],
    ["messages", { ...unnamed, max_tokens: 9 }],
    ["chat-completions", { ...unnamed, model: null }],
    ["messages", { ...unnamed, model: "", max_tokens: 9 }],
    ["generate-content", contents],
  ] as const)("is that of the options, in %s", (style, body) => {
    const without = validateRequest(body, { style, profile: "vendor" });
    const result = validateRequest(body, { style, profile: "vendor", model: "gemini-2.5-flash" });
    expect(result).toEqual({ ok: true, value: body, issues: [] });
    expect(result.ok && result.value).toBe(body);
    const model = spy("gemini-2.5-flash");
    expect(validateRequest(body, { style, profile: "vendor", model: model.run })).toEqual(result);
    expect(model.calls).toEqual([[undefined]]);
    expect(validateRequest(body, { style, profile: "vendor", model: () => undefined })).toEqual(without);
    if (style !== "generate-content") expect(without.ok).toBe(false);
  });

  it("is asked for where none is named alone, and known to what asks for its capabilities", () => {
    const model = spy("other");
    validateRequest(request, { style: "chat-completions", model: model.run });
    validateRequest(contents, { style: "generate-content", path, model: model.run });
    for (const body of new Set<unknown>([null, 5, [], "x"])) validateRequest(body, { style: "messages", model: model.run });
    expect(model.calls).toEqual([]);
    const known = spy<Capabilities>({});
    for (const [style, body] of [
      ["messages", unnamed],
      ["generate-content", contents],
    ] as const)
      validateRequest(body, { style, profile: "vendor", model: "mine", capabilities: known.run });
    expect(known.calls).toEqual([["mine"], ["mine"]]);
  });
});

describe("what a function throws", () => {
  const thrown = { of: "the caller" };
  const fail = () => {
    throw thrown;
  };
  const line = (event: unknown) => new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);

  it.each<readonly [string, () => unknown]>([
    ["translateRequest", () => translateRequest(request, { ...same, model: fail })],
    ["translateRequestBytes", () => translateRequestBytes(bytes, { from: "chat-completions", to: "messages", capabilities: fail })],
    ["translateResponse", () => translateResponse(anonymous, { ...toChat, created: fail })],
    ["createExchange", () => createExchange({ path: "/v1/chat/completions", body: request }, { to: "messages", model: fail })],
    ["push of bytes", () => createStreamTranslator({ ...toChat, created: fail }).push(line(anonymous))],
    ["push of an event", () => createEventTranslator({ ...toChat, responseId: fail }).push(anonymous)],
    ["collectStream", () => collectStream(line(anonymous), { style: "generate-content", model: fail })],
    ["streamResponse", () => streamResponse(anonymous, { style: "generate-content", responseId: fail })],
    ["validateRequest", () => validateRequest(request, { style: "chat-completions", profile: "vendor", capabilities: fail })],
    ["validateRequest, too", () => validateRequest(contents, { style: "generate-content", profile: "vendor", model: fail })],
  ])("passes through %s", (_name, run) => {
    let caught: unknown;
    try {
      run();
    } catch (error) {
      caught = error;
    }
    expect(caught).toBe(thrown);
  });

  it("is what it must not give, too", () => {
    expect(() => translateResponse(anonymous, { ...toChat, created: () => 1.5 })).toThrow(
      "`created()` must be a whole number from 0 on, not 1.5.",
    );
    const wrong = { ...same, model: () => 5 };
    expect(() => Reflect.apply(translateRequest, undefined, [request, wrong])).toThrow("`model()` must be a string or undefined, not 5.");
  });
});
