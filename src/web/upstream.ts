/** Asks the upstream for a gateway: what fails becomes a fault that a client can be told. */
import type { OwnFault } from "../reply.js";
import { isRedirect } from "./answer.js";
import { answerTooLong, bytesUpTo, clientLeft } from "./body.js";
import type { Fetch } from "./fetch.js";

type Came = { readonly answer: Response; readonly fault?: undefined } | { readonly fault: OwnFault };

interface Question {
  readonly method: string;
  readonly body: BodyInit | null;
  /** Whether an answer goes on piece by piece; others are read as a whole before the client gets a status. */
  readonly isStream: (answer: Response) => boolean;
}

export type AskUpstream = (url: string, question: Question) => Promise<Came>;

/**
 * @param headers those of the client's request as the upstream gets them
 * @param limit of an answer that is read as a whole, in bytes
 */
export function askUpstream(fetch: Fetch, headers: Headers, signal: AbortSignal, limit: number): AskUpstream {
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
