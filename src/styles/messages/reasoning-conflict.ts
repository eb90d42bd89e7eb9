/** What in a conversation forbids thinking. */
import { isObject } from "../../core/json.js";
import type { ReasoningConflict } from "./reasoning.js";

const PREFILLED: ReasoningConflict = {
  message: "The conversation ends with a text to go on from, which thinking excludes; thinking is off.",
};
const THOUGHTLESS: ReasoningConflict = {
  message: "The calls at the end of the conversation were made without signed thoughts, which a budget excludes; thinking is off.",
  budgetOnly: true,
};

/** @param messages those of a request, read or not; messages of one role in a row are one turn */
export function reasoningConflictIn(messages: readonly unknown[]): ReasoningConflict | undefined {
  let at = messages.length - 1;
  if (typesOf(messages[at], "assistant")?.at(-1) === "text") return PREFILLED;
  let answered = false;
  for (let said = typesOf(messages[at], "user"); said !== undefined; said = typesOf(messages[--at], "user"))
    answered ||= said.includes("tool_result");
  let first: readonly unknown[] | undefined;
  for (let said = typesOf(messages[at], "assistant"); said !== undefined; said = typesOf(messages[--at], "assistant")) first = said;
  if (!answered || first === undefined) return undefined;
  return first[0] === "thinking" || first[0] === "redacted_thinking" ? undefined : THOUGHTLESS;
}

/** The types of the blocks; undefined when the message is of another role. */
function typesOf(message: unknown, role: string): readonly unknown[] | undefined {
  if (!isObject(message) || message.role !== role) return undefined;
  const { content } = message;
  if (typeof content === "string") return ["text"];
  return Array.isArray(content) ? content.map((block: unknown) => (isObject(block) ? block.type : undefined)) : [];
}
