/**
 * Answers, stream events (one answer object each, holding the new parts) and error bodies of generate-content. Nearly
 * everything may be absent: recorded answers have candidates without content, contents without parts, integer finish reasons.
 */
import { z } from "zod";
import type { Path } from "../../core/path.js";
import { integer, list } from "../../core/schema.js";
import { AnswerPart, type GenerateContentRequest } from "./wire.js";

const count = integer("R-161").nullish();
const text = z.string({ error: "R-159" }).nullish();
const offset = integer("R-158").nullish();

const ModalityCount = z.looseObject(
  { modality: z.string({ error: "R-162" }).nullish(), tokenCount: integer("R-162").nullish() },
  { error: "R-162" },
);
const modalities = list(ModalityCount, "R-162").nullish();

const UsageMetadata = z.looseObject(
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
  { error: "R-161" },
);
export type GenerateContentUsage = z.infer<typeof UsageMetadata>;

const GroundingMetadata = z.looseObject(
  {
    webSearchQueries: list(z.string({ error: "R-158" }), "R-158").nullish(),
    groundingChunks: list(
      z.looseObject({ web: z.looseObject({ uri: text, title: text, domain: text }, { error: "R-158" }).nullish() }, { error: "R-158" }),
      "R-158",
    ).nullish(),
    groundingSupports: list(
      z.looseObject(
        {
          segment: z.looseObject({ partIndex: offset, startIndex: offset, endIndex: offset, text }, { error: "R-158" }).nullish(),
          groundingChunkIndices: list(integer("R-158"), "R-158").nullish(),
          confidenceScores: list(z.number({ error: "R-158" }), "R-158").nullish(),
        },
        { error: "R-158" },
      ),
      "R-158",
    ).nullish(),
  },
  { error: "R-158" },
);
export type GenerateContentGrounding = z.infer<typeof GroundingMetadata>;

const CitationSource = z.looseObject({ startIndex: offset, endIndex: offset, uri: text, title: text, license: text }, { error: "R-158" });
/** `citationSources` is the older name of `citations`. */
const CitationMetadata = z.looseObject(
  {
    citations: list(CitationSource, "R-158").nullish(),
    citationSources: list(CitationSource, "R-158").nullish(),
  },
  { error: "R-158" },
);
export type GenerateContentCitations = z.infer<typeof CitationMetadata>;

const TokenChance = z.looseObject({ token: text, logProbability: z.number({ error: "R-158" }).nullish() }, { error: "R-158" });
const LogprobsResult = z.looseObject(
  {
    chosenCandidates: list(TokenChance, "R-158").nullish(),
    topCandidates: list(z.looseObject({ candidates: list(TokenChance, "R-158").nullish() }, { error: "R-158" }), "R-158").nullish(),
  },
  { error: "R-158" },
);
export type GenerateContentLogprobs = z.infer<typeof LogprobsResult>;

const Candidate = z.looseObject(
  {
    content: z
      .looseObject({ role: z.string({ error: "R-157" }).nullish(), parts: list(AnswerPart, "R-157").nullish() }, { error: "R-157" })
      .nullish(),
    finishReason: z.union([z.string(), z.number()], { error: "R-159" }).nullish(),
    finishMessage: text,
    index: integer("R-160").nullish(),
    citationMetadata: CitationMetadata.nullish(),
    groundingMetadata: GroundingMetadata.nullish(),
    logprobsResult: LogprobsResult.nullish(),
  },
  { error: "R-156" },
);
export type GenerateContentCandidate = z.infer<typeof Candidate>;

const PromptFeedback = z.looseObject(
  { blockReason: z.union([z.string(), z.number()], { error: "R-156" }).nullish(), blockReasonMessage: text },
  { error: "R-156" },
);

export const GenerateContentResponse = z.looseObject(
  {
    candidates: list(Candidate, "R-156").nullish(),
    promptFeedback: PromptFeedback.nullish(),
    usageMetadata: UsageMetadata.nullish(),
    modelVersion: z.string({ error: "R-163" }).nullish(),
    responseId: z.string({ error: "R-164" }).nullish(),
    createTime: z.string({ error: "R-164" }).nullish(),
  },
  { error: "R-156" },
);
/**
 * A whole answer, and one event of a stream.
 * Source: https://ai.google.dev/api/generate-content.
 */
export type GenerateContentResponse = z.infer<typeof GenerateContentResponse>;

const ErrorObject = z.looseObject(
  {
    code: integer("R-167").nullish(),
    message: z.string({ error: "R-167" }).nullish(),
    status: z.string({ error: "R-167" }).nullish(),
    details: z.unknown().optional(),
  },
  { error: "R-167" },
);
export const GenerateContentError = z.looseObject({ error: ErrorObject }, { error: "R-167" });
/**
 * The body of an error answer: `google.rpc.Status` in JSON.
 * Source: https://google.aip.dev/193.
 */
export type GenerateContentError = z.infer<typeof GenerateContentError>;

/** Whether something of an answer that stands there is the answer itself. */
export function isContent(path: Path): boolean {
  const [first, , third] = path;
  if (first !== "candidates" || (path.length > 2 && third !== "content")) return false;
  return !path.some((step) => step === "role" || step === "thoughtSignature");
}

/** The documents of this style: https://ai.google.dev/api/generate-content */
export interface GenerateContentWire {
  readonly request: GenerateContentRequest;
  readonly response: GenerateContentResponse;
  readonly error: GenerateContentError;
  readonly event: GenerateContentResponse;
}
