/**
 * What a delta of a chunk holds, read with what reads whole messages. Servers fill its fields with null, "" and empty lists
 * where there is nothing; some stream the list of parts that the whole answer has:
 *
 *     {"content": "Hi"}
 *     {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}, {"type": "text", "text": "Hi"}]}
 *     {"reasoning_details": [{"type": "reasoning.text", "text": "Hm", "format": "anthropic-claude-v1", "index": 0}]}
 */

import type { Path } from "../../core/issue.js";
import { compact, sameJson } from "../../core/json.js";
import { hasMembers } from "../../core/lenient-parse.js";
import { splitKey, UNTRACED } from "../../core/trace.js";
import { signsThoughts } from "../../model/common.js";
import type { Signature, TextPart } from "../../model/index.js";
import { readCallSignature } from "./calls.js";
import { decodeContent } from "./parts.js";
import {
  decodeBlocks,
  decodeDetail,
  decodeReasoning,
  decodeThinkingContent,
  isKnownDetail,
  originOfFormat,
  type ReasoningPart,
} from "./reasoning.js";
import type { ChoiceDecoder } from "./stream-choice-decoder.js";
import { type ContentPart, type ReasoningDetail, STYLE } from "./wire.js";
import { type ChunkChoice, type Delta, messageKeys } from "./wire-answer.js";

/** What a part has beside its text. */
export type Kept = Pick<TextPart, "cacheControl" | "extensions">;

/** What distinguishes thoughts, and what they have beside their text. */
export interface Thought {
  /** `index` of the reasoning detail that it came from. */
  readonly key: number | undefined;
  readonly summary: boolean;
  /** Whose thought it is, as far as it is known. */
  readonly origin: Signature["origin"];
  readonly kept: Kept;
}

export const PLAIN: Thought = { key: undefined, summary: false, origin: "unknown", kept: {} };

const CONTENT = new Set([...messageKeys].filter((key) => key !== "role" && key !== "extra_content"));
const PLACE = new Set(["index", "delta", "message", "finish_reason"]);

/** Whether it has anything of the answer itself. */
export function hasContent(delta: Delta): boolean {
  for (const key in delta) {
    const value = delta[key] ?? "";
    if (value !== "" && CONTENT.has(key) && (typeof value === "string" || hasMembers(value))) return true;
  }
  return delta.extra_content ? readCallSignature(delta.extra_content) !== undefined : false;
}

/** Whether a choice has nothing beside its delta, and that nothing but what every message may have. */
export function isFactless(choice: ChunkChoice, delta: Delta): boolean {
  for (const key in choice) if (!PLACE.has(key) && (choice[key] ?? null) !== null) return false;
  for (const key in delta) {
    const value = delta[key] ?? null;
    if (value !== null && (key === "role" ? value !== "assistant" : key === "extra_content" || !messageKeys.has(key))) return false;
  }
  return true;
}

export function readContent(content: Delta["content"], path: Path, choice: ChoiceDecoder): void {
  if (typeof content === "string") choice.add("text", content);
  else for (const [index, wire] of content?.entries() ?? []) readPart(wire, [...path, "content", index], choice);
}

function readPart(wire: ContentPart, path: Path, choice: ChoiceDecoder) {
  // That a thought is over is known by its end; a piece with that flag is no other thought.
  const { closed: _closed, ...thought } = wire;
  const read = decodeThinkingContent(wire.type === "thinking" ? thought : wire, path, UNTRACED);
  const part = read ?? decodeContent(wire, path, UNTRACED, choice.host.report);
  if (part.type !== "text" && part.type !== "thinking" && part.type !== "refusal") return choice.complete(part);
  choice.goOn(part);
  if (part.type === "thinking" && part.signature !== undefined) choice.sign("thinking", part.signature);
}

/** Of the carriers of thoughts, best first: `reasoning_details`, `thinking_blocks`, the plain fields; the others mostly repeat the best one. */
export function readThoughts(delta: Delta, path: Path, choice: ChoiceDecoder): void {
  const { reasoning_details, thinking_blocks, reasoning_content, reasoning } = delta;
  if (!reasoning_details && !thinking_blocks && !reasoning_content && !reasoning) return;
  const { report } = choice.host;
  // Where one carrier contradicts another, the findings are those of whole answers.
  const carriers = [hasMembers(reasoning_details), hasMembers(thinking_blocks), reasoning_content, reasoning];
  if (carriers.filter(Boolean).length > 1) decodeReasoning(delta, path, UNTRACED, report, true);
  const details = reasoning_details ?? [];
  const blocks = details.length === 0 ? decodeBlocks(thinking_blocks ?? [], path, UNTRACED) : [];
  const isRepeated =
    details.some((detail) => isKnownDetail(detail) && (detail.text || detail.summary)) ||
    blocks.some((part) => part.type === "thinking" && part.text !== "");
  // Elsewhere these are the same words again, for clients that know only the plain field.
  if (!isRepeated) choice.add("thinking", reasoning_content || (reasoning ?? ""));
  for (const [index, detail] of details.entries()) readDetail(detail, [...path, "reasoning_details", index], choice);
  for (const [index, part] of blocks.entries()) readThought(part, PLAIN, [...path, "thinking_blocks", index], choice);
}

/** The `index` of a detail mostly repeats the count of thoughts. */
function readDetail(detail: ReasoningDetail, path: Path, choice: ChoiceDecoder): void {
  const { type, format, index, data, signature } = detail;
  const origin = originOfFormat(format);
  // Claude signs what it thinks, which a stream learns last: the signature names its service then.
  const wire = signsThoughts(origin) && !data && !signature ? { ...detail, format: undefined } : detail;
  const thought = { ...PLAIN, key: index ?? undefined, summary: type === "reasoning.summary", origin };
  readThought(decodeDetail(wire, choice.thoughts, path, UNTRACED), thought, path, choice);
}

function readThought(part: ReasoningPart, beside: Thought, path: Path, choice: ChoiceDecoder) {
  if (part.type === "opaque" || (part.type === "redacted-thinking" && part.data !== "")) return choice.complete(part);
  const thought = { ...beside, kept: compact({ extensions: part.extensions }) };
  let known: Kept | undefined;
  if (part.type === "thinking") {
    known = choice.add("thinking", part.text, thought);
    if (part.signature !== undefined) known = choice.sign("thinking", part.signature, thought);
  }
  loseOthers(part, known, path, choice);
}

/** What a piece has that what it belongs to has not. */
export function loseOthers({ extensions }: Kept, known: Kept | undefined, path: Path, { host }: ChoiceDecoder) {
  // Its index is its place.
  for (const [key, value] of Object.entries(extensions?.[STYLE] ?? {}))
    if (key !== "index" && !sameJson(known?.extensions?.[STYLE]?.[key], value)) host.late([...path, ...splitKey(key)]);
}
