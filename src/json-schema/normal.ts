/** A node of a schema in the form in which it is reduced: references and `allOf` in place, one kind of union. */
import { addAll, entryOf } from "../core/collections.js";
import type { Path } from "../core/issue.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject, memberAt, plain } from "../core/json.js";
import { decodedName } from "../core/url-path.js";
import { ANNOTATIONS, both, propertiesOf, withNull } from "./keywords.js";
import type { Change } from "./writer.js";

/** Where a node stands: its path in the source, and the references that were put in place on the way to it. */
export interface Place {
  readonly path: Path;
  readonly opened: readonly string[];
  /** Nodes, references and lists of `allOf` around it. */
  readonly level: number;
}

export const ROOT: Place = { path: [], opened: [], level: 0 };

/** The place of what is inside. */
export function inside({ path, opened, level }: Place, ...steps: Path): Place {
  return { path: [...path, ...steps], opened, level: level + 1 };
}

export type Normal =
  | { readonly kind: "schema"; readonly schema: JsonObject; readonly place: Place }
  | { readonly kind: "never" }
  /** Any value: nothing is said of it, or too much. */
  | { readonly kind: "any"; readonly description?: Json | undefined }
  | { readonly kind: "reference"; readonly reference: string; readonly beside: JsonObject };

export interface Normalizer {
  readonly references: References;
  readonly change: Change;
  /** The vendor, in messages. */
  readonly who: string;
  /** Whether a reference that leads back to itself is kept. */
  readonly recursion?: boolean | undefined;
  /**
   * Nodes that are still read, and characters that may still be written more than once: references multiply what a document
   * holds (2^n for n lines of it), as keywords beside a union do.
   */
  readonly budget: { nodes: number; characters: number };
}

export const TOO_LONG = "The schema is too long; any value is allowed.";

export const BUDGET = { nodes: 5000, characters: 1_000_000 } as const;

/** Deeper than any real schema. */
const MAX_LEVELS = 64;
/** Openings of one reference inside of itself, where the target has no recursion. */
const MAX_OPENINGS = 3;

/** Most nodes are, and need no copy. */
function isPlain({ $ref, allOf, anyOf, oneOf, nullable }: JsonObject): boolean {
  return ($ref ?? allOf ?? anyOf ?? oneOf ?? nullable) === undefined;
}

/** @param inPlace a recursive reference is put in place once, as at the root */
export function normalized(given: Json, place: Place, normalizer: Normalizer, inPlace = false): Normal {
  if (given === false) return { kind: "never" };
  if (!isJsonObject(given)) return { kind: "any" };
  if (--normalizer.budget.nodes < 0 || normalizer.budget.characters < 0 || place.level > MAX_LEVELS) {
    normalizer.change("approximated", "$ref", place.path, TOO_LONG, true);
    return { kind: "any" };
  }
  if (given.properties !== undefined && !isJsonObject(given.properties)) {
    const { properties: _properties, ...others } = given;
    noSchemas("properties", place, normalizer);
    return normalized(others, place, normalizer, inPlace);
  }
  if (isPlain(given)) return { kind: "schema", schema: given, place };
  if (given.nullable === true && (given.$ref ?? given.const) !== undefined) return withNullBeside(given, place, normalizer);
  if (typeof given.$ref === "string") return dereferenced(given.$ref, given, place, normalizer, inPlace);
  const { $ref, ...rest } = given;
  if ($ref !== undefined) noSchemas("$ref", place, normalizer);
  return withoutAllOf(rest, place, normalizer, inPlace);
}

/** What has no list of types that null could be one of. */
function withNullBeside({ nullable: _, ...given }: JsonObject, place: Place, normalizer: Normalizer): Normal {
  const [annotations, schema] = apart(given);
  asType("equivalent", place, normalizer);
  return { kind: "schema", schema: { ...annotations, anyOf: [schema, { type: "null" }] }, place };
}

/** What binds nothing, and what does. */
function apart(schema: JsonObject): readonly [annotations: JsonObject, binding: JsonObject] {
  const entries = Object.entries(schema);
  const isFree = ([key]: readonly [string, Json]) => ANNOTATIONS.has(key);
  return [Object.fromEntries(entries.filter(isFree)), Object.fromEntries(entries.filter((entry) => !isFree(entry)))];
}

function asType(kind: Parameters<Change>[0], { path }: Place, { change }: Normalizer): void {
  change(kind, "nullable", path, "`nullable` is written as a type.");
}

function noSchemas(keyword: string, { path }: Place, { change }: Normalizer): void {
  change("approximated", keyword, path, "This holds no schemas; it was left out.");
}

function dereferenced(reference: string, given: JsonObject, place: Place, normalizer: Normalizer, inPlace: boolean): Normal {
  const { $ref: _, ...beside } = given;
  const { references, change, recursion, budget, who } = normalizer;
  const { path } = place;
  const target = references.resolve(reference);
  if (target === undefined) {
    change("approximated", "$ref", path, "The reference leads nowhere; any value is allowed.");
    return withoutAllOf(beside, place, normalizer, inPlace);
  }
  if (!inPlace && recursion && references.isRecursive(reference)) return { kind: "reference", reference, beside };
  if (place.opened.filter((other) => other === reference).length >= MAX_OPENINGS) {
    change("approximated", "$ref", path, `${who} takes no recursion; any value is allowed from the third level on.`);
    return { kind: "any", description: given.description };
  }
  budget.characters -= references.sizeOf(target.schema);
  change("equivalent", "$ref", path, "The reference is written out.");
  const there = { path: target.path, opened: [...place.opened, reference], level: place.level + 1 };
  const inner = normalized(target.schema, there, normalizer, inPlace);
  if (inner.kind === "never" || Object.keys(beside).length === 0) return inner;
  if (inner.kind === "reference") return { ...inner, beside: { ...inner.beside, ...beside } };
  if (inner.kind === "any") return withoutAllOf(beside, place, normalizer, inPlace);
  const whole = withoutAllOf(beside, place, normalizer, inPlace);
  if (whole.kind !== "schema") return inner;
  return withOneUnion(both(whole.schema, inner.schema, inner.place.path, change), inner.place, normalizer);
}

function withoutAllOf(given: JsonObject, place: Place, normalizer: Normalizer, inPlace: boolean): Normal {
  const { allOf, ...rest } = given;
  if (allOf !== undefined && !isJsonArray(allOf)) noSchemas("allOf", place, normalizer);
  if (!isJsonArray(allOf)) return withOneUnion(given, place, normalizer);
  const { change, budget } = normalizer;
  let whole: JsonObject = rest;
  let { opened } = place;
  for (const [index, branch] of allOf.entries()) {
    const at = inside(place, "allOf", index);
    // Counting what was merged is work as well: it ends with the budget.
    if (budget.characters >= 0) budget.characters -= (Object.keys(whole).length + Object.keys(propertiesOf(whole)).length) * COST_OF_KEY;
    const next = normalized(branch, at, { ...normalizer, recursion: false }, inPlace);
    if (next.kind === "never") return next;
    if (next.kind !== "schema") continue;
    whole = both(whole, next.schema, at.path, change);
    opened = [...opened, ...next.place.opened.slice(place.opened.length)];
  }
  change("equivalent", "allOf", place.path, "All schemas are written as one.", true);
  return withOneUnion(whole, { ...place, opened }, normalizer);
}

/** A merge copies keys and no texts; each counts for so many characters. */
const COST_OF_KEY = 16;

/** `oneOf` and `nullable` are unions, and what stands beside a union stands in each of its branches. */
function withOneUnion(given: JsonObject, place: Place, normalizer: Normalizer): Normal {
  const { change, budget } = normalizer;
  const { oneOf, anyOf: listed, nullable, ...rest } = given;
  const branches = isJsonArray(listed) && listed.length > 0 ? listed : isJsonArray(oneOf) && oneOf.length > 0 ? oneOf : undefined;
  if (listed !== undefined && branches !== listed) noSchemas("anyOf", place, normalizer);
  if (oneOf !== undefined)
    if (branches === oneOf) change("equivalent", "oneOf", place.path, "`oneOf` is written as `anyOf`.");
    else change("approximated", "oneOf", place.path, "`anyOf` is given as well, and counts.");
  if (nullable !== undefined) asType(typeof nullable === "boolean" ? "equivalent" : "approximated", place, normalizer);
  const schema = nullable === true ? withNull(rest) : rest;
  if (branches === undefined) return { kind: "schema", schema, place };
  const [annotations, beside] = apart(schema);
  const all = nullable === true ? [...branches, { type: "null" }] : branches;
  const isAlone = Object.keys(beside).length === 0;
  if (!isAlone) budget.characters -= JSON.stringify(beside).length * all.length;
  const anyOf = isAlone || budget.characters < 0 ? all : all.map((branch) => ({ allOf: [beside, branch] }));
  return { kind: "schema", schema: { ...annotations, anyOf }, place };
}

export interface Resolved {
  readonly schema: Json;
  readonly path: Path;
}

/** Values that are looked at for references. Past that none is taken for recursive, and the reader's own limit ends it. */
const LOOKED_AT = 200_000;

export class References {
  private readonly recursive = new Map<string, boolean>();
  private readonly inside = new Map<string, ReadonlySet<string>>();
  private readonly sizes = new Map<Json, number>();
  private left = LOOKED_AT;

  constructor(private readonly root: JsonObject) {}

  /** `#`, `#/$defs/name` and its like; undefined where it leads nowhere, or out of the document. */
  resolve(reference: string): Resolved | undefined {
    const [root, ...steps] = reference.split("/");
    if (root !== "#") return undefined;
    const path: (string | number)[] = [];
    let node: Json | undefined = this.root;
    for (const step of steps) {
      const key = decodedName(step).replace(/~1/g, "/").replace(/~0/g, "~");
      const at = isJsonArray(node) && /^\d+$/.test(key) ? Number(key) : key;
      path.push(at);
      node = plain(memberAt(node, at));
    }
    return node === undefined ? undefined : { schema: node, path };
  }

  /** Characters of a schema as text. */
  sizeOf(schema: Json): number {
    return entryOf(this.sizes, schema, () => JSON.stringify(schema).length);
  }

  /** Whether what it refers to leads back to it. */
  isRecursive(reference: string): boolean {
    return entryOf(this.recursive, reference, () => {
      const seen = new Set(this.within(reference));
      for (const next of seen) {
        if (this.left-- <= 0) break;
        for (const inner of this.within(next)) seen.add(inner);
      }
      return seen.has(reference);
    });
  }

  /** But for those in `$defs`, where nothing stands that is not referred to. */
  private within(reference: string): ReadonlySet<string> {
    return entryOf(this.inside, reference, () => {
      const found = new Set<string>();
      const open = [this.resolve(reference)?.schema ?? null];
      for (const node of open) {
        if (this.left-- <= 0) break;
        if (isJsonArray(node)) addAll(open, node);
        if (!isJsonObject(node)) continue;
        for (const [key, value] of Object.entries(node)) {
          if (key === "$ref" && typeof value === "string") found.add(value);
          else if (key !== "$defs" && key !== "definitions") open.push(value);
        }
      }
      return found;
    });
  }
}

/** What references are called as definitions: by the last step of the pointer; a number tells two of one name apart. */
export class ReferenceNames {
  readonly entries = new Map<string, string>();
  /** By each name that is taken, the number of the last one that begins like it. */
  private readonly numbers: Map<string, number>;

  constructor(taken: readonly string[] = []) {
    this.numbers = new Map(taken.map((name) => [name, 1]));
  }

  of(reference: string): string {
    return entryOf(this.entries, reference, () => {
      const last = reference.replace(/.*\//s, "").replace(/[^\w.-]/g, "_");
      const base = /^_?$/.test(last) ? "root" : last;
      let number = this.numbers.get(base) ?? 1;
      let name = base;
      while (this.numbers.has(name)) name = `${base}__${++number}`;
      this.numbers.set(base, number).set(name, 1);
      return name;
    });
  }
}

/** The pointer to a place, spelled in the one way that {@link References.resolve} reads whatever the names are. */
export function pointerTo(path: Path): string {
  return ["#", ...path.map((step) => String(step).replace(/%/g, "%25").replace(/~/g, "~0").replace(/\//g, "~1"))].join("/");
}
