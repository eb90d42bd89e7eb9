/**
 * Processor times that can be compared on a shared machine: the variants take turns in every round, what counts is the median
 * of the ratios within the rounds, and no round counts in which the machine was slower than it can be.
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
  const measured: (readonly number[])[] = [];
  for (let attempt = 0; measured.length < rounds; attempt++) {
    untilQuiet();
    const times: number[] = [];
    for (let index = 0; index < variants.length; index++) {
      const place = (index + measured.length) % variants.length;
      const variant = variants[place];
      if (variant === undefined) continue;
      const count = runs.get(variant.name) ?? 1;
      times[place] = (await turn(variant, count)) / count;
    }
    if (isQuiet() || attempt > 2 * rounds) measured.push(times);
  }
  return variants.map(({ name }, place) => {
    const times = measured.map((round) => round[place] ?? Number.NaN);
    return { name, milliseconds: median(times), rounds: times };
  });
}

const YARDSTICK = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index, delta: { content: " word" } })));
const known = process.env.INTERLINGUA_YARDSTICK;
let fastest = Number(known ?? Number.POSITIVE_INFINITY);
/** How long, in milliseconds, all measurements of a process together may wait for a machine that others use. */
let patience = known === undefined ? 600_000 : 60_000;

/** How long the fixed text takes at the best of times that were seen, for processes that this one starts. */
export function yardstick(): number {
  isQuiet();
  return fastest;
}

/**
 * Whether a fixed text is parsed about as fast as at the best of times; always, when too long was waited for it. Where a neighbour slows
 * that down to half, sums of whole numbers take as long as ever.
 */
function isQuiet(): boolean {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5; attempt++) {
    const start = process.cpuUsage();
    for (let run = 0; run < 10; run++) sunk += JSON.parse(YARDSTICK).length;
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, user + system);
  }
  fastest = Math.min(fastest, best);
  return best < 1.25 * fastest || patience <= 0;
}

/** There are minutes in which all takes twice as long, and ratios are others. */
export function untilQuiet(): void {
  const start = performance.now();
  while (!isQuiet() && performance.now() - start < patience);
  patience -= performance.now() - start;
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
