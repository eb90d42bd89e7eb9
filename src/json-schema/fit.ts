/**
 * A schema for one place of one vendor: binding where that is asked for and can be, else with what the service refuses mended.
 * All those of a request, and what undoes that in its answer.
 */
import { equivalent, formatPath, type Issue, notice, type Path, type Report } from "../core/issue.js";
import { compact, type JsonObject } from "../core/json.js";
import { something } from "../core/lenient-parse.js";
import type { CanonicalRequest, OutputFormat, Part, Tool } from "../model/index.js";
import { argumentsFromText } from "../model/tools.js";
import { filtered } from "./filter.js";
import { currentDraft, isAnyObject, looseSchema, relinked, toolRoot, withLegalNames, wrapped } from "./loose.js";
import { ROOT } from "./normal.js";
import { Reducer } from "./reduce.js";
import type { Restore } from "./restore.js";
import { ANTHROPIC_STRICT_TOOLS, DIALECTS, type DialectName, LIMITS, passedLimit, type SchemaTarget, sizeOf } from "./target.js";
import { ChangeLog, type Node } from "./writer.js";

/** A schema as it is to be written, and what became of it. */
export interface ReducedSchema {
  /** Absent where {@link ReducedSchema.json} is set. */
  readonly schema?: JsonObject;
  /**
   * What was changed: `equivalent.form` where no meaning is lost, `approximated.schema` where it binds less or reads
   * otherwise, `vendor_extension` where the vendor may refuse its size. One for each keyword (`from`), at the first place.
   */
  readonly issues: readonly Issue[];
  /** What {@link restoreValue} undoes in values of the schema. Absent where their shape is the same. */
  readonly restore?: Restore;
  /** Whether `strict` is to be written: a schema that cannot be strict without another meaning loses it. */
  readonly strict: boolean;
  /** The format allows any object: it is the mode in which the model answers with JSON. */
  readonly json?: true;
}

const JSON_MODE = "A schema of any object is written as the JSON mode.";

export function fitSchema(given: JsonObject, target: SchemaTarget, log = new ChangeLog()): ReducedSchema {
  const { vendor, use } = target;
  if (vendor === "google" && use === "tool")
    return { schema: given, issues: [...log.issues(given), ...sizeIssues(vendor, given)], strict: target.strict };
  const binds = target.strict || (use === "format" && vendor !== "openai");
  const attempt = new ChangeLog();
  // Most schemas are of tools that are not strict, where an older draft is taken as it is.
  const current = binds || use === "format" ? currentDraft(given, attempt.change) : given;
  // Of what is changed to see that, what binds less is told.
  const read = new ChangeLog();
  if (use === "format" && isAnyObject(new Reducer(current, vendor, read.change).normal(current, ROOT, true))) {
    const kind = given.description === undefined && given.title === undefined ? "equivalent" : "approximated";
    log.change(kind, "type", [], JSON_MODE, true);
    const lost = read.issues(given).filter(({ loss }) => loss === "approximated");
    return { issues: [...lost, ...log.issues(given)], strict: false, json: true };
  }
  const bound = binds ? strictSchema(current, target, attempt, log) : undefined;
  const node = bound ?? looseSchema(vendor === "anthropic" ? currentDraft(given, log.change) : given, target, log.change);
  const { schema: written, restore } = vendor === "anthropic" && use === "tool" ? withLegalNames(node, log.change) : node;
  const schema = bound === undefined ? relinked(written, given, restore?.unwrap !== undefined, log.change) : written;
  const issues = [...log.issues(given), ...(binds && (bound === undefined || use === "format") ? sizeIssues(vendor, schema) : [])];
  return { schema, issues, ...compact({ restore }), strict: bound !== undefined };
}

/** Limits are not known for certain: a schema that passes one is reported, and not changed. */
export function sizeIssues(dialect: DialectName, schema: JsonObject): readonly Issue[] {
  const passed = passedLimit(dialect, schema);
  const message = `The schema has ${passed}; the vendor may refuse it.`;
  return passed === undefined ? [] : [notice("vendor_extension", [], message, { severity: "warning" })];
}

/** Undefined where the schema cannot bind, and may go without: the log states why, else what the attempt changed. */
function strictSchema(root: JsonObject, target: SchemaTarget, attempt: ChangeLog, log: ChangeLog): Node | undefined {
  const { vendor, use } = target;
  let reason: { readonly path: Path; readonly text: string } | undefined;
  const unbinding = (path: Path, text: string) => {
    reason ??= { path, text };
  };
  const isWish = use === "tool" || vendor === "openai";
  const reducer = new Reducer(root, vendor, attempt.change, isWish ? unbinding : undefined);
  const normal = reducer.normal(root, ROOT, true);
  const body = use === "tool" ? toolRoot(normal, reducer, attempt.change) : reducer.ofNormal(normal, ROOT);
  const isRoot = use === "tool" || vendor === "google" || body.schema.type === "object";
  const node = reducer.whole(isRoot ? body : wrapped(body, DIALECTS[vendor].who, attempt.change));
  // Those of Anthropic count for all tools together.
  const passed = vendor === "openai" ? passedLimit(vendor, node.schema) : undefined;
  if (passed !== undefined) unbinding([], `it has ${passed}`);
  if (reason === undefined) {
    log.take(attempt);
    return node;
  }
  const place = reason.path.length === 0 ? "" : ` (at \`${formatPath(reason.path)}\`)`;
  log.change("approximated", "strict", [], `The schema cannot be strict: ${reason.text}${place}; it is written without.`, true);
  return undefined;
}

/** The schema in the subset of OpenAPI, still in the words of JSON Schema. `fits`: it needed no change but for how null is spelled. */
export function inOpenApiSubset(given: JsonObject) {
  const log = new ChangeLog();
  const root = currentDraft(given, log.change);
  const { schema } = new Reducer(root, "subset", log.change).reduced(root, ROOT);
  const issues = log.issues(given);
  const fits = issues.every(({ from, severity }) => from === "nullable" && severity === "info");
  return { schema, issues, fits };
}

type Vendor = SchemaTarget["vendor"];

/** What fitting needs to know of a translation. */
export interface FitScope {
  /** False: the schemas are the service's own, and go as they are. */
  readonly fits: boolean;
  readonly options: { readonly schemas?: "reduce" | "keep" };
  readonly report: Report;
}

/** @returns `restore` is absent where values of the schemas have the same shape; tools by the names of the request */
export function fitSchemas(request: CanonicalRequest, vendor: Vendor, scope: FitScope) {
  if (!scope.fits || scope.options.schemas === "keep") return { request };
  const { output, turns } = request;
  const restores = new Map<string, Restore>();
  const tools = fitTools(request.tools, vendor, restores, scope.report);
  const format = output.format && fitFormat(output.format, vendor, scope.report);
  const whole: CanonicalRequest = {
    ...request,
    tools,
    output: { ...output, ...compact({ format: format?.format }) },
    turns: restores.size === 0 ? turns : withWrittenNames(turns, restores, scope.report),
  };
  const restore = something(compact({ tools: something(Object.fromEntries(restores)), format: format?.restore }));
  return { request: whole, ...compact({ restore }) };
}

/** What undoes their arguments is put into `restores`. */
function fitTools(tools: readonly Tool[], vendor: Vendor, restores: Map<string, Restore>, report: Report): readonly Tool[] {
  const total = { tools: 0, optional: 0, unions: 0 };
  return tools.map((tool, index) => {
    if (tool.type !== "function") return tool;
    const { schema: given = vendor === "anthropic" ? NO_PARAMETERS : undefined } = tool;
    if (given === undefined) return tool;
    const { schema, restore, issues, strict: isStrict } = fitTool(given, { vendor, use: "tool", strict: tool.strict === true }, total);
    if (tool.schema === undefined) report(equivalent(["tools", index, "schema"], "Anthropic wants a schema; an empty one is written."));
    for (const issue of issues) report({ ...issue, path: ["tools", index, ...placeOf(issue)] });
    if (restore !== undefined) restores.set(tool.name, restore);
    const isLost = tool.strict === true && !isStrict;
    if (schema === tool.schema && !isLost) return tool;
    const { strict, ...rest } = tool;
    return { ...rest, schema: schema ?? given, ...(isLost ? {} : compact({ strict })) };
  });
}

/** That `strict` is lost is reported where it stands, beside the schema. */
function placeOf({ from, path }: Issue): Path {
  return from === "strict" && path.length === 0 ? ["strict"] : ["schema", ...path];
}

const NO_PARAMETERS: JsonObject = { type: "object", properties: {} };

interface StrictTools {
  tools: number;
  optional: number;
  unions: number;
}

/** @param total what Anthropic compiles for all tools of a request together: those that come last go without `strict` */
function fitTool(given: JsonObject, target: SchemaTarget, total: StrictTools): ReducedSchema {
  const fitted = fitSchema(given, target);
  if (target.vendor !== "anthropic" || !fitted.strict || fitted.schema === undefined) return fitted;
  const { "optional properties": optional, unions } = LIMITS.anthropic;
  const size = sizeOf(fitted.schema);
  total.tools++;
  total.optional += size["optional properties"];
  total.unions += size.unions;
  if (total.tools <= ANTHROPIC_STRICT_TOOLS && total.optional <= optional && total.unions <= unions) return fitted;
  const log = new ChangeLog();
  const message = `The schema cannot be strict: Anthropic takes ${ANTHROPIC_STRICT_TOOLS} strict tools, ${optional} optional properties and ${unions} unions in all; it is written without.`;
  log.change("approximated", "strict", [], message, true);
  return fitSchema(given, { ...target, strict: false }, log);
}

function fitFormat(format: OutputFormat, vendor: Vendor, report: Report): { format: OutputFormat; restore?: Restore } {
  const path = ["output", "format"];
  if (format.type === "enum") {
    const message = "The answer is written as a JSON string, which the context reads back.";
    report(equivalent(path, message, { from: "enum", to: "json_schema" }));
    const schema = { type: "string", enum: format.values };
    const fitted = fitFormat({ type: "json-schema", schema }, vendor, () => {});
    return { ...fitted, restore: { ...fitted.restore, props: { value: { text: true } } } };
  }
  if (format.type !== "json-schema") return { format };
  const { schema: given, strict, ...rest } = format;
  const target = { vendor, use: "format", strict: vendor === "anthropic" || strict === true } as const;
  const { schema, restore, json, issues, strict: isStrict } = fitSchema(given, target);
  // What is said of the whole format is not said of its schema again.
  for (const issue of issues) if (json !== true || issue.loss !== "equivalent") report({ ...issue, path: [...path, ...placeOf(issue)] });
  if (json === true || schema === undefined) {
    report(equivalent(path, JSON_MODE));
    return { format: { type: "json" } };
  }
  const isDropped = vendor === "openai" && strict === true && !isStrict;
  return { format: { ...rest, schema, ...(isDropped ? {} : compact({ strict })) }, ...compact({ restore }) };
}

/** Calls of the history have the names that the schemas have now: the model is to see one of each. */
function withWrittenNames(turns: CanonicalRequest["turns"], restores: ReadonlyMap<string, Restore>, report: Report) {
  return turns.map((turn, index) => ({
    ...turn,
    parts: turn.parts.map((part, position) => withNames(part, restores, ["turns", index, "parts", position, "arguments"], report)),
  }));
}

function withNames(part: Part, restores: ReadonlyMap<string, Restore>, path: Path, report: Report): Part {
  const rename = part.type === "tool-call" && part.variant === "function" ? restores.get(part.name)?.rename : undefined;
  if (part.type !== "tool-call" || rename === undefined) return part;
  const back = Object.fromEntries(Object.entries(rename).map(([written, given]) => [given, written]));
  const text = filtered(part.arguments.json, { rename: back });
  if (text === part.arguments.json) return part;
  report(equivalent(path, "Properties are named as in the tool's schema."));
  return { ...part, arguments: argumentsFromText(text) };
}
