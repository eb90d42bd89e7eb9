/**
 * Where an answer or a chunk says, beside the field `error` or without it, that the service failed:
 *
 *     {"choices": [{"index": 0, "error": {"code": 502, "message": "Upstream"}, "finish_reason": "error"}]}
 *     {"choices": null, "base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}
 *     {"x_groq": {"error": "Too long."}}
 */

import type { Issue } from "../../core/issue.js";
import { isObject, type Json, plain } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { leaveOutOfError } from "../../model/error.js";

export interface Failure {
  readonly value: Json;
  readonly path: Path;
}

/** @param document plain JSON, whose own `error` is looked at elsewhere */
export function failureIn({ choices, base_resp, x_groq }: Readonly<Record<string, unknown>>): Failure | undefined {
  const groq = isObject(x_groq) ? x_groq.error : undefined;
  if (typeof groq === "string" && groq !== "") return { value: groq, path: ["x_groq", "error"] };
  if (isObject(base_resp) && typeof base_resp.status_code === "number" && base_resp.status_code !== 0)
    return { value: plain(base_resp), path: ["base_resp"] };
  if (!Array.isArray(choices)) return undefined;
  for (const [position, choice] of choices.entries()) {
    const error: unknown = isObject(choice) ? choice.error : undefined;
    if (isObject(error) || (typeof error === "string" && error !== ""))
      return { value: plain(error), path: ["choices", position, "error"] };
  }
  return undefined;
}

/** Says that what stands beside an error gets lost. @param at path of the document */
export function leaveOutBeside(document: Readonly<Record<string, unknown>>, error: Path, at: Path, report: (issue: Issue) => void): void {
  const [key = "", inner] = error;
  leaveOutOfError({ ...document, [key]: null }, at, report);
  if (inner === undefined) return;
  const held = document[key];
  const owners: (readonly [Path, unknown])[] = Array.isArray(held)
    ? held.map((choice, position) => [[key, position], choice])
    : [[[key], held]];
  for (const [place, owner] of owners) if (isObject(owner)) leaveOutOfError({ ...owner, error: null }, [...at, ...place], report);
}
