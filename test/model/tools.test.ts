import { expect, test } from "vitest";
import { portableToolName, restoreToolName } from "../../src/model/tools.js";

const RULE = { rule: "V-05", legal: /^[A-Za-z_]\w{0,15}$/, illegal: /\W/g, badStart: /^[0-9]/, max: 16 };

test.each([
  ["fine_1", /^fine_1$/],
  ["a.b", /^a_b_[0-9a-f]{8}$/],
  ["1st", /^_1st_[0-9a-f]{8}$/],
  ["much_too_long_for_this", /^much_to_[0-9a-f]{8}$/],
])("the name %s is rewritten where it is illegal", (name, written) => {
  const portable = portableToolName(name, RULE);
  expect(portable).toMatch(written);
  expect(portable).toMatch(RULE.legal);
});

test("a start that is legal needs no rule", () => {
  const { badStart, ...rule } = RULE;
  expect(portableToolName("1st", { ...rule, legal: /^\w{1,2}$/ })).toMatch(/^1st_/);
});

test.each([
  ["f_1", { toolNames: { f_1: "f.1" } }, "f.1"],
  ["g", { toolNames: { f_1: "f.1" } }, "g"],
  ["default_api:f", { declaredTools: ["f"] }, "f"],
  ["default_api:f_1", { toolNames: { f_1: "f.1" } }, "f.1"],
  ["default_api:g", { declaredTools: ["f"] }, "default_api:g"],
  ["default_api:g", { toolNames: {} }, "default_api:g"],
  ["default_api:g", undefined, "default_api:g"],
  ["another_api:f", { declaredTools: ["f"] }, "another_api:f"],
  ["constructor", { toolNames: {} }, "constructor"],
])("the name %s of an answer is what the client declared", (name, context, declared) => {
  expect(restoreToolName(name, context)).toBe(declared);
});
