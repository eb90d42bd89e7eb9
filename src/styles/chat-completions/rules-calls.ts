/** Calls and their answers: a tool message answers a call of the assistant message before it, and every call is answered once. */
import { type Fields, own, type ReportFault } from "../../core/check.js";
import { missing, typed } from "../../core/checks.js";
import { brief } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { isOneOf, ROLES } from "./limits.js";

/** The calls of one assistant message, and what came after it. */
interface Run {
  /** Calls without an answer, by id. */
  readonly open: Map<string, Path>;
  readonly known: ReadonlySet<string>;
  /** Calls whose id cannot be read: any answer may be theirs. */
  unreadable: number;
  /** Answers to none of the calls, or to one that cannot be told: they are probably meant for those that are open. */
  strays: number;
}

/** V-08: compatible servers take arguments as an object, too. */
export function argumentTexts(message: Fields, _context: unknown, report: ReportFault): undefined {
  const calls = own(message, "tool_calls");
  if (!Array.isArray(calls)) return;
  calls.forEach((call: unknown, index) => {
    const called = isObject(call) ? own(call, "function") : undefined;
    const fault = isObject(called) ? typed("arguments", "string")(called) : undefined;
    if (fault !== undefined) report({ ...fault, at: ["tool_calls", index, "function", ...fault.at] });
  });
}

/** V-01, over the whole conversation. A message in between ends the run of answers. */
export function unansweredCalls(request: Fields, _context: unknown, report: ReportFault): undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return;
  let run = startOf(undefined, 0, report);
  messages.forEach((message: unknown, index) => {
    const role = isObject(message) ? own(message, "role") : undefined;
    if (!isObject(message) || !isOneOf(ROLES, role)) {
      // It may be an answer or have calls; that it cannot be read is a fault of its own.
      run.strays++;
      run.unreadable = Number.POSITIVE_INFINITY;
    } else if (role === "tool") answer(message, index, run, report);
    else {
      close(run, report);
      run = startOf(role === "assistant" ? own(message, "tool_calls") : undefined, index, report);
    }
  });
  close(run, report);
}

function answer(message: Fields, index: number, run: Run, report: ReportFault): void {
  const id = own(message, "tool_call_id");
  if (typeof id === "string" && run.open.delete(id)) return;
  run.strays++;
  if (typeof id !== "string") return;
  if (run.unreadable > 0) {
    run.unreadable--;
    return;
  }
  report({
    at: ["messages", index, "tool_call_id"],
    says: run.known.has(id) ? "answers a call that has been answered already" : "names no call of the assistant message before it",
    expected: "the id of an open tool call",
    received: brief(id),
  });
}

function close({ open, strays }: Run, report: ReportFault): void {
  for (const [id, at] of [...open].slice(strays))
    report({
      at,
      says: `is the call ${JSON.stringify(brief(id))}, which no tool message right after it answers`,
      expected: "a tool message",
    });
}

function startOf(calls: unknown, index: number, report: ReportFault): Run {
  const open = new Map<string, Path>();
  let unreadable = calls === undefined || Array.isArray(calls) ? 0 : Number.POSITIVE_INFINITY;
  if (Array.isArray(calls))
    calls.forEach((call: unknown, position) => {
      const id = isObject(call) ? own(call, "id") : undefined;
      const at = ["messages", index, "tool_calls", position, "id"];
      if (typeof id === "string") {
        if (!open.has(id)) open.set(id, at);
        return;
      }
      unreadable++;
      if (isObject(call) && id === undefined) report(missing(at, "a string"));
    });
  return { open, known: new Set(open.keys()), unreadable, strays: 0 };
}
