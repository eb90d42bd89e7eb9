/**
 * interlingua: requests, answers, errors and streams of three LLM wire styles, read into one model and written in any of
 * the three. Pure functions: nothing here throws on bad input, changes its arguments, or reads a clock, randomness or the network.
 *
 * @module interlingua
 */

import type { StyleName } from "./model/common.js";
import type { WireOf } from "./registry.js";
import { codecs } from "./style-lists.js";
import type { StyleValue } from "./styles/style.js";

export type { Rule } from "./core/check.js";
export type { Failure, Issue, IssueCode, IssueFacts, Loss, Path, Result, Severity, Success } from "./core/issue.js";
export { describeIssue, formatPath, InterlinguaError, unwrap } from "./core/issue.js";
export type { ReportOptions } from "./core/issue-log.js";
export { createExchange, type Exchange, type ExchangeOptions, type OwnFault, type ReplyOptions, toErrorReply } from "./exchange.js";
export type { Capabilities, CapabilityOption, Modality } from "./model/capabilities.js";
export type { BaseProfile, Dialect, DialectMembers, Given, Json, JsonObject, ModelOption, Profile, StyleName } from "./model/common.js";
export type * from "./registry.js";
export { detectStyle, formatRoute, isStyleName, type PostRoute, parseRoute, type Route, type RouteOptions } from "./route.js";
export * from "./stream-translator.js";
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
export type { Canonical, EventCodec, Read, StyleValue } from "./styles/style.js";
export * from "./translate.js";
export { type TranslatedRequestBytes, translateRequestBytes } from "./translate-bytes.js";
export { type Authorization, checkBaseUrl, checkContentType, parseAuthorization, parseJson } from "./transport.js";
export * from "./validate.js";

/**
 * Every style as a value: `styles.messages.request.decode(body)`, `.encode(canonical)`, and the like for `response`, `error` and `stream`.
 * `interlingua/codec` has the same with the types of what is decoded, and with their edges.
 * @example
 * const decoded = styles.messages.response.decode({ type: "message", role: "assistant", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });
 * const encoded = decoded.ok && styles["chat-completions"].response.encode(decoded.value);
 * encoded && encoded.ok && encoded.value.choices[0]?.message.content; // "hi"
 */
export const styles: { readonly [Name in StyleName]: StyleValue<WireOf[Name]> } = codecs;
