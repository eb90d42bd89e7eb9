/** A node as it is written: keywords that the target takes, and the others in the description, where the model reads them. */
import { entryOf } from "../core/collections.js";
import { adjustable, equivalent, type Issue, type Path } from "../core/issue.js";
import { compact, type Json, type JsonObject, memberAt, ownOf } from "../core/json.js";
import { areScalar, type Listed, literalTypes, SILENT } from "./keywords.js";
import type { Restore } from "./restore.js";
import type { Dialect } from "./target.js";

/** A reduced node. */
export interface Node {
  readonly schema: JsonObject;
  readonly restore?: Restore | undefined;
  /** Those of a union, which are its own where it stands in another one. */
  readonly branches?: readonly Node[];
}

/** Why a schema cannot bind without another meaning. */
export type Unbinding = (path: Path, reason: string) => void;

/** What nodes are built of, so that it is written or reported where that is done. */
const STRUCTURE: ReadonlySet<string> = new Set(["type", "$ref", "anyOf", "allOf", "oneOf", "nullable"]);
const LITERALS = ["enum", "const"];
/** They do not say what a value is made of. */
export const TEXTS: ReadonlySet<string> = new Set(["title", "description"]);

/** Longer values of keywords do not help the model that reads them. */
const LONGEST_VALUE = 2000;

export class NodeWriter {
  constructor(
    protected readonly dialect: Dialect,
    protected readonly change: Change,
    /** Given where the schema may go without binding instead. */
    protected readonly unbinding: Unbinding | undefined,
  ) {}

  /**
   * @param types those of the node, beside which its keywords stand
   * @param done keywords that `written` states already
   */
  protected described(written: JsonObject, schema: JsonObject, types: readonly string[], path: Path, done: readonly string[] = []) {
    const kept: [string, Json][] = [];
    const left: [string, Json][] = [];
    for (const [key, value] of Object.entries(schema)) {
      if (value === undefined) continue;
      if (TEXTS.has(key) ? typeof value === "string" : STRUCTURE.has(key) || done.includes(key)) continue;
      const inclusive = this.inclusive(key, value, types);
      if (ownOf(this.dialect.takes, key)?.(value, types)) kept.push([key, value]);
      else if (inclusive !== undefined) {
        kept.push(inclusive);
        this.change("equivalent", key, path, `\`${key}\` is written as \`${inclusive[0]}\`.`);
      } else if (SILENT.has(key)) this.change("equivalent", key, path, `\`${key}\` binds nothing, and is left out.`);
      else left.push([key, value]);
    }
    for (const [key] of left) {
      const message = `${this.dialect.who} takes no \`${key.slice(0, 60)}\`; the model reads it in the description.`;
      this.change("approximated", key, path, message);
    }
    const title = typeof schema.title === "string" ? schema.title : undefined;
    const text = typeof schema.description === "string" ? schema.description : undefined;
    const description = left.length === 0 ? text : joined(text, braces(left));
    return { ...written, ...Object.fromEntries(kept), ...compact({ title, description }) };
  }

  /** Exclusive bounds of integers have an inclusive form, which a target takes that has no other. */
  private inclusive(key: string, value: Json, types: readonly string[]): [string, Json] | undefined {
    if (this.dialect.closes || typeof value !== "number" || !Number.isSafeInteger(value) || !types.includes("integer")) return undefined;
    if (key === "exclusiveMinimum") return ["minimum", value + 1];
    return key === "exclusiveMaximum" ? ["maximum", value - 1] : undefined;
  }

  /** Any value: text that is JSON where it must bind. */
  protected anything(path: Path, schema: JsonObject): Node {
    if (!this.dialect.closes) {
      this.change("approximated", "type", path, `${this.dialect.who} wants a type; any object is allowed.`, true);
      return { schema: this.described({ type: "object" }, schema, ["object"], path) };
    }
    this.unbinding?.(path, "it allows any value at one place");
    return this.jsonText(schema, path);
  }

  protected jsonText(schema: JsonObject, path: Path): Node {
    const message = "Any value is written as JSON text, which the context reads back in one piece.";
    this.change("approximated", "type", path, message, true);
    const { title, description } = this.described({}, schema, [], path, ["properties", "additionalProperties"]);
    return { schema: { type: "string", ...compact({ title, description: joined(description, "JSON text.") }) }, restore: { json: true } };
  }

  /** A list of values, or one. */
  protected literal(given: JsonObject, { values, areFewer, areAny }: Listed, path: Path): Node {
    const { lists, alone, closes: hasConst, isOpenApi, who } = this.dialect;
    const { type: _, ...untyped } = given;
    const schema = areAny ? given : untyped;
    const types = literalTypes(schema, values);
    const none = "No listed value fits the rest; the list counts.";
    if (!areAny) this.change("approximated", "enum", path, none, true);
    if (areFewer) this.change("equivalent", "enum", path, "Values that are listed twice or cannot be are left out.");
    // Where null is no listed value, it is one of the types, as far as both allow it.
    const words = values.filter((value) => (hasConst || value !== null) && (!isOpenApi || value !== ""));
    const takesNull = values.includes(null) && (types.includes("null") || schema.type === undefined);
    const others = types.filter((type) => type !== "null");
    const named = hasConst || others.length === 0 ? types : takesNull ? [...others, "null"] : others;
    if (isOpenApi && values.includes("")) this.change("approximated", "enum", path, `${who} takes no empty text; it was left out.`);
    if (named.length < types.length) this.change("equivalent", "type", path, "Null is no listed value.");
    const isListed = words.length > 0 && words.every(lists);
    const areNumbers = isOpenApi && words.length > 0 && words.every((word) => typeof word === "number");
    if (schema.const !== undefined && !hasConst && (isListed || areNumbers))
      this.change("equivalent", "const", path, "`const` is written as `enum`.");
    if (areNumbers) return this.numbers(schema, words, named, path);
    if (!isListed && !areScalar(types)) return this.anything(path, schema);
    const literal = schema.const !== undefined && hasConst ? { const: schema.const } : { enum: words };
    const isTyped = !(alone && isListed) && (schema.type !== undefined || !isListed || !hasConst);
    if (isListed && isTyped === (schema.type === undefined)) {
      if (isTyped) this.change("equivalent", "type", path, `${who} wants the type of listed values.`, true);
      else this.change("equivalent", "type", path, `${who} takes no type beside listed values.`);
    }
    const written = { ...(isTyped ? { type: named.length === 1 ? (named[0] ?? "string") : named } : {}), ...(isListed ? literal : {}) };
    return { schema: this.described(written, schema, isTyped ? named : [], path, isListed ? LITERALS : []) };
  }

  private numbers(schema: JsonObject, words: readonly Json[], types: readonly string[], path: Path): Node {
    this.change("equivalent", "enum", path, `${this.dialect.who} lists numbers as text.`);
    const type = words.every((word) => Number.isInteger(word)) ? "integer" : "number";
    const written = { type: types.includes("null") ? [type, "null"] : type, format: "enum", enum: words.map(String) };
    return { schema: this.described(written, schema, [type], path, [...LITERALS, "format"]) };
  }
}

/** Texts of a description, with a blank line between them. */
export function joined(first: Json | undefined, second: string): string {
  return typeof first === "string" ? `${first}\n\n${second}` : second;
}

/** As the vendors' own helpers write it. */
function braces(entries: readonly (readonly [string, Json])[]): string {
  const shown = entries.map(([key, value]) => {
    const text = JSON.stringify(value);
    return `${key}: ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text}`;
  });
  return `{${shown.join(", ")}}`;
}

/**
 * Takes a change of the schema: `equivalent` loses no meaning; `approximated` binds less, or reads otherwise.
 * @param isWhole it is of the whole node, and not of what stands at its keyword
 */
export type Change = (kind: "equivalent" | "approximated", keyword: string, node: Path, message: string, isWhole?: boolean) => void;

export class ChangeLog {
  private readonly found = new Map<string, { readonly issue: Issue; count: number }>();

  readonly change: Change = (kind, keyword, node, message, isWhole = false) => {
    const path = isWhole ? node : [...node, keyword];
    const facts = { from: keyword.slice(0, 60) };
    entryOf(this.found, `${kind} ${keyword}`, () => ({
      issue: kind === "equivalent" ? equivalent(path, message, facts) : adjustable("approximated.schema", path, message, facts),
      count: 0,
    })).count++;
  };

  take(other: ChangeLog): void {
    for (const [id, counted] of other.found) this.found.set(id, counted);
  }

  /** At places of the schema that was given. */
  issues(given: Json): Issue[] {
    return [...this.found.values()].map(({ issue: { path, ...issue }, count }) => ({
      ...issue,
      path: placeIn(given, path),
      message: count === 1 ? issue.message : `${issue.message.slice(0, -1)} (at ${count} places).`,
    }));
  }
}

/** What the schema calls otherwise before it is read. */
const OTHER_NAMES: Readonly<Record<string, string>> = { anyOf: "oneOf", prefixItems: "items" };

/** As much of the path as there is: nodes that were made of others have none of their own. */
function placeIn(given: Json, path: Path): Path {
  const place: (string | number)[] = [];
  let node: unknown = given;
  for (const key of path) {
    const step = memberAt(node, key) === undefined ? (ownOf(OTHER_NAMES, String(key)) ?? key) : key;
    node = memberAt(node, step);
    if (node === undefined) return place;
    place.push(step);
  }
  return place;
}
