/** The schemas of a whole request as the target's vendor takes them, and what undoes that in its answer. */

import { equivalent, type Issue, type Path } from "../core/issue.js";
import { compact, type JsonObject } from "../core/json.js";
import type { CanonicalRequest, FunctionTool, OutputFormat, Part, Tool } from "../model/index.js";
import { argumentsFromText } from "../model/tools.js";
import { RestoreFilter } from "./filter.js";
import { type FittedSchema, fitSchema } from "./fit.js";
import type { AnswerRestore, Restore } from "./restore.js";
import { ANTHROPIC_STRICT_TOOLS, LIMITS, type SchemaTarget } from "./target.js";
import { ChangeLog } from "./writer.js";

type Vendor = SchemaTarget["vendor"];

/** What fitting needs to know of a translation. */
export interface FitScope {
  /** False: the schemas are the service's own, and go as they are. */
  readonly fits: boolean;
  readonly options: { readonly schemas?: "reduce" | "keep" };
  readonly report: (issue: Issue) => void;
}

export interface FittedRequest {
  readonly request: CanonicalRequest;
  /** Absent where values of the schemas have the same shape. Tools by the names of the request. */
  readonly restore?: AnswerRestore;
}

export function fitRequest(request: CanonicalRequest, vendor: Vendor, scope: FitScope): FittedRequest {
  if (!scope.fits || scope.options.schemas === "keep") return { request };
  const { tools, output } = request;
  if (tools.length === 0 && output.format === undefined) return { request };
  const fittedTools = fitTools(tools, vendor, scope.report);
  const format = output.format === undefined ? undefined : fitFormat(output.format, vendor, scope.report);
  const restores = new Map<string, Restore>();
  for (const [index, fitted] of fittedTools.entries()) {
    const tool = tools[index];
    if (tool?.type === "function" && fitted?.restore !== undefined) restores.set(tool.name, fitted.restore);
  }
  const isSame = fittedTools.every((fitted) => fitted === undefined) && format?.format === output.format;
  if (isSame) return { request };
  const fitted: CanonicalRequest = {
    ...request,
    tools: tools.map((tool, index) => withSchema(tool, fittedTools[index])),
    output: { ...output, ...compact({ format: format?.format }) },
    turns: withWrittenNames(request.turns, restores, scope.report),
  };
  const restore = compact({ tools: restores.size === 0 ? undefined : Object.fromEntries(restores), format: format?.restore });
  return { request: fitted, ...(Object.keys(restore).length === 0 ? {} : { restore }) };
}

/** In place of {@link fitRequest}: the request as it is. */
export const keepSchemas: typeof fitRequest = (request) => ({ request });

function withSchema(tool: Tool, fitted: FittedSchema | undefined): Tool {
  if (tool.type !== "function" || fitted?.schema === undefined) return tool;
  const { strict, ...rest } = tool;
  return {
    ...rest,
    schema: fitted.schema,
    ...(strict === undefined || (strict && !fitted.strict) ? {} : { strict }),
  };
}

/** Undefined for what has no schema. */
function fitTools(tools: readonly Tool[], vendor: Vendor, report: FitScope["report"]): readonly (FittedSchema | undefined)[] {
  const fitted = tools.map((tool) => {
    const schema = tool.type === "function" ? schemaOf(tool, vendor) : undefined;
    return schema && fitSchema(schema, { vendor, use: "tool", strict: tool.type === "function" && tool.strict === true });
  });
  if (vendor === "anthropic") limitStrictTools(tools, fitted);
  for (const [index, each] of fitted.entries()) {
    const tool = tools[index];
    const isGiven = tool?.type === "function" && tool.schema !== undefined;
    if (each !== undefined && !isGiven)
      report(equivalent(["tools", index, "schema"], "Anthropic wants a schema for each function; that of an empty object is written."));
    for (const issue of each?.issues ?? []) report({ ...issue, path: ["tools", index, ...(isGiven ? placeOf(issue) : ["schema"])] });
  }
  return fitted;
}

/** That `strict` is lost is reported where it stands, beside the schema. */
function placeOf({ from, path }: Issue): Path {
  return from === "strict" && path.length === 0 ? ["strict"] : ["schema", ...path];
}

const NO_PARAMETERS: JsonObject = { type: "object", properties: {} };

function schemaOf({ schema }: FunctionTool, vendor: Vendor): JsonObject | undefined {
  return schema ?? (vendor === "anthropic" ? NO_PARAMETERS : undefined);
}

/** What Anthropic compiles for all tools of a request together: those that come last go without `strict`. */
function limitStrictTools(tools: readonly Tool[], fitted: (FittedSchema | undefined)[]): void {
  const { optional = 0, unions = 0 } = LIMITS.anthropic;
  const strict = [...fitted.keys()].filter((index) => fitted[index]?.strict === true);
  const total = { optional: 0, unions: 0 };
  for (const index of strict) {
    total.optional += fitted[index]?.size.optional ?? 0;
    total.unions += fitted[index]?.size.unions ?? 0;
  }
  while (strict.length > ANTHROPIC_STRICT_TOOLS || total.optional > optional || total.unions > unions) {
    const index = strict.pop();
    const tool = index === undefined ? undefined : tools[index];
    if (index === undefined || tool?.type !== "function") return;
    total.optional -= fitted[index]?.size.optional ?? 0;
    total.unions -= fitted[index]?.size.unions ?? 0;
    const log = new ChangeLog();
    const message = `Anthropic takes ${ANTHROPIC_STRICT_TOOLS} strict tools with ${optional} optional properties and ${unions} unions in all; this one is written without.`;
    log.change("approximated", "strict", [], message);
    fitted[index] = fitSchema(tool.schema ?? NO_PARAMETERS, { vendor: "anthropic", use: "tool", strict: false }, log);
  }
}

interface FittedFormat {
  readonly format: OutputFormat;
  readonly restore?: Restore;
}

function fitFormat(format: OutputFormat, vendor: Vendor, report: FitScope["report"]): FittedFormat {
  const path = ["output", "format"];
  if (format.type === "enum") {
    const message = "The answer is one of the values as a JSON string, which is read on the way back by the context.";
    report(equivalent(path, message, { from: "enum", to: "json_schema" }));
    const schema = { type: "string", enum: format.values };
    const fitted = fitFormat({ type: "json-schema", schema }, vendor, () => {});
    return { ...fitted, restore: { ...fitted.restore, props: { value: { text: true } } } };
  }
  if (format.type !== "json-schema") return { format };
  const { schema: given, strict, ...rest } = format;
  const {
    schema,
    restore,
    json,
    issues,
    strict: isStrict,
  } = fitSchema(given, { vendor, use: "format", strict: vendor === "anthropic" || strict === true });
  for (const issue of issues) report({ ...issue, path: [...path, ...placeOf(issue)] });
  if (json === true || schema === undefined) {
    report(equivalent(path, "A format of any object is the mode in which the model answers with JSON."));
    return { format: { type: "json" } };
  }
  const isDropped = vendor === "openai" && strict === true && !isStrict;
  return { format: { ...rest, schema, ...(isDropped ? {} : compact({ strict })) }, ...compact({ restore }) };
}

/** Calls of the history have the names that the schemas have now: the model is to see one of each. */
function withWrittenNames(
  turns: CanonicalRequest["turns"],
  restores: ReadonlyMap<string, Restore>,
  report: FitScope["report"],
): CanonicalRequest["turns"] {
  const written = new Map<string, Restore>();
  for (const [tool, { rename }] of restores)
    if (rename !== undefined) written.set(tool, { rename: Object.fromEntries(Object.entries(rename).map(([to, from]) => [from, to])) });
  if (written.size === 0) return turns;
  return turns.map((turn, index) => ({
    ...turn,
    parts: turn.parts.map((part, position) => withNames(part, written, ["turns", index, "parts", position, "arguments"], report)),
  }));
}

function withNames(part: Part, written: ReadonlyMap<string, Restore>, path: Path, report: FitScope["report"]): Part {
  const names = part.type === "tool-call" && part.variant === "function" ? written.get(part.name) : undefined;
  if (part.type !== "tool-call" || names === undefined) return part;
  const filter = new RestoreFilter(names);
  const text = filter.push(part.arguments.json) + filter.end();
  if (text === part.arguments.json) return part;
  report(equivalent(path, "Names of properties that the target does not take are written as in the tool's schema."));
  return { ...part, arguments: argumentsFromText(text) };
}
