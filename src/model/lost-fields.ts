/**
 * Fields of parts that a style has no place for, as a table of the style; one function reports them for all styles.
 */
import { dropped, fact, type Issue } from "../core/issue.js";
import type { Path } from "../core/path.js";
import type { Extensions, StyleName } from "./common.js";
import type { Part, PartBase } from "./content.js";
import { dropUnknown } from "./extensions.js";

/**
 * How much it matters that a field is left out. `asked`: a warning where it is true, for then the caller asked for something;
 * `kept`: the writer of the part looks at it.
 */
export type Lost = "info" | "warning" | "asked" | "kept";

/** What becomes of each field, by the type of the part: the compiler proves that none is forgotten, now and when the model grows. */
export type LostFields<T extends Part["type"]> = { readonly [Type in T]: Own<Extract<Part, { readonly type: Type }>> & Partial<Shared> };
type Own<P> = { readonly [K in Exclude<keyof P, keyof PartBase | "type">]-?: Lost };
type Shared = Readonly<Record<Exclude<keyof PartBase, "extensions">, Lost>>;

/** Reports each of the fields that the node has, and the unknown fields of other styles. An empty list is no loss. */
export function dropFields<N extends object>(
  node: N & { readonly extensions?: Extensions },
  lost: Readonly<Record<string, Lost>> | undefined,
  path: Path,
  style: StyleName,
  report: (issue: Issue) => void,
): void {
  for (const field in lost) {
    if (lost[field] === "kept") continue;
    const value: unknown = Reflect.get(node, field);
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    const matters = lost[field];
    const severity = matters === "asked" ? (value === true ? "warning" : "info") : matters;
    const from = typeof value === "object" ? {} : { from: fact(value) };
    const what = `${style} has no \`${field}\` here; it was left out.`;
    report(dropped("dropped.field", [...path, field], what, { ...from, ...(severity === undefined ? {} : { severity }) }));
  }
  dropUnknown(node.extensions, style, path, report);
}
