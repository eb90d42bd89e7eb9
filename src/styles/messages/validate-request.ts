/**
 * The rules of a messages request. Types are in `wire.ts`, whose faults carry the ids of the rows without a check; lists
 * and ranges are in `limits.ts`. What the specification does not show follows the vendor in both profiles.
 */
import type { Capabilities } from "../../canonical/capabilities.js";
import { type Fault, type Fields, notListedFault, own, type Table, tableOf, type Walk } from "../../core/check.js";
import { all, filled, inRange, longest, matching, missing, oneOf, required, typed, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { EFFORTS, MAX_MESSAGES, MEDIA, RANGES, ROLES, SERVICE_TIERS, SPEEDS, TOOL_NAME, USER_ID } from "./limits.js";
import { cacheMarkers } from "./validate-cache.js";
import { systemPlacement, toolPairing } from "./validate-conversation.js";
import { thinking } from "./validate-thinking.js";
import { foreignTools, inputSchema, toolChoice, uniqueTools } from "./validate-tools.js";
import { BLOCK_KINDS } from "./wire.js";

export interface RequestContext {
  readonly capabilities: Capabilities;
}

const table = tableOf<RequestContext>("messages", "request");
const { gateway, vendor } = RANGES;
const NAME_FORM = "1 to 128 letters, digits, `_` or `-`";

/** `text` is stated; the others are the vendor's. */
const VENDOR_BLOCKS: readonly string[] = [...BLOCK_KINDS.filter((kind) => kind !== "text"), "container_upload"];

const REQUEST = table([
  { id: "R-071", path: "(body)", statement: "The body is a JSON object." },
  { id: "R-072", path: "model", statement: "`model` is required." },
  { id: "R-073", path: "model", statement: "`model` is a string and not empty.", check: filled("model") },
  { id: "R-074", path: "messages", statement: "`messages` is required." },
  { id: "R-075", path: "messages", statement: "`messages` is an array and not empty.", check: filled("messages") },
  { id: "R-076", path: "max_tokens", statement: "`max_tokens` is required." },
  {
    id: "R-077",
    path: "max_tokens",
    statement: "`max_tokens` is an integer of at least 1; the vendor takes 0.",
    profile: "gateway",
    check: (node) => typed("max_tokens", "integer")(node) ?? inRange("max_tokens", gateway.max_tokens)(node),
  },
  {
    id: "R-077",
    path: "max_tokens",
    statement: "`max_tokens` is an integer of at least 0.",
    profile: "vendor",
    check: (node) => typed("max_tokens", "integer")(node) ?? inRange("max_tokens", vendor.max_tokens)(node),
  },
  { id: "R-078", path: "messages[i]", statement: "Every message is an object." },
  {
    id: "R-086",
    path: "(other fields)",
    statement: "Other fields are of the vendor's types and values.",
    check: all(
      oneOf("service_tier", { legal: SERVICE_TIERS }),
      oneOf("speed", { legal: SPEEDS }),
      inside("output_config", oneOf("effort", { legal: EFFORTS })),
    ),
  },
  {
    id: "V-10",
    path: "temperature, top_p, top_k",
    statement: "`temperature` and `top_p` are 0 to 1, `top_k` is at least 0; a model without sampling takes only `temperature: 1`.",
    check: all(
      inRange("temperature", gateway.temperature),
      inRange("top_p", gateway.top_p),
      inRange("top_k", gateway.top_k),
      withoutSampling,
    ),
  },
  {
    id: "V-11",
    path: "thinking",
    statement:
      "`budget_tokens` is at least 1024 and below `max_tokens`; thinking excludes a `temperature` other than 1, `top_k`, a `top_p` below 0.95, a forced tool choice and a prefilled answer.",
    check: thinking,
  },
  {
    id: "V-12",
    path: "messages[last].content",
    statement: "The last text of a final assistant message has no white space at its end.",
    profile: "vendor",
    check: trailingSpace,
  },
  {
    id: "V-13",
    path: "messages[i].content[j]",
    statement: "Every `tool_use` is answered by a `tool_result` at the start of the user message right after it; ids are unique.",
    profile: "vendor",
    check: (node) => toolPairing(own(node, "messages")),
  },
  {
    id: "V-14",
    path: "cache_control, messages, metadata.user_id",
    statement:
      "There are at most 4 `cache_control` markers with a `ttl` of `5m` or `1h`, the longer ones first; at most 100000 messages; `user_id` has at most 256 characters.",
    check: all(cacheMarkers, longest("messages", MAX_MESSAGES.max), inside("metadata", longest("user_id", USER_ID.max))),
  },
  {
    id: "V-15",
    path: "tools, tool_choice",
    statement: "Tool names are unique; `tool_choice` is `auto`, `any`, `none`, or `tool` with a `name`.",
    check: all(foreignTools, uniqueTools, toolChoice),
  },
  {
    id: "V-16",
    path: "messages[i].role",
    statement:
      "A `system` message follows a user turn or a server tool, is last or followed by an assistant turn, and is taken by newer models only.",
    profile: "vendor",
    check: (node, { capabilities }) => systemPlacement(own(node, "messages"), capabilities),
  },
]);

const MESSAGE = table([
  { id: "R-079", path: "messages[i].role", statement: "`role` is a required string.", check: required("role", "string") },
  {
    id: "R-080",
    path: "messages[i].role",
    statement: "`role` is `user` or `assistant`; `system` is an extension.",
    profile: "gateway",
    check: oneOf("role", { legal: ROLES.stated, extension: ROLES.extension }),
  },
  {
    id: "V-16",
    path: "messages[i].role",
    statement: "`role` is `user`, `assistant` or `system`.",
    profile: "vendor",
    check: oneOf("role", { legal: [...ROLES.stated, ...ROLES.extension] }),
  },
  {
    id: "R-081",
    path: "messages[i].content",
    statement: "`content` is required.",
    check: (node) => (own(node, "content") === undefined ? missing(["content"], "an array of blocks") : undefined),
  },
  {
    id: "R-082",
    path: "messages[i].content",
    statement: "`content` is an array of blocks; a string is the vendor's.",
    check: content,
  },
  { id: "R-083", path: "messages[i].content[j]", statement: "Every block is an object.", check: blockObjects },
  {
    id: "V-12",
    path: "messages[i].content",
    statement: "A `content` that is a string is not empty and not white space only.",
    profile: "vendor",
    check: blank("content"),
  },
]);

const BLOCK = table([
  { id: "R-084", path: "messages[i].content[j].type", statement: "`type` is a required string.", check: required("type", "string") },
  {
    id: "R-084",
    path: "messages[i].content[j].type",
    statement: "`type` is `text`; the vendor's kinds pass; any other is refused.",
    profile: "gateway",
    check: oneOf("type", { legal: ["text"], extension: VENDOR_BLOCKS, grade: "silent" }),
  },
  {
    id: "V-32",
    path: "messages[i].content[j].type",
    statement: "A block of an unknown type is passed on as it is.",
    severity: "warning",
    profile: "vendor",
    check: oneOf("type", { legal: ["text", ...VENDOR_BLOCKS], otherwise: "unknown" }),
  },
]);

const TEXT = table([
  { id: "R-085", path: "messages[i].content[j].text", statement: "A `text` block has a string `text`.", check: required("text", "string") },
  {
    id: "V-12",
    path: "messages[i].content[j].text",
    statement: "A text is not empty and not white space only.",
    profile: "vendor",
    check: blank("text"),
  },
]);

const SOURCE = table([
  {
    id: "V-17",
    path: "messages[i].content[j].source",
    statement: "Images are jpeg, png, gif or webp; documents are pdf.",
    check: (node) => media(node),
  },
]);

const TOOL = table([
  {
    id: "V-15",
    path: "tools[i]",
    statement: `\`name\` is ${NAME_FORM}; \`input_schema.type\` is \`object\`.`,
    check: all(matching("name", TOOL_NAME.legal, NAME_FORM), inputSchema),
  },
]);

export const requestTables: readonly Table<RequestContext>[] = [REQUEST, MESSAGE, BLOCK, TEXT, SOURCE, TOOL];

/** One walk over a request. */
export function walkRequest(walk: Walk<RequestContext>, request: Fields): void {
  walk.check(REQUEST, request);
  walk.each(request, "system", (block) => walkBlock(walk, block));
  walk.each(request, "messages", (message) => {
    walk.check(MESSAGE, message);
    walk.each(message, "content", (block) => walkBlock(walk, block));
  });
  walk.each(request, "tools", (tool) => walk.check(TOOL, tool));
}

function walkBlock(walk: Walk<RequestContext>, block: Fields): void {
  walk.check(BLOCK, block);
  switch (block.type) {
    case "text":
      walk.check(TEXT, block);
      return;
    case "image":
    case "document":
      walk.check(SOURCE, block);
      return;
    case "tool_result":
      walk.each(block, "content", (inner) => {
        if (inner.type === "text") walk.check(TEXT, inner);
        if (inner.type === "image" || inner.type === "document") walk.check(SOURCE, inner);
      });
      return;
  }
}

function inside(key: string, check: (node: Fields) => Fault | undefined): (node: Fields) => Fault | undefined {
  return (node) => {
    const child = own(node, key);
    const fault = isObject(child) ? check(child) : undefined;
    return fault === undefined ? undefined : { ...fault, at: [key, ...fault.at] };
  };
}

function withoutSampling(request: Fields, { capabilities }: RequestContext): Fault[] | undefined {
  if (capabilities.sampling !== false) return undefined;
  return ["temperature", "top_p", "top_k"].flatMap((key): Fault[] => {
    const value = own(request, key);
    if (value === undefined || (key === "temperature" && value === 1)) return [];
    return [
      { at: [key], says: "is not taken by this model, which samples only with `temperature: 1`", expected: "no sampling parameters" },
    ];
  });
}

function content(message: Fields): Fault | undefined {
  const value = own(message, "content");
  if (typeof value === "string")
    return notListedFault(["content"], "is a string, where the specification shows an array of blocks", "silent");
  if (value === undefined || Array.isArray(value)) return undefined;
  const received = isObject(value) ? "an object" : `the ${typeof value} ${String(value)}`;
  return { at: ["content"], says: `must be an array of blocks, not ${received}`, expected: "an array of blocks", received };
}

function blockObjects(message: Fields): Fault[] | undefined {
  const blocks = own(message, "content");
  if (!Array.isArray(blocks) || blocks.every(isObject)) return undefined;
  return blocks.flatMap((block: unknown, index): Fault[] =>
    isObject(block) ? [] : [{ at: ["content", index], says: "must be an object with a `type`", expected: "an object" }],
  );
}

function blank(key: string): (node: Fields) => Fault | undefined {
  return (node) => {
    const value = own(node, key);
    // Looks for one visible character; a trim would copy the text.
    return typeof value !== "string" || /\S/.test(value)
      ? undefined
      : {
          at: [key],
          says: "must not be empty or white space only",
          expected: "a text with a visible character",
          received: "no visible character",
        };
  };
}

function trailingSpace(request: Fields): Fault | undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return undefined;
  const last: unknown = messages.at(-1);
  if (!isObject(last) || own(last, "role") !== "assistant") return undefined;
  const at = ["messages", messages.length - 1, "content"];
  const fault = { says: "ends in white space, which is refused at the end of a prefilled answer", expected: "no white space at the end" };
  const body = own(last, "content");
  if (typeof body === "string") return endsInSpace(body) ? { at, ...fault } : undefined;
  if (!Array.isArray(body)) return undefined;
  const block: unknown = body.at(-1);
  if (!isObject(block) || own(block, "type") !== "text") return undefined;
  const text = own(block, "text");
  return typeof text === "string" && endsInSpace(text) ? { at: [...at, body.length - 1, "text"], ...fault } : undefined;
}

/** A text of white space only is a fault of its own. */
function endsInSpace(text: string): boolean {
  return /\s$/.test(text.slice(-1)) && /\S/.test(text);
}

function media(block: Fields): Fault | undefined {
  const source = own(block, "source");
  if (!isObject(source) || own(source, "type") !== "base64") return undefined;
  return unlisted(["source", "media_type"], own(source, "media_type"), {
    legal: block.type === "image" ? MEDIA.image : MEDIA.document,
  });
}
