/** What is lost of the reason why an answer ended, as whole findings. */

import { expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalResponse, Finish } from "../../../src/model/index.js";
import { styleFacts } from "../../../src/style-lists.js";
import { decodeFinish, encodeEnd, isForeignRefusal } from "../../../src/styles/chat-completions/finish.js";
import { inLines } from "../../support/issue-rows.js";

it.each<[Finish, object, readonly string[]]>([
  [{ reason: "stop-sequence", stopSequence: "X" }, { finish_reason: "stop" }, ['dropped.field c.finish.stopSequence info from "X"']],
  [{ reason: "stop-sequence" }, { finish_reason: "stop" }, []],
  [{ reason: "other" }, { finish_reason: "stop" }, ['approximated.finish_reason c.finish.reason warning from null to "stop"']],
  [
    { reason: "other", native: { style: "messages", value: "odd" } },
    { finish_reason: "stop", native_finish_reason: "odd" },
    ['approximated.finish_reason c.finish.reason warning from "odd" to "stop"'],
  ],
  [{ reason: "pause" }, { finish_reason: "stop" }, ['approximated.finish_reason c.finish.reason warning from "pause" to "stop"']],
  [{ reason: "error" }, { finish_reason: "stop" }, ['approximated.finish_reason c.finish.reason warning from "error" to "stop"']],
])("writes %j as %j", (finish, words, expected) => {
  const issues: Issue[] = [];
  const scope = { calls: "none", promptBlock: undefined, empty: false, refusal: undefined } as const;
  const end = encodeEnd(finish, scope, ["c"], { styles: styleFacts }, (issue) => issues.push(issue));
  expect(inLines(end.words)).toStrictEqual(words);
  expect(inLines(issues)).toStrictEqual(expected);
});

interface Scope {
  readonly promptBlock: CanonicalResponse["promptBlock"];
  readonly empty: boolean;
  readonly refusal: string | undefined;
}

it.each<[Finish, Scope, string | undefined, readonly string[]]>([
  [
    { reason: "refusal", refusal: { category: "cyber", explanation: "No." } },
    { empty: true, promptBlock: undefined, refusal: undefined },
    "No.",
    [
      'dropped.field c.finish.refusal.category info from "cyber"',
      'approximated.finish_reason c.finish.reason warning from "refusal" to "content_filter"',
    ],
  ],
  [
    { reason: "stop", message: "Hm." },
    { empty: false, promptBlock: undefined, refusal: undefined },
    undefined,
    ['dropped.field c.finish.message info from "Hm."'],
  ],
  [{ reason: "content-filter", message: "Hm." }, { empty: false, promptBlock: undefined, refusal: undefined }, "Hm.", []],
  [
    { reason: "stop", message: "Hm." },
    { empty: false, promptBlock: { reason: "SAFETY", message: "Hm." }, refusal: undefined },
    undefined,
    ['dropped.field promptBlock.reason warning from "SAFETY"', 'dropped.field promptBlock.message info from "Hm."'],
  ],
  [
    { reason: "stop" },
    { empty: true, promptBlock: { reason: "SAFETY" }, refusal: undefined },
    undefined,
    ['dropped.field promptBlock.reason warning from "SAFETY"'],
  ],
  [
    { reason: "content-filter" },
    { empty: true, promptBlock: { reason: "SAFETY", message: "Blocked." }, refusal: undefined },
    "Blocked.",
    ['approximated.finish_reason promptBlock.reason warning from "SAFETY" to "content_filter"', "equivalent.form promptBlock.message info"],
  ],
])("explains %j beside %j with %j", (finish, scope, explanation, expected) => {
  const issues: Issue[] = [];
  expect(encodeEnd(finish, { calls: "none", ...scope }, ["c"], {}, (issue) => issues.push(issue)).explanation).toBe(explanation);
  expect(inLines(issues)).toStrictEqual(expected);
});

it("tells of calls that it takes for the reason where no word is said", () => {
  const issues: Issue[] = [];
  expect(inLines(decodeFinish({ finish_reason: null }, true, ["c"], styleFacts, (issue) => issues.push(issue)))).toEqual({
    reason: "tool-calls",
  });
  expect(inLines(issues)).toStrictEqual(['approximated.finish_reason c.finish_reason warning from null to "tool_calls"']);
});

it("knows which words of other services mean that they refused", () => {
  const words = ["refusal", "SAFETY", "RECITATION", "end_turn", "odd", "", null, undefined];
  expect(words.filter((word) => isForeignRefusal(word, styleFacts))).toEqual(["refusal", "SAFETY", "RECITATION"]);
});
