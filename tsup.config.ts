/**
 * The package: each entry as ESM and as CommonJS, sharing chunks; the declarations that `tsc` wrote, bundled per entry; and
 * the command, which is ESM only.
 */
import { readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";
import ts from "typescript";

const entries = {
  index: "index",
  "chat-completions": "styles/chat-completions/index",
  messages: "styles/messages/index",
  "generate-content": "styles/generate-content/index",
  web: "web",
  sse: "sse/index",
  codec: "codec",
  schema: "json-schema/index",
  models: "models/index",
  dialects: "dialects",
};

const inFolder = (folder: string, ending: string) =>
  Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, `${folder}/${path}${ending}`]));

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * Tables and schemas are made when a module loads, by calls that bundlers must take for side effects. Marked as pure, those
 * that a program does not use fall out of its bundle.
 */
const pureTables: Plugin = {
  name: "pure tables",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({ contents: markTables(readFileSync(path, "utf8")), loader: "ts" }));
  },
};

function markTables(text: string): string {
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022, true);
  let marked = "";
  let at = 0;
  for (const { initializer } of file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? statement.declarationList.declarations : [],
  )) {
    if (initializer === undefined || !runsCode(initializer)) continue;
    marked += `${text.slice(at, initializer.getStart())}/* @__PURE__ */ (() => (${initializer.getText()}))()`;
    at = initializer.end;
  }
  return marked + text.slice(at);
}

/** Whether a value is computed when the module loads: bodies of functions are not. */
function runsCode(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return false;
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    ts.forEachChild(node, (child) => runsCode(child) || undefined) === true
  );
}

/** The command is a file beside the library, and uses that. */
const besideTheLibrary: Plugin = {
  name: "the command uses the library beside it",
  setup(build) {
    build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path: "./index.js", external: true }));
  },
};

const shared: Options = { outDir: "dist", target: "es2022", splitting: true, silent: true };

export default defineConfig([
  {
    ...shared,
    entry: inFolder("src", ".ts"),
    platform: "neutral",
    format: ["esm", "cjs"],
    esbuildPlugins: [pureTables],
    // type-fest is no run-time dependency, so its types, and what they import in turn, are written into the declarations.
    dts: { entry: inFolder(".types", ".d.ts"), resolve: [/^type-fest/, /^tagged-tag$/, /^\.{1,2}\/.*\.d\.ts$/] },
  },
  { ...shared, entry: { cli: "src/cli.ts" }, platform: "node", format: ["esm"], esbuildPlugins: [besideTheLibrary] },
]);
