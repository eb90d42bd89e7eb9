/**
 * Images and documents. Both state where their bytes are in `source`; a document may also be text, or a list of blocks.
 * Only requests have them: the service answers in words.
 */

import { approximated, brief, equivalent, failure, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import type { MediaSource } from "../../model/common.js";
import { dropFields, dropPart, type Nested, opaquePart, without } from "../../model/extensions.js";
import type { DocumentPart, ImagePart, Part, SearchResultPart } from "../../model/index.js";
import { isHttpUrl, mimeOfUrl, normalMime, PDF, textOfBase64 } from "../../model/media.js";
import type { Whole } from "../../model/turns.js";
import { type BlockReader, type BlockWriter, marked, readBlock, readEach, withCommon } from "./block.js";
import { CITABLE, decodeText, encodeInnerText, encodeSearchResult } from "./citations.js";
import { type BlockOf, MEDIA, NestedBlock } from "./wire.js";

export function decodeImage({ type, source, ...rest }: BlockOf<"image">, path: Path, reader: BlockReader): ImagePart {
  return readBlock({ type, source: decodeBytes(source) }, rest, path, reader, [unreadOf(source)]);
}

type InnerBlock = BlockOf<"image"> | BlockOf<"document"> | BlockOf<"search_result">;
type InnerPart = ImagePart | DocumentPart | SearchResultPart;

/** What may stand in a result as well; only requests have it. */
export function encodeInner(part: InnerPart, path: Path, writer: BlockWriter): readonly InnerBlock[] {
  if (writer.document === "answer") return dropPart(path, `An answer holds no ${part.type}`, writer.report);
  if (part.type === "image") return encodeImage(part, path, writer);
  return part.type === "document" ? encodeDocument(part, path, writer) : encodeSearchResult(part, path, writer);
}

type DocumentSource = BlockOf<"document">["source"];
type BytesSource = Extract<DocumentSource, { type: "base64" | "url" | "file" }>;

function decodeBytes(wire: BytesSource): MediaSource {
  if (wire.type === "base64") return { kind: "base64", mimeType: wire.media_type, data: wire.data };
  return wire.type === "url" ? { kind: "url", url: wire.url } : { kind: "file-id", fileId: wire.file_id, style: "messages" };
}

/** The members that are read, by the type of the source. */
const READ: Readonly<Record<DocumentSource["type"], ReadonlySet<string>>> = {
  base64: new Set(["type", "media_type", "data"]),
  text: new Set(["type", "data"]),
  url: new Set(["type", "url"]),
  content: new Set(["type", "content"]),
  file: new Set(["type", "file_id"]),
};

function unreadOf(source: DocumentSource): Nested {
  const unread = without(source, READ[source.type]);
  return ["source", source.type === "text" && source.media_type === "text/plain" ? { ...unread, media_type: null } : unread];
}

export function decodeDocument(block: BlockOf<"document">, path: Path, reader: BlockReader): DocumentPart {
  const { type, source: wire, title, context, citations, ...rest } = block;
  const { enabled, ...switchRest } = citations ?? {};
  const source = decodeSource(wire, [...path, "source", "content"], reader);
  const described = compact({ title: title ?? undefined, context: context ?? undefined, citations: enabled ?? undefined });
  return readBlock({ type, source, ...described }, rest, path, reader, [unreadOf(wire), ["citations", switchRest]], CITABLE);
}

function decodeSource(wire: DocumentSource, at: Path, reader: BlockReader): DocumentPart["source"] {
  if (wire.type === "text") return { kind: "text", text: wire.data };
  if (wire.type === "content") return { kind: "parts", parts: readEach(wire.content, at, reader, decodeNested) };
  // The only documents that this style fetches.
  return wire.type === "url" ? { kind: "url", url: wire.url, mimeType: PDF } : decodeBytes(wire);
}

/** A block of another kind is kept whole. */
function decodeNested(inner: NestedBlock, at: Path, reader: BlockReader): Part {
  if (!NestedBlock.isKnown(inner)) return opaquePart("messages", inner, at, reader.trace);
  return inner.type === "text" ? decodeText(inner, at, reader) : decodeImage(inner, at, reader);
}

function encodeImage(part: ImagePart, path: Path, writer: BlockWriter): readonly BlockOf<"image">[] {
  part satisfies Whole<"image", "source" | "detail">;
  const { type, source, detail } = part;
  const wire = source.kind === "base64" ? imageBytes(source.mimeType, source.data, path, writer) : encodeSource(source, path, writer);
  if (wire === undefined) return [];
  dropFields({ detail }, detail === "auto" ? "info" : "warning", path, "messages", writer.report);
  // The type of a URL is not written here; what its suffix shows is no loss.
  if (source.kind === "url" && mimeOfUrl(source.url) !== normalMime(source.mimeType ?? ""))
    dropFields({ mimeType: source.mimeType }, "info", [...path, "source"], "messages", writer.report);
  return [withCommon({ type, source: wire }, part)];
}

function imageBytes(mimeType: string, data: string, path: Path, writer: BlockWriter): BytesSource | undefined {
  const media_type = writtenMime(mimeType, path, writer);
  if (MEDIA.image.some((legal) => legal === media_type)) return { type: "base64", media_type, data };
  return refuse(media_type, MEDIA.image.join(", "), path, writer);
}

function writtenMime(mimeType: string, path: Path, { report }: BlockWriter): string {
  const media_type = normalMime(mimeType);
  const message = "This media type has another spelling here.";
  if (media_type !== mimeType)
    report(equivalent([...path, "source", "mimeType"], message, { from: brief(mimeType), to: brief(media_type) }));
  return media_type;
}

function refuse(given: string, expected: string, path: Path, { report }: BlockWriter): undefined {
  const received = brief(given);
  const message = `messages takes ${expected}, not ${JSON.stringify(received)}.`;
  report(failure("validation.V-17", [...path, "source", "mimeType"], message, { rule: MEDIA.rule, received, expected }));
}

/** Bytes at an address, or in a file. */
function encodeSource(source: Exclude<MediaSource, { kind: "base64" }>, path: Path, { report }: BlockWriter) {
  if (source.kind === "url" && isHttpUrl(source.url)) return { type: "url", url: source.url } as const;
  if (source.kind === "file-id" && source.style === "messages") return { type: "file", file_id: source.fileId } as const;
  return void dropPart(path, "Only its own service can open this file", report);
}

function encodeDocument(part: DocumentPart, path: Path, writer: BlockWriter): readonly BlockOf<"document">[] {
  part satisfies Whole<"document", "source" | "filename" | "title" | "context" | "citations">;
  const { type, source, filename, title, context, citations } = part;
  const wire = encodeDocumentSource(source, path, writer);
  if (wire === undefined) return [];
  // A document has one name here.
  if (title !== undefined && filename !== title) dropFields({ filename }, "info", path, "messages", writer.report);
  const enabled = citations === undefined ? undefined : { enabled: citations };
  return [withCommon({ type, source: wire, ...compact({ title: title ?? filename, context, citations: enabled }) }, part)];
}

function encodeDocumentSource(source: DocumentPart["source"], path: Path, writer: BlockWriter): DocumentSource | undefined {
  switch (source.kind) {
    case "base64":
      return documentBytes(source.mimeType, source.data, path, writer);
    case "text":
      return { type: "text", media_type: "text/plain", data: source.text };
    case "parts":
      return {
        type: "content",
        content: source.parts.flatMap((inner, index) => encodeNested(inner, [...path, "source", "parts", index], writer)),
      };
    default: {
      const known = source.kind === "file-id" ? PDF : source.mimeType === undefined ? mimeOfUrl(source.url) : normalMime(source.mimeType);
      if (known !== undefined && known !== PDF) return void dropPart(path, "messages fetches PDF documents only", writer.report);
      const wire = encodeSource(source, path, writer);
      const message = "messages fetches PDF documents only.";
      if (wire !== undefined && known === undefined)
        writer.report(approximated("approximated.media", [...path, "source", "mimeType"], message, { to: PDF }));
      return wire;
    }
  }
}

function encodeNested(inner: Part, at: Path, writer: BlockWriter): readonly (BlockOf<"text"> | BlockOf<"image">)[] {
  if (inner.type === "text") return encodeInnerText(inner, at, writer);
  if (inner.type === "image") return marked(encodeImage(inner, at, writer), inner, at, writer);
  return dropPart(at, `A document holds no ${inner.type}`, writer.report);
}

function documentBytes(mimeType: string, data: string, path: Path, writer: BlockWriter): DocumentSource | undefined {
  const media_type = writtenMime(mimeType, path, writer);
  if (media_type === PDF) return { type: "base64", media_type, data };
  const isText = media_type.startsWith("text/");
  const text = isText ? textOfBase64(data) : undefined;
  if (text === undefined)
    return refuse(isText ? `${media_type} that is no UTF-8` : media_type, "application/pdf, text/plain", path, writer);
  const message = "Text of any kind is plain text here.";
  const facts = { from: media_type, to: "text/plain" };
  if (media_type !== "text/plain") writer.report(approximated("approximated.media", [...path, "source", "mimeType"], message, facts));
  return { type: "text", media_type: "text/plain", data: text };
}
