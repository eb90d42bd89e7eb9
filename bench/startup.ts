/** How long it takes to import each entry of the built package, each in a fresh process. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "./measure.js";

export interface StartupRow {
  readonly entry: string;
  readonly milliseconds: number;
}

const ENTRIES = ["index", "chat-completions", "messages", "generate-content", "web", "sse"] as const;

/** @param root folder of the package; without a build there is nothing to import */
export function measureStartup(root: string, processes: number): readonly StartupRow[] {
  const files = ENTRIES.map((entry) => ({
    entry: entry === "index" ? "interlingua" : `interlingua/${entry}`,
    file: join(root, "dist", `${entry}.js`),
  }));
  const present = files.filter(({ file }) => existsSync(file));
  const times = new Map<string, number[]>();
  for (let round = 0; round < processes; round++)
    for (const { entry, file } of present) {
      const time = importTime(file);
      if (time !== undefined) times.set(entry, [...(times.get(entry) ?? []), time]);
    }
  return [...times].map(([entry, all]) => ({ entry, milliseconds: median(all) }));
}

/** Undefined where the entry cannot be imported. */
function importTime(file: string): number | undefined {
  const code = `const start = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(performance.now() - start);`;
  try {
    return Number(
      execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return undefined;
  }
}
