/** The rules of a generate-content request. A body in snake_case is judged in camelCase; ranges are in `wire.ts` and in `fields.ts`. */
import { type Fault, type Fields, type NodeRules, own, passedOn, type Row } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { chatBody, messagesBody, modelRow, prefillRow, type RequestRules, requestValidator } from "../shared/rules.js";
import { pathFaults } from "./edge.js";
import { REQUEST_NAMES } from "./fields.js";
import { asVendorReads, camelCased, relocate, visitRespelled } from "./names.js";
import { CONFIG_RULES, SAFETY } from "./rules-config.js";
import { CONTENT_RULES, fields, functionPairing, kindsOf, prefilled, RequestContext } from "./rules-parts.js";
import { REQUEST_TOOLS, TOOL_CONFIG_RULES, TOOL_RULES } from "./rules-tools.js";
import { GenerateContentRequest } from "./wire.js";

function inConfig(key: string) {
  return `generationConfig.${key}`;
}

/** Of a request in camelCase. */
const REQUEST_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: [
    spellingRow(),
    // Found in the URL, by `pathFaults`.
    rule("R-087").stated("{model}", "the path names a model"),
    rule("R-088").stated("{action}", "the action is `generateContent` or `streamGenerateContent`"),
    rule("R-091").filled("contents", "array"),
    rule("R-155").gateway.member("async", "is true only with `generateContent`", (async, { stream }) =>
      async === true && stream ? { expected: "false, or the action generateContent" } : undefined,
    ),
    rule("V-29").vendor.member("async", "is no field of this service", () => ({ expected: "nothing" })),
    rule("V-27").vendor.written.that(
      "contents[i].parts",
      "function responses are as many as the calls before them; from generation 3 on, the first call of a step has its signature",
      functionPairing,
    ),
    rule("V-24").stated("(vendor fields)", "the vendor's fields are of its types"),
    modelRow({ functions: ["functionDeclarations"], forcing: ["ANY"] }, [
      ["sampling", ...["temperature", "topP", "topK"].map(inConfig)],
      ["penalties", ...["presencePenalty", "frequencyPenalty"].map(inConfig)],
      ["stop", inConfig("stopSequences")],
      ["limit", inConfig("maxOutputTokens")],
      ["thinking", inConfig("thinkingConfig")],
      ["budget", inConfig("thinkingConfig.thinkingBudget")],
      ["forced", "toolConfig.functionCallingConfig.mode"],
      ["tools", "tools"],
      ["schema", ...["responseSchema", "responseJsonSchema"].map(inConfig)],
      ["form", inConfig("responseMimeType")],
      ["instructions", "systemInstruction"],
    ]),
    prefillRow("contents[last]", prefilled),
    ...fields(REQUEST_NAMES()),
    ...REQUEST_TOOLS(),
  ],
  inside: {
    "contents[]": CONTENT_RULES(),
    systemInstruction: {
      rows: [
        rule("R-151").gateway.oneOf("role", ["user"]),
        rule("R-152").filled("parts", "array"),
        ...fields({ specified: ["role", "parts"], nullable: ["parts"] }),
      ],
      inside: {
        "parts[]": {
          rows: [rule("R-153").all(is.required("text", "string"), is.that("text", "an instruction is text alone", otherKind))],
        },
      },
    },
    generationConfig: CONFIG_RULES(),
    "safetySettings[]": { rows: passedOn(SAFETY()) },
    toolConfig: TOOL_CONFIG_RULES(),
    "tools[]": TOOL_RULES(),
  },
}));

/** What rules ask of a document that was read in camelCase. */
export interface Spelled {
  readonly given: unknown;
}

export function spellingRow(): Row<Spelled> {
  const holds = "fields are in camelCase; snake_case is an extension, but for `web_search`";
  return rule("V-24").gateway.extension.that<Spelled>("(field names)", holds, (read, { given }, report): undefined => {
    visitRespelled(given, read, (at) => at.at(-1) === "web_search" || report({ at: [...at] }));
  });
}

/** The rules of a request. */
export const REQUEST: RequestRules<RequestContext> = {
  schema: GenerateContentRequest,
  bodyRule: "R-089",
  nodes: REQUEST_RULES,
  context: (request, options, given, path) => new RequestContext(request, options, given, path),
  foreign: ownerOf,
  // An encoder refuses a model that makes no path.
  found: (_, issues, { path = "" }) => [...pathFaults(path), ...issues],
  spelling: { relocate, normal: (body, profile) => (profile === "vendor" ? asVendorReads(camelCased(body)) : camelCased(body)) },
};
export const validateRequests = requestValidator(REQUEST);

/** For which other style and endpoint a faulty body was probably meant; undefined when nothing shows it. */
function ownerOf(body: Fields): string | undefined {
  if (!Array.isArray(body.messages) || body.contents !== undefined) return undefined;
  return body.system === undefined ? (messagesBody(body) ?? chatBody(body, true)) : messagesBody(body, true);
}

/** A part without text is a fault of its own. */
function otherKind(part: Fields): Fault | undefined {
  if (typeof own(part, "text") !== "string") return undefined;
  const kind = kindsOf(part).find((name) => name !== "text");
  return kind === undefined ? undefined : { at: [kind], expected: "`text` alone" };
}
