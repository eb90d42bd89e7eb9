/**
 * The chat-completions style: `POST /v1/chat/completions`, as OpenAI made it and many servers implement it.
 *
 * @module interlingua/chat-completions
 */
export type { Accepted, Lenient, LenientValue } from "../options.js";
export { chatCompletions } from "./aspects.js";
export type * from "./types-answer.js";
