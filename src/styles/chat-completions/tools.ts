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

import { compact } from "../../core/compact.js";
import { dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import { plainObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import type { FieldPaths, Trace } from "../../core/trace.js";
import { decodeFields, encodeFields } from "../../fields/codec.js";
import { type FieldScope, fieldOf, fieldTable } from "../../fields/table.js";
import { dropUnknown, keepUnknown, type Rest, restoreUnknown } from "../../model/extensions.js";
import type { FunctionTool, Tool, ToolChoice, WebSearchTool } from "../../model/index.js";
import {
  combinedAtTop,
  declaredKinds,
  forces,
  isNamed,
  leaveOutRaw,
  namelessTool,
  noChoice,
  readPlace,
  type ToolFields,
  undeclaredChoice,
} from "../../model/tools.js";
import { decodeMarker, encodeOtherMarker, MARKER_FIELDS, type MarkerTarget, markedFields } from "./cache.js";
import { besideName, type Rename } from "./calls.js";
import { QUIRKS } from "./quirks.js";
import type * as wire from "./wire.js";
import { type ChatCompletionsRequest, Tool as ToolSchema, type WebSearchOptions, type ToolChoice as WireChoice } from "./wire.js";

type Report = (issue: Issue) => void;

export interface ToolScope extends FieldScope {
  readonly rename: Rename;
}

const field = fieldOf<ToolFields, wire.Tool, ToolScope>();
const searchField = fieldOf<WebSearchTool, WebSearchOptions, FieldScope>();

function writeName(name: string, { rename, report }: ToolScope, path: Path): string {
  if (name === "") report(namelessTool(path, "V-05"));
  return rename(name, path);
}

const FUNCTION = fieldTable<wire.Tool>(
  [
    field("name", { wire: "function.name", write: writeName }),
    field("description", { wire: "function.description" }),
    field("schema", {
      wire: "function.parameters",
      read: plainObject,
      write(schema, { own, profile, report }, path) {
        if (own) return schema;
        if (profile === "vendor") for (const issue of combinedAtTop(schema, path)) report(issue);
        // The vendor and many servers refuse an object that lists none.
        if (schema.type !== "object" || Object.hasOwn(schema, "properties")) return schema;
        report(equivalent(path, "chat-completions wants the list of an object's properties in a tool's schema, though it be empty."));
        return { ...schema, properties: {} };
      },
    }),
    field("strict", { wire: "function.strict" }),
  ],
  { specified: ["type", "cache_control", "prompt_cache_breakpoint", "custom"] },
);
const CUSTOM = fieldTable<wire.Tool>(
  [
    field("name", { wire: "custom.name", write: writeName }),
    field("description", { wire: "custom.description" }),
    field("format", { wire: "custom.format", read: plainObject }),
  ],
  { specified: ["type", "cache_control", "prompt_cache_breakpoint", "function"] },
);
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
    searchField("allowedDomains", { loss: { effect: "other pages may be found" } }),
    searchField("blockedDomains", { loss: { effect: "their pages may be found" } }),
    searchField("maxUses"),
    searchField("timeRange", { loss: { effect: "older and newer pages may be found" } }),
    searchField("version", { loss: { idle: true } }),
    searchField("cacheControl", { loss: { idle: true } }),
  ],
  {},
  Object.fromEntries(
    ["city", "country", "region", "timezone"].map((key) => [`userLocation.${key}`, ["user_location", "approximate", key]]),
  ),
);

/** Tools in order, the functions of the pre-tools form after them, web search last. */
export function decodeTools(body: ChatCompletionsRequest, trace: Trace, report: Report): Tool[] {
  const { tools, functions, web_search_options } = body;
  const decoded = (tools ?? []).flatMap((tool, index) => decodeTool(tool, ["tools", index], trace, report));
  for (const [index, definition] of (functions ?? []).entries()) {
    const { fields, unknown } = decodeFields<FunctionTool>(FUNCTION, { function: definition }, report);
    const [, rest = {}] = unknown[0] ?? [];
    decoded.push(trace.mark(functionTool(fields, unknown), ["functions", index], { schema: ["parameters"], ...besideName(rest) }));
  }
  if (web_search_options) {
    const { fields, unknown } = decodeFields<WebSearchTool>(SEARCH, web_search_options, report);
    const search: Tool = { type: "web-search", ...fields, ...keepUnknown("chat-completions", {}, unknown) };
    decoded.push(trace.mark(search, ["web_search_options"], SEARCH.paths));
  }
  return decoded;
}

type Unknown = ReturnType<typeof decodeFields>["unknown"];

function functionTool({ name = "", ...fields }: Partial<FunctionTool>, unknown: Unknown): FunctionTool {
  const dialect = fields.schema === undefined ? {} : ({ dialect: "json-schema" } as const);
  return { ...fields, type: "function", name, ...dialect, ...keepUnknown("chat-completions", {}, unknown) };
}

function decodeTool(tool: wire.Tool, path: Path, trace: Trace, report: Report): Tool[] {
  const kind = QUIRKS.untypedTool.rewrite(tool.type);
  if (kind === "function" && !tool.function) {
    report(dropped("dropped.field", path, "This tool has no function, so that there is nothing to call; it was left out."));
    return [];
  }
  if (kind !== "function" && (kind !== "custom" || !tool.custom))
    return [trace.mark({ type: "raw", style: "chat-completions", value: plainObject(tool) }, path, { value: [] })];
  const table = kind === "function" ? FUNCTION : CUSTOM;
  const { fields, unknown } = decodeFields<ToolFields>(table, tool, report);
  const marker = decodeMarker(tool);
  const all = [...unknown, ...marker.unknown.map(([key, rest]) => [[key], rest] as const)];
  const marked = { ...fields, ...compact({ cacheControl: marker.cacheControl }) };
  const value: Tool =
    kind === "function"
      ? functionTool(marked, all)
      : { ...marked, type: "custom", name: fields.name ?? "", ...keepUnknown("chat-completions", {}, all) };
  return [trace.mark(value, path, markedFields({ ...MARKER_FIELDS, ...table.paths }, marker))];
}

export interface EncodedTools {
  readonly tools?: wire.Tool[];
  readonly web_search_options?: WebSearchOptions;
}

export function encodeTools(tools: readonly Tool[], scope: ToolScope, marker: MarkerTarget, trace: Trace): EncodedTools {
  const { report } = scope;
  const written: wire.Tool[] = [];
  let search: WebSearchOptions | undefined;
  const lose = (path: Path, why: string) => report(dropped("dropped.value", path, `chat-completions has ${why}; this tool was left out.`));
  for (const [index, tool] of tools.entries()) {
    const path = ["tools", index];
    if (tool.type !== "raw" && (tool.type !== "web-search" || search === undefined))
      dropUnknown(tool.extensions, "chat-completions", path, report);
    switch (tool.type) {
      case "function":
      case "custom": {
        const { type, cacheControl, extensions } = tool;
        const table = type === "function" ? FUNCTION : CUSTOM;
        const definition = { type, ...encodeFields(table, tool, scope, path), ...encodeOtherMarker(cacheControl, path, marker, report) };
        written.push(trace.mark(restoreUnknown(definition, extensions, "chat-completions"), path, table.bodyPaths));
        break;
      }
      case "web-search":
        if (search !== undefined) lose(path, "one web search");
        else
          search = trace.mark(
            restoreUnknown(encodeFields(SEARCH, tool, scope, path), tool.extensions, "chat-completions"),
            path,
            SEARCH.bodyPaths,
          );
        break;
      case "web-fetch":
        lose(path, "no tool that reads pages");
        break;
      case "code-execution":
        lose(path, "no tool that runs code");
        break;
      case "raw":
        if (tool.style === "chat-completions" && conforms(ToolSchema, tool.value))
          written.push(trace.mark({ ...tool.value }, [...path, "value"]));
        else leaveOutRaw(tool.style, "chat-completions", path, report, "dropped.value");
        break;
      default:
        tool satisfies never;
    }
  }
  if (!scope.own) reportOrder(tools, report);
  return compact({ tools: written.length === 0 ? undefined : written, web_search_options: search });
}

/** Web search is a field of its own, which is read after all tools. */
function reportOrder(tools: readonly Tool[], report: Report): void {
  const from = tools.findIndex(({ type }) => type === "web-search");
  const to = tools.findLastIndex(isNamed);
  if (from === -1) return;
  for (let index = from; index <= to; index++)
    report(equivalent(["tools", index], "Web search stands beside the tools in chat-completions; the way back has it after them."));
}

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
  const mode = QUIRKS.anyTool.rewrite(given);
  if (mode !== given) report(notice("vendor_extension", AT, "Only some servers have this word.", { from: given, to: mode }));
  return mode === "auto" || mode === "none" || mode === "required"
    ? found({ mode })
    : { fields: {}, unknown: [[[], { tool_choice: given }]] };
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
    return report(noChoice(choice, "chat-completions"));
  }
  switch (choice.mode) {
    case "auto":
    case "none":
    case "required":
      return choice.mode;
    case "named":
      if (choice.kind === "web-search") {
        return report(dropped("dropped.field", ["toolChoice"], "chat-completions cannot demand a web search; the model decides."));
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
