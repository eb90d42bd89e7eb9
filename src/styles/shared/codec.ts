/** What codecs of every style hand down, and what they do alike: where findings and traces go, and what an answer says of itself. */
import { compact } from "../../core/compact.js";
import { type Issue, notice } from "../../core/issue.js";
import { codecLog, type IssueLog } from "../../core/issue-log.js";
import type { Path } from "../../core/path.js";
import { createTrace, type Trace } from "../../core/trace.js";
import { encodeFields } from "../../fields/codec.js";
import { type FieldRow, type FieldScope, type FieldTable, fieldTable } from "../../fields/table.js";
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { answerId, answerModel } from "../../model/ids.js";
import type { CanonicalRequest, StartEvent, StyleName } from "../../model/index.js";
import type { Context, DecodeOptions, EncodeOptions } from "../options.js";
import type { Decoded, Encoded, EncodedRequest } from "../style.js";

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

export function decodeScope(options: DecodeOptions): DocumentScope {
  const log = codecLog(options);
  return { trace: createTrace(), log, report: (issue) => log.add(issue), context: options.context ?? {}, options };
}

/** What was read of `body`, with the findings and the way back to its places. */
export function decodedFrom<T extends object>(value: T, body: unknown, { log, trace }: DocumentScope): Decoded<T> {
  const result = log.settle(value);
  return result.ok ? { ...result, locate: (path: Path) => trace.locate(value, body, path) } : result;
}

export interface EncodeScope extends AnswerScope {
  readonly trace: Trace;
  readonly log: IssueLog;
}

export function encodeScope(target: StyleName, options: EncodeOptions): EncodeScope {
  const log = codecLog(options);
  const { profile = "gateway", from } = options;
  const own = from === undefined || from === target;
  return { target, profile, own, options, trace: createTrace(), log, report: (issue) => log.add(issue) };
}

export interface RequestScope extends EncodeScope {
  /** That of the service asked. */
  readonly model: string;
  readonly capabilities: Capabilities;
}

export function requestScope(target: StyleName, request: CanonicalRequest, options: EncodeOptions): RequestScope {
  const model = options.model ?? request.model;
  return { ...encodeScope(target, options), model, capabilities: capabilitiesOf(model, options.capabilities) };
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
  { target, log, trace, report }: EncodeScope,
): Encoded<EncodedRequest<Body>> {
  dropUnknown(request.extensions, target, [], report);
  const body = trace.mark(restoreUnknown(written, request.extensions, target), [], fields.bodyPaths);
  const result = log.settle({ path, body, context: contextOf(request, aliases) });
  return result.ok ? { ...result, locate: (at: Path) => trace.locate(body, request, at) } : result;
}

/** What a request leaves behind for its answer. */
function contextOf({ model, turns, tools, includeStreamUsage }: CanonicalRequest, aliases: ReadonlyMap<string, string>): Context {
  const named = tools.flatMap((tool) => (tool.type === "function" || tool.type === "custom" ? [tool] : []));
  const custom = named.filter(({ type }) => type === "custom");
  return compact({
    model: model === "" ? undefined : model,
    turn: turns.length,
    includeStreamUsage,
    toolNames: aliases.size === 0 ? undefined : Object.fromEntries(aliases),
    declaredTools: named.length === 0 ? undefined : named.map(({ name }) => name),
    customTools: custom.length === 0 ? undefined : custom.map(({ name }) => name),
  });
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
  const silent = mayBeAnonymous && own;
  const model = answerModel(envelope.model, options, [...path, "model"], report, silent);
  const given = envelope.id ?? options.responseId;
  const id = given ?? answerId(idPrefix, model, options.context?.turn ?? 0);
  if (given === undefined && !silent)
    report(notice("synthesized.id", [...path, "id"], "The answer has no id; one was made from the model and the turn.", { to: id }));
  dropUnknown(envelope.extensions, name, path, report);
  return { id, model, fields: encodeFields(fields, envelope, scope, path) };
}
