/** `npm run bench`: installs what is compared, where it is missing, bundles the source and runs it. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const here = import.meta.dirname;
const root = resolve(here, "..");

if (!existsSync(join(here, "node_modules", "esbuild")))
  execFileSync("npm", ["ci", "--prefix", here, "--no-audit", "--no-fund"], { stdio: "inherit", shell: process.platform === "win32" });

const { build } = await import("esbuild");
// Beside the peers, so that their names resolve.
const folder = join(here, "node_modules", ".cache", "interlingua");
mkdirSync(folder, { recursive: true });
const outfile = join(folder, "bench.mjs");
await build({
  entryPoints: [join(here, "main.ts")],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "es2022",
  logLevel: "warning",
});
const bundled = join(folder, "bundled.mjs");
const entry = join(root, "dist", "index.js");
const bundle = { outfile: bundled, bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "error" };
if (existsSync(entry)) await build({ ...bundle, entryPoints: [entry] });
// Recorded payloads, where they stand beside the repository.
const beside = resolve(root, "..");
const traffic = readdirSync(beside)
  .map((name) => join(beside, name, "traffic"))
  .find((folder) => existsSync(join(folder, "MANIFEST.jsonl")));
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: {
    ...(traffic === undefined ? {} : { INTERLINGUA_TRAFFIC: traffic }),
    ...process.env,
    INTERLINGUA_ROOT: root,
    INTERLINGUA_BUNDLED: bundled,
  },
});
process.exitCode = status ?? 1;
