/** The grammar of streams of the toy style. */
import type { Frame, Grammar } from "../support/grammar.js";

const kindOf = ({ data }: Frame): string => Object.keys(JSON.parse(data))[0] ?? "";
const LEGAL = /^(?:start (?:text )*)?(?:end|fault) $/;

/** A start, texts, and one end; a fault may take the place of the end. */
export const toy: Grammar = {
  check(frames, say) {
    const kinds = frames.map((frame) => `${kindOf(frame)} `).join("");
    if (!LEGAL.test(kinds)) say(frames.length - 1, `does not end a legal stream: ${kinds}`);
    for (const [at, { event }] of frames.entries()) if (event !== undefined) say(at, `has the name ${event}`);
  },
  isComplete: (frames) => frames.some((frame) => kindOf(frame) === "end"),
  isError: (frame) => kindOf(frame) === "fault",
};
