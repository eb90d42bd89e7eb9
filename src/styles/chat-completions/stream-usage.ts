/** Where the chunks of a stream state what is counted, and what several of them say together. */
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import { withoutNulls } from "./empty.js";
import { isCounted } from "./usage.js";
import { type ChatCompletionsChunk, type ChatCompletionsUsage, type ChunkChoice, Usage } from "./wire-answer.js";

export interface FoundUsage {
  readonly value: ChatCompletionsUsage;
  readonly path: Path;
}

/** Where compatible servers put the counters: on the chunk, in the choice, in a field of their own. */
export function usageOf(chunk: ChatCompletionsChunk): FoundUsage | undefined {
  if (chunk.usage !== null && chunk.usage !== undefined && isCounted(chunk.usage)) return { value: chunk.usage, path: ["usage"] };
  const inChoice = chunk.choices?.[0]?.usage;
  if (isUsage(inChoice)) return { value: inChoice, path: ["choices", 0, "usage"] };
  const groq = chunk.x_groq;
  if (isObject(groq) && isUsage(groq.usage)) return { value: groq.usage, path: ["x_groq", "usage"] };
  return undefined;
}

/** What was read of the first choice is no unknown field of it. */
export function withoutUsage(choices: readonly ChunkChoice[]): readonly ChunkChoice[] {
  return choices.map((choice, position) => {
    const { usage: _usage, ...rest } = choice;
    return position === 0 ? rest : choice;
  });
}

function isUsage(value: unknown): value is ChatCompletionsUsage {
  return isObject(value) && typeof value.completion_tokens === "number" && conforms(Usage, value);
}

/** The counters of a later chunk, and those that it leaves out as they were. */
export function mergeUsage(known: ChatCompletionsUsage | undefined, usage: ChatCompletionsUsage): ChatCompletionsUsage {
  if (known === undefined || !MEMBERS.some((key) => (known[key] ?? null) !== null && (usage[key] ?? null) === null)) return usage;
  const { total_tokens: _sum, ...before } = known;
  return { ...before, ...withoutNulls(usage) };
}

const MEMBERS = ["prompt_tokens", "completion_tokens", "prompt_tokens_details", "completion_tokens_details"] as const;
