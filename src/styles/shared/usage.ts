/** Token counts: each style states some of them at places of its own, and the others stay inside the totals. */
import { dropped, type Issue } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { StyleName } from "../../model/common.js";
import { keepUnknown, type Rest } from "../../model/extensions.js";
import type { Usage } from "../../model/index.js";

/** A count that a style may state or not. */
export type Counter = Exclude<
  keyof Usage,
  "inputTokens" | "outputTokens" | "totalTokens" | "inputByModality" | "outputByModality" | "extensions"
>;
export type Counts = { -readonly [Name in Counter]?: number };

type Place = readonly [key: string, inner?: string];
/** Where a style states each count, seen from its usage object; null where it has no place for it. */
export type CounterPlaces = readonly (readonly [counter: Counter, place: Place | null])[];

/** Every counter stands in the table: the compiler finds one that is forgotten. */
export function counterPlaces(places: Readonly<Record<Counter, Place | null>>): CounterPlaces {
  const names: readonly Counter[] = Object.keys(places).filter((name): name is Counter => Object.hasOwn(places, name));
  return names.map((name) => [name, places[name]]);
}

/** The same for `locate`. */
export function pathsOf(places: CounterPlaces): FieldPaths {
  return Object.fromEntries(places.flatMap(([name, place]) => (place === null ? [] : [[name, place.filter((key) => key !== undefined)]])));
}

export function readCounts(wire: Rest, places: CounterPlaces): Counts {
  const counts: Counts = {};
  for (const [name, place] of places) {
    if (place === null) continue;
    const [key, inner] = place;
    const held = wire[key];
    const value = inner === undefined ? held : isObject(held) ? held[inner] : undefined;
    if (typeof value === "number") counts[name] = value;
  }
  return counts;
}

/** What stands in a usage object beside its counts, as extensions. @param known further keys that were read */
export function keepBeside(style: StyleName, wire: Rest, places: CounterPlaces, known: ReadonlySet<string>) {
  const holders = new Map<string, Set<string>>();
  const read = new Set(known);
  for (const [, place] of places) {
    if (place === null) continue;
    const [key, inner] = place;
    if (inner === undefined) read.add(key);
    else holders.set(key, (holders.get(key) ?? new Set()).add(inner));
  }
  const rest = without(wire, (key) => read.has(key) || holders.has(key));
  const nested = [...holders].map(([key, inner]) => {
    const held = wire[key];
    return [key, isObject(held) ? without(held, (name) => inner.has(name)) : {}] as const;
  });
  return keepUnknown(style, rest, nested);
}

function without(wire: Rest, isRead: (key: string) => boolean): Rest {
  return Object.fromEntries(Object.entries(wire).filter(([key]) => !isRead(key)));
}

/**
 * Names the counts that a style has no place for.
 * @param says whether losing this value of the counter loses anything
 * @param path that of the usage in the canonical value written
 */
export function reportLostCounts(
  usage: Usage,
  {
    style,
    places,
    says = (_name, value) => value !== 0,
  }: { style: StyleName; places: CounterPlaces; says?: (name: Counter, value: number) => boolean },
  path: Path,
  report: (issue: Issue) => void,
): void {
  for (const [name, place] of places) {
    const value = usage[name];
    if (place !== null || value === undefined || !says(name, value)) continue;
    const why = `${style} has no counter for \`${name}\`; it was left out.`;
    report(dropped("dropped.field", [...path, name], why, { severity: "info", from: value }));
  }
}

/** The same for counts by kind of media. @param isKept whether an entry is stated elsewhere */
export function reportLostModalities(
  usage: Usage,
  style: StyleName,
  path: Path,
  report: (issue: Issue) => void,
  isKept: (field: "inputByModality" | "outputByModality", index: number) => boolean = () => false,
): void {
  for (const field of ["inputByModality", "outputByModality"] as const)
    usage[field]?.forEach(({ modality, tokens }, index) => {
      const why = `${style} does not count ${modality} tokens apart; they stay inside the total.`;
      if (!isKept(field, index)) report(dropped("dropped.field", [...path, field, index], why, { severity: "info", from: tokens }));
    });
}
