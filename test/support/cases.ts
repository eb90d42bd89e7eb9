/** Tables of tests: one row, one test under its own name. */
import { test } from "vitest";

/**
 * @returns a function that takes the title (`%s` is the name of the row) and the check
 * @example cases<[input: number, output?: number]>({ "one is kept": [1, 1] })("read: %s", (input, output = 0) => …);
 */
export function cases<Row extends readonly unknown[] | []>(rows: Readonly<Record<string, Row>>) {
  return (title: string, check: (...row: Row) => unknown) => {
    for (const [name, row] of Object.entries(rows))
      test(
        title.replace("%s", () => name),
        () => check(...row),
      );
  };
}

/** A list as one cell of a row. */
export const of = <const Items extends readonly unknown[]>(...items: Items) => items;
