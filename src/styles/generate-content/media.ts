/**
 * Images, audio, video and documents as `inlineData` (base64) or `fileData` (a URI). Base64 is handed on by reference.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, failure } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Part } from "../../model/index.js";
import { base64OfPercent, kindOfMime, mimeOfUrl, normalMime, parseDataUri } from "../../model/media.js";
import { allowsMime } from "./limits.js";
import { type EncodeScope, STYLE } from "./scope.js";
import type { GenerateContentPart } from "./wire.js";

type Bare<P> = P extends Part ? Omit<P, "cacheControl" | "signature" | "extensions"> : never;
type MediaPart = Bare<Extract<Part, { type: "image" | "audio" | "video" | "document" }>>;
type Source = Exclude<MediaPart["source"], { kind: "text" | "parts" }>;

/** @param inner writes the parts of a document that is made of parts */
export function encodeMedia(
  part: MediaPart,
  path: Path,
  scope: EncodeScope,
  inner: (part: Part, path: Path) => GenerateContentPart[],
): GenerateContentPart[] {
  switch (part.type) {
    case "image": {
      const { type: _type, source, detail, ...rest } = part;
      rest satisfies NothingLeft;
      const wire = encodeSource(part, undefined, path, scope);
      return wire === undefined ? [] : [{ ...wire, ...encodeDetail(detail, path, scope) }];
    }
    case "audio": {
      const { type: _type, source, id, transcript, expiresAt, ...rest } = part;
      rest satisfies NothingLeft;
      if (transcript !== undefined && transcript !== "")
        scope.report(
          approximated("approximated.media", [...path, "transcript"], "generate-content has no transcript beside audio; it is left out."),
        );
      for (const [key, value] of Object.entries({ id, expiresAt }))
        if (value !== undefined)
          scope.report(dropped("dropped.field", [...path, key], "generate-content has no such field of audio.", { severity: "info" }));
      const wire = encodeSource(part, undefined, path, scope);
      return wire === undefined ? [] : [wire];
    }
    case "video": {
      const { type: _type, source, startOffset, endOffset, fps, ...rest } = part;
      rest satisfies NothingLeft;
      const wire = encodeSource(part, undefined, path, scope);
      const cut = compact({ startOffset, endOffset, fps });
      return wire === undefined ? [] : [{ ...wire, ...(Object.keys(cut).length === 0 ? {} : { videoMetadata: cut }) }];
    }
    case "document":
      return encodeDocument(part, path, scope, inner);
    default:
      part satisfies never;
      return [];
  }
}

function encodeDocument(
  { type, source, filename, title, context, citations, ...rest }: Extract<MediaPart, { type: "document" }>,
  path: Path,
  scope: EncodeScope,
  inner: (part: Part, path: Path) => GenerateContentPart[],
): GenerateContentPart[] {
  rest satisfies NothingLeft;
  if (context !== undefined)
    scope.report(dropped("dropped.field", [...path, "context"], "A document in generate-content has no context beside it."));
  if (citations !== undefined)
    scope.report(
      dropped("dropped.field", [...path, "citations"], "generate-content does not cite documents.", {
        severity: citations ? "warning" : "info",
      }),
    );
  if (source.kind === "text" || source.kind === "parts") {
    for (const [key, value] of Object.entries({ filename, title }))
      if (value !== undefined)
        scope.report(
          dropped("dropped.field", [...path, key], "The document is given as plain parts, which have no name.", { severity: "info" }),
        );
    scope.report(
      approximated(
        "approximated.media",
        path,
        "The document is given as plain parts of the turn; the model does not see where it begins and ends.",
      ),
    );
    return source.kind === "text"
      ? [{ text: source.text }]
      : source.parts.flatMap((part, index) => inner(part, [...path, "source", "parts", index]));
  }
  if (title !== undefined && filename !== undefined && title !== filename)
    scope.report(
      dropped("dropped.field", [...path, "title"], "A document in generate-content has one name; its file name is kept.", {
        severity: "info",
      }),
    );
  const wire = encodeSource({ type, source }, filename ?? title, path, scope);
  return wire === undefined ? [] : [wire];
}

interface Sourced {
  readonly type: MediaPart["type"];
  readonly source: Source;
}

function encodeSource(
  { type: kind, source }: Sourced,
  displayName: string | undefined,
  path: Path,
  scope: EncodeScope,
): GenerateContentPart | undefined {
  const name = compact({ displayName });
  switch (source.kind) {
    case "base64": {
      const { kind: _kind, mimeType, data, ...rest } = source;
      rest satisfies NothingLeft;
      return { inlineData: scope.trace.mark({ mimeType, data, ...name }, [...path, "source"]) };
    }
    case "file-id": {
      const { kind: _kind, fileId, style, mimeType, ...rest } = source;
      rest satisfies NothingLeft;
      if (style === STYLE)
        return { fileData: scope.trace.mark({ fileUri: fileId, ...compact({ mimeType }), ...name }, [...path, "source"]) };
      scope.report(dropped("dropped.part", path, `This file is known to a service of the ${style} style only; the part is left out.`));
      return undefined;
    }
    case "url": {
      const { kind: _kind, url, mimeType, ...rest } = source;
      rest satisfies NothingLeft;
      const data = parseDataUri(url);
      if (data !== undefined) {
        const bytes = data.base64 ? data.payload : base64OfPercent(data.payload);
        if (bytes !== undefined) return { inlineData: { mimeType: data.mimeType, data: bytes, ...name } };
        scope.report(failure("failed.unsupported", [...path, "source", "url"], "The data URI has a broken escape."));
        return undefined;
      }
      const type = encodeUrlType(url, mimeType, path, scope);
      if (!scope.own && type !== undefined && kindOfMime(type) !== kind)
        scope.report(
          equivalent(path, `Its media type, ${type.slice(0, 100)}, makes this part a ${kindOfMime(type)} here, and on the way back.`),
        );
      return {
        fileData: scope.trace.mark({ fileUri: url, ...compact({ mimeType: type }), ...name }, [...path, "source"], { fileUri: ["url"] }),
      };
    }
    default:
      source satisfies never;
      return undefined;
  }
}

function encodeUrlType(url: string, given: string | undefined, path: Path, scope: EncodeScope): string | undefined {
  const type = given ?? mimeOfUrl(url);
  if (type !== undefined && allowsMime(scope.limits.fileMimeTypes, type, scope.options.inlineMimeTypes)) return given ?? normalMime(type);
  if (scope.own) return given;
  scope.report(
    approximated(
      "approximated.media",
      type === undefined ? path : [...path, "source", ...(given === undefined ? ["url"] : ["mimeType"])],
      type === undefined
        ? "The address does not tell the media type, and nothing is fetched to find out; the service has to."
        : "The service does not list this media type for files; the address is given without it.",
      type === undefined ? {} : { from: type.slice(0, 100) },
    ),
  );
  return undefined;
}

const LEVELS = { low: "LOW", medium: "MEDIUM", high: "HIGH", original: "ULTRA_HIGH" } as const;

function encodeDetail(detail: Extract<MediaPart, { type: "image" }>["detail"], path: Path, scope: EncodeScope): GenerateContentPart {
  const at = [...path, "detail"];
  if (detail === undefined) return {};
  if (detail === "auto") {
    scope.report(equivalent(at, "`auto` is what generate-content does where nothing is said; the way back says nothing."));
    return {};
  }
  if (scope.own || scope.profile === "vendor") return { mediaResolution: { level: `MEDIA_RESOLUTION_${LEVELS[detail]}` } };
  // One detail that all images share is said once for the request; see messages.ts.
  if (scope.sharedDetail === detail) {
    if (detail === "original")
      scope.report(
        approximated("approximated.enum", at, "The highest resolution for a whole request is high.", { from: detail, to: "high" }),
      );
    return {};
  }
  scope.report(
    dropped("dropped.field", at, "The images have different details, and the specification has one resolution for all.", { from: detail }),
  );
  return {};
}
