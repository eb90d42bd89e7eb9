/** What helps those who read findings, or throw them: `unwrap`, `explainIssue`. */
import { describe, expect, it } from "vitest";
import { describeIssue, explainIssue, InterlinguaError, translateRequest, unwrap, validateRequest } from "../src/index.js";
import { EXPLANATIONS } from "../src/issue-table.js";

const body = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }], seed: 7 };
const pair = { from: "chat-completions", to: "messages" } as const;

describe("unwrap", () => {
  it("gives the value, whatever was lost", () => {
    expect(unwrap(translateRequest(body, pair))).toMatchObject({ path: "/v1/messages" });
    expect(unwrap({ ok: true, value: undefined, issues: [] })).toBeUndefined();
  });

  it("throws all findings, and the first error as the message", () => {
    const failed = translateRequest({ ...body, messages: [] }, { ...pair, onLoss: "reject" });
    const [first] = failed.issues.filter(({ severity }) => severity === "error");
    expect(() => unwrap(failed)).toThrow(InterlinguaError);
    try {
      unwrap(failed);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ name: "InterlinguaError", issues: failed.issues });
      expect(error instanceof Error && first !== undefined && error.message.startsWith(describeIssue(first))).toBe(true);
    }
    const odd: unknown = { model: 5, messages: [] };
    const twice = validateRequest(odd, { style: "chat-completions" });
    expect(() => unwrap(twice)).toThrow(/\(and 1 more error\)$/);
  });

  it("is a wrong call without a result", () => {
    for (const none of [{ toString: 1 }, undefined, null, 5, {}, Promise.resolve({ ok: true })])
      expect(() => Reflect.apply(unwrap, undefined, [none])).toThrow(TypeError);
  });
});

describe("explainIssue", () => {
  it("says what each code means, and what to do", () => {
    for (const [code, [, meaning, advice]] of Object.entries(EXPLANATIONS))
      expect(explainIssue(code)).toBe(`${meaning} What to do: ${advice}`);
  });

  it("says what a rule demands", () => {
    expect(explainIssue("validation.R-025")).toContain("`temperature` is 0 to 2.");
    expect(explainIssue("validation.V-30").split("\n").length).toBeGreaterThan(2);
  });

  it("says of what is no code what was meant", () => {
    expect(explainIssue("dropped.fields")).toContain("`dropped.field`?");
    expect(explainIssue("validation.R-999")).toContain("There is no issue");
    for (const none of [{ toString: 1 }, undefined, null, 5, Symbol("x"), {}])
      expect(Reflect.apply(explainIssue, undefined, [none])).toContain("There is no issue");
  });
});
