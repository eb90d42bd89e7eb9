/**
 * `tools`: one entry holds all function declarations, each other tool has an entry of its own. A search is `webSearch` in
 * the specification and `googleSearch` at the vendor.
 */

import { approximated, equivalent, notice } from "../../core/issue.js";
import { type JsonObject, plainObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import { decodeFields, encodeFields, reportLost } from "../../fields/codec.js";
import { fieldOf } from "../../fields/row.js";
import { fieldTable } from "../../fields/table.js";
import { dropUnknown, keepUnknown, plainJson, type Rest, restoreUnknown } from "../../model/extensions.js";
import type { CustomTool, FunctionTool, Tool, WebSearchTool } from "../../model/index.js";
import { isNamed, leaveOutRaw, namelessTool, type ToolFields } from "../../model/tools.js";
import { decodeSchema, encodeSchema } from "./schema.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import type { GenerateContentTool } from "./wire.js";

type Declaration = NonNullable<GenerateContentTool["functionDeclarations"]>[number];
type Search = NonNullable<GenerateContentTool["webSearch"]>;

const field = fieldOf<ToolFields, Declaration, EncodeScope>();
const searchField = fieldOf<WebSearchTool, Search, EncodeScope>();

const IDLE = { loss: { idle: true } } as const;
// generate-content caches by itself.
const MARKER = field("cacheControl", IDLE);
const FUNCTION = fieldTable<Declaration>(
  [
    field("name", {
      wire: "name",
      write(name, { names, report }, path) {
        if (name !== "") return names.rename(name, path);
        report(namelessTool(path, "V-26"));
        return name;
      },
    }),
    field("description", { wire: "description" }),
    field("strict", IDLE),
    MARKER,
  ],
  { specified: ["parameters", "parametersJsonSchema"] },
);
const SEARCH = fieldTable<Search>(
  [
    searchField("timeRange.start", { wire: "timeRangeFilter.startTime" }),
    searchField("timeRange.end", { wire: "timeRangeFilter.endTime" }),
    searchField("contextSize", IDLE),
    searchField("version", IDLE),
    searchField("userLocation"),
    searchField("allowedDomains", { loss: { effect: "it searches the whole web" } }),
    searchField("maxUses"),
    searchField("blockedDomains", {
      wire: "excludeDomains",
      write: (domains, scope, path) => (scope.own || scope.profile === "vendor" ? [...domains] : reportLost(domains, scope, path)),
    }),
    MARKER,
  ],
  {},
  { timeRange: ["timeRangeFilter"] },
);
const FETCH = fieldTable<Rest>([field("version", IDLE), field("allowedDomains"), field("blockedDomains"), field("maxUses"), MARKER], {});
const CODE = fieldTable<Rest>([field("version", IDLE), MARKER], {});

export function decodeTools(entries: readonly GenerateContentTool[], scope: DecodeScope): Tool[] {
  return entries.flatMap((entry, index) => decodeEntry(entry, ["tools", index], scope));
}

function decodeEntry(entry: GenerateContentTool, path: Path, scope: DecodeScope): Tool[] {
  const { functionDeclarations, codeExecution, webSearch, googleSearch, urlContext, ...others } = entry;
  const tools: Tool[] = (functionDeclarations ?? []).map((declaration, index) =>
    decodeFunction(declaration, [...path, "functionDeclarations", index], scope),
  );
  const add = (key: string, tool: Tool, fields?: FieldPaths) => tools.push(scope.trace.mark(tool, [...path, key], fields));
  for (const [key, search] of Object.entries({ webSearch, googleSearch }))
    if (search != null) add(key, decodeSearch(search, scope), SEARCH.paths);
  if (codeExecution != null) add("codeExecution", { type: "code-execution", ...keepUnknown(STYLE, codeExecution) });
  if (urlContext != null) add("urlContext", { type: "web-fetch", ...keepUnknown(STYLE, urlContext) });
  for (const [key, given] of Object.entries(others)) {
    const value = plainJson(given);
    if (value !== undefined) add(key, { type: "raw", style: STYLE, value: Object.fromEntries([[key, value]]) }, { value: [] });
  }
  return tools;
}

function decodeFunction(declaration: Declaration, path: Path, scope: DecodeScope): Tool {
  const { parameters, parametersJsonSchema } = declaration;
  const { fields, unknown } = decodeFields<ToolFields>(FUNCTION, declaration, scope.report);
  const subset = jsonObject(parameters);
  const given = jsonObject(parametersJsonSchema);
  const schema = given ?? (subset === undefined ? undefined : decodeSchema(subset, [...path, "parameters"], scope.report));
  const both = parameters != null && parametersJsonSchema != null ? { parameters } : {};
  const described = schema === undefined ? {} : ({ schema, dialect: "json-schema" } as const);
  const tool: Tool = { type: "function", ...fields, name: declaration.name, ...described, ...keepUnknown(STYLE, both, unknown) };
  return scope.trace.mark(tool, path, { schema: [parametersJsonSchema == null ? "parameters" : "parametersJsonSchema"] });
}

/** An object that the schema found without looking into it. */
export function jsonObject(value: object | null | undefined): JsonObject | undefined {
  return value == null ? undefined : plainObject(value);
}

function decodeSearch(search: Search, scope: DecodeScope): Tool {
  const { fields, unknown } = decodeFields<WebSearchTool>(SEARCH, search, scope.report);
  const range = search.timeRangeFilter == null ? {} : { timeRange: { ...fields.timeRange } };
  return { type: "web-search", ...fields, ...range, ...keepUnknown(STYLE, {}, unknown) };
}

/** @param kept whether a tool stays when a choice narrows the list */
export function encodeTools(tools: readonly Tool[], kept: (tool: Tool) => boolean, scope: EncodeScope): GenerateContentTool[] {
  const declarations: Declaration[] = [];
  const entries: GenerateContentTool[] = [];
  const written = [...tools.entries()].filter(([, tool]) => kept(tool));
  for (const [index, tool] of written) {
    const path = ["tools", index];
    if (tool.type !== "raw") dropUnknown(tool.extensions, STYLE, path, scope.report);
    if (isNamed(tool)) declarations.push(encodeDeclaration(tool, path, scope));
    else {
      const entry = encodeEntry(tool, path, scope);
      if (entry !== undefined) entries.push(scope.trace.mark(entry, path, {}));
    }
  }
  const [own] = written.find(([, tool]) => !isNamed(tool)) ?? [];
  if (own !== undefined && !scope.own) {
    const last = written.findLast(([, tool]) => isNamed(tool))?.[0] ?? -1;
    const message = "Functions stand before other tools in generate-content, and on the way back.";
    for (const [index] of written) if (index >= own && index <= last) scope.report(equivalent(["tools", index], message));
    if (declarations.length > 0 && entries.length > 0) reportMixed(["tools", own], scope);
  }
  return declarations.length === 0 ? entries : [{ functionDeclarations: declarations }, ...entries];
}

/** Only newer models take both, and want to be told that the answer may show the calls of both. */
function reportMixed(path: Path, scope: EncodeScope): void {
  const old = "Models before generation 3 take no tools of the service beside functions, and may refuse the request.";
  const asked =
    "The Gemini API takes its own tools beside functions only with `includeServerSideToolInvocations`, which is written; Vertex AI does not know that field.";
  if ((scope.generation ?? 0) < 3) scope.report(notice("vendor_extension", path, old, { severity: "warning" }));
  else if (scope.profile === "vendor") scope.report(notice("defaulted.other", ["tools"], asked, { to: true }));
}

/** Whether the request must ask for the calls of the service's own tools. */
export function showsInvocations([functions, ...others]: readonly GenerateContentTool[], scope: EncodeScope): true | undefined {
  if (scope.own || scope.profile !== "vendor" || (scope.generation ?? 0) < 3) return undefined;
  return functions?.functionDeclarations !== undefined && others.length > 0 ? true : undefined;
}

function encodeEntry(
  tool: Exclude<Tool, { type: "function" | "custom" }>,
  path: Path,
  scope: EncodeScope,
): GenerateContentTool | undefined {
  switch (tool.type) {
    case "web-search":
      return { [scope.limits.searchKey]: restoreUnknown(encodeFields(SEARCH, tool, scope, path), tool.extensions, STYLE) };
    case "web-fetch": {
      const message = "generate-content reads the addresses that stand in the prompt, and no others.";
      if (!scope.own) scope.report(approximated("approximated.enum", path, message));
      return { urlContext: restoreUnknown(encodeFields(FETCH, tool, scope, path), tool.extensions, STYLE) };
    }
    case "code-execution":
      return { codeExecution: restoreUnknown(encodeFields(CODE, tool, scope, path), tool.extensions, STYLE) };
    case "raw":
      if (tool.style === STYLE) return tool.value;
      leaveOutRaw(tool.style, STYLE, path, scope.report, "dropped.field");
      return undefined;
    default:
      return tool satisfies never;
  }
}

const FREE_FORM = { type: "OBJECT", properties: { input: { type: "STRING" } }, required: ["input"] };

function encodeDeclaration(tool: FunctionTool | CustomTool, path: Path, scope: EncodeScope): Declaration {
  const declaration = { name: "", ...encodeFields(FUNCTION, tool, scope, path), ...encodeParameters(tool, path, scope) };
  const places = { parameters: ["schema"], parametersJsonSchema: ["schema"] };
  return scope.trace.mark(restoreUnknown(declaration, tool.extensions, STYLE), path, places);
}

function encodeParameters(tool: FunctionTool | CustomTool, path: Path, { options, report }: EncodeScope): Partial<Declaration> {
  if (tool.type === "custom") {
    const message = "generate-content has no free-form tools; this one is a function of a text, and its grammar is not enforced.";
    report(approximated("approximated.schema", path, message));
    return { parameters: FREE_FORM };
  }
  if (tool.schema === undefined) return {};
  const { field, schema } = encodeSchema(tool.schema, options.gSchema ?? "auto", [...path, "schema"], report);
  return field === "subset" ? { parameters: schema } : { parametersJsonSchema: schema };
}
