/** What the objects of a stream say of one candidate: when it has finished, what goes together, and what comes too late. */
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/generate-content/aspects.js";
import type { StreamDecodeOptions } from "../../../src/styles/style.js";
import { start, stop } from "../../support/canonical-events.js";
import { cases } from "../../support/cases.js";
import { text as textPart } from "../../support/parts.js";
import { told } from "./support.js";

function read(objects: readonly unknown[], options: StreamDecodeOptions = {}) {
  const issues: Issue[] = [];
  const decoder = stream.decoder({ ...options, report: (issue) => issues.push(issue) });
  const steps = [...objects.map((object) => decoder.push(object)), decoder.end()];
  return { events: steps.flat(), steps, told: told(issues) };
}

function says(parts: readonly object[], more: object = {}) {
  return { candidates: [{ content: { parts, role: "model" }, index: 0, ...more }], modelVersion: "g", responseId: "r" };
}

const STOP = { finishReason: "STOP" };
const typesOf = (events: readonly CanonicalStreamEvent[]) => events.map(({ type }) => type);
const heads = (events: readonly CanonicalStreamEvent[]) => events.flatMap((event) => (event.type === "part-start" ? [event.head] : []));
const metas = (events: readonly CanonicalStreamEvent[]) => events.filter(({ type }) => type === "choice-meta");

const Q0 = { thoughtSignature: "Q0" };
const SILENT: readonly (readonly object[])[] = [
  [],
  [{}],
  [{ text: "" }],
  [{ text: null }],
  [{ thought: true }],
  [{ text: "", thought: true }],
  [{ text: "", thoughtSignature: "" }],
  [{ text: "", functionCall: null }],
  [{ text: "", inlineData: null, thought: true }],
];
const SPEAKING: readonly (readonly object[])[] = [
  [{ text: "b" }],
  [{ text: "b" }, { text: "" }],
  [{ text: "" }, { text: "b" }],
  [{ text: "b", thought: true }],
  [{ functionCall: { name: "f", args: {} } }],
  [{ functionCall: { name: "f" }, thoughtSignature: "" }],
  [{ inlineData: { mimeType: "image/png", data: "iVBO" } }],
];
const SIGNING: readonly (readonly object[])[] = [[{ text: "", ...Q0 }], [{ text: "", thought: true, ...Q0 }]];
const silent = SILENT.map((parts) => ({ parts }));
const speaking = SPEAKING.map((parts) => ({ parts }));
const signing = SIGNING.map((parts) => ({ parts }));
const a = says([{ text: "a" }]);
const whole = says([{ text: "a" }], STOP);
const COUNTS = { usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 } };
/** The object after which the finish of the first candidate is told. */
function finishedAfter(objects: readonly unknown[]): number {
  return read(objects).steps.findIndex((events) => events.some(({ type }) => type === "finish"));
}

describe("the finish", () => {
  it.each(silent)("is told at once with parts that say nothing: $parts", ({ parts }) => {
    expect(finishedAfter([a, says(parts, STOP), { usageMetadata: { promptTokenCount: 1 } }])).toBe(1);
    expect(finishedAfter([whole, says(parts), { usageMetadata: { promptTokenCount: 1 } }])).toBe(1);
  });

  it.each([...speaking, ...signing])("waits for what follows where it comes with $parts", ({ parts }) => {
    const { steps } = read([a, says(parts, STOP)]);
    expect(steps.map((events) => events.some(({ type }) => type === "finish"))).toEqual([false, false, true]);
  });

  it.each(speaking)("is none where $parts come after it without another", ({ parts }) => {
    const { events, told } = read([whole, says(parts)]);
    expect(typesOf(events).slice(-2)).toEqual(["error", "end"]);
    expect(told.at(-1)).toBe("stream.truncated 1");
  });

  it.each(signing)("stands where the signature of what is there comes after it: $parts", ({ parts }) => {
    expect(typesOf(read([whole, says(parts)]).events).slice(-2)).toEqual(["finish", "end"]);
  });

  it("waits for the first word of the candidate", () => {
    expect(finishedAfter([says([{ text: "" }], STOP), says([], STOP)])).toBe(2);
    const { events } = read([says([], STOP), whole, says([])]);
    expect(typesOf(events)).toEqual(["start", "part-start", "part-delta", "part-stop", "finish", "end"]);
  });

  it.each([
    ["after what is said in the object that tells it", [a, { ...says([{ text: "" }], STOP), ...COUNTS }]],
    ["with the counts that come without a candidate", [whole, COUNTS]],
  ])("comes %s", (_where, objects) => {
    const said = ["start", "part-start", "part-delta"];
    expect(read(objects).steps.map(typesOf)).toEqual([said, ["part-stop", "finish"], ["usage", "end"]]);
  });

  it.each([null, ""])("has a reason: %j is none", (finishReason) => {
    expect(typesOf(read([says([{ text: "a" }], { finishReason }), says([])]).events).slice(-2)).toEqual(["error", "end"]);
  });
});

describe("after the finish", () => {
  const done = [a, says([], STOP)];

  it.each([
    ...SPEAKING.map((parts) => ({ parts, told: ["stream.protocol 2.candidates.0.content"] })),
    ...SILENT.map((parts) => ({ parts, told: [] })),
  ])("$parts change nothing, and those that say something are named", ({ parts, told }) => {
    expect(read([...done, says(parts)])).toMatchObject({ events: read(done).events, told });
  });

  it("the other candidates go on", () => {
    const { events } = read([...done, { candidates: [{ content: { parts: [{ text: "b" }] }, index: 1, ...STOP }] }]);
    expect(events.filter(({ type }) => type === "finish")).toHaveLength(2);
  });
});

describe("parts", () => {
  it("have no empty piece for a signature that comes without text", () => {
    const { events } = read([a, says([{ text: "", ...Q0 }]), says([], STOP)]);
    expect(events.slice(1, -2)).toEqual([
      { type: "part-start", choice: 0, part: 0, head: textPart("") },
      { type: "part-delta", choice: 0, part: 0, delta: { kind: "text", text: "a" } },
      { type: "part-delta", choice: 0, part: 0, delta: { kind: "signature", value: "Q0", origin: "generate-content" } },
      stop(0),
    ]);
  });

  it("with fields of their own do not run on with the text before them", () => {
    const { events } = read([a, says([{ text: "b", partMetadata: { x: 1 } }], STOP)]);
    expect(heads(events)).toEqual([
      textPart(""),
      { type: "text", text: "", extensions: { "generate-content": { partMetadata: { x: 1 } } } },
    ]);
  });
});

describe("a call in pieces", () => {
  const piece = (functionCall: object, more: object = {}) => says([{ functionCall }], more);
  const argument = (jsonPath: string, stringValue: string) => ({ partialArgs: [{ jsonPath, stringValue }] });
  /** Names and arguments of the calls. */
  function calls(objects: readonly unknown[]) {
    const { events, told } = read(objects);
    const names = heads(events).flatMap((head) => (head.type === "tool-call" ? [head.name] : []));
    const json = events.flatMap((event) => (event.type === "part-delta" && event.delta.kind === "arguments" ? [event.delta.json] : []));
    return {
      calls: names.map((name, index) => `${name}(${json[index]})`),
      told: told.filter((line) => !line.startsWith("synthesized.id")),
    };
  }

  const begun = { name: "f", willContinue: true };
  cases<[objects: readonly object[], calls: readonly string[], told?: readonly string[]]>({
    "has no piece without a place that can be read": [
      [
        says(
          [{ text: "Hi" }, { functionCall: { name: "f", partialArgs: ["$.a", "a"].flatMap((path) => argument(path, "1").partialArgs) } }],
          STOP,
        ),
      ],
      ['f({"a":"1"})'],
      ["stream.protocol 0.candidates.0.content.parts.1.functionCall.partialArgs.1"],
    ],
    "is finished by the end of the stream, if the candidate has": [
      [piece({ ...begun, args: { a: 1 } }, STOP)],
      ['f({"a":1})'],
      ["stream.protocol 0.candidates.0.content.parts.0"],
    ],
    "is nothing of a prompt that is refused": [[piece(begun), { promptFeedback: { blockReason: "SAFETY" } }], []],
    "is nothing of a stream that breaks off": [[piece(begun)], [], ["stream.truncated 0"]],
  })("%s", (objects, found, told = []) => {
    expect(calls(objects)).toEqual({ calls: found, told });
  });

  it.each([
    ["by another that comes in pieces", { functionCall: { name: "g", willContinue: true } }],
    ["by another that comes whole", { functionCall: { name: "g", args: {} } }],
    ["by text", { text: "a" }],
    ["by a signature", { text: "", thoughtSignature: "Q0" }],
  ])("is told as far as it came where it is broken off %s", (_, next) => {
    const begun = piece({ name: "f", ...argument("$.a", "1"), willContinue: true });
    const { calls: found, told } = calls([says([{ text: "Hi" }]), begun, says([next], STOP), piece({ name: "" })]);
    expect(found[0]).toBe('f({"a":"1"})');
    expect(told[0]).toBe("stream.protocol 1.candidates.0.content.parts.0");
  });

  it("without an id has one that is said to be made, at the piece with its name", () => {
    const { told } = read([piece({ name: "f", willContinue: true }), piece({}, STOP)]);
    expect(told).toEqual(["synthesized.id 0.candidates.0.content.parts.0.functionCall.id"]);
  });
});

describe("what is said of a candidate as a whole", () => {
  const web = (uri: string) => ({ web: { uri } });
  const grounded = (...segments: readonly object[]) => ({
    groundingMetadata: {
      groundingChunks: segments.map((_, index) => web(`https://${index}`)),
      groundingSupports: segments.map((segment, index) => ({ segment, groundingChunkIndices: [index] })),
    },
  });

  const cites = (events: readonly CanonicalStreamEvent[]) =>
    events.flatMap((event) =>
      event.type === "part-delta" && event.delta.kind === "citation"
        ? [{ part: event.part, ...event.delta.citation }]
        : event.type === "choice-meta"
          ? (event.citations ?? [])
          : [],
    );

  const HI = { kind: "url", url: "https://0", start: 0, end: 2 };
  const grounding = { ...STOP, ...grounded({ endIndex: 2 }) };
  const signed = says([{ text: "Hi", ...Q0 }]);

  cases<[objects: readonly object[], cited: object, heads: number, metas?: readonly object[]]>({
    "is told with the part that is open": [[says([{ text: "Hi" }]), says([{ text: "!" }], grounding)], { part: 0, ...HI }, 1],
    "is told with a signed text that nothing follows": [[signed, says([{ text: "" }], grounding)], { part: 0, ...HI }, 1],
    "is told apart from a signed text that another follows": [
      [signed, says([{ text: "!" }], grounding)],
      HI,
      2,
      [{ type: "choice-meta", choice: 0, citations: [HI] }],
    ],
    "is told apart from the text when that has ended": [
      [says([{ text: "Hi" }]), says([{ text: "Hm", thought: true }], grounding)],
      HI,
      2,
      [{ type: "choice-meta", choice: 0, citations: [HI] }],
    ],
  })("%s", (objects, cited, count, apart = []) => {
    const { events } = read(objects);
    expect({ cites: cites(events), heads: heads(events).length, metas: metas(events) }).toEqual({
      cites: [cited],
      heads: count,
      metas: apart,
    });
  });

  it("has the last safety ratings, and no citations where there are none", () => {
    const rated = (probability: string) => ({ safetyRatings: [{ category: "HARM_CATEGORY_HATE_SPEECH", probability }] });
    const { events } = read([says([{ text: "a" }], rated("LOW")), says([{ text: "b" }], { ...STOP, ...rated("HIGH"), avgLogprobs: null })]);
    const [meta, ...more] = metas(events);
    expect(meta).toEqual({ type: "choice-meta", choice: 0, extensions: { "generate-content": rated("HIGH") } });
    expect(more).toEqual([]);
  });

  it("names what is lost of the chances of tokens in each object", () => {
    const logprobsResult = { chosenCandidates: [{ token: "a", logProbability: -1, tokenId: 5 }] };
    expect(read([says([{ text: "a" }], { ...STOP, logprobsResult })]).told).toEqual([
      "equivalent.form 0.candidates.0.logprobsResult.chosenCandidates",
    ]);
  });
});

describe("what is said of the answer as a whole", () => {
  const first = (more: object) => read([{ ...whole, ...more }]);

  it.each([
    ["2025-01-01T00:00:00Z", 1735689600, []],
    ["2025-01-01T00:00:01.987654Z", 1735689601, ["equivalent.form 0.createTime"]],
    ["2025-01-01T02:00:00+02:00", 1735689600, ["equivalent.form 0.createTime"]],
  ])("has a time of whole seconds, and says where it had more: %s", (createTime, created, told) => {
    expect(first({ createTime })).toMatchObject({ events: [{ ...start, created }, {}, {}, {}, {}, {}], told });
  });

  it.each(["", "yesterday", "2025-01-01T00:00:00", "2025-13-01T00:00:00Z", " 2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z!"])(
    "keeps a time that cannot be read: %j",
    (createTime) => {
      const { events, told } = first({ createTime });
      expect(events[0]).toEqual({ type: "start", id: "r", model: "g", extensions: { "generate-content": { createTime } } });
      expect(told).toEqual([]);
    },
  );

  it.each([
    ["2025-01-01T00:00:00.5Z", ["equivalent.form 0.createTime"]],
    ["yesterday", []],
  ])("reads the time once: %s", (createTime, told) => {
    expect(read([a, says([]), says([], STOP)].map((object) => ({ ...object, createTime }))).told).toEqual(told);
  });

  it("keeps what no other style has of the first object, and names what comes later and is new", () => {
    const status = (x: number) => ({ modelStatus: { x }, promptFeedback: { safetyRatings: [], blockReasonMessage: "m" } });
    const { events, told } = read([
      { ...a, ...status(1) },
      { ...says([{ text: "b" }]), ...status(1) },
      { ...says([{ text: "c" }], STOP), ...status(2), promptFeedback: { note: "n" } },
    ]);
    expect(events[0]).toMatchObject({
      extensions: {
        "generate-content": { modelStatus: { x: 1 }, "promptFeedback.safetyRatings": [], "promptFeedback.blockReasonMessage": "m" },
      },
    });
    expect(told).toEqual(["dropped.field 2.modelStatus", "dropped.field 2.promptFeedback.note"]);
  });

  it.each([
    "promptTokenCount",
    "candidatesTokenCount",
    "totalTokenCount",
    "thoughtsTokenCount",
    "cachedContentTokenCount",
    "toolUsePromptTokenCount",
  ])("is counted where nothing but %s is", (field) => {
    const { events } = first({ usageMetadata: { [field]: 5, trafficType: "ON_DEMAND" } });
    expect(typesOf(events)).toContain("usage");
  });

  it.each([null, {}, { trafficType: "ON_DEMAND" }, { promptTokenCount: null }])("is not counted by %j in the middle", (usageMetadata) => {
    const { steps } = read([{ ...a, usageMetadata }, says([{ text: "b" }], STOP)]);
    expect(steps[0]?.[0]).toEqual({ type: "start", id: "r", model: "g" });
    expect(typesOf(steps.slice(0, -1).flat())).not.toContain("usage");
  });

  it("names counts that do not add up in the object that has them", () => {
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 9 };
    const b = says([{ text: "b" }]);
    for (const rest of [[{ ...says([{ text: "b" }], STOP), usageMetadata }], [{ ...b, usageMetadata }, says([], STOP)]])
      expect(read([a, ...rest]).told).toEqual(["approximated.usage 1.usageMetadata.totalTokenCount"]);
  });

  it.each([null, "", undefined])("refuses no prompt for the reason %j", (blockReason) => {
    const types = ["start", "part-start", "part-delta", "part-stop", "finish", "end"];
    expect(typesOf(first({ promptFeedback: { blockReason } }).events)).toEqual(types);
  });
});
