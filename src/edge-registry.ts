/** The edges of the styles by name, for what needs no more of them: the styles themselves are the bulk of the library. */
import { wrongWord } from "./call.js";
import type { StyleName } from "./model/index.js";
import { edge as chatCompletions } from "./styles/chat-completions/edge.js";
import { edge as generateContent } from "./styles/generate-content/edge.js";
import { edge as messages } from "./styles/messages/edge.js";
import type { StyleEdge } from "./styles/style.js";

export const edges: { readonly [Name in StyleName]: StyleEdge } = {
  "chat-completions": chatCompletions,
  messages,
  "generate-content": generateContent,
};
export const styleNames: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];
/** The style in whose words a request is answered whose path is like that of none. */
export const fallbackStyle: StyleName = "chat-completions";

/** @throws TypeError for another name: a mistake of the program, not of its input */
export function checkStyleName(name: StyleName, option: string): void {
  if (styleNames.includes(name)) return;
  const given: unknown = name;
  const meant = typeof given === "string" ? styleNames.find((known) => edges[known].otherNames.test(given)) : undefined;
  throw wrongWord(option, given, styleNames, meant);
}
