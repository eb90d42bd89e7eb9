/** `interlingua demo`: a request, its faults and a stream, as the library sees them. */
import { createStreamTranslator, isStyleName, styles, translateRequest, validateRequest } from "../index.js";
import { issueTable, type Paint } from "./findings.js";

const NAMES = Object.keys(styles).filter(isStyleName);
/** The style of the documents here: the first, which most clients know. */
const FROM = NAMES.reduce((first) => first);
const OTHERS = NAMES.filter((name) => name !== FROM);

const REQUEST = {
  model: "claude-sonnet-5-5",
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
  `data: ${JSON.stringify({ id: "c1", model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const STREAM = [chunk({ role: "assistant", content: "Sunny" }), chunk({ content: ", 21 °C." }), chunk({}, "stop"), "data: [DONE]\n\n"];

export function demo(paint: Paint): string {
  const heading = (text: string) => `\n${paint(text, 1)}\n\n`;
  let out = heading(`1  A request of ${FROM}`) + pretty(REQUEST);
  for (const to of OTHERS) {
    const result = translateRequest(REQUEST, { from: FROM, to, profile: "vendor" });
    out += heading(`   in ${to}, and what was lost`) + (result.ok ? pretty(result.value.body) : "") + issueTable(result.issues, paint);
  }
  out += heading("2  Every fault of a request, before it is sent") + pretty(FAULTY);
  out += issueTable(validateRequest(FAULTY, { style: FROM }).issues, paint);
  for (const to of OTHERS.slice(0, 1)) {
    out += heading(`3  A stream of ${FROM}, piece by piece, in ${to}`);
    const translator = createStreamTranslator({ from: FROM, to });
    const decoder = new TextDecoder();
    for (const piece of STREAM) out += `${line("in", piece.trim())}${indented(decoder.decode(translator.push(piece)))}`;
    out += indented(decoder.decode(translator.end()));
  }
  return out;
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 1).replace(/\n\s*/g, " ")}\n`;
}

function indented(text: string): string {
  const frames = text.split("\n").filter((line) => line.startsWith("data: "));
  return frames.map((frame) => line("out", frame)).join("");
}

/** Cut, so that each event is one line of a terminal. */
function line(way: string, frame: string): string {
  return `   ${way.padEnd(3)}  ${frame.length > 100 ? `${frame.slice(0, 99)}…` : frame}\n`;
}
