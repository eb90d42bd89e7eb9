/**
 * Answers and stream events (one answer object each, holding the new parts) of generate-content. Nearly
 * everything may be absent: recorded answers have candidates without content, contents without parts, integer finish reasons.
 */
import type { Path } from "../../core/issue.js";
import { type Infer, integer, list, number, object, optional, string, stringOr } from "../../core/schema.js";
import { AnswerPart } from "./wire.js";

const text = string("R-159").nullish();
const modality = optional("R-162");
const fact = optional("R-158");
const answer = optional("R-156");

const count = integer("R-161").nullish();
const modalities = modality.list(object(() => ({ modality: modality.text, tokenCount: modality.integer }), "R-162"));

const UsageMetadata = optional("R-161").object(() => ({
  promptTokenCount: count,
  candidatesTokenCount: count,
  totalTokenCount: count,
  thoughtsTokenCount: count,
  cachedContentTokenCount: count,
  toolUsePromptTokenCount: count,
  promptTokensDetails: modalities,
  candidatesTokensDetails: modalities,
}));
export type GenerateContentUsage = NonNullable<Infer<typeof UsageMetadata>>;

const offset = integer("R-158").nullish();
const GroundingSupport = object(
  () => ({
    segment: fact.object(() => ({ partIndex: offset, startIndex: offset, endIndex: offset, text })),
    groundingChunkIndices: fact.list(integer("R-158")),
    confidenceScores: fact.list(number("R-158")),
  }),
  "R-158",
);
const GroundingMetadata = fact.object(() => ({
  webSearchQueries: fact.list(string("R-158")),
  groundingChunks: fact.list(object(() => ({ web: fact.object(() => ({ uri: text, title: text, domain: text })) }), "R-158")),
  groundingSupports: fact.list(GroundingSupport),
}));
export type GenerateContentGrounding = NonNullable<Infer<typeof GroundingMetadata>>;

const CitationSource = object(() => ({ startIndex: offset, endIndex: offset, uri: text, title: text, license: text }), "R-158");
/** `citationSources` is the older name of `citations`. */
const CitationMetadata = fact.object(() => ({ citations: fact.list(CitationSource), citationSources: fact.list(CitationSource) }));
export type GenerateContentCitations = NonNullable<Infer<typeof CitationMetadata>>;

const chances = fact.list(object(() => ({ token: text, logProbability: fact.number }), "R-158"));
const LogprobsResult = fact.object(() => ({
  chosenCandidates: chances,
  topCandidates: fact.list(object(() => ({ candidates: chances }), "R-158")),
}));
export type GenerateContentLogprobs = NonNullable<Infer<typeof LogprobsResult>>;

const Candidate = object(
  () => ({
    content: object(() => ({ role: string("R-157").nullish(), parts: list(AnswerPart, "R-157").nullish() }), "R-157").nullish(),
    finishReason: stringOr(number("R-159"), "R-159").nullish(),
    finishMessage: text,
    index: integer("R-160").nullish(),
    citationMetadata: CitationMetadata,
    groundingMetadata: GroundingMetadata,
    logprobsResult: LogprobsResult,
  }),
  "R-156",
);
export type GenerateContentCandidate = Infer<typeof Candidate>;

export const GenerateContentResponse = object(
  () => ({
    candidates: answer.list(Candidate),
    promptFeedback: answer.object(() => ({ blockReason: stringOr(number("R-156"), "R-156").nullish(), blockReasonMessage: text })),
    usageMetadata: UsageMetadata,
    modelVersion: string("R-163").nullish(),
    responseId: string("R-164").nullish(),
    createTime: string("R-164").nullish(),
  }),
  "R-156",
);
/**
 * A whole answer, and one event of a stream.
 * Source: https://ai.google.dev/api/generate-content.
 */
export interface GenerateContentResponse extends Infer<typeof GenerateContentResponse> {}

const ASIDE: ReadonlySet<string | number> = new Set(["role", "id", "thoughtSignature"]);

/** Whether something of an answer that stands there is the answer itself. */
export function isContent(path: Path): boolean {
  const [first, , third] = path;
  if (first !== "candidates" || (path.length > 2 && third !== "content")) return false;
  return !path.some((step) => ASIDE.has(step));
}
