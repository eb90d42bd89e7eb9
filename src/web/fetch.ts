/**
 * A `fetch` for the official clients that uses another style towards the upstream. Its only I/O is through the `fetch` that
 * it is given.
 */
import { ANYTHING, COUNT, checkOptions, checkProfile, FUNCTION, MODEL, type Takes, TRANSLATION, without } from "../call.js";
import { broken, type Issue } from "../core/issue.js";
import { attempt } from "../core/json.js";
import { isPlainPath } from "../core/url-path.js";
import { createExchange, type ExchangeOptions, type OwnFault, toErrorReply } from "../exchange.js";
import type { StyleName } from "../model/index.js";
import { ofStyle, ownFacts } from "../style-lists.js";
import { parseJson } from "../transport.js";
import { answered, isRedirect, passed, redirected, reply } from "./answer.js";
import { checkAddress, placeOf, upstreamHeaders, upstreamUrl } from "./headers.js";
import { answerTooLong, bytesUpTo, clientLeft, type Emit, MAX_ANSWER_BYTES, type OnIssues } from "./stream.js";

/**
 * The part of the platform's `fetch` that is used: anything of this shape will do.
 * Source: https://fetch.spec.whatwg.org.
 */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * How `createHandler` calls the `fetch` that it is given: with the address as text, headers, and the signal of the client's request.
 * Source: https://fetch.spec.whatwg.org.
 */
export type UpstreamFetch = (
  input: string,
  init: RequestInit & { readonly headers: Headers; readonly signal: AbortSignal },
) => Promise<Response>;

/** Options of {@link createFetch}: those of an exchange, and where the upstream is. */
export interface FetchOptions<To extends StyleName = StyleName> extends ExchangeOptions<To> {
  /** The style of the client that is given this `fetch`. */
  readonly from: StyleName;
  /** Does the requests: the platform's own `fetch`, or one of yours. */
  readonly fetch: Fetch;
  /**
   * Where the upstream is: `https://api.anthropic.com`. A version in it (`https://openrouter.ai/api/v1`, and before other steps of
   * a chat-completions address: `https://generativelanguage.googleapis.com/v1beta/openai`) takes the place of the path's version;
   * without one the path has its own. For services whose path has none, and for all that is found elsewhere, give the whole
   * endpoint: what ends in the style's own path (`https://api.perplexity.ai/chat/completions`,
   * `https://….openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21`) is taken as it is. A query is
   * kept; a slash at the end is refused. Default: the origin that the client calls.
   */
  readonly baseUrl?: string | URL | undefined;
  /** Headers of every upstream request; they win over what the client sent. With a key among them, the client's key is not sent. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of an answer of the upstream that is no stream, in bytes; a longer one is answered with 502. Default 134 217 728 (128 MiB). */
  readonly maxAnswerBytes?: number | undefined;
  /**
   * Told what each request or answer lost, and why a request was refused as invalid. Other refusals (unknown keys and models, lengths, methods) and
   * error answers of the upstream are no findings: the status shows them.
   */
  readonly onIssues?: OnIssues | undefined;
}

/**
 * Makes a `fetch` for the `fetch` option of a client: what the client sends is translated for the upstream, and the
 * answer, error or stream back. Keys move between `Authorization: Bearer`, `x-api-key` and `x-goog-api-key`; aborting the
 * client's request aborts the upstream's; a stream is read as fast as it is drained. No redirect is followed, so that keys go to
 * the origin of `baseUrl` and nowhere else. Of the upstream's headers the client gets what clients read (ids of requests,
 * limits, how long to wait), and nothing of accounts and sessions. What is invalid or cannot be
 * translated is answered without asking the upstream. Both profiles default to `"vendor"`.
 *
 * A success of the upstream that is no answer (a redirect, an error page, an empty body) becomes a 502, an error that comes as a success
 * an answer of the status of its kind, also where a stream was asked for; a stream that nobody asked for is collected, and a
 * whole answer where a stream was asked for is streamed. Where both styles are the same, answers but redirects go by as they are, but for another `answerModel`. Requests to other paths go by, too, where the styles are the same, and are the client's own 404 where not.
 *
 * @throws TypeError for a wrong call: an unknown style, no `fetch`, a `baseUrl` that is none. The `fetch` that comes back fails
 * as the given one fails: no connection, an abort
 * @example
 * new OpenAI({ apiKey, fetch: createFetch({ from: "chat-completions", to: "messages", baseUrl: "https://api.anthropic.com", fetch }) })
 */
export function createFetch<To extends StyleName>(options: FetchOptions<To>): Fetch {
  const call = 'createFetch({ from: "chat-completions", to: "messages", fetch })';
  checkOptions(options, call, OPTIONS);
  ofStyle(ownFacts, options.from, "from");
  checkUpstream(options, call);
  const { fetch, from, headers: extra = {}, baseUrl, profile = "vendor", upstreamProfile = "vendor", ...rest } = options;
  const { onIssues, maxAnswerBytes = MAX_ANSWER_BYTES, ...others } = rest;
  const { to } = options;
  const refuse = (issues: readonly Issue[]) => reply(toErrorReply(issues, { style: from, profile }));
  return async (input, init) => {
    const request = new Request(input, init);
    const emit: Emit = (issues, phase) => onIssues?.(issues, { request, phase });
    const url = new URL(request.url);
    const sent = upstreamHeaders(request.headers, url, { from, to, upstreamProfile, extra });
    // It went where the upstream looks for it; an address is no place for a key.
    if (url.searchParams.has("key")) url.searchParams.delete("key");
    // The signal of the caller itself: that of the copied request may be collected before the stream ends.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    // The fetch standard keeps every header but `authorization` on the way to another origin: keys would leave with a redirect.
    const settings: RequestInit = { ...init, redirect: "manual", headers: sent, signal };
    const place = placeOf(url, from);
    if (request.method !== "POST" || place === undefined || !isPlainPath(url.pathname)) {
      if (from !== to || !isPlainPath(url.pathname)) return refuse([elsewhere(request.method, url, from)]);
      const body = request.body === null ? null : await request.arrayBuffer();
      const answer = await fetch(upstreamUrl(baseUrl, url, to, place?.path, place), { ...settings, method: request.method, body });
      return isRedirect(answer) ? redirected(answer, { style: from, profile }) : passed(answer, from);
    }
    const text = await request.text();
    const body = parseJson(text, { style: from });
    const opened = body.ok ? createExchange({ path: place.path, body: body.value }, { ...others, profile, upstreamProfile }) : body;
    if (!opened.ok) {
      emit(opened.issues, "request");
      return refuse(opened.issues);
    }
    const exchange = opened.value;
    emit(exchange.issues, "request");
    sent.set("content-type", "application/json");
    const same = body.ok && exchange.upstream.body === body.value;
    const answer = await fetch(upstreamUrl(baseUrl, url, to, exchange.upstream.path, from === to ? place : undefined), {
      ...settings,
      method: "POST",
      body: same ? text : JSON.stringify(exchange.upstream.body),
    });
    return answered(answer, exchange, { signal, emit, maxAnswerBytes });
  };
}

/** Refuses what is no upstream. */
export function checkUpstream(options: Pick<FetchOptions, "to" | "baseUrl" | "headers"> & { readonly fetch: unknown }, call: string): void {
  ofStyle(ownFacts, options.to, "to");
  if (typeof options.fetch !== "function") throw new TypeError(`Pass the \`fetch\` that does the requests: \`${call}\`.`);
  if (options.baseUrl !== undefined) checkAddress(options.baseUrl);
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (typeof value !== "string")
      throw new TypeError(`\`headers\` must hold texts; \`${name}\` is ${value === undefined ? "undefined" : "none"}.`);
    // The platform's own error would show the value, which may be a key.
    if (attempt(() => new Headers([[name, value]]), value) === undefined)
      throw new TypeError(`\`headers\` holds for \`${name}\` what no header can.`);
  }
}

/** What `createFetch` and `createHandler` take alike. */
export const UPSTREAM: Takes = {
  upstreamProfile: checkProfile,
  answerModel: MODEL,
  fetch: ANYTHING,
  baseUrl: ANYTHING,
  headers: ANYTHING,
  maxAnswerBytes: COUNT,
  onIssues: FUNCTION,
};
const OPTIONS = { ...without(TRANSLATION, "path"), ...UPSTREAM };

function elsewhere(method: string, { pathname }: URL, style: StyleName): Issue {
  const asked = `${method} ${pathname.slice(0, 200)}`;
  const message = `Invalid URL (${asked}): it is not translated; this client of ${style} may ask for answers only.`;
  return broken("R-177", [], message);
}

type Came = { readonly answer: Response; readonly fault?: undefined } | { readonly fault: OwnFault };

interface Question {
  readonly method: string;
  readonly body: BodyInit | null;
  /** Whether an answer goes on piece by piece; others are read as a whole before the client gets a status. */
  readonly isStream: (answer: Response) => unknown;
}

export type AskUpstream = (url: string, question: Question) => Promise<Came>;

/**
 * @param headers those of the client's request as the upstream gets them
 * @param limit of an answer that is read as a whole, in bytes
 */
export function askUpstream(fetch: UpstreamFetch, headers: Headers, signal: AbortSignal, limit: number): AskUpstream {
  return async (url, { method, body, isStream }) => {
    if (body !== null) headers.set("content-type", "application/json");
    try {
      // The fetch standard keeps every header but `authorization` on the way to another origin: keys would leave with a redirect.
      const answer = await fetch(url, { method, headers, body, signal, redirect: "manual" });
      if (answer.body === null || isRedirect(answer) || isStream(answer)) return { answer };
      const bytes = await bytesUpTo(answer.body, limit);
      return bytes === undefined ? { fault: answerTooLong(limit) } : { answer: new Response(bytes, answer) };
    } catch (error) {
      return { fault: signal.aborted ? clientLeft : isTimeout(error) ? TIMEOUT : UNREACHABLE };
    }
  };
}

const TIMEOUT: OwnFault = { kind: "timeout", message: "The upstream did not answer in time." };
// Not the error's own message, which may name hosts and keys.
const UNREACHABLE: OwnFault = { kind: "bad-gateway", message: "The upstream cannot be reached, or broke off." };

/** As `AbortSignal.timeout` has it. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
