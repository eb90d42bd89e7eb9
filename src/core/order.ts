/** The order in which findings stand in the caller's own document. */
import type { Issue } from "./issue.js";
import { isObject } from "./json.js";
import type { Path } from "./path.js";

/**
 * Sorts by where the paths lead in the document: a node before what is in it, members in the order of their keys. A
 * member that is missing stands where its parent starts. Findings at one place keep their order.
 */
export function inDocumentOrder(document: unknown, issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < 2) return issues;
  const keys = new Map<object, ReadonlyMap<string, number>>();
  return issues
    .map((issue) => ({ issue, rank: rankOf(document, issue.path, keys) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ issue }) => issue);
}

function rankOf(document: unknown, path: Path, keys: Map<object, ReadonlyMap<string, number>>): number[] {
  const rank: number[] = [];
  let node: unknown = document;
  for (const step of path) {
    if (Array.isArray(node)) {
      if (typeof step !== "number") break;
      rank.push(step);
      node = node[step];
    } else if (isObject(node)) {
      const index = positions(node, keys).get(String(step));
      if (index === undefined) break;
      rank.push(index);
      node = node[step];
    } else break;
  }
  return rank;
}

function positions(node: object, known: Map<object, ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const found = known.get(node) ?? new Map(Object.keys(node).map((key, index) => [key, index]));
  known.set(node, found);
  return found;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
