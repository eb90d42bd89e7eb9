/** Stop sequences: which ones a style takes, and how many. */
import { brief, dropped } from "../core/issue.js";
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
