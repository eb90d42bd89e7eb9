/** How the values of an answer are undone of what their schema was changed into: in whole answers, and in streams as they come. */
import { isObject, ownOf } from "../core/json.js";
import { splitPart, textOf, withText } from "../model/events.js";
import type { CanonicalResponse, CanonicalStreamEvent, Part } from "../model/index.js";
import { filtered, RestoreFilter } from "./filter.js";

/** Plain JSON: names of properties and constants of the schema, no content. It travels in the context from the request to the answer. */
export interface Restore {
  /** `{"value": x}` is x; the schema allows nothing beside it. */
  readonly unwrap?: string;
  /** From the written name to the caller's. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Properties of which null means that they were not given. */
  readonly drop?: readonly string[];
  readonly props?: Readonly<Record<string, Restore>>;
  readonly items?: Restore;
  /** By branch of a union in which one kind of value has several: the first one that the value fits. */
  readonly any?: readonly (Restore | null)[];
  /** The names of the properties of a branch, by which an object is known to be of it. */
  readonly keys?: readonly string[];
  /** The only values that properties of the branch may have. */
  readonly is?: Readonly<Record<string, string | number | boolean>>;
  /** A list of `{key, value}` is an object; each value is restored by this. */
  readonly pairs?: Restore | true;
  /** The text is JSON. */
  readonly json?: true;
  /** The answer is the text itself, without its quotes. */
  readonly text?: true;
  readonly ref?: string;
  readonly defs?: Readonly<Record<string, Restore>>;
}

/** Those of a whole request, for its answer: of the arguments of calls by the name of the tool, and of texts. */
export interface AnswerRestore {
  readonly tools?: Readonly<Record<string, Restore>>;
  readonly format?: Restore;
}

/** Whether any value comes out otherwise. */
export function undoes({ unwrap, rename, drop, props = {}, items, any = [], pairs, json, defs = {} }: Restore): boolean {
  if ((unwrap ?? rename ?? drop ?? pairs ?? json) !== undefined) return true;
  return [...Object.values(props), ...Object.values(defs), items, ...any].some((inner) => inner && undoes(inner));
}

type Shape = (value: unknown, level: number) => boolean;

const isText: Shape = (value) => typeof value === "string";
const isRestore: Shape = (value, level) => level < DEEPEST && isObject(value) && hasShape(value, RESTORE, level);
const isTrue: Shape = (value) => value === true;

function listOf(item: Shape): Shape {
  return (value, level) => Array.isArray(value) && value.every((one) => item(one, level));
}

function recordOf(member: Shape): Shape {
  return (value, level) => isObject(value) && Object.values(value).every((one) => member(one, level));
}

const DEEPEST = 200;
const RESTORE: { readonly [Key in keyof Restore]-?: Shape } = {
  unwrap: isText,
  rename: recordOf(isText),
  drop: listOf(isText),
  props: recordOf(isRestore),
  items: isRestore,
  any: listOf((value, level) => value === null || isRestore(value, level)),
  keys: listOf(isText),
  is: recordOf((value) => ["string", "number", "boolean"].includes(typeof value)),
  pairs: (value, level) => value === true || isRestore(value, level),
  json: isTrue,
  text: isTrue,
  ref: isText,
  defs: recordOf(isRestore),
};

function hasShape(value: Readonly<Record<string, unknown>>, shapes: Readonly<Record<string, Shape>>, level: number): boolean {
  return Object.entries(shapes).every(([key, shape]) => value[key] === undefined || shape(value[key], level + 1));
}

/** Whether it is what a request left behind, and no other value that somebody put into a context. */
export function isAnswerRestore(value: unknown): value is AnswerRestore {
  return isObject(value) && hasShape(value, { tools: recordOf(isRestore), format: isRestore }, 0);
}

/** What undoes the changes of the schema that the part is written by. */
function restoreOf(part: Part, { tools, format }: AnswerRestore): Restore | undefined {
  if (part.type === "text") return format;
  return part.type === "tool-call" && part.variant === "function" ? ownOf(tools, part.name) : undefined;
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
  const text = textOf(part);
  const restored = filtered(text, restore);
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
