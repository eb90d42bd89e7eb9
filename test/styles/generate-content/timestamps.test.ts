import { expect, test } from "vitest";
import { parseTimestamp } from "../../../src/styles/generate-content/timestamps.js";

const NOON = Date.UTC(2026, 5, 30, 12);

test.each([
  ["2026-06-30", NOON - 12 * 3_600_000],
  ["2026-06-30T12:00", NOON],
  ["2026-06-30T12:00:00Z", NOON],
  ["2026-06-30t12:00:00z", NOON],
  ["2026-06-30T14:00:00+02:00", NOON],
  ["2026-06-30T10:00:00-02", NOON],
  ["2026-06-30T12:00:01.25Z", NOON + 1250],
  ["2026-06-30T12:00:01,5Z", NOON + 1500],
  ["2026-06-30T11:59:60Z", NOON],
  ["1782820800", NOON],
  ["1782820800000", NOON],
  ["0", 0],
])("%s is a time", (text, time) => {
  expect(parseTimestamp(text)).toBe(time);
});

test.each([
  "",
  "yesterday",
  "2026-06-31",
  "2026-13-01",
  "2026-6-1",
  "2026-06-30T24:00",
  "2026-06-30T24:00:00",
  "2026-06-30 12:00:00Z",
  "2026-06-30T10:30:00-0130",
  "20260630T120000Z",
  "2026-W27-2",
  "2026-181",
  "2026-06-30T12:60",
  "2026-06-30T12:00:61",
  "2026-06-30T12:00+24:00",
  "2026-06-30T12:00+01:60",
  "12345678901234567",
  `2026-06-30T12:00:00.${"0".repeat(64)}Z`,
])("%s is none", (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});
