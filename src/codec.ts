/**
 * For those who read or write documents through the model in between: its types, and `styles` with its codecs and machines of streams.
 *
 * @module interlingua/codec
 */

export type { FinishRows, FinishWords, StyleFacts, StyleTraits } from "./model/common.js";
export type * from "./model/index.js";
export { styles } from "./style-lists.js";
export type { CodecOptions, DecodeOptions, Documents, EncodeOptions, Wire } from "./styles/options.js";
export type {
  Decoded,
  Encoded,
  ErrorCodec,
  Framing,
  Machine,
  ModelList,
  NormalizerHost,
  Repeats,
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
} from "./styles/style.js";
