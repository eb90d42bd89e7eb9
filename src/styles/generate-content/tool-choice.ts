/**
 * `toolConfig.functionCallingConfig`. The specification takes no function names there but `web_search`: choosing among
 * functions is then said by declaring no others.
 */

import { approximated, dropped, equivalent, failure, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Rest } from "../../model/extensions.js";
import type { Tool, ToolChoice } from "../../model/index.js";
import { declaredKinds, declaredNames, forces, isNamed, narrowTools, undeclaredChoice } from "../../model/tools.js";
import { ALLOWED_NAME } from "./limits.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import type { GenerateContentRequest } from "./wire.js";

type Config = NonNullable<NonNullable<GenerateContentRequest["toolConfig"]>["functionCallingConfig"]>;

const AT = ["toolConfig", "functionCallingConfig"];

const IDLE_NAMES = "The names count only where the model must call; they are left out.";

/** @returns the choice, and the fields that it has no place for */
export function decodeToolChoice(
  config: Config,
  tools: readonly Tool[],
  scope: DecodeScope,
): { readonly choice?: ToolChoice; readonly rest: Rest } {
  const { mode, allowedFunctionNames, ...rest } = config;
  const names = allowedFunctionNames ?? [];
  // The service's own clients take the words in lower case as well.
  const word = mode?.toUpperCase() ?? "MODE_UNSPECIFIED";
  switch (word) {
    case "MODE_UNSPECIFIED":
      return { rest: names.length === 0 ? rest : { ...rest, allowedFunctionNames } };
    case "AUTO":
    case "NONE":
      if (names.length > 0) scope.report(dropped("dropped.field", [...AT, "allowedFunctionNames"], IDLE_NAMES, { severity: "info" }));
      return { choice: { mode: word === "AUTO" ? "auto" : "none" }, rest };
    case "ANY":
      return { choice: forced(names, tools), rest };
    case "VALIDATED":
      if (names.length > 0) return { choice: { mode: "allowed", names, required: false }, rest };
      scope.report(equivalent([...AT, "mode"], "`VALIDATED` without names leaves the choice to the model; the way back says `AUTO`."));
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

const ALL = () => true;

export function encodeToolChoice(choice: ToolChoice | undefined, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  if (choice === undefined) return { kept: ALL };
  const { own, profile, report } = scope;
  const strict = profile === "vendor" && !own;
  if (!tools.some((tool) => isNamed(tool) || (!strict && (tool.type !== "raw" || tool.style === STYLE)))) {
    const free = choice.mode === "none" && tools.some(({ type }) => type !== "raw");
    const message = "generate-content can choose among functions only, and the request has none; the choice was left out.";
    if (forces(choice) || (strict && free)) report(dropped("dropped.field", ["toolChoice"], message));
    else if (strict) report(equivalent(["toolChoice"], message));
    if (forces(choice) || strict) return { kept: ALL };
  }
  switch (choice.mode) {
    case "auto":
      return { config: { mode: "AUTO" }, kept: ALL };
    case "none":
      return { config: { mode: "NONE" }, kept: ALL };
    case "required":
      return { config: { mode: "ANY" }, kept: ALL };
    case "named":
      return choice.kind === "web-search" ? encodeNamedSearch(choice.name, tools, scope) : encodeNamed(choice, tools, scope);
    case "allowed":
      return encodeAllowed(choice, tools, scope);
    default:
      return choice satisfies never;
  }
}

function isFunctionNow(path: Path): Issue {
  return approximated("approximated.schema", path, "generate-content has no free-form tools; the one that is chosen is a function.");
}

function encodeNamed({ name, kind }: Extract<ToolChoice, { mode: "named" }>, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  if (kind === "custom") scope.report(isFunctionNow(["toolChoice"]));
  if (!declaredKinds(tools).has(name)) {
    scope.report(undeclaredChoice(name));
    return { config: { mode: "ANY" }, kept: ALL };
  }
  if (scope.profile === "gateway") return { config: { mode: "ANY" }, kept: narrowTools(tools, [name], STYLE, scope.report) };
  return { config: { mode: "ANY", allowedFunctionNames: [scope.names.rename(name, ["toolChoice", "name"])] }, kept: ALL };
}

function encodeNamedSearch(name: string, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  if (scope.profile === "gateway" || scope.own) return { config: { mode: "ANY", allowedFunctionNames: [ALLOWED_NAME] }, kept: ALL };
  if (!tools.some((tool) => tool.type === "web-search")) {
    scope.report(undeclaredChoice(name));
    return { config: { mode: "ANY" }, kept: ALL };
  }
  const message = "The service refuses to force its own tools; the search is the only tool left, and the model may use it.";
  scope.report(dropped("dropped.field", ["toolChoice"], message));
  return { kept: narrowTools(tools, [], STYLE, scope.report, ALLOWED_NAME) };
}

function encodeAllowed(choice: Extract<ToolChoice, { mode: "allowed" }>, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  const { own, profile, report } = scope;
  const names = declaredNames(choice, tools, report);
  if (profile === "vendor" && names.length > 0) {
    const kinds = declaredKinds(tools);
    const allowedFunctionNames = names.map((name, index) => {
      const path = ["toolChoice", "names", index];
      if (kinds.get(name) === "custom") report(isFunctionNow(path));
      return scope.names.rename(name, path);
    });
    if (choice.required && names.length === 1 && !own)
      report(equivalent(["toolChoice"], "To have to call one of one tool is to have to call that tool; so it is on the way back."));
    return { config: { mode: choice.required ? "ANY" : "VALIDATED", allowedFunctionNames }, kept: ALL };
  }
  if (names.length === 0 && choice.required)
    report(failure("failed.unsupported", ["toolChoice", "names"], "None of the tools of which one must be called is declared."));
  const kept = narrowTools(tools, names, STYLE, scope.report);
  // Among no functions the vendor takes no choice.
  return profile === "vendor" && !own ? { kept } : { config: { mode: choice.required ? "ANY" : "AUTO" }, kept };
}
