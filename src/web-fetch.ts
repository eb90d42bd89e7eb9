/**
 * A `fetch` for the official clients that speaks another style to the upstream. Its only I/O is through the `fetch` that
 * it is given.
 */
import type { Profile, StyleName } from "./canonical/index.js";
import type { Issue } from "./core/issue.js";
import { createExchange, type Exchange, type ExchangeOptions } from "./exchange.js";
import { parseJson } from "./parse-json.js";
import { styleNamed } from "./registry.js";
import { toErrorReply } from "./reply.js";
import { clientHeaders, upstreamHeaders } from "./web-headers.js";
import { pipeStream } from "./web-stream.js";

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface FetchOptions<To extends StyleName = StyleName> extends ExchangeOptions<To> {
  /** The style of the client that is given this `fetch`. */
  readonly from: StyleName;
  /** Does the requests: the platform's own `fetch`, or one of yours. */
  readonly fetch: Fetch;
  /** Where the upstream is, without the style's own path: `https://api.anthropic.com`. Default: the origin that the client calls. */
  readonly baseUrl?: string;
  /** Headers of every upstream request; they win over what the client sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Told what each request or answer lost. */
  readonly onIssues?: (issues: readonly Issue[]) => void;
}

/**
 * Makes a `fetch` for the `fetch` option of a client: what the client sends is translated for the upstream, and the
 * answer, error or stream back. Keys move between `Authorization: Bearer`, `x-api-key` and `x-goog-api-key`; aborting the
 * client's request aborts the upstream's; a stream is read as fast as it is drained. Both profiles default to `"vendor"`.
 *
 * @example
 * new OpenAI({ apiKey, fetch: createFetch({ from: "chat-completions", to: "messages", baseUrl: "https://api.anthropic.com", fetch }) })
 */
export function createFetch<To extends StyleName>(options: FetchOptions<To>): Fetch {
  styleNamed(options.from, "from");
  styleNamed(options.to, "to");
  if (typeof options.fetch !== "function")
    throw new TypeError("Pass the `fetch` that does the requests: `createFetch({ from, to, fetch })`.");
  const { fetch, from, headers, baseUrl, onIssues, profile = "vendor", upstreamProfile = profile, ...exchangeOptions } = options;
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const path = clientPath(url);
    const body = parseJson(await request.text(), { style: from });
    const opened = body.ok ? createExchange({ path, body: body.value }, { ...exchangeOptions, profile, upstreamProfile }) : body;
    if (!opened.ok) return refusal(opened.issues, from, profile);
    const exchange = opened.value;
    onIssues?.(exchange.issues);
    const answer = await fetch(`${(baseUrl ?? url.origin).replace(/\/+$/, "")}${exchange.upstream.path}`, {
      method: "POST",
      headers: upstreamHeaders(request.headers, url, { from, to: options.to, profile: upstreamProfile, extra: headers ?? {} }),
      body: JSON.stringify(exchange.upstream.body),
      signal: request.signal,
    });
    return answered(answer, exchange, onIssues);
  };
}

/** The upstream's answer in the client's words: an error, a stream, or a whole answer. */
async function answered(answer: Response, exchange: Exchange, onIssues: FetchOptions["onIssues"]): Promise<Response> {
  const { style } = exchange;
  if (!answer.ok) {
    const body = parsed(await answer.text());
    const reply = exchange.error({ status: answer.status, body, headers: Object.fromEntries(answer.headers) });
    const headers = clientHeaders(answer.headers, style, "application/json");
    for (const [name, value] of Object.entries(reply.headers)) headers.set(name, value);
    headers.set("content-type", "application/json");
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers });
  }
  if (exchange.stream && answer.body !== null) {
    const body = answer.body.pipeThrough(pipeStream(exchange.streamTranslator(), ({ issues }) => onIssues?.(issues)));
    return new Response(body, { status: answer.status, headers: clientHeaders(answer.headers, style, "text/event-stream") });
  }
  const text = await answer.text();
  const value = parsed(text);
  const result = exchange.response(value);
  onIssues?.(result.issues);
  if (!result.ok) {
    // A success that is none: the client gets an error, and learns that the upstream is to blame.
    const reply = exchange.error({ status: 502, body: value });
    return new Response(JSON.stringify(reply.body), {
      status: reply.status,
      headers: clientHeaders(answer.headers, style, "application/json"),
    });
  }
  const same = result.value === value;
  return new Response(same ? text : JSON.stringify(result.value), {
    status: answer.status,
    headers: clientHeaders(answer.headers, style, "application/json"),
  });
}

function refusal(issues: readonly Issue[], style: StyleName, profile: Profile): Response {
  const { status, body } = toErrorReply(issues, { style, profile });
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** The path as the style has it, when the client's base URL has segments before it: `/openai/v1/chat/completions`. */
function clientPath({ pathname, search }: URL): string {
  const version = /\/v1(?:beta|alpha)?\/(?:chat\/completions|messages|models)(?:[/?:]|$)/.exec(pathname);
  if (version !== null) return pathname.slice(version.index) + search;
  return pathname.endsWith("/chat/completions") ? "/v1/chat/completions" : pathname + search;
}

/** The parsed value, or the text where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
