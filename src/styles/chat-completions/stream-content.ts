/**
 * The content of a delta. Some servers stream it as the list of parts that the whole answer has:
 *
 *     {"content": "Hi"}
 *     {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}, {"type": "text", "text": "Hi"}]}
 */

import { compact } from "../../core/compact.js";
import type { Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { UNTRACED } from "../../core/trace.js";
import { keepUnknown } from "../../model/extensions.js";
import type { AudioPart, Part, RefusalPart, Signature, TextPart, ThinkingPart } from "../../model/index.js";
import { decodeImage } from "./assistant.js";
import { decodeContent } from "./parts.js";
import { decodeThinkingContent } from "./reasoning.js";
import type { Kept } from "./stream-reasoning.js";
import { type ContentPart, isKnownContent } from "./wire.js";
import type { AnswerAudio, Delta } from "./wire-answer.js";

export type StreamedPart = TextPart | ThinkingPart | RefusalPart;
export type StreamedKind = StreamedPart["type"];

/** A part that deltas are added to. */
export interface OpenPart {
  readonly part: number;
  readonly kind: StreamedKind;
  readonly summary: boolean;
  readonly kept: Kept;
  key: number | undefined;
  origin: Signature["origin"];
  /** Nothing is added to a part that was signed, but by its own index. */
  signed: boolean;
}

/** The choice that speaks. */
export interface Speaker {
  speak(kind: StreamedPart["type"], text: string): void;
  /** A piece of a part that goes on with one of which the same is said. */
  speakOf(part: StreamedPart): void;
  sign(kind: "thinking", signature: Signature): void;
  complete(part: Part): void;
}

export function readContent(content: Delta["content"], path: Path, speaker: Speaker, report: (issue: Issue) => void) {
  if (typeof content === "string") return speaker.speak("text", content);
  for (const [index, wire] of (content ?? []).entries()) {
    const part = decodePart(wire, [...path, "content", index], report);
    if (part.type !== "text" && part.type !== "thinking" && part.type !== "refusal") {
      speaker.complete(part);
      continue;
    }
    speaker.speakOf(part);
    if (part.type === "thinking" && part.signature !== undefined) speaker.sign("thinking", part.signature);
  }
}

function decodePart(wire: ContentPart, path: Path, report: (issue: Issue) => void): Part {
  // Pictures that the model made are read alike, wherever they stand.
  if (isKnownContent(wire) && wire.type === "image_url") return decodeImage(wire);
  // That a thought is over says its end; a piece that says so is no other thought.
  const { closed: _closed, ...thought } = wire;
  return decodeThinkingContent(wire.type === "thinking" ? thought : wire, path, UNTRACED) ?? decodeContent(wire, path, UNTRACED, report);
}

/** `{"audio": {"id": "audio_1", "data": "UklG…", "transcript": "Hel"}}`: the part that it begins, without what grows. */
export function openingAudio({ id, data: _data, transcript: _transcript, expires_at: _end, ...rest }: AnswerAudio): AudioPart {
  return compact({
    type: "audio" as const,
    source: { kind: "base64" as const, mimeType: "audio/wav", data: "" },
    id: id ?? undefined,
    ...keepUnknown("chat-completions", rest),
  });
}
