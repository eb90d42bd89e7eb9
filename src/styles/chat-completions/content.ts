/**
 * Content blocks of a request: text and media.
 *
 *     [{"type": "text", "text": "What is this?"},
 *      {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO…", "detail": "low"}}]
 *
 * Media arrives as data URIs, which are cut at the comma and never read further.
 */
import type { Json, MediaSource, Profile, StyleName } from "../../canonical/common.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../canonical/extensions.js";
import type { DocumentPart, ImagePart, MediaResolution, Part } from "../../canonical/index.js";
import { base64OfPercent, dataUri, isHttpUrl, mimeOfUrl, normalMime, parseDataUri } from "../../canonical/media.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, failure, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import { decodeMarker, encodeMarker, MARKER_FIELDS } from "./cache.js";
import { IMAGE_DETAILS, isOneOf } from "./limits.js";
import { ContentPart, isKnownContent, type KnownContent } from "./wire.js";

type Report = (issue: Issue) => void;

/** Documents were proven plain at the door. */
export function isProven(_value: unknown): _value is Json {
  return true;
}

export function decodeOpaque(value: unknown, path: Path, trace: Trace): Part {
  return trace.mark({ type: "opaque", style: "chat-completions", value: isProven(value) ? value : null }, path);
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
  if (!isKnownContent(part)) return decodeOpaque(part, path, trace);
  switch (part.type) {
    case "text": {
      const { type, text, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const { cacheControl, unknown } = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(compact({ type, text, cacheControl, ...keepUnknown("chat-completions", rest, unknown) }), path, MARKER_FIELDS);
    }
    case "refusal": {
      const { type, refusal, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const { cacheControl, unknown } = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(
        compact({ type, text: refusal, cacheControl, ...keepUnknown("chat-completions", rest, unknown) }),
        path,
        REFUSAL_FIELDS,
      );
    }
    case "image_url":
      return decodeImage(part, path, trace, report);
    case "input_audio": {
      const { type: _type, input_audio, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const { data, format, ...audioRest } = input_audio;
      const { cacheControl, unknown } = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(
        compact({
          type: "audio" as const,
          source: { kind: "base64" as const, mimeType: `audio/${format.toLowerCase()}`, data: parseDataUri(data)?.payload ?? data },
          cacheControl,
          ...keepUnknown("chat-completions", rest, [["input_audio", audioRest], ...unknown]),
        }),
        path,
        AUDIO_FIELDS,
      );
    }
    case "file":
      return decodeFile(part, path, trace);
    case "video_url": {
      const { type: _type, video_url, cache_control, prompt_cache_breakpoint, ...rest } = part;
      const { url, ...videoRest } = video_url;
      const { cacheControl, unknown } = decodeMarker({ cache_control, prompt_cache_breakpoint });
      return trace.mark(
        compact({
          type: "video" as const,
          source: decodeUrl(url, "video/mp4") ?? { kind: "url" as const, url },
          cacheControl,
          ...keepUnknown("chat-completions", rest, [["video_url", videoRest], ...unknown]),
        }),
        path,
        VIDEO_FIELDS,
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
  const { cacheControl, unknown } = decodeMarker({ cache_control, prompt_cache_breakpoint });
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
  const known = isOneOf(IMAGE_DETAILS, detail) ? detail : undefined;
  return trace.mark(
    compact({
      type: "image" as const,
      source: source ?? { kind: "url" as const, url },
      detail: known,
      cacheControl,
      ...keepUnknown("chat-completions", rest, [["image_url", { ...imageRest, ...(known === undefined ? { detail } : {}) }], ...unknown]),
    }),
    path,
    IMAGE_FIELDS,
  );
}

function decodeFile(part: Extract<KnownContent, { readonly type: "file" }>, path: Path, trace: Trace): Part {
  const { type: _type, file, cache_control, prompt_cache_breakpoint, ...rest } = part;
  const { file_data, file_id, filename, ...fileRest } = file;
  const { cacheControl, unknown } = decodeMarker({ cache_control, prompt_cache_breakpoint });
  const source = fileSource(file_data ?? undefined, file_id ?? undefined, filename ?? "");
  if (source === undefined) return decodeOpaque(part, path, trace);
  const unread = source.kind === "file-id" ? {} : { file_id };
  return trace.mark(
    compact({
      type: "document" as const,
      source,
      filename: filename ?? undefined,
      cacheControl,
      ...keepUnknown("chat-completions", rest, [["file", { ...fileRest, ...unread }], ...unknown]),
    }),
    path,
    FILE_FIELDS,
  );
}

/** `file_data` is a data URI; servers also take an address or bare base64. */
function fileSource(data: string | undefined, fileId: string | undefined, filename: string): MediaSource | undefined {
  if (data !== undefined && data !== "") {
    const mimeType = mimeOfUrl(filename) ?? "application/pdf";
    if (data.slice(0, 5).toLowerCase() === "data:") return decodeUrl(data, mimeType);
    return isHttpUrl(data) ? { kind: "url", url: data } : { kind: "base64", mimeType, data };
  }
  return fileId === undefined || fileId === "" ? undefined : { kind: "file-id", fileId, style: "chat-completions" };
}

/** What the encoder of content needs to know of the request. */
export interface ContentTarget {
  readonly from: StyleName | undefined;
  readonly profile: Profile;
  readonly chatExtensions: boolean;
  /** Asked for the whole request; an image without a detail of its own gets it. */
  readonly mediaResolution?: MediaResolution | undefined;
  readonly codeParts: "drop" | "text";
}

const OWN = "chat-completions";

/** Whether the value came from this style, so that its own extras may go back. */
export function isOwn(from: StyleName | undefined): boolean {
  return from === undefined || from === OWN;
}

/**
 * The blocks of a user, system or tool message that say what a part says; none when there is no place for it.
 * @param path that of the part in the canonical value written
 */
export function encodeContent(part: Part, path: Path, target: ContentTarget, trace: Trace, report: Report): ContentPart[] {
  switch (part.type) {
    case "text": {
      const { type, text, citations, signature, cacheControl, extensions, ...rest } = part;
      rest satisfies NothingLeft;
      if (citations !== undefined && citations.length > 0)
        report(
          dropped("dropped.field", [...path, "citations"], "chat-completions history has no place for citations.", { severity: "info" }),
        );
      if (signature !== undefined) loseSignature(path, report);
      dropUnknown(extensions, OWN, path, report);
      const block = { type, text, ...encodeMarker(cacheControl, target.profile, path, report) } as const;
      return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path)];
    }
    case "image":
      return encodeImage(part, path, target, trace, report);
    case "document":
      return encodeDocument(part, path, target, trace, report);
    case "audio":
    case "video":
      return encodeRecording(part, path, target, trace, report);
    case "search-result": {
      const { source, title, content, citations, cacheControl, signature: _none, extensions, type: _type, ...rest } = part;
      rest satisfies NothingLeft;
      dropUnknown(extensions, OWN, path, report);
      report(
        approximated(
          "approximated.media",
          path,
          "chat-completions has no search result blocks; it is written as text, title and source first.",
        ),
      );
      if (citations === true) loseField(path, "citations", "cannot ask for citations", report);
      const text = [title, source, content.map((piece) => piece.text).join("")].join("\n");
      return [trace.mark({ type: "text", text, ...encodeMarker(cacheControl, target.profile, path, report) }, path)];
    }
    case "opaque":
      if (part.style === OWN && isContentPart(part.value)) return [trace.mark({ ...part.value }, path)];
      return lose(part, path, report);
    case "refusal":
      return [trace.mark({ type: "refusal", refusal: part.text }, path)];
    case "code-call":
    case "code-result":
      if (target.codeParts === "text") return [trace.mark({ type: "text", text: encodeCode(part) }, path)];
      return lose(part, path, report);
    default:
      return lose(part, path, report);
  }
}

function isContentPart(value: unknown): value is ContentPart & object {
  return conforms(ContentPart, value);
}

function lose(part: Part, path: Path, report: Report): [] {
  const kind = part.type === "opaque" ? `${part.style} block` : part.type.replace(/-/g, " ");
  report(dropped("dropped.part", path, `A chat-completions message has no place for a ${kind} part; the model will not see it.`));
  return [];
}

function loseField(path: Path, field: string, why: string, report: Report, severity: "info" | "warning" = "info"): void {
  report(dropped("dropped.field", [...path, field], `A chat-completions block ${why}.`, { severity }));
}

function loseSignature(path: Path, report: Report): void {
  loseField(path, "signature", "has no place for a signature here", report);
}

/** A fenced block, as models write code themselves. */
export function encodeCode(part: Extract<Part, { readonly type: "code-call" | "code-result" }>): string {
  const [label, body] = part.type === "code-call" ? [part.language, part.code] : ["", part.stdout + (part.stderr ?? "")];
  return `\n\`\`\`${label}\n${body}${body.endsWith("\n") ? "" : "\n"}\`\`\`\n`;
}

const RESOLUTION_DETAILS = { low: "low", medium: undefined, high: "high", "ultra-high": "original" } as const;

/** @returns a data URI or an address that any server understands */
export function encodeImageUrl(source: MediaSource, own: boolean): string | undefined {
  switch (source.kind) {
    case "base64":
      return dataUri(source.mimeType, source.data);
    case "url":
      return own || isHttpUrl(source.url) ? source.url : undefined;
    case "file-id":
      return undefined;
    default:
      source satisfies never;
      return undefined;
  }
}

function encodeImage(part: ImagePart, path: Path, target: ContentTarget, trace: Trace, report: Report): ContentPart[] {
  const { type: _type, source, detail, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const url = encodeImageUrl(source, isOwn(target.from));
  if (url === undefined) {
    report(
      dropped("dropped.part", [...path, "source"], "This image is a file that only its own service can open; the model will not see it."),
    );
    return [];
  }
  if (signature !== undefined) loseSignature(path, report);
  dropUnknown(extensions, OWN, path, report);
  const wanted = detail ?? (target.mediaResolution === undefined ? undefined : RESOLUTION_DETAILS[target.mediaResolution]);
  const block = {
    type: "image_url",
    image_url: compact({ url, detail: wanted }),
    ...encodeMarker(cacheControl, target.profile, path, report),
  } as const;
  return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path, WIRE_IMAGE_FIELDS)];
}

const WIRE_IMAGE_FIELDS = { "image_url.url": ["source"], image_url: ["source"], "image_url.detail": ["detail"] } as const;

function encodeDocument(part: DocumentPart, path: Path, target: ContentTarget, trace: Trace, report: Report): ContentPart[] {
  const { type: _type, source, filename, title, context, citations, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  dropUnknown(extensions, OWN, path, report);
  if (signature !== undefined) loseSignature(path, report);
  if (context !== undefined) loseField(path, "context", "has no place for the context of a document", report, "warning");
  if (citations === true) loseField(path, "citations", "cannot ask for citations of a document", report, "warning");
  const marker = encodeMarker(cacheControl, target.profile, path, report);
  const inline = (blocks: ContentPart[]): ContentPart[] => {
    report(
      approximated(
        "approximated.media",
        [...path, "source"],
        "chat-completions has no such documents; its content stands in the message itself.",
      ),
    );
    if (title !== undefined) loseField(path, "title", "has no place for the title of a text", report);
    if (filename !== undefined) loseField(path, "filename", "has no place for the file name of a text", report);
    return blocks;
  };
  if (source.kind === "text") return inline([trace.mark({ type: "text", text: source.text, ...marker }, path)]);
  if (source.kind === "parts") {
    const blocks = source.parts.flatMap((inner, index) =>
      // Documents inside documents are no business of any style; this bounds the recursion.
      inner.type === "document" && inner.source.kind === "parts"
        ? lose(inner, [...path, "source", "parts", index], report)
        : encodeContent(inner, [...path, "source", "parts", index], target, trace, report),
    );
    const last = blocks.at(-1);
    return inline(last === undefined ? blocks : [...blocks.slice(0, -1), trace.mark({ ...last, ...marker }, path)]);
  }
  if (source.kind === "file-id" && source.style !== OWN) {
    report(
      dropped(
        "dropped.part",
        [...path, "source"],
        "This document is a file that only its own service can open; the model will not see it.",
      ),
    );
    return [];
  }
  if (source.kind === "url") {
    if (!isHttpUrl(source.url)) {
      report(
        dropped(
          "dropped.part",
          [...path, "source"],
          "This document is at an address that only its own service can open; the model will not see it.",
        ),
      );
      return [];
    }
    if (!isOwn(target.from))
      report(
        approximated(
          "approximated.media",
          [...path, "source"],
          "chat-completions documents come as data; servers that fetch them take the address in `file_data`.",
          { from: brief(source.url) },
        ),
      );
  }
  const name = filename ?? title;
  if (filename !== undefined && title !== undefined && title !== filename)
    loseField(path, "title", "has one name for a document, and its file name is written", report);
  const file =
    source.kind === "file-id"
      ? { file_id: source.fileId }
      : { file_data: source.kind === "url" ? source.url : dataUri(source.mimeType, source.data) };
  const block = { type: "file", file: compact({ ...file, filename: name }), ...marker } as const;
  return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path, WIRE_FILE_FIELDS)];
}

const WIRE_FILE_FIELDS = {
  "file.file_data": ["source"],
  "file.file_id": ["source"],
  "file.filename": ["filename"],
  file: ["source"],
} as const;

const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
  ["audio/wave", "wav"],
  ["audio/mp3", "mp3"],
  ["audio/mpeg", "mp3"],
]);

function encodeRecording(
  part: Extract<Part, { readonly type: "audio" | "video" }>,
  path: Path,
  target: ContentTarget,
  trace: Trace,
  report: Report,
): ContentPart[] {
  const { source, cacheControl, extensions } = part;
  const own = isOwn(target.from);
  if (part.type === "audio" && source.kind === "base64") {
    const mime = normalMime(source.mimeType);
    const format = AUDIO_FORMATS.get(mime) ?? (own && mime.startsWith("audio/") ? mime.slice("audio/".length) : undefined);
    if (format !== undefined) {
      dropUnknown(extensions, OWN, path, report);
      const block = {
        type: "input_audio",
        input_audio: { data: source.data, format },
        ...encodeMarker(cacheControl, target.profile, path, report),
      } as const;
      return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path, { "input_audio.data": ["source"] })];
    }
  }
  if (part.type === "video" && target.profile === "gateway" && (own || target.chatExtensions)) {
    const url = encodeImageUrl(source, own);
    if (url !== undefined) {
      dropUnknown(extensions, OWN, path, report);
      for (const field of ["startOffset", "endOffset", "fps"] as const)
        if (part[field] !== undefined) loseField(path, field, "shows a video whole", report, "warning");
      const block = { type: "video_url", video_url: { url }, ...encodeMarker(cacheControl, target.profile, path, report) } as const;
      return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path, { "video_url.url": ["source"] })];
    }
  }
  report(
    dropped(
      "dropped.part",
      path,
      part.type === "audio"
        ? "chat-completions takes audio as WAV or MP3 data only; the model will not hear this."
        : "chat-completions takes no video; the model will not see this.",
    ),
  );
  return [];
}
