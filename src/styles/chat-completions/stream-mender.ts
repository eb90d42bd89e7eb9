/**
 * A chat-completions stream that is repeated as it came, kept to the order of chunks: nothing is said of a choice after its
 * finish reason.
 */
import type { Mender } from "../style.js";
import type { ChatCompletionsChunk } from "./wire-answer.js";

export function createMender(): Mender<ChatCompletionsChunk> {
  const finished = new Map<number, boolean>();
  return {
    accept(chunk) {
      const choices = chunk.choices ?? [];
      const late = choices.some((choice, position) => finished.get(choice.index ?? position) === true && says(choice.delta));
      if (late) return undefined;
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

/** Some servers repeat the role, or send empty fields, to the last chunk. */
function says(delta: object | null | undefined): boolean {
  return Object.entries(delta ?? {}).some(
    ([key, value]) => key !== "role" && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
}
