/** URLs and headers of messages. Model and `stream` are in the body; those who host the models of the vendor have them in the path. */
import { decodedName, encodedName } from "../../core/url-path.js";
import type { BaseUrl, ModelList, StyleLooks, StyleModule } from "../style.js";

const PATH = "/v1/messages";
/**
 * Vertex, and Bedrock, whose streams are no server-sent events: who reads one takes its events out of the frames of AWS.
 * Source: https://docs.anthropic.com/en/api/claude-on-vertex-ai, https://docs.anthropic.com/en/api/claude-on-amazon-bedrock.
 */
const HOSTED = [
  /^\/v1(?:beta1)?(?:\/projects\/[^/]+\/locations\/[^/]+)?\/publishers\/anthropic\/models\/([^/:]+):(?:r|(streamR))awPredict$/,
  /^\/model\/([^/]+)\/invoke(-with-response-stream)?$/,
];
/** What `anthropic_version` begins with at Vertex; elsewhere a model in the path is Bedrock's. */
const VERTEX = "vertex-";

/** Names of the vendor's models, where no router has put its own before them. */
const OWN = /^(?:(?:us|eu|apac|global)\.)?(?:anthropic\.)?claude-/;

export const edge: StyleModule["edge"] = {
  path: PATH,
  match(path, profile) {
    if (path === PATH) return { stream: false };
    for (const hosted of profile === "vendor" ? HOSTED : []) {
      const [, model, stream] = hosted.exec(path) ?? [];
      if (model !== undefined) return { model: decodedName(model), stream: stream !== undefined };
    }
    return undefined;
  },
  format({ model, stream, dialect = {} }) {
    if (!dialect.modelInPath) return PATH;
    return dialect.bodyVersion?.startsWith(VERTEX)
      ? `/v1/publishers/anthropic/models/${encodedName(model)}:${stream ? "streamR" : "r"}awPredict`
      : `/model/${encodedName(model)}/invoke${stream ? "-with-response-stream" : ""}`;
  },
  models: /claude/i,
  near: /^\/v1\/messages/,
};

export const http: StyleModule["http"] = {
  url: {
    place: /^(.*?)(\/v1)?(\/messages(?=\/?$)|\/publishers\/anthropic\/models\/[^/:]+:(?:r|streamR)awPredict)\/?$/,
    version: "/v1",
    // Its clients put `/v1/messages` behind whatever stands before; that of Vertex has a project behind the version.
    versioned: /\/v\d[^/]*(?:$|\/projects\/)/,
  },
  headers: {
    // As `claude setup-token` and a login of Claude Code give them.
    tokens: /^sk-ant-oat/,
    key: "x-api-key",
    version: ["anthropic-version", "2023-06-01"],
    requestId: "request-id",
    own: /^anthropic-/,
  },
};

/** `rules.ts` has them. */
export const answerRules: StyleModule["answerRules"] = { own: /^V-30$/, shared: /^R-08[4-6]$/ };

export const baseUrl: BaseUrl = {
  legal: /(?<!\/v1)$/,
  explanation: "clients put `/v1/messages` behind it",
  mend: (url) => url.replace(/\/v1$/, ""),
};

export const otherNames = /anthropic|claude|message/i;

export const looks: StyleLooks = {
  signs: [
    "system stop_sequences thinking.budget_tokens thinking.type=adaptive anthropic_version anthropic_beta metadata.user_id mcp_servers output_config container",
    "context_management tools[].input_schema tool_choice.type=auto tool_choice.type=any tool_choice.type=tool tool_choice.type=none",
    "tool_choice.disable_parallel_tool_use messages[].content[].source messages[].content[].tool_use_id messages[].content[].input",
    "messages[].content[].type=tool_use messages[].content[].type=tool_result messages[].content[].type=thinking",
    "messages[].content[].signature messages[].content[].citations type=message stop_reason usage.input_tokens content[].type",
    "type=message_start type=content_block_start type=content_block_delta type=content_block_stop type=message_delta type=message_stop",
    "type=ping type=error error.type request_id",
  ].join(" "),
  guess: ({ messages, max_tokens, model }) =>
    Array.isArray(messages) && typeof max_tokens === "number" && typeof model === "string" && OWN.test(model),
};

/** What the vendor writes of a model whose release date is unknown. */
const UNKNOWN_DATE = "1970-01-01T00:00:00Z";
const entry = (id: string) => ({ type: "model", id, display_name: id, created_at: UNKNOWN_DATE });

/** The list of models. Source: https://docs.anthropic.com/en/api/models-list. */
export const models: ModelList = {
  path: "/v1/models",
  // The most that one page holds.
  query: "?limit=1000",
  entry,
  list: (names) => ({ data: names.map(entry), has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null }),
};
