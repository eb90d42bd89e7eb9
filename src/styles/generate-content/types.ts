/**
 * The generate-content wire as this library writes it, request side. A part has no `type`: its kind is the key that it holds.
 * What it takes is looser; see {@link Lenient}.
 * https://ai.google.dev/api/generate-content
 */

/** Media in the request itself. */
export interface GenerateContentBlob {
  mimeType: string;
  /** Base64. */
  data: string;
  /** Name that the model is shown. */
  displayName?: string;
}

/** Media at an address. */
export interface GenerateContentFile {
  fileUri: string;
  mimeType?: string;
  /** Name that the model is shown. */
  displayName?: string;
}

/** A piece of what is said: it has one of the keys that state a kind. */
export interface GenerateContentPart {
  text?: string;
  inlineData?: GenerateContentBlob;
  fileData?: GenerateContentFile;
  /** The model calls a function. */
  functionCall?: { id?: string; name: string; args?: { [key: string]: unknown } };
  /** The result of a call. */
  functionResponse?: {
    /** The `id` of the call. */
    id?: string;
    name: string;
    response?: { [key: string]: unknown };
    /** Media of the result. */
    parts?: { inlineData?: GenerateContentBlob; fileData?: GenerateContentFile }[];
  };
  /** Code that the service runs. */
  executableCode?: { language: string; code: string; id?: string };
  /** What that code printed. */
  codeExecutionResult?: { outcome: string; output?: string; id?: string };
  /** The text is a thought. */
  thought?: boolean;
  /** Proof of the service that the part is its own; it must come back unchanged. */
  thoughtSignature?: string;
  /** How finely the media is read. */
  mediaResolution?: { level: string };
  /** Which piece of a video is read. */
  videoMetadata?: { startOffset?: string; endOffset?: string; fps?: number };
}

/** One turn of the conversation. */
export interface GenerateContentContent {
  role: "user" | "model";
  parts: GenerateContentPart[];
}

/** A function that the model may call. */
export interface GenerateContentFunction {
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
  /** Only what was published in this time is found: RFC 3339. */
  timeRangeFilter?: { startTime?: string; endTime?: string };
}

/** Tools of one kind, by its key. */
export interface GenerateContentTool {
  functionDeclarations?: GenerateContentFunction[];
  codeExecution?: { [key: string]: unknown };
  /** The name of `googleSearch` in the specification. */
  webSearch?: GenerateContentSearch;
  googleSearch?: GenerateContentSearch;
  urlContext?: { [key: string]: unknown };
}

/** Settings of the answer. */
export interface GenerateContentGenerationConfig {
  /** 0 to 2: how much chance there is in the answer. */
  temperature?: number;
  /** 0 to 1: only the most probable tokens up to this sum are sampled. */
  topP?: number;
  /** Only so many of the most probable tokens are sampled. */
  topK?: number;
  /** Most tokens of the answer. */
  maxOutputTokens?: number;
  /** Texts at which the answer ends. */
  stopSequences?: string[];
  /** `"text/plain"`, `"application/json"` or `"text/x.enum"`. */
  responseMimeType?: string;
  /** The answer's schema in the service's own dialect. */
  responseSchema?: { [key: string]: unknown };
  /** The answer's schema as JSON Schema. */
  responseJsonSchema?: unknown;
  /** How many answers are made. */
  candidateCount?: number;
  /** -2 to 2: above 0, tokens that occurred become less probable. */
  presencePenalty?: number;
  /** -2 to 2: above 0, tokens become less probable with each time they occurred. */
  frequencyPenalty?: number;
  /** The same seed makes the same answer, as far as the service can. */
  seed?: number;
  /** Whether the answer holds the log probabilities of its tokens. */
  responseLogprobs?: boolean;
  /** How many other tokens are listed at each place. */
  logprobs?: number;
  /** Whether and how long the model thinks. */
  thinkingConfig?: { includeThoughts?: boolean; thinkingBudget?: number; thinkingLevel?: string };
  /** What pictures look like. */
  imageConfig?: { aspectRatio?: string; imageSize?: string };
  /** How finely media is read. */
  mediaResolution?: string;
  /** `"TEXT"`, `"IMAGE"`, `"AUDIO"`. */
  responseModalities?: string[];
  /** The voice of an answer in sound. */
  speechConfig?: { [key: string]: unknown };
}

/** The body of `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`, as it is written. */
export interface GenerateContentRequest {
  /** The conversation, the oldest turn first. */
  contents: GenerateContentContent[];
  /** Instructions of the application. */
  systemInstruction?: { role?: string; parts: { text: string }[] };
  generationConfig?: GenerateContentGenerationConfig;
  /** What the service's filter lets pass. */
  safetySettings?: { category: string; threshold: string; method?: string }[];
  /** The tools that the model may use. */
  tools?: GenerateContentTool[];
  toolConfig?: {
    functionCallingConfig?: {
      mode?: "AUTO" | "ANY" | "NONE" | "VALIDATED";
      /** Only these may be called. */
      allowedFunctionNames?: string[];
    };
    /** Whether tools of the service may be used beside functions. */
    includeServerSideToolInvocations?: boolean;
  };
  /** The answer is made later. */
  async?: boolean;
  /** Name of a prompt that was cached before. */
  cachedContent?: string;
  /** Pairs that bills are grouped by. */
  labels?: { [key: string]: string };
  /** How the request is served and billed. */
  serviceTier?: string;
}
