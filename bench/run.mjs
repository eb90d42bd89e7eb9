/** `npm run bench`: installs what is compared, where it is missing, bundles the source and runs it. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

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
const bundle = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "error" };
if (existsSync(entry)) await build({ ...bundle, outfile: bundled, entryPoints: [entry] });

/** What a program that takes so much of an entry is served, in bytes, compressed. */
async function sizeOf(taken, name) {
  const contents = `export ${taken} from ${JSON.stringify(join(root, "dist", `${name}.js`))}`;
  const { outputFiles } = await build({ ...bundle, stdin: { contents, resolveDir: root }, write: false });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
const sizes = {};
for (const name of existsSync(entry) ? ["index", "chat-completions", "messages", "generate-content", "sse"] : [])
  sizes[name === "index" ? "interlingua" : `interlingua/${name}`] = await sizeOf("*", name);
for (const name of existsSync(entry) ? ["translateRequest", "createStreamTranslator", "validateRequest"] : [])
  sizes[name] = await sizeOf(`{ ${name} }`, "index");
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
    INTERLINGUA_SIZES: JSON.stringify(sizes),
  },
});
process.exitCode = status ?? 1;
