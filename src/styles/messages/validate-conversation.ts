/** The order of a conversation: calls and their results (V-13), and system messages in the middle (V-16). */
import type { Capabilities } from "../../canonical/capabilities.js";
import { type Fault, type Fields, own } from "../../core/check.js";
import { brief } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { TOOL_ID } from "./limits.js";

/** V-13. */
export function toolPairing(messages: unknown): Fault[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  const faults: Fault[] = [];
  const seen = new Set<string>();
  let open = new Map<string, Path>();
  messages.forEach((message: unknown, index) => {
    if (!isObject(message) || own(message, "role") === "system") return;
    const blocks = blocksOf(message);
    const at = ["messages", index, "content"];
    if (own(message, "role") === "assistant") {
      unanswered(open, faults);
      open = calls(blocks, at, seen, faults);
    } else {
      results(blocks, at, open, faults);
      unanswered(open, faults);
      open = new Map();
    }
  });
  unanswered(open, faults);
  return faults.length === 0 ? undefined : faults;
}

function blocksOf(message: Fields): readonly unknown[] {
  const content = own(message, "content");
  return Array.isArray(content) ? content : [];
}

function calls(blocks: readonly unknown[], at: Path, seen: Set<string>, faults: Fault[]): Map<string, Path> {
  const open = new Map<string, Path>();
  blocks.forEach((block, index) => {
    if (!isObject(block) || block.type !== "tool_use") return;
    const id = own(block, "id");
    if (typeof id !== "string") return;
    const place = [...at, index, "id"];
    if (!TOOL_ID.test(id))
      faults.push({
        at: place,
        says: "must consist of letters, digits, `_` and `-`",
        expected: "letters, digits, `_` and `-`",
        received: brief(id),
      });
    if (seen.has(id))
      faults.push({ at: place, says: "is the id of an earlier call; ids must be unique", expected: "a unique id", received: brief(id) });
    else open.set(id, place);
    seen.add(id);
  });
  return open;
}

function results(blocks: readonly unknown[], at: Path, open: Map<string, Path>, faults: Fault[]): void {
  let other = false;
  blocks.forEach((block, index) => {
    if (!isObject(block)) return;
    if (block.type !== "tool_result") {
      other = true;
      return;
    }
    const id = own(block, "tool_use_id");
    if (typeof id !== "string") return;
    if (!open.delete(id))
      faults.push({
        at: [...at, index, "tool_use_id"],
        says: "answers no open call of the assistant message before it",
        expected: "the id of a `tool_use` block",
        received: brief(id),
      });
    else if (other)
      faults.push({
        at: [...at, index],
        says: "must stand before all other blocks of the message",
        expected: "`tool_result` blocks first",
      });
  });
}

function unanswered(open: Map<string, Path>, faults: Fault[]): void {
  for (const [id, at] of open)
    faults.push({
      at,
      says: `is the call ${JSON.stringify(brief(id))}, which no \`tool_result\` in the next message answers`,
      expected: "a `tool_result`",
    });
  open.clear();
}

/** V-16. */
export function systemPlacement(messages: unknown, { midSystem }: Capabilities): Fault[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  const faults: Fault[] = [];
  messages.forEach((message: unknown, index) => {
    if (!isObject(message) || own(message, "role") !== "system") return;
    const before: unknown = messages[index - 1];
    const after: unknown = messages[index + 1];
    const why = misplaced(index, before, after, midSystem);
    if (why !== undefined) faults.push({ at: ["messages", index, "role"], says: `is "system", ${why}`, received: "system" });
  });
  return faults.length === 0 ? undefined : faults;
}

function misplaced(index: number, before: unknown, after: unknown, midSystem: boolean | undefined): string | undefined {
  if (midSystem === false) return "which this model does not take; put the text into the `system` field";
  if (index === 0) return "which cannot be the first message; put the text into the `system` field";
  if (isObject(before)) {
    const role = own(before, "role");
    if (role === "system") return "which cannot follow another system message";
    if (role === "assistant" && !endsInServerTool(before))
      return "which must follow a user message or an assistant message that ends in a server tool";
  }
  if (isObject(after) && own(after, "role") === "user") return "which must be the last message or be followed by an assistant message";
  return undefined;
}

function endsInServerTool(message: Fields): boolean {
  const last = blocksOf(message).at(-1);
  const type = isObject(last) ? last.type : undefined;
  return typeof type === "string" && (type === "server_tool_use" || (type.endsWith("_tool_result") && type !== "tool_result"));
}
