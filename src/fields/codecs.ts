/** Readers and writers of values that several styles have: stop sequences, and words of a list. */
import { approximated, brief, dropped } from "../core/issue.js";
import type { Path } from "../core/path.js";
import type { Profile } from "../model/common.js";
import type { FieldScope } from "./row.js";

/** Writer of a list of stop sequences. `most`: by profile, absent where there is no limit; `refused`: those that match nothing or everything. */
export function stopSequences(
  most: { readonly [P in Profile]?: number },
  refused: (text: string) => boolean = (text) => text === "",
): (stop: readonly string[], scope: FieldScope, path: Path) => string[] | undefined {
  return (stop, { target, profile, report }, path) => {
    const limit = most[profile] ?? Number.POSITIVE_INFINITY;
    const kept: string[] = [];
    stop.forEach((text, index) => {
      const lose = (message: string, facts: { readonly limit?: number } = {}) =>
        report(dropped("dropped.value", [...path, index], message, { from: brief(text), ...facts }));
      if (refused(text)) lose(`${target} takes no stop sequence that is empty or blank; it was left out.`);
      else if (kept.length >= limit) lose(`${target} takes ${limit} stop sequences; this one was left out.`, { limit });
      else kept.push(text);
    });
    return kept.length === 0 ? undefined : kept;
  };
}

/**
 * Reader and writer of a word.
 * @param pairs the canonical words that the style has, each with its own
 * @param nearest what is written for others; a word that is not listed is left out, with the same report
 */
export function words<const Word extends string>(
  pairs: readonly (readonly [Word, string])[],
  nearest: Readonly<Record<string, Word>> = {},
) {
  return {
    read: (word: string): Word | undefined => pairs.find(([, own]) => own === word)?.[0],
    write(word: string, { target, report }: FieldScope, path: Path): string | undefined {
      const exact = pairs.find(([each]) => each === word);
      if (exact !== undefined) return exact[1];
      const near = nearest[word];
      const to = pairs.find(([each]) => each === near)?.[1];
      const message = `${target} has no such word; ${to === undefined ? "its default applies" : `\`${to}\` is the nearest`}.`;
      report(approximated("approximated.enum", path, message, { from: word, to: to ?? null }));
      return to;
    },
  };
}
