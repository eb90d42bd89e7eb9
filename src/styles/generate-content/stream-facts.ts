/** What is said of a candidate as a whole, now and then while it is streamed: the last word counts, and it goes out at the end. */

import { dropped, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { plainJson } from "../../model/extensions.js";
import type { Citation, Extensions, Json } from "../../model/index.js";
import { MAX_CITATIONS, MAX_FIELDS } from "../../stream/limits.js";
import { decodeCitations, type Span } from "./citations.js";
import type { DecodeScope } from "./scope.js";
import type { GenerateContentCandidate, GenerateContentCitations, GenerateContentGrounding } from "./wire-answer.js";

export interface ToldFacts {
  /** Citations by the index of the span they start in. */
  readonly citations: ReadonlyMap<number, readonly Citation[]>;
  readonly safety: Json | undefined;
  readonly extensions: Extensions | undefined;
}

interface Cited {
  readonly citation: NonNullable<GenerateContentCitations["citations"]>[number];
  readonly path: Path;
}

/** Where what was gathered of a candidate stands in the stream; `place` is seen from the candidate. */
function standsAt(
  place: Path,
  { path, cited, grounded }: { readonly path: Path; readonly cited: readonly Cited[]; readonly grounded: Path },
): Path {
  const [key, , index, ...deeper] = place;
  if (key === "groundingMetadata") return [...grounded, ...place];
  const entry = cited[Number(index)]?.path;
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

type Fields = Readonly<Record<string, unknown>>;

/** The later word counts. Fields of ever new names are left out beyond a limit. */
function keepFields(kept: Fields | undefined, fresh: readonly [string, unknown][], at: Path, report: (issue: Issue) => void): Fields {
  const fields = new Map(Object.entries(kept ?? {}));
  for (const [key, value] of fresh)
    if (fields.has(key) || fields.size < MAX_FIELDS) fields.set(key, value);
    else report(dropped("dropped.field", [...at, key], "The stream has more unknown fields than are held.", { severity: "info" }));
  return Object.fromEntries(fields);
}

export class CandidateFacts {
  private grounding: GenerateContentGrounding | undefined = undefined;
  private metadata: Omit<GenerateContentCitations, "citations" | "citationSources"> | undefined = undefined;
  private others: Readonly<Record<string, unknown>> | undefined = undefined;
  /** Each citation and where it stands in the stream, and where the last grounding does. */
  private cited: Cited[] = [];
  private grounded: Path = NONE;

  /** Nothing was said. */
  get empty(): boolean {
    return this.grounding === undefined && this.metadata === undefined && this.others === undefined;
  }

  get cites(): boolean {
    return this.cited.length > 0;
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
      const { citations, citationSources, ...more } = citationMetadata;
      this.metadata = { ...this.metadata, ...more };
      // One more than is told, so that it is known that there are more.
      for (const [key, list] of Object.entries({ citations, citationSources }))
        for (const [index, citation] of (list ?? []).entries())
          if (this.cited.length <= MAX_CITATIONS) this.cited.push({ citation, path: [...at, "citationMetadata", key, index] });
    }
    const kept = Object.entries({ ...rest, ...(Object.keys(contentRest).length === 0 ? {} : { content: contentRest }) });
    const fresh = kept.filter(([, value]) => value !== null && value !== undefined);
    if (fresh.length > 0) this.others = keepFields(this.others, fresh, at, report);
  }

  /**
   * All of it; nothing is held afterwards.
   * @param path that of the candidate, for issues
   */
  take(spans: readonly Span[], path: Path, scope: DecodeScope): ToldFacts {
    const { safetyRatings, content, ...others } = this.others ?? {};
    const { cited, grounded, metadata } = this;
    const citations =
      cited.length === 0 && metadata === undefined ? undefined : { ...metadata, citations: cited.map((each) => each.citation) };
    const report = (issue: Issue) => scope.report({ ...issue, path: standsAt(issue.path.slice(path.length), { path, cited, grounded }) });
    const contentRest = typeof content === "object" && content !== null ? { ...content } : {};
    const all = { groundingMetadata: this.grounding, citationMetadata: citations, content: contentRest, rest: others };
    const { bySpan, kept } = decodeCitations(all, spans, path, { ...scope, report });
    this.others = undefined;
    this.grounding = undefined;
    this.metadata = undefined;
    this.cited = [];
    return { citations: bySpan, safety: plainJson(safetyRatings), extensions: kept.extensions };
  }
}
