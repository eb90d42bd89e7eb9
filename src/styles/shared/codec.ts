/** What codecs of every style hand down, and what they do alike: where findings and traces go, and the fields of an answer about itself. */
import { type Check, type NodeRules, notListedFault, own, type Requirement, type Row } from "../../core/check.js";
import { all, constant, oneOf, required } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { DocumentChecker, type DocumentRules, type FindOptions, replyOf } from "../../core/findings.js";
import { fail, type Issue, notice, type Path, type Result } from "../../core/issue.js";
import { IssueLog } from "../../core/issue-log.js";
import { asJson, compact, isObject } from "../../core/json.js";
import { lenientParseWhole } from "../../core/lenient-parse.js";
import { readBody, type Schema } from "../../core/schema.js";
import { MarkedTrace, type Trace } from "../../core/trace.js";
import { isPlainPath } from "../../core/url-path.js";
import { encodeFields } from "../../fields/codec.js";
import { type FieldRow, type FieldScope, type FieldTable, fieldTable } from "../../fields/table.js";
import type { AnswerRestore } from "../../json-schema/restore.js";
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import { type DialectMembers, given, modelGiven } from "../../model/dialect.js";
import { ERROR_KINDS, type ErrorKind, errorBody } from "../../model/error.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { answerId, answerModel } from "../../model/ids.js";
import type { CanonicalRequest, StartEvent, StyleName } from "../../model/index.js";
import { isNamed } from "../../model/tools.js";
import type { EncodedRequest, ValidateOptions } from "../documents.js";
import type { Context, DecodeOptions, EncodeOptions } from "../options.js";
import type { Decoded, Encoded, ErrorCodec, StyleValidator } from "../style.js";
import { fitted, noSuchModel } from "./dialect.js";
import type { ErrorWords } from "./error.js";

export interface DecodeScope {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
  readonly context: Context;
}

/** That of a whole document. */
export interface DocumentScope extends DecodeScope {
  readonly log: IssueLog;
  readonly options: DecodeOptions;
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
export function readAnswer<Body>({ schema, rule, isContent, error, errorAt }: AnswerForm<Body>, body: unknown): Result<Body> {
  const read = readBody(schema, body, rule);
  if (!read.ok && !asJson(body).ok) return read;
  const errorPath = errorAt(body);
  if (errorPath !== undefined) return fail([errorBody(error.decode({ body }).value, errorPath)]);
  return read.ok ? read : lenientParseWhole(schema, body, read, isContent);
}

/** @param found what was found already */
export function decodeScope(options: DecodeOptions, found: readonly Issue[] = []): DocumentScope {
  const log = new IssueLog(options.findings);
  for (const issue of found) log.add(issue);
  return { trace: new MarkedTrace(), log, report: (issue) => log.add(issue), context: options.context ?? {}, options };
}

/** What was read of `body`, with the findings and the way back to its places. */
export function decodedFrom<T extends object>(value: T, body: unknown, { log, trace }: DocumentScope): Decoded<T> {
  const result = log.settle(value);
  return result.ok ? { ok: true, value, issues: result.issues, locate: (path) => trace.locate(value, body, path) } : result;
}

export interface EncodeScope extends AnswerScope {
  readonly dialect: DialectMembers;
  readonly fits: NonNullable<EncodeOptions["fits"]>;
  readonly trace: Trace;
  readonly log: IssueLog;
}

export function encodeScope(target: StyleName, options: EncodeOptions): EncodeScope {
  const log = new IssueLog(options.findings);
  const { profile = "gateway", dialect = {}, from } = options;
  const own = from === undefined || from === target;
  const report = (issue: Issue) => log.add(issue);
  return { target, profile, dialect, own, fits: options.fits ?? !own, options, trace: new MarkedTrace(), log, report };
}

export interface RequestScope extends EncodeScope {
  /** That of the service asked. */
  readonly model: string;
  readonly capabilities: Capabilities;
}

export function requestScope(target: StyleName, request: CanonicalRequest, options: EncodeOptions): RequestScope {
  const model = modelGiven(options.model, request.model) ?? request.model;
  return Object.assign(encodeScope(target, options), { model, capabilities: capabilitiesOf(model, options.capabilities) });
}

/**
 * A request that was written, with the unknown fields of its own style.
 * @param aliases names that were written, to those that the client declared
 */
export function encodedRequest<Body extends object>(
  written: Body,
  path: string,
  request: CanonicalRequest,
  aliases: ReadonlyMap<string, string>,
  fields: FieldTable<Body>,
  scope: EncodeScope,
  restore?: AnswerRestore,
): Encoded<EncodedRequest<Body>> {
  const { extensions } = request;
  const { target, dialect, log, trace, report } = scope;
  dropUnknown(extensions, target, [], report);
  if (dialect.modelInPath && !isPlainPath(path)) report(noSuchModel(path));
  const fit = fitted(extensions === undefined ? written : restoreUnknown(written, extensions, target), request, fields, scope);
  const body = trace.mark(fit.body, [], fit.paths);
  const result = log.settle({ path, body, context: contextOf(request, aliases, restore) });
  return result.ok ? { ok: true, value: result.value, issues: result.issues, locate: (at) => trace.locate(body, request, at) } : result;
}

/** What a request leaves behind for its answer. */
function contextOf(
  { model, turns, tools, includeStreamUsage }: CanonicalRequest,
  aliases: ReadonlyMap<string, string>,
  restore: AnswerRestore | undefined,
): Context {
  if (tools.length === 0 && aliases.size === 0 && restore === undefined)
    return compact({ model: model === "" ? undefined : model, turn: turns.length, includeStreamUsage });
  const named = tools.filter(isNamed);
  const custom = named.filter(({ type }) => type === "custom");
  return compact({
    model: model === "" ? undefined : model,
    turn: turns.length,
    includeStreamUsage,
    toolNames: aliases.size === 0 ? undefined : Object.fromEntries(aliases),
    declaredTools: named.length === 0 ? undefined : named.map(({ name }) => name),
    customTools: custom.length === 0 ? undefined : custom.map(({ name }) => name),
    restore: restore && byWrittenNames(restore, aliases),
  });
}

function byWrittenNames({ tools, format }: AnswerRestore, aliases: ReadonlyMap<string, string>): AnswerRestore {
  const written = new Map([...aliases].map(([name, given]) => [given, name]));
  const named = tools && Object.fromEntries(Object.entries(tools).map(([name, restore]) => [written.get(name) ?? name, restore]));
  return compact({ tools: named, format });
}

export type Envelope = Omit<StartEvent, "type" | "usage">;

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
    report(notice("synthesized.id", [...path, "id"], "The answer has no id; one was made from the model and the turn.", { to: id }));
  dropUnknown(envelope.extensions, name, path, report);
  return { id, model, fields: encodeFields(fields, envelope, scope, path) };
}

type Options = ValidateOptions & FindOptions;
type RulesOf<Context> = DocumentRules<Context, Options>;
export function validatorOf<Request, Response>(
  style: string,
  rules: {
    readonly request: RulesOf<Request>;
    readonly response: RulesOf<Response>;
    /** The document is the reply: `{ status, body }`. */
    readonly error: Omit<RulesOf<undefined>, "context" | "view">;
  },
): StyleValidator {
  const request = new DocumentChecker(style, "request", rules.request);
  const ofRequest = lazy(() => new Set(request.rules().map(({ id }) => id)));
  const response = new DocumentChecker(style, "response", { ...rules.response, isOther: (rule) => ofRequest().has(rule) });
  const error = new DocumentChecker<undefined, Options>(style, "error", { ...rules.error, view: replyOf, context: () => undefined });
  const stated = lazy(() => [request, response, error].flatMap((document) => document.rules()));
  return {
    get rules() {
      return stated();
    },
    request: (body, options = {}) => request.check(body, options),
    written: (body, _path, options = {}) => (isObject(body) ? request.written(body, options) : []),
    errors: (body, options) => request.check(body, { ...options, errorsOnly: true }),
    response: (body, options = {}) => response.check(body, options),
    error: (reply, options = {}) => error.check(reply, options),
  };
}

/** What the model that a request names can do. */
export function capabilitiesIn(request: unknown, { capabilities }: Pick<ValidateOptions, "capabilities">): Capabilities {
  const model = isObject(request) ? request.model : undefined;
  return capabilitiesOf(typeof model === "string" ? model : "", capabilities);
}

/** The rules of an error reply: `{ status, body: { error: { … } } }`. */
export function errorRules(
  words: ErrorWords,
  style: {
    /** The rule of the shape. */
    readonly shape: string;
    /** The `type` of the body, where it has one. */
    readonly type?: string;
    /** What the error itself must be. */
    readonly error: Requirement<unknown>;
    /** The rule of the rows of status and words that the specification states, of these kinds. */
    readonly stated: string;
    readonly kinds?: readonly ErrorKind[];
    /** The member of the error that names it, and where a row that is not stated is reported. */
    readonly key: string;
    readonly at: Path;
    /** Names of the vendor beside those that it has for the kinds of errors. */
    readonly names?: Iterable<string>;
    readonly rows?: readonly Row<unknown>[];
  },
): () => NodeRules<unknown> {
  return lazy(() => {
    const { shape, type, key, at, rows = [] } = style;
    const names = new Set([...ERROR_KINDS.map((kind) => (words.vendor[kind] ?? words.gateway[kind])[1]), ...(style.names ?? [])]);
    const body = required("error", "object");
    const error: NodeRules<unknown> = {
      rows: [
        { id: shape, ...style.error, at: "" },
        { id: "V-30", severity: "warning", profile: "vendor", ...oneOf(key, [...names], { otherwise: "unknown" }) },
      ],
    };
    return {
      rows: [
        { id: shape, ...required("body", "object") },
        {
          id: style.stated,
          profile: "gateway",
          at: at.join("."),
          holds: "status and words are those of one row of the specification; others are extensions",
          check: stated(words, style.kinds ?? STATED, key, at),
        },
        ...rows,
      ],
      inside: { body: { rows: [{ id: shape, ...(type === undefined ? body : all(constant("type", type), body)) }], inside: { error } } },
    };
  });
}

const STATED: readonly ErrorKind[] = [
  "invalid-request",
  "authentication",
  "insufficient-balance",
  "permission",
  "not-found",
  "rate-limit",
  "internal",
];

function stated({ gateway }: ErrorWords, kinds: readonly ErrorKind[], key: string, at: Path): Check<unknown> {
  return (reply) => {
    const status = own(reply, "status");
    const body = own(reply, "body");
    const error = isObject(body) ? own(body, "error") : undefined;
    const name = isObject(error) ? own(error, key) : undefined;
    if (!isObject(error) || typeof status !== "number" || typeof name !== "string") return undefined;
    const isStated = kinds.some((kind) => {
      const [known, word, code] = gateway[kind];
      return known === status && word === name && (code === undefined || code === error.code);
    });
    const problem = `states ${JSON.stringify(name.slice(0, 100))}, which the specification does not list for status ${status}`;
    return isStated ? undefined : notListedFault(at, problem, "extension");
  };
}
