/** Rows, compiled once: what reading and writing look up, and the rules of their ranges. */

import type { Row } from "../core/check.js";
import { inRange } from "../core/checks.js";
import { compact } from "../core/compact.js";
import type { FieldNames } from "../core/fields.js";
import type { FieldPaths } from "../core/trace.js";
import type { Profile } from "../model/common.js";
import type { AnyRow, FieldRange, Listed } from "./row.js";

/** What may stand at a key of the wire: a field, an object that holds fields, or what code reads. */
export interface ReadNode {
  readonly keys: readonly string[];
  readonly row?: AnyRow;
  readonly at: readonly string[];
  /** 0 for the name that counts most. */
  readonly rank: number;
  /** The field has one name only. */
  readonly single: boolean;
  readonly inner?: ReadonlyMap<string, ReadNode>;
}

/** Where a field stands in the body, and who lists it. */
interface ListedName {
  readonly name: string;
  readonly listed: Listed;
}

export interface WriteRow {
  readonly row: AnyRow;
  readonly at: readonly string[];
  readonly wire: readonly string[] | undefined;
  readonly range: FieldRange | undefined;
}

/** `Body` is the type of the wire document. */
export interface FieldTable<Body> {
  readonly rows: readonly AnyRow[];
  readonly names: readonly ListedName[];
  readonly reading: ReadonlyMap<string, ReadNode>;
  readonly writing: Readonly<Record<Profile, readonly WriteRow[]>>;
  /** Where canonical fields stand in the body, for the trace; by the specification's name where the profiles differ. */
  readonly paths: FieldPaths;
  /** Where fields of the body stand in the model. */
  readonly bodyPaths: FieldPaths;
  /** Never there: ties the table to its document. */
  readonly body?: Body;
}

/** All names of a field, the one that counts most first. */
function namesOf({ wire, reads = [], listed = "specified" }: AnyRow): readonly ListedName[] {
  const others = reads.map((name) => ({ name, listed: "nowhere" as const }));
  if (wire === undefined) return others;
  if (typeof wire === "string") return [{ name: wire, listed }, ...others];
  return [{ name: wire.vendor, listed: "vendor" }, { name: wire.gateway, listed }, ...others];
}

/**
 * @param code members of the body, as dotted paths, that code reads: they are left alone
 * @param inside where fields and their members stand that code reads and writes
 * @param outside where the other members of the body stand in the model
 */
export function fieldTable<Body>(
  rows: readonly AnyRow[],
  code: { readonly [L in Listed]?: readonly string[] },
  inside: Readonly<Record<string, readonly string[]>> = {},
  outside: FieldPaths = {},
): FieldTable<Body> {
  const read = readNames(rows);
  const writing = { gateway: writeRows(rows, "gateway"), vendor: writeRows(rows, "vendor") };
  const byCode = LISTED.flatMap((listed) => (code[listed] ?? []).map((name) => ({ name, listed })));
  return {
    rows,
    names: [...rows.flatMap(namesOf), ...byCode],
    reading: readNodes([...read, ...byCode.map(({ name }) => nodeOf(name, undefined, 0, true))], 0),
    writing,
    paths: { ...Object.fromEntries(writing.gateway.flatMap(({ row, wire }) => (wire === undefined ? [] : [[row.at, wire]]))), ...inside },
    bodyPaths: {
      ...Object.fromEntries(read.map(({ at, keys }) => [keys.join("."), at])),
      ...Object.fromEntries(Object.entries(inside).map(([at, keys]) => [keys.join("."), at.split(".")])),
      ...outside,
    },
  };
}

/** Rows of one canonical field are names of one thing, in their order. */
function readNames(rows: readonly AnyRow[]): readonly ReadNode[] {
  const names = rows.flatMap((row) => namesOf(row).map(({ name }) => ({ name, row })));
  return names.map((each) => {
    const same = names.filter(({ row }) => row.at === each.row.at);
    return nodeOf(each.name, each.row, same.indexOf(each), same.length === 1);
  });
}

const LISTED: readonly Listed[] = ["specified", "vendor", "ordinary", "nowhere"];

function nodeOf(name: string, row: AnyRow | undefined, rank: number, single: boolean): ReadNode {
  return { keys: name.split("."), at: row?.at.split(".") ?? [], rank, single, ...(row === undefined ? {} : { row }) };
}

function readNodes(nodes: readonly ReadNode[], depth: number): ReadonlyMap<string, ReadNode> {
  const byKey = new Map<string, ReadNode[]>();
  for (const node of nodes) {
    const key = node.keys[depth] ?? "";
    byKey.set(key, [...(byKey.get(key) ?? []), node]);
  }
  return new Map([...byKey].map(([key, list]) => [key, readNode(list, depth + 1)]));
}

function readNode(nodes: readonly ReadNode[], depth: number): ReadNode {
  const [first] = nodes;
  if (first !== undefined && first.keys.length === depth) return first;
  return { keys: first?.keys.slice(0, depth) ?? [], at: [], rank: 0, single: true, inner: readNodes(nodes, depth) };
}

function writeRows(rows: readonly AnyRow[], profile: Profile): readonly WriteRow[] {
  return rows.map((row) => {
    const wire = typeof row.wire === "object" ? row.wire[profile] : row.wire;
    const range = row.ranges?.find((each) => each.profile === undefined || each.profile === profile);
    return { row, at: row.at.split("."), wire: wire?.split("."), range };
  });
}

/** The known members of the object at `prefix` (`"generationConfig."`). `more`: those that nobody reads. */
export function fieldNames({ names }: FieldTable<unknown>, prefix: string, more: FieldNames): FieldNames {
  const inside = (listed: Listed) => [
    ...new Set(
      names.flatMap((each) =>
        each.listed === listed && each.name.startsWith(prefix) ? [each.name.slice(prefix.length).split(".")[0] ?? ""] : [],
      ),
    ),
  ];
  const specified = [...more.specified, ...inside("specified")];
  return {
    ...more,
    specified,
    vendor: [...(more.vendor ?? []), ...inside("vendor")].filter((name) => !specified.includes(name)),
    ordinary: [...(more.ordinary ?? []), ...inside("ordinary")],
  };
}

/** Of the members of the object at `prefix` (`"generationConfig."`), one row for each range. What only the vendor has, only its profile checks. */
export function rangeRows({ rows }: FieldTable<unknown>, prefix = ""): readonly Row<unknown>[] {
  return rows.flatMap(({ wire, ranges = [], listed }) => {
    if (typeof wire !== "string" || !wire.startsWith(prefix)) return [];
    const name = wire.slice(prefix.length);
    return ranges.flatMap(({ rule: id, profile = listed === "vendor" ? ("vendor" as const) : undefined, ...range }) =>
      id === undefined || (listed === "vendor" && profile === "gateway") ? [] : [{ id, ...compact({ profile }), ...inRange(name, range) }],
    );
  });
}
