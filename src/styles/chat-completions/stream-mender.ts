/**
 * A chat-completions stream that is repeated as it came, kept to the order of chunks: nothing is said of a choice after its
 * finish reason.
 */
import type { Mender } from "../style.js";
import { isHollow } from "./stream-delta.js";
import type { ChatCompletionsChunk } from "./wire-answer.js";

export function createMender(): Mender<ChatCompletionsChunk> {
  const finished = new Map<number, boolean>();
  return {
    accept(chunk) {
      const choices = chunk.choices ?? [];
      const late = choices.some((choice, position) => finished.get(choice.index ?? position) === true && !isHollow(choice.delta));
      if (late) return [];
      for (const [position, { index, finish_reason }] of choices.entries()) {
        const number = index ?? position;
        finished.set(
          number,
          finished.get(number) === true || (finish_reason !== null && finish_reason !== undefined && finish_reason !== ""),
        );
      }
      return [chunk];
    },
    close: () => [],
    unfinished: () => (finished.size === 0 ? [0] : [...finished].flatMap(([choice, done]) => (done ? [] : [choice]))),
  };
}
