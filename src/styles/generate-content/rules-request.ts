/**
 * The rules of a generate-content request: its conversation, instructions and the request as a whole. The body is looked
 * at in camelCase. Types are in `wire.ts`, whose faults carry the ids of the rows without a check.
 */
import { type Fault, type Fields, own, type Table, tableOf, type Walk } from "../../core/check.js";
import { all, filled, matching, notBoth, oneOf, required } from "../../core/checks.js";
import { fieldRows, nullsRow } from "../../core/fields.js";
import { REQUEST_NAMES } from "./fields.js";
import { FIELDS, FIELDS_RULE, functionName } from "./limits.js";
import { CONFIG, IMAGE_CONFIG, THINKING_CONFIG } from "./rules-config.js";
import type { RequestContext } from "./rules-context.js";
import { functionPairing } from "./rules-conversation.js";
import { CONTENT, FILE, INLINE, kindsOf, PART } from "./rules-parts.js";
import { SAFETY } from "./rules-safety.js";
import { CALLING_CONFIG, REQUEST_TOOLS, SEARCH, TIME_RANGE, TOOL, TOOL_CONFIG } from "./rules-tools.js";

const table = tableOf<RequestContext>("generate-content", "request");

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
    check: filled("parts", "array"),
  },
  { id: "R-153", path: "systemInstruction.parts[j]", statement: "Every part is an object with a text." },
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
  nullsRow({ path: "tools[i].functionDeclarations[j]", rule: FIELDS_RULE.gateway }, ["description", "parameters"]),
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

function otherKind(part: Fields): Fault | undefined {
  const kind = kindsOf(part).find((name) => name !== "text");
  return kind === undefined
    ? undefined
    : { at: [kind], says: "is not allowed in an instruction, which is text only", expected: "`text` alone" };
}
