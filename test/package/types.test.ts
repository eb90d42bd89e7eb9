/** The declarations under TypeScript 5.5 to 6, as node16 and bundlers resolve them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { run, tools } from "./run.js";

const consumer = inject("consumer");
const compilers = readdirSync(tools).filter((name) => name.startsWith("typescript-"));

it("are tried with four compilers", () => expect(compilers).toHaveLength(4));

describe.each(compilers)("the types under %s", (compiler) => {
  it.each(["node16", "bundler"])("hold with moduleResolution %s", async (resolution) => {
    const args = [join(tools, compiler, "lib/tsc.js"), "-p", `tsconfig.${resolution}.json`];
    expect(await run(process.execPath, args, consumer)).toEqual({ code: 0, output: "" });
  });
});
