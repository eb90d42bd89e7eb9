/** The packed package in each Node that it promises, as both module systems and as a command. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { run, tools } from "./run.js";

const consumer = inject("consumer");
const runtimes = [
  ["this Node", process.execPath],
  ["Node 22", join(tools, "node-22/bin/node")],
  ["Node 24", join(tools, "node-24/bin/node")],
] as const;

for (const [name, node] of runtimes)
  describe.skipIf(!existsSync(node))(`the package in ${name}`, () => {
    it.each(["import.mjs", "require.cjs"])("works in %s", async (file) => {
      expect(await run(node, [file], consumer)).toEqual({ code: 0, output: "works\n" });
    });

    it("translates as a command", async () => {
      const command = ["node_modules/.bin/interlingua", "translate", "--from", "chat-completions", "--to", "messages", "request.json"];
      const { code, output } = await run(node, command, consumer);
      expect({ code, body: JSON.parse(output.slice(output.indexOf("{"))) }).toMatchObject({ code: 0 });
    });
  });
