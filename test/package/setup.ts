/** Packs the package, installs it into a scratch folder beside the files of `consumer/`, and fetches the tools of this folder. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The packed package. */
    readonly tarball: string;
    /** A folder in which it is installed. */
    readonly consumer: string;
  }
}

const root = resolve(import.meta.dirname, "../..");
const quiet = ["--silent", "--no-audit", "--no-fund"];

export default function setup({ provide }: TestProject): () => void {
  if (!existsSync(join(root, "dist/index.js"))) throw new Error("There is no build to pack: npm run build");
  if (!existsSync(join(import.meta.dirname, "node_modules"))) npm(import.meta.dirname, "ci", ...quiet);

  const scratch = mkdtempSync(join(tmpdir(), "interlingua-package-"));
  npm(root, "pack", "--silent", "--ignore-scripts", "--pack-destination", scratch);
  const tarball = readdirSync(scratch).find((file) => file.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no package.");
  const consumer = join(scratch, "consumer");
  cpSync(join(import.meta.dirname, "consumer"), consumer, { recursive: true });
  npm(consumer, "install", ...quiet, "--no-save", "--prefer-offline", join(scratch, tarball));

  provide("tarball", join(scratch, tarball));
  provide("consumer", consumer);
  return () => rmSync(scratch, { recursive: true, force: true });
}

function npm(folder: string, ...args: string[]): void {
  execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}
