import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { Usage } from "../../../src/model/index.js";
import { decodeUsage, encodeUsage } from "../../../src/styles/generate-content/finish.js";

const T1 = {
  promptTokenCount: 1000,
  candidatesTokenCount: 180,
  thoughtsTokenCount: 120,
  cachedContentTokenCount: 600,
  totalTokenCount: 1300,
};

test("counts are split and joined (T1)", () => {
  const issues: Issue[] = [];
  const usage = { inputTokens: 1000, outputTokens: 300, cacheReadTokens: 600, cacheWriteTokens: 100, reasoningTokens: 120 };
  expect(encodeUsage(usage, { profile: "vendor" }, ["usage"], (issue) => void issues.push(issue))).toEqual(T1);
  expect(issues.map(({ path }) => path)).toEqual([
    ["usage", "cacheWriteTokens"],
    ["usage", "inputTokens"],
  ]);
  expect(decodeUsage(T1, [], () => {})).toEqual({
    inputTokens: 1000,
    outputTokens: 300,
    totalTokens: 1300,
    cacheReadTokens: 600,
    reasoningTokens: 120,
  });
});

test("a missing count of candidates is the rest of the total (BB-009)", () => {
  expect(decodeUsage({ promptTokenCount: 7, thoughtsTokenCount: 19, totalTokenCount: 26 }, [], () => {})).toMatchObject({
    inputTokens: 7,
    outputTokens: 19,
  });
});

test("thoughts that the candidates already include are not counted twice", () => {
  const wire = { promptTokenCount: 10, candidatesTokenCount: 30, thoughtsTokenCount: 20, totalTokenCount: 40 };
  expect(decodeUsage(wire, [], () => {})).toMatchObject({ inputTokens: 10, outputTokens: 30 });
});

describe("counts that do not add up, or are not told", () => {
  const read = (wire: Parameters<typeof decodeUsage>[0]) => {
    const issues: Issue[] = [];
    const usage = decodeUsage(wire, ["u"], (issue) => void issues.push(issue));
    return { usage, told: issues.map(({ code, path }) => `${code} ${path.join(".")}`) };
  };
  const written = (usage: Parameters<typeof encodeUsage>[0]) => {
    const issues: Issue[] = [];
    const wire = encodeUsage(usage, { profile: "vendor" }, ["u"], (issue) => void issues.push(issue));
    return { wire, told: issues.map(({ code, path }) => `${code} ${path.join(".")}`) };
  };

  test("are read as they stand", () => {
    expect(read({ promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 9 })).toEqual({
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 9 },
      told: ["approximated.usage u.totalTokenCount"],
    });
    expect(read({ promptTokenCount: 1, promptTokensDetails: [{}, { modality: "AUDIO", tokenCount: 3 }] }).usage).toMatchObject({
      inputByModality: [
        { modality: "MODALITY_UNSPECIFIED", tokens: 0 },
        { modality: "AUDIO", tokens: 3 },
      ],
    });
    expect(read({}).usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  test("are written without a part that is larger than its whole", () => {
    expect(written({ inputTokens: 1, outputTokens: 2, reasoningTokens: 5, toolUsePromptTokens: 3 })).toMatchObject({
      wire: { promptTokenCount: 0, candidatesTokenCount: 0, thoughtsTokenCount: 5, toolUsePromptTokenCount: 3 },
      told: ["approximated.usage u.inputTokens", "approximated.usage u.outputTokens"],
    });
  });

  test("are left out where they are zero, and named", () => {
    const zeros = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, reasoningTokens: 0, cacheWriteTokens: 0, webSearchRequests: 0 };
    expect(written(zeros).told.sort()).toEqual(
      ["cacheReadTokens", "cacheWriteTokens", "reasoningTokens", "webSearchRequests"].map((name) => `equivalent.form u.${name}`),
    );
  });
});

describe("counters", () => {
  const read = (wire: Parameters<typeof decodeUsage>[0]) => decodeUsage(wire, [], () => {});
  const nothing = {
    promptTokenCount: null,
    candidatesTokenCount: null,
    totalTokenCount: null,
    thoughtsTokenCount: null,
    cachedContentTokenCount: null,
    toolUsePromptTokenCount: null,
    promptTokensDetails: null,
    candidatesTokensDetails: null,
  };

  test("that are null are none", () => {
    expect(read(nothing)).toStrictEqual({ inputTokens: 0, outputTokens: 0 });
  });

  test("that nobody else has are kept", () => {
    expect(read({ promptTokenCount: 1, candidatesTokenCount: 2, trafficType: "ON_DEMAND" })).toStrictEqual({
      inputTokens: 1,
      outputTokens: 2,
      extensions: { "generate-content": { trafficType: "ON_DEMAND" } },
    });
  });

  test.each([
    ["the rest of the total", { promptTokenCount: 5, toolUsePromptTokenCount: 2, totalTokenCount: 10 }, 7, 3],
    ["nothing where no total is left", { promptTokenCount: 5, totalTokenCount: 3 }, 5, 0],
    ["the thoughts where no total is left", { promptTokenCount: 10, thoughtsTokenCount: 5, totalTokenCount: 10 }, 10, 5],
    [
      "the candidates that include the thoughts, beside a tool's prompt",
      { promptTokenCount: 10, toolUsePromptTokenCount: 5, candidatesTokenCount: 30, thoughtsTokenCount: 20, totalTokenCount: 45 },
      15,
      30,
    ],
    [
      "the candidates and the thoughts that are more than they, which the total leaves out",
      { promptTokenCount: 5, candidatesTokenCount: 3, thoughtsTokenCount: 4, totalTokenCount: 8 },
      5,
      7,
    ],
  ])("give as output %s", (_what, wire, inputTokens, outputTokens) => {
    expect(read(wire)).toMatchObject({ inputTokens, outputTokens });
  });

  test("of a total that is not their sum say what others are told", () => {
    const issues: Issue[] = [];
    decodeUsage({ promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 9 }, [], (issue) => void issues.push(issue));
    expect(issues).toMatchObject([{ code: "approximated.usage", from: 9, to: 3 }]);
  });

  const written = (usage: Usage, profile: "gateway" | "vendor" = "vendor") => {
    const issues: Issue[] = [];
    return { wire: encodeUsage(usage, { profile }, ["u"], (issue) => void issues.push(issue)), issues };
  };

  test("of modalities are written as they were told, and sound only where there is any", () => {
    const inputByModality = [{ modality: "IMAGE", tokens: 3 }];
    expect(written({ inputTokens: 3, outputTokens: 1, inputAudioTokens: 1, inputByModality }).wire.promptTokensDetails).toEqual([
      { modality: "IMAGE", tokenCount: 3 },
    ]);
    expect(written({ inputTokens: 3, outputTokens: 1, inputAudioTokens: 0 }).wire).not.toHaveProperty("promptTokensDetails");
    expect(written({ inputTokens: 3, outputTokens: 2, outputAudioTokens: 1 }).wire.candidatesTokensDetails).toEqual([
      { modality: "TEXT", tokenCount: 1 },
      { modality: "AUDIO", tokenCount: 1 },
    ]);
  });

  test("that only one style has go back to it, and are named elsewhere", () => {
    const extensions = { "generate-content": { trafficType: "ON_DEMAND" }, messages: { service_tier: "standard" } };
    const { wire, issues } = written({ inputTokens: 1, outputTokens: 1, extensions });
    expect(wire).toMatchObject({ trafficType: "ON_DEMAND" });
    expect(wire).not.toHaveProperty("service_tier");
    expect(issues).toMatchObject([{ code: "dropped.field", path: ["u", "extensions", "messages", "service_tier"] }]);
  });

  test("that are less than one of their parts say what is written", () => {
    const { issues } = written({ inputTokens: 1, outputTokens: 1, toolUsePromptTokens: 3 });
    expect(issues).toMatchObject([{ code: "approximated.usage", path: ["u", "inputTokens"], from: -2, to: 0 }]);
  });
});
