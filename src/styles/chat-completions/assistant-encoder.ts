/**
 * Flattens the parts of an assistant turn into the fields of a message. Their order among each other is lost where it is
 * not the one that reading the message gives back.
 */

import { addAll } from "../../core/collections.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { CacheControl } from "../../model/common.js";
import { dropFields, dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { hash24 } from "../../model/ids.js";
import type { AudioPart, ImagePart, Part, Signature, TextPart } from "../../model/index.js";
import { takesCacheControl } from "./cache.js";
import { type CallTarget, encodeCall } from "./calls.js";
import { encodeCitation } from "./citations.js";
import { type ContentTarget, encodeCode, encodeContent, encodeImageUrl, isOwn, written } from "./parts.js";
import type { ReasoningPart } from "./reasoning.js";
import { encodeReasoning, isOpaqueDetail, keepsThought, leftOutThought, type Placed } from "./reasoning-encoder.js";
import { encodeExtraContent, type ReasoningTarget } from "./signatures.js";
import type { ContentPart, ToolCall } from "./wire.js";
import type { Annotation } from "./wire-answer.js";

const STYLE = "chat-completions";

export interface AssistantTarget extends ReasoningTarget, CallTarget, ContentTarget {
  /** That of the service; clients take what a gateway takes. */
  readonly profile: "gateway" | "vendor";
  readonly answer: boolean;
  /** What ids of recordings are made from. */
  readonly seed: string;
}

/** Where a kind of part stands when the message is read again. */
const RANKS: Readonly<Partial<Record<Part["type"], number>>> = {
  thinking: 0,
  "redacted-thinking": 0,
  text: 1,
  refusal: 2,
  image: 3,
  audio: 4,
  "tool-call": 5,
};

type Recording = { readonly id: string; readonly data?: string; readonly transcript?: string; readonly expires_at?: number };

interface Draft {
  readonly runs: Placed<ReasoningPart>[][];
  readonly texts: Placed<TextPart>[];
  /** Text and opaque blocks in order, for content that a string cannot hold. */
  readonly blocks: ContentPart[];
  readonly annotations: Annotation[];
  readonly refusals: string[];
  readonly images: { type: "image_url"; image_url: { url: string } }[];
  readonly calls: ToolCall[];
  audio: Recording | undefined;
  /** UTF-16 units of visible text so far. */
  offset: number;
  needsBlocks: boolean;
}

/** @param path that of the message or choice in the canonical value written */
export function encodeAssistant(parts: readonly Part[], path: Path, target: AssistantTarget) {
  const { report } = target;
  const lists = { runs: [], texts: [], blocks: [], annotations: [], refusals: [], images: [], calls: [] };
  const draft: Draft = Object.assign(lists, { audio: undefined, offset: 0, needsBlocks: false });
  let rank = 0;
  let moved = false;
  let run: Placed<ReasoningPart>[] | undefined;
  parts.forEach((part, index) => {
    const at = [...path, "parts", index];
    const thinking = isReasoning(part);
    if (thinking && !keepsThought(part, target)) {
      report(leftOutThought(part, at, target.profile));
      return;
    }
    const own = (thinking ? 0 : RANKS[part.type]) ?? rank;
    moved ||= own < rank;
    rank = Math.max(rank, own);
    if (!thinking) {
      run = undefined;
      add(draft, part, at, target);
    } else if (run === undefined) {
      run = [{ part, path: at }];
      draft.runs.push(run);
    } else run.push({ part, path: at });
  });
  if (moved) {
    const message = "A chat-completions message has one place for each kind of part: thoughts stand before text, text before calls.";
    report(approximated("approximated.reordered", [...path, "parts"], message));
  }
  const { texts, calls, refusals, images, audio, annotations } = draft;
  // Text parts become one string; where they met cannot be read back, and every part after them moves up.
  if (!draft.needsBlocks && texts.filter(isSaid).length > 1)
    report(
      equivalent([...path, "parts"], "The texts of an assistant message are one string in chat-completions; read back, they are one part."),
    );
  const silent = calls.length > 0 || refusals.length > 0 || (audio !== undefined && !target.answer);
  const text = texts.length === 0 && silent ? null : texts.map(({ part }) => part.text).join("");
  return compact({
    content: draft.needsBlocks ? draft.blocks : text,
    refusal: refusals.length === 0 ? undefined : refusals.join(""),
    annotations,
    tool_calls: calls.length === 0 ? undefined : calls,
    audio,
    images: images.length === 0 ? undefined : images,
    extra_content: encodeTextSignature(texts, target),
    ...encodeReasoning(draft.runs, target),
  });
}

function isReasoning(part: Part): part is ReasoningPart {
  return part.type === "thinking" || part.type === "redacted-thinking" || isOpaqueDetail(part);
}

function isSaid({ part }: Placed<TextPart>): boolean {
  return part.text !== "" || part.signature !== undefined;
}

function add(draft: Draft, part: Part, path: Path, target: AssistantTarget) {
  const { answer, report } = target;
  switch (part.type) {
    case "text":
      return addText(draft, part, path, target);
    case "refusal":
      // What stands beside the words of a refusal has its place in a block alone.
      if (part.cacheControl !== undefined || part.extensions?.[STYLE] !== undefined) return addBlocks(draft, part, path, target);
      dropUnknown(part.extensions, STYLE, path, report);
      draft.refusals.push(part.text);
      return;
    case "tool-call":
      draft.calls.push(encodeCall(part, path, target, target.trace, report));
      return;
    case "image":
      return addImage(draft, part, path, target);
    case "audio":
      return addAudio(draft, part, path, target);
    case "opaque":
      return addBlocks(draft, part, path, target);
    case "code-call":
    case "code-result":
      if (target.codeParts === "text") return addText(draft, { type: "text", text: encodeCode(part, path, report) }, path, target);
      break;
    default:
      break;
  }
  const severity = answer && part.type.startsWith("server-tool") ? "info" : "warning";
  report(
    dropped("dropped.part", path, `An assistant message of chat-completions has no ${part.type} part; it was left out.`, { severity }),
  );
}

/** What a string cannot hold stands in a list of blocks, and the texts beside it as well. */
function addBlocks(draft: Draft, part: Part, path: Path, target: AssistantTarget): void {
  const blocks = encodeContent(part, path, target);
  draft.needsBlocks ||= blocks.length > 0;
  addAll(draft.blocks, blocks);
}

function addText(draft: Draft, part: TextPart, path: Path, target: AssistantTarget): void {
  const { text, citations, cacheControl, extensions } = part;
  const { answer, from, report } = target;
  // Only a server of this style marks the text of its answer.
  const marks = !answer || isOwn(from);
  draft.texts.push({ part, path });
  const span = { start: draft.offset, end: draft.offset + text.length };
  draft.offset = span.end;
  if (answer)
    citations?.forEach((citation, index) => {
      const annotation = encodeCitation(citation, span, [...path, "citations", index], compact({ from }), report);
      if (annotation !== undefined) draft.annotations.push(annotation);
    });
  if (!marks) loseMarker(cacheControl, path, report);
  draft.needsBlocks ||=
    (marks && cacheControl !== undefined && (target.profile === "vendor" || takesCacheControl(target))) ||
    extensions?.[STYLE] !== undefined;
  // The signature of a text stands beside the whole message, and citations of an answer are annotations.
  const shown = marks || cacheControl === undefined ? part : compact({ citations, extensions });
  addAll(draft.blocks, written({ type: "text", text }, shown, path, target, answer ? {} : CITED));
}

const CITED = { citations: "info" } as const;

function encodeTextSignature(texts: readonly Placed<TextPart>[], target: AssistantTarget) {
  const last = texts.findLast(isSaid);
  for (const { part, path } of texts)
    if (part.signature !== undefined && (part !== last?.part || target.profile === "vendor"))
      loseSignature(part.signature, path, target.report);
  if (last === undefined || target.profile === "vendor") return undefined;
  return encodeExtraContent(last.part.signature, "x", last.path, target, target.report);
}

function loseSignature({ origin }: Signature, path: Path, report: (issue: Issue) => void): void {
  const message = "A chat-completions message carries the signature of its last text only; this one was left out.";
  report(notice("unportable.signature", [...path, "signature"], message, { severity: "warning", from: origin }));
}

function addImage(draft: Draft, part: ImagePart, path: Path, target: AssistantTarget) {
  const { source, extensions } = part;
  const url = target.profile === "gateway" ? encodeImageUrl(source, isOwn(target.from)) : undefined;
  if (url === undefined)
    return target.report(dropped("dropped.part", path, "An assistant message has no place for this image; it was left out."));
  dropFields(part, { detail: "info" }, path, STYLE, target.report);
  loseMarks(part, path, target.report);
  draft.images.push(restoreUnknown({ type: "image_url" as const, image_url: { url } }, extensions, STYLE));
}

function addAudio(draft: Draft, part: AudioPart, path: Path, target: AssistantTarget) {
  const recording = draft.audio === undefined ? recordingOf(part, path, target) : undefined;
  if (recording === undefined)
    return target.report(dropped("dropped.part", path, "An assistant message has no place for this sound; it was left out."));
  dropUnknown(part.extensions, STYLE, path, target.report);
  loseMarks(part, path, target.report);
  draft.audio = restoreUnknown(recording, part.extensions, STYLE);
}

function recordingOf(part: AudioPart, path: Path, target: AssistantTarget): Recording | undefined {
  const { type: _type, source, id, transcript, expiresAt, cacheControl: _marker, signature: _proof, extensions: _extras, ...rest } = part;
  rest satisfies NothingLeft;
  const named = source.kind === "file-id" && source.style === STYLE ? source.fileId : undefined;
  // The history names a recording by its id alone.
  const known = named ?? id;
  if (!target.answer) return known === undefined ? undefined : { id: known };
  if (named !== undefined) return compact({ id: named, transcript, expires_at: expiresAt });
  if (source.kind !== "base64") return undefined;
  if (id === undefined || expiresAt === undefined) {
    const message = "A recording of chat-completions has an id, a transcript and an end of life; what was missing is made up or empty.";
    target.report(approximated("approximated.media", path, message));
  }
  return { id: id ?? `audio_${hash24(target.seed)}`, data: source.data, transcript: transcript ?? "", expires_at: expiresAt ?? 0 };
}

export function loseMarker(cacheControl: CacheControl | undefined, path: Path, report: (issue: Issue) => void): void {
  dropFields(compact({ cacheControl }), { cacheControl: "info" }, path, STYLE, report);
}

/** What the assistant made is not marked for caching here, and only text and calls are signed. */
export function loseMarks(
  { cacheControl, signature }: Pick<Part, "cacheControl" | "signature">,
  path: Path,
  report: (issue: Issue) => void,
): void {
  loseMarker(cacheControl, path, report);
  if (signature !== undefined) loseSignature(signature, path, report);
}
