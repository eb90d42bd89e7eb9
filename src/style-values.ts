/** The styles as the root has them: with the types of what callers pass and get, and none of the model in between. */
import type { Failure, Path, Result, Success } from "./core/issue.js";
import type { StyleName } from "./model/common.js";
import type { WireOf } from "./registry.js";
import { styles as all } from "./style-lists.js";
import type { EncodedRequest, ErrorInput, ErrorReply, ReadOptions, Wire, WriteOptions } from "./styles/options.js";

/** A document or event of the model in between; `interlingua/codec` has its types. */
export interface Canonical {
  /** What an event is. */
  readonly type?: string;
  /** What an error is. */
  readonly kind?: string;
  /** Fields that the model has no place for, by the style that they came from. */
  readonly extensions?: object;
}

/** What is read, and where each place of it was in the source. */
export type Read = (Success<Canonical> & { locate(canonicalPath: Path): Path }) | Failure;

/** Events in, events out. Owns its state. */
export interface EventCodec<In, Out> {
  /** What comes out for this event. */
  push(input: In): readonly Out[];
  /** What comes out at the end, once. */
  end(): readonly Out[];
}

/** A style as a value. Source: as of its documents. */
export interface StyleValue<W extends Wire> {
  /** How it is called. */
  readonly name: StyleName;
  /** Requests. */
  readonly request: {
    decode(body: unknown, options?: ReadOptions): Read;
    encode(request: Canonical, options?: WriteOptions): Result<EncodedRequest<W["request"]>>;
  };
  /** Whole answers. */
  readonly response: {
    decode(body: unknown, options?: ReadOptions): Read;
    encode(response: Canonical, options?: WriteOptions): Result<W["response"]>;
  };
  /** Error answers, which can always be read. */
  readonly error: {
    decode(input: ErrorInput, options?: ReadOptions): Success<Canonical>;
    encode(error: Canonical, options?: WriteOptions): Success<ErrorReply<W["error"]>>;
  };
  /** Events of streams. */
  readonly stream: {
    decoder(options?: ReadOptions): EventCodec<unknown, Canonical>;
    encoder(options?: WriteOptions): EventCodec<Canonical, W["event"]>;
  };
}

/**
 * Every style as a value: `styles.messages.request.decode(body)`, `.encode(canonical)`, and the like for `response`, `error` and `stream`.
 * `interlingua/codec` has the same with the types of what is decoded.
 * @example
 * const decoded = styles.messages.response.decode({ type: "message", role: "assistant", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });
 * const encoded = decoded.ok && styles["chat-completions"].response.encode(decoded.value);
 * encoded && encoded.ok && encoded.value.choices[0]?.message.content; // "hi"
 */
export const styles: { readonly [Name in StyleName]: StyleValue<WireOf[Name]> } = all;
