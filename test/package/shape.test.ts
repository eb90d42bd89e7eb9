/** What linters of packages say, and what comes along. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { run, tools } from "./run.js";

const tarball = inject("tarball");
const consumer = inject("consumer");

it("has nothing for publint to say", async () => {
  const { code, output } = await run(process.execPath, [join(tools, "publint/src/cli.js"), "run", tarball, "--strict"], consumer);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("All good!") });
});

it("gives every entry the types that fit, however it is resolved", async () => {
  const cli = join(tools, "@arethetypeswrong/cli/dist/index.js");
  const { code, output } = await run(process.execPath, [cli, tarball, "--profile", "node16", "--format", "ascii"], consumer);
  expect(code, output).toBe(0);
});

it("brings nothing along", () => {
  expect(readdirSync(join(consumer, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["interlingua"]);
});

it("holds what its manifest names, and no source or test", () => {
  const inside = readdirSync(join(consumer, "node_modules/interlingua"));
  expect(inside.sort()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "dist", "docs", "package.json"]);
  expect(existsSync(join(consumer, "node_modules/.bin/interlingua"))).toBe(true);
});
