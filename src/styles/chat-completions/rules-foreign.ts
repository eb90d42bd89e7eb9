/** Signs that a faulty body was meant for another endpoint. */
import type { Fields } from "../../core/check.js";
import { objects } from "../../core/checks.js";

/** The style and its endpoint; undefined when nothing says so. */
export function ownerOf(body: Fields): string | undefined {
  if (Array.isArray(body.contents) && body.messages === undefined)
    return "generate-content body: send it to POST /v1beta/models/{model}:generateContent";
  const blocks = objects(body.messages).flatMap((message) => objects(message.content));
  const isMessages =
    objects(body.tools).some((tool) => tool.input_schema !== undefined && tool.function === undefined) ||
    blocks.some(({ type }) => type === "tool_use" || type === "tool_result");
  return isMessages ? "messages body: send it to POST /v1/messages" : undefined;
}
