/** The rules of `generationConfig` and of safety settings. */
import { type Fields, type NodeRules, notListedFault, own, passedOn, type Row } from "../../core/check.js";
import { all, graded, inRange, longest, member, missing, notBoth, oneOf, outOfRange, type Simple, types } from "../../core/checks.js";
import { lazy } from "../../core/collections.js";
import { fieldRows } from "../../core/findings.js";
import { brief } from "../../core/issue.js";
import { rangeRows } from "../../fields/table.js";
import { isEffort } from "../../model/capabilities.js";
import { CONFIG_NAMES, MAX_STOP, REQUEST_FIELDS } from "./fields.js";
import type { RequestContext } from "./rules-parts.js";
import { limits } from "./wire.js";

const gateway = limits.gateway;
const vendor = limits.vendor;
const fields = fieldRows("V-24", "V-32");

const CONFIG = lazy<readonly Row<RequestContext>[]>(() => [
  ...rangeRows(REQUEST_FIELDS, "generationConfig."),
  { id: "R-115", profile: "gateway", ...oneOf("responseMimeType", gateway.responseMimeTypes) },
  {
    id: "R-126",
    ...member<RequestContext>("imageConfig", "is not sent to a model that makes no images", (_config, _node, { capabilities }) =>
      capabilities.imageOutput === false
        ? { problem: "is not taken by this model, which makes no images", expected: "nothing" }
        : undefined,
    ),
  },
  {
    id: "R-129",
    ...oneOf(
      "mediaResolution",
      ["UNSPECIFIED", "LOW", "MEDIUM", "HIGH"].map((level) => `MEDIA_RESOLUTION_${level}`),
    ),
  },
  { id: "V-20", profile: "vendor", ...longest("stopSequences", MAX_STOP, "entries") },
  {
    id: "V-26",
    profile: "vendor",
    ...all(notBoth("responseSchema", "responseJsonSchema", "one schema describes the answer"), {
      at: "responseMimeType",
      holds: "a schema needs a JSON `responseMimeType`",
      check: jsonMimeType,
    }),
  },
  { id: "V-28", profile: "vendor", ...oneOf("responseMimeType", vendor.responseMimeTypes) },
  {
    id: "V-24",
    ...types({
      audioTimestamp: "boolean",
      enableEnhancedCivicAnswers: "boolean",
      routingConfig: "object",
      modelSelectionConfig: "object",
    }),
  },
  ...fields(CONFIG_NAMES()),
]);

const levelOrBudget: Simple = {
  holds: "`thinkingLevel` and `thinkingBudget` exclude each other",
  check: (node) =>
    own(node, "thinkingLevel") === undefined || own(node, "thinkingBudget") === undefined
      ? undefined
      : { at: [], problem: "has both `thinkingLevel` and `thinkingBudget`, which exclude each other", expected: "one of them" },
};

const DOCUMENTED_FOR_2 = "is documented for generation 2; its range does not apply to later ones";
const LEAST_BUDGET = "is at least what the model takes: 128 for gemini-2.5-pro, which always thinks, 0 or 512 for 2.5-flash-lite";
const OF_MODEL =
  "is one that the model takes: none before generation 3; from there on, `MINIMAL` is refused by all but the flash models up to 3.6";

const THINKING_CONFIG = lazy<readonly Row<RequestContext>[]>(() => [
  {
    id: "R-118",
    severity: "warning",
    profile: "gateway",
    ...member("includeThoughts", "has an effect only when thinking is on", (value, node) =>
      value === true && own(node, "thinkingBudget") === 0
        ? { problem: "has no effect beside a `thinkingBudget` of 0: no thoughts are returned when thinking is off" }
        : undefined,
    ),
  },
  {
    id: "R-120",
    profile: "gateway",
    ...member<RequestContext>("thinkingBudget", "is 0 to 24576 for generation 2 or an unknown one", (budget, _, { generation = 2 }) =>
      generation <= 2 ? outOfRange(["thinkingBudget"], budget, gateway.thinkingBudget) : undefined,
    ),
  },
  {
    id: "R-121",
    severity: "warning",
    profile: "gateway",
    ...member<RequestContext>("thinkingBudget", DOCUMENTED_FOR_2, (_budget, _node, { generation = 2 }) => {
      const documented = "is documented for models of generation 2 only";
      return generation >= 3 ? { problem: `${documented}, and this one is of generation ${generation}; use \`thinkingLevel\`` } : undefined;
    }),
  },
  { id: "R-122", profile: "gateway", ...level(gateway.thinkingLevels, "extension") },
  { id: "V-22", profile: "vendor", ...level(vendor.thinkingLevels, "allowed") },
  {
    id: "R-123",
    severity: "warning",
    profile: "gateway",
    ...member<RequestContext>("thinkingLevel", "may be refused by models of generation 2 and older", (_level, _node, { generation = 3 }) =>
      generation <= 2 ? { problem: `may be refused by a model of generation ${generation}; use \`thinkingBudget\`` } : undefined,
    ),
  },
  { id: "R-124", profile: "gateway", ...levelOrBudget },
  { id: "V-21", profile: "vendor", ...all(inRange("thinkingBudget", vendor.thinkingBudget), levelOrBudget) },
  {
    id: "V-21",
    severity: "warning",
    profile: "vendor",
    ...member<RequestContext>("thinkingBudget", LEAST_BUDGET, (budget, _, { capabilities: { budget: range, thinkingOff } }) => {
      const [limit] = range || [0];
      if (typeof budget !== "number" || budget < (thinkingOff === false ? 0 : 1)) return undefined;
      if (budget < limit) return { problem: `is refused below ${limit} by this model`, limit };
      return budget === 0 ? { problem: "is refused by this model, which always thinks" } : undefined;
    }),
  },
  {
    id: "V-22",
    severity: "warning",
    profile: "vendor",
    ...member<RequestContext>("thinkingLevel", OF_MODEL, (given, _, { generation, capabilities: { efforts = [] } }) => {
      if (generation !== undefined && generation < 3) return { problem: "is refused by this model, which is given a budget" };
      const level = brief(given).toLowerCase();
      if (efforts.length === 0 || !isEffort(level) || efforts.includes(level)) return undefined;
      return { problem: "is refused by this model", expected: efforts.join(", ").toUpperCase() };
    }),
  },
  {
    id: "R-125",
    at: "thinkingLevel",
    holds: "an absent `thinkingLevel` counts as `high` from generation 3 on; it is never written",
    severity: "info",
  },
  ...fields({ specified: ["includeThoughts", "thinkingBudget", "thinkingLevel"] }),
]);

const IMAGE_CONFIG = lazy<readonly Row<RequestContext>[]>(() => [
  { id: "R-127", profile: "gateway", ...oneOf("aspectRatio", gateway.aspectRatios) },
  // Absent, it counts as `1k`, which is never written.
  { id: "R-128", profile: "gateway", ...oneOf("imageSize", gateway.imageSizes) },
  // The sizes are written in upper case; 1k is read as 1K only in this profile.
  {
    id: "V-28",
    profile: "vendor",
    ...all(oneOf("aspectRatio", vendor.aspectRatios), oneOf("imageSize", [...vendor.imageSizes, ...gateway.imageSizes])),
  },
  ...fields({
    specified: ["aspectRatio", "imageSize"],
    vendor: ["personGeneration", "outputMimeType", "outputCompressionQuality", "imageOutputOptions", "prominentPeople"],
  }),
]);

export const CONFIG_RULES = lazy<NodeRules<RequestContext>>(() => ({
  rows: CONFIG(),
  inside: { thinkingConfig: { rows: THINKING_CONFIG() }, imageConfig: { rows: passedOn(IMAGE_CONFIG()) } },
}));

/** Words in any letter case; another one than is written is of this grade. */
function level(legal: readonly string[], grade: "extension" | "allowed"): Simple {
  const words = oneOf("thinkingLevel", legal);
  const same = (value: unknown) => legal.find((word) => word.toLowerCase() === brief(value).toLowerCase());
  return {
    ...words,
    holds: `${words.holds}; other letter cases are extensions${grade === "allowed" ? " without an `info`" : ""}`,
    check: (node) => {
      const value = own(node, "thinkingLevel");
      const meant = typeof value === "string" ? same(value) : undefined;
      if (meant === undefined || meant === value) return words.check(node);
      const problem = `is ${JSON.stringify(value)}, where the specification writes ${JSON.stringify(meant)}`;
      return { ...notListedFault(["thinkingLevel"], problem, grade), suggestion: meant };
    },
  };
}

function jsonMimeType(node: Fields) {
  if (own(node, "responseSchema") === undefined && own(node, "responseJsonSchema") === undefined) return undefined;
  const at = ["responseMimeType"];
  const expected = '"application/json"';
  const received = own(node, "responseMimeType");
  if (received === undefined) return missing(at, expected);
  return received === "text/plain"
    ? { at, problem: `must be ${expected} beside a schema, not "text/plain"`, expected, received }
    : undefined;
}

const HARM_CATEGORIES = ["HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT", "HARASSMENT", "CIVIC_INTEGRITY"].map(ofHarm);
/** Categories that only the vendor lists. */
const VENDOR_HARM_CATEGORIES = [
  ...["UNSPECIFIED", "JAILBREAK", "IMAGE_HATE", "IMAGE_DANGEROUS_CONTENT", "IMAGE_HARASSMENT", "IMAGE_SEXUALLY_EXPLICIT"].map(ofHarm),
];
const HARM_THRESHOLDS = ["BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE", "BLOCK_NONE"];
/** Thresholds that only the vendor lists. */
const VENDOR_HARM_THRESHOLDS = ["OFF", "HARM_BLOCK_THRESHOLD_UNSPECIFIED"];

function ofHarm(category: string): string {
  return `HARM_CATEGORY_${category}`;
}

export const SAFETY = lazy<readonly Row<RequestContext>[]>(() => [
  { id: "R-133", profile: "gateway", ...oneOf("category", HARM_CATEGORIES, { extension: VENDOR_HARM_CATEGORIES }) },
  { id: "R-135", profile: "gateway", ...oneOf("threshold", HARM_THRESHOLDS, { extension: VENDOR_HARM_THRESHOLDS }) },
  {
    id: "V-28",
    profile: "vendor",
    ...all(
      wordOrNumber("category", [...HARM_CATEGORIES, ...VENDOR_HARM_CATEGORIES]),
      wordOrNumber("threshold", [...HARM_THRESHOLDS, ...VENDOR_HARM_THRESHOLDS]),
    ),
  },
  ...fields({ specified: ["category", "threshold"], vendor: ["method"], nullable: ["category", "threshold"] }),
]);

/** The vendor takes the number of a word, too; which it is differs between its services. */
function wordOrNumber(key: string, legal: readonly string[]): Simple {
  const isNumber = (node: Fields) => /^\d+$/.test(brief(own(node, key)));
  return graded(oneOf(key, legal), "unknown", isNumber, "; the number of a word is passed on");
}
