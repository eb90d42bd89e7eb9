/**
 * Cache markers: `"cache_control": {"type": "ephemeral", "ttl": "1h"}` on tools, system texts, blocks and the request.
 * Four at most, read in the order tools, system, messages, request; longer lifetimes come before shorter ones.
 */

import { type Fields, own } from "../../core/check.js";
import { approximated, dropped, fact, type Issue, type Path } from "../../core/issue.js";
import { compact, isObject } from "../../core/json.js";
import { cacheMarkers } from "../../fields/table.js";
import type { CacheControl, Extensions } from "../../model/common.js";
import { keepUnknown, type Rest } from "../../model/extensions.js";
import type { EncodeScope } from "../shared/codec.js";
import { CACHE } from "./limits.js";
import type { MessagesRequest, WireCacheControl } from "./wire.js";

export const MARKERS = cacheMarkers(CACHE.ttls);

/** The marker of a block, and what nobody knows of it, as canonical fields; `nested` as for {@link keepUnknown}. */
export function commonFields(
  marker: WireCacheControl | null | undefined,
  rest: Rest,
  nested: readonly (readonly [string, Rest])[] = [],
): { readonly cacheControl?: CacheControl; readonly extensions?: Extensions } {
  if (marker === null || marker === undefined) return keepUnknown("messages", rest, nested);
  const [cacheControl, unread] = MARKERS.read(marker);
  return { ...compact({ cacheControl }), ...keepUnknown("messages", rest, [...nested, ["cache_control", unread]]) };
}

/** The marker of a part as it is; those of a request are counted when all is written, see {@link limitMarkers}. */
export function ownMarker({ cacheControl }: { readonly cacheControl?: CacheControl }): { readonly cache_control?: WireCacheControl } {
  return cacheControl === undefined ? {} : { cache_control: { ...cacheControl } };
}

/** A marker of a request on the wire. */
interface Marked {
  readonly node: Fields;
  readonly marker: Fields;
  readonly at: Path;
}

/**
 * The markers of a request, read or written, in the order in which the service reads them.
 * @param everywhere also in what else than results of tools holds blocks
 */
export function markersIn(request: Partial<Pick<Fields, "tools" | "system" | "messages">>, everywhere = false): readonly Marked[] {
  const found: Marked[] = [];
  const { tools, system, messages } = request;
  // Most blocks have no marker: the place is made into a path for those that have.
  const place: (string | number)[] = [];
  const addTo = (node: Fields) => {
    const marker = own(node, "cache_control");
    if (isObject(marker)) found.push({ node, marker, at: [...place, "cache_control"] });
  };
  const addBlocks = (blocks: unknown, key: string) => {
    if (!Array.isArray(blocks)) return;
    place.push(key);
    for (let index = 0; index < blocks.length; index++) {
      const node: unknown = blocks[index];
      if (!isObject(node)) continue;
      place.push(index);
      if (node.type === "tool_result" || (everywhere && node.type === "search_result")) addBlocks(node.content, "content");
      if (everywhere && isObject(node.source)) {
        place.push("source");
        addBlocks(node.source.content, "content");
        place.pop();
      }
      addTo(node);
      place.pop();
    }
    place.pop();
  };
  addBlocks(tools, "tools");
  addBlocks(system, "system");
  if (Array.isArray(messages)) {
    place.push("messages");
    for (let index = 0; index < messages.length; index++) {
      const message: unknown = messages[index];
      place.push(index);
      if (isObject(message)) addBlocks(message.content, "content");
      place.pop();
    }
    place.pop();
  }
  addTo(request);
  return found;
}

/** Leaves the last four markers, because a later one covers what comes before it, and no longer lifetime after a shorter one. */
export function limitMarkers(request: object, body: MessagesRequest, { trace, report }: Pick<EncodeScope, "trace" | "report">): void {
  const markers = markersIn(body, true);
  if (markers.length === 0) return;
  const pathOf = (at: Path) => (at.length === 1 ? ["cache", "auto"] : trace.locate(body, request, at));
  let shortBefore = false;
  markers.forEach(({ node, marker: { ttl, ...marker }, at }, index) => {
    const limit = CACHE.maxMarkers;
    if (index + limit < markers.length) {
      Reflect.deleteProperty(node, "cache_control");
      const message = `messages takes ${limit} cache markers; the last ones stay, and this one was left out.`;
      report(dropped("dropped.value", pathOf(at), message, { limit, severity: "info" }));
      return;
    }
    const tooLong = shortBefore && at.length > 1;
    const to = ttl === undefined || ttl === "5m" ? ttl : tooLong ? "5m" : "1h";
    if (to !== "1h") shortBefore = true;
    if (to === undefined || to === ttl) return;
    Reflect.set(node, "cache_control", { ...marker, ttl: to });
    const message = tooLong ? "A longer lifetime may not come after a shorter one." : "messages caches for five minutes or an hour.";
    report(approximated("approximated.enum", [...pathOf(at), "ttl"], message, { from: fact(ttl), to }));
  });
}

/** The path is that of a marker whose text is left out. */
export function loneMarker(path: Path): Issue {
  return dropped("dropped.field", path, "No block before the text that was left out can take its cache marker.", { severity: "info" });
}
