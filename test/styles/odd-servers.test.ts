/** What compatible servers send that no description has: read as what it means, alike in whole answers and in streams. */
import { describe, expect, test } from "vitest";
import {
  createStreamTranslator,
  type Issue,
  type StyleName,
  streamResponse,
  type TranslateRequestOptions,
  translateError,
  translateRequest,
  translateResponse,
  unwrap,
  validateResponse,
} from "../../src/index.js";
import { styleNames } from "../../src/style-lists.js";
import * as cc from "../support/cc.js";

const encoder = new TextEncoder();
const toMessages = { report: "all", from: "chat-completions", to: "messages" } as const;

function chunks(...choices: readonly object[]): string {
  const frames = choices.map((choice) => JSON.stringify({ id: "c", created: 1, model: "m", choices: [{ index: 0, ...choice }] }));
  return [...frames, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}

/** What a stream becomes, event by event. */
function streamed(text: string, options: { readonly from: StyleName; readonly to: StyleName }) {
  const translator = createStreamTranslator({ report: "all", ...options });
  const bytes = [translator.push(encoder.encode(text)), translator.end()];
  const written = bytes.map((piece) => new TextDecoder().decode(piece)).join("");
  const events = [...written.matchAll(/^data: (\{.*)$/gm)].map(([, json]): unknown => JSON.parse(json ?? ""));
  return { events, issues: translator.issues, written };
}

function answered(message: object, more: object = {}) {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" };
  return translateResponse({ id: "c", object: "chat.completion", created: 1, model: "m", choices: [choice], ...more }, toMessages);
}

function codes(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ code, path }) => `${code} ${path.join(".")}`);
}

describe("a call that is none", () => {
  const empty = cc.call("", "", "");

  test.each([[empty], [{ ...empty, function: null }], [{ index: 0, id: null, function: {} }]])("%j is left out of an answer", (call) => {
    const result = answered({ content: "hi", tool_calls: [call] });
    expect(result.ok && result.value).toMatchObject({ content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });
    expect(codes(result.issues)).toContain("dropped.part choices.0.message.tool_calls.0");
  });

  test.each([
    [{ tool_calls: [{ index: 0, id: "", function: {} }] }],
    [{ function_call: { name: "", arguments: "" } }],
    [{ function_call: {} }],
  ])("%j is left out of a stream, whose text goes on", (said) => {
    const { events, issues } = streamed(
      chunks({ delta: { content: "a", ...said } }, { delta: { content: "b", ...said } }, { delta: {}, finish_reason: "stop" }),
      toMessages,
    );
    expect(events.filter((event) => JSON.stringify(event).includes("content_block_start"))).toHaveLength(1);
    expect(JSON.stringify(events)).toContain('"stop_reason":"end_turn"');
    expect(issues.some(({ code }) => code === "dropped.part")).toBe("tool_calls" in said);
  });
});

describe("pieces of a call with ids of their own", () => {
  const piece = (id: string | undefined, name: string | undefined, args: string | undefined) => ({
    delta: { tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: args } }] },
  });
  const calls = (...pieces: readonly object[]) => {
    const { written, issues } = streamed(chunks(...pieces, { delta: {}, finish_reason: "tool_calls" }), toMessages);
    const said = [...written.matchAll(/"partial_json":"(.*?)"\}/g)].map(([, text]) => text).join("");
    return { ids: [...written.matchAll(/"tool_use","id":"(.*?)"/g)].map(([, id]) => id), said, codes: codes(issues) };
  };

  test.each([[""], [undefined]])("are one call, whether its arguments begin as %j", (args) => {
    const { ids, said, codes: told } = calls(piece("a", "f", args), piece("b", undefined, '{"x":'), piece("c", undefined, "1}"));
    expect(ids).toEqual(["a"]);
    expect(said).toBe('{\\"x\\":1}');
    expect(told).toContain("rewritten.tool_id 1.choices.0.delta.tool_calls.0.id");
  });
});

test("an error of `false` is none", () => {
  const text = chunks({ delta: { content: "a" } }, { delta: {}, finish_reason: "stop" }).replaceAll('"model"', '"error":false,"model"');
  expect(streamed(text, toMessages).written).toContain("message_stop");
  expect(streamed(text.replaceAll("false", '"no"'), toMessages).written).toContain("event: error");
});

describe("a failure that is told in another place than `error`", () => {
  const upstream = { code: 502, message: "Upstream", metadata: { provider: "x" } };
  const broke = { id: "c", choices: null, base_resp: { status_code: 1008, status_msg: "insufficient balance", trace: "t" } };
  const frames = (...bodies: readonly object[]) => bodies.map((body) => `data: ${JSON.stringify(body)}\n\n`).join("");

  test("is no failure where the field says false, null or nothing", () => {
    for (const error of [false, null, ""])
      expect(streamed(chunks({ delta: { content: "a" }, error }, { delta: {}, finish_reason: "stop" }), toMessages).written).toContain(
        "message_stop",
      );
    expect(answered({ content: "a" }, { base_resp: { status_code: 0, status_msg: "" } }).ok).toBe(true);
  });

  test.each([
    [{ choices: [{ index: 0, message: { content: "a" }, finish_reason: "error", error: upstream }] }, "choices.0.error", "bad-gateway"],
    [{ choices: [{ index: 0, error: "no" }] }, "choices.0.error", "internal"],
    [broke, "base_resp", "insufficient-balance"],
    [{ base_resp: { status_code: 1 } }, "base_resp", "internal"],
  ])("makes an error of the answer %j", (body, path, kind) => {
    const result = translateResponse({ id: "c", ...body }, toMessages);
    expect(result.ok).toBe(false);
    expect(codes(result.issues)).toEqual([`response.error_body ${path}`]);
    expect(result.issues[0]?.received).toBe(kind);
  });

  test("breaks off the stream where a field of the service tells it, with its words", () => {
    const { events, issues } = streamed(`${chunks({ delta: { content: "a" } }).split("data: [DONE]")[0]}${frames(broke)}`, toMessages);
    expect(events.at(-1)).toEqual({ type: "error", error: { type: "insufficient_balance", message: "insufficient balance" } });
    expect(codes(issues)).toContain("stream.error 1.base_resp");
    expect(codes(issues)).toContain("dropped.field 1.base_resp.trace");
  });
});

describe("a side field of the wrong type", () => {
  const said = (more: { readonly chunk?: object; readonly choice?: object; readonly delta?: object }) => {
    const of = (text: string) => ({
      ...{ id: "c", created: 1, model: "m", ...more.chunk },
      choices: [{ index: 0, delta: { content: text, ...more.delta }, finish_reason: null, ...more.choice }],
    });
    const body = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
    return `${body(of("a"))}${body(of("b"))}${chunks({ delta: {}, finish_reason: "stop" })}`;
  };
  const call = { index: 0, id: "x", function: { name: "f", arguments: "{}" } };

  test.each([
    [{ chunk: { id: 123 } }, "dropped.field", "id"],
    [{ chunk: { model: 5 } }, "dropped.field", "model"],
    [{ chunk: { created: "17" } }, "equivalent.form", "created"],
    [{ chunk: { system_fingerprint: 5 } }, "dropped.field", "system_fingerprint"],
    [{ chunk: { service_tier: {} } }, "dropped.field", "service_tier"],
    [{ chunk: { usage: "" } }, "dropped.field", "usage"],
    [{ chunk: { usage: [] } }, "dropped.field", "usage"],
    [{ chunk: { usage: { prompt_tokens: "1" } } }, "equivalent.form", "usage.prompt_tokens"],
    [{ chunk: { usage: { prompt_tokens: 1, prompt_tokens_details: [] } } }, "dropped.field", "usage.prompt_tokens_details"],
    [{ choice: { logprobs: [] } }, "dropped.field", "choices.0.logprobs"],
    [{ choice: { logprobs: -0.5 } }, "dropped.field", "choices.0.logprobs"],
    [{ choice: { index: "0" } }, "equivalent.form", "choices.0.index"],
    [{ choice: { finish_reason: false } }, "dropped.field", "choices.0.finish_reason"],
    [{ delta: { function_call: "" } }, "dropped.field", "choices.0.delta.function_call"],
    [{ delta: { tool_calls: "" } }, "dropped.field", "choices.0.delta.tool_calls"],
    [{ delta: { tool_calls: {} } }, "dropped.field", "choices.0.delta.tool_calls"],
    [{ delta: { tool_calls: [null] } }, "dropped.field", "choices.0.delta.tool_calls.0"],
    [{ delta: { annotations: [5] } }, "dropped.field", "choices.0.delta.annotations.0"],
    [{ delta: { refusal: false } }, "dropped.field", "choices.0.delta.refusal"],
    [{ delta: { reasoning_content: [] } }, "dropped.field", "choices.0.delta.reasoning_content"],
    [{ delta: { reasoning_details: {} } }, "dropped.field", "choices.0.delta.reasoning_details"],
    [{ delta: { audio: "" } }, "dropped.field", "choices.0.delta.audio"],
  ])("takes no text away: %j", (more, code, path) => {
    const { events, issues } = streamed(said(more), toMessages);
    const text = events.flatMap((event) => /"text_delta","text":"(.)"/.exec(JSON.stringify(event))?.[1] ?? []);
    expect(text).toEqual(["a", "b"]);
    expect(events.at(-1)).toEqual({ type: "message_stop" });
    expect(codes(issues).filter((told) => told.startsWith(code) && told.endsWith(path))).toEqual([`${code} 0.${path}`]);
    const own = streamed(said(more), { from: "chat-completions", to: "chat-completions" });
    expect(own.events.slice(0, 2)).toEqual(
      [...said(more).matchAll(/^data: (\{.*)$/gm)].slice(0, 2).map(([, json]): unknown => JSON.parse(json ?? "")),
    );
    const choice = { index: 0, message: { content: "a", ...("delta" in more ? more.delta : {}) }, finish_reason: "stop" };
    const whole = translateResponse(
      {
        id: "c",
        created: 1,
        model: "m",
        ...("chunk" in more ? more.chunk : {}),
        choices: [{ ...choice, ...("choice" in more ? more.choice : {}) }],
      },
      toMessages,
    );
    expect(whole.ok && whole.value.content).toEqual([{ type: "text", text: "a" }]);
    expect(codes(whole.issues)).toContain(`${code} ${path.replace("delta", "message")}`);
  });

  test("is a list of one where one thing stands in its place", () => {
    const { written, issues } = streamed(chunks({ delta: { tool_calls: call } }, { delta: {}, finish_reason: "tool_calls" }), toMessages);
    expect(written).toContain('"type":"tool_use","id":"x","name":"f"');
    expect(codes(issues)).toContain("equivalent.form 0.choices.0.delta.tool_calls");
    const result = answered({ tool_calls: call });
    expect(result.ok && result.value.content).toEqual([{ type: "tool_use", id: "x", name: "f", input: {} }]);
  });

  test("is told, and the rest is read, where it is part of the answer; a whole answer is refused", () => {
    const { events, issues } = streamed(
      chunks(
        { delta: { content: [{ type: "text", text: 5 }], reasoning_content: "Hm" } },
        { delta: { content: "a" }, finish_reason: "stop" },
      ),
      toMessages,
    );
    expect(JSON.stringify(events)).toContain('"thinking":"Hm"');
    expect(events.at(-1)).toEqual({ type: "message_stop" });
    expect(codes(issues).filter((told) => told.startsWith("stream"))).toEqual(["stream.protocol 0.choices.0.delta.content.0.text"]);
    expect(codes(answered({ content: 5 }).issues)).toEqual(["validation.R-058 choices.0.message.content"]);
  });

  test("takes nothing away in the other styles either", () => {
    const events = [
      {
        type: "message_start",
        message: { id: 5, type: "message", role: "assistant", model: "m", content: {}, usage: { input_tokens: "9" } },
      },
      { type: "content_block_start", index: "0", content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: "0", delta: { type: "text_delta", text: "a" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: 5 } },
      { type: "content_block_stop", index: "0" },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: false }, usage: "" },
      { type: "message_stop" },
    ];
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    const messages = streamed(text, { from: "messages", to: "chat-completions" });
    expect(messages.written).toContain('"content":"a"');
    expect(messages.written).toContain('"finish_reason":"stop"');
    expect(messages.written).toContain('"prompt_tokens":9');
    expect(codes(messages.issues)).toEqual(
      expect.arrayContaining([
        ...["dropped.field 0.message.id", "dropped.field 0.message.content", "equivalent.form 0.message.usage.input_tokens"],
        ...["equivalent.form 1.index", "stream.protocol 3.delta.text", "dropped.field 5.delta.stop_sequence", "dropped.field 5.usage"],
      ]),
    );
    const candidate = (words: unknown) => ({ candidates: [{ content: { parts: [{ text: words }] }, finishReason: "STOP", index: "0" }] });
    const answer = { ...candidate("a"), modelVersion: 7, usage_metadata: { prompt_token_count: "5" } };
    const generate = { report: "all", from: "generate-content", to: "chat-completions" } as const;
    const parts = streamed(`data: ${JSON.stringify(answer)}\n\n`, generate);
    expect(parts.written).toContain('"content":"a"');
    expect(codes(parts.issues)).toEqual(
      expect.arrayContaining(["equivalent.form 0.candidates.0.index", "equivalent.form 0.usage_metadata.prompt_token_count"]),
    );
    expect(translateResponse(answer, generate)).toMatchObject({
      ok: true,
      value: { choices: [{ message: { content: "a" } }], usage: { prompt_tokens: 5 } },
    });
    expect(codes(translateResponse(candidate(5), generate).issues)[0]).toBe("validation.R-098 candidates.0.content.parts.0.text");
    const whole = { type: "message", content: [{ type: "text", text: "a", citations: {} }], stop_reason: "end_turn", usage: [] };
    const told = translateResponse(whole, { report: "all", from: "messages", to: "chat-completions" });
    expect(told.ok && told.value.choices[0]?.message?.content).toBe("a");
    expect(codes(told.issues)).toEqual(expect.arrayContaining(["dropped.field content.0.citations", "dropped.field usage"]));
    expect(translateResponse({ ...whole, content: "a" }, { report: "all", from: "messages", to: "chat-completions" }).ok).toBe(false);
  });

  test("makes no answer of what is none", () => {
    expect(codes(translateResponse(() => 1, toMessages).issues)).toEqual(["validation.R-054 "]);
    for (const odd of ["choices", 5, { choices: "x" }, { choices: 5 }, { choices: [], usage: 7 }]) {
      const { issues } = streamed(
        `data: ${JSON.stringify(odd)}\n\n${chunks({ delta: { content: "a" }, finish_reason: "stop" })}`,
        toMessages,
      );
      expect(codes(issues)[0]).toMatch(/^(stream.protocol|dropped.field) 0/);
      expect(translateResponse(odd, toMessages).ok).toBe(typeof odd === "object" && Array.isArray(odd.choices));
    }
  });
});

describe("an error body", () => {
  const styles = ["chat-completions", "messages", "generate-content"] as const;
  const others = styles.flatMap((from) => styles.filter((to) => to !== from).map((to) => ({ from, to })));
  const message = (body: unknown, way: { readonly from: StyleName; readonly to: StyleName }) =>
    JSON.stringify(translateError({ status: 429, body }, way).value.body);

  test.each(others)("has its message wherever the service puts it: $from to $to", (way) => {
    for (const body of [{ Message: "No." }, { msg: "No." }, { success: false, errors: [{ code: 7003, message: "No." }] }])
      expect(message(body, way)).toContain('"message":"No."');
    for (const errors of [[5], [{ code: 1 }], "x"]) expect(message({ errors }, way)).toContain("errors");
  });

  test.each(others)("is read where it comes as text: $from to $to", (way) => {
    const body = { error: { code: 429, message: "No.", status: "RESOURCE_EXHAUSTED", type: "rate_limit_error" } };
    expect(translateError({ status: 429, body: JSON.stringify(body) }, way)).toEqual(translateError({ status: 429, body }, way));
    for (const text of ["{no", "[]", "plain"]) expect(message(text, way)).toContain(text);
  });

  test("names a kind of its own in its details", () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }, 5];
    const body = { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT", details } };
    const told = translateError({ status: 400, body }, { report: "all", from: "generate-content", to: "chat-completions" });
    expect(told.value).toMatchObject({ status: 401, body: { error: { type: "authentication_error" } } });
  });
});

describe("what comes after the end", () => {
  const results = { hate: { filtered: true } };
  const late = (reason: string | null) => ({ finish_reason: reason, content_filter_results: results });
  const ended = [{ delta: { content: "Hi" } }, { delta: {}, finish_reason: "stop" }];

  test("is a filter's verdict, which counts", () => {
    const text = chunks(...ended, late("content_filter"), late("content_filter"));
    const { events, issues } = streamed(text, toMessages);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "refusal" } });
    const told = codes(issues).filter((issue) => issue.startsWith("conflict") || issue.endsWith("content_filter_results"));
    expect(told).toEqual(["dropped.field 2.choices.0.content_filter_results", "conflict.resolved 2.choices.0.finish_reason"]);
    const other = streamed(text, { from: "chat-completions", to: "generate-content" });
    expect(other.events.at(-1)).toMatchObject({ candidates: [{ finishReason: "SAFETY" }] });
    expect(other.written).not.toContain("STOP");
  });

  test("is what a filter found, or another reason, and changes nothing", () => {
    const { events, issues } = streamed(chunks(...ended, late(null), { finish_reason: "model_length" }), toMessages);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "end_turn" } });
    expect(codes(issues)).toContain("dropped.field 2.choices.0.content_filter_results");
  });
});

test("a call has the signature that a proxy keeps in a field of its own", () => {
  const call = (fields: unknown) => ({
    index: 0,
    id: "x",
    type: "function",
    function: { name: "f", arguments: "{}" },
    provider_specific_fields: fields,
  });
  const toGenerate = { report: "all", from: "chat-completions", to: "generate-content" } as const;
  const both = (fields: unknown) => {
    const choice = { index: 0, message: { tool_calls: [call(fields)] }, finish_reason: "tool_calls" };
    const whole = translateResponse({ id: "c", model: "m", choices: [choice] }, toGenerate);
    const stream = streamed(chunks({ delta: { tool_calls: [call(fields)] } }, { delta: {}, finish_reason: "tool_calls" }), toGenerate);
    const history = translateRequest(
      { model: "m", messages: [{ role: "user", content: "a" }, { role: "assistant", tool_calls: [call(fields)] }, cc.result("x", "b")] },
      toGenerate,
    );
    return [JSON.stringify(whole), stream.written, JSON.stringify(history)];
  };
  for (const fields of [{ thought_signature: "U2ln" }, { thought_signature: "U2ln", other: 1 }])
    for (const text of both(fields)) expect(text).toContain('"thoughtSignature":"U2ln"');
  for (const fields of [{ thought_signature: "" }, { thought_signature: 5 }, "x", null])
    for (const text of both(fields)) expect(text).not.toContain("U2ln");
});

test("a thought that says that it is over is no other thought", () => {
  const thought = (text: string, more: object = {}) => ({
    delta: { content: [{ type: "thinking", thinking: [{ type: "text", text }], ...more }] },
  });
  const text = chunks(thought("a"), thought("b", { closed: true }), { delta: { content: "c" }, finish_reason: "stop" });
  expect(streamed(text, toMessages).written.match(/"content_block":\{"type":"thinking"/g)).toHaveLength(1);
});

describe("counters", () => {
  test("are absent where none is stated, and take none away that are known", () => {
    const count = (message: string) => message.includes("no token counts");
    for (const usage of [{}, { prompt_tokens: null }, { prompt_tokens_details: {} }]) {
      const result = answered({ content: "a" }, { usage });
      expect(result.issues.some(({ message }) => count(message))).toBe(true);
      expect(
        translateResponse(result.ok ? { ...result.value, usage } : {}, { report: "all", from: "messages", to: "chat-completions" }),
      ).toMatchObject({ ok: true, value: expect.not.objectContaining({ usage: expect.anything() }) });
    }
    const counted = (usage: object) => `data: ${JSON.stringify({ id: "c", model: "m", choices: [], usage })}\n\n`;
    const said = `${counted({ prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 })}${chunks({ delta: { content: "a" }, finish_reason: "stop" })}`;
    const end = (text: string) => streamed(text, toMessages).events.at(-2);
    expect(end(said.replace("data: [DONE]", `${counted({})}data: [DONE]`))).toMatchObject({ usage: { input_tokens: 5, output_tokens: 1 } });
    expect(end(said.replace("data: [DONE]", `${counted({ completion_tokens: 3 })}data: [DONE]`))).toMatchObject({
      usage: { input_tokens: 5, output_tokens: 3 },
    });
  });

  test("are none where there is a price alone, which is told", () => {
    for (const issues of [
      answered({ content: "a" }, { usage: { cost: 1 } }).issues,
      streamed(chunks({ delta: { content: "a" }, finish_reason: "stop" }).replace('"model"', '"usage":{"cost":1},"model"'), toMessages)
        .issues,
    ])
      expect(issues.map(({ code, message }) => `${code} ${message}`)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^dropped.field .*`usage`/), expect.stringMatching(/^approximated.usage/)]),
      );
  });

  test("of a batch are those of the default tier", () => {
    const body = { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: "end_turn", stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1, service_tier: "batch" };
    const result = translateResponse({ ...body, usage }, { report: "all", from: "messages", to: "chat-completions" });
    expect(result.ok && result.value.service_tier).toBe("default");
    expect(codes(result.issues)).toContain("approximated.enum usage.service_tier");
    const start = { type: "message_start", message: { ...body, usage, stop_reason: null } };
    const { issues } = streamed(`data: ${JSON.stringify(start)}\n\n`, { from: "messages", to: "chat-completions" });
    expect(codes(issues)).toContain("approximated.enum 0.message.usage.service_tier");
  });
});

describe("a request", () => {
  const asked = (body: object, options: TranslateRequestOptions) => {
    const result = translateRequest({ model: "m", messages: [{ role: "user", content: "hi" }], ...body }, options);
    return { body: result.ok ? result.value.body : undefined, codes: codes(result.issues) };
  };
  const toChat = { report: "all", from: "messages", to: "chat-completions", profile: "vendor" } as const;

  test("marks tools for servers that are said to take it, and none for the vendor, who knows marked blocks only", () => {
    const tools = [{ name: "f", input_schema: { type: "object" }, cache_control: { type: "ephemeral" } }];
    const vendor = asked({ max_tokens: 9, tools }, toChat);
    expect(JSON.stringify(vendor.body)).not.toContain("cache");
    expect(vendor.codes).toContain("dropped.field tools.0.cache_control");
    expect(JSON.stringify(asked({ max_tokens: 9, tools }, { ...toChat, profile: "gateway", chatExtensions: true }).body)).toContain(
      '"cache_control"',
    );
  });

  test.each([
    ["1e400", Number.MAX_VALUE],
    ["-1E+400", -Number.MAX_VALUE],
    [`1${"0".repeat(309)}`, Number.MAX_VALUE],
  ])("with the number %s in the arguments of a call has the nearest one that there is", (number, nearest) => {
    const call = cc.call("call_1", "f", `{"__proto__":${number}}`);
    const messages = [{ role: "user", content: "hi" }, cc.calls(call), cc.result("call_1", "r")];
    const { body, codes: told } = asked({ messages }, toMessages);
    expect(JSON.stringify(body)).toContain(`"input":{"__proto__":${nearest}}`);
    expect(told).toContain("approximated.arguments messages.1.tool_calls.0.function.arguments");
  });
});

describe("numbers that count nothing", () => {
  const chat = (usage: object, choice: object = {}) => ({
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop", ...choice }],
    usage,
  });
  const message = (usage: object) => ({
    type: "message",
    id: "m",
    role: "assistant",
    content: [],
    model: "m",
    stop_reason: "end_turn",
    usage,
  });
  const candidate = (more: object) => ({ content: { role: "model", parts: [{ text: "a" }] }, finishReason: "STOP", ...more });
  const generated = (usageMetadata: object, ...more: readonly object[]) => ({ candidates: more.map(candidate), usageMetadata });

  test.each<readonly [StyleName, object, readonly string[]]>([
    ["chat-completions", chat({ prompt_tokens: -1, completion_tokens: 2 }), ["dropped.field usage.prompt_tokens"]],
    ["chat-completions", chat({ prompt_tokens: 1, completion_tokens: 1.5 }), ["dropped.field usage.completion_tokens"]],
    ["chat-completions", chat({}, { index: -1 }), ["dropped.field choices.0.index"]],
    ["messages", message({ input_tokens: -1, output_tokens: 1 }), ["dropped.field usage.input_tokens"]],
    ["messages", message({ input_tokens: 1, output_tokens: 1.5 }), ["dropped.field usage.output_tokens"]],
    ["generate-content", generated({ promptTokenCount: -1 }, {}), ["dropped.field usageMetadata.promptTokenCount"]],
    ["generate-content", generated({}, { index: -1 }), ["approximated.reordered candidates.0"]],
    ["generate-content", generated({}, { index: 1 }, { index: 1 }), ["approximated.reordered candidates.1"]],
  ])("are left out of an answer of %s, and no other style gets them: %j", (from, body, found) => {
    for (const to of styleNames) {
      if (to === from) continue;
      const result = translateResponse(body, { from, to, profile: "vendor" });
      expect(codes(result.issues)).toEqual(expect.arrayContaining([...found]));
      expect(result.ok && codes(validateResponse(result.value, { style: to, profile: "vendor" }).issues)).toEqual([]);
    }
  });

  test.each<readonly [object, string]>([
    [{ promptTokenCount: 1, candidatesTokenCount: -2 }, "candidatesTokenCount"],
    [{ promptTokenCount: 0.5, candidatesTokenCount: 2 }, "promptTokenCount"],
  ])("are left out of a stream: %j", (usage, field) => {
    const { events, issues } = streamed(`data: ${JSON.stringify(generated(usage, {}))}\n\n`, { from: "generate-content", to: "messages" });
    expect(codes(issues)).toContain(`dropped.field 0.usageMetadata.${field}`);
    expect(JSON.stringify(events)).not.toMatch(/_tokens":(?:-|\d*\.)/);
  });
});

describe("a field of the name __proto__", () => {
  const call = '{"id":"a","type":"function","function":{"name":"f","arguments":"{}","__proto__":5},"__proto__":6}';

  test.each([
    ["chat-completions", `{"choices":[{"index":0,"message":{"tool_calls":[${call}]},"finish_reason":"tool_calls"}]}`],
    ["generate-content", '{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],"__proto__":5}'],
    ["messages", '{"type":"message","content":[{"type":"text","text":"a","__proto__":5}],"stop_reason":"end_turn","__proto__":6}'],
  ] as const)("goes on in a stream of %s as any other that nobody knows", (style, text) => {
    const said = (answer: string) => unwrap(streamResponse(JSON.parse(answer), { style, created: 1, responseId: "r" }));
    expect(said(text)).toBe(said(text.replaceAll("__proto__", "__other__")).replaceAll("__other__", "__proto__"));
    expect(said(text)).toContain("__proto__");
  });
});
