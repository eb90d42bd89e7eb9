/**
 * Writes one choice of a stream. What comes in pieces goes out in pieces: each delta is a chunk, and several parts may be open
 * at once.
 */

import { approximated, type Path } from "../../core/issue.js";
import { compact, isJsonObject, type Json } from "../../core/json.js";
import { UNTRACED } from "../../core/trace.js";
import { addDelta, closePart, type OpenPart as GatheredPart, openPart as gather } from "../../model/collect.js";
import { dropFields, dropUnknown, hasOnly } from "../../model/extensions.js";
import type { ChoiceMetaEvent, Extensions, Part, PartDelta, Signature, ThinkingPart } from "../../model/index.js";
import { FINISHED, type FinishEvent, misplaced, OpenParts, type SideChoice } from "../../stream/encoder.js";
import { type Cited, citedBy } from "../shared/codec.js";
import { unknownChoice } from "./assistant.js";
import {
  answerTarget,
  encodeLogprobs,
  encodePicture,
  encodeText,
  goesOn,
  isMarked,
  LOST_FACTS,
  madeRecording,
  madeRecordingId,
  ONE_TEXT,
  oneRecording,
  type PartTarget,
} from "./assistant-encoder.js";
import { encodeCall, encodeExtraContent, extraSignature, type HeldSignature, holdSignature, uselessSignature } from "./calls.js";
import { encodeCitations } from "./citations.js";
import { encodeEnd } from "./finish.js";
import { encodeCode, lose } from "./parts.js";
import { formatOf } from "./reasoning.js";
import { carried, detailOf, encodeDetail, isReasoning } from "./reasoning-encoder.js";
import type { Sole } from "./stream.js";
import type { ChunkEncoder } from "./stream-encoder.js";
import { STYLE } from "./wire.js";
import type { Annotation, ChunkChoice, Delta } from "./wire-answer.js";

/** A part that is being written. */
type OpenPart =
  /** Citations without a place of their own cover what the text holds when it stops. */
  | { readonly kind: "text"; readonly start: number; citations: Cited[] | undefined }
  | { readonly kind: "thinking"; readonly index: number; readonly head: ThinkingPart }
  | { readonly kind: "refusal" | "dropped" }
  | { readonly kind: "tool-call"; readonly index: number; readonly custom: boolean; empty: boolean }
  | { readonly kind: "audio"; readonly id: string; expiresAt: number }
  /** It came whole, but for data that may still come in pieces. */
  | { readonly kind: "whole"; readonly gathered: GatheredPart };

/** A text of which nothing is known but this is a string. */
const TEXT = ["type", "text"];

type Open<Kind extends OpenPart["kind"]> = Extract<OpenPart, { kind: Kind }>;

/** Parts that stand in fields of their own, so that the text before them is over. */
const BESIDE_TEXT: ReadonlySet<Part["type"]> = new Set(["thinking", "redacted-thinking", "refusal", "tool-call", "audio", "image"]);
/** Parts that are written with their unknown fields. */
const WITH_UNKNOWN: ReadonlySet<Part["type"]> = new Set(["text", "tool-call", "image", "redacted-thinking"]);

export class ChoiceEncoder extends OpenParts<OpenPart, ChunkEncoder> implements SideChoice {
  finished = false;
  /** Made when a part needs more than its text. */
  declare private made: PartTarget | undefined;
  private calls = 0;
  private thoughts = 0;
  /** Type of the part that started last. */
  private latest: Part["type"] | undefined = undefined;
  /** What sets a run of thinking apart from those before, if any of them has a text. */
  private between = "";
  /** The same before the first text of a run, which redacted thoughts belong to as well. */
  private apart = "";
  /** Whether the part that started last is a thought. */
  private thinks = false;
  /** UTF-16 length of the visible text. */
  private visible = 0;
  /** The model's own refusal so far, if there is one. */
  declare private refusal: string | undefined;
  declare private safety: Json | undefined;
  declare private logprobs: Json | undefined;
  private textSignature: HeldSignature | undefined = undefined;
  /** What the recording is made of. */
  declare private sound: Parameters<typeof goesOn>[0];
  /** The last text stands in the list of parts: it, or the one before, has more than a string holds. */
  private marked = false;
  /** A text that was signed is over. */
  private signed = false;
  declare private annotations: Annotation[] | undefined;

  private get target(): PartTarget {
    const { id, options, report } = this.writer;
    this.made ??= answerTarget(options, ["a", id, this.number].join(":"), UNTRACED, report);
    return this.made;
  }

  protected open(number: number, head: Part, event: number): void {
    const path = [event, "head"];
    // The text is over, as far as anybody knows: its signature goes out before what follows.
    if (this.textSignature && BESIDE_TEXT.has(head.type)) {
      this.signed = true;
      this.emit(this.take());
    }
    if (!WITH_UNKNOWN.has(head.type)) dropUnknown(head.extensions, STYLE, path, this.writer.report);
    const thinks = isReasoning(head);
    if (thinks && !this.thinks) this.apart = this.between;
    this.thinks = thinks;
    this.set(number, this.opened(head, path));
    this.latest = head.type;
  }

  delta(number: number, delta: PartDelta, event: number) {
    const part = this.get(number);
    if (part === undefined) return this.writer.lateDelta();
    if (delta.kind === "signature") return this.sign(part, delta, [event, "delta"]);
    if (part.kind === "text" && delta.kind === "text") this.add(delta.text, [event]);
    else if (part.kind === "text" && delta.kind === "citation") {
      const { citation } = delta;
      const cited = { citation, path: [event, "delta", "citation"] };
      if (citation.kind === "url" && (citation.start === undefined || citation.end === undefined))
        part.citations = [...(part.citations ?? []), cited];
      else this.cite([cited], part.start);
    } else if (part.kind === "thinking" && delta.kind === "thinking") this.emitThought(part, delta.text);
    else if (part.kind === "tool-call" && delta.kind === "arguments") this.grow(part, delta.json);
    else if (part.kind === "refusal" && delta.kind === "refusal") {
      if (delta.text === "") return;
      // `{"refusal": "No"}`
      this.refusal = (this.refusal ?? "") + delta.text;
      this.emit({ refusal: delta.text });
    } else if (part.kind === "audio" && delta.kind === "audio") {
      part.expiresAt = delta.expiresAt ?? part.expiresAt;
      this.emit({ audio: compact({ id: part.id, data: delta.data, transcript: delta.transcript }) });
    } else if (part.kind === "whole" && delta.kind === "data") addDelta(part.gathered, delta);
    else if (part.kind !== "dropped") this.writer.report(misplaced(delta, [event]));
  }

  protected close(part: OpenPart, event: number): void {
    if (part.kind === "tool-call" && part.empty && !part.custom) this.grow(part, "{}");
    else if (part.kind === "text" && part.citations !== undefined) this.cite(part.citations, part.start);
    else if (part.kind === "whole") this.complete(closePart(part.gathered), [event]);
    else if (part.kind === "audio") this.emit({ audio: { id: part.id, expires_at: part.expiresAt } });
  }

  meta(meta: ChoiceMetaEvent, event: number) {
    const { own, report } = this.target;
    if (this.finished) return this.writer.lateDelta(FINISHED);
    if (meta.logprobs !== undefined && meta.logprobs !== null) {
      // They go out with what they are about; where nothing follows, by themselves.
      if (isJsonObject(this.logprobs)) this.emit({});
      this.logprobs = meta.logprobs;
    }
    if (own) this.safety = meta.safety ?? this.safety;
    dropFields(meta, own ? {} : LOST_FACTS, [event], STYLE, report);
    for (const annotation of encodeCitations(citedBy(meta.citations, [event]), { start: 0, end: this.visible }, this.target)) {
      this.annotations ??= [];
      this.annotations.push(annotation);
    }
    this.emitUnknown(meta.extensions, event);
  }

  end({ finish, promptBlock, extensions }: Pick<FinishEvent, "finish" | "promptBlock" | "extensions">, event: number) {
    const { options, report } = this.writer;
    if (this.finished) return this.writer.lateDelta(FINISHED);
    this.stopAll(event);
    const calls = this.calls === 0 ? "none" : this.latest === "tool-call" ? "last" : "answered";
    const scope = { promptBlock, empty: this.latest === undefined, refusal: this.refusal, calls } as const;
    const { explanation, words } = encodeEnd(finish, scope, [event], options, report);
    const last: Delta = compact({ refusal: explanation, annotations: this.annotations, ...this.take() });
    // The service's word stands beside its explanation, so that nobody takes that for the model's own refusal.
    if (Object.keys(last).length > 0) this.emit(last, undefined, explanation && words.native_finish_reason);
    dropUnknown(extensions, STYLE, [event], report);
    this.emitUnknown(extensions, event);
    this.finished = true;
    const logprobs = isJsonObject(this.logprobs) ? this.logprobs : undefined;
    this.write(compact({ delta: {}, logprobs, ...words, content_filter_results: this.safety }));
  }

  private write(choice: Omit<ChunkChoice, "index">): void {
    this.writer.write({ index: this.number, ...choice });
  }
  private emit(delta: Delta, sole?: Sole, native?: string) {
    const { logprobs, number: index } = this;
    if (logprobs === undefined && native === undefined) return this.writer.write({ index, delta, finish_reason: null }, sole);
    this.logprobs = undefined;
    this.write(compact({ delta, logprobs: logprobs && encodeLogprobs(logprobs), finish_reason: null, native_finish_reason: native }));
  }

  /** Fields that only this style has, in a chunk of their own. */
  private emitUnknown(extensions: Extensions | undefined, event: number) {
    const kept = unknownChoice(extensions, [event], this.writer.report);
    if (kept !== undefined) this.write(kept);
  }

  private opened(head: Part, path: Path): OpenPart {
    if (head.type === "text") {
      if (this.marked || !hasOnly(head, TEXT)) {
        const block = encodeText(head, path, this.target);
        // A text without marks must not go on with one that has any.
        this.marked ||= isMarked(block);
        if (this.marked) this.emit({ content: [block] });
      }
      return { kind: "text", start: this.visible, citations: undefined };
    }
    const { target } = this;
    switch (head.type) {
      case "thinking":
        if (target.carriers.length === 0) break;
        return { kind: "thinking", index: this.thoughts++, head };
      case "refusal":
        this.refusal ??= "";
        return { kind: "refusal" };
      case "tool-call": {
        // The first piece of a call has all of it but its arguments.
        const index = this.calls++;
        const call = encodeCall(head, path, target);
        if (call.function) Object.assign(call.function, { arguments: "" });
        this.emit({ tool_calls: [Object.assign(call, { index })] });
        return { kind: "tool-call", index, custom: head.variant === "custom", empty: true };
      }
      case "audio": {
        const { source } = head;
        if (source.kind !== "base64" || (this.sound !== undefined && !goesOn(this.sound, source))) break;
        const id = head.id ?? madeRecordingId(target);
        if (this.sound !== undefined) target.report(oneRecording(path));
        else if (head.id === undefined) target.report(madeRecording(path));
        this.sound = source;
        this.emit({ audio: { id } });
        return { kind: "audio", id, expiresAt: head.expiresAt ?? 0 };
      }
      case "image":
      case "redacted-thinking":
      case "code-call":
      case "code-result":
        if (BESIDE_TEXT.has(head.type) || target.options.codeParts === "text") return { kind: "whole", gathered: gather(head) };
        break;
      default:
        break;
    }
    lose(head, path, target);
    return { kind: "dropped" };
  }

  /** `{"content": "Hi"}` */
  private add(text: string, path: Path) {
    if (text === "") return;
    const { report } = this.writer;
    if (this.textSignature) report(extraSignature(this.textSignature.path, this.textSignature.signature));
    this.textSignature = undefined;
    if (this.signed) report(approximated("approximated.merged", path, ONE_TEXT));
    this.signed = false;
    this.visible += text.length;
    this.emit({ content: text }, "content");
  }

  /** `{"reasoning_content": "Hm", "reasoning_details": [{"type": "reasoning.text", "text": "Hm", "format": "unknown", "index": 0}]}` */
  private emitThought(part: Open<"thinking">, text: string) {
    if (text === "") return;
    const { index, head } = part;
    const told = this.apart + text;
    this.apart = "";
    this.between = "\n\n";
    const fields = head.summary === true ? { type: "reasoning.summary", summary: text } : { type: "reasoning.text", text };
    const details = [detailOf(fields, formatOf(undefined, this.writer.options.from), index, head.extensions)];
    this.emit(carried(told, details, this.target));
  }

  /** `{"tool_calls": [{"index": 0, "function": {"arguments": "{\"a\":"}}]}` */
  private grow(part: Open<"tool-call">, text: string) {
    if (text === "") return;
    const { index, custom } = part;
    part.empty = false;
    if (custom) this.emit({ tool_calls: [{ index, custom: { input: text } }] });
    else this.emit({ tool_calls: [{ index, function: { arguments: text } }] }, "arguments");
  }

  /** `{"annotations": [{"type": "url_citation", "url_citation": {…}}]}` */
  private cite(cited: readonly Cited[], start: number) {
    const annotations = encodeCitations(cited, { start, end: this.visible }, this.target);
    if (annotations.length > 0) this.emit({ annotations });
  }

  private sign(part: OpenPart, signature: Signature, path: Path): void {
    const { carriers, options, report } = this.target;
    if (part.kind === "text") this.textSignature = holdSignature(this.textSignature, signature, path, report);
    else if (part.kind === "tool-call")
      this.emit({ tool_calls: [{ index: part.index, ...encodeExtraContent(signature, "c", path, this.target) }] });
    else if (part.kind !== "thinking") report(extraSignature(path, signature));
    else if (!carriers.includes("reasoning_details")) report(uselessSignature(path, signature));
    else if (signature.value !== "") {
      const fields = { type: "reasoning.text", signature: signature.value };
      this.emit({ reasoning_details: [detailOf(fields, formatOf(signature, options.from), part.index, part.head.extensions)] });
    }
  }

  /** The signature that waits, for it goes out. */
  private take(): Pick<Delta, "extra_content"> {
    const held = this.textSignature;
    this.textSignature = undefined;
    return held ? encodeExtraContent(held.signature, "x", held.path, this.target) : {};
  }

  /** A part that comes whole. */
  private complete(part: Part, path: Path) {
    const { target } = this;
    if (part.type === "image") {
      const images = encodePicture(part, path, target);
      if (images.length > 0) this.emit({ images });
    } else if (part.type === "redacted-thinking") {
      const detail = encodeDetail(part, this.thoughts++, path, target);
      if (detail !== undefined) this.emit({ reasoning_details: [detail] });
    } else if (part.type === "code-call" || part.type === "code-result") this.add(encodeCode(part, path, target.report), path);
  }
}
