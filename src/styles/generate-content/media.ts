/**
 * Images, audio, video and documents as `inlineData` (base64) or `fileData` (a URI), both directions. Base64 is handed on by
 * reference.
 */

import { approximated, dropped, equivalent, failure, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { words } from "../../fields/table.js";
import type { MediaSource } from "../../model/common.js";
import { dropFields, type Rest } from "../../model/extensions.js";
import type { ImagePart, Part } from "../../model/index.js";
import { isHttpUrl, kindOfMime, mimeOfUrl, normalMime, sourceAt, standardBase64 } from "../../model/media.js";
import { foreignPart } from "../../model/turns.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import { type Writable, withBeside } from "./signatures.js";
import { allowsMime, type GenerateContentPart, limits } from "./wire.js";

type Wire<Kind extends keyof GenerateContentPart> = NonNullable<GenerateContentPart[Kind]>;
type MediaPart = Extract<Part, { type: "image" | "audio" | "video" | "document" }>;
type EncodePart = (part: Part, path: Path, scope: EncodeScope) => GenerateContentPart[];

/** Where the fields of a part stand on the wire, beside those of its source. */
const FIELDS = {
  detail: ["mediaResolution", "level"],
  startOffset: ["videoMetadata", "startOffset"],
  endOffset: ["videoMetadata", "endOffset"],
  fps: ["videoMetadata", "fps"],
  signature: ["thoughtSignature"],
} as const;
const INLINE_FIELDS: FieldPaths = { ...FIELDS, filename: ["inlineData", "displayName"] };
const FILE_FIELDS: FieldPaths = { ...FIELDS, filename: ["fileData", "displayName"] };

export const RESOLUTIONS = { low: "MEDIA_RESOLUTION_LOW", medium: "MEDIA_RESOLUTION_MEDIUM", high: "MEDIA_RESOLUTION_HIGH" } as const;
const DETAILS = { ...RESOLUTIONS, original: "MEDIA_RESOLUTION_ULTRA_HIGH" } as const;
const DETAIL = words(DETAILS);

export function decodeInline(part: GenerateContentPart, data: Wire<"inlineData">, path: Path, scope: DecodeScope): Part {
  const { mimeType, data: bytes, ...rest } = data;
  const standard = standardBase64(bytes);
  const at = [...path, "inlineData"];
  if (standard !== bytes) scope.report(equivalent([...at, "data"], "This base64 is written in the standard alphabet."));
  const source = scope.trace.mark({ kind: "base64", mimeType, data: standard } as const, at);
  return scope.trace.mark(mediaPart(part, source, mimeType, ["inlineData", rest]), path, INLINE_FIELDS);
}

/** What the files API returns needs a key of this service; no other one can fetch it. */
const OWN_FILE = /^https?:\/\/generativelanguage\.googleapis\.com\/([^?#]*\/)?files\//i;

/** The one kind of page that this service watches; its documents give no media type with it. */
const WATCHED = /^https?:\/\/([a-z]+\.)?youtu(be\.com|\.be)\//i;

export function decodeFile(part: GenerateContentPart, file: Wire<"fileData">, path: Path, scope: DecodeScope): Part {
  const { fileUri, mimeType, ...rest } = file;
  const type = compact({ mimeType: mimeType ?? undefined });
  const source: MediaSource =
    isHttpUrl(fileUri) && !OWN_FILE.test(fileUri)
      ? { kind: "url", url: fileUri, ...type }
      : { kind: "file-id", fileId: fileUri, style: STYLE, ...type };
  const marked = scope.trace.mark(source, [...path, "fileData"], { url: ["fileUri"], fileId: ["fileUri"] });
  const isVideo = part.videoMetadata != null || WATCHED.test(fileUri);
  const kind = mimeType ?? mimeOfUrl(fileUri) ?? (isVideo ? "video/" : "");
  return scope.trace.mark(mediaPart(part, marked, kind, ["fileData", rest]), path, FILE_FIELDS);
}

type Named = readonly [key: string, data: Rest & { readonly displayName?: string | null | undefined }];

function mediaPart(part: GenerateContentPart, source: MediaSource, mime: string, [key, { displayName, ...data }]: Named): Part {
  const { mediaResolution, videoMetadata, ...others } = part;
  const { level, ...resolution } = mediaResolution ?? {};
  const { startOffset, endOffset, fps, ...excerpt } = videoMetadata ?? {};
  const type = kindOfMime(mime);
  const detail = type === "image" && level != null ? DETAIL.read(level) : undefined;
  // Only documents have a name, only images a detail and only videos an excerpt in the model; elsewhere each stays in this style.
  const nested = [
    [key, type === "document" ? data : { ...data, displayName }],
    ["videoMetadata", type === "video" ? excerpt : { ...videoMetadata }],
    ["mediaResolution", detail === undefined ? { ...mediaResolution } : resolution],
  ] as const;
  const known = {
    audio: {},
    document: { filename: displayName ?? undefined },
    image: { detail },
    video: { startOffset: startOffset ?? undefined, endOffset: endOffset ?? undefined, fps: fps ?? undefined },
  };
  return withBeside<Writable<MediaPart>>({ type, source, ...compact(known[type]) }, others, nested);
}

/**
 * The parts of a document may be several; none where the service cannot open the source.
 * @param inner writes the parts of a document that is made of parts
 */
export function encodeMedia(part: MediaPart, path: Path, scope: EncodeScope, inner: EncodePart): GenerateContentPart[] {
  const { report } = scope;
  if (part.type !== "document") {
    const wire = encodeSource(part.type, part.source, undefined, path, scope);
    return wire === undefined ? [] : [{ ...wire, ...encodeBeside(part, path, scope) }];
  }
  const { source, filename, title } = part;
  if (source.kind !== "text" && source.kind !== "parts") {
    if (filename !== undefined && title !== filename) dropFields({ title }, "info", path, STYLE, report);
    const wire = encodeSource(part.type, source, filename ?? title, path, scope);
    return wire === undefined ? [] : [wire];
  }
  dropFields({ filename, title }, { filename: "info", title: "info" }, path, STYLE, report);
  const message = "The model does not see where this document ends.";
  report(approximated("approximated.media", path, message));
  if (source.kind === "text") return [{ text: source.text }];
  return source.parts.flatMap((member, index) => inner(member, [...path, "source", "parts", index], scope));
}

/** What stands beside the data of a picture, a sound or a film. */
function encodeBeside(part: Exclude<MediaPart, { type: "document" }>, path: Path, scope: EncodeScope): GenerateContentPart {
  if (part.type === "image") return encodeDetail(part.detail, path, scope);
  if (part.type === "video") {
    const { startOffset, endOffset, fps } = part;
    const videoMetadata = compact({ startOffset, endOffset, fps });
    return Object.keys(videoMetadata).length === 0 ? {} : { videoMetadata };
  }
  const message = "generate-content has no transcript; it was left out.";
  if ((part.transcript ?? "") !== "") scope.report(approximated("approximated.media", [...path, "transcript"], message));
  return {};
}

function encodeSource(kind: MediaPart["type"], given: MediaSource, displayName: string | undefined, path: Path, scope: EncodeScope) {
  const { report, trace } = scope;
  const at = [...path, "source"];
  const held = given.kind === "url" ? sourceAt(given.url, "text/plain") : given;
  if (held === undefined) return report(failure("failed.unsupported", [...at, "url"], "This data URI is broken."));
  const source = held.kind === "url" ? given : held;
  if (source.kind === "base64")
    return { inlineData: trace.mark(compact({ mimeType: source.mimeType, data: source.data, displayName }), at) };
  if (source.kind === "file-id") {
    const { fileId: fileUri, style, mimeType } = source;
    if (style === STYLE) return { fileData: trace.mark(compact({ fileUri, mimeType, displayName }), at) };
    return void foreignPart(source, path, report);
  }
  const { url: fileUri } = source;
  const mimeType = encodeUrlType(fileUri, source.mimeType, path, scope);
  if (mimeType !== undefined && kindOfMime(mimeType) !== kind)
    report(equivalent(path, `Its media type makes this part a ${kindOfMime(mimeType)} here, and on the way back.`));
  return { fileData: trace.mark(compact({ fileUri, mimeType, displayName }), at, { fileUri: ["url"] }) };
}

function encodeUrlType(url: string, given: string | undefined, path: Path, scope: EncodeScope): string | undefined {
  const type = given ?? mimeOfUrl(url);
  if (type !== undefined && allowsMime(limits[scope.profile].fileMimeTypes, type, scope.options.inlineMimeTypes))
    return given ?? normalMime(type);
  if (scope.own) return given;
  const unknown = "The service has to find out the media type.";
  const unlisted = "The service does not list this media type; it was left out.";
  const at = [...path, "source", given === undefined ? "url" : "mimeType"];
  scope.report(
    type === undefined
      ? approximated("approximated.media", path, unknown)
      : approximated("approximated.media", at, unlisted, { from: type.slice(0, 100) }),
  );
  return undefined;
}

function encodeDetail(detail: ImagePart["detail"], path: Path, scope: EncodeScope): GenerateContentPart {
  const at = [...path, "detail"];
  if (detail === "auto") scope.report(equivalent(at, "`auto` is the default here; the way back has no detail."));
  if (detail === undefined || detail === "auto") return {};
  if (scope.own || scope.profile === "vendor") return { mediaResolution: { level: DETAILS[detail] } };
  // One detail that all images share stands once in the request.
  const facts = { from: detail };
  if (scope.sharedDetail !== detail)
    scope.report(dropped("dropped.field", at, "The specification has one resolution for all images.", facts));
  else if (detail === "original")
    scope.report(approximated("approximated.enum", at, "The highest resolution for a whole request is high.", { ...facts, to: "high" }));
  return {};
}
