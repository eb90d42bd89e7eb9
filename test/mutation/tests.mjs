/** The tests that mutants meet: those of behaviour. Each of the others is left out for a reason, which stands here. */
import { readdirSync } from "node:fs";

const LEFT_OUT_FILES = [
  // Of the source's shape and of the package around it: they would only be in the way of a mutant.
  /^(e2e|docs|examples|cli|types|matrix|package|mutation|site)\//,
  /^(architecture|surface|package|exports|bench-corpus)\.test\.ts$/,
  // It compares with a page of docs, which no mutant has beside it.
  /^validate\/rules-table\.test\.ts$/,
  // It asserts types.
  /^validate\/validator\.test\.ts$/,
  // It asks real servers.
  /^web\/keys\.test\.ts$/,
  // It runs an example, which imports the package by its name, as it was built.
  /^web\/threads\.test\.ts$/,
  // It puts a style of its own into the registry.
  /^toy-style\//,
  // Of what the tests themselves generate.
  /^arbitraries\//,
  // They try every document in every way; for what only they notice, to do so for every mutant takes too long.
  /^validate\/findings\.test\.ts$/,
  /^laws\/(coherence|documents|exceptions|generated|streams|totality)\.test\.ts$/,
  /^fast-path\/(fuzz|recorded|sabotage)\.test\.ts$/,
  /^laws\/(coercion|paths)\.test\.ts$/,
  /^stream\/long\.test\.ts$/,
  // They count the steps of a bundle in a worker, where no mutant is.
  /^(growth\/|stream\/held\.test|support\/work\.test)/,
];

const LEFT_OUT_CASES = [
  // It reads megabytes, a unit at a time: with the instruments in the code that takes half a minute for each mutant.
  /^reads texts that are too long for a pattern/,
  // What measures time measures the instruments of the mutants as well.
  /takes? no longer than (it|they) should|in a time that grows with/,
  // It reads the text of sources, which here has the instruments in it.
  /^every field of more than one word that is read has its snake_case spelling$/,
];

/** @returns {string[]} seen from the root of the repository, which is the working directory */
export function testFiles() {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules/") && !LEFT_OUT_FILES.some((pattern) => pattern.test(path)))
    .sort()
    .map((path) => `test/${path}`);
}

/** @param {string} name */
export function isLeftOut(name) {
  return LEFT_OUT_CASES.some((pattern) => pattern.test(name));
}
