/** {@link translateRequest} for callers who hold bytes and want bytes: media is copied from the one to the other unread. */
import { checkOptions } from "./call.js";
import { ok, type Result } from "./core/result.js";
import type { StyleName } from "./model/index.js";
import { parseJson } from "./parse-json.js";
import { countMarks, lift, lower, type Spliced } from "./splice.js";
import { type Bytes, isBytes } from "./sse/bytes.js";
import type { Context } from "./styles/options.js";
import { type TranslateRequestOptions, translateRequest } from "./translate.js";

/** A request as it is sent, in bytes. */
export interface TranslatedRequestBytes<Given extends Uint8Array = Uint8Array> {
  readonly path: string;
  /** UTF-8 JSON: the bytes that were given, where nothing had to change. */
  readonly body: Given | Bytes;
  readonly context: Context;
}

/**
 * Translates the bytes of a request into the bytes of another: the same result and the same issues as parsing them,
 * `translateRequest` and printing, but base64 strings of 4 KB and more are neither parsed nor printed (those in the alphabet for URLs are: they are written anew).
 *
 * @param bytes UTF-8 JSON; the result shares no memory with them, unless it is the very same request
 * @returns as `translateRequest` has it; bytes that are no JSON are not ok, with the position
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
  checkOptions(options, 'translateRequestBytes(bytes, { from: "chat-completions", to: "messages" })');
  if (!isBytes(bytes)) {
    if (ArrayBuffer.isView(bytes)) throw new TypeError("The bytes of a request are a Uint8Array.");
    return throughParse(bytes, options);
  }
  const spliced = lift(bytes);
  return (spliced && throughSplice(bytes, spliced, options)) ?? throughParse(bytes, options);
}

/** Undefined when the document must be read whole: it is no JSON, or the marks do not come out of it as they went in. */
function throughSplice<Given extends Uint8Array>(
  bytes: Given,
  { text, lifted, marks }: Spliced,
  options: TranslateRequestOptions,
): Result<TranslatedRequestBytes<Given>> | undefined {
  const short = parseJson(text, { style: options.from });
  if (!short.ok || countMarks(short.value) !== marks) return undefined;
  const result = translateRequest(short.value, options);
  // It may be the mark that is refused: text in base64 is read where a style has a place for text.
  if (!result.ok) return undefined;
  const body = result.value.body === short.value ? bytes : lower(JSON.stringify(result.value.body), bytes, lifted);
  return ok({ path: result.value.path, body, context: result.value.context }, result.issues);
}

function throughParse<Given extends Uint8Array>(bytes: Given, options: TranslateRequestOptions): Result<TranslatedRequestBytes<Given>> {
  const whole = parseJson(bytes, { style: options.from });
  if (!whole.ok) return whole;
  const result = translateRequest(whole.value, options);
  if (!result.ok) return result;
  const body = result.value.body === whole.value ? bytes : new TextEncoder().encode(JSON.stringify(result.value.body));
  return ok({ path: result.value.path, body, context: result.value.context }, result.issues);
}
