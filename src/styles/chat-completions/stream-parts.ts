/**
 * The open parts of a choice that is written as deltas, and what they all need: where their text stands, signatures in
 * `extra_content`, what cannot be said.
 */

import type { NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, type Issue, notice } from "../../core/issue.js";
import type { Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Profile, StyleName } from "../../model/common.js";
import { restoreUnknown } from "../../model/extensions.js";
import type {
  Citation,
  CodeCallPart,
  CodeResultPart,
  Extensions,
  ImagePart,
  Part,
  RedactedThinkingPart,
  Signature,
  TextPart,
  ToolCallPart,
} from "../../model/index.js";
import { wrapSignature } from "../../model/signature.js";
import type { StreamEncodeOptions } from "../style.js";
import { loseMarker, loseMarks } from "./assistant-encoder.js";
import { encodeMarker, encodeOtherMarker } from "./cache.js";
import { encodeCitation } from "./citations.js";
import { encodeImageUrl, isOwn } from "./parts.js";
import { formatOf } from "./reasoning.js";
import type { Carrier } from "./signatures.js";
import type { Annotation, Delta } from "./wire-answer.js";

/** A citation of the text that is open: it covers what was said by the time the text stops. */
export interface CitedHere {
  readonly citation: Citation;
  readonly path: Path;
}

export function annotationsOf(
  cited: readonly CitedHere[],
  span: { readonly start: number; readonly end: number },
  options: StreamEncodeOptions,
  report: (issue: Issue) => void,
): Annotation[] {
  const written = cited.map(({ citation, path }) => encodeCitation(citation, span, path, options, report));
  return written.filter((annotation) => annotation !== undefined);
}

export function becomesText({ type }: Part): boolean {
  return type === "text" || type === "code-call" || type === "code-result";
}

export type OpenPart =
  | { readonly kind: "text"; readonly start: number; citations: CitedHere[] | undefined }
  | {
      readonly kind: "thinking";
      readonly index: number;
      readonly summary: boolean;
      readonly extensions: Extensions | undefined;
      separated: boolean;
    }
  | { readonly kind: "refusal" }
  | { readonly kind: "call"; readonly index: number; readonly custom: boolean; empty: boolean }
  | { readonly kind: "audio"; readonly id: string; expiresAt: number }
  /** Complete parts, whose data may still come in pieces. */
  | { readonly kind: "whole"; readonly head: ImagePart | RedactedThinkingPart | CodeCallPart | CodeResultPart; data: string }
  | { readonly kind: "dropped" };

/** The place says generate-content; a signature of another vendor is wrapped. */
export function extraContent(signature: Signature, slot: "c" | "x") {
  const value = signature.origin === "generate-content" ? signature.value : wrapSignature(signature, slot);
  return { extra_content: { google: { thought_signature: value } } };
}

export function lose(value: Json | undefined, field: string, what: string, path: Path, report: (issue: Issue) => void): void {
  if (value === undefined || value === null) return;
  report(dropped("dropped.field", [...path, field], `A chat-completions answer has no place for the ${what}.`, { severity: "info" }));
}

export function loseHead({ type }: Part, path: Path, report: (issue: Issue) => void): void {
  report(
    dropped("dropped.part", path, `A chat-completions answer has no place for a part of type ${type}.`, {
      severity: type.startsWith("server-tool") ? "info" : "warning",
    }),
  );
}

/** The signature went out when its text was over, and now there is more. */
export function mergeSigned(path: Path, report: (issue: Issue) => void): void {
  report(
    approximated(
      "approximated.merged",
      path,
      "The text before it was signed; the text of a chat-completions message is one, with one signature.",
    ),
  );
}

export function misplaced(part: OpenPart, path: Path, report: (issue: Issue) => void): void {
  if (part.kind === "dropped") return;
  report(
    notice("stream.protocol", path, `A part of kind ${brief(part.kind)} takes no such delta; it is left out.`, { severity: "warning" }),
  );
}

export function unportable(path: Path, report: (issue: Issue) => void): void {
  report(
    notice(
      "unportable.signature",
      path,
      "A chat-completions message has room for the signature of its last text only; this one is removed.",
      {
        severity: "warning",
      },
    ),
  );
}

/** The signature of the visible text, until that text ends. A message has room for one. */
export interface HeldSignature {
  readonly signature: Signature;
  readonly path: Path;
}
export function held(
  before: HeldSignature | undefined,
  { value, origin }: Signature,
  path: Path,
  report: (issue: Issue) => void,
): HeldSignature | undefined {
  if (value === "") return before;
  if (before !== undefined) unportable(before.path, report);
  return { signature: { value, origin }, path };
}

/**
 * A call is told of with its name, a sound with its id, and a text with what is said of it, before anything is heard of them.
 * @param anew whether this text shall not go on with the one before it, of which something was said
 */
export function openingDelta(
  part: OpenPart,
  head: Part,
  { profile = "gateway", from }: StreamEncodeOptions,
  anew: boolean,
  path: Path,
  report: (issue: Issue) => void,
): Delta | undefined {
  if (part.kind === "call" && head.type === "tool-call")
    return { tool_calls: [{ ...openingCall(head, profile, from, path, report), index: part.index }] };
  if (part.kind === "audio") return { audio: { id: part.id } };
  return head.type === "text" ? openingText(head, isOwn(from), anew, path, report) : undefined;
}

/** The first piece of a call, without its index. */
function openingCall(head: ToolCallPart, profile: Profile, from: StyleName | undefined, path: Path, report: (issue: Issue) => void) {
  const { id, name, variant, signature, cacheControl, extensions } = head;
  const body =
    variant === "custom" ? { type: "custom", custom: { name, input: "" } } : { type: "function", function: { name, arguments: "" } };
  const signed = signature === undefined ? {} : extraContent(signature, "c");
  const marked = encodeOtherMarker(cacheControl, path, { profile, from, chatExtensions: false }, report);
  return restoreUnknown({ id, ...body, ...signed, ...marked }, extensions, "chat-completions");
}

/** `{"content": [{"type": "text", "text": "", "cache_control": {…}}]}`: what is said of a text beside its words, if anything. */
function openingText(
  { cacheControl, extensions }: TextPart,
  own: boolean,
  anew: boolean,
  path: Path,
  report: (issue: Issue) => void,
): Delta | undefined {
  if (!own) loseMarker(cacheControl, path, report);
  const marker = own ? encodeMarker(cacheControl, { profile: "gateway", from: undefined, chatExtensions: false }, path, report) : {};
  const marked = marker.cache_control !== undefined || extensions?.["chat-completions"] !== undefined;
  if (!marked && !anew) return undefined;
  return { content: [restoreUnknown({ type: "text" as const, text: "", ...marker }, extensions, "chat-completions")] };
}

/** `{"images": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO"}}]}` */
export function imageDelta(part: ImagePart, data: string, own: boolean, path: Path, report: (issue: Issue) => void): Delta | undefined {
  const { type: _type, source, detail, cacheControl: _marker, signature: _proof, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const whole = source.kind === "base64" && data !== "" ? { ...source, data: source.data + data } : source;
  const url = encodeImageUrl(whole, own);
  if (url === undefined) {
    report(dropped("dropped.part", path, "A chat-completions answer has no place for this image."));
    return undefined;
  }
  lose(detail, "detail", "detail of a picture", path, report);
  loseMarks(part, path, report);
  return { images: [restoreUnknown({ type: "image_url", image_url: { url } }, extensions, "chat-completions")] };
}

/** `{"reasoning_content": "Hm", "reasoning_details": [{"type": "reasoning.text", "text": "Hm", "format": "unknown", "index": 0}]}` */
export function thoughtDelta(
  part: Extract<OpenPart, { kind: "thinking" }>,
  text: string,
  separated: boolean,
  carriers: readonly Carrier[],
  from: StyleName | undefined,
): Delta {
  const joined = separated ? `\n\n${text}` : text;
  const delta: Delta = {};
  if (carriers.includes("reasoning_content")) delta.reasoning_content = joined;
  if (carriers.includes("reasoning")) delta.reasoning = joined;
  if (!carriers.includes("reasoning_details")) return delta;
  const detail = part.summary ? { type: "reasoning.summary", summary: text } : { type: "reasoning.text", text };
  delta.reasoning_details = [thoughtDetail(detail, undefined, part, from)];
  return delta;
}

export function redactedDelta(head: RedactedThinkingPart, data: string, index: number, from: StyleName | undefined): Delta {
  const detail = { type: "reasoning.encrypted", data: head.data + data };
  return { reasoning_details: [thoughtDetail(detail, head.signature, { index, extensions: head.extensions }, from)] };
}

/** `{"type": "reasoning.text", "text": "Hm", "format": "unknown", "index": 0}` */
export function thoughtDetail(
  detail: { readonly type: string; readonly [field: string]: string },
  signature: Signature | undefined,
  { index, extensions }: { readonly index: number; readonly extensions: Extensions | undefined },
  from: StyleName | undefined,
) {
  const written = { ...detail, format: formatOf(signature, from), index };
  return restoreUnknown(written, extensions, "chat-completions");
}
