import { describe, expect, test } from "vitest";
import type { Citation, JsonObject } from "../../../src/model/index.js";
import { createOffsets } from "../../../src/styles/generate-content/grounding.js";
import * as gen from "../../support/gen.js";
import { decodedAnswer, encodedAnswer, rewritten } from "./support.js";

/** `héllo`: six bytes, five characters. */
const answer = (of: JsonObject, parts: readonly JsonObject[] = [{ text: "héllo" }]) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0, ...of }],
});
const grounded = (groundingMetadata: JsonObject, parts?: readonly JsonObject[]) => answer({ groundingMetadata }, parts);
const whole = { partIndex: 0, startIndex: 0, endIndex: 6, text: "héllo" };
const page = (name: string) => ({ web: { uri: `https://${name}` } });
type Cited = Extract<Citation, { kind: "url" }>;
const cited = (url: string, some: Partial<Cited> = {}): Cited => ({ kind: "url", url, start: 0, end: 1, ...some });
const groundingOf = (body: unknown) => rewritten(body).candidates?.[0]?.groundingMetadata;
const citationsOf = (body: unknown) => {
  const { choice, ...rest } = decodedAnswer(body);
  return { ...rest, citations: choice?.parts.flatMap((part) => (part.type === "text" ? (part.citations ?? []) : [])) };
};
/** Members that no citation says, seen from the grounding. */
const lostOf = (grounding: JsonObject) =>
  decodedAnswer(grounded(grounding)).told.map((line) => line.replace("dropped.field candidates.0.groundingMetadata.", ""));

describe("a support", () => {
  test.each([
    ["without pages", undefined, [{ segment: whole }]],
    ["without a segment", [page("a")], [{ groundingChunkIndices: [0], confidenceScores: [0.5] }]],
    ["without pages, but with scores", undefined, [{ segment: whole, groundingChunkIndices: [], confidenceScores: [0.5] }]],
    ["of something else than a page", [{ maps: { uri: "https://m" } }], [{ segment: whole, groundingChunkIndices: [0] }]],
    ["of a part that is none", [page("a")], [{ segment: { ...whole, partIndex: 4 }, groundingChunkIndices: [0] }]],
  ])("%s comes back as it was", (_what, groundingChunks, groundingSupports) => {
    const grounding = { ...(groundingChunks === undefined ? {} : { groundingChunks }), groundingSupports };
    expect(groundingOf(grounded(grounding))).toEqual(grounding);
  });

  test("of pages and of other things is cited as far as pages go", () => {
    const { citations, told } = citationsOf(
      grounded({
        groundingChunks: [page("a"), { maps: { uri: "https://m" } }, { maps: { uri: "https://n" } }],
        groundingSupports: [{ segment: whole, groundingChunkIndices: [1, 0, 2], confidenceScores: [0.1, 0.2], note: "n" }],
      }),
    );
    expect(citations).toEqual([{ kind: "url", url: "https://a", start: 0, end: 5, confidence: 0.2 }]);
    const support = "groundingSupports.0";
    expect(told).toEqual(
      [
        ...[`${support}.groundingChunkIndices.0`, `${support}.confidenceScores.0`, `${support}.groundingChunkIndices.2`],
        ...[`${support}.note`, "groundingChunks.1", "groundingChunks.2"],
      ].map((path) => `dropped.field candidates.0.groundingMetadata.${path}`),
    );
  });

  test.each([
    ["of which no page is known", [page("a")], { segment: whole, groundingChunkIndices: [7] }, ["groundingChunks.0"]],
    ["without pages", [], { segment: whole }, []],
    ["without a segment", [page("a")], { groundingChunkIndices: [0] }, ["groundingChunks.0"]],
    ["of a part that is none", [page("a")], { segment: { ...whole, partIndex: 4 }, groundingChunkIndices: [0] }, ["groundingChunks.0"]],
  ])("%s is lost with its pages", (_what, groundingChunks, support, chunks) => {
    expect(lostOf({ groundingChunks, groundingSupports: [support] })).toEqual(["groundingSupports.0", ...chunks]);
  });

  test("says of which of its fields nothing is left beside citations", () => {
    expect(
      lostOf({
        groundingChunks: [page("a")],
        groundingSupports: [
          { segment: { ...whole, language: "fr" }, groundingChunkIndices: [0], confidenceScores: [0.5, 0.6], renderedParts: [0], x: null },
        ],
      }),
    ).toEqual(["renderedParts", "segment.language", "confidenceScores.1"].map((path) => `groundingSupports.0.${path}`));
  });

  test("says when its text is not what stands at its offsets", () => {
    const { told } = citationsOf(
      grounded({ groundingChunks: [page("a")], groundingSupports: [{ segment: { ...whole, text: "hallo" }, groundingChunkIndices: [0] }] }),
    );
    expect(told).toEqual(["approximated.citation candidates.0.groundingMetadata.groundingSupports.0.segment.text"]);
  });

  test.each([
    ["is of the first text where it names no part", { endIndex: 1 }, 0],
    ["is of the first text where it names none of an answer that starts with a thought", { partIndex: 0, endIndex: 1 }, 0],
    ["is of the text that it names", { partIndex: 2, endIndex: 1 }, 5],
  ])("%s", (_what, segment, start) => {
    const { citations } = citationsOf(
      grounded({ groundingChunks: [page("a")], groundingSupports: [{ segment, groundingChunkIndices: [0] }] }, [
        { text: "t", thought: true },
        { text: "héllo" },
        { text: "x" },
      ]),
    );
    expect(citations).toEqual([{ kind: "url", url: "https://a", start, end: start + 1 }]);
  });

  test.each([{ endIndex: 1 }, { partIndex: 0, endIndex: 1 }])("is of the first text that is not empty: %j", (segment) => {
    const grounding = { groundingChunks: [page("a")], groundingSupports: [{ segment, groundingChunkIndices: [0] }] };
    const { citations } = citationsOf(grounded(grounding, [{ text: "" }, { text: "héllo" }]));
    expect(citations).toEqual([{ kind: "url", url: "https://a", start: 0, end: 1 }]);
  });
});

describe("a page", () => {
  test("is said in a citation as far as its address and title go", () => {
    expect(
      lostOf({
        groundingChunks: [
          { web: { uri: "https://a", title: "A", domain: "a", language: "en" }, rank: 1, note: null },
          { web: null, retrievedContext: { uri: "x" }, other: null },
        ],
        groundingSupports: [{ segment: whole, groundingChunkIndices: [0] }],
      }),
    ).toEqual(["0.web.domain", "0.web.language", "0.rank", "1"].map((path) => `groundingChunks.${path}`));
  });

  test.each([
    ["with a score and without one", [cited("https://a", { confidence: 0.5 }), cited("https://b")]],
    ["with two scores", [cited("https://a", { confidence: 0.5 }), cited("https://a", { confidence: 0.6 })]],
    ["without a score and with one", [cited("https://a"), cited("https://a", { confidence: 0.6 })]],
  ])("that is cited %s for one range loses neither", (_what, citations) => {
    const { candidate } = encodedAnswer([{ type: "text", text: "x", citations }], { from: "generate-content" });
    expect(candidate?.groundingMetadata?.groundingSupports).toHaveLength(2);
    expect(citationsOf({ candidates: [candidate] }).citations).toEqual(citations);
  });

  test("that is cited twice for one range is cited once", () => {
    const { candidate } = encodedAnswer([
      { type: "text", text: "x", citations: [cited("https://a"), cited("https://b"), cited("https://a")] },
    ]);
    expect(candidate?.groundingMetadata?.groundingSupports).toMatchObject([{ groundingChunkIndices: [0, 1] }]);
  });
});

describe("citationMetadata", () => {
  test("loses what a citation does not say, and takes the older name for its list", () => {
    const body = answer({
      citationMetadata: {
        citations: [{ startIndex: 0, endIndex: 1, uri: "https://a", license: "mit", publicationDate: { year: 2024 }, title: null }],
        citationSources: [{ endIndex: 3, uri: "https://b", license: "bsd" }, { title: "no address" }],
        note: "n",
      },
    });
    const { citations, told } = citationsOf(body);
    expect(citations).toEqual([
      { kind: "url", url: "https://a", start: 0, end: 1 },
      { kind: "url", url: "https://b", start: 0, end: 2 },
    ]);
    expect(told).toEqual(
      ["citations.0.license", "citations.0.publicationDate", "citationSources.0.license", "citationSources.1"].map(
        (path) => `dropped.field candidates.0.citationMetadata.${path}`,
      ),
    );
    expect(rewritten(body).candidates?.[0]?.citationMetadata).toEqual({
      citations: [
        { startIndex: 0, endIndex: 1, uri: "https://a", license: "mit", publicationDate: { year: 2024 }, title: null },
        { endIndex: 3, uri: "https://b", license: "bsd" },
        { title: "no address" },
      ],
      note: "n",
    });
  });

  test("of a citation without an end goes to the end of the text", () => {
    const { citations, told } = citationsOf(answer({ citationMetadata: { citations: [{ startIndex: 3, uri: "https://a" }] } }));
    expect(citations).toEqual([{ kind: "url", url: "https://a", start: 2, end: 5 }]);
    expect(told).toEqual([]);
  });

  test.each([
    ["inside a character", { startIndex: 2, endIndex: 6 }, { start: 1, end: 5 }, ["startIndex"]],
    ["beyond the text", { startIndex: 0, endIndex: 60 }, { start: 0, end: 5 }, ["endIndex"]],
    ["before the text", { startIndex: -1, endIndex: 1 }, { start: 0, end: 1 }, ["startIndex"]],
    ["before the start", { startIndex: 4, endIndex: 1 }, { start: 3, end: 3 }, ["endIndex"]],
  ])("says where an offset lies %s", (_what, offsets, range, fields) => {
    const { citations, told } = citationsOf(answer({ citationMetadata: { citations: [{ ...offsets, uri: "https://a" }] } }));
    expect(citations).toEqual([{ kind: "url", url: "https://a", ...range }]);
    expect(told).toEqual(fields.map((field) => `approximated.citation candidates.0.citationMetadata.citations.0.${field}`));
  });
});

describe("a citation of another style", () => {
  test("that starts before the text starts with it, and says so", () => {
    const { candidate, told } = encodedAnswer([{ type: "text", text: "ab", citations: [cited("https://a", { start: -3 })] }]);
    expect(candidate?.groundingMetadata?.groundingSupports).toMatchObject([{ segment: { startIndex: 0, endIndex: 1, text: "a" } }]);
    expect(told).toEqual(["approximated.citation choices.0.parts.0.citations.0.start"]);
  });
});

describe("an entry of citationMetadata and a support", () => {
  const both = (entry: JsonObject, web: JsonObject = { uri: "https://a", title: "A" }) =>
    citationsOf(
      answer({
        groundingMetadata: {
          groundingChunks: [{ web }],
          groundingSupports: [{ segment: { startIndex: 0, endIndex: 1 }, groundingChunkIndices: [0], confidenceScores: [0.5] }],
        },
        citationMetadata: { citations: [entry] },
      }),
    ).citations;
  const same = { startIndex: 0, endIndex: 1, uri: "https://a", title: "A" };

  test.each([same, { endIndex: 1, uri: "https://a" }])("are one citation where they say the same: %j", (entry) => {
    expect(both(entry)).toEqual([{ kind: "url", url: "https://a", title: "A", start: 0, end: 1, confidence: 0.5 }]);
  });

  test.each([
    { ...same, uri: "https://b" },
    { ...same, title: "B" },
    { ...same, endIndex: 3 },
    { ...same, startIndex: 1 },
  ])("are two where they do not: %j", (entry) => {
    expect(both(entry)).toHaveLength(2);
  });
});

test("citations of a text after others count from the start of all, and segments from that of their part", () => {
  const parts = [{ text: "héllo" }, gen.call("c", "f"), { text: "wörld" }];
  const body = answer(
    {
      groundingMetadata: {
        groundingChunks: [page("a")],
        groundingSupports: [{ segment: { partIndex: 2, startIndex: 1, endIndex: 4, text: "ör" }, groundingChunkIndices: [0] }],
      },
      citationMetadata: { citations: [{ startIndex: 7, endIndex: 9, uri: "https://b" }] },
    },
    parts,
  );
  const { choice, ...decoded } = decodedAnswer(body);
  expect(choice?.parts.map((part) => (part.type === "text" ? part.citations : undefined))).toEqual([
    undefined,
    undefined,
    [
      { kind: "url", url: "https://a", start: 6, end: 8 },
      { kind: "url", url: "https://b", start: 6, end: 7 },
    ],
  ]);
  expect(decoded.told).toEqual([]);
  expect(encodedAnswer(choice?.parts ?? []).candidate?.groundingMetadata?.groundingSupports).toEqual([
    { segment: { partIndex: 2, startIndex: 1, endIndex: 4, text: "ör" }, groundingChunkIndices: [0] },
    { segment: { partIndex: 2, startIndex: 1, endIndex: 3, text: "ö" }, groundingChunkIndices: [1] },
  ]);
  const at = ["choices", 0, "parts", 2, "citations"] as const;
  const support = ["candidates", 0, "groundingMetadata", "groundingSupports", 0];
  const entry = ["candidates", 0, "citationMetadata", "citations", 0];
  expect(decoded.locate([...at, 0, "start"])).toEqual([...support, "segment", "startIndex"]);
  expect(decoded.locate([...at, 0, "end"])).toEqual([...support, "segment", "endIndex"]);
  expect(decoded.locate([...at, 1, "start"])).toEqual([...entry, "startIndex"]);
  expect(decoded.locate([...at, 1, "end"])).toEqual([...entry, "endIndex"]);
  expect(decoded.locate([...at, 1, "url"])).toEqual([...entry, "uri"]);
});

test("an offset of a support that lies in no text is named", () => {
  const { told } = citationsOf(
    grounded({
      groundingChunks: [page("a")],
      groundingSupports: [{ segment: { startIndex: 2, endIndex: 99 }, groundingChunkIndices: [0] }],
    }),
  );
  expect(told).toEqual(
    ["startIndex", "endIndex"].map((key) => `approximated.citation candidates.0.groundingMetadata.groundingSupports.0.segment.${key}`),
  );
});

test("offsets in bytes are those of characters of any width", () => {
  const text = "aé€😀\ud800b";
  const { units, isExact } = createOffsets(text);
  expect([-1, 0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 99].map(units)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 5, 6, 7, 7]);
  expect([-1, 0, 1, 2, 3, 6, 10, 13, 14, 15].filter(isExact)).toEqual([0, 1, 3, 6, 10, 13, 14]);
  expect([0, 1, 2, 3, 5, 6, 7].map(createOffsets(text).bytes)).toEqual([0, 1, 3, 6, 10, 13, 14]);
  expect(createOffsets("ab").bytes(2)).toBe(2);
  const long = createOffsets(text.repeat(1000));
  expect(Array.from({ length: 1000 }, (_, times) => long.units(14 * times + 3))).toEqual(
    Array.from({ length: 1000 }, (_, times) => 7 * times + 2),
  );
  expect(Array.from({ length: 1000 }, (_, times) => long.bytes(7 * times + 5))).toEqual(
    Array.from({ length: 1000 }, (_, times) => 14 * times + 10),
  );
});

test.each([
  [{ query: "q" }, ["q"]],
  [{ queries: ["a", "b", 5] }, ["a", "b"]],
  [{ text: "q" }, undefined],
  ["q", undefined],
])("the words of the search %j are %j", (input, queries) => {
  const { candidate } = encodedAnswer([{ type: "server-tool-call", id: "s", name: "web_search", input }]);
  expect(candidate?.groundingMetadata?.webSearchQueries).toEqual(queries);
});

test("what a text without words cites is not lost", () => {
  const { candidate } = encodedAnswer([{ type: "text", text: "", citations: [cited("https://a")] }]);
  expect(candidate?.groundingMetadata?.groundingChunks).toEqual([page("a")]);
});

test("pages that a search found stand beside those that are cited, once", () => {
  const { candidate } = encodedAnswer([
    {
      type: "server-tool-result",
      callId: "s",
      name: "web_search",
      result: [{ url: "https://a" }, { url: "https://a", title: "A" }, { url: "https://b" }],
    },
    { type: "text", text: "x", citations: [cited("https://a")] },
  ]);
  expect(candidate?.groundingMetadata?.groundingChunks).toEqual([page("a"), { web: { uri: "https://a", title: "A" } }, page("b")]);
});
