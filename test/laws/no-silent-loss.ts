/**
 * Law 3: change any single leaf, and either the translation changes or an issue names that leaf or a node above it. And
 * the other way round: what an issue calls dropped changes nothing in the output while that issue stands.
 */
import { formatPath } from "../../src/core/path.js";
import type { Document } from "../support/documents.js";
import { at, isAtOrAbove, type Leaf, leaves, otherValues, replaced } from "../support/leaves.js";
import { type Direction, type Outcome, translate } from "./translation.js";

/** The leaves of the document whose change nobody noticed, as sentences. */
export function silentLosses(document: Document, direction: Direction, pick: (leaf: Leaf) => boolean = () => true): string[] {
  const before = translate(document, direction);
  // What cannot be translated at all says so, and where.
  if (!before.ok) return [];
  return leaves(document.body)
    .filter((leaf) => pick(leaf) && !isNamed(leaf, before))
    .flatMap((leaf) => {
      const values: unknown[] = [...otherValues(leaf.value), undefined];
      return values.flatMap((value) => {
        const changed = { ...document, body: replaced(document.body, leaf.path, value) };
        const after = translate(changed, direction);
        if (after.output !== before.output || after.ok !== before.ok || isNamed(leaf, after)) return [];
        return [
          `${formatPath(leaf.path)} = ${JSON.stringify(leaf.value).slice(0, 60)} → ${value === undefined ? "removed" : JSON.stringify(value).slice(0, 60)}`,
        ];
      });
    });
}

function isNamed(leaf: Leaf, { issues }: Outcome): boolean {
  return issues.some(({ path }) => path.length > 0 && isAtOrAbove(path, leaf.path));
}

/** Issues that call something dropped which still shows in the output. */
export function falseDrops(document: Document, direction: Direction): string[] {
  const before = translate(document, direction);
  if (!before.ok) return [];
  return before.issues
    .filter(({ loss, path }) => loss === "dropped" && path.length > 0)
    .flatMap(({ code, path }) => {
      const value = at(document.body, path);
      return leaves(value).flatMap((leaf) =>
        otherValues(leaf.value).flatMap((other) => {
          const full = [...path, ...leaf.path];
          const after = translate({ ...document, body: replaced(document.body, full, other) }, direction);
          const stands = after.issues.some((issue) => issue.code === code && formatPath(issue.path) === formatPath(path));
          return stands && after.ok && after.output !== before.output
            ? [`${code} at ${formatPath(path)}, but changing ${formatPath(full)} shows`]
            : [];
        }),
      );
    });
}
