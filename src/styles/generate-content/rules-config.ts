/** The rules of `generationConfig` and of safety settings. */
import { type Check, type Fault, type Fields, notListedFault, own, type Row } from "../../core/check.js";
import { all, inRange, longest, missing, notBoth, oneOf, types } from "../../core/checks.js";
import { fieldRows } from "../../core/fields.js";
import { brief } from "../../core/issue.js";
import { rangeRows } from "../../fields/table.js";
import { CONFIG_NAMES, MAX_STOP, REQUEST_FIELDS } from "./fields.js";
import {
  FIELDS,
  FIELDS_RULE,
  HARM_CATEGORIES,
  HARM_THRESHOLDS,
  limits,
  MEDIA_RESOLUTIONS,
  VENDOR_HARM_CATEGORIES,
  VENDOR_HARM_THRESHOLDS,
} from "./limits.js";
import type { RequestContext } from "./rules.js";

const { gateway, vendor } = limits;

export const CONFIG: readonly Row<RequestContext>[] = [
  { id: "R-108", path: "generationConfig.temperature", statement: "`temperature` is a number." },
  { id: "R-110", path: "generationConfig.topP", statement: "`topP` is a number." },
  ...rangeRows(REQUEST_FIELDS, "generationConfig."),
  { id: "R-114", path: "generationConfig.stopSequences", statement: "`stopSequences` is an array of strings." },
  {
    id: "R-115",
    path: "generationConfig.responseMimeType",
    statement: "`responseMimeType` is `text/plain` or `application/json`.",
    profile: "gateway",
    check: oneOf("responseMimeType", { legal: gateway.responseMimeTypes }),
  },
  { id: "R-116", path: "generationConfig.thinkingConfig", statement: "`thinkingConfig` is an object." },
  {
    id: "R-126",
    path: "generationConfig.imageConfig",
    statement: "`imageConfig` is an object, and is not sent to a model that makes no images.",
    check: (node, { capabilities }) =>
      capabilities.imageOutput === false && own(node, "imageConfig") !== undefined
        ? { at: ["imageConfig"], says: "is not taken by this model, which makes no images", expected: "nothing" }
        : undefined,
  },
  {
    id: "R-129",
    path: "generationConfig.mediaResolution",
    statement: "`mediaResolution` is `MEDIA_RESOLUTION_` and `UNSPECIFIED`, `LOW`, `MEDIUM` or `HIGH`.",
    check: oneOf("mediaResolution", { legal: MEDIA_RESOLUTIONS }),
  },
  {
    id: "V-20",
    path: "generationConfig.stopSequences",
    statement: `\`stopSequences\` has at most ${MAX_STOP} entries.`,
    profile: "vendor",
    check: longest("stopSequences", MAX_STOP),
  },
  {
    id: "V-26",
    path: "generationConfig.responseJsonSchema, generationConfig.responseMimeType",
    statement: "`responseSchema` and `responseJsonSchema` exclude each other and need a JSON `responseMimeType`.",
    profile: "vendor",
    check: all(notBoth("responseSchema", "responseJsonSchema", "one schema describes the answer"), jsonMimeType),
  },
  {
    id: "V-28",
    path: "generationConfig.responseMimeType",
    statement: "`responseMimeType` is `text/plain`, `application/json` or `text/x.enum`.",
    profile: "vendor",
    check: oneOf("responseMimeType", { legal: vendor.responseMimeTypes }),
  },
  {
    id: "V-24",
    path: "generationConfig",
    statement: "Settings that only the vendor has are of the vendor's types.",
    check: types({
      audioTimestamp: "boolean",
      enableEnhancedCivicAnswers: "boolean",
      routingConfig: "object",
      modelSelectionConfig: "object",
    }),
  },
  ...fieldRows({ path: "generationConfig", ...FIELDS_RULE }, CONFIG_NAMES),
];

export const THINKING_CONFIG: readonly Row<RequestContext>[] = [
  { id: "R-117", path: "generationConfig.thinkingConfig.includeThoughts", statement: "`includeThoughts` is a boolean." },
  {
    id: "R-118",
    path: "generationConfig.thinkingConfig.includeThoughts",
    statement: "Thoughts are returned only when thinking is on.",
    severity: "warning",
    profile: "gateway",
    check: (node) =>
      own(node, "includeThoughts") === true && own(node, "thinkingBudget") === 0
        ? { at: ["includeThoughts"], says: "has no effect beside a `thinkingBudget` of 0: no thoughts are returned when thinking is off" }
        : undefined,
  },
  { id: "R-119", path: "generationConfig.thinkingConfig.thinkingBudget", statement: "`thinkingBudget` is an integer." },
  {
    id: "R-120",
    path: "generationConfig.thinkingConfig.thinkingBudget",
    statement: "`thinkingBudget` is 0 to 24576 for generation 2 or an unknown one.",
    profile: "gateway",
    check: (node, { generation }) =>
      generation === undefined || generation <= 2 ? inRange("thinkingBudget", gateway.thinkingBudget)(node) : undefined,
  },
  {
    id: "R-121",
    path: "generationConfig.thinkingConfig.thinkingBudget",
    statement: "`thinkingBudget` is documented for generation 2; its range does not apply to later ones.",
    severity: "warning",
    profile: "gateway",
    check: (node, { generation }) =>
      generation !== undefined && generation >= 3 && own(node, "thinkingBudget") !== undefined
        ? {
            at: ["thinkingBudget"],
            says: `is documented for models of generation 2 only, and this one is of generation ${generation}; use \`thinkingLevel\``,
          }
        : undefined,
  },
  {
    id: "R-122",
    path: "generationConfig.thinkingConfig.thinkingLevel",
    statement: "`thinkingLevel` is `low`, `medium`, `high` or `minimal`; other letter cases are extensions.",
    profile: "gateway",
    check: level(gateway.thinkingLevels, "extension"),
  },
  {
    id: "V-22",
    path: "generationConfig.thinkingConfig.thinkingLevel",
    statement: "`thinkingLevel` is `LOW`, `MEDIUM`, `HIGH`, `MINIMAL` or `THINKING_LEVEL_UNSPECIFIED`, in any letter case.",
    profile: "vendor",
    check: level(vendor.thinkingLevels, "silent"),
  },
  {
    id: "R-123",
    path: "generationConfig.thinkingConfig.thinkingLevel",
    statement: "Models of generation 2 and older may refuse `thinkingLevel`.",
    severity: "warning",
    profile: "gateway",
    check: (node, { generation }) =>
      generation !== undefined && generation <= 2 && own(node, "thinkingLevel") !== undefined
        ? { at: ["thinkingLevel"], says: `may be refused by a model of generation ${generation}; use \`thinkingBudget\`` }
        : undefined,
  },
  {
    id: "R-124",
    path: "generationConfig.thinkingConfig",
    statement: "`thinkingLevel` and `thinkingBudget` exclude each other.",
    profile: "gateway",
    check: levelAndBudget,
  },
  {
    id: "V-21",
    path: "generationConfig.thinkingConfig",
    statement: "`thinkingBudget` is -1 to 32768, and excludes `thinkingLevel`.",
    profile: "vendor",
    check: all(inRange("thinkingBudget", vendor.thinkingBudget), levelAndBudget),
  },
  {
    id: "V-21",
    path: "generationConfig.thinkingConfig.thinkingBudget",
    statement:
      "`thinkingBudget` is at least what the model takes: 128 for gemini-2.5-pro, which always thinks, 0 or 512 for 2.5-flash-lite.",
    severity: "warning",
    profile: "vendor",
    check: (node, { capabilities: { budget: range, thinkingOff } }) => {
      const budget = own(node, "thinkingBudget");
      const [limit] = range || [0];
      const refused = typeof budget === "number" && budget >= (thinkingOff === false ? 0 : 1) && budget < limit;
      return refused ? { at: ["thinkingBudget"], says: `is refused below ${limit} by this model`, limit } : undefined;
    },
  },
  {
    id: "V-22",
    path: "generationConfig.thinkingConfig.thinkingLevel",
    statement:
      "`thinkingLevel` is not `MINIMAL` for a model that is known to refuse it: from generation 3 on, all but the flash models up to 3.6.",
    severity: "warning",
    profile: "vendor",
    check: (node, { capabilities: { efforts } }) =>
      /^minimal$/i.test(brief(own(node, "thinkingLevel"))) && efforts?.includes("minimal") === false
        ? { at: ["thinkingLevel"], says: "is refused by this model below `LOW`" }
        : undefined,
  },
  {
    id: "R-125",
    path: "generationConfig.thinkingConfig.thinkingLevel",
    statement: "An absent `thinkingLevel` counts as `high` from generation 3 on; it is never written.",
    severity: "info",
  },
  ...fieldRows({ path: "generationConfig.thinkingConfig", ...FIELDS_RULE }, FIELDS.thinkingConfig),
];

export const IMAGE_CONFIG: readonly Row<RequestContext>[] = [
  {
    id: "R-127",
    path: "generationConfig.imageConfig.aspectRatio",
    statement: `\`aspectRatio\` is one of ${gateway.aspectRatios.join(", ")}.`,
    profile: "gateway",
    check: oneOf("aspectRatio", { legal: gateway.aspectRatios }),
  },
  {
    id: "R-128",
    path: "generationConfig.imageConfig.imageSize",
    statement: "`imageSize` is `1k`, `2k` or `4k`, in lower case. Absent, it counts as `1k`, which is never written.",
    profile: "gateway",
    check: oneOf("imageSize", { legal: gateway.imageSizes }),
  },
  {
    id: "V-28",
    path: "generationConfig.imageConfig",
    statement: `\`aspectRatio\` is one of ${vendor.aspectRatios.join(", ")}; \`imageSize\` is one of ${vendor.imageSizes.join(", ")}.`,
    profile: "vendor",
    check: all(oneOf("aspectRatio", { legal: vendor.aspectRatios }), imageSize),
  },
  ...fieldRows({ path: "generationConfig.imageConfig", ...FIELDS_RULE }, FIELDS.imageConfig),
];

function level(legal: readonly string[], grade: "extension" | "silent"): Check<RequestContext> {
  const words = oneOf("thinkingLevel", { legal });
  return (node) => {
    const value = own(node, "thinkingLevel");
    const same = typeof value === "string" ? legal.find((word) => word.toLowerCase() === value.toLowerCase()) : undefined;
    if (same === undefined || same === value) return words(node);
    return grade === "silent"
      ? undefined
      : {
          ...notListedFault(
            ["thinkingLevel"],
            `is ${JSON.stringify(value)}, where the specification writes ${JSON.stringify(same)}`,
            grade,
          ),
          suggestion: same,
        };
  };
}

function levelAndBudget(node: Fields): Fault | undefined {
  if (own(node, "thinkingLevel") === undefined || own(node, "thinkingBudget") === undefined) return undefined;
  return { at: [], says: "has both `thinkingLevel` and `thinkingBudget`, which exclude each other", expected: "one of them" };
}

/** The sizes are written in upper case; 1k is read as 1K only in this profile. */
function imageSize(node: Fields): Fault | undefined {
  const value = own(node, "imageSize");
  return typeof value === "string" && vendor.imageSizes.includes(value.toUpperCase())
    ? undefined
    : oneOf("imageSize", { legal: vendor.imageSizes })(node);
}

function jsonMimeType(node: Fields): Fault | undefined {
  if (own(node, "responseSchema") === undefined && own(node, "responseJsonSchema") === undefined) return undefined;
  const type = own(node, "responseMimeType");
  if (type === undefined) return missing(["responseMimeType"], '"application/json"');
  if (type !== "text/plain") return undefined;
  return {
    at: ["responseMimeType"],
    says: 'must be "application/json" beside a schema, not "text/plain"',
    expected: '"application/json"',
    received: "text/plain",
  };
}

export const SAFETY: readonly Row<RequestContext>[] = [
  { id: "R-132", path: "safetySettings[i].category", statement: "`category` is a required string." },
  {
    id: "R-133",
    path: "safetySettings[i].category",
    statement: "`category` is one of the five of the specification; the vendor's others are extensions.",
    profile: "gateway",
    check: oneOf("category", { legal: HARM_CATEGORIES, extension: VENDOR_HARM_CATEGORIES }),
  },
  {
    id: "R-134",
    path: "safetySettings[i].threshold",
    statement: "`threshold` is a required string.",
  },
  {
    id: "R-135",
    path: "safetySettings[i].threshold",
    statement: "`threshold` is one of the four of the specification; the vendor's others are extensions.",
    profile: "gateway",
    check: oneOf("threshold", { legal: HARM_THRESHOLDS, extension: VENDOR_HARM_THRESHOLDS }),
  },
  {
    id: "V-28",
    path: "safetySettings[i]",
    statement: "Categories and thresholds are the vendor's, `OFF` included.",
    profile: "vendor",
    check: all(
      wordOrNumber("category", [...HARM_CATEGORIES, ...VENDOR_HARM_CATEGORIES]),
      wordOrNumber("threshold", [...HARM_THRESHOLDS, ...VENDOR_HARM_THRESHOLDS]),
    ),
  },
  ...fieldRows({ path: "safetySettings[i]", ...FIELDS_RULE }, FIELDS.safetySetting),
];

/** The vendor takes the number of a word, too; which it is differs between its services. */
function wordOrNumber(key: string, legal: readonly string[]): (node: Fields) => Fault | undefined {
  const word = oneOf(key, { legal });
  return (node) => {
    const value = own(node, key);
    if (typeof value !== "string" || !/^\d+$/.test(value)) return word(node);
    return { at: [key], says: "is the number of a word; write the word", expected: "a word", grade: "unknown" };
  };
}
