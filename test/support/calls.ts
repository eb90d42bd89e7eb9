/** What the library does, as calls of JSON: what is given and the options, and all that comes of it. */
import { dialects } from "../../src/dialects.js";
import * as library from "../../src/index.js";
import type { CanonicalStreamEvent } from "../../src/model/index.js";
import { capabilitiesOf } from "../../src/models/index.js";
import { createArrayReader, createSseReader } from "../../src/sse/index.js";
import { Translation } from "../../src/stream/translator.js";
import { streamStyles, styles } from "../../src/style-lists.js";
import type { Calls } from "./outcomes.js";

/** Of all calls, each of which takes its own. */
type Options = library.ExchangeOptions &
  library.StreamTranslatorOptions & {
    profile: library.BaseProfile;
    style: library.StyleName;
    document: "request" | "response";
    maxEventBytes: number;
  };

const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);
const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
/** Text, `{ text, times }` for the bytes of a long one, or bytes by their numbers. */
const slicesOf = (given: unknown) =>
  listOf(given).map((slice) => {
    if (typeof slice === "string" || Array.isArray(slice)) return typeof slice === "string" ? slice : Uint8Array.from(slice, Number);
    const { text, times }: { text: string; times?: number } = Object(slice);
    return new TextEncoder().encode(text.repeat(times ?? 1));
  });
/** Without what the library alone knows of it. */
const known = (result: library.Result<unknown>) => (result.ok ? { ok: true, value: result.value, issues: result.issues } : result);
const streamed = (translator: library.StreamTranslator, given: unknown) => {
  const texts = [...slicesOf(given).map((slice) => translator.push(slice)), translator.end()].map(decoded);
  return { texts, issues: translator.issues };
};

export const calls: Calls<Options> = {
  translateRequest: (given, options) => library.translateRequest(given, options),
  translateForModel: (given, options) => {
    const [, dialect] = Object.entries(dialects).find(([name]) => name === options.profile) ?? [];
    return library.translateRequest(given, { capabilities: capabilitiesOf, ...options, ...(dialect && { profile: dialect }) });
  },
  translateRequestBytes: (given, options) => {
    const result = library.translateRequestBytes(Buffer.concat(slicesOf(given).map((slice) => Buffer.from(slice))), options);
    // A long run of one letter in short.
    const body = result.ok && decoded(result.value.body).replace(/(.)\1{999,}/g, (run, letter) => `${letter}*${run.length}`);
    return result.ok ? { ...result, value: { ...result.value, body } } : result;
  },
  translateResponse: (given, options) => library.translateResponse(given, options),
  translateError: (given, options) => library.translateError({ status: 0, body: "", ...Object(given) }, options),
  validateRequest: (given, options) => ({ ...library.validateRequest(given, options), value: undefined }),
  validateResponse: (given, options) => ({ ...library.validateResponse(given, options), value: undefined }),
  validateError: (given, options) => ({ ...library.validateError(Object(given), options), value: undefined }),
  streamResponse: (given, options) => library.streamResponse(given, options),
  collectStream: (given, options) => library.collectStream(String(given), options),
  events: (given, options) => {
    const translator = library.createEventTranslator(options);
    return [...listOf(given).map((event) => translator.push(event)), translator.end()];
  },
  stream: (given, options) => streamed(library.createStreamTranslator(options), given),
  // What is alike is looked for from the first deltas on.
  earlyStream: (given, { from, to, ...options }) =>
    streamed(
      new Translation(streamStyles[from], streamStyles[to], { from, ...options }, { texts: 1, events: 0, ahead: 1, after: 1, tries: 2 }),
      given,
    ),
  exchange: (given, options) => {
    const { request, response, error, stream } = Object(given);
    const opened = library.createExchange(request, options);
    if (!opened.ok) return { opened, reply: library.toErrorReply(opened.issues, { path: request.path }) };
    const exchange = opened.value;
    return {
      opened,
      response: response && exchange.response(response),
      error: error && exchange.error(error),
      stream: stream && streamed(exchange.streamTranslator(), stream),
    };
  },
  encode: (given, { style, document, ...options }) => known(styles[style][document].encode(Object(given), options)),
  decode: (given, { style, document, ...options }) => known(styles[style][document].decode(given, options)),
  encodeEvents: (given, { style, ...options }) => {
    const issues: library.Issue[] = [];
    const encoder = styles[style].stream.encoder({ ...options, report: (issue) => issues.push(issue) });
    const events: readonly CanonicalStreamEvent[] = JSON.parse(JSON.stringify(given));
    return { events: [...events.map((event) => encoder.push(event)), encoder.end()], issues };
  },
  frames: (given, options) => {
    const reader = createSseReader(options);
    return [...slicesOf(given).map((slice) => reader.push(slice)), reader.end(), reader.overflowed];
  },
  elements: (given, options) => {
    const reader = createArrayReader(options);
    return [...slicesOf(given).map((slice) => reader.push(slice)), reader.end(), reader.overflowed, reader.closed];
  },
  detectStyle: (given) => library.detectStyle(given),
  errorReply: (given, options) => library.toErrorReply(Object(given), options),
};
