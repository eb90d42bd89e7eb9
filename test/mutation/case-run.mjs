/** Runs one case, for no longer than it may take: a mutant can loop forever, and to end its process costs the next ones seconds. */
import { Script } from "node:vm";

const NAME = "caseOfMutant";
// Only a script can be stopped from outside while it runs.
const script = new Script(`globalThis.${NAME}()`);

/** For a case without a mutant, in milliseconds: as in the other runs. */
export const ENOUGH = 120_000;

export class TooSlow extends Error {}

/**
 * @param {() => unknown} run
 * @param {number} limit in milliseconds, a whole number
 */
export async function runCase(run, limit) {
  const outcome = start(run, limit);
  if (!(outcome instanceof Promise)) return;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow(`still waiting after ${limit} ms`)), limit);
  });
  await Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

export const messageOf = (error) => String(error?.message ?? error);

function start(run, limit) {
  globalThis[NAME] = run;
  try {
    return script.runInThisContext({ timeout: limit });
  } catch (error) {
    throw error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? new TooSlow(`still running after ${limit} ms`) : error;
  }
}
