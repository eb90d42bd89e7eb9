/** Fields whose value is a word. */
import { approximated } from "../core/issue.js";
import type { Path } from "../core/path.js";
import type { FieldScope } from "./row.js";

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
