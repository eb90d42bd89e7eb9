/** The times of answers and of search filters, read without a clock and without the local time zone. */
import { type Fields, own } from "../../core/check.js";
import { member, type Simple } from "../../core/checks.js";
import { brief, equivalent, type Path } from "../../core/issue.js";
import type { Report } from "./usage.js";

/** The forms that are taken, in words. A date-time is that of RFC 3339, of which seconds and offset may be left out. */
const TIMESTAMP =
  "an ISO 8601 date (`2026-06-30`), or date-time in the extended form with `T`, hours 00 to 23 and `Z` or an offset (`2026-06-30T12:00:00.5+02:00`; without an offset it is UTC, seconds may be left out), or digits that count seconds since 1970, milliseconds from 13 digits on";

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:(Z)|([+-])(\d{2})(?::(\d{2}))?)?)?$/i;

/** Milliseconds since 1970; undefined when the text is no time. */
export function parseTimestamp(text: string): number | undefined {
  if (/^\d{1,16}$/.test(text)) return text.length >= 13 ? Number(text) : Number(text) * 1000;
  const match = text.length > 64 ? null : ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", , sign, offsetHour = "0", offsetMinute = "0"] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60 || Number(offsetHour) > 23 || Number(offsetMinute) > 59)
    return undefined;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(midnight);
  // Date.UTC lets the 31st of June run into July.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return (
    midnight +
    ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 +
    (fraction === "" ? 0 : Number(`0.${fraction}`) * 1000)
  );
}

/** The member is a time. What is not a string is not checked here. */
export function timestamp(key: string): Simple {
  return member(key, `is ${TIMESTAMP}`, (text) => {
    if (typeof text !== "string" || parseTimestamp(text) !== undefined) return undefined;
    const expected = "an ISO 8601 date or date-time, or digits that count seconds";
    return { at: [key], problem: `must be ${expected}, not ${JSON.stringify(brief(text))}`, expected, received: brief(text) };
  });
}

/** Milliseconds from the start of a range to its end; undefined when one of them cannot be read. */
export function spanOf(range: Fields): number | undefined {
  const start = own(range, "startTime");
  const end = own(range, "endTime");
  const from = typeof start === "string" ? parseTimestamp(start) : undefined;
  const to = typeof end === "string" ? parseTimestamp(end) : undefined;
  return from === undefined || to === undefined ? undefined : to - from;
}

/** `createTime`, RFC 3339 with four digits of the year, and with its offset; without one a time would depend on where it is read. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Unix seconds of the wire's time; undefined for any other text.
 * @param path that of the wire's time, for issues
 */
export function secondsOf(time: string, path: Path, report: Report): number | undefined {
  const seconds = TIME.test(time) ? Math.floor(Date.parse(time) / 1000) : Number.NaN;
  if (Number.isNaN(seconds)) return undefined;
  // One with a fraction or an offset is longer.
  if (time.length !== SECONDS || timeOf(seconds) !== time)
    report(equivalent(path, "The time is kept in whole seconds of UTC, as the other styles have it."));
  return seconds;
}

/** Characters of `2025-12-01T21:58:25Z`. */
const SECONDS = 20;

/** Unix seconds as the wire's time; undefined where no such date is. */
export function timeOf(seconds: number): string | undefined {
  if (!(seconds >= -62_167_219_200 && seconds < 253_402_300_800)) return undefined;
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
}
