/**
 * Tools, and the choice among them. A function is `{name, description, input_schema, strict}`; the service's own tools have a
 * dated `type`. A choice of some of the tools is not known here: the list is narrowed to them for the one request.
 */

import { approximated, dropped, equivalent, minorLoss, type Path, type Report } from "../../core/issue.js";
import { plainObject } from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import { decodeNode, encodeNode } from "../../fields/codec.js";
import { fieldOf, fieldTable } from "../../fields/table.js";
import type { Rest } from "../../model/extensions.js";
import type { CanonicalRequest, FunctionTool, Tool, WebSearchTool } from "../../model/index.js";
import {
  allowedTools,
  declaredChoice,
  headOf,
  isFunction,
  leaveOutRaw,
  type NameRule,
  narrowTools,
  noChoice,
  readPlace,
  renameTool,
  reportFreeForm,
  TEXT_INPUT,
  type ToolFields,
  writeToolName,
} from "../../model/tools.js";
import type { RequestScope } from "../shared/codec.js";
import { MARKERS } from "./block.js";
import { type FunctionToolDefinition, TOOL_NAME, ToolDefinition, type WebSearchToolDefinition, type WireToolChoice } from "./wire.js";

/** The service's tools; their dated types begin with their names. */
const SERVER_KINDS = ["web-search", "web-fetch", "code-execution"] as const;
const serverTool = (kind: (typeof SERVER_KINDS)[number]) => kind.replace("-", "_");

/** How the functions of a request are called: not as a tool of the service beside them. */
export function nameRule(tools: readonly Tool[]): NameRule {
  const taken = SERVER_KINDS.flatMap((kind) => (tools.some(({ type }) => type === kind) ? serverTool(kind) : []));
  return taken.length === 0 ? TOOL_NAME : { ...TOOL_NAME, taken };
}

/** Undefined: a tool that only this style has. */
function kindOf({ type }: ToolDefinition): keyof typeof TABLES | undefined {
  if (type === undefined || type === null || type === "custom" || type === "") return "function";
  return SERVER_KINDS.find((kind) => type.startsWith(`${serverTool(kind)}_`));
}

const field = fieldOf<FunctionTool, FunctionToolDefinition, RequestScope>();
const serverField = fieldOf<WebSearchTool, WebSearchToolDefinition, RequestScope>();

/** Another dated type than the one that is written by default, where the tool came with one. */
function version(prefix: string) {
  return fieldOf<WebSearchTool, Rest, RequestScope>()("version", {
    wire: "type",
    write: (type) => (type.startsWith(prefix) ? type : undefined),
  });
}

const MARKER = field("cacheControl", { wire: "cache_control", read: MARKERS.readRow });
const FUNCTION = fieldTable<FunctionToolDefinition>(
  [
    field("name", { wire: "name", write: writeToolName }),
    field("description", { wire: "description" }),
    field("schema", { wire: "input_schema", read: plainObject }),
    field("strict", { wire: "strict" }),
    MARKER,
  ],
  { specified: ["type"] },
);

const SERVER_FIELDS = [
  serverField("allowedDomains", { wire: "allowed_domains" }),
  serverField("blockedDomains", { wire: "blocked_domains" }),
  serverField("maxUses", { wire: "max_uses" }),
];
const TABLES = {
  "web-search": fieldTable<WebSearchToolDefinition>(
    [
      version("web_search_"),
      ...SERVER_FIELDS,
      serverField("userLocation", {
        wire: "user_location",
        read({ type, ...location }, keep) {
          const [place, rest] = readPlace(location);
          keep(type === undefined || type === "approximate" ? rest : { ...rest, type });
          return place;
        },
        write: (place) => ({ type: "approximate", ...place }),
      }),
      serverField("contextSize", { loss: { idle: true } }),
      serverField("timeRange", { loss: { effect: "other pages may be found" } }),
      MARKER,
    ],
    {},
  ),
  "web-fetch": fieldTable<Extract<ToolDefinition, { type: `web_fetch_${string}` }>>([version("web_fetch_"), ...SERVER_FIELDS, MARKER], {}),
  "code-execution": fieldTable<Extract<ToolDefinition, { type: `code_execution_${string}` }>>([version("code_execution_"), MARKER], {}),
  function: FUNCTION,
};

export function decodeTools(tools: readonly ToolDefinition[] | null | undefined, trace: Trace, report: Report): Tool[] {
  return (tools ?? []).map((tool, index) => {
    const kind = kindOf(tool);
    const path = ["tools", index];
    if (kind === undefined) return trace.mark<Tool>({ type: "raw", style: "messages", value: plainObject(tool) }, path, { value: [] });
    return trace.mark<Tool>(decodeTool(kind, tool, report), path, TABLES[kind].paths());
  });
}

function decodeTool(kind: keyof typeof TABLES, tool: ToolDefinition, report: Report): Tool {
  if (kind === "function") return { type: kind, name: "", ...decodeNode<ToolFields>(FUNCTION, tool, "messages", report) };
  // The name of a tool of the service says nothing beside its type.
  const known = tool.name === serverTool(kind) ? { ...tool, name: null } : tool;
  return { type: kind, ...decodeNode<Omit<ToolFields, "name">>(TABLES[kind], known, "messages", report) };
}

/** @param kept which of the canonical tools the request may use; see {@link narrowTools} */
export function encodeTools(tools: readonly Tool[], kept: (tool: Tool) => boolean, scope: RequestScope): readonly ToolDefinition[] {
  return tools.flatMap((tool, index) => {
    if (!kept(tool) || isRepeated(tool, index, tools, scope)) return [];
    return encodeTool(tool, ["tools", index], scope) ?? [];
  });
}

/** True, after a report, for a tool of the service that stands there already: each has one name, and names stand once. */
function isRepeated({ type }: Tool, index: number, tools: readonly Tool[], { own, report }: RequestScope): boolean {
  const kind = SERVER_KINDS.find((each) => each === type);
  if (own || kind === undefined || tools.findIndex((tool) => tool.type === kind) === index) return false;
  report(dropped("dropped.value", ["tools", index], `messages has one \`${serverTool(kind)}\`; this tool was left out.`));
  return true;
}

const NO_PARAMETERS = { type: "object", properties: {} };

function encodeTool(tool: Tool, path: Path, scope: RequestScope): ToolDefinition | undefined {
  const { trace, report } = scope;
  switch (tool.type) {
    case "function":
    case "custom": {
      const isCustom = tool.type === "custom";
      if (isCustom) reportFreeForm(path, scope);
      return encodeNode(FUNCTION, tool, scope, path, Object.assign(headOf(tool), { input_schema: isCustom ? TEXT_INPUT : NO_PARAMETERS }));
    }
    case "web-search":
      return encodeNode(TABLES[tool.type], tool, scope, path, { type: "web_search_20250305", name: "web_search" });
    case "web-fetch": {
      const message = "messages reads pages in a way of its own.";
      if (tool.version === undefined) report(approximated("approximated.enum", path, message));
      return encodeNode(TABLES[tool.type], tool, scope, path, { type: "web_fetch_20250910", name: "web_fetch" });
    }
    case "code-execution":
      return encodeNode(TABLES[tool.type], tool, scope, path, { type: "code_execution_20250825", name: "code_execution" });
    case "raw":
      if (tool.style === "messages" && conforms(ToolDefinition, tool.value)) return trace.mark({ ...tool.value }, path);
      leaveOutRaw(tool.style, "messages", path, report, "dropped.field");
      return undefined;
    default:
      return tool satisfies never;
  }
}

const MODES = { auto: "auto", any: "required", none: "none" } as const;

export function decodeToolChoice(choice: WireToolChoice, tools: readonly ToolDefinition[] | null | undefined) {
  const { type, name, disable_parallel_tool_use, ...rest } = choice;
  const alone = disable_parallel_tool_use === true && type !== "none";
  const parallel = alone ? { parallelToolCalls: false } : {};
  if (type === "tool" && name !== undefined && name !== null) {
    const tool = tools?.find((each) => each.name === name);
    const kind = tool ? (kindOf(tool) ?? "raw") : "function";
    return { toolChoice: { mode: "named", name, kind }, ...parallel, unread: rest };
  }
  if (type !== "auto" && type !== "any" && type !== "none") return { ...parallel, unread: { ...rest, type, name } };
  const unread = { ...rest, name, ...(type === "none" ? { disable_parallel_tool_use } : {}) };
  // The only way to forbid parallel calls without a choice is to write the default choice.
  if (type === "auto" && alone) return { ...parallel, unread };
  return { toolChoice: { mode: MODES[type] }, ...parallel, unread };
}

/** Which tools the request may use: all, or those of a choice that messages can only express by leaving out the others. */
export function keptTools({ tools, toolChoice }: CanonicalRequest, report: Report): (tool: Tool) => boolean {
  if (toolChoice?.mode !== "allowed") return () => true;
  const names = allowedTools(toolChoice, tools, report).map(({ name }) => name);
  return narrowTools(tools, names, report);
}

/** @param declares whether the request that is written declares tools */
export function encodeToolChoice({ toolChoice, parallelToolCalls, tools }: CanonicalRequest, declares: boolean, scope: RequestScope) {
  const { report } = scope;
  const idle = minorLoss(["parallelToolCalls"], "No tool can be called in parallel.");
  if (!declares) {
    // A choice of some tools has been reported already.
    if (toolChoice !== undefined && toolChoice.mode !== "allowed") report(noChoice(toolChoice, "messages"));
    if (parallelToolCalls !== undefined) report(idle);
    return undefined;
  }
  const alone = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  if (parallelToolCalls === true) report(equivalent(["parallelToolCalls"], "Parallel calls are the default."));
  const choice = toolChoice && declaredChoice(toolChoice, tools, report);
  if (choice === undefined) return parallelToolCalls === false ? { type: "auto", ...alone } : undefined;
  if (choice.mode === "none") {
    if (parallelToolCalls === false) report(idle);
    return { type: "none" };
  }
  if (choice.mode === "named") {
    const { kind, name } = choice;
    const message = "Free-form tools are functions in messages.";
    if (kind === "custom") report(approximated("approximated.enum", ["toolChoice", "kind"], message, { from: kind, to: "function" }));
    const served = kind === "web-search" ? "web_search" : name;
    return { type: "tool", name: isFunction(kind) ? renameTool(name, ["toolChoice", "name"], scope) : served, ...alone };
  }
  if (choice.mode === "auto" && parallelToolCalls === false)
    report(equivalent(["toolChoice"], "`auto` is written to forbid parallel calls."));
  return { type: choice.mode === "required" || (choice.mode === "allowed" && choice.required) ? "any" : "auto", ...alone };
}
