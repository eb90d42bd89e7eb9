/** The rules of the messages of a chat-completions request, and of their blocks. */
import { type Check, type Fault, type Fields, own, type Row } from "../../core/check.js";
import { all, filled, missing, objects, oneOf } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { isObject } from "../../core/json.js";
import {
  AUDIO_FORMATS,
  FIELDS,
  FIELDS_RULE,
  IMAGE_DETAILS,
  isOneOf,
  ROLES,
  SPECIFIED_CONTENT,
  SPECIFIED_ROLES,
  VENDOR_CONTENT,
  VENDOR_ROLES,
} from "./limits.js";
import type { RequestContext } from "./rules.js";
import { argumentTexts } from "./rules-calls.js";

export const MESSAGE: readonly Row<RequestContext>[] = [
  { id: "R-008", path: "messages[i].role", statement: "`role` is a required string." },
  {
    id: "R-009",
    path: "messages[i].role",
    statement: "`role` is `system`, `user`, `assistant` or `developer`; `tool` and `function` are extensions without an `info`.",
    profile: "gateway",
    check: oneOf("role", { legal: SPECIFIED_ROLES, extension: VENDOR_ROLES, grade: "silent" }),
  },
  {
    id: "V-01",
    path: "messages[i].role",
    statement: "`role` is `system`, `user`, `assistant`, `developer`, `tool` or `function`; `tool` needs `tool_call_id`.",
    profile: "vendor",
    check: all(oneOf("role", { legal: ROLES }), (node) =>
      own(node, "role") === "tool" && own(node, "tool_call_id") === undefined ? missing(["tool_call_id"], "a string") : undefined,
    ),
  },
  {
    id: "R-010",
    path: "messages[i].role",
    statement: "`developer` is specified only beside image input; it is accepted everywhere.",
    severity: "info",
    profile: "gateway",
    check: (node, { hasImage }) =>
      own(node, "role") === "developer" && !hasImage()
        ? {
            at: ["role"],
            says: 'is "developer", which the specification lists only for requests with an image; it is accepted and counts as "system"',
          }
        : undefined,
  },
  { id: "R-011", path: "messages[i].name", statement: "`name` is a string." },
  {
    id: "R-012",
    path: "messages[i].content",
    statement: "`content` is required, but for an assistant message with `tool_calls`, `function_call`, `refusal` or `audio`.",
    check: unsaid,
  },
  {
    id: "R-013",
    path: "messages[i].content",
    statement: "`content` is a string or an array of blocks.",
  },
  {
    id: "R-014",
    path: "messages[i].content",
    statement: "An array of blocks is not empty.",
    profile: "gateway",
    check: filled("content", "array"),
  },
  {
    id: "R-014",
    path: "messages[i].content",
    statement: "An array of blocks is not empty; some servers take an empty one beside calls.",
    profile: "vendor",
    check: (node) => {
      const fault = filled("content", "array")(node);
      return fault !== undefined && mayBeSilent(node) ? { ...fault, grade: "unknown" } : fault;
    },
  },
  { id: "R-015", path: "messages[i].content[j]", statement: "Every block is an object." },
  {
    id: "R-021",
    path: "messages[i].content[j]",
    statement: "`image_url` blocks stand only in `user` messages.",
    profile: "gateway",
    check: onlyIn(["user"], "image_url"),
  },
  {
    id: "R-021",
    path: "messages[i].content[j]",
    statement: "`image_url` blocks stand only in `user` and `tool` messages.",
    profile: "vendor",
    check: onlyIn(["user", "tool"], "image_url"),
  },
  {
    id: "V-02",
    path: "messages[i].content[j]",
    statement: "`refusal` blocks stand only in `assistant` messages.",
    profile: "vendor",
    check: onlyIn(["assistant"], "refusal"),
  },
  {
    id: "V-08",
    path: "messages[i].tool_calls[j].function.arguments",
    statement: "Arguments are text.",
    profile: "vendor",
    check: argumentTexts,
  },
  ...fieldRows({ path: "messages[i]", ...FIELDS_RULE }, FIELDS.message),
];

export const BLOCK: readonly Row<RequestContext>[] = [
  { id: "R-016", path: "messages[i].content[j].type", statement: "`type` is a required string." },
  {
    id: "R-017",
    path: "messages[i].content[j].type",
    statement: "`type` is `text` or `image_url`; `input_audio`, `file`, `refusal` and `video_url` are extensions.",
    profile: "gateway",
    written: true,
    check: oneOf("type", { legal: SPECIFIED_CONTENT, extension: VENDOR_CONTENT }),
  },
  {
    id: "V-32",
    path: "messages[i].content[j].type",
    statement: "A block of an unknown type is passed on as it is.",
    severity: "warning",
    profile: "vendor",
    check: oneOf("type", { legal: [...SPECIFIED_CONTENT, ...VENDOR_CONTENT], otherwise: "unknown" }),
  },
  {
    id: "R-018",
    path: "messages[i].content[j].text",
    statement: "A `text` block has a string `text`.",
  },
  {
    id: "R-019",
    path: "messages[i].content[j].image_url",
    statement: "An `image_url` block has an object `image_url`.",
  },
];

export const TEXT_BLOCK = fieldRows({ path: "messages[i].content[j]", ...FIELDS_RULE }, FIELDS.text);
export const IMAGE_BLOCK = fieldRows({ path: "messages[i].content[j]", ...FIELDS_RULE }, FIELDS.image);

export const IMAGE: readonly Row<RequestContext>[] = [
  {
    id: "R-020",
    path: "messages[i].content[j].image_url.url",
    statement: "`url` is a required string and not empty.",
    written: true,
    check: filled("url", "string"),
  },
  {
    id: "V-02",
    path: "messages[i].content[j].image_url.detail",
    statement: "`detail` is `auto`, `low`, `high` or `original`.",
    profile: "vendor",
    check: oneOf("detail", { legal: IMAGE_DETAILS }),
  },
  ...fieldRows({ path: "messages[i].content[j].image_url", ...FIELDS_RULE }, FIELDS.imageUrl),
];

export const AUDIO: readonly Row<RequestContext>[] = [
  {
    id: "V-02",
    path: "messages[i].content[j].input_audio.format",
    statement: "`format` is `wav` or `mp3`.",
    profile: "vendor",
    check: oneOf("format", { legal: AUDIO_FORMATS }),
  },
];

export function hasImage(request: Fields): boolean {
  return objects(request.messages).some((message) => objects(message.content).some((block) => block.type === "image_url"));
}

function unsaid(message: Fields): Fault | undefined {
  if (own(message, "content") !== undefined || mayBeSilent(message)) return undefined;
  const fault = missing(["content"], "a string or an array of blocks");
  // An answer that a filter held back has null.
  return own(message, "role") === "assistant" && Object.hasOwn(message, "content") ? { ...fault, grade: "own" } : fault;
}

function mayBeSilent(message: Fields): boolean {
  const calls = own(message, "tool_calls");
  switch (own(message, "role")) {
    case "assistant":
      // Calls that are no array are a fault of their own.
      return (
        (calls !== undefined && !(Array.isArray(calls) && calls.length === 0)) ||
        ["function_call", "refusal", "audio"].some((key) => own(message, key) !== undefined)
      );
    case "function":
      return true;
    default:
      return false;
  }
}

/** A role that is none is a fault of its own. */
function onlyIn(roles: readonly string[], type: string): Check<unknown> {
  const expected = roles.map((role) => `\`${role}\``).join(" and ");
  return (message, _context, report): undefined => {
    const actual = own(message, "role");
    const content = own(message, "content");
    if (!isOneOf(ROLES, actual) || roles.includes(actual) || !Array.isArray(content)) return;
    content.forEach((block: unknown, index) => {
      if (isObject(block) && block.type === type)
        report({ at: ["content", index], says: `is a \`${type}\` block, which is allowed only in ${expected} messages`, expected });
    });
  };
}
