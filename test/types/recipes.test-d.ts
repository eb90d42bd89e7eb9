/** What a user writes on the first day, under `strict` and without a cast: it compiles, and has the types that an editor shows. */
import type Anthropic from "@anthropic-ai/sdk";
import { Hono } from "hono";
import OpenAI from "openai";
import { expectTypeOf, test } from "vitest";
import { styles } from "../../src/codec.js";
import {
  type ChatCompletionsResponse,
  type ChatCompletionsStreamEvent,
  collectStream,
  createEventTranslator,
  createExchange,
  createStreamTranslator,
  describeIssue,
  explainIssue,
  type GenerateContentResponse,
  type Issue,
  type MessagesRequestInput,
  type MessagesResponse,
  type MessagesResponseInput,
  type Result,
  toErrorReply,
  translateError,
  translateEvents,
  translateRequest,
  translateResponse,
  unwrap,
  validateRequest,
  validator,
} from "../../src/index.js";
import { createFetch, createHandler, toResponse, translateStream } from "../../src/web.js";

const body = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] };

test("a request for another service, and its answer back", () => {
  const call = async (anthropic: Anthropic) => {
    const { value } = unwrap2(translateRequest(body, { from: "chat-completions", to: "messages", model: "claude-sonnet-4-5" }));
    const answer = await anthropic.messages.create(value.body);
    return unwrap(translateResponse(answer, { from: "messages", to: "chat-completions", context: value.context }));
  };
  const unwrap2 = <T>(result: Result<T>) => ({ value: unwrap(result) });
  expectTypeOf(call).returns.resolves.toEqualTypeOf<ChatCompletionsResponse>();
});

test("the blocks of an answer, told apart by type", () => {
  const result = translateResponse({}, { from: "chat-completions", to: "messages" });
  const shown = (result.ok ? result.value.content : []).map((block) => {
    switch (block.type) {
      case "text":
        return block.text;
      case "thinking":
        return block.thinking;
      case "tool_use":
        return `${block.name} ${JSON.stringify(block.input)}`;
      default:
        return block.type;
    }
  });
  expectTypeOf(shown).toEqualTypeOf<string[]>();
  if (!result.ok) expectTypeOf(result.issues.map(describeIssue)).toEqualTypeOf<string[]>();
  expectTypeOf(result.issues.map(({ code }) => explainIssue(code))).items.toEqualTypeOf<string>();
});

test("a stream: bytes, events of a client, events by hand", () => {
  const chunks = async (stream: AsyncIterable<Anthropic.RawMessageStreamEvent>, upstream: AsyncIterable<Uint8Array>) => {
    const translator = createStreamTranslator({ from: "messages", to: "chat-completions" });
    const bytes: Uint8Array[] = [];
    for await (const chunk of upstream) bytes.push(translator.push(chunk));
    const text: string[] = [];
    for await (const chunk of translateEvents(stream, { from: "messages", to: "chat-completions" }))
      for (const { delta } of chunk.choices ?? []) text.push(delta.content ?? "");
    return [...bytes, translator.end(), ...text];
  };
  expectTypeOf(chunks).toBeFunction();
  const events = translateEvents(new ReadableStream<unknown>(), {
    from: "messages",
    to: "chat-completions",
    onIssues: (found: readonly Issue[]) => found,
  });
  expectTypeOf(events).toEqualTypeOf<AsyncGenerator<ChatCompletionsStreamEvent, void, undefined>>();
  const machine = createEventTranslator({ from: "generate-content", to: "chat-completions" });
  expectTypeOf(machine.push({}).events).toEqualTypeOf<readonly ChatCompletionsStreamEvent[]>();
  new Response("").body?.pipeThrough(translateStream({ from: "messages", to: "chat-completions" }));
});

test("a stream as an answer: at once where all of it is there, else as a promise", () => {
  expectTypeOf(collectStream("", { style: "messages" })).toEqualTypeOf<Result<MessagesResponse>>();
  expectTypeOf(collectStream(new Uint8Array(0), { style: "generate-content" })).toEqualTypeOf<Result<GenerateContentResponse>>();
  const { body: stream } = new Response("");
  if (stream !== null) expectTypeOf(collectStream(stream, { style: "messages" })).toEqualTypeOf<Promise<Result<MessagesResponse>>>();
  // @ts-expect-error: the style is missing
  collectStream("", {});
});

test("a validator where a framework takes a schema", () => {
  const schema = validator({ style: "messages", profile: "vendor" });
  expectTypeOf(schema.parse({})).toEqualTypeOf<MessagesRequestInput>();
  expectTypeOf(validator({ style: "messages", document: "response" }).parse({})).toEqualTypeOf<MessagesResponseInput>();
  // @ts-expect-error: there is no such document
  validator({ style: "messages", document: "stream" });
  const app = new Hono();
  app.post("/v1/messages", async (context) => {
    const checked = schema["~standard"].validate(await context.req.json());
    return checked.issues === undefined ? context.json({ model: checked.value.model }) : context.json(checked.issues, 400);
  });
  const valid = validateRequest(body, { style: "chat-completions" });
  if (valid.ok) expectTypeOf(valid.value.messages?.[0]?.role).toExtend<string | null | undefined>();
});

test("a gateway in one function, a client with another service behind it, and an exchange by hand", () => {
  const { fetch } = globalThis;
  const handle = createHandler({ to: "messages", baseUrl: "https://api.anthropic.com", models: { "gpt-*": "claude-sonnet-4-5" }, fetch });
  expectTypeOf(handle).toEqualTypeOf<(request: Request) => Promise<Response>>();
  new Hono().all("/v1/*", (context) => handle(context.req.raw));
  createHandler({
    to: "messages",
    baseUrl: new URL("https://a.b"),
    fetch,
    keys: async (key) => key !== "",
    onIssues: (_, { phase }) => phase,
  });
  // @ts-expect-error: there is no such style
  createHandler({ to: "claude", baseUrl: "https://api.anthropic.com", fetch });
  // @ts-expect-error: the upstream is missing
  createHandler({ to: "messages", fetch });
  // @ts-expect-error: the option is misspelt
  createHandler({ to: "messages", baseUrl: "https://api.anthropic.com", fetch, model: "m" });
  const client = new OpenAI({ apiKey: "k", fetch: createFetch({ from: "chat-completions", to: "messages", fetch }) });
  expectTypeOf(client.chat.completions.create).toBeFunction();
  const serve = async (path: string, request: unknown) => {
    const opened = createExchange({ path, body: request }, { to: "messages", model: "claude-sonnet-4-5" });
    if (!opened.ok) {
      const reply = toErrorReply(opened.issues, { path });
      return Response.json(reply.body, { status: reply.status });
    }
    const exchange = opened.value;
    const sent = await fetch(`https://api.anthropic.com${exchange.upstream.path}`, { body: JSON.stringify(exchange.upstream.body) });
    return toResponse(exchange, sent);
  };
  expectTypeOf(serve).returns.resolves.toEqualTypeOf<Response>();
});

test("settings that may be missing, and a limit of time", () => {
  const settings: { readonly key: string | undefined; readonly url: string | undefined; readonly models: readonly string[] | undefined } = {
    key: process.env.UPSTREAM_KEY,
    url: process.env.UPSTREAM_URL,
    models: undefined,
  };
  const { key: upstreamKey, url: baseUrl, models } = settings;
  createHandler({
    to: "messages",
    baseUrl: baseUrl ?? "https://api.anthropic.com",
    upstreamKey,
    models,
    basePath: process.env.BASE_PATH,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.any([init.signal, AbortSignal.timeout(60_000)]) }),
  });
  createFetch({ from: "chat-completions", to: "messages", baseUrl, fetch });
});

test("an error in the words of another service, and the model in between", () => {
  const reply = translateError({ status: 429, body: {} }, { from: "messages", to: "chat-completions" }).value;
  expectTypeOf(reply.body.error.message).toEqualTypeOf<string>();
  // @ts-expect-error: the body of a response must be read
  translateError(new Response("{}"), { from: "messages", to: "chat-completions" });
  translateError({ ...{ status: 429, headers: new Headers() }, body: "{}" }, { from: "messages", to: "chat-completions" });
  const decoded = styles.messages.request.decode({});
  if (decoded.ok) expectTypeOf(decoded.value.turns.length).toEqualTypeOf<number>();
});
