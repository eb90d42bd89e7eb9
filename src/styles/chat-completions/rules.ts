/** All rules of the chat-completions style, as data and as checks. */
import { capabilitiesIn, validatorOf } from "../shared/validator.js";
import { ERROR_RULES } from "./rules-error.js";
import { ownerOf } from "./rules-foreign.js";
import { hasImage } from "./rules-messages.js";
import { REQUEST_RULES } from "./rules-request.js";
import { RESPONSE_RULES } from "./rules-response.js";
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
