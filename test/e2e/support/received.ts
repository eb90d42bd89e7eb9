/** What an upstream was sent, read by hand in each style. */
import type { StyleName } from "../../../src/index.js";
import { list, pick, text } from "./pick.js";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface ToolResult {
  /** Of the call; generate-content may have the name alone. */
  readonly id: string;
  readonly output: string;
}

export interface RequestReader {
  readonly images: (body: unknown) => readonly string[];
  readonly documents: (body: unknown) => readonly string[];
  /** Of the last turn. */
  readonly results: (body: unknown) => readonly ToolResult[];
  /** Names of the calls of the last assistant turn, in order. */
  readonly calls: (body: unknown) => readonly string[];
  readonly signatures: (body: unknown) => readonly string[];
  readonly schema: (body: unknown) => unknown;
  readonly system: (body: unknown) => string;
  readonly searches: (body: unknown) => boolean;
}

export const requests: Readonly<Record<StyleName, RequestReader>> = {
  "chat-completions": {
    images: (body) => chatParts(body).flatMap((part) => dataOf(text(part, "image_url", "url"))),
    documents: (body) => chatParts(body).flatMap((part) => dataOf(text(part, "file", "file_data"))),
    results: (body) =>
      trailing(list(body, "messages"), (message) => pick(message, "role") === "tool").map((message) => ({
        id: text(message, "tool_call_id"),
        output: flat(pick(message, "content")),
      })),
    calls: (body) =>
      list(
        list(body, "messages").findLast((message) => pick(message, "role") === "assistant"),
        "tool_calls",
      ).map((call) => text(call, "function", "name")),
    signatures: (body) =>
      list(body, "messages")
        .flatMap((message) => [
          ...list(message, "reasoning_details").map((detail) => text(detail, "signature")),
          ...list(message, "tool_calls").map((call) => text(call, "extra_content", "google", "thought_signature")),
          text(message, "extra_content", "google", "thought_signature"),
        ])
        .filter((signature) => signature !== ""),
    schema: (body) => pick(body, "response_format", "json_schema", "schema"),
    system: (body) =>
      flat(
        pick(
          list(body, "messages").find((message) => ["system", "developer"].includes(text(message, "role"))),
          "content",
        ),
      ),
    searches: (body) => pick(body, "web_search_options") !== undefined,
  },
  messages: {
    images: (body) => blocks(body).flatMap((block) => (pick(block, "type") === "image" ? [text(block, "source", "data")] : [])),
    documents: (body) => blocks(body).flatMap((block) => (pick(block, "type") === "document" ? [text(block, "source", "data")] : [])),
    results: (body) =>
      list(list(body, "messages").at(-1), "content")
        .filter((block) => pick(block, "type") === "tool_result")
        .map((block) => ({ id: text(block, "tool_use_id"), output: flat(pick(block, "content")) })),
    calls: (body) =>
      list(
        list(body, "messages").findLast((message) => pick(message, "role") === "assistant"),
        "content",
      )
        .filter((block) => pick(block, "type") === "tool_use")
        .map((block) => text(block, "name")),
    signatures: (body) => blocks(body).flatMap((block) => (text(block, "signature") === "" ? [] : [text(block, "signature")])),
    schema: (body) => pick(body, "output_config", "format", "schema"),
    system: (body) => flat(pick(body, "system")),
    searches: (body) => list(body, "tools").some((tool) => text(tool, "type").startsWith("web_search")),
  },
  "generate-content": {
    images: (body) => inline(body, "image/"),
    documents: (body) => inline(body, "application/pdf"),
    results: (body) =>
      trailing(list(body, "contents"), isResults)
        .flatMap((content) => list(content, "parts"))
        .map((part) => {
          const response = pick(part, "functionResponse");
          const output = pick(response, "response", "result") ?? pick(response, "response", "output") ?? pick(response, "response");
          return { id: text(response, "id"), output: typeof output === "string" ? output : JSON.stringify(output) };
        }),
    calls: (body) => {
      const contents = list(body, "contents");
      const before = contents.slice(0, contents.length - trailing(contents, isResults).length);
      return trailing(before, (content) => pick(content, "role") === "model")
        .flatMap((content) => list(content, "parts"))
        .flatMap((part) => (pick(part, "functionCall") === undefined ? [] : [text(part, "functionCall", "name")]));
    },
    signatures: (body) => parts(body).flatMap((part) => (text(part, "thoughtSignature") === "" ? [] : [text(part, "thoughtSignature")])),
    schema: (body) => pick(body, "generationConfig", "responseJsonSchema") ?? pick(body, "generationConfig", "responseSchema"),
    system: (body) =>
      list(body, "systemInstruction", "parts")
        .map((part) => text(part, "text"))
        .join(""),
    searches: (body) =>
      list(body, "tools").some((tool) => pick(tool, "googleSearch") !== undefined || pick(tool, "webSearch") !== undefined),
  },
};

function chatParts(body: unknown): readonly unknown[] {
  return list(body, "messages").flatMap((message) => list(message, "content"));
}

function blocks(body: unknown): readonly unknown[] {
  return list(body, "messages").flatMap((message) => list(message, "content"));
}

function parts(body: unknown): readonly unknown[] {
  return list(body, "contents").flatMap((content) => list(content, "parts"));
}

function isResults(content: unknown): boolean {
  return list(content, "parts").some((part) => pick(part, "functionResponse") !== undefined);
}

function inline(body: unknown, type: string): readonly string[] {
  return parts(body).flatMap((part) => (text(part, "inlineData", "mimeType").startsWith(type) ? [text(part, "inlineData", "data")] : []));
}

/** The payload of a data URI. */
function dataOf(uri: string): readonly string[] {
  return uri.startsWith("data:") ? [uri.slice(uri.indexOf(",") + 1)] : [];
}

function trailing(values: readonly unknown[], wanted: (value: unknown) => boolean): readonly unknown[] {
  const start = values.findLastIndex((value) => !wanted(value));
  return values.slice(start + 1);
}

/** A string, or the texts of a list of parts. */
function flat(content: unknown): string {
  return typeof content === "string" ? content : (Array.isArray(content) ? content : []).map((part) => text(part, "text")).join("");
}
