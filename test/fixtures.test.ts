/** Every file of `fixtures/` comes out as its `expected/` folder says. */
import { expect, it } from "vitest";
import { checkFixture } from "./support/fixture-checks.js";
import { fixtures, orphans } from "./support/fixtures.js";

it("no expectation is without its source", () => expect(orphans()).toEqual([]));
for (const fixture of fixtures()) checkFixture(fixture);
