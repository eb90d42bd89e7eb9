/**
 * `tool_choice`: a word, or an object that names tools.
 *
 *     "auto" · {"type": "function", "function": {"name": "f"}}
 *     {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": "f"}}]}}
 */

import { dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import type { Rest } from "../../model/extensions.js";
import type { Tool, ToolChoice } from "../../model/index.js";
import { declaredKinds, forces, noChoice, undeclaredChoice } from "../../model/tools.js";
import type { ToolScope } from "./tools.js";
import type { ChatCompletionsRequest, ToolChoice as WireChoice } from "./wire.js";

export interface DecodedChoice {
  readonly choice?: ToolChoice;
  readonly fields: FieldPaths;
  readonly unknown: readonly (readonly [keys: readonly string[], rest: Rest])[];
}

export function decodeToolChoice(
  { tool_choice, function_call }: Pick<ChatCompletionsRequest, "tool_choice" | "function_call">,
  report: (issue: Issue) => void,
): DecodedChoice {
  const given = tool_choice ?? undefined;
  const older = decodeOldChoice(function_call);
  if (given === undefined) return older;
  const newer = decodeNewChoice(given, report);
  if (function_call !== undefined && function_call !== null && !saysSame(older.choice, newer.choice))
    report(notice("conflict.resolved", ["function_call"], "`tool_choice` is given as well, and counts."));
  return newer;
}

function saysSame(a: ToolChoice | undefined, b: ToolChoice | undefined): boolean {
  return a?.mode === b?.mode && (a?.mode !== "named" || b?.mode !== "named" || a.name === b.name);
}

function decodeNewChoice(given: WireChoice, report: (issue: Issue) => void): DecodedChoice {
  if (typeof given !== "string") return decodeObject(given, report);
  const field: FieldPaths = { toolChoice: ["tool_choice"] };
  switch (given) {
    case "auto":
    case "none":
    case "required":
      return { choice: { mode: given }, fields: field, unknown: [] };
    case "any":
      report(notice("vendor_extension", ["tool_choice"], "`any` is how some servers say `required`.", { from: "any", to: "required" }));
      return { choice: { mode: "required" }, fields: field, unknown: [] };
    default:
      return { fields: {}, unknown: [[[], { tool_choice: given }]] };
  }
}

function decodeObject(given: Exclude<WireChoice, string>, report: (issue: Issue) => void): DecodedChoice {
  const { type, function: fn, custom, allowed_tools, ...rest } = given;
  const kind = type ?? (fn ? "function" : custom ? "custom" : "allowed_tools");
  const named = kind === "function" ? fn : kind === "custom" ? custom : undefined;
  if (named?.name && (kind === "function" || kind === "custom")) {
    const { name, ...namedRest } = named;
    return {
      choice: { mode: "named", name, kind },
      fields: { "toolChoice.name": ["tool_choice", kind, "name"], toolChoice: ["tool_choice"] },
      unknown: [
        [["tool_choice"], rest],
        [["tool_choice", kind], namedRest],
      ],
    };
  }
  const tools = allowed_tools?.tools ?? [];
  if (kind === "allowed_tools" && allowed_tools?.tools?.length === 0 && allowed_tools.mode !== "required") {
    report(equivalent(["tool_choice"], "Where no tool is allowed, none may be called: the choice is `none`, and comes back as such."));
    const { mode, tools: _none, ...allowedRest } = allowed_tools;
    const unread = mode === "auto" ? allowedRest : { ...allowedRest, mode };
    return {
      choice: { mode: "none" },
      fields: { toolChoice: ["tool_choice"] },
      unknown: [
        [["tool_choice"], rest],
        [["tool_choice", "allowed_tools"], unread],
      ],
    };
  }
  const names = tools.flatMap((tool) => (isPlainName(tool) ? (tool.function?.name ?? tool.custom?.name ?? []) : []));
  if (kind !== "allowed_tools" || !allowed_tools || names.length !== tools.length || names.length === 0)
    return { fields: {}, unknown: [[[], { tool_choice: given }]] };
  const { mode, tools: _tools, ...allowedRest } = allowed_tools;
  return {
    choice: { mode: "allowed", names, required: mode === "required" },
    fields: {
      "toolChoice.names": ["tool_choice", "allowed_tools", "tools"],
      "toolChoice.required": ["tool_choice", "allowed_tools", "mode"],
      toolChoice: ["tool_choice"],
    },
    unknown: [
      [["tool_choice"], rest],
      [["tool_choice", "allowed_tools"], { ...allowedRest, ...(mode === "required" || mode === "auto" ? {} : { mode }) }],
    ],
  };
}

type AllowedTool = NonNullable<NonNullable<Exclude<WireChoice, string>["allowed_tools"]>["tools"]>[number];

/** Nothing but a name of one of the two kinds. */
function isPlainName({ type, function: fn, custom, ...rest }: AllowedTool): boolean {
  const kind = type ?? (fn ? "function" : "custom");
  const named = kind === "function" ? fn : kind === "custom" ? custom : undefined;
  return Object.keys(rest).length === 0 && Object.keys(named ?? {}).length === 1 && !(fn && custom);
}

function decodeOldChoice(choice: ChatCompletionsRequest["function_call"]): DecodedChoice {
  if (choice === "auto" || choice === "none") return { choice: { mode: choice }, fields: { toolChoice: ["function_call"] }, unknown: [] };
  if (typeof choice === "object" && choice?.name) {
    const { name, ...rest } = choice;
    return {
      choice: { mode: "named", name, kind: "function" },
      fields: { "toolChoice.name": ["function_call", "name"], toolChoice: ["function_call"] },
      unknown: [[["function_call"], rest]],
    };
  }
  return { fields: {}, unknown: [[[], { function_call: choice }]] };
}

/** @param written whether the request declares a tool that can be called */
export function encodeToolChoice(
  choice: ToolChoice | undefined,
  tools: readonly Tool[],
  written: boolean,
  { own, rename, report }: ToolScope,
): WireChoice | undefined {
  if (choice === undefined) return undefined;
  const kinds = declaredKinds(tools);
  const named = (name: string, ...at: Path) => {
    const field = { name: rename(name, ["toolChoice", ...at]) };
    return kinds.get(name) === "custom" ? { type: "custom", custom: field } : { type: "function", function: field };
  };
  if (!written && (forces(choice) || !own)) {
    report(noChoice(choice, "chat-completions"));
    return undefined;
  }
  switch (choice.mode) {
    case "auto":
    case "none":
    case "required":
      return choice.mode;
    case "named":
      if (choice.kind === "web-search") {
        report(dropped("dropped.field", ["toolChoice"], "chat-completions cannot demand a web search; the model decides."));
        return undefined;
      }
      if (own || kinds.has(choice.name)) return named(choice.name, "name");
      report(undeclaredChoice(choice.name));
      return "required";
    case "allowed": {
      const names = [...choice.names.entries()].filter(([, name]) => kinds.has(name) || kinds.size === 0);
      if (names.length < choice.names.length) {
        const message = "Some of the allowed tools are none that chat-completions can name; they are left out.";
        report(dropped("dropped.value", ["toolChoice", "names"], message));
      }
      if (names.length === 0) return undefined;
      const allowed = names.map(([index, name]) => named(name, "names", index));
      return { type: "allowed_tools", allowed_tools: { mode: choice.required ? "required" : "auto", tools: allowed } };
    }
    default:
      return choice satisfies never;
  }
}
