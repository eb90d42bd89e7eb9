/**
 * Tools, and the choice among them. A function is `{name, description, input_schema, strict}`; the service's own tools have a
 * dated `type`. A choice of some of the tools is not known here: the list is narrowed to them for the one request.
 */

import { compact } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue } from "../../core/issue.js";
import { type JsonObject, plainObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import { decodeFields, encodeFields } from "../../fields/codec.js";
import { type FieldScope, fieldOf, fieldTable } from "../../fields/table.js";
import { dropUnknown, keepUnknown, type Rest, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, CustomTool, FunctionTool, Tool, WebSearchTool } from "../../model/index.js";
import {
  combinedAtTop,
  declaredKinds,
  declaredNames,
  leaveOutRaw,
  namelessTool,
  narrowTools,
  noChoice,
  readPlace,
  type ToolFields,
  type ToolNames,
  undeclaredChoice,
} from "../../model/tools.js";
import { readMarker } from "./cache.js";
import { type FunctionToolDefinition, ToolDefinition, type WebSearchToolDefinition, type WireToolChoice } from "./wire.js";

/** What writing a tool needs to know. */
export interface ToolScope extends FieldScope {
  readonly trace: Trace;
  readonly names: ToolNames;
}

/** The tools of the service: the prefix of their dated types, the type that is written by default, and the name. */
const SERVER_TOOLS = {
  "web-search": { prefix: "web_search_", type: "web_search_20250305", name: "web_search" },
  "web-fetch": { prefix: "web_fetch_", type: "web_fetch_20250910", name: "web_fetch" },
  "code-execution": { prefix: "code_execution_", type: "code_execution_20250825", name: "code_execution" },
} as const;
type ServerKind = keyof typeof SERVER_TOOLS;
const SERVER_KINDS = ["web-search", "web-fetch", "code-execution"] as const satisfies readonly ServerKind[];

/** Undefined: a tool that only this style has. */
function kindOf({ type }: ToolDefinition): ServerKind | "function" | undefined {
  if (type === undefined || type === null || type === "custom") return "function";
  return SERVER_KINDS.find((kind) => type.startsWith(SERVER_TOOLS[kind].prefix));
}

const field = fieldOf<FunctionTool, FunctionToolDefinition, ToolScope>();
const serverField = fieldOf<WebSearchTool, WebSearchToolDefinition, ToolScope>();

const MARKER = field("cacheControl", { wire: "cache_control", read: readMarker });
const FUNCTION = fieldTable<FunctionToolDefinition>(
  [
    field("name", {
      wire: "name",
      write(name, { names, report }, path) {
        if (name !== "") return names.rename(name, path);
        report(namelessTool(path, "V-15"));
        return name;
      },
    }),
    field("description", { wire: "description" }),
    // What is written depends on the kind of the tool.
    field("schema", { wire: "input_schema", read: plainObject, write: () => undefined }),
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
// What is written is chosen with the default.
const VERSION = serverField("version", { wire: "type", write: () => undefined });
const TABLES = {
  "web-search": fieldTable<Rest>(
    [
      VERSION,
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
      serverField("timeRange", { loss: { effect: "the model may find older or newer pages" } }),
      MARKER,
    ],
    { specified: ["name"] },
  ),
  "web-fetch": fieldTable<Rest>([VERSION, ...SERVER_FIELDS, MARKER], { specified: ["name"] }),
  "code-execution": fieldTable<Rest>([VERSION, MARKER], { specified: ["name"] }),
  function: FUNCTION,
};

export function decodeTools(tools: readonly ToolDefinition[] | null | undefined, trace: Trace, report: (issue: Issue) => void): Tool[] {
  return (tools ?? []).map((tool, index) => {
    const kind = kindOf(tool);
    const path = ["tools", index];
    if (kind === undefined) return trace.mark<Tool>({ type: "raw", style: "messages", value: plainObject(tool) }, path, { value: [] });
    return trace.mark<Tool>(decodeTool(kind, tool, report), path, TABLES[kind].paths);
  });
}

function decodeTool(kind: keyof typeof TABLES, tool: ToolDefinition, report: (issue: Issue) => void): Tool {
  const { fields, unknown } = decodeFields<ToolFields>(TABLES[kind], tool, report);
  const { name = "" } = fields;
  if (kind === "function") return { type: kind, ...fields, name, dialect: "json-schema", ...keepUnknown("messages", {}, unknown) };
  const rest = tool.name === SERVER_TOOLS[kind].name ? {} : { name: tool.name };
  return { type: kind, ...fields, ...keepUnknown("messages", rest, unknown) };
}

/** @param kept which of the canonical tools the request may use; see {@link narrowTools} */
export function encodeTools(tools: readonly Tool[], kept: (tool: Tool) => boolean, scope: ToolScope): readonly ToolDefinition[] {
  return tools.flatMap((tool, index) => {
    if (!kept(tool)) return [];
    const path = ["tools", index];
    const definition = encodeTool(tool, path, scope);
    if (definition === undefined) return [];
    if (tool.type !== "raw") dropUnknown(tool.extensions, "messages", path, scope.report);
    return [scope.trace.mark(definition, path, { input_schema: ["schema"], cache_control: ["cacheControl"] })];
  });
}

function encodeTool(tool: Tool, path: Path, scope: ToolScope): ToolDefinition | undefined {
  switch (tool.type) {
    case "function":
      return encodeFunction(tool, objectSchema(tool.schema, [...path, "schema"], scope.report), path, scope);
    case "custom": {
      const message = "messages has no free-form tools; this one is a function of a text `input`, whose format does not bind the model.";
      scope.report(approximated("approximated.schema", path, message));
      return encodeFunction(tool, { type: "object", properties: { input: { type: "string" } }, required: ["input"] }, path, scope);
    }
    case "web-search":
      return encodeServerTool("web_search_", tool, path, scope);
    case "web-fetch": {
      const message = "messages reads pages with a tool of its own, which counts and cites in its way.";
      if (tool.version === undefined) scope.report(approximated("approximated.enum", path, message));
      return encodeServerTool("web_fetch_", tool, path, scope);
    }
    case "code-execution":
      return encodeServerTool("code_execution_", tool, path, scope);
    case "raw":
      if (tool.style === "messages" && conforms(ToolDefinition, tool.value)) return { ...tool.value };
      leaveOutRaw(tool.style, "messages", path, scope.report, "dropped.field");
      return undefined;
    default:
      return tool satisfies never;
  }
}

function encodeServerTool<Prefix extends string>(prefix: Prefix, tool: Extract<Tool, { type: ServerKind }>, path: Path, scope: ToolScope) {
  const { type, name } = SERVER_TOOLS[tool.type];
  const version = tool.version?.startsWith(prefix) === true ? tool.version : type;
  const dated: `${Prefix}${string}` = `${prefix}${version.slice(prefix.length)}`;
  return restoreUnknown({ type: dated, name, ...encodeFields(TABLES[tool.type], tool, scope, path) }, tool.extensions, "messages");
}

function encodeFunction(tool: FunctionTool | CustomTool, input_schema: JsonObject, path: Path, scope: ToolScope): FunctionToolDefinition {
  const { name = "", description, ...rest } = encodeFields(FUNCTION, tool, scope, path);
  return restoreUnknown({ name, ...compact({ description }), input_schema, ...rest }, tool.extensions, "messages");
}

/** A schema whose `type` is `object`, as the service demands. */
function objectSchema(schema: JsonObject | undefined, path: Path, report: (issue: Issue) => void): JsonObject {
  if (schema === undefined) {
    report(equivalent(path, "messages wants a schema for each function; one without parameters has that of an empty object."));
    return { type: "object", properties: {} };
  }
  for (const issue of combinedAtTop(schema, path)) report(issue);
  if (schema.type === "object") return schema;
  const message = "messages takes an object as the input of a tool, and nothing else.";
  const at = [...path, "type"];
  report((schema.type ?? null) === null ? equivalent(at, message) : approximated("approximated.schema", at, message, { to: "object" }));
  return { ...schema, type: "object" };
}

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
    // A choice of some tools has been reported already.
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
