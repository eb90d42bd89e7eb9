/** The whole numbers in a JSON value, taken out and put back: for counters that vary while all around them stays. */
import { isObject } from "./json.js";
import type { Path } from "./path.js";

/** The paths of all whole numbers that are not negative. */
export function countPaths(value: unknown): readonly Path[] {
  if (isCount(value)) return [[]];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => countPaths(item).map((path) => [index, ...path]));
  if (isObject(value)) return Object.entries(value).flatMap(([key, member]) => countPaths(member).map((path) => [key, ...path]));
  return [];
}

/** Where among {@link countPaths} each of these members of an object stands; -1 for one that is no count. */
export function countPlaces(value: object, names: readonly string[]): readonly number[] {
  const paths = countPaths(value);
  return names.map((name) => paths.findIndex(([key, deeper]) => key === name && deeper === undefined));
}

/** The value with other numbers at the places of {@link countPaths}, in its order. */
export function withCounts<T extends object>(value: T, counts: readonly number[]): T;
export function withCounts(value: object, counts: readonly number[]): unknown {
  let next = 0;
  function filled(node: unknown): unknown {
    if (isCount(node)) return counts[next++] ?? node;
    if (Array.isArray(node)) return node.map(filled);
    return isObject(node) ? Object.fromEntries(Object.entries(node).map(([key, member]) => [key, filled(member)])) : node;
  }
  return filled(value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
