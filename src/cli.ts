#!/usr/bin/env node
/**
 * The command `interlingua`: a file or standard input in, standard output out, issues on standard error. The only file of
 * the package that touches the platform; the library never imports it.
 */
import { readFileSync, readSync } from "node:fs";
import process from "node:process";
import { run } from "./cli/run.js";

const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

// Whoever reads may have seen enough, as `head` has.
process.stdout.on("error", (error) => {
  if (codeOf(error) !== "EPIPE") throw error;
});
process.exitCode = run(process.argv.slice(2), {
  version,
  isTerminal: process.stderr.isTTY === true && !process.env.NO_COLOR,
  read: (name) => (name === "-" ? Buffer.concat([...standardInput()]) : readFileSync(name)),
  pieces: (name) => (name === "-" ? standardInput() : [readFileSync(name)]),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});

/** Standard input in pieces, also where it comes slowly through a pipe that does not wait. */
function* standardInput(): Generator<Uint8Array> {
  const buffer = Buffer.alloc(1 << 16);
  for (;;) {
    try {
      const size = readSync(0, buffer);
      if (size === 0) return;
      yield Buffer.from(buffer.subarray(0, size));
    } catch (error) {
      if (codeOf(error) === "EOF") return;
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
