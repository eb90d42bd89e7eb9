/** All ways of one stream, push by push. */
import type { Issue } from "../../src/core/issue.js";
import { styles } from "../../src/registry.js";
import { type StreamTranslator, Translation } from "../../src/stream/translator.js";
import { expectEqual } from "../support/verdict.js";
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

/** The fast path writes and reports what the ordinary one does, by texts alone and by bytes from the first deltas on. */
export function expectSame(stream: Omit<Case, "events">): void {
  const { from, to, maxEventBytes } = stream;
  const limit = maxEventBytes === undefined ? {} : { maxEventBytes };
  const of = (fastPath: boolean, after: number) =>
    outcomeOf(
      new Translation(
        styles[from],
        styles[to],
        { from, fastPath, ...limit },
        { texts: 1, events: 0, ahead: Number.POSITIVE_INFINITY, after, tries: Number.POSITIVE_INFINITY },
      ),
      stream,
    );
  const ordinary = of(false, 1);
  for (const after of [1, Number.POSITIVE_INFINITY]) expectEqual(of(true, after), ordinary);
}
