import { expect } from "vitest";
import type { CanonicalResponse, Choice, JsonObject, Part } from "../../../src/model/index.js";
import { response } from "../../../src/styles/generate-content/response.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import * as gen from "../../support/gen.js";
import { linesOf } from "../../support/issue-rows.js";
import { call, text } from "../../support/parts.js";

const answer = (...parts: readonly object[]) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }],
  modelVersion: "m",
});
const choice = (parts: readonly Part[], reason = "stop") => ({
  choices: [{ index: 0, parts, finish: { reason, native: { style: "generate-content", value: "STOP" } } }],
  model: "m",
});
const kept = (fields: JsonObject) => ({ extensions: { "generate-content": fields } });
const blocked = (more: object = {}) => ({ choices: [{ index: 0, parts: [], finish: { reason: "content-filter", ...more } }] });
const EMPTY = 'error (failed) expected "candidates" rule "R-156"';
const FAILED = 'error (failed) received "internal"';
const SAFETY = { blockReason: "SAFETY" };
const made = (id: string) => call(id, "f", "{}", { idSynthesized: true });
const anonymous = { functionCall: { name: "f", args: {} } };
const MADE = (index: number) => `synthesized.id candidates[0].content.parts[${index}].functionCall.id info`;
const ran = { codeExecutionResult: { outcome: "OUTCOME_OK" } };

/** Where there is no value there is no answer. */
cases<[body: unknown, value: object | undefined, issues?: readonly string[], options?: DecodeOptions]>({
  "an empty object is no answer": [{ more: 1 }, undefined, [`validation.R-156 () ${EMPTY}`]],
  "an empty object in an array is no answer": [[{ more: 1 }], undefined, [`validation.R-156 [0] ${EMPTY}`]],
  "a blocked prompt with a message is an answer": [
    { promptFeedback: SAFETY, message: "no" },
    { ...blocked(), promptBlock: { reason: "SAFETY" }, ...kept({ message: "no" }) },
  ],
  "a blocked prompt in the other spelling is an answer": [
    { prompt_feedback: { block_reason: "SAFETY" }, message: "no" },
    { ...blocked(), promptBlock: { reason: "SAFETY" }, ...kept({ message: "no" }) },
  ],
  "candidates with a message are an answer": [
    { candidates: [], message: "no" },
    { choices: [], ...kept({ message: "no" }) },
  ],
  "a message alone is an error": [{ message: "no" }, undefined, [`response.error_body message ${FAILED}`]],
  "a prompt that was blocked in part has its answer": [
    { ...answer({ text: "a" }), promptFeedback: SAFETY },
    { ...choice([text("a")]), promptBlock: { reason: "SAFETY" } },
  ],
  "a word without a reason blocks nothing": [
    { ...answer({ text: "a" }), promptFeedback: { blockReason: "", blockReasonMessage: "why" } },
    { ...choice([text("a")]), ...kept({ "promptFeedback.blockReasonMessage": "why" }) },
  ],
  "the word for no reason blocks nothing": [
    { ...answer({ text: "a" }), promptFeedback: { blockReason: "BLOCKED_REASON_UNSPECIFIED", safetyRatings: [] } },
    {
      ...choice([text("a")]),
      ...kept({ "promptFeedback.blockReason": "BLOCKED_REASON_UNSPECIFIED", "promptFeedback.safetyRatings": [] }),
    },
  ],
  "a time is kept in whole seconds": [
    { ...answer(), createTime: "2025-01-01T00:00:00.5Z" },
    { ...choice([]), created: 1735689600 },
    ["equivalent.form createTime info"],
  ],
  "a time in seconds loses nothing": [
    { ...answer(), createTime: "2025-01-01T00:00:00Z" },
    { ...choice([]), created: 1735689600 },
  ],
  "no time is none": [{ ...answer(), createTime: null }, choice([])],
  "who speaks is kept where it is not the model": [
    { candidates: [{ content: { role: "tool", parts: [], more: 1 } }] },
    { choices: [{ index: 0, parts: [], finish: { reason: "other" }, ...kept({ "content.more": 1, "content.role": "tool" }) }] },
  ],
  "a call without an id gets one": [
    answer(anonymous, anonymous),
    choice([made("call_86e9ca204dee60833d5da6b0"), made("call_7f93af204a2651f44666d1b0")], "tool-calls"),
    [MADE(0), MADE(1)],
    { responseId: "r", context: { turn: 2 } },
  ],
  "a call without an id in a nameless answer gets one": [
    answer(anonymous),
    choice([made("call_5db252c4999bf5311962ece0")], "tool-calls"),
    [MADE(0)],
  ],
  "an id that is no text is none": [
    answer({ functionCall: { ...anonymous.functionCall, id: 7 } }),
    choice([made("call_5db252c4999bf5311962ece0")], "tool-calls"),
    ["dropped.field candidates[0].content.parts[0].functionCall.id warning", MADE(0)],
  ],
  "code and its results without ids go together": [
    answer({ executableCode: { code: "1" } }, ran, { executableCode: { code: "2" } }, ran),
    choice(
      ["srvtoolu_7722a037b31044a1b658acaf", "srvtoolu_1f462a2e6e0a53cc24ff2eba"].flatMap((id, index): Part[] => [
        { type: "code-call", id, language: "python", code: String(index + 1) },
        { type: "code-result", callId: id, outcome: "ok", stdout: "" },
      ]),
    ),
  ],
})("%s", (body, value, issues = [], options = {}) => {
  const result = response.decode(body, options);
  expect(result.ok ? result.value : undefined).toEqual(value);
  expect(linesOf(result.issues)).toEqual(issues);
});

const SAID_A = { candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }] };
const NAMED = { modelVersion: "m", responseId: "i" };
const MADE_UP = { ...SAID_A, modelVersion: "unknown", responseId: "resp-c2da235aab7a9dd820952c12" };
const why = { promptFeedback: { ...SAFETY, blockReasonMessage: "why" }, ...NAMED };
const block = (message: string): Partial<CanonicalResponse> => ({
  promptBlock: { reason: "SAFETY", message: "why" },
  choices: [{ index: 0, parts: [], finish: { reason: "content-filter", message } }],
});

cases<[some: Partial<CanonicalResponse>, value: object, issues?: readonly string[], options?: EncodeOptions]>({
  "an answer of this style may lack both": [{ id: "", model: "" }, MADE_UP, [], { from: "generate-content" }],
  "a date that is too far away is left out": [
    { created: 253_402_300_800 },
    { ...SAID_A, ...NAMED },
    ["dropped.value created warning from 253402300800"],
  ],
  "the last date is written": [{ created: 253_402_300_799 }, { ...SAID_A, ...NAMED, createTime: "9999-12-31T23:59:59Z" }],
  "a date before the first year is left out": [
    { created: -62_167_219_201 },
    { ...SAID_A, ...NAMED },
    ["dropped.value created warning from -62167219201"],
  ],
  "the first date is written": [{ created: -62_167_219_200 }, { ...SAID_A, ...NAMED, createTime: "0000-01-01T00:00:00Z" }],
  "no date is none": [{}, { ...SAID_A, ...NAMED }],
  "a blocked prompt has one message": [block("other"), why, ["approximated.finish_reason choices[0].finish.message warning"]],
  "a blocked prompt with the same message loses nothing": [block("why"), why],
  "a blocked prompt with an answer has both": [{ promptBlock: { reason: "SAFETY" } }, { ...SAID_A, promptFeedback: SAFETY, ...NAMED }],
})("%s", ({ id = "i", model = "m", ...some }, value, issues = [], options = {}) => {
  const said: Choice = { index: 0, parts: [text("a")], finish: { reason: "stop" } };
  const name = { ...(id === "" ? {} : { id }), ...(model === "" ? {} : { model }) };
  const result = response.encode({ choices: [said], ...name, ...some }, { from: "messages", ...options });
  expect(result.ok && result.value).toEqual(value);
  expect(linesOf(result.issues)).toEqual(issues);
});
