/** Bodies: a translated stream as a web `TransformStream`, whole ones up to a limit; and who is told what was found. */
import { checkOptions, FUNCTION, TRANSLATION } from "../call.js";
import type { Issue } from "../core/issue.js";
import { isObject } from "../core/json.js";
import type { Exchange, OwnFault } from "../exchange.js";
import type { StyleName } from "../model/index.js";
import { type Bytes, joined } from "../sse/bytes.js";
import { createStreamTranslator, type StreamTranslator, type StreamTranslatorOptions } from "../stream-translator.js";

/** What findings are of: a client's request, a whole answer, or a stream. */
export type Phase = "request" | "response" | "stream";

/** Where findings come from. */
export interface IssueOrigin {
  /** The client's request; its body has been read. In `createHandler` the very object that was passed in. */
  readonly request: Request;
  /** `"request"`: what the upstream is not told, or why the request was refused; `"response"`, `"stream"`: what the client is not told. */
  readonly phase: Phase;
}

/**
 * Told of findings: once for a request that was read, and once for its answer, or at the end of its stream; also where there are none. Not
 * told of an error answer of the upstream, whose words go on to the client. What it throws passes through.
 */
export type OnIssues = (issues: readonly Issue[], origin: IssueOrigin) => void;

/** The same within one call. */
export type Emit = (issues: readonly Issue[], phase: Phase) => void;

/** Options of {@link transformStream}, and beside those of a translator of {@link translateStream}. */
export interface StreamListener {
  /** Told at the end of the stream what was found in it, also where that is nothing, and where its reader leaves before. */
  readonly onIssues?: ((issues: readonly Issue[]) => void) | undefined;
}
/** Options of {@link translateStream}. */
export interface TranslateStreamOptions<From extends StyleName = StyleName, To extends StyleName = StyleName>
  extends StreamTranslatorOptions<From, To>,
    StreamListener {}

/**
 * Translates the bytes that flow through it. Holds no queue of its own: what is written waits until the reader wants it,
 * and cancelling the reader cancels the source, as with every `TransformStream`. A source that stops early ends in the
 * target's own error event.
 *
 * @param options pass the `context` that the request's translation gave
 * @throws TypeError for an unknown style
 * @example
 * return new Response(upstream.body.pipeThrough(translateStream({ from: "messages", to: "chat-completions", context })));
 */
export function translateStream<From extends StyleName, To extends StyleName>(
  options: TranslateStreamOptions<From, To>,
): TransformStream<Uint8Array, Uint8Array>;
export function translateStream(options: TranslateStreamOptions): TransformStream<Uint8Array, Uint8Array> {
  checkOptions(options, 'translateStream({ from: "messages", to: "chat-completions" })', OPTIONS);
  const { onIssues, ...others } = options;
  return pipeStream(createStreamTranslator(others), onIssues);
}

const LISTENER = { onIssues: FUNCTION };
const OPTIONS = { ...TRANSLATION, ...LISTENER };

/**
 * The same for the upstream's stream of an exchange, back to the client's style.
 *
 * @example
 * return new Response(upstream.body.pipeThrough(transformStream(exchange)), { headers: { "content-type": "text/event-stream" } });
 */
export function transformStream(
  exchange: Pick<Exchange, "streamTranslator">,
  options: StreamListener = {},
): TransformStream<Uint8Array, Uint8Array> {
  const call = "transformStream(exchange, { onIssues })";
  checkOptions(options, call, LISTENER);
  checkExchange(exchange, call);
  return pipeStream(exchange.streamTranslator(), options.onIssues);
}

/** Refuses what no exchange is, such as the result that holds one. */
export function checkExchange(exchange: unknown, call: string): void {
  if (!isObject(exchange) || typeof exchange.streamTranslator !== "function")
    throw new TypeError(`Pass the exchange, which is the \`value\` of what \`createExchange\` gives: \`${call}\`.`);
}

/**
 * The same for a translator that is at hand.
 * @param leaves whether the source is left where the stream ended in an error: nothing more comes out, and it may never end
 */
export function pipeStream(translator: StreamTranslator, onIssues?: (issues: readonly Issue[]) => void, leaves = false) {
  const transformer: Transformer<Uint8Array, Uint8Array> & { cancel(): void } = {
    transform(chunk, controller) {
      const bytes = translator.push(chunk);
      if (bytes.length > 0) controller.enqueue(bytes);
      if (!leaves || !translator.issues.some(({ code }) => code === "stream.error" || code === "stream.truncated")) return;
      onIssues?.(translator.issues);
      controller.terminate();
    },
    flush(controller) {
      const bytes = translator.end();
      if (bytes.length > 0) controller.enqueue(bytes);
      onIssues?.(translator.issues);
    },
    // Its reader has left, or its source has failed.
    cancel() {
      onIssues?.(translator.issues);
    },
  };
  return new TransformStream(transformer);
}

type Body = { readonly bytes: Bytes; readonly fault?: undefined } | { readonly fault: OwnFault };

/** Nobody reads it but the log of a server. */
export const clientLeft: OwnFault = { kind: "cancelled", message: "The client closed the request." };

/** The bytes of a body up to a limit; what is beyond stays unread. */
export async function bodyOf({ headers, body }: Request, limit: number): Promise<Body> {
  const tooLarge: OwnFault = { kind: "request-too-large", message: `The body must not be longer than ${limit} bytes.` };
  if (Number(headers.get("content-length")) > limit) return { fault: tooLarge };
  try {
    const bytes = await bytesUpTo(body, limit);
    return bytes === undefined ? { fault: tooLarge } : { bytes };
  } catch {
    return { fault: clientLeft };
  }
}

/** Of whole answers of the upstream, in bytes, where the caller sets no number: some images as base64 are below it. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

export function answerTooLong(limit: number): OwnFault {
  return { kind: "bad-gateway", message: `The upstream's answer is longer than ${limit} bytes.` };
}

/** All bytes of a body; undefined of one that is longer than the limit, of which the rest stays unread. Fails where the body fails. */
export async function bytesUpTo(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Bytes | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(next.value);
  }
  return joined(chunks);
}
