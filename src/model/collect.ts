/**
 * The fold of a stream: canonical events become the answer that they tell. Text is appended to, never copied, so that a
 * long answer costs no more than its length.
 */
import { addAll } from "../core/add-all.js";
import { lastUpTo } from "../core/search.js";
import { argumentsFromText } from "./arguments.js";
import type { Extensions, Json } from "./common.js";
import type { Citation, Part } from "./content.js";
import type { CanonicalError } from "./error.js";
import type { CanonicalStreamEvent, ChoiceMetaEvent, PartDelta, StartEvent } from "./event.js";
import { joinedBase64 } from "./media.js";
import type { CanonicalResponse, Choice, Finish, Usage } from "./response.js";

export type Collected =
  | { readonly ok: true; readonly response: CanonicalResponse }
  /** The stream told of an error, or stopped before its end (`truncated-stream`). */
  | { readonly ok: false; readonly error: CanonicalError };

export interface Collector {
  push(event: CanonicalStreamEvent): void;
  /** What the events so far tell. Without `end` among them the stream was cut. */
  result(): Collected;
}

/** The error of a stream that stopped before its answer was complete. */
export const TRUNCATED: CanonicalError = {
  kind: "truncated-stream",
  status: 502,
  message: "The stream ended before the answer was complete.",
  retryable: true,
};

export function collectEvents(events: Iterable<CanonicalStreamEvent>): Collected {
  const collector = createCollector();
  for (const event of events) collector.push(event);
  return collector.result();
}

export function createCollector(): Collector {
  const choices = new Map<number, OpenChoice>();
  let head: Omit<StartEvent, "type"> = {};
  let usage: Usage | undefined;
  let promptBlock: CanonicalResponse["promptBlock"];
  let error: CanonicalError | undefined;
  let ended = false;

  function choiceOf(index: number): OpenChoice {
    const found = choices.get(index);
    if (found !== undefined) return found;
    const opened: OpenChoice = { parts: new Map(), citations: [], logprobs: [], extensions: new Map() };
    choices.set(index, opened);
    return opened;
  }

  return {
    push(event) {
      if (ended || error !== undefined) return;
      switch (event.type) {
        case "start": {
          const { type, usage: known, ...rest } = event;
          head = { ...head, ...rest, ...extended(head.extensions, rest.extensions) };
          usage = known ?? usage;
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
          promptBlock = event.promptBlock ?? promptBlock;
          break;
        }
        case "usage":
          usage = event.usage;
          break;
        case "error":
          error = event.error;
          break;
        case "end":
          ended = true;
          break;
        case "part-stop":
        case "ping":
          break;
        default:
          event satisfies never;
      }
    },
    result() {
      if (error !== undefined) return { ok: false, error };
      if (!ended) return { ok: false, error: TRUNCATED };
      const response: CanonicalResponse = {
        ...head,
        choices: [...choices].sort(([a], [b]) => a - b).map(([index, choice]) => closeChoice(index, choice)),
        ...(usage === undefined ? {} : { usage }),
        ...(promptBlock === undefined ? {} : { promptBlock }),
      };
      return { ok: true, response };
    },
  };
}

interface OpenChoice {
  readonly parts: Map<number, OpenPart>;
  readonly citations: Citation[];
  finish?: Finish;
  readonly logprobs: Json[];
  readonly extensions: Map<string, Map<string, Json>>;
  safety?: Json;
  grounding?: Json;
}

interface OpenPart {
  readonly head: Part;
  /** Text, thinking, refusal, arguments or base64 data so far. */
  text: string;
  transcript?: string;
  expiresAt?: number;
  readonly citations: Citation[];
  signature?: Part["signature"];
}

/** A part with all that its deltas said. */
export function fillPart(head: Part, deltas: readonly PartDelta[]): Part {
  const part = openPart(head);
  for (const delta of deltas) addDelta(part, delta);
  return closePart(part);
}

function openPart(head: Part): OpenPart {
  return { head, text: streamedText(head), citations: [] };
}

/** What a head holds of the text that deltas append to; normally nothing. */
function streamedText(head: Part): string {
  switch (head.type) {
    case "text":
    case "thinking":
    case "refusal":
      return head.text;
    case "tool-call":
      return head.arguments.json;
    case "redacted-thinking":
      return head.data;
    case "image":
    case "audio":
    case "video":
      return head.source.kind === "base64" ? head.source.data : "";
    default:
      return "";
  }
}

function addDelta(part: OpenPart, delta: PartDelta): void {
  switch (delta.kind) {
    case "text":
    case "thinking":
    case "refusal":
      part.text += delta.text;
      break;
    case "arguments":
      part.text += delta.json;
      break;
    case "data":
      part.text += delta.data;
      break;
    case "audio":
      if (delta.data !== undefined) part.text += delta.data;
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

function addMeta(choice: OpenChoice, { logprobs, safety, grounding, citations, extensions }: ChoiceMetaEvent): void {
  if (logprobs !== undefined) choice.logprobs.push(logprobs);
  if (safety !== undefined) choice.safety = safety;
  if (grounding !== undefined) choice.grounding = grounding;
  if (citations !== undefined) addAll(choice.citations, citations);
  keep(choice, extensions);
}

/** What is said later counts. */
function keep({ extensions: kept }: OpenChoice, extensions: Extensions | undefined): void {
  for (const [style, fields] of Object.entries(extensions ?? {})) {
    const known = kept.get(style) ?? new Map<string, Json>();
    kept.set(style, known);
    for (const [key, value] of Object.entries(fields)) known.set(key, value);
  }
}

function closeChoice(index: number, { parts, citations, finish, extensions, logprobs, ...facts }: OpenChoice): Choice {
  const tokens = appended(logprobs);
  const closed = [...parts].sort(([a], [b]) => a - b).map(([, part]) => closePart(part));
  return {
    index,
    parts: cite(closed, citations),
    // A legal stream finishes every choice before its end.
    finish: finish ?? { reason: "other" },
    ...facts,
    ...(tokens === undefined ? {} : { logprobs: tokens }),
    ...(extensions.size === 0
      ? {}
      : { extensions: Object.fromEntries([...extensions].map(([style, fields]) => [style, Object.fromEntries(fields)])) }),
  };
}

function closePart({ head, text, transcript, expiresAt, citations, signature }: OpenPart): Part {
  const signed = signature === undefined ? {} : { signature };
  const heard = { ...(transcript === undefined ? {} : { transcript }), ...(expiresAt === undefined ? {} : { expiresAt }) };
  switch (head.type) {
    case "text":
      return { ...head, text, ...signed, ...(citations.length === 0 ? {} : { citations: [...(head.citations ?? []), ...citations] }) };
    case "thinking":
    case "refusal":
      return { ...head, text, ...signed };
    case "tool-call":
      return { ...head, arguments: closeArguments(head, text), ...signed };
    case "redacted-thinking":
      return { ...head, data: text, ...signed };
    case "audio":
      return { ...head, ...closeSource(head.source, text), ...heard, ...signed };
    case "image":
    case "video":
      return { ...head, ...closeSource(head.source, text), ...signed };
    default:
      return { ...head, ...signed };
  }
}

function closeArguments(head: Extract<Part, { type: "tool-call" }>, json: string) {
  if (json === head.arguments.json && head.arguments.value !== undefined) return head.arguments;
  return head.variant === "custom" ? { json } : argumentsFromText(json);
}

function closeSource<S extends Extract<Part, { type: "audio" }>["source"]>(source: S, data: string) {
  return { source: source.kind === "base64" ? { ...source, data: joinedBase64(data) } : source };
}

/** Late citations go to the text part in which they start, else to the last one. */
function cite(parts: readonly Part[], citations: readonly Citation[]): readonly Part[] {
  if (citations.length === 0) return parts;
  const cited = new Map<number, Citation[]>();
  const texts = textsOf(parts);
  for (const citation of citations) {
    const at = indexAt(texts, citation.start);
    const known = cited.get(at);
    if (known === undefined) cited.set(at, [citation]);
    else known.push(citation);
  }
  return parts.map((part, index) => {
    if (part.type !== "text") return part;
    const added = cited.get(index);
    return added === undefined ? part : { ...part, citations: [...(part.citations ?? []), ...added] };
  });
}

interface PlacedText {
  readonly index: number;
  /** Where it starts in the visible text. */
  readonly start: number;
}

function textsOf(parts: readonly Part[]): readonly PlacedText[] {
  let start = 0;
  return parts.flatMap((part, index) => {
    if (part.type !== "text") return [];
    const placed = { index, start };
    start += part.text.length;
    return [placed];
  });
}

/** Index of the text in which something starts, else of the last one. */
function indexAt(texts: readonly PlacedText[], start = 0): number {
  const at = Math.max(
    0,
    lastUpTo(texts.length, (index) => texts[index]?.start ?? 0, start),
  );
  return texts[at]?.index ?? -1;
}

/** `{ content: [a] }` and `{ content: [b] }` → `{ content: [a, b] }`. What cannot be joined counts as the last says it. */
export function appended(values: readonly Json[]): Json | undefined {
  let alike: Json[] = [];
  for (const value of values) {
    const [first] = alike;
    if (first === undefined || !isAlike(first, value)) alike = value === null && first !== undefined ? alike : [value];
    else alike.push(value);
  }
  const [first] = alike;
  if (first === undefined || alike.length === 1) return first;
  if (isList(first)) return alike.filter(isList).flat();
  const members = new Map<string, Json[]>();
  for (const record of alike.filter(isRecord))
    for (const [key, value] of Object.entries(record)) {
      const known = members.get(key);
      if (known === undefined) members.set(key, [value]);
      else known.push(value);
    }
  return Object.fromEntries([...members].map(([key, told]) => [key, appended(told) ?? null]));
}

function isAlike(one: Json, other: Json): boolean {
  return (isList(one) && isList(other)) || (isRecord(one) && isRecord(other));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !isList(value);
}

function merged(known: Extensions | undefined, more: Extensions | undefined): Extensions | undefined {
  if (known === undefined || more === undefined) return more ?? known;
  const before = new Map(Object.entries(known));
  return {
    ...known,
    ...Object.fromEntries(Object.entries(more).map(([style, fields]) => [style, { ...before.get(style), ...fields }])),
  };
}

function extended(known: Extensions | undefined, more: Extensions | undefined): { readonly extensions?: Extensions } {
  const extensions = merged(known, more);
  return extensions === undefined ? {} : { extensions };
}
