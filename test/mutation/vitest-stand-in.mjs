/**
 * What `import … from "vitest"` means in the bundle of the tests: it keeps the cases in a list, so that a mutant runs those that
 * reach it and nothing else. It has what these tests use and no more: a name that it lacks fails the build or the first run.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  customMatchers,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";

/**
 * @typedef {object} Case
 * @property {string} file
 * @property {string} name
 * @property {() => unknown} run
 */

/** @type {Case[]} */
export const cases = [];
let file = "";
let path = [];

/** The tests that are imported next are of this file. */
export function testsOf(name) {
  file = name;
}

export const describe = withForms((name, run) => {
  const outer = path;
  path = [...path, name];
  if (run() instanceof Promise) throw new Error(`${file}: "${name}" is a group that waits`);
  path = outer;
});

export const test = withForms((name, run) => {
  if (run.length > 0) throw new Error(`${file}: "${name}" asks for the context of a test, which is not there`);
  cases.push({ file, name: [...path, name].join(" > "), run });
});
export const it = test;

/** @param {(name: string, run: () => unknown) => void} declare */
function withForms(declare) {
  const form = (name, ...rest) => declare(String(name), bodyOf(rest));
  const each =
    (rows) =>
    (name, ...rest) => {
      const body = bodyOf(rest);
      rows.forEach((row, index) => {
        declare(`${name} #${index}`, () => (Array.isArray(row) ? body(...row) : body(row)));
      });
    };
  const skip = Object.assign(() => {}, { each: () => () => {} });
  return Object.assign(form, { each, skipIf: (absent) => (absent ? skip : form) });
}

/** Options stand before the body and a time limit after it. */
function bodyOf(rest) {
  const body = rest.find((part) => typeof part === "function");
  if (body === undefined) throw new Error(`${file}: a test without a body`);
  return body;
}

/** As long as vitest waits. */
async function until(read, expected, interval) {
  const last = performance.now() + 1_000;
  while (read() !== expected && performance.now() < last) await new Promise((resolve) => setTimeout(resolve, interval));
  expect(read()).toBe(expected);
}

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT], {
  poll: (read, { interval = 50 } = {}) => ({ toBe: (expected) => until(read, expected, interval) }),
  unreachable: (message = "this was not to be reached") => chai.assert.fail(message),
});
globalThis[GLOBAL_EXPECT] = expect;
setState({ assertionCalls: 0, isExpectingAssertions: false, customTesters: [] }, expect);
chai.expect.extend(expect, customMatchers);
