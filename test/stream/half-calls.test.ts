/** A stream that breaks off inside a call: what comes out must not look like a whole one, which a client would run. */
import { expect, it } from "vitest";
import { createStreamTranslator, type StyleName } from "../../src/index.js";
import { bytesOf } from "../support/cuts.js";

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
      expect(argumentsIn(text).filter(isObjectText), `cut at ${end}`).toEqual([]);
      expect(text).not.toMatch(/functionCall|content_block_stop|finish_reason":"|"finishReason|message_stop/);
      expect(text).toContain('"error"');
      expect(translator.issues.map(({ code }) => code)).toContain("stream.truncated");
    }
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
