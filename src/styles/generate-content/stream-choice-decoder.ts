/**
 * One candidate of a generate-content stream. Every object holds new parts; text of the same kind goes on in the next one,
 * everything else comes whole. Some servers have `finishReason` in every object, so it counts when nothing follows.
 */

import { addAll } from "../../core/collections.js";
import type { Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { UNTRACED } from "../../core/trace.js";
import { ChangedFields, hasOnly } from "../../model/extensions.js";
import type { CanonicalResponse, Citation, Extensions, Finish, Signature } from "../../model/index.js";
import { type ChoiceDecoding, type EventDecoder, otherReason, PartsDecoder } from "../../stream/decoder.js";
import { FINISHED } from "../../stream/encoder.js";
import { MAX_CITATIONS, MAX_FIELDS, MAX_GATHERED } from "../../stream/limits.js";
import { AnswerParts, decodeLogprobs } from "./candidate.js";
import { CandidateFacts } from "./citations.js";
import { decodeFinish, isReason } from "./finish.js";
import { Spans } from "./grounding.js";
import { STYLE } from "./scope.js";
import { PiecedCall } from "./stream.js";
import type { GenerateContentPart } from "./wire.js";
import type { GenerateContentCandidate, GenerateContentResponse } from "./wire-answer.js";

export type StreamedKind = "text" | "thinking";

type HeldFinish = Pick<GenerateContentCandidate, "finishReason" | "finishMessage">;
type Host = EventDecoder<GenerateContentResponse>;
export type PromptBlock = NonNullable<CanonicalResponse["promptBlock"]>;

export class ChoiceDecoder extends PartsDecoder<Host> implements ChoiceDecoding {
  finished = false;
  /** The text or thought that is open, or the signature of a text that takes nothing more but citations; and its number. */
  private open: StreamedKind | Signature | undefined = undefined;
  private part = -1;
  /** A call of which more is to come. */
  declare private pending: PiecedCall | undefined;
  private filled = false;
  private held: HeldFinish | undefined = undefined;
  /** The prompt was refused: the end of this candidate states it. */
  declare promptBlock: PromptBlock | undefined;
  /** Made for the first part that is more than a text. */
  declare private reader: AnswerParts | undefined;
  /** The visible texts so far. */
  private readonly spans = new Spans();
  declare private facts: CandidateFacts | undefined;
  /** Those that were given. */
  declare private changed: ChangedFields | undefined;

  push(candidate: GenerateContentCandidate, path: Path): void {
    const { content, finishReason, finishMessage } = candidate;
    const parts = content?.parts ?? [];
    const isFilled = parts.some(hasContent);
    if (this.finished) {
      if (isFilled) this.host.protocol([...path, "content"], FINISHED);
      this.keep(candidate, path);
      this.emitFacts();
      if (isReason(finishReason) && finishReason !== this.told?.[0])
        this.host.report(otherReason([...path, "finishReason"], finishReason, this.told?.[0]));
      return;
    }
    // Only the signature of a text that is there may come behind the end.
    if (this.held !== undefined && parts.some((part) => part.text !== "" && hasContent(part))) this.held = undefined;
    this.keep(candidate, path);
    parts.forEach((part, index) => {
      // Nobody asks where a text stands.
      if (this.pending === undefined && typeof part.text === "string" && hasOnly(part, TEXT)) {
        this.add(part.thought === true ? "thinking" : "text", part.text);
        return;
      }
      const at = [...path, "content", "parts", index];
      if (this.take(part, at)) return;
      // An empty text may close an object that holds a piece.
      if (this.pending !== undefined && hasContent(part)) this.breakOff();
      this.read(part, at);
    });
    this.filled ||= isFilled;
    if (isReason(finishReason)) {
      this.held = { finishReason, finishMessage };
      this.tell(finishReason, [...path, "finishReason"]);
    }
    if (this.held !== undefined && this.filled && !isFilled) this.settle();
  }

  /** The stream is over: the finish that was held back, if there is one, goes out. */
  settle() {
    const { held, pending } = this;
    if (held === undefined || this.finished) return;
    // Half a call must not look like a whole one, where nothing else states that the answer was cut.
    if (pending?.cut && decodeFinish(held.finishReason, held.finishMessage, false).reason === "stop") {
      this.finished = true;
      return this.host.truncate();
    }
    this.breakOff();
    this.finish(this.ended(held));
  }
  /** The end of one that was refused. Where there is an answer all the same, it shows itself why it ended. */
  block(refusal: Finish): void {
    this.pending = undefined;
    // What came before is an answer, whose candidate states a reason of its own.
    const cut = this.filled ? { ...refusal, native: { style: STYLE, value: "SAFETY" } as const } : refusal;
    this.finish(this.held === undefined ? cut : this.ended(this.held));
  }
  /** The stream was cut. */
  closeParts(): void {
    this.pending = undefined;
    this.close();
  }

  /** Every event may add citations. */
  get cites(): boolean {
    return this.facts?.cites === true;
  }

  private close(): void {
    const { part, open } = this;
    if (open === undefined) return;
    if (typeof open !== "string") this.partDelta(part, { kind: "signature", ...open });
    this.partStop(part);
    this.open = undefined;
  }

  /** `{"text": "Hi"}`, `{"text": "Hm", "thought": true}`, `{"text": "", "thoughtSignature": "Q0"}` */
  private add(kind: StreamedKind, text: string, signature?: Signature, extensions?: Extensions): void {
    if (text === "" && signature === undefined && extensions === undefined) return;
    // A signature without text belongs to what came last, if that is of its kind.
    const goesOn = this.open === kind && extensions === undefined && (signature === undefined || text === "");
    if (!goesOn) {
      this.close();
      this.part = this.partStart({ type: kind, text: "", ...(extensions && { extensions }) });
      this.open = kind;
      if (kind === "text") this.spans.open(this.part);
    }
    if (text !== "") {
      this.partDelta(this.part, { kind, text });
      if (kind === "text") this.spans.add(this.spans.last, text);
    }
    if (signature === undefined) return;
    this.open = signature;
    // What a text cites comes at the end, mostly in the object that signs it.
    if (kind === "thinking") this.close();
  }

  /** A part that is more than a text. */
  private read(wire: GenerateContentPart, path: Path) {
    const { host } = this;
    // Paths of a stream are known where they are needed; nothing has to be found again later.
    this.reader ??= new AnswerParts(this.choice, host.responseId, { trace: UNTRACED, report: host.report, context: host.context });
    const part = this.reader.read(wire, path);
    if (part?.type === "text" || part?.type === "thinking") this.add(part.type, part.text, part.signature, part.extensions);
    else if (part !== undefined) {
      this.close();
      this.emitPart(part);
    }
  }

  /** False when the part is no piece of a call. */
  private take(wire: GenerateContentPart, path: Path): boolean {
    const { functionCall } = wire;
    if (functionCall == null) return false;
    const { name, willContinue, partialArgs } = functionCall;
    const goesOn = willContinue === true;
    if (!goesOn && partialArgs === undefined && (this.pending === undefined || name !== "")) return false;
    if (this.pending === undefined || name !== "") {
      this.breakOff();
      this.pending = new PiecedCall(path);
    }
    const message = "This piece cannot be read; it was left out.";
    for (const index of this.pending.add(this.host.held(wire), this.host.held(functionCall)))
      this.host.protocol([...path, "functionCall", "partialArgs", index], message);
    if (this.pending.held > MAX_GATHERED) this.host.exceed("characters of arguments", path);
    else if (!goesOn) this.end(this.pending);
    return true;
  }
  /** Something else comes where the rest of a call was to come. */
  private breakOff(): void {
    if (this.pending === undefined) return;
    this.host.protocol(this.pending.path, "The call is given as far as it came.");
    this.end(this.pending);
  }
  private end(pending: PiecedCall): void {
    this.pending = undefined;
    this.read(pending.whole(), pending.path);
  }

  /** What the candidate has beside its parts, until its end. */
  private keep(candidate: GenerateContentCandidate, path: Path): void {
    if (hasOnly(candidate, CANDIDATE) && hasOnly(candidate.content ?? {}, CONTENT) && (candidate.content?.role ?? "model") === "model")
      return;
    // One citation more than is given, so that it is known that there are more.
    const facts = this.facts ?? new CandidateFacts(MAX_FIELDS, MAX_CITATIONS + 1);
    facts.add(this.host.held(candidate), path, this.host.report);
    this.facts = facts.empty ? undefined : facts;
    const logprobs = decodeLogprobs(candidate.logprobsResult, [...path, "logprobsResult"], this.host.report);
    this.emitMeta(compact({ logprobs }));
  }

  /** What is known of the candidate as a whole. Citations of the text that is open go to its part. */
  private emitFacts(): void {
    const { spans, part, open } = this;
    if (this.facts === undefined) return;
    const { report, own } = this.host;
    const { citations, extensions } = this.facts.take(spans.all, { trace: UNTRACED, report }, own);
    const late: Citation[] = [];
    for (const [span, list] of citations) {
      if (open === undefined || open === "thinking" || span !== spans.last) addAll(late, list);
      else for (const citation of list) this.partDelta(part, { kind: "citation", citation });
    }
    this.changed ??= new ChangedFields(STYLE);
    this.emitMeta(compact({ citations: late.length === 0 ? undefined : late, extensions: this.changed.of(extensions) }));
  }

  private ended({ finishReason, finishMessage }: HeldFinish): Finish {
    return decodeFinish(finishReason, finishMessage, (this.reader?.calls ?? 0) > 0);
  }

  private finish(finish: Finish): void {
    const { choice, promptBlock } = this;
    this.held = undefined;
    this.finished = true;
    this.emitFacts();
    this.close();
    this.host.emit({ type: "finish", choice, finish, ...(promptBlock && { promptBlock }) });
  }
}

/** Parts and candidates of which nothing is known but this are read at once. */
const TEXT = ["text", "thought"];
const CANDIDATE = ["content", "index", "finishReason", "finishMessage"];
const CONTENT = ["parts", "role"];

function hasContent(part: GenerateContentPart): boolean {
  for (const key in part) {
    const value = part[key];
    const isNothing = value === null || value === undefined || key === "thought";
    if (!isNothing && (value !== "" || (key !== "text" && key !== "thoughtSignature"))) return true;
  }
  return false;
}
