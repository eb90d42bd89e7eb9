/** What the tools of all styles have in common: their names, the choice among them, and the arguments of calls. */
import { adjustable, approximated, brief, dropped, equivalent, failure, type Issue, type Path, type Report } from "../core/issue.js";
import { asJson, attempt, compact, isJsonObject, ownOf } from "../core/json.js";
import { isJson, valueIn } from "../core/json-text.js";
import type { BaseProfile, Json, JsonObject } from "./common.js";
import type { ToolArguments } from "./content.js";
import type { Rest } from "./extensions.js";
import { hash } from "./ids.js";
import type { CustomTool, FunctionTool, Tool, ToolChoice, WebFetchTool, WebSearchTool } from "./request.js";

/** The fields of all kinds of tools, for rows. */
export type ToolFields = Omit<FunctionTool, "type"> & Omit<CustomTool, "type"> & Omit<WebSearchTool, "type"> & Omit<WebFetchTool, "type">;

/** Tools that are called by a name which the caller chose. */
type NamedTool = FunctionTool | CustomTool;

export function isNamed(tool: Tool): tool is NamedTool {
  return isFunction(tool.type);
}

/** Whether the client runs tools of this type, and names them. */
export function isFunction(type: Tool["type"]): boolean {
  return type === "function" || type === "custom";
}

/** What a definition begins with in all styles, before the schema. */
export function headOf({ name, description }: NamedTool): { readonly name: string; readonly description?: string } {
  return compact({ name, description });
}

export interface NameRule {
  /** The rule of the style that states what a name may be. */
  readonly rule: string;
  /** Matches a legal name. */
  readonly legal: RegExp;
  /** Matches every character that is illegal anywhere in a name; needs the `g` flag. */
  readonly illegal: RegExp;
  /** Matches a name whose first character may not stand there. */
  readonly badStart?: RegExp;
  /** Characters. */
  readonly max: number;
  /** Names of the service's own tools, which no other may have. */
  readonly taken?: readonly string[];
  /** Whether a name that is not legal is written as it is. */
  keeps?(name: string, scope: Pick<NameScope, "own" | "profile">): boolean;
}

/** The name itself when it is legal, else a legal one that no other name is rewritten to. */
export function portableToolName(name: string, { legal, illegal, badStart, max, taken = [] }: NameRule): string {
  if (legal.test(name) && !taken.includes(name)) return name;
  const clean = name.replace(illegal, "_");
  const started = badStart?.test(clean) ? `_${clean}` : clean;
  return `${started.slice(0, max - 9)}_${hash(name).slice(0, 8)}`;
}

/** Names of tools in a request that is written. */
export interface ToolNames {
  readonly form: NameRule;
  /** Rewritten names, to the names that the client declared. Most requests have none. */
  aliases?: Map<string, string>;
}

/** What writing a name needs to know. */
export interface NameScope {
  readonly names: ToolNames;
  readonly target: string;
  readonly profile: BaseProfile;
  /** The request came from the style that is written. */
  readonly own: boolean;
  readonly report: Report;
}

/** The name as the target allows it; a change is reported at the path. */
export function renameTool(name: string, path: Path, scope: NameScope): string {
  const { names, target, report } = scope;
  const { form } = names;
  const portable = form.keeps?.(name, scope) ? name : portableToolName(name, form);
  if (portable === name) return portable;
  names.aliases = (names.aliases ?? new Map<string, string>()).set(portable, name);
  const message = `${target} does not take this name; it was rewritten; answers get the original.`;
  report(approximated("rewritten.tool_name", path, message, { from: brief(name), to: portable }));
  return portable;
}

/** Writes the name of a declared tool. Without one nobody could call it, and none that is made up would be known to the caller. */
export function writeToolName(name: string, scope: NameScope, path: Path): string {
  if (name !== "") return renameTool(name, path, scope);
  scope.report(failure("failed.unsupported", path, "A tool without a name cannot be called.", { rule: scope.names.form.rule }));
  return name;
}

interface NamesOfRequest {
  readonly toolNames?: Readonly<Record<string, string>>;
  readonly declaredTools?: readonly string[];
}

/**
 * The name that the client declared, for one that came back. Some models put `default_api:` before it; the prefix goes
 * when what follows is a declared tool.
 */
export function restoreToolName(name: string, context: NamesOfRequest | undefined): string {
  const aliases = context?.toolNames;
  const bare = name.replace(/^default_api:/, "");
  const known = ownOf(aliases, bare) !== undefined || context?.declaredTools?.includes(bare) ? bare : name;
  return ownOf(aliases, known) ?? known;
}

/** What a free-form tool is declared as where all tools are functions. */
export const TEXT_INPUT = { type: "object", properties: { input: { type: "string" } }, required: ["input"] };

/** Reports a free-form tool, or the choice of one, which the target has as a function. */
export function reportFreeForm(path: Path, { target, report }: Pick<NameScope, "target" | "report">): void {
  const message = `${target} has no free-form tools; it is a function of a text.`;
  report(approximated("approximated.schema", path, message));
}

/** A tool that only another style has. */
export function leaveOutRaw(style: string, target: string, path: Path, report: Report, code: "dropped.value" | "dropped.field"): void {
  report(dropped(code, path, `${target} does not have this tool of ${style}; it was left out.`));
}

/** Whether a tool must be called, or some must not. */
export function forces({ mode }: ToolChoice): boolean {
  return mode !== "auto" && mode !== "none";
}

/** There is no tool that could be chosen, or the service decides by itself when it uses the one that is. */
export function noChoice(choice: ToolChoice, target: string, what = "tools without tools"): Issue {
  const message = `${target} takes no choice of ${what}; it was left out.`;
  return dropped("dropped.field", ["toolChoice"], message, forces(choice) ? {} : { severity: "info" });
}

/** The choice, or that of any tool where the one that must be called is not declared. */
export function declaredChoice(choice: ToolChoice, tools: readonly Tool[], report: Report): ToolChoice {
  if (choice.mode !== "named") return choice;
  const { kind, name } = choice;
  const found = tools.find((tool) => (isNamed(tool) ? tool.name === name : tool.type === kind));
  if (found !== undefined) return { ...choice, kind: found.type };
  const message = "This tool is not declared; the model must call any tool.";
  report(dropped("dropped.value", ["toolChoice", "name"], message, { from: brief(name) }));
  return { mode: "required" };
}

/** The allowed tools that are declared, with the places where the choice names them; each of the others is reported, and that none is left of which one must be called. */
export function allowedTools(choice: Extract<ToolChoice, { mode: "allowed" }>, tools: readonly Tool[], report: Report) {
  const kinds = new Map(tools.flatMap((tool) => (isNamed(tool) ? [[tool.name, tool.type]] : [])));
  if (choice.required && !choice.names.some((name) => kinds.has(name)))
    report(failure("failed.unsupported", ["toolChoice", "names"], "None of these tools is declared."));
  return choice.names.flatMap((name, index) => {
    const kind = kinds.get(name);
    const at = ["toolChoice", "names", index];
    if (kind !== undefined) return { name, kind, at };
    report(dropped("dropped.value", at, "This tool is not declared; it cannot be called.", { from: brief(name) }));
    return [];
  });
}

/**
 * Which tools a request may declare where the target cannot name those that may be called: the other functions are left out,
 * which has the same effect on this one answer.
 */
export function narrowTools(tools: readonly Tool[], names: readonly string[], report: Report): (tool: Tool) => boolean {
  const allowed = new Set(names);
  const isKept = (tool: Tool) => !isNamed(tool) || allowed.has(tool.name);
  if (tools.every(isKept)) {
    report(equivalent(["toolChoice"], "All tools may be called; their names are left out."));
    return isKept;
  }
  for (const [index, tool] of tools.entries())
    if (isNamed(tool) && !isKept(tool)) {
      const message = "The tool choice rules this tool out; it was left out.";
      report(approximated("approximated.narrowed_tools", ["tools", index], message, { from: brief(tool.name) }));
    }
  const chosen = [...allowed].join(", ").slice(0, 150) || "none";
  const message = `Only these functions are declared: ${chosen}.`;
  report(approximated("approximated.narrowed_tools", ["toolChoice"], message, { to: chosen }));
  return isKept;
}

type NarrowedChoice = { readonly choice: Exclude<ToolChoice, { mode: "allowed" }>; readonly kept?: (tool: Tool) => boolean };

/** The choice in one word, for a target that cannot name tools, and which tools it may declare where that is not all of them. */
export function narrowedChoice(choice: ToolChoice, tools: readonly Tool[], report: Report): NarrowedChoice {
  if (choice.mode === "allowed") {
    const names = allowedTools(choice, tools, report).map(({ name }) => name);
    return { choice: { mode: choice.required ? "required" : "auto" }, kept: narrowTools(tools, names, report) };
  }
  if (choice.mode !== "named" || !isFunction(choice.kind)) return { choice };
  return { choice: { mode: "required" }, kept: narrowTools(tools, [choice.name], report) };
}

type WirePlace = Rest & { readonly [Key in "city" | "country" | "region" | "timezone"]?: string | null | undefined };

/** Where the user of a search is, and the other members of the object that states it. */
export function readPlace({ city, country, region, timezone, ...rest }: WirePlace): [NonNullable<WebSearchTool["userLocation"]>, Rest] {
  const known = Object.entries({ city, country, region, timezone }).filter(([, value]) => value !== null && value !== undefined);
  return [Object.fromEntries(known), rest];
}

/**
 * Tool arguments are text in one style, an object in the others. The text is kept byte for byte, so that the same style
 * gives it back; text that is no object travels as `{ "__raw_arguments": text }` where only objects are legal.
 */
export const RAW_ARGUMENTS = "__raw_arguments";

/** Arguments given as text. Empty or white space means no arguments. */
export function argumentsFromText(text: string): ToolArguments {
  const value = isBlank(text) ? {} : parseObject(text);
  return value === undefined ? { json: text } : { json: text, value };
}

/** Arguments given as a value. What is not an object is kept as text. */
export function argumentsFromValue(value: Json | undefined): ToolArguments {
  if (value === undefined || value === null) return { json: "{}", value: {} };
  if (!isJsonObject(value)) return { json: JSON.stringify(value) };
  const raw = value[RAW_ARGUMENTS];
  if (typeof raw === "string" && Object.keys(value).length === 1) return { json: raw };
  return { json: JSON.stringify(value), value };
}

/** `value`: a number or a repeated key comes back as something else; `from` and `to` are the first number that does. */
export type ArgumentsChange = { readonly kind: "form" } | { readonly kind: "value"; readonly from?: string; readonly to?: string };

/** What becomes of the text where arguments are an object, when the way back writes another text. */
export function changeByValue({ json, value }: ToolArguments): ArgumentsChange | undefined {
  if (value === undefined || isBlank(json)) return undefined;
  const text = JSON.stringify(value);
  if (text === json) return undefined;
  const given = scalarsOf(json);
  const kept = scalarsOf(text);
  // Not one by one: keys that look like numbers move to the front of an object.
  const from = firstBeside(given.numbers, kept.numbers);
  // A key that is repeated is lost, and a string with it.
  if (from === undefined && given.strings === kept.strings) return { kind: "form" };
  return compact({ kind: "value" as const, from, to: firstBeside(kept.numbers, given.numbers) });
}

function firstBeside(list: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(others);
  return list.find((number) => !known.has(number));
}

/** The number tokens of a JSON text, in order, and how many strings it has, keys among them. */
function scalarsOf(json: string): { readonly numbers: readonly string[]; readonly strings: number } {
  const numbers: string[] = [];
  let quotes = 0;
  for (const [token] of json.matchAll(/"|\\.|-?\d[-+.eE\d]*/gs)) {
    if (token === '"') quotes++;
    else if (quotes % 2 === 0) numbers.push(token);
  }
  return { numbers, strings: quotes / 2 };
}

/** The input of a free-form tool, which styles without such tools have in an object: `{"input": text}`. */
export function freeFormInput(value: Json | undefined): string | undefined {
  return isJsonObject(value) && typeof value.input === "string" && Object.keys(value).length === 1 ? value.input : undefined;
}

/** Whether the text is no JSON: that of a call which broke off, as far as nothing shows that it is whole. */
export function isCutOff(text: string): boolean {
  return !isBlank(text) && !isJson(text);
}

/** The brace is what nearly all of them start with. */
function isBlank(text: string): boolean {
  return !text.startsWith("{") && text.trim() === "";
}

/** Arguments as text that a program can parse: `{}` when there were none. */
export function argumentsText({ json }: ToolArguments): string {
  return isBlank(json) ? "{}" : json;
}

/** Arguments as an object; where they are none, their text stands in one under {@link RAW_ARGUMENTS}. */
export function argumentsObject({ json, value }: ToolArguments): JsonObject {
  return value ?? { [RAW_ARGUMENTS]: json };
}

/** What becomes of arguments that are no object, for a target that takes nothing else. @param path that of the arguments */
export function noObject(json: string, path: Path, target: string, policy: "wrap" | "reject" = "wrap"): Issue {
  const message = `The arguments are no JSON object, which ${target} demands`;
  if (policy === "reject") return failure("failed.unsupported", path, `${message}.`, { received: brief(json) });
  const wrapped = `${message}; their text stands in one, under \`${RAW_ARGUMENTS}\`.`;
  return adjustable("approximated.arguments", path, wrapped, { from: brief(json) });
}

/** Numbers that no program can hold are the nearest one that it can: `1e400` would be read as infinite, which is no JSON. */
function finite(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? Math.sign(value) * Number.MAX_VALUE : value;
}

function parseObject(text: string): JsonObject | undefined {
  const given = valueIn(text);
  if (!isJsonObject(given)) return undefined;
  return asJson(given).ok ? given : attempt<string, JsonObject>((json) => JSON.parse(json, finite), text);
}
