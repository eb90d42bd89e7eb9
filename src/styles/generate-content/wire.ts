/**
 * Requests of `POST /v1beta/models/{model}:generateContent`, in camelCase (see names.ts for the snake_case spelling): their structure, and
 * the ranges, words and forms of times that the encoder keeps to and the validator checks, per profile.
 * A part has no discriminator: its kind is the key it holds, and flags such as `thought` stand beside that key.
 */

import { type Fields, own } from "../../core/check.js";
import { is } from "../../core/checks.js";
import { brief, equivalent, type Path, type Report } from "../../core/issue.js";
import { anyObject, boolean, type Infer, integer, list, number, object, optional, record, string, word } from "../../core/schema.js";
import type { BaseProfile } from "../../model/common.js";
import type { NameRule } from "../../model/tools.js";

/** Keys that qualify a part of any kind and are no kind themselves. */
export const PART_MODIFIERS = ["thought", "thoughtSignature", "mediaResolution", "videoMetadata", "partMetadata"] as const;

const json = anyObject("V-24").nullish();
const other = optional("V-24");
const text = string("V-24").nullish();
const sampling = optional("V-20");
const output = optional("V-28");

const InlineData = object(() => ({ mimeType: string("R-100"), data: string("R-101"), displayName: text }), "R-099");
const FileData = object(() => ({ fileUri: string("R-105"), mimeType: string("R-106").nullish(), displayName: text }), "R-104");
const FunctionCall = object(() => ({ id: text, name: string("V-24"), args: json }), "V-24");
const FunctionResponse = object(
  () => ({
    id: text,
    name: string("V-24"),
    response: json,
    parts: other.list(object(() => ({ inlineData: InlineData.nullish(), fileData: FileData.nullish() }), "V-24")),
  }),
  "V-24",
);
const ExecutableCode = object(() => ({ language: text, code: string("V-24"), id: text }), "V-24");

const kinds = {
  text: string("R-098").nullish(),
  inlineData: InlineData.nullish(),
  fileData: FileData.nullish(),
  functionCall: FunctionCall.nullish(),
  functionResponse: FunctionResponse.nullish(),
  executableCode: ExecutableCode.nullish(),
  codeExecutionResult: other.object(() => ({ outcome: text, output: text, id: text })),
  toolCall: other.object(() => ({ id: text, toolType: text, args: json })),
  toolResponse: other.object(() => ({ id: text, toolType: text, response: json })),
};
/** The keys that state what a part is. */
export const PART_KINDS: readonly string[] = Object.keys(kinds);
const partFields = {
  ...kinds,
  thought: other.flag,
  thoughtSignature: text,
  mediaResolution: other.object(() => ({ level: text })),
  videoMetadata: other.object(() => ({ startOffset: text, endOffset: text, fps: other.number })),
};
export type GenerateContentPart = Infer<typeof AnswerPart>;

/** A part as answers have it: any number of kinds, none included. */
export const AnswerPart = object(() => partFields, "R-157");
/** A part as users write it: of one kind at most. A kind that nobody knows passes and is kept whole. */
const Part = object(() => partFields, "R-097").refine(isOfOneKind, "R-097", "a part of one kind");

export const KINDS: ReadonlySet<string> = new Set(PART_KINDS);

function isOfOneKind(part: Readonly<Record<string, unknown>>): boolean {
  let kinds = 0;
  for (const key in part) if (KINDS.has(key) && part[key] !== undefined && part[key] !== null) kinds++;
  return kinds <= 1;
}

/** `system` is not legal, but seen in the wild: it is read as an instruction in the middle of the conversation. */
const Content = object(
  () => ({
    role: word(["user", "model", "function", "system"], "R-094").nullish(),
    parts: list(Part, "R-095"),
  }),
  "R-092",
);
export type GenerateContentContent = Infer<typeof Content>;

const ThinkingConfig = optional("R-116").object(() => ({
  includeThoughts: boolean("R-117").nullish(),
  thinkingBudget: integer("R-119").nullish(),
  thinkingLevel: string("R-122").nullish(),
}));
const ImageConfig = optional("R-126").object(() => ({ aspectRatio: string("R-127").nullish(), imageSize: string("R-128").nullish() }));
const ResponseFormat = object(() => ({ text: output.object(() => ({ mimeType: string("R-115").nullish(), schema: json })) }), "V-28");
const GenerationConfig = object(
  () => ({
    temperature: number("R-108").nullish(),
    topP: number("R-110").nullish(),
    topK: integer("R-112").nullish(),
    maxOutputTokens: integer("R-113").nullish(),
    stopSequences: optional("R-114").list(string("R-114")),
    responseMimeType: string("R-115").nullish(),
    thinkingConfig: ThinkingConfig,
    imageConfig: ImageConfig,
    mediaResolution: string("R-129").nullish(),
    candidateCount: sampling.integer,
    presencePenalty: sampling.number,
    frequencyPenalty: sampling.number,
    seed: sampling.integer,
    responseLogprobs: sampling.flag,
    logprobs: sampling.integer,
    responseSchema: anyObject("V-26").nullish(),
    responseJsonSchema: anyObject("V-26").nullish(),
    responseFormat: output.list(ResponseFormat),
    responseModalities: output.list(string("V-28")),
    speechConfig: anyObject("V-28").nullish(),
  }),
  "R-107",
);
export type GenerateContentGenerationConfig = Infer<typeof GenerationConfig>;

const FunctionDeclaration = object(
  () => ({
    name: string("V-26"),
    description: string("V-26").nullish(),
    parameters: anyObject("V-26").nullish(),
    parametersJsonSchema: anyObject("V-26").nullish(),
  }),
  "V-26",
);
const time = string("R-141").nullish();
const Search = optional("R-139").object(() => ({
  timeRangeFilter: optional("R-140").object(() => ({ startTime: time, endTime: time })),
  excludeDomains: optional("V-29").list(string("V-29")),
}));
/** One entry may hold several tools, each under its own key. */
const ToolEntry = object(
  () => ({
    functionDeclarations: optional("R-138").list(FunctionDeclaration),
    codeExecution: anyObject("R-138").nullish(),
    webSearch: Search,
    googleSearch: Search,
    urlContext: anyObject("R-138").nullish(),
  }),
  "R-138",
);
export type GenerateContentTool = Infer<typeof ToolEntry>;

const ToolConfig = optional("R-145").object(() => ({
  functionCallingConfig: optional("R-146").object(() => ({
    mode: string("R-147").nullish(),
    allowedFunctionNames: optional("R-148").list(string("R-148")),
  })),
}));
const SafetySetting = object(() => ({ category: string("R-132"), threshold: string("R-134"), method: output.text }), "R-131");
const SystemInstruction = optional("R-150").object(() => ({
  role: string("R-151").nullish(),
  parts: list(
    object(() => ({ text: string("R-153"), thought: other.flag, thoughtSignature: text }), "R-153"),
    "R-152",
  ),
}));

export const GenerateContentRequest = object(
  () => ({
    contents: list(Content, "R-090"),
    systemInstruction: SystemInstruction,
    generationConfig: GenerationConfig.nullish(),
    safetySettings: optional("R-130").list(SafetySetting),
    tools: optional("R-137").list(ToolEntry),
    toolConfig: ToolConfig,
    async: boolean("R-154").nullish(),
    cachedContent: text,
    labels: record(string("V-24"), "V-24").nullish(),
    serviceTier: text,
  }),
  "R-089",
);
/** The body of `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`. Keys may also be in snake_case. Unknown fields pass, and null counts as absent. Source: https://ai.google.dev/api/generate-content */
export interface GenerateContentRequest extends Infer<typeof GenerateContentRequest> {}

const COMMON_RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "9:16", "16:9", "21:9"] as const;

const LEVELS = ["low", "medium", "high", "minimal"] as const;

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

export const limits = {
  gateway: {
    // Of generation 2 or an unknown one.
    thinkingBudget: { min: 0, max: 24576, rule: "R-120" },
    responseMimeTypes: ["text/plain", "application/json"],
    aspectRatios: COMMON_RATIOS,
    imageSizes: ["1k", "2k", "4k"],
    thinkingLevels: LEVELS,
    inlineMimeTypes: ["application/pdf", "image/jpeg"],
    fileMimeTypes: ["application/pdf", "image/jpeg", "image/png"],
    searchKey: "webSearch",
  },
  vendor: {
    thinkingBudget: { min: -1, max: 32768, rule: "V-21" },
    responseMimeTypes: ["text/plain", "application/json", "text/x.enum"],
    aspectRatios: [...COMMON_RATIOS, "4:5", "5:4", "1:4", "4:1", "1:8", "8:1"],
    imageSizes: ["1K", "2K", "4K", "512"],
    thinkingLevels: [...LEVELS.map((level) => level.toUpperCase()), "THINKING_LEVEL_UNSPECIFIED"],
    inlineMimeTypes: VENDOR_MIME_TYPES,
    fileMimeTypes: VENDOR_MIME_TYPES,
    searchKey: "googleSearch",
  },
} as const satisfies Readonly<Record<BaseProfile, object>>;

/** Whether a media type is in a list whose entries ending in a slash stand for all of their kind. Letter case and parameters count for nothing. */
export function allowsMime(list: readonly string[], mimeType: string, more: readonly string[] = []): boolean {
  const mime = mimeType.replace(/;.*/s, "").trim().toLowerCase();
  return [...list, ...more].some((entry) =>
    entry.endsWith("/") ? mime.startsWith(entry) && mime !== entry : mime === entry.toLowerCase(),
  );
}

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

/** The forms that are taken, in words. A date-time is that of RFC 3339, of which seconds and offset may be left out. */
const TIMES = "an ISO 8601 date or date-time, or digits that count seconds";

const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::((?:[0-5]\d|60)(?:[.,]\d+)?))?(?:Z|([+-])([01]\d|2[0-3])(?::([0-5]\d))?)?)?$/i;

/** Milliseconds since 1970; undefined when the text is no time. */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  if (/^\d{1,16}$/.test(text)) return Number(text) * (text.length < 13 ? 1000 : 1);
  const [, date, time = "00:00", second = "0", sign = "+", hours = 0, minutes = 0] = (text.length > 64 ? null : ISO.exec(text)) ?? [];
  const start = Date.parse(`${date}T${time}Z`);
  // The 31st of June runs into July, and 24 o'clock into the next day.
  if (date === undefined || timeOf(start / 1000)?.startsWith(date) !== true) return undefined;
  return start + Number(second.replace(",", ".")) * 1000 - Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The member is a time. What is not a string is not checked here. */
export function timestamp(key: string) {
  const form = `${TIMES} since 1970, milliseconds from 13 digits on; of \`2026-06-30T12:00:00.5+02:00\` seconds and offset may be left out`;
  return is.member(key, `is ${form}`, (text) => {
    if (typeof text !== "string" || parseTimestamp(text) !== undefined) return undefined;
    return { problem: `must be ${TIMES}, not ${JSON.stringify(brief(text))}`, expected: TIMES, received: brief(text) };
  });
}

/** Milliseconds from the start of a range to its end; undefined when one of them cannot be read. */
export function spanOf(range: Fields): number | undefined {
  const from = parseTimestamp(own(range, "startTime"));
  const to = parseTimestamp(own(range, "endTime"));
  return from === undefined || to === undefined ? undefined : to - from;
}

/** `createTime`, RFC 3339 with four digits of the year, and with its offset; without one a time would depend on where it is read. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Unix seconds of the wire's time; undefined for any other text.
 * @param path that of the wire's time, for issues
 */
export function secondsOf(time: string, path: Path, report: Report): number | undefined {
  const seconds = Math.floor(Date.parse(TIME.test(time) ? time : "") / 1000);
  if (Number.isNaN(seconds)) return undefined;
  // With a fraction or an offset it is longer.
  if (time.length > 20 || timeOf(seconds) !== time) report(equivalent(path, "The time is kept in seconds of UTC."));
  return seconds;
}

/** Unix seconds as the wire's time; undefined where no such date is. */
export function timeOf(seconds: number): string | undefined {
  const text = new Date(seconds * 1000).toJSON();
  // A year of more digits has a sign; what is no date is null.
  return /^\d/.test(text) ? text.replace(/\.\d+Z$/, "Z") : undefined;
}
