/**
 * Counts the steps of a call, so that a test can hold how they grow without a clock. The source is bundled once and runs in a
 * worker, an isolate of its own: what V8 counts there is each call of a function and each run of a block, and what native
 * methods walk over is added. The count is the same on every machine.
 */
import { Worker } from "node:worker_threads";
import { build } from "esbuild";

/** All that the root entry and `/web` export. */
export type Library = typeof import("../../src/index.js") & typeof import("../../src/web.js");

/**
 * Prepares an input of this size and gives the call whose steps are counted. It runs in the worker: it is handed over as text,
 * so that it may use its parameters and globals only, nothing of the file where it stands.
 */
export type Scenario = (library: Library, size: number) => () => unknown;

export interface Work {
  /** Calls, block runs, and what native methods walked over: items, and a step for every eight characters or bytes. */
  readonly steps: number;
  /** The ten functions with the most of them: `12345 nameOfFunction`. */
  readonly hottest: readonly string[];
}

/** The steps of the call. */
export async function workOf(scenario: Scenario, size: number): Promise<number> {
  return (await measure(scenario, size)).steps;
}

/**
 * How the steps grow between a size and four times that size: 1 with the input, 2 with its square.
 * @param size large enough that what does not grow is small beside what does; some thousands where a step has little to do
 */
export async function growthOf(scenario: Scenario, size: number): Promise<number> {
  const [small, large] = await Promise.all([workOf(scenario, size), workOf(scenario, 4 * size)]);
  return Math.log(large / small) / Math.log(4);
}

/** The same, and where the steps were: for whoever looks for the cause. */
export function measure(scenario: Scenario, size: number): Promise<Work> {
  // One after the other: what one call counts is not to be mixed with another.
  const measured = last.then(() => ask({ scenario: String(scenario), size }));
  last = measured.catch(() => undefined);
  return measured;
}

let last: Promise<unknown> = Promise.resolve();
let worker: Worker | undefined;

async function ask(question: { readonly scenario: string; readonly size: number }): Promise<Work> {
  worker ??= await started();
  const counter = worker;
  return await new Promise<Work>((resolve, reject) => {
    counter.removeAllListeners();
    counter.once("message", (answer: Work | string) => (typeof answer === "string" ? reject(new Error(answer)) : resolve(answer)));
    counter.once("error", reject);
    counter.once("exit", () => {
      worker = undefined;
      reject(new Error("The worker ended without an answer."));
    });
    counter.postMessage(question);
  });
}

/** One worker for all: loading the library costs more than most calls. */
async function started(): Promise<Worker> {
  bundle ??= bundled();
  // A small stack, which a list of twenty thousand items among the arguments of a call overflows.
  const made = new Worker(WORKER, { eval: true, workerData: { code: await bundle }, resourceLimits: { stackSizeMb: 0.35 } });
  made.unref();
  return made;
}

let bundle: Promise<string> | undefined;

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "./src/index.js"; export * from "./src/web.js";', resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The block counts of a function are there only where it was compiled after the counting began. */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const { Session } = require("node:inspector/promises");
const vm = require("node:vm");

let counting = false;
let native = 0;

function wrap(owner, names, cost) {
  for (const name of names) {
    const original = owner[name];
    owner[name] = function (...given) {
      const result = Reflect.apply(original, this, given);
      if (counting) native += cost(this, given, result);
      return result;
    };
  }
}
const walked = (list) => list.length;
const characters = (text) => String(text).length / 8;
const passed = (list, [, from = 0], found) => Math.max(0, (found === -1 ? list.length : found) - from);
const made = (_, __, result) => result.length;
const madeText = (_, __, result) => (result === undefined ? 0 : result.length / 8);
const TypedArray = Object.getPrototypeOf(Uint8Array);

function watchNatives() {
  wrap(Array.prototype, ["includes", "lastIndexOf", "join", "splice", "shift", "unshift", "reverse", "fill"], walked);
  wrap(Array.prototype, ["concat", "slice", "flat", "toSpliced", "toReversed", "toSorted", "with"], made);
  wrap(Object, ["keys", "values", "entries"], made);
  wrap(String.prototype, ["includes", "lastIndexOf", "split", "replace", "replaceAll", "toLowerCase", "isWellFormed"], characters);
  wrap(TypedArray.prototype, ["set"], (_, [bytes]) => bytes.length / 8);
  wrap(TypedArray.prototype, ["slice"], madeText);
  wrap(TypedArray.prototype, ["lastIndexOf", "fill"], (bytes) => bytes.length / 8);
  wrap(Array.prototype, ["indexOf"], passed);
  wrap(String.prototype, ["indexOf"], (...search) => passed(...search) / 8);
  wrap(TypedArray.prototype, ["indexOf"], (...search) => passed(...search) / 8);
  wrap(JSON, ["stringify"], madeText);
  wrap(JSON, ["parse"], (_, [text]) => String(text).length / 8);
  wrap(TextEncoder.prototype, ["encode"], madeText);
  wrap(TextDecoder.prototype, ["decode"], madeText);
  // Spreads, and everything that is made of an iterable.
  for (const list of [[], new Map(), new Set()]) wrap(Object.getPrototypeOf(list[Symbol.iterator]()), ["next"], () => 1);
}

function counted(all) {
  const functions = all.filter(({ url }) => !url.startsWith("node:")).flatMap(({ functions }) => functions);
  return functions.map(({ functionName, ranges }) => ({ name: functionName || "?", steps: ranges.reduce((sum, { count }) => sum + count, 0) }));
}

(async () => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const module = { exports: {} };
  vm.runInThisContext("(function (module, exports, require) {" + workerData.code + "})", { filename: "interlingua.js" })(module, module.exports, require);
  watchNatives();
  async function measured({ scenario, size }) {
    const prepare = vm.runInThisContext("(" + scenario + ")", { filename: "scenario.js" });
    // What is made at the first call is not counted.
    await prepare(module.exports, 2)();
    const call = prepare(module.exports, size);
    await session.post("Profiler.takePreciseCoverage");
    native = 0;
    counting = true;
    await call();
    counting = false;
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const functions = [...counted(result), { name: "native methods", steps: Math.round(native) }].sort((a, b) => b.steps - a.steps);
    return {
      steps: functions.reduce((sum, { steps }) => sum + steps, 0),
      hottest: functions.slice(0, 10).map(({ name, steps }) => steps + " " + name),
    };
  }
  parentPort.on("message", (question) => measured(question).then((work) => parentPort.postMessage(work), (thrown) => {
    counting = false;
    parentPort.postMessage(String(thrown && thrown.stack || thrown));
  }));
})();
`;
