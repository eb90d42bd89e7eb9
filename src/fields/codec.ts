/** Reads and writes the fields of a document that rows describe: finds those that nobody reads, and reports what becomes of those that are not written. */

import { dropped, fact, type Issue, overruled, type Path, type Report } from "../core/issue.js";
import { compact, isObject, plain, sameJson } from "../core/json.js";
import { type FieldPaths, nameOf, type Trace } from "../core/trace.js";
import type { Extensions, StyleName } from "../model/common.js";
import { dropUnknown, hasOnly, keepUnknown, type Nested, NO_FIELDS, type Rest, restoreUnknown } from "../model/extensions.js";
import { keptInRange } from "../model/fit-model.js";
import type { FieldScope, FieldTable, Loss, LossScope, ReadNode, WriteGroup, WriteRow } from "./table.js";

export interface DecodedFields {
  /** The members of the document that nobody reads, by the keys of the object that they stand in. Who reads others adds theirs. */
  readonly unknown: Nested[];
  /** Where fields stand that have several names. */
  readonly paths: FieldPaths;
}

interface Found {
  readonly node: ReadNode;
  readonly value: unknown;
  readonly raw: unknown;
}

interface Reading {
  readonly fields: Record<string, unknown>;
  readonly unknown: Nested[];
  /** Fields that have several names, by their place in the model. */
  found: Map<string, Found> | undefined;
  readonly report: Report;
}

const ONE_NAME_EACH: FieldPaths = {};

/** @param fields a fresh object, which gets the canonical fields, each at its place */
export function decodeFields<Model extends object>(table: FieldTable<unknown>, body: Rest, report: Report, fields: Model): DecodedFields;
export function decodeFields(table: FieldTable<unknown>, body: Rest, report: Report, fields: Record<string, unknown>): DecodedFields {
  const reading: Reading = { fields, unknown: [], found: undefined, report };
  readObject(table.reading(), body, [], reading);
  const { unknown, found } = reading;
  if (found === undefined) return { unknown, paths: ONE_NAME_EACH };
  const paths: Record<string, readonly string[]> = {};
  for (const [at, { node, value }] of found) {
    putAt(fields, node.at, value);
    paths[at] = node.keys;
  }
  return { unknown, paths };
}

/** A node of the model, with the members that nobody reads as its unknown fields. */
export function decodeNode<Model>(table: FieldTable<unknown>, body: Rest, style: StyleName, report: Report) {
  const fields: Partial<Model> = {};
  const { unknown } = decodeFields(table, body, report, fields);
  return Object.assign(fields, keepUnknown(style, {}, unknown));
}

function readObject(nodes: ReadonlyMap<string, ReadNode>, object: Rest, keys: readonly string[], reading: Reading): void {
  let unread: [string, unknown][] | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined || value === null) continue;
    const node = nodes.get(key);
    if (node !== undefined && readMember(node, value, reading)) continue;
    unread ??= [];
    unread.push([key, value]);
  }
  // fromEntries, not assignment: a key may be `__proto__`.
  if (unread !== undefined) reading.unknown.push([keys, Object.fromEntries(unread)]);
}

/** False: the value has no place in the model. */
function readMember(node: ReadNode, raw: unknown, reading: Reading): boolean {
  const { row, inner, keys } = node;
  if (inner !== undefined && isObject(raw)) readObject(inner, raw, keys, reading);
  if (row === undefined) return true;
  const value =
    row.read === undefined
      ? raw
      : row.read(raw, (rest, inside = []) => void reading.unknown.push([[...keys, ...inside], rest]), reading.report);
  if (value === undefined) return false;
  if (value === null) return true;
  if (!node.single) chooseName({ node, value, raw }, row.at, reading);
  else putAt(reading.fields, node.at, value);
  return true;
}

/** Several names for one thing: the one of the lower rank counts. */
function chooseName(one: Found, at: string, reading: Reading): void {
  const { found = new Map<string, Found>(), report } = reading;
  reading.found = found;
  const other = found.get(at) ?? one;
  const [counts, ignored] = one.node.rank < other.node.rank ? [one, other] : [other, one];
  found.set(at, counts);
  if (sameJson(plain(counts.value), plain(ignored.value))) return;
  const facts = one.node.row?.loss?.untold === true ? {} : { from: fact(ignored.raw), to: fact(counts.raw) };
  report(overruled(ignored.node.keys, counts.node.keys.join("."), facts));
}

/** Below the member that the first key names. */
function valueIn(member: unknown, at: readonly string[]): unknown {
  let node = member;
  for (let depth = 1; depth < at.length; depth++) {
    if (!isObject(node)) return undefined;
    node = node[at[depth] ?? ""];
  }
  return node;
}

/** Writes into an object that is fresh, at each level. */
function putAt(fields: Record<string, unknown>, at: readonly string[], value: unknown): void {
  let node: Record<string, unknown> = fields;
  const last = at.length - 1;
  for (let depth = 0; depth < last; depth++) {
    const key = at[depth] ?? "";
    const inner = node[key];
    const next: Record<string, unknown> = isObject(inner) ? inner : {};
    node[key] = next;
    node = next;
  }
  node[at[last] ?? ""] = value;
}

/**
 * A fresh object; a field that is absent in the model is absent in it.
 * @param base path of the model in the document, for issues
 */
export function encodeFields<Body>(table: FieldTable<Body>, model: object, scope: FieldScope, base?: Path): Partial<Body>;
export function encodeFields(table: FieldTable<unknown>, model: object, scope: FieldScope, base?: Path): object {
  const members = isObject(model) ? model : NO_FIELDS;
  const body: Record<string, unknown> = {};
  const byMember = table.writing()[scope.profile];
  const groups: WriteGroup[] = [];
  for (const key in members) {
    const group = byMember.get(key);
    const member = members[key];
    if (group === undefined || (group.isDeep && typeof member === "object" && member !== null && hasOnly(member, []))) continue;
    let at = groups.length;
    // Most stand in order, and a sort copies the list.
    for (let last = groups[at - 1]; last !== undefined && last.order > group.order; last = groups[at - 1]) groups[at--] = last;
    groups[at] = group;
  }
  for (const { key, rows } of groups) {
    const member = members[key];
    for (const field of rows) {
      const value = valueIn(member, field.at);
      if (value === undefined) continue;
      const written = writeField(field, value, model, scope, base === undefined ? field.at : [...base, ...field.at]);
      if (written !== undefined && field.wire !== undefined) putAt(body, field.wire, written);
    }
  }
  return body;
}

export interface NodeScope extends FieldScope {
  readonly target: StyleName;
  readonly trace: Trace;
}

/**
 * A node of the model on the wire, with the unknown fields of its own style; those of others are reported.
 * @param first members of it that no row writes, or whose row has nothing to write
 */
export function encodeNode<Body extends object, const First extends object>(
  table: FieldTable<Body>,
  node: object & { readonly extensions?: Extensions },
  scope: NodeScope,
  path: Path,
  first: First,
): First & Partial<Body> {
  const { target, trace, report } = scope;
  dropUnknown(node.extensions, target, path, report);
  const body = Object.assign({}, first, encodeFields(table, node, scope, path));
  return trace.mark(restoreUnknown(body, node.extensions, target), path, table.bodyPaths());
}

function writeField({ row, wire, range }: WriteRow, value: unknown, model: object, scope: FieldScope, at: Path): unknown {
  if (wire === undefined && range === undefined && row.write === undefined) return reportLost(value, scope, at, row.loss);
  const written = row.write === undefined ? value : row.write(value, scope, at, model);
  const { options, report } = scope;
  const clamped: Issue[] = [];
  const kept =
    range === undefined || typeof written !== "number"
      ? written
      : keptInRange(written, range, {
          takes: `${scope.target} takes \`${wire?.at(-1) ?? nameOf(at.at(-1))}\``,
          path: at,
          outOfRange: options.outOfRange,
          report: (issue) => void clamped.push(issue),
        });
  if (kept !== undefined && row.allows?.(kept, scope, at) === false) return undefined;
  for (const issue of clamped) report(issue);
  return kept;
}

/** "messages has no `seed`; it was left out." */
export function reportLost(value: unknown, { target, report }: LossScope, path: Path, loss: Loss = {}): undefined {
  const { what, effect = "it was left out", idle = [], suggestion, untold } = loss;
  const message = `${target} has no ${what ?? `\`${nameOf(path.at(-1))}\``}; ${effect}.`;
  const severity = idle === true || idle.includes(value) ? ("info" as const) : undefined;
  const from = untold === true ? undefined : fact(value);
  report(dropped("dropped.field", path, message, compact({ from, suggestion, severity })));
}
