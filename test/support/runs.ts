/**
 * How many cases a property is tried with: few in `npm test`, always the same ones, so that a change and not the dice makes
 * it fail; `INTERLINGUA_RUNS` times as many in the long run, new ones each time.
 */
const factor = Number(process.env.INTERLINGUA_RUNS ?? "1");
const seed = process.env.INTERLINGUA_SEED ?? (factor > 1 ? undefined : "1");

export function runs(few: number): { numRuns: number; seed?: number; interruptAfterTimeLimit?: number } {
  return { numRuns: few * factor, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}
export const isLong = factor > 1;
