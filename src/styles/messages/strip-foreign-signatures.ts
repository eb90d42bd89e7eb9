/**
 * Other vendors' signatures in messages history: a thinking block whose signature, or a redacted block whose data, is a
 * `sig1.` envelope. The service would refuse such a block, so it is taken out whole, and with it what the service would
 * refuse without it: a turn that held nothing else, and thinking beside calls that were made without.
 */

import { addAll } from "../../core/add-all.js";
import { approximated, dropped, type Issue, notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok, type Success } from "../../core/result.js";
import { unwrapSignature } from "../../model/signature.js";
import { nothingLeft } from "../../model/turns.js";
import { thinkingConflictIn } from "./thinking-config.js";

type Wire = Readonly<Record<string, unknown>>;

export function stripForeignSignatures(body: unknown): Success<unknown> {
  if (!isObject(body) || !Array.isArray(body.messages)) return ok(body);
  const given: readonly unknown[] = body.messages;
  const issues: Issue[] = [];
  const cleaned = given.map((message, index) => withoutCarriers(message, ["messages", index], issues));
  if (issues.length === 0) return ok(body);
  trimEnd(cleaned, given, issues);
  const { messages, ...hoisted } = leftOf(cleaned, body.system, issues);
  return ok({ ...body, ...hoisted, messages, ...withoutThinking(body, given, messages, issues) }, issues);
}

/** Undefined when nothing is left of it. */
function withoutCarriers(message: unknown, path: Path, issues: Issue[]): unknown {
  if (!isObject(message) || !Array.isArray(message.content)) return message;
  const before = issues.length;
  const content = message.content.filter((block: unknown, index) => {
    const origin = foreignOrigin(block);
    if (origin !== undefined) issues.push(unportable([...path, "content", index], origin));
    return origin === undefined;
  });
  if (issues.length === before) return message;
  if (content.length > 0) return { ...message, content };
  issues.push(nothingLeft(path));
  return undefined;
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
  { thinking, context_management }: Wire,
  given: readonly unknown[],
  left: readonly unknown[],
  issues: Issue[],
): Wire {
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

function foreignOrigin(block: unknown): string | undefined {
  if (!isObject(block)) return undefined;
  const value = block.type === "thinking" ? block.signature : block.type === "redacted_thinking" ? block.data : undefined;
  const origin = typeof value === "string" ? unwrapSignature(value)?.signature.origin : undefined;
  return origin === "messages" ? undefined : origin;
}

function unportable(path: Path, origin: string): Issue {
  return notice(
    "unportable.signature",
    path,
    `This block holds a signature of the ${origin} style, which a messages service would refuse; it was removed.`,
    {
      severity: "warning",
      from: origin,
    },
  );
}
