/**
 * Fields without a place: unknown ones are kept beside the node they stood in, written back into their own style, and reported as dropped in
 * any other; those of parts that a style lacks are a table of the style.
 */

import { entryOf } from "../core/collections.js";
import { dropped, fact, formatPath, type Issue, minorLoss, type Path, type Report } from "../core/issue.js";
import { compact, isJsonArray, isJsonObject, plain, plainObject, setMember } from "../core/json.js";
import { something } from "../core/lenient-parse.js";
import { joinKey, nameOf, splitKey, type Trace } from "../core/trace.js";
import type { CacheControl, Extensions, Json, JsonObject, StyleName } from "./common.js";
import type { OpaquePart, Part, PartBase } from "./content.js";

/** What may be left of a wire object after its known fields were taken out: `const { role, content, ...rest } = message`. */
export type Rest = Readonly<Record<string, unknown>>;

/** The members whose names are not among these: `NO_FIELDS` where there are none. */
export function without(node: Rest, known: ReadonlySet<string>): Rest {
  let left: Record<string, unknown> | undefined;
  for (const key in node)
    if (!known.has(key)) {
      left ??= {};
      setMember(left, key, node[key]);
    }
  return left ?? NO_FIELDS;
}

export const NO_FIELDS: Rest = {};

/** The entries of a list that are understood, and the list with null at their places. */
export function readEntries<Entry extends object, Read>(
  entries: readonly Entry[] | null | undefined,
  read: (entry: Entry, index: number) => Read | undefined,
): { readonly understood: readonly Read[]; readonly entries: readonly (Entry | null)[] | undefined } {
  const understood: Read[] = [];
  const left = entries?.map((entry, index) => {
    const made = read(entry, index);
    if (made === undefined) return entry;
    understood.push(made);
    return null;
  });
  return { understood, entries: left };
}

/** Such a list, where not every entry of it was understood. */
export function unreadOf<Entry>(entries: readonly (Entry | null)[] | undefined): readonly (Entry | null)[] | undefined {
  return entries?.some((entry) => entry !== null) === true ? entries : undefined;
}

/** The rest of a known object inside of another, by its key (or keys, outermost first). */
export type Nested = readonly [keys: string | readonly string[], rest: Rest];

/**
 * Unknown fields as the `extensions` of a canonical node, to be spread into it: `{}` when there are none. Null counts as
 * absent. `nested`: of known objects inside the node's wire object.
 */
export function keepUnknown(style: StyleName, rest: Rest, nested: readonly Nested[] = []): { readonly extensions?: Extensions } {
  if (hasOnly(rest, []) && nested.every(([, inner]) => hasOnly(inner, []))) return NOTHING;
  const kept = {};
  addMembers(kept, rest, []);
  for (const [keys, inner] of nested) addMembers(kept, inner, typeof keys === "string" ? [keys] : keys);
  return hasOnly(kept, []) ? NOTHING : { extensions: { [style]: kept } };
}

/** A cache marker on the wire. */
export interface WireMarker extends Rest {
  readonly type?: string | null | undefined;
  readonly ttl?: string | null | undefined;
}

/** Readers of cache markers. @param lifetimes those of the style */
export function cacheMarkers(lifetimes: readonly NonNullable<CacheControl["ttl"]>[]) {
  /** The marker, and what of it is not understood. */
  function read({ type, ttl, ...rest }: WireMarker): readonly [marker: CacheControl | undefined, rest: Rest] {
    if ((type ?? "ephemeral") !== "ephemeral") return [undefined, { ...rest, type, ttl }];
    const known = lifetimes.find((lifetime) => lifetime === ttl);
    return known === undefined ? [{ type: "ephemeral" }, { ...rest, ttl }] : [{ type: "ephemeral", ttl: known }, rest];
  }
  return {
    read,
    readRow(wire: WireMarker, keep: (rest: Rest) => void): CacheControl | undefined {
      const [marker, rest] = read(wire);
      if (marker !== undefined) keep(rest);
      return marker;
    },
  };
}

/** What any node may have beside its own: its marker and its unknown fields. */
export function keepBeside(
  style: StyleName,
  { read }: ReturnType<typeof cacheMarkers>,
  { cache_control, ...rest }: Marked,
  nested: readonly Nested[] = [],
): Pick<PartBase, "cacheControl" | "extensions"> {
  if (cache_control == null) return keepUnknown(style, rest, nested);
  const [cacheControl, unread] = read(cache_control);
  return { ...compact({ cacheControl }), ...keepUnknown(style, rest, [...nested, ["cache_control", unread]]) };
}

export type Marked = Rest & { readonly cache_control?: WireMarker | null | undefined };

/** Whether an object has these keys alone. */
export function hasOnly(wire: object, keys: readonly string[]): boolean {
  let at = 0;
  // Most have them in this order.
  for (const key in wire) if (key !== keys[at++] && !keys.includes(key)) return false;
  return true;
}

const NOTHING = {} as const;

function addMembers(kept: { [key: string]: Json }, rest: Rest, prefix: readonly string[]): void {
  for (const key in rest) {
    const value = rest[key];
    if (value !== undefined && value !== null && Object.hasOwn(rest, key)) setMember(kept, joinKey([...prefix, key]), plain(value));
  }
}

/** A member of a document that was proven plain by `asJson`. Null counts as absent. */
export function plainJson(value: unknown): Json | undefined {
  return value === undefined || value === null ? undefined : plain(value);
}

/** The unknown fields of a node put back into its wire object, each at its place. */
export function restoreUnknown<T extends object>(wire: T, extensions: Extensions | undefined, style: StyleName): T;
export function restoreUnknown(wire: object, extensions: Extensions | undefined, style: StyleName): object {
  const kept = extensions?.[style];
  if (kept === undefined) return wire;
  return put(
    plainObject(wire),
    Object.entries(kept).map(([key, value]) => ({ keys: splitKey(key), value })),
  );
}

/** An unknown field: its keys, outermost first. */
interface Field {
  readonly keys: readonly string[];
  readonly value: Json;
}

function put(node: JsonObject, fields: readonly Field[]): JsonObject {
  const members = new Map(Object.entries(node));
  const inside = new Map<string, Field[]>();
  for (const { keys, value } of fields) {
    const [key = "", ...deeper] = keys;
    const known = members.get(key);
    if (deeper.length === 0) members.set(key, isJsonArray(value) && isJsonArray(known) ? joined(value, known) : value);
    else {
      // Its place among the members is that of the first field inside.
      if (!isJsonObject(known)) members.set(key, {});
      entryOf(inside, key, () => []).push({ keys: deeper, value });
    }
  }
  for (const [key, deeper] of inside) {
    const known = members.get(key);
    members.set(key, put(isJsonObject(known) ? known : {}, deeper));
  }
  // fromEntries, not assignment: a key may be `__proto__`.
  return Object.fromEntries(members);
}

/** A list that was understood in part: each null holds the place of an entry that is written, without places they come first. */
function joined(kept: readonly Json[], written: readonly Json[]): readonly Json[] {
  if (!kept.includes(null)) return [...written, ...kept];
  let next = 0;
  const placed = kept.flatMap((entry) => (entry === null ? written.slice(next, ++next) : [entry]));
  return [...placed, ...written.slice(next)];
}

/** Unknown fields that steer the answer, or what is kept of it: losing them is worth a warning. */
const WEIGHTY =
  /^(prediction|tool_choice|function_call|mcp_servers|container|thread|data_sources|plugins|structured_outputs|(guided_)?grammar|guided_(json|choice|regex)|image_config|search_parameters|(web|enable)_search|enable_thinking|thinking_budget)$/;

/**
 * One issue for each unknown field that stays behind because the target is another style; for each entry of a list that was
 * understood in part. `path`: that of the node.
 */
export function dropUnknown(extensions: Extensions | undefined, target: StyleName, path: Path, report: Report): void {
  if (extensions === undefined) return;
  for (const [style, kept] of Object.entries(extensions)) {
    if (style === target) continue;
    for (const [key, value] of Object.entries(kept))
      for (const at of unreadIn(value)) {
        const message = `${target} has no \`${formatPath([...splitKey(key), ...at])}\` of ${style}; it was left out.`;
        const severity = WEIGHTY.test(key) && value !== false && something(value) !== undefined ? "warning" : "info";
        report(dropped("dropped.field", [...path, "extensions", style, key, ...at], message, { severity }));
      }
  }
}

/** One issue for each unknown field that even its own style has no place for. @param path that of the wire's object */
export function dropAll(rest: Rest, path: Path, message: string, report: Report): void {
  for (const key in rest) if ((rest[key] ?? null) !== null) report(minorLoss([...path, key], message));
}

const WHOLE: readonly Path[] = [[]];

/** Where in a value stands what was not understood: in a list null holds the place of what was. */
function unreadIn(value: Json): readonly Path[] {
  if (!isJsonArray(value) || !value.includes(null)) return WHOLE;
  return value.flatMap((entry, index) => (entry === null ? [] : [[index]]));
}

/** Reports that a part has no place in the target. */
export function dropPart(path: Path, why: string, report: Report, facts: Parameters<typeof dropped>[3] = {}): [] {
  report(dropped("dropped.part", path, `${why}; it was left out.`, facts));
  return [];
}

export function emptyPart(path: Path): Issue {
  return dropped("dropped.part", path, NOTHING_THERE, { severity: "info" });
}

export const NOTHING_THERE = "This is empty; it was left out.";

/** A field that a stream brings beyond those that are held. */
export function surplusField(path: Path): Issue {
  return minorLoss(path, "The stream has more unknown fields than are held.");
}

/** A part of a kind that its style does not know, or that nobody expects at its place: kept whole. */
export function opaquePart(style: StyleName, value: object, path: Path, trace: Trace): OpaquePart {
  return trace.mark<OpaquePart>({ type: "opaque", style, value: plain(value) }, path, { value: [] });
}

/**
 * How much it matters that a field is left out. `asked`: a warning where it is true, for then the caller asked for something;
 * `kept`: the writer of the part looks at it.
 */
export type Lost = "info" | "warning" | "asked" | "kept";

/** What becomes of each field, by the type of the part: the compiler proves that none is forgotten, now and when the model grows. */
export type LostFields<T extends Part["type"]> = { readonly [Type in T]: Own<Extract<Part, { readonly type: Type }>> & Partial<Shared> };
type Own<P> = { readonly [K in Exclude<keyof P, keyof PartBase | "type">]-?: Lost };
type Shared = Readonly<Record<Exclude<keyof PartBase, "extensions">, Lost>>;

/** The same of another node, but for what is written of it. */
export type LostMembers<N, Written extends keyof N> = Readonly<Record<Exclude<keyof N, Written | "extensions">, Lost>>;

/**
 * Reports each of the fields that the node has, and the unknown fields of other styles. An empty list is no loss.
 * @param lost how much each matters, or all of its members
 */
export function dropFields<N extends object>(
  node: N & { readonly extensions?: Extensions },
  lost: Lost | Readonly<Record<string, Lost>> | undefined,
  path: Path,
  style: StyleName,
  report: Report,
): void {
  const isOne = typeof lost === "string";
  for (const field in isOne ? node : lost) {
    const matters = isOne ? lost : lost?.[field];
    if (matters === "kept") continue;
    const value: unknown = Reflect.get(node, field);
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    const severity = matters === "asked" ? (value === true ? "warning" : "info") : matters;
    const from = typeof value === "object" ? {} : { from: fact(value) };
    const what = `${style} has no \`${nameOf(field)}\` here; it was left out.`;
    report(dropped("dropped.field", [...path, field], what, { ...from, ...compact({ severity }) }));
  }
  dropUnknown(node.extensions, style, path, report);
}

/** Different unknown keys that are remembered. */
const MAX_KEYS = 256;

export class ChangedFields {
  /** Keys, and after each the JSON of its value: a list, for there are few in nearly all streams, and thousands of streams. */
  private seen: string[] | undefined = undefined;

  constructor(private readonly style: StyleName) {}

  /** The entries that are new or have changed; undefined when there are none. */
  of(extensions: Extensions | undefined): Extensions | undefined {
    const kept: JsonObject | undefined = extensions?.[this.style];
    if (kept === undefined) return undefined;
    const fresh: { [key: string]: Json } = {};
    for (const [key, value] of Object.entries(kept)) if (this.isNew(key, JSON.stringify(value))) setMember(fresh, key, value);
    return hasOnly(fresh, []) ? undefined : { [this.style]: fresh };
  }

  private isNew(key: string, text: string): boolean {
    const { seen = [] } = this;
    let at = 0;
    while (at < seen.length && seen[at] !== key) at += 2;
    if (seen[at + 1] === text) return false;
    if (at < seen.length) seen[at + 1] = text;
    else if (at < 2 * MAX_KEYS) this.seen = seen.concat(key, text);
    return true;
  }
}
