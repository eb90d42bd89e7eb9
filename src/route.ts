/**
 * URL paths: which endpoint a request means, and where a request of a style is sent. No host, no method but GET and POST.
 * Whose document it is, where no path states it.
 */
import { ANYTHING, checkOptions, checkProfile, kind, STRING } from "./call.js";
import { broken, fail, ok, type Result } from "./core/issue.js";
import { attempt, isObject } from "./core/json.js";
import { barePath, isPlainPath } from "./core/url-path.js";
import { type BaseProfile, baseOf, type Profile, resolveProfile } from "./model/common.js";
import type { StyleName } from "./model/index.js";
import { checkStyleName, edges, looks, styleNames } from "./style-lists.js";

/** What a POST asks for. `model` and `stream` come from the path, where generate-content and hosts of other styles have them. */
export interface PostRoute {
  readonly endpoint: StyleName;
  readonly style: StyleName;
  readonly model?: string;
  readonly stream: boolean;
}
/** What a request line asks for. */
export type Route = PostRoute | { readonly endpoint: "models" };

/** Options of {@link parseRoute}. */
export interface RouteOptions {
  /**
   * `"vendor"` also takes the vendors' own `/v1/models/{model}:generateContent` and `/v1alpha`, and the paths of Azure, Vertex and
   * Bedrock.
   * @defaultValue `"gateway"`
   */
  readonly profile?: Profile;
}

/**
 * Reads a request line: the three POST paths and `GET /v1/models`. A query is ignored. A path with `.` or `..` for a segment, a backslash
 * or a control character, encoded or not, is no path.
 *
 * @returns the route; else an issue with rule R-177 (no such path), R-088 (unknown action) or R-087 (no model), for `toErrorReply(issues,
 * { path })`
 * @example
 * parseRoute("POST", "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse")
 * // { ok: true, value: { endpoint: "generate-content", style: "generate-content", model: "gemini-2.5-flash", stream: true }, … }
 */
export function parseRoute(method: string, path: string, options: RouteOptions = {}): Result<Route> {
  checkOptions(options, 'parseRoute(method, path, { profile: "vendor" })', OPTIONS);
  const verb = typeof method === "string" ? method.toUpperCase() : "request";
  if (verb === "POST") return parsePost(path, baseOf(options.profile));
  return verb === "GET" && barePath(path) === "/v1/models" ? ok({ endpoint: "models" }) : noSuchPath(verb, path);
}

const OPTIONS = { profile: checkProfile };

/** {@link parseRoute} for a POST. */
export function parsePost(path: string, profile: BaseProfile = "gateway"): Result<PostRoute> {
  const bare = barePath(path);
  if (!isPlainPath(bare)) return noSuchPath("POST", path);
  for (const style of styleNames) {
    const { match, fault } = edges[style];
    const found = match(bare, profile);
    if (found !== undefined && found.model !== "") return ok({ endpoint: style, style, ...found });
    const wrong = fault?.(bare, profile);
    if (wrong !== undefined) return fail([wrong]);
  }
  return noSuchPath("POST", path);
}

/**
 * The URL path, with query, to which a request is sent, the model percent-encoded. A `profile` with `modelInPath` gives that of
 * the host: Azure, Bedrock, Vertex (behind `/v1/projects/{project}/locations/{location}`).
 *
 * @throws TypeError for an unknown style, or a path whose model is missing or can stand in none (`../x`)
 * @example
 * formatRoute({ style: "generate-content", model: "gemini-2.5-flash", stream: true })
 * // "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse"
 * formatRoute({ style: "chat-completions", model: "gpt-5", stream: true, profile: { base: "vendor", modelInPath: true } })
 * // "/openai/deployments/gpt-5/chat/completions"
 */
export function formatRoute(request: {
  readonly style: StyleName;
  readonly model: string;
  readonly stream: boolean;
  readonly profile?: Profile;
}): string {
  checkOptions(request, 'formatRoute({ style: "messages", model, stream: false })', ROUTE);
  checkStyleName(request.style, "style");
  const { model = "", stream } = request;
  const path = edges[request.style].format({ model, stream, dialect: resolveProfile(request).dialect });
  kind("a name that can stand in a path", () => parsePost(path, "vendor").ok)("model", model);
  return path;
}

/** What was read from a path may be written again. */
const ROUTE = { endpoint: ANYTHING, style: ANYTHING, model: STRING, stream: ANYTHING, profile: checkProfile };

/** The style in whose words a request to this path is answered, also when the path is wrong. */
export function nearestStyle(path: string): StyleName {
  const bare = barePath(path);
  const style =
    styleNames.find((name) => edges[name].near?.test(bare)) ?? styleNames.find((name) => edges[name].match(bare, "vendor") !== undefined);
  // The first of the list is the one that most clients know.
  return style ?? styleNames.reduce((first) => first);
}

export function noSuchPath(verb: string, path: string): Result<never> {
  const paths = styleNames.map((name) => `POST ${edges[name].path}`);
  const message = `There is no ${verb.slice(0, 20)} ${barePath(path).slice(0, 100)}, only ${paths.join(", ")} and GET /v1/models.`;
  return fail([broken("R-177", [], message)]);
}

/**
 * Whether it is the name of a style.
 *
 * @example
 * isStyleName("messages"); // true
 * isStyleName("anthropic"); // false
 */
export function isStyleName(value: unknown): value is StyleName {
  return styleNames.some((name) => name === value);
}

/**
 * The style of a request, an answer, an error body or an event of a stream, by the fields that only one style has, else by the model's
 * name or a missing `max_tokens`.
 *
 * @param body any parsed value; a list is looked at as the events of one stream
 * @returns undefined where nothing shows the style, or as much speaks for another
 * @example
 * detectStyle({ contents: [{ parts: [{ text: "hi" }] }] }); // "generate-content"
 * detectStyle({ model: "m", max_tokens: 9, system: "Be brief.", messages: [] }); // "messages"
 * detectStyle({ model: "m", max_tokens: 9, messages: [] }); // undefined
 */
export function detectStyle(body: unknown): StyleName | undefined {
  return attempt(styleOf, body);
}

function styleOf(body: unknown): StyleName | undefined {
  /** The places of a document, as `messages[].content[].type`, and short texts with them, as `messages[].role=tool`. */
  const found = new Set<string>();
  let left = MOST_FIELDS;
  const look = (value: unknown, place: string, depth: number): void => {
    if (typeof value === "string" && value.length <= LONGEST_WORD) found.add(`${place}=${value}`);
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_ITEMS)) look(item, `${place}[]`, depth);
    else if (isObject(value) && depth < DEEPEST)
      for (const key of Object.keys(value)) {
        if (left-- <= 0) return;
        const member = value[key];
        if (member === undefined || member === null) continue;
        const at = place === "" ? key : `${place}.${key}`;
        found.add(at);
        look(member, at, depth + 1);
      }
  };
  const documents = Array.isArray(body) ? body.slice(0, MOST_ITEMS) : [body];
  for (const document of documents) look(document, "", 0);
  const counts = styleNames.map((name) => looks[name].signs.split(" ").filter((sign) => found.has(sign)).length);
  const likely = styleNames.filter((_, index) => counts.every((count) => count <= (counts[index] ?? 0)));
  const guessed =
    likely.length === 1 ? likely : likely.filter((name) => documents.some((document) => isObject(document) && looks[name].guess(document)));
  return guessed.length === 1 ? guessed[0] : undefined;
}

/** More of a document is not looked at. */
const MOST_ITEMS = 200;
const MOST_FIELDS = 10_000;
const DEEPEST = 5;
const LONGEST_WORD = 40;
