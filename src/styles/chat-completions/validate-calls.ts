/** Calls and their answers: a tool message answers a call of the assistant message before it, and every call is answered once. */
import { type Fault, own } from "../../core/check.js";
import { isObject } from "../../core/json.js";

/** V-01, over the whole conversation. A message in between ends the run of answers. */
export function unansweredCalls(messages: unknown): Fault[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  const faults: Fault[] = [];
  let open = new Map<string, (string | number)[]>();
  let known = new Set<string>();
  const close = () => {
    for (const [id, at] of open)
      faults.push({
        at,
        says: `is the call ${JSON.stringify(id.slice(0, 100))}, which no tool message right after it answers`,
        expected: "a tool message",
      });
    open = new Map();
    known = new Set();
  };
  messages.forEach((message: unknown, index) => {
    if (!isObject(message)) return;
    if (own(message, "role") !== "tool") {
      close();
      if (own(message, "role") === "assistant") open = callsOf(message, index, known);
      return;
    }
    const id = own(message, "tool_call_id");
    if (typeof id !== "string") return;
    if (open.delete(id)) return;
    faults.push({
      at: ["messages", index, "tool_call_id"],
      says: known.has(id) ? "answers a call that has been answered already" : "names no call of the assistant message before it",
      expected: "the id of an open tool call",
      received: id.slice(0, 200),
    });
  });
  close();
  return faults.length === 0 ? undefined : faults;
}

function callsOf(message: Readonly<Record<string, unknown>>, index: number, known: Set<string>): Map<string, (string | number)[]> {
  const open = new Map<string, (string | number)[]>();
  const calls = own(message, "tool_calls");
  if (Array.isArray(calls))
    calls.forEach((call: unknown, position) => {
      const id = isObject(call) ? own(call, "id") : undefined;
      if (typeof id !== "string" || known.has(id)) return;
      known.add(id);
      open.set(id, ["messages", index, "tool_calls", position, "id"]);
    });
  return open;
}
