/** What the errors of all styles have in common: a table of words for each style, reading around the error, what a style lacks. */
import { addAll } from "../../core/collections.js";
import { approximated, brief, dropped, type Issue, notice } from "../../core/issue.js";
import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok } from "../../core/result.js";
import { createTrace, type FieldPaths } from "../../core/trace.js";
import type { Json, Profile } from "../../model/common.js";
import {
  type CanonicalError,
  ERROR_KINDS,
  type ErrorFacts,
  type ErrorKind,
  errorStatus,
  excerptOf,
  innermostMessage,
  isRetryable,
  kindOfStatus,
  messageOr,
  readErrorInput,
} from "../../model/error.js";
import { decodeRetryAfter, encodeRetryAfter, otherRetryHeaders } from "../../model/headers.js";
import type { ErrorCodec } from "../style.js";

type Report = (issue: Issue) => void;

export type ErrorRow = readonly [status: number, type: string, code?: string | null];

/** The words of a style's errors. */
export interface ErrorWords {
  /** Those of the specification. */
  readonly gateway: Readonly<Record<ErrorKind, ErrorRow>>;
  /** Where the vendor differs. */
  readonly vendor: Readonly<Partial<Record<ErrorKind, ErrorRow>>>;
  /** Further words that are read, by what they mean. */
  readonly also: ReadonlyMap<string, ErrorKind>;
  /** Words that count only where no status is known. */
  readonly vague: ReadonlyMap<string, ErrorKind>;
  /** Whether the further words mean the kind and nothing else. */
  readonly synonyms?: true;
}

/** What the words of a style mean that say more than a status: of several kinds with one word the first counts. */
export function kindsOf({ gateway, vendor, also, vague }: ErrorWords): ReadonlyMap<unknown, ErrorKind> {
  const kinds = new Map<unknown, ErrorKind>(also);
  for (const rows of [gateway, vendor])
    for (const kind of ERROR_KINDS)
      for (const word of rows[kind] ?? []) if (typeof word === "string" && !vague.has(word) && !kinds.has(word)) kinds.set(word, kind);
  return kinds;
}

export function rowOf(words: ErrorWords, kind: ErrorKind, profile: Profile): ErrorRow {
  return (profile === "vendor" ? words.vendor[kind] : undefined) ?? words.gateway[kind];
}

/** Whether errors of the kind come with the status, in either profile or because no kind has it. */
export function hasStatus(words: ErrorWords, kind: ErrorKind, status: number): boolean {
  return kindOfStatus(status) === kind || words.gateway[kind][0] === status || words.vendor[kind]?.[0] === status;
}

/** Whether a word says nothing but the kind, so that other styles' words say the same. */
export function saysOnlyKind(words: ErrorWords, word: string, kind: ErrorKind): boolean {
  if (words.synonyms && (words.also.get(word) ?? words.vague.get(word)) === kind) return true;
  return [words.gateway[kind], words.vendor[kind]].some((row) => row !== undefined && row.indexOf(word, 1) !== -1);
}

/** The status to write: that of the kind's row; one that no row has says more, and goes on as it is. */
export function statusOf(words: ErrorWords, { kind, status }: CanonicalError, profile: Profile): number {
  const unlisted =
    (kind === "invalid-request" || kind === "internal") && errorStatus(status) !== undefined && kindOfStatus(status) === kind;
  return unlisted ? status : rowOf(words, kind, profile)[0];
}

/** An error as it was read, and where its fields stand in `{ status, body, headers }`; the kind is that of the status unless said otherwise. */
export interface ReadError {
  readonly error: CanonicalError;
  readonly fields: FieldPaths;
}

/** How a style reads what is in an error answer, and writes it. */
interface ErrorShape<Body> extends Pick<ErrorCodec<Body>, "nativeOf"> {
  read(reply: ErrorFacts, report: Report): ReadError;
  write(error: CanonicalError, profile: Profile, report: Report): { readonly status: number; readonly body: Body };
}

export function errorCodec<Body>({ read, write, ...others }: ErrorShape<Body>): ErrorCodec<Body> {
  return {
    ...others,
    decode(input) {
      const issues: Issue[] = [];
      const reply = readErrorInput(input);
      const { error, fields } = read(reply, (issue) => issues.push(issue));
      const value = { ...decodeRetryAfter(reply.headers), ...error };
      addAll(issues, otherRetryHeaders(reply.headers, value));
      const trace = createTrace();
      trace.mark(value, [], { kind: ["status"], ...headerFields(reply.headers), ...fields });
      return { ...ok(value, issues), locate: (path) => trace.locate(value, reply, path) };
    },
    encode(error, { profile = "gateway" } = {}) {
      const issues: Issue[] = [];
      const written = write(error, profile, (issue) => issues.push(issue));
      return ok({ ...written, headers: encodeRetryAfter(error) }, issues);
    },
  };
}

function headerFields(headers: ErrorFacts["headers"]): FieldPaths {
  const named = Object.keys(headers).find((name) => name.toLowerCase().startsWith("retry-after"));
  return named === undefined ? {} : { retryAfterSeconds: ["headers", named], retryAfterDate: ["headers", named] };
}

/** The document of a body; some services and gateways wrap it in an array. */
export function unwrapped(body: Json, report: Report): readonly [document: Json, path: Path] {
  const first = isJsonArray(body) ? body[0] : undefined;
  if (!isJsonArray(body) || !isJsonObject(first)) return [body, ["body"]];
  if (body.length > 1) report(dropped("dropped.field", ["body"], "Of several errors the first one counts.", { severity: "info" }));
  return [first, ["body", 0]];
}

/** Something else stands where an error was expected: its text is the message. */
export function plainError(value: Json, status: number | null | undefined, path: Path, report: Report): CanonicalError {
  const known = errorStatus(status) ?? 500;
  const kind = kindOfStatus(known);
  const message = messageOr(excerptOf(value, path, report), known, path, report);
  return { kind, status: known, message, retryable: isRetryable(kind, known) };
}

/** The message, or that of the error body of another service that it holds. */
export function unpackedMessage(message: string, path: Path, report: Report): string {
  const inner = innermostMessage(message);
  if (inner !== message)
    report(approximated("approximated.error", path, "The message holds the error of another service; its message is passed on."));
  return inner;
}

/** Says where the status of an answer is not that of the error which was read. */
export function reportStatus(words: ErrorWords, status: number | undefined, { kind, status: known }: CanonicalError, report: Report): void {
  if (status === undefined) return;
  const facts = { from: status, to: status === known ? kind : known };
  if (status !== known)
    report(approximated("approximated.error", ["status"], `${status} is no status of an error; ${known} is taken instead.`, facts));
  else if (!hasStatus(words, kind, status)) report(contradicted(["status"], status, kind));
}

/** A word that says more than the kind, or another kind than the one that counts. */
export function finerWord(path: Path, word: string, kind: ErrorKind): Issue {
  const why = `Other styles only know that the error is of the kind ${kind}, not \`${brief(word)}\`.`;
  return approximated("approximated.error", path, why, { from: brief(word), to: kind });
}

export function contradicted(path: Path, value: Json, kind: ErrorKind, severity: "info" | "warning" = "info"): Issue {
  const why = `The error as a whole is of the kind ${kind}, which this does not say.`;
  return notice("conflict.resolved", path, why, { severity, from: typeof value === "number" ? value : brief(value), to: kind });
}

/** Says what an error loses in a style that has no place for it. @param path that of the error in what is written */
export function reportLost(
  error: CanonicalError,
  { style, lacks, own }: { readonly style: string; readonly lacks: readonly ("param" | "requestId")[]; readonly own: boolean },
  path: Path,
  report: Report,
): void {
  for (const field of lacks) {
    const value = error[field] ?? undefined;
    if (value !== undefined)
      report(dropped("dropped.field", [...path, field], `A ${style} error has no \`${field}\`.`, { severity: "info", from: brief(value) }));
  }
  if (own) return;
  for (const at of detailPaths(error))
    report(dropped("dropped.field", [...path, ...at], `A ${style} error has no place for another style's details.`, { severity: "info" }));
}

/** Canonical paths of an error's details: one for each of them where there are several. */
function detailPaths({ native }: CanonicalError): Path[] {
  const base = ["native", "details"];
  if (native?.details === undefined) return [];
  const { details } = native;
  if (isJsonArray(details)) return details.map((_detail, index) => [...base, index]);
  if (!isJsonObject(details)) return [base];
  return Object.keys(details).flatMap((key) => (details[key] === null ? [] : [[...base, key]]));
}
