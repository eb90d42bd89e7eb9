import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlainPath } from "../../src/core/url-path.js";
import { runs } from "../support/runs.js";

/** Undone until nothing is left to undo: what a server may make of it that decodes more than once. */
function decoded(path: string): string {
  const once = path.replace(/%(?:25|2e|2f|3a|3b|5c|[01][0-9a-f]|7f)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return once === path ? path : decoded(once);
}

/** The rule as it is stated, with no way round for ordinary paths. */
function leadsNowhereElse(path: string): boolean {
  const bare = decoded(path.replace(/[?#].*$/s, ""));
  const segments = bare.split(/[/\\:]/).map((segment) => segment.replace(/;.*$/s, ""));
  return !/[\\\p{Cc}]/u.test(bare) && !segments.some((segment) => segment === "." || segment === "..");
}

describe("isPlainPath", () => {
  it("says of ordinary paths what it says of all", () => {
    const pieces = [
      "/",
      ":",
      "?",
      "#",
      "-",
      "_",
      "=",
      "&",
      ".",
      "..",
      "a",
      "v1.5",
      "models",
      "%2e",
      "%252E",
      "%2f",
      "%5c",
      "%3a",
      ";",
      "\\",
      "\n",
      "é",
      "%",
    ];
    const path = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(path, (text) => isPlainPath(text) === leadsNowhereElse(text)),
      runs(3000),
    );
  });

  it("takes the names of models as they are", () => {
    for (const path of [
      "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
      "gpt-4.1",
      "/openai/deployments/a.b/chat/completions",
    ])
      expect(isPlainPath(path)).toBe(true);
    for (const path of [".", "..", "a/../b", "a/.", "./a", "a:..", "a/%2e%2E/b", "a\\b", "a%00b", "..;x/a"])
      expect(isPlainPath(path)).toBe(false);
  });
});
