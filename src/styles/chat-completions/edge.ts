/** URLs and headers of chat-completions. Model and `stream` are in the body. */
import { isObject } from "../../core/json.js";
import { decodedName, encodedName } from "../../core/url-path.js";
import type { BaseUrl, ModelList, StyleLooks, StyleModule } from "../style.js";

const PATH = "/v1/chat/completions";
/** Azure has the name of the deployment in the path. Source: https://learn.microsoft.com/azure/ai-foundry/openai/reference. */
const HOSTED = /^\/openai\/(?:v1|deployments\/([^/]+))\/chat\/completions$/;

/** Names of models that services of this style have; with a slash those of routers. */
const OTHERS = /^(?:gpt-|chatgpt-|o\d|ft:)|\//;

export const edge: StyleModule["edge"] = {
  path: PATH,
  match(path, profile) {
    if (path === PATH) return { stream: false };
    const hosted = profile === "vendor" ? HOSTED.exec(path) : null;
    if (hosted === null) return undefined;
    const [, model] = hosted;
    return { stream: false, ...(model === undefined ? {} : { model: decodedName(model) }) };
  },
  format: ({ model, dialect = {} }) => (dialect.modelInPath ? `/openai/deployments/${encodedName(model)}/chat/completions` : PATH),
  models: /(?:^|[/:])(?:gpt-|o\d|chatgpt)/i,
};

export const http: StyleModule["http"] = {
  isCommon: true,
  url: {
    place: /^(.*?)(\/v1|\/openai\/deployments\/[^/]+)?(\/chat\/completions)\/?$/,
    version: "/v1",
    // `/v1beta/openai`, `/v1/account/gateway/openai`: what clients put behind theirs is always the same.
    versioned: /\/v\d[^/]*(?:\/|$)/,
  },
  headers: {
    key: "authorization",
    // Azure has a name of its own for the key.
    otherKeys: ["api-key"],
    requestId: "x-request-id",
    own: /^openai-/,
  },
};

/** `rules.ts` has them. */
export const answerRules: StyleModule["answerRules"] = { own: /^R-0(?:5\d|6\d|70)$/, shared: /^V-08$/ };

export const baseUrl: BaseUrl = {
  legal: /(?<!\/)\/v\d[^/]*(?:\/|$)/,
  explanation: "clients put `/chat/completions` behind it",
  mend: (url) => `${url}/v1`,
};

export const otherNames = /openai|chat/i;

export const looks: StyleLooks = {
  signs: [
    "choices object=chat.completion object=chat.completion.chunk usage.prompt_tokens error.type error.param error.code",
    "messages[].role=system messages[].role=developer messages[].role=tool messages[].role=function messages[].tool_calls",
    "messages[].tool_call_id messages[].function_call messages[].reasoning_content messages[].refusal messages[].audio messages[].name",
    "messages[].content[].image_url messages[].content[].input_audio messages[].content[].file tools[].function tools[].custom functions",
    "function_call tool_choice.function tool_choice=auto tool_choice=required tool_choice=none max_completion_tokens stop n seed",
    "frequency_penalty presence_penalty logit_bias logprobs top_logprobs response_format reasoning_effort stream_options user",
    "parallel_tool_calls modalities prediction store verbosity prompt_cache_key safety_identifier web_search_options",
  ].join(" "),
  guess({ messages, max_tokens, model, error, type }) {
    if (isObject(error)) return type === undefined && typeof error.status !== "string";
    return Array.isArray(messages) && (max_tokens === undefined || (typeof model === "string" && OTHERS.test(model)));
  },
};

const entry = (id: string) => ({ id, object: "model" });

/** The list of models. Source: https://platform.openai.com/docs/api-reference/models. */
export const models: ModelList = {
  path: "/v1/models",
  query: "",
  entry,
  list: (names) => ({ object: "list", data: names.map(entry) }),
};
