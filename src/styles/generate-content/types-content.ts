/**
 * What turns of the generate-content wire are made of, as this library writes them; and the request as it is taken where it is written in
 * place: what is written, and the fields that are known beside.
 * https://ai.google.dev/api/generate-content
 */
import type { Lenient } from "../options.js";
import type {
  GenerateContentFunction,
  GenerateContentFunctionCallingConfig,
  GenerateContentGenerationConfig,
  GenerateContentRequest,
  GenerateContentSearch,
  GenerateContentTool,
  GenerateContentToolConfig,
} from "./types.js";

/** Media in the request itself. */
export interface GenerateContentBlob {
  /** Name that the model is shown. */
  displayName?: string;
  /** What the data is. */
  mimeType: string;
  /** Base64. */
  data: string;
}
/** Media at an address. */
export interface GenerateContentFile {
  /** Name that the model is shown. */
  displayName?: string;
  /** The address. */
  fileUri: string;
  /** What is there. */
  mimeType?: string;
}
/** Media, one of the two. */
export interface GenerateContentMedia {
  /** Media in the request itself. */
  inlineData?: GenerateContentBlob;
  /** Media at an address. */
  fileData?: GenerateContentFile;
}

/** A call of a function. */
export interface GenerateContentFunctionCall {
  /** Id to which the result refers. */
  id?: string;
  /** Name of the function. */
  name: string;
  /** The arguments. */
  args?: { [key: string]: unknown };
}
/** The result of a call. */
export interface GenerateContentFunctionResponse {
  /** The `id` of the call. */
  id?: string;
  /** Name of the function. */
  name: string;
  /** What it gave. */
  response?: { [key: string]: unknown };
  /** Media of the result. */
  parts?: GenerateContentMedia[];
}
/** Code that the service runs. */
export interface GenerateContentExecutableCode {
  /** `"PYTHON"`. */
  language: string;
  /** The code. */
  code: string;
  /** Id to which the result refers. */
  id?: string;
}
/** What became of that code. */
export interface GenerateContentCodeResult {
  /** `"OUTCOME_OK"`, or why it failed. */
  outcome: string;
  /** What it printed. */
  output?: string;
  /** The `id` of the code. */
  id?: string;
}
/** How finely the media of a part is read. */
export interface GenerateContentMediaResolution {
  /** `"MEDIA_RESOLUTION_LOW"` and so on. */
  level: string;
}
/** Which piece of a video is read. */
export interface GenerateContentVideoMetadata {
  /** Where it begins: `"12.5s"`. */
  startOffset?: string;
  /** Where it ends: `"20s"`. */
  endOffset?: string;
  /** Frames per second that are read. */
  fps?: number;
}
/** A piece of what is said: it has one of the keys that state a kind. */
export interface GenerateContentPart extends GenerateContentMedia {
  /** The text. */
  text?: string;
  /** The model calls a function. */
  functionCall?: GenerateContentFunctionCall;
  /** The result of a call. */
  functionResponse?: GenerateContentFunctionResponse;
  /** Code that the service runs. */
  executableCode?: GenerateContentExecutableCode;
  /** What became of that code. */
  codeExecutionResult?: GenerateContentCodeResult;
  /** The text is a thought. */
  thought?: boolean;
  /** Proof of the service that the part is its own; it must come back unchanged. */
  thoughtSignature?: string;
  /** How finely the media is read. */
  mediaResolution?: GenerateContentMediaResolution;
  /** Which piece of a video is read. */
  videoMetadata?: GenerateContentVideoMetadata;
}

/** One turn of the conversation. */
export interface GenerateContentContent {
  /** Who speaks. */
  role: "user" | "model";
  /** What is said. */
  parts: GenerateContentPart[];
}

/** Calls and results that come in pieces. */
export interface GenerateContentPieces {
  /** Whether more of it follows. */
  willContinue?: unknown;
}
/** A call, as it is taken. */
export interface GenerateContentFunctionCallInput extends Lenient<GenerateContentFunctionCall>, GenerateContentPieces {
  /** Pieces of the arguments. */
  partialArgs?: unknown;
}
/** The result of a call, as it is taken. */
export interface GenerateContentFunctionResponseInput extends Lenient<GenerateContentFunctionResponse>, GenerateContentPieces {
  /** When the model hears of it. */
  scheduling?: unknown;
}
/** How finely media is read, as it is taken. */
export interface GenerateContentMediaResolutionInput extends Lenient<GenerateContentMediaResolution> {
  /** Tokens that it is read as. */
  numTokens?: unknown;
}

/** A part of a turn, as it is taken. */
export interface GenerateContentPartInput extends Lenient<GenerateContentPart> {
  /** The model calls a function. */
  functionCall?: GenerateContentFunctionCallInput | null | undefined;
  /** The result of a call. */
  functionResponse?: GenerateContentFunctionResponseInput | null | undefined;
  /** How finely the media is read. */
  mediaResolution?: GenerateContentMediaResolutionInput | null | undefined;
  /** What is said in a recording. */
  audioTranscription?: unknown;
  /** What the service makes of media. */
  mediaProcessing?: unknown;
  /** The application's own notes. */
  partMetadata?: unknown;
  /** Who says a text, and how. */
  speechMetadata?: unknown;
  /** A call of a tool that the service runs. */
  toolCall?: unknown;
  /** What a tool of the service gave. */
  toolResponse?: unknown;
}

/** A turn, as it is taken. */
export interface GenerateContentContentInput extends Lenient<GenerateContentContent> {
  /** What is said. */
  parts?: readonly GenerateContentPartInput[] | null | undefined;
}

/** A function, as it is taken. */
export interface GenerateContentFunctionInput extends Lenient<GenerateContentFunction> {
  /** Whether the model waits for it. */
  behavior?: unknown;
  /** What it gives, in the service's own dialect of schemas. */
  response?: unknown;
  /** What it gives, as JSON Schema. */
  responseJsonSchema?: unknown;
}
/** A search of the web, as it is taken. */
export interface GenerateContentSearchInput extends Lenient<GenerateContentSearch> {
  /** From which risk on sites are left out. */
  blockingConfidence?: unknown;
  /** What is searched: pages, pictures. */
  searchTypes?: unknown;
}
/** Tools of one kind, as they are taken. */
export interface GenerateContentToolInput extends Lenient<GenerateContentTool> {
  /** Functions that the model may call. */
  functionDeclarations?: readonly GenerateContentFunctionInput[] | null | undefined;
  /** A search of the web by the service. */
  googleSearch?: GenerateContentSearchInput | null | undefined;
  /** A screen that the model works at. */
  computerUse?: unknown;
  /** A search of the web for enterprises. */
  enterpriseWebSearch?: unknown;
  /** A search of Exa. */
  exaAiSearch?: unknown;
  /** A search of uploaded files. */
  fileSearch?: unknown;
  /** Places and maps. */
  googleMaps?: unknown;
  /** Older form of `googleSearch`. */
  googleSearchRetrieval?: unknown;
  /** MCP servers whose tools the model may use. */
  mcpServers?: unknown;
  /** A search of Parallel. */
  parallelAiSearch?: unknown;
  /** A search of one's own data. */
  retrieval?: unknown;
}

/** Settings of the answer, as they are taken. */
export interface GenerateContentConfigInput extends Lenient<GenerateContentGenerationConfig> {
  /** Whether the model knows the times in a recording. */
  audioTimestamp?: unknown;
  /** How recordings are written down. */
  audioTranscriptionConfig?: unknown;
  /** Whether the answer suits the user's mood. */
  enableAffectiveDialog?: unknown;
  /** Whether answers on elections are better founded. */
  enableEnhancedCivicAnswers?: unknown;
  /** By what the service chooses a model. */
  modelSelectionConfig?: unknown;
  /** What form the answer has. */
  responseFormat?: unknown;
  /** By what the service chooses a model. */
  routingConfig?: unknown;
  /** How speech is translated. */
  translationConfig?: unknown;
}

/** Which functions are called, as it is taken. */
export interface GenerateContentFunctionCallingConfigInput extends Lenient<GenerateContentFunctionCallingConfig> {
  /** Whether arguments come in pieces. */
  streamFunctionCallArguments?: unknown;
}
/** How tools are used, as it is taken. */
export interface GenerateContentToolConfigInput extends Lenient<GenerateContentToolConfig> {
  /** Whether and which functions are called. */
  functionCallingConfig?: GenerateContentFunctionCallingConfigInput | null | undefined;
  /** Where and in which language is searched. */
  retrievalConfig?: unknown;
}

/**
 * The body of `POST /v1beta/models/{model}:generateContent`, as it is taken. Fields that are only named here pass whole to the same style.
 */
export interface GenerateContentRequestInput extends Lenient<GenerateContentRequest> {
  /** The conversation, the oldest turn first. */
  contents?: readonly GenerateContentContentInput[] | null | undefined;
  /** Settings of the answer. */
  generationConfig?: GenerateContentConfigInput | null | undefined;
  /** Instructions of the application. */
  systemInstruction?: GenerateContentContentInput | null | undefined;
  /** How tools are used. */
  toolConfig?: GenerateContentToolConfigInput | null | undefined;
  /** The tools that the model may use. */
  tools?: readonly GenerateContentToolInput[] | null | undefined;
  /** Name of the model, which the path states too. */
  model?: unknown;
  /** Whether the service keeps the answer. */
  store?: unknown;
}
