/**
 * Tools. A function is `{name, description, input_schema, strict}`; the service's own tools have a dated `type`. The choice
 * among them is in `tool-choice.ts`.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, type Issue } from "../../core/issue.js";
import { type JsonObject, plainObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import type { Trace } from "../../core/trace.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CodeExecutionTool, CustomTool, FunctionTool, RawTool, Tool, WebFetchTool, WebSearchTool } from "../../model/index.js";
import { namelessTool } from "../../model/tool-names.js";
import { combinedAtTop } from "../../model/tool-schema.js";
import { decodeCacheControl, type Markers } from "./cache.js";
import {
  type CodeExecutionToolDefinition,
  type FunctionToolDefinition,
  ToolDefinition,
  type WebFetchToolDefinition,
  type WebSearchToolDefinition,
} from "./wire.js";

export const WEB_SEARCH = { type: "web_search_20250305", name: "web_search" } as const;
const WEB_FETCH = { type: "web_fetch_20250910", name: "web_fetch" } as const;
const CODE_EXECUTION = { type: "code_execution_20250825", name: "code_execution" } as const;

function isFunctionTool(tool: ToolDefinition): tool is FunctionToolDefinition {
  return tool.type === undefined || tool.type === null || tool.type === "custom";
}
export function isWebSearchTool(tool: ToolDefinition): tool is WebSearchToolDefinition {
  return typeof tool.type === "string" && tool.type.startsWith("web_search_");
}
function isWebFetchTool(tool: ToolDefinition): tool is WebFetchToolDefinition {
  return typeof tool.type === "string" && tool.type.startsWith("web_fetch_");
}
function isCodeExecutionTool(tool: ToolDefinition): tool is CodeExecutionToolDefinition {
  return typeof tool.type === "string" && tool.type.startsWith("code_execution_");
}

export function decodeTools(tools: readonly ToolDefinition[] | null | undefined, trace: Trace): readonly Tool[] {
  return (tools ?? []).map((tool, index) => {
    const path = ["tools", index];
    if (isFunctionTool(tool)) return decodeFunctionTool(tool, path, trace);
    if (isWebSearchTool(tool)) return decodeWebSearch(tool, path, trace);
    if (isWebFetchTool(tool)) return decodeWebFetch(tool, path, trace);
    if (isCodeExecutionTool(tool)) return decodeCodeExecution(tool, path, trace);
    return trace.mark<RawTool>({ type: "raw", style: "messages", value: plainObject(tool) }, path, { value: [] });
  });
}

function decodeFunctionTool(tool: FunctionToolDefinition, path: Path, trace: Trace): FunctionTool {
  const { type, name, description, input_schema, strict, cache_control, ...rest } = tool;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const decoded: FunctionTool = {
    type: "function",
    name,
    ...compact({ description: description ?? undefined }),
    schema: plainObject(input_schema),
    dialect: "json-schema",
    ...compact({ strict: strict ?? undefined, cacheControl }),
    ...keepUnknown("messages", rest, unread),
  };
  return trace.mark(decoded, path, { schema: ["input_schema"], cacheControl: ["cache_control"] });
}

function decodeWebSearch(tool: WebSearchToolDefinition, path: Path, trace: Trace): WebSearchTool {
  const { type, name, allowed_domains, blocked_domains, max_uses, user_location, cache_control, ...rest } = tool;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const { type: kind, city, country, region, timezone, ...locationRest } = user_location ?? {};
  const userLocation = compact({
    city: city ?? undefined,
    country: country ?? undefined,
    region: region ?? undefined,
    timezone: timezone ?? undefined,
  });
  const decoded: WebSearchTool = {
    type: "web-search",
    ...compact({
      allowedDomains: allowed_domains ?? undefined,
      blockedDomains: blocked_domains ?? undefined,
      maxUses: max_uses ?? undefined,
      userLocation: user_location === undefined || user_location === null ? undefined : userLocation,
    }),
    version: type,
    ...compact({ cacheControl }),
    ...keepUnknown("messages", name === WEB_SEARCH.name ? rest : { ...rest, name }, [
      ["user_location", kind === undefined || kind === "approximate" ? locationRest : { ...locationRest, type: kind }],
      ...unread,
    ]),
  };
  return trace.mark(decoded, path, {
    allowedDomains: ["allowed_domains"],
    blockedDomains: ["blocked_domains"],
    maxUses: ["max_uses"],
    userLocation: ["user_location"],
    version: ["type"],
    cacheControl: ["cache_control"],
  });
}

function decodeWebFetch(tool: WebFetchToolDefinition, path: Path, trace: Trace): WebFetchTool {
  const { type, name, allowed_domains, blocked_domains, max_uses, cache_control, ...rest } = tool;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const decoded: WebFetchTool = {
    type: "web-fetch",
    ...compact({
      allowedDomains: allowed_domains ?? undefined,
      blockedDomains: blocked_domains ?? undefined,
      maxUses: max_uses ?? undefined,
    }),
    version: type,
    ...compact({ cacheControl }),
    ...keepUnknown("messages", name === WEB_FETCH.name ? rest : { ...rest, name }, unread),
  };
  return trace.mark(decoded, path, {
    allowedDomains: ["allowed_domains"],
    blockedDomains: ["blocked_domains"],
    maxUses: ["max_uses"],
    version: ["type"],
    cacheControl: ["cache_control"],
  });
}

function decodeCodeExecution(tool: CodeExecutionToolDefinition, path: Path, trace: Trace): CodeExecutionTool {
  const { type, name, cache_control, ...rest } = tool;
  const { cacheControl, unread } = decodeCacheControl(cache_control);
  const decoded: CodeExecutionTool = {
    type: "code-execution",
    version: type,
    ...compact({ cacheControl }),
    ...keepUnknown("messages", name === CODE_EXECUTION.name ? rest : { ...rest, name }, unread),
  };
  return trace.mark(decoded, path, { version: ["type"], cacheControl: ["cache_control"] });
}

export interface ToolWriter {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
  readonly markers: Markers;
  toolName(name: string, path: Path): string;
}

/** @param kept which of the canonical tools the request may use; see {@link narrowTools} */
export function encodeTools(tools: readonly Tool[], kept: (index: number) => boolean, writer: ToolWriter): readonly ToolDefinition[] {
  return tools.flatMap((tool, index) => {
    if (!kept(index)) return [];
    const path = ["tools", index];
    const definition = encodeTool(tool, path, writer);
    if (definition === undefined) return [];
    if (tool.type !== "raw") dropUnknown(tool.extensions, "messages", path, writer.report);
    return [writer.trace.mark(definition, path, { input_schema: ["schema"], cache_control: ["cacheControl"] })];
  });
}

function encodeTool(tool: Tool, path: Path, writer: ToolWriter): ToolDefinition | undefined {
  switch (tool.type) {
    case "function":
      return encodeFunctionTool(tool, path, writer);
    case "custom":
      return encodeCustomTool(tool, path, writer);
    case "web-search":
      return encodeWebSearch(tool, path, writer);
    case "web-fetch": {
      const { type, allowedDomains, blockedDomains, maxUses, version, cacheControl, extensions, ...rest } = tool;
      rest satisfies NothingLeft;
      if (version === undefined)
        writer.report(
          approximated("approximated.enum", path, "Pages are read by this style's own tool, which counts and cites in its way."),
        );
      return restoreUnknown(
        {
          type: dated("web_fetch_", version?.startsWith("web_fetch_") === true ? version : WEB_FETCH.type),
          name: WEB_FETCH.name,
          ...compact({
            allowed_domains: allowedDomains === undefined ? undefined : [...allowedDomains],
            blocked_domains: blockedDomains === undefined ? undefined : [...blockedDomains],
            max_uses: maxUses,
          }),
          ...marker(tool, writer),
        },
        extensions,
        "messages",
      );
    }
    case "code-execution": {
      const { type, version, cacheControl, extensions, ...rest } = tool;
      rest satisfies NothingLeft;
      const own = version?.startsWith("code_execution_") === true ? version : undefined;
      return restoreUnknown(
        {
          type: own === undefined ? CODE_EXECUTION.type : dated("code_execution_", own),
          name: CODE_EXECUTION.name,
          ...marker(tool, writer),
        },
        extensions,
        "messages",
      );
    }
    case "raw":
      if (tool.style === "messages" && conforms(ToolDefinition, tool.value)) return tool.value;
      writer.report(dropped("dropped.field", path, `This is a tool of the ${tool.style} style only; the model will not have it.`));
      return undefined;
    default:
      return tool satisfies never;
  }
}

/** The version with its prefix known to the compiler. */
function dated<Prefix extends string>(prefix: Prefix, version: string): `${Prefix}${string}` {
  return `${prefix}${version.slice(prefix.length)}`;
}

function marker(tool: object, { markers }: ToolWriter) {
  const cache_control = markers.get(tool);
  return cache_control === undefined ? {} : { cache_control };
}

function encodeFunctionTool(tool: FunctionTool, path: Path, writer: ToolWriter): FunctionToolDefinition {
  const { type, name, description, schema, dialect, strict, cacheControl, extensions, ...rest } = tool;
  rest satisfies NothingLeft;
  return restoreUnknown(
    {
      name: declaredName(name, path, writer),
      ...compact({ description }),
      input_schema: objectSchema(schema, [...path, "schema"], writer.report),
      ...compact({ strict }),
      ...marker(tool, writer),
    },
    extensions,
    "messages",
  );
}

function declaredName(name: string, path: Path, { toolName, report }: ToolWriter): string {
  if (name !== "") return toolName(name, [...path, "name"]);
  report(namelessTool(path, "V-15"));
  return name;
}

/** A schema whose `type` is `object`, as this style demands. */
function objectSchema(schema: JsonObject | undefined, path: Path, report: (issue: Issue) => void): JsonObject {
  if (schema === undefined) {
    report(equivalent(path, "A function without parameters has the schema of an empty object here."));
    return { type: "object", properties: {} };
  }
  for (const issue of combinedAtTop(schema, path)) report(issue);
  if (schema.type === "object") return schema;
  if (schema.type !== undefined && schema.type !== null)
    report(approximated("approximated.schema", [...path, "type"], "The input of a tool is an object in this style.", { to: "object" }));
  else report(equivalent([...path, "type"], "The input of a tool is an object, which its schema says here."));
  return { ...schema, type: "object" };
}

function encodeCustomTool(tool: CustomTool, path: Path, writer: ToolWriter): FunctionToolDefinition {
  const { type, name, description, format, cacheControl, extensions, ...rest } = tool;
  rest satisfies NothingLeft;
  writer.report(
    approximated(
      "approximated.schema",
      path,
      "This style has no free-form tools; this one is a function of one string, `input`, and its grammar does not bind the model.",
    ),
  );
  return restoreUnknown(
    {
      name: declaredName(name, path, writer),
      ...compact({ description }),
      input_schema: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
      ...marker(tool, writer),
    },
    extensions,
    "messages",
  );
}

function encodeWebSearch(tool: WebSearchTool, path: Path, writer: ToolWriter): WebSearchToolDefinition {
  const {
    type,
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
  if (contextSize !== undefined)
    writer.report(
      dropped("dropped.field", [...path, "contextSize"], "This style does not say how much of the web to read.", {
        severity: "info",
        from: contextSize,
      }),
    );
  if (timeRange !== undefined)
    writer.report(
      dropped(
        "dropped.field",
        [...path, "timeRange"],
        "This style cannot limit a search to a span of time; the model may find older or newer pages.",
      ),
    );
  const own = version?.startsWith("web_search_") === true ? version : WEB_SEARCH.type;
  return restoreUnknown(
    {
      type: dated("web_search_", own),
      name: WEB_SEARCH.name,
      ...compact({
        allowed_domains: allowedDomains === undefined ? undefined : [...allowedDomains],
        blocked_domains: blockedDomains === undefined ? undefined : [...blockedDomains],
        max_uses: maxUses,
        user_location: userLocation === undefined ? undefined : { type: "approximate", ...userLocation },
      }),
      ...marker(tool, writer),
    },
    extensions,
    "messages",
  );
}
