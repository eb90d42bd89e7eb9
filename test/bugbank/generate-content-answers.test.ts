/** Bugs of other projects in answers, streams and errors from and to generate-content: none of them happens here. */
import { describe, expect, test } from "vitest";
import { createEventTranslator, createStreamTranslator, type StyleName, translateError, translateResponse } from "../../src/index.js";

function answer(to: Exclude<StyleName, "generate-content">, body: object, options = {}) {
  const result = translateResponse(body, { report: "all", from: "generate-content", to, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { body: JSON.parse(JSON.stringify(result.value)), issues: result.issues };
}

function into(from: Exclude<StyleName, "generate-content">, body: object) {
  const result = translateResponse(body, { report: "all", from, to: "generate-content" });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

function events(from: StyleName, to: StyleName, chunks: readonly unknown[], context = {}) {
  const translator = createEventTranslator({ report: "all", from, to, context });
  const all = [...chunks.flatMap((chunk) => translator.push(chunk).events), ...translator.end().events];
  return JSON.parse(JSON.stringify(all));
}

const candidate = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
});
const called = { functionCall: { name: "f", args: {} } };

describe("finish reasons", () => {
  test("STOP with a call ends for the call (BB-003)", () => {
    const { body } = answer("chat-completions", candidate([called], "STOP"));
    expect(body.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
    expect(answer("messages", candidate([called], "STOP")).body.stop_reason).toBe("tool_use");
  });

  test("a call in one chunk and the end in another are one turn (BB-004)", () => {
    const chunks = [candidate([called]), { ...candidate([{ text: "" }], "STOP"), usageMetadata: {} }];
    const chat = events("generate-content", "chat-completions", chunks).flatMap(
      ({ choices }: { choices: { finish_reason: string | null }[] }) => choices.map(({ finish_reason }) => finish_reason),
    );
    expect(chat.filter((reason: string | null) => reason !== null)).toEqual(["tool_calls"]);
    const messages = events("generate-content", "messages", chunks);
    expect(messages.find(({ type }: { type: string }) => type === "message_delta").delta.stop_reason).toBe("tool_use");
  });

  test("only STOP turns into a call's end (BB-155)", () => {
    const chunks = [candidate([called]), candidate([], "MAX_TOKENS")];
    const reasons = events("generate-content", "chat-completions", chunks).flatMap(
      ({ choices }: { choices: { finish_reason: string | null }[] }) => choices.map(({ finish_reason }) => finish_reason),
    );
    expect(reasons.at(-2) ?? reasons.at(-1)).toBe("length");
  });

  test("a reason stands in the last chunk of a choice alone, null before (BB-053)", () => {
    const chunks = [candidate([{ text: "plan", thought: true }]), candidate([{ text: "Hi" }]), candidate([{ text: "" }], "STOP")];
    const reasons = events("generate-content", "chat-completions", chunks).flatMap(
      ({ choices }: { choices: { finish_reason: string | null }[] }) => choices.map(({ finish_reason }) => finish_reason),
    );
    expect(reasons.slice(0, -1).every((reason: string | null) => reason === null)).toBe(true);
    expect(reasons.at(-1)).toBe("stop");
  });

  test("only words of the target come out (BB-028)", () => {
    const reasonOf = (reason: string) =>
      answer("chat-completions", { candidates: [{ finishReason: reason }] }).body.choices[0].finish_reason;
    expect(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"].map(reasonOf)).toEqual(
      Array(6).fill("content_filter"),
    );
    expect(["MAX_TOKENS", "MALFORMED_FUNCTION_CALL", "MADE_UP"].map(reasonOf)).toEqual(["length", "stop", "stop"]);
  });

  test("a candidate without content is an empty answer (BB-139)", () => {
    const body = { candidates: [{ finishReason: "MAX_TOKENS", index: 0 }], usageMetadata: { thoughtsTokenCount: 12 } };
    expect(answer("chat-completions", body).body.choices[0]).toMatchObject({
      index: 0,
      finish_reason: "length",
      message: { role: "assistant" },
    });
    expect(answer("messages", body).body).toMatchObject({ stop_reason: "max_tokens", content: [] });
  });

  test("reasons of messages have their own words here (BB-025)", () => {
    const reasonOf = (stop_reason: string) =>
      into("messages", {
        id: "m",
        type: "message",
        role: "assistant",
        model: "c",
        content: [],
        stop_reason,
        usage: { input_tokens: 1, output_tokens: 1 },
      }).candidates?.[0]?.finishReason;
    expect(["refusal", "model_context_window_exceeded", "end_turn", "max_tokens", "tool_use"].map(reasonOf)).toEqual([
      "SAFETY",
      "MAX_TOKENS",
      "STOP",
      "MAX_TOKENS",
      "STOP",
    ]);
  });

  test("a word that nobody knows is a natural end, and named (BB-029)", () => {
    const result = translateResponse(
      {
        id: "c",
        object: "chat.completion",
        created: 1,
        model: "m",
        choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "eos" }],
      },
      { report: "all", from: "chat-completions", to: "generate-content" },
    );
    expect(result.ok && typeof result.value.candidates?.[0]?.finishReason).toBe("string");
    expect(result.issues.some(({ path }) => path.includes("finish_reason"))).toBe(true);
  });
});

describe("calls", () => {
  test("calls of a stream are numbered through it, with ids of their own (BB-005, BB-079)", () => {
    const chunks = ["a", "b", "a"].map((name) => candidate([{ functionCall: { name, args: { name } } }]));
    const started = events("generate-content", "chat-completions", [...chunks, candidate([], "STOP")])
      .flatMap(({ choices }: { choices: { delta: { tool_calls?: { id?: string; index: number }[] } }[] }) =>
        choices.flatMap(({ delta }) => delta.tool_calls ?? []),
      )
      .filter(({ id }: { id?: string }) => id !== undefined);
    expect(started.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
    expect(new Set(started.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  test("two equal calls of an answer have two ids (BB-079)", () => {
    const { body } = answer("messages", candidate([called, called], "STOP"));
    const ids = body.content.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id: string) => /^[A-Za-z0-9_-]+$/.test(id))).toBe(true);
  });

  test("a whole call streams its arguments (BB-014)", () => {
    const all = events("generate-content", "messages", [candidate([{ functionCall: { name: "add", args: { a: 17, b: 25 } } }], "STOP")]);
    const deltas = all.filter(({ type }: { type: string }) => type === "content_block_delta");
    expect(deltas).toEqual([
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"a":17,"b":25}' } },
    ]);
  });

  test("arguments in pieces become one call before the end (BB-104)", () => {
    const delta = (more: object) => ({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta: more, finish_reason: null }],
    });
    const all = events("chat-completions", "generate-content", [
      delta({ role: "assistant", tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "f", arguments: "" } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: ":1}" } }] }),
      { id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      {
        id: "c",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      },
    ]);
    const parts = all.flatMap(({ candidates }: { candidates: { content: { parts: object[] } }[] }) =>
      candidates.flatMap(({ content }) => content.parts),
    );
    expect(parts.filter((part: object) => "functionCall" in part)).toEqual([{ functionCall: { id: "c1", name: "f", args: { a: 1 } } }]);
    expect(all.at(-1)).toMatchObject({
      candidates: [{ finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
    });
  });

  test("names get back what the client declared (BB-127)", () => {
    const context = { declaredTools: ["Bash"] };
    const named = (name: string) =>
      answer("messages", candidate([{ functionCall: { name, args: {} } }], "STOP"), { context }).body.content[0].name;
    expect(named("default_api:Bash")).toBe("Bash");
    expect(named("default_api:Other")).toBe("default_api:Other");
  });
});

describe("content and counts", () => {
  test("a thought is told by its flag (BB-065)", () => {
    const body = candidate([{ thought: true, text: "plan" }, { text: "Hi" }], "STOP");
    expect(answer("chat-completions", body).body.choices[0].message).toMatchObject({ content: "Hi", reasoning_content: "plan" });
    expect(answer("messages", body).body.content).toEqual([
      { type: "thinking", thinking: "plan", signature: "" },
      { type: "text", text: "Hi" },
    ]);
  });

  test("thoughts count as output (BB-009)", () => {
    const usageMetadata = { promptTokenCount: 20, candidatesTokenCount: 198, thoughtsTokenCount: 405, totalTokenCount: 623 };
    const body = { ...candidate([{ text: "a" }], "STOP"), usageMetadata };
    expect(answer("chat-completions", body).body.usage).toMatchObject({
      prompt_tokens: 20,
      completion_tokens: 603,
      total_tokens: 623,
      completion_tokens_details: { reasoning_tokens: 405 },
    });
    expect(answer("messages", body).body.usage.output_tokens).toBe(603);
  });

  test("cached tokens are part of the prompt, once (BB-010, BB-011, BB-068)", () => {
    const usage = { input_tokens: 7, cache_creation_input_tokens: 100, cache_read_input_tokens: 9000, output_tokens: 5 };
    const wire = into("messages", { id: "m", type: "message", role: "assistant", model: "c", content: [], stop_reason: "end_turn", usage });
    expect(wire.usageMetadata).toMatchObject({ promptTokenCount: 9107, cachedContentTokenCount: 9000, candidatesTokenCount: 5 });
    const back = {
      ...candidate([{ text: "a" }], "STOP"),
      usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 75, candidatesTokenCount: 3 },
    };
    expect(answer("messages", back).body.usage).toMatchObject({ input_tokens: 25, cache_read_input_tokens: 75, output_tokens: 3 });
  });

  test("a count that goes is named where it stands", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, cache_creation_input_tokens: 5 };
    const choices = [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }];
    const body = { id: "x", object: "chat.completion", created: 1, model: "m", choices, usage };
    const { issues } = translateResponse(body, { from: "chat-completions", to: "generate-content" });
    expect(issues.map(({ code, path }) => [code, path])).toContainEqual(["dropped.field", ["usage", "cache_creation_input_tokens"]]);
  });

  test("counts of the first chunk stand in the first event (BB-012)", () => {
    const first = { ...candidate([{ text: "a" }]), usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } };
    const all = events("generate-content", "messages", [first, candidate([{ text: "" }], "STOP")]);
    expect(all[0].message.usage.input_tokens).toBe(9);
    expect(all.find(({ type }: { type: string }) => type === "message_delta").usage).toMatchObject({ input_tokens: 9 });
  });

  test("offsets in bytes become offsets in text (BB-116)", () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: "https://u", title: "t" } }],
      groundingSupports: [{ segment: { startIndex: 0, endIndex: 3 }, groundingChunkIndices: [0] }],
    };
    const body = { candidates: [{ content: { role: "model", parts: [{ text: "héllo" }] }, finishReason: "STOP", groundingMetadata }] };
    expect(answer("chat-completions", body).body.choices[0].message.annotations).toEqual([
      { type: "url_citation", url_citation: { url: "https://u", title: "t", start_index: 0, end_index: 2 } },
    ]);
  });

  test("an answer into messages has every field that clients demand (BB-052)", () => {
    const { body } = answer("messages", candidate([{ text: "a" }], "STOP"));
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(["id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "usage"]),
    );
    expect(body.stop_sequence).toBeNull();
  });

  test("usage comes after the end, where it was asked for (BB-158)", () => {
    const chunks = [
      { ...candidate([{ text: "a" }], "STOP"), usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 } },
    ];
    const asked = events("generate-content", "chat-completions", chunks, { includeStreamUsage: true });
    expect(asked.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } });
    const plain = events("generate-content", "chat-completions", chunks, { includeStreamUsage: false });
    expect(plain.every(({ usage }: { usage?: object | null }) => usage == null)).toBe(true);
  });
});

describe("errors and framing", () => {
  test("a stream that comes as a JSON array is read (BB-055)", () => {
    const translator = createStreamTranslator({ report: "all", from: "generate-content", to: "chat-completions" });
    const text = JSON.stringify([candidate([{ text: "a" }]), candidate([{ text: "]b" }], "STOP")], null, 1);
    const decoder = new TextDecoder();
    const out = [...text].map((char) => decoder.decode(translator.push(char))).join("") + decoder.decode(translator.end());
    expect(out).toContain('"content":"a"');
    expect(out).toContain('"content":"]b"');
    expect(out.trimEnd().endsWith("data: [DONE]")).toBe(true);
  });

  test("an error in an array is an error event of the client's style, and nothing ends well after it (BB-118, BB-146)", () => {
    const all = events("generate-content", "messages", [[{ error: { code: 503, message: "m", status: "UNAVAILABLE" } }]]);
    expect(all.at(-1)).toMatchObject({ type: "error", error: { message: "m" } });
    const chat = events("generate-content", "chat-completions", [{ error: { code: 503, message: "m", status: "UNAVAILABLE" } }]);
    expect(chat.at(-1)).toMatchObject({ error: { message: "m" } });
  });

  test("an error event of messages is an error object here (BB-026)", () => {
    const all = events("messages", "generate-content", [
      {
        type: "message_start",
        message: {
          id: "m",
          type: "message",
          role: "assistant",
          model: "c",
          content: [],
          stop_reason: null,
          usage: { input_tokens: 1, output_tokens: 0 },
        },
      },
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    ]);
    expect(all.at(-1)).toMatchObject({ error: { code: 503, status: "UNAVAILABLE", message: "Overloaded" } });
  });

  test("errors have the envelope of the client's style (BB-056)", () => {
    const { value } = translateError(
      { status: 400, body: { error: { code: 400, message: "M", status: "INVALID_ARGUMENT" } } },
      { report: "all", from: "generate-content", to: "messages" },
    );
    expect(value.body).toEqual({ type: "error", error: { type: "invalid_request_error", message: "M" } });
  });

  test("an error inside the message of another tells its own message (BB-119)", () => {
    const message = JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: "M" } });
    const { value, issues } = translateError(
      { status: 400, body: { error: { code: 400, message, status: "INVALID_ARGUMENT" } } },
      { report: "all", from: "generate-content", to: "messages" },
    );
    expect(value.body).toEqual({ type: "error", error: { type: "invalid_request_error", message: "M" } });
    expect(issues).toContainEqual(expect.objectContaining({ code: "approximated.error", path: ["body", "error", "message"] }));
  });

  test("a usage chunk without choices ends no candidate (BB-103)", () => {
    const chunk = (choices: readonly object[], more = {}) => ({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices,
      ...more,
    });
    const all = events("chat-completions", "generate-content", [
      chunk([{ index: 0, delta: { role: "assistant", content: "a" }, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
      chunk([], { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } }),
    ]);
    expect(all.at(-1)).toMatchObject({ usageMetadata: { totalTokenCount: 3 }, candidates: [{ finishReason: "STOP" }] });
  });
});
