/** Counts of tokens, written; what is read of them is tested with the answers. */
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { Usage } from "../../../src/model/index.js";
import { encodeUsage } from "../../../src/styles/chat-completions/finish.js";
import { response } from "../../../src/styles/chat-completions/response.js";

function written(usage: Partial<Usage>, profile: "gateway" | "vendor" = "vendor") {
  const issues: Issue[] = [];
  const {
    prompt_tokens: _input,
    completion_tokens: _output,
    total_tokens: _total,
    ...rest
  } = encodeUsage({ inputTokens: 10, outputTokens: 5, ...usage }, ["usage"], { profile }, (issue) => issues.push(issue));
  return { ...rest, issues: issues.map(({ code, path }) => `${code} ${path.slice(1).join(".")}`) };
}

describe("writing", () => {
  it.each<[Partial<Usage>, object]>([
    [{ cacheReadTokens: 3 }, { prompt_tokens_details: { cached_tokens: 3 }, issues: [] }],
    [{ cacheReadTokens: 0 }, { prompt_tokens_details: { cached_tokens: 0 }, issues: ["equivalent.form cacheReadTokens"] }],
    [{ cacheWriteTokens: 2 }, { prompt_tokens_details: { cache_write_tokens: 2 }, issues: [] }],
    [{ reasoningTokens: 0 }, { completion_tokens_details: { reasoning_tokens: 0 }, issues: ["equivalent.form reasoningTokens"] }],
    [
      { inputAudioTokens: 4, outputAudioTokens: 2 },
      { prompt_tokens_details: { audio_tokens: 4 }, completion_tokens_details: { audio_tokens: 2 }, issues: [] },
    ],
    [
      { acceptedPredictionTokens: 1, rejectedPredictionTokens: 2 },
      { completion_tokens_details: { accepted_prediction_tokens: 1, rejected_prediction_tokens: 2 }, issues: [] },
    ],
    [{ cacheWrite5m: 1, cacheWrite1h: 1 }, { issues: ["dropped.field cacheWrite5m", "dropped.field cacheWrite1h"] }],
    [{ webSearchRequests: 1, webFetchRequests: 1 }, { issues: ["dropped.field webSearchRequests", "dropped.field webFetchRequests"] }],
    [{ toolUsePromptTokens: 1 }, { issues: ["equivalent.form toolUsePromptTokens", "equivalent.form inputTokens"] }],
    [{ toolUsePromptTokens: 0 }, { issues: ["equivalent.form toolUsePromptTokens"] }],
    [{ inputByModality: [] }, { issues: ["equivalent.form inputByModality"] }],
  ])("of %j is %j", (usage, expected) => {
    expect(written(usage)).toEqual(expected);
  });

  it("says in the gateway's profile that a counter which nobody counted is 0 beside what was written to the cache", () => {
    expect(written({ cacheWriteTokens: 2 }, "gateway").issues).toEqual(["equivalent.form cacheReadTokens"]);
    expect(written({ cacheReadTokens: 1, cacheWriteTokens: 2 }, "gateway").issues).toEqual([]);
  });
});

describe("reading", () => {
  const read = (usage: object) => response.decode({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, ...usage } });
  it.each<[object, object]>([
    [{ prompt_tokens_details: { cached_tokens: 0 } }, {}],
    [{ prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: null } }, {}],
    [{ prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 3 } }, { cacheReadTokens: 0, cacheWriteTokens: 3 }],
    [{ prompt_tokens_details: { cached_tokens: null }, cached_tokens: 4 }, { cacheReadTokens: 4 }],
  ])("of %j counts %j", (usage, expected) => {
    const decoded = read(usage);
    expect(decoded.ok && decoded.value.usage).toEqual({ inputTokens: 10, outputTokens: 5, ...expected });
  });
});
