/**
 * Examples of the documentation, run as they stand on the source. A comment behind or below a statement that reads as a
 * value is a claim about it: `formatPath([]); // ""`. In a claim `…` stands for whatever else there is.
 */
import ts from "typescript";
import { expect } from "vitest";
import * as codec from "../../src/codec.js";
import * as dialects from "../../src/dialects.js";
import * as root from "../../src/index.js";
import * as schema from "../../src/json-schema/index.js";
import * as models from "../../src/models/index.js";
import * as sse from "../../src/sse/index.js";
import * as chatCompletions from "../../src/styles/chat-completions/index.js";
import * as generateContent from "../../src/styles/generate-content/index.js";
import * as messages from "../../src/styles/messages/index.js";
import * as messagesRules from "../../src/styles/messages/rules.js";
import * as web from "../../src/web.js";

const modules: Readonly<Record<string, object>> = {
  "interlingua/codec": codec,
  interlingua: root,
  "interlingua/chat-completions": chatCompletions,
  "interlingua/messages": messages,
  "interlingua/generate-content": generateContent,
  "interlingua/messages/rules": messagesRules,
  "interlingua/web": web,
  "interlingua/sse": sse,
  "interlingua/schema": schema,
  "interlingua/models": models,
  "interlingua/dialects": dialects,
};
/** Doc comments leave their imports out. */
const names: Readonly<Record<string, unknown>> = Object.assign({}, ...Object.values(modules));

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;

export interface Run {
  /** What the example returns, or the value of `result`. */
  readonly value: unknown;
  /** How many claims were checked. */
  readonly claims: number;
}

/**
 * @param given what the example leaves to its reader, by name
 * @param result an expression to return at its end
 */
export async function runExample(code: string, given: Readonly<Record<string, unknown>> = {}, result?: string): Promise<Run> {
  let claims = 0;
  const check = (actual: unknown, claim: string) => {
    claims++;
    expectClaim(actual, claim);
    return actual;
  };
  const imported = code.replace(/^import (?:type )?(\{[^}]*\}) from "([^"]+)";$/gm, (whole, list: string, from: string) =>
    from in modules ? `const ${list.replace(/\btype \w+,?/g, "")} = $modules["${from}"];` : whole,
  );
  const own = imported.replace(/^import \w+ from "[^"]+";$/gm, "");
  const body = checked(own.replace(/^export (?:default )?/gm, ""));
  const plain = ts.transpileModule(`${body}\n${result === undefined ? "" : `return ${result};`}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;
  // In a block of its own, for it may declare names that it could also be given.
  const free = Object.entries({ ...names, ...given });
  const example: unknown = Reflect.construct(AsyncFunction, ["$modules", "$check", ...free.map(([name]) => name), `{${plain}}`]);
  if (typeof example !== "function") throw new Error("no function");
  const value: unknown = await Reflect.apply(example, undefined, [modules, check, ...free.map(([, member]) => member)]);
  return { value, claims };
}

/** The code with a check for each claim. */
function checked(code: string): string {
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.ES2022, true);
  let out = "";
  let at = 0;
  file.statements.forEach((statement, index) => {
    const next = file.statements[index + 1]?.getStart() ?? code.length;
    const claim = claimIn(code.slice(statement.getEnd(), next));
    const target = claim === undefined ? undefined : expressionOf(statement);
    if (claim === undefined || target === undefined) return;
    const call = (expression: string) => `$check(${expression}, ${JSON.stringify(claim)})`;
    if (ts.isExpressionStatement(statement)) {
      out += `${code.slice(at, statement.getStart())}${call(target)};`;
      at = statement.getEnd();
    } else {
      out += `${code.slice(at, statement.getEnd())}\n${call(target)};`;
      at = statement.getEnd();
    }
  });
  return out + code.slice(at);
}

function expressionOf(statement: ts.Statement): string | undefined {
  if (ts.isExpressionStatement(statement)) return statement.expression.getText();
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration] = statement.declarationList.declarations;
  return declaration !== undefined && ts.isIdentifier(declaration.name) ? declaration.name.text : undefined;
}

/** The comment lines between two statements, when they read as a value. */
function claimIn(between: string): string | undefined {
  const lines = between
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("//"))
    .map((line) => line.slice(2).trim());
  const text = lines.join("\n");
  return /^(?:[[{"'`\d-]|true|false|null|undefined)/.test(text) ? text : undefined;
}

const ANY = Symbol("any");
const MORE = Symbol("more");
class More {
  readonly [MORE] = true;
  *[Symbol.iterator]() {
    yield MORE;
  }
}

function expectClaim(actual: unknown, claim: string): void {
  const code = claim.replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(:\s*)?…/g, (_all, text?: string, colon?: string) =>
    text !== undefined ? text : colon !== undefined ? ": $any" : "...$more",
  );
  const make: unknown = Reflect.construct(Function, ["$any", "$more", `return (${code});`]);
  if (typeof make !== "function") throw new Error("no function");
  const expected: unknown = Reflect.apply(make, undefined, [ANY, new More()]);
  if (!claimed(actual, expected)) expect(JSON.stringify(actual, null, 1), "the example says something else").toBe(claim);
}

function claimed(actual: unknown, expected: unknown): boolean {
  if (expected === ANY) return true;
  if (typeof expected === "string" && typeof actual === "string" && expected.includes("…"))
    return new RegExp(`^${expected.split("…").map(escaped).join("[^]*")}$`).test(actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    const open = expected.at(-1) === MORE;
    const shown = open ? expected.slice(0, -1) : expected;
    return (
      (open ? actual.length >= shown.length : actual.length === shown.length) && shown.every((item, index) => claimed(actual[index], item))
    );
  }
  if (typeof expected !== "object" || expected === null) return Object.is(actual, expected);
  if (typeof actual !== "object" || actual === null) return false;
  const keys = Object.keys(expected);
  return (
    (MORE in expected || Object.keys(actual).filter((key) => Reflect.get(actual, key) !== undefined).length === keys.length) &&
    keys.every((key) => claimed(Reflect.get(actual, key), Reflect.get(expected, key)))
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
