/**
 * Arguments that come in pieces, each with its place and whether more of it follows:
 *
 *     {"functionCall": {"name": "f", "willContinue": true}}
 *     {"functionCall": {"partialArgs": [{"jsonPath": "$.city", "stringValue": "New ", "willContinue": true}], "willContinue": true}}
 *     {"functionCall": {"partialArgs": [{"jsonPath": "$.city", "stringValue": "York"}], "willContinue": true}}
 *     {"functionCall": {}}
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { plainJson } from "../../model/extensions.js";
import type { GenerateContentPart } from "./wire.js";

/** Levels of nesting in a path that are read. */
const MAX_STEPS = 64;

type Step = string | number;
type Steps = readonly [Step, ...Step[]];
type Tree = Map<Step, Tree | Leaf>;
interface Leaf {
  value: Json;
  /** The string goes on in the next piece. */
  open: boolean;
}

export interface PartialArgs {
  /** `args`, as far as they came whole. */
  merge(args: JsonObject): void;
  /** One entry of `partialArgs`; false when it cannot be read. */
  add(entry: Json): boolean;
  value(): JsonObject;
  /** A string was to go on, and has not yet. */
  readonly cut: boolean;
}

export function createPartialArgs(): PartialArgs {
  const whole = new Map<string, Json>();
  const root: Tree = new Map();

  return {
    merge(args) {
      for (const [key, value] of Object.entries(args)) whole.set(key, value);
    },
    add(entry) {
      const path = isJsonObject(entry) && typeof entry.jsonPath === "string" ? stepsOf(entry.jsonPath) : undefined;
      if (path === undefined || !isJsonObject(entry)) return false;
      const value = givenValue(entry);
      if (value === undefined) return true;
      return put(root, path, value, entry.willContinue === true);
    },
    value: () => Object.fromEntries([...whole, ...entriesOf(root)]),
    get cut() {
      return isCut(root);
    },
  };
}

function put(node: Tree, [step, ...deeper]: Steps, value: Json, open: boolean): boolean {
  const before = node.get(step);
  const [next, ...more] = deeper;
  if (next !== undefined) {
    if (before !== undefined && !(before instanceof Map)) return false;
    const inner: Tree = before ?? new Map();
    node.set(step, inner);
    return put(inner, [next, ...more], value, open);
  }
  if (before instanceof Map) return false;
  if (typeof before?.value === "string" && before.open && typeof value === "string") {
    before.value += value;
    before.open = open;
  } else node.set(step, { value, open });
  return true;
}

function givenValue(entry: JsonObject): Json | undefined {
  const { stringValue, numberValue, boolValue, nullValue } = entry;
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  return nullValue === undefined ? undefined : null;
}

/** `$.a.b[0]['odd key']` → `["a", "b", 0, "odd key"]`. */
function stepsOf(path: string): Steps | undefined {
  if (!path.startsWith("$")) return undefined;
  const steps: Step[] = [];
  const pattern = /\.([^.[\]]+)|\[(\d+)\]|\[(['"])((?:(?!\3)[^\\]|\\.)*)\3\]/y;
  pattern.lastIndex = 1;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null || steps.length >= MAX_STEPS) return undefined;
    const [, name, index, , quoted] = match;
    steps.push(index !== undefined ? Number(index) : (name ?? String(quoted).replace(/\\(.)/g, "$1")));
  }
  const [first, ...more] = steps;
  return first === undefined ? undefined : [first, ...more];
}

function jsonOf(node: Tree | Leaf): Json {
  if (!(node instanceof Map)) return node.value;
  const keys = [...node.keys()];
  return keys.every((key) => typeof key === "number") ? arrayOf(node) : objectOf(node);
}

/** In the order of the indexes; a gap would only be filled with guesses. */
function arrayOf(node: Tree): Json {
  return [...node].sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => jsonOf(inner));
}

function objectOf(node: Tree): JsonObject {
  // fromEntries, not assignment: a key may be `__proto__`.
  return Object.fromEntries(entriesOf(node));
}

function entriesOf(node: Tree): [string, Json][] {
  return [...node].map(([key, inner]) => [String(key), jsonOf(inner)]);
}

function isCut(node: Tree | Leaf): boolean {
  return node instanceof Map ? [...node.values()].some(isCut) : node.open;
}

/** Whether an object holds parts without a function name, as the pieces of a call do. */
export function withNames(body: Json): Json {
  if (!isJsonObject(body) || !isJsonArray(body.candidates)) return body;
  let changed = false;
  const candidates = body.candidates.map((candidate) => {
    const content = isJsonObject(candidate) ? candidate.content : undefined;
    const parts = isJsonObject(content) ? content.parts : undefined;
    if (!isJsonObject(candidate) || !isJsonObject(content) || !isJsonArray(parts) || !parts.some(isNameless)) return candidate;
    changed = true;
    return { ...candidate, content: { ...content, parts: parts.map((part) => (isNameless(part) ? named(part) : part)) } };
  });
  return changed ? { ...body, candidates } : body;
}

function isNameless(part: Json): part is JsonObject & { readonly functionCall: JsonObject } {
  const call = isJsonObject(part) ? part.functionCall : undefined;
  return isJsonObject(call) && (call.name === undefined || call.name === null);
}

function named(part: JsonObject & { readonly functionCall: JsonObject }): Json {
  return { ...part, functionCall: { ...part.functionCall, name: "" } };
}

type FunctionCall = NonNullable<GenerateContentPart["functionCall"]>;

/** A call whose arguments come in pieces; `willContinue` says whether more of them follow. */
export class PiecedCall {
  /** That of its first piece. */
  readonly path: Path;
  /** UTF-16 units of its pieces so far. */
  held = 0;
  private readonly first: GenerateContentPart;
  private readonly call: FunctionCall;
  private readonly args = createPartialArgs();

  constructor(first: GenerateContentPart, call: FunctionCall, path: Path) {
    this.first = first;
    this.call = call;
    this.path = path;
  }

  /** @returns the positions of the entries of `partialArgs` that cannot be read */
  add({ args, partialArgs }: FunctionCall): readonly number[] {
    this.held += JSON.stringify([args, partialArgs]).length;
    const given = plainJson(args);
    if (isJsonObject(given)) this.args.merge(given);
    const pieces = plainJson(partialArgs);
    const unread: number[] = [];
    if (isJsonArray(pieces))
      for (const [index, piece] of pieces.entries()) {
        if (!this.args.add(piece)) unread.push(index);
      }
    return unread;
  }

  /** A string of it was to go on. */
  get cut(): boolean {
    return this.args.cut;
  }

  /** The part as it would have come at once. */
  whole(): GenerateContentPart {
    const { willContinue: _more, partialArgs: _pieces, ...known } = this.call;
    return { ...this.first, functionCall: { ...known, args: this.args.value() } };
  }
}
