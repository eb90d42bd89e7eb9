/** All rules of the chat-completions style, as data and as checks. */
import type { Fields } from "../../core/check.js";
import { objects } from "../../core/checks.js";
import type { Capabilities } from "../../model/capabilities.js";
import { capabilitiesIn, validatorOf } from "../shared/validator.js";
import { hasImage } from "./rules-messages.js";
import { REQUEST_RULES } from "./rules-request.js";
import { ERROR_RULES, RESPONSE_RULES } from "./rules-response.js";
import { ChatCompletionsRequest } from "./wire.js";
import { ChatCompletionsResponse } from "./wire-answer.js";

export const validate = validatorOf("chat-completions", {
  request: {
    schema: ChatCompletionsRequest,
    bodyRule: "R-001",
    nodes: REQUEST_RULES,
    foreign: ownerOf,
    context(request, options) {
      let image: boolean | undefined;
      return {
        capabilities: capabilitiesIn(request, options),
        hasImage: () => {
          image ??= hasImage(request);
          return image;
        },
      };
    },
  },
  response: {
    schema: ChatCompletionsResponse,
    bodyRule: "R-054",
    otherRule: "R-056",
    nodes: RESPONSE_RULES,
    context: (_, { choices }) => ({ choices }),
  },
  error: { bodyRule: "R-165", nodes: ERROR_RULES },
});

/** For which other style and endpoint a faulty body was probably meant; undefined when nothing says so. */
function ownerOf(body: Fields): string | undefined {
  if (Array.isArray(body.contents) && body.messages === undefined)
    return "generate-content body: send it to POST /v1beta/models/{model}:generateContent";
  const blocks = objects(body.messages).flatMap((message) => objects(message.content));
  const isMessages =
    objects(body.tools).some((tool) => tool.input_schema !== undefined && tool.function === undefined) ||
    blocks.some(({ type }) => type === "tool_use" || type === "tool_result");
  return isMessages ? "messages body: send it to POST /v1/messages" : undefined;
}

/** What the rules of a chat-completions request ask beside the node they look at. */
export interface RequestContext {
  readonly capabilities: Capabilities;
  /** Whether any message holds an image. */
  readonly hasImage: () => boolean;
}

/** What the rules of an answer ask beside the node they look at. */
export interface ResponseContext {
  /** How many choices were asked for; undefined when nobody said. */
  readonly choices: number | undefined;
}
