import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Flags of the process hold in its worker threads. Most functions run too short a time in a test to repay what optimizing them costs:
// with the default of 135168 bytes of bytecode between two looks at a function, a third of all processor time went into that.
setFlagsFromString("--interrupt-budget=600000");

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

const IGNORED = "/* v8 ignore next -- @preserve */";
/**
 * An arm that the types prove unreachable is there to keep them honest, and no test can reach it; of others a comment says why.
 * The tool's own marks are not in the source: they would go into every bundle.
 */
const unreachableArms = {
  name: "unreachable-arms",
  enforce: "pre",
  transform: (code: string) =>
    code.replace(/default:(?=\s+(?:return )?[\w.]+ satisfies never;)/g, `${IGNORED} $&`).replace(/\/\/ Never reached:.*/g, IGNORED),
} as const;

const LONG = /\/test\/(e2e|growth|laws|stream)\//;
/** They compile the source, and what the compiler holds is walked by every collection of garbage of the tests behind them. */
const COMPILING = /\/test\/(docs|types|laws\/coercion\.test)/;
/** It loads the library with another registry, and whatever comes behind it in its worker loads the library once more. */
const RELOADING = /\/test\/toy-style\//;
/** Without times of a run before, files come by their size. A long one that comes last leaves the other workers idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) =>
      RELOADING.test(moduleId) ? 3 : COMPILING.test(moduleId) ? 2 : LONG.test(moduleId) ? 0 : 1;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  plugins: [unreachableArms],
  // The examples import the package by name; tests run them on the source.
  resolve: {
    alias: [
      { find: /^interlingua$/, replacement: source("index.ts") },
      { find: /^interlingua\/web$/, replacement: source("web.ts") },
      { find: /^interlingua\/sse$/, replacement: source("sse/index.ts") },
      { find: /^interlingua\/schema$/, replacement: source("json-schema/index.ts") },
      { find: /^interlingua\/models$/, replacement: source("models/index.ts") },
      { find: /^interlingua\/dialects$/, replacement: source("dialects.ts") },
      { find: /^typescript$/, replacement: fileURLToPath(new URL("./test/support/typescript.ts", import.meta.url)) },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/{matrix,mutation,package,site/built}/**"],
    pool: "threads",
    // The default leaves one core to a watcher, and there is none.
    maxWorkers: "100%",
    // A law tries a document in every place; a busy machine must not make that a failure.
    testTimeout: 120_000,
    // The library has no state, so test files may share what they import: half the time.
    isolate: false,
    sequence: { sequencer: LongFirst },
    coverage: {
      include: ["src/**"],
      exclude: ["src/cli.ts"],
      // Everything is reached without recorded traffic, but in `core` and `fast-path` for a few dozen arms that the types demand and no
      // input takes: mostly `?? 0` behind the read of a byte or a count whose index the loop keeps in bounds.
      thresholds: {
        "src/core/**": { lines: 99, branches: 97 },
        "src/model/**": { lines: 100, branches: 100 },
        "src/sse/**": { lines: 100, branches: 100 },
        "src/stream/**": { lines: 100, branches: 100 },
        "src/fast-path/**": { lines: 99, branches: 93 },
        "src/styles/**": { lines: 100, branches: 100 },
      },
    },
  },
});
