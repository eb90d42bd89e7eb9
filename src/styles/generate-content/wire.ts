/**
 * Requests of `POST /v1beta/models/{model}:generateContent`, in camelCase (see names.ts for the snake_case spelling).
 * A part has no discriminator: its kind is the key it holds, and flags such as `thought` stand beside that key.
 */
import { anyObject, boolean, type Infer, integer, list, number, object, record, string, word } from "../../core/schema.js";

/** The keys that state what a part is. */
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

const json = anyObject("V-24");
const text = string("V-24").nullish();
const flag = boolean("V-24").nullish();

const InlineData = object({ mimeType: string("R-100"), data: string("R-101"), displayName: text }, "R-099");
const FileData = object({ fileUri: string("R-105"), mimeType: string("R-106").nullish(), displayName: text }, "R-104");
const FunctionCall = object({ id: text, name: string("V-24"), args: json.nullish() }, "V-24");
const FunctionResponse = object(
  {
    id: text,
    name: string("V-24"),
    response: json.nullish(),
    parts: list(object({ inlineData: InlineData.nullish(), fileData: FileData.nullish() }, "V-24"), "V-24").nullish(),
  },
  "V-24",
);
const ExecutableCode = object({ language: text, code: string("V-24"), id: text }, "V-24");
const CodeExecutionResult = object({ outcome: text, output: text, id: text }, "V-24");
const ServerToolCall = object({ id: text, toolType: text, args: json.nullish() }, "V-24");
const ServerToolResponse = object({ id: text, toolType: text, response: json.nullish() }, "V-24");

const partFields = {
  text: string("R-098").nullish(),
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
  mediaResolution: object({ level: text }, "V-24").nullish(),
  videoMetadata: object({ startOffset: text, endOffset: text, fps: number("V-24").nullish() }, "V-24").nullish(),
};
export type GenerateContentPart = Infer<typeof AnswerPart>;

/** A part as answers have it: any number of kinds, none included. */
export const AnswerPart = object(partFields, "R-157");
/** A part as users write it: of one kind at most. A kind that nobody knows passes and is kept whole. */
const Part = object(partFields, "R-097").refine(isOfOneKind, "R-097", "a part of one kind");

const KINDS: ReadonlySet<string> = new Set(PART_KINDS);

function isOfOneKind(part: Readonly<Record<string, unknown>>): boolean {
  let kinds = 0;
  for (const key of Object.keys(part)) if (KINDS.has(key) && part[key] !== undefined && part[key] !== null) kinds++;
  return kinds <= 1;
}

/** `system` is not legal, but seen in the wild: it is read as an instruction in the middle of the conversation. */
const Content = object(
  {
    role: word(["user", "model", "function", "system"], "R-094").nullish(),
    parts: list(Part, "R-095"),
  },
  "R-092",
);
export type GenerateContentContent = Infer<typeof Content>;

const ThinkingConfig = object(
  {
    includeThoughts: boolean("R-117").nullish(),
    thinkingBudget: integer("R-119").nullish(),
    thinkingLevel: string("R-122").nullish(),
  },
  "R-116",
);
const ImageConfig = object({ aspectRatio: string("R-127").nullish(), imageSize: string("R-128").nullish() }, "R-126");
const ResponseFormat = object(
  {
    text: object({ mimeType: string("R-115").nullish(), schema: json.nullish() }, "V-28").nullish(),
  },
  "V-28",
);
const GenerationConfig = object(
  {
    temperature: number("R-108").nullish(),
    topP: number("R-110").nullish(),
    topK: integer("R-112").nullish(),
    maxOutputTokens: integer("R-113").nullish(),
    stopSequences: list(string("R-114"), "R-114").nullish(),
    responseMimeType: string("R-115").nullish(),
    thinkingConfig: ThinkingConfig.nullish(),
    imageConfig: ImageConfig.nullish(),
    mediaResolution: string("R-129").nullish(),
    candidateCount: integer("V-20").nullish(),
    presencePenalty: number("V-20").nullish(),
    frequencyPenalty: number("V-20").nullish(),
    seed: integer("V-20").nullish(),
    responseLogprobs: boolean("V-20").nullish(),
    logprobs: integer("V-20").nullish(),
    responseSchema: anyObject("V-26").nullish(),
    responseJsonSchema: anyObject("V-26").nullish(),
    responseFormat: list(ResponseFormat, "V-28").nullish(),
    responseModalities: list(string("V-28"), "V-28").nullish(),
    speechConfig: anyObject("V-28").nullish(),
  },
  "R-107",
);
export type GenerateContentGenerationConfig = Infer<typeof GenerationConfig>;

const FunctionDeclaration = object(
  {
    name: string("V-26"),
    description: string("V-26").nullish(),
    parameters: anyObject("V-26").nullish(),
    parametersJsonSchema: anyObject("V-26").nullish(),
  },
  "V-26",
);
const TimeRangeFilter = object({ startTime: string("R-141").nullish(), endTime: string("R-141").nullish() }, "R-140");
const Search = object(
  {
    timeRangeFilter: TimeRangeFilter.nullish(),
    excludeDomains: list(string("V-29"), "V-29").nullish(),
  },
  "R-139",
);
/** One entry may hold several tools, each under its own key. */
const ToolEntry = object(
  {
    functionDeclarations: list(FunctionDeclaration, "R-138").nullish(),
    codeExecution: anyObject("R-138").nullish(),
    webSearch: Search.nullish(),
    googleSearch: Search.nullish(),
    urlContext: anyObject("R-138").nullish(),
  },
  "R-138",
);
export type GenerateContentTool = Infer<typeof ToolEntry>;

const ToolConfig = object(
  {
    functionCallingConfig: object(
      {
        mode: string("R-147").nullish(),
        allowedFunctionNames: list(string("R-148"), "R-148").nullish(),
      },
      "R-146",
    ).nullish(),
  },
  "R-145",
);
const SafetySetting = object({ category: string("R-132"), threshold: string("R-134"), method: string("V-28").nullish() }, "R-131");
const SystemInstruction = object(
  {
    role: string("R-151").nullish(),
    parts: list(object({ text: string("R-153"), thought: flag, thoughtSignature: text }, "R-153"), "R-152"),
  },
  "R-150",
);

export const GenerateContentRequest = object(
  {
    contents: list(Content, "R-090"),
    systemInstruction: SystemInstruction.nullish(),
    generationConfig: GenerationConfig.nullish(),
    safetySettings: list(SafetySetting, "R-130").nullish(),
    tools: list(ToolEntry, "R-137").nullish(),
    toolConfig: ToolConfig.nullish(),
    async: boolean("R-154").nullish(),
    cachedContent: text,
    labels: record(string("V-24"), "V-24").nullish(),
    serviceTier: text,
  },
  "R-089",
);
/** The body of `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`. Keys may also be in snake_case. Unknown fields pass, and null counts as absent. Source: https://ai.google.dev/api/generate-content */
export interface GenerateContentRequest extends Infer<typeof GenerateContentRequest> {}
