/**
 * The rules of a generate-content request: its conversation, instructions and the request as a whole. The body is looked
 * at in camelCase. Types are in `wire.ts`, whose faults carry the ids of the rows without a check.
 */
import { type Fault, type Fields, type NodeRules, own, passedOn, type Row } from "../../core/check.js";
import { all, filled, matching, notBoth, oneOf, required } from "../../core/checks.js";
import { fieldRows, nullsRow } from "../../core/fields.js";
import { REQUEST_NAMES } from "./fields.js";
import { FIELDS, FIELDS_RULE, functionName } from "./limits.js";
import type { RequestContext } from "./rules.js";
import { CONFIG, IMAGE_CONFIG, SAFETY, THINKING_CONFIG } from "./rules-config.js";
import { functionPairing } from "./rules-conversation.js";
import { CONTENT, FILE, INLINE, kindsOf, PART } from "./rules-parts.js";
import { CALLING_CONFIG, REQUEST_TOOLS, SEARCH, TIME_RANGE, TOOL, TOOL_CONFIG } from "./rules-tools.js";

/** Found in the URL: see `validate.ts`. */
const PATH: readonly Row<RequestContext>[] = [
  { id: "R-087", path: "{model}", statement: "The URL path names a model." },
  { id: "R-088", path: "{action}", statement: "The action of the URL path is `generateContent` or `streamGenerateContent`." },
];

const REQUEST: readonly Row<RequestContext>[] = [
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
    written: true,
    check: functionPairing,
  },
  { id: "V-24", path: "(vendor fields)", statement: "Fields that only the vendor has are of the vendor's types." },
  ...fieldRows({ path: "(body)", ...FIELDS_RULE }, REQUEST_NAMES),
];

const INSTRUCTION: readonly Row<RequestContext>[] = [
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
];

const INSTRUCTION_PART: readonly Row<RequestContext>[] = [
  {
    id: "R-153",
    path: "systemInstruction.parts[j].text",
    statement: "A part has a string `text` and nothing else that is content.",
    check: (part) => required("text", "string")(part) ?? otherKind(part),
  },
];

const DECLARATION: readonly Row<RequestContext>[] = [
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
];

const SEARCHES: NodeRules<RequestContext> = { rows: passedOn(SEARCH), inside: { timeRangeFilter: { rows: passedOn(TIME_RANGE) } } };

/** Of a request in camelCase. */
export const REQUEST_RULES: NodeRules<RequestContext> = {
  rows: [...PATH, ...REQUEST, ...REQUEST_TOOLS],
  inside: {
    "contents[]": {
      rows: CONTENT,
      inside: { "parts[]": { rows: PART, inside: { inlineData: { rows: INLINE }, fileData: { rows: FILE } } } },
    },
    systemInstruction: { rows: INSTRUCTION, inside: { "parts[]": { rows: INSTRUCTION_PART } } },
    generationConfig: {
      rows: CONFIG,
      inside: { thinkingConfig: { rows: THINKING_CONFIG }, imageConfig: { rows: passedOn(IMAGE_CONFIG) } },
    },
    "safetySettings[]": { rows: passedOn(SAFETY) },
    toolConfig: { rows: TOOL_CONFIG, inside: { functionCallingConfig: { rows: CALLING_CONFIG } } },
    "tools[]": {
      rows: TOOL,
      inside: { "functionDeclarations[]": { rows: DECLARATION }, webSearch: SEARCHES, web_search: SEARCHES, googleSearch: SEARCHES },
    },
  },
};

function otherKind(part: Fields): Fault | undefined {
  const kind = kindsOf(part).find((name) => name !== "text");
  return kind === undefined
    ? undefined
    : { at: [kind], says: "is not allowed in an instruction, which is text only", expected: "`text` alone" };
}
