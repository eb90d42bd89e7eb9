import { describe, expect, it, test } from "vitest";
import { createCollector, TRUNCATED } from "../../src/model/collect.js";
import type { Json } from "../../src/model/common.js";
import { eventsOf, splitPart } from "../../src/model/events.js";
import type { CanonicalResponse, CanonicalStreamEvent, Choice, Part, PartDelta } from "../../src/model/index.js";
import { collectEvents } from "../support/canonical-events.js";
import { text, thought } from "../support/parts.js";

const everyPart: readonly Part[] = [
  { type: "thinking", text: "hm", signature: { value: "S", origin: "messages" } },
  { type: "thinking", text: "", signature: { value: "S2", origin: "messages" } },
  { type: "redacted-thinking", data: "R" },
  {
    type: "text",
    text: "héllo",
    citations: [{ kind: "url", url: "https://a.example", start: 0, end: 2 }],
    signature: { value: "X", origin: "generate-content" },
    extensions: { messages: { foo: 1 } },
  },
  { type: "text", text: "" },
  { type: "refusal", text: "no" },
  {
    type: "tool-call",
    id: "c1",
    name: "f",
    variant: "function",
    arguments: { json: '{"x": 1}', value: { x: 1 } },
    signature: { value: "Q", origin: "generate-content" },
  },
  { type: "tool-call", id: "c2", name: "g", variant: "function", arguments: { json: "", value: {} }, idSynthesized: true },
  { type: "tool-call", id: "c3", name: "h", variant: "function", arguments: { json: "oops" } },
  { type: "tool-call", id: "c4", name: "i", variant: "custom", arguments: { json: "raw {" } },
  { type: "image", source: { kind: "base64", mimeType: "image/png", data: "AAAA" } },
  { type: "audio", id: "a", source: { kind: "base64", mimeType: "audio/wav", data: "BBBB" }, transcript: "", expiresAt: 5 },
  { type: "audio", source: { kind: "url", url: "https://a.example/a.wav" } },
  { type: "video", source: { kind: "file-id", fileId: "f", style: "messages" } },
  { type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } },
  { type: "server-tool-result", callId: "s", name: "web_search", result: [{ url: "https://a.example" }] },
  { type: "code-call", id: "k", language: "python", code: "1" },
  { type: "code-result", callId: "k", outcome: "ok", stdout: "1" },
  { type: "opaque", style: "messages", value: { type: "container_upload" } },
];

const answer: CanonicalResponse = {
  id: "r",
  model: "m",
  created: 7,
  serviceTier: "default",
  systemFingerprint: "fp",
  extensions: { "chat-completions": { moderation: true } },
  choices: [
    {
      index: 0,
      parts: everyPart,
      finish: { reason: "tool-calls", native: { style: "messages", value: "tool_use" } },
      logprobs: { content: [{ token: "a" }], refusal: null },
      safety: [1],
      extensions: { "generate-content": { tokenCount: 3 } },
    },
    { index: 2, parts: [], finish: { reason: "content-filter" } },
  ],
  usage: { inputTokens: 1, outputTokens: 2, extensions: { "chat-completions": { cost: 1 } } },
  promptBlock: { reason: "SAFETY" },
};

test("the events of an answer fold into that very answer, every kind of part included (BB-160)", () => {
  expect(collectEvents(eventsOf(answer))).toEqual({ ok: true, response: answer });
});

describe("the fold", () => {
  const fold = (...events: CanonicalStreamEvent[]) => collectEvents([{ type: "start" }, ...events, { type: "end" }]);
  const partsOf = (...events: CanonicalStreamEvent[]) => {
    const folded = fold(...events, { type: "finish", choice: 0, finish: { reason: "stop" } });
    return folded.ok ? folded.response.choices[0]?.parts : undefined;
  };
  test("late citations go to the text part in which they start, else to the last", () => {
    const cite = (start?: number) => ({
      kind: "url" as const,
      url: `u${start}`,
      ...(start === undefined ? {} : { start, end: start + 1 }),
    });
    const text = (part: number): CanonicalStreamEvent[] => [
      { type: "part-start", choice: 0, part, head: { type: "text", text: "" } },
      { type: "part-delta", choice: 0, part, delta: { kind: "text", text: "abc" } },
    ];
    expect(partsOf(...text(0), ...text(1), { type: "choice-meta", choice: 0, citations: [cite(2), cite(3), cite(99), cite()] })).toEqual([
      { type: "text", text: "abc", citations: [cite(2), cite()] },
      { type: "text", text: "abc", citations: [cite(3), cite(99)] },
    ]);
  });
  test("logprobs of several events are appended, usage and a second start win over the first", () => {
    expect(
      fold(
        { type: "start", id: "a", model: "m", usage: { inputTokens: 1, outputTokens: 0 } },
        { type: "choice-meta", choice: 0, logprobs: { content: [1], refusal: null } },
        { type: "choice-meta", choice: 0, logprobs: { content: [2], refusal: null }, extensions: { messages: { a: 1 } } },
        { type: "finish", choice: 0, finish: { reason: "stop" }, extensions: { messages: { b: 2 } } },
        { type: "usage", usage: { inputTokens: 1, outputTokens: 5 } },
        { type: "start", serviceTier: "flex" },
      ),
    ).toEqual({
      ok: true,
      response: {
        id: "a",
        model: "m",
        serviceTier: "flex",
        choices: [
          {
            index: 0,
            parts: [],
            finish: { reason: "stop" },
            logprobs: { content: [1, 2], refusal: null },
            extensions: { messages: { a: 1, b: 2 } },
          },
        ],
        usage: { inputTokens: 1, outputTokens: 5 },
      },
    });
  });
  test("a stream without its end is cut (BB-071)", () => {
    expect(collectEvents([{ type: "start" }])).toEqual({ ok: false, error: TRUNCATED });
  });
  test("deltas of parts that never started say nothing and do no harm", () => {
    expect(partsOf({ type: "part-delta", choice: 3, part: 9, delta: { kind: "text", text: "a" } })).toEqual([]);
  });
  test("a hundred thousand pieces take no longer than they should", () => {
    const collector = createCollector();
    const start = performance.now();
    collector.push({ type: "part-start", choice: 0, part: 0, head: { type: "text", text: "" } });
    for (let index = 0; index < 100_000; index++)
      collector.push({ type: "part-delta", choice: 0, part: 0, delta: { kind: "text", text: "some text " } });
    collector.push({ type: "end" });
    const folded = collector.result();
    expect(folded.ok && folded.response.choices[0]?.parts[0]).toMatchObject({ text: "some text ".repeat(100_000) });
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe("events that no decoder of ours sends so, and others may", () => {
  const collected = (...events: readonly CanonicalStreamEvent[]) => {
    const result = collectEvents([
      { type: "start" },
      ...events,
      { type: "finish", choice: 0, finish: { reason: "stop" } },
      { type: "end" },
    ]);
    return result.ok ? result.response.choices[0] : undefined;
  };
  const start = (head: Part, part = 0): CanonicalStreamEvent => ({ type: "part-start", choice: 0, part, head });

  test("late citations go to the text in which they start, past what is no text", () => {
    const meta = (start?: number): CanonicalStreamEvent => ({
      type: "choice-meta",
      choice: 0,
      citations: [{ kind: "url", url: "u", ...(start === undefined ? {} : { start }) }],
    });
    const texts: readonly CanonicalStreamEvent[] = [
      start({ type: "thinking", text: "hm" }, 0),
      start({ type: "text", text: "ab" }, 1),
      start({ type: "text", text: "cd", citations: [{ kind: "url", url: "own" }] }, 2),
    ];
    const count = (...events: readonly CanonicalStreamEvent[]) =>
      collected(...texts, ...events)?.parts.map((part) => (part.type === "text" ? (part.citations ?? []).length : 0));
    expect(count(meta())).toEqual([0, 1, 1]);
    expect(count(meta(1))).toEqual([0, 1, 1]);
    expect(count(meta(2), meta(3), meta(99))).toEqual([0, 0, 4]);
    expect(collected(start({ type: "thinking", text: "t" }), meta(0))?.parts).toEqual([{ type: "thinking", text: "t" }]);
  });

  test("what comes of the logprobs is added to what there is", () => {
    const meta = (logprobs: Json): CanonicalStreamEvent => ({ type: "choice-meta", choice: 0, logprobs });
    const all = (...given: readonly Json[]) => collected(...given.map(meta))?.logprobs;
    expect(all({ content: [1], refusal: null }, { content: [2], refusal: [3], later: 1 })).toEqual({
      content: [1, 2],
      refusal: [3],
      later: 1,
    });
    expect(all({ content: [1] }, null)).toEqual({ content: [1] });
    expect(all({ content: [1] }, "odd")).toEqual("odd");
    expect(all("odd", { content: [1] })).toEqual({ content: [1] });
    expect(all([1], [2])).toEqual([1, 2]);
    expect(all({ content: [1] }, [2])).toEqual([2]);
    expect(all({ content: [1] }, { refusal: null })).toStrictEqual({ content: [1], refusal: null });
    expect(all(null)).toBeNull();
  });
});

// What a fold of events holds exactly, with no field that nothing was said of.

const FINISH: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
const begin = (part: number, head: Part): CanonicalStreamEvent => ({ type: "part-start", choice: 0, part, head });
const grow = (part: number, delta: PartDelta): CanonicalStreamEvent => ({ type: "part-delta", choice: 0, part, delta });

function fold(...events: CanonicalStreamEvent[]) {
  return collectEvents([{ type: "start" }, ...events, { type: "end" }]);
}
function partOf(head: Part, deltas: readonly PartDelta[]): Part | undefined {
  const folded = fold(begin(0, head), ...deltas.map((delta) => grow(0, delta)), FINISH);
  return folded.ok ? folded.response.choices[0]?.parts[0] : undefined;
}
const media = (data: string) => ({ source: { kind: "base64", mimeType: "a/b", data } }) as const;

it.each<[string, Part, readonly PartDelta[], Part]>([
  ["a text", text("a"), [{ kind: "text", text: "b" }], text("ab")],
  ["a thought", thought("a"), [{ kind: "thinking", text: "b" }], thought("ab")],
  ["a refusal", { type: "refusal", text: "a" }, [{ kind: "refusal", text: "b" }], { type: "refusal", text: "ab" }],
  [
    "a redacted thought",
    { type: "redacted-thinking", data: "A" },
    [{ kind: "data", data: "B" }],
    { type: "redacted-thinking", data: "AB" },
  ],
  ["an image", { type: "image", ...media("A") }, [{ kind: "data", data: "B" }], { type: "image", ...media("AB") }],
  ["a video", { type: "video", ...media("A") }, [{ kind: "data", data: "B" }], { type: "video", ...media("AB") }],
  ["a sound", { type: "audio", ...media("A") }, [{ kind: "audio", data: "B" }], { type: "audio", ...media("AB") }],
  [
    "a sound in pieces with padding of their own",
    { type: "audio", ...media("") },
    [
      { kind: "audio", data: "QQ==" },
      { kind: "audio", data: "QkM=" },
      { kind: "audio", data: "REVG" },
    ],
    { type: "audio", ...media("QUJDREVG") },
  ],
  [
    "a sound in pieces that are no base64",
    { type: "audio", ...media("") },
    [
      { kind: "audio", data: "Q=" },
      { kind: "audio", data: "B" },
    ],
    { type: "audio", ...media("Q=B") },
  ],
])("adds to the head of %s", (_what, head, deltas, part) => {
  expect(partOf(head, deltas)).toStrictEqual(part);
});

it("keeps the value that a head has for arguments of which no more came, and reads them anew where more did", () => {
  const head = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "oops", value: { a: 1 } } } as const;
  expect(partOf(head, [])).toStrictEqual(head);
  const begun = { ...head, arguments: { json: '{"a":', value: {} } };
  expect(partOf(begun, [{ kind: "arguments", json: "2}" }])).toStrictEqual({ ...head, arguments: { json: '{"a":2}', value: { a: 2 } } });
});

it("orders parts and choices by their number, and takes a choice without a finish for ended", () => {
  const other: CanonicalStreamEvent = { type: "part-start", choice: 1, part: 0, head: text("c") };
  const folded = fold(other, begin(1, text("b")), { type: "ping" }, begin(0, text("a")), FINISH);
  expect(folded.ok && folded.response.choices).toStrictEqual<Choice[]>([
    { index: 0, parts: [text("a"), text("b")], finish: { reason: "stop" } },
    { index: 1, parts: [text("c")], finish: { reason: "other" } },
  ]);
});

it("keeps what an earlier event said of a choice where a later one does not say it", () => {
  const folded = fold(
    { type: "choice-meta", choice: 0, safety: [1], logprobs: { content: null } },
    { type: "choice-meta", choice: 0, logprobs: { content: [1] } },
    FINISH,
  );
  expect(folded.ok && folded.response.choices).toStrictEqual<Choice[]>([
    { index: 0, parts: [], finish: { reason: "stop" }, safety: [1], logprobs: { content: [1] } },
  ]);
});

// The events that a whole answer is told in, one by one.

const told = (answer: CanonicalResponse) => [...eventsOf(answer)];

describe("the events of an answer", () => {
  it("are its start and its end where it holds nothing", () => {
    expect(told({ choices: [] })).toStrictEqual([{ type: "start" }, { type: "end" }]);
  });

  it("state its usage first and last, and why the prompt was blocked with the end of its first choice", () => {
    const usage = { inputTokens: 1, outputTokens: 2 };
    const finish = { reason: "content-filter" } as const;
    const choices = [
      { index: 0, parts: [], finish },
      { index: 1, parts: [], finish },
    ];
    expect(told({ id: "r", choices, usage, promptBlock: { reason: "SAFETY" } })).toStrictEqual([
      { type: "start", id: "r", usage },
      { type: "finish", choice: 0, finish, promptBlock: { reason: "SAFETY" } },
      { type: "finish", choice: 1, finish },
      { type: "usage", usage },
      { type: "end" },
    ]);
  });
});

const call = (json: string): Part => ({ type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json } });
const sound = (data: string, more: object = {}): Part => ({ type: "audio", source: { kind: "base64", mimeType: "a/b", data }, ...more });
const linked: Part = { type: "audio", source: { kind: "url", url: "https://a.example/a.wav" } };

it.each<[string, Part, readonly PartDelta[]]>([
  ["an empty text", { type: "text", text: "" }, []],
  ["an empty thought", { type: "thinking", text: "" }, []],
  ["an empty refusal", { type: "refusal", text: "" }, []],
  ["a call", call("{}"), [{ kind: "arguments", json: "{}" }]],
  ["a call without a text of its arguments", call(""), []],
  ["a sound", sound("A"), [{ kind: "audio", data: "A" }]],
  ["a sound that is only heard", sound("", { transcript: "a" }), [{ kind: "audio", data: "", transcript: "a" }]],
  ["a sound with what is heard of it", sound("A", { transcript: "a" }), [{ kind: "audio", data: "A", transcript: "a" }]],
  ["a sound of nothing", sound(""), []],
  ["a sound elsewhere", linked, []],
  ["code to run", { type: "code-call", id: "k", language: "python", code: "1" }, []],
])("%s comes in as many pieces as it has something to say", (_what, part, deltas) => {
  expect(splitPart(part).deltas).toStrictEqual(deltas);
});
