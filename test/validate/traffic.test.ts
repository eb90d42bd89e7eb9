/** Requests that real services took are legal by the vendors' rules. */
import { describe, expect, it } from "vitest";
import { recorded, trafficPresent, whyAbsent } from "../support/traffic.js";
import { errorsOf, findings } from "./validators.js";

/** What compatible servers take beyond the vendor whose style they speak, and why it is a fault by the vendor's rules. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Mistral: tools without `type`, `tool_choice: "any"`, empty arrays as the content of an assistant that calls.
  "pydantic-ai__mistral": ["R-014", "R-046", "V-05"],
  // A router that takes `tool_choice: {function: {name}}` without its `type`.
  "pydantic-ai__together": ["R-047"],
};

describe.skipIf(!trafficPresent)(`recorded traffic (${whyAbsent})`, () => {
  for (const { file, style, text, url, httpStatus } of recorded("request").filter((record) => record.httpStatus === 200))
    it(`${file} (${httpStatus}) is legal`, () => {
      const body: unknown = JSON.parse(text);
      const expected = Object.entries(EXCEPTIONS).find(([name]) => file.includes(name))?.[1] ?? [];
      const found = errorsOf(findings(style, "request", body, { profile: "vendor", ...(url === undefined ? {} : { path: url }) }));
      expect(found.filter(({ rule = "" }) => !expected.includes(rule))).toEqual([]);
    });

  // Of the recorded requests none was refused; one that is added has to be refused here, too, or to be told apart.
  for (const { file, style, text, url } of recorded("request").filter((record) => record.httpStatus === 400))
    it(`${file} (400) is refused`, () => {
      const options = { profile: "vendor", ...(url === undefined ? {} : { path: url }) } as const;
      expect(errorsOf(findings(style, "request", JSON.parse(text), options))).not.toEqual([]);
    });

  it("the exceptions are still needed", () => {
    const needed = recorded("request").flatMap(({ file, style, text }) =>
      errorsOf(findings(style, "request", JSON.parse(text), { profile: "vendor" })).map(({ rule }) => `${file} ${rule}`),
    );
    for (const [name, rules] of Object.entries(EXCEPTIONS))
      for (const rule of rules) expect(needed.some((line) => line.includes(name) && line.endsWith(rule))).toBe(true);
  });

  it("an answer, a chunk or an error of any service is judged without a throw, in both profiles", () => {
    for (const kind of ["response", "error"] as const)
      for (const { style, text } of recorded(kind))
        for (const profile of ["gateway", "vendor"] as const)
          expect(Array.isArray(findings(style, kind, JSON.parse(text), { profile }))).toBe(true);
  });
});
