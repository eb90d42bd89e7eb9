/**
 * Flattens the parts of an assistant turn into the fields of a message. Their order among each other is lost where it is
 * not the one that reading the message gives back.
 */

import { addAll } from "../../core/add-all.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { hash24 } from "../../core/hash.js";
import { approximated, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { CacheControl, Profile, StyleName } from "../../model/common.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { AudioPart, ImagePart, Part, RefusalPart, Signature, TextPart } from "../../model/index.js";
import { takesCacheControl } from "./cache.js";
import { type CallTarget, encodeCall } from "./calls.js";
import { encodeCitation } from "./citations.js";
import { isOwn } from "./parts.js";
import { type ContentTarget, encodeCode, encodeContent, encodeImageUrl } from "./parts-encoder.js";
import type { ReasoningPart } from "./reasoning.js";
import { encodeReasoning, isOpaqueDetail, keepsThought, leftOutThought, type Placed } from "./reasoning-encoder.js";
import { encodeExtraContent, type ReasoningTarget } from "./signatures.js";
import type { ContentPart, ToolCall } from "./wire.js";
import type { Annotation } from "./wire-answer.js";

export interface AssistantTarget extends ReasoningTarget, CallTarget {
  readonly from: StyleName | undefined;
  readonly profile: Profile;
  readonly answer: boolean;
  readonly codeParts: "drop" | "text";
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

export interface EncodedAssistant {
  readonly content: string | ContentPart[] | null;
  readonly refusal?: string;
  readonly annotations: Annotation[];
  readonly tool_calls?: ToolCall[];
  readonly audio?: Recording;
  readonly images?: Draft["images"];
  readonly extra_content?: { google: { thought_signature: string } };
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly reasoning_details?: NonNullable<ReturnType<typeof encodeReasoning>["reasoning_details"]>;
}

/** @param path that of the message or choice in the canonical value written */
export function encodeAssistant(
  parts: readonly Part[],
  path: Path,
  target: AssistantTarget,
  trace: Trace,
  report: (issue: Issue) => void,
): EncodedAssistant {
  const draft: Draft = {
    runs: [],
    texts: [],
    blocks: [],
    annotations: [],
    refusals: [],
    images: [],
    calls: [],
    audio: undefined,
    offset: 0,
    needsBlocks: false,
  };
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
      add(draft, part, at, target, trace, report);
    } else if (run === undefined) {
      run = [{ part, path: at }];
      draft.runs.push(run);
    } else run.push({ part, path: at });
  });
  if (moved)
    report(
      approximated(
        "approximated.reordered",
        [...path, "parts"],
        "A chat-completions message has one place for each kind of part: thoughts stand before text, text before calls.",
      ),
    );
  const blocks = draft.needsBlocks ? draft.blocks : undefined;
  const text = draft.texts.map(({ part }) => part.text).join("");
  if (blocks === undefined) reportJoins(draft.texts, path, report);
  const silent = draft.calls.length > 0 || draft.refusals.length > 0 || (draft.audio !== undefined && !target.answer);
  return compact({
    content: blocks ?? (draft.texts.length === 0 && silent ? null : text),
    refusal: draft.refusals.length === 0 ? undefined : draft.refusals.join(""),
    annotations: draft.annotations,
    tool_calls: draft.calls.length === 0 ? undefined : draft.calls,
    audio: draft.audio,
    images: draft.images.length === 0 ? undefined : draft.images,
    extra_content: encodeTextSignature(draft.texts, target, report),
    ...encodeReasoning(draft.runs, target, trace, report),
  });
}

function isReasoning(part: Part): part is ReasoningPart {
  return part.type === "thinking" || part.type === "redacted-thinking" || isOpaqueDetail(part);
}

function isLenient(target: AssistantTarget): boolean {
  return target.answer || target.profile === "gateway";
}

function add(draft: Draft, part: Part, path: Path, target: AssistantTarget, trace: Trace, report: (issue: Issue) => void): void {
  const leave = (why: string, severity: "info" | "warning" = "warning") => report(dropped("dropped.part", path, why, { severity }));
  switch (part.type) {
    case "text":
      addText(draft, part, path, target, trace, report);
      break;
    case "refusal":
      addRefusal(draft, part, path, target, trace, report);
      break;
    case "tool-call":
      draft.calls.push(encodeCall(part, path, target, trace, report));
      break;
    case "image":
      addImage(draft, part, path, target, report);
      break;
    case "audio":
      addAudio(draft, part, path, target, report);
      break;
    case "code-call":
    case "code-result":
      if (target.codeParts === "text") addText(draft, { type: "text", text: encodeCode(part, path, report) }, path, target, trace, report);
      else leave("chat-completions has no code execution; the code and its output are left out.");
      break;
    case "server-tool-call":
    case "server-tool-result":
      leave(
        "chat-completions does not show the tools that the service itself ran; this step is left out.",
        target.answer ? "info" : "warning",
      );
      break;
    case "opaque": {
      const blocks = encodeContent(part, path, blockTarget(target), trace, report);
      if (blocks.length > 0) draft.needsBlocks = true;
      addAll(draft.blocks, blocks);
      break;
    }
    case "document":
    case "video":
    case "search-result":
    case "tool-result":
    case "thinking":
    case "redacted-thinking":
      leave(`A chat-completions assistant message has no place for a ${part.type.replace(/-/g, " ")} part.`);
      break;
    default:
      part satisfies never;
  }
}

function addText(draft: Draft, part: TextPart, path: Path, target: AssistantTarget, trace: Trace, report: (issue: Issue) => void): void {
  const { text, citations, cacheControl, extensions } = part;
  // Only a server of this style marks the text of its answer.
  const marks = !target.answer || isOwn(target.from);
  draft.texts.push({ part, path });
  const span = { start: draft.offset, end: draft.offset + text.length };
  draft.offset = span.end;
  if (target.answer) {
    citations?.forEach((citation, index) => {
      const annotation = encodeCitation(citation, span, [...path, "citations", index], compact({ from: target.from }), report);
      if (annotation !== undefined) draft.annotations.push(annotation);
    });
    if (!marks) loseMarker(cacheControl, path, report);
  }
  if (
    (marks && cacheControl !== undefined && (target.profile === "vendor" || takesCacheControl(target))) ||
    extensions?.["chat-completions"] !== undefined
  )
    draft.needsBlocks = true;
  // The signature of a text stands beside the whole message, and citations of an answer are annotations.
  const { signature: _signature, citations: _citations, cacheControl: _marker, ...plain } = part;
  // What is added goes first: behind a spread, an object costs ten times as much.
  const shown = compact({ cacheControl: marks ? cacheControl : undefined, citations: target.answer ? undefined : citations, ...plain });
  addAll(draft.blocks, encodeContent(shown, path, blockTarget(target), trace, report));
}

function blockTarget({ from, answer, profile, codeParts, chatExtensions }: AssistantTarget): ContentTarget {
  return { from, profile: answer ? "gateway" : profile, chatExtensions, codeParts };
}

/** What stands beside the words of a refusal has its place in a block alone. */
function addRefusal(
  draft: Draft,
  part: RefusalPart,
  path: Path,
  target: AssistantTarget,
  trace: Trace,
  report: (issue: Issue) => void,
): void {
  if (part.cacheControl !== undefined || part.extensions?.["chat-completions"] !== undefined) {
    draft.needsBlocks = true;
    addAll(draft.blocks, encodeContent(part, path, blockTarget(target), trace, report));
    return;
  }
  dropUnknown(part.extensions, "chat-completions", path, report);
  draft.refusals.push(part.text);
}

/** Text parts become one string; where they met cannot be read back, and every part after them moves up. */
function reportJoins(texts: readonly Placed<TextPart>[], path: Path, report: (issue: Issue) => void): void {
  if (texts.filter(({ part }) => part.text !== "" || part.signature !== undefined).length > 1)
    report(
      equivalent(
        [...path, "parts"],
        "The text parts of a chat-completions assistant message are one string; read back, they are one part.",
      ),
    );
}

function encodeTextSignature(texts: readonly Placed<TextPart>[], target: AssistantTarget, report: (issue: Issue) => void) {
  const last = texts.findLast(({ part }) => part.text !== "" || part.signature !== undefined);
  for (const { part, path } of texts) if (part.signature !== undefined && part !== last?.part) loseSignature(part.signature, path, report);
  const signature = last?.part.signature;
  if (last === undefined || signature === undefined) return undefined;
  if (!isLenient(target)) {
    loseSignature(signature, last.path, report);
    return undefined;
  }
  return encodeExtraContent(signature, "x", last.path, target, report);
}

function loseSignature({ origin }: Signature, path: Path, report: (issue: Issue) => void): void {
  report(
    notice(
      "unportable.signature",
      [...path, "signature"],
      "A chat-completions message carries the signature of its last text only; this one is left out.",
      {
        severity: "warning",
        from: origin,
      },
    ),
  );
}

function addImage(draft: Draft, part: ImagePart, path: Path, target: AssistantTarget, report: (issue: Issue) => void): void {
  const { type: _type, source, detail, cacheControl: _marker, signature: _proof, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const url = isLenient(target) ? encodeImageUrl(source, isOwn(target.from)) : undefined;
  if (url === undefined) {
    report(dropped("dropped.part", path, "A chat-completions assistant message has no place for this image."));
    return;
  }
  dropUnknown(extensions, "chat-completions", path, report);
  if (detail !== undefined)
    report(dropped("dropped.field", [...path, "detail"], "A picture that the assistant made has no `detail` here.", { severity: "info" }));
  loseMarks(part, "picture", path, report);
  draft.images.push(restoreUnknown({ type: "image_url" as const, image_url: { url } }, extensions, "chat-completions"));
}

function addAudio(draft: Draft, part: AudioPart, path: Path, target: AssistantTarget, report: (issue: Issue) => void): void {
  const recording = draft.audio === undefined ? recordingOf(part, path, target, report) : undefined;
  if (recording === undefined) {
    report(dropped("dropped.part", path, "A chat-completions assistant message has no place for this sound."));
    return;
  }
  dropUnknown(part.extensions, "chat-completions", path, report);
  loseMarks(part, "recording", path, report);
  draft.audio = restoreUnknown(recording, part.extensions, "chat-completions");
}

function recordingOf(part: AudioPart, path: Path, target: AssistantTarget, report: (issue: Issue) => void): Recording | undefined {
  const { type: _type, source, id, transcript, expiresAt, cacheControl: _marker, signature: _proof, extensions: _extras, ...rest } = part;
  rest satisfies NothingLeft;
  const named = source.kind === "file-id" && source.style === "chat-completions" ? source.fileId : undefined;
  // The history names a recording by its id alone.
  const known = named ?? id;
  if (!target.answer) return known === undefined ? undefined : { id: known };
  if (named !== undefined) return compact({ id: named, transcript, expires_at: expiresAt });
  if (source.kind !== "base64") return undefined;
  if (id === undefined || expiresAt === undefined)
    report(
      approximated(
        "approximated.media",
        path,
        "A chat-completions recording has an id, a transcript and an end of life; what the source did not give is made up or empty.",
      ),
    );
  return { id: id ?? `audio_${hash24(target.seed)}`, data: source.data, transcript: transcript ?? "", expires_at: expiresAt ?? 0 };
}

export function loseMarker(marker: CacheControl | undefined, path: Path, report: (issue: Issue) => void): void {
  if (marker !== undefined)
    report(dropped("dropped.field", [...path, "cacheControl"], "A chat-completions answer has no cache markers.", { severity: "info" }));
}

/** What the assistant made is not marked for caching here, and only text and calls are signed. */
export function loseMarks(
  { cacheControl, signature }: Pick<Part, "cacheControl" | "signature">,
  what: string,
  path: Path,
  report: (issue: Issue) => void,
): void {
  if (cacheControl !== undefined)
    report(
      dropped("dropped.field", [...path, "cacheControl"], `A ${what} that the assistant made cannot be marked for caching.`, {
        severity: "info",
      }),
    );
  if (signature !== undefined) loseSignature(signature, path, report);
}
