/** Headers between a client of one style and an upstream of another: keys in each style's place, request ids, nothing hop-by-hop. */
import type { Profile, StyleName } from "./canonical/index.js";

/** RFC 9110 7.6.1, and what belongs to one body in one encoding. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Where a style's own service looks for its key and its version; a gateway wants `Authorization: Bearer` everywhere. */
const KEY_HEADERS: Readonly<Record<StyleName, string>> = {
  "chat-completions": "authorization",
  messages: "x-api-key",
  "generate-content": "x-goog-api-key",
};
const VERSION_HEADERS: Readonly<Partial<Record<StyleName, readonly [name: string, value: string]>>> = {
  messages: ["anthropic-version", "2023-06-01"],
};
const PRIVATE = /^(?:authorization|x-api-key|x-goog-api-key|anthropic-|openai-|x-goog-)/;

/** The key that a client sent, in whatever place: a bearer token, `x-api-key`, `x-goog-api-key`, or `?key=`. */
export function clientKey(headers: Headers, url: URL): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return bearer ?? headers.get("x-api-key") ?? headers.get("x-goog-api-key") ?? url.searchParams.get("key") ?? undefined;
}

export interface UpstreamHeaders {
  readonly from: StyleName;
  readonly to: StyleName;
  readonly profile: Profile;
  /** Win over everything. */
  readonly extra: Readonly<Record<string, string>>;
}

/** What is sent upstream: the client's headers without its own vendor's, the key in the upstream's place, `extra` on top. */
export function upstreamHeaders(headers: Headers, url: URL, { from, to, profile, extra }: UpstreamHeaders): Headers {
  const sent = new Headers();
  headers.forEach((value, name) => {
    if (!HOP_BY_HOP.has(name) && (from === to || !PRIVATE.test(name))) sent.set(name, value);
  });
  const key = clientKey(headers, url);
  const place = profile === "gateway" ? "authorization" : KEY_HEADERS[to];
  if (key !== undefined && !sent.has(place)) sent.set(place, place === "authorization" ? `Bearer ${key}` : key);
  const version = VERSION_HEADERS[to];
  if (version !== undefined && !sent.has(version[0])) sent.set(...version);
  sent.set("content-type", "application/json");
  for (const [name, value] of Object.entries(extra)) sent.set(name, value);
  return sent;
}

/** What the client is sent: the upstream's headers, and its request id under the name that the client's library reads. */
export function clientHeaders(headers: Headers, client: StyleName, contentType: string): Headers {
  const sent = new Headers();
  headers.forEach((value, name) => {
    if (!HOP_BY_HOP.has(name)) sent.set(name, value);
  });
  const requestId = headers.get("x-request-id") ?? headers.get("request-id");
  const place = client === "messages" ? "request-id" : "x-request-id";
  if (requestId !== null && !sent.has(place)) sent.set(place, requestId);
  sent.set("content-type", contentType);
  return sent;
}
