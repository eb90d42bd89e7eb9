/** The names of the styles, for what needs no more of them: the styles themselves are the bulk of the library. */
import { wrongWord } from "./call.js";
import type { StyleName } from "./model/index.js";

export const styleNames: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];

/** Names that styles go by elsewhere. */
const OTHER_NAMES: readonly (readonly [pattern: RegExp, name: StyleName])[] = [
  [/openai|chat/i, "chat-completions"],
  [/anthropic|claude|message/i, "messages"],
  [/google|gemini|generate/i, "generate-content"],
];

/** @throws TypeError for another name: a mistake of the program, not of its input */
export function checkStyleName(name: StyleName, option: string): void {
  if (styleNames.some((known) => known === name)) return;
  const given: unknown = name;
  const meant = typeof given === "string" ? OTHER_NAMES.find(([pattern]) => pattern.test(given))?.[1] : undefined;
  throw wrongWord(option, given, styleNames, meant);
}
