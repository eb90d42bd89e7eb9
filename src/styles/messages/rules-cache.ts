/** V-14: cache markers over the whole request, in the order in which the vendor reads it. */
import { type Fields, own, type ReportFault } from "../../core/check.js";
import { unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { CACHE } from "./limits.js";

interface Marker {
  readonly at: Path;
  readonly marker: Fields;
}

/** More markers than the vendor takes. */
export function surplusMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  markersOf(request).forEach(({ at }, index) => {
    if (index >= CACHE.maxMarkers)
      report({ at, says: `is marker number ${index + 1}; at most ${CACHE.maxMarkers} are allowed`, limit: CACHE.maxMarkers });
  });
}

/** Their words and their order. */
export function cacheMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  const markers = markersOf(request);
  let shortBefore = false;
  for (const { at, marker } of markers) {
    const ttl = own(marker, "ttl");
    const type = unlisted([...at, "type"], own(marker, "type"), { legal: CACHE.types });
    const wrong = unlisted([...at, "ttl"], ttl, { legal: CACHE.ttls });
    if (type !== undefined) report(type);
    if (wrong !== undefined) report(wrong);
    // The marker of the whole request is put at its end, and takes part in the order as the vendor places it.
    if (ttl === "1h" && shortBefore && at.length > 1)
      report({
        at: [...at, "ttl"],
        says: "must not come after a marker of five minutes; the longer ones come first",
        expected: "1h before 5m",
      });
    // A time that is none takes no part in the order.
    if (ttl === undefined || ttl === "5m") shortBefore = true;
  }
}

function markersOf(request: Fields): readonly Marker[] {
  const markers: Marker[] = [];
  collect(request, "tools", markers);
  collect(request, "system", markers);
  const messages = own(request, "messages");
  if (Array.isArray(messages))
    messages.forEach((message: unknown, index) => {
      if (isObject(message) && Array.isArray(message.content)) collectBlocks(message.content, ["messages", index, "content"], markers);
    });
  mark(request, [], markers);
  return markers;
}

function collect(request: Fields, key: string, markers: Marker[]): void {
  const list = own(request, key);
  if (Array.isArray(list)) collectBlocks(list, [key], markers);
}

function collectBlocks(list: readonly unknown[], base: Path, markers: Marker[]): void {
  for (let index = 0; index < list.length; index++) {
    const block = list[index];
    if (!isObject(block)) continue;
    if (block.type === "tool_result" && Array.isArray(block.content)) collectBlocks(block.content, [...base, index, "content"], markers);
    if (own(block, "cache_control") !== undefined) mark(block, [...base, index], markers);
  }
}

function mark(node: Fields, at: Path, markers: Marker[]): void {
  const marker = own(node, "cache_control");
  if (isObject(marker)) markers.push({ at: [...at, "cache_control"], marker });
}
