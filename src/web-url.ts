/** URLs of clients and upstreams: a base address may stand before a style's own path, and may bring its version with it. */
import type { StyleName } from "./canonical/index.js";

/** Where a client's URL has its style's path. */
export interface Place {
  /** What stands before it. */
  readonly prefix: string;
  /** As it is in the client's URL: `/v1`, or empty. */
  readonly version: string;
  /** The path that the style documents, with the query. */
  readonly path: string;
}

const PLACES: Readonly<Record<StyleName, RegExp>> = {
  "chat-completions": /^(.*?)(\/v1)?(\/chat\/completions)\/?$/,
  messages: /^(.*?)(\/v1)?(\/messages)\/?$/,
  "generate-content": /^(.*?)(\/v1(?:beta|alpha)?)?(\/models\/.*)$/,
};
const VERSIONS: Readonly<Record<StyleName, string>> = { "chat-completions": "/v1", messages: "/v1", "generate-content": "/v1beta" };

/** Finds the style's path behind whatever base address the client has. Undefined: the URL means something else. */
export function placeOf({ pathname, search }: URL, style: StyleName): Place | undefined {
  const [, prefix = "", version = "", tail] = PLACES[style].exec(pathname) ?? [];
  return tail === undefined ? undefined : { prefix, version, path: `${VERSIONS[style]}${tail}${search}` };
}

const VERSION = /\/v\d[^/]*$/;
const LEADING = /^\/v\d[^/]*/;

/**
 * The upstream's URL.
 *
 * @param path what the style documents, with the query; default the client's own
 * @param place given where the style stays: without a base address the URL then stays as well
 */
export function upstreamUrl(baseUrl: string | undefined, url: URL, path = url.pathname + url.search, place?: Place): string {
  const base = baseUrl === undefined ? url.origin + (place?.prefix ?? "") : baseUrl.replace(/\/+$/, "");
  if (baseUrl !== undefined && VERSION.test(base)) return base + path.replace(LEADING, "");
  // Where the style stays, the client's own version counts, also when it has none.
  return base + (place === undefined ? path : path.replace(LEADING, place.version || (baseUrl === undefined ? "" : "$&")));
}
