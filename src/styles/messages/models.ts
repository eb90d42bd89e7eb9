/** The list of models. Source: https://docs.anthropic.com/en/api/models-list. */
import type { ModelList } from "../style.js";

/** What the vendor writes of a model whose release date is unknown. */
const UNKNOWN_DATE = "1970-01-01T00:00:00Z";
const entry = (id: string) => ({ type: "model", id, display_name: id, created_at: UNKNOWN_DATE });

export const models: ModelList = {
  path: "/v1/models",
  // The most that one page holds.
  query: "?limit=1000",
  entry,
  list: (names) => ({ data: names.map(entry), has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null }),
};
