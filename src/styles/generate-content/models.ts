/** The list of models. Source: https://ai.google.dev/api/models. */
import type { ModelList } from "../style.js";

const entry = (name: string) => ({
  name: `models/${name}`,
  displayName: name,
  supportedGenerationMethods: ["generateContent", "streamGenerateContent"],
});

export const models: ModelList = {
  path: "/v1beta/models",
  // The most that one page holds.
  query: "?pageSize=1000",
  entry,
  list: (names) => ({ models: names.map(entry) }),
};
