/**
 * The chunk that makes up nearly all of a stream, narrowed by hand: an envelope, and one piece of text, thought or
 * arguments. Whatever else a chunk holds, the schema looks at it.
 */
import { isBare, soleOf } from "../../core/json.js";

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

export function plainChunk(chunk: unknown): PlainChunk | undefined {
  if (!isBare(chunk)) return undefined;
  for (const key in chunk) {
    switch (key) {
      case "choices":
        break;
      case "id":
      case "object":
      case "model":
      case "obfuscation":
      case "system_fingerprint":
      case "service_tier":
        if (!isText(chunk[key])) return undefined;
        break;
      case "created":
        if (chunk.created !== null && !Number.isFinite(chunk.created)) return undefined;
        break;
      default:
        // Some servers repeat fields of their own that hold nothing.
        if (chunk[key] !== null) return undefined;
    }
  }
  const choice = soleOf(chunk.choices);
  if (!isBare(choice)) return undefined;
  const { index, delta } = choice;
  for (const key in choice) if (key !== "index" && key !== "delta" && choice[key] !== null) return undefined;
  if (typeof index !== "number" || !Number.isFinite(index) || !isBare(delta)) return undefined;
  const said = soleField(delta);
  const call = said === "tool_calls" ? plainCall(delta.tool_calls) : undefined;
  const text = said === "tool_calls" ? call?.text : said && delta[said];
  if (said === undefined || typeof text !== "string" || text === "") return undefined;
  const { system_fingerprint, service_tier } = chunk;
  return {
    index,
    kind: KINDS[said],
    text,
    call: call?.index ?? 0,
    fingerprint: word(system_fingerprint),
    tier: word(service_tier),
  };
}

const KINDS = { content: "text", reasoning_content: "thinking", tool_calls: "arguments" } as const;

/** The only field of a delta that says anything. */
function soleField(delta: Readonly<Record<string, unknown>>): keyof typeof KINDS | undefined {
  let said: keyof typeof KINDS | undefined;
  for (const key in delta) {
    const value = delta[key];
    if (value === null || (key === "content" && value === "") || (key === "role" && value === "assistant")) continue;
    if (said !== undefined || (key !== "content" && key !== "reasoning_content" && key !== "tool_calls")) return undefined;
    said = key;
  }
  return said;
}

/** `[{"index": 0, "function": {"arguments": "{\"a\":"}}]` */
function plainCall(calls: unknown): { readonly index: number; readonly text: string } | undefined {
  const call = soleOf(calls);
  if (!isBare(call)) return undefined;
  const { index, function: body } = call;
  for (const key in call) if (key !== "index" && key !== "function") return undefined;
  if (typeof index !== "number" || !Number.isFinite(index) || !isBare(body)) return undefined;
  const { arguments: text } = body;
  for (const key in body) if (key !== "arguments") return undefined;
  return typeof text === "string" ? { index, text } : undefined;
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function word(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
