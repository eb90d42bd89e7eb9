/** Arguments and texts of an answer in the shape of the schemas that the client gave: those of whole answers, and of streams as they come. */

import { splitPart, textOf, withText } from "../model/events.js";
import type { CanonicalResponse, CanonicalStreamEvent, Part } from "../model/index.js";
import { RestoreFilter } from "./filter.js";
import { type AnswerRestore, isAnswerRestore, type Restore } from "./restore.js";

/** What undoes the changes of the schema that the part is written by. */
function restoreOf(part: Part, { tools, format }: AnswerRestore): Restore | undefined {
  if (part.type === "text") return format;
  if (part.type !== "tool-call" || part.variant !== "function" || tools === undefined) return undefined;
  return Object.hasOwn(tools, part.name) ? tools[part.name] : undefined;
}

/** The same answer where nothing is to be undone. */
export function restoredAnswer(response: CanonicalResponse, restore: object | null | undefined): CanonicalResponse {
  if (!restore || !isAnswerRestore(restore)) return response;
  return {
    ...response,
    choices: response.choices.map((choice) => ({ ...choice, parts: choice.parts.map((part) => restoredPart(part, restore)) })),
  };
}

/** Through the filter of streams, so that whole answers and streams are the same to the last byte. */
function restoredPart(part: Part, answer: AnswerRestore): Part {
  const restore = restoreOf(part, answer);
  if (restore === undefined) return part;
  const filter = new RestoreFilter(restore);
  const text = textOf(part);
  const restored = filter.push(text) + filter.end();
  return restored === text ? part : withText(part, restored);
}

/** {@link restoredAnswer} of a stream. Owns its state: one for each stream. */
export class StreamRestorer {
  /** Parts that are open, by choice and number. */
  private readonly open = new Map<string, OpenPart>();

  constructor(private readonly restore: AnswerRestore) {}

  /** Whether the pieces of the part are looked at one by one. */
  reads(choice: number, part: number): boolean {
    return this.open.has(`${choice} ${part}`);
  }

  restored(event: CanonicalStreamEvent): readonly CanonicalStreamEvent[] {
    switch (event.type) {
      case "part-start":
        return this.started(event);
      case "part-delta": {
        const { delta } = event;
        const open = this.open.get(`${event.choice} ${event.part}`);
        if (open === undefined || (delta.kind !== "text" && delta.kind !== "arguments")) return [event];
        return pieceOf(open, open.filter.push(delta.kind === "text" ? delta.text : delta.json));
      }
      case "part-stop":
        return [...this.ended(`${event.choice} ${event.part}`), event];
      // What is held of a value that never ended goes on as it came.
      case "error":
      case "end":
        return [...[...this.open.keys()].flatMap((id) => this.ended(id)), event];
      default:
        return [event];
    }
  }

  private started(event: Extract<CanonicalStreamEvent, { type: "part-start" }>): readonly CanonicalStreamEvent[] {
    const { choice, part, head } = event;
    const restore = restoreOf(head, this.restore);
    if (restore === undefined) return [event];
    const kind = head.type === "text" ? "text" : "arguments";
    this.open.set(`${choice} ${part}`, { choice, part, kind, filter: new RestoreFilter(restore) });
    if (textOf(head) === "") return [event];
    const split = splitPart(head);
    const deltas = split.deltas.flatMap((delta) => this.restored({ type: "part-delta", choice, part, delta }));
    return [{ ...event, head: split.head }, ...deltas];
  }

  private ended(id: string): readonly CanonicalStreamEvent[] {
    const open = this.open.get(id);
    this.open.delete(id);
    return open === undefined ? [] : pieceOf(open, open.filter.end());
  }
}

interface OpenPart {
  readonly choice: number;
  readonly part: number;
  readonly kind: "text" | "arguments";
  readonly filter: RestoreFilter;
}

/** None for an empty piece: all of it is held, or left out. */
function pieceOf({ choice, part, kind }: OpenPart, text: string): readonly CanonicalStreamEvent[] {
  if (text === "") return [];
  return [{ type: "part-delta", choice, part, delta: kind === "text" ? { kind, text } : { kind, json: text } }];
}
