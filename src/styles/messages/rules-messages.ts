/** The rules of the messages of a request, of its instructions, and of their blocks. */
import { type Check, type Fault, type Fields, type NodeRules, notListedFault, own, type Row } from "../../core/check.js";
import { filled, oneOf, required, unlisted } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { isObject } from "../../core/json.js";
import { FIELDS, FIELDS_RULE, MEDIA, ROLES } from "./limits.js";
import type { RequestContext } from "./rules.js";
import { BLOCK_KINDS, RESULT_KINDS } from "./wire.js";

/** `text` is stated; the others are the vendor's. */
const VENDOR_BLOCKS: readonly string[] = [...BLOCK_KINDS.filter((kind) => kind !== "text"), "container_upload"];
const VENDOR_RESULTS: readonly string[] = [...RESULT_KINDS.filter((kind) => kind !== "text"), "tool_reference", "browser_state"];

const MESSAGE: readonly Row<RequestContext>[] = [
  { id: "R-079", path: "messages[i].role", statement: "`role` is a required string." },
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
  },
  {
    id: "R-082",
    path: "messages[i].content",
    statement: "`content` is an array of blocks; a string is an extension without an `info`.",
    check: content,
  },
  {
    id: "R-082",
    path: "messages[i].content",
    statement: "An array of blocks is not empty.",
    profile: "gateway",
    check: emptyContent,
  },
  { id: "R-083", path: "messages[i].content[j]", statement: "Every block is an object." },
  ...fieldRows({ path: "messages[i]", ...FIELDS_RULE }, FIELDS.message),
];

function blockRows(path: string, vendors: readonly string[]): readonly Row<RequestContext>[] {
  return [
    { id: "R-084", path, statement: "`type` is a required string." },
    {
      id: "R-084",
      path,
      statement: "`type` is `text`; the vendor's kinds are extensions without an `info`; any other is refused.",
      profile: "gateway",
      check: oneOf("type", { legal: ["text"], extension: vendors, grade: "silent" }),
    },
    {
      id: "V-32",
      path,
      statement: "A block of an unknown type is passed on as it is.",
      severity: "warning",
      profile: "vendor",
      check: oneOf("type", { legal: ["text", ...vendors], otherwise: "unknown" }),
    },
  ];
}

const CALL: readonly Row<RequestContext>[] = [
  {
    id: "R-086",
    path: "messages[i].content[j].input",
    statement: "The `input` of a call is a required object.",
    check: required("input", "object"),
  },
];

const RESULT: readonly Row<RequestContext>[] = [
  {
    id: "V-12",
    path: "messages[i].content[j].content",
    statement: "A `tool_result` with `is_error: true` has a `content` that is not empty.",
    profile: "vendor",
    check: (block) => {
      const inside = own(block, "content");
      if (own(block, "is_error") !== true || !(inside === undefined || inside === "" || (Array.isArray(inside) && inside.length === 0)))
        return undefined;
      // Another service takes it as it is.
      return { at: ["content"], says: "must not be empty beside `is_error: true`", expected: "what went wrong", grade: "own" };
    },
  },
];

const TEXT = textRows(blank);
/** Other services write blank texts before their calls. */
const ANSWERED_TEXT = textRows((block) => {
  const fault = blank(block);
  return fault === undefined ? undefined : { ...fault, grade: "own" };
});

function textRows(check: Check<RequestContext>): readonly Row<RequestContext>[] {
  return [
    {
      id: "R-085",
      path: "messages[i].content[j].text",
      statement: "A `text` block has a string `text`.",
    },
    {
      id: "V-12",
      path: "messages[i].content[j].text",
      statement: "A text is not empty and not white space only.",
      profile: "vendor",
      check,
    },
    ...fieldRows({ path: "messages[i].content[j]", ...FIELDS_RULE }, FIELDS.text),
  ];
}

const SOURCE: readonly Row<RequestContext>[] = [
  {
    id: "V-17",
    path: "messages[i].content[j].source",
    statement: "Images are jpeg, png, gif or webp; documents are pdf. A source is of a type that the vendor has.",
    check: media,
  },
];

const ofKind =
  (...kinds: readonly string[]) =>
  ({ type }: Fields) =>
    typeof type === "string" && kinds.includes(type);
const SOURCES: NodeRules<RequestContext> = { rows: SOURCE, when: ofKind("image", "document") };

/** A block of the instructions: of another kind the schema takes none. */
export const INSTRUCTION_RULES: NodeRules<RequestContext> = { rows: TEXT, when: ofKind("text") };

export const MESSAGE_RULES: NodeRules<RequestContext> = {
  rows: MESSAGE,
  inside: {
    "content[]": [
      { rows: blockRows("messages[i].content[j].type", VENDOR_BLOCKS) },
      { rows: TEXT, when: (block, message) => block.type === "text" && message.role !== "assistant" },
      { rows: ANSWERED_TEXT, when: (block, message) => block.type === "text" && message.role === "assistant" },
      SOURCES,
      { rows: CALL, when: ofKind("tool_use", "server_tool_use") },
      {
        rows: RESULT,
        when: ofKind("tool_result"),
        inside: {
          "content[]": [{ rows: blockRows("messages[i].content[j].content[k].type", VENDOR_RESULTS) }, INSTRUCTION_RULES, SOURCES],
        },
      },
    ],
  },
};

function content(message: Fields): Fault | undefined {
  return typeof own(message, "content") === "string"
    ? notListedFault(["content"], "is a string, where the specification shows an array of blocks", "silent")
    : undefined;
}

function emptyContent(message: Fields): Fault | undefined {
  const fault = filled("content", "array")(message);
  // Other services have empty answers.
  return fault !== undefined && own(message, "role") === "assistant" ? { ...fault, grade: "own" } : fault;
}

function blank(block: Fields): Fault | undefined {
  const text = own(block, "text");
  // Looks for one visible character; a trim would copy the text.
  if (typeof text !== "string" || /\S/.test(text)) return undefined;
  return {
    at: ["text"],
    says: "must not be empty or white space only",
    expected: "a text with a visible character",
    received: "no visible character",
  };
}

function media(block: Fields): Fault | undefined {
  const source = own(block, "source");
  if (!isObject(source)) return undefined;
  const image = block.type === "image";
  const type = own(source, "type");
  const wrong = unlisted(["source", "type"], type, { legal: image ? MEDIA.imageSources : MEDIA.documentSources });
  if (wrong !== undefined || type !== "base64") return wrong;
  return unlisted(["source", "media_type"], own(source, "media_type"), { legal: image ? MEDIA.image : MEDIA.document });
}
