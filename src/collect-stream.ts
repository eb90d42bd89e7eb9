/** A whole stream as the answer that it tells, and a whole answer as a stream. */
import { checkOptions } from "./call.js";
import { failure } from "./core/issue.js";
import type { ReportOptions } from "./core/report.js";
import { fail, type Result } from "./core/result.js";
import type { StyleName } from "./model/index.js";
import { styleFacts, styleNamed, type WireOf } from "./registry.js";
import { isBytes } from "./sse/bytes.js";
import { collectWith, streamWith } from "./stream/collect.js";
import type { EncodeOptions } from "./styles/options.js";
import { total } from "./translate.js";

/** Options of {@link collectStream} and {@link streamResponse}. */
export interface CollectOptions<S extends StyleName = StyleName> extends EncodeOptions, ReportOptions {
  /** Whose stream or answer it is. */
  readonly style: S;
  /** Longest event that is read, in bytes. Default 16 777 216 (16 MiB). */
  readonly maxEventBytes?: number;
}

/**
 * Folds a stream into the answer that the same call would have given without streaming. The JSON-array form of
 * generate-content and a body that is one JSON document are read as well.
 *
 * @param stream all of its bytes, or their text
 * @returns not ok when the stream tells of an error (`stream.error`) or stopped too early (`stream.truncated`)
 * @throws TypeError for an unknown style
 * @example
 * const stream = 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"hel"}]}}]}\n\n' +
 *   'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"lo"}]},"finishReason":"STOP"}]}\n\n';
 * collectStream(stream, { style: "generate-content" });
 * // { ok: true, value: { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", … }], … }, … }
 * collectStream(stream.slice(0, 80), { style: "generate-content" }).issues[0].code; // "stream.truncated"
 */
export function collectStream<S extends StyleName>(stream: Uint8Array | string, options: CollectOptions<S>): Result<WireOf[S]["response"]>;
export function collectStream(stream: Uint8Array | string, options: CollectOptions): Result<unknown> {
  checkOptions(options, 'collectStream(bytes, { style: "messages" })');
  const style = styleNamed(options.style, "style");
  if (typeof stream !== "string" && !isBytes(stream))
    return fail([failure(`validation.${style.bodyRule}`, [], "A stream is read from its bytes, or their text.", { rule: style.bodyRule })]);
  return total(() => collectWith(style, stream, { ...options, styles: styleFacts }));
}

/**
 * A whole answer as a stream of its own style, in one piece for each part.
 *
 * @param body a whole answer, parsed
 * @returns the text of the server-sent events; not ok for a body that is no answer (`validation.…`, `response.error_body`)
 * @throws TypeError for an unknown style
 * @example
 * const answer = { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", index: 0 }] };
 * const streamed = streamResponse(answer, { style: "generate-content" });
 * streamed.ok && streamed.value.startsWith("data: {"); // true
 */
export function streamResponse(body: unknown, options: CollectOptions): Result<string> {
  checkOptions(options, 'streamResponse(body, { style: "messages" })');
  const style = styleNamed(options.style, "style");
  return total(() => streamWith(style, body, { ...options, styles: styleFacts }));
}
