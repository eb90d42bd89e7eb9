/** The upstream's answer in the client's words: an error, a stream, or a whole answer. */

import { ANYTHING, COUNT, checkOptions, FUNCTION } from "../call.js";
import type { Issue } from "../core/issue.js";
import { isObject } from "../core/json.js";
import { valueOrText } from "../core/json-text.js";
import { type Exchange, type OwnFault, toErrorReply } from "../exchange.js";
import type { StyleName } from "../model/index.js";
import { collectStream } from "../stream-translator.js";
import type { ErrorReply } from "../styles/options.js";
import { clientHeaders } from "./headers.js";
import { answerTooLong, bytesUpTo, checkExchange, type Emit, MAX_ANSWER_BYTES, type Phase, pipeStream } from "./stream.js";

export interface Waiting {
  /** The client's: an abort of the client is no fault of the upstream. */
  readonly signal: AbortSignal | null;
  readonly emit: Emit;
  /** Of an answer that is read as a whole, in bytes. */
  readonly maxAnswerBytes: number;
}

/** What no stream is sent as, whatever a server calls its streams. */
const PAGE = /^\s*text\/html/i;
/** What is sent piece by piece, so that its head must not wait for more of it. */
const PIECES = /^\s*(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|stream\+json))/i;

export async function answered(answer: Response, exchange: Exchange, waiting: Waiting): Promise<Response> {
  const { style, to, answerModel } = exchange;
  if (isRedirect(answer)) return redirected(answer, exchange);
  const source = streamOf(answer, exchange);
  if (source) return opened(answer, source, exchange, waiting);
  const isKept = style === to && (answerModel === undefined || !answer.ok);
  return isKept ? passed(answer, style) : whole(answer, exchange, waiting);
}

/** A whole answer, an error, or a stream that nobody asked for. */
async function whole(answer: Response, exchange: Exchange, waiting: Omit<Waiting, "signal">, body = answer.body): Promise<Response> {
  const { style, to } = exchange;
  const { emit, maxAnswerBytes } = waiting;
  const text = await textOf(body, maxAnswerBytes);
  if (text === undefined) return faulty(answer, answerTooLong(maxAnswerBytes), exchange);
  if (!answer.ok) return failed(exchange, answer, text);
  const value = valueOrText(text);
  const collected = typeof value === "string" ? collectStream(text, { style: to }) : undefined;
  const cut = collected?.ok === false && formOf(text.trimStart(), true) === "events";
  const result = cut ? collected : exchange.response(collected?.ok ? collected.value : value);
  emit(result.issues, "response");
  if (result.ok) return written(answer, style, { status: answer.status, body: result.value });
  if (cut) return faulty(answer, result.issues, exchange);
  const { code, message } = result.issues.find(({ severity }) => severity === "error") ?? result.issues[0];
  // It is an answer, and the client would not get all of it.
  if (!/^(?:response|validation)/.test(code)) return faulty(answer, { kind: "bad-gateway", message }, exchange);
  // A success that is none: the client gets an error, and learns that the upstream is to blame.
  return failed(exchange, answer, text);
}

/** What may be a stream: the client asked for one, and got no error. */
export function streamOf(answer: Response, exchange: Exchange): ReadableStream<Uint8Array> | null | false {
  return exchange.stream && answer.ok && answer.body;
}

function isOf(types: RegExp, { headers }: Response): boolean {
  return types.test(headers.get("content-type") ?? "");
}

/** What came for a stream. Clients ask again after an error of its own status, and not after one within a stream. */
async function opened(answer: Response, source: ReadableStream<Uint8Array>, exchange: Exchange, { signal, emit, maxAnswerBytes }: Waiting) {
  const { style, to, upstream } = exchange;
  const streamed = (body: ReadableStream<Uint8Array>) => translated(answer, body, exchange, emit);
  const pieces = untilCut(source, signal);
  if (isOf(PIECES, answer)) return streamed(pieces);
  const { form, body } = await opening(pieces);
  // A client that did not ask for events reads the list itself.
  if (form === "list" && style === to && !/[?&]alt=sse\b/.test(upstream.path)) return passed(answer, style, body);
  if (form === "events" || form === "list") return streamed(body);
  const text = await textOf(body, maxAnswerBytes);
  if (text === undefined) return faulty(answer, answerTooLong(maxAnswerBytes), exchange);
  const answers = form === "document" && collectStream(text, { style: to }).ok;
  const cut = form === "document" ? typeof valueOrText(text) === "string" : text === "";
  if (answers || (style === to && cut)) return streamed(new Blob([text]).stream());
  if (style === to) return passed(answer, style, text);
  emit(exchange.response(valueOrText(text)).issues, "response");
  return failed(exchange, answer, text);
}

/** The stream of an upstream in the client's style. */
function translated(answer: Response, body: ReadableStream<Uint8Array>, exchange: Exchange, emit: Emit): Response {
  return new Response(body.pipeThrough(pipeStream(exchange.streamTranslator(), (issues) => emit(issues, "stream"), true)), {
    status: answer.status,
    headers: clientHeaders(answer.headers, exchange.style, "text/event-stream"),
  });
}

/** Source: https://fetch.spec.whatwg.org/#redirect-status; browsers show no status of a redirect that they do not follow. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Whether the upstream sends the request elsewhere, where neither a key nor a body may go. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || REDIRECTS.includes(status);
}

/** A redirect as a fault of the upstream. Where it points to is not for the client. */
export function redirected(answer: Response, client: Pick<Exchange, "style" | "profile">): Response {
  answer.body?.cancel().catch(() => {});
  const what = answer.status === 0 ? "a redirect" : `a redirect (${answer.status})`;
  const message = `The upstream answered with ${what}, which is not followed.`;
  return faulty(answer, { kind: "bad-gateway", message }, client);
}

/** An answer that goes by as it is, but for what concerned its connection. */
export function passed(answer: Response, style: StyleName, body: BodyInit | null = answer.body): Response {
  // An answer of no status cannot be made anew: that of a failure.
  if (answer.status < 200) return answer;
  const { status, statusText } = answer;
  // Beyond 599 a server may answer, and no platform makes such an answer. Source: https://www.rfc-editor.org/rfc/rfc9110#section-15
  return new Response(body, { status: status > 599 ? 502 : status, statusText, headers: clientHeaders(answer.headers, style) });
}

async function textOf(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string | undefined> {
  const bytes = await bytesUpTo(body, limit);
  return bytes && new TextDecoder().decode(bytes);
}

/** A fault in place of the upstream's answer. */
function faulty(answer: Response, fault: readonly Issue[] | OwnFault, { style, profile }: Pick<Exchange, "style" | "profile">): Response {
  return written(answer, style, toErrorReply(fault, { style, profile }));
}

/** An error answer. What is neither an answer nor an error, such as a redirect, is a fault of the upstream. */
function failed(exchange: Exchange, answer: Response, text: string): Response {
  const body = text.trim() === "" ? `The upstream answered ${answer.status}, and nothing else.` : valueOrText(text);
  // An error that comes as a success shows itself what kind it is of.
  const own = answer.status < 400 && exchange.response(body).issues.some(({ code }) => code === "response.error_body");
  const status = own ? null : statusOf(answer);
  return written(answer, exchange.style, exchange.error({ status, body, headers: answer.headers }));
}

/** Of an error: what calls itself a success, and is none, is a fault of the upstream. */
function statusOf({ status }: Response): number {
  return status < 400 ? 502 : status;
}

/** A document in the client's style, and what is answered with it. */
type Written = Omit<ErrorReply, "headers"> & Partial<Pick<ErrorReply, "headers">>;

/** A document in the client's style, in place of the upstream's body. */
export function written(answer: Response, style: StyleName, { status, body, headers = {} }: Written): Response {
  return new Response(JSON.stringify(body), { status, headers: headersOf(answer, style, headers) });
}

/** Those of a document in place of the upstream's body. */
function headersOf(answer: Response, style: StyleName, own: Readonly<Record<string, string>>): Headers {
  const headers = clientHeaders(answer.headers, style, "application/json");
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** Answers with a fault, in the words of the client's style. */
export type Refuse = (fault: readonly Issue[] | OwnFault, headers?: Readonly<Record<string, string>>) => Response;

/** An answer of ours. */
export function reply({ status, body }: Written, headers: Written["headers"] = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "content-type": "application/json" } });
}

/** Server-sent events, a list of events, one JSON document (or one for each line), or text that is none of them. */
export type Form = "events" | "list" | "document" | "text";

/**
 * The body up to where its connection breaks: the translator then ends the stream with the client's own error event,
 * after everything that arrived. An abort by the client stays one.
 */
function untilCut(body: ReadableStream<Uint8Array>, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const next = async () => {
    try {
      return (await reader.read()).value;
    } catch (error) {
      if (signal?.aborted) throw error;
      return undefined;
    }
  };
  return pulled(next, reader);
}

/** Gives what comes next, until that is nothing. No chunk is asked for ahead of its reader. */
function pulled(next: () => Promise<Uint8Array | undefined>, source: { cancel(reason: unknown): Promise<void> | undefined }) {
  return new ReadableStream(
    {
      async pull(controller) {
        const value = await next();
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** What a body is by its first bytes, and the body with them. */
async function opening(body: ReadableStream<Uint8Array>): Promise<{ form: Form; body: ReadableStream<Uint8Array> }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const chunks: Uint8Array[] = [];
  let start = "";
  let form: Form | undefined;
  while (form === undefined) {
    const { done, value } = await reader.read();
    if (value !== undefined) {
      start = (start + decoder.decode(value, { stream: true })).trimStart();
      // Blanks that keep a connection alive are no beginning.
      if (value.some((byte) => byte > 0x20)) chunks.push(value);
    }
    form = formOf(start, done);
  }
  return { form, body: pulled(async () => chunks.shift() ?? (await reader.read()).value, reader) };
}

/** Undefined where more must come before it can be decided. */
function formOf(start: string, done: boolean): Form | undefined {
  if (start.startsWith("{")) return "document";
  if (start.startsWith("[")) return "list";
  if (/^(?:data|event|id|retry)?:/.test(start)) return "events";
  return done || start.length > 5 || start.includes("\n") ? "text" : undefined;
}

/** Options of {@link toResponse}. */
export interface ToResponseOptions {
  /** The client's: when it aborts, a stream fails instead of ending in an error event. */
  readonly signal?: AbortSignal | undefined;
  /** Of an answer that is no stream, in bytes; of a longer one the client gets an error. Default 134 217 728 (128 MiB). */
  readonly maxAnswerBytes?: number | undefined;
  /** Told what the answer lost: at once, or at the end of its stream. */
  readonly onIssues?: ((issues: readonly Issue[], origin: { readonly phase: Phase }) => void) | undefined;
}

const OPTIONS = { signal: ANYTHING, maxAnswerBytes: COUNT, onIssues: FUNCTION };

/**
 * Makes the client's answer of the upstream's, whatever that is: a stream, a whole answer, an error, a page, a redirect. What comes out
 * has the client's words and headers, as from `createFetch`. Its status and headers are known at once, so that of a body that turns out to
 * be an error under a status of success the words alone change; `createFetch` and `createHandler` wait for the body, and give the status
 * of the error.
 *
 * @param response as `fetch` gave it for `exchange.upstream`, with `redirect: "manual"`; its body is read
 * @returns its body fails where that of a whole answer breaks off; a stream that does ends in the client's own error event
 * @example
 * const answer = await fetch(`https://api.anthropic.com${exchange.upstream.path}`, {
 *   method: "POST",
 *   headers,
 *   body: JSON.stringify(exchange.upstream.body),
 *   redirect: "manual",
 * });
 * return toResponse(exchange, answer, { signal: request.signal });
 */
export function toResponse(exchange: Exchange, response: Response, options: ToResponseOptions = {}): Response {
  const call = "toResponse(exchange, response, { signal })";
  checkOptions(options, call, OPTIONS);
  checkExchange(exchange, call);
  if (!isObject(response) || !isObject(response.headers)) throw new TypeError(`Pass the upstream's answer: \`${call}\`.`);
  const { signal = null, maxAnswerBytes = MAX_ANSWER_BYTES, onIssues } = options;
  const emit: Emit = (issues, phase) => onIssues?.(issues, { phase });
  const { style, to } = exchange;
  if (isRedirect(response)) return redirected(response, exchange);
  const source = streamOf(response, exchange);
  if (source && !isOf(PAGE, response) && (style !== to || isOf(PIECES, response)))
    return translated(response, untilCut(source, signal), exchange, emit);
  return style === to ? passed(response, style) : later(response, exchange, { emit, maxAnswerBytes });
}

/** A whole answer, which is read when its reader wants it. */
function later(response: Response, exchange: Exchange, waiting: Omit<Waiting, "signal">): Response {
  const isAnswer = response.ok && response.body !== null && !isOf(PAGE, response);
  const head = isAnswer
    ? { status: response.status, headers: {} }
    : exchange.error({ status: statusOf(response), body: "", headers: response.headers });
  const reader = response.body?.getReader();
  let left = false;
  const source =
    reader &&
    pulled(async () => {
      const { value } = await reader.read();
      // Nobody sees this, for the body is over; and nobody is told what half an answer lost.
      if (left) throw new Error();
      return value;
    }, reader);
  const waits = [() => whole(response, exchange, waiting, source)];
  const next = async () => {
    const answer = await waits.shift()?.();
    return answer && new Uint8Array(await answer.arrayBuffer());
  };
  const body = pulled(next, {
    cancel(reason) {
      left = true;
      return reader?.cancel(reason);
    },
  });
  return new Response(body, { status: head.status, headers: headersOf(response, exchange.style, head.headers) });
}
