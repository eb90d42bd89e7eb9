/**
 * One choice of a chat-completions stream, delta by delta. Text, thinking and refusal follow each other, calls and audio
 * may grow beside them; what a delta means is only known by which of its fields are there:
 *
 *     {"index": 0, "delta": {"reasoning_content": "Hm"}, "finish_reason": null}
 *     {"index": 0, "delta": {"content": "Hi"}, "finish_reason": null}
 *     {"index": 0, "delta": {}, "finish_reason": "stop"}
 */

import { addAll, entryOf } from "../../core/collections.js";
import { notice, type Path } from "../../core/issue.js";
import { compact, type JsonObject } from "../../core/json.js";
import { hasMembers, something, withoutNulls } from "../../core/lenient-parse.js";
import { splitKey } from "../../core/trace.js";
import { ChangedFields, emptyPart, keepUnknown, type Rest, readEntries, unreadOf } from "../../model/extensions.js";
import type { Finish, Part, RefusalPart, Signature, TextPart, ThinkingPart } from "../../model/index.js";
import { type ChoiceDecoding, type EventDecoder, otherReason, PartsDecoder } from "../../stream/decoder.js";
import { FINISHED } from "../../stream/encoder.js";
import { MAX_CITATIONS } from "../../stream/limits.js";
import { choiceExtensions, decodeImage, openingAudio, SIGNATURE, type UnreadLists } from "./assistant.js";
import { type HeldSignature, holdSignature, isEmptyCall, isGiven, isHollow, readCallSignature } from "./calls.js";
import { decodeAnnotation } from "./citations.js";
import { decodeFinish, isForeignRefusal, isReason } from "./finish.js";
import { QUIRKS } from "./quirks.js";
import { contradicts } from "./reasoning.js";
import type { PlainChunk } from "./stream.js";
import { ToolCalls } from "./stream-calls.js";
import { hasContent, isFactless, type Kept, PLAIN, readContent, readThoughts, type Thought } from "./stream-delta.js";
import { STYLE } from "./wire.js";
import {
  type Annotation,
  type AnswerToolCall,
  type ChatCompletionsChunk,
  type ChunkChoice,
  chunkChoiceKeys,
  type Delta,
} from "./wire-answer.js";

type StreamedPart = TextPart | ThinkingPart | RefusalPart;
type StreamedKind = StreamedPart["type"];

/** The part that deltas are added to. */
interface OpenPart {
  readonly part: number;
  readonly kind: StreamedKind;
  readonly summary: boolean;
  readonly kept: Kept;
  key: number | undefined;
  origin: Signature["origin"];
  /** Nothing is added to a part that was signed, but by its own index. */
  signed: boolean;
}

const UNKNOWN: Finish = { reason: "other" };

type Host = EventDecoder<ChatCompletionsChunk, PlainChunk>;

export class ChoiceDecoder extends PartsDecoder<Host> implements ChoiceDecoding {
  finished = false;
  thoughts = 0;
  /** Open calls; none after the end. */
  calls: ToolCalls | undefined = undefined;
  /** The text-like part that deltas are added to. */
  private open: OpenPart | undefined = undefined;
  /** Number of the audio part, which grows until the end. */
  declare private audio: number | undefined;
  /** A reason that came with content, or before any. Some servers repeat it on every chunk, so it counts when nothing follows. */
  private held: Finish | undefined = undefined;
  /** Why the choice ended, as it was passed on. */
  private ended: Finish = UNKNOWN;
  /** The service's own word for the end, which may come before the end. */
  declare private native: string | undefined;
  /** Why another style's service refused, which stands where the model's own refusals do. */
  declare private explanation: string | undefined;
  /** Whether there was any content, by which a `message` that repeats the whole answer is known. */
  private begun = false;
  /** Whether there is any visible text, and the annotations that came before it. */
  private written = false;
  declare private early: Annotation[] | undefined;
  /** The signature of the visible text, which goes out when that text ends. */
  declare private textSignature: HeldSignature | undefined;
  /** The thoughts in their plain field, and as they were read; where that field is written again. */
  private plain = "";
  private read = "";
  declare private unread: Map<keyof UnreadLists, (object | null)[]> | undefined;
  declare private changed: ChangedFields | undefined;

  push(wire: ChunkChoice, path: Path) {
    // A server that sends both repeats itself.
    const delta: Delta = QUIRKS.messageInChunk.rewrite(wire.delta, this.begun ? undefined : wire.message) ?? {};
    const at = [...path, wire.delta ? "delta" : "message"];
    // Some servers repeat the fields of the last chunk with nothing in them.
    const hasNew = hasContent(delta) && !((this.finished || this.held !== undefined) && isHollow(delta));
    if (this.finished) {
      if (hasNew) this.host.protocol(at, FINISHED);
      for (const key in { ...this.fresh(wire, delta), ...compact({ logprobs: something(wire.logprobs) }) }) {
        const [first = "", ...deeper] = splitKey(key);
        this.host.late([...(first === "message" ? at : [...path, first]), ...deeper]);
      }
      return this.judge(wire, path);
    }
    if (hasNew) this.held = undefined;
    this.emitFacts(wire, delta);
    if (wire.native_finish_reason) this.native = wire.native_finish_reason;
    if (delta.refusal && isForeignRefusal(wire.native_finish_reason, this.host.styles)) {
      this.explanation = (this.explanation ?? "") + delta.refusal;
      this.delta({ ...delta, refusal: null }, at);
    } else if (hasNew) this.delta(delta, at);
    this.begun ||= hasNew;
    if (isReason(wire.finish_reason)) {
      this.tell(wire.finish_reason, [...path, "finish_reason"]);
      const words = this.native === undefined ? wire : { ...wire, native_finish_reason: this.native };
      this.held = decodeFinish(words, this.calls !== undefined, path, this.host.styles, this.host.report);
    }
    if (this.begun && !hasNew) this.settle();
  }

  /** The same for a delta of one field, which is not empty, and nothing beside it, in the only choice of an event. */
  grow({ kind, text, call }: PlainChunk): void {
    this.held = undefined;
    this.begun = true;
    if (kind === "thinking" && this.host.own) this.plain += text;
    if (kind !== "arguments") this.add(kind, text);
    else if (this.calls?.grow(call, text) !== true)
      this.take({ index: call, function: { arguments: text } }, [this.host.index, "choices", 0, "delta", "tool_calls", 0]);
  }

  /** The stream is over: the finish that was held back, if there is one, goes out. */
  settle(): void {
    if (this.held !== undefined && !this.finished) this.close(this.held);
  }

  /** Ends without a reason of the wire. */
  guess(): void {
    this.close({ reason: this.explanation ? "refusal" : this.calls !== undefined ? "tool-calls" : "stop" });
  }

  /** Adds to the open part of that kind. Gives back what the part has beside its text, which is what it began with. */
  add(kind: StreamedKind, text: string, thought = PLAIN): Kept | undefined {
    if (text === "") return undefined;
    const open = this.streamed(kind, thought);
    if (kind === "thinking" && this.host.own) this.read += text;
    this.partDelta(open.part, { kind, text });
    if (kind === "text" && !this.written) {
      this.written = true;
      if (this.early) this.cite(this.early);
    }
    return open.kept;
  }

  /** A piece of a part that goes on with one which has the same beside its text. */
  goOn({ type, text, cacheControl, extensions }: StreamedPart): void {
    const kept = compact({ cacheControl, extensions });
    if (JSON.stringify(this.open?.kept) !== JSON.stringify(kept)) this.stop();
    if (hasMembers(kept)) this.streamed(type, { ...PLAIN, kept });
    this.add(type, text);
  }

  sign(kind: StreamedKind, { value, origin }: Signature, thought = PLAIN): Kept {
    const target = this.streamed(kind, thought);
    this.partDelta(target.part, { kind: "signature", value, origin: origin === "unknown" ? target.origin : origin });
    target.signed = true;
    return target.kept;
  }

  complete(part: Part): void {
    this.stop();
    this.prepare(part);
    this.emitPart(part);
  }

  private prepare({ type }: Part): void {
    if (type === "thinking" || type === "redacted-thinking") this.thoughts++;
    // All else stands behind the text in a message.
    else if (type !== "text") this.signNothing();
    this.calls?.settle();
  }
  private begin(head: Part): number {
    this.prepare(head);
    return this.partStart(head);
  }
  private stop(): void {
    if (this.open === undefined) return;
    if (this.open.kind === "text") this.signText();
    this.partStop(this.open.part);
    this.open = undefined;
  }

  /** The open part of that kind, after closing another. */
  private streamed(kind: StreamedKind, { key, summary, origin, kept }: Thought): OpenPart {
    const { open } = this;
    if (open !== undefined && open.kind === kind && open.summary === summary) {
      const same = key !== undefined && open.key === key;
      const near = (key === undefined || open.key === undefined) && !contradicts(open.origin, origin);
      if (same || (near && !open.signed)) {
        open.key ??= key;
        if (origin !== "unknown") open.origin = origin;
        return open;
      }
    }
    this.stop();
    const head = { type: kind, text: "", ...(summary ? { summary } : {}), ...kept };
    this.open = { part: this.begin(head), kind, summary, kept, key, origin, signed: false };
    return this.open;
  }

  /** On the text that is open, or on an empty one. */
  private signText(): void {
    const held = this.textSignature;
    this.textSignature = undefined;
    if (held) this.sign("text", held.signature);
  }
  /** What comes now stands after the text: without a text an empty one was signed. */
  private signNothing(): void {
    if (this.written || this.textSignature === undefined) return;
    this.signText();
    this.stop();
  }

  /** In the order in which a message has its fields. */
  private delta(delta: Delta, path: Path): void {
    const { reasoning_content, content, refusal, annotations, extra_content, images, audio, tool_calls, function_call } = delta;
    if (this.host.own && reasoning_content) this.plain += reasoning_content;
    readThoughts(delta, path, this);
    readContent(content, path, this);
    if (refusal) this.add("refusal", refusal);
    if (annotations) this.cite(annotations);
    const signature = readCallSignature(extra_content);
    if (signature !== undefined && signature.value !== this.textSignature?.signature.value)
      this.textSignature = holdSignature(this.textSignature, signature, [...path, ...SIGNATURE], this.host.report);
    // `[{"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO"}}]`
    if (images) {
      const { understood, entries } = readEntries(images, decodeImage);
      for (const image of understood) this.complete(image);
      this.keep("images", entries);
    }
    if (audio) {
      this.audio ??= this.begin(openingAudio(audio));
      const { data, transcript, expires_at } = audio;
      const grown = compact({ data: data || undefined, transcript: transcript || undefined, expiresAt: expires_at ?? undefined });
      if (hasMembers(grown)) this.partDelta(this.audio, { kind: "audio", ...grown });
    }
    if (tool_calls) for (const [index, piece] of tool_calls.entries()) this.take(piece, [...path, "tool_calls", index]);
    if (function_call && isGiven(function_call)) this.take({ index: 0, function: function_call }, [...path, "function_call"]);
  }

  /** A piece of a call. */
  private take(piece: AnswerToolCall, path: Path) {
    // Another call begins, so that open text ends.
    if (this.calls?.find(piece) === undefined) {
      if (isEmptyCall(piece)) return this.host.report(emptyPart(path));
      this.stop();
      this.signNothing();
    }
    this.calls ??= new ToolCalls(this);
    this.calls.push(piece, path);
  }

  /** `{"annotations": [{"type": "url_citation", "url_citation": {"url": "https://a", "start_index": 0, …}}]}` */
  private cite(annotations: readonly Annotation[]): void {
    const { open } = this;
    // Who searches before the answer tells what was found before any text.
    if (!this.written && (this.early?.length ?? 0) < MAX_CITATIONS) {
      this.early ??= [];
      addAll(this.early, annotations);
      return;
    }
    const { understood, entries } = readEntries(annotations, (annotation) => (this.written ? decodeAnnotation(annotation) : undefined));
    if (open?.kind === "text") for (const citation of understood) this.partDelta(open.part, { kind: "citation", citation });
    else if (understood.length > 0) this.emitMeta({ citations: understood });
    this.keep("annotations", entries);
  }

  /** What is not understood goes out at once; for who writes the style again all of it at the end, for a later list replaces an earlier one. */
  private keep(field: keyof UnreadLists, items: readonly (object | null)[] = []) {
    if (!this.host.own) return this.emitUnknown({ [field]: unreadOf(items) });
    this.unread ??= new Map();
    addAll(
      entryOf(this.unread, field, () => []),
      items,
    );
  }
  private emitUnknown(fields: Rest): void {
    this.emitMeta(keepUnknown(STYLE, {}, [["message", fields]]));
  }

  /** `logprobs`, filter results and unknown fields, when they are new. They go first, so that they travel with their text. */
  private emitFacts(wire: ChunkChoice, delta: Delta): void {
    if (isFactless(wire, delta)) return;
    const { content_filter_results: safety, ...unknown } = this.fresh(wire, delta);
    const logprobs = wire.logprobs ? withoutNulls(wire.logprobs) : undefined;
    this.emitMeta(compact({ logprobs, safety, extensions: hasMembers(unknown) ? { [STYLE]: unknown } : undefined }));
  }

  /** Filter results and unknown fields that are new, by their joined keys. */
  private fresh(wire: ChunkChoice, delta: Delta): JsonObject {
    const { extensions } = choiceExtensions(wire, chunkChoiceKeys, delta, this.host.styles);
    const stated = { ...extensions?.[STYLE], ...compact({ content_filter_results: something(wire.content_filter_results) }) };
    this.changed ??= new ChangedFields(STYLE);
    return this.changed.of({ [STYLE]: stated })?.[STYLE] ?? {};
  }

  /** Filters that judge an answer while it is sent give their verdict after its end, and it counts: `{"finish_reason": "content_filter"}` */
  private judge(wire: ChunkChoice, path: Path): void {
    const { report, styles } = this.host;
    const { reason } = this.ended;
    const verdict = decodeFinish(wire, reason === "tool-calls", path, styles, () => {});
    if (reason === verdict.reason) return;
    const at = [...path, "finish_reason"];
    if (verdict.reason === "content-filter") {
      const message = "The answer ended for another reason; that of the filter counts.";
      report(notice("conflict.resolved", at, message, { from: reason, to: verdict.reason }));
      this.end(verdict);
    } else if (isReason(wire.finish_reason)) report(otherReason(at, verdict.reason, reason));
  }

  private close(finish: Finish): void {
    const { explanation, plain } = this;
    this.held = undefined;
    this.finished = true;
    this.signText();
    if (!this.written) this.keep("annotations", this.early);
    for (const [field, items] of this.unread ?? []) this.emitUnknown({ [field]: unreadOf(items) });
    // Details hold no more than the texts; what stands between two runs of them is in the plain field alone.
    if (plain !== "" && plain !== this.read) this.emitUnknown({ reasoning_content: plain });
    this.closeParts();
    this.end(explanation === undefined ? finish : { ...finish, refusal: { explanation } });
  }
  private end(finish: Finish): void {
    this.ended = finish;
    this.host.emit({ type: "finish", choice: this.choice, finish });
  }

  /** In the order in which they started. */
  stopAll(parts: readonly (number | undefined)[]): void {
    for (const part of parts.filter((each) => each !== undefined).sort((a, b) => a - b)) this.partStop(part);
  }

  closeParts(): void {
    this.stopAll([this.open?.part, this.audio]);
    this.open = undefined;
    this.audio = undefined;
    this.calls?.close();
    this.calls = undefined;
  }
}
