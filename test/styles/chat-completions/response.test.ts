import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { collectStream, createStreamTranslator, streamResponse, translateResponse } from "../../../src/index.js";
import type { CanonicalResponse, Choice, Usage } from "../../../src/model/index.js";
import { styleFacts } from "../../../src/registry.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import { decodeUsage, encodeUsage } from "../../../src/styles/chat-completions/usage.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { base64, call, proof, redacted, refusal, text, thought } from "../../support/parts.js";

function decode(message: Record<string, unknown>, finish_reason: string | null = "stop", options?: DecodeOptions) {
  const decoded = response.decode({ id: "i", choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }] }, options);
  if (!decoded.ok) throw new Error(decoded.issues[0].message);
  return decoded;
}

function answer(message: object): object {
  return { id: "i", created: 5, model: "m", choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }] };
}

/** A message as its own style writes it after having read it. */
function encodedAgain(message: Record<string, unknown>) {
  return encode({}, decode(message).value, { from: "chat-completions", created: 5 });
}

function encode(choice: Partial<Choice>, rest: Partial<CanonicalResponse> = {}, options: EncodeOptions = { from: "generate-content" }) {
  const encoded = response.encode(
    { id: "i", model: "m", created: 5, choices: [{ index: 0, parts: [], finish: { reason: "stop" }, ...choice }], ...rest },
    options,
  );
  if (!encoded.ok) throw new Error(encoded.issues[0].message);
  return encoded;
}

function codes({ issues }: { readonly issues: readonly Issue[] }): string[] {
  return issues.map(({ code, path }) => `${code} ${path.join(".")}`);
}

describe("decoding", () => {
  test("an empty content is no part, a refusal is one", () => {
    expect(decode({ content: "", refusal: null }).value.choices[0]?.parts).toEqual([]);
    expect(decode({ content: null, refusal: "I cannot" }).value.choices[0]?.parts).toEqual([refusal("I cannot")]);
  });

  test("the structured thoughts win over the plain ones, which are named when they differ", () => {
    const details = [{ type: "reasoning.text", text: "t", signature: "S", format: "anthropic-claude-v1", index: 0 }];
    const agreeing = decode({ content: "A", reasoning_content: "t", reasoning_details: details });
    expect(agreeing.value.choices[0]?.parts).toEqual([thought("t", { signature: proof("messages") }), text("A")]);
    expect(agreeing.issues).toEqual([]);
    expect(codes(decode({ content: "A", reasoning_content: "u", reasoning_details: details }))).toEqual([
      "conflict.resolved choices.0.message.reasoning_content",
    ]);
  });

  test("a plain text says what a detail only signs", () => {
    const details = [{ type: "reasoning.text", text: "", signature: "S", format: "anthropic-claude-v1" }];
    expect(decode({ content: "A", reasoning_content: "t", reasoning_details: details })).toMatchObject({
      value: { choices: [{ parts: [{ ...thought("t"), signature: { value: "S" } }, { type: "text" }] }] },
      issues: [],
    });
  });

  test("a signature of another service than its neighbour's is none of its", () => {
    const text = { type: "reasoning.text", text: "t", format: "anthropic-claude-v1" };
    const proof = { type: "reasoning.text", signature: "S", format: "google-gemini-v1" };
    expect(decode({ reasoning_details: [text, proof] }).value.choices[0]?.parts).toMatchObject([
      thought("t"),
      thought("", { signature: { value: "S", origin: "generate-content" } }),
    ]);
  });

  test("a text and its signature in two entries of one index are one thought (T7)", () => {
    const format = "anthropic-claude-v1";
    const details = [
      { type: "reasoning.text", text: "t", format, index: 0 },
      { type: "reasoning.text", signature: "S", format, index: 0 },
    ];
    expect(decode({ reasoning_details: details }).value.choices[0]?.parts).toMatchObject([thought("t", { signature: proof("messages") })]);
  });

  test("citations belong to the text, other annotations are kept", () => {
    const { value } = decode({
      content: "Hello",
      annotations: [
        { type: "url_citation", url_citation: { start_index: 0, end_index: 5, url: "https://a", title: "T" } },
        { type: "file", file: { name: "a" } },
      ],
    });
    expect(value.choices[0]?.parts).toEqual([
      text("Hello", { citations: [{ kind: "url", url: "https://a", title: "T", start: 0, end: 5 }] }),
    ]);
    expect(value.choices[0]?.extensions).toEqual({
      "chat-completions": { "message.annotations": [null, { type: "file", file: { name: "a" } }] },
    });
  });

  test("the annotations that another style cannot carry are named one by one, where some of them are carried", () => {
    const cited = { type: "url_citation", url_citation: { start_index: 0, end_index: 5, url: "https://a", title: "T" } };
    const file = { type: "file", file: { name: "a" } };
    const lost = (annotations: readonly object[]) =>
      (["messages", "generate-content"] as const).map((to) =>
        codes(translateResponse(answer({ content: "Hello", annotations }), { report: "all", from: "chat-completions", to })).filter(
          (code) => code.startsWith("dropped.field choices.0.message"),
        ),
      );
    const each = (...entries: string[]) => [entries, entries];
    const at = "dropped.field choices.0.message.annotations";
    expect(lost([cited, file, cited, file])).toEqual(each(`${at}.1`, `${at}.3`));
    expect(lost([file, file])).toEqual(each(at));
    const { issues, value } = encodedAgain({ content: "Hello", annotations: [file, cited] });
    expect(value.choices[0]?.message?.annotations).toEqual([file, cited]);
    expect(issues).toEqual([]);
    const streamed = streamResponse(answer({ content: "Hello", annotations: [file, cited] }), { report: "all", style: "chat-completions" });
    expect(streamed.ok && streamed.value).toContain(`"delta":{"annotations":[${JSON.stringify(file)}]}`);
  });

  test("summaries of thoughts that become one are told of once", () => {
    const summary = (text: string, index: number) => ({ type: "reasoning.summary", summary: text, index });
    const translated = translateResponse(answer({ content: "c", reasoning_details: [summary("a", 0), summary("b", 1)] }), {
      report: "all",
      from: "chat-completions",
      to: "generate-content",
    });
    const at = "equivalent.form choices.0.message.reasoning_details";
    expect(codes(translated)).toEqual([`${at}.0`, `${at}.1`]);
  });

  test("a call without id gets the same one each time, and rewritten names are restored (BB-079, BB-127)", () => {
    const message = { tool_calls: [{ id: "", function: { name: "default_api:f_1", arguments: null } }] };
    const context = { declaredTools: ["f_1"], toolNames: { f_1: "f 1" } };
    const [call] = decode(message, "tool_calls", { context }).value.choices[0]?.parts ?? [];
    expect(call).toMatchObject({ type: "tool-call", name: "f 1", arguments: { json: "{}", value: {} }, idSynthesized: true });
    expect(decode(message, "tool_calls", { context }).value.choices[0]?.parts[0]).toEqual(call);
  });

  test.each([
    [{ error: { message: "no", type: "server_error", code: null, param: null } }, "error"],
    [{ error: "no" }, "error"],
    [{ object: "error", message: "no", code: 400 }, "message"],
    [{ detail: [{ msg: "no" }] }, "detail"],
    [[{ error: { code: 400, message: "no", status: "INVALID_ARGUMENT" } }], "0.error"],
    [{ choices: [], error: { message: "no" } }, "error"],
  ])("an error body is a failure: %j", (body, path) => {
    const decoded = response.decode(body, { styles: styleFacts });
    expect([decoded.ok, codes(decoded)]).toEqual([false, [`response.error_body ${path}`]]);
    expect(decoded.issues[0]?.message).toContain("no");
  });

  test("an answer beside which stands that there was no error is an answer", () => {
    for (const error of [null, "", false]) expect(response.decode({ choices: [], error }, { styles: styleFacts }).ok).toBe(true);
    expect(response.decode({ choices: [], message: "ok" }, { styles: styleFacts }).ok).toBe(true);
  });

  test("an answer that does not say why it ended says so once", () => {
    const { value, issues } = decode({ content: "x" }, null);
    expect([value.choices[0]?.finish, issues]).toEqual([{ reason: "other" }, []]);
    expect(codes(encode({ finish: { reason: "other" } }))).toEqual(["approximated.finish_reason choices.0.finish.reason"]);
    expect(codes(decode({ tool_calls: [{ id: "a", function: { name: "f" } }] }, null))).toEqual([
      "approximated.finish_reason choices.0.finish_reason",
    ]);
  });
});

describe("finish reasons", () => {
  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["tool_calls", "tool-calls"],
    ["function_call", "tool-calls"],
    ["content_filter", "content-filter"],
    ["insufficient_system_resource", "error"],
    ["novel", "other"],
    [null, "other"],
  ])("%s is read as %s", (word, reason) => {
    expect(decode({ content: "x" }, word).value.choices[0]?.finish.reason).toBe(reason);
  });

  test("`stop` with calls is for the calls", () => {
    expect(decode({ tool_calls: [{ id: "a", function: { name: "f" } }] }).value.choices[0]?.finish).toEqual({ reason: "tool-calls" });
  });

  test.each([
    [null, "tool-calls"],
    ["", "tool-calls"],
    ["stop", "tool-calls"],
    ["novel_reason", "stop"],
  ])("`stop` with calls and the native word %j is %s", (native_finish_reason, reason) => {
    const message = { role: "assistant", tool_calls: [{ id: "a", function: { name: "f" } }] };
    const decoded = response.decode(
      { id: "i", choices: [{ index: 0, message, finish_reason: "stop", native_finish_reason }] },
      { styles: styleFacts },
    );
    expect(decoded).toMatchObject({ value: { choices: [{ finish: { reason } }] } });
  });

  test("a foreign reason that nobody knows, beside calls, is the same in a stream that is collected and in a whole answer", () => {
    const content = [{ type: "tool_use", id: "t", name: "f", input: { a: 1 } }];
    const answer = { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: "novel_reason", stop_sequence: null };
    const usage = { input_tokens: 3, output_tokens: 4 };
    const whole = translateResponse({ ...answer, usage }, { report: "all", from: "messages", to: "chat-completions" });
    const translator = createStreamTranslator({ report: "all", from: "messages", to: "chat-completions" });
    const source = streamResponse({ ...answer, usage }, { report: "all", style: "messages" });
    const streamed = [translator.push(source.ok ? source.value : ""), translator.end()].map((bytes) => new TextDecoder().decode(bytes));
    const collected = collectStream(streamed.join(""), { report: "all", style: "chat-completions" });
    const finish = { choices: [{ finish_reason: "stop", native_finish_reason: "novel_reason" }] };
    expect([whole, collected]).toMatchObject([{ value: finish }, { value: finish }]);
  });

  test("a foreign reason travels in native_finish_reason and wins on the way back (T12)", () => {
    const finish = { reason: "recitation", native: { style: "generate-content", value: "RECITATION" } } as const;
    const { value } = encode({ finish });
    expect(value.choices[0]).toMatchObject({ finish_reason: "content_filter", native_finish_reason: "RECITATION" });
    const back = response.decode(value, { styles: styleFacts });
    expect(back.ok && back.value.choices[0]?.finish).toEqual(finish);
    expect(encode({ finish }, {}, { nativeFinishReason: false }).value.choices[0]).not.toHaveProperty("native_finish_reason");
  });

  test("the explanation of a refusal stands in `refusal` and is read back as one (BB-067)", () => {
    const finish = { reason: "refusal", native: { style: "messages", value: "refusal" }, refusal: { explanation: "E" } } as const;
    const { value } = encode({ finish });
    expect(value.choices[0]).toMatchObject({ message: { content: null, refusal: "E" }, finish_reason: "content_filter" });
    const back = response.decode(value, { styles: styleFacts });
    expect(back.ok && back.value.choices[0]).toMatchObject({ parts: [], finish });
  });
});

describe("facts of another service", () => {
  test("are named where they have no form here", () => {
    const { issues } = encode({ safety: [{ a: 1 }], grounding: { b: 1 } }, { systemFingerprint: "f" });
    expect(codes({ issues })).toEqual([
      "dropped.field systemFingerprint",
      "dropped.field choices.0.safety",
      "dropped.field choices.0.grounding",
    ]);
    const own = encode({ safety: { a: 1 } }, { systemFingerprint: "f" }, { from: "chat-completions" });
    expect(own.value).toMatchObject({ system_fingerprint: "f", choices: [{ content_filter_results: { a: 1 } }] });
    expect(own.issues).toEqual([]);
  });
});

describe("answers that cannot be read", () => {
  test("are refused where a picture is none", () => {
    const content = [{ type: "image_url", image_url: { url: "data:,x" } }];
    const decoded = response.decode(answer({ content }), { styles: styleFacts });
    expect(decoded).toMatchObject({ ok: false, issues: [{ code: "failed.unsupported" }] });
    expect(codes(decoded)).toEqual(["failed.unsupported choices.0.message.content.0.image_url.url"]);
  });
});

describe("the word of another service", () => {
  test.each([
    [{ finish_reason: "stop", native_finish_reason: "end_turn" }, "stop", []],
    [{ finish_reason: null, native_finish_reason: "end_turn" }, "stop", []],
    [{ finish_reason: "length", native_finish_reason: "end_turn" }, "stop", ["conflict.resolved choices.0.finish_reason"]],
    [{ finish_reason: "content_filter", native_finish_reason: "refusal" }, "refusal", []],
  ])("%j is %s", (words, reason, issues) => {
    const decoded = response.decode({ id: "i", choices: [{ index: 0, message: { content: "A" }, ...words }] }, { styles: styleFacts });
    expect(decoded.ok && decoded.value.choices[0]?.finish.reason).toBe(reason);
    expect(codes(decoded)).toEqual(issues);
  });

  test("explains a refusal where there is an explanation", () => {
    const refused = (refusal: string | null) => {
      const choice = { index: 0, message: { content: null, refusal }, finish_reason: "content_filter", native_finish_reason: "refusal" };
      const decoded = response.decode({ id: "i", choices: [choice] }, { styles: styleFacts });
      return decoded.ok && decoded.value.choices[0];
    };
    expect(refused("No.")).toMatchObject({ parts: [], finish: { reason: "refusal", refusal: { explanation: "No." } } });
    expect(refused("")).toMatchObject({ parts: [], finish: { reason: "refusal", native: { value: "refusal" } } });
    expect(refused(null)).not.toMatchObject({ finish: { refusal: {} } });
  });
});

describe("encoding", () => {
  test("fields stand in the order in which the vendor writes them", () => {
    const calls = [call("c", "f")] as const;
    const { value } = encode({ parts: calls }, { usage: { inputTokens: 1, outputTokens: 1 } });
    expect(Object.keys(value)).toEqual(["id", "object", "created", "model", "choices", "usage", "system_fingerprint"]);
    expect(Object.keys(value.choices[0]?.message ?? {})).toEqual(["role", "content", "refusal", "annotations", "tool_calls"]);
  });

  test("a prompt that was blocked says so once; one with an answer all the same is named", () => {
    const promptBlock = { reason: "SAFETY", message: "no" };
    const blocked = encode({ finish: { reason: "content-filter", message: "no" } }, { promptBlock });
    expect(codes(blocked)).toEqual([
      "equivalent.form choices",
      "approximated.finish_reason promptBlock.reason",
      "equivalent.form promptBlock.message",
    ]);
    expect(codes(encode({ parts: [text("Hi")] }, { promptBlock }))).toEqual([
      "dropped.field promptBlock.reason",
      "dropped.field promptBlock.message",
    ]);
    const choices = [0, 1].map((index) => ({ index, parts: [text("Hi")], finish: { reason: "stop" } }) as const);
    expect(codes(encode({}, { promptBlock, choices }))).toEqual(["dropped.field promptBlock.reason", "dropped.field promptBlock.message"]);
  });

  test("an answer has every field of the specification", () => {
    expect(encode({ parts: [text("Hi")] }).value).toEqual({
      id: "i",
      object: "chat.completion",
      created: 5,
      model: "m",
      choices: [
        { index: 0, message: { role: "assistant", content: "Hi", refusal: null, annotations: [] }, finish_reason: "stop", logprobs: null },
      ],
      system_fingerprint: null,
    });
  });

  test("an answer that was cut before it said anything is empty, a blocked one is null (BB-139)", () => {
    expect(encode({ finish: { reason: "length" } }).value.choices[0]?.message?.content).toBe("");
    const blocked = encode({ finish: { reason: "content-filter", message: "no" } }, { promptBlock: { reason: "SAFETY", message: "no" } });
    expect(blocked.value.choices[0]).toMatchObject({ message: { content: null, refusal: "no" }, finish_reason: "content_filter" });
  });

  test("texts around a call are joined (BB-115)", () => {
    const { value } = encode({
      parts: [text("a"), { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "", value: {} } }, text("b")],
      finish: { reason: "tool-calls" },
    });
    expect(value.choices[0]?.message).toMatchObject({
      content: "ab",
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
    });
  });

  test("thinking runs are joined, signatures and encrypted thoughts are carried", () => {
    const { value } = encode(
      { parts: [thought("a", { signature: proof("messages") }), redacted("R"), text("x"), thought("b")] },
      {},
      { from: "messages" },
    );
    expect(value.choices[0]?.message).toMatchObject({
      content: "x",
      reasoning_content: "a\n\nb",
      reasoning_details: [
        { type: "reasoning.text", text: "a", signature: "S", format: "anthropic-claude-v1", index: 0 },
        { type: "reasoning.encrypted", data: "R", format: "anthropic-claude-v1", index: 1 },
        { type: "reasoning.text", text: "b", format: "unknown", index: 2 },
      ],
    });
  });

  test("the signature of a call stands on the call (BB-001), a foreign one in an envelope", () => {
    const call = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "{}" } } as const;
    const { value } = encode({
      parts: [
        { ...call, signature: proof("generate-content", "Q0") },
        { ...call, signature: proof("messages", "Q1") },
      ],
    });
    expect(value.choices[0]?.message?.tool_calls?.map(({ extra_content }) => extra_content?.google?.thought_signature)).toEqual([
      "Q0",
      "sig1.m.c.Q1",
    ]);
  });

  test("calls of free-form tools are unwrapped by the context", () => {
    const parts = [call("c", "sql", '{"input":"x"}')] as const;
    expect(encode({ parts }, {}, { from: "messages", context: { customTools: ["sql"] } }).value.choices[0]?.message?.tool_calls).toEqual([
      { id: "c", type: "custom", custom: { name: "sql", input: "x" } },
    ]);
  });

  test("a citation covers its part when it has no place of its own", () => {
    const { value, issues } = encode({
      parts: [text("ab"), text("cde", { citations: [{ kind: "url", url: "https://a", citedText: "q" }] })],
    });
    expect(value.choices[0]?.message?.annotations).toEqual([
      { type: "url_citation", url_citation: { url: "https://a", title: "", start_index: 2, end_index: 5 } },
    ]);
    expect(codes({ issues })).toContain("approximated.citation choices.0.parts.1.citations.0.citedText");
  });

  test("code is left out, or written as text by option", () => {
    const parts = [{ type: "code-call", id: "x", language: "python", code: "print(1)" }] as const;
    expect(codes(encode({ parts }))).toEqual(["dropped.part choices.0.parts.0"]);
    expect(encode({ parts }, {}, { codeParts: "text" }).value.choices[0]?.message?.content).toBe("\n```python\nprint(1)\n```\n");
  });

  test("why a prompt was blocked stands where the answer says nothing, and an empty thought says nothing", () => {
    const block = { promptBlock: { reason: "SAFETY", message: "no" } };
    const refusalOf = (text: string) => {
      const choice = { index: 0, parts: [{ type: "thinking" as const, text }], finish: { reason: "content-filter" as const } };
      const encoded = response.encode({ id: "i", model: "m", created: 1, choices: [choice], ...block });
      return encoded.ok && encoded.value.choices[0]?.message?.refusal;
    };
    expect([refusalOf(""), refusalOf("hm")]).toEqual(["no", null]);
  });

  test("what an answer without id and time gets is said", () => {
    const encoded = response.encode({ choices: [] });
    expect(encoded.ok && [encoded.value.created, encoded.value.model]).toEqual([0, "unknown"]);
    expect(codes(encoded)).toEqual(["defaulted.other model", "synthesized.id id", "synthesized.created created"]);
  });
});

describe("usage", () => {
  test.each<[Parameters<typeof decodeUsage>[0], object, string[]]>([
    [{ prompt_tokens: 3, prompt_cache_hit_tokens: 2 }, { inputTokens: 3, outputTokens: 0, cacheReadTokens: 2 }, []],
    [
      { prompt_tokens: 3, cached_tokens: 2, num_cached_tokens: 1 },
      { cacheReadTokens: 2, extensions: { "chat-completions": { num_cached_tokens: 1 } } },
      [],
    ],
    [
      { prompt_tokens: 3, cached_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } },
      { cacheReadTokens: 1, extensions: { "chat-completions": { cached_tokens: 2 } } },
      [],
    ],
    [{ prompt_tokens: 3, prompt_cache_hit_tokens: "2" }, { extensions: { "chat-completions": { prompt_cache_hit_tokens: "2" } } }, []],
    [{ completion_tokens: 2 }, { inputTokens: 0, outputTokens: 2 }, []],
    [
      { prompt_tokens: 3, completion_tokens: 2, total_tokens: 9, completion_tokens_details: { reasoning_tokens: 4 } },
      { outputTokens: 6, reasoningTokens: 4 },
      [],
    ],
    [
      { prompt_tokens: 3, completion_tokens: 2, total_tokens: 8, completion_tokens_details: { reasoning_tokens: 4 } },
      { outputTokens: 2 },
      ["approximated.usage usage.total_tokens"],
    ],
    [{ total_tokens: 8 }, { inputTokens: 0, outputTokens: 0 }, ["approximated.usage usage.total_tokens"]],
  ])("%j is %j", (usage, expected, issues) => {
    const found: Issue[] = [];
    expect(decodeUsage(usage, ["usage"], (issue) => found.push(issue))).toMatchObject(expected);
    expect(codes({ issues: found })).toEqual(issues);
  });

  const wire = {
    prompt_tokens: 1000,
    completion_tokens: 300,
    total_tokens: 1300,
    prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
    completion_tokens_details: { reasoning_tokens: 120 },
  };
  const usage: Usage = { inputTokens: 1000, outputTokens: 300, cacheReadTokens: 600, cacheWriteTokens: 100, reasoningTokens: 120 };

  test("goes both ways (T1)", () => {
    const issues: Issue[] = [];
    expect(decodeUsage(wire, ["usage"], (issue) => issues.push(issue))).toEqual(usage);
    expect(encodeUsage(usage, ["usage"], "vendor", (issue) => issues.push(issue))).toEqual(wire);
    expect(issues).toEqual([]);
  });

  test("the gateway's answers have all six counters of the specification", () => {
    expect(encodeUsage({ inputTokens: 1, outputTokens: 2 }, [], "gateway", () => undefined)).toEqual({
      prompt_tokens: 1,
      completion_tokens: 2,
      total_tokens: 3,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
    });
  });

  test("reasoning that a service leaves out of `completion_tokens` is counted when the total says so", () => {
    const wire = { prompt_tokens: 32, completion_tokens: 9, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 94 } };
    expect(decodeUsage(wire, ["usage"], () => expect.unreachable())).toMatchObject({ outputTokens: 103, reasoningTokens: 94 });
  });

  test.each(["prompt_cache_hit_tokens", "cached_tokens", "num_cached_tokens"])("`%s` counts what was read from the cache", (name) => {
    const wire = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11, [name]: 4 };
    expect(decodeUsage(wire, ["usage"], () => expect.unreachable())).toEqual({ inputTokens: 10, outputTokens: 1, cacheReadTokens: 4 });
    expect(decodeUsage({ ...wire, prompt_tokens_details: { cached_tokens: 3 } }, ["usage"], () => undefined)).toMatchObject({
      cacheReadTokens: 3,
      extensions: { "chat-completions": { [name]: 4 } },
    });
  });

  test("audio without text beside it has text beside it on the way back", () => {
    const issues: Issue[] = [];
    const inputByModality = [{ modality: "AUDIO", tokens: 2 }];
    const usage = { inputTokens: 5, outputTokens: 1, inputAudioTokens: 2, inputByModality, outputByModality: [] };
    encodeUsage(usage, ["usage"], "gateway", (issue) => issues.push(issue));
    expect(codes({ issues })).toEqual(["equivalent.form usage.inputByModality", "equivalent.form usage.outputByModality"]);
  });

  test("what tools put into the prompt is part of it", () => {
    const issues: Issue[] = [];
    encodeUsage({ inputTokens: 5, outputTokens: 1, toolUsePromptTokens: 2 }, ["usage"], "gateway", (issue) => issues.push(issue));
    expect(codes({ issues })).toEqual(["equivalent.form usage.toolUsePromptTokens", "equivalent.form usage.inputTokens"]);
  });

  test("a total that is not the sum is named", () => {
    const issues: Issue[] = [];
    decodeUsage({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 }, ["usage"], (issue) => issues.push(issue));
    expect(issues).toMatchObject([{ code: "approximated.usage", path: ["usage", "total_tokens"], from: 9, to: 3 }]);
  });
});

describe("an answer", () => {
  const choice = (index: number | null) => ({ index, message: { role: "assistant", content: "A" }, finish_reason: "stop" });

  test("counts its choices where they do not count themselves", () => {
    const decoded = response.decode({ choices: [choice(null), choice(5), choice(null)] }, { styles: styleFacts });
    expect(decoded.ok && decoded.value.choices.map(({ index }) => index)).toEqual([0, 5, 2]);
  });

  test("may have a choice without a message", () => {
    const decoded = response.decode({ choices: [{ index: 0, message: null, finish_reason: "stop" }] }, { styles: styleFacts });
    expect(decoded.ok && decoded.value.choices).toEqual([{ index: 0, parts: [], finish: { reason: "stop" } }]);
  });

  test("keeps the name of another object in its own style, and loses it with a word in others", () => {
    const body = { id: "i", object: "text_completion", created: 5, model: "m", choices: [choice(0)] };
    const decoded = response.decode(body, { styles: styleFacts });
    expect(decoded.ok && response.encode(decoded.value, { from: "chat-completions" })).toMatchObject({
      value: { object: "text_completion" },
    });
    expect(codes(translateResponse(body, { report: "all", from: "chat-completions", to: "messages" }))).toContain("dropped.field object");
  });

  test("of which a prompt was blocked tells why only where nothing else was said", () => {
    const promptBlock = { reason: "SAFETY", message: "Blocked." };
    const finish = { reason: "content-filter" } as const;
    expect(encode({ finish }, { promptBlock }).value.choices[0]?.message?.refusal).toBe("Blocked.");
    expect(encode({ finish, parts: [text("A")] }, { promptBlock }).value.choices[0]?.message?.refusal).toBeNull();
  });

  test("gives each recording without an id one of its own", () => {
    const sound = { type: "audio", source: base64("audio/wav", "AA==") } as const;
    const choices = [0, 1].map((index) => ({ index, parts: [sound], finish: { reason: "stop" } }) as const);
    const ids = ["a", "b"].flatMap((id) => {
      const encoded = response.encode({ id, model: "m", created: 5, choices }, { from: "generate-content" });
      return encoded.ok ? encoded.value.choices.map(({ message }) => message?.audio?.id) : [];
    });
    expect(new Set(ids).size).toBe(4);
  });
});
