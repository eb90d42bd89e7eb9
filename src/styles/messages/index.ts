/**
 * The messages style: `POST /v1/messages`.
 *
 * @module interlingua/messages
 */
export type { Accepted, Also, Lenient, Wider } from "../../core/lenient.js";
export { messages } from "./aspects.js";
export type * from "./types-answer.js";
