/** A whole answer as the events of its stream: the exact inverse of the fold in `collect.ts`. One delta for each text. */
import { compact } from "../core/compact.js";
import { argumentsFromText } from "./arguments.js";
import type { Part } from "./content.js";
import type { CanonicalStreamEvent, PartDelta } from "./event.js";
import { joinedBase64 } from "./media.js";
import type { CanonicalResponse, Choice } from "./response.js";

export function* eventsOf({ choices, usage, promptBlock, ...head }: CanonicalResponse): Generator<CanonicalStreamEvent> {
  // Usage stands at both ends: one style states it in its first event, the others in their last.
  yield { type: "start", ...head, ...(usage === undefined ? {} : { usage }) };
  for (const [position, choice] of choices.entries()) yield* choiceEvents(choice, position === 0 ? promptBlock : undefined);
  if (usage !== undefined) yield { type: "usage", usage };
  yield { type: "end" };
}

function* choiceEvents(
  { index: choice, parts, finish, ...meta }: Choice,
  promptBlock: CanonicalResponse["promptBlock"],
): Generator<CanonicalStreamEvent> {
  for (const [part, whole] of parts.entries()) {
    const { head, deltas } = splitPart(whole);
    yield { type: "part-start", choice, part, head };
    for (const delta of deltas) yield { type: "part-delta", choice, part, delta };
    yield { type: "part-stop", choice, part };
  }
  if (Object.keys(meta).length > 0) yield { type: "choice-meta", choice, ...meta };
  yield { type: "finish", choice, finish, ...(promptBlock === undefined ? {} : { promptBlock }) };
}

/** A part as the head that starts it and the deltas that bring the rest. */
export interface SplitPart {
  readonly head: Part;
  readonly deltas: readonly PartDelta[];
}

/** Encoders use it as well: who starts a part with more than a head is taken at his word. */
export function splitPart(part: Part): SplitPart {
  const text = textOf(part);
  switch (part.type) {
    case "text":
    case "thinking":
    case "refusal": {
      const { signature, ...unsigned } = part;
      const { citations = [], ...head } = unsigned.type === "text" ? unsigned : { ...unsigned, citations: [] };
      const deltas: PartDelta[] = text === "" ? [] : [{ kind: part.type, text }];
      for (const citation of citations) deltas.push({ kind: "citation", citation });
      if (signature !== undefined) deltas.push({ kind: "signature", ...signature });
      return { head: { ...head, text: "" }, deltas };
    }
    case "tool-call":
      return { head: { ...part, arguments: { json: "" } }, deltas: text === "" ? [] : [{ kind: "arguments", json: text }] };
    case "audio": {
      const { transcript, ...head } = part;
      if (head.source.kind !== "base64") return { head: part, deltas: [] };
      const isEmpty = text === "" && transcript === undefined;
      return { head: withText(head, ""), deltas: isEmpty ? [] : [compact({ kind: "audio" as const, data: text, transcript })] };
    }
    default:
      return { head: part, deltas: [] };
  }
}

/** What deltas append to in a part: its text, the JSON of its arguments, its base64 data. */
export function textOf(part: Part): string {
  switch (part.type) {
    case "text":
    case "thinking":
    case "refusal":
      return part.text;
    case "tool-call":
      return part.arguments.json;
    case "redacted-thinking":
      return part.data;
    case "image":
    case "audio":
    case "video":
      return part.source.kind === "base64" ? part.source.data : "";
    default:
      return "";
  }
}

export function withText(part: Part, text: string): Part {
  switch (part.type) {
    case "text":
    case "thinking":
    case "refusal":
      return { ...part, text };
    case "tool-call": {
      if (text === part.arguments.json && part.arguments.value !== undefined) return part;
      return { ...part, arguments: part.variant === "custom" ? { json: text } : argumentsFromText(text) };
    }
    case "redacted-thinking":
      return { ...part, data: text };
    case "image":
    case "audio":
    case "video":
      return part.source.kind === "base64" ? { ...part, source: { ...part.source, data: joinedBase64(text) } } : part;
    default:
      return part;
  }
}
