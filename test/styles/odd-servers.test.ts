/** What compatible servers send that no description has; more of it is among the documents of `test/bugbank`. */
import { describe, expect, test } from "vitest";
import {
  createStreamTranslator,
  type Issue,
  type StyleName,
  streamResponse,
  translateError,
  translateResponse,
  unwrap,
  validateResponse,
} from "../../src/index.js";
import { styleNames } from "../../src/style-lists.js";

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

function codes(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ code, path }) => `${code} ${path.join(".")}`);
}

test.each([
  [3, ["completion_tokens", "total_tokens"]],
  [undefined, ["completion_tokens"]],
  [9, ["total_tokens", "completion_tokens"]],
])("a part that is larger than its whole makes a total of %j another one, which is told", (total_tokens, told) => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens, completion_tokens_details: { reasoning_tokens: 3 } };
  const { issues } = translateResponse({ id: "a", choices: [{}], usage }, { from: "chat-completions", to: "generate-content" });
  const counted = issues.filter(({ code }) => code === "approximated.usage");
  expect(counted.map(({ path }) => path.join("."))).toEqual(told.map((name) => `usage.${name}`));
});

test("what is no answer makes none", () => {
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

test("a block of an answer is not left out for its kind, which cannot be read", () => {
  const claude = {
    id: "a",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: null, text: "hi" }],
    stop_reason: "end_turn",
  };
  const content = [{ type: 5, text: "hi" }];
  const chat = { id: "c", object: "chat.completion", created: 1, model: "m", choices: [{ index: 0, message: { content } }] };
  expect(translateResponse(claude, { from: "messages", to: "generate-content" })).toMatchObject({ ok: false });
  expect(translateResponse(chat, toMessages)).toMatchObject({ ok: false });
  expect(streamed(chunks({ delta: { content }, finish_reason: "stop" }), toMessages).issues).toContainEqual(
    expect.objectContaining({ path: [0, "choices", 0, "delta", "content", 0], message: expect.stringContaining("not the number 5") }),
  );
});

test("the error of a second choice is named", () => {
  const choices = [{ error: { code: 502, message: "Down." } }, { error: { code: 429, message: "Slow down." } }];
  const told = translateError({ status: 502, body: { choices } }, toMessages);
  expect(told).toMatchObject({ value: { body: { error: { message: "Down." } } } });
  expect(codes(told.issues)).toEqual(["dropped.field body.choices.1.error"]);
});
