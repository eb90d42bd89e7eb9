/** How the time of long documents grows: 1 with their length, 2 with its square. Printed, and nothing is refused. */
import * as library from "../src/index.js";
import * as web from "../src/web.js";
import { rows } from "../test/growth/documents.js";

const SIZE = 4000;
/** Items that are long themselves. */
const SIZES: Readonly<Record<string, number>> = { "different long images as bytes": 400 };

/** A table with the milliseconds at a size and at four times that size, and the exponent. */
export async function measureGrowth(): Promise<string> {
  const lines = ["| document | ms | ms, 4 times as long | exponent |", "|---|---|---|---|"];
  for (const [name, scenario] of Object.entries(rows)) {
    const size = SIZES[name] ?? SIZE;
    const [small, large] = [await timeOf(scenario({ ...library, ...web }, size)), await timeOf(scenario({ ...library, ...web }, 4 * size))];
    lines.push(`| ${name} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${(Math.log(large / small) / Math.log(4)).toFixed(2)} |`);
  }
  return `${lines.join("\n")}\n`;
}

/** Processor time of the fastest of a few runs, in milliseconds. */
async function timeOf(run: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}
