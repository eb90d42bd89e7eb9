/** All rules of the messages style, as data and as checks. */
import { capabilitiesOf } from "../../canonical/capabilities.js";
import { own } from "../../core/check.js";
import { type DocumentRules, findFaults, replyOf } from "../../core/findings.js";
import type { StyleValidator } from "../style.js";
import type { RequestContext } from "./validate-context.js";
import { ownerOf } from "./validate-foreign.js";
import { requestTables, walkRequest } from "./validate-request.js";
import { errorTables, responseTables, walkError, walkResponse } from "./validate-response.js";
import { MessagesRequest } from "./wire.js";
import { MessagesResponse } from "./wire-answer.js";

const REQUEST: DocumentRules<RequestContext> = { schema: MessagesRequest, bodyRule: "R-071", walk: walkRequest, foreign: ownerOf };
const ANSWER_RULES: ReadonlySet<string> = new Set(responseTables.flatMap(({ rules }) => rules.map(({ id }) => id)));
const RESPONSE: DocumentRules<undefined> = {
  schema: MessagesResponse,
  bodyRule: "R-086",
  own: (rule) => (ANSWER_RULES.has(rule) ? rule : "R-086"),
  walk: walkResponse,
};
const ERROR: DocumentRules<undefined> = { bodyRule: "R-170", view: replyOf, walk: walkError };

export const validate: StyleValidator = {
  rules: [...requestTables, ...responseTables, ...errorTables].flatMap(({ rules }) => rules),
  request: (body, options = {}) =>
    findFaults(
      body,
      REQUEST,
      (request) => {
        const model = own(request, "model");
        return { capabilities: capabilitiesOf(typeof model === "string" ? model : "", options.capabilities) };
      },
      options,
    ),
  response: (body, options = {}) => findFaults(body, RESPONSE, () => undefined, options),
  error: (reply, options = {}) => findFaults(reply, ERROR, () => undefined, options),
};
