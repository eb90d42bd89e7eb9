/**
 * A message of the assistant, written: its parts become the fields of a message. Their order among each other is lost where it
 * is not the one that reading the message gives back. Streams write each part with the same functions.
 */

import { addAll } from "../../core/collections.js";
import { approximated, equivalent, type Issue, type Path, type Report } from "../../core/issue.js";
import { compact, isJsonObject, type Json } from "../../core/json.js";
import { withoutNulls } from "../../core/lenient-parse.js";
import type { Trace } from "../../core/trace.js";
import type { MediaResolution, MediaSource } from "../../model/common.js";
import { dropFields, restoreUnknown } from "../../model/extensions.js";
import { type CallIds, hash24 } from "../../model/ids.js";
import type { AudioPart, ImagePart, Part, TextPart } from "../../model/index.js";
import { joinedBase64 } from "../../model/media.js";
import { ONE_TEXT, type Whole } from "../../model/turns.js";
import type { EncodeOptions } from "../options.js";
import { citedBy, type EncodeScope } from "../shared/codec.js";
import { type Carrier, DEFAULT_CARRIERS, encodeCall, encodeExtraContent, extraSignature } from "./calls.js";
import { encodeCitations } from "./citations.js";
import { encodeCode, encodeContent, encodeImageUrl, lose, reportType, written } from "./parts.js";
import type { ReasoningPart } from "./reasoning.js";
import { carried, encodeDetail, encodeThought, isReasoning, keepsThought, leftOutThought, type Placed } from "./reasoning-encoder.js";
import { type ContentPart, type ReasoningDetail, STYLE, type ToolCall } from "./wire.js";
import type { Annotation } from "./wire-answer.js";

export { ONE_TEXT };

/** What the encoders of parts need to know of the document that they write. */
export interface PartTarget extends Pick<EncodeScope, "own" | "profile" | "dialect" | "options" | "trace"> {
  readonly answer: boolean;
  /** Those of a request. */
  readonly ids?: CallIds;
  /**
   * Which signatures are written: all in an answer and in the own style; in another style's request only those that
   * travelled in its fields, for the client has them from an answer of this service; those whose vendor is known, for a service that
   * names it beside each; none for the vendor itself.
   */
  readonly signatures: "all" | "known" | "travelled" | "none";
  /** Which thoughts are written: all of them, those whose signature is, their texts among the content, or none. */
  readonly thoughts: "all" | "signed" | "blocks" | "none";
  readonly carriers: readonly Carrier[];
  /** The name of a tool as the target takes it; a change is reported at the path. */
  readonly rename: (name: string, path: Path) => string;
  /** What ids of recordings are made from. */
  readonly seed: string;
  /** Asked for the whole request; an image without a detail of its own gets it. */
  readonly mediaResolution?: MediaResolution | undefined;
  readonly report: Report;
}

/** @param seed what ids of recordings are made from */
export function answerTarget(options: EncodeOptions, seed: string, trace: Trace, report: Report): PartTarget {
  const { from = STYLE, reasoningCarriers: carriers = DEFAULT_CARRIERS } = options;
  // Clients take what a gateway takes.
  return {
    own: from === STYLE,
    profile: "gateway",
    dialect: NO_DIALECT,
    options,
    answer: true,
    signatures: "all",
    thoughts: "all",
    carriers,
    rename: declared,
    seed,
    trace,
    report,
  };
}

const NO_DIALECT = {};

/** In an answer tools have the names that the client declared. */
const declared: PartTarget["rename"] = (name) => name;

/** Facts about a choice of another style's service, which have no place. */
export const LOST_FACTS = { safety: "info" } as const;

export function encodeLogprobs(logprobs: Json | undefined) {
  return (isJsonObject(logprobs) ? withoutNulls(logprobs) : undefined) ?? null;
}

const DETAIL_FIELDS = { summary: ["text"] } as const;

/** The kinds of parts as they stand when the message is read again, behind the thoughts. */
const ORDER: readonly Part["type"][] = ["text", "refusal", "image", "audio", "tool-call"];

/** The parts of a message or choice with their paths. */
export function placed(parts: readonly Part[], path: Path): readonly Placed[] {
  return parts.map((part, index) => ({ part, path: [...path, "parts", index] }));
}

/** @param path that of the message or choice in the canonical value written */
export function encodeAssistant(parts: readonly Placed[], path: Path, target: PartTarget) {
  const draft = new Draft(target);
  for (const each of parts) draft.add(each.part, each.path);
  return draft.message(path);
}

type Recording = { readonly id: string; readonly data?: string; readonly transcript?: string; readonly expires_at?: number };

class Draft {
  private readonly details: ReasoningDetail[] = [];
  /** The text of each run of thoughts. */
  private readonly runs: string[] = [];
  private readonly texts: Placed<TextPart>[] = [];
  /** Text and opaque blocks in order, for content that a string cannot hold. */
  private readonly blocks: ContentPart[] = [];
  private readonly annotations: Annotation[] = [];
  private readonly images: Picture[] = [];
  private readonly calls: ToolCall[] = [];
  declare private refusal: string | undefined;
  declare private audio: Recording | undefined;
  private readonly sounds: Sound[] = [];
  /** UTF-16 units of visible text so far. */
  private offset = 0;
  private needsBlocks = false;
  /** Where what is written stands when it is read again, in the order of the parts. */
  private readonly ranks: number[] = [];
  /** Whether the last part was a thought that is kept. */
  private thinks = false;

  constructor(private readonly target: PartTarget) {}

  add(part: Part, path: Path) {
    const thinks = isReasoning(part);
    if (thinks && !keepsThought(part, this.target)) return this.target.report(leftOutThought(part, path, this.target.profile));
    if (thinks) this.rank(part);
    if (thinks && this.target.thoughts === "blocks") this.addBlocks(part, path);
    else if (thinks) this.addThought(part, path);
    else this.addSpoken(part, path);
    this.thinks = thinks;
  }

  private rank({ type }: Part): void {
    this.ranks.push(ORDER.indexOf(type));
  }

  message(path: Path) {
    const { report, answer } = this.target;
    const { runs, details, texts, calls, refusal, images, audio, sounds, annotations, needsBlocks, blocks, ranks } = this;
    if (ranks.some((rank, index) => rank < (ranks[index - 1] ?? rank)))
      report(approximated("approximated.reordered", [...path, "parts"], "The order of parts here is thoughts, text, calls."));
    // Where texts met cannot be read back, and every part after them moves up.
    if (!needsBlocks && texts.filter(isTold).length > 1) report(equivalent([...path, "parts"], ONE_TEXT));
    const mayBeNull = calls.length > 0 || refusal !== undefined || (audio !== undefined && !answer);
    const text = texts.length === 0 && mayBeNull ? null : texts.map(({ part }) => part.text).join("");
    return compact({
      content: needsBlocks ? blocks : text,
      refusal,
      annotations,
      tool_calls: calls.length === 0 ? undefined : calls,
      audio: audio && sounds.length > 1 ? { ...audio, data: joinedBase64(sounds.map(({ data }) => data).join("")) } : audio,
      images: images.length === 0 ? undefined : images,
      ...this.textSignature(),
      // Most messages have no thoughts.
      ...(runs.length === 0 ? {} : carried(runs.filter((thought) => thought !== "").join("\n\n") || undefined, details, this.target)),
    });
  }

  private addThought(part: ReasoningPart, path: Path): void {
    const { details, runs, target } = this;
    const detail = encodeDetail(part, details.length, path, target);
    if (detail !== undefined) details.push(target.trace.mark(detail, path, DETAIL_FIELDS));
    const before = this.thinks ? (runs.pop() ?? "") : "";
    runs.push(part.type === "thinking" ? before + part.text : before);
  }

  private addSpoken(part: Part, path: Path) {
    const { target } = this;
    const { options, report } = target;
    switch (part.type) {
      case "text":
        return this.addText(part, path);
      case "refusal":
        this.rank(part);
        // What stands beside the words of a refusal has its place in a block alone.
        if (part.cacheControl !== undefined || part.extensions?.[STYLE] !== undefined) return this.addBlocks(part, path);
        dropFields(part, {}, path, STYLE, report);
        this.refusal = (this.refusal ?? "") + part.text;
        return;
      case "tool-call":
        this.rank(part);
        this.calls.push(encodeCall(part, path, target));
        return;
      case "image": {
        const pictures = encodePicture(part, path, target);
        if (pictures.length > 0) this.rank(part);
        return addAll(this.images, pictures);
      }
      case "audio":
        return this.addAudio(part, path);
      case "opaque":
        return this.addBlocks(part, path);
      case "code-call":
      case "code-result":
        if (options.codeParts === "text") return this.addText({ type: "text", text: encodeCode(part, path, report) }, path);
        break;
      default:
        break;
    }
    lose(part, path, target);
  }

  private addAudio(part: AudioPart, path: Path): void {
    const { audio, sounds, target } = this;
    const { source } = part;
    const isFirst = audio === undefined;
    if (isFirst) this.audio = encodeRecording(part, path, target);
    else if (goesOn(sounds[0], source)) {
      dropMarks(part, path, target);
      target.report(oneRecording(path));
    } else lose(part, path, target);
    if (this.audio !== audio) this.rank(part);
    if (target.answer && source.kind === "base64" && (isFirst || goesOn(sounds[0], source))) sounds.push(source);
  }

  /** What a string cannot hold stands in a list of blocks, and the texts beside it as well. */
  private addBlocks(part: Part, path: Path): void {
    const blocks = isReasoning(part) ? encodeThought(part, path, this.target) : encodeContent(part, path, this.target);
    this.needsBlocks ||= blocks.length > 0;
    addAll(this.blocks, blocks);
  }

  private addText(part: TextPart, path: Path): void {
    const { target, offset } = this;
    if (isTold({ part, path })) this.rank(part);
    this.texts.push({ part, path });
    this.offset += part.text.length;
    if (target.answer)
      addAll(this.annotations, encodeCitations(citedBy(part.citations, path), { start: offset, end: this.offset }, target));
    const block = encodeText(part, path, target);
    this.needsBlocks ||= isMarked(block);
    this.blocks.push(block);
  }

  /** The signature of the last text stands beside the whole message. */
  private textSignature() {
    const { profile, report } = this.target;
    const last = this.texts.findLast(isTold);
    for (const { part, path } of this.texts)
      if (part.signature !== undefined && part !== last?.part) report(extraSignature([...path, "signature"], part.signature));
    const target = profile === "vendor" ? Object.assign({}, this.target, { signatures: "none" } as const) : this.target;
    return last === undefined ? {} : encodeExtraContent(last.part.signature, "x", last.path, target);
  }
}

function isTold({ part }: Placed<TextPart>): boolean {
  return part.text !== "" || part.signature !== undefined;
}

/** A text as a block of content. Its citations and its signature stand beside the message. */
export function encodeText(part: TextPart, path: Path, target: PartTarget): ContentPart {
  return written({ type: "text", text: part.text }, part, path, target, target.answer ? {} : { citations: "info" });
}

/** Whether a text has more fields than a string holds. */
export function isMarked(block: ContentPart): boolean {
  return Object.keys(block).length > 2;
}

/** What the assistant made is not marked for caching, and only text and calls are signed. */
function dropMarks(part: Part, path: Path, { report }: PartTarget): void {
  dropFields(part, { detail: "info", cacheControl: "info" }, path, STYLE, report);
  if (part.signature !== undefined) report(extraSignature([...path, "signature"], part.signature));
}

type Picture = { type: "image_url"; image_url: { url: string } };

/** `{"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO"}}` */
export function encodePicture(part: ImagePart, path: Path, target: PartTarget): Picture[] {
  part satisfies Whole<"image", "source" | "detail">;
  const { source, extensions } = part;
  const url = target.profile === "gateway" ? encodeImageUrl(source, target.own) : undefined;
  if (url === undefined) return lose(part, path, target);
  if (source.kind === "url") reportType(source, path, target.report);
  dropMarks(part, path, target);
  return [restoreUnknown<Picture>({ type: "image_url", image_url: { url } }, extensions, STYLE)];
}

/** In an answer with its data; the history names a recording by its id alone. */
function encodeRecording(part: AudioPart, path: Path, target: PartTarget): Recording | undefined {
  part satisfies Whole<"audio", "source" | "id" | "transcript" | "expiresAt">;
  const { source, id, transcript, expiresAt, extensions } = part;
  const { answer, report } = target;
  const named = source.kind === "file-id" && source.style === STYLE ? source.fileId : answer ? undefined : id;
  const data = source.kind === "base64" ? source.data : undefined;
  if (named === undefined && !(answer && data !== undefined)) return void lose(part, path, target);
  dropMarks(part, path, target);
  const beside = answer ? { transcript, expires_at: expiresAt } : {};
  if (named !== undefined) return restoreUnknown<Recording>(compact({ id: named, ...beside }), extensions, STYLE);
  if (id === undefined || expiresAt === undefined) report(madeRecording(path));
  const made = { id: id ?? madeRecordingId(target), data, transcript: transcript ?? "", expires_at: expiresAt ?? 0 };
  return restoreUnknown<Recording>(compact(made), extensions, STYLE);
}

type Sound = Extract<MediaSource, { readonly kind: "base64" }>;

/** Whether a sound goes on where that before it ended: services send long ones in pieces. Files with a header of their own do not. */
export function goesOn(before: Sound | undefined, source: MediaSource): boolean {
  return source.kind === "base64" && source.mimeType === before?.mimeType && /^audio\/(l16|pcm)\b/i.test(source.mimeType);
}

export function oneRecording(path: Path): Issue {
  return approximated("approximated.merged", path, "A message has one recording, which this one continues.");
}

export function madeRecording(path: Path): Issue {
  const message = "A recording has an id, a transcript and an end; what was missing was made up.";
  return approximated("approximated.media", path, message);
}

export function madeRecordingId({ seed }: PartTarget): string {
  return `audio_${hash24(seed)}`;
}
