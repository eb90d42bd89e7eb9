/**
 * What the carriers of a delta say of the model's thoughts. Best first: `reasoning_details`, `thinking_blocks`, the plain
 * fields; the others mostly repeat the best one.
 */
import { keepUnknown } from "../../canonical/extensions.js";
import type { RedactedThinkingPart, Signature, TextPart } from "../../canonical/index.js";
import { readSignature, unwrapSignature } from "../../canonical/signature.js";
import { nonEmpty } from "./nothing.js";
import { originOfFormat } from "./thinking.js";
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
  think(text: string, thought?: Thought, kept?: Kept): void;
  sign(kind: "thinking", signature: Signature, thought?: Thought, kept?: Kept): void;
  complete(part: RedactedThinkingPart): void;
}

/** `{"reasoning_details": [{"type": "reasoning.text", "text": "Hm", "format": "anthropic-claude-v1", "index": 0}]}` */
export function readThoughts({ reasoning_details, thinking_blocks, reasoning_content, reasoning }: Delta, thinker: Thinker): void {
  const details = reasoning_details ?? [];
  const blocks = details.length === 0 ? (thinking_blocks ?? []) : [];
  const told =
    details.some(({ text, summary }) => nonEmpty(text) || nonEmpty(summary)) || blocks.some(({ thinking }) => nonEmpty(thinking));
  // Elsewhere these are the same words again, for clients that know only the plain field.
  if (!told) thinker.think(nonEmpty(reasoning_content) ? reasoning_content : (reasoning ?? ""));
  for (const detail of details) readDetail(detail, thinker);
  for (const { data, thinking, signature } of blocks) {
    if (nonEmpty(data)) thinker.complete(redacted(data, "messages"));
    thinker.think(thinking ?? "");
    if (nonEmpty(signature)) thinker.sign("thinking", readSignature(signature, "messages"));
  }
}

function readDetail({ type, text, summary, data, signature, format, index, ...rest }: ReasoningDetail, thinker: Thinker): void {
  const origin = originOfFormat(format);
  const thought = { key: index ?? undefined, summary: type === "reasoning.summary", origin };
  const kept = keepUnknown("chat-completions", {
    ...rest,
    ...(index === thinker.thoughts ? {} : { index }),
    // A signature that comes later says whose it is; "unknown" would outlive it.
    ...(format === "unknown" || (origin !== "unknown" && (nonEmpty(data) || nonEmpty(signature))) ? {} : { format }),
  });
  if (nonEmpty(data)) thinker.complete({ ...redacted(data, origin), ...kept });
  thinker.think((thought.summary ? summary : text) ?? "", thought, kept);
  if (nonEmpty(signature)) thinker.sign("thinking", unwrapSignature(signature)?.signature ?? { value: signature, origin }, thought, kept);
}

function redacted(data: string, origin: Signature["origin"]): RedactedThinkingPart {
  return { type: "redacted-thinking", data, ...(origin === "unknown" ? {} : { signature: { value: data, origin } }) };
}
