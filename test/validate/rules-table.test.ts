import { inspect } from "node:util";
import { expect, it } from "vitest";
import { lazyList } from "../../src/core/collections.js";
import { answerRules } from "../../src/style-lists.js";
import { transportRules } from "../../src/transport.js";
import { rules as listed } from "../../src/validate.js";
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

it("each style names the rules of its answers", () => {
  const idsOf = (document: string, style?: string) =>
    new Set(rules.flatMap((rule) => (rule.document === document && rule.style === (style ?? rule.style) ? [rule.id] : [])));
  const ids = [...new Set(rules.map(({ id }) => id))];
  const ofRequests = idsOf("request");
  for (const [style, { own, shared }] of Object.entries(answerRules)) {
    const ofAnswers = idsOf("response", style);
    expect(ofAnswers.size).toBeGreaterThan(0);
    expect(ids.filter((id) => own.test(id))).toEqual(ids.filter((id) => ofAnswers.has(id) && !ofRequests.has(id)));
    expect(ids.filter((id) => shared.test(id))).toEqual(ids.filter((id) => ofAnswers.has(id) && ofRequests.has(id)));
  }
});

it("the list, which is made when it is first looked at, is to its users as any other", () => {
  expect(inspect(listed)).toContain("R-001");
  expect(Array.isArray(listed)).toBe(true);
  expect(listed).toEqual(rules);
  expect(listed).toHaveLength(rules.length);
  expect(Object.keys(listed)).toEqual(Object.keys(rules));
  expect(JSON.parse(JSON.stringify(listed))).toEqual(rules);
  expect([listed[3], ...listed.slice(5, 6), 0 in listed]).toEqual([rules[3], rules[5], true]);
});

it("a list that is frozen before it was looked at is made first", () => {
  const list = Object.freeze(lazyList(() => [1, 2]));
  expect([...list]).toEqual([1, 2]);
  expect(Object.isFrozen(list)).toBe(true);
});
