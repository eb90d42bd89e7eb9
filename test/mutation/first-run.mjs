/** The run without a mutant: whether all cases pass, how long each takes, and which mutants it reaches. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { ENOUGH, messageOf, runCase } from "./case-run.mjs";

const FILE = "tests-of-mutants.facts";

/**
 * @typedef {object} Facts
 * @property {number[]} durations of each case, in milliseconds
 * @property {Reach} reach
 */

/**
 * Each case runs twice. Only what the second run reaches can still be changed then, and in the first one the code is not warm.
 *
 * @param {import("./vitest-stand-in.mjs").Case[]} cases
 * @param {number[]} counts how often each mutant is reached: the instruments in the sources write it
 */
export async function firstRun(cases, counts) {
  const atLoad = Object.fromEntries(takeFrom(counts));
  const byFile = {};
  const failures = [];
  const durations = [];
  const reached = [];
  for (const { run, file, name } of cases) {
    let duration = 0;
    let reaches = new Map();
    try {
      await runCase(run, ENOUGH);
      takeFrom(counts);
      const start = performance.now();
      await runCase(run, ENOUGH);
      duration = performance.now() - start;
      reaches = takeFrom(counts);
    } catch (error) {
      failures.push({ file, name, message: messageOf(error) });
      takeFrom(counts);
    }
    durations.push(duration);
    reached.push([...reaches.keys()]);
    byFile[file] ??= {};
    for (const [id, count] of reaches) byFile[file][id] = (byFile[file][id] ?? 0) + count;
  }
  return { atLoad, byFile, failures, facts: { durations, reach: Reach.from(reached) } };
}

/** @returns {Map<number, number>} */
function takeFrom(counts) {
  const taken = new Map();
  for (let id = 0; id < counts.length; id++)
    if (counts[id] > 0) {
      taken.set(id, counts[id]);
      counts[id] = 0;
    }
  return taken;
}

/** Which cases reach which mutants, in bits: as numbers that is a gigabyte. */
class Reach {
  constructor(width, bits) {
    this.width = width;
    this.bits = bits;
  }

  /** @param {number[][]} reached of each case, the mutants */
  static from(reached) {
    const width = Math.ceil(reached.length / 8);
    const last = reached.reduce((most, ids) => ids.reduce((a, b) => Math.max(a, b), most), -1);
    const bits = new Uint8Array(width * (last + 1));
    for (const [index, ids] of reached.entries()) for (const id of ids) bits[id * width + (index >> 3)] |= 1 << (index & 7);
    return new Reach(width, bits);
  }

  /** @returns {number[]} the cases that reach a mutant */
  of(mutant) {
    const row = this.bits.subarray(mutant * this.width, (mutant + 1) * this.width);
    const cases = [];
    for (const [byte, bits] of row.entries()) for (let bit = 0; bit < 8; bit++) if (bits & (1 << bit)) cases.push(byte * 8 + bit);
    return cases;
  }
}

/** For the other workers, and those that start again. */
export function keepFacts({ durations, reach: { width, bits } }) {
  writeFileSync(`${FILE}.new`, serialize({ durations, width, bits }));
  renameSync(`${FILE}.new`, FILE);
}

/** @returns {Facts} */
export function keptFacts() {
  const { durations, width, bits } = deserialize(readFileSync(FILE));
  return { durations, reach: new Reach(width, bits) };
}
