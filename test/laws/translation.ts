/** One translation of a document of any kind, as the laws see it: what came out, and what was said about it. */

import type { Issue } from "../../src/core/issue.js";
import type { BaseProfile, StyleName } from "../../src/model/common.js";
import { translateError, translateRequest, translateResponse } from "../../src/translate.js";
import type { Document } from "../support/documents.js";

export interface Outcome {
  readonly ok: boolean;
  /** JSON text of what came out, or of nothing. */
  readonly output: string;
  readonly value?: unknown;
  readonly path?: string;
  readonly issues: readonly Issue[];
}

export interface Direction {
  readonly to: StyleName;
  readonly profile: BaseProfile;
}

export function translate(document: Document, { to, profile }: Direction): Outcome {
  const { style: from, kind, body, path } = document;
  if (kind === "request") {
    const result = translateRequest(body, { from, to, profile, report: "all", ...(path === undefined ? {} : { path }) });
    if (!result.ok) return failed(result.issues);
    const { body: value, path: target, context } = result.value;
    // Whether the client wants a usage chunk is a matter of the way back.
    return { ok: true, output: JSON.stringify([target, value, context.includeStreamUsage]), value, path: target, issues: result.issues };
  }
  if (kind === "response") {
    const result = translateResponse(body, { from, to, profile, report: "all" });
    return result.ok
      ? { ok: true, output: JSON.stringify(result.value), value: result.value, issues: result.issues }
      : failed(result.issues);
  }
  const input = errorInput(body);
  const result = translateError(input, { from, to, profile, report: "all" });
  return { ok: true, output: JSON.stringify(result.value), value: result.value, issues: result.issues };
}

export function errorInput(value: unknown): { status: number | null; body: unknown; headers?: Record<string, string> } {
  const { status, body, headers } = Object.assign({ status: null, body: undefined, headers: undefined }, value);
  return { status, body, ...(headers === undefined ? {} : { headers }) };
}

function failed(issues: readonly Issue[]): Outcome {
  return { ok: false, output: "", issues };
}
