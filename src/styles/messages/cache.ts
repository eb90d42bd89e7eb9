/**
 * Cache markers: `"cache_control": {"type": "ephemeral", "ttl": "1h"}` on tools, system texts, blocks and the request.
 * Four at most, read in the order tools, system, messages, request; longer lifetimes come before shorter ones.
 */

import { approximated, dropped, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Keep } from "../../fields/row.js";
import type { CacheControl, Extensions } from "../../model/common.js";
import { keepUnknown, type Rest } from "../../model/extensions.js";
import type { CanonicalRequest, Part } from "../../model/index.js";
import { CACHE, isBlank } from "./limits.js";
import type { WireCacheControl } from "./wire.js";

/** The marker as a canonical field, and what of it the canonical model cannot hold. */
function decodeCacheControl(marker: WireCacheControl | null | undefined): {
  readonly cacheControl?: CacheControl;
  readonly unread: readonly (readonly [string, Rest])[];
} {
  if (marker === null || marker === undefined) return { unread: [] };
  const { type, ttl, ...rest } = marker;
  if (type !== "ephemeral") return { unread: [["cache_control", marker]] };
  const known = ttl === "5m" || ttl === "1h";
  return { cacheControl: known ? { type, ttl } : { type }, unread: [["cache_control", known ? rest : { ...rest, ttl }]] };
}

/** The marker of a block, and what nobody knows of it, as canonical fields; `nested` as for {@link keepUnknown}. */
export function commonFields(
  marker: WireCacheControl | null | undefined,
  rest: Rest,
  nested: readonly (readonly [string, Rest])[] = [],
): { readonly cacheControl?: CacheControl; readonly extensions?: Extensions } {
  const { cacheControl, unread } = decodeCacheControl(marker);
  const unknown = keepUnknown("messages", rest, [...nested, ...unread]);
  return cacheControl === undefined ? unknown : { cacheControl, ...unknown };
}

/** The same for a row. */
export function readMarker(marker: WireCacheControl, keep: Keep): CacheControl | undefined {
  const { cacheControl, unread } = decodeCacheControl(marker);
  if (cacheControl !== undefined) for (const [, rest] of unread) keep(rest);
  return cacheControl;
}

/** The marker of a part as it is: an answer repeats what its service says, and is not counted. */
export function ownMarker({ cacheControl }: { readonly cacheControl?: CacheControl }): { readonly cache_control?: WireCacheControl } {
  return cacheControl === undefined ? {} : { cache_control: { ...cacheControl } };
}

/** What becomes of each marker, by the canonical node that carries it. */
export type Markers = ReadonlyMap<object, WireCacheControl>;

interface Carrier {
  readonly node: object;
  readonly path: Path;
  readonly marker: CacheControl;
}

/** Chooses the markers that may stay: the last four, because a later one covers what comes before it. */
export function planMarkers(request: CanonicalRequest, report: (issue: Issue) => void): Markers {
  const carriers = collect(request, report);
  const first = Math.max(0, carriers.length - CACHE.maxMarkers);
  const markers = new Map<object, WireCacheControl>();
  let shortBefore = false;
  carriers.forEach(({ node, path, marker }, index) => {
    if (index < first) {
      report(
        dropped("dropped.value", path, `This style takes ${CACHE.maxMarkers} cache markers; the last ones stay, and this one goes.`, {
          limit: CACHE.maxMarkers,
          severity: "info",
        }),
      );
      return;
    }
    const ttl = encodeTtl(marker.ttl, shortBefore && path.length > 2, [...path, "ttl"], report);
    if (ttl !== "1h") shortBefore = true;
    markers.set(node, { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) });
  });
  return markers;
}

function encodeTtl(ttl: CacheControl["ttl"], shortBefore: boolean, path: Path, report: (issue: Issue) => void): "5m" | "1h" | undefined {
  if (ttl === undefined || ttl === "5m") return ttl;
  const near = (to: "5m" | "1h", why: string) => {
    report(approximated("approximated.enum", path, why, { from: ttl, to }));
    return to;
  };
  if (shortBefore) return near("5m", "A longer lifetime may not come after a shorter one; this marker lives five minutes.");
  return ttl === "1h" ? ttl : near("1h", "This style caches for five minutes or an hour; the hour is nearest.");
}

function collect({ tools, instructions, turns: messages, cache }: CanonicalRequest, report: (issue: Issue) => void): Carrier[] {
  const carriers: Carrier[] = [];
  const add = (node: { readonly cacheControl?: CacheControl }, path: Path) => {
    if (node.cacheControl !== undefined) carriers.push({ node, path: [...path, "cacheControl"], marker: node.cacheControl });
  };
  tools.forEach((tool, index) => {
    if (tool.type !== "raw") add(tool, ["tools", index]);
  });
  for (const [index, { parts }] of instructions.entries()) addParts(parts, ["instructions", index, "parts"], add, report);
  messages.forEach(({ parts }, index) => {
    if (parts.some(hasMarker)) addParts(parts, ["turns", index, "parts"], add, report);
  });
  if (cache?.auto !== undefined) carriers.push({ node: cache, path: ["cache", "auto"], marker: cache.auto });
  return carriers;
}

/** The parts inside a part, and where they stand in it. */
function innerOf(part: Part): readonly [parts: readonly Part[], at: Path] | undefined {
  if (part.type === "tool-result" || part.type === "search-result") return [part.content, ["content"]];
  return part.type === "document" && part.source.kind === "parts" ? [part.source.parts, ["source", "parts"]] : undefined;
}

/** Whether a part or one inside it carries a marker: few do. */
function hasMarker(part: Part): boolean {
  return part.cacheControl !== undefined || innerOf(part)?.[0].some(hasMarker) === true;
}

type Add = (part: Part, path: Path) => void;

/**
 * Parts of a list. Blank texts of a conversation are left out: their markers go to the block before, and count where one can take them.
 * @param keepsBlanks whether the list stands in a block that keeps such texts
 */
function addParts(parts: readonly Part[], base: Path, add: Add, report: (issue: Issue) => void, keepsBlanks = false): void {
  let isFree = false;
  parts.forEach((part, index) => {
    const at = [...base, index];
    if (keepsBlanks || (part.type !== "text" && part.type !== "refusal") || !isBlank(part.text)) {
      const [inner, below] = innerOf(part) ?? [[], []];
      addParts(inner, [...at, ...below], add, report, keepsBlanks || part.type !== "tool-result");
      if (staysBehind(part)) return;
      add(part, at);
      if (!isThought(part)) isFree = part.cacheControl === undefined;
    } else if (part.cacheControl !== undefined) {
      if (isFree) add(part, at);
      else report(loneMarker([...at, "cacheControl"]));
      isFree = false;
    }
  });
}

function isThought({ type }: Part): boolean {
  return type === "thinking" || type === "redacted-thinking";
}

/** Parts that this style cannot hold take their markers with them. */
function staysBehind(part: Part): boolean {
  if (part.type === "audio" || part.type === "video") return true;
  if (part.type === "opaque") return part.style !== "messages";
  return (part.type === "image" || part.type === "document") && part.source.kind === "file-id" && part.source.style !== "messages";
}

/** The path is that of a marker whose text is left out. */
export function loneMarker(path: Path): Issue {
  return dropped("dropped.field", path, "No block before the text that was left out can take its cache marker.", { severity: "info" });
}
