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

const AT = ["tool_choice"];

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

/** A choice that is understood. @param fields where its fields stand, beside the whole */
function found(choice: ToolChoice, fields: FieldPaths = {}, unknown: DecodedChoice["unknown"] = []): DecodedChoice {
  return { choice, fields: { toolChoice: AT, ...fields }, unknown };
}

function decodeNewChoice(given: WireChoice, report: (issue: Issue) => void): DecodedChoice {
  if (typeof given !== "string") return decodeObject(given, report) ?? { fields: {}, unknown: [[[], { tool_choice: given }]] };
  if (given === "auto" || given === "none" || given === "required") return found({ mode: given });
  if (given !== "any") return { fields: {}, unknown: [[[], { tool_choice: given }]] };
  report(notice("vendor_extension", AT, "`any` is how some servers say `required`.", { from: given, to: "required" }));
  return found({ mode: "required" });
}

function decodeObject(given: Exclude<WireChoice, string>, report: (issue: Issue) => void): DecodedChoice | undefined {
  const { type, function: fn, custom, allowed_tools, ...rest } = given;
  const kind = type ?? (fn ? "function" : custom ? "custom" : "allowed_tools");
  const named = kind === "function" ? fn : kind === "custom" ? custom : undefined;
  if (named?.name && (kind === "function" || kind === "custom")) {
    const { name, ...namedRest } = named;
    const at = [...AT, kind];
    return found({ mode: "named", name, kind }, { "toolChoice.name": [...at, "name"] }, [
      [AT, rest],
      [at, namedRest],
    ]);
  }
  if (kind !== "allowed_tools" || !allowed_tools?.tools) return undefined;
  const { mode, tools, ...allowedRest } = allowed_tools;
  const required = mode === "required";
  const at = [...AT, "allowed_tools"];
  const unknown: DecodedChoice["unknown"] = [
    [AT, rest],
    [at, required || mode === "auto" ? allowedRest : { ...allowedRest, mode }],
  ];
  if (tools.length === 0 && !required) {
    report(equivalent(AT, "Where no tool is allowed, none may be called: the choice is `none`, and comes back as such."));
    return found({ mode: "none" }, {}, unknown);
  }
  const names = tools.flatMap((tool) => (isPlainName(tool) ? (tool.function?.name ?? tool.custom?.name ?? []) : []));
  if (names.length !== tools.length || names.length === 0) return undefined;
  const fields = { "toolChoice.names": [...at, "tools"], "toolChoice.required": [...at, "mode"] };
  return found({ mode: "allowed", names, required }, fields, unknown);
}

type AllowedTool = NonNullable<NonNullable<Exclude<WireChoice, string>["allowed_tools"]>["tools"]>[number];

/** Nothing but a name of one of the two kinds. */
function isPlainName({ type, function: fn, custom, ...rest }: AllowedTool): boolean {
  const kind = type ?? (fn ? "function" : "custom");
  const named = kind === "function" ? fn : kind === "custom" ? custom : undefined;
  return Object.keys(rest).length === 0 && Object.keys(named ?? {}).length === 1 && !(fn && custom);
}

function decodeOldChoice(choice: ChatCompletionsRequest["function_call"]): DecodedChoice {
  const toolChoice = ["function_call"];
  if (choice === "auto" || choice === "none") return found({ mode: choice }, { toolChoice });
  if (typeof choice !== "object" || !choice?.name) return { fields: {}, unknown: [[[], { function_call: choice }]] };
  const { name, ...rest } = choice;
  const fields = { toolChoice, "toolChoice.name": [...toolChoice, "name"] };
  return found({ mode: "named", name, kind: "function" }, fields, [[toolChoice, rest]]);
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
