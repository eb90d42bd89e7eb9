/**
 * Plain JSON values, and the only function through which foreign values enter.
 * Everything behind {@link asJson} may rely on plain data of bounded depth.
 */
import { fail, failure, type Issue, ok, type Path, type Result } from "./issue.js";

/** A value that JSON can hold, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** An object that JSON can hold. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Levels of nesting that are read. Deeper documents are refused, because recursive readers would overflow the stack. */
export const MAX_DEPTH = 256;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a count is, and the number of a choice. */
export function isNatural(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** The member at a step of a path. Reads own members only, so that a key such as `constructor` finds nothing. */
export function memberAt(node: unknown, step: string | number): unknown {
  if (Array.isArray(node)) return typeof step === "number" ? node[step] : undefined;
  return isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
}

/** The same of a record, or of none: undefined, or null as other languages write it. */
export function ownOf<T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A plain JSON object: neither null nor an array. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `Array.isArray` that keeps the element type of a readonly array. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** What was proven plain by {@link asJson}, and what a schema found there without looking into it. */
export function plain(value: unknown): Json;
export function plain(value: unknown): unknown {
  return value;
}

/** The same for an object. */
export function plainObject(value: object): JsonObject;
export function plainObject(value: object): object {
  return value;
}

/** A copy of plain data, for what is held of an event when its call is over: callers may go on to change what they gave. */
export function copyOf<T>(node: T): T;
export function copyOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(copyOf);
  if (!isObject(node)) return node;
  const copy: Record<string, unknown> = { ...node };
  for (const key in copy) if (typeof copy[key] === "object") copy[key] = copyOf(copy[key]);
  return copy;
}

/** Equal as JSON: the order of keys counts for nothing. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isJsonArray(left))
    return isJsonArray(right) && left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}

/**
 * Nodes of one document that are read. No real payload comes near; a small graph of shared references, which is no tree
 * but walks like an endless one, does.
 */
export const MAX_NODES = 1_000_000;

/**
 * Proves that a value is plain JSON and gives back the very same value: nothing is copied and no string is read.
 * `undefined` members of objects count as absent, as `JSON.stringify` has it.
 *
 * @returns an issue with the path of the first member that is not JSON (function, BigInt, NaN, cycle, hole, class
 * instance, throwing getter) or that lies deeper than {@link MAX_DEPTH}
 */
export function asJson(value: unknown): Result<Json>;
export function asJson(value: unknown): Result<unknown> {
  const path: (string | number)[] = [];
  try {
    const found = findForeign(value, path, { nodes: 0 });
    if (found === undefined) return ok(value);
    return fail([found === TOO_DEEP ? tooDeep(value, path) : foreign(found === TOO_LARGE ? [] : path, found)]);
  } catch {
    return fail([foreign(path, "a property that throws when it is read")]);
  }
}

/** The same of the body of a document, which breaks that rule where it is none. */
export function asBody(value: unknown, rule: string): Result<Json> {
  const json = asJson(value);
  return json.ok ? json : fail([{ ...json.issues[0], code: `validation.${rule}`, rule }]);
}

const TOO_DEEP = `more than ${MAX_DEPTH} levels`;
const TOO_LARGE = `a document of more than ${MAX_NODES} nodes`;

/** What is no JSON, in words; the path is then left where that stands. */
function findForeign(value: unknown, path: (string | number)[], count: { nodes: number }): string | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `the number ${value}`;
  if (typeof value !== "object") return value === undefined ? "undefined" : `a ${typeof value}`;
  if (path.length >= MAX_DEPTH) return TOO_DEEP;
  if (++count.nodes > MAX_NODES) return TOO_LARGE;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      const item: unknown = value[index];
      const found = item === undefined && !(index in value) ? "a hole in an array" : findForeign(item, path, count);
      if (found !== undefined) return found;
      path.pop();
    }
    return undefined;
  }
  // An object of another realm has another Object.prototype, so only the depth of the chain shows a class instance.
  const prototype: unknown = Object.getPrototypeOf(value);
  const isInstance = prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null;
  if (!isObject(value) || isInstance) return "an instance of a class";
  for (const key in value) {
    path.push(key);
    const member = value[key];
    const found = member === undefined || typeof member === "string" ? undefined : findForeign(member, path, count);
    if (found !== undefined) return found;
    path.pop();
  }
  return undefined;
}

function foreign(path: Path, what: string): Issue {
  const message = `This is ${what}, which is no JSON; pass a parsed JSON value.`;
  return failure("validation.json", [...path], message, { expected: "a JSON value", received: what });
}

/** A cycle is as deep as one can look. */
function tooDeep(document: unknown, path: Path): Issue {
  const parents = [document];
  for (const [depth, step] of path.entries()) {
    const node = memberAt(parents.at(-1), step);
    if (parents.includes(node)) return foreign(path.slice(0, depth + 1), "a reference to one of its own parents");
    parents.push(node);
  }
  const message = `The document has ${TOO_DEEP}, which is more than is read.`;
  return failure("validation.json", path.slice(0, 8), message, { limit: MAX_DEPTH });
}

/** An object as `JSON.parse` makes it. */
export function isBare(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Objects and lists of a document that are looked at in one go, and levels of what no schema names. */
const MOST_NODES = 65_536;
const MOST_LEVELS = 32;

/** Takes documents as a parser makes them, if they are not large. What it does not take may be plain JSON all the same: `asJson` knows. */
export class AsParsed {
  private nodes = 0;

  enters(node: object): boolean {
    return ++this.nodes <= MOST_NODES && (Array.isArray(node) || Object.getPrototypeOf(node) === Object.prototype);
  }

  takes(_key: string, value: unknown, levels = MOST_LEVELS): boolean {
    if (typeof value === "string" || typeof value === "boolean" || value === null || Number.isFinite(value)) return true;
    if (typeof value !== "object" || levels === 0 || !this.enters(value)) return false;
    if (isObject(value)) {
      for (const key in value) if (!this.takes(key, value[key], levels - 1)) return false;
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) if (!this.takes("", value[index], levels - 1)) return false;
    }
    return true;
  }
}

/** Sets a member of an object that is being made, whatever its name. */
export function setMember<T>(made: { [name: string]: T }, name: string, value: T): void {
  if (name === "__proto__") Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  else made[name] = value;
}

/** The list with what becomes of each item; the very list where every item stays as it is. */
export function mapChanged<T>(list: readonly T[], change: (item: T, index: number) => T): readonly T[] {
  let changed: T[] | undefined;
  for (const [index, item] of list.entries()) {
    const next = change(item, index);
    if (next === item) continue;
    changed ??= [...list];
    changed[index] = next;
  }
  return changed ?? list;
}

/** The node with what stands at the keys changed, in lists each item; the very node where all stays as it is. */
export function changedAt(node: Json, keys: readonly string[], change: (node: Json) => Json): Json {
  if (isJsonArray(node)) return mapChanged(node, (item) => changedAt(item, keys, change));
  const [key, ...deeper] = keys;
  if (key === undefined) return change(node);
  const member = isJsonObject(node) ? node[key] : undefined;
  if (!isJsonObject(node) || member === undefined) return node;
  const changed = changedAt(member, deeper, change);
  return changed === member ? node : { ...node, [key]: changed };
}

/** The only element of an array. */
export function soleOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : undefined;
}

/** What `read` makes of a value; undefined where it throws, as a getter or a proxy may. */
export function attempt<Value, T>(read: (value: Value) => T, value: Value): T | undefined {
  try {
    return read(value);
  } catch {
    return undefined;
  }
}

type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its members that are `undefined`: absent, null and undefined are three things on a wire. */
export function compact<T extends object>(value: T): Compact<T>;
export function compact(value: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {};
  // Every node of every document comes through here: a list of its keys would be garbage.
  for (const key in value) {
    const member = value[key];
    if (member !== undefined && Object.hasOwn(value, key)) kept[key] = member;
  }
  return kept;
}

/**
 * A canonical node that has no fields but these. `config satisfies Only<typeof config, "mode" | "effort">` in an encoder makes the
 * compiler prove that no field is forgotten, now and when the model grows.
 */
export type Only<Node, Fields> = [Exclude<keyof Node, Fields>] extends [never] ? Node : never;
