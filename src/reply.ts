/** Findings as the error answer that the client's style would have given. */
import { checkOptions, checkProfile, fewOptions, STRING, wrongWord } from "./call.js";
import { formatPath, type Issue, isCount } from "./core/issue.js";
import { compact, isObject } from "./core/json.js";
import type { StyleName } from "./model/common.js";
import { baseOf, type Profile } from "./model/dialect.js";
import { type CanonicalError, ERROR_KINDS, type ErrorKind, isErrorKind, isRetryable, statusOfKind } from "./model/error.js";
import type { WireOf } from "./registry.js";
import { nearestStyle } from "./route.js";
import { errorCodecs, ofStyle } from "./style-lists.js";
import type { ErrorCodec } from "./styles/style.js";
import { rules } from "./validate.js";

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
export function toErrorReply(
  fault: readonly Issue[] | OwnFault,
  options: ReplyOptions,
): { readonly status: number; readonly body: unknown } {
  const call = "toErrorReply(issues, { path })";
  checkOptions(options, call, OPTIONS);
  const { style, path } = options;
  const profile = baseOf(options.profile);
  const name = style ?? (path === undefined ? undefined : nearestStyle(path));
  if (name === undefined) throw new TypeError(`Pass \`style\`, or the \`path\` of the request: \`${call}\`.`);
  if (!(isIssues(fault) ? fault.every(hasMessage) : hasMessage(fault)))
    throw new TypeError(`Pass the issues of a failed result, or a fault of your own: \`{ kind: "rate-limit", message }\`.`);
  if (!isIssues(fault) && !isErrorKind(fault.kind)) throw wrongWord("kind", fault.kind, ERROR_KINDS);
  const error = ofStyle(errorCodecs, name, "style");
  const reply = error.encode(
    isIssues(fault) ? errorOfIssues(fault, error.nativeOf) : errorOf(fault.kind, fault.message, fault.status),
    profile === undefined ? {} : { profile },
  );
  return { status: reply.value.status, body: reply.value.body };
}

const OPTIONS = fewOptions({ style: undefined, path: STRING, profile: checkProfile });

/** Whether it is what a failed result says, and not a fault of the embedder's own. */
export function isIssues(fault: readonly Issue[] | OwnFault): fault is readonly Issue[] {
  return Array.isArray(fault);
}

/** Whether it has a sentence for the user of the client. */
function hasMessage(fault: unknown): boolean {
  return isObject(fault) && typeof fault.message === "string" && (fault.path === undefined || Array.isArray(fault.path));
}

const KIND_OF: Readonly<Record<string, ErrorKind>> = { "R-175": "authentication", "R-088": "not-found", "R-177": "not-found" };
/** Statuses of faults whose kind has another one. */
const STATUSES: Readonly<Record<string, number>> = { "R-179": 415 };
function errorOfIssues(issues: readonly Issue[], nativeOf: ErrorCodec<unknown>["nativeOf"]): CanonicalError {
  const errors = issues.filter(({ severity }) => severity === "error");
  const first = errors[0] ?? issues[0];
  if (first === undefined) return errorOf("internal", "The request could not be handled.");
  const more = errors.length - 1;
  const atLeast = issues.some(isCount) ? "at least " : "";
  const message = more > 0 ? `${first.message} (and ${atLeast}${more} more ${more === 1 ? "fault" : "faults"})` : first.message;
  const upstream = kindOfUpstream(first);
  if (upstream !== undefined) return errorOf(upstream, message);
  const kind = (first.rule === undefined ? undefined : KIND_OF[first.rule]) ?? "invalid-request";
  return {
    ...errorOf(kind, message, first.rule === undefined ? undefined : STATUSES[first.rule]),
    ...(first.path.length === 0 ? {} : { param: formatPath(first.path) }),
    ...compact({ native: nativeOf?.(first) }),
  };
}

/** Of what came back instead of an answer; undefined for the faults of a request. */
function kindOfUpstream({ code, rule, received, path: [field] }: Issue): ErrorKind | undefined {
  if (code === "stream.truncated") return "truncated-stream";
  if (code === "response.error_body" || code === "stream.error") return isErrorKind(received) ? received : "bad-gateway";
  const documents = rules.filter(({ id }) => id === rule).map(({ document }) => document);
  // Some rules are of both: then the place decides.
  const answer = documents.includes("response") && (!documents.includes("request") || ANSWER_FIELDS.includes(field));
  return answer ? "bad-gateway" : undefined;
}

/** Where the faults of an answer are and those of a request never; undefined for the answer itself. */
const ANSWER_FIELDS: readonly unknown[] = [undefined, "id", "type", "role", "model", "content", "usage", "choices", "candidates"];

function errorOf(kind: ErrorKind, message: string, status = statusOfKind(kind)): CanonicalError {
  return { kind, status, message, retryable: isRetryable(kind, status) };
}
