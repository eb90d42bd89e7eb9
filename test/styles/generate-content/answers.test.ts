import { describe, expect, test } from "vitest";
import type { Finish, Part } from "../../../src/canonical/index.js";
import { response } from "../../../src/styles/generate-content/response.js";
import { decodedAnswer, encodedAnswer, encodedRequest, rewritten, told } from "./support.js";

const candidates = [{ content: { role: "model", parts: [{ text: "x" }] }, finishReason: "STOP", index: 0 }];

describe("an answer in a list of its own, as streams without events have it", () => {
  test("is read as it stands, its paths in the list", () => {
    const result = decodedAnswer([{ candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 5 } }]);
    expect(result.choice?.parts).toEqual([{ type: "text", text: "x" }]);
    expect(result.told).toEqual(["approximated.usage 0.usageMetadata.totalTokenCount"]);
    expect(result.locate(["choices", 0, "parts", 0])).toEqual([0, "candidates", 0, "content", "parts", 0]);
  });

  test("has its faults in the list", () => {
    expect(told(response.decode([{ candidates: {} }]).issues)).toEqual(["validation.R-156 0.candidates"]);
    expect(told(response.decode([{ candidates: [5, 5] }]).issues)).toEqual([
      "validation.R-156 0.candidates.0",
      "validation.R-156 0.candidates.1",
    ]);
    expect(told(response.decode([{ ok: true }]).issues)).toEqual(["validation.R-156 0"]);
  });

  test("is no answer beside others", () => {
    expect(response.decode([{ candidates }, { candidates }]).ok).toBe(false);
  });
});

test.each([() => {}, [() => {}], Number.NaN, null])("%s is no answer and no throw", (body) => {
  expect(response.decode(body).ok).toBe(false);
});

describe("when an answer was made", () => {
  test.each([
    ["2026-06-30T12:00:00Z", 1782820800, []],
    ["2026-06-30T14:00:00+02:00", 1782820800, ["equivalent.form createTime"]],
    ["2026-06-30T12:00:00.5Z", 1782820800, ["equivalent.form createTime"]],
    ["2026-13-30T12:00:00Z", undefined, []],
    ["yesterday", undefined, []],
  ])("%s is read", (createTime, created, issues) => {
    const { value, told } = decodedAnswer({ candidates, createTime });
    expect(value.created).toBe(created);
    expect(told).toEqual(issues);
    if (created === undefined) expect(rewritten({ candidates, createTime }).createTime).toBe(createTime);
  });

  test("is written, unless no date is that far away", () => {
    const at = (created: number) => encodedAnswer([{ type: "text", text: "x" }], {}, {}, { created });
    expect(at(1782820800)).toMatchObject({ answer: { createTime: "2026-06-30T12:00:00Z" }, told: [] });
    const { answer, told } = at(1e13);
    expect(answer.createTime).toBeUndefined();
    expect(told).toEqual(["dropped.value created"]);
  });
});

describe("what nobody knows of an answer", () => {
  test("comes back at its place", () => {
    const body = {
      candidates: [{ ...candidates[0], content: { role: "assistant", parts: [{ text: "x" }], lang: "en" }, tokenCount: 5 }],
      promptFeedback: { blockReasonMessage: "m", safetyRatings: [] },
      modelVersion: "m",
      responseId: "r",
      modelStatus: { stage: "STABLE" },
    };
    expect(rewritten(body)).toEqual(body);
  });
});

describe("a prompt that was blocked", () => {
  const block = (finish: Partial<Finish>) =>
    encodedAnswer(
      [],
      { from: "generate-content" },
      { finish: { reason: "content-filter", ...finish } },
      { promptBlock: { reason: "SAFETY", message: "m" } },
    );

  test("has one message", () => {
    expect(block({ message: "m" })).toMatchObject({
      answer: { promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "m" } },
      told: [],
    });
    expect(block({}).told).toEqual([]);
    expect(block({ message: "n" }).told).toEqual(["approximated.finish_reason choices.0.finish.message"]);
  });

  test("is told beside the candidates of an answer that came all the same", () => {
    const { candidate, answer } = encodedAnswer([{ type: "text", text: "x" }], {}, {}, { promptBlock: { reason: "OTHER" } });
    expect(candidate?.content?.parts).toEqual([{ text: "x" }]);
    expect(answer.promptFeedback).toEqual({ blockReason: "OTHER" });
  });
});

describe("why an answer of this style ended", () => {
  const read = (candidate: object) => decodedAnswer({ candidates: [{ content: { parts: [{ text: "x" }] }, ...candidate }] }).choice?.finish;
  const native = (value: string) => ({ style: "generate-content", value });

  test.each<readonly [object, object]>([
    [
      { finishReason: "STOP", finishMessage: null },
      { reason: "stop", native: native("STOP") },
    ],
    [
      { finishReason: "SAFETY", finishMessage: "m" },
      { reason: "content-filter", native: native("SAFETY"), message: "m" },
    ],
    [{ finishReason: "NEW_WORD" }, { reason: "other", native: native("NEW_WORD") }],
    [{ finishReason: "" }, { reason: "other" }],
    [
      { finishReason: null, finishMessage: "m" },
      { reason: "other", message: "m" },
    ],
    [{}, { reason: "other" }],
    [{ finishReason: 3 }, { reason: "content-filter", native: native("SAFETY") }],
  ])("%j", (candidate, finish) => {
    expect(read(candidate)).toEqual(finish);
  });

  test("is told to other styles where the end and the calls do not go together", () => {
    const call: Part = { type: "tool-call", id: "a", name: "f", variant: "function", arguments: { json: "{}", value: {} } };
    const ended = (parts: readonly Part[], reason: Finish["reason"]) => encodedAnswer(parts, {}, { finish: { reason } }).told;
    expect(ended([call], "stop")).toEqual(["equivalent.form choices.0.finish.reason"]);
    expect(ended([call], "tool-calls")).toEqual([]);
    expect(ended([{ type: "text", text: "x" }], "tool-calls")).toEqual(["approximated.finish_reason choices.0.finish.reason"]);
    expect(ended([{ type: "text", text: "x" }], "stop")).toEqual([]);
  });

  test("is told in its own word, or as nothing", () => {
    const from = (finish: Finish) => {
      const { issues } = response.encode({ id: "i", model: "m", choices: [{ index: 0, parts: [], finish }] }, { from: "messages" });
      return issues.map((issue) => [issue.from, issue.to]);
    };
    expect(from({ reason: "other" })).toEqual([[null, "OTHER"]]);
    expect(from({ reason: "pause" })).toEqual([["pause", "OTHER"]]);
    expect(from({ reason: "pause", native: { style: "messages", value: "pause_turn" } })).toEqual([["pause_turn", "OTHER"]]);
  });
});

describe("why an answer ended", () => {
  const ended = (finish: Finish) => {
    const { candidate, told } = encodedAnswer([{ type: "text", text: "x" }], {}, { finish });
    return [candidate?.finishReason, candidate?.finishMessage, told.map((line) => line.replace("choices.0.finish.", ""))];
  };

  test.each<readonly [Finish, unknown]>([
    [{ reason: "stop" }, ["STOP", undefined, []]],
    [{ reason: "other" }, ["OTHER", undefined, ["approximated.finish_reason reason"]]],
    [{ reason: "pause" }, ["OTHER", undefined, ["approximated.finish_reason reason"]]],
    [{ reason: "refusal", refusal: { explanation: "e" } }, ["SAFETY", "e", ["approximated.finish_reason reason"]]],
    [{ reason: "content-filter", message: "m" }, ["SAFETY", "m", []]],
    [{ reason: "content-filter", message: "m", refusal: { explanation: "m", category: null } }, ["SAFETY", "m", []]],
    [
      { reason: "content-filter", message: "m", refusal: { explanation: "e", category: "c" } },
      ["SAFETY", "m", ["dropped.field refusal.category", "dropped.field refusal.explanation"]],
    ],
  ])("%j", (finish, expected) => {
    expect(ended(finish)).toEqual(expected);
  });
});

describe("thoughts in the history of a request", () => {
  const sent = (part: Part, from: "messages" | "generate-content" = "messages") => {
    const text = [{ type: "text", text: "x" }] as const;
    const { body, told } = encodedRequest(
      {
        messages: [
          { role: "user", parts: text },
          {
            role: "assistant",
            parts: [part, { type: "tool-call", id: "a", name: "f", variant: "function", arguments: { json: "{}", value: {} } }],
          },
          { role: "tool", parts: [{ type: "tool-result", callId: "a", content: text }] },
        ],
      },
      { from },
    );
    return { parts: body.contents[1]?.parts.slice(0, -1), told: told.map((line) => line.replace("messages.1.parts.0", "part")) };
  };
  const own = { value: "S", origin: "generate-content" } as const;

  test.each<readonly [string, Part, unknown, readonly string[]]>([
    ["unsigned ones are not needed", { type: "thinking", text: "t" }, [], ["dropped.part part"]],
    [
      "another vendor's are of no use",
      { type: "thinking", text: "t", signature: { value: "S", origin: "messages" } },
      [],
      ["unportable.signature part"],
    ],
    ["own ones are sent", { type: "thinking", text: "t", signature: own }, [{ text: "t", thought: true, thoughtSignature: "S" }], []],
    ["redacted ones are another vendor's", { type: "redacted-thinking", data: "d" }, [], ["unportable.signature part"]],
    [
      "another vendor's signature of a text is removed",
      { type: "text", text: "t", signature: { value: "S", origin: "messages" } },
      [{ text: "t" }],
      ["unportable.signature part.signature"],
    ],
    ["a refusal is text", { type: "refusal", text: "no" }, [{ text: "no" }], ["equivalent.form part.text"]],
  ])("%s", (_what, part, parts, told) => {
    expect(sent(part)).toEqual({ parts, told });
  });

  test("unsigned ones of this style stay", () => {
    expect(sent({ type: "thinking", text: "t" }, "generate-content")).toEqual({ parts: [{ text: "t", thought: true }], told: [] });
  });
});

test("a summary of thoughts is a thought", () => {
  const { candidate, told } = encodedAnswer([{ type: "thinking", text: "t", summary: true }]);
  expect(candidate?.content?.parts).toEqual([{ text: "t", thought: true }]);
  expect(told).toEqual(["equivalent.form choices.0.parts.0"]);
});

test("a redacted thought keeps the name of its vendor", () => {
  const { candidate } = encodedAnswer([{ type: "redacted-thinking", data: "d", signature: { value: "", origin: "messages" } }]);
  expect(atob(candidate?.content?.parts?.[0]?.thoughtSignature ?? "")).toBe("sig1.m.r.d");
  expect(decodedAnswer({ candidates: [candidate] }).choice?.parts).toMatchObject([
    { type: "redacted-thinking", data: "d", signature: { origin: "messages" } },
  ]);
});
