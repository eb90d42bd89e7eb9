/** Writes the fields of a canonical document that rows describe, and reports what becomes of the others. */
import { dropped, fact } from "../core/issue.js";
import type { Path } from "../core/path.js";
import { keptInRange } from "../core/range.js";
import { putAt, valueAt } from "./decode.js";
import type { FieldScope, Loss } from "./row.js";
import type { FieldTable, WriteRow } from "./table.js";

/**
 * A fresh object; a field that is absent in the model is absent in it.
 * @param base path of the model in the document, for issues
 */
export function encodeFields<Body>(table: FieldTable<Body>, model: object, scope: FieldScope, base?: Path): Partial<Body>;
export function encodeFields(table: FieldTable<unknown>, model: object, scope: FieldScope, base?: Path): object {
  const body: Record<string, unknown> = {};
  for (const field of table.writing[scope.profile]) {
    const value = valueAt(model, field.at);
    if (value === undefined) continue;
    const written = writeField(field, value, model, scope, base === undefined ? field.at : [...base, ...field.at]);
    if (written !== undefined && field.wire !== undefined) putAt(body, field.wire, written);
  }
  return body;
}

function writeField({ row, wire, range }: WriteRow, value: unknown, model: object, scope: FieldScope, at: Path): unknown {
  if (wire === undefined && range === undefined && row.write === undefined) return reportLost(value, scope, at, row.loss);
  const written = row.write === undefined ? value : row.write(value, scope, at, model);
  const takes = `${scope.target} takes \`${wire?.at(-1) ?? nameOf(at)}\``;
  const { options, report } = scope;
  const kept =
    range === undefined || typeof written !== "number"
      ? written
      : keptInRange(written, range, { takes, path: at, outOfRange: options.outOfRange, report });
  return kept === undefined || row.allows === undefined || row.allows(kept, scope, at) ? kept : undefined;
}

/** "messages has no `seed`; it was left out." */
export function reportLost(value: unknown, { target, report }: FieldScope, path: Path, { effect, idle = [] }: Loss = {}): undefined {
  const message = `${target} has no \`${nameOf(path)}\`; ${effect === undefined ? "it was left out" : effect}.`;
  const harmless = idle === true || idle.includes(value);
  report(dropped("dropped.field", path, message, { from: fact(value), ...(harmless ? { severity: "info" } : {}) }));
}

/** The name that users know: `sampling.topK` → `top_k`. */
function nameOf(path: Path): string {
  return String(path.at(-1)).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
