#!/usr/bin/env node
/**
 * The command `interlingua`: a file or standard input in, standard output out, issues on standard error. The only file of
 * the package that touches the platform; the library never imports it.
 */
import { readFileSync, readSync } from "node:fs";
import process from "node:process";
import { isatty } from "node:tty";
import { readerOf } from "./cli/call.js";
import { run } from "./cli/run.js";

const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Why a file cannot be read, by the code of the fault. */
const WHY: Readonly<Record<string, string>> = { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "it may not be read" };

for (const output of [process.stdout, process.stderr])
  output.on("error", (error) => {
    // Whoever reads may have seen enough, as `head` has.
    if (codeOf(error) === "EPIPE") return;
    process.exitCode = 2;
    if (output === process.stdout) process.stderr.write(`interlingua: cannot write the result: ${error.message}\n`);
  });
process.exitCode = run(process.argv.slice(2), {
  version,
  readers: { out: readerOf(process.stdout.isTTY, process.env), err: readerOf(process.stderr.isTTY, process.env) },
  read: (name) => (name === "-" ? Buffer.concat([...standardInput()]) : file(name)),
  pieces: (name) => (name === "-" ? standardInput() : [file(name)]),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});

function file(name: string): Uint8Array {
  try {
    return readFileSync(name);
  } catch (error) {
    const why = WHY[String(codeOf(error))];
    throw why === undefined ? error : new Error(`cannot read ${name}: ${why}`);
  }
}

/** Standard input in pieces, also where it comes slowly through a pipe that does not wait. */
function* standardInput(): Generator<Uint8Array> {
  if (isatty(0)) process.stderr.write("interlingua: reading what you type; Ctrl+D on an empty line ends it, Ctrl+C gives up\n");
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
