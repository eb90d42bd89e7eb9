/**
 * Runs the tests in the process of Stryker's worker, a case at a time, where Stryker's own runner for vitest starts vitest anew for
 * each mutant: for some ten thousand cases and some ten thousand mutants that takes a day.
 *
 * What Stryker calls a test is a file of tests here. Its report names for each mutant every test that reaches it, and with cases it
 * would not fit into memory; which cases reach a mutant the runner knows itself.
 */
import { resolve } from "node:path";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { DryRunStatus, determineHitLimitReached, TestStatus, toMutantRunResult } from "@stryker-mutator/api/test-runner";
import { loadCases } from "./bundle.mjs";
import { messageOf, runCase, TooSlow } from "./case-run.mjs";
import { firstRun, keepFacts, keptFacts } from "./first-run.mjs";

/** More than there are mutants. In a list that has them all from the start it is quick to count. */
const MUTANTS = 2 ** 17;

/** What it takes to start a case, in milliseconds. */
const MOMENT = 0.1;

/**
 * Milliseconds of cases that a mutant meets. One that lives through the likeliest of them would meet all others for nothing in most
 * cases, and some ten thousand take longer than a night: it counts as one that nobody noticed.
 */
const PATIENCE = 400;

class InProcessRunner {
  static inject = tokens(commonTokens.options);
  counts = new Array(MUTANTS).fill(0);
  /** What the instruments in the sources read and write. Which test has been counted says the time: cases run one after the other. */
  instruments = { mutantCoverage: { static: this.counts, perTest: {} }, activeMutant: undefined, hitCount: undefined, hitLimit: undefined };
  /** Of each source file, how many of its mutants a case noticed. */
  killers = new Map();

  /** @param {import("@stryker-mutator/api/core").StrykerOptions} options */
  constructor({ coverageAnalysis, ignoreStatic }) {
    if (coverageAnalysis !== "perTest" || !ignoreStatic)
      throw new Error('The tests are loaded once, so "coverageAnalysis" must be "perTest" and "ignoreStatic" true.');
  }

  capabilities() {
    // Stryker asks for it where a mutant is reached by the load and by tests; without static mutants it is not needed.
    return { reloadEnvironment: true };
  }

  async init() {
    // A property asks its cases for every mutant; a tenth of them notices almost as much.
    process.env.INTERLINGUA_RUNS ??= "0.1";
    globalThis.__stryker__ = this.instruments;
    this.cases = await loadCases();
  }

  /** @returns {Promise<import("@stryker-mutator/api/test-runner").DryRunResult>} */
  async dryRun() {
    const { atLoad, byFile, failures, facts } = await firstRun(this.cases, this.counts);
    this.facts = facts;
    keepFacts(facts);
    const spent = {};
    for (const [index, { file }] of this.cases.entries()) spent[file] = (spent[file] ?? 0) + facts.durations[index];
    const passed = Object.entries(spent).map(([file, timeSpentMs]) => ({ ...test(file), timeSpentMs, status: TestStatus.Success }));
    const failed = failures.map(({ file, name, message }) => ({
      ...test(file, `${file} > ${name}`),
      status: TestStatus.Failed,
      failureMessage: message,
    }));
    return { status: DryRunStatus.Complete, tests: [...passed, ...failed], mutantCoverage: { static: atLoad, perTest: byFile } };
  }

  /**
   * @param {import("@stryker-mutator/api/test-runner").MutantRunOptions} options
   * @returns {Promise<import("@stryker-mutator/api/test-runner").MutantRunResult>}
   */
  async mutantRun({ activeMutant: { id, fileName }, testFilter, hitLimit, disableBail }) {
    // Another worker made the first run, or this one in an earlier life.
    this.facts ??= keptFacts();
    const killers = this.killersOf(fileName);
    const chosen = this.chosenCases(id, new Set(testFilter), killers);
    const results = new Map();
    Object.assign(this.instruments, { activeMutant: internalized(id), hitCount: 0, hitLimit });
    try {
      for (const index of chosen) {
        const result = await this.caseResult(index);
        const endless = determineHitLimitReached(this.instruments.hitCount, hitLimit) ?? result.endless;
        if (endless !== undefined) return toMutantRunResult(endless);
        if (results.get(result.id)?.status !== TestStatus.Failed) results.set(result.id, result);
        if (result.status !== TestStatus.Failed) continue;
        killers.set(index, (killers.get(index) ?? 0) + 1);
        if (!disableBail) break;
      }
    } finally {
      this.instruments.activeMutant = undefined;
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests: [...results.values()] });
  }

  killersOf(fileName) {
    const known = this.killers.get(fileName) ?? new Map();
    this.killers.set(fileName, known);
    return known;
  }

  /** Those first that are quick, or have often noticed something in this file. */
  chosenCases(mutant, files, killers) {
    const { reach, durations } = this.facts;
    const cost = (index) => (durations[index] + MOMENT) / (1 + (killers.get(index) ?? 0));
    const sorted = reach
      .of(Number(mutant))
      .filter((index) => files.has(this.cases[index].file))
      .sort((a, b) => cost(a) - cost(b));
    let spent = 0;
    const beyond = sorted.findIndex((index) => {
      spent += durations[index] + MOMENT;
      return spent > PATIENCE;
    });
    // At least one, however slow.
    return beyond === -1 ? sorted : sorted.slice(0, Math.max(1, beyond));
  }

  async caseResult(index) {
    const { run, name, file } = this.cases[index];
    try {
      await runCase(run, Math.ceil(2_000 + 5 * this.facts.durations[index]));
      return { ...test(file), status: TestStatus.Success };
    } catch (error) {
      if (error instanceof TooSlow) return { endless: { status: DryRunStatus.Timeout, reason: `${name}: ${error.message}` } };
      return { ...test(file), status: TestStatus.Failed, failureMessage: `${name}: ${messageOf(error)}` };
    }
  }
}

const test = (file, name = file) => ({ id: name, name, fileName: resolve(file), timeSpentMs: 0 });

/** The instruments compare it with text of the sources at every step, which is quick only where both are kept as one. */
const internalized = (text) => Object.keys({ [text]: 0 })[0];

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "in-process", InProcessRunner)];
