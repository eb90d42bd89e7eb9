/** A whole stream as the answer that it tells, and a whole answer as a stream. */
import type { StyleName } from "./canonical/index.js";
import type { Result } from "./core/result.js";
import { styleNamed, type WireOf } from "./registry.js";
import { collectWith, streamWith } from "./stream/collect.js";
import type { EncodeOptions } from "./styles/options.js";

export interface CollectOptions<S extends StyleName = StyleName> extends EncodeOptions {
  readonly style: S;
  /** Longest event that is read. Default 16 MiB. */
  readonly maxEventBytes?: number;
}

/**
 * Folds a stream into the answer that the same call would have given without streaming. The JSON-array form of
 * generate-content and a body that is one JSON document are read as well.
 *
 * @returns not ok when the stream tells of an error (`stream.error`) or stopped too early (`stream.truncated`)
 * @throws TypeError for an unknown style
 */
export function collectStream<S extends StyleName>(stream: Uint8Array | string, options: CollectOptions<S>): Result<WireOf[S]["response"]>;
export function collectStream(stream: Uint8Array | string, options: CollectOptions): Result<unknown> {
  return collectWith(styleNamed(options.style, "style"), stream, options);
}

/**
 * A whole answer as a stream of its own style, in one piece for each part.
 *
 * @returns the text of the server-sent events; not ok for a body that is no answer
 * @throws TypeError for an unknown style
 */
export function streamResponse(body: unknown, options: CollectOptions): Result<string> {
  return streamWith(styleNamed(options.style, "style"), body, options);
}
