/**
 * Findings as data, and results, which carry them. Codes are stable and are what programs match; `message` is one English sentence for
 * people.
 */
import type { EXPLANATIONS } from "./codes.js";

/** Where something stands in a JSON document: keys and indexes from the root, `[]` for the root itself. */
export type Path = readonly (string | number)[];

/**
 * A path as programmers write it: `messages[2].content[0]["odd key"]`; the root is the empty string.
 * @example
 * formatPath(["messages", 2, "content", 0, "odd key"]); // 'messages[2].content[0]["odd key"]'
 */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** `error`: there is no result. `warning`: the answer may differ. `info`: it does not. */
export type Severity = "error" | "warning" | "info";

/**
 * What a translation did to a value. `equivalent`: another form, same effect. `approximated`: the effect differs. `dropped`: the target
 * has no place for it. `failed`: going on without it would be wrong, so there is no output.
 */
export type Loss = "equivalent" | "approximated" | "dropped" | "failed";

/**
 * The stable name of a kind of finding; `docs/issues.md` states what each means and what to do.
 * @useDeclaredType
 */
export type IssueCode = keyof typeof EXPLANATIONS | `validation.${string}`;

/** The facts of a finding, for programs. Values are short: never base64, never longer than 200 characters. */
export interface IssueFacts {
  /** The value before. */
  readonly from?: string | number | boolean | null;
  /** The value that the target gets instead. */
  readonly to?: string | number | boolean | null;
  /** What a rule demands, in words. */
  readonly expected?: string;
  /** What is there instead, in words. */
  readonly received?: string;
  /** The end of a range, a length or a number of entries that was passed. */
  readonly limit?: number;
  /** What would help: the legal value that was probably meant, or the option by its name. */
  readonly suggestion?: string;
  /** How many further findings were left out. */
  readonly more?: number;
}

/** One finding: where, what, and what became of it. */
export interface Issue extends IssueFacts {
  /** Stable: what a program matches. */
  readonly code: IssueCode;
  /** What it means for the result. */
  readonly severity: Severity;
  /** What became of the value; absent where nothing of the caller's is lost. */
  readonly loss?: Loss;
  /** Points into the document that the caller passed in; `[]` is the document itself. */
  readonly path: Path;
  /** One English sentence for people; its wording may change. */
  readonly message: string;
  /** `R-025`, `V-11`: the rule of a validation finding. */
  readonly rule?: string;
}

/** The option by which the caller decides what becomes of such a value, where there is a choice. */
export const OPTIONS: { readonly [Code in IssueCode]?: string } = {
  "approximated.arguments": "invalidArguments",
  "approximated.clamped": "outOfRange",
  "approximated.hoisted_system": "midSystem",
  "approximated.schema": "schemas",
  "defaulted.max_tokens": "defaultMaxTokens",
  "order.first_turn": "firstTurn",
  "synthesized.signature": "gSignatureBypass",
};

/** What is known of a finding, and its severity where it is not the usual one. */
type Facts = IssueFacts & { readonly severity?: Severity };

/** Takes a finding. */
export type Report = (issue: Issue) => void;

/** The target has no place for this. `info` where the field has no effect on the answer. */
export function dropped(code: Extract<IssueCode, `dropped.${string}`>, path: Path, message: string, facts: Facts = {}): Issue {
  return { code, severity: "warning", loss: "dropped", path, message, ...facts };
}

/** The same of a field without which the answer is the same, or nearly so. */
export function minorLoss(path: Path, message: string, facts: Facts = {}): Issue {
  return dropped("dropped.field", path, message, { severity: "info", ...facts });
}

/** The effect differs in the way that the message states. */
export function approximated(code: IssueCode, path: Path, message: string, facts: Facts = {}): Issue {
  return { code, severity: "warning", loss: "approximated", path, message, ...facts };
}

/** The same where the caller may have it otherwise, by the option of the code. */
export function adjustable(code: IssueCode, path: Path, message: string, facts: Facts = {}): Issue {
  const suggestion = OPTIONS[code];
  return approximated(code, path, message, suggestion === undefined ? facts : { suggestion, ...facts });
}

/** Another form with the same effect, of which the way back gives another document than the one that came. */
export function equivalent(path: Path, message: string, facts: IssueFacts = {}): Issue {
  return { code: "equivalent.form", severity: "info", loss: "equivalent", path, message, ...facts };
}

/** Something was made up or repaired, and nothing of the caller's is lost. */
export function notice(code: IssueCode, path: Path, message: string, facts: Facts = {}): Issue {
  const suggestion = OPTIONS[code];
  if (suggestion === undefined) return { code, severity: "info", path, message, ...facts };
  return { suggestion, code, severity: "info", path, message, ...facts };
}

/** Of two members that state the same thing, this one is left out. @param counts the name of the other */
export function overruled(path: Path, counts: string, facts: Facts = {}): Issue {
  return notice("conflict.resolved", path, `\`${counts}\` is given as well, and counts.`, facts);
}

/** So many findings, at least, are not listed. */
export function moreThan(more: number, facts: { readonly limit: number; readonly severity?: Severity }): Issue {
  const message = `Findings that are not listed: ${more} or more.`;
  return notice("issues.more", [], message, { ...facts, more });
}

/** Whether it is no finding, but counts those that are not listed. */
export function isCount({ code }: Issue): boolean {
  return code === "issues.more";
}

/** It cannot be expressed, and going on without it would be wrong. */
export function failure(code: IssueCode, path: Path, message: string, facts: IssueFacts & { readonly rule?: string } = {}): Issue {
  return { code, severity: "error", loss: "failed", path, message, ...facts };
}

/** A document breaks a rule. */
export function broken(rule: string, path: Path, message: string, facts: IssueFacts = {}): Issue {
  return failure(`validation.${rule}`, path, message, { rule, ...facts });
}

/** The finding with the path that another document has for the same place, in its sentence as well. */
export function movedTo(issue: Issue, path: Path): Issue {
  const message = issue.message.replace(`\`${formatPath(issue.path)}\``, () => `\`${formatPath(path)}\``);
  return Object.assign({}, issue, { path, message });
}

/** As `onLoss: "reject"` has it: a warning that states something was lost is an error. */
export function rejected(issue: Issue): Issue {
  return issue.severity === "warning" && issue.loss !== undefined ? { ...issue, severity: "error" } : issue;
}

/** A value as it may stand in an issue: strings and JSON text cut to 200 characters, data URIs cut at their comma. */
export function brief(value: unknown): string {
  if (typeof value !== "string") {
    if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
    return String(value);
  }
  // Looks at the head only: the rest may be megabytes of base64.
  const head = value.slice(0, 200);
  const comma = head.startsWith("data:") ? head.indexOf(",") : -1;
  if (comma !== -1) return `${head.slice(0, comma)},…`;
  return value.length > 200 ? `${value.slice(0, 199)}…` : value;
}

/** What came, in the words of a person: the type, and the value where it is short. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value) && value.length === 0) return "an empty array";
  const text = brief(value);
  return typeof value === "object" ? text : `the ${typeof value} ${typeof value === "string" ? JSON.stringify(text) : text}`;
}

/** More words than these are no help to a person. */
const MAX_WORDS = 9;

/** `"a", "b" or "c"`. */
export function either(words: readonly unknown[]): string {
  const named = words.slice(0, MAX_WORDS).map((word) => JSON.stringify(word));
  const all = words.length > MAX_WORDS ? [...named, `one of ${words.length - MAX_WORDS} others`] : named;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

/** A value as a fact of an issue: numbers and booleans as they are, all else as {@link brief} has it. */
export function fact(value: unknown): string | number | boolean {
  return typeof value === "number" || typeof value === "boolean" ? value : brief(value);
}

/**
 * One line for a log: severity, code, path, message, and the rule where the code has none. No base64 is in it.
 * @example
 * describeIssue({ code: "dropped.field", severity: "info", loss: "dropped", path: ["messages", 2, "name"], message: "Gone." });
 * // "info dropped.field at messages[2].name: Gone."
 */
export function describeIssue(issue: Issue): string {
  const { severity, code, message, rule: id, path } = issue;
  const place = path.length === 0 ? "" : ` at ${formatPath(path)}`;
  const rule = id === undefined || code === `validation.${id}` ? "" : ` (${id})`;
  return `${severity} ${code}${place}: ${message}${rule}`;
}

/**
 * Which legal word was probably meant: the same in another letter case, or one letter away. Undefined when nothing is near, or
 * the word is too short or too long to guess.
 */
export function suggest(word: string, legal: readonly string[]): string | undefined {
  if (word.length > 80) return undefined;
  const lower = word.toLowerCase();
  return (
    legal.find((candidate) => candidate.toLowerCase() === lower) ??
    (word.length < 3 ? undefined : legal.find((candidate) => isOneEditAway(candidate.toLowerCase(), lower)))
  );
}

/** One letter more, less, other, or two adjacent ones swapped. */
function isOneEditAway(a: string, b: string): boolean {
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) start++;
  let end = 0;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [one, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (one.length < 2 && other.length < 2) || (one.length === 2 && other === `${one[1]}${one[0]}`);
}

/** What every function of the library gives back: a value, or the errors why there is none. */
export type Result<T> = Success<T> | Failure;
/** There is a value. Issues name what was lost or changed on the way; none is of severity `error`. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  readonly issues: readonly Issue[];
}
/** There is none; at least one issue is of severity `error`. */
export interface Failure {
  readonly ok: false;
  readonly issues: readonly [Issue, ...Issue[]];
}

export function ok<T>(value: T, issues: readonly Issue[] = []): Success<T> {
  return { ok: true, value, issues };
}

/** The first issue must be one of severity `error`; callers put it there. */
export function fail(issues: readonly [Issue, ...Issue[]]): Failure {
  return { ok: false, issues };
}

/** Success with these issues, or failure when one of them is an error. */
export function settle<T>(value: T, issues: readonly Issue[]): Result<T> {
  const [first, ...rest] = issues;
  for (const { severity } of issues) if (severity === "error" && first !== undefined) return fail([first, ...rest]);
  return { ok: true, value, issues };
}

/**
 * A mistake of the program that calls, found only while a document is read: it comes out, where all that the document itself
 * throws is a finding.
 */
export class WrongCall extends TypeError {}

/** What {@link unwrap} throws: `message` is the first error in one line. */
export class InterlinguaError extends Error {
  override readonly name = "InterlinguaError";
  /** The findings of the failed result; at least one is of severity `error`. */
  readonly issues: Failure["issues"];

  constructor(issues: Failure["issues"]) {
    super(summary(issues));
    this.issues = issues;
  }
}

/**
 * The value of a result, for those who throw.
 *
 * @throws InterlinguaError with the `issues` of a result that is not ok; TypeError for what is no result, as a promise
 * @example
 * const body = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] };
 * unwrap(translateRequest(body, { from: "chat-completions", to: "messages" })).path; // "/v1/messages"
 */
export function unwrap<T>(result: Result<T>): T {
  const given: { readonly issues?: unknown } | null | undefined = result;
  if (Array.isArray(given?.issues)) {
    if (result.ok) return result.value;
    throw new InterlinguaError(result.issues);
  }
  throw new TypeError("`unwrap` takes a result; await a promise of one.");
}

function summary(issues: Failure["issues"]): string {
  const [first, ...more] = issues.filter(({ severity }) => severity === "error");
  const shown: Issue = first ?? issues[0];
  const others = more.length === 0 ? "" : ` (and ${more.length} more ${more.length === 1 ? "error" : "errors"})`;
  return `${describeIssue(shown)}${others}`;
}
