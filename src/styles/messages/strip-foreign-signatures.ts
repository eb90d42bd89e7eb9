/**
 * Other vendors' signatures in messages history: a thinking block whose signature, or a redacted block whose data, is a
 * `sig1.` envelope. The service would refuse such a block, so it is taken out whole, and with it what the service would
 * refuse without it: a turn that held nothing else, and thinking beside calls that were made without.
 */

import { addAll } from "../../core/collections.js";
import { approximated, dropped, type Issue } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import { ok, type Success } from "../../core/result.js";
import type { Rest } from "../../model/extensions.js";
import { cleanedList, cleanedTurns, foreignOrigin, foreignSignature } from "../../model/signature.js";
import { nothingLeft } from "../../model/turns.js";
import { thinkingConflictIn } from "./thinking-config.js";

const STYLE = "messages";

export function stripForeignSignatures(body: unknown): Success<unknown> {
  const issues: Issue[] = [];
  const found = cleanedTurns(body, "messages", issues, (message, path) => {
    const cleaned = cleanedList(message, "content", path, (block, at) => {
      const value = block.type === "thinking" ? block.signature : block.type === "redacted_thinking" ? block.data : undefined;
      const origin = foreignOrigin(value, STYLE);
      if (origin !== undefined) issues.push(foreignSignature(at, origin, STYLE));
      return origin === undefined ? block : undefined;
    });
    if (cleaned === message || blocksOf(cleaned.content).length > 0) return cleaned;
    issues.push(nothingLeft(path));
    return undefined;
  });
  if (found === undefined) return ok(body);
  const { given, cleaned } = found;
  trimEnd(cleaned, given, issues);
  const { messages, ...hoisted } = leftOf(cleaned, found.body.system, issues);
  return ok({ ...found.body, ...hoisted, messages, ...withoutThinking(found.body, given, messages, issues) }, issues);
}

/** A text that comes to be the end of the conversation is one to go on from, which must not end in white space. */
function trimEnd(cleaned: unknown[], given: readonly unknown[], issues: Issue[]): void {
  const message = cleaned.at(-1);
  const whole = given.at(-1);
  if (message === whole || !isObject(message) || !isObject(whole) || message.role !== "assistant") return;
  const blocks = blocksOf(message.content);
  const end = blocks.at(-1);
  if (!isObject(end) || end.type !== "text" || typeof end.text !== "string") return;
  const text = end.text.trimEnd();
  if (text === "" || text === end.text) return;
  issues.push(
    approximated(
      "approximated.prefill",
      ["messages", given.length - 1, "content", blocksOf(whole.content).lastIndexOf(end)],
      "White space at the end of a text to go on from is refused here; it was removed.",
    ),
  );
  cleaned[given.length - 1] = { ...message, content: [...blocks.slice(0, -1), { ...end, text }] };
}

/** The turns that are left. The service takes a system message at the end or before a turn of the assistant, no other. */
function leftOf(cleaned: readonly unknown[], system: unknown, issues: Issue[]): { messages: readonly unknown[]; system?: unknown } {
  const messages: unknown[] = [];
  const hoisted: unknown[] = [];
  let lastIndex = -1;
  cleaned.forEach((message, index) => {
    if (message === undefined) return;
    const last = messages.at(-1);
    if (cleaned[index - 1] === undefined && isObject(last) && last.role === "system" && isObject(message) && message.role === "user") {
      addAll(hoisted, blocksOf(last.content));
      issues.push(moved(lastIndex));
      messages.pop();
    }
    messages.push(message);
    lastIndex = index;
  });
  return hoisted.length === 0 ? { messages } : { messages, system: [...blocksOf(system), ...hoisted] };
}

function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [];
}

function moved(index: number): Issue {
  return approximated(
    "approximated.hoisted_system",
    ["messages", index],
    `This instruction, message ${index} of the conversation, stands in \`system\` now and applies from the start.`,
  );
}

/** The fields that change where thinking was possible only with what is gone. */
function withoutThinking(
  { thinking, context_management }: Rest,
  given: readonly unknown[],
  left: readonly unknown[],
  issues: Issue[],
): Rest {
  const type = isObject(thinking) ? thinking.type : undefined;
  const conflict = thinkingConflictIn(left);
  if (conflict === undefined || thinkingConflictIn(given) === conflict) return {};
  if (type !== "enabled" && (type !== "adaptive" || conflict.budgetOnly === true)) return {};
  issues.push(approximated("approximated.thinking", ["thinking"], conflict.message, { from: type, to: "disabled" }));
  const off = { thinking: { type: "disabled" } };
  if (!isObject(context_management) || !Array.isArray(context_management.edits)) return off;
  const before = issues.length;
  const edits = context_management.edits.filter((edit: unknown, index) => {
    const clears = isObject(edit) && typeof edit.type === "string" && edit.type.startsWith("clear_thinking");
    if (clears) issues.push(uncleared(index));
    return !clears;
  });
  return issues.length === before ? off : { ...off, context_management: { ...context_management, edits } };
}

function uncleared(index: number): Issue {
  return dropped(
    "dropped.field",
    ["context_management", "edits", index],
    "Thinking is switched off, and the service clears thoughts only where it is on.",
    { severity: "info" },
  );
}
