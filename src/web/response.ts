/** The upstream's answer to an exchange as the answer to its client. */
import { checkOptions, optionNames } from "../call.js";
import type { Issue } from "../core/issue.js";
import { isObject } from "../core/json.js";
import type { Exchange } from "../exchange.js";
import { answered } from "./answer.js";
import type { Phase } from "./issues.js";
import { checkExchange } from "./stream.js";

/** Options of {@link toResponse}. */
export interface ToResponseOptions {
  /** The client's: when it aborts, a stream fails instead of ending in an error event. */
  readonly signal?: AbortSignal;
  /** Told what the answer lost: at once, or at the end of its stream. */
  readonly onIssues?: (issues: readonly Issue[], origin: { readonly phase: Phase }) => void;
}

const OPTIONS = optionNames(["signal", "onIssues"]);

/**
 * Makes the client's answer of the upstream's, whatever that is: a stream, a whole answer, an error, a page, a redirect. What comes out
 * has the client's status, words and headers, as from `createFetch`.
 *
 * @param response as `fetch` gave it for `exchange.upstream`, with `redirect: "manual"`; its body is read
 * @returns rejects where the body of a whole answer breaks off; a stream that does ends in the client's own error event
 * @example
 * const answer = await fetch(`https://api.anthropic.com${exchange.upstream.path}`, {
 *   method: "POST",
 *   headers,
 *   body: JSON.stringify(exchange.upstream.body),
 *   redirect: "manual",
 * });
 * return toResponse(exchange, answer, { signal: request.signal });
 */
export function toResponse(exchange: Exchange, response: Response, options: ToResponseOptions = {}): Promise<Response> {
  const call = "toResponse(exchange, response, { signal })";
  checkOptions(options, call, OPTIONS);
  checkExchange(exchange, call);
  if (!isObject(response) || !isObject(response.headers)) throw new TypeError(`Pass the upstream's answer: \`${call}\`.`);
  const { signal = null, onIssues } = options;
  return answered(response, exchange, { signal, tell: (issues, phase) => onIssues?.(issues, { phase }) });
}
