/** What codecs of every style hand down, and what they do alike: where findings and traces go, the fields of an answer about itself, and why it ended. */
import { approximated, brief, dropped, equivalent, fail, type Issue, minorLoss, notice, type Path, type Report } from "../../core/issue.js";
import { IssueLog } from "../../core/issue-log.js";
import { asJson, compact } from "../../core/json.js";
import { lenientParseWhole, type Mended } from "../../core/lenient-parse.js";
import { readBody, type Schema } from "../../core/schema.js";
import { lacking, MarkedTrace, type Trace } from "../../core/trace.js";
import { barePath, isPlainName, isPlainPath } from "../../core/url-path.js";
import { encodeFields } from "../../fields/codec.js";
import { type FieldRow, type FieldScope, type FieldTable, fieldTable } from "../../fields/table.js";
import { fitSchemas } from "../../json-schema/fit.js";
import type { AnswerRestore } from "../../json-schema/restore.js";
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import { type DialectMembers, given, modelGiven } from "../../model/common.js";
import { reportedError } from "../../model/error.js";
import { dropFields, dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { fitModel } from "../../model/fit-model.js";
import { answerId, answerModel } from "../../model/ids.js";
import type { CanonicalRequest, CanonicalResponse, Citation, Finish, StartEvent, StyleName } from "../../model/index.js";
import { isNamed, type NameRule, type ToolNames } from "../../model/tools.js";
import type { Context, DecodeOptions, EncodedRequest, EncodeOptions } from "../options.js";
import type { Decoded, Encoded, ErrorCodec, StyleEdge, StyleModule } from "../style.js";
import { fitBody, hostedRequest, noSuchModel } from "./dialect.js";

export interface DecodeScope {
  readonly trace: Trace;
  readonly report: Report;
  readonly context: Context;
}

/** That of a whole document. */
export interface DocumentScope extends DecodeScope {
  readonly log: IssueLog;
  readonly options: DecodeOptions;
  readonly given: Mended<unknown>["given"];
}

/** What tells an answer of a style from an error, and its form. */
export interface AnswerForm<Body> {
  readonly schema: Schema<Body>;
  /** Broken by a body of another form. */
  readonly rule: string;
  /** Whether the answer itself stands there, which cannot be left out as what stands beside it can. */
  readonly isContent: (path: Path) => boolean;
  readonly error: Pick<ErrorCodec<unknown>, "decode">;
  /** Where in a body an error stands. */
  readonly errorAt: (body: unknown) => Path | undefined;
}

/** A whole answer in its form; what is wrong beside the answer itself is left out. */
export function readAnswer<Body>({ schema, rule, isContent, error, errorAt }: AnswerForm<Body>, body: unknown): Mended<Body> {
  const read = readBody(schema, body, rule);
  if (!read.ok && !asJson(body).ok) return read;
  const errorPath = errorAt(body);
  if (errorPath !== undefined) return fail([reportedError(error.decode({ body }).value, errorPath, "response.error_body")]);
  return read.ok ? read : lenientParseWhole(schema, body, read, isContent);
}

/**
 * A request in its form, with the model of its path or of the options where its body names none, and a fresh canonical request, whose path
 * may state that it is for a stream.
 */
export function readRequest<Body extends { readonly model: string; readonly stream?: boolean | null | undefined }>(
  schema: Schema<Body>,
  body: unknown,
  options: DecodeOptions,
  edge: StyleModule["edge"],
  rule: string,
) {
  const given = readBody(schema, body, rule);
  const hosted = given.ok && given.value.model !== "" ? body : hostedRequest(body, options, edge);
  const read = hosted === body ? given : readBody(schema, hosted, rule);
  if (!read.ok) return read;
  const { value: wire } = read;
  const stream =
    wire.stream ??
    (options.path !== undefined && options.path !== edge.path && edge.match(barePath(options.path), "vendor")?.stream === true);
  return { ok: true, wire, value: emptyRequest(wire.model, stream), scope: decodeScope(options) } as const;
}

/** A fresh request, for the fields of a document. */
export function emptyRequest(model: string, stream: boolean): Writable<CanonicalRequest> {
  return { model, instructions: [], turns: [], tools: [], sampling: {}, limits: {}, output: {}, stream };
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

const NOTHING: Capabilities & Context & DialectMembers = {};

/** @param read the document, with what was found already */
export function decodeScope(options: DecodeOptions, { issues = [], given }: Partial<Mended<unknown>> = {}): DocumentScope {
  const log = new IssueLog(options.findings);
  for (const issue of issues) log.add(issue);
  const report = (issue: Issue) => log.add(given === undefined ? issue : { ...issue, path: given(issue.path) });
  return { trace: new MarkedTrace(), log, report, context: options.context ?? NOTHING, options, given };
}

/** What was read of `body`, with the findings and the way back to its places. */
export function decodedFrom<T extends object>(value: T, body: unknown, { log, trace, given }: DocumentScope): Decoded<T> {
  const result = log.settle(value);
  if (!result.ok) return result;
  const locate = (path: Path) => trace.locate(value, body, path);
  return { ok: true, value, issues: result.issues, locate: given === undefined ? locate : (path) => given(locate(path)) };
}

export interface EncodeScope extends AnswerScope {
  readonly dialect: DialectMembers;
  readonly fits: NonNullable<EncodeOptions["fits"]>;
  readonly trace: Trace;
  readonly log: IssueLog;
}

/** @param form that of the names of tools */
export function encodeScope(target: StyleName, options: EncodeOptions, form: NameRule, model = "", capabilities: Capabilities = NOTHING) {
  const log = new IssueLog(options.findings);
  const { profile = "gateway", dialect = NOTHING, from } = options;
  const own = from === undefined || from === target;
  const report = (issue: Issue) => log.add(issue);
  const [fits, trace, names] = [options.fits ?? !own, new MarkedTrace(), { form }];
  // One literal: a field that is added later costs more than all of these.
  return { target, profile, dialect, own, fits, options, trace, log, report, model, capabilities, names };
}

export interface RequestScope extends EncodeScope {
  /** That of the service asked. */
  readonly model: string;
  readonly capabilities: Capabilities;
  readonly names: ToolNames;
}

export function requestScope(target: StyleName, request: CanonicalRequest, options: EncodeOptions, form: NameRule): RequestScope {
  const model = modelGiven(options.model, request.model) ?? request.model;
  return encodeScope(target, options, form, model, capabilitiesOf(model, options.capabilities));
}

type Vendor = Parameters<typeof fitSchemas>[1];

/** What fitting a request gives. */
export interface FittedRequest {
  readonly request: CanonicalRequest;
  readonly restore?: AnswerRestore;
  /** Makes the body one that a server takes which has a dialect. */
  readonly body?: typeof fitBody;
}

/** The request as the model asked takes it, its schemas as the vendor does. */
export function fitRequest(given: CanonicalRequest, vendor: Vendor, { models }: StyleModule["edge"], scope: RequestScope): FittedRequest {
  const request = fitModel(given, scope, models);
  const hasSchemas = request.tools.length > 0 || request.output.format !== undefined;
  return hasSchemas ? { body: fitBody, ...fitSchemas(request, vendor, scope) } : { body: fitBody, request };
}

/** In place of {@link fitRequest}, which is a fifth of a style: the request as it is. */
export const keepRequest = (request: CanonicalRequest): FittedRequest => ({ request });

/** A request that was written, with the unknown fields of its own style. */
export function encodedRequest<Body extends object>(
  written: Body,
  request: CanonicalRequest,
  fields: FieldTable<Body>,
  { format, read }: Pick<StyleEdge, "format" | "read">,
  scope: RequestScope,
  { restore, body: adapt }: Omit<FittedRequest, "request"> = {},
  plain?: readonly object[],
): Encoded<EncodedRequest<Body>> {
  const { extensions, stream } = request;
  const { target, dialect, log, trace, report, model, names, options } = scope;
  const path = format({ model, stream, dialect });
  if (extensions !== undefined) dropUnknown(extensions, target, [], report);
  const isNameless = dialect.modelInPath === true && model === "";
  if (isNameless || ((dialect.modelInPath || read !== undefined) && !isPlainName(model) && !isPlainPath(path))) report(noSuchModel(model));
  const whole = extensions === undefined ? written : restoreUnknown(written, extensions, target);
  const adapted = options.dialect && adapt?.(whole, request, fields, scope);
  const fit = adapted ?? { body: whole, paths: fields.bodyPaths() };
  const body = trace.mark(fit.body, [], fit.paths);
  const result = log.settle({ path, body, context: contextOf(request, names.aliases, restore) });
  if (!result.ok) return result;
  return { ok: true, value: result.value, issues: result.issues, locate: (at) => trace.locate(body, request, at), plain };
}

/** What a request leaves behind for its answer. */
function contextOf(
  { model, turns, tools, includeStreamUsage }: CanonicalRequest,
  aliases: ReadonlyMap<string, string> | undefined,
  restore: AnswerRestore | undefined,
): Context {
  const context: Writable<Context> = model === "" ? { turn: turns.length } : { model, turn: turns.length };
  if (includeStreamUsage !== undefined) context.includeStreamUsage = includeStreamUsage;
  if (aliases !== undefined) context.toolNames = Object.fromEntries(aliases);
  if (tools.length > 0) {
    const named = tools.filter(isNamed);
    const custom = named.filter(({ type }) => type === "custom");
    if (named.length > 0) context.declaredTools = named.map(({ name }) => name);
    if (custom.length > 0) context.customTools = custom.map(({ name }) => name);
  }
  if (restore !== undefined) context.restore = aliases === undefined ? restore : byWrittenNames(restore, aliases);
  return context;
}

function byWrittenNames({ tools, format }: AnswerRestore, aliases: ReadonlyMap<string, string>): AnswerRestore {
  const written = new Map([...aliases].map(([name, given]) => [given, name]));
  const named = tools && Object.fromEntries(Object.entries(tools).map(([name, restore]) => [written.get(name) ?? name, restore]));
  return compact({ tools: named, format });
}

export type Envelope = Omit<StartEvent, "type" | "choice" | "usage">;

export interface AnswerScope extends FieldScope {
  readonly target: StyleName;
  readonly options: EncodeOptions;
}

/** Settings of a style. */
export interface AnswerStyle<Body = unknown> {
  readonly name: StyleName;
  /** Begins the ids that are made. */
  readonly idPrefix: string;
  /** Its answers may do without an id and a model, so that there is nothing to report of one that was made. */
  readonly mayBeAnonymous: boolean;
  readonly fields: FieldTable<Body>;
}

type EnvelopeField = Exclude<keyof Envelope, "id" | "model" | "extensions">;

/** @param rows of every field beside id and model: the compiler finds one that is forgotten */
export function answerStyle<Body>(
  name: StyleName,
  idPrefix: string,
  rows: { readonly [Field in EnvelopeField]: Omit<FieldRow<Envelope, Body, AnswerScope, Field, string>, "at"> },
  mayBeAnonymous = false,
): AnswerStyle<Body> {
  const table = Object.entries(rows).map(([at, row]) => ({ at, ...row }));
  return { name, idPrefix, mayBeAnonymous, fields: fieldTable<Body>(table, {}) };
}

export function answerScope(target: StyleName, options: EncodeOptions, report: FieldScope["report"]): AnswerScope {
  const { profile = "gateway", from } = options;
  return { target, profile, own: from === undefined || from === target, options, report };
}

/** @param path that of the answer in the canonical value written, for issues */
export function encodeEnvelope<Body>(
  envelope: Envelope,
  { name, idPrefix, mayBeAnonymous, fields }: AnswerStyle<Body>,
  scope: AnswerScope,
  path: Path = [],
): { readonly id: string; readonly model: string; readonly fields: Partial<Body> } {
  const { options, own, report } = scope;
  const isOptional = mayBeAnonymous && own;
  const model = answerModel(envelope.model, options, [...path, "model"], report, isOptional);
  const known = envelope.id ?? given(options.responseId);
  const id = known ?? answerId(idPrefix, model, options.context?.turn ?? 0);
  if (known === undefined && !isOptional)
    report(notice("synthesized.id", [...path, "id"], "The answer has no id; it got one.", { to: id }));
  dropUnknown(envelope.extensions, name, path, report);
  return { id, model, fields: encodeFields(fields, envelope, scope, path) };
}

/** A citation and its canonical path. */
export interface Cited {
  readonly citation: Citation;
  readonly path: Path;
}

/** @param path that of what has the citations */
export function citedBy(citations: readonly Citation[] = [], path: Path): Cited[] {
  return citations.map((citation, index) => ({ citation, path: [...path, "citations", index] }));
}

export const CALLED = "The answer ended with calls of tools.";

/** Why the answer ended, in the source's own word where it has one; null where it has none. */
export function reasonGiven({ reason, native }: Finish): string | null {
  return native === undefined ? (reason === "other" ? null : reason) : brief(native.value);
}

/** Reports that the style has no word for the reason. @param path canonical path of the finish */
export function reportInexact(finish: Finish, style: StyleName, word: string, path: Path, report: Report): void {
  const from = reasonGiven(finish);
  const why = `${style} has \`${word}\` for ${JSON.stringify(from)}.`;
  report(approximated("approximated.finish_reason", [...path, "reason"], why, { from, to: word }));
}

/** Reports the stop sequence that has no place, by the name of its field. */
export function dropStop({ stopSequence, stopField = "stop_sequence" }: Finish, path: Path, style: StyleName, report: Report) {
  dropFields({ stopSequence }, "info", path, style, (issue) => report({ ...issue, message: lacking(issue.message, stopField) }));
}

type PromptBlock = NonNullable<CanonicalResponse["promptBlock"]>;
interface BlockScope {
  readonly style: StyleName;
  /** The finish reason that stands for a blocked prompt. */
  readonly word: string;
  /** Whether nothing came but the word that the prompt was blocked. */
  readonly blocked: boolean;
  /** The explanation that is written. */
  readonly explanation: string | null | undefined;
}

/** Reports a blocked prompt of which the way back gives an answer. */
export function reportEmpty({ promptBlock, choices }: CanonicalResponse, report: Report): void {
  if (promptBlock !== undefined && choices.every(({ parts }) => parts.length === 0))
    report(equivalent(["choices"], "A blocked prompt is an empty answer here and on the way back."));
}

/** Reports what becomes of a blocked prompt in a style whose answers only state why they ended. */
export function reportBlock({ reason, message }: PromptBlock, { style, word, blocked, explanation }: BlockScope, report: Report): void {
  const path = ["promptBlock", "reason"];
  const from = brief(reason);
  const stands = `${style} has \`${word}\` for a blocked prompt.`;
  const beside = `${style} has no place for a blocked prompt beside an answer.`;
  if (blocked) report(approximated("approximated.finish_reason", path, stands, { from, to: word }));
  else report(dropped("dropped.field", path, beside, { from }));
  if (message === undefined) return;
  const at = ["promptBlock", "message"];
  const once = `${style} explains refusals only.`;
  if (message !== explanation) report(minorLoss(at, once, { from: brief(message) }));
  else report(equivalent(at, "It stands where refusals are explained."));
}
