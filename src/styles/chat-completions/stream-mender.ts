/**
 * A chat-completions stream that is repeated as it came, kept to the order of chunks: nothing is said of a choice after its
 * finish reason.
 */
import type { Mender } from "../style.js";
import { nonEmpty } from "./nothing.js";
import { isHollow } from "./stream-delta.js";
import type { ChatCompletionsChunk } from "./wire-answer.js";

export function createMender(): Mender<ChatCompletionsChunk> {
  const finished = new Map<number, boolean>();
  return {
    accept(chunk) {
      const numbered = (chunk.choices ?? []).map((choice, position) => ({ choice, number: choice.index ?? position }));
      const timely = numbered.filter(({ choice, number }) => finished.get(number) !== true || isHollow(choice.delta));
      for (const { choice, number } of timely)
        finished.set(number, finished.get(number) === true || nonEmpty(String(choice.finish_reason ?? "")));
      if (timely.length === numbered.length) return [chunk];
      return [{ ...chunk, choices: timely.map(({ choice, number }) => ({ ...choice, index: number })) }];
    },
    close: () => [],
    unfinished: () => (finished.size === 0 ? [0] : [...finished].flatMap(([choice, done]) => (done ? [] : [choice]))),
  };
}
