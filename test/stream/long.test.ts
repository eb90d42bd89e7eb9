import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { StyleName } from "../../src/model/index.js";
import { createStreamTranslator } from "../../src/stream-translator.js";
import { bytesOf } from "../support/cuts.js";
import { isLong } from "../support/runs.js";

const START: Record<StyleName, string> = {
  "chat-completions":
    'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n\n',
  messages:
    'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":0}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  "generate-content": "",
};
const DELTA: Record<StyleName, string> = {
  "chat-completions":
    'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"some text "},"finish_reason":null}],"x":1}\n\n',
  messages:
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"some text "}}\n\n',
  // A short text: that of this style is held for its citations, up to a limit.
  "generate-content":
    'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"t"}]},"index":0}],"modelVersion":"m","responseId":"r"}\r\n\r\n',
};
const EVENTS = isLong ? 1_000_000 : 60_000;
const EACH = 100;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const PAIRS = [
  ["chat-completions", "messages"],
  ["messages", "generate-content"],
  ["generate-content", "chat-completions"],
  ["messages", "messages"],
] as const;

test.each(PAIRS.flatMap(([from, to]) => [true, false].map((fastPath) => ({ from, to, fastPath }))))(
  "an endless stream from $from into $to does not fill the memory (fast path: $fastPath)",
  { timeout: isLong ? 600_000 : 60_000 },
  ({ from, to, fastPath }) => {
    const slice = bytesOf(DELTA[from].repeat(EACH));
    // While the first stream runs, the engine compiles, and keeps what it made.
    const first = createStreamTranslator({ from, to, fastPath });
    first.push(START[from]);
    for (let count = 0; count < 60_000; count += EACH) first.push(slice);
    const translator = createStreamTranslator({ from, to, fastPath });
    translator.push(START[from]);
    let written = 0;
    let early = 0;
    for (let count = 0; count < EVENTS; count += EACH) {
      written += translator.push(slice).length;
      if (count === EVENTS / 4) early = heap();
    }
    expect(written).toBeGreaterThan(EVENTS * 10);
    // Three quarters of the stream are megabytes. Of a text that is held, each event has a character.
    expect(heap() - early).toBeLessThan(600_000 + (from === "generate-content" && isLong ? 5 * EVENTS : 0));
    expect(translator.issues.length).toBeLessThanOrEqual(100);
  },
);

test("the pieces of a call that waits for its end hold a few bytes for each character", { timeout: 60_000 }, () => {
  const translator = createStreamTranslator({ from: "messages", to: "generate-content", fastPath: false });
  const [open = ""] = START.messages.split("event: content_block_start");
  const block = { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } };
  const delta = { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "1234" } };
  const slice = bytesOf(`data: ${JSON.stringify(delta)}\n\n`.repeat(EACH));
  translator.push(`${open}data: ${JSON.stringify(block)}\n\n`);
  const before = heap();
  for (let count = 0; count < EVENTS; count += EACH) expect(translator.push(slice)).toHaveLength(0);
  expect((heap() - before) / (4 * EVENTS)).toBeLessThan(5);
  expect(translator.end().length).toBeGreaterThan(0);
});

const STYLES: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];
const OTHERS = STYLES.flatMap((from) => STYLES.filter((to) => to !== from).map((to) => ({ from, to })));

test.each(OTHERS)("a thousand translators from $from into $to that wait hold four kilobytes each", { timeout: 120_000 }, ({ from, to }) => {
  const WAITING = 1_000;
  const open = () => {
    const translator = createStreamTranslator({ from, to });
    translator.push(START[from]);
    for (let delta = 0; delta < 3; delta++) translator.push(bytesOf(DELTA[from]));
    return translator;
  };
  for (let count = 0; count < 100; count++) open();
  const before = heap();
  const waiting = Array.from({ length: WAITING }, open);
  expect((heap() - before) / WAITING).toBeLessThan(4000);
  const ends = waiting.map((translator) => translator.end().length);
  expect(Math.min(...ends)).toBeGreaterThan(0);
});
