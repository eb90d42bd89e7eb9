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
export { createExchange, type Exchange, type ExchangeOptions } from "./exchange.js";
export { explainIssue } from "./explain.js";
export type { Capabilities, CapabilityOption, Modality } from "./model/capabilities.js";
export type { Json, JsonObject, StyleName } from "./model/common.js";
export type { BaseProfile, Dialect, DialectMembers, Given, ModelOption, Profile } from "./model/dialect.js";
export { parseJson } from "./parse-json.js";
export type * from "./registry.js";
export { type OwnFault, type ReplyOptions, toErrorReply } from "./reply.js";
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
  Documents,
  EncodedRequest,
  ErrorInput,
  ErrorReply,
  Lenient,
  LenientValue,
  ValidateOptions,
  Wire,
} from "./styles/documents.js";
export type { Context, Policies, ReadOptions, TargetOptions, WriteOptions } from "./styles/options.js";
export {
  type TranslatedRequest,
  type TranslateOptions,
  type TranslateRequestOptions,
  translateError,
  translateRequest,
  translateResponse,
} from "./translate.js";
export { type TranslatedRequestBytes, translateRequestBytes } from "./translate-bytes.js";
export { type Authorization, checkBaseUrl, checkContentType, parseAuthorization } from "./transport.js";
export {
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
