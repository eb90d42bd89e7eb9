/**
 * Cache markers: `cache_control` of the messages style (X), which the gateway takes, and the vendor's own
 * `prompt_cache_breakpoint`, which has no lifetime of its own.
 */

import { compact } from "../../core/compact.js";
import { approximated, dropped, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { CacheControl, Profile, StyleName } from "../../model/common.js";
import type { Rest } from "../../model/extensions.js";
import { isOneOf } from "./limits.js";

export const LIFETIMES = ["5m", "1h", "30m", "12h"] as const;

interface Marked {
  readonly cache_control?: { readonly type?: string | null | undefined; readonly ttl?: string | null | undefined } | null | undefined;
  readonly prompt_cache_breakpoint?: { readonly mode?: string | null | undefined } | null | undefined;
}

export interface DecodedMarker {
  readonly cacheControl?: CacheControl;
  /** What is not understood, by the key of the object it stood in. */
  readonly unknown: readonly (readonly [key: string, rest: Rest])[];
  /** Where the marker stands, when it is in the vendor's spelling. */
  readonly spelling?: typeof VENDOR_FIELDS;
}

export const MARKER_FIELDS = { cacheControl: ["cache_control"] } as const;
const VENDOR_FIELDS = { cacheControl: ["prompt_cache_breakpoint"] } as const;

/** The places of a marked node's fields, with that of its marker as it was spelt. */
export function markedFields(fields: FieldPaths, { spelling }: DecodedMarker): FieldPaths {
  return spelling === undefined ? fields : { ...fields, ...spelling };
}

/** Takes a marker out of the fields of a block, a tool or a message. */
export function decodeMarker({ cache_control, prompt_cache_breakpoint }: Marked): DecodedMarker {
  if (!cache_control && !prompt_cache_breakpoint) return { unknown: [] };
  const { type, ttl, ...controlRest } = cache_control ?? {};
  const { mode, ...breakpointRest } = prompt_cache_breakpoint ?? {};
  const known = cache_control ? (type ?? "ephemeral") === "ephemeral" : (mode ?? "explicit") === "explicit";
  const lifetime = isOneOf(LIFETIMES, ttl) ? ttl : undefined;
  return compact({
    cacheControl: known ? compact({ type: "ephemeral" as const, ttl: lifetime }) : undefined,
    spelling: cache_control ? undefined : VENDOR_FIELDS,
    unknown: [
      ["cache_control", { ...controlRest, ...(known ? {} : { type }), ...(known && lifetime !== undefined ? {} : { ttl }) }],
      ["prompt_cache_breakpoint", { ...breakpointRest, ...(known && !cache_control ? {} : { mode }) }],
    ] as const,
  });
}

/** Who gets it: `chatExtensions` are fields that not every server takes. */
export interface MarkerTarget {
  readonly profile: Profile;
  readonly from: StyleName | undefined;
  readonly chatExtensions: boolean;
}

/** Whether `cache_control` is written; who wrote one in this style reads it again. */
function takesCacheControl({ profile, from, chatExtensions }: MarkerTarget): boolean {
  return profile === "gateway" && (chatExtensions || from === undefined || from === "chat-completions");
}

/** The marker of a tool, a call or a result, which the vendor's own spelling does not know: it marks content blocks. */
export function encodeOtherMarker(
  marker: CacheControl | undefined,
  path: Path,
  target: MarkerTarget,
  report: (issue: Issue) => void,
): ReturnType<typeof encodeMarker> {
  if (marker === undefined) return {};
  if (target.profile === "gateway" || target.from === undefined || target.from === "chat-completions")
    return encodeMarker(marker, { ...target, profile: "gateway" }, path, report);
  const message = "The vendor marks content blocks for caching, not tools and their calls.";
  report(dropped("dropped.field", [...path, "cacheControl"], message, { severity: "info" }));
  return {};
}

/** @param path that of the marked node in the canonical value written, for what is lost */
export function encodeMarker(
  marker: CacheControl | undefined,
  target: MarkerTarget,
  path: Path,
  report: (issue: Issue) => void,
): { cache_control?: { type: "ephemeral"; ttl?: string }; prompt_cache_breakpoint?: { mode: "explicit" } } {
  if (marker === undefined) return {};
  if (takesCacheControl(target)) return { cache_control: compact({ type: "ephemeral" as const, ttl: marker.ttl }) };
  if (target.profile === "gateway") {
    const message = "chat-completions has no `cache_control`; it was left out, and `chatExtensions` writes it.";
    report(dropped("dropped.field", [...path, "cacheControl"], message, { severity: "info" }));
    return {};
  }
  vendorLifetime(marker, [...path, "cacheControl"], report);
  return { prompt_cache_breakpoint: { mode: "explicit" } };
}

/** The only lifetime that the vendor knows, where one was asked for. */
export function vendorLifetime({ ttl }: CacheControl, path: Path, report: (issue: Issue) => void): "30m" | undefined {
  if (ttl === undefined || ttl === "30m") return ttl;
  const message = "The vendor keeps what is cached for 30 minutes, whatever was asked for.";
  report(approximated("approximated.clamped", [...path, "ttl"], message, { from: ttl, to: "30m" }));
  return "30m";
}
