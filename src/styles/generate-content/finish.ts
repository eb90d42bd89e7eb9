/**
 * `finishReason` and `promptFeedback.blockReason`. A candidate that calls functions finishes with `STOP` like any other;
 * recorded answers hold reasons as integers, which are kept as they are.
 */

import { approximated, equivalent, type Path } from "../../core/issue.js";
import { compact, type NothingLeft } from "../../core/json.js";
import { finishWords } from "../../model/common.js";
import { dropFields } from "../../model/extensions.js";
import type { Finish } from "../../model/index.js";
import { reportInexact } from "../shared/codec.js";
import { STYLE } from "./scope.js";
import type { Report } from "./usage.js";

export const finish = finishWords({
  stop: ["STOP", true],
  "stop-sequence": ["STOP", true],
  length: ["MAX_TOKENS", true, "CONTINUATION"],
  "context-window": ["MAX_TOKENS", false],
  "tool-calls": ["STOP", true],
  "content-filter": ["SAFETY", true, "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT"],
  recitation: ["RECITATION", true, "IMAGE_RECITATION"],
  refusal: ["SAFETY", false],
  pause: ["OTHER", false],
  "malformed-output": ["MALFORMED_FUNCTION_CALL", true, "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"],
  other: ["OTHER", false, "OTHER", "LANGUAGE", "IMAGE_OTHER", "NO_IMAGE", "FINISH_REASON_UNSPECIFIED"],
  error: ["OTHER", false],
});

/** The numbers of the words, as far as the vendor's two services agree on them. */
const NUMBERED: readonly string[] = ["FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"];

/** Recorded answers hold empty ones as well. */
export function isReason(reason: string | number | null | undefined): reason is string | number {
  return reason !== null && reason !== undefined && reason !== "";
}

/**
 * A word that nobody knows is kept, and an answer without one that calls nothing gives `other` without a native word: who
 * writes them states what they become.
 * @param called whether the candidate, all of its stream included, holds a function call
 */
export function decodeFinish(reason: string | number | null | undefined, message: string | null | undefined, called: boolean): Finish {
  const explained = message == null ? {} : { message };
  if (!isReason(reason)) return { reason: called ? "tool-calls" : "other", ...explained };
  const native = { style: STYLE, value: typeof reason === "number" ? (NUMBERED[reason] ?? String(reason)) : reason } as const;
  const known = finish.reasons.get(native.value);
  if (known === "stop" && called) return { reason: "tool-calls", native, ...explained };
  return { reason: known ?? "other", native, ...explained };
}

/**
 * Names what `STOP` alone does not state: why an answer of another style ended.
 * @param called whether the candidate holds a function call
 * @param path the canonical path of the finish, for issues
 */
export function reportStop({ reason }: Finish, called: boolean, path: Path, report: Report): void {
  const at = [...path, "reason"];
  const missing = "There is no call in the answer, so that it ends like any other.";
  if (reason === "stop" && called)
    report(equivalent(at, "A generate-content answer that holds a call ends for the call; the way back writes it."));
  if (reason === "tool-calls" && !called) report(approximated("approximated.finish_reason", at, missing, { from: reason, to: "STOP" }));
  if (reason === "stop-sequence")
    report(equivalent(at, "A stop sequence ends a generate-content answer like any other end; so does the way back."));
}

/** @param path the canonical path of the finish, for issues */
export function encodeFinish(given: Finish, path: Path, report: Report) {
  const { reason, native, stopSequence: _sequence, stopField: _field, refusal, message, ...rest } = given;
  rest satisfies NothingLeft;
  const own = native?.style === STYLE;
  const [word, exact] = own ? ([native.value, true] as const) : finish.written[reason];
  if (!exact) reportInexact(given, STYLE, word, path, report);
  if (!own) dropFields(given, { stopSequence: "info" }, path, STYLE, report);
  const explanation = refusal?.explanation ?? undefined;
  const isOther = message !== undefined && message !== explanation;
  // `finishMessage` holds one text.
  dropFields(refusal ?? {}, { category: "info", ...(isOther ? { explanation: "warning" } : {}) }, [...path, "refusal"], STYLE, report);
  return { finishReason: word, ...compact({ finishMessage: message ?? explanation }) };
}

/** Whether it states no more than that the prompt was refused, as that of an answer without candidates does. */
export function isBlock({ reason, native }: Finish): boolean {
  return reason === "content-filter" && native === undefined;
}
