/**
 * Tool definitions, `tool_choice` and the web search option.
 *
 *     {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}, "strict": true}}
 *     {"type": "custom", "custom": {"name": "sql", "format": {"type": "grammar", …}}}
 *
 * Web search is no tool here but a field of its own, `web_search_options`.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { dropped, equivalent, type Issue } from "../../core/issue.js";
import { type JsonObject, plainObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import type { Profile, StyleName } from "../../model/common.js";
import { dropUnknown, keepUnknown, type Rest, restoreUnknown } from "../../model/extensions.js";
import type { CustomTool, FunctionTool, Tool, WebSearchTool } from "../../model/index.js";
import { namelessTool } from "../../model/tool-names.js";
import { combinedAtTop } from "../../model/tool-schema.js";
import { decodeMarker, encodeOtherMarker, MARKER_FIELDS, markedFields } from "./cache.js";
import { besideName, type Rename } from "./calls.js";
import { isOwn } from "./parts.js";
import type * as wire from "./wire.js";
import { type ChatCompletionsRequest, Tool as ToolSchema, type WebSearchOptions } from "./wire.js";

type Report = (issue: Issue) => void;

const FUNCTION_FIELDS = {
  ...MARKER_FIELDS,
  name: ["function", "name"],
  description: ["function", "description"],
  schema: ["function", "parameters"],
  strict: ["function", "strict"],
} as const;
const CUSTOM_FIELDS = {
  ...MARKER_FIELDS,
  name: ["custom", "name"],
  description: ["custom", "description"],
  format: ["custom", "format"],
} as const;
const RAW_FIELDS = { value: [] } as const;

/** Tools in order, the functions of the pre-tools form after them, web search last. */
export function decodeTools(body: ChatCompletionsRequest, trace: Trace, report: Report): Tool[] {
  const { tools, functions, web_search_options } = body;
  const decoded = (tools ?? []).flatMap((tool, index) => decodeTool(tool, ["tools", index], trace, report));
  const old = (functions ?? []).map((definition, index) => decodeFunction(definition, {}, ["functions", index], trace, {}));
  const search = web_search_options ? [decodeWebSearch(web_search_options, trace)] : [];
  return [...decoded, ...old, ...search];
}

function decodeTool(tool: wire.Tool, path: Path, trace: Trace, report: Report): Tool[] {
  const { type, function: fn, custom, cache_control, prompt_cache_breakpoint, ...rest } = tool;
  const kind = type ?? "function";
  if (kind === "function" && fn)
    return [decodeFunction(fn, { cache_control, prompt_cache_breakpoint }, path, trace, rest, FUNCTION_FIELDS)];
  if (kind === "custom" && custom) {
    const { name, description, format, ...customRest } = custom;
    const marker = decodeMarker({ cache_control, prompt_cache_breakpoint });
    const value = compact({
      type: "custom" as const,
      name: name ?? "",
      description: description ?? undefined,
      format: format ?? undefined,
      cacheControl: marker.cacheControl,
      ...keepUnknown("chat-completions", rest, [["custom", customRest], ...marker.unknown]),
    });
    return [trace.mark(value, path, markedFields(CUSTOM_FIELDS, marker))];
  }
  if (kind === "function") {
    report(dropped("dropped.field", path, "This tool has no function, so that there is nothing to call; it is left out."));
    return [];
  }
  return [trace.mark({ type: "raw", style: "chat-completions", value: plainObject(tool) }, path, RAW_FIELDS)];
}

function decodeFunction(
  definition: wire.FunctionDefinition,
  marks: Pick<wire.Tool, "cache_control" | "prompt_cache_breakpoint">,
  path: Path,
  trace: Trace,
  outer: Rest,
  fields?: typeof FUNCTION_FIELDS,
): FunctionTool {
  const { name, description, parameters, strict, ...rest } = definition;
  const marker = decodeMarker(marks);
  return trace.mark(
    compact({
      type: "function" as const,
      name: name ?? "",
      description: description ?? undefined,
      schema: parameters ?? undefined,
      dialect: parameters ? ("json-schema" as const) : undefined,
      strict: strict ?? undefined,
      cacheControl: marker.cacheControl,
      ...keepUnknown("chat-completions", outer, [["function", rest], ...marker.unknown]),
    }),
    path,
    fields === undefined ? { schema: ["parameters"], ...besideName(rest) } : markedFields(fields, marker),
  );
}

const SEARCH_FIELDS = {
  contextSize: ["search_context_size"],
  "userLocation.city": ["user_location", "approximate", "city"],
  "userLocation.country": ["user_location", "approximate", "country"],
  "userLocation.region": ["user_location", "approximate", "region"],
  "userLocation.timezone": ["user_location", "approximate", "timezone"],
  userLocation: ["user_location"],
} as const;

function decodeWebSearch(options: WebSearchOptions, trace: Trace): WebSearchTool {
  const { search_context_size, user_location, ...rest } = options;
  const { type, approximate, ...locationRest } = user_location ?? {};
  const { city, country, region, timezone, ...placeRest } = approximate ?? {};
  const place = compact({
    city: city ?? undefined,
    country: country ?? undefined,
    region: region ?? undefined,
    timezone: timezone ?? undefined,
  });
  return trace.mark(
    compact({
      type: "web-search" as const,
      contextSize: search_context_size ?? undefined,
      userLocation: type === "approximate" || Object.keys(place).length > 0 ? place : undefined,
      ...keepUnknown("chat-completions", rest, [
        ["user_location", { ...locationRest, ...(type === "approximate" ? {} : { type }) }],
        [["user_location", "approximate"], placeRest],
      ]),
    }),
    ["web_search_options"],
    SEARCH_FIELDS,
  );
}

export interface ToolTarget {
  readonly from: StyleName | undefined;
  readonly profile: Profile;
  readonly chatExtensions: boolean;
  readonly rename: Rename;
}

export interface EncodedTools {
  readonly tools?: wire.Tool[];
  readonly web_search_options?: WebSearchOptions;
}

export function encodeTools(tools: readonly Tool[], target: ToolTarget, trace: Trace, report: Report): EncodedTools {
  const written: wire.Tool[] = [];
  let search: WebSearchOptions | undefined;
  tools.forEach((tool, index) => {
    const path = ["tools", index];
    switch (tool.type) {
      case "function":
        written.push(encodeFunction(tool, path, target, trace, report));
        break;
      case "custom":
        written.push(encodeCustom(tool, path, target, trace, report));
        break;
      case "web-search":
        if (search === undefined) search = encodeWebSearch(tool, path, trace, report);
        else report(dropped("dropped.value", path, "chat-completions has one web search; this second one is left out."));
        break;
      case "web-fetch":
        dropUnknown(tool.extensions, "chat-completions", path, report);
        report(dropped("dropped.value", path, "chat-completions has no tool that reads pages; the model cannot open an address."));
        break;
      case "code-execution":
        dropUnknown(tool.extensions, "chat-completions", path, report);
        report(dropped("dropped.value", path, "chat-completions has no code execution tool; the model cannot run code."));
        break;
      case "raw":
        if (tool.style === "chat-completions" && conforms(ToolSchema, tool.value))
          written.push(trace.mark({ ...tool.value }, [...path, "value"]));
        else report(dropped("dropped.value", path, `This tool is one of the ${tool.style} style only; the model will not have it.`));
        break;
      default:
        tool satisfies never;
    }
  });
  if (target.from !== undefined && target.from !== "chat-completions") reportOrder(tools, report);
  return compact({ tools: written.length === 0 ? undefined : written, web_search_options: search });
}

/** Web search is a field of its own, which is read after all tools. */
function reportOrder(tools: readonly Tool[], report: Report): void {
  const from = tools.findIndex(({ type }) => type === "web-search");
  const to = tools.findLastIndex(({ type }) => type === "function" || type === "custom");
  if (from === -1) return;
  for (let index = from; index <= to; index++)
    report(equivalent(["tools", index], "Web search stands beside the tools in chat-completions; the way back has it after them."));
}

function encodeFunction(tool: FunctionTool, path: Path, target: ToolTarget, trace: Trace, report: Report): wire.Tool {
  // Every dialect but JSON Schema is turned into it by the style that has it.
  const { type, name, description, schema, dialect: _jsonSchema, strict, cacheControl, extensions, ...rest } = tool;
  rest satisfies NothingLeft;
  checkName(name, path, report);
  dropUnknown(extensions, "chat-completions", path, report);
  const parameters = schema === undefined || isOwn(target.from) ? schema : strictSchema(schema, path, target, report);
  const definition = { type, function: compact({ name: target.rename(name, [...path, "name"]), description, parameters, strict }) };
  return trace.mark(
    restoreUnknown({ ...definition, ...encodeOtherMarker(cacheControl, path, target, report) }, extensions, "chat-completions"),
    path,
    WIRE_FUNCTION_FIELDS,
  );
}

/** The vendor and many servers refuse an object that lists no properties at the top; the vendor also what is combined there. */
function strictSchema(schema: JsonObject, path: Path, { profile }: ToolTarget, report: Report): JsonObject {
  const at = [...path, "schema"];
  if (profile === "vendor") for (const issue of combinedAtTop(schema, at)) report(issue);
  if (schema.type !== "object" || Object.hasOwn(schema, "properties")) return schema;
  report(equivalent(at, "chat-completions wants the list of an object's properties at the top of a tool's schema, though it be empty."));
  return { ...schema, properties: {} };
}

const WIRE_FUNCTION_FIELDS = {
  "function.name": ["name"],
  "function.description": ["description"],
  "function.parameters": ["schema"],
  "function.strict": ["strict"],
} as const;

function encodeCustom(tool: CustomTool, path: Path, target: ToolTarget, trace: Trace, report: Report): wire.Tool {
  const { type, name, description, format, cacheControl, extensions, ...rest } = tool;
  rest satisfies NothingLeft;
  checkName(name, path, report);
  dropUnknown(extensions, "chat-completions", path, report);
  const definition = { type, custom: compact({ name: target.rename(name, [...path, "name"]), description, format }) };
  return trace.mark(
    restoreUnknown({ ...definition, ...encodeOtherMarker(cacheControl, path, target, report) }, extensions, "chat-completions"),
    path,
    { "custom.name": ["name"], "custom.description": ["description"], "custom.format": ["format"] },
  );
}

function checkName(name: string, path: Path, report: Report): void {
  if (name === "") report(namelessTool(path, "V-05"));
}

function encodeWebSearch(tool: WebSearchTool, path: Path, trace: Trace, report: Report): WebSearchOptions {
  const {
    type: _type,
    contextSize,
    userLocation,
    allowedDomains,
    blockedDomains,
    maxUses,
    timeRange,
    version,
    cacheControl,
    extensions,
    ...rest
  } = tool;
  rest satisfies NothingLeft;
  const lose = (field: string, value: unknown, what: string, severity: "info" | "warning") => {
    if (value !== undefined)
      report(dropped("dropped.field", [...path, field], `chat-completions web search has no ${what}.`, { severity }));
  };
  lose("allowedDomains", allowedDomains, "list of allowed domains; other pages may be found", "warning");
  lose("blockedDomains", blockedDomains, "list of blocked domains; their pages may be found", "warning");
  lose("maxUses", maxUses, "limit of uses", "warning");
  lose("timeRange", timeRange, "time range; older and newer pages may be found", "warning");
  lose("version", version, "versions", "info");
  lose("cacheControl", cacheControl, "cache marker", "info");
  dropUnknown(extensions, "chat-completions", path, report);
  const options = compact({
    search_context_size: contextSize,
    user_location: userLocation === undefined ? undefined : { type: "approximate", approximate: { ...userLocation } },
  });
  return trace.mark(restoreUnknown<WebSearchOptions>(options, extensions, "chat-completions"), path, {
    search_context_size: ["contextSize"],
    "user_location.approximate": ["userLocation"],
    user_location: ["userLocation"],
  });
}
