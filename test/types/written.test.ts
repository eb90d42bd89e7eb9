/** What is written of every fixture has the type that is declared for it, but for the values that `differences.ts` lists. */
import { resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { createStreamTranslator, type StyleName, translateError, translateRequest, translateResponse } from "../../src/index.js";
import { styleNames } from "../../src/style-lists.js";
import { programOf } from "../support/compiler.js";
import { type Document, ownDocuments } from "../support/documents.js";
import { fixtures, readText } from "../support/fixtures.js";
import { TOY } from "../toy-style/name.js";
import { NOT_IN_TYPES } from "./differences.js";

type Kind = "request" | "response" | "error" | "event";
const STYLES = styleNames.filter((name) => name !== TOY);
const PROFILES = ["gateway", "vendor"] as const;
const PATH = "/v1beta/models/gemini-2.5-pro:generateContent";

function written({ kind, style: from, body, path = PATH }: Document, to: StyleName): unknown[] {
  return PROFILES.flatMap((profile): unknown[] => {
    const options = { from, to, profile, path } as const;
    if (kind === "error") return [translateError({ status: 500, body }, { from, to, profile }).value.body];
    if (kind === "request") {
      const result = translateRequest(body, options);
      return result.ok ? [result.value.body] : [];
    }
    const result = translateResponse(body, { from, to, profile });
    return result.ok ? [result.value] : [];
  });
}

function eventsOf(text: string, from: StyleName, to: StyleName): readonly unknown[] {
  const translator = createStreamTranslator({ from, to });
  const bytes = [translator.push(text), translator.end()];
  const lines = bytes.flatMap((part) => new TextDecoder().decode(part).split("\n"));
  return lines.flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice(6))] : []));
}

const hi = { role: "user", content: "hi" };
const fetched = [
  { role: "user", parts: [{ text: "hi" }] },
  {
    role: "model",
    parts: [
      { toolCall: { id: "s1", toolType: "URL_CONTEXT", args: { urls: ["https://a.example"] } } },
      { toolResponse: { id: "s1", toolType: "URL_CONTEXT", response: { title: "A" } } },
    ],
  },
  { role: "user", parts: [{ text: "on" }] },
];
/** Requests of which something is written that the types do not have. */
const ODD: readonly Document[] = [
  { name: "a fast tier", kind: "request", style: "messages", body: { model: "m", max_tokens: 9, messages: [hi], speed: "fast" } },
  {
    name: "a cache for an hour",
    kind: "request",
    style: "messages",
    body: { model: "m", max_tokens: 9, messages: [hi], cache_control: { type: "ephemeral", ttl: "1h" } },
  },
  { name: "a page that was fetched", kind: "request", style: "generate-content", body: { contents: fetched } },
];

/** Programs in which each document stands as a value of its type; their faults by type and place. */
function faults(documents: ReadonlyMap<string, string>): string[] {
  const file = resolve(import.meta.dirname, "documents.ts");
  const text = [...documents].map(([json, type], index) => `export const d${index}: ${type} = ${json};`).join("\n");
  const source = `import type { WireOf } from "../../src/index.js";\n${text}`;
  const program = programOf([file], new Map([[file, source]]));
  const parsed = program.getSourceFile(file);
  return program.getSemanticDiagnostics(parsed).map(({ start = 0, messageText }) => {
    const [place, type] = placeOf(parsed, start);
    return place === "" ? ts.flattenDiagnosticMessageText(messageText, "\n") : `${type} ${place}`;
  });
}

/** The keys that lead to a position, and the type of the document that it is in. */
function placeOf(file: ts.SourceFile | undefined, position: number): readonly [place: string, type: string] {
  const keys: string[] = [];
  let type = "";
  const visit = (node: ts.Node): void => {
    if (position < node.getStart() || position >= node.end) return;
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) keys.push(node.name.text);
    if (ts.isIndexedAccessTypeNode(node)) type = node.getText();
    node.forEachChild(visit);
  };
  file?.statements.forEach((statement) => {
    if (position < statement.pos || position >= statement.end) return;
    type = /WireOf(\["[^"]+"\]\["\w+"\])/.exec(statement.getText().slice(0, 90))?.[1] ?? "";
    visit(statement);
  });
  return [keys.join("."), type.replace(/[[\]"]+/g, " ").trim()];
}

it("holds but for what is listed", () => {
  const documents = new Map<string, string>();
  const put = (body: unknown, to: StyleName, kind: Kind) => documents.set(JSON.stringify(body), `WireOf["${to}"]["${kind}"]`);
  for (const kind of ["request", "response", "error"] as const)
    for (const document of [...ownDocuments(kind), ...ODD.filter((odd) => odd.kind === kind)])
      for (const to of STYLES) if (to !== document.style) for (const body of written(document, to)) put(body, to, kind);
  for (const { kind, style, file } of fixtures())
    for (const to of STYLES)
      if (kind === "stream" && to !== style) for (const event of eventsOf(readText(file), style, to)) put(event, to, "event");
  expect(documents.size).toBeGreaterThan(500);
  expect([...new Set(faults(documents))].sort()).toEqual(Object.keys(NOT_IN_TYPES).sort());
});
