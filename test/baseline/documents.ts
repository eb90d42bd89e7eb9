/** All documents that two builds of the library are compared on: fixtures, recorded traffic where it is, and generated ones. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { wireDocument } from "../arbitraries/index.js";
import { type Document, documents, KINDS, STYLES } from "../support/documents.js";
import { fixtures } from "../support/fixtures.js";
import { recordedStreams } from "../support/streams.js";

export interface Stream {
  readonly name: string;
  readonly style: Document["style"];
  readonly text: string;
}

export function allDocuments(generated: number, seed: number): Document[] {
  const written = STYLES.flatMap((style) =>
    KINDS.flatMap((kind) =>
      fc
        .sample(wireDocument(style, kind), { numRuns: generated, seed })
        .map((document, index) => ({ ...document, name: `${document.name} ${index}` })),
    ),
  );
  return [...KINDS.flatMap(documents), ...written];
}

export function allStreams(): Stream[] {
  const own = fixtures().filter(({ kind }) => kind === "stream");
  return [
    ...own.map(({ name, style, file }) => ({ name, style, text: readFileSync(file, "utf8") })),
    ...recordedStreams().map(({ file, style, text }) => ({ name: file, style, text })),
  ];
}
