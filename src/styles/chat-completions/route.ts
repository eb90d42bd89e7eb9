/** Where chat-completions requests go. Model and `stream` are in the body. */
import type { StyleRoute } from "../style.js";

const PATH = "/v1/chat/completions";

export const route: StyleRoute = {
  match: (path) => (path === PATH ? { stream: false } : undefined),
  format: () => PATH,
};
