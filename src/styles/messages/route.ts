import type { StyleRoute } from "../style.js";

const PATH = "/v1/messages";

/** One address for every model, streamed or not: both are in the body. */
export const route: StyleRoute = {
  match: (path) => (path === PATH ? { stream: false } : undefined),
  format: () => PATH,
};
