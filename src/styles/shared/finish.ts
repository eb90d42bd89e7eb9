/** What the styles have in common where they state why an answer ended. */

import { approximated, brief, dropped, equivalent, type Issue, type Path } from "../../core/issue.js";
import type { StyleName } from "../../model/common.js";
import type { CanonicalResponse, Finish } from "../../model/index.js";

type Report = (issue: Issue) => void;

/** Why the answer ended, in the source's own word where it has one; null where it has none. */
export function reasonGiven({ reason, native }: Finish): string | null {
  return native === undefined ? (reason === "other" ? null : reason) : brief(native.value);
}

/** Reports that the style has no word for the reason. @param path canonical path of the finish */
export function reportInexact(finish: Finish, style: StyleName, word: string, path: Path, report: Report): void {
  const from = reasonGiven(finish);
  const why =
    from === null
      ? `The answer does not say why it ended; ${style} has \`${word}\`.`
      : `${style} has no finish reason for ${JSON.stringify(from)}; the answer has \`${word}\`.`;
  report(approximated("approximated.finish_reason", [...path, "reason"], why, { from, to: word }));
}

interface BlockScope {
  readonly style: StyleName;
  /** The finish reason that stands for a blocked prompt. */
  readonly word: string;
  /** Whether nothing came but the word that the prompt was blocked. */
  readonly blocked: boolean;
  /** The explanation that is written. */
  readonly explanation: string | null | undefined;
}

/** Reports what becomes of a blocked prompt in a style whose answers only state why they ended. */
export function reportBlock(
  { reason, message }: NonNullable<CanonicalResponse["promptBlock"]>,
  { style, word, blocked, explanation }: BlockScope,
  report: Report,
): void {
  const path = ["promptBlock", "reason"];
  const from = brief(reason);
  report(
    blocked
      ? approximated("approximated.finish_reason", path, `${style} has \`${word}\` for a blocked prompt, and no reason.`, {
          from,
          to: word,
        })
      : dropped("dropped.field", path, `The prompt was blocked, and yet there is an answer; ${style} has a place for the answer only.`, {
          from,
        }),
  );
  if (message === undefined) return;
  const at = ["promptBlock", "message"];
  report(
    message === explanation
      ? equivalent(at, "Why the prompt was blocked stands where refusals are explained.")
      : dropped("dropped.field", at, `${style} explains refusals only, and once.`, { severity: "info", from: brief(message) }),
  );
}
