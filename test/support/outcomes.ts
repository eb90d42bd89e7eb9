/**
 * Documents in a file of JSON, and all that becomes of each. `UPDATE_FIXTURES=1` writes what becomes of them anew; read the
 * difference, for it is a claim about what is right.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inLines } from "./issue-rows.js";

interface Step {
  readonly call: string;
  readonly given: unknown;
  readonly options: unknown;
  gives?: unknown;
}
type Cases = Readonly<Record<string, readonly Step[]>>;

/** By the name of a call what it does with what is given and its options, as the file has them. */
export type Calls<Options> = Readonly<Record<string, (given: unknown, options: Options) => unknown>>;

/**
 * One test for each case of each file of a folder.
 *
 * @param shown how findings are written
 */
export function checkOutcomes<Options>(folder: string, calls: Calls<Options>, shown = inLines): void {
  const update = process.env.UPDATE_FIXTURES === "1";
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const cases: Cases = JSON.parse(readFileSync(file, "utf8"));
    describe(name, () => {
      it.each(Object.entries(cases))("%s", (_name, steps) => {
        for (const step of steps) {
          const options: Options = JSON.parse(JSON.stringify(step.options));
          const text = JSON.stringify(shown(calls[step.call]?.(step.given, options)) ?? null);
          if (update) step.gives = JSON.parse(text);
          // To compare member by member takes ten times as long.
          if (text !== JSON.stringify(step.gives)) expect(JSON.parse(text)).toEqual(step.gives);
        }
        if (update) writeFileSync(file, printed(cases));
      });
    });
  }
}

/** A document a line. */
function printed(cases: Cases): string {
  const lines = Object.entries(cases).map(([name, steps]) => {
    const members = steps.map((step) => Object.entries(step).map(([key, value]) => `    "${key}": ${JSON.stringify(value)}`));
    return `  ${JSON.stringify(name)}: [{\n${members.map((each) => each.join(",\n")).join("\n  }, {\n")}\n  }]`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}
