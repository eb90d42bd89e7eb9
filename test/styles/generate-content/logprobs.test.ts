import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/model/index.js";
import { decodedAnswer, encodedAnswer } from "./support.js";

const AT = "candidates.0.logprobsResult";

function decoded(logprobsResult: JsonObject) {
  const { choice, told } = decodedAnswer({ candidates: [{ content: { parts: [{ text: "a" }] }, finishReason: "STOP", logprobsResult }] });
  return { logprobs: choice?.logprobs, told };
}

function encoded(logprobs: Json) {
  const { candidate, told } = encodedAnswer([{ type: "text", text: "a" }], { from: "chat-completions" }, { logprobs });
  return { result: candidate?.logprobsResult, told: told.map((line) => line.replace("choices.0.logprobs.", "")) };
}

describe("chances of tokens are read", () => {
  test("with those that were not chosen, and the bytes of their text", () => {
    expect(
      decoded({
        chosenCandidates: [{ token: "é", logProbability: -0.5 }, {}],
        topCandidates: [{ candidates: [{ token: "e", logProbability: -1 }] }],
      }),
    ).toEqual({
      logprobs: {
        content: [
          { token: "é", logprob: -0.5, bytes: [0xc3, 0xa9], top_logprobs: [{ token: "e", logprob: -1, bytes: [0x65] }] },
          { token: "", logprob: 0, bytes: [], top_logprobs: [] },
        ],
        refusal: null,
      },
      told: [],
    });
  });

  test("without what has no place beside them, which is said", () => {
    expect(
      decoded({
        chosenCandidates: [{ token: "a", logProbability: 0, tokenId: 5 }],
        topCandidates: [{}, { candidates: [{ token: "b", tokenId: 6 }] }],
        logProbabilitySum: -1,
        note: null,
      }).told,
    ).toEqual([
      `dropped.field ${AT}.logProbabilitySum`,
      `dropped.field ${AT}.topCandidates`,
      `equivalent.form ${AT}.chosenCandidates`,
      `equivalent.form ${AT}.topCandidates`,
    ]);
  });

  test.each([{}, { chosenCandidates: [] }, { chosenCandidates: null }])("as nothing where no token was chosen: %j", (result) => {
    expect(decoded(result)).toEqual({ logprobs: undefined, told: [] });
  });
});

describe("chances of tokens are written", () => {
  const chance = { token: "a", logprob: -0.5, bytes: [0x61] };

  test("as this style has them", () => {
    expect(encoded({ content: [{ ...chance, top_logprobs: [chance] }, chance], refusal: null })).toEqual({
      result: {
        chosenCandidates: [
          { token: "a", logProbability: -0.5 },
          { token: "a", logProbability: -0.5 },
        ],
        topCandidates: [{ candidates: [{ token: "a", logProbability: -0.5 }] }, { candidates: [] }],
      },
      told: [],
    });
  });

  test("without lists of those that were not chosen where there are none", () => {
    expect(encoded({ content: [chance] }).result).toEqual({ chosenCandidates: [{ token: "a", logProbability: -0.5 }] });
  });

  test.each<readonly [string, Json, readonly string[]]>([
    ["chances of a refusal", { content: [chance], refusal: [chance] }, ["dropped.field refusal"]],
    ["no chances of a refusal", { content: [chance], refusal: [] }, []],
    ["chances of something else", { content: [chance], audio: [chance], video: null }, ["dropped.field audio"]],
    ["fields of a chance", { content: [{ ...chance, id: 5, note: null }] }, ["dropped.field content.0.id"]],
    [
      "fields of one that was not chosen",
      { content: [{ ...chance, top_logprobs: [{ ...chance, id: 5 }] }] },
      ["dropped.field content.0.top_logprobs.0.id"],
    ],
    ["bytes that are not told", { content: [{ token: "a", logprob: 0 }] }, ["equivalent.form content"]],
    ["bytes that are no text", { content: [{ ...chance, bytes: [0xff] }] }, ["dropped.value content"]],
    ["bytes of a longer text", { content: [{ ...chance, bytes: [0x61, 0x62] }] }, ["dropped.value content"]],
    ["bytes that are none", { content: [{ ...chance, bytes: "a" }] }, ["dropped.value content"]],
    ["a chance that is none", { content: [5] }, ["equivalent.form content"]],
  ])("with a word on %s", (_what, logprobs, told) => {
    expect(encoded(logprobs).told).toEqual(told);
  });

  test.each([null, 5, {}, { content: null }, { content: [] }])("as nothing where there are none: %j", (logprobs) => {
    expect(encoded(logprobs)).toEqual({ result: undefined, told: [] });
  });
});
