/** All rules of the messages style, as data and as checks. */
import type { Fields } from "../../core/check.js";
import { objects } from "../../core/checks.js";
import type { Issue } from "../../core/issue.js";
import type { Capabilities } from "../../model/capabilities.js";
import { capabilitiesIn, validatorOf } from "../shared/validator.js";
import type { StyleValidator } from "../style.js";
import { continuesThread } from "./error.js";
import { REQUEST_RULES } from "./rules-request.js";
import { ERROR_RULES, RESPONSE_RULES } from "./rules-response.js";
import { MessagesRequest } from "./wire.js";
import { MessagesResponse } from "./wire-answer.js";

const whole = validatorOf("messages", {
  request: {
    schema: MessagesRequest,
    bodyRule: "R-071",
    nodes: REQUEST_RULES,
    foreign: ownerOf,
    context: (request, options) => ({ capabilities: capabilitiesIn(request, options) }),
  },
  response: { schema: MessagesResponse, bodyRule: "R-086", otherRule: "R-086", nodes: RESPONSE_RULES, context: () => undefined },
  error: { bodyRule: "R-170", nodes: ERROR_RULES },
});

export const validate: StyleValidator = {
  ...whole,
  request: (body, options) => ofThread(body, whole.request(body, options)),
  translated: (body, options) => ofThread(body, whole.translated(body, options)),
};

/** Without what is true of whole conversations only: that there are messages, what is answered by what, what is first. */
function ofThread(body: unknown, issues: readonly Issue[]): readonly Issue[] {
  return continuesThread(body)
    ? issues.filter(({ rule, received }) => rule !== "V-13" && rule !== "V-16" && (rule !== "R-075" || received !== "an empty array"))
    : issues;
}

/** For which other style and endpoint a faulty body was probably meant; undefined when nothing says so. */
function ownerOf(body: Fields): string | undefined {
  if (Array.isArray(body.contents) && body.messages === undefined)
    return "generate-content body: send it to POST /v1beta/models/{model}:generateContent";
  const isChat =
    objects(body.tools).some((tool) => tool.type === "function") ||
    objects(body.messages).some((message) => message.tool_calls !== undefined || message.tool_call_id !== undefined);
  return isChat ? "chat-completions body: send it to POST /v1/chat/completions" : undefined;
}

/** What the rules of a messages request ask beside the node they look at. */
export interface RequestContext {
  readonly capabilities: Capabilities;
}
