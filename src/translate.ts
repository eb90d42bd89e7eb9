/**
 * Decode with one style, encode with another: the only place where two styles meet. A style with itself is the identity.
 */
import { Asked, checkOptions, TRANSLATION, unreadable } from "./call.js";
import { brief, type Failure, fail, type Issue, isCount, movedTo, notice, ok, type Result, type Success } from "./core/issue.js";
import { IssueLog, type ReportOptions } from "./core/issue-log.js";
import { attempt, compact, isObject, memberAt } from "./core/json.js";
import { atSource, existing, upToScalar } from "./core/trace.js";
import { isPlainPath } from "./core/url-path.js";
import { restoredAnswer } from "./json-schema/restore.js";
import { modelGiven, modelReplaced, type Profile, type Resolved, resolveProfile } from "./model/common.js";
import { errorBodyOf, isForClient, readErrorInput } from "./model/error.js";
import type { StyleName } from "./model/index.js";
import type { BodyOf, TakenOf } from "./registry.js";
import { noSuchPath } from "./route.js";
import { errorCodecs, ofStyle, requestStyles, responseStyles, styleFacts } from "./style-lists.js";
import type { Accepted, CodecOptions, EncodedRequest, ErrorInput, ErrorReply, TargetOptions } from "./styles/options.js";

type RequestStyle = (typeof requestStyles)[StyleName];
type ResponseStyle = (typeof responseStyles)[StyleName];

/** Options of every translation; {@link TargetOptions} and `Policies` have the others. */
export interface TranslateOptions<From extends StyleName = StyleName, To extends StyleName = StyleName>
  extends TargetOptions,
    ReportOptions {
  /**
   * Whose rules and names count: the gateway specification's, the vendors', or those of a server's `Dialect`. A source is read in all of
   * their words.
   * @defaultValue `"gateway"`
   */
  readonly profile?: Profile;
  /** The style of what is passed in. */
  readonly from: From;
  /** The style of what comes out. The same twice gives the very value back, without other vendors' signatures. */
  readonly to: To;
  /**
   * What the source has beyond the specification (`vendor_extension`) is refused.
   * @defaultValue false
   */
  readonly strict?: boolean;
  /**
   * `"reject"`: a warning with a loss becomes an error, and there is no result. A stream goes on, for what came before is sent.
   * @defaultValue `"report"`
   */
  readonly onLoss?: "report" | "reject";
}
/** Options of {@link translateRequest}. */
export interface TranslateRequestOptions<From extends StyleName = StyleName, To extends StyleName = StyleName>
  extends TranslateOptions<From, To> {
  /** URL path of the request, where generate-content has its model and action. */
  readonly path?: string;
}
/** What {@link translateRequest} gives: where to send what, and the `context` for the way back. */
export type TranslatedRequest<To extends StyleName = StyleName, From extends StyleName = StyleName> = EncodedRequest<
  BodyOf<To, "request", From>
>;

/**
 * Translates a parsed request body.
 *
 * @param body any value; never changed, and shared with the result where nothing had to change. The compiler finds misspelt fields in one
 * that is written in place; pass as `unknown` what it need not look at
 * @returns the target's path and body, and the `context` for the way back; issues name what the target cannot carry, and in profile
 * `gateway` what its specification does not list (`vendor_extension`). Not ok when the body is not of its style, or the result would break
 * the target's rules (`validation.…` at the fault), and when something cannot be expressed (`failed.unsupported`).
 * @throws TypeError for a wrong call: an unknown style, or a generate-content request without `path` and `model`
 * @example
 * const body = { model: "claude-sonnet-5-5", seed: 7, messages: [{ role: "user", content: "hi" }] };
 * const result = translateRequest(body, { from: "chat-completions", to: "messages", profile: "vendor" });
 * result.ok && result.value.path; // "/v1/messages"
 * result.issues.map(describeIssue);
 * // ["info defaulted.max_tokens at max_tokens: …", "warning dropped.field at seed: …"]
 */
export function translateRequest<From extends StyleName, To extends StyleName, Body>(
  body: Accepted<Body, TakenOf[From]["request"]>,
  options: TranslateRequestOptions<From, To>,
): Result<TranslatedRequest<To, From>>;
export function translateRequest(body: unknown, options: TranslateRequestOptions): Result<EncodedRequest<unknown>> {
  checkOptions(options, 'translateRequest(body, { from: "chat-completions", to: "messages" })', TRANSLATION);
  const source = ofStyle(requestStyles, options.from, "from");
  const target = ofStyle(requestStyles, options.to, "to");
  if (source.edge.read !== undefined && options.path === undefined && options.model === undefined)
    throw new TypeError(`The path is missing: write \`path: "${source.edge.path}"\`.`);
  const asked = new Asked(options);
  const resolved = resolveProfile(asked.options);
  const translated = () => (source === target ? sameRequest(body, source, resolved) : otherRequest(body, source, target, resolved));
  return asked.run(translated, unreadable);
}

function otherRequest(body: unknown, source: RequestStyle, target: RequestStyle, options: Resolved<TranslateRequestOptions>) {
  const { strict } = options;
  const codecOptions = withFindings(options);
  const decoded = source.request.decode(body, codecOptions);
  if (!decoded.ok) return refused(decoded, logOf(options, decoded.issues));
  const { value: request, locate } = decoded;
  const model = modelGiven(options.model, request.model);
  const named = model === undefined || model === options.model ? codecOptions : Object.assign({}, codecOptions, { model });
  // What the source's service takes is not refused where the target's demands more: a call without a result gets one that reports it.
  const adds = source.traits.leavesCallsOpen === true && options.profile === "vendor" && options.missingResult === undefined;
  const encoded = target.request.encode(request, adds ? Object.assign({}, named, { missingResult: "synthesize-error" } as const) : named);
  const log = logOf(options, strict === true ? [...extensionsOf(source, body), ...decoded.issues] : decoded.issues);
  // Without its path a request of some styles names no model that could be replaced.
  if (model !== undefined && request.model !== "" && model !== request.model) log.add(modelReplaced(["model"], request.model, model));
  if (encoded.issues.length > 0) addOnce(log, atSource(encoded.issues, locate));
  if (!encoded.ok) return refused(encoded, log);
  const found: Issue[] = [];
  for (const issue of target.validate.written(encoded.value.body, encoded.value.path, codecOptions, encoded.plain)) {
    const path = locate(encoded.locate(issue.path));
    const message = `In ${target.name}: ${issue.message}`;
    if (issue.code === "vendor_extension" && issue.severity === "info") found.push({ ...issue, path: existing(body, [], path), message });
    // A rule of the target at a place of the source: without its name a field would seem to break a rule of its own style.
    else if (issue.severity === "error") found.push(movedTo({ ...issue, message }, path));
  }
  if (found.length > 0) addOnce(log, found);
  const asked = model ?? request.model;
  // Who states what its model can do knows whom they ask.
  const isSpecified = options.profile !== "vendor" && options.dialect === undefined && options.capabilities === undefined;
  if (isSpecified && target.edge.models.test(asked)) log.add(meantForVendor(asked, target, source));
  return log.settle(encoded.value);
}

/** The gateway specification names no models; who asks for a vendor's own in its style probably asks the vendor. */
function meantForVendor(model: string, target: RequestStyle, source: RequestStyle): Issue {
  const message = `${JSON.stringify(brief(model))} is a model of the vendor of ${target.name}: write \`profile: "vendor"\`.`;
  return notice("vendor_extension", source.edge.read === undefined ? ["model"] : [], message, { suggestion: "profile" });
}

/**
 * Translates a whole answer.
 *
 * @param options pass the `context` that the request's translation gave: without it aliased tool names stay aliased, and a missing model
 * is `"unknown"`
 * @returns the answer in the target's style. Not ok for what is no answer (`validation.…`), as an error body (`response.error_body`),
 * which is for {@link translateError}.
 * @throws TypeError for an unknown style
 * @example
 * const answer = { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", index: 0 }] };
 * translateResponse(answer, { from: "generate-content", to: "chat-completions", context: { model: "gpt-5.1" } });
 * // { ok: true, value: { object: "chat.completion", choices: [{ message: { role: "assistant", content: "hello", … }, finish_reason: "stop", … }], … }, … }
 */
export function translateResponse<From extends StyleName, To extends StyleName>(
  body: unknown,
  options: TranslateOptions<From, To>,
): Result<BodyOf<To, "response", From>>;
export function translateResponse(body: unknown, options: TranslateOptions): Result<unknown> {
  checkOptions(options, 'translateResponse(body, { from: "chat-completions", to: "messages" })', TRANSLATION);
  const source = ofStyle(responseStyles, options.from, "from");
  const target = ofStyle(responseStyles, options.to, "to");
  const asked = new Asked(options);
  const resolved = resolveProfile(asked.options);
  const translated = () => (source === target ? sameResponse(body, source, resolved) : otherResponse(body, source, target, resolved));
  return asked.run(translated, unreadable);
}

function otherResponse(body: unknown, source: ResponseStyle, target: ResponseStyle, options: Resolved<TranslateOptions>): Result<unknown> {
  const codecOptions = withFindings(options);
  const decoded = source.response.decode(body, codecOptions);
  if (!decoded.ok) return refused(decoded, logOf(options, decoded.issues));
  const encoded = target.response.encode(restoredAnswer(decoded.value, options.context?.restore), codecOptions);
  const reported = atSource(encoded.issues, (path) => upToScalar(body, decoded.locate(path)));
  const log = logOf(options, [...decoded.issues, ...reported]);
  return encoded.ok ? log.settle(encoded.value) : refused(encoded, log);
}

/**
 * Translates an error answer. Always ok: a body that nobody can read still becomes an error body of the target. Statuses and names are
 * those of and, with `profile: "vendor"`, V-30.
 *
 * @returns status, body and headers (lower case, `retry-after` kept or made) as the target's service would have sent them
 * @throws TypeError for an unknown style
 * @example
 * const busy = { status: 529, body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } } };
 * translateError(busy, { from: "messages", to: "generate-content" }).value;
 * // { status: 503, body: { error: { code: 503, message: "Overloaded", status: "UNAVAILABLE" } }, headers: {} }
 */
export function translateError<From extends StyleName, To extends StyleName>(
  input: ErrorInput,
  options: TranslateOptions<From, To>,
): Success<ErrorReply<BodyOf<To, "error", From>>>;
export function translateError(input: ErrorInput, options: TranslateOptions): Success<ErrorReply> {
  checkOptions(options, 'translateError({ status, body }, { from: "messages", to: "chat-completions" })', TRANSLATION);
  const source = ofStyle(errorCodecs, options.from, "from");
  const target = ofStyle(errorCodecs, options.to, "to");
  if (source === target) return ok(sameError(input));
  const resolved = resolveProfile(options);
  const decoded = source.decode(input, resolved);
  const encoded = target.encode(decoded.value, resolved);
  return ok(encoded.value, logOf(options, [...decoded.issues, ...atSource(encoded.issues, decoded.locate)]).issues);
}

/** The very body, but for what a caller asked to change and for signatures that only another vendor can read. */
function sameRequest(given: unknown, style: RequestStyle, options: Resolved<TranslateRequestOptions>): Result<EncodedRequest<unknown>> {
  const { read, format } = style.edge;
  const asked = options.path === undefined ? undefined : read?.(options.path);
  const named = read === undefined ? modelIn(given) : asked?.model;
  const model = modelGiven(options.model, named);
  const stripped = style.stripForeignSignatures(given, { ...options, ...compact({ model: model ?? asked?.model }) });
  const log = logOf(options, stripped.issues);
  // Only styles whose model is in the path have it there, too, whether the answer is streamed.
  const formatted = format({ model: model ?? "", stream: asked?.stream ?? false });
  let { value: body } = stripped;
  let { path = formatted } = options;
  let context = {};
  const isNew = named !== model;
  if (model !== undefined) {
    if (isNew && (read === undefined ? memberAt(body, "model") : options.path) !== undefined)
      log.add(modelReplaced(["model"], named ?? "", model));
    if (read !== undefined) {
      if (isNew) path = formatted;
      context = { model: named ?? model };
    } else if (isNew && isObject(body)) {
      body = { ...body, model };
      context = compact({ model: named });
    }
  }
  // A path, or a model of the options in it, that leads elsewhere is not handed on.
  return isPlainPath(path) ? log.settle({ path, body, context }) : noSuchPath("POST", path);
}

/** The very body, but for the model that a caller asked to change. */
function sameResponse(body: unknown, { framing }: ResponseStyle, options: Resolved<TranslateOptions>): Result<unknown> {
  const [field = "model"] = framing.model.slice(-1);
  const given = modelIn(body, field);
  const model = given === undefined ? undefined : modelGiven(options.model, given);
  if (!isObject(body) || given === undefined || model === undefined || given === model) return ok(body);
  const log = logOf(options, [modelReplaced([field], given, model, options.context)]);
  return log.settle({ ...body, [field]: model });
}

function modelIn(body: unknown, field = "model"): string | undefined {
  const model = isObject(body) ? body[field] : undefined;
  return typeof model === "string" ? model : undefined;
}

/** What cannot be read or written, with all that was found on the way. */
function refused({ issues: [why] }: Failure, { issues: [first, ...more] }: IssueLog): Failure {
  // Never reached: why it cannot be written was found.
  return fail([first ?? why, ...more]);
}

/** What the source has beyond the specification, as errors. What else is wrong the reader reports. */
function extensionsOf(source: RequestStyle, body: unknown): readonly Issue[] {
  return source.validate.request(body, { strict: true, skipMedia: true }).filter(({ code }) => code === "vendor_extension");
}

/** Adds what was not found at the same place already; of the same code and place, each sentence once. */
function addOnce(log: IssueLog, issues: readonly Issue[]): undefined {
  const listed = log.issues;
  const [only] = issues;
  let isNew = issues.length === 1;
  for (const { code } of listed) isNew &&= code !== only?.code;
  if (isNew && only !== undefined) return log.add(only);
  const seen = new Set<string>();
  for (const { code, path } of listed) seen.add(JSON.stringify([code, path]));
  for (const issue of issues) {
    const place = JSON.stringify([issue.code, issue.path]);
    const sentence = place + issue.message;
    // What was only reported while reading may be an error for who writes.
    const isKnown = (issue.severity !== "error" && seen.has(place)) || seen.has(sentence);
    if (isCount(issue) || !isKnown) log.add(issue);
    seen.add(sentence);
  }
}

/** So that codecs keep nothing that will not be listed. */
function withFindings<Options extends ReportOptions>(options: Options): Options & CodecOptions & { readonly skipMedia: true } {
  const { report = "losses", maxIssues } = options;
  // Media are passed on as they come: what was written is not looked through for its base64.
  const findings = maxIssues === undefined ? { report } : { report, maxIssues };
  return Object.assign({ styles: styleFacts, findings, skipMedia: true } as const, options);
}

function logOf(options: ReportOptions & Pick<TranslateOptions, "onLoss">, issues: readonly Issue[]): IssueLog {
  const log = new IssueLog(options);
  for (const issue of issues) log.add(issue);
  return log;
}

/** The very body; of the headers what a client reads. */
function sameError(input: unknown): ErrorReply {
  const { status = 500, headers } = readErrorInput(input);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, body: attempt(errorBodyOf, input), headers: Object.fromEntries(lower.filter(([name]) => isForClient(name))) };
}
