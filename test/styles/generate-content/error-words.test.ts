import { expect, test } from "vitest";
import type { ErrorKind } from "../../../src/model/error.js";
import { ERROR_WORDS, kindOf } from "../../../src/styles/generate-content/error.js";
import { rowOf } from "../../../src/styles/shared/error.js";

test.each<[number | undefined, string | number | null | undefined, ErrorKind]>([
  // Without a number the name says it, and beside one that says little, if it says more.
  [undefined, "NOT_FOUND", "not-found"],
  [undefined, "INTERNAL", "internal"],
  [undefined, "INVALID_ARGUMENT", "invalid-request"],
  [undefined, "NOVEL", "internal"],
  [undefined, undefined, "internal"],
  [undefined, 5, "internal"],
  [400, "RESOURCE_EXHAUSTED", "rate-limit"],
  [500, "UNAVAILABLE", "unavailable"],
  [400, "INTERNAL", "invalid-request"],
  [500, "FAILED_PRECONDITION", "internal"],
  [400, null, "invalid-request"],
  // Beside any other number it says nothing.
  [403, "NOT_FOUND", "permission"],
  [404, "INVALID_ARGUMENT", "not-found"],
  [503, "NOT_FOUND", "unavailable"],
  // But an empty account is one whatever it came with.
  [402, "INSUFFICIENT_BALANCE", "insufficient-balance"],
  [429, "INSUFFICIENT_BALANCE", "insufficient-balance"],
  [403, "INSUFFICIENT_BALANCE", "insufficient-balance"],
  [503, "INSUFFICIENT_BALANCE", "unavailable"],
])("%s with the name %j is of the kind %s", (code, name, kind) => {
  expect(kindOf(code, name)).toBe(kind);
});

test.each<[ErrorKind, number, "gateway" | "vendor", readonly [number, string]]>([
  ["not-found", 404, "gateway", [404, "INVALID_ARGUMENT"]],
  ["not-found", 404, "vendor", [404, "NOT_FOUND"]],
  ["quota-exceeded", 403, "vendor", [429, "RESOURCE_EXHAUSTED"]],
  // What has no row keeps its number.
  ["invalid-request", 418, "gateway", [418, "INVALID_ARGUMENT"]],
  ["internal", 599, "gateway", [599, "INTERNAL_ERROR"]],
  ["internal", 520, "vendor", [520, "INTERNAL"]],
  ["invalid-request", 404, "gateway", [400, "INVALID_ARGUMENT"]],
  ["internal", 503, "gateway", [500, "INTERNAL_ERROR"]],
  ["internal", 200, "gateway", [500, "INTERNAL_ERROR"]],
  ["internal", 600, "gateway", [500, "INTERNAL_ERROR"]],
  ["invalid-request", 0, "gateway", [400, "INVALID_ARGUMENT"]],
  ["rate-limit", 503, "gateway", [429, "RATE_LIMIT_ERROR"]],
])("the kind %s with the status %d is written in the profile %s as %j", (kind, status, profile, row) => {
  expect(rowOf(ERROR_WORDS, { kind, status }, profile)).toEqual(row);
});
