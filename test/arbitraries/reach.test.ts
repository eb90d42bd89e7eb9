/** The generators reach every field and every kind that the schemas of the wire know: what nobody generates, no law has seen. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isObject } from "../../src/core/json.js";
import { any, object, type Schema, word } from "../../src/core/schema.js";
import type { StyleName } from "../../src/model/common.js";
import { ChatCompletionsRequest } from "../../src/styles/chat-completions/wire.js";
import { ChatCompletionsResponse } from "../../src/styles/chat-completions/wire-answer.js";
import { GenerateContentRequest } from "../../src/styles/generate-content/wire.js";
import { GenerateContentResponse } from "../../src/styles/generate-content/wire-answer.js";
import { MessagesRequest } from "../../src/styles/messages/wire.js";
import { MessagesResponse } from "../../src/styles/messages/wire-answer.js";
import { type Document, KINDS } from "../support/documents.js";
import { wireDocument } from "./index.js";

const error = (...fields: string[]) => object(() => Object.fromEntries(fields.map((field) => [field, any()])), "");
const ERRORS = {
  "chat-completions": object(() => ({ error: error("message", "type", "param", "code") }), ""),
  messages: object(() => ({ type: word("error"), error: error("type", "message"), request_id: any() }), ""),
  "generate-content": object(() => ({ error: error("code", "message", "status", "details") }), ""),
} as const;
const SCHEMAS = {
  "chat-completions": { request: ChatCompletionsRequest, response: ChatCompletionsResponse, error: ERRORS["chat-completions"] },
  messages: { request: MessagesRequest, response: MessagesResponse, error: ERRORS.messages },
  "generate-content": { request: GenerateContentRequest, response: GenerateContentResponse, error: ERRORS["generate-content"] },
} as const;

/** What a schema allows and no document of this kind has, each with its reason. */
const UNREACHED: Readonly<Record<string, RegExp>> = {
  // Roles and fields of clients in error, which are read all the same.
  "generate-content request":
    /^contents\[\]\.role=(function|system)$|^systemInstruction\.parts\[\]\.thought|webSearch\.excludeDomains|functionResponse\.parts\[\]\.fileData\.displayName$/,
  // The parts of users, with which those of answers share their schema.
  "generate-content response":
    /^candidates\[\]\.content\.parts\[\]\.(inlineData|fileData|functionResponse|mediaResolution|videoMetadata)\b/,
  // Citations of a text in a document in a result: those of the texts above have the same schema. A type that clients leave empty.
  "messages request": /^messages\[\]\.content\[\]\.content\[\]\.source\.content\[\]\.citations\[\]\.|^tools\[\]\.type=$/,
  // What one compatible service writes: it is read as a quirk, of which fixtures tell.
  "chat-completions request":
    /^messages\[\]\.content\[\](\.type=(document_url|thinking)$|\.(document_url|document_name|thinking)$)|^messages\[\]\.prefix$|^random_seed$/,
  // The parts of users, with which those of answers share their schemas.
  "chat-completions response":
    /^choices\[\]\.message\.content\[\](\.type=(image_url|input_audio|file|video_url|document_url|thinking)$|\.(image_url|input_audio|file|video_url|document_url|document_name|thinking)\b)/,
  // The blocks of users, with which those of answers share their schemas.
  "messages response":
    /^content\[\](\.type=(image|document|search_result|tool_result)$|\.(source|title|context|is_error|citations\.enabled)|\.content\[\])/,
};

/** Fields as `messages[].content[].text`, and kinds as `messages[].content[].type=text`. */
function fieldsOf(
  { structure: { members, item, options, words = [] } }: Schema<unknown>,
  path: string,
  found: Set<string>,
  depth = 0,
): Set<string> {
  if (depth > 20) return found;
  for (const word of words) found.add(`${path}=${word}`);
  for (const option of options?.() ?? []) fieldsOf(option, path, found, depth + 1);
  if (item !== undefined) fieldsOf(item, `${path}[]`, found, depth + 1);
  for (const [key, member] of members?.() ?? []) {
    const field = path === "" ? key : `${path}.${key}`;
    found.add(field);
    fieldsOf(member, field, found, depth + 1);
  }
  return found;
}

function reached(value: unknown, path: string, found: Set<string>): void {
  if (typeof value === "string") found.add(`${path}=${value}`);
  else if (Array.isArray(value)) for (const item of value) reached(item, `${path}[]`, found);
  else if (isObject(value))
    for (const [key, member] of Object.entries(value)) {
      if (member === null || member === undefined) continue;
      const field = path === "" ? key : `${path}.${key}`;
      found.add(field);
      reached(member, field, found);
    }
}

function missed(style: StyleName, kind: Document["kind"]): string[] {
  const found = new Set<string>();
  for (const { body } of fc.sample(wireDocument(style, kind), { numRuns: 2500, seed: 1 }))
    reached(kind === "error" && isObject(body) ? body.body : body, "", found);
  const allowed = UNREACHED[`${style} ${kind}`];
  return [...fieldsOf(SCHEMAS[style][kind], "", new Set())].filter((field) => !found.has(field) && allowed?.test(field) !== true);
}

for (const style of ["chat-completions", "messages", "generate-content"] as const)
  for (const kind of KINDS)
    it(`generated ${style} ${kind}s have every field that the wire has`, () => expect(missed(style, kind)).toEqual([]));
