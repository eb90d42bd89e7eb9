import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { asJson } from "../../../src/core/json.js";
import { conforms } from "../../../src/core/schema.js";
import { camelCased } from "../../../src/styles/generate-content/names.js";
import { plainAnswer } from "../../../src/styles/generate-content/stream.js";
import { Decoder } from "../../../src/styles/generate-content/stream-decoder.js";
import { GenerateContentResponse } from "../../../src/styles/generate-content/wire-answer.js";
import { anyText } from "../../arbitraries/common.js";
import { mutated, parsed } from "../../support/mutated.js";
import { runs } from "../../support/runs.js";

const text = fc.oneof(anyText(), fc.constantFrom("", '"', "\ud83d"));
const count = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5));
const details = fc.array(fc.record({ modality: fc.constant("TEXT"), tokenCount: fc.nat() }), { maxLength: 2 });
const call = fc.record(
  { name: fc.constantFrom("f", ""), args: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), id: text },
  { requiredKeys: ["name", "args"] },
);
const part = fc.record(
  { text, thought: fc.boolean(), thoughtSignature: fc.constantFrom("", "c2ln"), functionCall: call },
  { requiredKeys: [] },
);
const usage = fc.record(
  {
    promptTokenCount: count,
    candidatesTokenCount: fc.nat(),
    totalTokenCount: fc.nat(),
    thoughtsTokenCount: fc.nat(),
    cachedContentTokenCount: fc.nat(),
    toolUsePromptTokenCount: fc.nat(),
    promptTokensDetails: details,
    candidatesTokensDetails: details,
    trafficType: fc.constant("ON_DEMAND"),
  },
  { requiredKeys: [] },
);
const content = fc.record({ parts: fc.array(part, { maxLength: 3 }), role: fc.constant("model") }, { requiredKeys: [] });
const rating = fc.record({ category: fc.constant("HARM"), probabilityScore: fc.constant(0.5), blocked: fc.boolean() });
const candidate = fc.record(
  {
    content,
    index: fc.oneof(fc.nat(2), fc.constant(0.5)),
    finishReason: fc.constantFrom("STOP", "MAX_TOKENS", "", "NEW_WORD"),
    finishMessage: fc.string(),
    safetyRatings: fc.array(rating, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const answer = fc.record(
  {
    candidates: fc.tuple(candidate),
    usageMetadata: usage,
    modelVersion: fc.constant("m"),
    responseId: fc.constant("r"),
    createTime: fc.constant("2025-12-01T21:58:25Z"),
  },
  { requiredKeys: ["candidates"] },
);
const KEYS = [
  "text",
  "thought",
  "functionCall",
  "thoughtSignature",
  "finishReason",
  "role",
  "index",
  "thought_signature",
  "willContinue",
  "x",
];

/** Without a prototype it is JSON all the same, and nothing that a parser gives. */
function foreign(event: unknown): unknown {
  return typeof event === "object" && event !== null && !Array.isArray(event) ? Object.setPrototypeOf(parsed(event), null) : event;
}

function decoded(events: readonly unknown[]) {
  const issues: Issue[] = [];
  const decoder = new Decoder({ report: (issue) => issues.push(issue) });
  return { steps: [...events.map((event) => decoder.push(event)), decoder.end()], issues };
}

describe("an object known by hand", () => {
  it("is always an answer of the wire, and means what it means to who reads any object", () => {
    let plain = 0;
    const event = fc.oneof({ weight: 4, arbitrary: answer.map(parsed) }, mutated(answer, KEYS), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), (events) => {
        for (const each of events) {
          const read = plainAnswer(each);
          if (read === undefined) continue;
          plain++;
          expect(conforms(GenerateContentResponse, read)).toBe(true);
          // No name in it is spelled otherwise than it is read.
          const json = asJson(each);
          expect(json.ok && camelCased(json.value)).toBe(each);
        }
        expect(decoded(events)).toEqual(decoded(events.map(foreign)));
      }),
      runs(1000),
    );
    expect(plain).toBeGreaterThan(0.5 * runs(1000).numRuns);
  });

  it.each([
    ["a thought", { content: { parts: [{ text: "Hm", thought: true }] } }],
    ["a signed call", { content: { parts: [{ functionCall: { name: "f", args: { a: [1] } }, thoughtSignature: "c2ln" }] } }],
    ["an end without content", { finishReason: "STOP", index: 0 }],
    ["ratings", { content: { parts: [{ text: "Hi" }], role: "model" }, safetyRatings: [{ category: "A", probabilityScore: 0.1 }] }],
    ["a call without a name", { content: { parts: [{ functionCall: { willContinue: true } }] } }],
    ["a picture", { content: { parts: [{ inlineData: { mimeType: "image/png", data: "AA==" } }] } }],
    ["grounding", { groundingMetadata: { webSearchQueries: ["a"], groundingChunks: [{ web: { uri: "https://a" } }], x: { y: [{}] } } }],
    ["citations", { citationMetadata: { citations: [{ startIndex: 1, uri: "https://a", license: "" }] } }],
    ["chances of tokens", { logprobsResult: { chosenCandidates: [{ token: "a", logProbability: -0.5, tokenId: 1 }] } }],
    ["what nobody knows", { unknown_field: { "": [1, null, "a", false] } }],
  ])("may hold %s", (_name, candidate) => {
    expect(plainAnswer({ candidates: [candidate], usageMetadata: { promptTokenCount: 1 } })).toBeDefined();
  });

  it.each([
    ["another spelling", { grounding_metadata: {} }],
    ["another spelling inside what nobody knows", { unknown: [{ start_index: 1 }] }],
    ["another spelling beside a known name", { content: { parts: [{ text: "a", thought_signature: "c2ln" }] } }],
    ["a number that is none", { unknown: Number.NaN }],
    ["a large number where one belongs", { citationMetadata: { citations: [{ startIndex: Number.POSITIVE_INFINITY }] } }],
    ["an instance of a class", { content: { parts: [{ functionCall: { name: "f", args: { at: new Date(0) } } }] } }],
    ["an instance beside a call without a name", { content: { parts: [Object.assign(new Map(), { functionCall: {} })] } }],
    // biome-ignore lint/suspicious/noSparseArray: it is the point.
    ["a hole", { content: { parts: [, { text: "a" }] } }],
    ["what is deep", { unknown: Array.from({ length: 40 }).reduce((inner) => [inner], {}) }],
    ["more than is looked at in one go", { unknown: Array.from({ length: 70_000 }, () => ({})) }],
    ["a word for a number", { index: "0" }],
  ])("may not hold %s", (_name, candidate) => {
    expect(plainAnswer({ candidates: [candidate] })).toBeUndefined();
  });

  it.each([{ error: { message: "x" }, candidates: [] }, { candidates: null }, { message: "x" }, [], null])("is not %j", (event) => {
    expect(plainAnswer(event)).toBeUndefined();
  });
});
