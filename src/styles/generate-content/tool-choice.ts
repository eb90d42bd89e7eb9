/**
 * `toolConfig.functionCallingConfig`. The specification takes no function names there but `web_search`: choosing among
 * functions is then said by declaring no others.
 */

import { approximated, dropped, equivalent, failure } from "../../core/issue.js";
import type { Rest } from "../../model/extensions.js";
import type { Tool, ToolChoice } from "../../model/index.js";
import { ALLOWED_NAME } from "./limits.js";
import { type DecodeScope, type EncodeScope, encodeName, STYLE } from "./scope.js";
import type { GenerateContentRequest } from "./wire.js";

type Config = NonNullable<NonNullable<GenerateContentRequest["toolConfig"]>["functionCallingConfig"]>;

const AT = ["toolConfig", "functionCallingConfig"];

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
      if (names.length > 0)
        scope.report(
          dropped("dropped.field", [...AT, "allowedFunctionNames"], "The names count only where the model must call; they are left out.", {
            severity: "info",
          }),
        );
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
  const strict = scope.profile === "vendor" && !scope.own;
  const forces = choice.mode !== "auto" && choice.mode !== "none";
  if (!tools.some((tool) => isFunction(tool) || (!strict && (tool.type !== "raw" || tool.style === STYLE)))) {
    const none = choice.mode === "none" && tools.some(({ type }) => type !== "raw");
    if (forces || (strict && none))
      scope.report(
        dropped(
          "dropped.field",
          ["toolChoice"],
          none
            ? "generate-content can forbid functions only; the model may use the service's own tools."
            : tools.length === 0
              ? "The request has no tool that could be called, and generate-content refuses to force one then."
              : "The request has no function that could be called, and generate-content can force nothing else.",
        ),
      );
    else if (strict)
      scope.report(equivalent(["toolChoice"], "The choice is one among functions, and the request has none; it is left out."));
    if (forces || strict) return { kept: ALL };
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
      choice satisfies never;
      return { kept: ALL };
  }
}

function encodeNamed(choice: Extract<ToolChoice, { mode: "named" }>, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  const { name } = choice;
  if (choice.kind === "custom")
    scope.report(
      approximated("approximated.schema", ["toolChoice"], "The free-form tool that must be called is a function in generate-content."),
    );
  if (!declares(tools, name)) {
    scope.report(
      dropped("dropped.value", ["toolChoice", "name"], "The tool that must be called is not declared; the model has to call any tool.", {
        from: name.slice(0, 200),
      }),
    );
    return { config: { mode: "ANY" }, kept: ALL };
  }
  if (scope.profile === "vendor")
    return { config: { mode: "ANY", allowedFunctionNames: [encodeName(name, ["toolChoice", "name"], scope)] }, kept: ALL };
  return { config: { mode: "ANY" }, kept: narrowed(tools, [name], scope) };
}

function encodeNamedSearch(name: string, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  if (scope.profile === "gateway" || scope.own) return { config: { mode: "ANY", allowedFunctionNames: [ALLOWED_NAME] }, kept: ALL };
  if (!tools.some((tool) => tool.type === "web-search")) {
    scope.report(
      dropped("dropped.value", ["toolChoice", "name"], "The search that must be used is not declared; the model has to call any tool.", {
        from: name.slice(0, 200),
      }),
    );
    return { config: { mode: "ANY" }, kept: ALL };
  }
  scope.report(
    dropped(
      "dropped.field",
      ["toolChoice"],
      "The service refuses to force its own tools; the search is the only tool left, and the model may use it.",
    ),
  );
  return { kept: narrowed(tools, [], scope, ALLOWED_NAME) };
}

function encodeAllowed(choice: Extract<ToolChoice, { mode: "allowed" }>, tools: readonly Tool[], scope: EncodeScope): EncodedChoice {
  const declared = new Set(tools.filter(isFunction).map(({ name }) => name));
  const names = choice.names.filter((name, index) => {
    const known = declared.has(name);
    if (!known)
      scope.report(
        dropped("dropped.value", ["toolChoice", "names", index], "This tool is not declared, so that it cannot be called.", {
          from: name.slice(0, 200),
        }),
      );
    return known;
  });
  if (scope.profile === "vendor" && names.length > 0) {
    const allowedFunctionNames = names.map((name, index) => encodeName(name, ["toolChoice", "names", index], scope));
    const custom = new Set(tools.flatMap((tool) => (tool.type === "custom" ? [tool.name] : [])));
    names.forEach((name, index) => {
      if (custom.has(name))
        scope.report(
          approximated(
            "approximated.schema",
            ["toolChoice", "names", index],
            "The free-form tool that may be called is a function in generate-content.",
          ),
        );
    });
    if (choice.required && names.length === 1 && !scope.own)
      scope.report(equivalent(["toolChoice"], "To have to call one of one tool is to have to call that tool; so it is on the way back."));
    return { config: { mode: choice.required ? "ANY" : "VALIDATED", allowedFunctionNames }, kept: ALL };
  }
  if (names.length === 0 && choice.required)
    scope.report(failure("failed.unsupported", ["toolChoice", "names"], "None of the tools of which one must be called is declared."));
  const kept = narrowed(tools, names, scope);
  // Among no functions the vendor takes no choice.
  return scope.profile === "vendor" && !scope.own ? { kept } : { config: { mode: choice.required ? "ANY" : "AUTO" }, kept };
}

function declares(tools: readonly Tool[], name: string): boolean {
  return tools.some((tool) => isFunction(tool) && tool.name === name);
}

function isFunction(tool: Tool): tool is Extract<Tool, { type: "function" | "custom" }> {
  return tool.type === "function" || tool.type === "custom";
}

/** Removes the other functions from this one request, which has the same effect on the answer. */
function narrowed(
  tools: readonly Tool[],
  names: readonly string[],
  scope: EncodeScope,
  chosen = names.join(", ").slice(0, 150) || "none",
): (tool: Tool) => boolean {
  const allowed = new Set(names);
  const isRuledOut = (tool: Tool): tool is Extract<Tool, { type: "function" | "custom" }> => isFunction(tool) && !allowed.has(tool.name);
  let removed = 0;
  tools.forEach((tool, index) => {
    if (!isRuledOut(tool)) return;
    removed++;
    scope.report(
      approximated(
        "approximated.narrowed_tools",
        ["tools", index],
        "The tool choice rules this tool out, and generate-content can only be told so by not declaring it.",
        {
          from: tool.name.slice(0, 200),
        },
      ),
    );
  });
  if (removed > 0)
    scope.report(
      approximated("approximated.narrowed_tools", ["toolChoice"], `Of the tools only those that may be called are declared: ${chosen}.`, {
        to: chosen,
      }),
    );
  else if (!scope.own) scope.report(equivalent(["toolChoice"], "No other tool is declared; the way back does not name those that are."));
  return (tool) => !isRuledOut(tool);
}
