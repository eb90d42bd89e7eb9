/**
 * Cache markers: `cache_control` of the messages style (X), which the gateway takes, and the vendor's own
 * `prompt_cache_breakpoint`, which has no lifetime of its own.
 */

import { approximated, dropped, type Issue, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { cacheMarkers, type WireMarker } from "../../fields/table.js";
import type { CacheControl } from "../../model/common.js";
import type { BaseProfile } from "../../model/dialect.js";
import type { Rest } from "../../model/extensions.js";

export const LIFETIMES = ["5m", "1h", "30m", "12h"] as const;
export const MARKERS = cacheMarkers(LIFETIMES);

type Report = (issue: Issue) => void;

interface Marked {
  readonly cache_control?: WireMarker | null | undefined;
  readonly prompt_cache_breakpoint?: { readonly mode?: string | null | undefined } | null | undefined;
}

export interface DecodedMarker {
  readonly cacheControl?: CacheControl;
  /** What is not understood, by the key of the object it stood in. */
  readonly unknown: readonly (readonly [key: string, rest: Rest])[];
  /** Where the marker stands. */
  readonly place?: FieldPaths;
}

export const MARKER_FIELDS = { cacheControl: ["cache_control"] } as const;
const VENDOR_FIELDS = { cacheControl: ["prompt_cache_breakpoint"] } as const;

/** Takes a marker out of the fields of a block or a message. */
export function decodeMarker({ cache_control, prompt_cache_breakpoint }: Marked): DecodedMarker {
  if (!cache_control && !prompt_cache_breakpoint) return { unknown: [] };
  if (cache_control) {
    const [cacheControl, rest] = MARKERS.read(cache_control);
    return {
      ...compact({ cacheControl }),
      place: MARKER_FIELDS,
      unknown: [
        ["cache_control", rest],
        ["prompt_cache_breakpoint", prompt_cache_breakpoint ?? {}],
      ],
    };
  }
  const { mode, ...rest } = prompt_cache_breakpoint ?? {};
  if ((mode ?? "explicit") !== "explicit") return { unknown: [["prompt_cache_breakpoint", { ...rest, mode }]] };
  return { cacheControl: { type: "ephemeral" }, place: VENDOR_FIELDS, unknown: [["prompt_cache_breakpoint", rest]] };
}

/** Who gets it: `chatExtensions` are fields that not every server takes. */
export interface MarkerTarget {
  readonly profile: BaseProfile;
  /** It came in this style, and who wrote `cache_control` reads it again. */
  readonly own: boolean;
  readonly chatExtensions: boolean;
}

/** The marker of a tool, a call or a result, which the vendor's own spelling does not know: it marks content blocks. */
export function encodeOtherMarker(marker: CacheControl | undefined, path: Path, target: MarkerTarget, report: Report) {
  if (marker === undefined) return {};
  if (target.profile === "gateway" || target.own) return encodeMarker(marker, { ...target, profile: "gateway" }, path, report);
  const message = "The vendor marks content blocks for caching, not tools and their calls.";
  report(dropped("dropped.field", [...path, "cacheControl"], message, { severity: "info" }));
  return {};
}

/** @param path that of the marked node in the canonical value written, for what is lost */
export function encodeMarker(
  marker: CacheControl | undefined,
  target: MarkerTarget,
  path: Path,
  report: Report,
): { cache_control?: { type: "ephemeral"; ttl?: string }; prompt_cache_breakpoint?: { mode: "explicit" } } {
  if (marker === undefined) return {};
  const { profile, own, chatExtensions } = target;
  if (profile === "gateway" && (own || chatExtensions)) return { cache_control: { ...marker } };
  if (profile === "gateway") {
    const message = "The chat-completions specification has no `cache_control`; it was left out, and `chatExtensions` writes it.";
    report(dropped("dropped.field", [...path, "cacheControl"], message, { severity: "info", suggestion: "chatExtensions" }));
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
