/**
 * Arguments that come in pieces, each with its place and whether more of it follows:
 *
 *     {"functionCall": {"name": "f", "willContinue": true}}
 *     {"functionCall": {"partialArgs": [{"jsonPath": "$.city", "stringValue": "New ", "willContinue": true}], "willContinue": true}}
 *     {"functionCall": {"partialArgs": [{"jsonPath": "$.city", "stringValue": "York"}], "willContinue": true}}
 *     {"functionCall": {}}
 */

import type { Path } from "../../core/issue.js";
import { changedAt, copyOf, isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { plainJson } from "../../model/extensions.js";
import type { GenerateContentPart } from "./wire.js";

/** Levels of nesting in a path that are read. */
const MAX_STEPS = 64;

type Step = string | number;
/** Objects and lists by their members. */
type Tree = Map<Step, Tree | Json>;
type FunctionCall = NonNullable<GenerateContentPart["functionCall"]>;

/** A call whose arguments come in pieces; `willContinue` states whether more of them follow. */
export class PiecedCall {
  /** That of its first piece. */
  readonly path: Path;
  /** UTF-16 units of its pieces so far. */
  held = 0;
  private readonly first: GenerateContentPart;
  private readonly call: FunctionCall;
  /** `args`, as far as they came whole. */
  private readonly args = new Map<string, Json>();
  private readonly pieces: Tree = new Map();
  /** Places of the strings that go on in the next piece. */
  private readonly open = new Set<string>();

  constructor(first: GenerateContentPart, call: FunctionCall, path: Path) {
    this.first = copyOf(first);
    this.call = copyOf(call);
    this.path = path;
  }

  /** @returns the positions of the entries of `partialArgs` that cannot be read */
  add({ args, partialArgs }: FunctionCall): readonly number[] {
    this.held += JSON.stringify([args, partialArgs]).length;
    const given = plainJson(args);
    if (isJsonObject(given)) for (const [key, value] of Object.entries(given)) this.args.set(key, copyOf(value));
    const pieces = plainJson(partialArgs);
    if (!isJsonArray(pieces)) return [];
    return pieces.flatMap((piece, index) => (isJsonObject(piece) && this.put(piece) ? [] : [index]));
  }

  /** A string of it was to go on, and has not yet. */
  get cut(): boolean {
    return this.open.size > 0;
  }

  /** The part as it would have come at once. */
  whole(): GenerateContentPart {
    const { willContinue: _more, partialArgs: _pieces, ...known } = this.call;
    const args = Object.fromEntries([...this.args, ...entriesOf(this.pieces)]);
    return { ...this.first, functionCall: { ...known, args } };
  }

  private put(entry: JsonObject): boolean {
    const steps = stepsOf(entry.jsonPath);
    if (steps === undefined) return false;
    const value = givenValue(entry);
    if (value === undefined) return true;
    const place = JSON.stringify(steps);
    const last = steps.pop() ?? "";
    let node = this.pieces;
    for (const step of steps) {
      const inner = node.get(step) ?? new Map();
      if (!(inner instanceof Map)) return false;
      node.set(step, inner);
      node = inner;
    }
    const before = node.get(last);
    if (before instanceof Map) return false;
    const goesOn = this.open.delete(place) && typeof before === "string" && typeof value === "string";
    node.set(last, goesOn ? before + value : value);
    if (entry.willContinue === true) this.open.add(place);
    return true;
  }
}

function givenValue(entry: JsonObject): Json | undefined {
  const { stringValue, numberValue, boolValue, nullValue } = entry;
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  return nullValue === undefined ? undefined : null;
}

/** `$.a.b[0]['odd key']` → `["a", "b", 0, "odd key"]`. */
function stepsOf(path: Json | undefined): Step[] | undefined {
  if (typeof path !== "string" || !path.startsWith("$")) return undefined;
  const steps: Step[] = [];
  const pattern = /\.([^.[\]]+)|\[(\d+)\]|\[(['"])((?:(?!\3)[^\\]|\\.)*)\3\]/y;
  pattern.lastIndex = 1;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null || steps.length >= MAX_STEPS) return undefined;
    const [, name, index, , quoted] = match;
    steps.push(index !== undefined ? Number(index) : (name ?? String(quoted).replace(/\\(.)/g, "$1")));
  }
  return steps.length === 0 ? undefined : steps;
}

/** Lists in the order of the indexes; a gap would only be filled with guesses. */
function jsonOf(node: Tree | Json): Json {
  if (!(node instanceof Map)) return node;
  const members: [Step, Tree | Json][] = [...node];
  // fromEntries, not assignment: a key may be `__proto__`.
  if (!members.every(([key]) => typeof key === "number")) return Object.fromEntries(entriesOf(node));
  return members.sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => jsonOf(inner));
}

function entriesOf(node: Tree): [string, Json][] {
  return [...node].map(([key, inner]) => [String(key), jsonOf(inner)]);
}

/** The body with an empty name for each call without one, as the later pieces of a call are. */
export function withNames(body: Json): Json {
  return changedAt(body, ["candidates", "content", "parts"], named);
}

function named(part: Json): Json {
  const call = isJsonObject(part) ? part.functionCall : undefined;
  if (!isJsonObject(part) || !isJsonObject(call) || (call.name ?? null) !== null) return part;
  return { ...part, functionCall: { ...call, name: "" } };
}
