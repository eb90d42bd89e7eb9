/**
 * Content blocks of a user, system or tool message, both directions: text and media.
 *
 *     [{"type": "text", "text": "What is this?"},
 *      {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBO…", "detail": "low"}}]
 *
 * Media comes as data URIs, which are cut at the comma and never read further. Cache markers are `cache_control` of the messages style (X),
 * which the gateway takes, and the vendor's own `prompt_cache_breakpoint`, which has no lifetime of its own.
 */

import { approximated, brief, equivalent, type Issue, notice, type Path, type Report, type Severity } from "../../core/issue.js";
import { compact, isObject, plain } from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import { type CacheControl, type MediaSource, traitsOf } from "../../model/common.js";
import { cacheMarkers, dropFields, dropPart, keepBeside, type Lost, restoreUnknown } from "../../model/extensions.js";
import type { DocumentPart, ImagePart, Part, TextPart } from "../../model/index.js";
import { dataUri, isHttpUrl, mimeOfUrl, normalMime, textIn } from "../../model/media.js";
import { asText, type LostBeside } from "../../model/turns.js";
import type { PartTarget } from "./assistant-encoder.js";
import { readBlock } from "./content-reader.js";
import { ContentPart, STYLE } from "./wire.js";

/** @param path that of the block in the document read */
export function decodeContent(wire: ContentPart, path: Path, trace: Trace, report: Report): Part {
  const block = ContentPart.isKnown(wire) ? readBlock(wire, path, report) : undefined;
  if (block === undefined) return trace.mark<Part>({ type: "opaque", style: STYLE, value: plain(wire) }, path);
  const [part, rest, fields, ...inside] = block;
  const { prompt_cache_breakpoint: breakpoint, ...others } = rest;
  if (!breakpoint) return trace.mark<Part>({ ...part, ...keepBeside(STYLE, MARKERS, rest, inside) }, path, fields);
  const { mode, ...unread } = breakpoint;
  const isMarker = !others.cache_control && (mode ?? "explicit") === "explicit";
  const beside = keepBeside(STYLE, MARKERS, others, [...inside, ["prompt_cache_breakpoint", isMarker ? unread : breakpoint]]);
  const cacheControl = isMarker ? trace.mark({ type: "ephemeral" } as const, [...path, "prompt_cache_breakpoint"]) : undefined;
  return trace.mark<Part>({ ...part, ...beside, ...compact({ cacheControl }) }, path, fields);
}

/** What is written of each kind of part that has a place here. */
interface Written {
  text: "text";
  refusal: "text";
  image: "source" | "detail";
  document: "source" | "title" | "filename";
  audio: "source" | "id" | "transcript" | "expiresAt";
  video: "source";
  "search-result": "source" | "title" | "content" | "citations";
}
const LOST = {
  text: { citations: "info", signature: "info" },
  image: { signature: "info" },
  audio: { signature: "info" },
  document: { context: "warning", citations: "asked", signature: "info" },
  video: { startOffset: "warning", endOffset: "warning", fps: "warning", signature: "info" },
} as const satisfies LostBeside<Written>;
const LOSSES: { readonly [Type in Part["type"]]?: Readonly<Record<string, Lost>> } = LOST;
/** Of a document whose file has a name of its own. */
const UNTITLED = { ...LOST.document, title: "info" } as const;

/**
 * The blocks of a user, system or tool message that hold what a part holds; none when there is no place for it.
 * @param path that of the part in the canonical value written
 */
export function encodeContent(part: Part, path: Path, target: PartTarget): ContentPart[] {
  const { own, profile, report } = target;
  switch (part.type) {
    case "text":
      return [written({ type: "text", text: part.text }, part, path, target)];
    case "refusal":
      return [written({ type: "refusal", refusal: part.text }, part, path, target)];
    case "image":
      return encodeImage(part, path, target);
    case "document":
      return encodeDocument(part, path, target);
    case "audio": {
      const { source } = part;
      const isAlone = isBare(target);
      const data = source.kind === "base64" ? source.data : own || isAlone ? encodeImageUrl(source, own) : undefined;
      const format = audioFormat(normalMime(source.mimeType ?? ""), own);
      const input_audio = isAlone ? data : data !== undefined && format !== undefined ? { data, format } : undefined;
      if (input_audio === undefined) break;
      if (isAlone) reportType(source, path, report);
      else if (source.mimeType !== `audio/${format}`)
        report(equivalent([...path, "source", "mimeType"], "The way back has the usual type of this format.", { to: `audio/${format}` }));
      return [written({ type: "input_audio", input_audio }, part, path, target)];
    }
    case "video": {
      const url = profile === "gateway" && (own || target.options.chatExtensions) ? encodeImageUrl(part.source, own) : undefined;
      if (url === undefined) break;
      if (part.source.kind === "url") reportType(part.source, path, report);
      return [written({ type: "video_url", video_url: { url } }, part, path, target)];
    }
    case "search-result": {
      report(asText(path));
      const text = [part.title, part.source, ...part.content.map((piece) => piece.text)].join("\n");
      return [written({ type: "text", text }, part, path, target)];
    }
    case "opaque":
      if (part.style !== STYLE || !isObject(part.value) || !conforms(ContentPart, part.value)) break;
      return [target.trace.mark({ ...part.value }, path)];
    case "code-call":
    case "code-result":
      if (target.options.codeParts !== "text") break;
      return [target.trace.mark({ type: "text", text: encodeCode(part, path, report) }, path)];
    default:
      break;
  }
  return lose(part, path, target);
}

/** The block with what any part may have beside its own; what of it has no place is reported. */
export function written(block: ContentPart, part: Part, path: Path, target: PartTarget, lost = LOSSES[part.type]) {
  const { trace, report } = target;
  dropFields(part, lost, path, STYLE, report);
  // Few parts are marked, and a spread costs more than all the rest.
  const marked = part.cacheControl === undefined ? block : { ...block, ...encodeMarker(part.cacheControl, path, target, true) };
  return trace.mark(restoreUnknown<ContentPart>(marked, part.extensions, STYLE), path, WIRE_FIELDS);
}

/** Where what the blocks are made of stands in their parts. */
const WIRE_FIELDS = {
  "image_url.url": ["source"],
  "image_url.detail": ["detail"],
  image_url: ["source"],
  "input_audio.data": ["source"],
  input_audio: ["source"],
  document_url: ["source"],
  document_name: ["filename"],
  "video_url.url": ["source"],
  "file.filename": ["filename"],
  file: ["source"],
} as const;

/** The kind of part has no place here. What a service did with its own tools is no part of an answer; code that was run may stand as text. */
export function lose(part: Part, path: Path, { answer, report }: PartTarget): [] {
  const { type } = part;
  const kind = type === "opaque" ? `${part.style} block` : `${type} part`;
  const severity: Severity | undefined = answer && type.startsWith("server-tool") ? "info" : undefined;
  const suggestion = type === "code-call" || type === "code-result" ? "codeParts" : undefined;
  return dropPart(path, `chat-completions has no place for this ${kind}`, report, compact({ severity, suggestion }));
}

/** A fenced block, as models write code themselves. */
export function encodeCode(part: Extract<Part, { readonly type: "code-call" | "code-result" }>, path: Path, report: Report): string {
  report(equivalent(path, "Code and its output are text here, and on the way back."));
  const [label, body] = part.type === "code-call" ? [part.language, part.code] : ["", part.stdout + (part.stderr ?? "")];
  return `\n\`\`\`${label}\n${body}${body.endsWith("\n") ? "" : "\n"}\`\`\`\n`;
}

/** @returns a data URI or an address that any server understands */
export function encodeImageUrl(source: MediaSource, own: boolean): string | undefined {
  if (source.kind === "base64") return dataUri(source.mimeType, source.data);
  return source.kind === "url" && (own || isHttpUrl(source.url)) ? source.url : undefined;
}

export const ONE_RESOLUTION = "Each image has its resolution here; read back, it may be that of all.";

function encodeImage(part: ImagePart, path: Path, target: PartTarget): ContentPart[] {
  const { source, detail } = part;
  const { mediaResolution, report } = target;
  const url = encodeImageUrl(source, target.own);
  if (url === undefined) return lose(part, path, target);
  if (source.kind === "url") reportType(source, path, report);
  const common = mediaResolution === "ultra-high" ? "original" : mediaResolution === "medium" ? undefined : mediaResolution;
  if (
    detail === undefined
      ? common !== undefined
      : detail !== "medium" && target.profile === "gateway" && traitsOf(target.options).sharesResolution
  )
    report(equivalent(detail === undefined ? path : [...path, "detail"], ONE_RESOLUTION));
  const between = "Between low and high there is `auto` alone.";
  if (detail === "medium") report(approximated("approximated.enum", [...path, "detail"], between, { from: detail, to: "auto" }));
  const bare = isBare(target);
  const image_url = bare ? url : compact({ url, detail: detail === "medium" ? "auto" : (detail ?? common) });
  const lost = bare ? ({ ...LOST.image, detail: "info" } as const) : LOST.image;
  return [written({ type: "image_url", image_url }, part, path, target, lost)];
}

/** Whether media is written as its address or data alone. */
function isBare({ dialect }: PartTarget): boolean {
  return dialect.media === "string";
}

/** What stands alone has no media type beside it; the suffix of a URL may mean the same. */
export function reportType(source: MediaSource, path: Path, report: Report): void {
  if (source.kind === "url" && source.mimeType === mimeOfUrl(source.url)) return;
  dropFields({ mimeType: source.mimeType }, "info", [...path, "source"], STYLE, report);
}

function encodeDocument(part: DocumentPart, path: Path, target: PartTarget): ContentPart[] {
  const { source, filename, title } = part;
  const { report } = target;
  // The vendor reads pages in files, and text nowhere but in text.
  const text = textIn(source);
  if (text !== undefined || source.kind === "text" || source.kind === "parts") {
    report(asText(path));
    const lost = { ...UNTITLED, filename: "info" } as const;
    if (source.kind !== "parts") return [written({ type: "text", text: text ?? "" }, part, path, target, lost)];
    dropFields(part, lost, path, STYLE, report);
    const blocks = source.parts.flatMap((inner, index) => {
      const at = [...path, "source", "parts", index];
      // Documents inside documents are of no style; this bounds the recursion.
      return inner.type === "document" && inner.source.kind === "parts" ? lose(inner, at, target) : encodeContent(inner, at, target);
    });
    const last = blocks.at(-1);
    if (last !== undefined) Object.assign(last, encodeMarker(part.cacheControl, path, target, true));
    return blocks;
  }
  if (source.kind === "url" ? !isHttpUrl(source.url) : source.kind === "file-id" && source.style !== STYLE) return lose(part, path, target);
  const address = isBare(target) ? encodeImageUrl(source, true) : undefined;
  if (address !== undefined) {
    if (source.kind === "url") reportType(source, path, report);
    const block = compact({ type: "document_url" as const, document_url: address, document_name: filename ?? title });
    return [written(block, part, path, target, filename === undefined ? LOST.document : UNTITLED)];
  }
  if (source.kind === "url") {
    const message = "Only some servers fetch documents.";
    report(approximated("approximated.media", [...path, "source"], message, { from: brief(source.url) }));
  }
  let name = filename ?? title;
  if (name === undefined && source.kind === "base64") {
    name = `document.${normalMime(source.mimeType).replace(/^.*[^a-z0-9]/, "")}`;
    report(madeName(name, path));
  }
  const file = source.kind === "file-id" ? { file_id: source.fileId } : { file_data: encodeImageUrl(source, true) };
  const block = { type: "file", file: compact({ ...file, filename: name }) } as const;
  return [written(block, part, path, target, title === name ? LOST.document : UNTITLED)];
}

export function madeName(name: string, path: Path): Issue {
  const to = brief(name);
  return notice("defaulted.other", path, `A name is demanded here; \`${to}\` was written.`, { to });
}

function audioFormat(mime: string, own: boolean): string | undefined {
  if (/^audio\/(x-wav|wave?)$/.test(mime)) return "wav";
  if (/^audio\/mp(3|eg)$/.test(mime)) return "mp3";
  return own && mime.startsWith("audio/") ? mime.slice("audio/".length) : undefined;
}

/** The content of a message. */
export function decodeBlocks(content: string | readonly ContentPart[], path: Path, trace: Trace, report: Report): Part[] {
  if (typeof content === "string") return [trace.mark<TextPart>({ type: "text", text: content }, [...path, "content"], { text: [] })];
  return content.map((part, index) => decodeContent(part, [...path, "content", index], trace, report));
}

/** A string for one plain text, else blocks. */
export function asContent(blocks: ContentPart[]): string | ContentPart[] {
  const [first, ...more] = blocks;
  if (first === undefined) return "";
  const { type, text } = first;
  return more.length === 0 && type === "text" && typeof text === "string" && Object.keys(first).length === 2 ? text : blocks;
}

export const LIFETIMES = ["5m", "1h", "30m", "12h"] as const;
export const MARKERS = cacheMarkers(LIFETIMES);

type MarkerTarget = Pick<PartTarget, "profile" | "own" | "dialect" | "options" | "report"> & Partial<Pick<PartTarget, "answer">>;

/**
 * One of this style reads `cache_control` again; `chatExtensions` are fields that not every server takes. The text
 * of an answer is a string, which nothing marks.
 * @param path that of the marked node in the canonical value written, for what is lost
 * @param isBlock of content, which alone the vendor's own spelling marks: no tool, call or result
 */
export function encodeMarker(
  marker: CacheControl | undefined,
  path: Path,
  { profile, own, dialect, options, answer, report }: MarkerTarget,
  isBlock = false,
): { cache_control?: { type: "ephemeral"; ttl?: string }; prompt_cache_breakpoint?: { mode: "explicit" } } {
  if (marker === undefined) return {};
  const isVendor = profile === "vendor";
  if (dialect.cacheMarker === undefined && isVendor && isBlock) {
    vendorLifetime(marker, [...path, "cacheControl"], report);
    return { prompt_cache_breakpoint: { mode: "explicit" } };
  }
  if (dialect.cacheMarker === "none" || (!own && (answer || (isVendor && !isBlock)))) return loseMarker(marker, path, report);
  if (dialect.cacheMarker !== undefined || own || options.chatExtensions) return { cache_control: { ...marker } };
  return loseMarker(marker, path, (issue) => report({ ...issue, suggestion: "chatExtensions" }));
}

export function loseMarker(cacheControl: CacheControl | undefined, path: Path, report: Report) {
  dropFields({ cacheControl }, "info", path, STYLE, report);
  return {};
}

/** The only lifetime that the vendor knows, where one was asked for. */
export function vendorLifetime({ ttl }: CacheControl, path: Path, report: Report): "30m" | undefined {
  if (ttl === undefined || ttl === "30m") return ttl;
  const message = "The vendor caches for 30 minutes only.";
  report(approximated("approximated.clamped", [...path, "ttl"], message, { from: ttl, to: "30m" }));
  return "30m";
}
