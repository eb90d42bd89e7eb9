/**
 * Processor times that can be compared on a shared machine: the variants take turns in every round, and what counts is the median
 * of the ratios within the rounds.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

export interface Variant {
  readonly name: string;
  /** One run. What it gives back is added up, so that no engine leaves the work out. */
  run(): number | Promise<number>;
}

export interface Timing {
  readonly name: string;
  /** Median time of one run in milliseconds. */
  readonly milliseconds: number;
  /** Of each round. */
  readonly rounds: readonly number[];
}

export interface Effort {
  readonly rounds: number;
  /** A turn lasts at least so long. */
  readonly milliseconds: number;
  /** Every variant runs for so long before anything counts, until its code is compiled. */
  readonly warmUp: number;
}

let sunk = 0;
/** The sum of everything that was computed, to be printed: nothing measured is dead code. */
export function sink(): number {
  return sunk;
}

export async function measure(variants: readonly Variant[], { rounds, milliseconds, warmUp }: Effort): Promise<readonly Timing[]> {
  const runs = new Map<string, number>();
  for (const variant of variants) {
    let time = await turn(variant, 1);
    for (let spent = time, count = 1; spent < warmUp; spent += time * count) {
      count = Math.min(1000, Math.max(1, Math.floor(5 / Math.max(time, 0.001))));
      time = (await turn(variant, count)) / count;
    }
    runs.set(variant.name, Math.max(1, Math.ceil(milliseconds / Math.max(time, 0.0001))));
  }
  const times = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (let index = 0; index < variants.length; index++) {
      const variant = variants[(index + round) % variants.length];
      if (variant === undefined) continue;
      const count = runs.get(variant.name) ?? 1;
      times.get(variant.name)?.push((await turn(variant, count)) / count);
    }
  return variants.map(({ name }) => ({ name, milliseconds: median(times.get(name) ?? []), rounds: times.get(name) ?? [] }));
}

/**
 * Processor time, not time on the clock: others use the machine as well. What the collector does beside counts, but not what
 * the variant before has left: turns always follow each other in the same order, and the one after the greatest waster would
 * pay for it.
 */
async function turn(variant: Variant, count: number): Promise<number> {
  // A whole collection would have the engine forget code that waits for its turn.
  if (typeof collect === "function") collect({ type: "minor" });
  const start = process.cpuUsage();
  for (let run = 0; run < count; run++) {
    const result = variant.run();
    sunk += typeof result === "number" ? result : await result;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** How many times as long as `one` the other takes: the median over the rounds. Undefined when either was not measured. */
export function times(timings: readonly Timing[], other: string, one: string): number | undefined {
  const slow = timings.find(({ name }) => name === other);
  const fast = timings.find(({ name }) => name === one);
  if (slow === undefined || fast === undefined) return undefined;
  return median(slow.rounds.map((time, round) => time / (fast.rounds[round] ?? Number.NaN)));
}
