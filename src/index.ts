/**
 * interlingua: requests, answers, errors and streams of three LLM wire styles, read into one model and written in any of
 * the three. Pure functions: nothing here throws on bad input, changes its arguments, or reads a clock, randomness or the network.
 *
 * @module interlingua
 */

export type { Rule } from "./core/check.js";
export type { Failure, Issue, IssueCode, IssueFacts, Loss, Path, Result, Severity, Success } from "./core/issue.js";
export { describeIssue, formatPath, InterlinguaError, unwrap } from "./core/issue.js";
export type { ReportOptions } from "./core/issue-log.js";
export { createExchange, type Exchange, type ExchangeOptions, type OwnFault, type ReplyOptions, toErrorReply } from "./exchange.js";
export type { Capabilities, CapabilityOption, Modality } from "./model/capabilities.js";
export type { BaseProfile, Dialect, DialectMembers, Given, Json, JsonObject, ModelOption, Profile, StyleName } from "./model/common.js";
export type * from "./registry.js";
export { detectStyle, formatRoute, isStyleName, type PostRoute, parseRoute, type Route, type RouteOptions } from "./route.js";
export {
  type Bytes,
  type Chunks,
  type CollectOptions,
  collectStream,
  createEventTranslator,
  createStreamTranslator,
  type EventStep,
  type EventTranslator,
  type ReadableChunks,
  type StreamSettings,
  type StreamTranslator,
  type StreamTranslatorOptions,
  streamResponse,
  type TranslateEventsOptions,
  translateEvents,
} from "./stream-translator.js";
export { type Canonical, type EventCodec, type Read, type StyleValue, styles } from "./style-values.js";
export type {
  Accepted,
  Context,
  Documents,
  EncodedRequest,
  ErrorInput,
  ErrorReply,
  Lenient,
  LenientValue,
  Policies,
  ReadOptions,
  TargetOptions,
  ValidateOptions,
  Wire,
  WriteOptions,
} from "./styles/options.js";
export {
  type TranslatedRequest,
  type TranslateOptions,
  type TranslateRequestOptions,
  translateError,
  translateRequest,
  translateResponse,
} from "./translate.js";
export { type TranslatedRequestBytes, translateRequestBytes } from "./translate-bytes.js";
export { type Authorization, checkBaseUrl, checkContentType, parseAuthorization, parseJson } from "./transport.js";
export {
  explainIssue,
  rules,
  type ValidateDocumentOptions,
  type ValidateRequestOptions,
  type Validator,
  type ValidatorOptions,
  validateError,
  validateRequest,
  validateResponse,
  validator,
} from "./validate.js";
