/** A whole answer as the events of its stream: the exact inverse of the fold in `collect.ts`. One delta for each text. */
import { compact } from "../core/compact.js";
import type { Part } from "./content.js";
import type { CanonicalStreamEvent, PartDelta } from "./event.js";
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
  switch (part.type) {
    case "text": {
      const { text, citations = [], signature, ...rest } = part;
      return {
        head: { ...rest, text: "" },
        deltas: [
          ...textDelta("text", text),
          ...citations.map((citation): PartDelta => ({ kind: "citation", citation })),
          ...signatureDelta(signature),
        ],
      };
    }
    case "thinking": {
      const { text, signature, ...rest } = part;
      return { head: { ...rest, text: "" }, deltas: [...textDelta("thinking", text), ...signatureDelta(signature)] };
    }
    case "refusal": {
      const { text, signature, ...rest } = part;
      return { head: { ...rest, text: "" }, deltas: [...textDelta("refusal", text), ...signatureDelta(signature)] };
    }
    case "tool-call": {
      const { json } = part.arguments;
      return { head: { ...part, arguments: { json: "" } }, deltas: json === "" ? [] : [{ kind: "arguments", json }] };
    }
    case "audio": {
      const { transcript, ...rest } = part;
      if (rest.source.kind !== "base64") return { head: part, deltas: [] };
      const { data, ...place } = rest.source;
      return {
        head: { ...rest, source: { ...place, data: "" } },
        deltas: data === "" && transcript === undefined ? [] : [compact({ kind: "audio" as const, data, transcript })],
      };
    }
    default:
      return { head: part, deltas: [] };
  }
}

function textDelta(kind: "text" | "thinking" | "refusal", text: string): readonly PartDelta[] {
  return text === "" ? [] : [{ kind, text }];
}

function signatureDelta(signature: Part["signature"]): readonly PartDelta[] {
  return signature === undefined ? [] : [{ kind: "signature", ...signature }];
}
