import { expect, it } from "vitest";
import { transportRules } from "../../src/transport.js";
import { rulesPage } from "../support/rules-table.js";
import { validators } from "./validators.js";

const rules = [...Object.values(validators).flatMap((validator) => validator.rules), ...transportRules()];

it("docs/rules.md is the table of the rules", async () => {
  await expect(rulesPage(rules)).toMatchFileSnapshot("../../docs/rules.md");
});

it("every rule states something, and is plain data", () => {
  for (const rule of rules) {
    expect(rule.statement).toMatch(/\.$/);
    expect(JSON.parse(JSON.stringify(rule))).toEqual(rule);
  }
});
