/** What servers and clients of messages do beyond the style, row by row. */
import { isJsonObject, type Json } from "../../core/json.js";
import { errorIn } from "../../model/error.js";
import type { ToolArguments } from "../../model/index.js";
import { argumentsFromText } from "../../model/tools.js";
import type { Quirks } from "../shared/quirks.js";

function inputAsText(input: ToolArguments, given: Json | undefined): ToolArguments {
  const read = typeof given === "string" ? argumentsFromText(given) : undefined;
  return read?.value === undefined ? input : read;
}

function withInput(event: Json): Json {
  if (!isJsonObject(event) || event.type !== "content_block_start" || !isJsonObject(event.content_block)) return event;
  const { type, input } = event.content_block;
  const isBareCall = (type === "tool_use" || type === "server_tool_use") && (input ?? null) === null;
  return isBareCall ? { ...event, content_block: { ...event.content_block, input: {} } } : event;
}

function withErrorType(event: Json): Json {
  return isJsonObject(event) && event.type === undefined && errorIn(event, []) !== undefined ? { ...event, type: "error" } : event;
}

export const QUIRKS = {
  /** The input of a call is its text. Source: no public record. */
  inputAsText: { seenAt: "proxies", since: "2026-11-22", fixture: "compatible-request", rewrite: inputAsText },
  /** A call whose arguments follow has no `input`. Source: no public record. */
  withInput: { seenAt: "proxies", since: "2026-11-21", fixture: "compatible-stream", rewrite: withInput },
  /** The error of a stream has no `type`. Source: no public record. */
  withErrorType: { seenAt: "proxies", since: "2026-11-22", fixture: "compatible-stream-error", rewrite: withErrorType },
} as const satisfies Quirks;
