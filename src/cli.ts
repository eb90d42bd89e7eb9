#!/usr/bin/env node
/**
 * The command `interlingua`: a file or standard input in, standard output out, issues on standard error. The only file of
 * the package that touches the platform; the library never imports it.
 */
import { readFileSync, readSync } from "node:fs";
import process from "node:process";
import { run } from "./cli/run.js";

const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const { out, err, code } = run(process.argv.slice(2), {
  version,
  read: (name) => (name === "-" ? standardInput() : readFileSync(name)),
});
// Whoever reads may have seen enough, as `head` has.
process.stdout.on("error", (error) => {
  if (codeOf(error) !== "EPIPE") throw error;
});
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;

/** All of standard input, also where it comes slowly through a pipe that does not wait. */
function standardInput(): Uint8Array {
  const chunks: Uint8Array[] = [];
  const buffer = Buffer.alloc(1 << 16);
  for (;;) {
    try {
      const size = readSync(0, buffer);
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(Buffer.from(buffer.subarray(0, size)));
    } catch (error) {
      if (codeOf(error) === "EOF") return Buffer.concat(chunks);
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
