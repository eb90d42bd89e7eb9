/** JSON text of a reduced schema as that of its source, in pieces: each goes on as soon as it is known what becomes of it. */
import { entryOf } from "../core/collections.js";
import { isJsonObject, type Json, ownOf } from "../core/json.js";
import { isJson, membersIn, stringIn, ValueScan, valuesIn, WHITE_SPACE } from "../core/json-text.js";
import type { Restore } from "./restore.js";

/** Where an object, a list, or the object around an unwrapped value is being read. */
interface Frame {
  readonly kind: "object" | "list" | "wrapper";
  readonly restore: Restore;
  expects: "member" | "colon" | "value" | "more";
  /** Members that went on. */
  written: number;
}

/** What a filter has in common with those of the values inside. */
interface Shared {
  readonly defs: Restore["defs"];
  /** Lists of names as sets: each may be long, and be asked for by thousands of objects. */
  readonly sets: Map<readonly string[], ReadonlySet<string>>;
}

function isAmong(name: string, names: readonly string[] | undefined, { sets }: Shared): boolean {
  return names !== undefined && entryOf(sets, names, () => new Set(names)).has(name);
}

/** What becomes of the value that is read: it goes on as it comes; or it is held, as a name, as a null that is left out, or to be restored. */
type Purpose = "pass" | "name" | "null" | Restore;

/** Characters of one value that are held. A longer one goes on as it is. */
const MOST_HELD = 16_000_000;
/** Values in values that are each held as a whole. */
const DEEPEST = 100;

/**
 * Text of one value, in pieces. Properties that are renamed, dropped or unwrapped go on live, late by one name; a value that is
 * made of others (a list of pairs, JSON as text, branches of one kind) comes in one piece when it ends. What does not have the
 * expected shape, and what is held where the text ends too early, stays as it is.
 */
export class RestoreFilter {
  private readonly frames: Frame[] = [];
  private scan: ValueScan | undefined;
  private purpose: Purpose = "pass";
  /** What stands before a value (a comma, a name, a colon), or the value that is held. */
  private held = "";
  /** From where to where the name stands in it. */
  private nameStart = 0;
  private nameEnd = 0;
  private isRaw = false;
  /** Beside the unwrapped value, which went on already, the schema allows nothing. */
  private isSilent = false;

  constructor(
    private readonly restore: Restore,
    private readonly shared: Shared = { defs: restore.defs, sets: new Map() },
    private readonly depth = 0,
  ) {}

  push(piece: string): string {
    let written = "";
    for (let index = 0; index < piece.length; ) {
      if (this.isSilent) return written;
      if (this.isRaw) return written + piece.slice(index);
      if (this.scan === undefined) written += this.take(piece.charAt(index++));
      else {
        const end = this.scan.end(piece, index);
        const text = piece.slice(index, end);
        index = end;
        if (this.purpose === "pass") written += text;
        else this.held += text;
        if (this.scan.isOver) written += this.closed();
      }
      if (this.held.length > MOST_HELD) written += this.raw("");
    }
    return written;
  }

  /** What is still held. */
  end(): string {
    const rest = this.held.slice(this.from());
    this.held = "";
    return rest;
  }

  private closed(): string {
    const purpose = this.purpose;
    const held = this.held;
    const frame = this.frames.at(-1);
    this.scan = undefined;
    if (frame === undefined) this.isRaw = true;
    else if (purpose === "name") {
      frame.expects = "colon";
      this.nameEnd = held.length;
    } else if (purpose === "null") {
      const value = held.slice(this.nameEnd).replace(/^\s*:\s*/, "");
      if (value !== "null") return this.named(frame, held.slice(0, held.length - value.length)) + value;
      this.held = "";
    }
    return typeof purpose === "string" ? "" : restoredText(this.end(), purpose, this.shared, this.depth);
  }

  private take(char: string): string {
    const frame = this.frames.at(-1);
    if (frame === undefined) return this.first(char);
    switch (frame.expects) {
      case "member":
        return frame.kind === "list" ? this.item(char, frame) : this.member(char);
      case "colon":
        this.held += char;
        if (char === ":") frame.expects = "value";
        return "";
      case "value":
        return this.value(char, frame);
      case "more":
        return this.more(char, frame);
    }
  }

  private first(char: string): string {
    if (WHITE_SPACE.has(char)) return char;
    const { restore } = this;
    if (restore.unwrap === undefined) return this.opened(char, restore);
    if (char !== "{") return this.raw(char);
    this.frames.push({ kind: "wrapper", restore, expects: "member", written: 0 });
    this.held = char;
    return "";
  }

  private member(char: string): string {
    this.held += char;
    if (char === "}") return this.left(this.end());
    if (char !== '"') return "";
    this.nameStart = this.held.length - 1;
    this.read(char, "name");
    return "";
  }

  private value(char: string, frame: Frame): string {
    if (WHITE_SPACE.has(char)) {
      this.held += char;
      return "";
    }
    const { restore } = frame;
    const name = stringIn(this.held.slice(this.nameStart, this.nameEnd)) ?? "";
    const inner = ownOf(restore.props, name);
    frame.expects = "more";
    if (frame.kind === "wrapper") {
      if (name !== restore.unwrap) return this.raw(char);
      this.held = "";
      return this.opened(char, inner);
    }
    if (char !== "n" || !isAmong(name, restore.drop, this.shared)) return this.named(frame, this.held) + this.opened(char, inner);
    this.held += char;
    this.read(char, "null");
    return "";
  }

  /** What stands before the value of a member, on its way. */
  private named(frame: Frame, before: string): string {
    const start = this.nameStart;
    const end = this.nameEnd;
    const given = ownOf(frame.restore.rename, stringIn(before.slice(start, end)) ?? "");
    const from = this.from();
    this.held = "";
    frame.written++;
    return before.slice(from, start) + (given === undefined ? before.slice(start, end) : JSON.stringify(given)) + before.slice(end);
  }

  /** The members before it were dropped: the comma was theirs. */
  private from(): number {
    return this.frames.at(-1)?.written === 0 && this.held.startsWith(",") ? 1 : 0;
  }

  private more(char: string, frame: Frame): string {
    if (frame.kind === "wrapper") {
      if (char === ",") this.isSilent = true;
      return char === "}" ? this.left("") : "";
    }
    if (char !== ",") return char === "}" || char === "]" ? this.left(char) : char;
    frame.expects = "member";
    if (frame.kind === "list") return char;
    this.held = char;
    return "";
  }

  private item(char: string, frame: Frame): string {
    if (WHITE_SPACE.has(char)) return char;
    if (char === "]") return this.left(char);
    frame.expects = "more";
    return this.opened(char, frame.restore.items);
  }

  /** The first character of a value. */
  private opened(char: string, given: Restore | undefined): string {
    const restore = resolved(given, this.shared.defs);
    if (restore !== undefined && isWhole(char, restore)) {
      this.held = char;
      this.read(char, restore);
      return "";
    }
    const isOpened = restore !== undefined && (char === "{" || (char === "[" && restore.items !== undefined));
    if (isOpened) this.frames.push({ kind: char === "{" ? "object" : "list", restore, expects: "member", written: 0 });
    else this.read(char, "pass");
    return char;
  }

  private read(first: string, purpose: Purpose): void {
    this.scan = new ValueScan(first.charCodeAt(0));
    this.purpose = purpose;
  }

  private left(written: string): string {
    this.frames.pop();
    if (this.frames.length === 0) this.isRaw = true;
    return written;
  }

  private raw(char: string): string {
    this.isRaw = true;
    return this.end() + char;
  }
}

/** What a reference leads to, which is none itself. */
function resolved(restore: Restore | null | undefined, defs: Restore["defs"]): Restore | undefined {
  if (restore?.ref === undefined) return restore ?? undefined;
  const target = ownOf(defs, restore.ref);
  return target?.ref === undefined ? target : undefined;
}

function isWhole(first: string, { any, pairs, json, text }: Restore): boolean {
  if (first === '"') return (any ?? json ?? text) !== undefined;
  return (first === "[" && (any ?? pairs) !== undefined) || (first === "{" && any !== undefined);
}

/** The whole text of one value, restored. */
export function filtered(text: string, restore: Restore, shared?: Shared, depth?: number): string {
  const filter = new RestoreFilter(restore, shared, depth);
  return filter.push(text) + filter.end();
}

/** A value that was held. */
function restoredText(text: string, { any, json, pairs, text: isText }: Restore, shared: Shared, depth: number): string {
  if (depth >= DEEPEST || !isJson(text)) return text;
  const inner = (value: string, restore: Restore) => filtered(value, restore, shared, depth + 1);
  if (any !== undefined) {
    const branch = fittingBranch(text, any, shared);
    return branch === undefined ? text : inner(text, branch);
  }
  const string = stringIn(text);
  if (string !== undefined) return isText === true || (json === true && isJson(string)) ? string : text;
  const members = pairs === undefined ? undefined : pairsIn(text);
  if (members === undefined || pairs === undefined) return text;
  return `{${members.map(([key, value]) => `${key}:${pairs === true ? value : inner(value, pairs)}`).join(",")}}`;
}

/** Keys and values of a list of pairs, as they are written. */
function pairsIn(text: string): readonly (readonly [key: string, value: string])[] | undefined {
  const found: (readonly [string, string])[] = [];
  for (const item of valuesIn(text)) {
    const [first, second, ...more] = membersIn(item) ?? [];
    const [key, value] = first?.[0] === "key" ? [first, second] : [second, first];
    if (key?.[0] !== "key" || value?.[0] !== "value" || more.length > 0 || !key[1].startsWith('"')) return undefined;
    found.push([key[1], value[1]]);
  }
  return found;
}

/** The branch of the fewest properties that has all of an object's; for what is no object, the first that can restore it. */
function fittingBranch(text: string, branches: readonly (Restore | null)[], shared: Shared): Restore | undefined {
  const candidates = branches.flatMap((branch) => resolved(branch, shared.defs) ?? []);
  const value: Json = JSON.parse(text);
  if (!isJsonObject(value)) return candidates.find((branch) => fits(text, branch));
  const members = Object.entries(value);
  const fitting = candidates.filter(
    ({ keys, is }) =>
      keys !== undefined && members.every(([name, inner]) => isAmong(name, keys, shared) && [undefined, inner].includes(ownOf(is, name))),
  );
  return fitting.sort(({ keys: one = [] }, { keys: other = [] }) => one.length - other.length)[0];
}

/** A text of several is parsed only where that gives what no text is: else it may be the text that another branch allows. */
function fits(text: string, { json, pairs, items }: Restore): boolean {
  const string = stringIn(text);
  if (string !== undefined) return json === true && /^\s*[[{]/.test(string) && isJson(string);
  return pairs === undefined ? items !== undefined : pairsIn(text) !== undefined;
}

/**
 * A value of a reduced schema as one of its source. Never guesses: what does not have the expected shape stays as it is.
 *
 * @param value what a model gave for the schema, parsed
 * @param restore that of `reduceSchema`; without one there is nothing to undo
 * @returns the same value where nothing is to be undone. The input is not changed
 * @example
 * restoreValue({ city: "Rome", unit: null }, { drop: ["unit"] }); // { city: "Rome" }
 * restoreValue({ value: ["a", "b"] }, { unwrap: "value" }); // ["a", "b"]
 */
export function restoreValue(value: Json, restore: Restore | undefined): Json {
  if (restore === undefined) return value;
  try {
    const text = JSON.stringify(value);
    const restored = filtered(text, restore);
    const json: Json = restored === text ? value : JSON.parse(restored);
    return json;
  } catch {
    // Deeper than the stack.
    return value;
  }
}
