/** The upstream's answer to an exchange as the answer to its client. */
import { checkOptions, optionsOf } from "../call.js";
import type { Issue } from "../core/issue.js";
import { isObject } from "../core/json.js";
import type { Exchange } from "../exchange.js";
import {
  headersOf,
  isInPieces,
  isPage,
  isRedirect,
  passed,
  redirected,
  statusOf,
  streamOf,
  translated,
  untilCut,
  type Waiting,
  whole,
} from "./answer.js";
import { MAX_ANSWER_BYTES } from "./body.js";
import type { Phase, Tell } from "./issues.js";
import { checkExchange } from "./stream.js";

/** Options of {@link toResponse}. */
export interface ToResponseOptions {
  /** The client's: when it aborts, a stream fails instead of ending in an error event. */
  readonly signal?: AbortSignal;
  /** Of an answer that is no stream, in bytes; of a longer one the client gets an error. Default 134 217 728 (128 MiB). */
  readonly maxAnswerBytes?: number;
  /** Told what the answer lost: at once, or at the end of its stream. */
  readonly onIssues?: (issues: readonly Issue[], origin: { readonly phase: Phase }) => void;
}

const OPTIONS = optionsOf(["signal", "maxAnswerBytes", "onIssues"]);

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
  const tell: Tell = (issues, phase) => onIssues?.(issues, { phase });
  const { style, to, profile } = exchange;
  if (isRedirect(response)) return redirected(response, style, profile);
  const source = streamOf(response, exchange);
  if (source !== undefined && (style !== to || isInPieces(response))) return translated(response, untilCut(source, signal), exchange, tell);
  return style === to ? passed(response, style) : later(response, exchange, { tell, maxAnswerBytes });
}

/** A whole answer, which is read when its reader wants it. */
function later(response: Response, exchange: Exchange, waiting: Omit<Waiting, "signal">): Response {
  const isAnswer = response.ok && response.body !== null && !isPage(response);
  const head = isAnswer
    ? { status: response.status, headers: {} }
    : exchange.error({ status: statusOf(response), body: "", headers: response.headers });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const answer = await whole(response, exchange, waiting);
        controller.enqueue(new Uint8Array(await answer.arrayBuffer()));
        controller.close();
      },
      cancel: (reason) => response.body?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: head.status, headers: headersOf(response, exchange.style, head.headers) });
}
