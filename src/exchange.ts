/** Everything that a gateway needs for one call: the way there, and the way back with the context kept inside. */
import { checkOptions, optionsOf, TRANSLATION } from "./call.js";
import { fail, type Issue, ok, type Result } from "./core/issue.js";
import { attempt, compact, isObject } from "./core/json.js";
import { baseOf, type Profile } from "./model/dialect.js";
import type { StyleName } from "./model/index.js";
import type { TakenOf } from "./registry.js";
import { parsePost } from "./route.js";
import { createStreamTranslator, type StreamSettings, type StreamTranslator } from "./stream-translator.js";
import { ofStyle, requestStyles } from "./style-lists.js";
import type { ErrorInput, ErrorReply } from "./styles/documents.js";
import type { Context } from "./styles/options.js";
import { type TranslateRequestOptions, translateError, translateRequest, translateResponse } from "./translate.js";

/** Options of {@link createExchange}: those of a translation, with a profile for each side. */
export interface ExchangeOptions<To extends StyleName = StyleName> extends Omit<TranslateRequestOptions<StyleName, To>, "from" | "path"> {
  /** The upstream's style. */
  readonly to: To;
  /** Whose rules the client's request must obey and whose words it is answered in. Default `"gateway"`. */
  readonly profile?: Profile;
  /** Whose rules and names the upstream's documents follow. Default `"vendor"`. */
  readonly upstreamProfile?: Profile;
}

/** One call of a client, on its way to the upstream and back. */
export interface Exchange<To extends StyleName = StyleName> {
  /** The client's style. */
  readonly style: StyleName;
  /** Whose rules the client's request obeyed, and whose words it is answered in. */
  readonly profile: Profile;
  /** The upstream's style. */
  readonly to: To;
  /** What to send: the URL path with query, and the body. */
  readonly upstream: { readonly path: string; readonly body: TakenOf[To]["request"] };
  /** Whether the client asked for a stream. */
  readonly stream: boolean;
  /** What is not sent to the upstream. */
  readonly issues: readonly Issue[];
  /** For a gateway without memory that answers elsewhere: plain JSON. */
  readonly context: Context;
  /** A whole answer of the upstream, in the client's style. */
  response(body: unknown): Result<TakenOf[StyleName]["response"]>;
  /** An error answer of the upstream, in the client's style. */
  error(input: ErrorInput): ErrorReply<TakenOf[StyleName]["error"]>;
  /** The upstream's stream, in the client's style. One for each stream. */
  streamTranslator(options?: StreamSettings): StreamTranslator;
}

/**
 * Opens one call: finds the client's style by the path, validates the request by that style's rules, translates it. What answers of other
 * styles leave in a history (calls without signature, blank texts, no content) is no fault.
 *
 * @returns not ok for an unknown path, an invalid request or one that cannot be expressed; for `toErrorReply(issues, { path
 * })`
 * @throws TypeError for an unknown style
 * @example
 * const body = { model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] };
 * const opened = createExchange({ path: "/v1/chat/completions", body }, { to: "messages", model: "claude-sonnet-5-5" });
 * opened.ok && opened.value.upstream;
 * // { path: "/v1/messages", body: { model: "claude-sonnet-5-5", max_tokens: 8192, messages: [{ role: "user", content: … }] } }
 * opened.issues.map(({ code }) => code); // ["conflict.resolved", "defaulted.max_tokens"]
 */
export function createExchange<To extends StyleName>(
  request: { readonly path: string; readonly body: unknown },
  options: ExchangeOptions<To>,
): Result<Exchange<To>>;
export function createExchange(request: { readonly path: string; readonly body: unknown }, options: ExchangeOptions): Result<Exchange> {
  const call = 'createExchange({ path, body }, { to: "messages" })';
  checkOptions(options, call, OPTIONS);
  ofStyle(requestStyles, options.to, "to");
  if (!isObject(request) || typeof request.path !== "string")
    throw new TypeError(`The request and its URL path are missing: write \`${call}\`.`);
  const { profile = "gateway", upstreamProfile = "vendor", ...rest } = options;
  // The model and what is known of it are the upstream's: the client's request and its answer name their own.
  const { model: _model, modelGeneration: _generation, capabilities: _capabilities, ...policies } = rest;
  const base = baseOf(profile);
  const route = parsePost(request.path, base);
  if (!route.ok) return route;
  const client = route.value.style;
  const { validate, stripForeignSignatures } = ofStyle(requestStyles, client, "path");
  const { strict: _strict, ...limits } = policies;
  // Which model it is counts for the upstream alone; here, that one is named.
  const model = options.model === undefined ? undefined : "upstream";
  const checked = { ...limits, path: request.path, ...compact({ profile: base, model }) };
  const errorsOf = (translated: boolean) => validate.errors(request.body, { ...checked, translated });
  const isSame = client === options.to;
  const found = errorsOf(!isSame);
  // Signatures of another vendor show that answers of another service are in the history.
  const isForeign = (body: unknown) => stripForeignSignatures(body).issues.length > 0;
  const [fault, ...faults] = isSame && found.length > 0 && attempt(isForeign, request.body) ? errorsOf(true) : found;
  if (fault !== undefined) return fail([fault, ...faults]);
  const translated = translateRequest(request.body, { ...rest, from: client, path: request.path, profile: upstreamProfile });
  if (!translated.ok) return translated;
  const { path, body, context } = translated.value;
  const back = { ...policies, from: options.to, to: client, profile, context };
  return ok(
    {
      style: client,
      profile,
      to: options.to,
      upstream: { path, body },
      stream: route.value.stream || (isObject(request.body) && request.body.stream === true),
      issues: translated.issues,
      context,
      response: (answer) => translateResponse(answer, back),
      error: (input) => translateError(input, back).value,
      streamTranslator: (streamOptions) => createStreamTranslator({ ...back, ...streamOptions }),
    },
    translated.issues,
  );
}

/** The style and the path of the client are those of its request. */
const OPTIONS = optionsOf(
  [...TRANSLATION.keys()].filter((name) => name !== "from" && name !== "path"),
  ["upstreamProfile"],
);
