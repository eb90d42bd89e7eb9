/**
 * The package: each entry as ESM and as CommonJS, sharing chunks; the declarations that `tsc` wrote, bundled per entry; and
 * the command, which is ESM only.
 */
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";
import ts from "typescript";

/** Their order is that of the chunks in a bundle, which compresses best where like is beside like. */
const entries = {
  "chat-completions-rules": "styles/chat-completions/rules",
  schema: "json-schema/index",
  codec: "codec",
  models: "models/index",
  sse: "sse/index",
  "messages-rules": "styles/messages/rules",
  messages: "styles/messages/index",
  "generate-content-rules": "styles/generate-content/rules",
  web: "web",
  dialects: "dialects",
  index: "index",
  "generate-content": "styles/generate-content/index",
  "chat-completions": "styles/chat-completions/index",
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
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const written = path.endsWith("style-lists.ts") ? writeLists(text) : path.endsWith("quirks.ts") ? text.replace(EVIDENCE, "") : text;
      return { contents: markTables(written), loader: "ts" };
    });
  },
};

/** Who does so, since when and which fixture shows it: what the pages say of a quirk, and no code asks. */
const EVIDENCE = /\b(?:seenAt|since|fixture): "[^"]*",/g;

/**
 * The lists of styles written out: `ofEach((style) => style.edge)` becomes `{ messages: messages.edge, … }`, of which a bundler sees
 * what is used.
 */
function writeLists(text: string): string {
  const registry = readFileSync("src/registry.ts", "utf8");
  const rows = calls("listed", registry).flatMap(({ given }) => (ts.isObjectLiteralExpression(given) ? [...given.properties] : []));
  let written = registry.match(/^import \* as .*$/gm)?.join("\n") ?? "";
  let at = 0;
  for (const { node, given } of calls("ofEach", text)) {
    if (!ts.isArrowFunction(given)) continue;
    const items = rows.map(
      (row) => `${row.name?.getText()}: ${given.body.getText().replace(STYLE, row.getText().split(": ").at(-1) ?? "")}`,
    );
    written += `${text.slice(at, node.getStart())}{ ${items.join(", ")} }`;
    at = node.end;
  }
  return written + text.slice(at);
}

/** How the parameter of what `ofEach` is given is called. */
const STYLE = /\bstyle(?=\.)/g;

/** The constants of a file that a call of that function gives, and what it is given. */
function calls(name: string, text: string): { readonly node: ts.Expression; readonly given: ts.Expression }[] {
  return constants(text).flatMap((node) => {
    const [given] = ts.isCallExpression(node) && node.expression.getText() === name ? node.arguments : [];
    return given === undefined ? [] : [{ node, given }];
  });
}

/** The values of the constants of a file. */
function constants(text: string): ts.Expression[] {
  const { statements } = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2022, true);
  const declared = statements.flatMap((statement) => (ts.isVariableStatement(statement) ? statement.declarationList.declarations : []));
  return declared.flatMap(({ initializer }) => initializer ?? []);
}

function markTables(text: string): string {
  let marked = "";
  let at = 0;
  for (const value of constants(text)) {
    if (!runsCode(value)) continue;
    marked += `${text.slice(at, value.getStart())}/* @__PURE__ */ (() => (${value.getText()}))()`;
    at = value.end;
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
    ts.isTemplateExpression(node) ||
    ts.isComputedPropertyName(node) ||
    ts.isSpreadElement(node) ||
    ts.isSpreadAssignment(node) ||
    ts.forEachChild(node, (child) => runsCode(child) || undefined) === true
  );
}

/**
 * Private members, whose names bundlers have to keep: short ones save half a kilobyte, and cost nothing where `#private` members slow streams.
 * Those alone whose names are nothing else in all of the sources: no other member, no text, and read from nothing but `this`.
 */
function privateNames(): RegExp {
  const own = new Set<string>();
  const others = new Set<string>();
  const note = (name: ts.Node | undefined, names = others) => {
    if (name !== undefined && ts.isIdentifier(name)) names.add(name.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) others.add(node.text);
    else if (ts.isPropertyAccessExpression(node) && !isThis(node.expression)) note(node.name);
    else if (ts.isBindingElement(node) && !isOfThis(node)) note(node.propertyName ?? node.name);
    else if (ts.isClassElement(node) || ts.isParameterPropertyDeclaration(node, node.parent))
      note(node.name, isPrivate(node) ? own : others);
    else if (ts.isTypeElement(node) || ts.isObjectLiteralElementLike(node)) note(node.name);
    ts.forEachChild(node, visit);
  };
  for (const path of readdirSync("src", { recursive: true, encoding: "utf8" }))
    if (path.endsWith(".ts")) visit(ts.createSourceFile(path, readFileSync(`src/${path}`, "utf8"), ts.ScriptTarget.ES2022, true));
  return new RegExp(`^(?:${[...own].filter((name) => !others.has(name)).join("|")})$`);
}

function isThis(node: ts.Node | undefined): boolean {
  return node?.kind === ts.SyntaxKind.ThisKeyword;
}

/** `const { name } = this`. */
function isOfThis({ parent: { parent } }: ts.BindingElement): boolean {
  return ts.isVariableDeclaration(parent) && isThis(parent.initializer);
}

function isPrivate(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}

/** The command is a file beside the library, and uses that. */
const besideTheLibrary: Plugin = {
  name: "the command uses the library beside it",
  setup(build) {
    for (const [name, path] of Object.entries(entries))
      build.onResolve({ filter: new RegExp(`^\\.\\./${path}\\.js$`) }, () => ({ path: `./${name}.js`, external: true }));
  },
};

/**
 * Shorter code with the same names, but for private members: minifiers of bundlers look less far. Comments stay, those of pure calls for bundlers and the others for
 * readers. No function is written into another, which would make it anew by each call. Function expressions become arrow functions: none is
 * called with `new`, or has a `this` of its own. To read a member changes nothing, so a value that is used once may be written where it is used.
 */
const compressed: Options = {
  minify: "terser",
  terserOptions: {
    ecma: 2020,
    module: true,
    mangle: false,
    compress: {
      passes: 3,
      inline: 1,
      reduce_funcs: false,
      hoist_funs: true,
      sequences: false,
      join_vars: false,
      unsafe_arrows: true,
      pure_getters: true,
      booleans: false,
    },
    format: { beautify: true, comments: true, preserve_annotations: true },
  },
};

const shared: Options = { outDir: "dist", target: "es2022", splitting: true, silent: true };

/** Declarations of some entries, which share chunks. type-fest is no run-time dependency: its types, and what they import in turn, are written in. */
function declarations(isAmong: (name: string) => boolean): Options {
  const entry = Object.fromEntries(Object.entries(inFolder(".types", ".d.ts")).filter(([name]) => isAmong(name)));
  const resolve = [/^type-fest/, /^tagged-tag$/, /^\.{1,2}\/.*\.d\.ts$/];
  return { ...shared, entry, format: ["esm", "cjs"], dts: { only: true, entry, resolve } };
}

export default defineConfig([
  {
    ...shared,
    ...compressed,
    entry: inFolder("src", ".ts"),
    platform: "neutral",
    format: ["esm", "cjs"],
    esbuildPlugins: [pureTables],
    esbuildOptions(options) {
      options.mangleProps = privateNames();
    },
  },
  // The root alone: what it shares with the others would bring along what they have beside.
  declarations((name) => name === "index"),
  declarations((name) => name !== "index"),
  { ...shared, entry: { cli: "src/cli.ts" }, platform: "node", format: ["esm"], esbuildPlugins: [besideTheLibrary] },
]);
