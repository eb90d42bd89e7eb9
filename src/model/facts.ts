/** What styles may know of each other: the translation hands it to them as values, so that none names another. */
import { FINISH_REASONS, type FinishReason } from "./finish-reason.js";
import type { StyleName } from "./style-name.js";

/** What other styles may know of a style: the translation hands it to them. */
export interface StyleFacts {
  readonly words: { readonly finish: FinishWords };
  readonly traits: StyleTraits;
}
/** How a style behaves where others go another way. */
export interface StyleTraits {
  /** Its service goes on where the calls of an earlier turn have no results. */
  readonly leavesCallsOpen?: true;
  /** Its messages of the assistant in a row are one turn, and its thoughts may come in pieces, of which one is signed. */
  readonly splitsTurns?: true;
  /** Its count of input tokens leaves out what was read from the cache and written to it. */
  readonly countsCacheApart?: true;
  /** It has one resolution for all media of a request. */
  readonly sharesResolution?: true;
  /** It states that a call failed by the form of the result. */
  readonly failureIsForm?: true;
}

/** The traits of the style that a document came from; none where it is not known. */
export function traitsOf({
  from,
  styles,
}: {
  readonly from?: StyleName;
  readonly styles?: ReadonlyMap<StyleName, StyleFacts>;
}): StyleTraits {
  return (from === undefined ? undefined : styles?.get(from)?.traits) ?? {};
}

/**
 * The words of a style for each reason: the one that is written, whether it means no less, and others that are read. What is
 * exact is read as well; of several reasons with one word the first counts.
 */
export type FinishRows = Readonly<Record<FinishReason, readonly [word: string, exact: boolean, ...read: string[]]>>;

/** The words of a style for why an answer ended, in both directions. */
export interface FinishWords {
  readonly written: FinishRows;
  /** What each word that is read means. */
  readonly reasons: ReadonlyMap<string, FinishReason>;
}

export function finishWords(written: FinishRows): FinishWords {
  const reasons = new Map<string, FinishReason>();
  for (const reason of FINISH_REASONS) {
    const [word, exact, ...read] = written[reason];
    for (const each of exact ? [word, ...read] : read) if (!reasons.has(each)) reasons.set(each, reason);
  }
  return { written, reasons };
}
