/**
 * The generate-content wire as this library writes it, request side. A part has no `type`: its kind is the key that it holds.
 * What it takes is looser; see {@link Lenient}.
 * https://ai.google.dev/api/generate-content
 */
import type { GenerateContentContent } from "./types-content.js";

/** A function that the model may call. */
export interface GenerateContentFunction {
  /** Name of the function. */
  name: string;
  /** What it does, for the model. */
  description?: string;
  /** Its arguments in the service's own dialect of schemas. */
  parameters?: { [key: string]: unknown };
  /** Its arguments as JSON Schema. */
  parametersJsonSchema?: unknown;
}
/** A search of the web by the service. */
export interface GenerateContentSearch {
  /** These domains are not searched. */
  excludeDomains?: string[];
  /** Only what was published in this time is found. */
  timeRangeFilter?: {
    /** First moment: RFC 3339. */
    startTime?: string;
    /** Last moment: RFC 3339. */
    endTime?: string;
  };
}
/** Tools of one kind, by its key. */
export interface GenerateContentTool {
  /** Functions that the model may call. */
  functionDeclarations?: GenerateContentFunction[];
  /** Code that the service runs. */
  codeExecution?: { [key: string]: unknown };
  /** The name of `googleSearch` in the specification. */
  webSearch?: GenerateContentSearch;
  /** A search of the web by the service. */
  googleSearch?: GenerateContentSearch;
  /** Pages that the service reads. */
  urlContext?: { [key: string]: unknown };
}
/** Which functions are called. */
export interface GenerateContentFunctionCallingConfig {
  /** `ANY`: one at least is called. */
  mode?: "AUTO" | "ANY" | "NONE" | "VALIDATED";
  /** Only these may be called. */
  allowedFunctionNames?: string[];
}
/** How tools are used. */
export interface GenerateContentToolConfig {
  /** Whether and which functions are called. */
  functionCallingConfig?: GenerateContentFunctionCallingConfig;
  /** Whether tools of the service may be used beside functions. */
  includeServerSideToolInvocations?: boolean;
}

/** Settings of the answer. */
export interface GenerateContentGenerationConfig {
  /** How much chance there is in the answer. 0 to 2. */
  temperature?: number;
  /** Only the most probable tokens up to this sum are sampled. 0 to 1. */
  topP?: number;
  /** Only so many of the most probable tokens are sampled. At least 1. */
  topK?: number;
  /** Upper bound of tokens of the answer, thoughts included. At least 1. */
  maxOutputTokens?: number;
  /** Texts at which the answer ends. At most 5. */
  stopSequences?: string[];
  /** `"text/plain"`, `"application/json"` or `"text/x.enum"`. */
  responseMimeType?: string;
  /** The answer's schema in the service's own dialect. */
  responseSchema?: { [key: string]: unknown };
  /** The answer's schema as JSON Schema. */
  responseJsonSchema?: unknown;
  /** How many answers are made. 1 to 8. */
  candidateCount?: number;
  /** Above 0, tokens that occurred become less probable. -2 to 2. */
  presencePenalty?: number;
  /** Above 0, tokens become less probable with each time they occurred. -2 to 2. */
  frequencyPenalty?: number;
  /** The same seed makes the same answer, as far as the service can. 32 bits. */
  seed?: number;
  /** Whether the answer holds the log probabilities of its tokens. */
  responseLogprobs?: boolean;
  /** How many other tokens are listed at each place. 0 to 20. */
  logprobs?: number;
  /** How much the model thinks before it answers. */
  thinkingConfig?: {
    /** Whether the answer shows thoughts. */
    includeThoughts?: boolean;
    /** Tokens; 0: none, -1: as many as the model finds right. */
    thinkingBudget?: number;
    /** `"LOW"`, `"HIGH"` and so on, of newer models. */
    thinkingLevel?: string;
  };
  /** What pictures look like. */
  imageConfig?: {
    /** `"16:9"`. */
    aspectRatio?: string;
    /** `"1K"`, `"2K"`, `"4K"`. */
    imageSize?: string;
  };
  /** How finely media is read. */
  mediaResolution?: string;
  /** What the answer is made of. `"TEXT"`, `"IMAGE"`, `"AUDIO"`. */
  responseModalities?: string[];
  /** The voice of an answer in sound. */
  speechConfig?: { [key: string]: unknown };
}

/** What the service's filter lets pass, of one kind of harm. */
export interface GenerateContentSafetySetting {
  /** The kind of harm. */
  category: string;
  /** From which probability on it is blocked. */
  threshold: string;
  /** By what it is judged. */
  method?: string;
}

/** The body of `:generateContent` and `:streamGenerateContent`. */
export interface GenerateContentRequest {
  /** The conversation, the oldest turn first. */
  contents: GenerateContentContent[];
  /** Instructions of the application. */
  systemInstruction?: {
    /** Means nothing. */
    role?: string;
    /** What is said. */
    parts: {
      /** The text. */
      text: string;
    }[];
  };
  /** Settings of the answer. */
  generationConfig?: GenerateContentGenerationConfig;
  /** What the service's filter lets pass. */
  safetySettings?: GenerateContentSafetySetting[];
  /** The tools that the model may use. */
  tools?: GenerateContentTool[];
  /** How tools are used. */
  toolConfig?: GenerateContentToolConfig;
  /** The answer is made later. */
  async?: boolean;
  /** Name of a prompt that was cached before. */
  cachedContent?: string;
  /** Pairs that are kept with the request. Bills are grouped by them. */
  labels?: { [key: string]: string };
  /** How the request is served and billed. */
  serviceTier?: string;
}
