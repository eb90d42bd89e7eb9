/**
 * Threads of the messages beta: a request may hold the new messages alone, and the service has those before them.
 * Source: the types and the thread helper of @anthropic-ai/sdk 1.12, `message-threads-2026-08-12`.
 */

import { own } from "../../core/check.js";
import { failure, type Issue } from "../../core/issue.js";
import { attempt, isObject } from "../../core/json.js";
import type { CanonicalError } from "../../model/error.js";

/** Whether a request goes on with a conversation that only the service has: it is no whole one, and may be empty. */
export function continuesThread(body: unknown): boolean {
  const typeOf = (request: unknown) => {
    const thread = isObject(request) ? own(request, "thread") : undefined;
    return isObject(thread) ? own(thread, "type") : undefined;
  };
  return attempt(typeOf, body) === "continue";
}

/** Another service would answer the new messages alone, and nobody would notice. */
export function unsupportedThread(): Issue {
  const message = "`thread` continues a conversation that only the service which stored it has; send all its messages, without `thread`.";
  return failure("failed.unsupported", ["thread"], message, { received: "continue" });
}

/** What the service says where it cannot continue a thread: its client then sends the whole conversation by itself. */
export function nativeOf({ code, path }: Issue): CanonicalError["native"] {
  const [field, ...deeper] = path;
  if (code !== "failed.unsupported" || field !== "thread" || deeper.length > 0) return undefined;
  return { style: "messages", details: { error_code: "thread_unsupported_request", unsupported: ["thread"] } };
}
