/** What is said of a candidate as a whole, now and then while it is streamed: the last word counts, and it goes out at the end. */
import { keepUnknown, plainJson } from "../../canonical/extensions.js";
import type { Citation, Extensions, Json } from "../../canonical/index.js";
import type { Path } from "../../core/path.js";
import { decodeCitations, type Span } from "./citations.js";
import { keepLeft } from "./grounding-rest.js";
import { type DecodeScope, STYLE } from "./scope.js";
import type { GenerateContentCandidate, GenerateContentCitations, GenerateContentGrounding } from "./wire-answer.js";

export interface ToldFacts {
  /** Citations by the index of the span they start in. */
  readonly citations: ReadonlyMap<number, readonly Citation[]>;
  readonly safety: Json | undefined;
  readonly extensions: Extensions | undefined;
}

export class CandidateFacts {
  private grounding: GenerateContentGrounding | undefined = undefined;
  private citations: GenerateContentCitations | undefined = undefined;
  private others: Readonly<Record<string, unknown>> | undefined = undefined;

  add({ content, finishReason: _reason, finishMessage: _message, index: _index, ...wire }: GenerateContentCandidate): void {
    const { citationMetadata, groundingMetadata, logprobsResult: _logprobs, ...rest } = wire;
    const { role, parts: _parts, ...others } = content ?? {};
    const contentRest = role == null || role === "model" ? others : { ...others, role };
    if (groundingMetadata != null) this.grounding = { ...this.grounding, ...groundingMetadata };
    if (citationMetadata != null) {
      const before = [...(this.citations?.citations ?? []), ...(this.citations?.citationSources ?? [])];
      const more = [...(citationMetadata.citations ?? []), ...(citationMetadata.citationSources ?? [])];
      this.citations = { ...this.citations, ...citationMetadata, citationSources: null, citations: [...before, ...more] };
    }
    const kept = Object.entries({ ...rest, ...(Object.keys(contentRest).length === 0 ? {} : { content: contentRest }) });
    const fresh = kept.filter(([, value]) => value !== null && value !== undefined);
    if (fresh.length > 0) this.others = { ...this.others, ...Object.fromEntries(fresh) };
  }

  /**
   * All of it; nothing is held afterwards.
   * @param path that of the candidate, for issues
   */
  take(spans: readonly Span[], path: Path, scope: DecodeScope): ToldFacts {
    const { safetyRatings, content, ...rest } = this.others ?? {};
    const { bySpan, left, grounding, metadata } = decodeCitations(this.grounding, this.citations, spans, path, scope);
    const unknown = keepUnknown(STYLE, rest, [
      ["content", typeof content === "object" && content !== null ? { ...content } : {}],
      ["groundingMetadata", grounding],
      ["citationMetadata", metadata],
    ]);
    const { extensions } = keepLeft(left, unknown.extensions);
    this.others = undefined;
    this.grounding = undefined;
    this.citations = undefined;
    return { citations: bySpan, safety: plainJson(safetyRatings), extensions };
  }
}
