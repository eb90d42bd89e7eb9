/**
 * {@link translateRequest} for callers who hold bytes and want bytes. Long base64 is lifted out before the parse and put back after the print.
 * What stays in the text is the head of each token and a mark, so that everything which looks at a media string (its `data:` prefix, its first
 * characters) sees what it would have seen.
 */
import { Asked, checkOptions, TRANSLATION, unreadable } from "./call.js";
import { entryOf } from "./core/collections.js";
import { ok, type Result } from "./core/issue.js";
import { attempt } from "./core/json.js";
import { BACKSLASH, COLON, HYPHEN, QUOTE, SPACE, UNDERSCORE } from "./core/json-text.js";
import type { StyleName } from "./model/index.js";
import { ALPHABET_SHOWS } from "./model/media.js";
import { type Bytes, ENCODER, isBytes, joined } from "./sse/bytes.js";
import type { Context } from "./styles/options.js";
import { type TranslateRequestOptions, translateRequest } from "./translate.js";
import { parseJson } from "./transport.js";

/** A request as it is sent, in bytes. */
export interface TranslatedRequestBytes<Given extends Uint8Array = Uint8Array> {
  readonly path: string;
  /** UTF-8 JSON: the bytes that were given, where nothing had to change. */
  readonly body: Given | Bytes;
  readonly context: Context;
}

/**
 * {@link translateRequest} of bytes, with the same issues; but base64 strings of 4 KB and more are neither parsed nor printed (those in
 * the alphabet for URLs are written anew).
 *
 * @param bytes UTF-8 JSON; the result shares no memory with them, unless it is the very same request
 * @returns not ok, with the position, for bytes that are no JSON
 * @throws TypeError for a wrong call, as `translateRequest`
 * @example
 * const bytes = new TextEncoder().encode('{"model":"m","messages":[{"role":"user","content":"hi"}]}');
 * const result = translateRequestBytes(bytes, { from: "chat-completions", to: "generate-content" });
 * result.ok && new TextDecoder().decode(result.value.body); // '{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}'
 */
export function translateRequestBytes<From extends StyleName, To extends StyleName, Given extends Uint8Array = Uint8Array>(
  bytes: Given,
  options: TranslateRequestOptions<From, To>,
): Result<TranslatedRequestBytes<Given>> {
  checkOptions(options, 'translateRequestBytes(bytes, { from: "chat-completions", to: "messages" })', TRANSLATION);
  const isArray = isBytes(bytes);
  if (!isArray && ArrayBuffer.isView(bytes)) throw new TypeError("The bytes of a request are a Uint8Array.");
  const spliced = isArray ? attempt(lift, bytes) : undefined;
  const asked = new Asked(options);
  return asked.run(() => {
    const short = spliced && through(bytes, asked.options, spliced);
    // It may be the mark that is refused: text in base64 is read where a style has a place for text.
    return short?.ok ? short : through(bytes, asked.options, { text: bytes, lifted: [], marks: 0 });
  });
}

/** What is translated of the document, with the very bytes where that is what was given. It fails where other marks come out of it. */
function through<Given extends Uint8Array>(
  bytes: Given,
  options: TranslateRequestOptions,
  { text, lifted, marks }: Omit<Spliced, "text"> & { readonly text: string | Uint8Array },
): Result<TranslatedRequestBytes<Given>> {
  const parsed = parseJson(text, { style: options.from });
  if (!parsed.ok) return parsed;
  if (marks > 0 && countMarks(parsed.value) !== marks) return unreadable();
  const result = translateRequest(parsed.value, options);
  if (!result.ok) return result;
  const { path, body, context } = result.value;
  return ok({ path, body: body === parsed.value ? bytes : lower(JSON.stringify(body), bytes, lifted), context }, result.issues);
}

/** A run of bytes of the source that stands in the text as `mark`. */
interface Lifted {
  readonly mark: string;
  readonly start: number;
  readonly end: number;
}
export interface Spliced {
  /** The document as text, long tokens shortened. */
  readonly text: string;
  /** Each has a mark of its own, which stands wherever the same bytes stood: equal strings must stay equal. */
  readonly lifted: readonly Lifted[];
  /** How many marks the text has. */
  readonly marks: number;
}

/** Shorter tokens cost less to parse than to lift. */
const LONG = 4096;
/** Bytes of a lifted token that stay in the text: more than any issue quotes and than any `data:` prefix. */
const HEAD = 512;
/** Keys of the three styles whose long strings are media. */
const MEDIA = /"(?:(?:file_)?data|url)"\s*:\s*$/;
// No hyphen: one would be of the alphabet for URLs.
const MARK = "interlingua.lifted.";
const MARKS = /interlingua\.lifted\.(\d+)\./g;
/** Media that some styles read, which is text, and letters that spell a mark or a type only when they are parsed. */
const READ = /"[^"]{0,9}text.?\/|\\u00(?:2[ef]|[67])/i;

/** The document with its long media tokens lifted out; undefined when it has none, may hold others' marks or is no UTF-8. */
export function lift(bytes: Uint8Array): Spliced | undefined {
  const tokens = longTokens(bytes).filter(({ start, end }) => isStandard(bytes, start - HEAD, end));
  if (tokens.length === 0) return undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lifted: Lifted[] = [];
  const alike = new Map<number, Lifted[]>();
  let text = "";
  let from = 0;
  try {
    for (const { start, end } of tokens) {
      const others = entryOf(alike, end - start, () => []);
      const known = others.find((run) => areSame(bytes, run.start, start, end - start));
      const mark = known?.mark ?? `${MARK}${lifted.length}.`;
      text += decoder.decode(bytes.subarray(from, start)) + mark;
      if (known === undefined) {
        if (others.length === MOST_ALIKE) return undefined;
        const run = { mark, start, end };
        lifted.push(run);
        others.push(run);
      }
      from = end;
    }
    text += decoder.decode(bytes.subarray(from));
  } catch {
    return undefined;
  }
  // A key that stands twice may hide one mark, so that one more that the document spells itself would not be noticed.
  return READ.test(text) || countMarks(text) !== tokens.length ? undefined : { text, lifted, marks: tokens.length };
}

/** Different tokens of one length that are compared, each with all the others; of more the document is read whole. */
const MOST_ALIKE = 4;
/** Whether the same bytes of base64 stand at both offsets, eight at a time. As numbers they are the same only if they are equal. */
function areSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 0; offset < length; offset += 8) {
    const at = Math.min(offset, length - 8);
    if (view.getFloat64(one + at) !== view.getFloat64(other + at)) return false;
  }
  return true;
}

/** The text as bytes, every mark replaced by what was lifted. */
export function lower(text: string, bytes: Uint8Array, lifted: readonly Lifted[]): Bytes {
  if (lifted.length === 0) return ENCODER.encode(text);
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { 0: mark, 1: number, index } of text.matchAll(MARKS)) {
    const run = lifted[Number(number)];
    if (run === undefined) continue;
    pieces.push(ENCODER.encode(text.slice(from, index)), bytes.subarray(run.start, run.end));
    from = index + mark.length;
  }
  pieces.push(ENCODER.encode(text.slice(from)));
  return joined(pieces);
}

/**
 * How often marks stand in the values of a document. Fewer than were put in: it has a key twice. Inside the arguments of a
 * call they count as endless, for ids may be made from those, so that they must be read whole.
 */
export function countMarks(value: unknown, inArguments = false): number {
  if (typeof value === "string") {
    const count = value.split(MARK).length - 1;
    return count > 0 && inArguments ? Number.POSITIVE_INFINITY : count;
  }
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, member]) => sum + countMarks(member, inArguments || key === "args"), 0);
}

/** The parts of long media strings behind their heads. Goes from quote to quote with the engine's own search. */
function longTokens(bytes: Uint8Array): { start: number; end: number }[] {
  const tokens: { start: number; end: number }[] = [];
  for (let open = bytes.indexOf(QUOTE); open !== -1; ) {
    const start = open + 1 + HEAD;
    // Looked at before its end is searched for, so that a long token is read once.
    const end = isMedia(bytes, open) ? plainRun(bytes, start) : start;
    if (end - open > LONG && bytes[end] === QUOTE) tokens.push({ start, end });
    const close = closingQuote(bytes, end - open > LONG ? end : open + 1, open + 1);
    if (close === -1) return [];
    open = bytes.indexOf(QUOTE, close + 1);
  }
  return tokens;
}

/** Base64 in the alphabet for URLs is not copied but written anew; as much of it is looked at as the readers look at. */
function isStandard(bytes: Uint8Array, start: number, end: number): boolean {
  // `data:` stands before what no reader looks at.
  if (bytes[start + 4] === COLON) return true;
  const shown = bytes.subarray(start, Math.min(end, start + ALPHABET_SHOWS));
  return !shown.includes(HYPHEN) && !shown.includes(UNDERSCORE);
}

/** The quote, searched for from `from` on, that ends the string whose first byte is at `first`. */
function closingQuote(bytes: Uint8Array, from: number, first: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH && at - 1 - slashes >= first) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/** Whether the string that opens here is the value of a media key, and its head is base64 or a base64 data URI. */
function isMedia(bytes: Uint8Array, open: number): boolean {
  // Most strings are short, and known by the byte before them to be no value of these keys.
  if (bytes[open - 1] !== COLON && bytes[open - 1] !== SPACE) return false;
  if (bytes.subarray(open + 1, open + LONG).includes(QUOTE)) return false;
  const before = String.fromCharCode(...bytes.subarray(Math.max(0, open - 24), open));
  if (!MEDIA.test(before)) return false;
  const head = String.fromCharCode(...bytes.subarray(open + 1, open + 1 + HEAD));
  return /^(?:data:[\w.+/;=-]*;base64,)?[\w+/=-]*$/.test(head);
}

/**
 * The first byte from `start` on that is no base64, or close to it: certainly no quote, backslash, control character or half
 * of a longer character is passed over. Four bytes at a time: in a 10 MB image 2 ms where one at a time takes 15.
 */
function plainRun(bytes: Uint8Array, start: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  for (const last = bytes.length - 4; at <= last && arePlain(view.getInt32(at)); ) at += 4;
  while (arePlain((bytes[at] ?? 0) * 0x01010101)) at++;
  return at;
}

/**
 * Whether four bytes are plain. Each test is an addition that carries into bit 7 of every byte that passes: from 0x2b (`+`) on, unlike
 * 0x5c. What a byte that is no ASCII carries into the next byte does not matter: its own bit 7 is seen.
 */
function arePlain(word: number): boolean {
  const passes = (word + 0x55555555) & ((word ^ 0x5c5c5c5c) + 0x7f7f7f7f);
  return ((word | ~passes) & 0x80808080) === 0;
}
