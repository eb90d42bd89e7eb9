/** Headers between a client of one style and an upstream of another: keys in each style's place, request ids, nothing hop-by-hop. */

import type { Issue } from "../core/issue.js";
import { barePath } from "../core/url-path.js";
import { baseOf, type Profile, resolveProfile } from "../model/common.js";
import { isForClient } from "../model/error.js";
import type { StyleName } from "../model/index.js";
import { httpFacts, styleNames } from "../style-lists.js";
import { parseAuthorization } from "../transport.js";

/** Of one connection (RFC 9110 7.6.1), and of a body in one encoding. */
const HOP_BY_HOP =
  /^(?:accept-encoding|connection|content-encoding|content-length|expect|host|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

const HEADERS = styleNames.map((name) => httpFacts[name].headers);
const KEYS: readonly string[] = [...HEADERS.map(({ key }) => key), ...HEADERS.flatMap(({ otherKeys = [] }) => otherKeys)];
/** What describes the client in ways that another service need not know. */
const PRIVATE = /^(?:origin|referer|x-stainless-)/;
/** Cookies of the client's own origin, and what proxies before a gateway wrote down of the client: its address, its certificate. */
const OF_THE_WAY =
  /^(?:cookie2?$|forwarded$|via$|x-forwarded-|x-real-ip$|x-client-(?:ip|cert)|x-original-|x-envoy-|x-amzn-|x-vercel-|true-client-ip$|client-ip$|fastly-|fly-|cf-|cdn-)/;

/** The key that a client sent, in whatever place: a bearer token, a header of a service, or `?key=`. */
export function clientKey(headers: Headers, url: URL): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const others = KEYS.filter((name) => name !== "authorization");
  return [bearer, ...others.map((name) => headers.get(name)), url.searchParams.get("key")].find(isKey);
}

/** Why a request without a key is refused, with the header in which the clients of the style send one. */
export function withoutKey(headers: Headers, style: StyleName, profile: Profile): readonly Issue[] {
  const { issues } = parseAuthorization(headers.get("authorization"));
  const [place] = keyHeader("", style, profile);
  return place === "authorization" ? issues : issues.map((issue) => ({ ...issue, message: `The header \`${place}\` must hold a key.` }));
}

/** Whether a header can hold it: what stands in a query may be any text. */
export function isKey(key: string | null | undefined): key is string {
  return typeof key === "string" && /^[\x21-\x7e]+$/.test(key);
}

export interface UpstreamHeaders {
  readonly from: StyleName;
  readonly to: StyleName;
  readonly upstreamProfile: Profile;
  /** Win over everything. A key among them is the only one that is sent. */
  readonly extra: Readonly<Record<string, string>>;
  /** The client's key is that of the gateway, and no one else's. Default false. */
  readonly keepsKey?: boolean;
}

/** What is sent upstream: the client's headers without its own vendor's, the key in the upstream's place, `extra` on top. */
export function upstreamHeaders(headers: Headers, url: URL, { from, to, upstreamProfile, extra, keepsKey = false }: UpstreamHeaders) {
  const own = new Headers(extra);
  const { dialect } = resolveProfile({ profile: upstreamProfile });
  const sent = endToEnd(headers, (name) => !OF_THE_WAY.test(name) && (from === to || !isPrivate(name)));
  const key = clientKey(headers, url);
  if (keepsKey || KEYS.some((name) => own.has(name))) for (const name of KEYS) sent.delete(name);
  else if (key !== undefined) {
    const [place, text] = keyHeader(key, to, upstreamProfile);
    if (!sent.has(place)) sent.set(place, text);
  }
  const { version } = httpFacts[to].headers;
  // A host has the version in the body.
  if (version !== undefined && dialect?.bodyVersion === undefined && !sent.has(version[0]))
    sent.set(version[0], dialect?.version ?? version[1]);
  own.forEach((value, name) => {
    sent.set(name, value);
  });
  return sent;
}

function isPrivate(name: string): boolean {
  return PRIVATE.test(name) || KEYS.includes(name) || HEADERS.some(({ own }) => own.test(name));
}

/** A key as the header in which an upstream looks for it. Source: R-175, V-31. */
export function keyHeader(key: string, style: StyleName, profile: Profile): readonly [place: string, text: string] {
  const { key: own, tokens } = httpFacts[style].headers;
  const place = baseOf(profile) === "gateway" || tokens?.test(key) === true ? "authorization" : own;
  return [place, place === "authorization" ? `Bearer ${key}` : key];
}

/** Of the bytes of one body: not true of another. */
const OF_A_BODY = /^(?:accept-ranges|content-(?:digest|disposition|language|md5|range)|digest|etag|last-modified|repr-digest)$/;

/**
 * What the client is sent: of the upstream's headers those that {@link isForClient}, and its request id under the name that
 * the client's library reads.
 * @param contentType that of a body which is not the upstream's own
 */
export function clientHeaders(headers: Headers, client: StyleName, contentType?: string): Headers {
  const sent = endToEnd(headers, (name) => isForClient(name) || (contentType === undefined && OF_A_BODY.test(name)));
  const requestId = headers.get("x-request-id") ?? headers.get("request-id");
  const place = httpFacts[client].headers.requestId;
  if (requestId !== null && !sent.has(place)) sent.set(place, requestId);
  if (contentType !== undefined) sent.set("content-type", contentType);
  return sent;
}

/** Without what concerns one connection: the known names, and those that `Connection` lists. */
function endToEnd(headers: Headers, wanted: (name: string) => boolean): Headers {
  const listed = new Set((headers.get("connection") ?? "").split(",").map((name) => name.trim().toLowerCase()));
  const kept = new Headers();
  headers.forEach((value, name) => {
    if (!HOP_BY_HOP.test(name) && !listed.has(name) && wanted(name)) kept.append(name, value);
  });
  return kept;
}

/** Where a client's URL has its style's path. */
export interface Place {
  /** What stands before it. */
  readonly prefix: string;
  /** As it is in the client's URL: `/v1`, `/openai/deployments/gpt-4o`, or empty. */
  readonly version: string;
  /** The style's path, with the query: with the version of the client's URL, or else the one that the style documents. */
  readonly path: string;
}

/** Finds the style's path behind whatever base address the client has. Undefined: the URL means something else. */
export function placeOf({ pathname, search }: Pick<URL, "pathname" | "search">, style: StyleName): Place | undefined {
  const { url } = httpFacts[style];
  const [, prefix = "", version = "", tail] = url.place.exec(pathname) ?? [];
  return tail === undefined ? undefined : { prefix, version, path: `${version || url.version}${tail}${search}` };
}

/** Refuses a base address to which nothing can be sent. */
export function checkAddress(baseUrl: unknown): void {
  const text = typeof baseUrl === "string" ? baseUrl : baseUrl instanceof URL ? baseUrl.href : "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError("`baseUrl` must be an http or https URL, such as `https://api.anthropic.com`.");
  if (url.username !== "" || url.password !== "")
    throw new TypeError("`baseUrl` must not hold a user or a password; write them as a header in `headers`.");
  // A URL object always has the slash of an empty path.
  const meant = text.trim().replace(/\/+(?=[?#]|$)/, "");
  if (typeof baseUrl === "string" ? /^[^?#]*\/(?:[?#]|$)/.test(baseUrl.trim()) : url.pathname.length > 1 && url.pathname.endsWith("/"))
    throw new TypeError(`\`baseUrl\` must not end in a slash; write \`${meant.slice(0, 200)}\`.`);
}

/**
 * The upstream's URL.
 *
 * @param path what the style documents, with the query; default the client's own
 * @param place given where the style stays: without a base address the URL then stays as well
 */
export function upstreamUrl(baseUrl: string | URL | undefined, url: URL, to: StyleName, path = url.pathname + url.search, place?: Place) {
  const version = versionOf(path, to);
  const tail = path.slice(version.length);
  // Where the style stays, the client's own version counts, also when it has none.
  if (baseUrl === undefined) return url.origin + (place === undefined ? path : place.prefix + place.version + tail);
  const base = new URL(baseUrl);
  const query = base.search === "" ? tail : `${tail}${tail.includes("?") ? "&" : "?"}${base.search.slice(1)}`;
  const whole = placeOf(base, to);
  if (whole !== undefined) return base.origin + whole.prefix + whole.version + query;
  const before = base.pathname === "/" ? "" : base.pathname;
  if (httpFacts[to].url.versioned.test(before)) return base.origin + before + query;
  return base.origin + before + (place?.version || version) + query;
}

/** What a path begins with before what is the same wherever the style is served. */
function versionOf(path: string, style: StyleName): string {
  return /^\/v\d[^/]*/.exec(path)?.[0] ?? placeOf({ pathname: barePath(path), search: "" }, style)?.version ?? "";
}
