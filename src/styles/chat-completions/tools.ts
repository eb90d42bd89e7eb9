/**
 * Tool definitions, the web search option, and the choice among tools.
 *
 *     {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}, "strict": true}}
 *     {"type": "custom", "custom": {"name": "sql", "format": {"type": "grammar", …}}}
 *
 * Web search is no tool here but a field of its own, `web_search_options`. `tool_choice` is a word, or an object that names tools:
 *
 *     {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [{"type": "function", "function": {"name": "f"}}]}}
 */

import { dropped, equivalent, notice, type Path, type Report } from "../../core/issue.js";
import { compact, plainObject } from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import type { FieldPaths, Trace } from "../../core/trace.js";
import { decodeNode, encodeNode, reportLost } from "../../fields/codec.js";
import { fieldOf, fieldTable, type Keep } from "../../fields/table.js";
import { hasOnly } from "../../model/extensions.js";
import type { Tool, ToolChoice, WebSearchTool } from "../../model/index.js";
import {
  allowedTools,
  declaredChoice,
  forces,
  isFunction,
  isNamed,
  leaveOutRaw,
  narrowedChoice,
  noChoice,
  readPlace,
  renameTool,
  type ToolFields,
  writeToolName,
} from "../../model/tools.js";
import type { RequestScope } from "../shared/codec.js";
import { besideName } from "./calls.js";
import { encodeMarker, MARKERS } from "./parts.js";
import { QUIRKS } from "./quirks.js";
import type * as wire from "./wire.js";
import { type ChatCompletionsRequest, STYLE, Tool as ToolSchema, type WebSearchOptions, type ToolChoice as WireChoice } from "./wire.js";

const field = fieldOf<ToolFields, wire.Tool, RequestScope>();
const searchField = fieldOf<WebSearchTool, WebSearchOptions, RequestScope>();

const MARKER = field("cacheControl", {
  wire: "cache_control",
  read: MARKERS.readRow,
  write: (marker, scope, path) => encodeMarker(marker, path.slice(0, -1), scope).cache_control,
});
const FUNCTION = fieldTable<wire.Tool>(
  [
    field("name", { wire: "function.name", write: writeToolName }),
    field("description", { wire: "function.description" }),
    field("schema", { wire: "function.parameters", read: plainObject }),
    field("strict", {
      wire: "function.strict",
      write(strict, scope, path) {
        const loss = { effect: "the model may depart from the schema", idle: [false] };
        return scope.dialect.strictTools === false ? reportLost(strict, scope, path, loss) : strict;
      },
    }),
    MARKER,
  ],
  { specified: ["type"] },
);
const CUSTOM = fieldTable<wire.Tool>(
  [
    field("name", { wire: "custom.name", write: writeToolName }),
    field("description", { wire: "custom.description" }),
    field("format", { wire: "custom.format", read: plainObject }),
    MARKER,
  ],
  { specified: ["type"] },
);
const OTHER_PAGES = { effect: "other pages may be found" };
const SEARCH = fieldTable<WebSearchOptions>(
  [
    searchField("contextSize", { wire: "search_context_size" }),
    searchField("userLocation", {
      wire: "user_location",
      read({ type, approximate, ...location }, keep) {
        const [place, rest] = readPlace(approximate ?? {});
        keep(type === "approximate" ? location : { ...location, type });
        keep(rest, ["approximate"]);
        return type === "approximate" || Object.keys(place).length > 0 ? place : null;
      },
      write: (place) => ({ type: "approximate", approximate: { ...place } }),
    }),
    searchField("allowedDomains", { loss: OTHER_PAGES }),
    searchField("blockedDomains", { loss: OTHER_PAGES }),
    searchField("maxUses"),
    searchField("timeRange", { loss: OTHER_PAGES }),
    searchField("version", { loss: { idle: true } }),
    searchField("cacheControl", { loss: { idle: true } }),
  ],
  {},
  Object.fromEntries(
    ["city", "country", "region", "timezone"].map((key) => [`userLocation.${key}`, ["user_location", "approximate", key]]),
  ),
);

/** Tools in order, the functions of the pre-tools form after them, web search last. */
export function decodeTools({ tools, functions, web_search_options }: ChatCompletionsRequest, trace: Trace, report: Report): Tool[] {
  const decoded = (tools ?? []).flatMap((tool, index) => decodeTool(tool, ["tools", index], trace, report));
  for (const [index, definition] of (functions ?? []).entries()) {
    const fields = { schema: ["parameters"], ...besideName(definition) };
    decoded.push(trace.mark(functionTool({ function: definition }, report), ["functions", index], fields));
  }
  if (web_search_options) {
    const search: Tool = { type: "web-search", ...decodeNode<WebSearchTool>(SEARCH, web_search_options, STYLE, report) };
    decoded.push(trace.mark(search, ["web_search_options"], SEARCH.paths()));
  }
  return decoded;
}

function functionTool(tool: wire.Tool, report: Report): Tool {
  return { type: "function", name: "", ...decodeNode<ToolFields>(FUNCTION, tool, STYLE, report) };
}

function decodeTool(tool: wire.Tool, path: Path, trace: Trace, report: Report): Tool[] {
  const kind = QUIRKS.untypedTool.rewrite(tool.type);
  if (kind === "function" && !tool.function) {
    report(dropped("dropped.field", path, "This tool has no function; it was left out."));
    return [];
  }
  if (kind === "function") return [trace.mark(functionTool(tool, report), path, FUNCTION.paths())];
  if (kind !== "custom" || !tool.custom) return [trace.mark({ type: "raw", style: STYLE, value: plainObject(tool) }, path, { value: [] })];
  return [trace.mark({ name: "", ...decodeNode<ToolFields>(CUSTOM, tool, STYLE, report), type: "custom" }, path, CUSTOM.paths())];
}

/** @param kept which of the tools may be called; see {@link wordedChoice} */
export function encodeTools(tools: readonly Tool[], scope: RequestScope, kept: (tool: Tool) => boolean = () => true) {
  const { own, fits, trace, report } = scope;
  const written: wire.Tool[] = [];
  let search: WebSearchOptions | undefined;
  const lose = (path: Path, why: string) => report(dropped("dropped.value", path, `chat-completions has ${why}; this tool was left out.`));
  for (const [index, tool] of tools.entries()) {
    if (!kept(tool)) continue;
    const path = ["tools", index];
    switch (tool.type) {
      case "function":
      case "custom":
        written.push(encodeNode(tool.type === "custom" ? CUSTOM : FUNCTION, tool, scope, path, { type: tool.type }));
        break;
      case "web-search":
        if (fits && scope.capabilities.webSearch === false) lose(path, "no web search for this model");
        else if (search === undefined) search = encodeNode(SEARCH, tool, scope, path, {});
        else lose(path, "one web search");
        break;
      case "web-fetch":
      case "code-execution":
        lose(path, `no ${tool.type}`);
        break;
      case "raw":
        if (tool.style === STYLE && conforms(ToolSchema, tool.value)) written.push(trace.mark({ ...tool.value }, [...path, "value"]));
        else leaveOutRaw(tool.style, STYLE, path, report, "dropped.value");
        break;
      default:
        tool satisfies never;
    }
  }
  if (!own) reportOrder(tools, report);
  return compact({ tools: written.length === 0 ? undefined : written, web_search_options: search });
}

/** Web search is a field of its own, which is read after all tools. */
function reportOrder(tools: readonly Tool[], report: Report): void {
  const from = tools.findIndex(({ type }) => type === "web-search");
  const to = tools.findLastIndex(isNamed);
  if (from === -1) return;
  for (let index = from; index <= to; index++)
    report(equivalent(["tools", index], "Web search stands behind other tools, also on the way back."));
}

/** Undefined where it is not understood. */
export function readToolChoice(given: WireChoice, keep: Keep, report: Report): ToolChoice | undefined {
  const path = ["tool_choice"];
  if (typeof given === "string") {
    const mode = QUIRKS.anyTool.rewrite(given);
    if (mode !== given) report(notice("vendor_extension", path, "Only some servers have this word.", { from: given, to: mode }));
    return mode === "auto" || mode === "none" || mode === "required" ? { mode } : undefined;
  }
  const kind = kindOf(given);
  if (kind) {
    const { type, [kind]: named, ...rest } = given;
    const { name, ...namedRest } = named ?? {};
    if (!name) return undefined;
    keep(rest);
    keep(namedRest, [kind]);
    return { mode: "named", name, kind };
  }
  const { type, allowed_tools, ...rest } = given;
  if ((type ?? "allowed_tools") !== "allowed_tools" || !allowed_tools?.tools) return undefined;
  const { mode, tools, ...allowedRest } = allowed_tools;
  const required = mode === "required";
  const isNone = tools.length === 0 && !required;
  const names = tools.flatMap((tool) => plainName(tool) ?? []);
  if (!isNone && (names.length !== tools.length || names.length === 0)) return undefined;
  keep(rest);
  keep(required || mode === "auto" ? allowedRest : { ...allowedRest, mode }, ["allowed_tools"]);
  if (!isNone) return { mode: "allowed", names, required };
  report(equivalent(path, "No tool is allowed: the choice is `none`, also on the way back."));
  return { mode: "none" };
}

/** The pre-tools form. */
export function readOlderChoice(given: NonNullable<ChatCompletionsRequest["function_call"]>, keep: Keep): ToolChoice | undefined {
  if (given === "auto" || given === "none") return { mode: given };
  if (typeof given === "string" || !given.name) return undefined;
  const { name, ...rest } = given;
  keep(rest);
  return { mode: "named", name, kind: "function" };
}

/** Where the fields of a choice stand. @param path where it stands itself */
export function choicePaths(choice: ToolChoice, path: Path = []): FieldPaths {
  const inside = path[0] === "function_call" ? path : [...path, choice.mode === "named" ? choice.kind : "allowed_tools"];
  return { "toolChoice.name": [...inside, "name"], "toolChoice.names": [...inside, "tools"], "toolChoice.required": [...inside, "mode"] };
}

type AllowedTool = NonNullable<NonNullable<Exclude<WireChoice, string>["allowed_tools"]>["tools"]>[number];

/** Of a tool that is named. */
function kindOf({ type, function: fn, custom }: Pick<AllowedTool, "type" | "function" | "custom">) {
  const kind = type ?? (fn ? "function" : custom && "custom");
  return kind === "function" || kind === "custom" ? kind : undefined;
}

/** Nothing but a name of one of the two kinds. */
function plainName(tool: AllowedTool): string | null | undefined {
  const { type, function: fn, custom, ...rest } = tool;
  const kind = kindOf(tool);
  const { name, ...namedRest } = (kind && tool[kind]) ?? {};
  return hasOnly(rest, []) && hasOnly(namedRest, []) && !(fn && custom) ? name : undefined;
}

/** The choice as the server takes it, and which tools may be declared, where it takes a word alone. */
export function wordedChoice(given: ToolChoice | undefined, tools: readonly Tool[], { dialect, report }: RequestScope) {
  if (dialect.namedChoice !== false || given === undefined) return { choice: given, kept: undefined };
  return narrowedChoice(declaredChoice(given, tools, report), tools, report);
}

/** @param written whether the request declares a tool that can be called */
export function encodeToolChoice(given: ToolChoice | undefined, tools: readonly Tool[], written: boolean, scope: RequestScope) {
  const { own, report } = scope;
  if (given === undefined) return undefined;
  if (!written && (forces(given) || !own)) return report(noChoice(given, STYLE));
  if (given.mode === "named" && !isFunction(given.kind)) return report(noChoice(given, STYLE, "this tool"));
  const named = (kind: string, given: string, at: Path) => {
    const field = { name: renameTool(given, at, scope) };
    return kind === "custom" ? { type: "custom", custom: field } : { type: "function", function: field };
  };
  const choice = declaredChoice(given, tools, report);
  if (choice.mode === "named") return named(choice.kind, choice.name, ["toolChoice", "name"]);
  if (choice.mode !== "allowed") return choice.mode;
  const allowed = allowedTools(choice, tools, report).map(({ kind, name, at }) => named(kind, name, at));
  if (allowed.length === 0) return "none";
  return { type: "allowed_tools", allowed_tools: { mode: choice.required ? "required" : "auto", tools: allowed } };
}
