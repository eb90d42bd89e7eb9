/** Data URIs, media types and base64. Payloads are sliced off by reference; nothing is copied to look at it. */
import { attempt } from "../core/json.js";
import type { MediaSource } from "./common.js";
import type { DocumentPart } from "./content.js";

export const PDF = "application/pdf";

/**
 * Reads only up to the comma.
 *
 * @returns `mimeType` in lower case, without parameters, `text/plain` where the URI names none; `payload`: base64, or percent-encoded text.
 * Undefined when the text is no data URI
 */
export function parseDataUri(uri: string) {
  if (!/^data:/i.test(uri)) return undefined;
  const comma = uri.indexOf(",");
  if (comma === -1) return undefined;
  const [mime = "", ...parameters] = uri.slice(5, comma).split(";");
  return {
    mimeType: normalMime(mime.trim() === "" ? "text/plain" : mime),
    base64: parameters.some((parameter) => parameter.trim().toLowerCase() === "base64"),
    payload: uri.slice(comma + 1),
  };
}

/**
 * A data URI as base64, any other address as it is. Undefined when the data cannot be read.
 * @param assumed type of a data URI that names none; without it such a URI cannot be read
 */
export function sourceAt(url: string, assumed?: string): MediaSource | undefined {
  const parsed = parseDataUri(url);
  if (parsed === undefined) return { kind: "url", url };
  const named = !/^data:\s*[;,]/i.test(url.slice(0, 64));
  const mimeType = named ? parsed.mimeType : assumed;
  const data = parsed.base64 ? parsed.payload : base64OfPercent(parsed.payload);
  return mimeType === undefined || data === undefined ? undefined : { kind: "base64", mimeType, data };
}

/** Percent-encoded bytes, of text or of anything else, as base64; undefined when an escape is broken. */
export function base64OfPercent(payload: string): string | undefined {
  if (/%(?![\da-f]{2})/i.test(payload)) return undefined;
  return btoa(bytesOf(payload).replace(/%(..)/g, (_, byte: string) => String.fromCharCode(Number(`0x${byte}`))));
}

/** Base64 of the UTF-8 bytes of a text. */
export function base64OfText(text: string): string {
  return btoa(bytesOf(text));
}

/** The UTF-8 of a text, each byte as one character: mostly the very text. */
export function bytesOf(text: string): string {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) < 0x80) at++;
  if (at === text.length) return text;
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** The text whose UTF-8 bytes the base64 holds; undefined when it is no base64 or no UTF-8. */
export function textOfBase64(base64: string): string | undefined {
  const digits = base64.replaceAll("-", "+").replaceAll("_", "/");
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return attempt((text) => decoder.decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0))), digits);
}

export function dataUri(mimeType: string, data: string): string {
  return `data:${mimeType};base64,${data}`;
}

/** The text of a document that is one, or whose bytes are that of one. */
export function textIn(source: DocumentPart["source"]): string | undefined {
  if (source.kind === "text") return source.text;
  return source.kind === "base64" && normalMime(source.mimeType).startsWith("text/") ? textOfBase64(source.data) : undefined;
}

/** Lower case, parameters dropped, `image/jpg` mended. */
export function normalMime(mime: string): string {
  const [type = ""] = mime.split(";");
  const lower = type.trim().toLowerCase();
  return lower === "image/jpg" ? "image/jpeg" : lower;
}

/** How an image of each type begins, in base64: `RIFF`, a size and `WEBP` of the last. */
const IMAGE_STARTS: readonly (readonly [mime: string, start: RegExp])[] = [
  ["image/png", /^iVBORw0KGg/],
  ["image/jpeg", /^\/9j\//],
  ["image/gif", /^R0lGOD/],
  ["image/webp", /^UklGR.{6}XRUJQ/],
];
const LONGEST_START = 16;

/**
 * What is wrong with the data of an image by its first bytes, in words; only of PNG, JPEG, GIF and WebP, and of no data that is
 * shorter than the longest of their beginnings.
 * @param mime the type that it is given out for
 * @param isStrict the service refuses an image of another type than is told, too
 */
export function imageFault(mime: string, data: string, isStrict: boolean): string | undefined {
  const type = normalMime(mime);
  if (data.length < LONGEST_START || !IMAGE_STARTS.some(([known]) => known === type)) return undefined;
  // Text from a mail or a file may begin with a line break, which decoders leave out.
  const start = data.trimStart().slice(0, LONGEST_START).replaceAll("-", "+").replaceAll("_", "/");
  const [found] = IMAGE_STARTS.find(([, begins]) => begins.test(start)) ?? [];
  if (found === type || (found !== undefined && !isStrict)) return undefined;
  return `is ${found === undefined ? "no PNG, JPEG, GIF or WebP" : `${found}, not ${type}`}, which the service may refuse`;
}

/** Types whose name is the suffix as well, and the others. */
const NAMED_ALIKE = [
  ...["image/png", "image/jpeg", "image/gif", "image/webp", "image/heic", "image/heif", "image/bmp"],
  ...["audio/mp3", "audio/wav", "video/mp4", "video/webm", PDF],
];
const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["txt", "text/plain"],
  ["mov", "video/quicktime"],
]);

/** The media type that the suffix of a URL's path suggests. Nothing is fetched. */
export function mimeOfUrl(url: string): string | undefined {
  const [path = ""] = url.split(/[?#]/, 1);
  const suffix = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return suffix && (SUFFIXES.get(suffix) ?? NAMED_ALIKE.find((mime) => mime.endsWith(`/${suffix}`)));
}

/** The kind of part that media of a type is. */
export function kindOfMime(mime: string): "image" | "audio" | "video" | "document" {
  const [kind] = mime.toLowerCase().split("/", 1);
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
}

/** So many characters of a base64 text show its alphabet, for readers of values and of bytes alike: who searched 10 MB would take longer than all else. */
export const ALPHABET_SHOWS = 65_536;

/** Base64 in the standard alphabet and padded, whichever of the two alphabets it came in: other services read no other. */
export function standardBase64(data: string): string {
  const shown = data.length > ALPHABET_SHOWS ? data.slice(0, ALPHABET_SHOWS) : data;
  if ((!shown.includes("-") && !shown.includes("_")) || shown.startsWith("data:")) return data;
  const digits = data.replaceAll("-", "+").replaceAll("_", "/");
  return digits.padEnd(4 * Math.ceil(digits.length / 4), "=");
}

export function isHttpUrl(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** An address on the web or in a bucket of Google Cloud. */
export function isAddress(text: string): boolean {
  return /^(https?|gs):\/\//i.test(text);
}

/** Pieces of a stream that follow each other, as one: each of them may end in padding of its own. */
export function joinedBase64(pieces: string): string {
  // A search for one character takes a hundredth of the time: a picture has megabytes.
  if (!/=[^=]/.test(pieces.slice(pieces.indexOf("=")))) return pieces;
  return attempt((text) => btoa(text.replace(/[^=]+=*/g, atob)), pieces) ?? pieces;
}

const OTHER = /[^A-Za-z0-9+/_-]/;

/** The position of the first character of neither alphabet, the standard one and that for URLs; padding is of neither. */
export function endOfBase64(text: string): number {
  const found = text.search(OTHER);
  return found === -1 ? text.length : found;
}
