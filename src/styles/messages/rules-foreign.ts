/** Signs that a faulty body was meant for another endpoint. */
import type { Fields } from "../../core/check.js";
import { objects } from "../../core/checks.js";

/** The style and its endpoint; undefined when nothing says so. */
export function ownerOf(body: Fields): string | undefined {
  if (Array.isArray(body.contents) && body.messages === undefined)
    return "generate-content body: send it to POST /v1beta/models/{model}:generateContent";
  const isChat =
    objects(body.tools).some((tool) => tool.type === "function") ||
    objects(body.messages).some((message) => message.tool_calls !== undefined || message.tool_call_id !== undefined);
  return isChat ? "chat-completions body: send it to POST /v1/chat/completions" : undefined;
}
