/**
 * The messages style: `POST /v1/messages`.
 *
 * @module interlingua/messages
 */
export type { Accepted, Lenient, LenientValue } from "../options.js";
export { messages } from "./aspects.js";
export type * from "./types-answer.js";
