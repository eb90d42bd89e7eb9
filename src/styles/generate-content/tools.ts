/**
 * `tools`: one entry holds all function declarations, each other tool has an entry of its own. A search is `webSearch` in
 * the specification and `googleSearch` at the vendor.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, notice } from "../../core/issue.js";
import { plainObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { dropUnknown, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { FunctionTool, JsonObject, Tool, WebSearchTool } from "../../model/index.js";
import { namelessTool } from "../../model/tool-names.js";
import { decodeSchema, encodeSchema } from "./schema.js";
import { type DecodeScope, type EncodeScope, encodeName, STYLE } from "./scope.js";
import type { GenerateContentTool } from "./wire.js";

type Declaration = NonNullable<GenerateContentTool["functionDeclarations"]>[number];
type Search = NonNullable<GenerateContentTool["webSearch"]>;

export function decodeTools(entries: readonly GenerateContentTool[], scope: DecodeScope): Tool[] {
  return entries.flatMap((entry, index) => decodeEntry(entry, ["tools", index], scope));
}

function decodeEntry(entry: GenerateContentTool, path: Path, scope: DecodeScope): Tool[] {
  const { functionDeclarations, codeExecution, webSearch, googleSearch, urlContext, ...others } = entry;
  const tools: Tool[] = (functionDeclarations ?? []).map((declaration, index) =>
    decodeFunction(declaration, [...path, "functionDeclarations", index], scope),
  );
  if (webSearch != null) tools.push(decodeSearch(webSearch, [...path, "webSearch"], scope));
  if (googleSearch != null) tools.push(decodeSearch(googleSearch, [...path, "googleSearch"], scope));
  if (codeExecution != null)
    tools.push(scope.trace.mark({ type: "code-execution", ...keepUnknown(STYLE, codeExecution) } as const, [...path, "codeExecution"]));
  if (urlContext != null)
    tools.push(scope.trace.mark({ type: "web-fetch", ...keepUnknown(STYLE, urlContext) } as const, [...path, "urlContext"]));
  for (const [key, value] of Object.entries(others)) {
    const plain = keepUnknown(STYLE, { value }).extensions?.[STYLE]?.value;
    if (plain !== undefined)
      tools.push(
        scope.trace.mark({ type: "raw", style: STYLE, value: Object.fromEntries([[key, plain]]) } as const, [...path, key], { value: [] }),
      );
  }
  return tools;
}

const FUNCTION_FIELDS = { schema: ["parameters"] } as const;
const JSON_FUNCTION_FIELDS = { schema: ["parametersJsonSchema"] } as const;

function decodeFunction(declaration: Declaration, path: Path, scope: DecodeScope): Tool {
  const { name, description, parameters, parametersJsonSchema, ...rest } = declaration;
  const subset = jsonObject(parameters);
  const schema =
    jsonObject(parametersJsonSchema) ?? (subset === undefined ? undefined : decodeSchema(subset, [...path, "parameters"], scope.report));
  const both = parameters != null && parametersJsonSchema != null ? { parameters } : {};
  return scope.trace.mark(
    {
      type: "function",
      name,
      ...compact({ description: description ?? undefined, schema }),
      ...(schema === undefined ? {} : ({ dialect: "json-schema" } as const)),
      ...keepUnknown(STYLE, { ...rest, ...both }),
    },
    path,
    parametersJsonSchema == null ? FUNCTION_FIELDS : JSON_FUNCTION_FIELDS,
  );
}

/** An object that the schema found without looking into it. */
export function jsonObject(value: object | null | undefined): JsonObject | undefined {
  return value == null ? undefined : plainObject(value);
}

const SEARCH_FIELDS = {
  blockedDomains: ["excludeDomains"],
  "timeRange.start": ["timeRangeFilter", "startTime"],
  "timeRange.end": ["timeRangeFilter", "endTime"],
  timeRange: ["timeRangeFilter"],
} as const;

function decodeSearch(search: Search, path: Path, scope: DecodeScope): Tool {
  const { timeRangeFilter, excludeDomains, ...rest } = search;
  const { startTime, endTime, ...more } = timeRangeFilter ?? {};
  const timeRange = timeRangeFilter == null ? undefined : compact({ start: startTime ?? undefined, end: endTime ?? undefined });
  return scope.trace.mark(
    {
      type: "web-search",
      ...compact({ timeRange, blockedDomains: excludeDomains ?? undefined }),
      ...keepUnknown(STYLE, rest, [["timeRangeFilter", more]]),
    },
    path,
    SEARCH_FIELDS,
  );
}

/** @param kept whether a tool stays when a choice narrows the list */
export function encodeTools(tools: readonly Tool[], kept: (tool: Tool) => boolean, scope: EncodeScope): GenerateContentTool[] {
  const declarations: Declaration[] = [];
  const entries: GenerateContentTool[] = [];
  tools.forEach((tool, index) => {
    const path = ["tools", index];
    if (!kept(tool)) return;
    if (tool.type === "function" || tool.type === "custom") {
      declarations.push(tool.type === "function" ? encodeFunction(tool, path, scope) : encodeCustom(tool, path, scope));
      return;
    }
    const entry = encodeEntry(tool, path, scope);
    if (entry !== undefined) entries.push(scope.trace.mark(entry, path, {}));
  });
  reportOrder(
    tools.map((tool, index) => ({ tool, index })).filter(({ tool }) => kept(tool)),
    scope,
  );
  if (declarations.length > 0 && entries.length > 0 && !scope.own) reportMixed(tools, kept, scope);
  return declarations.length === 0 ? entries : [{ functionDeclarations: declarations }, ...entries];
}

/** Only newer models take both, and want to be told that the answer may show the calls of both. */
function reportMixed(tools: readonly Tool[], kept: (tool: Tool) => boolean, scope: EncodeScope): void {
  const index = tools.findIndex((tool) => tool.type !== "function" && tool.type !== "custom" && kept(tool));
  if ((scope.generation ?? 0) < 3)
    scope.report(
      notice(
        "vendor_extension",
        ["tools", index],
        "Models before generation 3 take no tools of the service beside functions, and may refuse the request.",
        { severity: "warning" },
      ),
    );
  else if (scope.profile === "vendor")
    scope.report(
      notice(
        "defaulted.other",
        ["tools"],
        "The Gemini API takes its own tools beside functions only with `includeServerSideToolInvocations`, which is written; Vertex AI does not know that field.",
        { to: true },
      ),
    );
}

/** Whether the request must ask for the calls of the service's own tools. */
export function showsInvocations([functions, ...others]: readonly GenerateContentTool[], scope: EncodeScope): true | undefined {
  if (scope.own || scope.profile !== "vendor" || (scope.generation ?? 0) < 3) return undefined;
  return functions?.functionDeclarations !== undefined && others.length > 0 ? true : undefined;
}

/** Functions stand before all other tools. */
function reportOrder(tools: readonly { readonly tool: Tool; readonly index: number }[], scope: EncodeScope): void {
  const declared = tools.map(({ tool }) => tool.type === "function" || tool.type === "custom");
  const from = declared.indexOf(false);
  const to = declared.lastIndexOf(true);
  if (scope.own || from === -1 || to < from) return;
  for (const { index } of tools.slice(from, to + 1))
    scope.report(equivalent(["tools", index], "Functions stand before other tools in generate-content, and on the way back."));
}

function encodeEntry(
  tool: Exclude<Tool, { type: "function" | "custom" }>,
  path: Path,
  scope: EncodeScope,
): GenerateContentTool | undefined {
  switch (tool.type) {
    case "web-search":
      return { [scope.limits.searchKey]: encodeSearch(tool, path, scope) };
    case "web-fetch": {
      const { type: _type, allowedDomains, blockedDomains, maxUses, version, cacheControl, extensions, ...rest } = tool;
      rest satisfies NothingLeft;
      if (!scope.own)
        scope.report(
          approximated("approximated.enum", path, "generate-content reads the addresses that stand in the prompt, and no others."),
        );
      if (version !== undefined) lost([...path, "version"], "generate-content has one version of reading pages.", scope, "info");
      for (const [field, value] of Object.entries({ allowedDomains, blockedDomains, maxUses }))
        if (value !== undefined) lost([...path, field], "generate-content cannot limit which pages are read, or how many.", scope);
      cacheMarker(cacheControl, path, scope);
      dropUnknown(extensions, STYLE, path, scope.report);
      return { urlContext: restoreUnknown({}, extensions, STYLE) };
    }
    case "code-execution": {
      const { type: _type, version, cacheControl, extensions, ...rest } = tool;
      rest satisfies NothingLeft;
      if (version !== undefined) lost([...path, "version"], "generate-content has one version of code execution.", scope, "info");
      cacheMarker(cacheControl, path, scope);
      dropUnknown(extensions, STYLE, path, scope.report);
      return { codeExecution: restoreUnknown({}, extensions, STYLE) };
    }
    case "raw":
      if (tool.style === STYLE) return tool.value;
      scope.report(dropped("dropped.field", path, `This tool is one that only the ${tool.style} style has; the model will not have it.`));
      return undefined;
    default:
      tool satisfies never;
      return undefined;
  }
}

function encodeFunction(tool: FunctionTool, path: Path, scope: EncodeScope): Declaration {
  const { type: _type, name, description, schema, dialect: _dialect, strict, cacheControl, extensions, ...rest } = tool;
  rest satisfies NothingLeft;
  if (strict !== undefined) lost([...path, "strict"], "generate-content functions have no strict mode.", scope, "info");
  cacheMarker(cacheControl, path, scope);
  dropUnknown(extensions, STYLE, path, scope.report);
  const written =
    schema === undefined ? undefined : encodeSchema(schema, scope.options.gSchema ?? "auto", [...path, "schema"], scope.report);
  const field =
    written?.field === "subset" ? { parameters: written.schema } : written === undefined ? {} : { parametersJsonSchema: written.schema };
  const declaration = { name: declaredName(name, path, scope), ...compact({ description }), ...field };
  return scope.trace.mark(restoreUnknown(declaration, extensions, STYLE), path, {
    parameters: ["schema"],
    parametersJsonSchema: ["schema"],
  });
}

function declaredName(name: string, path: Path, scope: EncodeScope): string {
  if (name !== "") return encodeName(name, [...path, "name"], scope);
  scope.report(namelessTool(path, "V-26"));
  return name;
}

const FREE_FORM: JsonObject = { type: "OBJECT", properties: { input: { type: "STRING" } }, required: ["input"] };

function encodeCustom(tool: Extract<Tool, { type: "custom" }>, path: Path, scope: EncodeScope): Declaration {
  const { type: _type, name, description, format: _grammar, cacheControl, extensions, ...rest } = tool;
  rest satisfies NothingLeft;
  scope.report(
    approximated("approximated.schema", path, "A free-form tool becomes a function with one text argument; its grammar is not enforced."),
  );
  cacheMarker(cacheControl, path, scope);
  dropUnknown(extensions, STYLE, path, scope.report);
  return scope.trace.mark({ name: declaredName(name, path, scope), ...compact({ description }), parameters: FREE_FORM }, path);
}

function encodeSearch(tool: WebSearchTool, path: Path, scope: EncodeScope): Search {
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
  if (contextSize !== undefined) lost([...path, "contextSize"], "A generate-content search has no context size.", scope, "info");
  if (version !== undefined) lost([...path, "version"], "A generate-content search has no versions.", scope, "info");
  if (userLocation !== undefined) lost([...path, "userLocation"], "A generate-content search does not know where the user is.", scope);
  if (allowedDomains !== undefined)
    lost([...path, "allowedDomains"], "A generate-content search cannot be kept to some sites; it searches the whole web.", scope);
  if (maxUses !== undefined) lost([...path, "maxUses"], "A generate-content search has no limit of uses.", scope);
  const excludes = scope.own || scope.profile === "vendor";
  if (blockedDomains !== undefined && !excludes)
    lost([...path, "blockedDomains"], "The search of the specification cannot leave sites out.", scope);
  cacheMarker(cacheControl, path, scope);
  dropUnknown(extensions, STYLE, path, scope.report);
  const range = timeRange === undefined ? undefined : compact({ startTime: timeRange.start, endTime: timeRange.end });
  const search = compact({
    timeRangeFilter: range,
    excludeDomains: excludes && blockedDomains !== undefined ? [...blockedDomains] : undefined,
  });
  return restoreUnknown(search, extensions, STYLE);
}

function cacheMarker(marker: FunctionTool["cacheControl"], path: Path, scope: EncodeScope): void {
  if (marker !== undefined) lost([...path, "cacheControl"], "generate-content caches by itself and takes no cache markers.", scope, "info");
}

function lost(path: Path, message: string, scope: EncodeScope, severity: "info" | "warning" = "warning"): void {
  scope.report(dropped("dropped.field", path, message, { severity }));
}
