/**
 * The chunk that makes up nearly all of a stream, narrowed by hand: an envelope, and one piece of text, thought or
 * arguments. Whatever else a chunk holds, the schema looks at it.
 */
import { isBare, soleOf } from "../../core/attempt.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Slot } from "../style.js";

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

/** Fields of a delta that hold text, and where it stands in entries of those that are lists. */
const TEXTS: ReadonlyMap<string, readonly Path[]> = new Map([
  ["content", [[]]],
  ["refusal", [[]]],
  ["reasoning_content", [[]]],
  ["reasoning", [[]]],
  ["reasoning_details", [["text"], ["summary"]]],
  [
    "tool_calls",
    [
      ["function", "arguments"],
      ["custom", "input"],
    ],
  ],
]);
/** Other fields of a delta that are read. Unknown ones mean something only when they change. */
const OTHERS: ReadonlySet<string> = new Set(["thinking_blocks", "annotations", "function_call", "extra_content", "audio", "images"]);

/** Where the text of a chunk's only choice stands, and what means nothing beside it; undefined for chunks that hold more. */
export function textSlots(chunk: unknown, text: string): readonly Slot[] | undefined {
  const choice = isObject(chunk) ? soleOf(chunk.choices) : undefined;
  const delta = isObject(choice) ? choice.delta : undefined;
  if (!isObject(chunk) || !isObject(delta)) return undefined;
  const found: Path[] = [];
  for (const key in delta) {
    const value = delta[key];
    const places = TEXTS.get(key);
    if (isSilent(value) || (places === undefined && !OTHERS.has(key))) continue;
    const [node, at] = typeof value === "string" ? [value, []] : [soleOf(value), [0]];
    const held = places?.filter((path) => valueAt(node, path) === text) ?? [];
    if (held.length === 0) return undefined;
    for (const path of held) found.push(["choices", 0, "delta", key, ...at, ...path]);
  }
  if (found.length === 0) return undefined;
  const slots = found.map((path): Slot => ({ path, kind: "text" }));
  return typeof chunk.obfuscation === "string" ? [...slots, PADDING] : slots;
}

const PADDING: Slot = { path: ["obfuscation"], kind: "skip" };

function isSilent(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function valueAt(node: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), node);
}
