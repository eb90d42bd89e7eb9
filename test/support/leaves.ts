/** Leaves of a JSON document, and the document with one of them changed. */
import type { Path } from "../../src/core/issue.js";

export interface Leaf {
  readonly path: Path;
  readonly value: string | number | boolean;
}

/** Every scalar that is not null. */
export function leaves(document: unknown): Leaf[] {
  const found: Leaf[] = [];
  const visit = (node: unknown, path: Path): void => {
    if (typeof node === "string" || typeof node === "number" || typeof node === "boolean") found.push({ path, value: node });
    else if (Array.isArray(node)) for (const [index, item] of node.entries()) visit(item, [...path, index]);
    else if (typeof node === "object" && node !== null) for (const key of Object.keys(node)) visit(Reflect.get(node, key), [...path, key]);
  };
  visit(document, []);
  return found;
}

export function at(document: unknown, path: Path): unknown {
  let node = document;
  for (const step of path) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, step)) return undefined;
    node = Reflect.get(node, step);
  }
  return node;
}

/** A copy in which the value at the path is another; what is not on the way is shared. `undefined` removes it. */
export function replaced(document: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(document)) {
    const copy = [...document];
    if (rest.length === 0 && value === undefined) copy.splice(Number(step), 1);
    else copy[Number(step)] = replaced(copy[Number(step)], rest, value);
    return copy;
  }
  const copy: Record<string, unknown> = typeof document === "object" && document !== null ? { ...document } : {};
  if (!Object.hasOwn(copy, step)) return copy;
  const { [step]: member, ...others } = copy;
  const next = replaced(member, rest, value);
  if (next === undefined) return others;
  copy[step] = next;
  return copy;
}

/** Other values of the same type. */
export function otherValues(value: Leaf["value"]): Leaf["value"][] {
  if (typeof value === "string") return [`${value}x`];
  if (typeof value === "boolean") return [!value];
  return [Number.isInteger(value) && value + 1 !== value ? value + 1 : value / 2];
}

/** `above` is the path itself or one of a node above it. */
export function isAtOrAbove(above: Path, path: Path): boolean {
  return above.length <= path.length && above.every((step, index) => step === path[index]);
}
