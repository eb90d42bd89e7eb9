/**
 * One choice of a chat-completions stream, delta by delta. Text, thinking and refusal follow each other, calls and audio
 * may grow beside them; what a delta says is only told by which of its fields are there:
 *
 *     {"index": 0, "delta": {"reasoning_content": "Hm"}, "finish_reason": null}
 *     {"index": 0, "delta": {"content": "Hi"}, "finish_reason": null}
 *     {"index": 0, "delta": {}, "finish_reason": "stop"}
 */

import { compact } from "../../core/compact.js";
import type { Path } from "../../core/path.js";
import { ChangedFields } from "../../model/changed-fields.js";
import { keepUnknown, type Rest } from "../../model/extensions.js";
import type { Citation, Extensions, Finish, Json, Part, Signature } from "../../model/index.js";
import type { ChoiceDecoding } from "../../stream/decoder.js";
import { type AnswerImage, decodeImage, isPicture, isSaid, SIGNATURE } from "./assistant.js";
import { emptyCall, isEmptyCall } from "./calls.js";
import { decodeAnnotation } from "./citations.js";
import { isReason, nonEmpty, something, withoutNulls } from "./empty.js";
import { decodeFinish, isForeignRefusal } from "./finish.js";
import { contradicts } from "./reasoning.js";
import { readCallSignature } from "./signatures.js";
import { type CallsOwner, type ChoiceHost, ToolCalls } from "./stream-calls.js";
import { type OpenPart, openingAudio, readContent, type Speaker, type StreamedKind, type StreamedPart } from "./stream-content.js";
import { hasContent, isHollow } from "./stream-delta.js";
import { lateVerdict } from "./stream-late.js";
import { type HeldSignature, held } from "./stream-parts.js";
import type { PlainKind } from "./stream-plain.js";
import { type Kept, readThoughts, type Thinker, type Thought } from "./stream-reasoning.js";
import { unknownOf } from "./stream-unknown.js";
import type { Annotation, AnswerAudio, AnswerToolCall, ChunkChoice, Delta } from "./wire-answer.js";

const PLAIN: Thought = { key: undefined, summary: false, origin: "unknown" };
const NOTHING: Kept = {};
const UNTOLD: Finish = { reason: "other" };
/** What may come before the text in a message. */
const PRECEDES_TEXT: ReadonlySet<Part["type"]> = new Set(["thinking", "redacted-thinking", "text"]);

export class ChoiceDecoder implements ChoiceDecoding, CallsOwner, Thinker, Speaker {
  readonly choice: number;
  readonly host: ChoiceHost;
  finished = false;
  thoughts = 0;
  /** Open calls; none after the end. */
  calls: ToolCalls | undefined = undefined;
  private next = 0;
  /** The text-like part that deltas are added to. */
  private open: OpenPart | undefined = undefined;
  /** Number of the audio part, which grows until the end. */
  private audio: number | undefined = undefined;
  /** A reason that came with content, or before any. Some servers repeat it on every chunk, so it counts when nothing follows. */
  private held: Finish | undefined = undefined;
  /** The reason that was told. */
  private told: Finish = UNTOLD;
  /** The service's own word for the end, which may come before the end. */
  private native: string | undefined = undefined;
  /** Why another style's service refused, which stands where the model's own refusals do. */
  private explanation: string | undefined = undefined;
  /** Whether anything was said at all, by which a `message` that repeats the whole answer is known. */
  private spoken = false;
  /** Whether there is any visible text. */
  private written = false;
  /** The signature of the visible text, which is told when that text ends. */
  private textSignature: HeldSignature | undefined = undefined;
  /** The thoughts as their plain field tells them, and as they were read; where that field is written again. */
  private thoughtsTold = "";
  private thoughtsRead = "";
  /** Annotations that no citation can hold. */
  private unread: Annotation[] | undefined = undefined;
  /** Pictures that nobody can read; null holds the place of the others. */
  private images: (AnswerImage | null)[] | undefined = undefined;
  private news: ChangedFields | undefined = undefined;

  constructor(choice: number, host: ChoiceHost) {
    this.choice = choice;
    this.host = host;
  }

  push(wire: ChunkChoice, path: Path) {
    const { finish_reason: reason } = wire;
    // A server that sends no deltas sends the message; one that sends both repeats itself.
    const delta: Delta = wire.delta ?? (this.spoken ? {} : (wire.message ?? {}));
    const at = [...path, wire.delta ? "delta" : "message"];
    // Some servers repeat the fields of the last chunk with nothing in them.
    const speaks = hasContent(delta) && !((this.finished || this.held !== undefined) && isHollow(delta));
    if (this.finished) {
      if (speaks) this.host.protocol(at, "This comes after the choice has finished; it is left out.");
      const verdict = lateVerdict(wire, this.told, path, this.host);
      if (verdict !== undefined) this.end(verdict);
      return;
    }
    const ends = isReason(reason);
    if (speaks) this.held = undefined;
    else if (this.held !== undefined && !ends) return this.close(this.held);
    this.tell(wire, delta);
    if (nonEmpty(wire.native_finish_reason)) this.native = wire.native_finish_reason;
    if (nonEmpty(delta.refusal) && isForeignRefusal(wire.native_finish_reason, this.host.styles)) {
      this.explanation = (this.explanation ?? "") + delta.refusal;
      this.say({ ...delta, refusal: null }, at);
    } else if (speaks) this.say(delta, at);
    this.spoken ||= speaks;
    if (!ends) return;
    const words = { ...wire, native_finish_reason: this.native };
    const told = decodeFinish(words, this.calls !== undefined, path, this.host);
    if (speaks || !this.spoken) this.held = told;
    else this.close(told);
  }

  /** The same for a delta of one field, which is not empty, and nothing beside it, in the only choice of an event. */
  grow(kind: PlainKind, text: string, call: number, event: number): void {
    this.held = undefined;
    this.spoken = true;
    if (kind === "thinking") this.readReasoning(text);
    if (kind !== "arguments") this.speak(kind, text);
    else if (this.calls?.grow(call, text) !== true)
      this.takeCall({ index: call, function: { arguments: text } }, [event, "choices", 0, "delta", "tool_calls", 0]);
  }

  /** The stream is over: the finish that was held back, if there is one, goes out. */
  settle(): void {
    if (this.held !== undefined && !this.finished) this.close(this.held);
  }

  /** Ends without a reason of the wire. */
  guess(): void {
    this.close({ reason: this.explanation ? "refusal" : this.calls !== undefined ? "tool-calls" : "stop" });
  }
  abandon(): void {
    if (this.finished) return;
    this.finished = true;
    this.closeParts();
  }

  takePart(): number {
    return this.next++;
  }
  private begin(head: Part): number {
    if (!PRECEDES_TEXT.has(head.type)) this.signNothing();
    this.calls?.settle();
    const part = this.takePart();
    if (head.type === "thinking" || head.type === "redacted-thinking") this.thoughts++;
    this.host.emit({ type: "part-start", choice: this.choice, part, head });
    return part;
  }
  complete(head: Part): void {
    this.closeText();
    this.host.emit({ type: "part-stop", choice: this.choice, part: this.begin(head) });
  }
  private closeText(): void {
    if (this.open === undefined) return;
    if (this.open.kind === "text") this.signText();
    this.host.emit({ type: "part-stop", choice: this.choice, part: this.open.part });
    this.open = undefined;
  }

  /** The open part of that kind, after closing another. */
  private streamed(kind: StreamedKind, { key, summary, origin }: Thought, kept: Kept): OpenPart {
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
    this.closeText();
    const head = { type: kind, text: "", ...(summary ? { summary } : {}), ...kept };
    this.open = { part: this.begin(head), kind, summary, kept, key, origin, signed: false };
    return this.open;
  }
  speak(kind: StreamedKind, text: string, thought = PLAIN, kept = NOTHING): Kept {
    if (text === "") return NOTHING;
    const { part, kept: known } = this.streamed(kind, thought, kept);
    this.written ||= kind === "text";
    if (kind === "thinking" && this.host.own) this.thoughtsRead += text;
    this.host.emit({ type: "part-delta", choice: this.choice, part, delta: { kind, text } });
    return known;
  }
  speakOf({ type, text, cacheControl, extensions }: StreamedPart): void {
    const kept = compact({ cacheControl, extensions });
    if (JSON.stringify(this.open?.kept) !== JSON.stringify(kept)) this.closeText();
    if (Object.keys(kept).length > 0) this.streamed(type, PLAIN, kept);
    this.speak(type, text);
  }
  think(text: string, thought?: Thought, kept?: Kept): Kept {
    return this.speak("thinking", text, thought, kept);
  }
  sign(kind: StreamedKind, { value, origin }: Signature, thought = PLAIN, kept = NOTHING): Kept {
    const target = this.streamed(kind, thought, kept);
    const delta = { kind: "signature", value, origin: origin === "unknown" ? target.origin : origin } as const;
    this.host.emit({ type: "part-delta", choice: this.choice, part: target.part, delta });
    target.signed = true;
    return target.kept;
  }

  /** On the text that is open, or on one that says nothing. */
  private signText(): void {
    const { textSignature } = this;
    this.textSignature = undefined;
    if (textSignature !== undefined) this.sign("text", textSignature.signature);
  }
  /** What comes now stands after the text: without a text it is nothing that was signed. */
  private signNothing(): void {
    if (this.written || this.textSignature === undefined) return;
    this.signText();
    this.closeText();
  }
  /** What a delta says, in the order in which a message has it. */
  private say(delta: Delta, path: Path): void {
    this.readReasoning(delta.reasoning_content);
    readThoughts(delta, path, this, this.host.report);
    readContent(delta.content, path, this, this.host.report);
    if (nonEmpty(delta.refusal)) this.speak("refusal", delta.refusal);
    if (delta.annotations) this.annotate(delta.annotations);
    const signature = readCallSignature(delta.extra_content);
    if (signature !== undefined && signature.value !== this.textSignature?.signature.value)
      this.textSignature = held(this.textSignature, signature, [...path, ...SIGNATURE], this.host.report);
    if (delta.images) this.show(delta.images);
    if (delta.audio) this.hear(delta.audio);
    for (const [index, piece] of (delta.tool_calls ?? []).entries()) this.takeCall(piece, [...path, "tool_calls", index]);
    if (delta.function_call && isSaid(delta.function_call))
      this.takeCall({ index: 0, function: delta.function_call }, [...path, "function_call"]);
  }
  private takeCall(piece: AnswerToolCall, path: Path): void {
    if (this.calls?.begins(piece) !== false) {
      if (isEmptyCall(piece)) {
        this.host.report(emptyCall(path));
        return;
      }
      this.closeText();
      this.signNothing();
    }
    this.calls ??= new ToolCalls(this);
    this.calls.push(piece, path);
  }
  private hear(audio: AnswerAudio): void {
    this.audio ??= this.begin(openingAudio(audio));
    const { data, transcript, expires_at } = audio;
    if (!nonEmpty(data) && !nonEmpty(transcript) && (expires_at ?? undefined) === undefined) return;
    this.host.emit({
      type: "part-delta",
      choice: this.choice,
      part: this.audio,
      delta: compact({
        kind: "audio" as const,
        data: data ?? undefined,
        transcript: transcript ?? undefined,
        expiresAt: expires_at ?? undefined,
      }),
    });
  }

  /** `{"images": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO"}}]}` */
  private show(images: readonly AnswerImage[]): void {
    const unread = images.map((image) => (isPicture(image) ? null : image));
    for (const image of images) if (isPicture(image)) this.complete(decodeImage(image));
    this.images = this.kept(this.images, unread);
    if (!this.host.own && unread.some((image) => image !== null)) this.keep(["message"], { images: unread });
  }
  /** All of them, for whoever writes them again: a field that is said again replaces the one before, so they are told at the end. */
  private kept<Item>(list: Item[] | undefined, items: readonly Item[]): Item[] | undefined {
    if (!this.host.own) return undefined;
    const all = list ?? [];
    for (const item of items) all.push(item);
    return all;
  }

  /** `{"annotations": [{"type": "url_citation", "url_citation": {"url": "https://a", "start_index": 0, …}}]}` */
  private annotate(annotations: readonly Annotation[]): void {
    const { choice, host, open } = this;
    const late: Citation[] = [];
    const unread: Annotation[] = [];
    for (const annotation of annotations) {
      const citation = this.written ? decodeAnnotation(annotation) : undefined;
      if (citation === undefined) unread.push(annotation);
      else if (open?.kind === "text") host.emit({ type: "part-delta", choice, part: open.part, delta: { kind: "citation", citation } });
      else late.push(citation);
    }
    if (late.length > 0) host.emit({ type: "choice-meta", choice, citations: late });
    if (unread.length === 0) return;
    this.unread = this.kept(this.unread, unread);
    if (!host.own) this.keep(["message"], { annotations: unread });
  }
  private keep(keys: readonly string[], fields: Rest): void {
    this.host.emit({ type: "choice-meta", choice: this.choice, ...keepUnknown("chat-completions", {}, [[keys, fields]]) });
  }

  /** `logprobs`, filter results and unknown fields, when they are new. They go first, so that they travel with their text. */
  private tell(wire: ChunkChoice, delta: Delta): void {
    const extensions = this.newsOf(unknownOf(wire, delta, this.host.styles));
    const logprobs = withoutNulls(wire.logprobs);
    const results = something(wire.content_filter_results);
    const safety = results === undefined ? undefined : this.filters(results);
    if (extensions === undefined && logprobs === undefined && safety === undefined) return;
    this.host.emit({ type: "choice-meta", choice: this.choice, ...compact({ logprobs, safety, extensions }) });
  }

  /** Filter results, when they differ from the last ones. */
  private filters(results: NonNullable<ChunkChoice["content_filter_results"]>): Json | undefined {
    return this.newsOf({ "chat-completions": { content_filter_results: results } })?.["chat-completions"]?.content_filter_results;
  }
  private newsOf(unknown: Extensions | undefined): Extensions | undefined {
    if (unknown === undefined) return undefined;
    this.news ??= new ChangedFields("chat-completions");
    return this.news.of(unknown);
  }

  /** Details hold no more than the texts; what stands between two runs of them is said by the plain field alone. */
  private readReasoning(text: string | null | undefined): void {
    if (this.host.own && nonEmpty(text)) this.thoughtsTold += text;
  }
  private keepRest(): void {
    const { thoughtsTold, unread, images } = this;
    if (unread !== undefined) this.keep(["message"], { annotations: unread });
    if (images?.some((image) => image !== null)) this.keep(["message"], { images });
    if (thoughtsTold !== "" && thoughtsTold !== this.thoughtsRead) this.keep(["message"], { reasoning_content: thoughtsTold });
  }
  private close(finish: Finish): void {
    this.held = undefined;
    this.finished = true;
    this.signText();
    this.keepRest();
    this.closeParts();
    const { explanation } = this;
    this.end(explanation === undefined ? finish : { ...finish, refusal: { explanation } });
  }
  private end(finish: Finish): void {
    this.told = finish;
    this.host.emit({ type: "finish", choice: this.choice, finish });
  }
  private closeParts(): void {
    const parts = [this.open?.part, this.audio].filter((part) => part !== undefined).sort((a, b) => a - b);
    for (const part of parts) this.host.emit({ type: "part-stop", choice: this.choice, part });
    this.open = undefined;
    this.audio = undefined;
    this.calls?.close();
    this.calls = undefined;
  }
}
