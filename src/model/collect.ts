/**
 * The fold of a stream: canonical events become the answer that they make up. Text grows in proportion, so that a
 * long answer costs no more than its length.
 */
import { addAll, entryOf, GrowingText, lastUpTo } from "../core/collections.js";
import { compact, isJsonArray, isJsonObject, ownOf, setMember } from "../core/json.js";
import type { Extensions, Json, Signature } from "./common.js";
import type { Citation, Part } from "./content.js";
import { type CanonicalError, errorOf } from "./error.js";
import {
  type CanonicalResponse,
  type CanonicalStreamEvent,
  type Choice,
  type ChoiceMetaEvent,
  type Finish,
  type PartDelta,
  textOf,
  withText,
} from "./events.js";

export type Collected =
  | { readonly ok: true; readonly response: CanonicalResponse }
  /** The stream reported an error, or stopped before its end (`truncated-stream`). */
  | { readonly ok: false; readonly error: CanonicalError };

/** The error of a stream that stopped before its answer was complete. */
export const TRUNCATED = errorOf("truncated-stream", "The stream ended before the answer was complete.");

export function createCollector() {
  const choices = new Map<number, OpenChoice>();
  const head: Omit<CanonicalResponse, "choices"> = {};
  const kept: OpenExtensions = { extensions: {} };
  let error: CanonicalError | undefined = TRUNCATED;
  let isOver = false;

  const choiceOf = (index: number) => entryOf(choices, index, () => ({ parts: new Map(), citations: [], logprobs: [], extensions: {} }));

  return {
    push(event: CanonicalStreamEvent): void {
      if (isOver) return;
      switch (event.type) {
        case "start": {
          const { type, choice, extensions, ...rest } = event;
          Object.assign(head, rest);
          keep(kept, extensions);
          break;
        }
        case "part-start":
          choiceOf(event.choice).parts.set(event.part, openPart(event.head));
          break;
        case "part-delta": {
          const part = choices.get(event.choice)?.parts.get(event.part);
          if (part !== undefined) addDelta(part, event.delta);
          break;
        }
        case "choice-meta":
          addMeta(choiceOf(event.choice), event);
          break;
        case "finish": {
          const choice = choiceOf(event.choice);
          choice.finish = event.finish;
          keep(choice, event.extensions);
          Object.assign(head, compact({ promptBlock: event.promptBlock }));
          break;
        }
        case "usage":
          Object.assign(head, { usage: event.usage });
          break;
        case "error":
          error = event.error;
          isOver = true;
          break;
        case "end":
          error = undefined;
          isOver = true;
          break;
        default:
          event satisfies { readonly type: "part-stop" | "ping" };
      }
    },
    /** The answer of the events so far. Without `end` among them the stream was cut. */
    result(): Collected {
      if (error !== undefined) return { ok: false, error };
      const response: CanonicalResponse = {
        ...head,
        ...extensionsOf(kept),
        choices: [...choices].sort(([a], [b]) => a - b).map(([index, choice]) => closeChoice(index, choice)),
      };
      return { ok: true, response };
    },
  };
}

interface OpenChoice extends OpenExtensions {
  readonly parts: Map<number, OpenPart>;
  readonly citations: Citation[];
  finish?: Finish;
  readonly logprobs: Json[];
  safety?: Json;
}

interface OpenExtensions {
  readonly extensions: Record<string, Record<string, Json>>;
}

/** A part of which more may come. */
export interface OpenPart {
  readonly head: Part;
  /** What deltas added to its text, arguments or base64 data. */
  readonly text: GrowingText;
  transcript?: string;
  expiresAt?: number;
  readonly citations: Citation[];
  signature?: Signature;
}

export function openPart(head: Part): OpenPart {
  return { head, text: new GrowingText(), citations: [] };
}

export function addDelta(part: OpenPart, delta: PartDelta): void {
  switch (delta.kind) {
    case "text":
    case "thinking":
    case "refusal":
      part.text.add(delta.text);
      break;
    case "arguments":
      part.text.add(delta.json);
      break;
    case "data":
      part.text.add(delta.data);
      break;
    case "audio":
      part.text.add(delta.data ?? "");
      if (delta.transcript !== undefined) part.transcript = (part.transcript ?? "") + delta.transcript;
      if (delta.expiresAt !== undefined) part.expiresAt = delta.expiresAt;
      break;
    case "signature":
      part.signature = { value: delta.value, origin: delta.origin };
      break;
    case "citation":
      part.citations.push(delta.citation);
      break;
    default:
      delta satisfies never;
  }
}

function addMeta(choice: OpenChoice, { logprobs, safety, citations, extensions }: ChoiceMetaEvent): void {
  if (logprobs !== undefined) choice.logprobs.push(logprobs);
  if (safety !== undefined) choice.safety = safety;
  if (citations !== undefined) addAll(choice.citations, citations);
  keep(choice, extensions);
}

/** Later values count. */
function keep({ extensions: kept }: OpenExtensions, extensions: Extensions | undefined): void {
  for (const [style, fields] of Object.entries(extensions ?? {})) {
    const known = ownOf(kept, style) ?? {};
    for (const [key, value] of Object.entries(fields)) setMember(known, key, value);
    setMember(kept, style, known);
  }
}

function extensionsOf({ extensions }: OpenExtensions): { readonly extensions?: Extensions } {
  return Object.keys(extensions).length === 0 ? {} : { extensions };
}

function closeChoice(index: number, { parts, citations, finish, extensions, logprobs, ...facts }: OpenChoice): Choice {
  const tokens = appended(logprobs);
  const closed = [...parts].sort(([a], [b]) => a - b).map(([, part]) => closePart(part));
  const cited = citedTexts(closed, citations);
  return {
    index,
    parts: closed.map((part) => withCitations(part, cited.get(part))),
    // A legal stream finishes every choice before its end.
    finish: finish ?? { reason: "other" },
    ...facts,
    ...compact({ logprobs: tokens }),
    ...extensionsOf({ extensions }),
  };
}

export function closePart({ head, text, citations, transcript, expiresAt, signature }: OpenPart): Part {
  return withCitations({ ...withText(head, textOf(head) + text.text), ...compact({ transcript, expiresAt, signature }) }, citations);
}

function withCitations(part: Part, citations: readonly Citation[] = NONE): Part {
  return part.type !== "text" || citations.length === 0 ? part : { ...part, citations: [...(part.citations ?? NONE), ...citations] };
}

const NONE: readonly never[] = [];

/** The texts that are cited: each citation is of the text in which it starts, else of the last one. Nobody cites an empty text. */
export function citedTexts(parts: readonly Part[], citations: readonly Citation[]): ReadonlyMap<Part, readonly Citation[]> {
  const cited = new Map<Part, Citation[]>();
  /** Each text, and where it starts in the visible text. */
  const texts: (readonly [text: Part, start: number])[] = [];
  let end = 0;
  for (const part of parts) {
    if (part.type !== "text" || part.text === "") continue;
    texts.push([part, end]);
    end += part.text.length;
  }
  for (const citation of citations) {
    const place = lastUpTo(texts.length, (at) => texts[at]?.[1] ?? 0, citation.start ?? 0);
    const [text] = texts[Math.max(0, place)] ?? [];
    if (text !== undefined) entryOf(cited, text, () => []).push(citation);
  }
  return cited;
}

/** `{ content: [a] }` and `{ content: [b] }` → `{ content: [a, b] }`. What cannot be joined counts as it came last. */
export function appended(values: readonly Json[]): Json | undefined {
  let alike: Json[] = [];
  for (const value of values) {
    const [first] = alike;
    if (first === undefined || !isAlike(first, value)) alike = value === null && first !== undefined ? alike : [value];
    else alike.push(value);
  }
  const [first] = alike;
  if (first === undefined || alike.length === 1) return first;
  if (isJsonArray(first)) return alike.filter(isJsonArray).flat();
  const members = new Map<string, Json[]>();
  for (const record of alike.filter(isJsonObject))
    for (const [key, value] of Object.entries(record)) entryOf(members, key, () => []).push(value);
  return Object.fromEntries([...members].map(([key, found]) => [key, appended(found) ?? null]));
}

function isAlike(one: Json, other: Json): boolean {
  return (isJsonArray(one) && isJsonArray(other)) || (isJsonObject(one) && isJsonObject(other));
}
