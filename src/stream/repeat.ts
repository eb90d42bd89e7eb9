/** Deltas that are alike but for their text and what they count, see `RepeatableDelta`: their counts. */
import { countPaths, countPlaces, withCounts } from "../core/counts.js";
import type { CanonicalStreamEvent } from "../model/index.js";
import type { RepeatSource, Slot } from "../styles/style.js";

/** The counters of a usage object, as slots. `at`: its key in the event. */
export function countSlots(usage: object | undefined, at: string): readonly Slot[] {
  return countPaths(usage).map((path): Slot => ({ path: [at, ...path], kind: "count" }));
}

/** Deltas that state the usage so far: the sum of each is looked at, and the last one counts. */
export class CountedDeltas<Usage extends Readonly<Record<string, unknown>>> implements RepeatSource {
  private readonly source: RepeatSource;
  private readonly usage: Usage;
  private readonly count: (usage: Usage) => CanonicalStreamEvent;
  /** Names of the total and of its parts, and their places among all counts. */
  private readonly names: readonly string[];
  private readonly places: readonly number[];

  constructor(source: RepeatSource, usage: Usage, names: readonly string[], count: (usage: Usage) => CanonicalStreamEvent) {
    this.source = source;
    this.usage = usage;
    this.count = count;
    this.names = names;
    this.places = countPlaces(usage, names);
  }

  accepts(counts: readonly number[]): boolean {
    const total = this.stated(0, counts);
    let sum = 0;
    for (let place = 1; place < this.names.length; place++) sum += this.stated(place, counts) ?? 0;
    return total === undefined || total === sum;
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    this.source.take?.(bytes, start, end);
  }

  advance(events: number, units: number, counts: readonly number[]): readonly CanonicalStreamEvent[] {
    this.source.advance(events, units, counts);
    return [this.count(withCounts(this.usage, counts))];
  }

  private stated(place: number, counts: readonly number[]): number | undefined {
    const known = counts[this.places[place] ?? -1] ?? this.usage[this.names[place] ?? ""];
    return typeof known === "number" ? known : undefined;
  }
}
