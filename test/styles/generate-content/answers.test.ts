import { describe, expect, test } from "vitest";
import type { Citation, Finish, Json, Part } from "../../../src/model/index.js";
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
        turns: [
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
    return { parts: body.contents[1]?.parts.slice(0, -1), told: told.map((line) => line.replace("turns.1.parts.0", "part")) };
  };
  const own = { value: "S", origin: "generate-content" } as const;

  test.each<readonly [string, Part, unknown, readonly string[]]>([
    ["unsigned ones are not needed", { type: "thinking", text: "t" }, [], ["dropped.part part"]],
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
});

test("a redacted thought keeps the name of its vendor", () => {
  const { candidate } = encodedAnswer([{ type: "redacted-thinking", data: "d", signature: { value: "", origin: "messages" } }]);
  expect(atob(candidate?.content?.parts?.[0]?.thoughtSignature ?? "")).toBe("sig1.m.r.d");
  expect(decodedAnswer({ candidates: [candidate] }).choice?.parts).toMatchObject([
    { type: "redacted-thinking", data: "d", signature: { origin: "messages" } },
  ]);
});

describe("the parts of an answer as they are written", () => {
  const thinking = (said: string): Part => ({ type: "thinking", text: said });
  const call: Part = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "{}", value: {} } };
  const signed = (said: string): Part => ({ type: "text", text: said, signature: { value: "c2ln", origin: "generate-content" } });
  const at = (url: string, start?: number, end?: number): Citation => ({
    kind: "url",
    url: `https://${url}`,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  });
  const citing = (said: string, ...citations: readonly Citation[]): Part => ({ type: "text", text: said, citations });
  const partsOf = (...parts: readonly Part[]) => {
    const { candidate, told } = encodedAnswer(parts);
    return {
      parts: candidate?.content?.parts?.map(({ text, thought }) => (text == null ? "-" : thought === true ? `(${text})` : text)),
      told,
    };
  };
  /** What is cited: the part, its bytes, and the pages. */
  const segments = (...parts: readonly Part[]) => {
    const { groundingChunks, groundingSupports } = encodedAnswer(parts).candidate?.groundingMetadata ?? {};
    return (groundingSupports ?? []).map(
      ({ segment, groundingChunkIndices }) =>
        `${segment?.partIndex} ${segment?.startIndex}-${segment?.endIndex} ${(groundingChunkIndices ?? []).map((index) => groundingChunks?.[index]?.web?.uri).join(" ")}`,
    );
  };

  test("say of a summary once that the way back gives another thought", () => {
    const summary: Part = { type: "thinking", text: "a", summary: true };
    expect(partsOf(summary, thinking("b")).told).toEqual(["equivalent.form choices.0.parts.0", "equivalent.form choices.0.parts.1"]);
    expect(partsOf(thinking("b"), summary).told).toEqual(["equivalent.form choices.0.parts.1", "equivalent.form choices.0.parts.0"]);
  });

  test("count bytes of their own text, whatever stands between them", () => {
    const cited = [citing("hé", at("a", 0, 2)), thinking("t"), citing("x", at("b", 2, 3)), citing("yz", at("c", 3, 4), at("d"))];
    expect(segments(...cited)).toEqual(["0 0-3 https://a", "2 0-1 https://b", "2 1-2 https://c", "2 1-3 https://d"]);
    expect(segments(signed("s"), citing("x", at("b")))).toEqual(["1 0-1 https://b"]);
    expect(segments(call, citing("x", at("b", 0, 1)))).toEqual(["1 0-1 https://b"]);
  });

  test("cite documents nowhere", () => {
    const document: Citation = { kind: "document", unit: "char", documentIndex: 0, start: 0, end: 1, citedText: "x" };
    const { candidate, told } = encodedAnswer([citing("a", document)]);
    expect(candidate).not.toHaveProperty("groundingMetadata");
    expect(told).toEqual(["approximated.citation choices.0.parts.0.citations.0"]);
  });
});

describe("searches of another vendor", () => {
  const asks = (input: Json, name = "web_search"): Part => ({ type: "server-tool-call", id: "s", name, input });
  const finds = (name: string, ...result: readonly { readonly url: string; readonly title?: string }[]): Part => ({
    type: "server-tool-result",
    callId: "s",
    name,
    result,
  });
  const page = { url: "https://a", title: "A" };

  test("find pages that are cited already, and that have a title only there", () => {
    const cited: Part = { type: "text", text: "x", citations: [{ kind: "url", url: "https://a" }] };
    const chunks = (...result: readonly { readonly url: string; readonly title?: string }[]) =>
      encodedAnswer([finds("web_search", ...result), cited]).candidate?.groundingMetadata?.groundingChunks?.map(({ web }) => web);
    expect(chunks({ url: "https://a" }, { url: "https://b" })).toEqual([{ uri: "https://a" }, { uri: "https://b" }]);
    expect(chunks({ url: "https://a", title: "" })).toEqual([{ uri: "https://a" }]);
    expect(chunks(page)).toEqual([{ uri: "https://a" }, { uri: "https://a", title: "A" }]);
  });

  test.each<[string, Part]>([
    ["words that are no text", asks({ query: 5 })],
    ["an input that is no object", asks(["q"])],
    ["an input that is nothing", asks(null)],
    ["another tool", asks({ query: "q" }, "web_fetch")],
    ["results of another tool", finds("web_fetch", page)],
    ["a result without pages", { type: "server-tool-result", callId: "s", name: "web_search" }],
  ])("are not told by %s", (_, part) => {
    expect(encodedAnswer([part]).candidate).not.toHaveProperty("groundingMetadata");
  });
});

describe("a refusal in words", () => {
  const refusal: Part = { type: "refusal", text: "no" };
  const reason = (finish: Finish, part: Part = refusal) => encodedAnswer([part], {}, { finish }).candidate?.finishReason;

  test("gives the answer its reason, unless it has another or the source has said it", () => {
    expect(reason({ reason: "stop" })).toBe("SAFETY");
    expect(reason({ reason: "stop", native: { style: "messages", value: "end_turn" } })).toBe("SAFETY");
    expect(reason({ reason: "stop", native: { style: "generate-content", value: "STOP" } })).toBe("STOP");
    expect(reason({ reason: "length" })).toBe("MAX_TOKENS");
    expect(reason({ reason: "stop" }, { type: "text", text: "no" })).toBe("STOP");
  });
});
