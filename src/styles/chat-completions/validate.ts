/** All rules of the chat-completions style, as data and as checks. */
import { capabilitiesOf } from "../../canonical/capabilities.js";
import { own } from "../../core/check.js";
import { type DocumentRules, findFaults, replyOf } from "../../core/findings.js";
import type { StyleValidator } from "../style.js";
import type { RequestContext, ResponseContext } from "./validate-context.js";
import { errorTables, walkError } from "./validate-error.js";
import { ownerOf } from "./validate-foreign.js";
import { hasImage } from "./validate-messages.js";
import { requestTables, walkRequest } from "./validate-request.js";
import { responseTables, walkResponse } from "./validate-response.js";
import { ChatCompletionsRequest } from "./wire.js";
import { ChatCompletionsResponse } from "./wire-answer.js";

const REQUEST: DocumentRules<RequestContext> = {
  schema: ChatCompletionsRequest,
  bodyRule: "R-001",
  walk: walkRequest,
  foreign: ownerOf,
};
const ANSWER_RULES: ReadonlySet<string> = new Set(responseTables.flatMap(({ rules }) => rules.map(({ id }) => id)));
const RESPONSE: DocumentRules<ResponseContext> = {
  schema: ChatCompletionsResponse,
  bodyRule: "R-054",
  own: (rule) => (ANSWER_RULES.has(rule) ? rule : "R-056"),
  walk: walkResponse,
};
const ERROR: DocumentRules<undefined> = { bodyRule: "R-165", view: replyOf, walk: walkError };

export const validate: StyleValidator = {
  rules: [...requestTables, ...responseTables, ...errorTables].flatMap(({ rules }) => rules),
  request: (body, options = {}) =>
    findFaults(
      body,
      REQUEST,
      (request) => {
        const model = own(request, "model");
        let image: boolean | undefined;
        return {
          capabilities: capabilitiesOf(typeof model === "string" ? model : "", options.capabilities),
          hasImage: () => {
            image ??= hasImage(request);
            return image;
          },
        };
      },
      options,
    ),
  response: (body, options = {}) => findFaults(body, RESPONSE, () => ({ choices: options.choices }), options),
  error: (reply, options = {}) => findFaults(reply, ERROR, () => undefined, options),
};
