/**
 * The generate-content request as it is taken where it is written in place: what is written, and the fields that are known beside.
 * https://ai.google.dev/api/generate-content
 */
import type { Also, Lenient, Wider } from "../../core/lenient.js";
import type {
  GenerateContentContent,
  GenerateContentFunction,
  GenerateContentGenerationConfig,
  GenerateContentPart,
  GenerateContentRequest,
  GenerateContentSearch,
  GenerateContentTool,
} from "./types.js";

/** Parts of kinds that the vendor alone has, and further fields of the others. */
export interface GenerateContentOtherPart
  extends Also<"audioTranscription" | "mediaProcessing" | "partMetadata" | "speechMetadata" | "toolCall" | "toolResponse"> {
  /** The model calls a function. */
  readonly functionCall?: Wider<GenerateContentPart["functionCall"], "partialArgs" | "willContinue"> | null | undefined;
  /** The result of a call. */
  readonly functionResponse?: Wider<GenerateContentPart["functionResponse"], "scheduling" | "willContinue"> | null | undefined;
  /** How finely the media is read. */
  readonly mediaResolution?: Wider<GenerateContentPart["mediaResolution"], "numTokens"> | null | undefined;
}

/** A part of a turn, as it is taken. */
export type GenerateContentPartInput = Lenient<GenerateContentPart> | GenerateContentOtherPart;

/** A turn, as it is taken. */
export interface GenerateContentContentInput {
  /** Who speaks. */
  readonly role?: Lenient<GenerateContentContent["role"]> | null | undefined;
  /** What is said. */
  readonly parts?: readonly GenerateContentPartInput[] | null | undefined;
}

/** Tools of one kind, as they are taken. */
export interface GenerateContentToolInput
  extends Omit<Lenient<GenerateContentTool>, "functionDeclarations" | "googleSearch">,
    Also<"computerUse" | "enterpriseWebSearch" | "exaAiSearch" | "fileSearch" | "googleMaps" | "googleSearchRetrieval">,
    Also<"mcpServers" | "parallelAiSearch" | "retrieval"> {
  /** Functions that the model may call. */
  readonly functionDeclarations?:
    | readonly Wider<GenerateContentFunction, "behavior" | "response" | "responseJsonSchema">[]
    | null
    | undefined;
  /** A search of the web by the service. */
  readonly googleSearch?: Wider<GenerateContentSearch, "blockingConfidence" | "searchTypes"> | null | undefined;
}

/** Settings of the answer, as they are taken. */
export interface GenerateContentConfigInput
  extends Lenient<GenerateContentGenerationConfig>,
    Also<"audioTimestamp" | "audioTranscriptionConfig" | "enableAffectiveDialog" | "enableEnhancedCivicAnswers">,
    Also<"modelSelectionConfig" | "responseFormat" | "routingConfig" | "translationConfig"> {}

/** How tools are used, as it is taken. */
export interface GenerateContentToolConfigInput
  extends Omit<Lenient<NonNullable<GenerateContentRequest["toolConfig"]>>, "functionCallingConfig">,
    Also<"retrievalConfig"> {
  /** Whether and which functions are called. */
  readonly functionCallingConfig?:
    | Wider<NonNullable<GenerateContentRequest["toolConfig"]>["functionCallingConfig"], "streamFunctionCallArguments">
    | null
    | undefined;
}

/**
 * The body of `POST /v1beta/models/{model}:generateContent`, as it is taken: every field may be missing or null. Those of the vendor
 * that are named here alone pass whole to the same style, and are reported for the others.
 */
export interface GenerateContentRequestInput
  extends Omit<Lenient<GenerateContentRequest>, "contents" | "generationConfig" | "systemInstruction" | "toolConfig" | "tools">,
    Also<"model" | "store"> {
  /** The conversation, the oldest turn first. */
  readonly contents?: readonly GenerateContentContentInput[] | null | undefined;
  /** Settings of the answer. */
  readonly generationConfig?: GenerateContentConfigInput | null | undefined;
  /** Instructions of the application. */
  readonly systemInstruction?: GenerateContentContentInput | null | undefined;
  /** How tools are used. */
  readonly toolConfig?: GenerateContentToolConfigInput | null | undefined;
  /** The tools that the model may use. */
  readonly tools?: readonly GenerateContentToolInput[] | null | undefined;
}
