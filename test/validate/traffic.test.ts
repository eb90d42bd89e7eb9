/** Requests that real services took are legal by the vendors' rules. */
import { describe, expect, it } from "vitest";
import { recorded, trafficPresent, whyAbsent } from "../support/traffic.js";
import { errorsOf, findings } from "./validators.js";

describe.skipIf(!trafficPresent)(`recorded traffic (${whyAbsent})`, () => {
  for (const { file, style, text, url, httpStatus } of recorded("request").filter((record) => record.httpStatus === 200))
    it(`${file} (${httpStatus}) is legal`, () => {
      const body: unknown = JSON.parse(text);
      const found = errorsOf(findings(style, "request", body, { profile: "vendor", ...(url === undefined ? {} : { path: url }) }));
      expect(found).toEqual([]);
    });

  // Of the recorded requests none was refused; one that is added has to be refused here, too, or to be told apart.
  for (const { file, style, text, url } of recorded("request").filter((record) => record.httpStatus === 400))
    it(`${file} (400) is refused`, () => {
      const options = { profile: "vendor", ...(url === undefined ? {} : { path: url }) } as const;
      expect(errorsOf(findings(style, "request", JSON.parse(text), options))).not.toEqual([]);
    });

  it("an answer, a chunk or an error of any service is judged without a throw, in both profiles", () => {
    for (const kind of ["response", "error"] as const)
      for (const { style, text } of recorded(kind))
        for (const profile of ["gateway", "vendor"] as const)
          expect(Array.isArray(findings(style, kind, JSON.parse(text), { profile }))).toBe(true);
  });
});
