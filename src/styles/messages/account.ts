/** Who asks, at what price, and what nobody here understands: identity, service tier, and the fields without a counterpart. */

import { approximated, brief, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { Rest } from "../../model/extensions.js";
import type { CanonicalRequest } from "../../model/index.js";
import { personIn, USER_ID } from "./limits.js";
import type { MessagesRequest } from "./wire.js";

type Tier = NonNullable<CanonicalRequest["serviceTier"]>;

/** `service_tier` and `speed` are one canonical field; `unread` is what it cannot hold of them. */
export function decodeTier({ service_tier, speed }: Pick<MessagesRequest, "service_tier" | "speed">): {
  readonly serviceTier?: Tier;
  readonly from: "service_tier" | "speed";
  readonly unread: Rest;
} {
  if (speed === "fast") return { serviceTier: "fast", from: "speed", unread: { service_tier } };
  const unread = speed === "standard" ? {} : { speed };
  if (service_tier === "auto") return { serviceTier: "auto", from: "service_tier", unread };
  if (service_tier === "standard_only") return { serviceTier: "default", from: "service_tier", unread };
  return { from: "service_tier", unread: { ...unread, service_tier } };
}

export function encodeTier(tier: Tier | undefined, report: (issue: Issue) => void): Pick<MessagesRequest, "service_tier" | "speed"> {
  switch (tier) {
    case undefined:
      return {};
    case "auto":
      return { service_tier: "auto" };
    case "default":
      return { service_tier: "standard_only" };
    case "fast":
      return { speed: "fast" };
    case "priority":
    case "scale":
      report(
        approximated("approximated.enum", ["serviceTier"], "This tier is not sold here; the service chooses.", { from: tier, to: "auto" }),
      );
      return { service_tier: "auto" };
    case "flex":
      report(dropped("dropped.field", ["serviceTier"], "This style has no cheaper, slower tier.", { from: tier }));
      return {};
    default:
      return tier satisfies never;
  }
}

export function encodeMetadata(endUserId: string | undefined, report: (issue: Issue) => void): Pick<MessagesRequest, "metadata"> {
  if (endUserId === undefined) return {};
  if (endUserId.length > USER_ID.max) {
    const message = `messages takes a \`user_id\` of at most ${USER_ID.max} characters; this one was left out.`;
    report(dropped("dropped.value", ["endUserId"], message, { from: brief(endUserId), limit: USER_ID.max }));
    return {};
  }
  const person = personIn(endUserId);
  if (person === undefined) return { metadata: { user_id: endUserId } };
  // Neither is repeated in a finding, which may end in a log.
  report(dropped("dropped.value", ["endUserId"], `messages refuses a \`user_id\` that holds ${person}; it was left out.`));
  return {};
}

type ForeignFields = Pick<CanonicalRequest, "safety" | "metadata" | "async"> & {
  readonly cacheKey?: string | undefined;
  readonly cacheHandle?: string | undefined;
};

/** Fields of other styles. A lost filter or a lost prefix of the conversation changes the answer; the rest does not. */
export function dropForeignFields({ safety, metadata, async, cacheKey, cacheHandle }: ForeignFields, report: (issue: Issue) => void): void {
  if (safety !== undefined)
    report(dropped("dropped.field", ["safety"], "This style has no safety settings; the service filters as it always does."));
  if (cacheHandle !== undefined)
    report(
      dropped(
        "dropped.field",
        ["cache", "handle"],
        "The cached content stands before this request at another service; the model will not see it.",
        {
          from: brief(cacheHandle),
        },
      ),
    );
  if (cacheKey !== undefined)
    report(dropped("dropped.field", ["cache", "key"], "This style has no key for its cache.", { severity: "info", from: brief(cacheKey) }));
  if (metadata !== undefined)
    report(dropped("dropped.field", ["metadata"], "This style keeps no labels with a request.", { severity: "info" }));
  if (async !== undefined)
    report(
      async
        ? dropped("dropped.field", ["async"], "This style answers at once, not later.", { severity: "info", from: true })
        : equivalent(["async"], "This style answers at once, and does not say so."),
    );
}
