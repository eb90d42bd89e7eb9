/**
 * Documents that other projects made mistakes with, and requests that vendors refused from users of gateways: what becomes of
 * them here. Of the latter the facts of models come from `interlingua/models`.
 */
import { join } from "node:path";
import { dialects } from "../../src/dialects.js";
import {
  collectStream,
  createEventTranslator,
  createStreamTranslator,
  type StyleName,
  streamResponse,
  type TranslateOptions,
  translateError,
  translateRequest,
  translateResponse,
  validateRequest,
} from "../../src/index.js";
import { capabilitiesOf } from "../../src/models/index.js";
import { checkOutcomes } from "../support/outcomes.js";

const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);

checkOutcomes<TranslateOptions & { readonly style: StyleName }>(join(import.meta.dirname, "fixtures"), {
  translateRequest: (given, options) => translateRequest(given, options),
  translateForModel: (given, options) => {
    const [, dialect] = Object.entries(dialects).find(([name]) => name === options.profile) ?? [];
    return translateRequest(given, { capabilities: capabilitiesOf, ...options, ...(dialect && { profile: dialect }) });
  },
  translateResponse: (given, options) => translateResponse(given, options),
  translateError: (given, options) => translateError({ status: 0, body: "", ...Object(given) }, options),
  validateRequest: (given, options) => validateRequest(given, options),
  streamResponse: (given, options) => streamResponse(given, options),
  collectStream: (given, options) => collectStream(String(given), options),
  events: (given, options) => {
    const translator = createEventTranslator(options);
    return [...listOf(given).map((event) => translator.push(event)), translator.end()];
  },
  stream: (given, options) => {
    const translator = createStreamTranslator(options);
    const bytes = [...listOf(given).map((text) => translator.push(String(text))), translator.end()];
    return { texts: bytes.map((piece) => new TextDecoder().decode(piece)), issues: translator.issues };
  },
});
