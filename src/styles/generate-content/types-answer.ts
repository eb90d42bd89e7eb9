/**
 * The generate-content wire as this library writes it, answer side: whole answers, events of a stream, and errors.
 * https://ai.google.dev/api/generate-content
 */
import type { Documents, Lenient } from "../options.js";
import type { GenerateContentRequest } from "./types.js";
import type { GenerateContentContent, GenerateContentRequestInput } from "./types-content.js";

export type * from "./types.js";
export type * from "./types-content.js";

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
  /** Its text. */
  token: string;
  /** Natural logarithm of its probability. */
  logProbability: number;
}
/** Log probabilities of an answer. */
export interface GenerateContentLogprobs {
  /** The tokens of the answer. */
  chosenCandidates?: GenerateContentTokenLogprob[];
  /** The most probable tokens, by place. */
  topCandidates?: {
    /** Those of one place. */
    candidates: GenerateContentTokenLogprob[];
  }[];
}

/** A page. */
export interface GenerateContentPage {
  /** Its address. */
  uri: string;
  /** Its title. */
  title?: string;
  /** Its domain. */
  domain?: string;
}
/** A piece of the answer. */
export interface GenerateContentSegment {
  /** Number of the part, from 0. */
  partIndex?: number;
  /** First byte of the text. */
  startIndex?: number;
  /** The byte after the last. */
  endIndex?: number;
  /** The text. */
  text?: string;
}
/** What the answer was made from: searches, pages, and the text that they support. */
export interface GenerateContentGroundingMetadata {
  /** What was searched for. */
  webSearchQueries?: string[];
  /** What was found. */
  groundingChunks?: {
    /** A page. */
    web: GenerateContentPage;
  }[];
  /** What the answer owes to it. */
  groundingSupports?: {
    /** The piece of the answer. */
    segment: GenerateContentSegment;
    /** Numbers of the chunks that support it. */
    groundingChunkIndices: number[];
    /** How sure that is, 0 to 1 for each chunk. */
    confidenceScores?: number[];
  }[];
}
/** A source that a piece of the answer repeats. */
export interface GenerateContentCitation {
  /** First byte of the text. */
  startIndex?: number;
  /** The byte after the last. */
  endIndex?: number;
  /** Address of the source. */
  uri?: string;
  /** Its title. */
  title?: string;
  /** Its license. */
  license?: string;
}

/** One answer. */
export interface GenerateContentCandidate {
  /** Its number, from 0. */
  index: number;
  /** What the model says. */
  content?: GenerateContentContent;
  /** In a stream, in the last event of the answer. */
  finishReason?: GenerateContentFinishReason;
  /** The reason in words, for people. */
  finishMessage?: string;
  /** Sources that the answer repeats. */
  citationMetadata?: {
    /** One by one. */
    citations: GenerateContentCitation[];
  };
  /** What the answer was made from. */
  groundingMetadata?: GenerateContentGroundingMetadata;
  /** Log probabilities of its tokens. */
  logprobsResult?: GenerateContentLogprobs;
}

/** Tokens of one kind. */
export interface GenerateContentModalityCount {
  /** `"TEXT"`, `"IMAGE"`, `"AUDIO"`. */
  modality: string;
  /** How many. */
  tokenCount: number;
}
/** Counts of tokens. */
export interface GenerateContentUsage {
  /** Tokens of the request, cached ones included. */
  promptTokenCount?: number;
  /** Tokens of the answer, without thoughts. */
  candidatesTokenCount?: number;
  /** Tokens of all. */
  totalTokenCount?: number;
  /** Tokens of thoughts. */
  thoughtsTokenCount?: number;
  /** Tokens read from a cache. */
  cachedContentTokenCount?: number;
  /** Tokens of results of tools that the service ran. */
  toolUsePromptTokenCount?: number;
  /** Tokens of the request by kind. */
  promptTokensDetails?: GenerateContentModalityCount[];
  /** Tokens of the answer by kind. */
  candidatesTokensDetails?: GenerateContentModalityCount[];
}

/** A whole answer. */
export interface GenerateContentResponse {
  /** Missing where the prompt was blocked. */
  candidates?: GenerateContentCandidate[];
  /** Why the prompt was blocked. */
  promptFeedback?: {
    /** The reason. */
    blockReason: string;
    /** The reason in words, for people. */
    blockReasonMessage?: string;
  };
  /** Counts of tokens. */
  usageMetadata?: GenerateContentUsage;
  /** The model that answered. */
  modelVersion?: string;
  /** Id of the answer. */
  responseId?: string;
  /** When it was made. RFC 3339. */
  createTime?: string;
}

/** One event of a streamed answer: an answer that holds the new parts. */
export interface GenerateContentChunk extends GenerateContentResponse {
  /** Ends a stream that failed, and stands alone. */
  error?: GenerateContentError["error"];
}

/** The body of an error answer: `google.rpc.Status` in JSON. */
export interface GenerateContentError {
  /** The error. */
  error: {
    /** The HTTP status. */
    code: number;
    /** What is wrong, for people. */
    message: string;
    /** Name of the code: `"RESOURCE_EXHAUSTED"`. */
    status: string;
    /** More about the error, each with its `@type`. */
    details?: { [key: string]: unknown }[];
  };
}

/** A whole answer, as it is taken. */
export interface GenerateContentResponseInput extends Lenient<GenerateContentResponse> {}
/** The body of an error answer, as it is taken. */
export interface GenerateContentErrorInput extends Lenient<GenerateContentError> {}
/** One event of a streamed answer, as it is taken. */
export interface GenerateContentChunkInput extends Lenient<GenerateContentChunk> {}

/** The documents of this style: https://ai.google.dev/api/generate-content */
export interface GenerateContentWire
  extends Documents<GenerateContentRequest, GenerateContentResponse, GenerateContentError, GenerateContentChunk> {
  /** As they are taken. */
  readonly taken: Documents<
    GenerateContentRequestInput,
    GenerateContentResponseInput,
    GenerateContentErrorInput,
    GenerateContentChunkInput
  >;
}
