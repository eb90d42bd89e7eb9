/**
 * Law 1, of values that throw where they are made a text, a number or a key: JSON holds them, `{"toString": 2}`. No source
 * file turns a value into another type that may be one, and no stream breaks off for one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createStreamTranslator, translateError, translateRequest, translateResponse } from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import { styleNames } from "../../src/style-lists.js";
import { fileNames, programOf } from "../support/compiler.js";
import { bytesOf } from "../support/cuts.js";
import { KINDS, ownDocuments } from "../support/documents.js";
import { leaves, replaced } from "../support/leaves.js";
import { root } from "../support/sources.js";

const HOSTILE = { toString: 2, valueOf: 2 };

describe("a value that cannot be made a text", () => {
  const LAST_RESORT = /could not be read|threw while it was read/;

  it.each(KINDS)("stands anywhere in a %s", (kind) => {
    let cases = 0;
    const broken: string[] = [];
    for (const { style, body, path = "/v1beta/models/gemini-2.5-flash:generateContent" } of ownDocuments(kind))
      for (const { path: leaf } of leaves(body))
        for (const to of styleNames.filter((name) => name !== style)) {
          const odd = replaced(body, leaf, HOSTILE);
          const { issues } =
            kind === "request"
              ? translateRequest(odd, { from: style, to, path })
              : kind === "response"
                ? translateResponse(odd, { from: style, to })
                : translateError({ status: 500, body: odd }, { from: style, to });
          const unread = issues.filter(({ message }) => LAST_RESORT.test(message));
          if (unread.length > 0) broken.push(`${style} ${leaf.join(".")}: ${unread[0]?.message}`);
          cases++;
        }
    expect(broken).toEqual([]);
    expect(cases).toBeGreaterThan(100);
  });

  it.each(styleNames)("stands anywhere in a stream of %s", { timeout: 120_000 }, (style) => {
    let cases = 0;
    const broken: string[] = [];
    for (const events of streamsOf(style))
      for (const [index, event] of events.entries()) {
        const [before, after] = [framed(events.slice(0, index)), framed(events.slice(index + 1))];
        for (const { path } of leaves(event)) {
          const odd = bytesOf(`${before}${framed([replaced(event, path, HOSTILE)])}${after}`);
          for (const to of styleNames) {
            const translator = createStreamTranslator({ from: style, to });
            const text = new TextDecoder().decode(translator.push(odd));
            translator.end();
            if (LAST_RESORT.test(text)) broken.push(`${style} into ${to}: ${JSON.stringify(event)} at ${path.join(".")}`);
            cases++;
          }
        }
      }
    expect(broken).toEqual([]);
    expect(cases).toBeGreaterThan(500);
  });

  it.each([
    ["chat-completions", { choices: [{ index: HOSTILE, delta: { content: "a" } }] }, "content"],
    ["generate-content", { candidates: [{ index: HOSTILE, content: { parts: [{ text: "a" }] } }] }, "text"],
  ] as const)("is no index of a choice of a %s stream that is repeated", (style, event, field) => {
    const translator = createStreamTranslator({ from: style, to: style });
    const frame = `data: ${JSON.stringify(event)}\n\n`;
    const text = new TextDecoder().decode(translator.push(frame + frame));
    expect(text.split(`"${field}":"a"`)).toHaveLength(3);
    expect(text).not.toContain('"error"');
  });
});

describe("no source file makes a text, a number or a key of a value that may be anything", { timeout: 120_000 }, () => {
  it("in a template, by `String` or `Number`, by arithmetic, comparison, `join` or as a key", () => {
    const program = programOf(fileNames);
    const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(root));
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => coercions(file, program.getTypeChecker()))).toEqual([]);
  });
});

/** Places that make plain values of what they get, by what they say of it first. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  // Of anything but objects, which are said to be some before.
  "core/issue.ts String(value)",
  "core/schema.ts String(value)",
  // A step of a path of zod's: a symbol has a text as well.
  "core/schema.ts String(step)",
]);

function coercions(file: ts.SourceFile, checker: ts.TypeChecker): readonly string[] {
  const found: string[] = [];
  const check = (value: ts.Expression, type = checker.getTypeAtLocation(value)) => {
    const place = `${file.fileName.slice(root.length + 1)} ${value.parent.getText()}`;
    if (!isPlain(type, checker) && !EXCEPTIONS.has(place)) found.push(`${place}: ${checker.typeToString(type)}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateSpan(node)) check(node.expression);
    else if (ts.isElementAccessExpression(node)) check(node.argumentExpression);
    else if (ts.isPrefixUnaryExpression(node) && node.operator !== ts.SyntaxKind.ExclamationToken) check(node.operand);
    else if (ts.isBinaryExpression(node) && ARITHMETIC.has(node.operatorToken.kind)) {
      check(node.left);
      check(node.right);
    } else if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isIdentifier(expression) && /^(String|Number)$/.test(expression.text)) for (const value of node.arguments) check(value);
      if (ts.isPropertyAccessExpression(expression) && expression.name.text === "join") {
        const member = checker.getIndexTypeOfType(checker.getTypeAtLocation(expression.expression), ts.IndexKind.Number);
        if (member !== undefined) check(expression, member);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const { SyntaxKind: Kind, TypeFlags: Flag } = ts;
const ARITHMETIC: ReadonlySet<ts.SyntaxKind> = new Set([
  ...[Kind.PlusToken, Kind.MinusToken, Kind.AsteriskToken, Kind.SlashToken, Kind.PercentToken, Kind.PlusEqualsToken, Kind.MinusEqualsToken],
  ...[Kind.LessThanToken, Kind.GreaterThanToken, Kind.LessThanEqualsToken, Kind.GreaterThanEqualsToken],
]);
/** A symbol that has a name of its own in the language is a key like a text. */
const KEY = Flag.StringLike | Flag.NumberLike | Flag.UniqueESSymbol;
const PLAIN = KEY | Flag.BooleanLike | Flag.BigIntLike | Flag.Null | Flag.Undefined | Flag.Void | Flag.Never;

function isPlain(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.every((member) => isPlain(member, checker));
  if (type.isIntersection()) return type.types.some((member) => isPlain(member, checker));
  const bound = checker.getBaseConstraintOfType(type);
  return (type.flags & PLAIN) !== 0 || (bound !== undefined && bound !== type && isPlain(bound, checker));
}

/** The events of the streams among the fixtures. */
function streamsOf(style: StyleName): readonly (readonly unknown[])[] {
  const fixtures = resolve(root, "../fixtures");
  const files = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(`${style}.stream.sse`));
  // Some are broken on purpose.
  return files.map((file) =>
    [...readFileSync(join(fixtures, file), "utf8").matchAll(/^data: (\{.*\})$/gm)].map(([, json = ""]): unknown => JSON.parse(json)),
  );
}

function framed(events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}
