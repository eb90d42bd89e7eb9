/** A stream that breaks off inside a call: what comes out must not look like a whole one, which a client would run. */
import { expect, it } from "vitest";
import { collectStream, createStreamTranslator, type StyleName } from "../../src/index.js";
import { bytesOf } from "../support/cuts.js";
import { expectEqual } from "../support/verdict.js";

const named = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const usage = { input_tokens: 1, output_tokens: 1 };
const message = { id: "m", type: "message", role: "assistant", model: "a", content: [], stop_reason: null, stop_sequence: null, usage };
const block = named("content_block_start", { index: 0, content_block: { type: "tool_use", id: "t", name: "f", input: {} } });
const input = (partial_json: string) => named("content_block_delta", { index: 0, delta: { type: "input_json_delta", partial_json } });
const chunk = (delta: object) =>
  `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
const call = (fields: object, args: string) => chunk({ tool_calls: [{ index: 0, ...fields, function: { ...fields, arguments: args } }] });

/** Up to the last piece of the arguments, which is missing. `{"__raw_arguments` begins text in an object's clothes. */
const HALF: readonly (readonly [from: StyleName, stream: string, customTools?: readonly string[]])[] = [
  ["messages", named("message_start", { message }) + block + input('{"') + input("__raw_") + input('arguments":"é')],
  ["messages", named("message_start", { message }) + block + input('{"a') + input('":{"b":[1,"é')],
  ["messages", named("message_start", { message }) + block + input('{"input":"é'), ["f"]],
  ["chat-completions", call({ id: "a", name: "f" }, "") + call({}, '{"a') + call({}, '":{"b":[1,"é')],
  ["chat-completions", call({ name: "f" }, '{"a":[') + call({}, '1,"é')],
];
const TO: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];

it.each(HALF.flatMap((half) => TO.filter((to) => to !== half[0]).map((to) => [half[0], to, half] as const)))(
  "a call of %s that is cut anywhere is no whole one in %s",
  (from, to, [, stream, customTools]) => {
    const bytes = bytesOf(stream);
    for (let end = 1; end <= bytes.length; end++) {
      const translator = createStreamTranslator({ from, to, context: { ...(customTools === undefined ? {} : { customTools }) } });
      const text = [translator.push(bytes.subarray(0, end)), translator.end()].map((piece) => new TextDecoder().decode(piece)).join("");
      const seen = {
        whole: argumentsIn(text).filter(isObjectText),
        ends: text.match(/functionCall|content_block_stop|finish_reason":"|"finishReason|message_stop/)?.[0],
        error: text.includes('"error"'),
        truncated: translator.issues.some(({ code }) => code === "stream.truncated"),
      };
      expectEqual(seen, { whole: [], ends: undefined, error: true, truncated: true }, `cut at ${end}`);
    }
  },
);

const blockStop = named("content_block_stop", { index: 0 });
const messageStop = named("message_stop", {});
const piece = (functionCall: object, more: object = {}) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ functionCall }] }, index: 0, ...more }], modelVersion: "m" })}\n\n`;
const city = (stringValue: string, willContinue: boolean) => ({
  partialArgs: [{ jsonPath: "$.city", stringValue, willContinue }],
  willContinue: true,
});
const DONE = "data: [DONE]\n\n";
const open = chunk({ tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "f", arguments: "" } }] });

/** The source says that its stream is complete; whether it broke off is told by its arguments alone. */
const ENDED: readonly (readonly [from: StyleName, what: string, stream: string, cut: boolean])[] = [
  ["chat-completions", "half an object", open + call({}, '{"a":"') + DONE, true],
  ["chat-completions", "half an object in one chunk", call({ id: "a", name: "f" }, '{"a":') + DONE, true],
  ["chat-completions", "half an object that passed in many pieces", open + call({}, '{"a":"') + call({}, "b").repeat(9) + DONE, true],
  ["chat-completions", "half an object before its name", call({ id: "a" }, '{"a":') + DONE, true],
  ["chat-completions", "matching braces that are no JSON", open + call({}, "{a}") + DONE, true],
  ["chat-completions", "two calls, the first of which breaks off", open + call({}, "{") + call({ id: "b", name: "g" }, "{}") + DONE, true],
  ["chat-completions", "a whole object", open + call({}, '{"a":1}') + DONE, false],
  [
    "chat-completions",
    "a whole object that passed in many pieces",
    open + call({}, '{"a":"') + call({}, "b").repeat(9) + call({}, '"}') + DONE,
    false,
  ],
  ["chat-completions", "nothing", open + DONE, false],
  ["chat-completions", "white space", open + call({}, " \n") + DONE, false],
  ["messages", "half an object", named("message_start", { message }) + block + input('{"a":"') + messageStop, true],
  [
    "messages",
    "half an object in many pieces",
    named("message_start", { message }) + block + input('{"a":"') + input("b").repeat(9) + messageStop,
    true,
  ],
  [
    "messages",
    "a whole object without the end of its block",
    named("message_start", { message }) + block + input('{"a":1}') + messageStop,
    false,
  ],
  [
    "messages",
    "half an object that its block ends",
    named("message_start", { message }) + block + input('{"a":"') + blockStop + messageStop,
    false,
  ],
  [
    "generate-content",
    "half a string",
    piece({ name: "f", willContinue: true }) + piece(city("New ", true), { finishReason: "STOP" }),
    true,
  ],
  [
    "generate-content",
    "a whole string",
    piece({ name: "f", willContinue: true }) + piece(city("York", false), { finishReason: "STOP" }),
    false,
  ],
  [
    "generate-content",
    "half a string, and why",
    piece({ name: "f", willContinue: true }) + piece(city("New ", true), { finishReason: "MAX_TOKENS" }),
    false,
  ],
];

it.each(ENDED.flatMap((each) => TO.map((to) => [each[0], each[1], to, each[2], each[3]] as const)))(
  "a stream of %s that ends after %s is told so in %s",
  (from, _what, to, stream, cut) => {
    const translator = createStreamTranslator({ from, to });
    // One event in a slice, so that the fast path learns.
    const slices = stream.split(/(?<=\n\n)/).map(bytesOf);
    const text = [...slices.map((slice) => translator.push(slice)), translator.end()]
      .map((part) => new TextDecoder().decode(part))
      .join("");
    const codes = translator.issues.map(({ code }) => code);
    expect(codes.includes("stream.truncated")).toBe(cut);
    expect(/"error":/.test(text)).toBe(cut);
    // What is repeated as it came may have said its end before it breaks off.
    if (from !== to) expect(/finish_reason":"|"finishReason":"|message_stop|\[DONE\]/.test(text)).toBe(!cut);
    const collected = collectStream(stream, { style: from });
    expect(collected.ok).toBe(!cut);
    expect(collected.issues.some(({ code }) => code === "stream.truncated")).toBe(cut);
  },
);

/** The arguments of the calls of a stream, joined. */
function argumentsIn(text: string): readonly string[] {
  const pieces = [...text.matchAll(/"(?:arguments|partial_json)":("(?:[^"\\]|\\.)*")/g)].map(([, json = '""']) => String(JSON.parse(json)));
  return pieces.length === 0 ? [] : [pieces.join("")];
}

function isObjectText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
