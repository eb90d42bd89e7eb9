import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { collectStream, createStreamTranslator, streamResponse, translateResponse } from "../../../src/index.js";
import type { CanonicalResponse, Choice, Usage } from "../../../src/model/index.js";
import { styleFacts } from "../../../src/style-lists.js";
import { decodeUsage, encodeUsage } from "../../../src/styles/chat-completions/finish.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { audio, base64, call } from "../../support/parts.js";
import { answerOf, fine, own, read } from "./support.js";

const decode = (message: object, finish_reason = "stop", options?: DecodeOptions) =>
  fine(response.decode({ choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }] }, options)).value.choices[0];

function encode(choice: Partial<Choice>, rest: Partial<CanonicalResponse> = {}, options: EncodeOptions = { from: "generate-content" }) {
  const choices: Choice[] = [{ index: 0, parts: [], finish: { reason: "stop" }, ...choice }];
  return fine(response.encode({ id: "i", model: "m", created: 5, choices, ...rest }, options));
}

function codes({ issues }: { readonly issues: readonly Issue[] }): string[] {
  return issues.map(({ code, path }) => `${code} ${path.join(".")}`);
}

describe("decoding", () => {
  test("the annotations that another style cannot carry are named one by one, where some of them are carried", () => {
    const cited = { type: "url_citation", url_citation: { start_index: 0, end_index: 5, url: "https://a", title: "T" } };
    const file = { type: "file", file: { name: "a" } };
    const lost = (annotations: readonly object[]) =>
      (["messages", "generate-content"] as const).map((to) =>
        codes(translateResponse(answerOf({ content: "Hello", annotations }), { report: "all", from: "chat-completions", to })).filter(
          (code) => code.startsWith("dropped.field choices.0.message"),
        ),
      );
    const each = (...entries: string[]) => [entries, entries];
    const at = "dropped.field choices.0.message.annotations";
    expect(lost([cited, file, cited, file])).toEqual(each(`${at}.1`, `${at}.3`));
    expect(lost([file, file])).toEqual(each(at));
    const { issues, value } = encode({}, read({ content: "Hello", annotations: [file, cited] }).value, { from: "chat-completions" });
    expect(value.choices[0]?.message?.annotations).toEqual([file, cited]);
    expect(issues).toEqual([]);
    const streamed = streamResponse(answerOf({ content: "Hello", annotations: [file, cited] }), {
      report: "all",
      style: "chat-completions",
    });
    expect(streamed.ok && streamed.value).toContain(`"delta":{"annotations":[${JSON.stringify(file)}]}`);
  });

  test("a call without id gets the same one each time, and rewritten names are restored (BB-079, BB-127)", () => {
    const message = { tool_calls: [{ id: "", function: { name: "default_api:f_1", arguments: null } }] };
    const context = { declaredTools: ["f_1"], toolNames: { f_1: "f 1" } };
    const [call] = decode(message, "tool_calls", { context })?.parts ?? [];
    expect(call).toMatchObject({ type: "tool-call", name: "f 1", arguments: { json: "{}", value: {} }, idSynthesized: true });
    expect(decode(message, "tool_calls", { context })?.parts[0]).toEqual(call);
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
});

describe("finish reasons", () => {
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
});

describe("answers that cannot be read", () => {
  test("are refused where a picture is none", () => {
    const content = [{ type: "image_url", image_url: { url: "data:,x" } }];
    const decoded = response.decode(answerOf({ content }), { styles: styleFacts });
    expect(decoded).toMatchObject({ ok: false, issues: [{ code: "failed.unsupported" }] });
    expect(codes(decoded)).toEqual(["failed.unsupported choices.0.message.content.0.image_url.url"]);
  });
});

describe("the word of another service", () => {
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
});

describe("usage", () => {
  test.each<[Parameters<typeof decodeUsage>[0], object, string[]]>([
    [{ prompt_tokens: 3, prompt_cache_hit_tokens: 2 }, { inputTokens: 3, outputTokens: 0, cacheReadTokens: 2 }, []],
    [{ prompt_tokens: 3, cached_tokens: 2, num_cached_tokens: 1 }, { cacheReadTokens: 2, extensions: own({ num_cached_tokens: 1 }) }, []],
    [
      { prompt_tokens: 3, cached_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } },
      { cacheReadTokens: 1, extensions: own({ cached_tokens: 2 }) },
      [],
    ],
    [{ prompt_tokens: 3, prompt_cache_hit_tokens: "2" }, { extensions: own({ prompt_cache_hit_tokens: "2" }) }, []],
    [{ prompt_tokens: 3, cached_tokens: 1.5 }, { extensions: own({ cached_tokens: 1.5 }) }, []],
    [{ prompt_tokens: 3, cached_tokens: -1, num_cached_tokens: 2 }, { cacheReadTokens: 2, extensions: own({ cached_tokens: -1 }) }, []],
    [{ completion_tokens: 2 }, { inputTokens: 0, outputTokens: 2 }, []],
    [
      { prompt_tokens: 3, completion_tokens: 2, total_tokens: 9, completion_tokens_details: { reasoning_tokens: 4 } },
      { outputTokens: 6, reasoningTokens: 4 },
      [],
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
    expect(decodeUsage(wire, ["usage"], (issue) => issues.push(issue))).toEqual({ ...usage, totalTokens: 1300 });
    expect(encodeUsage(usage, ["usage"], { profile: "vendor" }, (issue) => issues.push(issue))).toEqual(wire);
    expect(issues).toEqual([]);
  });

  test.each(["prompt_cache_hit_tokens", "cached_tokens", "num_cached_tokens"])("`%s` counts what was read from the cache", (name) => {
    const wire = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11, [name]: 4 };
    const usage = { inputTokens: 10, outputTokens: 1, totalTokens: 11, cacheReadTokens: 4 };
    expect(decodeUsage(wire, ["usage"], () => expect.unreachable())).toEqual(usage);
    expect(decodeUsage({ ...wire, prompt_tokens_details: { cached_tokens: 3 } }, ["usage"], () => undefined)).toMatchObject({
      cacheReadTokens: 3,
      extensions: own({ [name]: 4 }),
    });
  });

  test("audio without text beside it has text beside it on the way back", () => {
    const issues: Issue[] = [];
    const inputByModality = [{ modality: "AUDIO", tokens: 2 }];
    const usage = { inputTokens: 5, outputTokens: 1, inputAudioTokens: 2, inputByModality, outputByModality: [] };
    encodeUsage(usage, ["usage"], { profile: "gateway" }, (issue) => issues.push(issue));
    expect(codes({ issues })).toEqual(["equivalent.form usage.inputByModality", "equivalent.form usage.outputByModality"]);
  });
});

describe("an answer", () => {
  const choice = (index: number | null) => ({ index, message: { role: "assistant", content: "A" }, finish_reason: "stop" });

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

  test("gives each recording without an id one of its own", () => {
    const sound = audio(base64("audio/wav", "AA=="));
    const choices = [0, 1].map((index) => ({ index, parts: [sound], finish: { reason: "stop" } }) as const);
    const ids = ["a", "b"].flatMap((id) => {
      const encoded = response.encode({ id, model: "m", created: 5, choices }, { from: "generate-content" });
      return encoded.ok ? encoded.value.choices.map(({ message }) => message?.audio?.id) : [];
    });
    expect(new Set(ids).size).toBe(4);
  });
});
