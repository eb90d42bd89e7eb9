/**
 * Ranges, counts and word lists of generate-content, per profile, as data: the encoder clamps to them, the validator
 * checks them.
 */

import type { FieldNames } from "../../core/fields.js";
import type { Range } from "../../core/range.js";
import type { Profile } from "../../model/common.js";
import type { NameRule } from "../../model/tools.js";
import { PART_KINDS, PART_MODIFIERS } from "./wire.js";

export interface Limits {
  /** Generation 2 or unknown. */
  readonly thinkingBudget: Range & { readonly max: number };
  readonly responseMimeTypes: readonly string[];
  readonly aspectRatios: readonly string[];
  readonly imageSizes: readonly string[];
  readonly thinkingLevels: readonly string[];
  readonly inlineMimeTypes: readonly string[];
  readonly fileMimeTypes: readonly string[];
  /** The key of the web-search tool. */
  readonly searchKey: "webSearch" | "googleSearch";
}

const COMMON_RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "9:16", "16:9", "21:9"] as const;

/** Types with a slash at the end stand for all of their kind. */
const VENDOR_MIME_TYPES = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/heic",
  "image/heif",
  "application/pdf",
  "application/x-javascript",
  "application/x-python",
  "text/",
  "audio/",
  "video/",
] as const;

export const limits: { readonly [P in Profile]: Limits } = {
  gateway: {
    thinkingBudget: { min: 0, max: 24576, rule: "R-120" },
    responseMimeTypes: ["text/plain", "application/json"],
    aspectRatios: COMMON_RATIOS,
    imageSizes: ["1k", "2k", "4k"],
    thinkingLevels: ["low", "medium", "high", "minimal"],
    inlineMimeTypes: ["application/pdf", "image/jpeg"],
    fileMimeTypes: ["application/pdf", "image/jpeg", "image/png"],
    searchKey: "webSearch",
  },
  vendor: {
    thinkingBudget: { min: -1, max: 32768, rule: "V-21" },
    responseMimeTypes: ["text/plain", "application/json", "text/x.enum"],
    aspectRatios: [...COMMON_RATIOS, "4:5", "5:4", "1:4", "4:1", "1:8", "8:1"],
    imageSizes: ["1K", "2K", "4K", "512"],
    thinkingLevels: ["LOW", "MEDIUM", "HIGH", "MINIMAL", "THINKING_LEVEL_UNSPECIFIED"],
    inlineMimeTypes: VENDOR_MIME_TYPES,
    fileMimeTypes: VENDOR_MIME_TYPES,
    searchKey: "googleSearch",
  },
};

/** Whether a media type is in a list whose entries ending in a slash stand for all of their kind. Letter case and parameters count for nothing. */
export function allowsMime(list: readonly string[], mimeType: string, more: readonly string[] = []): boolean {
  const [type = ""] = mimeType.split(";");
  const mime = type.trim().toLowerCase();
  return [...list, ...more].some((entry) => (entry.endsWith("/") ? mime.startsWith(entry) : mime === entry.toLowerCase()));
}

/** Largest budget that a translation writes for generation 2 or unknown, whatever the profile. */
export const MAX_BUDGET_TRANSLATED = 24576;

export const SEARCH_SPAN_MILLISECONDS = 24 * 60 * 60 * 1000;

export const MEDIA_RESOLUTIONS = ["UNSPECIFIED", "LOW", "MEDIUM", "HIGH"].map((level) => `MEDIA_RESOLUTION_${level}`);
export const CALLING_MODES = ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"] as const;
export const ROLES = ["user", "model"] as const;
/** The only function name that the gateway takes in `allowedFunctionNames`. */
export const ALLOWED_NAME = "web_search";

export const HARM_CATEGORIES = ["HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT", "HARASSMENT", "CIVIC_INTEGRITY"].map(
  (category) => `HARM_CATEGORY_${category}`,
);
/** Categories that only the vendor lists. */
export const VENDOR_HARM_CATEGORIES = [
  "UNSPECIFIED",
  "JAILBREAK",
  "IMAGE_HATE",
  "IMAGE_DANGEROUS_CONTENT",
  "IMAGE_HARASSMENT",
  "IMAGE_SEXUALLY_EXPLICIT",
].map((category) => `HARM_CATEGORY_${category}`);
export const HARM_THRESHOLDS = ["BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE", "BLOCK_NONE"] as const;
/** Thresholds that only the vendor lists. */
export const VENDOR_HARM_THRESHOLDS = ["OFF", "HARM_BLOCK_THRESHOLD_UNSPECIFIED"] as const;

/** Tool keys of the specification, and those that only the vendor has. */
export const TOOL_KEYS = ["functionDeclarations", "codeExecution", "webSearch", "googleSearch"] as const;
export const VENDOR_TOOL_KEYS = [
  "urlContext",
  "fileSearch",
  "googleMaps",
  "computerUse",
  "retrieval",
  "enterpriseWebSearch",
  "googleSearchRetrieval",
  "mcpServers",
  "exaAiSearch",
  "parallelAiSearch",
] as const;

/** V-26. */
export const functionName: NameRule = {
  legal: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  illegal: /[^A-Za-z0-9_.:-]/g,
  badStart: /^[^A-Za-z_]/,
  max: 128,
};

/** V-30: the names of the vendor's errors. */
export const ERROR_STATUSES = [
  "INVALID_ARGUMENT",
  "FAILED_PRECONDITION",
  "OUT_OF_RANGE",
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "ABORTED",
  "ALREADY_EXISTS",
  "RESOURCE_EXHAUSTED",
  "CANCELLED",
  "INTERNAL",
  "UNKNOWN",
  "DATA_LOSS",
  "UNIMPLEMENTED",
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
] as const;

export const FIELDS_RULE = { gateway: "V-24", vendor: "V-32" } as const;
const PART_FIELDS = {
  specified: ["text", "inlineData", "fileData"],
  vendor: ["audioTranscription", "mediaProcessing", "speechMetadata"],
  ordinary: PART_MODIFIERS,
  elsewhere: PART_KINDS,
} as const satisfies FieldNames;
/** Which fields a node has. Kinds of parts and tools have rules of their own. */
export const FIELDS = {
  content: { specified: ["role", "parts"], vendor: [], nullable: ["role", "parts"] },
  part: PART_FIELDS,
  inlineData: { specified: ["mimeType", "data"], vendor: ["displayName"], nullable: ["mimeType", "data"] },
  fileData: { specified: ["fileUri", "mimeType"], vendor: ["displayName"], nullable: ["fileUri"] },
  instruction: { specified: ["role", "parts"], vendor: [], nullable: ["parts"] },
  thinkingConfig: { specified: ["includeThoughts", "thinkingBudget", "thinkingLevel"], vendor: [] },
  imageConfig: {
    specified: ["aspectRatio", "imageSize"],
    vendor: ["personGeneration", "outputMimeType", "outputCompressionQuality", "imageOutputOptions", "prominentPeople"],
  },
  safetySetting: { specified: ["category", "threshold"], vendor: ["method"], nullable: ["category", "threshold"] },
  search: { specified: ["timeRangeFilter"], vendor: ["excludeDomains", "searchTypes", "blockingConfidence"] },
  timeRange: { specified: ["startTime", "endTime"], vendor: [] },
  toolConfig: { specified: ["functionCallingConfig"], vendor: ["retrievalConfig", "includeServerSideToolInvocations"] },
  functionCalling: { specified: ["mode", "allowedFunctionNames"], vendor: ["streamFunctionCallArguments"] },
} as const satisfies Record<string, FieldNames>;

/** The same of the nodes of an answer. */
export const ANSWER_FIELDS = {
  answer: {
    specified: ["candidates", "usageMetadata", "modelVersion", "responseId"],
    vendor: ["createTime", "modelStatus"],
    // R-156 is about them.
    elsewhere: ["promptFeedback"],
    nullable: ["candidates"],
  },
  candidate: {
    specified: ["content", "finishReason", "index"],
    vendor: [
      "finishMessage",
      "safetyRatings",
      "citationMetadata",
      "groundingMetadata",
      "urlContextMetadata",
      "tokenCount",
      "avgLogprobs",
      "logprobsResult",
    ],
  },
  content: { specified: ["role", "parts"], vendor: [] },
  part: PART_FIELDS,
  usage: {
    specified: ["promptTokenCount", "candidatesTokenCount", "totalTokenCount", "thoughtsTokenCount", "promptTokensDetails"],
    vendor: [
      "cachedContentTokenCount",
      "toolUsePromptTokenCount",
      "candidatesTokensDetails",
      "cacheTokensDetails",
      "toolUsePromptTokensDetails",
      "trafficType",
    ],
  },
  detail: { specified: ["modality", "tokenCount"], vendor: [] },
} as const satisfies Record<string, FieldNames>;
