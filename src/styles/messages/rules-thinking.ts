/** V-11: the thinking budget, and what cannot stand beside thinking. */
import { type Fault, type Fields, own, type ReportFault } from "../../core/check.js";
import { missing, outOfRange, unlisted } from "../../core/checks.js";
import { isObject } from "../../core/json.js";
import { THINKING, THINKING_DISPLAYS, THINKING_TYPES } from "./limits.js";
import { prefillBesideThinking } from "./rules-prefill.js";

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
