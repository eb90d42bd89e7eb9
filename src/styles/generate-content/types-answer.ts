/**
 * The generate-content wire as this library writes it, answer side: whole answers, events of a stream, and errors.
 * https://ai.google.dev/api/generate-content
 */
import type { GenerateContentContent, GenerateContentRequest } from "./types.js";
import type { GenerateContentRequestInput } from "./types-input.js";

export type * from "./types.js";
export type * from "./types-input.js";

/** Why an answer ended. */
export type GenerateContentFinishReason =
  | "STOP"
  | "MAX_TOKENS"
  | "SAFETY"
  | "RECITATION"
  | "LANGUAGE"
  | "OTHER"
  | "BLOCKLIST"
  | "PROHIBITED_CONTENT"
  | "SPII"
  | "MALFORMED_FUNCTION_CALL"
  | "IMAGE_SAFETY"
  | "IMAGE_PROHIBITED_CONTENT"
  | "IMAGE_RECITATION"
  | "IMAGE_OTHER"
  | "NO_IMAGE"
  | "MALFORMED_RESPONSE"
  | "UNEXPECTED_TOOL_CALL"
  | "TOO_MANY_TOOL_CALLS"
  | "FINISH_REASON_UNSPECIFIED";

/** How probable a token was. */
export interface GenerateContentTokenLogprob {
  token: string;
  /** Natural logarithm of its probability. */
  logProbability: number;
}

/** What the answer was made from: searches, pages, and the text that they support. */
export interface GenerateContentGroundingMetadata {
  webSearchQueries?: string[];
  groundingChunks?: { web: { uri: string; title?: string; domain?: string } }[];
  groundingSupports?: {
    segment: {
      /** Number of the part, from 0. */
      partIndex?: number;
      /** First byte of the text. */
      startIndex?: number;
      /** The byte after the last. */
      endIndex?: number;
      text?: string;
    };
    /** Numbers of the chunks that support it. */
    groundingChunkIndices: number[];
    confidenceScores?: number[];
  }[];
}

/** One answer. */
export interface GenerateContentCandidate {
  /** Its number, from 0. */
  index: number;
  content?: GenerateContentContent;
  /** In a stream, in the last event of the answer. */
  finishReason?: GenerateContentFinishReason;
  /** The reason in words, for people. */
  finishMessage?: string;
  citationMetadata?: { citations: { startIndex?: number; endIndex?: number; uri?: string; title?: string; license?: string }[] };
  groundingMetadata?: GenerateContentGroundingMetadata;
  logprobsResult?: { chosenCandidates?: GenerateContentTokenLogprob[]; topCandidates?: { candidates: GenerateContentTokenLogprob[] }[] };
}

/** Counts of tokens. */
export interface GenerateContentUsage {
  /** Of the request, cached ones included. */
  promptTokenCount?: number;
  /** Of the answer, without thoughts. */
  candidatesTokenCount?: number;
  /** Of all. */
  totalTokenCount?: number;
  /** Of thoughts. */
  thoughtsTokenCount?: number;
  /** Read from a cache. */
  cachedContentTokenCount?: number;
  /** Of results of tools that the service ran. */
  toolUsePromptTokenCount?: number;
  promptTokensDetails?: { modality: string; tokenCount: number }[];
  candidatesTokensDetails?: { modality: string; tokenCount: number }[];
}

/** A whole answer, as it is written. */
export interface GenerateContentResponse {
  /** Missing where the prompt was blocked. */
  candidates?: GenerateContentCandidate[];
  /** Why the prompt was blocked. */
  promptFeedback?: { blockReason: string; blockReasonMessage?: string };
  usageMetadata?: GenerateContentUsage;
  /** The model that answered. */
  modelVersion?: string;
  responseId?: string;
  /** When it was made: RFC 3339. */
  createTime?: string;
}

/** One event of a streamed answer, as it is written: an answer that holds the new parts. */
export interface GenerateContentChunk extends GenerateContentResponse {
  /** Ends a stream that failed, and stands alone. */
  error?: GenerateContentError["error"];
}

/** The body of an error answer, as it is written: `google.rpc.Status` in JSON. */
export interface GenerateContentError {
  error: {
    /** The HTTP status. */
    code: number;
    message: string;
    /** Name of the code: `"RESOURCE_EXHAUSTED"`. */
    status: string;
    /** More about the error, each with its `@type`. */
    details?: { [key: string]: unknown }[];
  };
}

/** The documents of this style: https://ai.google.dev/api/generate-content */
export interface GenerateContentWire {
  readonly request: GenerateContentRequest;
  readonly response: GenerateContentResponse;
  readonly error: GenerateContentError;
  readonly event: GenerateContentChunk;
  readonly input: GenerateContentRequestInput;
}
