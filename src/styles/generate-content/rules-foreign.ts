/** Signs that a faulty body was meant for another endpoint. */
import type { Fields } from "../../core/check.js";
import { objects } from "../../core/checks.js";

/** The style and its endpoint; undefined when nothing says so. */
export function ownerOf(body: Fields): string | undefined {
  if (!Array.isArray(body.messages) || body.contents !== undefined) return undefined;
  const isMessages =
    body.system !== undefined ||
    objects(body.tools).some((tool) => tool.input_schema !== undefined) ||
    objects(body.messages).some((message) => objects(message.content).some(({ type }) => type === "tool_use" || type === "tool_result"));
  return isMessages
    ? "messages body: send it to POST /v1/messages"
    : "chat-completions body: send it to POST /v1/chat/completions (or, if it is a messages body, to POST /v1/messages)";
}
