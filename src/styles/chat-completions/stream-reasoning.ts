/**
 * What the carriers of a delta say of the model's thoughts. Best first: `reasoning_details`, `thinking_blocks`, the plain
 * fields; the others mostly repeat the best one.
 */

import { compact } from "../../core/compact.js";
import { dropped, type Issue } from "../../core/issue.js";
import { plainObject, sameJson } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { splitKey, UNTRACED } from "../../core/trace.js";
import { keepUnknown } from "../../model/extensions.js";
import type { RedactedThinkingPart, Signature, TextPart } from "../../model/index.js";
import { unwrapSignature } from "../../model/signature.js";
import { hasMembers, nonEmpty } from "./empty.js";
import { decodeBlocks, decodeReasoning, isKnownDetail, type OpaqueDetail, originOfFormat, type ReasoningPart } from "./reasoning.js";
import type { ReasoningDetail } from "./wire.js";
import type { Delta } from "./wire-answer.js";

/** What a part has beside its text. */
export type Kept = Pick<TextPart, "cacheControl" | "extensions">;

/** What tells thoughts apart. */
export interface Thought {
  /** `index` of the reasoning detail that it came from. */
  readonly key: number | undefined;
  readonly summary: boolean;
  /** Whose thought it is, as far as it says. */
  readonly origin: Signature["origin"];
}

/** The choice that thinks. */
export interface Thinker {
  /** Thoughts so far: the `index` of a reasoning detail mostly repeats this count. */
  readonly thoughts: number;
  /** Gives back what the part has beside its text, which is what it began with; nothing where no part was told of. */
  think(text: string, thought?: Thought, kept?: Kept): Kept;
  sign(kind: "thinking", signature: Signature, thought?: Thought, kept?: Kept): Kept;
  complete(part: RedactedThinkingPart | OpaqueDetail): void;
}

/** `{"reasoning_details": [{"type": "reasoning.text", "text": "Hm", "format": "anthropic-claude-v1", "index": 0}]}` */
export function readThoughts(delta: Delta, path: Path, thinker: Thinker, report: (issue: Issue) => void): void {
  const { reasoning_details, thinking_blocks, reasoning_content, reasoning } = delta;
  // What one carrier says and another denies is told as of whole answers.
  const carriers = [hasMembers(reasoning_details), hasMembers(thinking_blocks), nonEmpty(reasoning_content), nonEmpty(reasoning)];
  if (carriers.filter(Boolean).length > 1) decodeReasoning(delta, path, UNTRACED, report, true);
  const details = reasoning_details ?? [];
  const blocks = details.length === 0 ? decodeBlocks(thinking_blocks ?? [], path, UNTRACED) : [];
  const told =
    details.some((detail) => isKnownDetail(detail) && (nonEmpty(detail.text) || nonEmpty(detail.summary))) ||
    blocks.some((part) => part.type === "thinking" && part.text !== "");
  // Elsewhere these are the same words again, for clients that know only the plain field.
  if (!told) thinker.think(nonEmpty(reasoning_content) ? reasoning_content : (reasoning ?? ""));
  for (const [index, detail] of details.entries()) readDetail(detail, [...path, "reasoning_details", index], thinker, report);
  for (const [index, part] of blocks.entries()) readBlock(part, [...path, "thinking_blocks", index], thinker, report);
}

function readBlock(part: ReasoningPart, path: Path, thinker: Thinker, report: (issue: Issue) => void): void {
  if (part.type === "thinking") {
    const kept = compact({ extensions: part.extensions });
    const taken = thinker.think(part.text, undefined, kept);
    reportLate(kept, part.signature === undefined ? taken : thinker.sign("thinking", part.signature, undefined, kept), path, report);
  } else if (part.type === "redacted-thinking" && part.data === "") reportLate(part, {}, path, report);
  else thinker.complete(part);
}

function readDetail(detail: ReasoningDetail, path: Path, thinker: Thinker, report: (issue: Issue) => void) {
  const { type, text, summary, data, signature, format, index, ...rest } = detail;
  if (!isKnownDetail(detail)) return thinker.complete({ type: "opaque", style: "chat-completions", value: plainObject(detail) });
  const origin = originOfFormat(format);
  const thought = { key: index ?? undefined, summary: type === "reasoning.summary", origin };
  const kept = keepUnknown("chat-completions", {
    ...rest,
    ...(index === thinker.thoughts ? {} : { index }),
    // A signature that comes later says whose it is; "unknown" would outlive it. Claude signs what it thinks: what is never
    // signed was named so by a stream that could not know, and whole answers name no format there.
    ...(format === "unknown" || origin === "messages" || (origin !== "unknown" && (nonEmpty(data) || nonEmpty(signature)))
      ? {}
      : { format }),
  });
  if (nonEmpty(data)) thinker.complete({ ...redacted(data, origin), ...kept });
  let taken = thinker.think((thought.summary ? summary : text) ?? "", thought, kept);
  if (nonEmpty(signature))
    taken = thinker.sign("thinking", unwrapSignature(signature)?.signature ?? { value: signature, origin }, thought, kept);
  if (!nonEmpty(data)) reportLate(kept, taken, path, report);
}

/** What is said of a thought when it has begun, or of one that never does. Its index is its place. */
function reportLate({ extensions }: Kept, taken: Kept, path: Path, report: (issue: Issue) => void): void {
  const known = taken.extensions?.["chat-completions"];
  for (const [key, value] of Object.entries(extensions?.["chat-completions"] ?? {}))
    if (key !== "index" && !sameJson(known?.[key], value))
      report(
        dropped("dropped.field", [...path, ...splitKey(key)], "This is said of a thought that has begun without it, or says nothing.", {
          severity: "info",
        }),
      );
}

function redacted(data: string, origin: Signature["origin"]): RedactedThinkingPart {
  return { type: "redacted-thinking", data, ...(origin === "unknown" ? {} : { signature: { value: data, origin } }) };
}
