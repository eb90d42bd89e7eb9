/**
 * The rules of a generate-content request: its conversation, instructions and the request as a whole. The body is looked
 * at in camelCase. Types are in `wire.ts`, whose faults carry the ids of the rows without a check.
 */
import { endOfBase64 } from "../../core/base64.js";
import { type Fault, type Fields, notListedFault, own, type Table, tableOf, type Walk } from "../../core/check.js";
import { all, filled, hint, items, matching, missing, notBoth, oneOf, required, typed } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { brief } from "../../core/issue.js";
import { suggest } from "../../core/suggest.js";
import { REQUEST_NAMES } from "./fields.js";
import { allowsMime, FIELDS, FIELDS_RULE, functionName, limits, ROLES } from "./limits.js";
import { CONFIG, IMAGE_CONFIG, THINKING_CONFIG } from "./rules-config.js";
import type { RequestContext } from "./rules-context.js";
import { functionPairing } from "./rules-conversation.js";
import { CALLING_CONFIG, REQUEST_TOOLS, SAFETY, SEARCH, TIME_RANGE, TOOL, TOOL_CONFIG } from "./rules-tools.js";
import { PART_KINDS, PART_MODIFIERS } from "./wire.js";

const table = tableOf<RequestContext>("generate-content", "request");

const KINDS: ReadonlySet<string> = new Set(PART_KINDS);
const MODIFIERS: ReadonlySet<string> = new Set(PART_MODIFIERS);
const ONE_KIND = "exactly one of `text`, `inlineData`, `fileData` and the like";

/** Found in the URL: see `validate.ts`. */
const PATH = table([
  { id: "R-087", path: "{model}", statement: "The URL path names a model." },
  { id: "R-088", path: "{action}", statement: "The action of the URL path is `generateContent` or `streamGenerateContent`." },
]);

const REQUEST = table([
  { id: "R-089", path: "(body)", statement: "The body is a JSON object." },
  { id: "R-090", path: "contents", statement: "`contents` is a required array." },
  { id: "R-091", path: "contents", statement: "`contents` is not empty.", check: filled("contents", "array") },
  { id: "R-092", path: "contents[i]", statement: "Every content is an object." },
  { id: "R-107", path: "generationConfig", statement: "`generationConfig` is an object." },
  { id: "R-150", path: "systemInstruction", statement: "`systemInstruction` is an object." },
  { id: "R-154", path: "async", statement: "`async` is a boolean.", profile: "gateway" },
  {
    id: "R-155",
    path: "async",
    statement: "`async: true` stands only with `generateContent`.",
    profile: "gateway",
    check: (node, { stream }) =>
      own(node, "async") === true && stream === true
        ? {
            at: ["async"],
            says: "cannot be true with `streamGenerateContent`; call `generateContent`",
            expected: "false, or the action generateContent",
          }
        : undefined,
  },
  {
    id: "V-29",
    path: "async, systemInstruction.role, tools[i].googleSearch",
    statement: "There is no `async`; the role of `systemInstruction` counts for nothing; the search tool is `googleSearch`.",
    profile: "vendor",
    check: (node) =>
      own(node, "async") === undefined
        ? undefined
        : { at: ["async"], says: "is not a field of this service; leave it out", expected: "nothing" },
  },
  {
    id: "V-27",
    path: "contents[i].parts",
    statement:
      "A content has as many function responses as the model content before it has calls; from generation 3 on, the first call of each step of the current turn has its signature.",
    profile: "vendor",
    check: functionPairing,
  },
  { id: "V-24", path: "(vendor fields)", statement: "Fields that only the vendor has are of the vendor's types." },
  ...fieldRows({ path: "(body)", ...FIELDS_RULE }, REQUEST_NAMES),
]);

const CONTENT = table([
  {
    id: "R-093",
    path: "contents[i].role",
    statement: "`role` is required.",
    profile: "gateway",
    check: (node) => (own(node, "role") === undefined ? missing(["role"], '"user" or "model"') : undefined),
  },
  {
    id: "R-094",
    path: "contents[i].role",
    statement: "`role` is `user` or `model`; `function` is an extension.",
    profile: "gateway",
    check: oneOf("role", { legal: ROLES, extension: ["function"] }),
  },
  {
    id: "V-24",
    path: "contents[i].role",
    statement: "`role` is absent, `user`, `model` or `function`.",
    profile: "vendor",
    check: oneOf("role", { legal: [...ROLES, "function"] }),
  },
  { id: "R-095", path: "contents[i].parts", statement: "`parts` is a required array.", check: required("parts", "array") },
  { id: "R-096", path: "contents[i].parts", statement: "`parts` is not empty.", check: filled("parts", "array") },
  { id: "R-097", path: "contents[i].parts[j]", statement: "Every part is an object.", check: items("parts", "object") },
  ...fieldRows({ path: "contents[i]", ...FIELDS_RULE }, FIELDS.content),
]);

const PART = table([
  {
    id: "R-097",
    path: "contents[i].parts[j]",
    statement:
      "A part has exactly one of `text`, `inlineData` and `fileData`, or one of the vendor's kinds, which are extensions without an `info`.",
    profile: "gateway",
    check: (part) => ofOneKind(part, false),
  },
  {
    id: "V-24",
    path: "contents[i].parts[j]",
    statement: "A part has exactly one kind: `text`, data, function, code or tool.",
    profile: "vendor",
    check: (part) => ofOneKind(part, true),
  },
  { id: "R-098", path: "contents[i].parts[j].text", statement: "`text` is a string.", check: typed("text", "string") },
  { id: "R-099", path: "contents[i].parts[j].inlineData", statement: "`inlineData` is an object.", check: typed("inlineData", "object") },
  { id: "R-104", path: "contents[i].parts[j].fileData", statement: "`fileData` is an object.", check: typed("fileData", "object") },
  ...fieldRows({ path: "contents[i].parts[j]", ...FIELDS_RULE }, FIELDS.part),
]);

const INLINE = table([
  {
    id: "R-100",
    path: "contents[i].parts[j].inlineData.mimeType",
    statement: "`mimeType` is a required string.",
    check: required("mimeType", "string"),
  },
  {
    id: "R-101",
    path: "contents[i].parts[j].inlineData.data",
    statement: "`data` is a required string.",
    check: required("data", "string"),
  },
  {
    id: "R-102",
    path: "contents[i].parts[j].inlineData.data",
    statement: "`data` is base64, in either alphabet, padded or not.",
    check: (node, { skipMedia }) => (skipMedia ? undefined : base64(node)),
  },
  {
    id: "R-103",
    path: "contents[i].parts[j].inlineData.mimeType",
    statement: "`mimeType` is `application/pdf` or `image/jpeg`.",
    profile: "gateway",
    check: (node, { inlineMimeTypes }) => mime(node, [...limits.gateway.inlineMimeTypes, ...inlineMimeTypes]),
  },
  {
    id: "V-23",
    path: "contents[i].parts[j].inlineData.mimeType",
    statement: "`mimeType` is png, jpeg, webp, heic, heif, pdf, a script, or any text, audio or video.",
    profile: "vendor",
    check: (node, { inlineMimeTypes }) => mime(node, [...limits.vendor.inlineMimeTypes, ...inlineMimeTypes]),
  },
  ...fieldRows({ path: "contents[i].parts[j].inlineData", ...FIELDS_RULE }, FIELDS.inlineData),
]);

const FILE = table([
  {
    id: "R-105",
    path: "contents[i].parts[j].fileData.fileUri",
    statement: "`fileUri` is a required string and not empty.",
    check: (node) => required("fileUri", "string")(node) ?? filled("fileUri", "string")(node),
  },
  {
    id: "R-106",
    path: "contents[i].parts[j].fileData.mimeType",
    statement: "`mimeType` is absent, `application/pdf`, `image/jpeg` or `image/png`.",
    profile: "gateway",
    check: (node, { inlineMimeTypes }) =>
      typed("mimeType", "string")(node) ?? mime(node, [...limits.gateway.fileMimeTypes, ...inlineMimeTypes]),
  },
  {
    id: "V-23",
    path: "contents[i].parts[j].fileData.mimeType",
    statement: "`mimeType` is absent, png, jpeg, webp, heic, heif, pdf, a script, or any text, audio or video.",
    profile: "vendor",
    check: (node, { inlineMimeTypes }) => mime(node, [...limits.vendor.fileMimeTypes, ...inlineMimeTypes]),
  },
  ...fieldRows({ path: "contents[i].parts[j].fileData", ...FIELDS_RULE }, FIELDS.fileData),
]);

const INSTRUCTION = table([
  {
    id: "R-151",
    path: "systemInstruction.role",
    statement: "`role` is absent or `user`.",
    profile: "gateway",
    check: oneOf("role", { legal: ["user"] }),
  },
  {
    id: "R-152",
    path: "systemInstruction.parts",
    statement: "`parts` is a required array and not empty.",
    check: all(required("parts", "array"), filled("parts", "array")),
  },
  { id: "R-153", path: "systemInstruction.parts[j]", statement: "Every part is an object with a text.", check: items("parts", "object") },
  ...fieldRows({ path: "systemInstruction", ...FIELDS_RULE }, FIELDS.instruction),
]);

const INSTRUCTION_PART = table([
  {
    id: "R-153",
    path: "systemInstruction.parts[j].text",
    statement: "A part has a string `text` and nothing else that is content.",
    check: (part) => required("text", "string")(part) ?? otherKind(part),
  },
]);

const DECLARATION = table([
  {
    id: "V-26",
    path: "tools[i].functionDeclarations[j]",
    statement:
      "`name` starts with a letter or `_` and has at most 128 letters, digits, `_`, `.`, `:` or `-`; `parameters` and `parametersJsonSchema` exclude each other.",
    profile: "vendor",
    check: all(
      matching("name", functionName.legal, "a letter or `_`, then up to 127 letters, digits, `_`, `.`, `:` or `-`"),
      notBoth("parameters", "parametersJsonSchema", "one schema describes the parameters"),
    ),
  },
]);

export const requestTables: readonly Table<RequestContext>[] = [
  PATH,
  REQUEST,
  CONTENT,
  PART,
  INLINE,
  FILE,
  CONFIG,
  THINKING_CONFIG,
  IMAGE_CONFIG,
  SAFETY,
  REQUEST_TOOLS,
  TOOL_CONFIG,
  CALLING_CONFIG,
  TOOL,
  SEARCH,
  TIME_RANGE,
  DECLARATION,
  INSTRUCTION,
  INSTRUCTION_PART,
];

/** One walk over a request in camelCase. */
export function walkRequest(walk: Walk<RequestContext>, request: Fields): void {
  walk.check(REQUEST, request);
  walk.check(REQUEST_TOOLS, request);
  walk.each(request, "contents", (content) => {
    walk.check(CONTENT, content);
    walk.each(content, "parts", (part) => {
      walk.check(PART, part);
      walk.into(part, "inlineData", (data) => walk.check(INLINE, data));
      walk.into(part, "fileData", (file) => walk.check(FILE, file));
    });
  });
  walk.into(request, "systemInstruction", (instruction) => {
    walk.check(INSTRUCTION, instruction);
    walk.each(instruction, "parts", (part) => walk.check(INSTRUCTION_PART, part));
  });
  walk.into(request, "generationConfig", (config) => {
    walk.check(CONFIG, config);
    walk.into(config, "thinkingConfig", (thinking) => walk.check(THINKING_CONFIG, thinking));
    walk.into(config, "imageConfig", (image) => walk.check(IMAGE_CONFIG, image));
  });
  walk.each(request, "safetySettings", (setting) => walk.check(SAFETY, setting));
  walk.into(request, "toolConfig", (config) => {
    walk.check(TOOL_CONFIG, config);
    walk.into(config, "functionCallingConfig", (calling) => walk.check(CALLING_CONFIG, calling));
  });
  walk.each(request, "tools", (tool) => {
    walk.check(TOOL, tool);
    walk.each(tool, "functionDeclarations", (declaration) => walk.check(DECLARATION, declaration));
    for (const key of ["webSearch", "web_search", "googleSearch"])
      walk.into(tool, key, (search) => {
        walk.check(SEARCH, search);
        walk.into(search, "timeRangeFilter", (range) => walk.check(TIME_RANGE, range));
      });
  });
}

function kindsOf(part: Fields): string[] {
  return Object.keys(part).filter((key) => KINDS.has(key) && own(part, key) !== undefined);
}

function hasUnknownKey(part: Fields): boolean {
  return Object.keys(part).some((key) => own(part, key) !== undefined && !MODIFIERS.has(key));
}

function ofOneKind(part: Fields, unknownPasses: boolean): Fault | undefined {
  let kind: string | undefined;
  for (const key in part) {
    if (!KINDS.has(key) || own(part, key) === undefined) continue;
    if (kind !== undefined) return severalKinds(kindsOf(part));
    kind = key;
  }
  if (kind === undefined)
    return unknownPasses && hasUnknownKey(part)
      ? undefined
      : { at: [], says: "has no content; a part needs `text`, `inlineData` or `fileData`", expected: ONE_KIND, received: "none of them" };
  if (unknownPasses || kind === "text" || kind === "inlineData" || kind === "fileData") return undefined;
  return notListedFault([kind], "is a kind of part that the specification does not list", "silent");
}

function severalKinds(kinds: readonly string[]): Fault {
  return {
    at: [],
    says: `has ${kinds.map((name) => `\`${name}\``).join(" and ")}; a part is of one kind only`,
    expected: ONE_KIND,
    received: kinds.join(", "),
  };
}

function otherKind(part: Fields): Fault | undefined {
  const kind = kindsOf(part).find((name) => name !== "text");
  return kind === undefined
    ? undefined
    : { at: [kind], says: "is not allowed in an instruction, which is text only", expected: "`text` alone" };
}

function base64(node: Fields): Fault | undefined {
  const data = own(node, "data");
  if (typeof data !== "string") return undefined;
  const end = endOfBase64(data);
  const padding = data.length - end;
  const fault: Omit<Fault, "says"> = { at: ["data"], expected: "base64", ...(data.startsWith("data:") ? { received: "a data URI" } : {}) };
  if (padding > 2 || !/^=*$/.test(data.slice(end)))
    return { ...fault, says: `must be base64; the character at position ${end} does not belong to its alphabet` };
  // Four characters are three bytes; padding, where there is any, fills them up.
  if (end % 4 !== 1 && (padding === 0 || data.length % 4 === 0)) return undefined;
  return { ...fault, says: `must be base64; its length of ${data.length} is that of no whole number of bytes` };
}

function mime(node: Fields, list: readonly string[]): Fault | undefined {
  const type = own(node, "mimeType");
  if (typeof type !== "string" || allowsMime(list, type)) return undefined;
  const expected = list.map((entry) => (entry.endsWith("/") ? `${entry}*` : entry)).join(", ");
  const meant = suggest(type, list);
  return {
    at: ["mimeType"],
    says: `must be one of ${expected}, not ${JSON.stringify(brief(type))}${hint(meant)}`,
    expected,
    received: brief(type),
    ...(meant === undefined ? {} : { suggestion: meant }),
  };
}
