/**
 * A field of a document as one row of data: where it stands in the canonical model and on the wire, its ranges, how its value is read
 * and written, what is reported when it is lost. Decoding, encoding, losses, the map of paths, the list of known fields and the rules
 * of ranges come from it. Rows are for fields; turns, tools, reasoning and media are code. A table is rows, compiled when they are first used.
 */
import type { Range, Row } from "../core/check.js";
import { rule } from "../core/checks.js";
import { entryOf, lazy } from "../core/collections.js";
import type { FieldNames } from "../core/findings.js";
import { approximated, brief, dropped, failure, type Issue, type Path, type Report } from "../core/issue.js";
import { compact } from "../core/json.js";
import type { FieldPaths } from "../core/trace.js";
import type { BaseProfile } from "../model/common.js";
import type { Rest } from "../model/extensions.js";
import type { CanonicalRequest } from "../model/index.js";

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
  readonly listed: string;
}

export interface WriteRow {
  readonly row: AnyRow;
  readonly at: readonly string[];
  readonly wire: readonly string[] | undefined;
  readonly range: Range | undefined;
}

/** Rows of one member of the model (`sampling`), of which most requests have few. */
export interface WriteGroup {
  readonly key: string;
  /** What is written keeps that of the rows. */
  readonly order: number;
  /** They are of what is inside of it. */
  readonly isDeep: boolean;
  readonly rows: WriteRow[];
}

/** `Body` is the type of the wire document. */
export interface FieldTable<Body> {
  readonly rows: readonly AnyRow[];
  names(): readonly ListedName[];
  reading(): ReadonlyMap<string, ReadNode>;
  writing(): Readonly<Record<BaseProfile, ReadonlyMap<string, WriteGroup>>>;
  /** Where canonical fields stand in the body, for the trace; by the specification's name where the profiles differ. */
  paths(): FieldPaths;
  /** Where fields of the body stand in the model. */
  bodyPaths(): FieldPaths;
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
  const byCode = Object.entries(code).flatMap(([listed, names]) => names.map((name) => ({ name, listed })));
  const read = lazy(() => readNames(rows));
  const written = () =>
    rows.flatMap(({ at, wire }) =>
      wire === undefined ? [] : [[at, (typeof wire === "string" ? wire : wire.gateway).split(".")] as const],
    );
  return {
    rows,
    names: () => [...rows.flatMap(namesOf), ...byCode],
    reading: lazy(() => readNodes([...read(), ...byCode.map(({ name }) => nodeOf(name, undefined, 0, true))], 0)),
    writing: lazy(() => ({ gateway: writeGroups(rows, "gateway"), vendor: writeGroups(rows, "vendor") })),
    paths: lazy(() => ({ ...Object.fromEntries(written()), ...inside })),
    bodyPaths: lazy(() => ({
      ...Object.fromEntries(read().map(({ at, keys }) => [keys.join("."), at])),
      ...Object.fromEntries(Object.entries(inside).map(([at, keys]) => [keys.join("."), at.split(".")])),
      ...outside,
    })),
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

function nodeOf(name: string, row: AnyRow | undefined, rank: number, single: boolean): ReadNode {
  return { keys: name.split("."), at: row?.at.split(".") ?? [], rank, single, ...(row === undefined ? {} : { row }) };
}

function readNodes(nodes: readonly ReadNode[], depth: number): ReadonlyMap<string, ReadNode> {
  const byKey = new Map<string, ReadNode[]>();
  for (const node of nodes) entryOf(byKey, node.keys[depth] ?? "", () => []).push(node);
  return new Map([...byKey].map(([key, list]) => [key, readNode(list, depth + 1)]));
}

function readNode(nodes: readonly ReadNode[], depth: number): ReadNode {
  const [first] = nodes;
  if (first !== undefined && first.keys.length === depth) return first;
  return { keys: first?.keys.slice(0, depth) ?? [], at: [], rank: 0, single: true, inner: readNodes(nodes, depth) };
}

function writeGroups(rows: readonly AnyRow[], profile: BaseProfile): ReadonlyMap<string, WriteGroup> {
  const groups = new Map<string, WriteGroup>();
  for (const row of rows) {
    const wire = (typeof row.wire === "object" ? row.wire[profile] : row.wire)?.split(".");
    const range = row.range && ("min" in row.range ? row.range : row.range[profile]);
    const at = row.at.split(".");
    const [key = ""] = at;
    const order = groups.size;
    entryOf(groups, key, () => ({ key, order, isDeep: at.length > 1, rows: [] })).rows.push({ row, at, wire, range });
  }
  return groups;
}

/** The known members of the object at `prefix` (`"generationConfig."`). `more`: those that nobody reads. */
export function fieldNames(table: FieldTable<unknown>, prefix: string, more: Omit<FieldNames, "specified">): () => FieldNames {
  return lazy(() => {
    const names = table.names().filter(({ name }) => name.startsWith(prefix));
    const inside = (wanted: Listed) => [
      ...new Set(names.flatMap(({ name, listed }) => (listed === wanted ? [name.slice(prefix.length).split(".")[0] ?? ""] : []))),
    ];
    const specified = inside("specified");
    const vendor = [...(more.vendor ?? []), ...inside("vendor")].filter((name) => !specified.includes(name));
    return { ...more, specified, vendor, ordinary: [...(more.ordinary ?? []), ...inside("ordinary")] };
  });
}

/** Of the members of the object at `prefix` (`"generationConfig."`), one row for each range. What only the vendor has, only its profile checks. */
export function rangeRows({ rows }: FieldTable<unknown>, prefix = ""): readonly Row<unknown>[] {
  return rows.flatMap(({ wire, range, listed }) => {
    if (typeof wire !== "string" || !wire.startsWith(prefix) || range === undefined) return [];
    const rowsOf = (profile: BaseProfile | undefined, { rule: id, ...ends }: Range) =>
      id === undefined ? [] : [{ ...rule(id).inRange(wire.slice(prefix.length), ends), ...compact({ profile }) }];
    if ("min" in range) return rowsOf(listed === "vendor" ? "vendor" : undefined, range);
    return [...(listed === "vendor" ? [] : rowsOf("gateway", range.gateway)), ...rowsOf("vendor", range.vendor)];
  });
}

/** What is reported of a value for which the target has no field. */
export interface Loss {
  /** What the target lacks, where that is not the field that says it: "tool versions". */
  readonly what?: string;
  /** What the receiver notices: "the model samples from all tokens". */
  readonly effect?: string;
  /** Values that have no effect, so that an `info` is enough; `true`: all of them. */
  readonly idle?: true | readonly unknown[];
  /** The option that would carry it. */
  readonly suggestion?: string;
  /** No finding repeats the value: it names a person, and may end in a log; or another style says it the other way round. */
  readonly untold?: boolean;
}

/** What the writer of a field is given. */
export interface FieldScope {
  /** Name of the style that is written. */
  readonly target: string;
  readonly profile: BaseProfile;
  /** The document came from the style that is written. */
  readonly own: boolean;
  readonly options: { readonly outOfRange?: "clamp" | "reject" | "drop" };
  /** Takes issues with canonical paths. */
  readonly report: (issue: Issue) => undefined;
}

/** What the report of a loss needs of it. */
export type LossScope = Pick<FieldScope, "target" | "report">;

/** Keeps members of the value that is read, or of the object at `inside` of it, with the unknown fields. */
export type Keep = (rest: Rest, inside?: readonly string[]) => void;

/**
 * Who lists a field: the specification (default), only the vendor, only the vendor and yet ordinary, or only compatible
 * servers. Where the profiles have different names, the vendor's is only the vendor's.
 */
export type Listed = "specified" | "vendor" | "ordinary" | "nowhere";

/** A row as the engine holds it, whatever its value; {@link FieldRow} is how it is written. */
export interface AnyRow {
  /** Where it stands in the canonical model: `sampling.topP`. */
  readonly at: string;
  /** Where it is written, by profile where they differ: `generationConfig.topP`. Absent: the style has no such field. */
  readonly wire?: string | Readonly<Record<BaseProfile, string>>;
  /** Other names that are only read, the one that counts more first; all of them count less than `wire`. */
  readonly reads?: readonly string[];
  readonly listed?: Listed;
  /** By profile where they differ. One that states no rule binds what is written alone: the style has no such field. */
  readonly range?: Range | Readonly<Record<BaseProfile, Range>>;
  /**
   * The canonical value of one on the wire, which is never null. Undefined: it has none, and is kept with the unknown fields;
   * null: it means what its absence means. Absent: the value as it is.
   */
  read?(value: unknown, keep: Keep, report: Report): unknown;
  /** The value on the wire, before its range is looked at. Undefined, after a report: nothing is written. Absent: the value as it is. */
  write?(value: unknown, scope: FieldScope, path: Path, model: object): unknown;
  /** Whether the value, which is in range, may stand in this request. False, after a report: nothing is written. */
  allows?(value: unknown, scope: FieldScope, path: Path): boolean;
  readonly loss?: Loss;
}

/** The value at a dotted path of a type. */
export type ValueAt<T, At extends string> = At extends `${infer Key}.${infer Rest}`
  ? Key extends keyof T
    ? ValueAt<NonNullable<T[Key]>, Rest>
    : never
  : At extends keyof T
    ? NonNullable<T[At]>
    : never;

type Below<Key extends string, T> = `${Key}.${keyof T & string}`;
type Fields = Pick<CanonicalRequest, "sampling" | "limits" | "output"> & { cache: NonNullable<CanonicalRequest["cache"]> };

/** The places of a request that rows or code must know: `({}) satisfies Record<Exclude<RequestPlace, …>, never>` proves that none is forgotten. */
export type RequestPlace =
  | { [K in keyof Fields]: Exclude<Below<K, Fields[K]>, "sampling.logprobs"> }[keyof Fields]
  | Below<"sampling.logprobs", NonNullable<Fields["sampling"]["logprobs"]>>
  | Exclude<keyof CanonicalRequest, keyof Fields | "model" | "instructions" | "turns" | "tools" | "toolChoice" | "stream" | "extensions">;

/** One field of the canonical document `Model` and of the wire document `Body`. */
export interface FieldRow<Model extends object, Body, Scope extends FieldScope, At extends string, Wire extends string> extends AnyRow {
  readonly at: At;
  readonly wire?: Wire | Readonly<Record<BaseProfile, Wire>>;
  read?(value: ValueAt<Body, Wire>, keep: Keep, report: Report): ValueAt<Model, At> | null | undefined;
  write?(value: ValueAt<Model, At>, scope: Scope, path: Path, model: Model): ValueAt<Body, Wire> | undefined;
  allows?(value: ValueAt<Body, Wire>, scope: Scope, path: Path): boolean;
}

/**
 * Makes the rows of a document: `field("sampling.topP", { wire: "top_p" })`. `Scope` is what the style's writers are given.
 * @param listed who lists a field of which the row does not state it
 */
export function fieldOf<Model extends object, Body, Scope extends FieldScope>(listed: Listed = "specified") {
  return <const At extends string, const Wire extends string = never>(
    at: At,
    row: Omit<FieldRow<Model, Body, Scope, At, Wire>, "at"> = {},
  ): FieldRow<Model, Body, Scope, At, Wire> => ({ at, listed, ...row });
}

/** Writer of how many tokens there are to choose from. */
export function wholeTokens(from: number, { target, report }: FieldScope, path: Path): number {
  const to = Math.round(from);
  const message = `${target} takes a whole number of tokens.`;
  if (to !== from) report(approximated("approximated.clamped", path, message, { from, to }));
  return to;
}

/** Writer of a limit of tokens: of none at all, which is how messages is asked to fill its cache, there would be an answer. */
export function someTokens(tokens: number, { target, report }: FieldScope, path: Path): number | undefined {
  if (tokens !== 0) return tokens;
  return report(failure("failed.unsupported", path, `${target} cannot be asked for no tokens.`, { from: 0 }));
}

/** Writer of a list of stop sequences. `most`: by profile, absent where there is no limit; `refused`: those that match nothing or everything. */
export function stopSequences(
  most: { readonly [P in BaseProfile]?: number },
  refused: (text: string) => boolean = (text) => text === "",
): (stop: readonly string[], scope: FieldScope, path: Path) => string[] | undefined {
  return (stop, { target, profile, report }, path) => {
    const limit = most[profile] ?? Number.POSITIVE_INFINITY;
    const kept: string[] = [];
    for (const [index, text] of stop.entries()) {
      const isRefused = refused(text);
      const message = `${target} takes ${isRefused ? "no blank" : limit} stop sequences; it was left out.`;
      const facts = { from: brief(text), ...(isRefused ? {} : { limit }) };
      if (isRefused || kept.length >= limit) report(dropped("dropped.value", [...path, index], message, facts));
      else kept.push(text);
    }
    return kept.length === 0 ? undefined : kept;
  };
}

/**
 * Reader and writer of a word.
 * @param own the style's own word for each canonical one that it has
 * @param nearest what is written for others; a word that is not listed is left out, with the same report
 */
export function words<const Word extends string>(
  own: Readonly<Record<Word, string>>,
  nearest: Readonly<Record<string, NoInfer<Word>>> = {},
) {
  const isKnown = (word: string): word is Word => Object.hasOwn(own, word);
  return {
    read: (word: string): Word | undefined =>
      Object.keys(own)
        .filter(isKnown)
        .find((each) => own[each] === word),
    write(word: string, { target, report }: FieldScope, path: Path): string | undefined {
      if (isKnown(word)) return own[word];
      const near = nearest[word];
      const to = near === undefined ? undefined : own[near];
      const message = `${target} has no such word; it gets ${to ?? "its default"}.`;
      report(approximated("approximated.enum", path, message, { from: word, to: to ?? null }));
      return to;
    },
  };
}
