/** What a stream may make its machines hold, and how one ends that goes beyond. */
import { describe, expect, it } from "vitest";
import { collectStream, createStreamTranslator, type StyleName } from "../../src/index.js";
import { MAX_CITATIONS, MAX_GATHERED, MAX_PARTS } from "../../src/stream/limits.js";
import { styleNames } from "../../src/style-lists.js";
import { bytesOf } from "../support/cuts.js";
import { text } from "../support/parts.js";
import { growthOf, type Scenario } from "../support/work.js";

type Event = (index: number) => object;
const chunk = (delta: object, more: object = {}) => ({
  id: "c",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});
const call = (index: number, args: string) =>
  chunk({ tool_calls: [{ index, id: `c${index}`, type: "function", function: { name: "f", arguments: args } }] });
const argument = (args: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: args } }] });
const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null, usage: {} };
const begun = { type: "message_start", message };
const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
const grown = (index: number, delta: object) => ({ type: "content_block_delta", index, delta });
const candidate = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, ...more }],
});
const cited = (index: number) =>
  grown(0, { type: "citations_delta", citation: { type: "web_search_result_location", url: `https://a/${index}`, cited_text: "" } });

const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
const MEGABYTE = "x".repeat(1024 * 1024);

function translated(from: StyleName, to: StyleName, events: Iterable<object>) {
  const translator = createStreamTranslator({ from, to });
  let text = "";
  const decoder = new TextDecoder();
  let [last, bytes]: [object?, Uint8Array?] = [];
  for (const event of events) {
    // One that repeats as it is may be a megabyte.
    if (event !== last || bytes === undefined) bytes = bytesOf(frame(event));
    last = event;
    text = (text + decoder.decode(translator.push(bytes))).slice(-1000);
  }
  return { text, translator };
}

function* repeated(head: readonly object[], event: Event, times: number): Generator<object> {
  yield* head;
  const same = event.length === 0 ? event(0) : undefined;
  for (let index = 0; index < times; index++) yield same ?? event(index);
}

/** Streams that go on without end, the event that repeats, how often it may, and what the limit is. */
const ENDLESS: readonly (readonly [what: string, from: StyleName, head: readonly object[], event: Event, times: number, limit: number])[] =
  [
    ["calls", "chat-completions", [], (index) => call(index, "{}"), MAX_PARTS, MAX_PARTS],
    [
      "calls without names",
      "chat-completions",
      [],
      (index) => chunk({ tool_calls: [{ index, function: { arguments: "{}" } }] }),
      MAX_PARTS + 300,
      MAX_PARTS,
    ],
    ["arguments", "chat-completions", [call(0, '{"a":"')], () => argument(MEGABYTE), MAX_GATHERED / MEGABYTE.length, MAX_GATHERED],
    [
      "arguments before a name",
      "chat-completions",
      [],
      () => chunk({ tool_calls: [{ index: 0, function: { arguments: MEGABYTE } }] }),
      MAX_GATHERED / MEGABYTE.length,
      MAX_GATHERED,
    ],
    [
      "calls",
      "messages",
      [begun],
      (index) => block(index, { type: "tool_use", id: `t${index}`, name: "f", input: {} }),
      MAX_PARTS,
      MAX_PARTS,
    ],
    [
      "input of a tool of the service",
      "messages",
      [begun, block(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} })],
      () => grown(0, { type: "input_json_delta", partial_json: MEGABYTE }),
      MAX_GATHERED / MEGABYTE.length,
      MAX_GATHERED,
    ],
    [
      "pieces of an unknown block",
      "messages",
      [begun, block(0, { type: "later" })],
      () => grown(0, { type: "later_delta", text: MEGABYTE }),
      MAX_GATHERED / MEGABYTE.length,
      MAX_GATHERED,
    ],
    ["calls", "generate-content", [], () => candidate([{ functionCall: { name: "f", args: {} } }]), MAX_PARTS, MAX_PARTS],
    ["code", "generate-content", [], () => candidate([{ executableCode: { language: "PYTHON", code: "1" } }]), MAX_PARTS, MAX_PARTS],
    [
      "pieces of arguments",
      "generate-content",
      [candidate([{ functionCall: { name: "f", willContinue: true } }])],
      (index) => candidate([{ functionCall: { partialArgs: [{ jsonPath: `$.a${index}`, stringValue: MEGABYTE }], willContinue: true } }]),
      MAX_GATHERED / MEGABYTE.length,
      MAX_GATHERED,
    ],
  ];

describe("a stream that goes on without end", () => {
  // What is held is counted before the target is known: three of them in turn reach all pairs.
  it.each(ENDLESS.map(([what, from, ...rest], index) => [what, from, styleNames[index % 3] ?? from, rest] as const))(
    "with %s from %s into %s ends in the target's error",
    { timeout: 60_000 },
    (_what, from, to, [head, event, times, limit]) => {
      const { text, translator } = translated(from, to, repeated(head, event, times + 2));
      expect(text).toMatch(/"error":\{[^\n]*\}\n\n$/);
      expect(translator.issues.filter(({ code }) => code === "stream.error")).toMatchObject([
        { code: "stream.error", severity: "error", limit },
      ]);
      expect(translator.push(bytesOf(frame(event(0))))).toHaveLength(0);
    },
  );

  it("may have as many calls as the limit says, and its reader is told of one too many", () => {
    const DONE = "data: [DONE]\n\n";
    const stream = (calls: number) => Array.from({ length: calls }, (_, index) => frame(call(index, "{}"))).join("") + DONE;
    expect(collectStream(stream(MAX_PARTS), { style: "chat-completions" }).ok).toBe(true);
    const { ok, issues } = collectStream(stream(MAX_PARTS + 1), { style: "chat-completions" });
    expect(ok).toBe(false);
    expect(issues[0]).toMatchObject({ code: "stream.error", limit: MAX_PARTS });
  });

  it.each(["chat-completions", "generate-content"] as const)(
    "of messages leaves out citations beyond the limit in %s, and goes on",
    (to) => {
      const { translator } = translated("messages", to, [begun, block(0, text()), grown(0, { type: "text_delta", text: "a" })]);
      const push = (events: Iterable<object>) => new TextDecoder().decode(translator.push(bytesOf([...events].map(frame).join(""))));
      push(repeated([], cited, MAX_CITATIONS + 9));
      const rest = push([
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" } },
        { type: "message_stop" },
      ]);
      const pages = /"(?:url|uri)":"https:\/\/a\/\d+"/g;
      expect(rest.match(pages)).toHaveLength(MAX_CITATIONS);
      expect(rest).not.toContain('"error"');
      expect(translator.issues).toContainEqual(expect.objectContaining({ code: "approximated.citation", limit: MAX_CITATIONS }));
    },
  );

  it("of messages has sixty-four open blocks at most, the oldest of which ends", () => {
    const { translator } = translated(
      "messages",
      "chat-completions",
      repeated([begun], (index) => block(index, { type: "later", index }), 70),
    );
    const codes = translator.issues.map(({ code, path }) => `${code} ${path[0]}`);
    expect(codes.filter((code) => code.startsWith("dropped.part"))).toHaveLength(6);
  });

  it("of chat-completions whose text stands behind half a call ends in an error of messages", () => {
    const { text, translator } = translated(
      "chat-completions",
      "messages",
      repeated([call(0, '{"a":')], () => chunk({ content: MEGABYTE }), 33),
    );
    expect(text).toMatch(/event: error\n.*\n\n$/);
    expect(translator.issues).toContainEqual(expect.objectContaining({ code: "stream.error", limit: MAX_GATHERED }));
  });

  it("of chat-completions repeats as many choices as are read", () => {
    const { text, translator } = translated(
      "chat-completions",
      "chat-completions",
      repeated([], (index) => ({ ...chunk({}), choices: [{ index, delta: { content: "a" } }] }), 1100),
    );
    expect(text).toContain('"index":1023');
    expect(text).not.toContain('"index":1024');
    expect(translator.issues.length).toBeGreaterThan(0);
  });
});

/** Families of events that once cost more the more of them had come. */
const GROWING: readonly (readonly [
  what: string,
  from: StyleName,
  targets: readonly StyleName[],
  head: string,
  event: string,
  inOne?: string,
])[] = [
  [
    "annotations in one event",
    "chat-completions",
    ["messages", "generate-content"],
    '{"choices":[{"delta":{"content":"abc"}}]}',
    '{"type":"url_citation","url_citation":{"url":"https://a/#","start_index":0,"end_index":1}}',
    '{"choices":[{"delta":{"annotations":[@]}}]}',
  ],
  [
    "calls in one event",
    "chat-completions",
    ["messages", "generate-content"],
    "",
    '{"index":#,"id":"c#","function":{"name":"f","arguments":"{}"}}',
    '{"choices":[{"delta":{"tool_calls":[@]}}]}',
  ],
  [
    "calls without names",
    "chat-completions",
    ["messages", "chat-completions"],
    "",
    '{"index":#,"id":"c#","function":{"arguments":"{}"}}',
    '{"choices":[{"delta":{"tool_calls":[@]}}]}',
  ],
  [
    "calls and text in turn",
    "chat-completions",
    ["messages", "generate-content"],
    "",
    '{"choices":[{"delta":{"content":"a","tool_calls":[{"index":#,"id":"c#","function":{"name":"f","arguments":"{}"}}]}}]}',
  ],
  [
    "probabilities",
    "chat-completions",
    ["generate-content"],
    "",
    '{"choices":[{"delta":{"content":"a"},"logprobs":{"content":[{"token":"a","logprob":-1}]}}]}',
  ],
  ["unknown fields before the answer", "chat-completions", ["messages"], "", '{"choices":[],"k#":1}'],
  [
    "blocks that are never stopped",
    "messages",
    ["chat-completions", "generate-content"],
    '{"type":"message_start","message":{"id":"m","model":"m"}}',
    '{"type":"content_block_start","index":#,"content_block":{"type":"text","text":"a"}}',
  ],
  [
    "counts of ever new names before the end",
    "messages",
    ["messages"],
    '{"type":"message_start","message":{"id":"m","model":"m"}}',
    '{"type":"message_delta","delta":{"k#":{}}}',
  ],
  [
    "pieces of arguments",
    "generate-content",
    ["messages"],
    '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]}}]}',
    '{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.a","stringValue":"ab","willContinue":true}],"willContinue":true}}]}}]}',
  ],
  [
    "text and thought in turn",
    "generate-content",
    ["chat-completions", "messages"],
    "",
    '{"candidates":[{"content":{"parts":[{"text":"a"},{"text":"b","thought":true}]}}]}',
  ],
  [
    "citations",
    "generate-content",
    ["chat-completions", "messages"],
    "",
    '{"candidates":[{"content":{"parts":[{"text":"abc"}]},"citationMetadata":{"citations":[{"startIndex":0,"endIndex":2,"uri":"https://a/#"}]}}]}',
  ],
];
const ENDS = {
  "chat-completions": '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
  messages: '{"type":"message_delta","delta":{"stop_reason":"end_turn"}}',
  "generate-content": '{"candidates":[{"content":{"parts":[{"functionCall":{}}]},"finishReason":"STOP"}]}',
};

describe("the work of a stream grows with its length", () => {
  it.each(GROWING.flatMap(([what, from, targets, ...rest]) => [...targets, "whole"].map((to) => [what, from, to, rest] as const)))(
    "with %s, from %s into %s",
    { timeout: 60_000 },
    async (_what, from, to, [head, event, inOne]) => {
      // A scenario is handed over as its text.
      const facts = JSON.stringify({ from, to, head, event, inOne: inOne ?? "", end: ENDS[from] });
      const text = `(library, size) => {
        const { from, to, head, event, inOne, end } = ${facts};
        const each = Array.from({ length: size }, (_, index) => event.replaceAll("#", index));
        const texts = [...(head === "" ? [] : [head]), ...(inOne === "" ? each : [inOne.replace("@", each.join())]), end];
        const slices = texts.map((text) => new TextEncoder().encode("data: " + text + "\\n\\n"));
        if (to === "whole") return () => library.collectStream("data: " + texts.join("\\n\\ndata: ") + "\\n\\n", { style: from });
        const translator = library.createStreamTranslator({ from, to });
        return () => { for (const slice of slices) translator.push(slice); translator.end(); };
      }`;
      const scenario: Scenario = Object.assign(() => () => undefined, { toString: () => text });
      expect(await growthOf(scenario, 400)).toBeLessThan(1.2);
    },
  );
});
