/**
 * All rules of the generate-content style, as data and as checks. A body in snake_case is judged in camelCase. The rules of
 * types are in `wire.ts`; ranges are there and in `fields.ts`.
 *
 * @module interlingua/generate-content/rules
 */
import { type Fault, type Fields, type NodeRules, own } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { missing } from "../../core/faults.js";
import { specifiedRows } from "../../core/findings.js";
import { memberAt } from "../../core/json.js";
import { errorRules, validatorOf } from "../shared/rules.js";
import type { StyleValidator } from "../style.js";
import { ERROR_WORDS } from "./error.js";
import { camelCased, relocate } from "./names.js";
import { PART_FIELDS } from "./rules-parts.js";
import { REQUEST, type Spelled, spellingRow, validateRequests } from "./rules-request.js";
import { PART_KINDS } from "./wire.js";
import { GenerateContentResponse } from "./wire-answer.js";

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
export const validate: StyleValidator = validatorOf("generate-content", validateRequests, {
  request: REQUEST,
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
