/** What a caller's editor knows: results by style, wrong calls refused. */
import { expectTypeOf, test } from "vitest";
import {
  type ChatCompletionsRequest,
  type ChatCompletionsRequestInput,
  createExchange,
  createStreamTranslator,
  type ErrorReply,
  type GenerateContentRequest,
  type Issue,
  type Lenient,
  type MessagesRequest,
  type MessagesRequestInput,
  type MessagesResponseInput,
  parseJson,
  parseRoute,
  type Result,
  type Route,
  type StyleName,
  translateError,
  translateRequest,
  translateRequestBytes,
  translateResponse,
  validateRequest,
  type WireOf,
} from "../../src/index.js";
import { styleNames, type styles } from "../../src/style-lists.js";

test("a translated request has the target's type", () => {
  const result = translateRequest({}, { from: "chat-completions", to: "messages" });
  expectTypeOf(result.issues).toExtend<readonly Issue[]>();
  if (!result.ok) {
    expectTypeOf(result.issues[0]).toEqualTypeOf<Issue>();
    return;
  }
  expectTypeOf(result.value.path).toEqualTypeOf<string>();
  expectTypeOf(result.value.body).toEqualTypeOf<WireOf["messages"]["request"]>();
  expectTypeOf(result.value.body.max_tokens).toEqualTypeOf<number>();
});

test("a translated answer and error have the target's type", () => {
  expectTypeOf(translateResponse({}, { from: "messages", to: "generate-content" })).toEqualTypeOf<
    Result<WireOf["generate-content"]["response"]>
  >();
  expectTypeOf(translateError({ body: "" }, { from: "messages", to: "chat-completions" }).value).toEqualTypeOf<
    ErrorReply<WireOf["chat-completions"]["error"]>
  >();
});

test("a validated body has its style's type", () => {
  const result = validateRequest({}, { style: "messages" });
  if (result.ok) expectTypeOf(result.value).toEqualTypeOf<MessagesRequestInput>();
});

test("what may be the very body that came is as services and clients write it", () => {
  const same = translateRequest({}, { from: "messages", to: "messages" });
  if (same.ok) expectTypeOf(same.value.body).toEqualTypeOf<MessagesRequestInput>();
  const from: StyleName = [...styleNames][0] ?? "messages";
  const either = translateResponse({}, { from, to: "messages" });
  if (either.ok) expectTypeOf(either.value).toEqualTypeOf<MessagesResponseInput>();
});

test("blocks of a written answer narrow by their type", () => {
  const result = translateResponse({}, { from: "chat-completions", to: "messages" });
  for (const block of result.ok ? result.value.content : [])
    if (block.type === "tool_use") expectTypeOf(block.name).toEqualTypeOf<string>();
    else if (block.type === "text") expectTypeOf(block.text).toEqualTypeOf<string>();
});

test("a typo in a document that is written in place is an error", () => {
  // @ts-expect-error: `max_token`
  ({ model: "m", max_tokens: 9, max_token: 9, messages: [] }) satisfies MessagesRequest;
  // @ts-expect-error: `txt`
  ({ messages: [{ role: "user", content: [{ type: "text", txt: "hi" }] }] }) satisfies Lenient<MessagesRequest>;
  // @ts-expect-error: `temprature`
  ({ model: "m", messages: [], temprature: 1 }) satisfies Lenient<ChatCompletionsRequest>;
  // @ts-expect-error: `maxOutputToken`
  ({ contents: [], generationConfig: { maxOutputToken: 1 } }) satisfies Lenient<GenerateContentRequest>;
});

test("so is one in a document that is written in a call", () => {
  // @ts-expect-error: `max_token`
  translateRequest({ model: "m", max_token: 9, messages: [] }, { from: "messages", to: "chat-completions" });
  // @ts-expect-error: `txt`
  validateRequest({ messages: [{ role: "user", content: [{ type: "text", txt: "hi" }] }] }, { style: "messages" });
  // @ts-expect-error: `temprature`
  translateRequest({ model: "m", messages: [], temprature: 1 }, { from: "chat-completions", to: "messages" });
  // @ts-expect-error: `maxOutputToken`
  validateRequest({ contents: [], generationConfig: { maxOutputToken: 1 } }, { style: "generate-content", path: "/v1beta/models/m" });
  // @ts-expect-error: a text that was not parsed
  translateRequest("{}", { from: "chat-completions", to: "messages" });
});

test("a body of which nothing is known is taken, and so are new words, nulls and the fields of compatible servers", () => {
  const parsed: unknown = JSON.parse("{}");
  const record: Record<string, unknown> = {};
  const json = parseJson("{}", { style: "messages" });
  const messages = [{ role: "user", content: "hi" }];
  for (const body of [parsed, record, JSON.parse("{}"), json.ok ? json.value : null])
    translateRequest(body, { from: "messages", to: "chat-completions" });
  validateRequest(parsed, { style: "messages" });
  validateRequest(record, { style: "messages" });
  if (json.ok) validateRequest(json.value, { style: "messages" });
  translateRequest({ model: "m", messages, top_k: 3, stop: null, store: true }, { from: "chat-completions", to: "messages" });
  const marked = { role: "assistant", reasoning: "so", content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }] };
  validateRequest({ model: "m", messages: [{ role: "critic", content: "hi" }, marked] }, { style: "chat-completions" });
});

test("a style that is known only at run time is fine", () => {
  const to: StyleName = "messages" satisfies StyleName;
  expectTypeOf(translateRequest({}, { from: "chat-completions", to }).ok).toEqualTypeOf<boolean>();
});

test("an exchange knows what to send", () => {
  const opened = createExchange({ path: "/v1/messages", body: {} }, { to: "chat-completions" });
  if (opened.ok) expectTypeOf(opened.value.upstream.body).toEqualTypeOf<ChatCompletionsRequestInput>();
});

test("streams are bytes to bytes", () => {
  const translator = createStreamTranslator({ from: "messages", to: "chat-completions" });
  expectTypeOf(translator.push).parameter(0).toEqualTypeOf<Uint8Array | string>();
  expectTypeOf(translator.push).returns.toEqualTypeOf<Uint8Array<ArrayBuffer>>();
  expectTypeOf(translator.end()).toExtend<BodyInit>();
});

test("what is written may be the body of a request or an answer, where what came may be", () => {
  const request = translateRequestBytes(new Uint8Array(0), { from: "messages", to: "chat-completions" });
  if (request.ok) expectTypeOf(request.value.body).toExtend<BodyInit>();
});

test("a route is told apart by its endpoint", () => {
  const route = parseRoute("POST", "/v1/messages");
  if (!route.ok) return;
  expectTypeOf(route.value).toEqualTypeOf<Route>();
  if (route.value.endpoint !== "models") expectTypeOf(route.value.style).toEqualTypeOf<StyleName>();
});

test("every style is a key of the registry", () => {
  expectTypeOf<keyof typeof styles>().toEqualTypeOf<StyleName>();
});

test("wrong calls are refused", () => {
  // @ts-expect-error: no such style
  translateRequest({}, { from: "chat", to: "messages" });
  // @ts-expect-error: `to` is missing
  translateResponse({}, { from: "messages" });
  // @ts-expect-error: no such policy value
  translateRequest({}, { from: "messages", to: "chat-completions", outOfRange: "ignore" });
});
