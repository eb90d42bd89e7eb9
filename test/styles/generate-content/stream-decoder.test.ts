import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/generate-content/aspects.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";
import { collectEvents } from "../../support/canonical-events.js";
import { text as textPart } from "../../support/parts.js";
import { seed } from "../../support/runs.js";
import { recorded, trafficPresent, whyAbsent } from "../../support/traffic.js";

function decode(events: readonly unknown[], options: StreamDecodeOptions = {}) {
  const issues: Issue[] = [];
  const decoder = stream.decoder({ ...options, report: (issue) => issues.push(issue) });
  const out = [...events.flatMap((event) => decoder.push(event)), ...decoder.end()];
  return { events: out, issues, codes: issues.map(({ code }) => code) };
}

/** An object with these parts. */
function parts(list: readonly object[], more: object = {}) {
  return { candidates: [{ content: { parts: list, role: "model" }, index: 0, ...more }], modelVersion: "g", responseId: "r" };
}
const STOP = { finishReason: "STOP" };

function brief(event: CanonicalStreamEvent): string {
  switch (event.type) {
    case "part-start":
      return `start ${event.part} ${event.head.type}`;
    case "part-delta":
      return `delta ${event.part} ${event.delta.kind} ${JSON.stringify(Object.values(event.delta)[1])}`;
    case "part-stop":
      return `stop ${event.part}`;
    case "finish":
      return `finish ${event.finish.reason}`;
    case "error":
      return `error ${event.error.kind}`;
    default:
      return event.type;
  }
}
const briefly = (events: readonly unknown[], options?: StreamDecodeOptions) => decode(events, options).events.map(brief);
const choiceOf = (events: readonly unknown[], options?: StreamDecodeOptions) => {
  const collected = collectEvents(decode(events, options).events);
  return collected.ok ? collected.response.choices[0] : undefined;
};

describe("text and thoughts", () => {
  it("keeps a signed piece apart from what came before", () => {
    const choice = choiceOf([parts([{ text: "a" }]), parts([{ text: "b", thoughtSignature: "Q0" }], STOP)]);
    expect(choice?.parts).toMatchObject([{ text: "a" }, { text: "b", signature: { value: "Q0" } }]);
  });
});

describe("calls and whole parts", () => {
  it("gives each call of one name its own part and id, and remembers them at the finish (BB-004, BB-005, BB-014)", () => {
    const get = (x: string) => ({ functionCall: { name: "get", args: { x } } });
    const { events } = decode([parts([get("a")]), parts([get("b")]), parts([{ text: "" }], STOP)]);
    expect(events.map(brief)).toEqual([
      "start",
      "start 0 tool-call",
      'delta 0 arguments "{\\"x\\":\\"a\\"}"',
      "stop 0",
      "start 1 tool-call",
      'delta 1 arguments "{\\"x\\":\\"b\\"}"',
      "stop 1",
      "finish tool-calls",
      "end",
    ]);
    const ids = events.flatMap((event) => (event.type === "part-start" && event.head.type === "tool-call" ? [event.head.id] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it("promotes only STOP to tool calls (BB-155)", () => {
    const call = { functionCall: { id: "c", name: "f", args: {} }, thoughtSignature: "Q0" };
    const choice = choiceOf([parts([call], { finishReason: "MAX_TOKENS" })]);
    expect(choice).toMatchObject({ parts: [{ id: "c", signature: { value: "Q0" } }], finish: { reason: "length" } });
  });

  it("names a reason that another one follows; servers that repeat theirs get no finding", () => {
    const { events, issues } = decode([parts([{ text: "a" }], { finishReason: "SAFETY" }), parts([{ text: "b" }], STOP), parts([], STOP)]);
    expect(events.map(brief).slice(-2)).toEqual(["finish stop", "end"]);
    expect(issues).toMatchObject([{ code: "conflict.resolved", path: [0, "candidates", 0, "finishReason"], from: "SAFETY", to: "STOP" }]);
  });

  it("does not pass on a call that was cut", () => {
    expect(briefly([parts([{ functionCall: { name: "f", willContinue: true } }])])).toEqual(["start", "error truncated-stream", "end"]);
  });
});

describe("what stands beside the content", () => {
  it("gives grounding to the text that it covers, in UTF-16 units (T11)", () => {
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: "https://a", title: "A" } }],
      groundingSupports: [{ segment: { startIndex: 0, endIndex: 3 }, groundingChunkIndices: [0] }],
    };
    expect(choiceOf([parts([{ text: "hé" }]), parts([{ text: "llo" }], { ...STOP, groundingMetadata })])?.parts).toEqual([
      { type: "text", text: "héllo", citations: [{ kind: "url", url: "https://a", title: "A", start: 0, end: 2 }] },
    ]);
  });

  it("gives the last counts once, at the end", () => {
    const counted = (candidatesTokenCount: number) => ({
      ...parts([{ text: "a" }]),
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount, totalTokenCount: candidatesTokenCount + 1 },
    });
    const idle = { ...parts([{ text: "b" }], STOP), usageMetadata: { trafficType: "ON_DEMAND" } };
    const stated = decode([counted(2), counted(5), idle]).events.filter(({ type }) => type === "usage");
    expect(stated).toEqual([{ type: "usage", usage: { inputTokens: 1, outputTokens: 5, totalTokens: 6 } }]);
  });

  it("refuses for a blocked prompt", () => {
    const events = [{ promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "no" } }];
    expect(decode(events).events.slice(1)).toEqual([
      { type: "finish", choice: 0, finish: { reason: "content-filter", message: "no" }, promptBlock: { reason: "SAFETY", message: "no" } },
      { type: "end" },
    ]);
  });
});

describe("ends and errors", () => {
  it("signs no visible text with the signature of a thought that has no text", () => {
    const thought = { text: "", thought: true, thoughtSignature: "Q0" };
    expect(choiceOf([parts([{ text: "a" }]), parts([thought], STOP)])?.parts).toMatchObject([
      textPart("a"),
      { type: "thinking", text: "", signature: { value: "Q0" } },
    ]);
  });

  it("reads an error without its envelope", () => {
    for (const bare of [{ detail: "gone" }, { code: 500, message: "gone", status: "INTERNAL" }])
      expect(decode([parts([{ text: "a" }]), bare]).events.slice(-2)).toMatchObject([
        { type: "error", error: { message: "gone" } },
        { type: "end" },
      ]);
  });

  it("says that a prompt was refused after the answer had ended", () => {
    const refused = { promptFeedback: { blockReason: "SAFETY" } };
    const { events, issues } = decode([parts([{ text: "a" }], STOP), { usageMetadata: { totalTokenCount: 1 } }, refused]);
    expect(events.map(brief)).toContain("finish stop");
    expect(issues).toMatchObject([{ code: "stream.protocol", path: [2, "promptFeedback"] }]);
  });

  it("tells a refused prompt with the answer's own end, where it has one", () => {
    const refused = { promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "no" } };
    const told = { promptBlock: { reason: "SAFETY", message: "no" } };
    for (const objects of [[parts([{ text: "a" }], STOP), refused], [{ ...parts([{ text: "a" }], STOP), ...refused }]]) {
      const { events, issues } = decode(objects);
      expect(events.filter(({ type }) => type === "finish")).toMatchObject([{ finish: { reason: "stop" }, ...told }]);
      expect(issues).toEqual([]);
    }
    expect(briefly([parts([{ text: "a" }]), refused])).toContain("finish content-filter");
  });

  it("unwraps arrays, of answers and of errors (BB-055, BB-146)", () => {
    expect(choiceOf([[parts([{ text: "a" }]), parts([{ text: "b" }], STOP)]])?.parts).toEqual([textPart("ab")]);
    const failed = decode([[{ error: { code: 503, message: "m", status: "UNAVAILABLE" } }]]);
    expect(failed.events).toMatchObject([{ type: "error", error: { status: 503, message: "m" } }, { type: "end" }]);
    expect(failed.issues).toMatchObject([{ code: "stream.error", path: [0, 0, "error"] }]);
  });

  it("ends a stream that was cut in an error (BB-071)", () => {
    expect(briefly([parts([{ text: "a" }])]).slice(-3)).toEqual(["stop 0", "error truncated-stream", "end"]);
    expect(briefly([])).toEqual(["start", "error truncated-stream", "end"]);
  });

  it("reports what is no answer object and skips it", () => {
    const odd = [null, 5, "x", {}, { candidates: 5 }, { this: [{ is: 1 }] }, parts([{ text: 5 }])];
    const { issues, events } = decode([...odd, parts([{ text: "a" }], STOP)]);
    // All of it is left out.
    expect(issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual(odd.map((_, index) => `stream.protocol ${index}`));
    expect(events.at(-1)).toEqual({ type: "end" });
  });

  it("never throws, and ends every stream once", () => {
    const part = fc.oneof(
      fc.constantFrom(
        { text: "a" },
        { text: "", thoughtSignature: "Q0" },
        { functionCall: { name: "f" } },
        { functionCall: {} },
        { functionCall: { willContinue: true, partialArgs: [{ jsonPath: "$.__proto__.x", stringValue: "y" }, 5] } },
        { functionResponse: { name: "f" } },
      ),
      fc.jsonValue(),
    );
    const event = fc.oneof(
      fc.jsonValue(),
      fc.record({
        candidates: fc.array(
          fc.record({
            content: fc.record({ parts: fc.array(part, { maxLength: 3 }) }),
            finishReason: fc.constantFrom(null, "STOP", 1),
            index: fc.constantFrom(0, 1),
          }),
          { maxLength: 2 },
        ),
        promptFeedback: fc.constantFrom(null, null, { blockReason: "SAFETY" }),
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), (events) => {
        expect(decode(events).events.filter(({ type }) => type === "end")).toHaveLength(1);
      }),
      { seed },
    );
  });
});

describe("objects that say little, or too much", () => {
  it("reads a candidate without parts, and keeps what stands beside them", () => {
    const choice = choiceOf([
      { candidates: [{ content: { role: "user", parts: [{ text: "Hi" }], note: "n" }, index: 0 }], modelVersion: "g" },
      { candidates: [{ content: null, index: 0 }] },
      { candidates: [{ content: {}, index: 0, finishReason: "STOP" }] },
    ]);
    expect(choice).toMatchObject({
      parts: [textPart("Hi")],
      extensions: { "generate-content": { "content.role": "user", "content.note": "n" } },
    });
  });

  it("reads 1024 candidates, and names the first one beyond them", () => {
    const candidates = Array.from({ length: 1026 }, (_, index) => ({ index, content: { parts: [{ text: "a" }] } }));
    const { events, issues } = decode([{ candidates }]);
    expect(events.filter(({ type }) => type === "part-start")).toHaveLength(1024);
    expect(issues[0]).toMatchObject({ code: "stream.protocol", path: [0, "candidates", 1024] });
  });

  it("leaves out what is no answer object, and no JSON at all", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(decode([parts([{ text: "Hi" }]), { candidates: 5 }, cycle, parts([{ text: "!" }], STOP)]).issues).toMatchObject([
      { code: "stream.protocol", path: [1] },
      { code: "stream.protocol", path: [2, "self"] },
    ]);
  });

  it("has no use for an end marker, and says the same where nobody listens", () => {
    const decoder = stream.decoder();
    const events = [parts([{ text: "Hi" }]), { x: 1 }, parts([{ text: "!" }], STOP)];
    expect([...events.flatMap((event) => decoder.push(event)), ...decoder.done(), ...decoder.end()]).toEqual(decode(events).events);
  });
});

describe.skipIf(!trafficPresent)(`recorded streams (${whyAbsent})`, () => {
  for (const { file, text } of recorded("stream", ["generate-content"])) {
    it(`folds ${file}`, () => {
      const objects: unknown[] = file.endsWith(".array.json")
        ? [JSON.parse(text)]
        : text
            .split(/\r?\n/)
            .flatMap((line) => (line.startsWith("data:") ? [JSON.parse(line.slice(5))] : line.startsWith("{") ? [JSON.parse(line)] : []));
      const { events, codes } = decode(objects);
      // One recording holds no answer object, the other no candidate that ever finishes.
      const broken = file.includes("invalid-json") || file.includes("malformed-content");
      expect(collectEvents(events).ok).toBe(!broken);
      if (!broken) expect(codes.filter((code) => code.startsWith("stream."))).toEqual([]);
    });
  }
});
