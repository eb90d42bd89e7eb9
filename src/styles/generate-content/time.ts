/** `createTime`: RFC 3339, in which a year has four digits. */
import { equivalent } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Report } from "./usage.js";

/** With its offset; without one a time would depend on where it is read. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Unix seconds of the wire's time; undefined for any other text.
 * @param path that of the wire's time, for issues
 */
export function secondsOf(time: string, path: Path, report: Report): number | undefined {
  const seconds = TIME.test(time) ? Math.floor(Date.parse(time) / 1000) : Number.NaN;
  if (Number.isNaN(seconds)) return undefined;
  if (timeOf(seconds) !== time) report(equivalent(path, "The time is kept in whole seconds of UTC, as the other styles have it."));
  return seconds;
}

/** Unix seconds as the wire's time; undefined where no such date is. */
export function timeOf(seconds: number): string | undefined {
  if (!(seconds >= -62_167_219_200 && seconds < 253_402_300_800)) return undefined;
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
}
