/** What an answer says of itself, for whole answers and for the start of streams: id, model, and the fields that a style has rows for. */
import { notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { encodeFields } from "../../fields/codec.js";
import type { FieldRow, FieldScope } from "../../fields/row.js";
import { type FieldTable, fieldTable } from "../../fields/table.js";
import { dropUnknown } from "../../model/extensions.js";
import { answerId, answerModel } from "../../model/ids.js";
import type { StartEvent, StyleName } from "../../model/index.js";
import type { EncodeOptions } from "../options.js";

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
