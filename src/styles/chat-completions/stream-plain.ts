/**
 * The chunk that makes up nearly all of a stream, narrowed by hand: an envelope, and one piece of text, thought or
 * arguments. Whatever else a chunk holds, the schema looks at it. And its JSON text.
 */
import { isBare, soleOf } from "../../core/json.js";
import type { ChatCompletionsChunk, ChunkChoice } from "./wire-answer.js";

export type PlainKind = "text" | "thinking" | "arguments";

export interface PlainChunk {
  /** Number of the choice. */
  readonly index: number;
  readonly kind: PlainKind;
  /** Not empty. */
  readonly text: string;
  /** Index of the call that the arguments belong to, 0 elsewhere. */
  readonly call: number;
  readonly fingerprint: string | undefined;
  readonly tier: string | undefined;
}

/** Texts of a chunk that decide nothing. */
const TEXTS: ReadonlySet<string> = new Set(["id", "object", "model", "obfuscation", "system_fingerprint", "service_tier"]);

export function plainChunk(chunk: unknown): PlainChunk | undefined {
  if (!isBare(chunk)) return undefined;
  for (const key in chunk) {
    const value = chunk[key];
    // Some servers repeat fields of their own that hold nothing.
    if (key === "choices" || value === null) continue;
    if (typeof value === "string" ? !TEXTS.has(key) : key !== "created" || typeof value !== "number") return undefined;
  }
  const choice = soleOf(chunk.choices);
  if (!isBare(choice)) return undefined;
  const { index, delta } = choice;
  for (const key in choice) if (key !== "index" && key !== "delta" && choice[key] !== null) return undefined;
  if (typeof index !== "number" || !Number.isFinite(index) || !isBare(delta)) return undefined;
  const field = soleField(delta);
  if (field === undefined) return undefined;
  const call = field === "tool_calls" ? plainCall(delta.tool_calls) : { index: 0, text: delta[field] };
  if (typeof call?.text !== "string" || call.text === "") return undefined;
  const { system_fingerprint, service_tier } = chunk;
  return {
    index,
    kind: KINDS[field],
    text: call.text,
    call: call.index,
    fingerprint: typeof system_fingerprint === "string" ? system_fingerprint : undefined,
    tier: typeof service_tier === "string" ? service_tier : undefined,
  };
}

const KINDS = { content: "text", reasoning_content: "thinking", tool_calls: "arguments" } as const;

/** The only field of a delta that has anything. */
function soleField(delta: Readonly<Record<string, unknown>>): keyof typeof KINDS | undefined {
  let found: keyof typeof KINDS | undefined;
  for (const key in delta) {
    const value = delta[key];
    if (value === null || (key === "content" && value === "") || (key === "role" && value === "assistant")) continue;
    if (found !== undefined || (key !== "content" && key !== "reasoning_content" && key !== "tool_calls")) return undefined;
    found = key;
  }
  return found;
}

/** `[{"index": 0, "function": {"arguments": "{\"a\":"}}]` */
function plainCall(calls: unknown): { readonly index: number; readonly text: unknown } | undefined {
  const call = soleOf(calls);
  if (!isBare(call)) return undefined;
  const { index, function: body } = call;
  for (const key in call) if (key !== "index" && key !== "function") return undefined;
  if (typeof index !== "number" || !Number.isFinite(index) || !isBare(body)) return undefined;
  for (const key in body) if (key !== "arguments") return undefined;
  return { index, text: body.arguments };
}

/** The JSON text of a chunk up to its choices: what every chunk of a stream repeats. */
export function printEnvelope({ choices: _choices, usage: _usage, ...envelope }: ChatCompletionsChunk): string {
  return `${JSON.stringify(envelope).slice(0, -1)},"choices":`;
}

/** The rest of one with a single choice: in half the time of `JSON.stringify` where it is one piece of visible text and nothing else. */
export function printRest({ choices, usage }: ChatCompletionsChunk): string {
  const choice = choices?.[0];
  const content = choice?.delta?.content;
  const printed =
    typeof content === "string" && isSole(choice)
      ? `[{"index":${choice?.index},"delta":{"content":${JSON.stringify(content)}},"finish_reason":null}]`
      : JSON.stringify(choices);
  return usage === undefined ? `${printed}}` : `${printed},"usage":${JSON.stringify(usage)}}`;
}

function isSole(choice: ChunkChoice | undefined): boolean {
  for (const key in choice) if (key !== "index" && key !== "delta" && key !== "finish_reason") return false;
  for (const key in choice?.delta) if (key !== "content") return false;
  return choice?.finish_reason === null && Number.isFinite(choice.index);
}
