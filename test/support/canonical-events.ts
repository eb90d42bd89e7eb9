/** Canonical events of streams in short, and what an encoder makes of them. */

import type { Issue } from "../../src/core/issue.js";
import { type Collected, createCollector } from "../../src/model/collect.js";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../src/model/index.js";
import type { StreamEncodeOptions, StreamEncoder } from "../../src/styles/style.js";

export const start: CanonicalStreamEvent = { type: "start", id: "r", model: "g" };
export const text: Part = { type: "text", text: "" };
export const call = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "" } } as const satisfies Part;
export const open = (part: number, head: Part, choice = 0): CanonicalStreamEvent => ({ type: "part-start", choice, part, head });
export const say = (part: number, delta: PartDelta, choice = 0): CanonicalStreamEvent => ({ type: "part-delta", choice, part, delta });
export const stop = (part: number, choice = 0): CanonicalStreamEvent => ({ type: "part-stop", choice, part });
export const finish: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
export const usage: CanonicalStreamEvent = { type: "usage", usage: { inputTokens: 10, outputTokens: 4 } };
export const end: CanonicalStreamEvent = { type: "end" };

/** A whole part: what a delta in short adds to it is of its kind. */
export const whole = (part: number, head: Part, ...deltas: readonly (string | PartDelta)[]) => [
  ...begun(part, head, ...deltas),
  stop(part),
];
/** A part that is not over. */
export const begun = (part: number, head: Part, ...deltas: readonly (string | PartDelta)[]) => [
  open(part, head),
  ...deltas.map((delta) => say(part, typeof delta === "string" ? words(head.type, delta) : delta)),
];
/** Another delta of a text, a thought, a refusal or the arguments of a call. */
export const more = (part: number, kind: "text" | "thinking" | "refusal" | "tool-call", piece: string) => say(part, words(kind, piece));

function words(kind: Part["type"], piece: string): PartDelta {
  if (kind === "tool-call") return { kind: "arguments", json: piece };
  if (kind === "text" || kind === "thinking" || kind === "refusal") return { kind, text: piece };
  throw new Error(`${kind} has no deltas of text`);
}
export const hi = [start, open(0, text), say(0, { kind: "text", text: "Hi" }), stop(0)];
export const signature = { value: "c2ln", origin: "generate-content" } as const;

/** All that is written, with the findings; each event is named by its place. */
export function writeWith<Event>(stream: { encoder(options: StreamEncodeOptions): StreamEncoder<Event> }) {
  return (events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions = {}) => {
    const issues: Issue[] = [];
    const position = { index: 0 };
    const encoder = stream.encoder({ from: "chat-completions", position, ...options, report: (issue) => issues.push(issue) });
    const out = events.flatMap((event, index) => {
      position.index = index;
      return encoder.push(event);
    });
    return { out: [...out, ...encoder.end()], issues };
  };
}

/** The answer that the events make up. */
export function collectEvents(events: Iterable<CanonicalStreamEvent>): Collected {
  const collector = createCollector();
  for (const event of events) collector.push(event);
  return collector.result();
}
