/**
 * How many of its cases a property is tried with: 0.6 of them in `npm test`, always the same ones, so that a change and not the
 * dice makes it fail; `INTERLINGUA_RUNS` times as many in the long run, new ones each time where it is above one.
 */
const factor = Number(process.env.INTERLINGUA_RUNS ?? "0.6");
/** Of a long run one seed for all properties, so that it can be printed and tried again. */
export const seed = Number(process.env.INTERLINGUA_SEED ?? (factor > 1 ? String(Date.now() % 2 ** 31) : "1"));

/**
 * Cases that a property skips (`fc.pre`) are replaced by others: it fails where fewer than a quarter reach what it asserts.
 *
 * @param long at least so many in the whole long run, which has a hundred times the cases
 */
export function runs(few: number, long = 0): { numRuns: number; seed: number; maxSkipsPerRun: number } {
  const numRuns = factor >= 100 ? Math.max(few * factor, long) : Math.max(1, Math.round(few * factor));
  return { numRuns, seed, maxSkipsPerRun: 3 };
}
export const isLong = factor > 1;
