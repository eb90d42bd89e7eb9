/** Both ways of one stream, push by push. */
import type { Issue } from "../../src/core/issue.js";
import { type StreamTranslator, Translation } from "../../src/stream/translator.js";
import { styles } from "../../src/style-lists.js";
import type { Case } from "./streams.js";

export interface Outcome {
  readonly pushes: readonly string[];
  readonly issues: readonly Issue[];
}

export function outcomeOf(translator: StreamTranslator, { slices, buffer }: Pick<Case, "slices" | "buffer">): Outcome {
  const target = new Uint8Array(buffer ?? 0);
  const decoder = new TextDecoder("latin1");
  const pushes = slices.map((slice) => decoder.decode(buffer === undefined ? translator.push(slice) : translator.pushInto(slice, target)));
  pushes.push(decoder.decode(translator.end()));
  return { pushes, issues: translator.issues };
}

/** What the ordinary path and the fast path make of it. */
export function bothWays(stream: Omit<Case, "events">): readonly [ordinary: Outcome, fast: Outcome] {
  const { from, to, maxEventBytes } = stream;
  const limit = maxEventBytes === undefined ? {} : { maxEventBytes };
  const of = (fastPath: boolean) =>
    outcomeOf(
      new Translation(styles[from], styles[to], { from, fastPath, ...limit }, { after: 1, tries: Number.POSITIVE_INFINITY }),
      stream,
    );
  return [of(false), of(true)];
}

export function isSame([ordinary, fast]: readonly [Outcome, Outcome]): boolean {
  return (
    ordinary.pushes.length === fast.pushes.length &&
    ordinary.pushes.every((text, index) => text === fast.pushes[index]) &&
    JSON.stringify(ordinary.issues) === JSON.stringify(fast.issues)
  );
}
