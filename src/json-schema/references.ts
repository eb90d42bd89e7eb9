/** The references of a schema, by their pointers into it. */

import type { Path } from "../core/issue.js";
import { attempt, isJsonArray, isJsonObject, type Json, type JsonObject, memberAt, plain } from "../core/json.js";

export interface Resolved {
  readonly schema: Json;
  readonly path: Path;
}

/** Values that are looked at for references. Past that none is taken for recursive, and the reader's own limit ends it. */
const LOOKED_AT = 200_000;

export class References {
  private readonly targets = new Map<string, Resolved | undefined>();
  private readonly recursive = new Map<string, boolean>();
  private readonly inside = new Map<string, readonly string[]>();
  private readonly sizes = new Map<Json, number>();
  private left = LOOKED_AT;

  constructor(private readonly root: JsonObject) {}

  /** `#`, `#/$defs/name` and its like; undefined where it leads nowhere, or out of the document. */
  resolve(reference: string): Resolved | undefined {
    if (!this.targets.has(reference)) this.targets.set(reference, this.find(reference));
    return this.targets.get(reference);
  }

  /** Characters of a schema as text. */
  sizeOf(schema: Json): number {
    const size = this.sizes.get(schema) ?? JSON.stringify(schema).length;
    this.sizes.set(schema, size);
    return size;
  }

  /** Whether what it refers to leads back to it. */
  isRecursive(reference: string): boolean {
    const known = this.recursive.get(reference);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const open = [...this.referencesIn(reference)];
    for (let next = open.pop(); next !== undefined && this.left-- > 0; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      for (const inner of this.referencesIn(next)) open.push(inner);
    }
    const found = seen.has(reference);
    this.recursive.set(reference, found);
    return found;
  }

  private find(reference: string): Resolved | undefined {
    if (reference === "#") return { schema: this.root, path: [] };
    if (!reference.startsWith("#/")) return undefined;
    const path: (string | number)[] = [];
    let node: Json | undefined = this.root;
    for (const step of reference.slice(2).split("/")) {
      const key = decoded(step);
      const at = isJsonArray(node) && /^\d+$/.test(key) ? Number(key) : key;
      path.push(at);
      node = plain(memberAt(node, at));
    }
    return node === undefined ? undefined : { schema: node, path };
  }

  private referencesIn(reference: string): readonly string[] {
    const known = this.inside.get(reference) ?? this.referencesOf(this.resolve(reference)?.schema);
    this.inside.set(reference, known);
    return known;
  }

  /** But for those in `$defs`, where nothing stands that is not referred to. */
  private referencesOf(schema: Json | undefined): readonly string[] {
    const found = new Set<string>();
    const open: Json[] = schema === undefined ? [] : [schema];
    for (let node = open.pop(); node !== undefined && this.left-- > 0; node = open.pop()) {
      if (isJsonArray(node)) for (const item of node) open.push(item);
      if (!isJsonObject(node)) continue;
      for (const [key, value] of Object.entries(node)) {
        if (key === "$ref" && typeof value === "string") found.add(value);
        else if (key !== "$defs" && key !== "definitions" && typeof value === "object" && value !== null) open.push(value);
      }
    }
    return [...found];
  }
}

/** What references are called as definitions: by the last step of the pointer; a number tells two of one name apart. */
export class ReferenceNames {
  readonly byReference = new Map<string, string>();
  private readonly taken: Set<string>;
  /** How many definitions have a name that begins like this. */
  private readonly numbers = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  of(reference: string): string {
    const known = this.byReference.get(reference);
    if (known !== undefined) return known;
    const last = reference.slice(reference.lastIndexOf("/") + 1).replace(/[^\w.-]/g, "_");
    const base = last === "" || last === "_" ? "root" : last;
    let number = (this.numbers.get(base) ?? 0) + 1;
    let name = number === 1 ? base : `${base}__${number}`;
    while (this.taken.has(name)) name = `${base}__${++number}`;
    this.numbers.set(base, number);
    this.taken.add(name);
    this.byReference.set(reference, name);
    return name;
  }
}

/** The pointer to a place, spelled in the one way that {@link References.resolve} reads whatever the names are. */
export function pointerTo(path: Path): string {
  return ["#", ...path.map((step) => String(step).replace(/%/g, "%25").replace(/~/g, "~0").replace(/\//g, "~1"))].join("/");
}

function decoded(step: string): string {
  const text = attempt(() => decodeURIComponent(step), step) ?? step;
  return text.replace(/~1/g, "/").replace(/~0/g, "~");
}
