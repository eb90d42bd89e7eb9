/** The thinking budget, what cannot stand beside thinking (V-11), and a final assistant message (V-12). */
import { type Fault, type Fields, own, type ReportFault } from "../../core/check.js";
import { missing, outOfRange, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Capabilities } from "../../model/capabilities.js";
import { THINKING, THINKING_DISPLAYS, THINKING_TYPES } from "./limits.js";

export function thinking(request: Fields, _context: unknown, report: ReportFault): undefined {
  const config = own(request, "thinking");
  if (!isObject(config)) return;
  const type = own(config, "type");
  const faults = [
    unlisted(["thinking", "type"], type, { legal: THINKING_TYPES }),
    unlisted(["thinking", "display"], own(config, "display"), { legal: THINKING_DISPLAYS }),
    ...(type === "enabled" ? [budget(config, own(request, "max_tokens"))] : []),
    ...(thinks(request) ? excluded(request, type) : []),
  ];
  for (const fault of faults) if (fault !== undefined) report(fault);
}

/** Whether thinking is on, so that V-11 says what the `temperature` may be. */
export function thinks(request: Fields): boolean {
  const config = own(request, "thinking");
  const type = isObject(config) ? own(config, "type") : undefined;
  return type === "enabled" || type === "adaptive";
}

function budget(config: Fields, maxTokens: unknown): Fault | undefined {
  const at = ["thinking", "budget_tokens"];
  const tokens = own(config, "budget_tokens");
  if (tokens === undefined) return missing(at, "an integer of at least 1024");
  const low = outOfRange(at, tokens, { min: THINKING.minBudget });
  if (
    low !== undefined ||
    typeof tokens !== "number" ||
    typeof maxTokens !== "number" ||
    !Number.isInteger(maxTokens) ||
    tokens < maxTokens
  )
    return low;
  return { at, says: `must be below \`max_tokens\` (${maxTokens}), not ${tokens}`, limit: maxTokens, expected: "less than `max_tokens`" };
}

function excluded(request: Fields, type: unknown): (Fault | undefined)[] {
  const temperature = own(request, "temperature");
  const topP = own(request, "top_p");
  const choice = own(request, "tool_choice");
  const forced = isObject(choice) ? own(choice, "type") : undefined;
  return [
    typeof temperature === "number" && temperature !== 1 ? beside("temperature", "must be 1 when thinking is on", "1") : undefined,
    own(request, "top_k") !== undefined ? beside("top_k", "is not allowed when thinking is on", "nothing") : undefined,
    typeof topP === "number" && topP < THINKING.minTopP
      ? beside("top_p", `must be at least ${THINKING.minTopP} when thinking is on`, `at least ${THINKING.minTopP}`)
      : undefined,
    // A model that decides for itself whether it thinks may be told to call.
    type === "enabled" && (forced === "any" || forced === "tool")
      ? beside("tool_choice", "must not force a tool when thinking is on", '"auto" or "none"')
      : undefined,
    prefillBesideThinking(request),
  ];
}

function beside(key: string, says: string, expected: string): Fault {
  return { at: [key], says, expected };
}

/** Where the text stands that the model would go on from. A message that ends in a tool's block is a paused turn. */
function prefilled(request: Fields): { readonly message: Path; readonly place: Path; readonly text: string } | undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return undefined;
  const last: unknown = messages.at(-1);
  if (!isObject(last) || own(last, "role") !== "assistant") return undefined;
  const message = ["messages", messages.length - 1];
  const content = own(last, "content");
  if (typeof content === "string") return { message, place: [...message, "content"], text: content };
  const end: unknown = Array.isArray(content) ? content.at(-1) : undefined;
  if (!isObject(end) || own(end, "type") !== "text" || !Array.isArray(content)) return undefined;
  const text = own(end, "text");
  return { message, place: [...message, "content", content.length - 1, "text"], text: typeof text === "string" ? text : "" };
}

/** V-12. A text of white space only is a fault of its own. */
export function trailingSpace(request: Fields): Fault | undefined {
  const found = prefilled(request);
  if (found === undefined || !/\s$/.test(found.text.slice(-1)) || !/\S/.test(found.text)) return undefined;
  return {
    at: found.place,
    says: "ends in white space, which is refused at the end of a prefilled answer",
    expected: "no white space at the end",
  };
}

/** V-12, for a model that is known to take none. */
export function refusedPrefill(request: Fields, { capabilities }: { readonly capabilities: Capabilities }): Fault | undefined {
  return capabilities.prefill === false ? prefill(request, "this model does not take") : undefined;
}

/** V-11. */
function prefillBesideThinking(request: Fields): Fault | undefined {
  return prefill(request, "is not allowed when thinking is on");
}

function prefill(request: Fields, why: string): Fault | undefined {
  const found = prefilled(request);
  return found === undefined
    ? undefined
    : { at: found.message, says: `is a prefilled answer, which ${why}`, expected: "a final user message" };
}

/** V-12. Only a final assistant message may be empty. */
export function emptyMessages(request: Fields, _context: unknown, report: ReportFault): undefined {
  const messages = own(request, "messages");
  if (!Array.isArray(messages)) return;
  messages.forEach((message: unknown, index) => {
    const content = isObject(message) ? own(message, "content") : undefined;
    const empty = Array.isArray(content) ? content.length === 0 : typeof content === "string" && !/\S/.test(content);
    const answered = isObject(message) && own(message, "role") === "assistant";
    const final = index === messages.length - 1 && answered;
    if (!empty || (final && (content === "" || Array.isArray(content)))) return;
    report({
      at: ["messages", index, "content"],
      says: "must not be empty or white space only",
      expected: "a text with a visible character",
      received: Array.isArray(content) ? "an empty array" : "no visible character",
      // Other services have empty answers.
      ...(answered ? { grade: "own" } : {}),
    });
  });
}
