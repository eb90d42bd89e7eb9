/** The rules of `generationConfig` and of safety settings. */
import { type Fault, type Fields, type NodeRules, own, passedOn, type Row } from "../../core/check.js";
import { is, rule } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { outOfRange } from "../../core/faults.js";
import { brief } from "../../core/issue.js";
import { rangeRows } from "../../fields/table.js";
import { isEffort } from "../../model/capabilities.js";
import { CONFIG_NAMES, MAX_STOP, REQUEST_FIELDS } from "./fields.js";
import { fields, type RequestContext } from "./rules-parts.js";
import { limits } from "./wire.js";

const gateway = limits.gateway;
const vendor = limits.vendor;

const levelOrBudget = is.that("", "`thinkingBudget` excludes `thinkingLevel`", (node) =>
  own(node, "thinkingLevel") === undefined || own(node, "thinkingBudget") === undefined ? undefined : { at: [], expected: "one of them" },
);

const OF_MODEL = "is for models from generation 3 on; `MINIMAL` is for flash models up to 3.6";

export const CONFIG_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: [
    ...rangeRows(REQUEST_FIELDS, "generationConfig."),
    rule("R-115").gateway.oneOf("responseMimeType", gateway.responseMimeTypes),
    rule("R-126").member("imageConfig", "is for models that make images", (_config, { capabilities }) =>
      capabilities.imageOutput === false ? { expected: "nothing" } : undefined,
    ),
    rule("R-129").oneOf("mediaResolution", [
      "MEDIA_RESOLUTION_UNSPECIFIED",
      "MEDIA_RESOLUTION_LOW",
      "MEDIA_RESOLUTION_MEDIUM",
      "MEDIA_RESOLUTION_HIGH",
    ]),
    rule("V-20").vendor.longest("stopSequences", MAX_STOP, "entries"),
    rule("V-26").vendor.all(
      is.notBoth("responseSchema", "responseJsonSchema"),
      is.that("responseMimeType", "`responseMimeType` is JSON beside a schema", jsonMimeType),
    ),
    rule("V-28").vendor.oneOf("responseMimeType", vendor.responseMimeTypes),
    rule("V-24").all(
      is.typed("audioTimestamp", "boolean"),
      is.typed("enableEnhancedCivicAnswers", "boolean"),
      is.typed("routingConfig", "object"),
      is.typed("modelSelectionConfig", "object"),
    ),
    ...fields(CONFIG_NAMES()),
  ],
  inside: {
    thinkingConfig: {
      rows: [
        rule("R-118").gateway.warning.member("includeThoughts", "has no effect beside a `thinkingBudget` of 0", (value, _, node) =>
          value === true && own(node, "thinkingBudget") === 0 ? {} : undefined,
        ),
        rule("R-120").gateway.member("thinkingBudget", "is 0 to 24576 up to generation 2", (budget, { generation = 2 }) =>
          generation <= 2 ? outOfRange(["thinkingBudget"], budget, gateway.thinkingBudget) : undefined,
        ),
        rule("R-121").gateway.warning.member(
          "thinkingBudget",
          "is for models of generation 2; later ones have `thinkingLevel`",
          (_budget, { generation = 2 }) => (generation >= 3 ? {} : undefined),
        ),
        rule("R-122").gateway.all(level(gateway.thinkingLevels, "extension")),
        rule("V-22").vendor.all(level(vendor.thinkingLevels, "allowed")),
        rule("R-123").gateway.warning.member(
          "thinkingLevel",
          "is for models from generation 3 on; older ones have `thinkingBudget`",
          (_level, { generation = 3 }) => (generation <= 2 ? {} : undefined),
        ),
        rule("R-124").gateway.all(levelOrBudget),
        rule("V-21").vendor.all(is.inRange("thinkingBudget", vendor.thinkingBudget), levelOrBudget),
        rule("V-21").vendor.warning.member(
          "thinkingBudget",
          "is at least 128 for gemini-2.5-pro, 512 for 2.5-flash-lite, or 0 where thinking can be off",
          (budget, { capabilities: { budget: range, thinkingOff } }) => {
            const [limit] = range || [0];
            if (typeof budget !== "number" || budget < (thinkingOff === false ? 0 : 1)) return undefined;
            return budget < limit ? { limit } : budget === 0 ? {} : undefined;
          },
        ),
        rule("V-22").vendor.warning.member("thinkingLevel", OF_MODEL, (given, { generation, capabilities: { efforts = [] } }) => {
          if (generation !== undefined && generation < 3) return {};
          const level = brief(given).toLowerCase();
          if (efforts.length === 0 || !isEffort(level) || efforts.includes(level)) return undefined;
          return { expected: efforts.join(", ").toUpperCase() };
        }),
        rule("R-125").info.stated("thinkingLevel", "absent, it counts as `high` from generation 3 on; it is never written"),
        ...fields({ specified: ["includeThoughts", "thinkingBudget", "thinkingLevel"] }),
      ],
    },
    imageConfig: {
      rows: passedOn([
        rule("R-127").gateway.oneOf("aspectRatio", gateway.aspectRatios),
        // Absent, it counts as `1k`, which is never written.
        rule("R-128").gateway.oneOf("imageSize", gateway.imageSizes),
        // The sizes are written in upper case; 1k is read as 1K only in this profile.
        rule("V-28").vendor.all(
          is.oneOf("aspectRatio", vendor.aspectRatios),
          is.oneOf("imageSize", [...vendor.imageSizes, ...gateway.imageSizes]),
        ),
        ...fields({
          specified: ["aspectRatio", "imageSize"],
          vendor: ["personGeneration", "outputMimeType", "outputCompressionQuality", "imageOutputOptions", "prominentPeople"],
        }),
      ]),
    },
  },
}));

/** Words in any letter case; another one than is written is of this grade. */
function level(legal: readonly string[], grade: "extension" | "allowed") {
  const words = is.oneOf("thinkingLevel", legal);
  const same = (value: unknown) => legal.find((word) => word.toLowerCase() === brief(value).toLowerCase());
  const holds = `${words.holds}; other letter cases are extensions${grade === "allowed" ? " without an `info`" : ""}`;
  return is.that<unknown>("thinkingLevel", holds, (node, context, report, parent) => {
    const value = own(node, "thinkingLevel");
    const meant = typeof value === "string" ? same(value) : undefined;
    if (meant === undefined || meant === value) return words.check(node, context, report, parent);
    return { at: ["thinkingLevel"], grade, suggestion: meant };
  });
}

function jsonMimeType(node: Fields): Fault | undefined {
  if (own(node, "responseSchema") === undefined && own(node, "responseJsonSchema") === undefined) return undefined;
  const given = own(node, "responseMimeType");
  if (given !== undefined && given !== "text/plain") return undefined;
  return { at: ["responseMimeType"], expected: '"application/json"', received: given ?? "nothing" };
}

const HARM_CATEGORIES = [
  "HARM_CATEGORY_HATE_SPEECH",
  "HARM_CATEGORY_SEXUALLY_EXPLICIT",
  "HARM_CATEGORY_DANGEROUS_CONTENT",
  "HARM_CATEGORY_HARASSMENT",
  "HARM_CATEGORY_CIVIC_INTEGRITY",
];
/** Categories that only the vendor lists. */
const VENDOR_HARM_CATEGORIES = [
  "HARM_CATEGORY_UNSPECIFIED",
  "HARM_CATEGORY_JAILBREAK",
  "HARM_CATEGORY_IMAGE_HATE",
  "HARM_CATEGORY_IMAGE_DANGEROUS_CONTENT",
  "HARM_CATEGORY_IMAGE_HARASSMENT",
  "HARM_CATEGORY_IMAGE_SEXUALLY_EXPLICIT",
];
const HARM_THRESHOLDS = ["BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE", "BLOCK_NONE"];
/** Thresholds that only the vendor lists. */
const VENDOR_HARM_THRESHOLDS = ["OFF", "HARM_BLOCK_THRESHOLD_UNSPECIFIED"];

export const SAFETY = lazy<readonly Row<RequestContext>[]>(() => [
  rule("R-133").gateway.oneOf("category", HARM_CATEGORIES, { extension: VENDOR_HARM_CATEGORIES }),
  rule("R-135").gateway.oneOf("threshold", HARM_THRESHOLDS, { extension: VENDOR_HARM_THRESHOLDS }),
  rule("V-28").vendor.all(
    wordOrNumber("category", [...HARM_CATEGORIES, ...VENDOR_HARM_CATEGORIES]),
    wordOrNumber("threshold", [...HARM_THRESHOLDS, ...VENDOR_HARM_THRESHOLDS]),
  ),
  ...fields({ specified: ["category", "threshold"], vendor: ["method"], nullable: ["category", "threshold"] }),
]);

/** The vendor takes the number of a word, too; which it is differs between its services. */
function wordOrNumber(key: string, legal: readonly string[]) {
  const isNumber = (node: Fields) => /^\d+$/.test(brief(own(node, key)));
  return is.graded(is.oneOf(key, legal), "unknown", isNumber, "; numbers are passed on");
}
