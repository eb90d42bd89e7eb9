/** The order in which findings stand in the caller's own document. */
import type { Issue } from "./issue.js";
import { isObject, memberAt } from "./json.js";
import type { Path } from "./path.js";

/**
 * Sorts by where the paths lead in the document: a node before what is in it, members in the order of their keys. A
 * member that is missing stands where its parent starts. Findings at one place keep their order.
 */
export function inDocumentOrder(document: unknown, issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < 2) return issues;
  const places = placesOf(document, issues);
  return issues
    .map((issue) => ({ issue, rank: rankOf(document, issue.path, places) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ issue }) => issue);
}

/** Of each object that a path leads through, where the members stand that paths name. An object may have a hundred thousand others. */
type Places = ReadonlyMap<object, ReadonlyMap<string, number>>;

function placesOf(document: unknown, issues: readonly Issue[]): Places {
  const named = new Map<object, Set<string>>();
  for (const { path } of issues) {
    let node: unknown = document;
    for (const step of path) {
      if (isObject(node)) named.set(node, (named.get(node) ?? new Set()).add(String(step)));
      else if (!Array.isArray(node)) break;
      node = memberAt(node, step);
    }
  }
  return new Map([...named].map(([node, keys]) => [node, positions(node, keys)]));
}

function positions(node: object, named: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let index = 0;
  for (const key of Object.keys(node)) {
    if (named.has(key) && found.set(key, index).size === named.size) break;
    index++;
  }
  return found;
}

function rankOf(document: unknown, path: Path, places: Places): number[] {
  const rank: number[] = [];
  let node: unknown = document;
  for (const step of path) {
    const index = isObject(node) ? places.get(node)?.get(String(step)) : Array.isArray(node) && typeof step === "number" ? step : undefined;
    if (index === undefined) break;
    rank.push(index);
    node = memberAt(node, step);
  }
  return rank;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) break;
    if (left !== right) return left - right;
  }
  return a.length - b.length;
}
