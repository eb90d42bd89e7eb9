/** `--growth` prints how long documents grow, and nothing else; so does `--ordinary` with streams as they are. Else measures everything, prints the table, and writes it as Markdown, as a chart and, in short, into docs/performance.md and README.md. Nothing here can fail a build. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { chart } from "./chart.js";
import { STYLES } from "./corpus.js";
import { measureGrowth } from "./growth.js";
import { sink, yardstick } from "./measure.js";
import { measureMemory } from "./memory.js";
import { measureOrdinary, type OrdinaryRow, withReference } from "./ordinary.js";
import { headline, markdown, ordinaryTable, type Results, summary } from "./report.js";
import { measureRequests, measureValidation } from "./requests.js";
import { measureStartup } from "./startup.js";
import { measureStreams, type StreamPlan } from "./streams.js";

const root = process.env.INTERLINGUA_ROOT ?? process.cwd();
const quick = process.argv.includes("--quick");

const PLAN: StreamPlan = {
  kinds: ["text", "thinking", "arguments"],
  pieces: ["16 KB", "one event", "1 byte"],
  deltas: 1000,
  // A server is warm: so long takes the engine until it has compiled what streams need.
  effort: { rounds: 15, milliseconds: 25, warmUp: 1000 },
};
const QUICK: StreamPlan = {
  kinds: ["text"],
  pieces: ["16 KB", "one event"],
  deltas: 500,
  effort: { rounds: 7, milliseconds: 3, warmUp: 30 },
};
const REQUESTS = quick ? { rounds: 5, milliseconds: 3, warmUp: 150 } : { rounds: 11, milliseconds: 25, warmUp: 1000 };
const ORDINARY = quick ? { rounds: 5, milliseconds: 10, warmUp: 200 } : { rounds: 15, milliseconds: 25, warmUp: 1000 };

/** What a process of its own measures, and prints as JSON: what it ran before would make it up to a fifth slower. */
const TASKS = {
  ordinary: (direction: Direction) => measureOrdinary(direction, true, ORDINARY, note),
  reference: (direction: Direction) => measureOrdinary(direction, false, ORDINARY, note),
  streams: (direction: Direction) => measureStreams(direction, quick ? QUICK : PLAN, note),
  requests: (direction: Direction) => measureRequests(direction, REQUESTS, note),
  validation: ({ from }: Direction) => measureValidation(from, REQUESTS, note),
  memory: () => measureMemory(quick ? 2000 : 10_000),
} as const;

type Direction = Pick<OrdinaryRow, "from" | "to">;
const DIRECTIONS: readonly Direction[] = STYLES.flatMap((from) => STYLES.filter((to) => to !== from).map((to) => ({ from, to })));

const TASK = "--task=";
const task = process.argv.find((argument) => argument.startsWith(TASK));
if (task !== undefined) await run(JSON.parse(task.slice(TASK.length)));
else if (process.argv.includes("--ordinary")) process.stdout.write(`${ordinaryTable(ordinary())}\n`);
else if (process.argv.includes("--growth")) process.stdout.write(await measureGrowth());
else all();

interface Task extends Direction {
  readonly name: keyof typeof TASKS;
}

async function run({ name, ...direction }: Task): Promise<void> {
  const rows = await TASKS[name](direction);
  note(`sum of all that was computed: ${sink()}`);
  process.stdout.write(JSON.stringify(rows));
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

function all(): void {
  const results: Results = {
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    quick,
    ordinary: ordinary(),
    streams: DIRECTIONS.flatMap((direction) => rowsOf("streams", direction)),
    requests: [
      ...DIRECTIONS.flatMap((direction) => rowsOf("requests", direction)),
      ...STYLES.flatMap((from) => rowsOf("validation", { from, to: from })),
    ],
    sizes: JSON.parse(process.env.INTERLINGUA_SIZES ?? "{}"),
    startup: measureStartup(root, process.env.INTERLINGUA_BUNDLED ?? "", quick ? 3 : 9),
    // With a young generation so large that nothing is collected while events are counted.
    memory: rowsOf("memory", { from: "messages", to: "messages" }, [
      "--expose-gc",
      "--min-semi-space-size=128",
      "--max-semi-space-size=256",
    ]),
  };
  const text = markdown(results);
  process.stdout.write(text);
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

function ordinary(): readonly OrdinaryRow[] {
  return DIRECTIONS.flatMap((direction) => withReference(rowsOf("ordinary", direction), rowsOf("reference", direction)));
}

/** The rows of a task; none where it fails. */
function rowsOf(name: Task["name"], direction: Direction, flags: readonly string[] = []) {
  const task: Task = { name, ...direction };
  const args = [...flags, process.argv[1] ?? "", `${TASK}${JSON.stringify(task)}`, ...(quick ? ["--quick"] : [])];
  const env = { ...process.env, INTERLINGUA_YARDSTICK: String(yardstick()) };
  try {
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "inherit"] }));
  } catch (error) {
    note(`${name} was not measured: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
