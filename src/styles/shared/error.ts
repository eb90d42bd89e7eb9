/** What the errors of all styles have in common: a table of words for each style, reading around the error, what a style lacks. */
import { approximated, brief, dropped, type Issue, minorLoss, notice, ok, type Path, type Report } from "../../core/issue.js";
import { attempt, compact, isJsonArray, isJsonObject, type JsonObject } from "../../core/json.js";
import { valueIn } from "../../core/json-text.js";
import { isEmpty } from "../../core/lenient-parse.js";
import { type FieldPaths, MarkedTrace } from "../../core/trace.js";
import type { BaseProfile, Json, StyleName } from "../../model/common.js";
import {
  type CanonicalError,
  decodeRetryAfter,
  ERROR_KINDS,
  type ErrorFacts,
  type ErrorKind,
  encodeRetryAfter,
  errorBodyOf,
  errorOf,
  errorStatus,
  kindOfStatus,
  leaveOutOfError,
  messageIn,
  otherRetryHeaders,
  plainCopy,
  readErrorInput,
  retryDelayOf,
  statusOfKind,
  statusPhrase,
} from "../../model/error.js";
import { dropFields } from "../../model/extensions.js";
import type { ErrorCodec } from "../style.js";

/** What is written for a kind: the HTTP status, and the style's names for it. */
export type ErrorRow = readonly [status: number, type: string, code?: string | null];
type Rows = Readonly<Record<ErrorKind, ErrorRow>>;
/** One name alone where the status is that of the kind. */
type GivenRows = Readonly<Partial<Record<ErrorKind, ErrorRow | string>>>;

/** The words of a style's errors. */
export interface ErrorWords {
  /** Those of the specification. */
  readonly gateway: Rows;
  readonly vendor: Rows;
  /** Further words that are read, by what they mean. */
  readonly also: ReadonlyMap<string, ErrorKind>;
  /** Words that count only where no status is known. */
  readonly vague: ReadonlyMap<unknown, ErrorKind>;
  /** A code stands beside the type: one name alone is a code, and the further words mean the kind and nothing else. */
  readonly coded: true | undefined;
}

interface GivenWords extends Partial<Pick<ErrorWords, "coded">> {
  /** The names of kinds that have none of their own: faults of the client, of the server, and those as the vendor calls them. */
  readonly faults: readonly [client: string, server: string, vendor: string];
  readonly gateway: GivenRows;
  /** Where the vendor differs. */
  readonly vendor: GivenRows;
  readonly also: Readonly<Record<string, ErrorKind>>;
  readonly vague: readonly unknown[];
}

/** The words with their `kinds`: what those mean that state more than a status. Of several kinds with one word the first counts. */
export function wordsOf({ faults: [client, server, ofVendor], coded, ...words }: GivenWords) {
  const also = new Map(Object.entries(words.also));
  const vague = new Map<unknown, ErrorKind>();
  const kinds = new Map<unknown, ErrorKind>(also);
  const gateway = rowsOf(words.gateway, client, server, coded);
  const vendor = rowsOf({ ...words.gateway, ...words.vendor }, client, ofVendor, coded);
  for (const rows of [gateway, vendor])
    for (const kind of ERROR_KINDS)
      for (const word of rows[kind]) {
        const known = words.vague.includes(word) ? vague : kinds;
        if (typeof word === "string" && !known.has(word)) known.set(word, kind);
      }
  return { gateway, vendor, also, vague, coded, kinds };
}

function rowsOf(given: GivenRows, client: string, server: string, coded: true | undefined): Rows;
function rowsOf(given: GivenRows, client: string, server: string, coded: true | undefined): object {
  const rows = ERROR_KINDS.map((kind) => {
    const status = statusOfKind(kind);
    const fault = status < 500 ? client : server;
    const row = given[kind] ?? fault;
    return [kind, typeof row !== "string" ? row : coded ? [status, fault, row] : [status, row]];
  });
  return Object.fromEntries(rows);
}

/** Whether errors of the kind come with the status, in either profile or because no kind has it. */
export function hasStatus({ gateway, vendor }: ErrorWords, kind: ErrorKind, status: number): boolean {
  return kindOfStatus(status) === kind || gateway[kind][0] === status || vendor[kind][0] === status;
}

/** Whether a word means nothing but the kind, so that other styles' words mean the same. */
function meansOnlyKind({ gateway, vendor, also, vague, coded }: ErrorWords, word: string, kind: ErrorKind): boolean {
  if (coded && (also.get(word) ?? vague.get(word)) === kind) return true;
  return [gateway, vendor].some((rows) => rows[kind].indexOf(word, 1) !== -1);
}

/** The row to write. A status that no row of the style has states more than that of the kind, and is kept. */
export function rowOf(words: ErrorWords, { kind, status }: Pick<CanonicalError, "kind" | "status">, profile: BaseProfile): ErrorRow {
  const [statusOfRow, ...names] = words[profile][kind];
  const unlisted =
    (kind === "invalid-request" || kind === "internal") && errorStatus(status) !== undefined && kindOfStatus(status) === kind;
  return [unlisted ? status : statusOfRow, ...names];
}

/** An error as it was read, and where its fields stand in `{ status, body, headers }`; the kind is that of the status unless stated otherwise. */
export interface ReadError {
  readonly error: CanonicalError;
  readonly fields: FieldPaths;
}

/** How a style reads what is in an error answer, and writes it. */
export interface ErrorShape<Body> extends Pick<ErrorCodec<Body>, "nativeOf"> {
  readonly style: StyleName;
  readonly words: ErrorWords;
  /** How much it matters that the HTTP status contradicts what the body states. */
  readonly contradiction?: "info" | "warning";
  /** Fields of an error that the style has no place for. */
  readonly lacks: Readonly<Partial<Record<"param" | "requestId", "info">>>;
  /** The kind as which a row would be read. */
  kindOf(row: ErrorRow): ErrorKind;
  /**
   * Undefined where nothing in the document is an error.
   * @param document without members where the body is none
   */
  read(document: JsonObject, path: Path, reply: ErrorFacts, report: Report): ReadError | undefined;
  /** @param row what the kind is written as @param own what an error of the same style stated itself */
  write(error: CanonicalError, row: ErrorRow, own: CanonicalError["native"], profile: BaseProfile): readonly [status: number, body: Body];
}

export function errorCodec<Body>(shape: ErrorShape<Body>): ErrorCodec<Body> {
  const { style, words, nativeOf, contradiction } = shape;
  return {
    ...compact({ nativeOf }),
    decode(input) {
      const issues: Issue[] = [];
      const report = (issue: Issue) => issues.push(issue);
      const reply = readErrorInput(input);
      const { status, headers } = reply;
      const [document, path] = unwrapped(reply.body, report);
      const body = document ?? reply.body;
      if (body === null && attempt(errorBodyOf, input) != null)
        report(dropped("dropped.field", path, "The body is no JSON and no text; it was left out."));
      const read = shape.read(document ?? {}, path, { ...reply, body }, report);
      const { error, fields } = read ?? plainError(body, status, path, report);
      const { kind, status: known } = error;
      if (status !== undefined && status !== known) {
        const why = `${status} is no status of an error; ${known} is taken.`;
        report(approximated("approximated.error", ["status"], why, { from: status, to: known }));
      } else if (status !== undefined && !hasStatus(words, kind, status)) report(contradicted(["status"], status, kind, contradiction));
      const value = { ...decodeRetryAfter(headers), ...error };
      otherRetryHeaders(headers, value).forEach(report);
      const named = Object.keys(headers).find((name) => name.toLowerCase().startsWith("retry-after"));
      const at = named && ["headers", named];
      const trace = new MarkedTrace();
      trace.mark(value, [], { kind: ["status"], ...(at && { retryAfterSeconds: at, retryAfterDate: at }), ...fields });
      return { ...ok(value, issues), locate: (path) => trace.locate(value, reply, path) };
    },
    encode(error, { profile = "gateway" } = {}) {
      const issues: Issue[] = [];
      const report = (issue: Issue) => issues.push(issue);
      const own = error.native?.style === style ? error.native : undefined;
      const row = rowOf(words, error, profile);
      const [status, body] = shape.write(error, row, own, profile);
      if (own === undefined) reportKind(shape, error, row, report);
      dropFields(error, shape.lacks, [], style, report);
      for (const path of own === undefined ? detailPaths(error.native?.details) : [])
        report(minorLoss(path, `${style} has no place for another style's details.`));
      return ok({ status, body, headers: encodeRetryAfter(error) }, issues);
    },
  };
}

/** The document of a body; some services and gateways wrap it in an array. */
function unwrapped(body: Json, report: Report): readonly [document: JsonObject | undefined, path: Path] {
  const list = isJsonArray(body) && isJsonObject(body[0]) ? body : undefined;
  const document = list === undefined ? body : list[0];
  const path = list === undefined ? ["body"] : ["body", 0];
  if (list !== undefined && list.length > 1) report(minorLoss(["body"], "Of several errors the first counts."));
  if (!isJsonObject(document)) return [undefined, path];
  // Frameworks of servers have a name of the error beside its message: `{"statusCode": 400, "error": "Bad Request", "message": "…"}`.
  const { error = null, ...others } = document;
  const message = messageIn(others)?.value;
  if (error === null || typeof error === "object" || typeof message !== "string" || message === "") return [document, path];
  leaveOutOfError({ error }, path, report);
  return [others, path];
}

/** Something else stands where an error was expected: its text is the message. */
export function plainError(value: Json, status: number | undefined, path: Path, report: Report): ReadError {
  const known = errorStatus(status) ?? 500;
  const message = messageOr(excerptOf(value, path, report), known, path, report);
  const error = errorOf(kindOfStatus(known), message, known);
  return { error, fields: { message: path, kind: status === undefined ? path : ["status"] } };
}

/** What stands in an error object, by its meaning. */
interface ErrorParts extends Pick<CanonicalError, "kind" | "message"> {
  /** That of the kind where none is known. */
  readonly status: number | undefined;
  readonly param?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The words of the style itself, and what else it states. */
  readonly own?: Omit<NonNullable<CanonicalError["native"]>, "style"> | undefined;
  /** Words that name the kind, with their places. */
  readonly named: readonly (readonly [path: Path, word: unknown])[];
  readonly fields: FieldPaths & { readonly message: Path };
}

/** Puts together what was read, and reports the words that only its style knows. */
export function assembled({ style, words }: Pick<ErrorShape<unknown>, "style" | "words">, report: Report, parts: ErrorParts): ReadError {
  const { kind, status = words.gateway[kind][0], message, own, named, fields, ...others } = parts;
  for (const [path, word] of named)
    if (typeof word === "string" && word !== "" && !meansOnlyKind(words, word, kind)) {
      const [from, to] = [brief(word), kind];
      report(approximated("approximated.error", path, `Other styles only know the kind ${to}, not \`${from}\`.`, { from, to }));
    }
  const error = errorOf(kind, messageOr(message, status, fields.message, report), status);
  return { error: { ...error, ...compact({ ...others, native: own && { style, ...own } }) }, fields };
}

/** The details without when to try again. @param at where they stand @param field what they are in the canonical error */
export function splitDetails(details: Json | undefined, at: Path, field = "native.details") {
  const list = isJsonArray(details) ? details : [];
  const position = list.findIndex((detail) => retryDelayOf(detail) !== undefined);
  if (position === -1) return { retryAfterSeconds: undefined, others: details ?? undefined, fields: {} };
  const others = list.filter((_other, index) => index !== position);
  const places = others.map((_other, index) => [`${field}.${index}`, [...at, index < position ? index : index + 1]]);
  const fields: FieldPaths = { retryAfterSeconds: at, ...Object.fromEntries(places) };
  return { retryAfterSeconds: retryDelayOf(list[position]), others: others.length === 0 ? undefined : others, fields };
}

/** How much of a body that is no error body becomes the message. */
const EXCERPT = 500;

/** The text of what stands where a message was expected; that of nothing at all (null, `{}`, `{"message":null}`) is empty. */
export function excerptOf(value: Json, path: Path, report: Report): string {
  const text = isEmpty(value) ? "" : typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= EXCERPT) return text;
  report(approximated("approximated.error", path, `The first ${EXCERPT} characters are the message.`, { limit: EXCERPT }));
  // Half of a pair is no text that every reader of JSON takes.
  return text.slice(0, EXCERPT).toWellFormed();
}

/** The message of an error, or where it has none that anybody could read, a sentence of its status: clients show it as it is. */
function messageOr(message: string, status: number, path: Path, report: Report): string {
  if (/\S/.test(message)) return message;
  const sentence = `The service reported an error: ${statusPhrase(status)}.`;
  report(notice("defaulted.other", path, "The error has no message; its status has one.", { to: sentence }));
  return sentence;
}

/** The error of the body that a message holds: gateways in a row put that of one service into the message of the next. */
function nestedError(message: string): JsonObject | undefined {
  if (!/^[{[]/.test(message) || message.length > 100_000) return undefined;
  const value = plainCopy(valueIn(message));
  const body = isJsonArray(value) ? value[0] : value;
  return isJsonObject(body) && isJsonObject(body.error) ? body.error : undefined;
}

/** The message, or the error of another service that its error body holds, the innermost of a bounded number. */
export function unpacked(message: Json, path: Path, report: Report): JsonObject & { readonly message: string } {
  if (typeof message !== "string") return { message: excerptOf(message, path, report) };
  let inner: ReturnType<typeof unpacked> = { message };
  for (let depth = 0; depth < 4; depth++) {
    const error = nestedError(inner.message);
    if (typeof error?.message !== "string") break;
    inner = { ...error, message: error.message };
  }
  if (inner.message !== message) report(approximated("approximated.error", path, "The message of the error in it is passed on."));
  return inner;
}

export function contradicted(path: Path, value: Json, kind: ErrorKind, severity: "info" | "warning" = "info"): Issue {
  const why = `The error is of the kind ${kind}, which this does not say.`;
  return notice("conflict.resolved", path, why, { severity, from: typeof value === "number" ? value : brief(value), to: kind });
}

/** Reports that a row is read as an error of another kind, or has another status than the error came with. */
function reportKind({ style, kindOf }: ErrorShape<unknown>, { kind, status }: CanonicalError, row: ErrorRow, report: Report): void {
  const [written, word] = row;
  const read = kindOf(row);
  if (read !== kind) {
    const why = `${style} has no error for ${kind}; ${written} \`${word}\` is written.`;
    report(approximated("approximated.error", ["kind"], why, { from: kind, to: read }));
  } else if (written !== status && status !== statusOfKind(kind)) {
    const why = `In ${style} this has the status ${written}.`;
    report(approximated("approximated.error", ["status"], why, { from: status, to: written }));
  }
}

/** Canonical paths of an error's details: one for each of them where there are several, and for the members of one that is an object. */
function detailPaths(details: Json | undefined, base: Path = ["native", "details"]): readonly Path[] {
  if (details === undefined || details === null) return [];
  if (isJsonArray(details)) return details.map((_detail, index) => [...base, index]);
  if (!isJsonObject(details) || base.length > 3) return [base];
  return Object.entries(details).flatMap(([key, detail]) => detailPaths(detail, [...base, key]));
}
