/**
 * The blocks of a user, system or tool message as parts. Media comes as data URIs, which are cut at the comma and never read further.
 */

import { approximated, brief, equivalent, failure, type Path, type Report } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import type { MediaSource } from "../../model/common.js";
import type { Marked, Nested, Rest } from "../../model/extensions.js";
import type { AudioPart, Part } from "../../model/index.js";
import { isAddress, mimeOfUrl, PDF, parseDataUri, sourceAt } from "../../model/media.js";
import { QUIRKS } from "./quirks.js";
import { IMAGE_DETAILS, isOneOf, type KnownContent, STYLE } from "./wire.js";

type Content<T extends KnownContent["type"]> = Extract<KnownContent, { readonly type: T }>;

/** What is left of a block. */
type Left = Marked & { readonly prompt_cache_breakpoint?: Rest | null | undefined };
/** A block as a part, what is left of it, where its fields stand, and what is left of the objects inside. */
type Block = readonly [part: Part, rest: Left, fields: FieldPaths, ...inside: readonly Nested[]];

/** Undefined: what it holds is not understood, and it is kept whole. */
export function readBlock(wire: KnownContent, path: Path, report: Report): Block | undefined {
  switch (wire.type) {
    case "text": {
      const { type, text, ...rest } = wire;
      return [{ type, text }, rest, {}];
    }
    case "refusal": {
      const { type, refusal, ...rest } = wire;
      return [{ type, text: refusal }, rest, { text: ["refusal"] }];
    }
    case "image_url":
      return readImage(wire, path, report);
    case "input_audio": {
      const { type: _type, input_audio, ...rest } = wire;
      if (typeof input_audio === "string") return [readSound(input_audio, path, report), rest, { source: ["input_audio"] }];
      const { data, format, ...inner } = input_audio;
      const mimeType = `audio/${format.toLowerCase()}`;
      // X: an address in the place of the data. Source: https://www.alibabacloud.com/help/en/model-studio/qwen-omni
      const source = isAddress(data)
        ? ({ kind: "url", url: data, mimeType } as const)
        : ({ kind: "base64", mimeType, data: parseDataUri(data)?.payload ?? data } as const);
      const fields = { "source.mimeType": ["input_audio", "format"], source: ["input_audio", "data"] };
      return [{ type: "audio", source }, rest, fields, ["input_audio", inner]];
    }
    case "file": {
      const { type: _type, file, ...rest } = wire;
      const { file_data, file_id, filename, ...inner } = file;
      const source = fileSource(file_data ?? "", file_id ?? "", filename ?? "");
      if (source === undefined) return undefined;
      const addressed = source.kind === "url" && source.url === file_id;
      const unread = source.kind === "file-id" || addressed ? inner : { ...inner, file_id };
      const fields = {
        "source.fileId": ["file", "file_id"],
        source: ["file", addressed ? "file_id" : "file_data"],
        filename: ["file", "filename"],
      };
      return [{ type: "document", source, ...compact({ filename: filename ?? undefined }) }, rest, fields, ["file", unread]];
    }
    case "video_url": {
      const { type: _type, video_url, ...rest } = wire;
      const { url, ...inner } = video_url;
      const source = sourceAt(url, "video/mp4") ?? { kind: "url", url };
      return [{ type: "video", source }, rest, { source: ["video_url", "url"] }, ["video_url", inner]];
    }
    case "document_url":
      return readAddressed(wire);
    default:
      wire.type satisfies "thinking";
      return undefined;
  }
}

function readImage({ type: _type, image_url, ...rest }: Content<"image_url">, path: Path, report: Report): Block {
  const { url, detail, ...inner } = QUIRKS.addressAlone.rewrite(image_url);
  const isAlone = typeof image_url === "string";
  const fields: FieldPaths = isAlone ? { source: ["image_url"] } : { source: ["image_url", "url"], detail: ["image_url", "detail"] };
  if (isAlone) report(equivalent([...path, "image_url"], ALONE));
  const source = sourceAt(url);
  if (source === undefined) {
    const message = "This data URI is broken, or has no media type.";
    report(failure("failed.unsupported", [...path, "image_url", "url"], message, { from: brief(url) }));
  }
  if (source?.kind === "base64" && source.mimeType === PDF) {
    // Clients without a part for files send them so.
    report(equivalent([...path, "image_url"], "A PDF is a document here, and on the way back."));
    return [{ type: "document", source }, rest, fields, ["image_url", { ...inner, detail }]];
  }
  const known = isOneOf(IMAGE_DETAILS, detail) ? { detail } : undefined;
  const unread = known === undefined ? { ...inner, detail } : inner;
  return [{ type: "image", source: source ?? { kind: "url", url }, ...known }, rest, fields, ["image_url", unread]];
}

/** X: a sound as its data or its address alone, as Mistral takes it; its first bytes show what it is. Source: https://docs.mistral.ai/capabilities/audio */
function readSound(sound: string, path: Path, report: Report): AudioPart {
  const at = [...path, "input_audio"];
  report(equivalent(at, ALONE));
  const parsed = parseDataUri(sound);
  if (parsed === undefined && isAddress(sound)) return { type: "audio", source: { kind: "url", url: sound } };
  const data = parsed?.payload ?? sound;
  // In base64: `RIFF`; `ID3` or the head of a frame.
  const format = data.startsWith("UklGR") ? "wav" : /^(SUQz|\/\/[M-Ps-v])/.test(data) ? "mp3" : undefined;
  const message = "This sound is taken for MP3.";
  if (parsed === undefined && format === undefined) report(approximated("approximated.media", at, message, { to: "mp3" }));
  return { type: "audio", source: { kind: "base64", mimeType: parsed?.mimeType ?? `audio/${format ?? "mp3"}`, data } };
}

/**
 * X: how Mistral is sent documents, `{"type": "document_url", "document_url": "https://…/a.pdf"}`; a data URI is an address, too.
 * Source: https://docs.mistral.ai/capabilities/document_ai/document_qna
 */
function readAddressed({ type: _type, document_url: url, document_name: name, ...rest }: Content<"document_url">): Block | undefined {
  const source = typeof url === "string" ? sourceAt(url, PDF) : undefined;
  if (source === undefined) return undefined;
  const [named, unread] = typeof name === "string" ? [{ filename: name }, rest] : [{}, { ...rest, document_name: name }];
  return [{ type: "document", source, ...named }, unread, { source: ["document_url"], filename: ["document_name"] }];
}

/** `file_data` is a data URI; servers also take an address or bare base64. */
function fileSource(data: string, fileId: string, filename: string): MediaSource | undefined {
  if (data !== "") {
    const mimeType = mimeOfUrl(filename) ?? PDF;
    if (/^data:/i.test(data)) return sourceAt(data, mimeType);
    return isAddress(data) ? { kind: "url", url: data } : { kind: "base64", mimeType, data };
  }
  if (fileId === "") return undefined;
  return QUIRKS.addressAsId.rewrite({ kind: "file-id", fileId, style: STYLE });
}

const ALONE = "Media alone is read as an object.";
