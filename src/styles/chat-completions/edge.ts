/** URLs and headers of chat-completions. Model and `stream` are in the body. */
import { decodedName } from "../../core/path.js";
import type { StyleEdge } from "../style.js";

const PATH = "/v1/chat/completions";
/** Azure has the name of the deployment in the path. Source: https://learn.microsoft.com/azure/ai-foundry/openai/reference. */
const HOSTED = /^\/openai\/(?:v1|deployments\/([^/]+))\/chat\/completions$/;

export const edge: StyleEdge = {
  path: PATH,
  match(path, profile) {
    if (path === PATH) return { stream: false };
    const hosted = profile === "vendor" ? HOSTED.exec(path) : null;
    if (hosted === null) return undefined;
    const [, model] = hosted;
    return { stream: false, ...(model === undefined ? {} : { model: decodedName(model) }) };
  },
  format: () => PATH,
  url: {
    place: /^(.*?)(\/v1)?(\/chat\/completions)\/?$/,
    version: "/v1",
    // `/v1beta/openai`, `/v1/account/gateway/openai`: what clients put behind theirs is always the same.
    versioned: /\/v\d[^/]*(?:\/|$)/,
  },
  base: {
    legal: /(?<!\/)\/v\d[^/]*(?:\/|$)/,
    explanation: "a chat-completions client puts `/chat/completions` behind it, so it ends in `/v1`",
    mend: (url) => `${url}/v1`,
  },
  headers: {
    key: "authorization",
    // Azure has a name of its own for the key.
    otherKeys: ["api-key"],
    requestId: "x-request-id",
    own: /^openai-/,
  },
  otherNames: /openai|chat/i,
};
