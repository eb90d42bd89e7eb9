/** The list of models. Source: https://platform.openai.com/docs/api-reference/models. */
import type { ModelList } from "../style.js";

const entry = (id: string) => ({ id, object: "model" });

export const models: ModelList = {
  path: "/v1/models",
  query: "",
  entry,
  list: (names) => ({ object: "list", data: names.map(entry) }),
};
