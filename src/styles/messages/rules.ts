/** All rules of the messages style, as data and as checks. */

import { type Fields, own } from "../../core/check.js";
import { type DocumentRules, type FindOptions, findFaults, replyOf } from "../../core/findings.js";
import type { Issue } from "../../core/issue.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import type { StyleValidator, ValidateOptions } from "../style.js";
import type { RequestContext } from "./rules-context.js";
import { ownerOf } from "./rules-foreign.js";
import { requestTables, walkRequest } from "./rules-request.js";
import { errorTables, responseTables, walkError, walkResponse } from "./rules-response.js";
import { continuesThread } from "./thread.js";
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
  request,
  written: (body, options) => request(body, { ...options, written: true }),
  translated: (body, options) => request(body, { ...options, translated: true }),
  response: (body, options = {}) => findFaults(body, RESPONSE, () => undefined, options),
  error: (reply, options = {}) => findFaults(reply, ERROR, () => undefined, options),
};

function request(body: unknown, options: ValidateOptions & FindOptions = {}): readonly Issue[] {
  const issues = findFaults(body, REQUEST, (document) => contextOf(document, options), options);
  return continuesThread(body) ? issues.filter(({ rule, received }) => !isOfConversation(rule, received)) : issues;
}

/** What is true of whole conversations only: that there are messages, what is answered by what, what is first. */
function isOfConversation(rule: string | undefined, received: string | undefined): boolean {
  return rule === "V-13" || rule === "V-16" || (rule === "R-075" && received === "an empty array");
}

function contextOf(request: Fields, { capabilities }: ValidateOptions): RequestContext {
  const model = own(request, "model");
  return { capabilities: capabilitiesOf(typeof model === "string" ? model : "", capabilities) };
}
