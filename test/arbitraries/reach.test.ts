/** The generators reach every field and every kind that the schemas of the wire know: what nobody generates, no law has seen. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { isObject } from "../../src/core/json.js";
import type { StyleName } from "../../src/model/common.js";
import { ChatCompletionsRequest } from "../../src/styles/chat-completions/wire.js";
import { ChatCompletionsError, ChatCompletionsResponse } from "../../src/styles/chat-completions/wire-answer.js";
import { GenerateContentRequest } from "../../src/styles/generate-content/wire.js";
import { GenerateContentError, GenerateContentResponse } from "../../src/styles/generate-content/wire-answer.js";
import { MessagesRequest } from "../../src/styles/messages/wire.js";
import { MessagesError, MessagesResponse } from "../../src/styles/messages/wire-answer.js";
import { type Document, KINDS } from "../support/documents.js";
import { wireDocument } from "./index.js";

const SCHEMAS = {
  "chat-completions": { request: ChatCompletionsRequest, response: ChatCompletionsResponse, error: ChatCompletionsError },
  messages: { request: MessagesRequest, response: MessagesResponse, error: MessagesError },
  "generate-content": { request: GenerateContentRequest, response: GenerateContentResponse, error: GenerateContentError },
} as const;

/** What a schema allows and no document of this kind has, each with its reason. */
const UNREACHED: Readonly<Record<string, RegExp>> = {
  // Roles and fields of clients in error, which are read all the same.
  "generate-content request": /^contents\[\]\.role=(function|system)$|^systemInstruction\.parts\[\]\.thought|webSearch\.excludeDomains/,
  // The parts of users, with which those of answers share their schemas.
  "chat-completions response":
    /^choices\[\]\.message\.content\[\](\.type=(image_url|input_audio|file|video_url)$|\.(image_url|input_audio|file|video_url)\b)/,
  // The blocks of users, with which those of answers share their schemas.
  "messages response":
    /^content\[\](\.type=(image|document|search_result|tool_result)$|\.(source|title|context|is_error|citations\.enabled)|\.content\[\])/,
};

/** Fields as `messages[].content[].text`, and kinds as `messages[].content[].type=text`. */
function fieldsOf(schema: unknown, path: string, definitions: unknown, found: Set<string>, depth = 0): Set<string> {
  if (!isObject(schema) || depth > 20) return found;
  const visit = (inner: unknown, at: string) => fieldsOf(inner, at, definitions, found, depth + 1);
  if (typeof schema.$ref === "string" && isObject(definitions)) visit(definitions[schema.$ref.replace("#/$defs/", "")], path);
  for (const options of [schema.anyOf, schema.oneOf, schema.allOf])
    if (Array.isArray(options)) for (const option of options) visit(option, path);
  for (const value of [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])])
    if (typeof value === "string") found.add(`${path}=${value}`);
  if (schema.items !== undefined) visit(schema.items, `${path}[]`);
  if (isObject(schema.properties))
    for (const [key, member] of Object.entries(schema.properties)) {
      const field = path === "" ? key : `${path}.${key}`;
      found.add(field);
      visit(member, field);
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
  const schema = z.toJSONSchema(SCHEMAS[style][kind], { unrepresentable: "any", io: "input" });
  const found = new Set<string>();
  for (const { body } of fc.sample(wireDocument(style, kind), { numRuns: 2500, seed: 1 }))
    reached(kind === "error" && isObject(body) ? body.body : body, "", found);
  const allowed = UNREACHED[`${style} ${kind}`];
  return [...fieldsOf(schema, "", schema.$defs, new Set())].filter((field) => !found.has(field) && allowed?.test(field) !== true);
}

for (const style of ["chat-completions", "messages", "generate-content"] as const)
  for (const kind of KINDS)
    it(`generated ${style} ${kind}s have every field that the wire has`, () => expect(missed(style, kind)).toEqual([]));
