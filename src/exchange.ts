/**
 * Everything that a gateway needs for one call: the way there, the way back with the context kept inside, and findings as the error answer
 * that the client's style would have given.
 */
import { ANYTHING, checkOptions, checkProfile, MODEL, STRING, TRANSLATION, without, wrongWord } from "./call.js";
import { fail, formatPath, type Issue, isCount, ok, type Result } from "./core/issue.js";
import { attempt, compact, isObject } from "./core/json.js";
import { baseOf, type ModelOption, type Profile, type StyleName } from "./model/common.js";
import { type CanonicalError, ERROR_KINDS, type ErrorKind, errorOf, isErrorKind } from "./model/error.js";
import type { TakenOf, WireOf } from "./registry.js";
import { nearestStyle, parsePost } from "./route.js";
import { createStreamTranslator, type StreamSettings, type StreamTranslator } from "./stream-translator.js";
import { answerRules, errorCodecs, ofStyle, requestStyles } from "./style-lists.js";
import type { Context, ErrorInput, ErrorReply } from "./styles/options.js";
import type { ErrorCodec } from "./styles/style.js";
import { type TranslateRequestOptions, translateError, translateRequest, translateResponse } from "./translate.js";

/** Options of {@link createExchange}: those of a translation, with a profile for each side. */
export interface ExchangeOptions<To extends StyleName = StyleName> extends Omit<TranslateRequestOptions<StyleName, To>, "from" | "path"> {
  /** The upstream's style. */
  readonly to: To;
  /** Whose rules the client's request must obey and whose words it is answered in. Default `"gateway"`. */
  readonly profile?: Profile;
  /** Whose rules and names the upstream's documents follow. Default `"vendor"`. */
  readonly upstreamProfile?: Profile;
  /**
   * What answers call their model, in place of the upstream's name (`conflict.resolved`). Where an answer names another model than it asked
   * for, Claude Code leaves the thinking that is signed out of its history, and with it the signatures that the upstream asks for.
   * @defaultValue the upstream's name. In `createHandler` the client's, where `models` has another one for the upstream
   */
  readonly answerModel?: ModelOption;
}

/** One call of a client, on its way to the upstream and back. */
export interface Exchange<To extends StyleName = StyleName> {
  /** The client's style. */
  readonly style: StyleName;
  /** Whose rules the client's request obeyed, and whose words it is answered in. */
  readonly profile: Profile;
  /** The upstream's style. */
  readonly to: To;
  /** What to send: the URL path with query, and the body. */
  readonly upstream: { readonly path: string; readonly body: TakenOf[To]["request"] };
  /** Whether the client asked for a stream. */
  readonly stream: boolean;
  /** What answers call their model; undefined: what the upstream calls it. */
  readonly answerModel: ModelOption | undefined;
  /** What is not sent to the upstream. */
  readonly issues: readonly Issue[];
  /** For a gateway without memory that answers elsewhere: plain JSON. */
  readonly context: Context;
  /** A whole answer of the upstream, in the client's style. */
  response(body: unknown): Result<TakenOf[StyleName]["response"]>;
  /** An error answer of the upstream, in the client's style. */
  error(input: ErrorInput): ErrorReply<TakenOf[StyleName]["error"]>;
  /** The upstream's stream, in the client's style. One for each stream. */
  streamTranslator(options?: StreamSettings): StreamTranslator;
}

/**
 * Opens one call: finds the client's style by the path, validates the request by that style's rules, translates it. What answers of other
 * styles leave in a history (calls without signature, blank texts, no content) is no fault.
 *
 * @returns not ok for an unknown path, an invalid request or one that cannot be expressed; for `toErrorReply(issues, { path
 * })`
 * @throws TypeError for an unknown style
 * @example
 * const body = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] };
 * const opened = createExchange({ path: "/v1/chat/completions", body }, { to: "messages", model: "claude-sonnet-5-5" });
 * opened.ok && opened.value.upstream;
 * // { path: "/v1/messages", body: { model: "claude-sonnet-5-5", max_tokens: 8192, messages: [{ role: "user", content: … }] } }
 * opened.issues.map(({ code }) => code); // ["conflict.resolved", "defaulted.max_tokens"]
 */
export function createExchange<To extends StyleName>(
  request: { readonly path: string; readonly body: unknown },
  options: ExchangeOptions<To>,
): Result<Exchange<To>>;
export function createExchange(request: { readonly path: string; readonly body: unknown }, options: ExchangeOptions): Result<Exchange> {
  const call = 'createExchange({ path, body }, { to: "messages" })';
  checkOptions(options, call, OPTIONS);
  ofStyle(requestStyles, options.to, "to");
  if (!isObject(request) || typeof request.path !== "string") throw new TypeError(`The request or its path is missing: write \`${call}\`.`);
  const { profile = "gateway", upstreamProfile = "vendor", answerModel, ...rest } = options;
  // The model and what is known of it are the upstream's: the client's request names its own, and so does the answer unless it is renamed.
  const { model: _model, modelGeneration: _generation, capabilities: _capabilities, ...policies } = rest;
  const base = baseOf(profile);
  const route = parsePost(request.path, base);
  if (!route.ok) return route;
  const client = route.value.style;
  const { validate, stripForeignSignatures } = ofStyle(requestStyles, client, "path");
  const { strict: _strict, ...limits } = policies;
  // Which model it is counts for the upstream alone; here, that one is named.
  const model = options.model === undefined ? undefined : "upstream";
  const checked = { ...limits, path: request.path, ...compact({ profile: base, model }) };
  const errorsOf = (translated: boolean) => validate.errors(request.body, { ...checked, translated });
  const isSame = client === options.to;
  const found = errorsOf(!isSame);
  // Signatures of another vendor show that answers of another service are in the history.
  const isForeign = (body: unknown) => stripForeignSignatures(body).issues.length > 0;
  const [fault, ...faults] = isSame && found.length > 0 && attempt(isForeign, request.body) ? errorsOf(true) : found;
  if (fault !== undefined) return fail([fault, ...faults]);
  const translated = translateRequest(request.body, { ...rest, from: client, path: request.path, profile: upstreamProfile });
  if (!translated.ok) return translated;
  const { path, body, context } = translated.value;
  const back = { ...policies, ...compact({ model: answerModel }), from: options.to, to: client, profile, context };
  return ok(
    {
      style: client,
      profile,
      to: options.to,
      answerModel,
      upstream: { path, body },
      stream: route.value.stream || (isObject(request.body) && request.body.stream === true),
      issues: translated.issues,
      context,
      response: (answer) => translateResponse(answer, back),
      error: (input) => translateError(input, back).value,
      streamTranslator: (streamOptions) => createStreamTranslator({ ...back, ...streamOptions }),
    },
    translated.issues,
  );
}

/** The style and the path of the client are those of its request. */
const OPTIONS = { ...without(TRANSLATION, "from", "path"), upstreamProfile: checkProfile, answerModel: MODEL };

/** A fault of the embedder's own: a revoked key, a limit, an upstream that does not answer. */
export interface OwnFault {
  /** Gives the status and the style's name for it. */
  readonly kind: ErrorKind;
  /** One sentence for the user of the client. */
  readonly message: string;
  /** Where it is another one than that of the kind: 405, 415. */
  readonly status?: number;
}

/** The style of the client, or the URL path of its request, which names the style. */
export type ReplyOptions<Name extends StyleName = StyleName> =
  | { readonly style: Name; readonly path?: string; readonly profile?: Profile }
  | { readonly style?: undefined; readonly path: string; readonly profile?: Profile };

/**
 * Writes findings as an error answer: the first error makes the answer, the others are counted.
 *
 * @param fault issues of a failed result, or a fault of the embedder's own
 * @returns the status by the rule of the first error: R-175 401, R-088 and R-177 404, R-179 415, else 400; by its kind for an own fault and
 * for an error that the upstream reported; 502 for an answer that is none, or a stream that was cut
 * @throws TypeError for an unknown style, or where neither `style` nor `path` is given
 * @example
 * const checked = validateRequest({ model: "m", max_tokens: 1, messages: [] }, { style: "messages" });
 * toErrorReply(checked.issues, { style: "messages" });
 * // { status: 400, body: { type: "error", error: { type: "invalid_request_error", message: "`messages` must not be empty." } } }
 * toErrorReply({ kind: "rate-limit", message: "Slow down." }, { path: "/v1/chat/completions" }).status; // 429
 */
export function toErrorReply<Name extends StyleName>(
  fault: readonly Issue[] | OwnFault,
  options: ReplyOptions<Name>,
): { readonly status: number; readonly body: WireOf[Name]["error"] };
export function toErrorReply(fault: readonly Issue[] | OwnFault, options: ReplyOptions) {
  const call = "toErrorReply(issues, { path })";
  checkOptions(options, call, REPLY);
  const { style, path } = options;
  const profile = baseOf(options.profile);
  const name = style ?? (path === undefined ? undefined : nearestStyle(path));
  if (name === undefined) throw new TypeError(`The style or its path is missing: write \`${call}\`.`);
  const faults: readonly unknown[] = isIssues(fault) ? fault : [fault];
  if (!faults.every(hasMessage)) throw new TypeError('Pass the issues of a failed result, or `{ kind: "rate-limit", message }`.');
  if (!isIssues(fault) && !isErrorKind(fault.kind)) throw wrongWord("kind", fault.kind, ERROR_KINDS);
  const codec = ofStyle(errorCodecs, name, "style");
  const error = isIssues(fault) ? errorOfIssues(fault, codec.nativeOf) : errorOf(fault.kind, fault.message, fault.status);
  const { status, body } = codec.encode(error, compact({ profile })).value;
  return { status, body };
}

const REPLY = { style: ANYTHING, path: STRING, profile: checkProfile };

/** Whether it is what a failed result says, and not a fault of the embedder's own. */
export function isIssues(fault: readonly Issue[] | OwnFault): fault is readonly Issue[] {
  return Array.isArray(fault);
}

/** Whether it has a sentence for the user of the client. */
function hasMessage(fault: unknown): boolean {
  return isObject(fault) && typeof fault.message === "string" && (fault.path === undefined || Array.isArray(fault.path));
}

const KIND_OF: Readonly<Record<string, ErrorKind>> = { "R-175": "authentication", "R-088": "not-found", "R-177": "not-found" };
function errorOfIssues(issues: readonly Issue[], nativeOf: ErrorCodec<unknown>["nativeOf"]): CanonicalError {
  const errors = issues.filter(({ severity }) => severity === "error");
  const first = errors[0] ?? issues[0];
  if (first === undefined) return errorOf("internal", "The request could not be handled.");
  const more = errors.length - 1;
  const atLeast = issues.some(isCount) ? "at least " : "";
  const message = more > 0 ? `${first.message} (and ${atLeast}${more} more ${more === 1 ? "fault" : "faults"})` : first.message;
  const upstream = kindOfUpstream(first);
  if (upstream !== undefined) return errorOf(upstream, message);
  const { rule = "" } = first;
  return {
    ...errorOf(KIND_OF[rule] ?? "invalid-request", message, rule === "R-179" ? 415 : undefined),
    ...compact({ param: formatPath(first.path) || undefined, native: nativeOf?.(first) }),
  };
}

/** Of what came back instead of an answer; undefined for the faults of a request. */
function kindOfUpstream({ code, rule, received, path: [field] }: Issue): ErrorKind | undefined {
  if (code === "stream.truncated") return "truncated-stream";
  if (code === "response.error_body" || code === "stream.error") return isErrorKind(received) ? received : "bad-gateway";
  if (typeof rule !== "string") return undefined;
  // Some rules are of both: then the place decides.
  const isOfAnswers = ({ own, shared }: (typeof answerRules)[StyleName]) =>
    own.test(rule) || (shared.test(rule) && ANSWER_FIELDS.includes(field));
  return Object.values(answerRules).some(isOfAnswers) ? "bad-gateway" : undefined;
}

/** Where the faults of an answer are and those of a request never; undefined for the answer itself. */
const ANSWER_FIELDS: readonly unknown[] = [undefined, "id", "type", "role", "model", "content", "usage", "choices", "candidates"];
