/** Thoughts where the caller names no field for them are left out, and that is said. */
import { expect, it } from "vitest";
import { collectStream, createStreamTranslator, streamResponse, translateRequest, translateResponse } from "../../../src/index.js";

const options = { from: "messages", to: "chat-completions", reasoningCarriers: [] } as const;
const content = [
  { type: "thinking", thinking: "Hm", signature: "" },
  { type: "text", text: "Hi" },
] as const;
const usage = { input_tokens: 1, output_tokens: 1 };
const answer = { id: "i", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn", stop_sequence: null, usage };
const told = (issues: readonly { readonly code: string; readonly path: readonly unknown[] }[]) =>
  issues.map(({ code, path }) => `${code} ${path.join(".")}`);

it("in a request", () => {
  const messages = [
    { role: "user", content: "q" },
    { role: "assistant", content },
    { role: "user", content: "r" },
  ];
  const result = translateRequest({ model: "m", max_tokens: 5, messages }, options);
  expect(result.ok && result.value.body.messages[1]).toEqual({ role: "assistant", content: "Hi" });
  expect(told(result.issues)).toEqual(["dropped.part messages.1.content.0"]);
});

it("in an answer, whole or in a stream", () => {
  const whole = translateResponse(answer, options);
  expect(whole.ok && whole.value.choices[0]?.message).not.toHaveProperty("reasoning_content");
  expect(told(whole.issues)).toEqual(["dropped.part content.0"]);
  const translator = createStreamTranslator(options);
  const stream = streamResponse(answer, { style: "messages" });
  if (!stream.ok) throw new Error("no stream");
  const text = [translator.push(stream.value), translator.end()].map((bytes) => new TextDecoder().decode(bytes)).join("");
  expect(collectStream(text, { style: "chat-completions" })).toMatchObject({ value: whole.ok && whole.value });
  expect(told(translator.issues)).toEqual(["dropped.part 2"]);
});
