/** The styles by name: the only list of them. Everything that loops over styles loops over this. */
import { wrongWord } from "./call.js";
import type { StyleName } from "./canonical/index.js";
import { type ChatCompletionsWire, chatCompletions } from "./styles/chat-completions/index.js";
import { type GenerateContentWire, generateContent } from "./styles/generate-content/index.js";
import { type MessagesWire, messages } from "./styles/messages/index.js";
import type { Style } from "./styles/style.js";

/** The wire types of each style. */
export interface WireOf {
  "chat-completions": ChatCompletionsWire;
  messages: MessagesWire;
  "generate-content": GenerateContentWire;
}

/**
 * Every style as a value: `styles.messages.request.decode(body)`, `.encode(canonical)`, and the like for `response`,
 * `error` and `stream`, with its rules and its route.
 * @example
 * const decoded = styles.messages.response.decode({ type: "message", role: "assistant", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });
 * decoded.ok && decoded.value.choices[0]?.finish.reason; // "stop"
 */
export const styles: { readonly [Name in StyleName]: Style<WireOf[Name]> } = {
  "chat-completions": chatCompletions,
  messages,
  "generate-content": generateContent,
};

export const styleNames: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];

function isStyleName(name: unknown): name is StyleName {
  return styleNames.some((known) => known === name);
}

/** Names that styles go by elsewhere. */
const OTHER_NAMES: readonly (readonly [pattern: RegExp, name: StyleName])[] = [
  [/openai|chat/i, "chat-completions"],
  [/anthropic|claude|message/i, "messages"],
  [/google|gemini|generate/i, "generate-content"],
];

/** The style of that name; a wrong name is a mistake of the program, not of its input. */
export function styleNamed<Name extends StyleName>(name: Name, option: string): Style<WireOf[Name]> {
  if (!isStyleName(name)) {
    const given: unknown = name;
    const meant = typeof given === "string" ? OTHER_NAMES.find(([pattern]) => pattern.test(given))?.[1] : undefined;
    throw wrongWord(option, given, styleNames, meant);
  }
  return styles[name];
}
