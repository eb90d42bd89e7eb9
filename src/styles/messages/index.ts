/**
 * The messages style: `POST /v1/messages`.
 *
 * @module interlingua/messages
 */
export type { Accepted, Lenient, LenientValue } from "../documents.js";
export { messages } from "./aspects.js";
export type * from "./types-answer.js";
