/**
 * A chat-completions stream that is repeated as it came, kept to the order of chunks: nothing is said of a choice after its
 * finish reason.
 */
import { isObject } from "../../core/json.js";
import type { Mender } from "../style.js";
import { nonEmpty } from "./nothing.js";
import { isHollow } from "./stream-delta.js";
import type { ChatCompletionsChunk } from "./wire-answer.js";

export function createMender(): Mender<ChatCompletionsChunk> {
  const finished = new Map<number, boolean>();
  return {
    accept(chunk) {
      // What is read for what it means may have another form.
      const choices = chunk.choices ?? [];
      if (!Array.isArray(choices) || !choices.every(isObject)) return [chunk];
      const numbered = choices.map((choice, position) => ({ choice, number: Number(choice.index ?? position) }));
      const timely = numbered.filter(({ choice, number }) => finished.get(number) !== true || isHollow(choice.delta));
      for (const { choice, number } of timely)
        finished.set(number, finished.get(number) === true || nonEmpty(String(choice.finish_reason || "")));
      if (timely.length === numbered.length) return [chunk];
      return [{ ...chunk, choices: timely.map(({ choice, number }) => ({ ...choice, index: number })) }];
    },
    close: () => [],
    unfinished: () => (finished.size === 0 ? [0] : [...finished].flatMap(([choice, done]) => (done ? [] : [choice]))),
  };
}
