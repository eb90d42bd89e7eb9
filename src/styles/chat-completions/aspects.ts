/** What the style is made of, each for itself: a program carries only what it uses. */
import type { Style } from "../style.js";
import { finish } from "./finish.js";

export { edge } from "./edge.js";
export { error } from "./error.js";
export { models } from "./models.js";
export { request } from "./request.js";
export { response } from "./response.js";
export { validate } from "./rules.js";
export { framing, stream } from "./stream.js";

export const facts: Pick<Style, "name" | "bodyRule" | "words" | "traits"> = {
  name: "chat-completions",
  bodyRule: "R-001",
  words: { finish },
  traits: {},
};
