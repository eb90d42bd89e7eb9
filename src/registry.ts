/** The styles by name: the only list of them. Everything that loops over styles loops over this. */

import { checkStyleName } from "./edge-registry.js";
import type { StyleFacts } from "./model/facts.js";
import type { StyleName } from "./model/index.js";
import { type ChatCompletionsWire, chatCompletions } from "./styles/chat-completions/index.js";
import { type GenerateContentWire, generateContent } from "./styles/generate-content/index.js";
import { type MessagesWire, messages } from "./styles/messages/index.js";
import type { Style } from "./styles/style.js";

export { styleNames } from "./edge-registry.js";

/** The wire types of each style. */
export interface WireOf {
  "chat-completions": ChatCompletionsWire;
  messages: MessagesWire;
  "generate-content": GenerateContentWire;
}

/**
 * Every style as a value: `styles.messages.request.decode(body)`, `.encode(canonical)`, and the like for `response`,
 * `error` and `stream`, with its rules and its edge.
 * @example
 * const decoded = styles.messages.response.decode({ type: "message", role: "assistant", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });
 * decoded.ok && decoded.value.choices[0]?.finish.reason; // "stop"
 */
export const styles: { readonly [Name in StyleName]: Style<WireOf[Name]> } = {
  "chat-completions": chatCompletions,
  messages,
  "generate-content": generateContent,
};

/** What the styles know of each other. */
export const styleFacts: ReadonlyMap<StyleName, StyleFacts> = new Map(Object.values(styles).map((style) => [style.name, style]));

/** The style of that name; a wrong name is a mistake of the program, not of its input. */
export function styleNamed<Name extends StyleName>(name: Name, option: string): Style<WireOf[Name]> {
  if (!Object.hasOwn(styles, name)) checkStyleName(name, option);
  return styles[name];
}
