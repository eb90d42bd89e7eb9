/**
 * Answers, stream events (one answer object each, holding the new parts) and error bodies of generate-content. Nearly
 * everything may be absent: recorded answers have candidates without content, contents without parts, integer finish reasons.
 */
import type { Path } from "../../core/issue.js";
import { any, type Infer, integer, list, number, object, string, stringOr } from "../../core/schema.js";
import { AnswerPart } from "./wire.js";

const count = integer("R-161").nullish();
const text = string("R-159").nullish();
const offset = integer("R-158").nullish();

const ModalityCount = object({ modality: string("R-162").nullish(), tokenCount: integer("R-162").nullish() }, "R-162");
const modalities = list(ModalityCount, "R-162").nullish();

const UsageMetadata = object(
  {
    promptTokenCount: count,
    candidatesTokenCount: count,
    totalTokenCount: count,
    thoughtsTokenCount: count,
    cachedContentTokenCount: count,
    toolUsePromptTokenCount: count,
    promptTokensDetails: modalities,
    candidatesTokensDetails: modalities,
  },
  "R-161",
);
export type GenerateContentUsage = Infer<typeof UsageMetadata>;

const GroundingMetadata = object(
  {
    webSearchQueries: list(string("R-158"), "R-158").nullish(),
    groundingChunks: list(object({ web: object({ uri: text, title: text, domain: text }, "R-158").nullish() }, "R-158"), "R-158").nullish(),
    groundingSupports: list(
      object(
        {
          segment: object({ partIndex: offset, startIndex: offset, endIndex: offset, text }, "R-158").nullish(),
          groundingChunkIndices: list(integer("R-158"), "R-158").nullish(),
          confidenceScores: list(number("R-158"), "R-158").nullish(),
        },
        "R-158",
      ),
      "R-158",
    ).nullish(),
  },
  "R-158",
);
export type GenerateContentGrounding = Infer<typeof GroundingMetadata>;

const CitationSource = object({ startIndex: offset, endIndex: offset, uri: text, title: text, license: text }, "R-158");
/** `citationSources` is the older name of `citations`. */
const CitationMetadata = object(
  {
    citations: list(CitationSource, "R-158").nullish(),
    citationSources: list(CitationSource, "R-158").nullish(),
  },
  "R-158",
);
export type GenerateContentCitations = Infer<typeof CitationMetadata>;

const TokenChance = object({ token: text, logProbability: number("R-158").nullish() }, "R-158");
const LogprobsResult = object(
  {
    chosenCandidates: list(TokenChance, "R-158").nullish(),
    topCandidates: list(object({ candidates: list(TokenChance, "R-158").nullish() }, "R-158"), "R-158").nullish(),
  },
  "R-158",
);
export type GenerateContentLogprobs = Infer<typeof LogprobsResult>;

const Candidate = object(
  {
    content: object({ role: string("R-157").nullish(), parts: list(AnswerPart, "R-157").nullish() }, "R-157").nullish(),
    finishReason: stringOr(number("R-159"), "R-159").nullish(),
    finishMessage: text,
    index: integer("R-160").nullish(),
    citationMetadata: CitationMetadata.nullish(),
    groundingMetadata: GroundingMetadata.nullish(),
    logprobsResult: LogprobsResult.nullish(),
  },
  "R-156",
);
export type GenerateContentCandidate = Infer<typeof Candidate>;

const PromptFeedback = object({ blockReason: stringOr(number("R-156"), "R-156").nullish(), blockReasonMessage: text }, "R-156");

export const GenerateContentResponse = object(
  {
    candidates: list(Candidate, "R-156").nullish(),
    promptFeedback: PromptFeedback.nullish(),
    usageMetadata: UsageMetadata.nullish(),
    modelVersion: string("R-163").nullish(),
    responseId: string("R-164").nullish(),
    createTime: string("R-164").nullish(),
  },
  "R-156",
);
/**
 * A whole answer, and one event of a stream.
 * Source: https://ai.google.dev/api/generate-content.
 */
export interface GenerateContentResponse extends Infer<typeof GenerateContentResponse> {}

const ErrorObject = object(
  {
    code: integer("R-167").nullish(),
    message: string("R-167").nullish(),
    status: string("R-167").nullish(),
    details: any().nullish(),
  },
  "R-167",
);
export const GenerateContentError = object({ error: ErrorObject }, "R-167");
/**
 * The body of an error answer: `google.rpc.Status` in JSON.
 * Source: https://google.aip.dev/193.
 */
export interface GenerateContentError extends Infer<typeof GenerateContentError> {}

/** Whether something of an answer that stands there is the answer itself. */
export function isContent(path: Path): boolean {
  const [first, , third] = path;
  if (first !== "candidates" || (path.length > 2 && third !== "content")) return false;
  return !path.some((step) => step === "role" || step === "thoughtSignature");
}
