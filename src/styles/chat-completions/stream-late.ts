/**
 * What is said of a choice that has ended. Filters that judge an answer while it is sent give their verdict afterwards:
 *
 *     {"index": 0, "delta": {}, "finish_reason": "stop"}
 *     {"index": 0, "finish_reason": "content_filter", "content_filter_results": {"hate": {"filtered": true}}}
 */

import { dropped, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Finish } from "../../model/index.js";
import { something } from "./empty.js";
import { decodeFinish, type FinishReader } from "./finish.js";
import type { ChunkChoice } from "./wire-answer.js";

/**
 * The verdict, which counts more than that the model had ended by itself.
 * @param told why the choice ended, as it was told
 */
export function lateVerdict(wire: ChunkChoice, told: Finish, path: Path, { report, styles }: FinishReader): Finish | undefined {
  const verdict = decodeFinish(wire, false, path, { report: () => {}, styles });
  const counts = verdict.reason === "content-filter" && told.reason !== verdict.reason;
  if (counts) {
    const message = "A filter judged the answer after it had ended; its verdict counts.";
    report(notice("conflict.resolved", [...path, "finish_reason"], message, { from: told.reason, to: verdict.reason }));
  }
  if (something(wire.content_filter_results) !== undefined) {
    const message = "The choice has ended, and what a filter found now has no place in it.";
    report(dropped("dropped.field", [...path, "content_filter_results"], message, { severity: "info" }));
  }
  return counts ? verdict : undefined;
}
