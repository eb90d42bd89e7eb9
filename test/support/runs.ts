/** How many cases a property is tried with: few in `npm test`, `INTERLINGUA_RUNS` times as many in the long run. */
const factor = Number(process.env.INTERLINGUA_RUNS ?? "1");
const seed = process.env.INTERLINGUA_SEED;

export function runs(few: number): { numRuns: number; seed?: number; interruptAfterTimeLimit?: number } {
  return { numRuns: few * factor, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}
export const isLong = factor > 1;
