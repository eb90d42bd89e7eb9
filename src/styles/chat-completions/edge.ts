/** Where chat-completions requests go. Model and `stream` are in the body. */
import { decodedName } from "../../core/url-path.js";
import type { StyleRoute } from "../style.js";

const PATH = "/v1/chat/completions";
/** Azure has the name of the deployment in the path. Source: https://learn.microsoft.com/azure/ai-foundry/openai/reference. */
const HOSTED = /^\/openai\/(?:v1|deployments\/([^/]+))\/chat\/completions$/;

export const route: StyleRoute = {
  match(path, profile) {
    if (path === PATH) return { stream: false };
    const hosted = profile === "vendor" ? HOSTED.exec(path) : null;
    if (hosted === null) return undefined;
    const [, model] = hosted;
    return { stream: false, ...(model === undefined ? {} : { model: decodedName(model) }) };
  },
  format: () => PATH,
};
