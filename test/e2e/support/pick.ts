/** Reads JSON of unknown shape: what an upstream was sent, and fields that a client's types do not know. */

export type Key = string | number;

/** The value at a path; undefined where there is none. */
export function pick(value: unknown, ...path: readonly Key[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Object.entries(at).find(([name]) => name === String(key))?.[1];
  }
  return at;
}

export function list(value: unknown, ...path: readonly Key[]): readonly unknown[] {
  const found = pick(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function text(value: unknown, ...path: readonly Key[]): string {
  const found = pick(value, ...path);
  return typeof found === "string" ? found : "";
}

export function count(value: unknown, ...path: readonly Key[]): number {
  const found = pick(value, ...path);
  return typeof found === "number" ? found : 0;
}
