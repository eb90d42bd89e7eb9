import { execFile } from "node:child_process";
import { join } from "node:path";

/** Where the tools of this folder are. */
export const tools = join(import.meta.dirname, "node_modules");

/** What a program printed and how it ended. */
export function run(program: string, args: readonly string[], folder: string): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(program, args, { cwd: folder, maxBuffer: 64 << 20, env: { ...process.env, NO_COLOR: "1" } }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : typeof error.code === "number" ? error.code : 1, output: `${stdout}${stderr}` });
    });
  });
}
