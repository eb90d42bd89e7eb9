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

/** Its input comes late, its result is longer than a pipe holds, and one line of that is read. */
const SLOW = `(sleep 0.3; printf '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"%0200000d"}]}' 1) |
  "$0" node_modules/.bin/interlingua translate --from messages --to messages | head -n 1`;

/** Nobody reads its findings, which changes nothing of how it ends. */
const UNREAD = `{ { sleep 0.3; printf '{"model":"m","seed":1,"messages":[{"role":"user","content":"x"}]}' |
  "$0" node_modules/.bin/interlingua translate --from chat-completions --to messages 2>&1 >/dev/null; echo $? >&3; } | true; } 3>&1`;

for (const [name, node] of runtimes)
  describe.skipIf(!existsSync(node))(
    `the package in ${name}${existsSync(node) ? "" : " (its binary is not there for this platform)"}`,
    () => {
      it.each(["import.mjs", "require.cjs"])("works in %s", async (file) => {
        expect(await run(node, [file], consumer)).toEqual({ code: 0, output: "works\n" });
      });

      // The pipe is one of a POSIX shell.
      it.skipIf(process.platform === "win32")("waits for slow input, and is quiet when its reader has seen enough", async () => {
        const { code, output } = await run("/bin/sh", ["-c", SLOW, node], consumer);
        expect({ code, output }).toEqual({ code: 0, output: "{\n" });
        expect(await run("/bin/sh", ["-c", UNREAD, node], consumer)).toEqual({ code: 0, output: "0\n" });
      });

      it.skipIf(!existsSync("/dev/full"))("states that a result could not be written", async () => {
        const full = `"$0" node_modules/.bin/interlingua --help >/dev/full`;
        const { code, output } = await run("/bin/sh", ["-c", full, node], consumer);
        expect({ code, output }).toEqual({ code: 2, output: expect.stringMatching(/^interlingua: cannot write the result: ENOSPC.*\n$/) });
      });

      it("translates as a command", async () => {
        const command = ["node_modules/.bin/interlingua", "translate", "--from", "chat-completions", "--to", "messages", "request.json"];
        const { code, output } = await run(node, command, consumer);
        expect({ code, body: JSON.parse(output.slice(output.indexOf("{"))) }).toMatchObject({ code: 0 });
      });
    },
  );
