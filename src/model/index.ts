/** One model for requests, answers, errors and streams of every style. Knows no style's wire. */
export type {
  BaseProfile,
  CacheControl,
  Dialect,
  DialectMembers,
  Extensions,
  FinishReason,
  Json,
  JsonObject,
  MediaResolution,
  MediaSource,
  Profile,
  Signature,
  StyleName,
} from "./common.js";
export type * from "./content.js";
export type { CanonicalError, ErrorKind } from "./error.js";
export type {
  CanonicalResponse,
  CanonicalStreamEvent,
  Choice,
  ChoiceMetaEvent,
  Finish,
  PartDelta,
  StartEvent,
  Usage,
} from "./events.js";
export type * from "./request.js";
