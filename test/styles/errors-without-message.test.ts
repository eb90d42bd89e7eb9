/** Errors that say nothing: clients show the message, so that every style's has one. */
import { describe, expect, test } from "vitest";
import { type StyleName, translateError, validateError } from "../../src/index.js";
import { styles } from "../../src/style-lists.js";

const names: readonly StyleName[] = Object.values(styles).map(({ name }) => name);
const ALL = { report: "all" } as const;
const EMPTY: readonly unknown[] = [
  undefined,
  null,
  "",
  " \n",
  {},
  [],
  [{}],
  { error: null },
  { error: {} },
  { error: "" },
  { error: { message: null } },
  { error: { message: "" } },
  { error: { message: {} } },
  { message: null },
  { message: "" },
  { type: "error", error: { type: "rate_limit_error", message: null } },
  { type: "error", error: { type: "rate_limit_error" } },
];

describe.each(names)("an error of %s that says nothing", (from) => {
  const targets = names.filter((to) => to !== from);

  test.each(EMPTY.map((body) => [body]))("has the sentence of its status: %j", (body) => {
    for (const to of targets) {
      const { value, issues } = translateError({ status: 429, body }, { from, to, ...ALL });
      expect(value.status).toBe(429);
      expect(value.body.error?.message).toBe("The service reported an error: 429 Too Many Requests.");
      expect(issues.map(({ code }) => code)).toContain("defaulted.other");
      expect(validateError(value, { style: to }).issues.filter(({ severity }) => severity === "error")).toEqual([]);
    }
  });

  test("has the number of a status that has no name", () => {
    for (const to of targets)
      expect(translateError({ status: 418, body: null }, { from, to }).value.body.error?.message).toBe(
        "The service reported an error: 418.",
      );
  });
});

describe.each(names)("a body of %s that is no JSON and no text", (from) => {
  const cyclic: Record<string, unknown> = {};
  cyclic.error = cyclic;
  const bodies: readonly unknown[] = [new Response("{}"), Promise.resolve("{}"), new TextEncoder().encode("{}"), cyclic, () => "{}"];

  test("is told of", () => {
    for (const to of names.filter((name) => name !== from))
      for (const body of bodies) {
        const { issues } = translateError({ status: 404, body }, { from, to });
        expect(issues).toMatchObject([{ code: "dropped.field", severity: "warning", path: ["body"] }]);
      }
  });
});
