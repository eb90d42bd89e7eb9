/** The order of a conversation: calls and their results (V-13), and system messages in the middle (V-16). */
import { type Fields, own, type ReportFault } from "../../core/check.js";
import { brief } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { TOOL_ID } from "./limits.js";
import type { RequestContext } from "./rules.js";

/** The calls of an assistant turn and the results in the user turn after it; messages of one role that follow each other are one turn. */
interface Run {
  /** Calls without a result, by id. */
  readonly open: Map<string, Path>;
  /** Calls whose id cannot be told: any result may be theirs. */
  unreadable: number;
  /** Results of none of the calls, or of one that cannot be told: they are probably meant for those that are open. */
  strays: number;
  /** The user turn has begun with something else. */
  other: boolean;
}

/** V-13. */
export function toolPairing(request: Fields, _context: unknown, report: ReportFault): undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return;
  let run = emptyRun();
  let before: unknown;
  messages.forEach((message: unknown, index) => {
    const role = isObject(message) ? own(message, "role") : undefined;
    if (role === "system") return;
    const at = ["messages", index, "content"];
    if (isObject(message) && role === "user") results(message, at, run, report);
    else if (isObject(message) && role === "assistant") {
      if (before !== "assistant") {
        unanswered(run, report);
        run = emptyRun();
      }
      calls(message, at, run, report);
    } else {
      // It may be of either role; that it cannot be read is a fault of its own.
      run.strays = Number.POSITIVE_INFINITY;
      run.unreadable = Number.POSITIVE_INFINITY;
    }
    before = role;
  });
  unanswered(run, report);
}

function emptyRun(): Run {
  return { open: new Map(), unreadable: 0, strays: 0, other: false };
}

/** Undefined when the content is of no type that it may have. */
function blocksOf(message: Fields): readonly unknown[] | undefined {
  const content = own(message, "content");
  if (Array.isArray(content)) return content;
  return typeof content === "string" ? [] : undefined;
}

function calls(message: Fields, at: Path, run: Run, report: ReportFault): void {
  const blocks = blocksOf(message);
  if (blocks === undefined) run.unreadable = Number.POSITIVE_INFINITY;
  blocks?.forEach((block, index) => {
    const type = isObject(block) ? own(block, "type") : undefined;
    if (typeof type === "string" && type !== "tool_use") return;
    const id = isObject(block) && type === "tool_use" ? own(block, "id") : undefined;
    if (typeof id !== "string") {
      run.unreadable++;
      return;
    }
    const place = [...at, index, "id"];
    if (!TOOL_ID.test(id))
      report({
        at: place,
        says: "must consist of letters, digits, `_` and `-`",
        expected: "letters, digits, `_` and `-`",
        received: brief(id),
      });
    if (!run.open.has(id)) {
      run.open.set(id, place);
      return;
    }
    // In turns of their own, calls may share an id.
    report({
      at: place,
      says: "is the id of another call of this turn; ids must be unique",
      expected: "a unique id",
      received: brief(id),
    });
    run.unreadable++;
  });
}

function results(message: Fields, at: Path, run: Run, report: ReportFault): void {
  const blocks = blocksOf(message);
  if (blocks === undefined) run.strays = Number.POSITIVE_INFINITY;
  if (typeof own(message, "content") === "string") run.other = true;
  blocks?.forEach((block, index) => {
    const type = isObject(block) ? own(block, "type") : undefined;
    if (typeof type === "string" && type !== "tool_result") {
      run.other = true;
      return;
    }
    const id = isObject(block) && type === "tool_result" ? own(block, "tool_use_id") : undefined;
    if (typeof id === "string" && run.open.delete(id)) {
      if (run.other)
        report({
          at: [...at, index],
          says: "must stand before all other blocks of the message",
          expected: "`tool_result` blocks first",
        });
      return;
    }
    run.strays++;
    if (typeof id !== "string") return;
    if (run.unreadable > 0) run.unreadable--;
    else
      report({
        at: [...at, index, "tool_use_id"],
        says: "answers no open call of the assistant message before it",
        expected: "the id of a `tool_use` block",
        received: brief(id),
      });
  });
}

function unanswered({ open, strays }: Run, report: ReportFault): void {
  for (const [id, at] of [...open].slice(strays))
    report({
      at,
      says: `is the call ${JSON.stringify(brief(id))}, which no \`tool_result\` in the next message answers`,
      expected: "a `tool_result`",
    });
}

/** V-16. Several in a row stand where one would. */
export function systemPlacement(request: Fields, { capabilities: { midSystem } }: RequestContext, report: ReportFault): undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return;
  for (let start = 0; start < messages.length; start++) {
    let end = start;
    while (isSystem(messages[end])) end++;
    const why = misplaced(messages[start - 1], messages[end], start === 0, midSystem);
    for (let index = start; index < end && why !== undefined; index++)
      report({ at: ["messages", index, "role"], says: `is "system", ${why}`, received: "system" });
    if (end > start) start = end - 1;
  }
}

function isSystem(message: unknown): boolean {
  return isObject(message) && own(message, "role") === "system";
}

function misplaced(before: unknown, after: unknown, isFirst: boolean, midSystem: boolean | undefined): string | undefined {
  if (midSystem === false) return "which this model does not take; put the text into the `system` field";
  if (isFirst) return "which cannot be the first message; put the text into the `system` field";
  if (isObject(before) && own(before, "role") === "assistant" && !endsInServerTool(before))
    return "which must follow a user message or an assistant message that ends in a server tool";
  if (isObject(after) && own(after, "role") === "user") return "which must be the last message or be followed by an assistant message";
  return undefined;
}

function endsInServerTool(message: Fields): boolean {
  const last = blocksOf(message)?.at(-1);
  const type = isObject(last) ? last.type : undefined;
  return typeof type === "string" && (type === "server_tool_use" || type.endsWith("_tool_result"));
}
