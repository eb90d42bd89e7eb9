/** The rules of ranges, from the rows that the encoder keeps to. */
import type { Row } from "../core/check.js";
import { inRange } from "../core/checks.js";
import { rangeText } from "../core/range.js";
import type { FieldTable } from "./table.js";

/** Of the members of the object at `prefix` (`"generationConfig."`), one row for each range. What only the vendor has, only its profile checks. */
export function rangeRows({ rows }: FieldTable<unknown>, prefix = ""): readonly Row<unknown>[] {
  return rows.flatMap(({ wire, ranges = [], listed }) => {
    if (typeof wire !== "string" || !wire.startsWith(prefix)) return [];
    const name = wire.slice(prefix.length);
    return ranges.flatMap(({ rule: id, profile = listed === "vendor" ? ("vendor" as const) : undefined, ...range }) =>
      id === undefined || (listed === "vendor" && profile === "gateway")
        ? []
        : [
            {
              id,
              path: wire,
              statement: `\`${name}\` is ${rangeText(range)}.`,
              ...(profile === undefined ? {} : { profile }),
              check: inRange(name, range),
            },
          ],
    );
  });
}
