/**
 * Makes one module of all tests, the mutated sources and the packages they use. To load that takes a second, where loading its
 * thousand files one by one takes longer than most mutants live.
 */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { isLeftOut, testFiles } from "./tests.mjs";

const STAND_IN = fileURLToPath(new URL("vitest-stand-in.mjs", import.meta.url));
const OUTPUT = "tests-of-mutants.mjs";

/** @returns {Promise<import("./vitest-stand-in.mjs").Case[]>} the cases of all tests in the working directory */
export async function loadCases() {
  if (!existsSync(OUTPUT)) await bundle();
  const { cases } = await import(pathToFileURL(resolve(OUTPUT)).href);
  return cases.filter(({ name }) => !isLeftOut(name));
}

async function bundle() {
  // Workers start side by side: none may load what another has half written.
  const unfinished = `${OUTPUT}.${process.pid}`;
  const require = `import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(resolve("package.json"))});`;
  await build({
    stdin: { contents: entry(), resolveDir: process.cwd() },
    absWorkingDir: process.cwd(),
    outfile: unfinished,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    banner: { js: require },
    plugins: [{ name: "mutated", setup }],
  });
  renameSync(unfinished, OUTPUT);
}

function entry() {
  return [
    // To find the smallest example that fails takes a property seconds, and nobody reads it.
    'import fc from "fast-check";',
    "fc.configureGlobal({ endOnFailure: true });",
    `import { cases, testsOf } from ${JSON.stringify(STAND_IN)};`,
    ...testFiles().flatMap((file) => [`testsOf(${JSON.stringify(file)});`, `await import(${JSON.stringify(resolve(file))});`]),
    "export { cases };",
  ].join("\n");
}

/** @param {import("esbuild").PluginBuild} build */
function setup({ onResolve, onLoad }) {
  onResolve({ filter: /^vitest$/ }, () => ({ path: STAND_IN }));
  onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, ({ path }) => ({ contents: inPlace(path, readFileSync(path, "utf8")), loader: "ts" }));
}

/** Tests look for files beside their own, and a bundle is elsewhere. */
function inPlace(path, text) {
  return text
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
    .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
}
