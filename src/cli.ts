#!/usr/bin/env node
/**
 * The command `interlingua`: a file or standard input in, standard output out, issues on standard error. The only file of
 * the package that touches the platform; the library never imports it.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { run } from "./cli/run.js";

const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const { out, err, code } = run(process.argv.slice(2), {
  version,
  read: (name) => readFileSync(name === "-" ? process.stdin.fd : name, "utf8"),
});
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
