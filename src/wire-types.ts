/** The types of the documents of all styles: what is written, and what is taken. */
export type { Lenient } from "./core/lenient.js";
export type * from "./styles/chat-completions/types.js";
export type * from "./styles/chat-completions/types-answer.js";
export type * from "./styles/generate-content/types.js";
export type * from "./styles/generate-content/types-answer.js";
export type * from "./styles/messages/types.js";
export type * from "./styles/messages/types-answer.js";
