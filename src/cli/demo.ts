/** `interlingua demo`: a request, its faults and a stream, as the library sees them. */
import { createStreamTranslator, translateRequest, validateRequest } from "../index.js";
import { issueTable, painted, unpainted } from "./table.js";

const REQUEST = {
  model: "claude-sonnet-4-5",
  seed: 7,
  reasoning_effort: "low",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is the weather in Paris?" },
  ],
  tools: [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } } }],
};

const FAULTY = { model: "m", temperature: 3, messages: [{ role: "robot", content: "hi" }] };

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const STREAM = [chunk({ role: "assistant", content: "Sunny" }), chunk({ content: ", 21 °C." }), chunk({}, "stop"), "data: [DONE]\n\n"];

/** @param isTerminal whether there may be colours */
export function demo(isTerminal: boolean): string {
  const paint = isTerminal ? painted : unpainted;
  const heading = (text: string) => `\n${paint(text, 1)}\n\n`;
  let out = heading("1  A request of chat-completions") + pretty(REQUEST);
  for (const to of ["messages", "generate-content"] as const) {
    const result = translateRequest(REQUEST, { from: "chat-completions", to, profile: "vendor" });
    out += heading(`   in ${to}, and what was lost`) + (result.ok ? pretty(result.value.body) : "") + issueTable(result.issues, paint);
  }
  out += heading("2  Every fault of a request, before it is sent") + pretty(FAULTY);
  out += issueTable(validateRequest(FAULTY, { style: "chat-completions" }).issues, paint);
  out += heading("3  A stream of chat-completions, piece by piece, in messages");
  const translator = createStreamTranslator({ from: "chat-completions", to: "messages" });
  const decoder = new TextDecoder();
  for (const piece of STREAM) out += `   in   ${piece.trim()}\n${indented(decoder.decode(translator.push(piece)))}`;
  return out + indented(decoder.decode(translator.end()));
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 1).replace(/\n\s*/g, " ")}\n`;
}

function indented(text: string): string {
  const frames = text.split("\n").filter((line) => line.startsWith("data: "));
  return frames.map((line) => `   out  ${line}\n`).join("");
}
