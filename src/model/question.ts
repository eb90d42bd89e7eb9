/** The last turn of a request: what the model is to answer. */
import { failure, type Issue } from "../core/issue.js";
import type { Message } from "./request.js";

/**
 * For a writer that has left out the whole last turn of the user: the model would go on from what stands before it.
 *
 * @param style the name of the style that is written
 * @returns undefined where the conversation does not end with the user
 */
export function questionGone(turns: readonly Message[], style: string): Issue | undefined {
  return turns.at(-1)?.role === "user"
    ? failure("failed.unsupported", ["turns", turns.length - 1], `${style} has no form for anything in the last turn of the user.`)
    : undefined;
}
