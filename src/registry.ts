/** The only list of styles. Everything that loops over styles loops over this. */
import type { StyleName } from "./model/index.js";
import * as chatCompletions from "./styles/chat-completions/aspects.js";
import type { ChatCompletionsWire } from "./styles/chat-completions/types-answer.js";
import * as generateContent from "./styles/generate-content/aspects.js";
import type { GenerateContentWire } from "./styles/generate-content/types-answer.js";
import * as messages from "./styles/messages/aspects.js";
import type { MessagesWire } from "./styles/messages/types-answer.js";
import type { Documents, Wire } from "./styles/options.js";
import type { StyleModule } from "./styles/style.js";

export type * from "./styles/chat-completions/types-answer.js";
export type * from "./styles/generate-content/types-answer.js";
export type * from "./styles/messages/types-answer.js";

/** The folders of the styles by name. */
export const styles = listed<WireOf>({ "chat-completions": chatCompletions, messages, "generate-content": generateContent });

/** Each with the types of its documents. */
function listed<Wires extends { readonly [Name in keyof Wires]: Wire }>(
  given: { readonly [Name in keyof Wires]: StyleModule<Wires[Name]> },
) {
  return given;
}

/** The documents of each style, as they are written. */
export interface WireOf {
  "chat-completions": ChatCompletionsWire;
  messages: MessagesWire;
  "generate-content": GenerateContentWire;
}

/** The documents of each style, as they are taken. */
export type TakenOf = { readonly [Name in StyleName]: WireOf[Name]["taken"] };

/** The body that a translation gives: as `To` writes it where the styles are known to be two; else perhaps the very body that was given. */
export type BodyOf<To extends StyleName, Part extends keyof Documents, From extends StyleName = StyleName> = [From & To] extends [never]
  ? WireOf[To][Part]
  : TakenOf[To][Part];
