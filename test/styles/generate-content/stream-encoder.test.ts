import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, Part } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/generate-content/aspects.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import { canonicalEvents } from "../../arbitraries/events.js";
import { whole } from "../../support/canonical-events.js";
import { checkSequence } from "../../support/grammar.js";
import { seed } from "../../support/runs.js";

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const objects = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return { objects, issues, codes: issues.map(({ code }) => code) };
}

const start: CanonicalStreamEvent = { type: "start", id: "r", model: "g" };
const finish = (choice = 0): CanonicalStreamEvent => ({ type: "finish", choice, finish: { reason: "stop" } });
const end: CanonicalStreamEvent = { type: "end" };
const text: Part = { type: "text", text: "" };
const call: Part = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "" } };

/** The parts of all objects. */
function parts(events: readonly CanonicalStreamEvent[], options?: StreamEncodeOptions) {
  return encode(events, options).objects.flatMap(({ candidates }) => candidates?.flatMap(({ content }) => content?.parts ?? []) ?? []);
}

describe("parts", () => {
  it("collects arguments until the call is whole (BB-104)", () => {
    const events = [start, ...whole(0, call, '{"a"', ":1}")];
    expect(parts(events)).toEqual([{ functionCall: { id: "c", name: "f", args: { a: 1 } } }]);
  });
});

describe("the last object", () => {
  it("grounds the text in what it cites, in bytes of its part (T11)", () => {
    const events: CanonicalStreamEvent[] = [
      start,
      ...whole(0, text, "hé", "llo"),
      { type: "choice-meta", choice: 0, citations: [{ kind: "url", url: "https://a", title: "A", start: 0, end: 2 }] },
      finish(),
      end,
    ];
    expect(encode(events).objects.at(-1)?.candidates?.[0]?.groundingMetadata).toMatchObject({
      groundingChunks: [{ web: { uri: "https://a", title: "A" } }],
      groundingSupports: [{ segment: { endIndex: 3 }, groundingChunkIndices: [0] }],
    });
  });
});

it("writes a legal stream whatever events come", () => {
  fc.assert(
    fc.property(canonicalEvents, (events) => {
      const frames = encode(events).objects.map((object) => `data: ${JSON.stringify(object)}\n\n`);
      expect(checkSequence("generate-content", frames.join(""))).toEqual([]);
    }),
    { numRuns: 400, seed },
  );
});
