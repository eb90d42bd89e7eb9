/** What is said of a candidate as a whole, now and then while it is streamed: the last word counts, and it goes out at the end. */
import { keepUnknown, plainJson } from "../../canonical/extensions.js";
import type { Citation, Extensions, Json } from "../../canonical/index.js";
import { dropped, type Issue } from "../../core/issue.js";
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

/** Where what was gathered of a candidate stands in the stream; `place` is seen from the candidate. */
function standsAt(
  place: Path,
  { path, cited, grounded }: { readonly path: Path; readonly cited: readonly Path[]; readonly grounded: Path },
): Path {
  const [key, , index, ...deeper] = place;
  if (key === "groundingMetadata") return [...grounded, ...place];
  const entry = cited[Number(index)];
  // Never reached: all else is found of one of the citations.
  if (entry === undefined) return [...path, ...place];
  return [...entry, ...deeper];
}

const NONE: readonly never[] = [];

/** What citations are made of. */
const CITING: ReadonlySet<string> = new Set(["groundingChunks", "groundingSupports"]);

/** Whether the word that came later leaves out what the earlier one said; a list may have grown. */
function isLost(before: unknown, after: unknown): boolean {
  if (before === undefined || before === null) return false;
  const [pieces, grown] = Array.isArray(before) && Array.isArray(after) ? [before, after.slice(0, before.length)] : [before, after];
  return JSON.stringify(pieces) !== JSON.stringify(grown);
}

export class CandidateFacts {
  private grounding: GenerateContentGrounding | undefined = undefined;
  private citations: GenerateContentCitations | undefined = undefined;
  private others: Readonly<Record<string, unknown>> | undefined = undefined;
  /** Where each citation stands in the stream, and the last grounding. */
  private cited: readonly Path[] = NONE;
  private grounded: Path = NONE;

  /** Nothing was said. */
  get empty(): boolean {
    return this.grounding === undefined && this.citations === undefined && this.others === undefined;
  }

  /** @param at path of the candidate */
  add(candidate: GenerateContentCandidate, at: Path, report: (issue: Issue) => void): void {
    const { content, finishReason: _reason, finishMessage: _message, index: _index, ...wire } = candidate;
    const { citationMetadata, groundingMetadata, logprobsResult: _logprobs, ...rest } = wire;
    const { role, parts: _parts, ...others } = content ?? {};
    const contentRest = role == null || role === "model" ? others : { ...others, role };
    if (groundingMetadata != null) {
      const { groundingChunks, groundingSupports } = this.grounding ?? {};
      const said = {
        ...groundingMetadata,
        groundingChunks: groundingMetadata.groundingChunks ?? groundingChunks,
        groundingSupports: groundingMetadata.groundingSupports ?? groundingSupports,
      };
      for (const [key, after] of Object.entries(said))
        if (isLost(this.grounding?.[key], after))
          report(
            dropped("dropped.field", [...this.grounded, "groundingMetadata", key], "A later event says this anew, and its word counts.", {
              severity: CITING.has(key) ? "warning" : "info",
            }),
          );
      this.grounding = { ...this.grounding, ...said };
      this.grounded = at;
    }
    if (citationMetadata != null) {
      const { citations, citationSources } = citationMetadata;
      const before = this.citations?.citations ?? [];
      this.citations = {
        ...this.citations,
        ...citationMetadata,
        citationSources: null,
        citations: [...before, ...(citations ?? []), ...(citationSources ?? [])],
      };
      const placed = Object.entries({ citations, citationSources }).flatMap(([key, list]) =>
        (list ?? []).map((_, index): Path => [...at, "citationMetadata", key, index]),
      );
      this.cited = [...this.cited, ...placed];
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
    const { cited, grounded } = this;
    const report = (issue: Issue) => scope.report({ ...issue, path: standsAt(issue.path.slice(path.length), { path, cited, grounded }) });
    const { bySpan, left, grounding, metadata } = decodeCitations(this.grounding, this.citations, spans, path, { ...scope, report });
    const unknown = keepUnknown(STYLE, rest, [
      ["content", typeof content === "object" && content !== null ? { ...content } : {}],
      ["groundingMetadata", grounding],
      ["citationMetadata", metadata],
    ]);
    const { extensions } = keepLeft(left, unknown.extensions);
    this.others = undefined;
    this.grounding = undefined;
    this.citations = undefined;
    this.cited = NONE;
    return { citations: bySpan, safety: plainJson(safetyRatings), extensions };
  }
}
