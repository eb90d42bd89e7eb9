/** URLs of clients and upstreams: a base address may stand before a style's own path, and may bring its version with it. */
import { edges } from "../edge-registry.js";
import type { StyleName } from "../model/index.js";

/** Where a client's URL has its style's path. */
export interface Place {
  /** What stands before it. */
  readonly prefix: string;
  /** As it is in the client's URL: `/v1`, or empty. */
  readonly version: string;
  /** The style's path, with the query: with the version of the client's URL, or else the one that the style documents. */
  readonly path: string;
}

/** Finds the style's path behind whatever base address the client has. Undefined: the URL means something else. */
export function placeOf({ pathname, search }: URL, style: StyleName): Place | undefined {
  const { url } = edges[style];
  const [, prefix = "", version = "", tail] = url.place.exec(pathname) ?? [];
  return tail === undefined ? undefined : { prefix, version, path: `${version || url.version}${tail}${search}` };
}

const LEADING = /^\/v\d[^/]*/;

/** Refuses a base address to which nothing can be sent. */
export function checkAddress(baseUrl: unknown): void {
  const text = typeof baseUrl === "string" ? baseUrl : baseUrl instanceof URL ? baseUrl.href : "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError("`baseUrl` must be an http or https URL, such as `https://api.anthropic.com`.");
  if (url.username !== "" || url.password !== "")
    throw new TypeError("`baseUrl` must not hold a user or a password, which `fetch` refuses; write them as a header in `headers`.");
  // A URL object always has the slash of an empty path.
  if (typeof baseUrl === "string" ? /^[^?#]*\/(?:[?#]|$)/.test(baseUrl.trim()) : url.pathname.length > 1 && url.pathname.endsWith("/"))
    throw new TypeError(
      `\`baseUrl\` must not end in a slash; write \`${text
        .trim()
        .replace(/\/+(?=[?#]|$)/, "")
        .slice(0, 200)}\`.`,
    );
}

/**
 * The upstream's URL.
 *
 * @param path what the style documents, with the query; default the client's own
 * @param place given where the style stays: without a base address the URL then stays as well
 */
export function upstreamUrl(
  baseUrl: string | URL | undefined,
  url: URL,
  to: StyleName,
  path = url.pathname + url.search,
  place?: Place,
): string {
  if (baseUrl === undefined) {
    // Where the style stays, the client's own version counts, also when it has none.
    return url.origin + (place === undefined ? path : place.prefix + path.replace(LEADING, place.version));
  }
  const base = new URL(baseUrl);
  const query = base.search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${base.search.slice(1)}`;
  const whole = placeOf(base, to);
  if (whole !== undefined) return `${base.origin}${whole.prefix}${query.replace(LEADING, whole.version)}`;
  const before = base.pathname === "/" ? "" : base.pathname;
  const address = base.origin + before;
  if (edges[to].url.versioned.test(before)) return address + query.replace(LEADING, "");
  return address + (place === undefined ? query : query.replace(LEADING, place.version || "$&"));
}
