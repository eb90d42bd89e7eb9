/** `--growth` prints how long documents grow, and nothing else; so does `--ordinary` with streams as they are. Else measures everything, prints the table, and writes it as Markdown, as a chart and, in short, into docs/performance.md and README.md. Nothing here can fail a build. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { chart } from "./chart.js";
import { STYLES } from "./corpus.js";
import { measureGrowth } from "./growth.js";
import { sink, yardstick } from "./measure.js";
import { type MemoryRow, measureMemory } from "./memory.js";
import { measureOrdinary, measureTask, type OrdinaryRow, type OrdinaryTask } from "./ordinary.js";
import { headline, markdown, ordinaryTable, type Results, summary } from "./report.js";
import { measureRequests } from "./requests.js";
import { measureStartup } from "./startup.js";
import { measureStreams, type StreamPlan } from "./streams.js";

const MEMORY = "--only-memory";
const TASK = "--only-task=";
const root = process.env.INTERLINGUA_ROOT ?? process.cwd();
const quick = process.argv.includes("--quick");

const PLAN: StreamPlan = {
  kinds: ["text", "thinking", "arguments"],
  pieces: ["16 KB", "one event", "1 byte"],
  deltas: 1000,
  // A server is warm: so long takes the engine until it has compiled what streams need.
  effort: { rounds: 15, milliseconds: 25, warmUp: 1000 },
};
const REQUESTS = quick ? { rounds: 5, milliseconds: 3, warmUp: 150 } : { rounds: 11, milliseconds: 25, warmUp: 400 };
const ORDINARY = quick ? { rounds: 5, milliseconds: 10, warmUp: 200 } : { rounds: 15, milliseconds: 25, warmUp: 1000 };
const QUICK: StreamPlan = {
  kinds: ["text"],
  pieces: ["16 KB", "one event"],
  deltas: 500,
  effort: { rounds: 7, milliseconds: 3, warmUp: 30 },
};

const task = process.argv.find((argument) => argument.startsWith(TASK))?.slice(TASK.length);
if (task !== undefined) process.stdout.write(JSON.stringify(await measureTask(JSON.parse(task), ORDINARY, note)));
else if (process.argv.includes(MEMORY)) process.stdout.write(JSON.stringify(measureMemory(quick ? 2000 : 10_000)));
else if (process.argv.includes("--ordinary")) process.stdout.write(`${ordinaryTable(measureOrdinary(inProcess))}\n`);
else if (process.argv.includes("--growth")) process.stdout.write(await measureGrowth());
else await all();

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function all(): Promise<void> {
  const results: Results = {
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    quick,
    ordinary: measureOrdinary(inProcess),
    streams: await measureStreams(quick ? QUICK : PLAN, note),
    requests: await measureRequests(quick ? ["messages"] : STYLES, REQUESTS, note),
    sizes: JSON.parse(process.env.INTERLINGUA_SIZES ?? "{}"),
    startup: measureStartup(root, process.env.INTERLINGUA_BUNDLED ?? "", quick ? 3 : 9),
    memory: memory(),
  };
  const text = markdown(results);
  process.stdout.write(text);
  note(`sum of all that was computed: ${sink()}`);
  // A quick run is for a look, not for the record.
  if (quick) return;
  writeFileSync(join(root, "bench", "results.md"), text);
  writeFileSync(join(root, "bench", "results.svg"), chart(results));
  show(join("docs", "performance.md"), summary(results));
  show("README.md", headline(results));
}

/** Puts it between the marks of the page. */
function show(file: string, text: string): void {
  const page = join(root, file);
  const shown = readFileSync(page, "utf8").replace(
    /(<!-- bench -->\n)[\s\S]*(<!-- \/bench -->)/,
    (_, open, close) => `${open}${text}\n${close}`,
  );
  writeFileSync(page, shown);
}

function inProcess(task: OrdinaryTask): readonly OrdinaryRow[] {
  const env = { ...process.env, INTERLINGUA_YARDSTICK: String(yardstick()) };
  return inOwnProcess(`${TASK}${JSON.stringify(task)}`, [], env);
}

/** With a young generation so large that nothing is collected while events are counted. */
function memory(): readonly MemoryRow[] {
  return inOwnProcess(MEMORY, ["--expose-gc", "--min-semi-space-size=128", "--max-semi-space-size=256"], process.env);
}

/** The rows that this file prints with such an argument; none where that fails. */
function inOwnProcess(argument: string, flags: readonly string[], env: NodeJS.ProcessEnv) {
  try {
    const args = [...flags, process.argv[1] ?? "", argument, ...(quick ? ["--quick"] : [])];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "inherit"] }));
  } catch (error) {
    note(`${argument} was not measured: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
