/** Validators as values: Standard Schema, version 1. */
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import { InterlinguaError, type TakenOf, validateRequest, validateResponse, validator } from "../../src/index.js";

const request = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };

/** As zod declares it. */
type Standard = z.ZodType<TakenOf["messages"]["request"], TakenOf["messages"]["request"]>["~standard"];

describe("validator", () => {
  it("is a Standard Schema, and gives the very value", () => {
    const schema = validator({ style: "messages", profile: "vendor" });
    expectTypeOf(schema["~standard"].validate).toExtend<Standard["validate"]>();
    expectTypeOf(schema["~standard"]).toExtend<Pick<Standard, "version" | "vendor" | "types">>();
    expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "interlingua" });
    const result = schema["~standard"].validate(request);
    expect(result).toEqual({ value: request });
    expect("value" in result && result.value).toBe(request);
  });

  it("gives the errors, and no warnings", () => {
    const wrong = { ...request, messages: [], unknown_field: 1 };
    const schema = validator({ style: "messages", profile: "vendor" });
    const found = validateRequest(wrong, { style: "messages", profile: "vendor" });
    expect(found.issues.some(({ severity }) => severity !== "error")).toBe(true);
    const errors = found.issues.filter(({ severity }) => severity === "error");
    expect(schema["~standard"].validate(wrong)).toEqual({ issues: errors });
    for (const value of [undefined, null, 5, [], "text"]) expect(schema["~standard"].validate(value).issues).toHaveLength(1);
    expect(schema["~standard"].validate({ ...request, unknown_field: 1 }).issues).toBeUndefined();
  });

  it("is of answers, too", () => {
    const style = "chat-completions";
    const schema = validator({ style, document: "response" });
    const result = validateResponse({ choices: 5 }, { style });
    expect(schema["~standard"].validate({ choices: 5 })).toEqual({ issues: result.issues.filter(({ severity }) => severity === "error") });
    expectTypeOf(schema.parse).returns.toEqualTypeOf<TakenOf["chat-completions"]["response"]>();
  });

  it("parses, or throws", () => {
    const schema = validator({ style: "messages" });
    expect(schema.parse(request)).toBe(request);
    expect(() => schema.parse({})).toThrow(InterlinguaError);
  });

  it("is refused at once for a wrong call", () => {
    const make = (options: object) => () => Reflect.apply(validator, undefined, [options]);
    expect(make({ style: "x" })).toThrow("`style` must be one of");
    expect(make({ style: "messages", document: "toString" })).toThrow('`document` must be one of "request", "response"');
  });
});
