/** What translation does around its styles: the same style twice, options that refuse, options that validation shares. */

import { describe, expect, it } from "vitest";
import { describeIssue } from "../src/core/issue.js";
import { compact } from "../src/core/json.js";
import { createExchange } from "../src/exchange.js";
import type { StyleName } from "../src/model/common.js";
import { type TranslateRequestOptions, translateError, translateRequest } from "../src/translate.js";
import * as cc from "./support/cc.js";

const chat = { model: "gpt-5.1", messages: [{ role: "user", content: "x" }] };
const generate = { contents: [{ role: "user", parts: [{ text: "x" }] }] };
const flash = "/v1beta/models/gemini-2.5-flash:generateContent";

describe("a request for its own style", () => {
  const same = (style: "chat-completions" | "messages" | "generate-content", body: unknown, options = {}) => {
    const result = translateRequest(body, { report: "all", from: style, to: style, ...options });
    return result.ok && { ...result.value, issues: result.issues.map(({ code, path, from, to }) => ({ code, path, from, to })) };
  };
  const replaced = (from: string, to: string) => ({ code: "conflict.resolved", path: ["model"], from, to });

  it("gets another model in its body, said at the model, and without a word where there was none", () => {
    expect(same("chat-completions", chat, { model: "other" })).toEqual({
      path: "/v1/chat/completions",
      body: { ...chat, model: "other" },
      context: { model: "gpt-5.1" },
      issues: [replaced("gpt-5.1", "other")],
    });
    expect(same("messages", { messages: [] }, { model: "other", path: "/v1/messages?beta=true" })).toEqual({
      path: "/v1/messages?beta=true",
      body: { messages: [], model: "other" },
      context: {},
      issues: [],
    });
    const numbered = same("messages", { model: 5 }, { model: "other" });
    expect(numbered).toMatchObject({ issues: [replaced("", "other")] });
    expect(numbered).not.toHaveProperty("context.model");
  });

  it("stays as it is where it has that model already, or is no object", () => {
    for (const body of [chat, [], "x", null])
      expect(same("chat-completions", body, { model: "gpt-5.1" })).toEqual({ path: "/v1/chat/completions", body, context: {}, issues: [] });
  });

  it("gets another model in its path, and keeps what the path asks for", () => {
    const model = "gemini-3-pro";
    expect(same("generate-content", generate, { model })).toMatchObject({
      path: "/v1beta/models/gemini-3-pro:generateContent",
      context: { model },
      issues: [],
    });
    const path = "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse";
    expect(same("generate-content", generate, { model, path })).toEqual({
      path: "/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
      body: generate,
      context: { model: "gemini-2.5-flash" },
      issues: [replaced("gemini-2.5-flash", model)],
    });
    expect(same("generate-content", generate, { model: "gemini-2.5-flash", path: `${flash}?key=k` })).toMatchObject({
      path: `${flash}?key=k`,
      context: { model: "gemini-2.5-flash" },
      issues: [],
    });
    expect(same("generate-content", generate, { model, path: "/v1/messages" })).toMatchObject({
      path: "/v1beta/models/gemini-3-pro:generateContent",
      issues: [replaced("", model)],
    });
  });
});

describe("a request that names a model", () => {
  it("has it replaced by that of the options, of which nothing is said where it is the same", () => {
    const replaced = (model: string) =>
      translateRequest(chat, { report: "all", from: "chat-completions", to: "messages", model }).issues.filter(
        ({ code }) => code === "conflict.resolved",
      );
    expect(replaced(chat.model)).toEqual([]);
    expect(replaced("other")).toMatchObject([{ path: ["model"], from: chat.model, to: "other" }]);
  });
});

describe("what is written beyond the specification", () => {
  const beyond = (body: unknown, to: StyleName, options: object = {}) =>
    translateRequest(body, { from: "chat-completions", to, ...options }).issues.flatMap(({ code, severity, path }) =>
      code === "vendor_extension" ? [`${severity} ${path.join(".")}`] : [],
    );
  const body = { ...chat, n: 2, seed: 5, presence_penalty: 1, frequency_penalty: 1 };

  it("is named at its source in profile gateway, and in no other", () => {
    expect(beyond(body, "generate-content")).toEqual(["info presence_penalty", "info frequency_penalty", "info seed", "info n"]);
    expect(beyond(body, "generate-content", { profile: "vendor" })).toEqual([]);
    expect(beyond(chat, "generate-content")).toEqual([]);
  });

  it("is named where the source has another word for it", () => {
    const source = {
      contents: generate.contents,
      generationConfig: { responseMimeType: "application/json", thinkingConfig: { thinkingBudget: 5 } },
    };
    const result = translateRequest(source, {
      from: "generate-content",
      to: "chat-completions",
      path: "/v1beta/models/m:streamGenerateContent",
    });
    const told = result.issues.filter(({ code }) => code === "vendor_extension");
    expect(told.map(({ path }) => path.join("."))).toEqual(["generationConfig.responseMimeType", "generationConfig.thinkingConfig", ""]);
    expect(told[0]?.message).toContain("In chat-completions: `response_format`");
    // Whether to stream is in the URL.
    expect(told[2]?.message).toContain("`stream_options`");
  });

  it("is told of a model of the vendor, and of no other", () => {
    const hint = (model: string | undefined, options: Partial<TranslateRequestOptions>) =>
      translateRequest(
        { model: "m", messages: [{ role: "user", content: "hi" }] },
        { from: "chat-completions", to: "messages", ...compact({ model }), ...options },
      ).issues.filter(({ suggestion }) => suggestion === "profile");
    const found = { code: "vendor_extension", severity: "info", path: ["model"], message: expect.stringContaining('`profile: "vendor"`') };
    for (const options of [{}, { strict: true }]) expect(hint("claude-sonnet-4-5", options)).toMatchObject([found]);
    expect(hint("gemini-2.5-flash", { to: "generate-content" })).toMatchObject([found]);
    for (const options of [
      { profile: "vendor" },
      { profile: { base: "gateway" } },
      { to: "chat-completions" },
      { capabilities: {} },
    ] as const)
      expect(hint("claude-sonnet-4-5", options)).toEqual([]);
    for (const model of [undefined, "gpt-5", "qwen3"]) expect(hint(model, {})).toEqual([]);
    const path = "/v1beta/models/gpt-4o:generateContent";
    const google = translateRequest(
      { contents: [{ parts: [{ text: "hi" }] }] },
      { from: "generate-content", to: "chat-completions", path },
    );
    expect(google.issues).toMatchObject([{ ...found, path: [] }]);
  });
});

describe("`strict`", () => {
  it("refuses what the source has beyond its specification, by the source's rules whatever the target's profile", () => {
    const body = { ...chat, seed: 5, tools: [] };
    for (const profile of ["gateway", "vendor"] as const) {
      const options = { report: "all", from: "chat-completions", to: "messages", profile } as const;
      expect(translateRequest(body, options).ok).toBe(true);
      expect(translateRequest(body, { ...options, strict: true })).toMatchObject({
        ok: false,
        issues: [{ code: "vendor_extension", severity: "error", path: ["seed"] }, {}, {}],
      });
    }
  });

  it("refuses nothing else that validation remarks on", () => {
    const body = {
      model: "m",
      messages: [
        { role: "developer", content: "s" },
        { role: "user", content: "x" },
      ],
    };
    expect(translateRequest(body, { report: "all", from: "chat-completions", to: "messages", strict: true }).ok).toBe(true);
    expect(
      translateRequest({ ...chat, temperature: 3 }, { report: "all", from: "chat-completions", to: "messages", strict: true }).ok,
    ).toBe(true);
  });

  it("names the field of a generate-content body", () => {
    const body = { contents: generate.contents, generationConfig: { seed: 5 } };
    const result = translateRequest(body, { report: "all", from: "generate-content", to: "messages", path: flash, strict: true });
    expect(result).toMatchObject({ ok: false, issues: [{ rule: "V-24", path: ["generationConfig", "seed"] }, {}, {}] });
  });
});

describe("the options that validation shares", () => {
  const image = { inlineData: { mimeType: "image/gif", data: "AA==" } };
  const body = (config: object) => ({ contents: [{ role: "user", parts: [{ text: "x" }] }], generationConfig: config });

  it("hold for the target as well: its profile, and the generation of its model", () => {
    const warm = translateRequest(
      { ...chat, temperature: 1.5 },
      { report: "all", from: "chat-completions", to: "generate-content", profile: "vendor" },
    );
    expect(warm).toMatchObject({ ok: true, value: { body: { generationConfig: { temperature: 1.5 } } } });
    const call = cc.call("a", "f");
    const called = [...chat.messages, cc.calls(call), cc.result("a", "1")];
    const options = {
      report: "all",
      from: "chat-completions",
      to: "generate-content",
      profile: "vendor",
      gSignatureBypass: false,
    } as const;
    expect(translateRequest({ ...chat, messages: called }, options).ok).toBe(true);
    for (const known of [{ modelGeneration: 3 }, { capabilities: { generation: 3 } }])
      expect(translateRequest({ ...chat, messages: called }, { ...options, ...known })).toMatchObject({
        ok: false,
        issues: [{ rule: "V-27", path: ["messages", 1, "tool_calls", 0, "extra_content", "google", "thought_signature"] }],
      });
  });

  it("hold for the source of an exchange, but for what is known of the upstream's model", () => {
    const request = { path: flash, body: { contents: [{ role: "user", parts: [image] }] } };
    expect(createExchange(request, { to: "messages" }).ok).toBe(false);
    expect(createExchange(request, { to: "messages", inlineMimeTypes: ["image/gif"] }).ok).toBe(true);
    const thinking = { path: flash, body: body({ thinkingConfig: { thinkingBudget: 24_577 } }) };
    expect(createExchange(thinking, { to: "messages", modelGeneration: 3 })).toMatchObject({ ok: false, issues: [{ rule: "R-120" }] });
  });
});

describe("an exchange", () => {
  const message = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "x" }] };
  const open = (path: string, body: unknown, options = {}) => {
    const opened = createExchange({ path, body }, { to: "chat-completions", ...options });
    if (!opened.ok) throw new Error(opened.issues[0].message);
    return opened.value;
  };
  const streaming = "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse";

  it("knows by the path or by the body whether the client asked for a stream", () => {
    expect(open("/v1/messages", message).stream).toBe(false);
    expect(open("/v1/messages", { ...message, stream: false }).stream).toBe(false);
    expect(open("/v1/messages", { ...message, stream: true }).stream).toBe(true);
    expect(open(flash, generate).stream).toBe(false);
    expect(open(streaming, generate).stream).toBe(true);
  });

  it("translates the stream with what it knows of the request, and with settings of the stream's own", () => {
    const opened = open("/v1/messages", { ...message, stream: true }, { model: "gpt-5.1" });
    const chunk = { choices: [{ index: 0, delta: { role: "assistant", content: "hi" }, finish_reason: null }] };
    const stream = opened.streamTranslator();
    const text = new TextDecoder().decode(stream.push(`data: ${JSON.stringify(chunk)}\n\n`));
    expect(text).toContain("event: message_start");
    expect(text).toContain('"model":"m"');
    const short = opened.streamTranslator({ maxEventBytes: 10 });
    short.push(`data: ${JSON.stringify(chunk)}\n\n`);
    expect(short.issues).toMatchObject([{ code: "stream.error" }]);
  });
});

describe("an exchange that cannot be opened", () => {
  it("says so for a path that nobody has, a request that is wrong, and one that the upstream cannot be told", () => {
    expect(createExchange({ path: "/v1/nothing", body: chat }, { to: "messages" })).toMatchObject({
      ok: false,
      issues: [{ rule: "R-177" }],
    });
    expect(createExchange({ path: "/v1/messages", body: chat }, { to: "messages" })).toMatchObject({
      ok: false,
      issues: [{ rule: "R-076" }],
    });
    const calling = {
      ...chat,
      tools: [{ type: "function", function: { name: "f" } }],
      tool_choice: { type: "function", function: { name: "g" } },
    };
    const opened = createExchange(
      { path: "/v1/chat/completions", body: { ...calling, temperature: 2 } },
      { to: "messages", outOfRange: "reject" },
    );
    expect(opened).toMatchObject({ ok: false });
    expect(opened.issues.some(({ severity }) => severity === "error")).toBe(true);
  });
});

describe("a loss, with `onLoss`", () => {
  const codes = (body: unknown, onLoss: "report" | "reject") => {
    const { ok, issues } = translateRequest(body, { report: "all", from: "chat-completions", to: "messages", onLoss });
    return [ok, ...issues.map(({ code, severity, loss }) => `${severity} ${code} ${loss}`)];
  };
  const limited = { ...chat, max_tokens: 5 };

  it("is none where it does not", () => {
    expect(codes({ ...limited, unheard_of: 5 }, "reject")).toEqual([true, "info dropped.field dropped"]);
  });
});

describe("an error for its own style", () => {
  const same = (input: unknown) => {
    // @ts-expect-error whatever came is an error answer
    return translateError(input, { report: "all", from: "messages", to: "messages" });
  };

  it("keeps its status and its very body, and has its headers in lower case", () => {
    const body = { type: "error", error: { type: "overloaded_error", message: "m" } };
    const result = same({ status: 529, headers: { "Retry-After": 5, "X-Request-Id": "r" }, body });
    expect(result).toEqual({ ok: true, value: { status: 529, headers: { "retry-after": "5", "x-request-id": "r" }, body }, issues: [] });
    expect(result.value.body).toBe(body);
  });
});

describe("a document that throws when it is looked at again", () => {
  /** With `messages` that can be read so many times. */
  const fading = (times: number) => {
    let reads = 0;
    return {
      model: "m",
      get messages() {
        reads += 1;
        if (reads > times) throw new Error("no");
        return chat.messages;
      },
    };
  };

  it("is a finding, whenever that is", () => {
    const results = Array.from({ length: 12 }, (_, times) =>
      translateRequest(fading(times), { report: "all", from: "chat-completions", to: "messages" }),
    );
    expect(results.at(-1)?.ok).toBe(true);
    const refused = results.filter(({ ok }) => !ok).map(({ issues: [issue] }) => issue);
    expect(refused.length).toBeGreaterThan(1);
    expect(refused).toContainEqual({
      code: "validation.json",
      severity: "error",
      loss: "failed",
      path: [],
      message: "The document threw while it was read; pass a parsed JSON value.",
      expected: "a JSON value",
    });
  });
});

it("tells what breaks the target's rules in the words and at the place of the caller's document", () => {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
  const body = { model: "m", messages: [{ role: "user", content: [image] }] };
  expect(translateRequest(body, { from: "chat-completions", to: "generate-content" }).issues.map(describeIssue)).toEqual([
    'error validation.R-103 at messages[0].content[0].image_url.url: In generate-content: `messages[0].content[0].image_url.url` must be one of application/pdf, image/jpeg, not "image/png".',
  ]);
});
