/**
 * Reads on where a schema refuses a document: what is wrong is left out, and the rest counts. Numbers that are written as
 * text are numbers, and one thing where a list of them belongs is a list of one.
 */

import { addAll, entryOf } from "./collections.js";
import { dropped, equivalent, type Failure, type Issue, isCount, ok, type Path, type Result } from "./issue.js";
import { isObject, type Json, memberAt } from "./json.js";
import { type AnySchema, conforms, type Schema, schemaIssues } from "./schema.js";

/** Leaving one thing out may show another fault, a few levels deep at most. */
const MAX_ROUNDS = 8;

/**
 * @param document plain JSON that does not conform
 * @param isContent whether the answer itself stands there, which cannot be left out as what stands beside it can
 * @returns a copy, what was left out of it or read as something else, what was left out and is part of the answer itself, and where in
 * the document stands what stands at a path of the copy; undefined where nothing of the document can be read
 */
export function lenientParse<T>(schema: Schema<T>, document: unknown, isContent: (path: Path) => boolean) {
  const value: unknown = JSON.parse(JSON.stringify(document));
  const issues: Issue[] = [];
  const lost: Issue[] = [];
  const seen = new Map<string, Issue>();
  const kept: Kept = new Map();
  const given = (path: Path) => placeIn(value, kept, path);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (conforms(schema, value)) return { value, issues, lost, given };
    const emptied = new Map<unknown[], Set<number>>();
    // The last first: what is left out of a node is never looked for inside it.
    for (const fault of schemaIssues(schema, value).reverse()) {
      if (isCount(fault)) continue;
      const place = presentAt(value, fault.path);
      if (place === undefined) return undefined;
      const { owner, key, path } = place;
      const at = given(path);
      const member: unknown = Reflect.get(owner, key);
      const other = path.length === fault.path.length ? readAs(member, schemasAt(schema, path)) : undefined;
      if (other === undefined) leaveOut(owner, key, emptied);
      else Reflect.set(owner, key, other.value);
      const name = JSON.stringify(at);
      const cause = JSON.stringify(given(fault.path));
      // What is left out for want of a member that could not be read is left out for that.
      const first = seen.get(cause);
      const told = first ? { ...first, path: at } : fault;
      if (seen.has(name) || (first && (isEmpty(member) || lost.includes(first)))) continue;
      seen.set(name, told).set(cause, told);
      if (other !== undefined) issues.push(equivalent(at, other.message));
      else if (!isEmpty(member) && isContent(path)) lost.push(told);
      else issues.push(dropped("dropped.field", at, `This is left out: ${told.message}`, isEmpty(member) ? { severity: "info" } : {}));
    }
    // At the end of the round, so that nothing moves that is still looked for.
    for (const [list, places] of emptied) takeOut(list, places, kept);
  }
  return undefined;
}

/** What was read of a document, and where in that stands what stands at a path of it, if that is not the same. */
export type Mended<T> = Result<T> & { readonly given?: (path: Path) => Path };

/** The same of a whole document, which is refused where anything of the answer itself would be lost. */
export function lenientParseWhole<T>(schema: Schema<T>, document: unknown, refused: Failure, isContent: (path: Path) => boolean) {
  const read = lenientParse(schema, document, isContent);
  return read === undefined || read.lost.length > 0 ? refused : Object.assign(ok(read.value, read.issues), { given: read.given });
}

/**
 * A document in which one thing stands where a list of such things belongs.
 * @param document plain JSON
 * @param found takes the place of each thing that becomes a list of one
 * @returns the very document where it conforms
 */
export function withListsOfOne(schema: AnySchema, document: Json, found: (path: Path) => void): Json {
  let value = document;
  for (let round = 0; round < MAX_ROUNDS && !conforms(schema, value); round++) {
    const copy: Json = JSON.parse(JSON.stringify(value));
    const places = schemaIssues(schema, value).flatMap(({ path }) => (becomesList(schema, copy, path) ? [path] : []));
    if (places.length === 0) break;
    value = copy;
    for (const path of places) found(path);
  }
  return value;
}

function becomesList(schema: AnySchema, document: Json, path: Path): boolean {
  const place = presentAt(document, path);
  const member: unknown = place?.path.length === path.length ? Reflect.get(place.owner, place.key) : undefined;
  if (place === undefined || !isObject(member) || !schemasAt(schema, path).some(({ is }) => is([]))) return false;
  return Reflect.set(place.owner, place.key, [member]);
}

interface Place {
  readonly owner: object;
  readonly key: string | number;
  readonly path: Path;
}

/** The place, or the nearest one above it that is there. */
function presentAt(root: unknown, path: Path): Place | undefined {
  let place: Place | undefined;
  let node = root;
  for (const [depth, key] of path.entries()) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return place;
    place = { owner: node, key, path: path.slice(0, depth + 1) };
    node = Reflect.get(node, key);
  }
  return place;
}

function readAs(member: unknown, schemas: readonly AnySchema[]): { readonly value: unknown; readonly message: string } | undefined {
  const fits = (value: unknown) => schemas.some(({ is }) => is(value));
  const number = typeof member === "string" ? numberIn(member) : undefined;
  if (number !== undefined && fits(number)) return { value: number, message: "The number is written as text." };
  return isObject(member) && !isEmpty(member) && fits([]) ? { value: [member], message: "This is read as a list of one." } : undefined;
}

/** What may stand at the place: of several kinds that have it, one of each. */
function schemasAt(schema: AnySchema, path: Path): readonly AnySchema[] {
  return path.reduce<readonly AnySchema[]>((schemas, step) => schemas.flatMap((each) => membersOf(each, step)), [schema]).flatMap(kindsOf);
}

function membersOf(schema: AnySchema, step: string | number): readonly AnySchema[] {
  return kindsOf(schema).flatMap(({ structure: { members, item } }) => (typeof step === "number" ? item : members?.().get(step)) ?? []);
}

function kindsOf(schema: AnySchema): readonly AnySchema[] {
  return schema.structure.options?.().flatMap(kindsOf) ?? [schema];
}

/** A number, or one that is written as text; undefined for all else, of which nothing is made. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** The first time a thing of a list becomes an empty one, so that the others keep their places; the second time it goes. */
function leaveOut(owner: object, key: string | number, emptied: Map<unknown[], Set<number>>): void {
  if (!Array.isArray(owner)) Reflect.deleteProperty(owner, key);
  else if (typeof key === "number" && isObject(owner[key]) && Object.keys(owner[key]).length === 0)
    entryOf(emptied, owner, () => new Set()).add(key);
  else Reflect.set(owner, key, {});
}

function takeOut(list: unknown[], places: ReadonlySet<number>, kept: Kept): void {
  const stays = (_: unknown, index: number) => !places.has(index);
  const left = list.filter(stays);
  kept.set(list, (kept.get(list) ?? [...list.keys()]).filter(stays));
  list.length = 0;
  addAll(list, left);
}

/** Of lists of which something was taken out, the places that the others had. */
type Kept = Map<unknown, readonly number[]>;

/** A path of the copy as one of the document. */
function placeIn(copy: unknown, kept: Kept, path: Path): Path {
  let node = copy;
  return path.map((step) => {
    const at = typeof step === "number" ? kept.get(node)?.[step] : undefined;
    node = memberAt(node, step);
    return at ?? step;
  });
}

/** Whether a value holds nothing: null, false, "", or lists and objects of nothing else. */
export function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).every(isEmpty)
    : value === null || value === "" || value === false;
}

/** Whether an object or array holds anything. */
export function hasMembers(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).some((member) => member !== null && member !== undefined);
}

/** The value, unless it is null, or an object or array that holds nothing. */
export function something<T>(value: T | null | undefined): T | undefined {
  return value === null || value === undefined || (typeof value === "object" && !hasMembers(value)) ? undefined : value;
}

/** The object without members that are null or an empty list; undefined when none is left. */
export function withoutNulls<T extends Readonly<Record<string, unknown>>>(value: T | null | undefined): T | undefined;
export function withoutNulls(value: Readonly<Record<string, unknown>> | null | undefined): object | undefined {
  const entries = Object.entries(value ?? {}).filter(
    ([, member]) => member !== null && member !== undefined && !(Array.isArray(member) && member.length === 0),
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
