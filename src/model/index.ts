/** The hub: one model for requests, answers, errors and streams of every style. Knows no style's wire. */
export type {
  CacheControl,
  Extensions,
  FinishReason,
  Json,
  JsonObject,
  MediaResolution,
  MediaSource,
  Signature,
  StyleName,
} from "./common.js";
export type * from "./content.js";
export type { BaseProfile, Dialect, DialectMembers, Profile } from "./dialect.js";
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
