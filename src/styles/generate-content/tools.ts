/**
 * `tools`: one entry holds all function declarations, each other tool has an entry of its own. A search is `webSearch` in
 * the specification and `googleSearch` at the vendor. `toolConfig.functionCallingConfig` takes no function names in the specification but
 * `web_search`: choosing among functions is then done by declaring no others.
 */

import { approximated, equivalent, minorLoss, notice, overruled, type Path } from "../../core/issue.js";
import { compact, type JsonObject, plainObject } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { decodeNode, encodeNode, reportLost } from "../../fields/codec.js";
import { fieldOf, fieldTable } from "../../fields/table.js";
import { keepUnknown, plainJson, type Rest } from "../../model/extensions.js";
import type { CustomTool, FunctionTool, Tool, ToolChoice, WebSearchTool } from "../../model/index.js";
import {
  allowedTools,
  declaredChoice,
  forces,
  headOf,
  isFunction,
  isNamed,
  leaveOutRaw,
  narrowedChoice,
  narrowTools,
  noChoice,
  renameTool,
  reportFreeForm,
  TEXT_INPUT,
  type ToolFields,
  writeToolName,
} from "../../model/tools.js";
import { decodeSchema, encodeSchema, inSubset } from "./schema.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import { ALLOWED_NAME, type GenerateContentRequest, type GenerateContentTool, limits } from "./wire.js";

type Declaration = NonNullable<GenerateContentTool["functionDeclarations"]>[number];
type Search = NonNullable<GenerateContentTool["webSearch"]>;

const field = fieldOf<ToolFields, Declaration, EncodeScope>();
const searchField = fieldOf<WebSearchTool, Search, EncodeScope>();

const IDLE = { loss: { idle: true } } as const;
// generate-content caches by itself.
const MARKER = field("cacheControl", IDLE);
const FUNCTION = fieldTable<Declaration>(
  [field("name", { wire: "name", write: writeToolName }), field("description", { wire: "description" }), field("strict", IDLE), MARKER],
  { ordinary: ["parameters", "parametersJsonSchema"] },
  {},
  { parameters: ["schema"], parametersJsonSchema: ["schema"] },
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
/** Of those that have no fields here. */
const BARE = fieldTable<Rest>([field("version", IDLE), field("allowedDomains"), field("blockedDomains"), field("maxUses"), MARKER], {});

/** The tools of one entry. */
export function decodeEntry(entry: GenerateContentTool, path: Path, scope: DecodeScope): Tool[] {
  const { functionDeclarations, codeExecution, webSearch, googleSearch, urlContext, ...others } = entry;
  const tools: Tool[] = (functionDeclarations ?? []).map((declaration, index) =>
    decodeFunction(declaration, [...path, "functionDeclarations", index], scope),
  );
  const add = (key: string, tool: Tool, fields?: FieldPaths) => tools.push(scope.trace.mark(tool, [...path, key], fields));
  for (const [key, search] of Object.entries({ webSearch, googleSearch }))
    if (search != null) {
      const range = search.timeRangeFilter == null ? {} : { timeRange: {} };
      add(key, { type: "web-search", ...range, ...decodeNode<WebSearchTool>(SEARCH, search, STYLE, scope.report) }, SEARCH.paths());
    }
  if (codeExecution != null) add("codeExecution", { type: "code-execution", ...keepUnknown(STYLE, codeExecution) });
  if (urlContext != null) add("urlContext", { type: "web-fetch", ...keepUnknown(STYLE, urlContext) });
  for (const [key, given] of Object.entries(others)) {
    const value = plainJson(given);
    if (value !== undefined) add(key, { type: "raw", style: STYLE, value: Object.fromEntries([[key, value]]) }, { value: [] });
  }
  return tools;
}

function decodeFunction(declaration: Declaration, path: Path, scope: DecodeScope): Tool {
  const used = declaration.parametersJsonSchema == null ? "parameters" : "parametersJsonSchema";
  const given = jsonObject(declaration[used]);
  const schema = given && used === "parameters" ? decodeSchema(given, [...path, used], scope.report) : given;
  if (used !== "parameters" && declaration.parameters != null) scope.report(overruled([...path, "parameters"], used));
  const fields = decodeNode<ToolFields>(FUNCTION, declaration, STYLE, scope.report);
  const tool: Tool = Object.assign({ type: "function" as const, name: declaration.name }, fields, schema && { schema });
  return scope.trace.mark(tool, path, { schema: [used] });
}

/** An object that the schema found without looking into it. */
export function jsonObject(value: object | null | undefined): JsonObject | undefined {
  return value == null ? undefined : plainObject(value);
}

/** @param kept whether a tool stays when a choice narrows the list */
export function encodeTools(tools: readonly Tool[], kept: (tool: Tool) => boolean, scope: EncodeScope): ToolsOfRequest {
  if (tools.length === 0) return {};
  const declarations: Declaration[] = [];
  const entries: GenerateContentTool[] = [];
  /** Places of those that are written behind the first one of the service, and how many of them the last function ends. */
  const behind: number[] = [];
  let moved = 0;
  for (const [index, tool] of tools.entries()) {
    if (!kept(tool)) continue;
    const path = ["tools", index];
    if (isNamed(tool)) {
      declarations.push(encodeNode(FUNCTION, tool, scope, path, Object.assign(headOf(tool), encodeParameters(tool, path, scope))));
      if (entries.length > 0) moved = behind.push(index);
    } else {
      const entry = encodeEntry(tool, path, scope);
      if (entry === undefined) continue;
      behind.push(index);
      entries.push(scope.trace.mark(entry, path, {}));
    }
  }
  const [own] = behind;
  const message = "Functions stand before other tools, also on the way back.";
  for (const index of scope.own ? [] : behind.slice(0, moved)) scope.report(equivalent(["tools", index], message));
  if (declarations.length === 0) return entries.length === 0 ? {} : { tools: entries };
  const beside = own === undefined || scope.own ? {} : encodeMixed(["tools", own], scope);
  return { tools: [{ functionDeclarations: declarations }, ...entries], ...beside };
}

type ToolsOfRequest = Pick<GenerateContentRequest, "tools" | "toolConfig">;

/** Only newer models take both, and need a flag that the answer may show the calls of both. */
function encodeMixed(path: Path, scope: EncodeScope): ToolsOfRequest {
  const old = "Models before generation 3 may refuse this beside functions.";
  const asked = "The Gemini API wants `includeServerSideToolInvocations` beside functions.";
  if ((scope.generation ?? 0) < 3) scope.report(notice("vendor_extension", path, old, { severity: "warning" }));
  else if (scope.profile === "vendor" && scope.dialect.host !== "vertex") {
    scope.report(notice("defaulted.other", ["tools"], asked, { to: true }));
    return { toolConfig: { includeServerSideToolInvocations: true } };
  }
  return {};
}

function encodeEntry(tool: Exclude<Tool, { type: "function" | "custom" }>, path: Path, scope: EncodeScope) {
  switch (tool.type) {
    case "web-search":
      return { [limits[scope.profile].searchKey]: encodeNode(SEARCH, tool, scope, path, {}) };
    case "web-fetch": {
      const message = "generate-content reads pages of the prompt alone.";
      if (!scope.own) scope.report(approximated("approximated.enum", path, message));
      return { urlContext: encodeNode(BARE, tool, scope, path, {}) };
    }
    case "code-execution":
      return { codeExecution: encodeNode(BARE, tool, scope, path, {}) };
    case "raw":
      if (tool.style === STYLE) return tool.value;
      leaveOutRaw(tool.style, STYLE, path, scope.report, "dropped.field");
      return undefined;
    default:
      return tool satisfies never;
  }
}

function encodeParameters(tool: FunctionTool | CustomTool, path: Path, scope: EncodeScope): Partial<Declaration> {
  if (tool.type === "custom") {
    reportFreeForm(path, scope);
    return { parameters: inSubset(TEXT_INPUT) };
  }
  if (tool.schema === undefined) return {};
  const { field, schema } = encodeSchema(tool.schema, "tool", [...path, "schema"], scope);
  return compact(field === "subset" ? { parameters: schema } : { parametersJsonSchema: schema });
}

type Config = NonNullable<NonNullable<GenerateContentRequest["toolConfig"]>["functionCallingConfig"]>;

const AT = ["toolConfig", "functionCallingConfig"];

const IDLE_NAMES = "Names count only beside `ANY`; they are left out.";

/** With the fields that the choice has no place for. */
export function decodeToolChoice(config: Config, tools: readonly Tool[], scope: DecodeScope): { choice?: ToolChoice; rest: Rest } {
  const { mode, allowedFunctionNames, ...rest } = config;
  const names = allowedFunctionNames ?? [];
  // The service's own clients take the words in lower case as well.
  const word = mode?.toUpperCase() ?? "MODE_UNSPECIFIED";
  switch (word) {
    case "MODE_UNSPECIFIED":
      return { rest: names.length === 0 ? rest : { ...rest, allowedFunctionNames } };
    case "AUTO":
    case "NONE":
      if (names.length > 0) scope.report(minorLoss([...AT, "allowedFunctionNames"], IDLE_NAMES));
      return { choice: { mode: word === "AUTO" ? "auto" : "none" }, rest };
    case "ANY":
      return { choice: forced(names, tools), rest };
    case "VALIDATED":
      if (names.length > 0) return { choice: { mode: "allowed", names, required: false }, rest };
      scope.report(equivalent([...AT, "mode"], "`VALIDATED` without names is `AUTO`, also on the way back."));
      return { choice: { mode: "auto" }, rest };
    default:
      // A mode that nobody knows stays in this style.
      return { rest: { ...rest, mode, allowedFunctionNames } };
  }
}

function forced(names: readonly string[], tools: readonly Tool[]): ToolChoice {
  const [name, ...more] = names;
  if (name === undefined) return { mode: "required" };
  if (more.length > 0) return { mode: "allowed", names, required: true };
  const isFunction = tools.some((tool) => tool.type === "function" && tool.name === name);
  return { mode: "named", name, kind: name === ALLOWED_NAME && !isFunction ? "web-search" : "function" };
}

export interface EncodedChoice {
  readonly config?: Config;
  /** Whether a tool stays in the list. */
  readonly kept: (tool: Tool) => boolean;
}

export function encodeToolChoice(given: ToolChoice | undefined, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  if (given === undefined) return { kept: () => true };
  const { own, profile, report } = scope;
  // The vendor's service chooses among functions alone.
  const strict = profile === "vendor" && !own;
  const choosable = tools.some((tool) => isNamed(tool) || (!strict && (tool.type !== "raw" || tool.style === STYLE)));
  // Its own tools it uses whatever the choice is.
  const forbids = strict && given.mode === "none" && given.only === undefined;
  const all = (tool: Tool) => !forbids || isNamed(tool) || tool.type === "raw";
  for (const [index, tool] of tools.entries())
    if (!all(tool)) report(minorLoss(["tools", index], "The tool choice rules this tool out; it was left out."));
  if (!choosable && (strict || forces(given))) {
    report(noChoice(given, STYLE));
    return { kept: all };
  }
  const choice = declaredChoice(given, tools, report);
  if (choice.mode === "named" && !isFunction(choice.kind)) {
    if (!strict && choice.kind === "web-search") return { config: { mode: "ANY", allowedFunctionNames: [ALLOWED_NAME] }, kept: all };
    report(noChoice(choice, STYLE, "this tool"));
    return { kept: narrowTools(tools, [], report) };
  }
  if (choice.mode === "named" && choice.kind === "custom") reportFreeForm(["toolChoice"], scope);
  const allowedFunctionNames = profile === "vendor" ? chosenNames(choice, tools, scope) : [];
  if (allowedFunctionNames.length > 0)
    return { config: { mode: choice.mode === "allowed" && !choice.required ? "VALIDATED" : "ANY", allowedFunctionNames }, kept: all };
  const { choice: word, kept = all } = narrowedChoice(choice, tools, report);
  const isEmpty = choice.mode === "allowed" && !tools.some((tool) => isNamed(tool) && kept(tool));
  // Among no functions the vendor takes no choice.
  return isEmpty && strict ? { kept } : { config: { mode: forces(word) ? "ANY" : word.mode.toUpperCase() }, kept };
}

/** The functions that a choice names, as far as they are declared. */
function chosenNames(choice: ToolChoice, tools: readonly Tool[], scope: EncodeScope): string[] {
  const { own, report } = scope;
  if (choice.mode === "named") return [renameTool(choice.name, ["toolChoice", "name"], scope)];
  if (choice.mode !== "allowed" || !tools.some((tool) => isNamed(tool) && choice.names.includes(tool.name))) return [];
  const allowed = allowedTools(choice, tools, report);
  for (const { kind, at } of allowed) if (kind === "custom") reportFreeForm(at, scope);
  if (choice.required && allowed.length === 1 && !own)
    report(equivalent(["toolChoice"], "One tool to choose from is that tool, also on the way back."));
  return allowed.map(({ name, at }) => renameTool(name, at, scope));
}
