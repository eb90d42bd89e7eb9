/**
 * Which node of one document became which node of another. Decoders and encoders mark the objects they make; a path is
 * translated only when there is an issue to report, so that a clean document pays one map entry for each node.
 */

import type { Issue, Path } from "./issue.js";
import { isObject, memberAt } from "./json.js";

/**
 * Where the fields of a node stand in the other document, seen from the other node: a dotted path of field names to
 * the keys there, `{ "sampling.topP": ["generationConfig", "topP"] }`. A field that is not listed keeps its name,
 * which may be in snake_case there. Under `""` stands where the node itself is, when its fields are spread over the object that is marked.
 */
export type FieldPaths = Readonly<Record<string, Path>>;

/** What was marked, from the last to the first. */
interface Mark {
  readonly node: object;
  readonly path: Path;
  /** The entry of the list at the path, where it is one. */
  readonly entry: number | undefined;
  /** A function where they are of this document alone: lists of them, of which the last counts. */
  readonly fields: FieldPaths | (() => readonly FieldPaths[]) | undefined;
  readonly before: Mark | undefined;
}

export interface Trace {
  /**
   * Records that `node` was made from what stands at `path` of the other document, or from an entry of the list there, and gives the node
   * back.
   */
  mark<T extends object>(node: T, path: Path, fields?: Mark["fields"], entry?: number): T;
  /**
   * The path in `other` of what stands at `path` in `root`: exact where fields are listed or keep their names, else
   * that of the nearest node above.
   */
  locate(root: unknown, other: unknown, path: Path): Path;
}

/** For machines that look up no node again, as those of streams. */
export const UNTRACED: Trace = { mark: (node) => node, locate: () => [] };

/** So many times a search of the list costs less than a map, which makes every node pay for a hash. */
const SEARCHES = 16;

export class MarkedTrace implements Trace {
  private last: Mark | undefined;
  private searches = 0;
  private known: Map<object, Mark> | undefined;
  private indexed: Mark | undefined;

  mark<T extends object>(node: T, path: Path, fields?: Mark["fields"], entry?: number): T {
    this.last = { node, path, entry, fields, before: this.last };
    return node;
  }

  locate(root: unknown, other: unknown, path: Path): Path {
    let mark: Mark | undefined;
    let marked = 0;
    let node: unknown = root;
    for (let depth = 0; ; depth++) {
      // Nobody marks a list.
      const found = isObject(node) ? this.markOf(node) : undefined;
      if (found !== undefined) {
        mark = found;
        marked = depth;
      }
      const step = path[depth];
      if (step === undefined) break;
      node = memberAt(node, step);
    }
    const { path: base = [], entry, fields } = mark ?? {};
    const lists = typeof fields === "function" ? fields() : fields === undefined ? [] : [fields];
    return extend(other, entry === undefined ? base : [...base, entry], lists, path.slice(marked));
  }

  /** The last mark of a node. Most documents have an issue or two, and only those look anything up. */
  private markOf(node: object): Mark | undefined {
    if (this.searches++ < SEARCHES) {
      for (let mark = this.last; mark !== undefined; mark = mark.before) if (mark.node === node) return mark;
      return undefined;
    }
    const fresh: Mark[] = [];
    for (let mark = this.last; mark !== this.indexed && mark !== undefined; mark = mark.before) fresh.push(mark);
    this.known ??= new Map();
    // The last mark of a node counts.
    for (const mark of fresh.reverse()) this.known.set(mark.node, mark);
    this.indexed = this.last;
    return this.known.get(node);
  }
}

/** Appends what is left of the path below a mark: by the longest listed field, then by equal names as far as they exist. */
function extend(other: unknown, base: Path, fields: readonly FieldPaths[], rest: Path): Path {
  for (let length = rest.length; length > 0 && fields.length > 0; length--) {
    const key = rest.slice(0, length).join(".");
    let target: Path | undefined;
    for (const paths of fields) if (Object.hasOwn(paths, key)) target = paths[key];
    if (target !== undefined)
      return existing(other, [...base, ...target], key === "extensions" ? extensionSteps(rest) : rest.slice(length));
  }
  const self = rest.length === 0 ? fields.at(-1)?.[""] : undefined;
  if (self !== undefined) return [...base, ...self];
  return existing(other, base, rest[0] === "extensions" ? extensionSteps(rest) : rest);
}

/** The path, or as much of it as leads to a value in which nothing can stand: `choices: [null]` has no place for a reason. */
export function upToScalar(document: unknown, path: Path): Path {
  let node = document;
  for (const [depth, step] of path.entries()) {
    if (node !== undefined && (typeof node !== "object" || node === null)) return path.slice(0, depth);
    node = memberAt(node, step);
  }
  return path;
}

/** As much of a path as the document has; `base` is taken to be there. */
export function existing(other: unknown, base: Path, rest: Path): Path {
  let node: unknown = other;
  for (const step of base) node = memberAt(node, step);
  const path = [...base];
  for (const [depth, key] of rest.entries()) {
    // The keys of an unknown field are texts, also those of lists.
    const same = Array.isArray(node) && typeof key === "string" && /^\d+$/.test(key) ? Number(key) : key;
    const step = memberAt(node, same) === undefined ? nameOf(same) : same;
    const inner = memberAt(node, step);
    if (inner === undefined) return step === "extensions" && depth > 0 ? existing(other, path, extensionSteps(rest.slice(depth))) : path;
    node = inner;
    path.push(step);
  }
  return path;
}

/** What a canonical field is called where no source says it: `topK` → `top_k`. */
export function nameOf(field: string | number | undefined): string {
  return String(field).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `["extensions", style, "function.foo", …]` → `["function", "foo", …]`. */
function extensionSteps(rest: Path): Path {
  const [, , key, ...tail] = rest;
  return key === undefined ? [] : [...splitKey(String(key)), ...tail];
}

/** The findings at their places in the source, with the fields that the target lacks by the names that they have there. */
export function atSource(issues: readonly Issue[], locate: (path: Path) => Path): readonly Issue[] {
  const moved: Issue[] = [];
  for (const issue of issues) {
    const path = locate(issue.path);
    // What the target lacks is lost. Keywords of schemas have one name everywhere, and stand in properties, which are no part of it.
    const name = issue.loss !== undefined && !issue.path.includes("schema") && LACKS.test(issue.message) ? nameAt(path, issue.path) : "";
    // Findings have many sets of members: a spread takes twice as long.
    moved.push(Object.assign({}, issue, { path, message: name === "" ? issue.message : lacking(issue.message, name) }));
  }
  return moved;
}

/** What is stated of a field that the target lacks, with the name that it has in the source. */
export function lacking(message: string, name: string | number): string {
  return message.replace(LACKS, (_, verb: string) => `${verb} \`${name}\``);
}

const LACKS = /(has no|has no counter for|counts|takes|takes no) `[^`]*`/;

/**
 * As many keys as the model has for it, and the object of its own that it stands in within an entry of a list (`citations.enabled`); with the
 * index where it is an entry there as well.
 */
function nameAt(path: Path, canonical: Path): string {
  const [end, entry] = [path.at(-1), canonical.at(-1)];
  const place = typeof end === "number" ? path.slice(0, -1) : path;
  const keys = place.filter((step) => typeof step === "string");
  const inside = place.length - 1 - place.findLastIndex((step) => typeof step === "number");
  const least = inside < place.length ? Math.min(inside, 2) : 1;
  const field = canonical.findLast((step) => typeof step === "string") ?? "";
  const name = keys.slice(-Math.max(splitKey(field).length, least)).join(".");
  return typeof end === "number" && typeof entry === "number" ? `${name}[${end}]` : name;
}

/** One key for a path of keys: joined with dots, dots inside a key escaped. */
export function joinKey(keys: readonly string[]): string {
  return keys.map((key) => (SPECIAL.test(key) ? key.replace(/[\\.]/g, "\\$&") : key)).join(".");
}

const SPECIAL = /[\\.]/;

export function splitKey(key: string): string[] {
  if (!SPECIAL.test(key)) return [key];
  const keys = [""];
  for (let index = 0; index < key.length; index++) {
    const char = key.charAt(index);
    if (char === ".") keys.push("");
    else keys[keys.length - 1] += char === "\\" ? key.charAt(++index) : char;
  }
  return keys;
}
