/** What it costs to import each entry of the built package, and what its first stream costs, each in a fresh process. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createStream } from "./corpus.js";
import { median, untilQuiet } from "./measure.js";

export interface StartupRow {
  readonly entry: string;
  /** Processor time of the import. */
  readonly milliseconds: number;
  /** The same of a short stream of chat-completions, translated into messages, where the entry has that. */
  readonly firstStream?: number;
}

const ENTRIES = ["index", "chat-completions", "messages", "generate-content", "web", "sse"] as const;

/**
 * @param root folder of the package; without a build there is nothing to import
 * @param bundled the main entry as a bundler writes it
 */
export function measureStartup(root: string, bundled: string, processes: number): readonly StartupRow[] {
  const files = [
    ...ENTRIES.map((entry) => ({ entry: entry === "index" ? MAIN : `${MAIN}/${entry}`, file: join(root, "dist", `${entry}.js`) })),
    { entry: `${MAIN}, bundled and minified`, file: bundled },
  ];
  const times = new Map<string, (readonly number[])[]>();
  for (let round = 0; round < processes; round++)
    for (const { entry, file } of files) {
      untilQuiet();
      const measured = existsSync(file) ? importTimes(file) : undefined;
      if (measured !== undefined) times.set(entry, [...(times.get(entry) ?? []), measured]);
    }
  return [...times].map(([entry, all]) => {
    const streams = all.flatMap(([, stream]) => stream ?? []);
    const milliseconds = median(all.flatMap(([time]) => time ?? []));
    return { entry, milliseconds, ...(streams.length === 0 ? {} : { firstStream: median(streams) }) };
  });
}

const MAIN = "interlingua";

/** Undefined where the entry cannot be imported. */
function importTimes(file: string): readonly number[] | undefined {
  const stream = new TextDecoder().decode(createStream("chat-completions", "text", 3).bytes);
  const code = `
    const since = (start) => { const { user, system } = process.cpuUsage(start); return (user + system) / 1000; };
    const times = [];
    const start = process.cpuUsage();
    const { createStreamTranslator } = await import(${JSON.stringify(pathToFileURL(file).href)});
    times.push(since(start));
    if (createStreamTranslator !== undefined) {
      const bytes = new TextEncoder().encode(${JSON.stringify(stream)});
      const begin = process.cpuUsage();
      const translator = createStreamTranslator({ from: "chat-completions", to: "messages" });
      translator.push(bytes);
      translator.end();
      times.push(since(begin));
    }
    console.log(times.join(" "));`;
  try {
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return printed.split(" ").map(Number);
  } catch {
    return undefined;
  }
}
