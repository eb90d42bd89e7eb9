/**
 * Writes one candidate. Text and thoughts go out as they come, each piece a part; calls and media have to wait until they
 * are whole, because a part cannot be continued.
 */

import { approximated } from "../../core/issue.js";
import type { JsonObject } from "../../core/json.js";
import { addDelta, closePart, type OpenPart, openPart } from "../../model/collect.js";
import { dropFields, dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { ChoiceMetaEvent, Extensions, Finish, Json, Part, PartDelta, Signature } from "../../model/index.js";
import { type FinishEvent, misplaced, OpenParts, type SideChoice } from "../../stream/encoder.js";
import { citedBy } from "../shared/codec.js";
import { encodeEnd, encodeLogprobs, FOREIGN } from "./candidate.js";
import { type OpenSpan, type Searches, Spans, withSearch } from "./grounding.js";
import { encodePart, refusedInText, summarized } from "./parts.js";
import { STYLE } from "./scope.js";
import { encodeSignature } from "./signatures.js";
import type { Encoder } from "./stream-encoder.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate } from "./wire-answer.js";

/** Text of any kind; that of an answer, a refusal included, is one of the spans that citations count in. */
interface OpenText {
  readonly kind: "text" | "thinking" | "refusal";
  readonly span: OpenSpan | undefined;
  /** It goes on where the part before it ended. */
  readonly joined: boolean;
  /** A part that began before it is written when it stops. */
  readonly overtakes: boolean;
  /** It is written when the text stops, for nothing may follow it. */
  signature: Signature | undefined;
  begun: boolean;
}
/** A part that is written when it stops, because a part on the wire cannot be continued: calls, media, what comes complete. */
interface WholePart {
  readonly kind: "whole";
  readonly gathered: OpenPart;
}
type WrittenPart = OpenText | WholePart;

export class ChoiceEncoder extends OpenParts<WrittenPart, Encoder> implements SideChoice {
  private readonly spans = new Spans();
  /** Parts that a reader counts: pieces of text are one. */
  private written = 0;
  /** The kind of the last part, if a text of that kind goes on with it. */
  private joins: "text" | "thinking" | undefined = undefined;
  private called = false;
  private refused = false;
  /** Why it ended, and the event that told. */
  declare private ended: { readonly finish: Finish; readonly event: number } | undefined;
  declare private logprobs: { readonly value: Json; readonly event: number } | undefined;
  /** Searches of another vendor; mostly there are none. */
  declare private searches: Searches | undefined;
  /** Open parts that are written when they stop. */
  private waiting = 0;
  /** Unknown fields, which are put back where they stood. */
  declare private extensions: JsonObject | undefined;

  /** The finish came, and no more parts may be written; facts may, for the last object holds them. */
  get finished(): boolean {
    return this.ended !== undefined;
  }

  protected open(number: number, head: Part, event: number): void {
    const { type: kind, extensions } = head;
    if (kind !== "text" && kind !== "thinking" && kind !== "refusal") {
      this.set(number, { kind: "whole", gathered: openPart(head) });
      this.waiting++;
      return;
    }
    const { own, report } = this.writer;
    const path = [event, "head"];
    const isThought = kind === "thinking";
    if (kind === "refusal") report(refusedInText(path));
    this.refused ||= kind === "refusal";
    if (isThought && head.summary === true && !own) report(summarized(path));
    dropFields(head, { cacheControl: "info" }, path, STYLE, report);
    // The pieces of the text follow the part that has its other fields.
    const isKept = extensions?.[STYLE] !== undefined;
    if (isKept) this.write({ text: "", ...(isThought ? { thought: true } : {}), ...restoreUnknown({}, extensions, STYLE) });
    const joined = !isKept && this.joins === (isThought ? "thinking" : "text");
    if (joined) this.written--;
    const span = isThought ? undefined : ((joined ? this.spans.last : undefined) ?? this.spans.open(this.written));
    this.set(number, { kind, span, joined, overtakes: this.waiting > 0, signature: undefined, begun: joined || isKept });
  }

  delta(number: number, delta: PartDelta, event: number) {
    const part = this.get(number);
    if (part === undefined) return this.writer.lateDelta();
    if (delta.kind === "signature" && delta.value === "") return;
    if (part.kind === "whole" && takes(part.gathered.head, delta.kind)) return addDelta(part.gathered, delta);
    if (part.kind !== "whole" && delta.kind === "signature") {
      part.signature = delta;
      part.begun = true;
    } else if (part.kind !== "whole" && delta.kind === "citation" && part.span !== undefined)
      this.spans.cite({ citation: delta.citation, path: [event, "delta", "citation"] }, part.span);
    else if (part.kind !== "whole" && delta.kind === part.kind && "text" in delta) this.add(part, delta.text, event);
    else this.writer.report(misplaced(delta, [event]));
  }

  protected close(part: WrittenPart, event: number) {
    if (part.kind === "whole") {
      this.waiting--;
      // Calls with their arguments, media with their data. Searches of another vendor stand with what they found.
      const whole = closePart(part.gathered);
      const { own, scope } = this.writer;
      this.called ||= whole.type === "tool-call";
      if (!own) this.searches = withSearch(this.searches, whole);
      for (const wire of encodePart(whole, [event, "head"], scope)) {
        this.write(wire);
        this.written++;
        this.joins = undefined;
      }
      return;
    }
    const { kind, signature } = part;
    const type = kind === "thinking" ? kind : "text";
    if (signature !== undefined) {
      const message = "The text before it has no signature; read back, they are one part.";
      if (part.joined) this.writer.report(approximated("approximated.merged", [event], message));
      // `{"text": "", "thought": true, "thoughtSignature": "Q0"}`: it belongs to the text before it.
      const thoughtSignature = encodeSignature(signature, type === "text" ? "x" : "t");
      this.write({ text: "", ...(type === "text" ? {} : { thought: true }), thoughtSignature });
    }
    // A part of which nothing was written is none.
    if (!part.begun) return;
    this.joins = signature === undefined ? type : undefined;
    this.written++;
  }

  meta(meta: ChoiceMetaEvent, event: number): void {
    if (meta.logprobs !== undefined) {
      // They go out with the text that they are about; where none follows, by themselves.
      const before = this.take();
      if (before !== undefined) this.emit({ text: "" }, before);
      this.logprobs = { value: meta.logprobs, event };
    }
    dropFields(meta, FOREIGN, [event], STYLE, this.writer.report);
    for (const cited of citedBy(meta.citations, [event])) this.spans.cite(cited);
    this.keep(meta.extensions);
  }

  /** A filter may state after the end that it stopped the answer: the last reason counts. */
  end({ finish, extensions }: Pick<FinishEvent, "finish" | "extensions">, event: number): void {
    this.stopAll(event);
    this.keep(extensions);
    dropUnknown(extensions, STYLE, [event], this.writer.report);
    this.ended = { finish, event };
  }

  /** The last object of the candidate: why it ended, and the facts about it as a whole. */
  last(candidate: GenerateContentCandidate): GenerateContentCandidate {
    const { ended, called, refused, searches, spans } = this;
    const { own, report } = this.writer;
    if (ended === undefined) return candidate;
    const { reason, facts } = encodeEnd(report, {
      finish: ended.finish,
      path: [ended.event, "finish"],
      called: own ? undefined : called,
      refused,
      spans,
      searches,
      logprobs: this.take(),
    });
    const written: GenerateContentCandidate = Object.assign(candidate, reason, facts);
    return this.extensions === undefined ? written : restoreUnknown(written, { [STYLE]: this.extensions }, STYLE);
  }

  private keep(extensions: Extensions | undefined): void {
    if (extensions?.[STYLE] !== undefined) this.extensions = { ...this.extensions, ...extensions[STYLE] };
  }

  private write(part: GenerateContentPart, isText?: boolean): void {
    if (this.writer.over) return;
    const logprobsResult = this.take();
    if (logprobsResult === undefined) this.writer.write(this.number, part, isText);
    else this.emit(part, logprobsResult);
  }
  private emit(part: GenerateContentPart, logprobsResult: GenerateContentCandidate["logprobsResult"]): void {
    this.writer.add({ content: { parts: [part], role: "model" }, index: this.number, logprobsResult });
  }

  /** Those that wait, for they go out. Each finding once: every text has its own. */
  private take(): GenerateContentCandidate["logprobsResult"] {
    const { logprobs, writer } = this;
    if (logprobs === undefined) return undefined;
    this.logprobs = undefined;
    return encodeLogprobs(logprobs.value, [logprobs.event, "logprobs"], (issue) => writer.once(issue));
  }

  private add(part: OpenText, text: string, event: number): void {
    if (text === "") return;
    const message = "This text is written before a part that started earlier.";
    if (part.overtakes) this.writer.report(approximated("approximated.reordered", [event], message));
    this.write(part.kind === "thinking" ? { text, thought: true } : { text }, true);
    part.begun = true;
    if (part.kind !== "thinking") this.spans.add(part.span, text);
  }
}

/** Whether such a delta adds to a part that comes whole. */
function takes({ type }: Part, kind: PartDelta["kind"]): boolean {
  if (kind === "signature") return true;
  return type === "tool-call" ? kind === "arguments" : kind === "data" || (kind === "audio" && type === "audio");
}
