import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/generate-content/stream.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import { canonicalEvents } from "../../arbitraries/events.js";
import { whole } from "../../support/canonical-events.js";
import { checkSequence } from "../../support/grammar.js";

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const objects = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return { objects, issues, codes: issues.map(({ code }) => code) };
}

const start: CanonicalStreamEvent = { type: "start", id: "r", model: "g" };
const open = (part: number, head: Part, choice = 0): CanonicalStreamEvent => ({ type: "part-start", choice, part, head });
const grow = (part: number, delta: PartDelta, choice = 0): CanonicalStreamEvent => ({ type: "part-delta", choice, part, delta });
const stop = (part: number, choice = 0): CanonicalStreamEvent => ({ type: "part-stop", choice, part });
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

  it("gives a call without arguments an empty object", () => {
    expect(parts([start, ...whole(0, call)])).toEqual([{ functionCall: { id: "c", name: "f", args: {} } }]);
  });

  it("joins the pieces of an image", () => {
    const image: Part = { type: "image", source: { kind: "base64", mimeType: "image/png", data: "" } };
    expect(parts([start, ...whole(0, image, { kind: "data", data: "iV" }, { kind: "data", data: "BO" })])).toEqual([
      { inlineData: { mimeType: "image/png", data: "iVBO" } },
    ]);
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
    { numRuns: 400 },
  );
});

it("names a text that comes before a call which began earlier, once it says anything", () => {
  const said = [grow(1, { kind: "text", text: "Hi" }), grow(1, { kind: "text", text: "!" }), stop(1)];
  const around = (inside: readonly CanonicalStreamEvent[]) =>
    encode([start, open(0, call), open(1, text), ...inside, stop(0), finish(), end]);
  expect(around(said).issues).toMatchObject([{ code: "approximated.reordered", path: [3] }]);
  expect(around([stop(1)]).codes).toEqual([]);
  expect(encode([start, ...whole(0, call), open(1, text), ...said, finish(), end]).codes).toEqual([]);
});
