/** Every field of a document says what it is, in one sentence; that of a field which is a row is the sentence of the model, with the range of the row. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "../../src/fields/table.js";
import * as chat from "../../src/styles/chat-completions/fields.js";
import { USAGE_FIELDS as chatUsage } from "../../src/styles/chat-completions/finish.js";
import * as generate from "../../src/styles/generate-content/fields.js";
import { USAGE_FIELDS as generateUsage } from "../../src/styles/generate-content/finish.js";
import * as messages from "../../src/styles/messages/fields.js";
import { USAGE_FIELDS as messagesUsage } from "../../src/styles/messages/finish.js";
import { sentenceAt } from "../support/api.js";

const styles = resolve(import.meta.dirname, "../../src/styles");
const files = readdirSync(styles, { recursive: true, encoding: "utf8" }).filter((name) => /(?:\/types[^/]*|^documents)\.ts$/.test(name));

/** The fields of a file by interface and name, with their comments. */
function fieldsOf(name: string): (readonly [field: string, sentence: string])[] {
  const file = ts.createSourceFile(name, readFileSync(resolve(styles, name), "utf8"), ts.ScriptTarget.ES2022, true);
  const found: (readonly [string, string])[] = [];
  const visit = (node: ts.Node, place: string): void => {
    const named = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ? node.name.text : undefined;
    const at = named ?? (ts.isPropertySignature(node) ? `${place}.${node.name.getText()}` : place);
    if (ts.isPropertySignature(node)) {
      const [doc] = ts.getJSDocCommentsAndTags(node);
      found.push([at, ts.getTextOfJSDocComment(doc?.comment) ?? ""]);
    }
    ts.forEachChild(node, (child) => visit(child, at));
  };
  visit(file, "");
  return found;
}

it("stands at every field", () => {
  const fields = files.flatMap(fieldsOf);
  expect(fields.length).toBeGreaterThan(600);
  expect(fields.filter(([, sentence]) => !/^\S.*\.$/s.test(sentence)).map(([field]) => field)).toEqual([]);
});

const first = (text: string) => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? "none";

/** What the row of a field says of it: its sentence in the model, and the widest range. */
function said(document: string, { at, range }: AnyRow): string {
  const widest = range && "vendor" in range ? range.vendor : range;
  const ends = widest === undefined ? "" : widest.max === undefined ? ` At least ${widest.min}.` : ` ${widest.min} to ${widest.max}.`;
  return first(sentenceAt("interlingua/codec", document, at.split("."))) + ends;
}

describe.each([
  ["ChatCompletions", chat, chatUsage, "usage"],
  ["Messages", messages, messagesUsage, "usage"],
  ["GenerateContent", generate, generateUsage, "usageMetadata"],
] as const)("of %s", (style, { REQUEST_FIELDS, ANSWER }, counts, usage) => {
  /** What a row says, and what stands where it is written. */
  const pair = (name: string, path: string, text: string) => {
    const place = path.startsWith("extra_body.")
      ? []
      : [sentenceAt("interlingua", `${style}${name}`, path.split(".")).slice(0, text.length)];
    return place.map((sentence) => [`${path}: ${sentence}`, `${path}: ${text}`] as const);
  };
  const rowsOf = (name: string, document: string, rows: readonly AnyRow[]) =>
    rows.flatMap((row) => {
      const { wire } = row;
      const names = wire === undefined ? [] : typeof wire === "string" ? [wire] : Object.values(wire);
      return names.flatMap((path) => pair(name, path, said(document, row)));
    });

  it("is that of the row in requests and answers", () => {
    const pairs = [
      ...rowsOf("RequestInput", "CanonicalRequest", REQUEST_FIELDS.rows),
      ...rowsOf("ResponseInput", "CanonicalResponse", ANSWER.fields.rows),
    ];
    expect(pairs.length).toBeGreaterThan(10);
    expect(pairs.map(([found]) => found)).toEqual(pairs.map(([, wanted]) => wanted));
  });

  it("is that of the counter", () => {
    // What the totals hold differs from style to style; of two counters at one place the first is the whole.
    const counters = Object.entries(counts).filter(
      ([counter, keys], index, all) =>
        !/^(?:input|output|total)Tokens$/.test(counter) && all.findIndex(([, others]) => others.join() === keys.join()) === index,
    );
    const pairs = counters.flatMap(([counter, keys]) =>
      pair("Response", [usage, ...keys].join("."), first(sentenceAt("interlingua/codec", "Usage", [counter]))),
    );
    expect(pairs.map(([found]) => found)).toEqual(pairs.map(([, wanted]) => wanted));
  });
});
