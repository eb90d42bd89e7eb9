/**
 * Which tools may be called, and whether several at once: `{"type": "tool", "name": "f", "disable_parallel_tool_use": true}`.
 * A choice of some of the tools is not known here: the list is narrowed to them for the one request.
 */

import { approximated, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { CanonicalRequest, Tool, ToolChoice } from "../../model/index.js";
import { isWebSearchTool, type ToolWriter, WEB_SEARCH } from "./tools.js";
import type { ToolDefinition, WireToolChoice } from "./wire.js";

type NamedChoice = Extract<ToolChoice, { mode: "named" }>;

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
      const searches = (tools ?? []).some((tool) => isWebSearchTool(tool) && tool.name === name);
      return { toolChoice: { mode: "named", name, kind: searches ? "web-search" : "function" }, ...parallel, unread: rest };
    }
    default:
      return { ...parallel, unread: { ...rest, type, name } };
  }
}

/** Which tools the request may use: all, or those of a choice that this style can only express by leaving out the others. */
export function narrowTools({ tools, toolChoice }: CanonicalRequest, report: (issue: Issue) => void): (index: number) => boolean {
  if (toolChoice?.mode !== "allowed") return () => true;
  const allowed = new Set(toolChoice.names);
  const removed = new Set<number>();
  tools.forEach((tool, index) => {
    if ((tool.type !== "function" && tool.type !== "custom") || allowed.has(tool.name)) return;
    removed.add(index);
    report(
      approximated(
        "approximated.narrowed_tools",
        ["tools", index],
        "The choice allows other tools only; this one is left out of the request.",
        {
          from: tool.name,
        },
      ),
    );
  });
  const declared = new Set(tools.flatMap((tool) => (tool.type === "function" || tool.type === "custom" ? [tool.name] : [])));
  toolChoice.names.forEach((name, index) => {
    if (!declared.has(name))
      report(
        dropped("dropped.value", ["toolChoice", "names", index], "This tool is not declared, so that it cannot be called.", {
          from: name.slice(0, 200),
        }),
      );
  });
  report(
    removed.size === 0
      ? equivalent(["toolChoice"], "All tools that are declared may be called; the way back does not name them.")
      : approximated(
          "approximated.narrowed_tools",
          ["toolChoice"],
          "This style cannot allow some of the tools; the request declares only those that are allowed.",
          { from: toolChoice.names.join(", ").slice(0, 200) },
        ),
  );
  return (index) => !removed.has(index);
}

/**
 * @param written the definitions that the request declares
 * @param isOwn whether the request came in this style, so that what it says stays
 */
export function encodeToolChoice(
  { toolChoice, parallelToolCalls, tools }: CanonicalRequest,
  written: readonly ToolDefinition[],
  { report, toolName }: Pick<ToolWriter, "report" | "toolName">,
  isOwn: boolean,
): WireToolChoice | undefined {
  if (written.length === 0) {
    // A choice of some tools has said already what becomes of it.
    for (const [field, value] of Object.entries({ toolChoice, parallelToolCalls }))
      if (value !== undefined && !(field === "toolChoice" && toolChoice?.mode === "allowed"))
        report(
          dropped(
            "dropped.field",
            [field],
            "The request declares no tools, so there is nothing to choose; a messages service refuses a choice then.",
            {
              severity: field === "toolChoice" && toolChoice?.mode !== "auto" && toolChoice?.mode !== "none" ? "warning" : "info",
            },
          ),
        );
    return undefined;
  }
  const alone = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  if (parallelToolCalls === true) report(equivalent(["parallelToolCalls"], "Parallel calls are the default here, and are not written."));
  switch (toolChoice?.mode) {
    case undefined:
      return parallelToolCalls === false ? { type: "auto", ...alone } : undefined;
    case "auto":
      if (parallelToolCalls === false)
        report(
          equivalent(["toolChoice"], "The choice `auto` is written to forbid parallel calls, and is the default; the way back gives none."),
        );
      return { type: "auto", ...alone };
    case "none":
      if (parallelToolCalls === false)
        report(
          dropped("dropped.field", ["parallelToolCalls"], "No tool may be called, so nothing can run in parallel.", { severity: "info" }),
        );
      return { type: "none" };
    case "required":
      return { type: "any", ...alone };
    case "allowed":
      return { type: toolChoice.required ? "any" : "auto", ...alone };
    case "named": {
      // Of the name of a tool that cannot be called there is no more to say.
      const name = isOwn || declares(tools, toolChoice) ? namedTool(toolChoice, toolName, report) : undefined;
      if (name !== undefined && (isOwn || written.some((tool) => tool.name === name))) return { type: "tool", name, ...alone };
      report(
        dropped(
          "dropped.value",
          ["toolChoice", "name"],
          "The tool that must be called is not declared here; the model has to call any tool.",
          {
            from: toolChoice.name.slice(0, 200),
          },
        ),
      );
      return { type: "any", ...alone };
    }
    default:
      return toolChoice satisfies never;
  }
}

function declares(tools: readonly Tool[], { name, kind }: NamedChoice): boolean {
  return kind === "web-search" || tools.some((tool) => (tool.type === "function" || tool.type === "custom") && tool.name === name);
}

function namedTool({ name, kind }: NamedChoice, toolName: ToolWriter["toolName"], report: (issue: Issue) => void): string {
  if (kind === "web-search") return WEB_SEARCH.name;
  if (kind === "custom")
    report(
      approximated("approximated.enum", ["toolChoice", "kind"], "Free-form tools are functions here, and are chosen as such.", {
        from: kind,
        to: "function",
      }),
    );
  return toolName(name, ["toolChoice", "name"]);
}
