/**
 * Requests of `POST /v1beta/models/{model}:generateContent`, in camelCase (see names.ts for the snake_case spelling).
 * A part has no discriminator: its kind is the key it holds, and flags such as `thought` stand beside that key.
 */
import { z } from "zod";
import { anyRecord, integer, list, record, sparseObject } from "../../core/schema.js";

/** The keys that say what a part is. */
export const PART_KINDS = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
] as const;
/** Keys that qualify a part of any kind and are no kind themselves. */
export const PART_MODIFIERS = ["thought", "thoughtSignature", "mediaResolution", "videoMetadata", "partMetadata"] as const;

const json = anyRecord("V-24");
const text = z.string({ error: "V-24" }).nullish();
const flag = z.boolean({ error: "V-24" }).nullish();

const InlineData = z.looseObject(
  { mimeType: z.string({ error: "R-100" }), data: z.string({ error: "R-101" }), displayName: text },
  { error: "R-099" },
);
const FileData = z.looseObject(
  { fileUri: z.string({ error: "R-105" }), mimeType: z.string({ error: "R-106" }).nullish(), displayName: text },
  { error: "R-104" },
);
const FunctionCall = z.looseObject({ id: text, name: z.string({ error: "V-24" }), args: json.nullish() }, { error: "V-24" });
const FunctionResponse = z.looseObject(
  {
    id: text,
    name: z.string({ error: "V-24" }),
    response: json.nullish(),
    parts: list(z.looseObject({ inlineData: InlineData.nullish(), fileData: FileData.nullish() }, { error: "V-24" }), "V-24").nullish(),
  },
  { error: "V-24" },
);
const ExecutableCode = z.looseObject({ language: text, code: z.string({ error: "V-24" }), id: text }, { error: "V-24" });
const CodeExecutionResult = z.looseObject({ outcome: text, output: text, id: text }, { error: "V-24" });
const ServerToolCall = z.looseObject({ id: text, toolType: text, args: json.nullish() }, { error: "V-24" });
const ServerToolResponse = z.looseObject({ id: text, toolType: text, response: json.nullish() }, { error: "V-24" });

const partFields = {
  text: z.string({ error: "R-098" }).nullish(),
  inlineData: InlineData.nullish(),
  fileData: FileData.nullish(),
  functionCall: FunctionCall.nullish(),
  functionResponse: FunctionResponse.nullish(),
  executableCode: ExecutableCode.nullish(),
  codeExecutionResult: CodeExecutionResult.nullish(),
  toolCall: ServerToolCall.nullish(),
  toolResponse: ServerToolResponse.nullish(),
  thought: flag,
  thoughtSignature: text,
  mediaResolution: z.looseObject({ level: text }, { error: "V-24" }).nullish(),
  videoMetadata: z
    .looseObject({ startOffset: text, endOffset: text, fps: z.number({ error: "V-24" }).nullish() }, { error: "V-24" })
    .nullish(),
};
export type GenerateContentPart = z.infer<typeof AnswerPart>;

/** A part as answers have it: any number of kinds, none included. */
export const AnswerPart = sparseObject(partFields, "R-158");
/** A part as users write it: of one kind at most. A kind that nobody knows passes and is kept whole. */
const Part = sparseObject(partFields, "R-097").refine(isOfOneKind, { error: "R-097" });

const KINDS: ReadonlySet<string> = new Set(PART_KINDS);

function isOfOneKind(part: Readonly<Record<string, unknown>>): boolean {
  let kinds = 0;
  for (const key of Object.keys(part)) if (KINDS.has(key) && part[key] !== undefined && part[key] !== null) kinds++;
  return kinds <= 1;
}

/** `system` is not legal, but seen in the wild: it is read as an instruction in the middle of the conversation. */
const Content = z.looseObject(
  {
    role: z.enum(["user", "model", "function", "system"], { error: "R-094" }).nullish(),
    parts: list(Part, "R-095"),
  },
  { error: "R-092" },
);
export type GenerateContentContent = z.infer<typeof Content>;

const ThinkingConfig = z.looseObject(
  {
    includeThoughts: z.boolean({ error: "R-117" }).nullish(),
    thinkingBudget: integer("R-119").nullish(),
    thinkingLevel: z.string({ error: "R-122" }).nullish(),
  },
  { error: "R-116" },
);
const ImageConfig = z.looseObject(
  { aspectRatio: z.string({ error: "R-127" }).nullish(), imageSize: z.string({ error: "R-128" }).nullish() },
  { error: "R-126" },
);
const ResponseFormat = z.looseObject(
  {
    text: z.looseObject({ mimeType: z.string({ error: "R-115" }).nullish(), schema: json.nullish() }, { error: "V-28" }).nullish(),
  },
  { error: "V-28" },
);
const GenerationConfig = z.looseObject(
  {
    temperature: z.number({ error: "R-108" }).nullish(),
    topP: z.number({ error: "R-110" }).nullish(),
    topK: integer("R-112").nullish(),
    maxOutputTokens: integer("R-113").nullish(),
    stopSequences: list(z.string({ error: "R-114" }), "R-114").nullish(),
    responseMimeType: z.string({ error: "R-115" }).nullish(),
    thinkingConfig: ThinkingConfig.nullish(),
    imageConfig: ImageConfig.nullish(),
    mediaResolution: z.string({ error: "R-129" }).nullish(),
    candidateCount: integer("V-20").nullish(),
    presencePenalty: z.number({ error: "V-20" }).nullish(),
    frequencyPenalty: z.number({ error: "V-20" }).nullish(),
    seed: integer("V-20").nullish(),
    responseLogprobs: z.boolean({ error: "V-20" }).nullish(),
    logprobs: integer("V-20").nullish(),
    responseSchema: z.record(z.string(), z.unknown(), { error: "V-26" }).nullish(),
    responseJsonSchema: z.record(z.string(), z.unknown(), { error: "V-26" }).nullish(),
    responseFormat: list(ResponseFormat, "V-28").nullish(),
    responseModalities: list(z.string({ error: "V-28" }), "V-28").nullish(),
    speechConfig: z.record(z.string(), z.unknown(), { error: "V-28" }).nullish(),
  },
  { error: "R-107" },
);
export type GenerateContentGenerationConfig = z.infer<typeof GenerationConfig>;

const FunctionDeclaration = z.looseObject(
  {
    name: z.string({ error: "V-26" }),
    description: z.string({ error: "V-26" }).nullish(),
    parameters: z.record(z.string(), z.unknown(), { error: "V-26" }).nullish(),
    parametersJsonSchema: z.record(z.string(), z.unknown(), { error: "V-26" }).nullish(),
  },
  { error: "V-26" },
);
const TimeRangeFilter = z.looseObject(
  { startTime: z.string({ error: "R-141" }).nullish(), endTime: z.string({ error: "R-141" }).nullish() },
  { error: "R-140" },
);
const Search = z.looseObject(
  {
    timeRangeFilter: TimeRangeFilter.nullish(),
    excludeDomains: list(z.string({ error: "V-29" }), "V-29").nullish(),
  },
  { error: "R-139" },
);
/** One entry may hold several tools, each under its own key. */
const ToolEntry = z.looseObject(
  {
    functionDeclarations: list(FunctionDeclaration, "R-138").nullish(),
    codeExecution: z.looseObject({}, { error: "R-138" }).nullish(),
    webSearch: Search.nullish(),
    googleSearch: Search.nullish(),
    urlContext: z.looseObject({}, { error: "R-138" }).nullish(),
  },
  { error: "R-138" },
);
export type GenerateContentTool = z.infer<typeof ToolEntry>;

const ToolConfig = z.looseObject(
  {
    functionCallingConfig: z
      .looseObject(
        {
          mode: z.string({ error: "R-147" }).nullish(),
          allowedFunctionNames: list(z.string({ error: "R-148" }), "R-148").nullish(),
        },
        { error: "R-146" },
      )
      .nullish(),
  },
  { error: "R-145" },
);
const SafetySetting = z.looseObject(
  { category: z.string({ error: "R-132" }), threshold: z.string({ error: "R-134" }), method: z.string({ error: "V-28" }).nullish() },
  { error: "R-131" },
);
const SystemInstruction = z.looseObject(
  {
    role: z.string({ error: "R-151" }).nullish(),
    parts: list(z.looseObject({ text: z.string({ error: "R-153" }), thought: flag, thoughtSignature: text }, { error: "R-153" }), "R-152"),
  },
  { error: "R-150" },
);

export const GenerateContentRequest = z.looseObject(
  {
    contents: list(Content, "R-090"),
    systemInstruction: SystemInstruction.nullish(),
    generationConfig: GenerationConfig.nullish(),
    safetySettings: list(SafetySetting, "R-130").nullish(),
    tools: list(ToolEntry, "R-137").nullish(),
    toolConfig: ToolConfig.nullish(),
    async: z.boolean({ error: "R-154" }).nullish(),
    cachedContent: text,
    labels: record(z.string({ error: "V-24" }), "V-24").nullish(),
    serviceTier: text,
  },
  { error: "R-089" },
);
/** Body of a request; the model and the action are in the URL. */
/** The body of `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`. Keys may also be in snake_case. Unknown fields pass, and null counts as absent. Source: https://ai.google.dev/api/generate-content */
export type GenerateContentRequest = z.infer<typeof GenerateContentRequest>;
