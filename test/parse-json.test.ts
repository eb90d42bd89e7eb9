import { describe, expect, it } from "vitest";
import { parseJson } from "../src/transport.js";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the body of a request or answer", () => {
  it("is read from text and from bytes, with a BOM or without", () => {
    for (const input of ['{"a":1}', bytes('{"a":1}'), '\ufeff{"a":1}', bytes('\ufeff{"a":1}')])
      expect(parseJson(input, { style: "messages" })).toEqual({ ok: true, value: { a: 1 }, issues: [] });
  });

  it("is refused with its place where it stops being JSON, by the rule of its style", () => {
    const rules = { "chat-completions": "R-001", messages: "R-071", "generate-content": "R-089" } as const;
    for (const style of ["chat-completions", "messages", "generate-content"] as const)
      expect(parseJson('{"a":\n  oops}', { style })).toMatchObject({
        ok: false,
        issues: [
          {
            code: `validation.${rules[style]}`,
            rule: rules[style],
            severity: "error",
            path: [],
            message: expect.stringContaining("line 2, column 3"),
          },
        ],
      });
  });

  it("is refused when it is empty, no UTF-8, or nested too deep to be read", () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    for (const input of ["", "  ", new Uint8Array([0x22, 0xff, 0x22]), deep])
      expect(parseJson(input, { style: "chat-completions" })).toMatchObject({ ok: false, issues: [{ rule: "R-001" }] });
  });
});
