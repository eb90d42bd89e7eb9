/**
 * Images and documents. Both say where their bytes are in `source`; a document may also be text, or a list of blocks.
 * Only requests have them: the service answers in words.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, failure } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { MediaSource } from "../../model/common.js";
import { keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { DocumentPart, ImagePart, Part } from "../../model/index.js";
import { isHttpUrl, mimeOfUrl, normalMime, textOfBase64 } from "../../model/media.js";
import { type BlockReader, type BlockWriter, decodeOpaque, leaveOut, marked } from "./block.js";
import { decodeCacheControl } from "./cache.js";
import { MEDIA } from "./limits.js";
import { decodeText, encodeInnerText } from "./text.js";
import { type DocumentBlock, type ImageBlock, isNestedBlock, type TextBlock } from "./wire.js";

const SOURCE_FIELDS = {
  cacheControl: ["cache_control"],
  "source.mimeType": ["source", "media_type"],
  "source.fileId": ["source", "file_id"],
} as const satisfies FieldPaths;
const DOCUMENT_FIELDS = {
  ...SOURCE_FIELDS,
  "source.text": ["source", "data"],
  "source.parts": ["source", "content"],
  citations: ["citations", "enabled"],
} as const satisfies FieldPaths;

export function decodeImage(block: ImageBlock, path: Path, { trace }: BlockReader): ImagePart {
  const { type, source: wire, cache_control, ...rest } = block;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const { source, sourceRest } = decodeSource(wire);
  const part: ImagePart = {
    type: "image",
    source,
    ...compact({ cacheControl }),
    ...keepUnknown("messages", rest, [["source", sourceRest], ...unread]),
  };
  return trace.mark(part, path, SOURCE_FIELDS);
}

type WireSource = ImageBlock["source"] | DocumentBlock["source"];
type BytesSource = Extract<WireSource, { type: "base64" | "url" | "file" }>;

function decodeSource(wire: BytesSource): { readonly source: MediaSource; readonly sourceRest: Readonly<Record<string, unknown>> } {
  switch (wire.type) {
    case "base64": {
      const { type, media_type, data, ...sourceRest } = wire;
      return { source: { kind: "base64", mimeType: media_type, data }, sourceRest };
    }
    case "url": {
      const { type, url, ...sourceRest } = wire;
      return { source: { kind: "url", url }, sourceRest };
    }
    case "file": {
      const { type, file_id, ...sourceRest } = wire;
      return { source: { kind: "file-id", fileId: file_id, style: "messages" }, sourceRest };
    }
    default:
      return wire satisfies never;
  }
}

export function decodeDocument(block: DocumentBlock, path: Path, reader: BlockReader): DocumentPart {
  const { type, source: wire, title, context, citations, cache_control, ...rest } = block;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const { enabled, ...citationsRest } = citations ?? {};
  const { source, sourceRest } = decodeDocumentSource(wire, path, reader);
  const part: DocumentPart = {
    type: "document",
    source,
    ...compact({ title: title ?? undefined, context: context ?? undefined, citations: enabled ?? undefined, cacheControl }),
    ...keepUnknown("messages", rest, [["source", sourceRest], ["citations", citationsRest], ...unread]),
  };
  return reader.trace.mark(part, path, DOCUMENT_FIELDS);
}

function decodeDocumentSource(
  wire: DocumentBlock["source"],
  path: Path,
  reader: BlockReader,
): { readonly source: DocumentPart["source"]; readonly sourceRest: Readonly<Record<string, unknown>> } {
  switch (wire.type) {
    case "text": {
      const { type, media_type, data, ...sourceRest } = wire;
      const other = media_type === undefined || media_type === "text/plain" ? {} : { media_type };
      return { source: { kind: "text", text: data }, sourceRest: { ...sourceRest, ...other } };
    }
    case "content": {
      const { type, content, ...sourceRest } = wire;
      const at = [...path, "source", "content"];
      const parts =
        typeof content === "string"
          ? [reader.trace.mark<Part>({ type: "text", text: content }, at)]
          : content.map((inner, index) => decodeContent(inner, [...at, index], reader));
      return { source: { kind: "parts", parts }, sourceRest };
    }
    case "url": {
      // The only documents that this style fetches.
      const { source, sourceRest } = decodeSource(wire);
      return { source: { ...source, mimeType: "application/pdf" }, sourceRest };
    }
    default:
      return decodeSource(wire);
  }
}

type NestedBlock = Exclude<Extract<DocumentBlock["source"], { type: "content" }>["content"], string>[number];

function decodeContent(block: NestedBlock, path: Path, reader: BlockReader): Part {
  if (!isNestedBlock(block)) return decodeOpaque(block, path, reader);
  return block.type === "text" ? decodeText(block, path, reader) : decodeImage(block, path, reader);
}

export function encodeImage(part: ImagePart, path: Path, writer: BlockWriter): readonly ImageBlock[] {
  const { type, source, detail, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (writer.document === "answer") return leaveOut(part, path, writer, "Answers of this style hold no images");
  const wire = encodeImageSource(source, path, writer);
  if (wire === undefined) return [];
  if (detail !== undefined)
    writer.report(
      dropped("dropped.field", [...path, "detail"], "This style has no word for how closely an image is looked at.", {
        from: detail,
        ...(detail === "auto" ? { severity: "info" } : {}),
      }),
    );
  return [restoreUnknown({ type: "image", source: wire, ...writer.marker(part) }, extensions, "messages")];
}

function encodeImageSource(source: MediaSource, path: Path, writer: BlockWriter): ImageBlock["source"] | undefined {
  switch (source.kind) {
    case "base64": {
      const { kind, mimeType, data, ...rest } = source;
      rest satisfies NothingLeft;
      const media_type = normalMime(mimeType);
      if (MEDIA.image.some((legal) => legal === media_type)) return { type: "base64", media_type, data };
      writer.report(
        failure("validation.V-17", [...path, "source", "mimeType"], `This style reads ${MEDIA.image.join(", ")}, not ${media_type}.`, {
          rule: MEDIA.rule,
          received: media_type,
          expected: MEDIA.image.join(", "),
        }),
      );
      return undefined;
    }
    case "url": {
      const { kind, url, mimeType, ...rest } = source;
      rest satisfies NothingLeft;
      if (!isHttpUrl(url)) {
        leaveOut({ type: "image" }, path, writer, "The address is one that only its own service can open");
        return undefined;
      }
      dropMime(mimeType, url, path, writer);
      return { type: "url", url };
    }
    case "file-id":
      return encodeFile(source, "image", path, writer);
    default:
      return source satisfies never;
  }
}

/** The type of a URL is not written here; what its suffix says is no loss. */
function dropMime(mimeType: string | undefined, url: string, path: Path, writer: BlockWriter): void {
  if (mimeType === undefined || mimeOfUrl(url) === normalMime(mimeType)) return;
  writer.report(
    dropped("dropped.field", [...path, "source", "mimeType"], "This style does not state the media type of a URL.", {
      severity: "info",
      from: mimeType,
    }),
  );
}

function encodeFile(source: Extract<MediaSource, { kind: "file-id" }>, type: "image" | "document", path: Path, writer: BlockWriter) {
  if (source.style !== "messages") {
    leaveOut({ type }, path, writer, `The file is known to the ${source.style} service only`);
    return undefined;
  }
  return { type: "file" as const, file_id: source.fileId };
}

export function encodeDocument(part: DocumentPart, path: Path, writer: BlockWriter): readonly DocumentBlock[] {
  const { type, source, filename, title, context, citations, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (writer.document === "answer") return leaveOut(part, path, writer, "Answers of this style hold no documents");
  const wire = encodeDocumentSource(source, path, writer);
  if (wire === undefined) return [];
  if (filename !== undefined && title !== undefined && filename !== title)
    writer.report(
      dropped("dropped.field", [...path, "filename"], "A document has one name here: its title.", { severity: "info", from: filename }),
    );
  return [
    restoreUnknown(
      {
        type: "document",
        source: wire,
        ...compact({ title: title ?? filename, context, citations: citations === undefined ? undefined : { enabled: citations } }),
        ...writer.marker(part),
      },
      extensions,
      "messages",
    ),
  ];
}

function encodeDocumentSource(source: DocumentPart["source"], path: Path, writer: BlockWriter): DocumentBlock["source"] | undefined {
  switch (source.kind) {
    case "base64":
      return encodeDocumentBytes(source.mimeType, source.data, path, writer);
    case "url": {
      const { kind, url, mimeType, ...rest } = source;
      rest satisfies NothingLeft;
      const known = mimeType === undefined ? mimeOfUrl(url) : normalMime(mimeType);
      if (isHttpUrl(url) && (known === undefined || known === "application/pdf")) {
        if (known === undefined)
          writer.report(
            approximated("approximated.media", [...path, "source", "mimeType"], "The only documents that this style fetches are PDF.", {
              to: "application/pdf",
            }),
          );
        return { type: "url", url };
      }
      leaveOut({ type: "document" }, path, writer, "This style fetches PDF documents from http addresses only");
      return undefined;
    }
    case "file-id":
      return encodeFile(source, "document", path, writer);
    case "text":
      return { type: "text", media_type: "text/plain", data: source.text };
    case "parts": {
      const base = [...path, "source", "parts"];
      const content = source.parts.flatMap((inner, index): readonly (TextBlock | ImageBlock)[] => {
        const at = [...base, index];
        if (inner.type === "text") return encodeInnerText(inner, at, writer);
        if (inner.type === "image") return marked(encodeImage(inner, at, writer), inner, at, writer);
        return leaveOut(inner, at, writer, "A document of blocks holds text and images only");
      });
      return { type: "content", content };
    }
    default:
      return source satisfies never;
  }
}

function encodeDocumentBytes(mimeType: string, data: string, path: Path, writer: BlockWriter): DocumentBlock["source"] | undefined {
  const media_type = normalMime(mimeType);
  if (media_type === "application/pdf") return { type: "base64", media_type, data };
  const text = media_type.startsWith("text/") ? textOfBase64(data) : undefined;
  if (text !== undefined) {
    if (media_type !== "text/plain")
      writer.report(
        approximated("approximated.media", [...path, "source", "mimeType"], "Text of any kind is plain text in this style.", {
          from: media_type,
          to: "text/plain",
        }),
      );
    return { type: "text", media_type: "text/plain", data: text };
  }
  writer.report(
    failure("validation.V-17", [...path, "source", "mimeType"], `Documents of this style are PDF or plain text, not ${media_type}.`, {
      rule: MEDIA.rule,
      received: media_type,
      expected: "application/pdf, text/plain",
    }),
  );
  return undefined;
}
