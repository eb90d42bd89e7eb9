/**
 * Other vendors' signatures in chat-completions history: `sig1.` envelopes in `extra_content` of messages and calls, and
 * in `reasoning_details`. Only the signature is taken out; what it signed stays.
 */

import { type Issue, notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok, type Success } from "../../core/result.js";
import { unwrapSignature } from "../../model/signature.js";

type Wire = Readonly<Record<string, unknown>>;

export function stripForeignSignatures(body: unknown): Success<unknown> {
  if (!isObject(body) || !Array.isArray(body.messages)) return ok(body);
  const issues: Issue[] = [];
  const messages: unknown[] = body.messages.map((message: unknown, index) => cleanMessage(message, ["messages", index], issues));
  return issues.length === 0 ? ok(body) : ok({ ...body, messages }, issues);
}

function cleanMessage(message: unknown, path: Path, issues: Issue[]): unknown {
  if (!isObject(message) || message.role !== "assistant") return message;
  const before = issues.length;
  let cleaned = cleanExtra(message, path, issues);
  for (const key of ["tool_calls", "reasoning_details"] as const) {
    const list = message[key];
    if (!Array.isArray(list)) continue;
    const items: unknown[] = list.map((item: unknown, index) => {
      if (!isObject(item)) return item;
      const at = [...path, key, index];
      return key === "tool_calls" ? cleanExtra(item, at, issues) : without(item, "signature", at, issues);
    });
    cleaned = { ...cleaned, [key]: items };
  }
  return issues.length === before ? message : cleaned;
}

function cleanExtra(node: Wire, path: Path, issues: Issue[]): Wire {
  const extra = node.extra_content;
  const google = isObject(extra) ? extra.google : undefined;
  if (!isObject(extra) || !isObject(google)) return node;
  const cleaned = without(google, "thought_signature", [...path, "extra_content", "google"], issues);
  return cleaned === google ? node : { ...node, extra_content: { ...extra, google: cleaned } };
}

function without(node: Wire, key: string, path: Path, issues: Issue[]): Wire {
  const value = node[key];
  const origin = typeof value === "string" ? unwrapSignature(value)?.signature.origin : undefined;
  if (origin === undefined) return node;
  issues.push(
    notice(
      "unportable.signature",
      [...path, key],
      `This is a signature of the ${origin} style, which the service could not read; it was removed.`,
      { severity: "warning", from: origin },
    ),
  );
  const { [key]: _signature, ...rest } = node;
  return rest;
}
