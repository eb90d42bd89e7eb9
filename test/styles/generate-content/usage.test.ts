import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { decodeUsage, encodeUsage } from "../../../src/styles/generate-content/usage.js";

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
  expect(encodeUsage(usage, "vendor", ["usage"], (issue) => void issues.push(issue))).toEqual(T1);
  expect(issues).toMatchObject([{ code: "dropped.field", severity: "info", path: ["usage", "cacheWriteTokens"] }]);
  expect(decodeUsage(T1, [], () => {})).toEqual({
    inputTokens: 1000,
    outputTokens: 300,
    totalTokens: 1300,
    cacheReadTokens: 600,
    reasoningTokens: 120,
  });
});

test("what messages wrote to its cache goes on as input", () => {
  const issues: Issue[] = [];
  encodeUsage(
    { inputTokens: 10, outputTokens: 1, cacheWriteTokens: 4 },
    "gateway",
    ["usage"],
    (issue) => void issues.push(issue),
    "messages",
  );
  expect(issues.map(({ code, severity, path }) => [code, severity, path.at(-1)])).toEqual([
    ["equivalent.form", "info", "cacheWriteTokens"],
    ["equivalent.form", "info", "inputTokens"],
  ]);
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

test("the specification always splits the prompt by modality", () => {
  expect(encodeUsage({ inputTokens: 5, outputTokens: 1, inputAudioTokens: 2 }, "gateway", [], () => {}).promptTokensDetails).toEqual([
    { modality: "TEXT", tokenCount: 3 },
    { modality: "AUDIO", tokenCount: 2 },
  ]);
});

describe("counts that do not add up, or are not told", () => {
  const read = (wire: Parameters<typeof decodeUsage>[0]) => {
    const issues: Issue[] = [];
    const usage = decodeUsage(wire, ["u"], (issue) => void issues.push(issue));
    return { usage, told: issues.map(({ code, path }) => `${code} ${path.join(".")}`) };
  };
  const written = (usage: Parameters<typeof encodeUsage>[0], from?: "messages" | "chat-completions") => {
    const issues: Issue[] = [];
    const wire = encodeUsage(usage, "vendor", ["u"], (issue) => void issues.push(issue), from);
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

  test("are left out where they are zero, with a word to those who state their zeros", () => {
    const zeros = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, reasoningTokens: 0, cacheWriteTokens: 0, webSearchRequests: 0 };
    expect(written(zeros).told).toEqual(["dropped.field u.cacheWriteTokens"]);
    expect(written(zeros, "messages").told).toEqual([
      "dropped.field u.webSearchRequests",
      "equivalent.form u.cacheReadTokens",
      "equivalent.form u.reasoningTokens",
      "equivalent.form u.cacheWriteTokens",
    ]);
  });
});
