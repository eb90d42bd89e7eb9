/**
 * The style generate-content: its codecs, rules and edge as one value.
 *
 * @module interlingua/generate-content
 */
export type { Accepted, Lenient, LenientValue } from "../options.js";
export { generateContent } from "./aspects.js";
export type * from "./types-answer.js";
