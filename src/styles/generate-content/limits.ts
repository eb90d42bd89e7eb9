/**
 * Ranges and word lists of generate-content that the encoder keeps to and the validator checks, per profile, as data.
 */

import type { Range } from "../../core/range.js";
import type { BaseProfile } from "../../model/dialect.js";
import type { NameRule } from "../../model/tools.js";

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

export const limits: { readonly [P in BaseProfile]: Limits } = {
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

/** The only function name that the gateway takes in `allowedFunctionNames`. */
export const ALLOWED_NAME = "web_search";

/** V-26. */
export const functionName: NameRule = {
  rule: "V-26",
  legal: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  illegal: /[^A-Za-z0-9_.:-]/g,
  badStart: /^[^A-Za-z_]/,
  max: 128,
};
