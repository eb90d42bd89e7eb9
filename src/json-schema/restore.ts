/** How the values of an answer are undone of what their schema was changed into. */
import { isObject } from "../core/json.js";

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

/** What a reference leads to, which is none itself. */
export function resolved(restore: Restore | null | undefined, defs: Restore["defs"] = {}): Restore | undefined {
  if (restore?.ref === undefined) return restore ?? undefined;
  const target = Object.hasOwn(defs, restore.ref) ? defs[restore.ref] : undefined;
  return target?.ref === undefined ? target : undefined;
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
const listOf =
  (item: Shape): Shape =>
  (value, level) =>
    Array.isArray(value) && value.every((each) => item(each, level));
const recordOf =
  (member: Shape): Shape =>
  (value, level) =>
    isObject(value) && Object.values(value).every((each) => member(each, level));
const either =
  (one: Shape, other: Shape): Shape =>
  (value, level) =>
    one(value, level) || other(value, level);

const DEEPEST = 200;
const RESTORE: { readonly [Key in keyof Restore]-?: Shape } = {
  unwrap: isText,
  rename: recordOf(isText),
  drop: listOf(isText),
  props: recordOf(isRestore),
  items: isRestore,
  any: listOf(either((value) => value === null, isRestore)),
  keys: listOf(isText),
  is: recordOf((value) => ["string", "number", "boolean"].includes(typeof value)),
  pairs: either(isTrue, isRestore),
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

/** JSON text that is cut into its values and never written anew, so that numbers and texts stay as the model wrote them. */

export const SPACE: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);
const BETWEEN: ReadonlySet<string> = new Set([...SPACE, ",", ":"]);

/** Looks for the end of one value. */
export class ValueScan {
  isOver = false;
  private depth: number;
  private inString: boolean;
  private isBackslashed = false;
  /** A number or a word, which ends before the character that is no more of it. */
  private readonly isBare: boolean;

  constructor(first: string) {
    this.depth = first === "{" || first === "[" ? 1 : 0;
    this.inString = first === '"';
    this.isBare = this.depth === 0 && !this.inString;
  }

  /** The index after the last character of the value that stands in the piece. */
  end(piece: string, from: number): number {
    for (let index = from; index < piece.length; index++) {
      const char = piece.charAt(index);
      if (this.isBare) {
        if (char !== "}" && char !== "]" && !BETWEEN.has(char)) continue;
        this.isOver = true;
        return index;
      }
      if (this.inString) {
        if (this.isBackslashed) this.isBackslashed = false;
        else if (char === "\\") this.isBackslashed = true;
        else if (char === '"') this.inString = false;
      } else if (char === '"') this.inString = true;
      else if (char === "{" || char === "[") this.depth++;
      else if (char === "}" || char === "]") this.depth--;
      if (this.inString || this.depth > 0) continue;
      this.isOver = true;
      return index + 1;
    }
    return piece.length;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text that a string of JSON is; undefined for other values, and for what is none. */
export function stringIn(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The values in the text of an object or a list, as they are written; in an object each behind its name. */
export function valuesIn(text: string): readonly string[] {
  const values: string[] = [];
  for (let at = 1; at < text.length - 1; ) {
    const first = text.charAt(at);
    if (BETWEEN.has(first)) {
      at++;
      continue;
    }
    const end = new ValueScan(first).end(text, at + 1);
    values.push(text.slice(at, end));
    at = end;
  }
  return values;
}

/** The members of the text of an object; undefined for other values. */
export function membersIn(text: string): readonly (readonly [name: string, value: string])[] | undefined {
  if (!text.startsWith("{")) return undefined;
  const values = valuesIn(text);
  return values.flatMap((value, index) => (index % 2 === 0 ? [] : [[stringIn(values[index - 1] ?? "") ?? "", value] as const]));
}
