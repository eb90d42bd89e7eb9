/** All rules of the chat-completions style, as data and as checks. */

import { type Fields, own } from "../../core/check.js";
import { type DocumentRules, type FindOptions, findFaults, replyOf } from "../../core/findings.js";
import type { Issue } from "../../core/issue.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import type { StyleValidator, ValidateOptions } from "../style.js";
import type { RequestContext, ResponseContext } from "./rules-context.js";
import { errorTables, walkError } from "./rules-error.js";
import { ownerOf } from "./rules-foreign.js";
import { hasImage } from "./rules-messages.js";
import { requestTables, walkRequest } from "./rules-request.js";
import { responseTables, walkResponse } from "./rules-response.js";
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
  request,
  written: (body, options) => request(body, { ...options, written: true }),
  translated: (body, options) => request(body, { ...options, translated: true }),
  response: (body, options = {}) => findFaults(body, RESPONSE, () => ({ choices: options.choices }), options),
  error: (reply, options = {}) => findFaults(reply, ERROR, () => undefined, options),
};

function request(body: unknown, options: ValidateOptions & FindOptions = {}): readonly Issue[] {
  return findFaults(body, REQUEST, (document) => contextOf(document, options), options);
}

function contextOf(request: Fields, { capabilities }: ValidateOptions): RequestContext {
  const model = own(request, "model");
  let image: boolean | undefined;
  return {
    capabilities: capabilitiesOf(typeof model === "string" ? model : "", capabilities),
    hasImage: () => {
      image ??= hasImage(request);
      return image;
    },
  };
}
