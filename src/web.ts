/**
 * For platforms with `fetch` and web streams: translation as a stream, as the `fetch` of an official client, and as a whole gateway: the edge
 * as one function from `Request` to `Response`, with routes, keys, limits, translation, and errors in the client's words. Its only I/O is
 * through the `fetch` that it is given.
 *
 * @module interlingua/web
 */
import { COUNT, checkOptions, FUNCTION, NAMES, orFunction, STRING, STRINGS, type Takes, TRANSLATION, without } from "./call.js";
import type { Issue } from "./core/issue.js";
import { compact, isObject } from "./core/json.js";
import { decodedName, isPlainPath } from "./core/url-path.js";
import { createExchange, type ExchangeOptions, isIssues, type OwnFault, toErrorReply } from "./exchange.js";
import { type BaseProfile, baseOf, type Profile } from "./model/common.js";
import type { StyleName } from "./model/index.js";
import { nearestStyle, parsePost, parseRoute } from "./route.js";
import { edges, httpFacts, styleNames } from "./style-lists.js";
import { checkContentType, parseJson } from "./transport.js";
import { answered, type Refuse, reply, streamOf } from "./web/answer.js";
import { askUpstream, checkUpstream, type FetchOptions, UPSTREAM, type UpstreamFetch } from "./web/fetch.js";
import { clientKey, isKey, keyHeader, placeOf, upstreamHeaders, upstreamUrl, withoutKey } from "./web/headers.js";
import { type AskedModels, answerModels, type Gateway, type ModelNames, modelTable, noSuchModel } from "./web/models.js";
import { bodyOf, clientLeft, type Emit, MAX_ANSWER_BYTES } from "./web/stream.js";

export { type ToResponseOptions, toResponse } from "./web/answer.js";
export { createFetch, type Fetch, type FetchOptions, type UpstreamFetch } from "./web/fetch.js";
export type { ModelNames } from "./web/models.js";
export type { IssueOrigin, OnIssues, Phase } from "./web/stream.js";
export { type StreamListener, type TranslateStreamOptions, transformStream, translateStream } from "./web/stream.js";

/** Options of {@link createHandler}: those of `createFetch`, and what a gateway asks of its clients. */
export interface HandlerOptions<To extends StyleName = StyleName>
  extends Omit<FetchOptions<To>, "from" | "model" | "context" | "baseUrl" | "fetch"> {
  /** Where the upstream is, as for `createFetch`: `https://api.anthropic.com`. */
  readonly baseUrl: string | URL;
  /** Does the requests: the platform's own `fetch`, or one of yours. */
  readonly fetch: UpstreamFetch;
  /**
   * Which models clients may ask for, and what they are called at the upstream; answers have the name that the client asked for. Default: all, by
   * their own names.
   */
  readonly models?: ModelNames | undefined;
  /**
   * Whether a client's key is good; else the answer is 401. With it the key is the gateway's own and is never sent upstream, so give
   * `upstreamKey` as well. Default: any key is good, and it is the one that is sent upstream.
   */
  readonly keys?: ((key: string) => boolean | Promise<boolean>) | undefined;
  /** The upstream's key, sent where its style has it; the client's is then not sent. A key among `headers` wins over it. */
  readonly upstreamKey?: string | undefined;
  /** Of a request, in bytes; a longer one is answered with 413. Default 33 554 432 (32 MiB). */
  readonly maxBodyBytes?: number | undefined;
  /** What stands before the paths of the styles in the client's URLs: `/api/llm`. Default: nothing. */
  readonly basePath?: string | undefined;
}

/**
 * A gateway for clients of all styles in front of one upstream, wherever there are `Request` and `Response`: Hono, Next, workers,
 * Deno, Bun. A client's style is known by the path that it asks.
 *
 * A `POST` to the path of a style is translated for the upstream, and its answer, error or stream back. `GET /v1/models` (in profile
 * `"vendor"` also `/v1beta/models`, and one model behind either) lists `models`, or what the upstream has. All else is answered in the
 * words of the nearest style: 401 without a good key, 404 for other paths and models, 405 for other methods, 413 for a body that is too
 * long, 415 for one that is not `application/json`, 400 for what is invalid, 502 for an upstream that cannot be reached, redirects or
 * breaks off, 504 where `fetch` gives up with a `TimeoutError`. Keys, headers and streams are handled as by `createFetch`: no
 * redirect is followed, so that keys go to the origin of `baseUrl` and nowhere else; a client that leaves takes the upstream's
 * request with it. Both profiles default to `"vendor"`. The other options are those of `createExchange`.
 *
 * @returns a function that resolves, whatever the request and the upstream are; it rejects only with what `keys`, `models` or `onIssues`
 * throws, and for what is no `Request`, or one whose body has been read before
 * @throws TypeError for a wrong call: an unknown style, no `fetch`, a `baseUrl` that is none
 * @example
 * const handle = createHandler({ to: "messages", baseUrl: "https://api.anthropic.com", models: { "gpt-*": "claude-sonnet-5-5" }, fetch });
 * export default { fetch: handle };
 */
export function createHandler<To extends StyleName>(options: HandlerOptions<To>): (request: Request) => Promise<Response>;
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  checkHandlerOptions(options);
  const settings = settingsOf(options);
  return (request) => handle(request, settings);
}

function checkHandlerOptions(options: HandlerOptions): void {
  const call = 'createHandler({ to: "messages", baseUrl: "https://api.anthropic.com", fetch })';
  checkOptions(options, call, OPTIONS);
  checkUpstream(options, call);
  if (options.baseUrl === undefined) throw new TypeError(`Say where the upstream is: \`${call}\`.`);
  if (options.basePath !== undefined && !/^(?:\/[^/?#]+)*$/.test(options.basePath))
    throw new TypeError("`basePath` must start with a slash and not end in one, as in `/api/llm`.");
  if (options.upstreamKey !== undefined && !isKey(options.upstreamKey.trim()))
    throw new TypeError("`upstreamKey` must be letters, digits and signs of ASCII, without blanks.");
}

const OPTIONS: Takes = {
  ...without(TRANSLATION, "from", "path", "model", "context"),
  ...UPSTREAM,
  models: orFunction("an array or an object of names", STRINGS, NAMES),
  keys: FUNCTION,
  upstreamKey: STRING,
  maxBodyBytes: COUNT,
  basePath: STRING,
};

const MAX_BODY_BYTES = 32 * 1024 * 1024;

type Settings = ReturnType<typeof settingsOf>;

function settingsOf(options: HandlerOptions) {
  const { fetch, baseUrl, headers, models, keys, upstreamKey, onIssues, basePath = "", ...others } = options;
  const { profile = "vendor", upstreamProfile = "vendor", maxBodyBytes = MAX_BODY_BYTES, ...rest } = others;
  const { maxAnswerBytes = MAX_ANSWER_BYTES, ...policies } = rest;
  const key = upstreamKey === undefined ? [] : [keyHeader(upstreamKey, options.to, upstreamProfile)];
  const extra: Readonly<Record<string, string>> = { ...Object.fromEntries(key), ...headers };
  const table = models === undefined ? undefined : modelTable(models);
  const exchange: ExchangeOptions = { ...policies, profile, upstreamProfile };
  return { ...options, profile, upstreamProfile, basePath, maxBodyBytes, maxAnswerBytes, extra, table, exchange };
}

/** One request of a client. */
type Call = Settings & Gateway & { readonly request: Request; readonly emit: Emit };

async function handle(request: Request, settings: Settings): Promise<Response> {
  // A request of node:http has none.
  if (request.bodyUsed !== false) throw new TypeError("Pass the `Request` as it came, with a body that was not read.");
  const { to, profile, keys, basePath, onIssues } = settings;
  const url = new URL(request.url);
  url.pathname = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : "";
  const emit: Emit = (issues, phase) => onIssues?.(issues, { request, phase });
  const route = findRoute(request, url.pathname, profile);
  const { style } = route;
  const refuse: Refuse = (fault, headers) => {
    if (isIssues(fault)) emit(fault, "request");
    return reply(toErrorReply(fault, { style, profile }), headers);
  };
  if (route.fault !== undefined) return refuse(route.fault, route.headers);
  const key = clientKey(request.headers, url);
  if (key === undefined) return refuse(withoutKey(request.headers, style, profile));
  if (keys !== undefined && !(await keys(key))) return refuse({ kind: "authentication", message: "The key is not known here." });
  const { extra, upstreamProfile, fetch, maxAnswerBytes } = settings;
  const headers = upstreamHeaders(request.headers, url, { from: style, to, upstreamProfile, extra, keepsKey: keys !== undefined });
  if (url.searchParams.has("key")) url.searchParams.delete("key");
  const ask = askUpstream(fetch, headers, request.signal, maxAnswerBytes);
  const call: Call = { ...settings, request, url, refuse, emit, ask };
  return route.models === undefined ? answer(style, call) : answerModels(style, route.models, call);
}

async function answer(style: StyleName, { request, url, refuse, emit, ask, ...settings }: Call): Promise<Response> {
  const { to, baseUrl, profile, table, maxBodyBytes, maxAnswerBytes } = settings;
  const type = checkContentType(request.headers.get("content-type"), { of: "request" });
  if (!type.ok) return refuse(type.issues);
  const coding = request.headers.get("content-encoding") || "identity";
  if (coding.toLowerCase() !== "identity") return refuse(packed(coding));
  const body = await bodyOf(request, maxBodyBytes);
  if (body.fault !== undefined) return refuse(body.fault);
  const parsed = parseJson(body.bytes, { style });
  if (!parsed.ok) return refuse(parsed.issues);
  const path = url.pathname + url.search;
  const asked = modelIn(path, parsed.value, profile);
  // Who names no model is told that by the rules of the style.
  const model = table === undefined || asked === "" ? undefined : table.upstream(asked);
  if (model === undefined && table !== undefined && asked !== "") return refuse(noSuchModel(asked));
  const answerModel = settings.exchange.answerModel ?? (model === undefined || model === asked ? undefined : asked);
  const opened = createExchange({ path, body: parsed.value }, { ...settings.exchange, ...compact({ model, answerModel }) });
  if (!opened.ok) return refuse(opened.issues);
  const exchange = opened.value;
  emit(exchange.issues, "request");
  const { upstream } = exchange;
  const came = await ask(upstreamUrl(baseUrl, url, to, upstream.path, style === to ? placeOf(url, style) : undefined), {
    method: "POST",
    body: upstream.body === parsed.value ? new TextDecoder().decode(body.bytes) : JSON.stringify(upstream.body),
    isStream: (response) => streamOf(response, exchange),
  });
  if (came.fault !== undefined) return refuse(came.fault);
  try {
    return await answered(came.answer, exchange, { signal: request.signal, emit, maxAnswerBytes });
  } catch (error) {
    if (request.signal.aborted) return refuse(clientLeft);
    throw error;
  }
}

function packed(coding: string): OwnFault {
  const message = `The body must be sent as it is, without a content encoding, and not as ${JSON.stringify(coding.slice(0, 100))}.`;
  return { kind: "invalid-request", status: 415, message };
}

/** The model that a client names, in its path or in its body; empty where it names none. */
function modelIn(path: string, body: unknown, profile: Profile): string {
  const route = parsePost(path, baseOf(profile));
  if (route.ok && route.value.model !== undefined) return route.value.model;
  return isObject(body) && typeof body.model === "string" ? body.model : "";
}

/** What a client asks for, and the style in whose words it is answered. */
interface Route {
  readonly style: StyleName;
  /** Why nothing is found. */
  readonly fault?: readonly Issue[] | OwnFault;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: an answer. */
  readonly models?: AskedModels;
}

const METHODS: readonly string[] = ["GET", "POST"];

function findRoute({ method, headers }: Request, path: string, given: Profile): Route {
  const profile = baseOf(given);
  const posted = parsePost(path, profile);
  const models = modelsIn(path, profile);
  const style = posted.ok ? posted.value.style : models === undefined ? nearestStyle(path) : styleOf(headers, nearestStyle(path));
  // Of a POST, an action stands behind a colon.
  const allowed = posted.ok ? ["POST"] : models !== undefined && !path.includes(":") ? ["GET"] : METHODS;
  if (!allowed.includes(method)) {
    const message = `${method.slice(0, 20)} is not taken here; send ${allowed.join(" or ")}.`;
    return { style, fault: { kind: "invalid-request", status: 405, message }, headers: { allow: allowed.join(", ") } };
  }
  if (method === "GET" && models !== undefined) return { style, models };
  if (posted.ok) return { style };
  return { style, fault: method === "POST" ? posted.issues : parseRoute(method, path).issues };
}

/** `/v1/models`, and what only vendors have: other versions, and one model behind them. */
function modelsIn(path: string, profile: BaseProfile | undefined): AskedModels | undefined {
  const [, version, name] = /^\/(v1|v1beta|v1alpha)\/models(?:\/(.+))?$/.exec(path) ?? [];
  if (version === undefined || !isPlainPath(path)) return undefined;
  if (profile === "gateway" && (version !== "v1" || name !== undefined)) return undefined;
  return name === undefined ? {} : { model: decodedName(name) };
}

/** Two styles share a path; a client shows its style by headers of its own. */
function styleOf(headers: Headers, nearest: StyleName): StyleName {
  const own = styleNames.find((name) => {
    const { key, version } = httpFacts[name].headers;
    return headers.has(version?.[0] ?? key);
  });
  return own !== undefined && edges[nearest].near === undefined ? own : nearest;
}
