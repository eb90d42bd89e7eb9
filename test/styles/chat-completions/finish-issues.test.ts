/** What is lost of the reason why an answer ended, as whole findings. */
import { expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalResponse, Finish } from "../../../src/model/index.js";
import { decodeFinish, encodeExplanation, encodeFinish, isForeignRefusal } from "../../../src/styles/chat-completions/finish.js";

it.each<[Finish, object, readonly Issue[]]>([
  [
    { reason: "stop-sequence", stopSequence: "X" },
    { finish_reason: "stop" },
    [
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["f", "stopSequence"],
        message: "chat-completions does not say which stop sequence ended the answer.",
        from: "X",
      },
    ],
  ],
  [{ reason: "stop-sequence" }, { finish_reason: "stop" }, []],
  [
    { reason: "other" },
    { finish_reason: "stop" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: "The answer does not say why it ended; chat-completions says `stop`.",
        from: null,
        to: "stop",
      },
    ],
  ],
  [
    { reason: "other", native: { style: "messages", value: "odd" } },
    { finish_reason: "stop", native_finish_reason: "odd" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: 'chat-completions has no finish reason for "odd"; the answer says `stop`.',
        from: "odd",
        to: "stop",
      },
    ],
  ],
  [
    { reason: "pause" },
    { finish_reason: "stop" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: "chat-completions has no finish reason for pause; the answer says `stop`.",
        from: "pause",
        to: "stop",
      },
    ],
  ],
  [
    { reason: "malformed-output" },
    { finish_reason: "stop" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: "chat-completions has no finish reason for malformed-output; the answer says `stop`.",
        from: "malformed-output",
        to: "stop",
      },
    ],
  ],
  [
    { reason: "error" },
    { finish_reason: "stop" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: "chat-completions has no finish reason for error; the answer says `stop`.",
        from: "error",
        to: "stop",
      },
    ],
  ],
  [
    { reason: "refusal" },
    { finish_reason: "content_filter" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: "chat-completions has no finish reason for refusal; the answer says `content_filter`.",
        from: "refusal",
        to: "content_filter",
      },
    ],
  ],
  [
    { reason: "recitation" },
    { finish_reason: "content_filter" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: "chat-completions has no finish reason for recitation; the answer says `content_filter`.",
        from: "recitation",
        to: "content_filter",
      },
    ],
  ],
  [
    { reason: "context-window", native: { style: "messages", value: "model_context_window_exceeded" } },
    { finish_reason: "length", native_finish_reason: "model_context_window_exceeded" },
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["f", "reason"],
        message: 'chat-completions has no finish reason for "model_context_window_exceeded"; the answer says `length`.',
        from: "model_context_window_exceeded",
        to: "length",
      },
    ],
  ],
])("writes %j as %j", (finish, words, expected) => {
  const issues: Issue[] = [];
  expect(encodeFinish(finish, ["f"], { calls: "none", explained: false }, (issue) => issues.push(issue))).toStrictEqual(words);
  expect(issues).toStrictEqual(expected);
});

interface Scope {
  readonly promptBlock: CanonicalResponse["promptBlock"];
  readonly empty: boolean;
  readonly refusal: string | undefined;
}

it.each<[Finish, Scope, string | undefined, readonly Issue[]]>([
  [
    { reason: "refusal", refusal: { category: "cyber", explanation: "No." } },
    { empty: true, promptBlock: undefined, refusal: undefined },
    "No.",
    [
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["c", "finish", "refusal", "category"],
        message: "chat-completions does not say of what category a refusal is.",
        from: "cyber",
      },
    ],
  ],
  [
    { reason: "refusal", refusal: { explanation: "" } },
    { empty: true, promptBlock: undefined, refusal: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["c", "finish", "refusal", "explanation"],
        message: "An explanation without words explains nothing.",
      },
    ],
  ],
  [
    { reason: "refusal", refusal: { explanation: "No." } },
    { empty: false, refusal: "Never.", promptBlock: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["c", "finish", "refusal", "explanation"],
        message: "The message has room for one refusal, and the model's own is written.",
      },
    ],
  ],
  [
    { reason: "stop", refusal: { explanation: "No." } },
    { empty: false, promptBlock: undefined, refusal: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["c", "finish", "refusal", "explanation"],
        message: "The answer did not end in a refusal, so that there is nothing to explain.",
      },
    ],
  ],
  [
    { reason: "stop", message: "Hm." },
    { empty: false, promptBlock: undefined, refusal: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["c", "finish", "message"],
        message: "chat-completions has no place for a message about the end of an answer.",
      },
    ],
  ],
  [{ reason: "content-filter", message: "Hm." }, { empty: false, promptBlock: undefined, refusal: undefined }, "Hm.", []],
  [
    { reason: "stop", message: "Hm." },
    { empty: false, promptBlock: { reason: "SAFETY", message: "Hm." }, refusal: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "warning",
        loss: "dropped",
        path: ["promptBlock", "reason"],
        message: "The prompt was blocked, and yet there is an answer; chat-completions tells of the answer only.",
        from: "SAFETY",
      },
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["promptBlock", "message"],
        message: "chat-completions has no place for a message about a blocked prompt.",
        from: "Hm.",
      },
    ],
  ],
  [
    { reason: "refusal", refusal: { explanation: null, category: null } },
    { empty: true, promptBlock: undefined, refusal: undefined },
    undefined,
    [],
  ],
  [
    { reason: "content-filter" },
    { empty: true, promptBlock: { reason: "SAFETY" }, refusal: undefined },
    undefined,
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["promptBlock", "reason"],
        message: "chat-completions says of a blocked prompt that the answer was filtered, not why.",
        from: "SAFETY",
        to: "content_filter",
      },
    ],
  ],
  [
    { reason: "content-filter" },
    { empty: false, promptBlock: { reason: "SAFETY", message: "B" }, refusal: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "warning",
        loss: "dropped",
        path: ["promptBlock", "reason"],
        message: "The prompt was blocked, and yet there is an answer; chat-completions tells of the answer only.",
        from: "SAFETY",
      },
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["promptBlock", "message"],
        message: "chat-completions has no place for a message about a blocked prompt.",
        from: "B",
      },
    ],
  ],
  [
    { reason: "stop" },
    { empty: true, promptBlock: { reason: "SAFETY" }, refusal: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "warning",
        loss: "dropped",
        path: ["promptBlock", "reason"],
        message: "The prompt was blocked, and yet there is an answer; chat-completions tells of the answer only.",
        from: "SAFETY",
      },
    ],
  ],
  [
    { reason: "content-filter" },
    { empty: true, promptBlock: { reason: "SAFETY", message: "Blocked." }, refusal: undefined },
    "Blocked.",
    [
      {
        code: "approximated.finish_reason",
        severity: "warning",
        loss: "approximated",
        path: ["promptBlock", "reason"],
        message: "chat-completions says of a blocked prompt that the answer was filtered, not why.",
        from: "SAFETY",
        to: "content_filter",
      },
      {
        code: "equivalent.form",
        severity: "info",
        loss: "equivalent",
        path: ["promptBlock", "message"],
        message: "Why the prompt was blocked stands where refusals do; read back, it is what the model said.",
      },
    ],
  ],
  [
    { reason: "stop" },
    { empty: true, promptBlock: { reason: "SAFETY", message: "Blocked." }, refusal: undefined },
    undefined,
    [
      {
        code: "dropped.field",
        severity: "warning",
        loss: "dropped",
        path: ["promptBlock", "reason"],
        message: "The prompt was blocked, and yet there is an answer; chat-completions tells of the answer only.",
        from: "SAFETY",
      },
      {
        code: "dropped.field",
        severity: "info",
        loss: "dropped",
        path: ["promptBlock", "message"],
        message: "chat-completions has no place for a message about a blocked prompt.",
        from: "Blocked.",
      },
    ],
  ],
])("explains %j beside %j with %j", (finish, scope, explanation, expected) => {
  const issues: Issue[] = [];
  expect(encodeExplanation(finish, scope, ["c"], (issue) => issues.push(issue))).toBe(explanation);
  expect(issues).toStrictEqual(expected);
});

it("tells of calls that it takes for the reason where no word is said", () => {
  const issues: Issue[] = [];
  expect(decodeFinish({ finish_reason: null }, true, ["c"], (issue) => issues.push(issue))).toEqual({ reason: "tool-calls" });
  expect(issues).toStrictEqual([
    {
      code: "approximated.finish_reason",
      severity: "warning",
      loss: "approximated",
      path: ["c", "finish_reason"],
      message: "The answer does not say why it ended; it calls tools, so it ended to have them run.",
      from: null,
      to: "tool_calls",
    },
  ]);
});

it("knows which words of other services mean that they refused", () => {
  const words = ["refusal", "SAFETY", "RECITATION", "end_turn", "odd", "", null, undefined];
  expect(words.filter(isForeignRefusal)).toEqual(["refusal", "SAFETY", "RECITATION"]);
});
