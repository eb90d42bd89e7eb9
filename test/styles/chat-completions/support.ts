/** Checks of rows that say what becomes of a request. */
import { expect } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { inLines } from "../../support/issue-rows.js";
import { asking } from "../../support/requests.js";

/** The fields of an object that are there and not empty. */
export function only(value: object, fields: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(value).filter(([key, inner]) => fields.includes(key) && !["{}", "[]"].includes(JSON.stringify(inner))),
  );
}

/** The path that is written `tools.0.name`. */
export const steps = (place: string) => place.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export type ReadRow = [fields: object, canonical?: object, issues?: readonly string[], places?: Readonly<Record<string, string>>];

/** Fields of a request, these fields of the canonical one, the findings, and where values of the canonical one were found. */
export const reads =
  (shown: readonly string[]) =>
  (...[fields, canonical = {}, issues = [], places = {}]: ReadRow) => {
    const read = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
    if (!read.ok) throw new Error(read.issues[0].message);
    const found = Object.fromEntries(Object.keys(places).map((place) => [place, read.locate(steps(place)).join(".")]));
    const actual = inLines({ canonical: only(read.value, shown), issues: read.issues, places: found });
    expect(actual).toEqual({ canonical, issues, places });
  };

export type WrittenRow = [fields: Partial<CanonicalRequest>, body?: object | null, issues?: readonly string[], options?: EncodeOptions];

/** Fields of a canonical request, these fields of the body (`null` where there is none) and the findings. */
export const writes =
  (shown: readonly string[]) =>
  (...[fields, body = {}, issues = [], options = { from: "messages" }]: WrittenRow) => {
    const written = request.encode(asking(fields), options);
    const actual = inLines({ body: written.ok ? only(written.value.body, shown) : null, issues: written.issues });
    expect(actual).toEqual({ body, issues });
  };
