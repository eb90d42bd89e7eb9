/** Wire documents of every style, from the styles' own grammars: what decoders meet beyond what our encoders write. */
import type fc from "fast-check";
import type { StyleName } from "../../src/model/common.js";
import type { Document } from "../support/documents.js";
import { toy } from "../toy-style/arbitrary.js";
import { chatCompletionsError, chatCompletionsRequest, chatCompletionsResponse } from "./chat-completions.js";
import { generateContentError, generateContentRequest, generateContentResponse } from "./generate-content.js";
import { messagesError, messagesRequest, messagesResponse } from "./messages.js";

const bodies: Record<
  StyleName,
  { request: fc.Arbitrary<{ body: unknown; path?: string }>; response: fc.Arbitrary<unknown>; error: fc.Arbitrary<unknown> }
> = {
  "chat-completions": {
    request: chatCompletionsRequest.map((body) => ({ body })),
    response: chatCompletionsResponse,
    error: chatCompletionsError,
  },
  messages: { request: messagesRequest.map((body) => ({ body })), response: messagesResponse, error: messagesError },
  "generate-content": { request: generateContentRequest, response: generateContentResponse, error: generateContentError },
  ...{ toy },
};

export function wireDocument(style: StyleName, kind: Document["kind"]): fc.Arbitrary<Document> {
  const name = `generated ${style} ${kind}`;
  if (kind === "request") return bodies[style].request.map((request) => ({ name, style, kind, ...request }));
  return bodies[style][kind].map((body) => ({ name, style, kind, body }));
}
