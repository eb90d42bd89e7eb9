/**
 * Types for those who read or write documents through the model in between: the model, and the codecs and machines of streams that
 * `styles` holds.
 *
 * @module interlingua/codec
 */

export type { FinishRows, FinishWords, StyleFacts, StyleTraits } from "./model/facts.js";
export type * from "./model/index.js";
export type { DecodeOptions } from "./styles/options.js";
export type {
  Decoded,
  Encoded,
  ErrorCodec,
  Framing,
  Machine,
  ModelList,
  NormalizerHost,
  RequestCodec,
  ResponseCodec,
  StreamCodec,
  StreamDecodeOptions,
  StreamDecoder,
  StreamEncodeOptions,
  StreamEncoder,
  StreamNormalizer,
  Style,
  StyleEdge,
  StyleValidator,
  Wire,
} from "./styles/style.js";
