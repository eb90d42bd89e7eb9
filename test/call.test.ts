/** Wrong calls: a `TypeError` at once, in words that say what to write. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import * as root from "../src/index.js";
import * as web from "../src/web.js";
import * as cc from "./support/cc.js";

const path = "/v1/messages";
const functions: Readonly<Record<string, unknown>> = { ...root, ...web };

/** The very value. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

/** As a program without types would. */
function call(name: string, ...args: readonly unknown[]): unknown {
  const called = functions[name];
  if (typeof called !== "function") throw new Error(`no function ${name}`);
  return Reflect.apply(called, undefined, args);
}

const CALLS: readonly (readonly [name: string, ...args: readonly unknown[]])[] = [
  ["parseJson", "{}"],
  ["validateRequest", {}],
  ["validateResponse", {}],
  ["validateError", { status: 400, body: {} }],
  ["translateRequest", {}],
  ["translateResponse", {}],
  ["translateError", { status: 400, body: {} }],
  ["translateRequestBytes", new Uint8Array()],
  ["createStreamTranslator"],
  ["createEventTranslator"],
  ["collectStream", ""],
  ["validator"],
  ["translateEvents", []],
  ["streamResponse", {}],
  ["createExchange", { path, body: {} }],
  ["toErrorReply", []],
  ["formatRoute"],
  ["translateStream"],
  ["transformStream", { streamTranslator: () => ({}) }, 5],
  ["transformStream"],
  ["toResponse"],
  ["toResponse", { style: "messages", streamTranslator: () => ({}) }],
  ["createFetch"],
  ["createHandler"],
];

describe("a call without options", () => {
  for (const [name, ...args] of CALLS)
    it(`of ${name} shows how it is called`, () => {
      expect(() => call(name, ...args)).toThrow(TypeError);
      expect(() => call(name, ...args)).toThrow(`${name}(`);
    });
});

describe("a wrong word", () => {
  it("for a style lists the styles, and guesses by the vendor's name", () => {
    expect(() => call("translateRequest", {}, { from: "openai", to: "messages" })).toThrow(
      '`from` must be one of "chat-completions", "messages", "generate-content", not "openai". Did you mean "chat-completions"?',
    );
    expect(() => call("validateRequest", {}, { style: "gemini" })).toThrow('Did you mean "generate-content"?');
    expect(() => call("createExchange", { path, body: {} }, { to: "message" })).toThrow('Did you mean "messages"?');
    expect(() => call("translateRequest", {}, { from: "messages" })).toThrow('"generate-content", not undefined.');
    expect(() => call("translateRequest", {}, { from: 1n, to: Symbol("x") })).toThrow("not a bigint.");
  });

  it("for a style names the option", () => {
    for (const name of ["translateRequest", "translateResponse", "translateError", "createEventTranslator"]) {
      const args = name.startsWith("create") ? [] : [{}];
      expect(() => call(name, ...args, { from: "x", to: "messages" })).toThrow("`from` must be one of");
      expect(() => call(name, ...args, { from: "messages", to: "x" })).toThrow("`to` must be one of");
    }
    for (const name of ["validateRequest", "validateResponse", "validateError", "collectStream", "streamResponse", "parseJson"])
      expect(() => call(name, "", { style: "x" })).toThrow("`style` must be one of");
    expect(() => call("createExchange", { path, body: {} }, { to: "x" })).toThrow("`to` must be one of");
    expect(() => call("toErrorReply", [], { style: "x" })).toThrow("`style` must be one of");
    expect(() => call("formatRoute", { style: "x" })).toThrow("`style` must be one of");
    expect(() => call("checkBaseUrl", "https://h", { style: "x" })).toThrow("`style` must be one of");
    expect(() => call("toErrorReply", { kind: "x", message: "m" }, { path })).toThrow("`kind` must be one of");
  });

  it("for a profile or for what to do about losses is refused, not ignored", () => {
    expect(() => call("translateRequest", {}, { from: "messages", to: "messages", profile: "vender" })).toThrow(
      '`profile` must be one of "gateway", "vendor", not "vender". Did you mean "vendor"?',
    );
    expect(() => call("createExchange", { path, body: {} }, { to: "messages", upstreamProfile: "openai" })).toThrow(
      "`upstreamProfile` must be",
    );
    expect(() => call("translateResponse", {}, { from: "messages", to: "messages", onLoss: "rejects" })).toThrow('Did you mean "reject"?');
  });

  it("for a policy is refused with the words that there are, and so is what is no number or no text", () => {
    const options = { from: "messages", to: "messages" };
    expect(() => call("translateRequest", {}, { ...options, outOfRange: "clip" })).toThrow(
      '`outOfRange` must be one of "clamp", "reject", "drop", not "clip".',
    );
    expect(() => call("createExchange", { path, body: {} }, { to: "messages", effortDialect: "adaptiv" })).toThrow(
      'Did you mean "adaptive"?',
    );
    expect(() => call("translateRequest", {}, { ...options, defaultMaxTokens: "8192" })).toThrow(
      '`defaultMaxTokens` must be a whole number from 0 on, not "8192".',
    );
    expect(() => call("createStreamTranslator", { ...options, responseId: 5 })).toThrow(
      "`responseId` must be a string, or a function, not 5.",
    );
    expect(() => call("createExchange", { path, body: {} }, { to: "messages", model: 5 })).toThrow("`model` must be a string");
  });

  it("for a limit is refused where nothing can be counted with it", () => {
    const options = { from: "messages", to: "chat-completions" };
    for (const limit of [-1, 0.5, Number.NaN])
      for (const name of ["maxIssues", "maxEventBytes"])
        expect(() => call("createStreamTranslator", { ...options, [name]: limit })).toThrow(
          `\`${name}\` must be a whole number from 0 on, not ${limit}.`,
        );
    // They are written as they are, and `Date.now() / 1000` is no second.
    for (const number of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      for (const name of ["defaultMaxTokens", "inputTokensEstimate", "created"])
        expect(() => call("translateRequest", {}, { ...options, [name]: number })).toThrow(`\`${name}\` must be a whole number from 0 on`);
    expect(() => call("translateRequest", {}, { ...options, modelGeneration: Number.POSITIVE_INFINITY })).toThrow("must be a number");
    for (const limit of [0, 7, Number.POSITIVE_INFINITY])
      expect(() => call("createStreamTranslator", { ...options, maxIssues: limit, maxEventBytes: limit })).not.toThrow();
  });

  it("for a switch, a list or an object is refused, not ignored", () => {
    const options = { style: "messages" };
    expect(() => call("validateRequest", {}, { ...options, strict: "true" })).toThrow('`strict` must be true or false, not "true".');
    expect(() => call("validateRequest", {}, { ...options, inlineMimeTypes: "image/png" })).toThrow("must be an array of strings");
    expect(() => call("validateRequest", {}, { ...options, inlineMimeTypes: ["image/png", 5] })).toThrow(
      "must be an array of strings, not an array.",
    );
    const carriers = { from: "messages", to: "chat-completions", reasoningCarriers: ["reasoning-content"] };
    expect(() => call("translateResponse", {}, carriers)).toThrow('Did you mean "reasoning_content"?');
    expect(() => call("collectStream", "", { ...options, context: "{}" })).toThrow('`context` must be an object, not "{}".');
    const wrong = [
      [{ customTools: 5 }, "`context.customTools` must be an array of strings, not 5."],
      [{ toolNames: { x: 5 } }, "`context.toolNames` must be an object of strings, not an object."],
      [{ toolNames: "x" }, '`context.toolNames` must be an object of strings, not "x".'],
      [{ model: 5 }, "`context.model` must be a string, not 5."],
      [{ turn: "1" }, '`context.turn` must be a number, not "1".'],
      [{ includeStreamUsage: 1 }, "`context.includeStreamUsage` must be true or false, not 1."],
      [{ declaredTools: [1] }, "`context.declaredTools` must be an array of strings, not an array."],
    ] as const;
    const translated = { from: "messages", to: "chat-completions" };
    for (const [context, message] of wrong) {
      for (const name of ["translateResponse", "translateError"]) expect(() => call(name, {}, { ...translated, context })).toThrow(message);
      for (const name of ["createStreamTranslator", "createEventTranslator", "translateStream"])
        expect(() => call(name, { ...translated, context })).toThrow(message);
      for (const name of ["collectStream", "streamResponse"]) expect(() => call(name, "", { ...options, context })).toThrow(message);
    }
    for (const capabilities of [5, "gemini", null, []])
      expect(() => call("validateRequest", {}, { ...options, capabilities })).toThrow("`capabilities` must be an object, or a function");
  });

  it("and a word too many: neither the style nor the path of an error answer", () => {
    expect(() => call("toErrorReply", [], {})).toThrow("The style or its path is missing: write `toErrorReply(issues, { path })`.");
    expect(() => call("toErrorReply", [], { style: undefined, path: undefined })).toThrow(TypeError);
  });

  it("is quoted no further than a hundred characters, and only where it is one", () => {
    const options = { from: "messages", to: "messages" };
    const long = "x".repeat(300);
    expect(() => call("translateRequest", {}, { ...options, profile: long })).toThrow(`not "${"x".repeat(100)}".`);
    const shown = [
      [null, "null"],
      [true, "true"],
      [1.5, "1.5"],
      [[], "an array"],
      [{}, "an object"],
      [() => 1, "a function"],
    ] as const;
    for (const [value, words] of shown)
      expect(() => call("translateRequest", {}, { ...options, path: value })).toThrow(`must be a string, not ${words}.`);
    expect(() => call("translateRequest", {}, { ...options, profile: "zzzzzz" })).toThrow(/not "zzzzzz"\.$/);
    expect(() => call("translateRequest", {}, { ...options, model: undefined, profile: undefined })).not.toThrow();
  });

  it("for the kind of an own fault lists the kinds", () => {
    expect(() => call("toErrorReply", { kind: "rate_limit", message: "" }, { path })).toThrow(
      /must be one of .*"rate-limit".*Did you mean "rate-limit"\?$/,
    );
    expect(() => call("toErrorReply", undefined, { path })).toThrow('{ kind: "rate-limit", message }');
  });
});

async function* nothing() {}

describe("an unknown option", () => {
  const pair = { from: "messages", to: "chat-completions" };
  const own = { style: "messages" };
  const ROWS: readonly (readonly [name: string, args: readonly unknown[], options: object, unknown: string, meant: string | undefined])[] =
    [
      ["translateRequest", [{}], pair, "max_issues", "maxIssues"],
      ["translateRequest", [{}], pair, "maxTokens", "defaultMaxTokens"],
      ["translateRequest", [{}], pair, "upstreamProfile", "profile"],
      ["translateRequest", [{}], pair, "onloss", "onLoss"],
      ["translateRequest", [{}], pair, "zzz", undefined],
      ["translateRequestBytes", [new Uint8Array()], pair, "stric", "strict"],
      ["translateResponse", [{}], pair, "Context", "context"],
      ["translateError", [{}], pair, "profil", "profile"],
      ["createStreamTranslator", [], pair, "fast_path", "fastPath"],
      ["createEventTranslator", [], pair, "style", "from"],
      ["collectStream", [""], own, "maxEventByte", "maxEventBytes"],
      ["translateEvents", [nothing()], pair, "onIssue", "onIssues"],
      ["streamResponse", [{}], own, "ctx", undefined],
      ["validateRequest", [{}], own, "from", "style"],
      ["validateResponse", [{}], own, "choice", "choices"],
      ["validateError", [{}], own, "onLoss", undefined],
      ["validator", [], own, "kind", undefined],
      ["parseJson", ["{}"], own, "source", "style"],
      ["createExchange", [{ path, body: {} }], { to: "messages" }, "from", undefined],
      ["createExchange", [{ path, body: {} }], { to: "messages" }, "upstream_profile", "upstreamProfile"],
      ["parseRoute", ["POST", path], {}, "vendor", "profile"],
      ["formatRoute", [], { ...own, model: "m", stream: false }, "streams", "stream"],
      ["toErrorReply", [[]], own, "to", "style"],
      ["checkBaseUrl", ["https://h"], own, "Style", "style"],
      ["checkContentType", ["text/plain"], {}, "off", "of"],
      ["createFetch", [], { ...pair, fetch }, "baseURL", "baseUrl"],
      ["createFetch", [], { ...pair, fetch }, "header", "headers"],
      ["createFetch", [], { ...pair, fetch }, "upstream", "baseUrl"],
      ["translateStream", [], pair, "maxissues", "maxIssues"],
    ];

  for (const [name, args, options, unknown, meant] of ROWS)
    it(`\`${unknown}\` of ${name} is refused${meant === undefined ? "" : `, and \`${meant}\` is suggested`}`, () => {
      const thrown = thrownBy(() => call(name, ...args, { ...options, [unknown]: 1 }));
      expect(thrown).toBeInstanceOf(TypeError);
      const message = thrown instanceof Error ? thrown.message : "";
      expect(message).toContain(`has no option \`${unknown}\``);
      expect(/Did you mean `(.*)`\?$/.exec(message)?.[1]).toBe(meant);
      expect(thrownBy(() => call(name, ...args, { ...options, [unknown]: undefined }))).toBeUndefined();
    });
});

describe("a call without its document", () => {
  it("of createExchange shows how it is called", () => {
    for (const request of [undefined, {}, { body: {} }, { path: new URL("https://h/v1/messages"), body: {} }])
      expect(() => call("createExchange", request, { to: "messages" })).toThrow("createExchange({ path, body }");
  });

  it("of a generate-content request says where its model is", () => {
    expect(() => call("translateRequest", {}, { from: "generate-content", to: "messages" })).toThrow("write `path:");
  });
});

describe("a function of the caller's that fails", () => {
  const documents: Readonly<Record<string, unknown>> = {
    "chat-completions": { model: "gpt-5.1", messages: [{ role: "user", content: "x" }] },
    messages: { model: "claude-sonnet-4-5", max_tokens: 1, messages: [{ role: "user", content: "x" }] },
    "generate-content": { contents: [{ role: "user", parts: [{ text: "x" }] }] },
  };
  const cause = new Error("no such model");
  const capabilities = () => {
    throw cause;
  };
  const generate = "/v1beta/models/gemini-3-pro:generateContent";

  it.each(Object.entries(documents))("is no fault of a %s body: what it throws passes through", (style, body) => {
    const path = style === "generate-content" ? generate : undefined;
    expect(thrownBy(() => call("validateRequest", body, { style, path, profile: "vendor", capabilities }))).toBe(cause);
    const to = style === "messages" ? "generate-content" : "messages";
    expect(thrownBy(() => call("translateRequest", body, { from: style, to, path, capabilities }))).toBe(cause);
  });

  it("is asked nothing of an answer", () => {
    const answer = { candidates: [{ content: { role: "model", parts: [{ text: "x" }] }, finishReason: "STOP", index: 0 }] };
    const options = { capabilities, context: { model: "m" } };
    expect(call("translateResponse", answer, { from: "generate-content", to: "messages", ...options })).toMatchObject({ ok: true });
    const stream = { ...options };
    expect(call("collectStream", `data: ${JSON.stringify(answer)}\n\n`, { style: "generate-content", ...stream })).toMatchObject({
      ok: true,
    });
  });

  it("is told what to return", () => {
    for (const returned of [5, null, Promise.resolve({}), ["x"]])
      expect(() => call("validateRequest", documents.messages, { style: "messages", capabilities: () => returned })).toThrow(
        "`capabilities` must return a plain object at once, or undefined.",
      );
    expect(call("validateRequest", documents.messages, { style: "messages", capabilities: () => undefined })).toMatchObject({ ok: true });
  });
});

describe("a context with null for what is absent", () => {
  const context = { model: null, turn: null, includeStreamUsage: null, toolNames: null, declaredTools: null, customTools: null };
  const args = { a: 1 };
  const answers = {
    "chat-completions": {
      choices: [{ index: 0, message: { role: "assistant", tool_calls: [cc.call("c", "f", '{"a":1}')] }, finish_reason: "tool_calls" }],
    },
    messages: {
      type: "message",
      role: "assistant",
      content: [{ type: "tool_use", id: "c", name: "f", input: args }],
      stop_reason: "tool_use",
    },
    "generate-content": {
      candidates: [{ index: 0, content: { role: "model", parts: [{ functionCall: { id: "c", name: "f", args } }] }, finishReason: "STOP" }],
    },
  } as const;

  for (const from of Object.values(root.styles).map(({ name }) => name))
    for (const { name: to } of Object.values(root.styles))
      it(`says as much as none, from ${from} to ${to}`, () => {
        const options = { from, to };
        const ofCall = (name: string) => (name === "streamResponse" ? { style: from } : options);
        const answer = answers[from];
        for (const name of ["translateResponse", "streamResponse"])
          expect(call(name, answer, { ...ofCall(name), context })).toEqual(call(name, answer, ofCall(name)));
        const stream = call("streamResponse", answer, { style: from });
        const text = typeof stream === "object" && stream !== null && "value" in stream ? String(stream.value) : "";
        const translate = (more: object) => {
          const translator = call("createStreamTranslator", { ...options, ...more });
          if (typeof translator !== "object" || translator === null || !("push" in translator) || typeof translator.push !== "function")
            return "";
          return new TextDecoder().decode(translator.push(text));
        };
        expect(translate({ context })).toBe(translate({}));
        expect(translate({})).toContain("f");
        expect(call("collectStream", text, { style: from, context })).toEqual(call("collectStream", text, { style: from }));
        const { decode } = root.styles[from].response;
        expect(Reflect.apply(decode, undefined, [answer, { context }])).toMatchObject({ ok: true });
      });
});

describe("bytes of another kind", () => {
  const pair = { from: "messages", to: "chat-completions" } as const;
  const text = '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}';
  const bytes = new TextEncoder().encode(text);
  const views = [new DataView(bytes.buffer), new Uint16Array(bytes.buffer), new ArrayBuffer(4)];

  it("are a wrong call of a translator", () => {
    for (const fastPath of [true, false])
      for (const view of views) {
        const translator = root.createStreamTranslator({ ...pair, fastPath });
        for (const push of [translator.push, translator.pushInto])
          expect(() => Reflect.apply(push, translator, [view, new Uint8Array(9)])).toThrow("A slice is a Uint8Array or a string.");
      }
  });

  it("are a wrong call of a translation of bytes, and no stream to collect", () => {
    for (const view of views.slice(0, 2)) {
      expect(() => call("translateRequestBytes", view, pair)).toThrow("The bytes of a request are a Uint8Array.");
      expect(call("collectStream", view, { style: "messages" })).toMatchObject({ ok: false, issues: [{ rule: "R-071" }] });
    }
  });

  it("are those of Node and of other realms, too", () => {
    const foreign: unknown = runInNewContext("new Uint8Array(size)", { size: bytes.length });
    if (!ArrayBuffer.isView(foreign)) throw new Error("no view");
    new Uint8Array(foreign.buffer).set(bytes);
    expect(foreign instanceof Uint8Array).toBe(false);
    for (const own of [foreign, Buffer.from(text)]) {
      expect(call("translateRequestBytes", own, pair)).toMatchObject({ ok: true });
      const translator = root.createStreamTranslator(pair);
      expect(() => Reflect.apply(translator.push, translator, [own])).not.toThrow();
    }
  });
});

describe("input that is not even of the right kind", () => {
  it("is an error answer all the same", () => {
    for (const input of [undefined, null, "text", 5, { status: "429", headers: null, body: "" }])
      for (const to of ["messages", "chat-completions", "generate-content"])
        expect(call("translateError", input, { from: "messages", to })).toMatchObject({ ok: true, value: { status: 500, headers: {} } });
  });

  it("is a finding where an error answer was expected", () => {
    for (const input of [undefined, null, "text", 5, []])
      expect(call("validateError", input, { style: "messages" })).toMatchObject({ ok: false, issues: [{ rule: "R-170", path: [] }] });
  });

  it("is a finding where bytes were expected", () => {
    expect(call("collectStream", 5, { style: "messages" })).toMatchObject({ ok: false, issues: [{ rule: "R-071" }] });
    expect(call("translateRequestBytes", undefined, { from: "messages", to: "chat-completions" })).toMatchObject({ ok: false });
  });

  it("is no path", () => {
    expect(call("parseRoute", undefined, undefined)).toMatchObject({ ok: false, issues: [{ rule: "R-177" }] });
    expect(() => call("formatRoute", { style: "generate-content", stream: true })).toThrow("`model` must be a name");
    expect(call("formatRoute", { style: "messages" })).toBe("/v1/messages");
    expect(() => call("translateRequest", {}, { from: "generate-content", to: "messages", path: 5 })).toThrow(
      "`path` must be a string, not 5.",
    );
  });
});
