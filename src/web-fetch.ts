/**
 * A `fetch` for the official clients that speaks another style to the upstream. Its only I/O is through the `fetch` that
 * it is given.
 */
import { checkOptions } from "./call.js";
import type { StyleName } from "./canonical/index.js";
import { collectStream } from "./collect-stream.js";
import type { Issue } from "./core/issue.js";
import { isObject } from "./core/json.js";
import { createExchange, type Exchange, type ExchangeOptions } from "./exchange.js";
import { parseJson } from "./parse-json.js";
import { styleNamed } from "./registry.js";
import { toErrorReply } from "./reply.js";
import { parsePost } from "./route.js";
import { clientHeaders, upstreamHeaders } from "./web-headers.js";
import { pipeStream } from "./web-stream.js";
import { checkAddress, placeOf, upstreamUrl } from "./web-url.js";

/**
 * The part of the platform's `fetch` that is used: anything of this shape will do.
 * Source: https://fetch.spec.whatwg.org.
 */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Options of {@link createFetch}: those of an exchange, and where the upstream is. */
export interface FetchOptions<To extends StyleName = StyleName> extends Omit<ExchangeOptions<To>, "model"> {
  /** The style of the client that is given this `fetch`. */
  readonly from: StyleName;
  /** Does the requests: the platform's own `fetch`, or one of yours. */
  readonly fetch: Fetch;
  /**
   * Where the upstream is: `https://api.anthropic.com`. One that ends in a version (`https://openrouter.ai/api/v1`) takes the
   * place of the path's version; one that ends in the style's own path
   * (`https://….openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21`) is taken as it is. A query
   * is kept. Default: the origin that the client calls.
   */
  readonly baseUrl?: string | URL;
  /** Headers of every upstream request; they win over what the client sent. With a key among them, the client's key is not sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The upstream's model: a name, or what to make of the client's name. Undefined keeps it. */
  readonly model?: string | ((model: string) => string | undefined);
  /** Told what each request or answer lost, and why a request was refused. */
  readonly onIssues?: (issues: readonly Issue[]) => void;
}

/**
 * Makes a `fetch` for the `fetch` option of a client: what the client sends is translated for the upstream, and the
 * answer, error or stream back. Keys move between `Authorization: Bearer`, `x-api-key` and `x-goog-api-key`; aborting the
 * client's request aborts the upstream's; a stream is read as fast as it is drained. What is invalid or cannot be
 * translated is answered without asking the upstream. Both profiles default to `"vendor"`.
 *
 * A success of the upstream that is no answer (an error page, an empty body) becomes a 502; a stream that nobody asked for
 * is collected, and a whole answer where a stream was asked for is streamed. Where both styles are the same, answers go by
 * as they are. Requests to other paths go by, too, where the styles are the same, and are the client's own 404 where not.
 *
 * @throws TypeError for a wrong call: an unknown style, no `fetch`, a `baseUrl` that is none. The `fetch` that comes back fails
 * as the given one fails: no connection, an abort
 * @example
 * new OpenAI({ apiKey, fetch: createFetch({ from: "chat-completions", to: "messages", baseUrl: "https://api.anthropic.com", fetch }) })
 */
export function createFetch<To extends StyleName>(options: FetchOptions<To>): Fetch {
  checkFetchOptions(options);
  const { fetch, from, headers, baseUrl, model, onIssues, profile = "vendor", upstreamProfile = profile, ...exchangeOptions } = options;
  const { to } = options;
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const sent = upstreamHeaders(request.headers, url, { from, to, profile: upstreamProfile, extra: headers ?? {} });
    // It went where the upstream looks for it; an address is no place for a key.
    if (from === "generate-content" && url.searchParams.has("key")) url.searchParams.delete("key");
    // The signal of the caller itself: that of the copied request may be collected before the stream ends.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    const settings = { ...init, redirect: request.redirect, headers: sent, signal };
    const place = placeOf(url, from);
    if (request.method !== "POST" || place === undefined) {
      if (from !== to) return reply(toErrorReply(elsewhere(request.method, url, from), { style: from, profile }));
      const body = request.body === null ? null : await request.arrayBuffer();
      return passed(await fetch(upstreamUrl(baseUrl, url, to), { ...settings, method: request.method, body }), from);
    }
    const text = await request.text();
    const body = parseJson(text, { style: from });
    const renamed = typeof model === "function" && body.ok ? model(modelIn(place.path, body.value)) : model;
    const opened = body.ok
      ? createExchange(
          { path: place.path, body: body.value },
          {
            ...exchangeOptions,
            profile,
            upstreamProfile,
            ...(typeof renamed === "string" ? { model: renamed } : {}),
          },
        )
      : body;
    if (!opened.ok) {
      onIssues?.(opened.issues);
      return reply(toErrorReply(opened.issues, { style: from, profile }));
    }
    const exchange = opened.value;
    onIssues?.(exchange.issues);
    sent.set("content-type", "application/json");
    const same = body.ok && exchange.upstream.body === body.value;
    const answer = await fetch(upstreamUrl(baseUrl, url, to, exchange.upstream.path, from === to ? place : undefined), {
      ...settings,
      method: "POST",
      body: same ? text : JSON.stringify(exchange.upstream.body),
    });
    return answered(answer, exchange, { to, signal, onIssues });
  };
}

/** A wrong call is told at once, and not with the first request. */
function checkFetchOptions(options: FetchOptions): void {
  const call = 'createFetch({ from: "chat-completions", to: "messages", fetch })';
  const { model, ...others } = isObject(options) ? options : {};
  checkOptions(isObject(options) && typeof model === "function" ? others : options, call);
  styleNamed(options.from, "from");
  styleNamed(options.to, "to");
  if (typeof options.fetch !== "function") throw new TypeError(`Pass the \`fetch\` that does the requests: \`${call}\`.`);
  if (options.onIssues !== undefined && typeof options.onIssues !== "function") throw new TypeError("`onIssues` must be a function.");
  // The official clients write it so.
  if ("baseURL" in options) throw new TypeError("`baseURL` is no option; write `baseUrl`.");
  if (options.baseUrl !== undefined) checkAddress(options.baseUrl);
  for (const [name, value] of Object.entries(options.headers ?? {}))
    if (typeof value !== "string")
      throw new TypeError(`\`headers\` must hold texts; \`${name}\` is ${value === undefined ? "undefined" : "none"}.`);
  new Headers(options.headers);
}

interface Waiting {
  readonly to: StyleName;
  readonly signal: AbortSignal | null;
  readonly onIssues: FetchOptions["onIssues"];
}

/** The upstream's answer in the client's words: an error, a stream, or a whole answer. */
async function answered(answer: Response, exchange: Exchange, { to, signal, onIssues }: Waiting): Promise<Response> {
  const { style } = exchange;
  const type = answer.headers.get("content-type") ?? "";
  if (answer.ok && exchange.stream && answer.body !== null && !PAGE.test(type)) {
    const stream = pipeStream(exchange.streamTranslator(), ({ issues }) => onIssues?.(issues));
    const body = untilCut(answer.body, signal).pipeThrough(stream);
    return new Response(body, { status: answer.status, headers: clientHeaders(answer.headers, style, "text/event-stream") });
  }
  if (style === to) return passed(answer, style);
  const text = await answer.text();
  if (!answer.ok) return failed(exchange, answer, text);
  const collected = EVENTS.test(type) ? collectStream(text, { style: to }) : undefined;
  const result = collected?.ok === false ? collected : exchange.response(collected?.value ?? parsed(text));
  onIssues?.(result.issues);
  // A success that is none: the client gets an error, and learns that the upstream is to blame.
  if (!result.ok) return failed(exchange, answer, collected === undefined ? text : result.issues[0].message);
  return new Response(JSON.stringify(result.value), {
    status: answer.status,
    headers: clientHeaders(answer.headers, style, "application/json"),
  });
}

/** What no stream is sent as, whatever a server calls its streams. */
const PAGE = /^\s*text\/html/i;
const EVENTS = /^\s*text\/event-stream/i;

/** An answer that goes by as it is, but for what concerned its connection. */
function passed(answer: Response, style: StyleName): Response {
  // An answer of no status cannot be made anew: that of a failure, or of a redirect that nobody may see.
  if (answer.status < 200) return answer;
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers: clientHeaders(answer.headers, style) });
}

/** An error answer. What is neither an answer nor an error, such as a redirect, is a fault of the upstream. */
function failed(exchange: Exchange, answer: Response, text: string): Response {
  const status = answer.status >= 400 ? answer.status : 502;
  const body = text.trim() === "" ? `The upstream answered ${answer.status}, and nothing else.` : parsed(text);
  const error = exchange.error({ status, body, headers: Object.fromEntries(answer.headers) });
  const headers = clientHeaders(answer.headers, exchange.style, "application/json");
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  return new Response(JSON.stringify(error.body), { status: error.status, headers });
}

function reply({ status, body }: { readonly status: number; readonly body: unknown }): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/**
 * The body up to where its connection breaks: the translator then ends the stream with the client's own error event,
 * after everything that arrived. An abort by the client stays one.
 */
function untilCut(body: ReadableStream<Uint8Array>, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (signal?.aborted) controller.error(error);
          else controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // No chunk is read ahead of its reader.
    { highWaterMark: 0 },
  );
}

function elsewhere(method: string, url: URL, style: StyleName): { readonly kind: "not-found"; readonly message: string } {
  const message = `${method} ${url.pathname.slice(0, 200)} is not translated; this client of ${style} may ask for answers only.`;
  return { kind: "not-found", message };
}

function modelIn(path: string, body: unknown): string {
  const route = parsePost(path);
  if (route.ok && route.value.model !== undefined) return route.value.model;
  return isObject(body) && typeof body.model === "string" ? body.model : "";
}

/** The parsed value, or the text where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
