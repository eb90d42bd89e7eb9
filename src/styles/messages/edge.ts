/** Where messages requests go. Model and `stream` are in the body; those who host the models of the vendor have them in the path. */
import { decodedName } from "../../core/url-path.js";
import type { StyleRoute } from "../style.js";

const PATH = "/v1/messages";
/**
 * Vertex, and Bedrock without streams, which are no server-sent events there.
 * Source: https://docs.anthropic.com/en/api/claude-on-vertex-ai, https://docs.anthropic.com/en/api/claude-on-amazon-bedrock.
 */
const HOSTED = [
  /^\/v1(?:beta1)?\/projects\/[^/]+\/locations\/[^/]+\/publishers\/anthropic\/models\/([^/:]+):(rawPredict|streamRawPredict)$/,
  /^\/model\/([^/]+)\/(invoke)$/,
];

export const route: StyleRoute = {
  match(path, profile) {
    if (path === PATH) return { stream: false };
    for (const hosted of profile === "vendor" ? HOSTED : []) {
      const [, model, action] = hosted.exec(path) ?? [];
      if (model !== undefined) return { model: decodedName(model), stream: action === "streamRawPredict" };
    }
    return undefined;
  },
  format: () => PATH,
};
