/** Writes parts as content blocks of a user, system or tool message, and says what has no place in one. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import type { MediaResolution, MediaSource, Profile, StyleName } from "../../model/common.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { DocumentPart, ImagePart, Part } from "../../model/index.js";
import { dataUri, isHttpUrl, mimeOfUrl, normalMime, textOfBase64 } from "../../model/media.js";
import { encodeMarker } from "./cache.js";
import { isOwn } from "./parts.js";
import { ContentPart } from "./wire.js";

type Report = (issue: Issue) => void;

const OWN = "chat-completions";

/** What the encoder of content needs to know of the request. */
export interface ContentTarget {
  readonly from: StyleName | undefined;
  readonly profile: Profile;
  readonly chatExtensions: boolean;
  /** Asked for the whole request; an image without a detail of its own gets it. */
  readonly mediaResolution?: MediaResolution | undefined;
  readonly codeParts: "drop" | "text";
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
      const block = { type, text, ...encodeMarker(cacheControl, target, path, report) } as const;
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
      return [trace.mark({ type: "text", text, ...encodeMarker(cacheControl, target, path, report) }, path)];
    }
    case "opaque":
      if (part.style === OWN && isContentPart(part.value)) return [trace.mark({ ...part.value }, path)];
      return lose(part, path, report);
    case "refusal": {
      const { type, text, cacheControl, signature: _none, extensions, ...rest } = part;
      rest satisfies NothingLeft;
      dropUnknown(extensions, OWN, path, report);
      const block = { type, refusal: text, ...encodeMarker(cacheControl, target, path, report) } as const;
      return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path)];
    }
    case "code-call":
    case "code-result":
      if (target.codeParts === "drop") return lose(part, path, report);
      return [trace.mark({ type: "text", text: encodeCode(part, path, report) }, path)];
    default:
      return lose(part, path, report);
  }
}

function isContentPart(value: unknown): value is ContentPart & object {
  return conforms(ContentPart, value);
}

function lose(part: Part, path: Path, report: Report): [] {
  const kind = part.type === "opaque" ? `${part.style} block` : part.type.replace(/-/g, " ");
  report(dropped("dropped.part", path, `A chat-completions message has no place for a ${kind} part; it is left out.`));
  return [];
}

function loseField(path: Path, field: string, why: string, report: Report, severity: "info" | "warning" = "info"): void {
  report(dropped("dropped.field", [...path, field], `A chat-completions block ${why}.`, { severity }));
}

function loseSignature(path: Path, report: Report): void {
  loseField(path, "signature", "has no place for a signature here", report);
}

/** A fenced block, as models write code themselves. */
export function encodeCode(part: Extract<Part, { readonly type: "code-call" | "code-result" }>, path: Path, report: Report): string {
  report(equivalent(path, "Code and its output stand in the text, as asked for; read back, they are text."));
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
    report(dropped("dropped.part", path, "This image is a file that only its own service can open; the model will not see it."));
    return [];
  }
  if (signature !== undefined) loseSignature(path, report);
  dropUnknown(extensions, OWN, path, report);
  reportType(source, path, report);
  const common = target.mediaResolution === undefined ? undefined : RESOLUTION_DETAILS[target.mediaResolution];
  if (detail === undefined && common !== undefined)
    report(equivalent(path, "The resolution of all media stands at each image; read back, it is the image's own."));
  if (detail === "medium")
    report(
      approximated("approximated.enum", [...path, "detail"], "Between low and high there is `auto` alone.", { from: detail, to: "auto" }),
    );
  else if (detail !== undefined && target.from === "generate-content" && target.profile === "gateway")
    report(equivalent([...path, "detail"], "The specification has one resolution for all media; the way back says it there if all agree."));
  const wanted = detail === "medium" ? "auto" : (detail ?? common);
  const block = {
    type: "image_url",
    image_url: compact({ url, detail: wanted }),
    ...encodeMarker(cacheControl, target, path, report),
  } as const;
  return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path, WIRE_IMAGE_FIELDS)];
}

/** A URL has no media type beside it; its suffix may say the same. */
function reportType(source: MediaSource, path: Path, report: Report): void {
  if (source.kind !== "url" || source.mimeType === undefined || source.mimeType === mimeOfUrl(source.url)) return;
  report(
    dropped("dropped.field", [...path, "source", "mimeType"], "chat-completions does not say of what type the media at a URL is.", {
      severity: "info",
      from: brief(source.mimeType),
    }),
  );
}

const WIRE_IMAGE_FIELDS = { "image_url.url": ["source"], image_url: ["source"], "image_url.detail": ["detail"] } as const;

function encodeDocument(part: DocumentPart, path: Path, target: ContentTarget, trace: Trace, report: Report): ContentPart[] {
  const { type: _type, source, filename, title, context, citations, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  dropUnknown(extensions, OWN, path, report);
  if (signature !== undefined) loseSignature(path, report);
  if (context !== undefined) loseField(path, "context", "has no place for the context of a document", report, "warning");
  if (citations !== undefined)
    loseField(path, "citations", "cannot ask for citations of a document", report, citations ? "warning" : "info");
  const marker = encodeMarker(cacheControl, target, path, report);
  const inline = (blocks: ContentPart[]): ContentPart[] => {
    report(approximated("approximated.media", path, "chat-completions has no such documents; its content stands in the message itself."));
    if (title !== undefined) loseField(path, "title", "has no place for the title of a text", report);
    if (filename !== undefined) loseField(path, "filename", "has no place for the file name of a text", report);
    return blocks;
  };
  if (source.kind === "text") return inline([trace.mark({ type: "text", text: source.text, ...marker }, path)]);
  const text = isOwn(target.from) ? undefined : textOfFile(source);
  if (text !== undefined) return inline([trace.mark({ type: "text", text, ...marker }, path)]);
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
    report(dropped("dropped.part", path, "This document is a file that only its own service can open; the model will not see it."));
    return [];
  }
  if (source.kind === "url") {
    if (!isHttpUrl(source.url)) {
      report(
        dropped("dropped.part", path, "This document is at an address that only its own service can open; the model will not see it."),
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
  let name = filename ?? title;
  if (name === undefined && source.kind === "base64" && !isOwn(target.from)) {
    name = `document.${normalMime(source.mimeType).replace(/^.*[^a-z0-9]/, "")}`;
    report(notice("defaulted.other", path, `chat-completions demands a name beside a file; \`${name}\` is written.`, { to: name }));
  }
  if (filename !== undefined && title !== undefined && title !== filename)
    loseField(path, "title", "has one name for a document, and its file name is written", report);
  const file =
    source.kind === "file-id"
      ? { file_id: source.fileId }
      : { file_data: source.kind === "url" ? source.url : dataUri(source.mimeType, source.data) };
  const block = { type: "file", file: compact({ ...file, filename: name }), ...marker } as const;
  return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path, WIRE_FILE_FIELDS)];
}

/** The vendor reads pages in files, and text nowhere but in text. */
function textOfFile(source: DocumentPart["source"]): string | undefined {
  return source.kind === "base64" && normalMime(source.mimeType).startsWith("text/") ? textOfBase64(source.data) : undefined;
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
        ...encodeMarker(cacheControl, target, path, report),
      } as const;
      return [trace.mark(restoreUnknown<ContentPart>(block, extensions, OWN), path, { "input_audio.data": ["source"] })];
    }
  }
  if (part.type === "video" && target.profile === "gateway" && (own || target.chatExtensions)) {
    const url = encodeImageUrl(source, own);
    if (url !== undefined) {
      dropUnknown(extensions, OWN, path, report);
      reportType(source, path, report);
      for (const field of ["startOffset", "endOffset", "fps"] as const)
        if (part[field] !== undefined) loseField(path, field, "shows a video whole", report, "warning");
      const block = { type: "video_url", video_url: { url }, ...encodeMarker(cacheControl, target, path, report) } as const;
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
