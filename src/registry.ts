/** The styles by name: the only list of them. Everything that loops over styles loops over this. */

import type { Lenient } from "./core/lenient.js";
import { checkStyleName } from "./edge-registry.js";
import type { StyleFacts } from "./model/facts.js";
import type { StyleName } from "./model/index.js";
import * as chat from "./styles/chat-completions/aspects.js";
import { type ChatCompletionsWire, chatCompletions } from "./styles/chat-completions/index.js";
import * as generate from "./styles/generate-content/aspects.js";
import { type GenerateContentWire, generateContent } from "./styles/generate-content/index.js";
import * as message from "./styles/messages/aspects.js";
import { type MessagesWire, messages } from "./styles/messages/index.js";
import type { Framing, ModelList, Style, StyleValidator, Wire } from "./styles/style.js";

export { styleNames } from "./edge-registry.js";

/** The documents of each style, as they are written. */
export interface WireOf {
  "chat-completions": ChatCompletionsWire;
  messages: MessagesWire;
  "generate-content": GenerateContentWire;
}

/** The documents of each style, as they are taken. */
export type TakenOf = { readonly [Name in StyleName]: { readonly [Part in keyof Wire]: Lenient<WireOf[Name][Part]> } };

/**
 * The body that a translation gives: as `To` writes it, where the styles are known to be two; else it may be the very body that was
 * given, as services and clients really write them.
 */
export type BodyOf<To extends StyleName, Part extends keyof Wire, From extends StyleName = StyleName> = [From & To] extends [never]
  ? WireOf[To][Part]
  : TakenOf[To][Part];

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

// The styles by what a call uses of them: a program that calls nothing else carries nothing else of them.

type OwnFacts = Pick<Style, "name" | "bodyRule" | "words" | "traits">;
type ListOf<Item> = { readonly [Name in StyleName]: Item };

export const ownFacts: ListOf<OwnFacts> = { "chat-completions": chat.facts, messages: message.facts, "generate-content": generate.facts };

export type RequestStyle = OwnFacts & Pick<Style, "request" | "validate" | "edge">;
export const requestStyles: ListOf<RequestStyle> = {
  "chat-completions": { ...chat.facts, request: chat.request, validate: chat.validate, edge: chat.edge },
  messages: { ...message.facts, request: message.request, validate: message.validate, edge: message.edge },
  "generate-content": { ...generate.facts, request: generate.request, validate: generate.validate, edge: generate.edge },
};

export type ResponseStyle = Pick<Style, "response"> & { readonly framing: Pick<Framing<unknown>, "model"> };
export const responseStyles: ListOf<ResponseStyle> = {
  "chat-completions": { response: chat.response, framing: chat.framing },
  messages: { response: message.response, framing: message.framing },
  "generate-content": { response: generate.response, framing: generate.framing },
};

export const streamStyles: ListOf<Pick<Style, "stream" | "response" | "error">> = {
  "chat-completions": { stream: chat.stream, response: chat.response, error: chat.error },
  messages: { stream: message.stream, response: message.response, error: message.error },
  "generate-content": { stream: generate.stream, response: generate.response, error: generate.error },
};

export const errorCodecs: ListOf<Style["error"]> = {
  "chat-completions": chat.error,
  messages: message.error,
  "generate-content": generate.error,
};

export const validators: ListOf<StyleValidator> = {
  "chat-completions": chat.validate,
  messages: message.validate,
  "generate-content": generate.validate,
};

export const modelLists: ListOf<ModelList> = {
  "chat-completions": chat.models,
  messages: message.models,
  "generate-content": generate.models,
};

/** What the styles know of each other. */
export const styleFacts: ReadonlyMap<StyleName, StyleFacts> = new Map(Object.values(ownFacts).map((facts) => [facts.name, facts]));

/** What a list of styles has of that name; a wrong name is a mistake of the program, not of its input. */
export function ofStyle<Item>(list: ListOf<Item>, name: StyleName, option: string): Item {
  if (!Object.hasOwn(list, name)) checkStyleName(name, option);
  return list[name];
}
