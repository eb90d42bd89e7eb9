/**
 * Why an answer ended: `stop_reason`, the matched `stop_sequence`, and `stop_details` for refusals.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { Extensions } from "../../model/common.js";
import { keepUnknown } from "../../model/extensions.js";
import type { CanonicalResponse, Finish, FinishReason } from "../../model/index.js";
import type { WireStop, WireStopDetails } from "./wire-answer.js";

export const FINISH_FIELDS = {
  reason: ["stop_reason"],
  "native.value": ["stop_reason"],
  native: ["stop_reason"],
  stopSequence: ["stop_sequence"],
  refusal: ["stop_details"],
  message: ["stop_details", "explanation"],
} as const satisfies FieldPaths;

const REASONS = {
  end_turn: "stop",
  max_tokens: "length",
  stop_sequence: "stop-sequence",
  tool_use: "tool-calls",
  pause_turn: "pause",
  refusal: "refusal",
  model_context_window_exceeded: "context-window",
} as const satisfies Record<string, FinishReason>;

function isStopReason(value: string): value is keyof typeof REASONS {
  return Object.hasOwn(REASONS, value);
}

/**
 * An answer without `stop_reason` that calls nothing gives `other` without a native word: who writes it says what it becomes.
 * @param calls whether the answer has a tool call, in any of its events
 * @param path where the reason stands, or should
 */
export function decodeFinish(
  stop: Pick<WireStop, "stop_reason" | "stop_sequence" | "stop_details">,
  calls: boolean,
  path: Path,
  report: (issue: Issue) => void,
): {
  readonly finish: Finish;
  readonly extensions?: Extensions;
} {
  const { stop_sequence, stop_details } = stop;
  const stop_reason = stop.stop_reason === "" ? undefined : stop.stop_reason;
  const silent = stop_reason === undefined || stop_reason === null;
  if (silent && calls) {
    const why = "The answer does not say why it ended; it calls tools, so it ended to have them run.";
    report(approximated("approximated.finish_reason", path, why, { from: stop.stop_reason ?? null, to: "tool_use" }));
  }
  const { type, category, explanation, ...detailsRest } = stop_details ?? {};
  // Details of another kind than a refusal are kept as they are: nothing is known of them.
  const isRefusal = stop_details !== undefined && stop_details !== null && (type ?? "refusal") === "refusal";
  const finish = {
    reason: silent ? (calls ? "tool-calls" : "other") : isStopReason(stop_reason) ? REASONS[stop_reason] : "other",
    ...(silent ? {} : { native: { style: "messages", value: stop_reason } }),
    ...(stop_sequence === undefined || stop_sequence === null ? {} : { stopSequence: stop_sequence }),
    ...(isRefusal ? { refusal: compact({ category, explanation }) } : {}),
  } as const satisfies Finish;
  return { finish, ...keepUnknown("messages", {}, [["stop_details", isRefusal ? detailsRest : (stop_details ?? {})]]) };
}

export interface FinishContext {
  /** Text of a refusal part: the model's own refusal, which this style states as a stop reason. */
  readonly refusal?: string | undefined;
  readonly promptBlock?: CanonicalResponse["promptBlock"];
  /** Whether the answer calls a tool. */
  readonly calls: boolean;
}

/** @param path canonical path of the finish */
export function encodeFinish(
  finish: Finish,
  { refusal: refused, promptBlock, calls }: FinishContext,
  path: Path,
  report: (issue: Issue) => void,
): WireStop & { stop_reason: string; stop_sequence: string | null } {
  const { reason, native, stopSequence, stopField: _field, refusal, message, ...rest } = finish;
  rest satisfies NothingLeft;
  // Where a candidate came all the same, it says itself why it ended.
  const blocked = promptBlock !== undefined && reason === "content-filter" && native === undefined;
  if (promptBlock !== undefined) reportBlock(promptBlock, blocked, report);
  const stop_reason = native?.style === "messages" ? native.value : blocked ? "refusal" : stopReason(finish, refused, calls, path, report);
  const explanation = refusal?.explanation ?? refused ?? message ?? promptBlock?.message ?? null;
  const isRefusal = stop_reason === "refusal";
  if (promptBlock?.message !== undefined)
    report(
      isRefusal && explanation === promptBlock.message
        ? equivalent(["promptBlock", "message"], "Why the prompt was blocked stands beside the reason of the end.")
        : dropped("dropped.field", ["promptBlock", "message"], "This style says why in words for a refusal only, and once.", {
            severity: "info",
            from: brief(promptBlock.message),
          }),
    );
  if (message !== undefined && message !== promptBlock?.message && (!isRefusal || message !== explanation))
    report(
      dropped("dropped.field", [...path, "message"], "This style says why in words for a refusal only, and once.", {
        severity: "info",
        from: brief(message),
      }),
    );
  const tells = native?.style === "messages" || stop_reason === "stop_sequence";
  if (stopSequence !== undefined && !tells)
    report(
      dropped("dropped.field", [...path, "stopSequence"], "The answer ended for another reason, beside which no stop sequence is told.", {
        severity: "info",
        from: brief(stopSequence),
      }),
    );
  const details: WireStopDetails | undefined = isRefusal
    ? { type: "refusal", category: refusal?.category ?? null, explanation }
    : undefined;
  return {
    stop_reason,
    stop_sequence: tells ? (stopSequence ?? null) : null,
    ...(details === undefined ? {} : { stop_details: details }),
  };
}

/** @param blocked whether nothing came but the word that the prompt was blocked */
function reportBlock({ reason }: NonNullable<CanonicalResponse["promptBlock"]>, blocked: boolean, report: (issue: Issue) => void): void {
  const path = ["promptBlock", "reason"];
  report(
    blocked
      ? approximated("approximated.finish_reason", path, "The prompt was blocked; this style calls that a refusal.", {
          from: brief(reason),
          to: "refusal",
        })
      : dropped("dropped.field", path, "The prompt was blocked, and yet there is an answer; this style tells of the answer only.", {
          from: brief(reason),
        }),
  );
}

function stopReason(
  { reason, native, stopSequence }: Finish,
  refused: string | undefined,
  calls: boolean,
  path: Path,
  report: (issue: Issue) => void,
): string {
  const exact = (value: keyof typeof REASONS) => value;
  const near = (value: keyof typeof REASONS, why: string) => {
    const said = native === undefined ? (reason === "other" ? null : reason) : brief(native.value);
    report(approximated("approximated.finish_reason", [...path, "reason"], why, { from: said, to: value }));
    return value;
  };
  switch (reason) {
    case "stop":
      if (refused === undefined) return exact("end_turn");
      report(equivalent([...path, "reason"], "The model refused in words of its own; here that is the reason of the end."));
      return exact("refusal");
    case "stop-sequence":
      return exact(stopSequence === undefined ? "end_turn" : "stop_sequence");
    case "length":
      return exact("max_tokens");
    case "context-window":
      return exact("model_context_window_exceeded");
    case "tool-calls":
      if (!calls) {
        const why = "The answer says that it ended for a call, and there is none in it.";
        report(notice("approximated.finish_reason", [...path, "reason"], why, { severity: "warning" }));
      }
      return exact("tool_use");
    case "refusal":
      return exact("refusal");
    case "pause":
      return exact("pause_turn");
    case "content-filter":
      return near("refusal", "A filter stopped the answer; this style calls that a refusal.");
    case "recitation":
      return near("refusal", "The answer recited protected text; this style calls that a refusal.");
    case "malformed-output":
      return near("end_turn", "The model wrote what its service could not read; this style can only say that the turn ended.");
    case "other":
      return near(
        "end_turn",
        native === undefined
          ? "The answer does not say why it ended; this style says that the turn did."
          : "The service stopped for a reason of its own; this style can only say that the turn ended.",
      );
    case "error":
      return near("end_turn", "The service failed while it answered; this style can only say that the turn ended.");
    default:
      return reason satisfies never;
  }
}
