/**
 * Content blocks of a request: text and media.
 *
 *     [{"type": "text", "text": "What is this?"},
 *      {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO…", "detail": "low"}}]
 *
 * Media arrives as data URIs, which are cut at the comma and never read further.
 */

import { compact } from "../../core/compact.js";
import { brief, equivalent, failure, type Issue } from "../../core/issue.js";
import { plain } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { MediaSource, StyleName } from "../../model/common.js";
import { keepUnknown } from "../../model/extensions.js";
import type { Part } from "../../model/index.js";
import { base64OfPercent, isHttpUrl, mimeOfUrl, parseDataUri } from "../../model/media.js";
import { decodeMarker, MARKER_FIELDS, markedFields } from "./cache.js";
import { IMAGE_DETAILS, isOneOf } from "./limits.js";
import { type ContentPart, isKnownContent, type KnownContent } from "./wire.js";

type Report = (issue: Issue) => void;

function decodeOpaque(value: unknown, path: Path, trace: Trace): Part {
  return trace.mark({ type: "opaque", style: "chat-completions", value: plain(value) }, path);
}

const IMAGE_FIELDS = {
  ...MARKER_FIELDS,
  source: ["image_url", "url"],
  detail: ["image_url", "detail"],
} as const;
const AUDIO_FIELDS = { ...MARKER_FIELDS, "source.mimeType": ["input_audio", "format"], source: ["input_audio", "data"] } as const;
const FILE_FIELDS = {
  ...MARKER_FIELDS,
  "source.fileId": ["file", "file_id"],
  source: ["file", "file_data"],
  filename: ["file", "filename"],
} as const;
const VIDEO_FIELDS = { ...MARKER_FIELDS, source: ["video_url", "url"] } as const;
const REFUSAL_FIELDS = { ...MARKER_FIELDS, text: ["refusal"] } as const;

/** @param path that of the block in the document read */
export function decodeContent(part: ContentPart, path: Path, trace: Trace, report: Report): Part {
  if (!isKnownContent(part)) return decodeAddressed(part, path, trace) ?? decodeOpaque(part, path, trace);
  switch (part.type) {
    case "text": {
      const { type, text, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const marker = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(
        compact({ type, text, cacheControl: marker.cacheControl, ...keepUnknown("chat-completions", rest, marker.unknown) }),
        path,
        markedFields(MARKER_FIELDS, marker),
      );
    }
    case "refusal": {
      const { type, refusal, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const marker = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(
        compact({ type, text: refusal, cacheControl: marker.cacheControl, ...keepUnknown("chat-completions", rest, marker.unknown) }),
        path,
        markedFields(REFUSAL_FIELDS, marker),
      );
    }
    case "image_url":
      return decodeImage(part, path, trace, report);
    case "input_audio": {
      const { type: _type, input_audio, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const { data, format, ...audioRest } = input_audio;
      const marker = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(
        compact({
          type: "audio" as const,
          source: { kind: "base64" as const, mimeType: `audio/${format.toLowerCase()}`, data: parseDataUri(data)?.payload ?? data },
          cacheControl: marker.cacheControl,
          ...keepUnknown("chat-completions", rest, [["input_audio", audioRest], ...marker.unknown]),
        }),
        path,
        markedFields(AUDIO_FIELDS, marker),
      );
    }
    case "file":
      return decodeFile(part, path, trace);
    case "video_url": {
      const { type: _type, video_url, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const { url, ...videoRest } = video_url;
      const marker = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(
        compact({
          type: "video" as const,
          source: decodeUrl(url, "video/mp4") ?? { kind: "url" as const, url },
          cacheControl: marker.cacheControl,
          ...keepUnknown("chat-completions", rest, [["video_url", videoRest], ...marker.unknown]),
        }),
        path,
        markedFields(VIDEO_FIELDS, marker),
      );
    }
    default:
      part satisfies never;
      return decodeOpaque(part, path, trace);
  }
}

/**
 * A data URI as base64, any other address as it is. Undefined when the data cannot be read.
 * @param assumed type of a data URI that names none; without it such a URI cannot be read
 */
function decodeUrl(url: string, assumed?: string): MediaSource | undefined {
  const parsed = parseDataUri(url);
  if (parsed === undefined) return { kind: "url", url };
  const named = !/^data:\s*[;,]/i.test(url.slice(0, 64));
  const mimeType = named ? parsed.mimeType : assumed;
  const data = parsed.base64 ? parsed.payload : base64OfPercent(parsed.payload);
  return mimeType === undefined || data === undefined ? undefined : { kind: "base64", mimeType, data };
}

function decodeImage(part: Extract<KnownContent, { readonly type: "image_url" }>, path: Path, trace: Trace, report: Report): Part {
  const { type: _type, image_url, cache_control, prompt_cache_breakpoint, ...rest } = part;
  const { url, detail, ...imageRest } = image_url;
  const marker = decodeMarker({ cache_control, prompt_cache_breakpoint });
  const source = decodeUrl(url);
  if (source === undefined)
    report(
      failure(
        "failed.unsupported",
        [...path, "image_url", "url"],
        "This data URI is no image: it names no media type, or its text is broken.",
        {
          from: brief(url),
        },
      ),
    );
  if (source?.kind === "base64" && source.mimeType === PDF) {
    // Clients without a part for files send them so.
    report(equivalent([...path, "image_url"], "A PDF is a document, not a picture; the way back gives a `file`."));
    return trace.mark(
      compact({
        type: "document" as const,
        source,
        cacheControl: marker.cacheControl,
        ...keepUnknown("chat-completions", rest, [["image_url", { ...imageRest, detail }], ...marker.unknown]),
      }),
      path,
      markedFields(IMAGE_FIELDS, marker),
    );
  }
  const known = isOneOf(IMAGE_DETAILS, detail) ? detail : undefined;
  return trace.mark(
    compact({
      type: "image" as const,
      source: source ?? { kind: "url" as const, url },
      detail: known,
      cacheControl: marker.cacheControl,
      ...keepUnknown("chat-completions", rest, [
        ["image_url", { ...imageRest, ...(known === undefined ? { detail } : {}) }],
        ...marker.unknown,
      ]),
    }),
    path,
    markedFields(IMAGE_FIELDS, marker),
  );
}

function decodeFile(part: Extract<KnownContent, { readonly type: "file" }>, path: Path, trace: Trace): Part {
  const { type: _type, file, cache_control, prompt_cache_breakpoint, ...rest } = part;
  const { file_data, file_id, filename, ...fileRest } = file;
  const marker = decodeMarker({ cache_control, prompt_cache_breakpoint });
  const source = fileSource(file_data ?? undefined, file_id ?? undefined, filename ?? "");
  if (source === undefined) return decodeOpaque(part, path, trace);
  const addressed = source.kind === "url" && source.url === file_id;
  const unread = source.kind === "file-id" || addressed ? {} : { file_id };
  return trace.mark(
    compact({
      type: "document" as const,
      source,
      filename: filename ?? undefined,
      cacheControl: marker.cacheControl,
      ...keepUnknown("chat-completions", rest, [["file", { ...fileRest, ...unread }], ...marker.unknown]),
    }),
    path,
    markedFields(addressed ? { ...FILE_FIELDS, source: ["file", "file_id"] } : FILE_FIELDS, marker),
  );
}

const ADDRESSED_FIELDS = { source: ["document_url"], filename: ["document_name"] } as const;

/**
 * X: how Mistral is sent documents, `{"type": "document_url", "document_url": "https://…/a.pdf"}`; a data URI is an address, too.
 * Source: https://docs.mistral.ai/capabilities/document_ai/document_qna
 */
function decodeAddressed(part: Exclude<ContentPart, KnownContent>, path: Path, trace: Trace): Part | undefined {
  const { type, document_url: url, document_name: name, ...rest } = part;
  const source = type === "document_url" && typeof url === "string" ? decodeUrl(url, PDF) : undefined;
  if (source === undefined) return undefined;
  const named = typeof name === "string" ? { filename: name } : {};
  const unread = typeof name === "string" ? rest : { ...rest, document_name: name };
  return trace.mark<Part>({ type: "document", source, ...named, ...keepUnknown("chat-completions", unread) }, path, ADDRESSED_FIELDS);
}

/** `file_data` is a data URI; servers also take an address or bare base64. */
function fileSource(data: string | undefined, fileId: string | undefined, filename: string): MediaSource | undefined {
  if (data !== undefined && data !== "") {
    const mimeType = mimeOfUrl(filename) ?? PDF;
    if (data.slice(0, 5).toLowerCase() === "data:") return decodeUrl(data, mimeType);
    return isAddress(data) ? { kind: "url", url: data } : { kind: "base64", mimeType, data };
  }
  if (fileId === undefined || fileId === "") return undefined;
  // Proxies take addresses for ids.
  return isAddress(fileId) ? { kind: "url", url: fileId } : { kind: "file-id", fileId, style: "chat-completions" };
}

function isAddress(text: string): boolean {
  return isHttpUrl(text) || text.slice(0, 5).toLowerCase() === "gs://";
}

const PDF = "application/pdf";

/** Whether the value came from this style, so that its own extras may go back. */
export function isOwn(from: StyleName | undefined): boolean {
  return from === undefined || from === "chat-completions";
}
