/**
 * All rules of the generate-content style, as data and as checks. A body in snake_case is judged in camelCase. The rules of
 * types are in `wire.ts`; ranges are there and in `fields.ts`.
 *
 * @module interlingua/generate-content/rules
 */

import { type Fault, type Fields, type NodeRules, own, passedOn, type Row } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { missing } from "../../core/faults.js";
import { specifiedRows } from "../../core/findings.js";
import { memberAt } from "../../core/json.js";
import { chatBody, errorRules, messagesBody, modelRow, prefillRow, validatorOf } from "../shared/rules.js";
import type { StyleValidator } from "../style.js";
import { pathFaults } from "./edge.js";
import { ERROR_WORDS } from "./error.js";
import { REQUEST_NAMES } from "./fields.js";
import { asVendorReads, camelCased, relocate, visitRespelled } from "./names.js";
import { CONFIG_RULES, SAFETY } from "./rules-config.js";
import { CONTENT_RULES, fields, functionPairing, kindsOf, PART_FIELDS, prefilled, RequestContext } from "./rules-parts.js";
import { REQUEST_TOOLS, TOOL_CONFIG_RULES, TOOL_RULES } from "./rules-tools.js";
import { GenerateContentRequest, PART_KINDS } from "./wire.js";
import { GenerateContentResponse } from "./wire-answer.js";

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
interface Spelled {
  readonly given: unknown;
}

function spellingRow(): Row<Spelled> {
  const holds = "fields are in camelCase; snake_case is an extension, but for `web_search`";
  return rule("V-24").gateway.extension.that<Spelled>("(field names)", holds, (read, { given }, report): undefined => {
    visitRespelled(given, read, (at) => at.at(-1) === "web_search" || report({ at: [...at] }));
  });
}

const fieldsRow = specifiedRows("V-24");

/** Of an answer in camelCase. */
const RESPONSE_RULES = lazy<NodeRules<Spelled>>(() => ({
  rows: [
    spellingRow(),
    rule("R-156").that("candidates", "`candidates` is an array of objects, or absent beside `promptFeedback`", candidates),
    fieldsRow({
      specified: ["candidates", "usageMetadata", "modelVersion", "responseId"],
      vendor: ["createTime", "modelStatus"],
      // R-156 is about them.
      elsewhere: ["promptFeedback"],
      nullable: ["candidates"],
    }),
  ],
  inside: {
    "candidates[]": {
      rows: [
        rule("R-157").all(shown("content")),
        rule("R-159").all(is.typed("finishReason", "string"), is.oneOf("finishReason", ["STOP"], { otherwise: "allowed" })),
        rule("R-160").all(shown("index")),
        fieldsRow({
          specified: ["content", "finishReason", "index"],
          vendor: [
            ...["finishMessage", "safetyRatings", "citationMetadata", "groundingMetadata", "urlContextMetadata"],
            ...["tokenCount", "avgLogprobs", "logprobsResult"],
          ],
        }),
      ],
      inside: {
        content: {
          rows: [
            rule("R-157").all(is.oneOf("role", ["model"]), shown("role"), shown("parts")),
            fieldsRow({ specified: ["role", "parts"] }),
          ],
          inside: {
            "parts[]": {
              rows: [
                rule("R-158").that("", "`text` is a string; the vendor's kinds are extensions without an `info`", vendorKind),
                fieldsRow(PART_FIELDS),
              ],
            },
          },
        },
      },
    },
    usageMetadata: {
      rows: [
        fieldsRow({
          specified: ["promptTokenCount", "candidatesTokenCount", "totalTokenCount", "thoughtsTokenCount", "promptTokensDetails"],
          vendor: [
            ...["cachedContentTokenCount", "toolUsePromptTokenCount", "candidatesTokensDetails", "cacheTokensDetails"],
            ...["toolUsePromptTokensDetails", "trafficType"],
          ],
        }),
      ],
      inside: { "promptTokensDetails[]": { rows: [fieldsRow({ specified: ["modality", "tokenCount"] })] } },
    },
  },
}));

/** A member that the specification shows; its absence is ordinary. */
function shown(key: string) {
  return is.that(key, `the absence of \`${key}\` is an extension without an \`info\``, (node) =>
    Object.hasOwn(node, key) ? undefined : { at: [key], grade: "allowed" },
  );
}

function candidates(node: Fields): Fault | undefined {
  if (own(node, "candidates") !== undefined) return undefined;
  const fault = missing(["candidates"], "an array");
  const isBlocked = own(node, "promptFeedback") !== undefined;
  return isBlocked ? { ...fault, problem: "is absent", grade: "extension" } : fault;
}

function vendorKind(part: Fields): Fault | undefined {
  const kind = PART_KINDS.find((name) => name !== "text" && own(part, name) !== undefined);
  return kind === undefined ? undefined : { at: [kind], grade: "allowed" };
}

const ERROR_RULES = errorRules(ERROR_WORDS, {
  shape: "R-167",
  error: is.all(is.required("code", "integer"), is.required("message", "string"), is.required("status", "string")),
  stated: "R-169",
  key: "status",
  at: ["body", "error", "status"],
  names: ERROR_WORDS.also.keys(),
  rows: [rule("R-168").that("body.error.code", "`code` is the HTTP status", codeIsStatus)],
});

function codeIsStatus(reply: Fields): Fault | undefined {
  const code = ["body", "error", "code"].reduce<unknown>(memberAt, reply);
  const status = own(reply, "status");
  if (typeof code !== "number" || code % 1 !== 0 || typeof status !== "number" || code === status) return undefined;
  return { at: ["body", "error", "code"], expected: String(status), received: String(code) };
}

/** Checks documents of generate-content: all findings, in document order. Source, https://ai.google.dev/api/generate-content. */
export const validate: StyleValidator = validatorOf("generate-content", {
  request: {
    schema: GenerateContentRequest,
    bodyRule: "R-089",
    nodes: REQUEST_RULES,
    context: (request, options, given, path) => new RequestContext(request, options, given, path),
    foreign: ownerOf,
    // An encoder refuses a model that makes no path.
    found: (_, issues, { path = "" }) => [...pathFaults(path), ...issues],
    spelling: { relocate, normal: (body, profile) => (profile === "vendor" ? asVendorReads(camelCased(body)) : camelCased(body)) },
  },
  response: {
    schema: GenerateContentResponse,
    bodyRule: "R-156",
    otherRule: "R-158",
    nodes: RESPONSE_RULES,
    context: (_body, _options, given) => ({ given }),
    spelling: { relocate, normal: (body) => camelCased(body) },
  },
  error: { bodyRule: "R-167", nodes: ERROR_RULES },
});

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
