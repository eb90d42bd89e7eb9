/**
 * The wire types against those of the official generate-content client, in both directions. Every place where they differ is listed
 * with its reason; see differences.ts for the marks. A new field of the vendor shows up here, and so does a difference that is
 * gone.
 */
import type * as Google from "@google/genai";
import { expectTypeOf, test } from "vitest";
import type { GenerateContentError } from "../../src/styles/generate-content/types-answer.js";
import type { GenerateContentGenerationConfig, GenerateContentRequest } from "../../src/styles/generate-content/wire.js";
import type { GenerateContentResponse, GenerateContentUsage } from "../../src/styles/generate-content/wire-answer.js";
import type { Differences, GoogleRequest, Marked, Plain } from "./differences.js";

test("what the official client sends and receives is taken without a cast, where its types say what is required", () => {
  // The two ask for `unknown` where JSON Schema stands.
  type Config = Omit<Google.GenerationConfig, "responseJsonSchema" | "responseFormat">;
  expectTypeOf<Plain<Config>>().toExtend<GenerateContentGenerationConfig>();
  expectTypeOf<Plain<Google.GenerateContentResponseUsageMetadata>>().toExtend<GenerateContentUsage>();
});

test("requests", () => {
  type D = Differences<GoogleRequest, GenerateContentRequest>;
  expectTypeOf<Marked<D, "-">>().toEqualTypeOf<
    // Tools, media settings and live features that no other style has: kept whole for the same style, reported for the others.
    | `functionCall.${"partialArgs" | "willContinue"}`
    | "functionCallingConfig.streamFunctionCallArguments"
    | `functionDeclarations.${"behavior" | "response" | "responseJsonSchema"}`
    | `functionResponse.${"scheduling" | "willContinue"}`
    | `generationConfig.${"audioTimestamp" | "audioTranscriptionConfig" | "enableAffectiveDialog" | "enableEnhancedCivicAnswers" | "modelSelectionConfig" | "routingConfig" | "translationConfig"}`
    | `googleSearch.${"blockingConfidence" | "searchTypes"}`
    | "mediaResolution.numTokens"
    | `parts.${"audioTranscription" | "codeExecutionResult" | "executableCode" | "fileData" | "functionCall" | "functionResponse" | "inlineData" | "mediaProcessing" | "mediaResolution" | "partMetadata" | "speechMetadata" | "toolCall" | "toolResponse" | "videoMetadata"}`
    | `responseFormat.${"audio" | "image" | "video"}`
    | `toolConfig.${"includeServerSideToolInvocations" | "retrievalConfig"}`
    | `tools.${"computerUse" | "enterpriseWebSearch" | "exaAiSearch" | "fileSearch" | "googleMaps" | "googleSearchRetrieval" | "mcpServers" | "parallelAiSearch" | "retrieval"}`
  >();
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // The specification's own field and its name for the search.
    | "async"
    | "tools.webSearch"
    // The vendor's client has it in its own settings, from which it is sent in this place.
    | "generationConfig.imageConfig"
  >();
  expectTypeOf<Marked<D, "!">>().toEqualTypeOf<
    // The client's types leave out nearly every `required`; the service asks for these.
    | "contents.parts"
    | "executableCode.code"
    | "fileData.fileUri"
    | "functionCall.name"
    | "functionDeclarations.name"
    | "functionResponse.name"
    | `inlineData.${"data" | "mimeType"}`
    | "parts.text"
    | `safetySettings.${"category" | "threshold"}`
    | "systemInstruction.parts"
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // Enums of the vendor, as text: new words pass.
    | "codeExecutionResult.outcome"
    | "executableCode.language"
    | "functionCallingConfig.mode"
    | `generationConfig.${"mediaResolution" | "responseModalities"}`
    | "mediaResolution.level"
    | `safetySettings.${"category" | "method" | "threshold"}`
    | "serviceTier"
    | "thinkingConfig.thinkingLevel"
    | "toolCall.toolType"
    | "toolResponse.toolType"
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // Schemas and voices are any object.
    "functionDeclarations.parameters" | `generationConfig.${"responseSchema" | "speechConfig"}`
  >();
  expectTypeOf<Marked<D, "#">>().toEqualTypeOf<
    // Any text in the client's types; the service takes `user` and `model`.
    "contents.role"
  >();
  expectTypeOf<Marked<D, "=" | "?">>().toEqualTypeOf<never>();
});

test("answers and stream events, which are the same", () => {
  type D = Differences<Google.GenerateContentResponse, GenerateContentResponse>;
  expectTypeOf<Marked<D, "-">>().toEqualTypeOf<
    // Made by the client's class, and not by the service.
    | "automaticFunctionCallingHistory"
    | "codeExecutionResult"
    | "data"
    | "executableCode"
    | "functionCalls"
    | "sdkHttpResponse"
    | "text"
    // Sources, media and accounting that no other style has: kept whole for the same style, reported for the others.
    | `candidates.${"avgLogprobs" | "continuationToken" | "safetyRatings" | "tokenCount" | "tokenId" | "urlContextMetadata"}`
    | "chosenCandidates.tokenId"
    | "citations.publicationDate"
    | `functionCall.${"partialArgs" | "willContinue"}`
    | `functionResponse.${"scheduling" | "willContinue"}`
    | `groundingChunks.${"image" | "maps" | "retrievedContext"}`
    | `groundingMetadata.${"googleMapsWidgetContextToken" | "imageSearchQueries" | "retrievalMetadata" | "retrievalQueries" | "searchEntryPoint" | "sourceFlaggingUris"}`
    | "groundingSupports.renderedParts"
    | "initialPromptTokenCount"
    | "modelStatus"
    | "logprobsResult.logProbabilitySum"
    | "mediaResolution.numTokens"
    | `parts.${"audioTranscription" | "mediaProcessing" | "partMetadata" | "speechMetadata"}`
    | "promptFeedback.safetyRatings"
    | `usageMetadata.${"cacheTokensDetails" | "initialPromptTokenCount" | "toolUsePromptTokensDetails" | "trafficType"}`
  >();
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // The older name of `citations`.
    "citationMetadata.citationSources"
  >();
  expectTypeOf<Marked<D, "!">>().toEqualTypeOf<
    // The client's types leave out nearly every `required`; the service always sends these.
    "executableCode.code" | "fileData.fileUri" | "functionCall.name" | "functionResponse.name" | `inlineData.${"data" | "mimeType"}`
  >();
  expectTypeOf<Marked<D, "*">>().toEqualTypeOf<
    // Enums of the vendor, as text: new words pass.
    | "candidatesTokensDetails.modality"
    | "codeExecutionResult.outcome"
    | "executableCode.language"
    | "mediaResolution.level"
    | "promptTokensDetails.modality"
    | "toolCall.toolType"
    | "toolResponse.toolType"
  >();
  expectTypeOf<Marked<D, "~">>().toEqualTypeOf<
    // Some services send the number of the word.
    "candidates.finishReason" | "promptFeedback.blockReason"
  >();
  expectTypeOf<Marked<D, "=" | "?" | "#">>().toEqualTypeOf<never>();
});

test("errors", () => {
  type D = Differences<{ error: Google.GoogleRpcStatus }, GenerateContentError>;
  expectTypeOf<Marked<D, "+">>().toEqualTypeOf<
    // The name of the code, which the JSON form has; the client shows errors as text and has no type for them.
    "error.status"
  >();
  expectTypeOf<Marked<D, "!">>().toEqualTypeOf<
    // Written always.
    `error.${"code" | "message"}`
  >();
  expectTypeOf<Marked<D, "-" | "=" | "?" | "~" | "*" | "#">>().toEqualTypeOf<never>();
});
