/**
 * Which tools may be called, and whether several at once: `{"type": "tool", "name": "f", "disable_parallel_tool_use": true}`.
 * A choice of some of the tools is not known here: the list is narrowed to them for the one request.
 */

import { approximated, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { CanonicalRequest, Tool } from "../../model/index.js";
import { declaredKinds, declaredNames, narrowTools, noChoice, undeclaredChoice } from "../../model/tools.js";
import { kindOf, SERVER_TOOLS, type ToolScope } from "./tools.js";
import type { ToolDefinition, WireToolChoice } from "./wire.js";

export function decodeToolChoice(
  choice: WireToolChoice | null | undefined,
  tools: readonly ToolDefinition[] | null | undefined,
): Pick<CanonicalRequest, "toolChoice" | "parallelToolCalls"> & { readonly unread: Readonly<Record<string, unknown>> } {
  if (choice === null || choice === undefined) return { unread: {} };
  const { type, name, disable_parallel_tool_use, ...rest } = choice;
  const parallel = disable_parallel_tool_use === true ? { parallelToolCalls: false } : {};
  switch (type) {
    case "auto":
      // The only way to forbid parallel calls without a choice is to write the default choice.
      return { ...(disable_parallel_tool_use === true ? {} : { toolChoice: { mode: "auto" } }), ...parallel, unread: { ...rest, name } };
    case "any":
      return { toolChoice: { mode: "required" }, ...parallel, unread: { ...rest, name } };
    case "none":
      return { toolChoice: { mode: "none" }, unread: { ...rest, name, disable_parallel_tool_use } };
    case "tool": {
      if (name === undefined || name === null) return { ...parallel, unread: { ...rest, type } };
      const searches = (tools ?? []).some((tool) => kindOf(tool) === "web-search" && tool.name === name);
      return { toolChoice: { mode: "named", name, kind: searches ? "web-search" : "function" }, ...parallel, unread: rest };
    }
    default:
      return { ...parallel, unread: { ...rest, type, name } };
  }
}

/** Which tools the request may use: all, or those of a choice that messages can only express by leaving out the others. */
export function keptTools({ tools, toolChoice }: CanonicalRequest, report: (issue: Issue) => void): (tool: Tool) => boolean {
  if (toolChoice?.mode !== "allowed") return () => true;
  return narrowTools(tools, declaredNames(toolChoice, tools, report), "messages", report);
}

/** @param written the definitions that the request declares */
export function encodeToolChoice(
  { toolChoice, parallelToolCalls, tools }: CanonicalRequest,
  written: readonly ToolDefinition[],
  { report, names, own }: ToolScope,
): WireToolChoice | undefined {
  const idle = (message: string) => report(dropped("dropped.field", ["parallelToolCalls"], message, { severity: "info" }));
  if (written.length === 0) {
    // A choice of some tools has said already what becomes of it.
    if (toolChoice !== undefined && toolChoice.mode !== "allowed") report(noChoice(toolChoice, "messages"));
    if (parallelToolCalls !== undefined) idle("The request declares no tools, so that nothing can run in parallel.");
    return undefined;
  }
  const alone = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  if (parallelToolCalls === true)
    report(equivalent(["parallelToolCalls"], "Parallel calls are the default of messages, and are not written."));
  switch (toolChoice?.mode) {
    case undefined:
      return parallelToolCalls === false ? { type: "auto", ...alone } : undefined;
    case "auto":
      if (parallelToolCalls === false)
        report(equivalent(["toolChoice"], "The choice `auto` is written to forbid parallel calls, and is the default of messages."));
      return { type: "auto", ...alone };
    case "none":
      if (parallelToolCalls === false) idle("No tool may be called, so that nothing can run in parallel.");
      return { type: "none" };
    case "required":
      return { type: "any", ...alone };
    case "allowed":
      return { type: toolChoice.required ? "any" : "auto", ...alone };
    case "named": {
      const { name: given, kind } = toolChoice;
      const search = kind === "web-search" ? SERVER_TOOLS[kind].name : undefined;
      if (search !== undefined || own || declaredKinds(tools).has(given)) {
        if (kind === "custom") {
          const message = "Free-form tools are functions in messages, and are chosen as such.";
          report(approximated("approximated.enum", ["toolChoice", "kind"], message, { from: kind, to: "function" }));
        }
        const name = search ?? names.rename(given, ["toolChoice", "name"]);
        if (own || written.some((tool) => tool.name === name)) return { type: "tool", name, ...alone };
      }
      report(undeclaredChoice(given));
      return { type: "any", ...alone };
    }
    default:
      return toolChoice satisfies never;
  }
}
