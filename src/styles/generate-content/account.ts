/** Who asks and on what terms: service tier, labels, caching. */

import { approximated, dropped, equivalent } from "../../core/issue.js";
import type { CanonicalRequest } from "../../model/index.js";
import type { EncodeScope } from "./scope.js";

export function decodeTier(tier: string | null | undefined): CanonicalRequest["serviceTier"] {
  switch (tier?.toLowerCase()) {
    case "standard":
      return "default";
    case "flex":
      return "flex";
    case "priority":
      return "priority";
    default:
      return undefined;
  }
}

export function encodeCache(cache: CanonicalRequest["cache"], scope: EncodeScope): void {
  if (cache?.key !== undefined)
    scope.report(
      dropped("dropped.field", ["cache", "key"], "generate-content caches by itself and takes no cache key.", { severity: "info" }),
    );
  if (cache?.auto !== undefined)
    scope.report(
      dropped("dropped.field", ["cache", "auto"], "generate-content caches by itself and takes no cache markers.", { severity: "info" }),
    );
}

const LABEL = /^[a-z0-9_-]{1,63}$/;

export function encodeLabels(
  metadata: CanonicalRequest["metadata"],
  endUserId: string | undefined,
  scope: EncodeScope,
): Record<string, string> | undefined {
  const { own, options, report } = scope;
  if (metadata !== undefined && !own)
    report(
      dropped(
        "dropped.field",
        ["metadata"],
        "Labels of generate-content are for billing and have other rules than metadata; none are written.",
        { severity: "info" },
      ),
    );
  const labels = own ? metadata : undefined;
  if (endUserId === undefined) return labels === undefined ? undefined : { ...labels };
  const key = options.labelsForUser;
  if (key !== undefined && LABEL.test(endUserId)) return { ...labels, ...Object.fromEntries([[key, endUserId]]) };
  const why = key === undefined ? "generate-content has no field for the end user." : "The end user's id is no legal label.";
  report(dropped("dropped.field", ["endUserId"], why, { from: endUserId.slice(0, 100) }));
  return labels === undefined ? undefined : { ...labels };
}

export function encodeTier(tier: CanonicalRequest["serviceTier"], scope: EncodeScope): string | undefined {
  switch (tier) {
    case undefined:
      return undefined;
    case "default":
      return "standard";
    case "flex":
    case "priority":
      return tier;
    case "fast":
      scope.report(
        approximated("approximated.enum", ["serviceTier"], "generate-content has no fast tier; priority is the nearest.", {
          from: tier,
          to: "priority",
        }),
      );
      return "priority";
    case "auto":
      if (!scope.own)
        scope.report(equivalent(["serviceTier"], "`auto` is what generate-content does where nothing is said; the way back says nothing."));
      return undefined;
    case "scale":
      scope.report(
        approximated("approximated.enum", ["serviceTier"], "generate-content has no such tier; the service's default applies.", {
          from: tier,
        }),
      );
      return undefined;
    default:
      tier satisfies never;
      return undefined;
  }
}
