/** `npm run demo`, which the README shows first, on the built package. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";

it("runs to its end, and its gateway answers", () => {
  const shown = execFileSync(process.execPath, [resolve(import.meta.dirname, "../../examples/demo.mjs")], { encoding: "utf8" });
  expect(shown).toMatch(/log +POST \/v1\/chat\/completions 200 /);
  expect(shown).toMatch(/answer +\S*200/);
});
