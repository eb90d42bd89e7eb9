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
    if (Array.isArray(node) && typeof step === "number") {
      rank.push(step);
      node = node[step];
      continue;
    }
    const index = isObject(node) ? positions(node, keys).get(String(step)) : undefined;
    if (!isObject(node) || index === undefined) break;
    rank.push(index);
    node = node[step];
  }
  return rank;
}

function positions(node: object, known: Map<object, ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const found = known.get(node) ?? new Map(Object.keys(node).map((key, index) => [key, index]));
  known.set(node, found);
  return found;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) break;
    if (left !== right) return left - right;
  }
  return a.length - b.length;
}
