/** Token counts: each style states some of them at places of its own, and the others stay inside the totals. */

import { entryOf } from "../../core/collections.js";
import { approximated, equivalent, minorLoss, type Path, type Report } from "../../core/issue.js";
import { isBare, isNatural, isObject, setMember } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import type { StyleName } from "../../model/common.js";
import { dropUnknown, keepUnknown, NO_FIELDS, type Rest, without } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";

/** A count that a style may state or not. Totals are rows where nothing is to be computed. */
type Counter = Exclude<keyof Usage, "totalTokens" | "inputByModality" | "outputByModality" | "extensions">;
type Total = "inputTokens" | "outputTokens";
export type Counts = { -readonly [Name in Counter]?: number };

type Place = readonly [key: string, ...inner: string[]];
/** Where a style states a count, seen from its usage object, and where else it is only read; `input`: it is ordinary input. */
type Row = readonly [Place, ...Place[]] | "input" | null;

export type UsageTable = ReturnType<typeof usageTable>;

/** What is not in the table of a style. */
const UNCOUNTED = {
  inputAudioTokens: null,
  outputAudioTokens: null,
  cacheWriteTokens: "input",
  cacheWrite5m: null,
  cacheWrite1h: null,
  acceptedPredictionTokens: null,
  rejectedPredictionTokens: null,
  webSearchRequests: null,
  webFetchRequests: null,
  toolUsePromptTokens: "input",
} as const;
type Uncounted = keyof typeof UNCOUNTED;

/**
 * Every counter stands in this table or that of what is not: the compiler finds one that is forgotten.
 * @param totals where the other fields are
 * @returns the rows; `placed`, those that state a place; `paths`, for `locate`; and the members of the usage object that are read
 * (`known`), those of the objects `inside` it, and `others`, which are only read
 */
export function usageTable(
  style: StyleName,
  totals: Readonly<Record<string, readonly [string]>>,
  counted: Readonly<Record<Exclude<Counter, Total | Uncounted>, Row> & { [Name in Total | Uncounted]?: Row }>,
) {
  const byName: { readonly [Name in Counter]?: Row } = { ...counted, ...UNCOUNTED, ...counted };
  const names: readonly Counter[] = Object.keys(byName).filter((name): name is Counter => Object.hasOwn(byName, name));
  const rows = names.map((name) => [name, byName[name] ?? null] as const);
  const placed = rows.flatMap(([name, row]) => (isPlaced(row) ? [[name, row] as const] : []));
  const known = new Set<string>(Object.values(totals).flat());
  const inside = new Map<string, Set<string>>();
  const others = new Map<string, Counter>();
  const paths: Record<string, readonly string[]> = { ...totals };
  for (const [name, [place, ...more]] of placed) {
    const [key, inner] = place;
    paths[name] = place;
    if (inner === undefined) known.add(key);
    else entryOf(inside, key, () => new Set()).add(inner);
    for (const [other] of more) others.set(other, name);
  }
  return { style, rows, placed, paths, known, inside, others };
}

function isPlaced(row: Row): row is readonly [Place, ...Place[]] {
  return typeof row === "object" && row !== null;
}

function numberAt(wire: Rest, [key, inner]: Place): number | undefined {
  const held = wire[key];
  const value = inner === undefined ? held : isObject(held) ? held[inner] : undefined;
  return isNatural(value) ? value : undefined;
}

/** Adds the counts to those of `into`: each from its first place at which there is a number. Streams may state them in every event. */
export function readCounts<Into extends Counts>(wire: Rest, { placed }: UsageTable, into: Into): Into {
  for (const [name, places] of placed) {
    for (const place of places) {
      const value = numberAt(wire, place);
      if (value === undefined) continue;
      into[name] = value;
      break;
    }
  }
  return into;
}

/** Where the counts of this usage object stand. */
export function usagePaths(wire: Rest, { placed, paths }: UsageTable): FieldPaths {
  const found = placed.flatMap(([name, places]) => {
    const place = places.length > 1 ? places.find((each) => numberAt(wire, each) !== undefined) : undefined;
    return place === undefined ? [] : [[name, place] as const];
  });
  return found.length === 0 ? paths : { ...paths, ...Object.fromEntries(found) };
}

/** What stands in a usage object beside its counts, as extensions. A second place with the same has nothing to add. */
export function keepBeside(wire: Rest, { style, known, inside, others }: UsageTable, counts: Counts, more?: string) {
  let rest = NO_FIELDS;
  const nested: [string, Rest][] = [];
  for (const key in wire) {
    if (known.has(key) || key === more) continue;
    const value = wire[key];
    const inner = inside.get(key);
    if (inner !== undefined && isObject(value)) {
      const unread = without(value, inner);
      if (unread !== NO_FIELDS) nested.push([key, unread]);
    } else if (value !== undefined && value !== null) {
      const other = others.get(key);
      if (other !== undefined && counts[other] === value) continue;
      if (rest === NO_FIELDS) rest = {};
      setMember(rest, key, value);
    }
  }
  return keepUnknown(style, rest, nested);
}

/** The counts at their places. @param missing what stands for the others, but for what was written to the cache */
export function writeCounts(counts: { readonly [Name in Counter]?: number | undefined }, { placed }: UsageTable, missing?: 0) {
  const wire: Record<string, number | Record<string, number>> = {};
  for (const [name, [[key, inner]]] of placed) {
    const value = counts[name] ?? (name === "cacheWriteTokens" ? undefined : missing);
    if (value === undefined) continue;
    const held = wire[key];
    if (inner === undefined) wire[key] = value;
    else if (typeof held === "object") held[inner] = value;
    else wire[key] = { [inner]: value };
  }
  return wire;
}

/** @param path that of the count in the wire */
export function reportSum(stated: number, sum: number, path: Path, report: Report): void {
  const message = "The total is not the sum; the sum is passed on.";
  if (stated !== sum) report(approximated("approximated.usage", path, message, { from: stated, to: sum }));
}

/**
 * What is left of a total after its parts were taken out.
 * @param parts their sum
 * @param path that of the usage in the canonical value written
 */
export function remainder(usage: Usage, total: Total, parts: number, path: Path, report: Report): number {
  const { inputTokens, outputTokens, totalTokens } = usage;
  const left = usage[total] - parts;
  if (left >= 0) return left;
  const message = "A part is larger than the whole; the rest is 0.";
  // A total that is not the sum was named where it was read.
  const fields = totalTokens === inputTokens + outputTokens ? [total, "totalTokens"] : [total];
  for (const field of fields) report(approximated("approximated.usage", [...path, field], message, { from: left, to: 0 }));
  return 0;
}

interface CountOptions {
  readonly keepsZeros?: boolean;
  readonly isIncluded?: boolean;
  readonly lossesOnly?: boolean | undefined;
}

/**
 * What becomes of counts that a style cannot state.
 * @param path that of the usage in the canonical value written
 * @param options `keepsZeros`: a count of 0 comes back as one; `isIncluded`: the source's total has what was written to the cache in it;
 * `lossesOnly`: nobody is told what changes nothing
 */
export function reportCounts(usage: Usage, { style, rows }: UsageTable, path: Path, report: Report, options: CountOptions): void {
  const { keepsZeros, isIncluded, lossesOnly } = options;
  for (const [name, row] of rows) {
    const from = usage[name];
    if (from === undefined || (from === 0 && lossesOnly)) continue;
    if (from === 0 && !(keepsZeros && isPlaced(row))) report(equivalent([...path, name], `A count of 0 is none in ${style}.`));
    else if (row === null || (isIncluded && name === "cacheWriteTokens"))
      report(minorLoss([...path, name], `${style} has no counter for \`${name}\`; it was left out.`, { from }));
    else if (row === "input" && !lossesOnly) {
      report(equivalent([...path, name], `${style} counts \`${name}\` as ordinary input.`, { from }));
      const message = `In ${style} this includes tokens that were counted apart.`;
      for (const total of ["inputTokens", "inputByModality"] as const)
        if (usage[total] !== undefined) report(equivalent([...path, total], message));
    }
  }
  dropUnknown(usage.extensions, style, path, report);
}

const MODALITIES = ["inputByModality", "outputByModality"] as const;
type IsKept = (entry: NonNullable<Usage["inputByModality"]>[number], field: (typeof MODALITIES)[number]) => boolean;

/** The same for a style that has no list by kind of media either. @param isKept whether an entry is stated elsewhere */
export function reportAllCounts(usage: Usage, table: UsageTable, path: Path, report: Report, options: CountOptions, isKept?: IsKept): void {
  const { style } = table;
  reportCounts(usage, table, path, report, options);
  for (const field of MODALITIES) {
    if (usage[field]?.length === 0) report(equivalent([...path, field], `${style} has no list of the kinds of media.`));
    usage[field]?.forEach((entry, index) => {
      const { modality, tokens: from } = entry;
      const why = `${style} has ${modality} tokens in the total only.`;
      if (isKept?.(entry, field) !== true) report(minorLoss([...path, field, index], why, { from }));
    });
  }
}

/**
 * Whether it is plain JSON of counts alone, but for what has none: a count that is null is absent.
 * @param groups keys of objects of counts
 * @param words keys of texts
 */
export function isOfCounts(usage: unknown, groups?: ReadonlySet<string>, words?: ReadonlySet<string>): boolean {
  if (!isBare(usage)) return false;
  for (const key in usage) {
    const value = usage[key];
    const isPlain = words?.has(key) ? typeof value === "string" : groups?.has(key) ? isOfCounts(value) : isNatural(value);
    if (!isPlain && value !== null) return false;
  }
  return true;
}
