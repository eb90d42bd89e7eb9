/** What servers and clients of messages do beyond the style, row by row. */
import { isJsonObject, type Json } from "../../core/json.js";
import { errorIn } from "../../model/error.js";
import type { ToolArguments } from "../../model/index.js";
import { argumentsFromText } from "../../model/tools.js";
import type { Quirks } from "../style.js";

export const QUIRKS = {
  /** The input of a call is its text. Seen at: proxies, since 2026-11-22. Fixture: compatible-request. Source: no public record. */
  inputAsText(input: ToolArguments, given: Json | undefined): ToolArguments {
    const read = typeof given === "string" ? argumentsFromText(given) : undefined;
    return read?.value === undefined ? input : read;
  },
  /** A call whose arguments follow has no `input`. Seen at: proxies, since 2026-11-21. Fixture: compatible-stream. Source: no public record. */
  withInput(event: Json): Json {
    if (!isJsonObject(event) || event.type !== "content_block_start" || !isJsonObject(event.content_block)) return event;
    const { type, input } = event.content_block;
    const isBareCall = (type === "tool_use" || type === "server_tool_use") && (input ?? null) === null;
    return isBareCall ? { ...event, content_block: { ...event.content_block, input: {} } } : event;
  },
  /** The error of a stream has no `type`. Seen at: proxies, since 2026-11-22. Fixture: compatible-stream-error. Source: no public record. */
  withErrorType: (event: Json): Json =>
    isJsonObject(event) && event.type === undefined && errorIn(event, []) !== undefined ? { ...event, type: "error" } : event,
} as const satisfies Quirks;
