/** URLs and headers of messages. Model and `stream` are in the body; those who host the models of the vendor have them in the path. */
import { decodedName } from "../../core/path.js";
import type { StyleEdge } from "../style.js";

const PATH = "/v1/messages";
/**
 * Vertex, and Bedrock without streams, which are no server-sent events there.
 * Source: https://docs.anthropic.com/en/api/claude-on-vertex-ai, https://docs.anthropic.com/en/api/claude-on-amazon-bedrock.
 */
const HOSTED = [
  /^\/v1(?:beta1)?\/projects\/[^/]+\/locations\/[^/]+\/publishers\/anthropic\/models\/([^/:]+):(rawPredict|streamRawPredict)$/,
  /^\/model\/([^/]+)\/(invoke)$/,
];

export const edge: StyleEdge = {
  path: PATH,
  match(path, profile) {
    if (path === PATH) return { stream: false };
    for (const hosted of profile === "vendor" ? HOSTED : []) {
      const [, model, action] = hosted.exec(path) ?? [];
      if (model !== undefined) return { model: decodedName(model), stream: action === "streamRawPredict" };
    }
    return undefined;
  },
  format: () => PATH,
  near: /^\/v1\/messages/,
  url: {
    place: /^(.*?)(\/v1)?(\/messages)\/?$/,
    version: "/v1",
    // Its clients put `/v1/messages` behind whatever stands before.
    versioned: /\/v\d[^/]*$/,
  },
  base: {
    legal: /(?<!\/v1)$/,
    explanation: "a messages client puts `/v1/messages` behind it, so it does not end in `/v1`",
    mend: (url) => url.replace(/\/v1$/, ""),
  },
  headers: {
    key: "x-api-key",
    version: ["anthropic-version", "2023-06-01"],
    requestId: "request-id",
    own: /^anthropic-/,
  },
  otherNames: /anthropic|claude|message/i,
};
