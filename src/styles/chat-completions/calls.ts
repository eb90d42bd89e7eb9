/**
 * Tool calls of an assistant message; arguments are JSON text.
 *
 *     {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{\"x\":1}"}}
 *     {"id": "call_2", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { type FieldPaths, joinKey, type Trace } from "../../core/trace.js";
import { argumentsFromText, argumentsFromValue, argumentsText, changeByValue } from "../../model/arguments.js";
import type { Json } from "../../model/common.js";
import { dropUnknown, hasOnly, keepUnknown, type Rest, restoreUnknown } from "../../model/extensions.js";
import type { ToolArguments, ToolCallPart } from "../../model/index.js";
import { decodeMarker, encodeOtherMarker, MARKER_FIELDS } from "./cache.js";
import { besideSignature, encodeExtraContent, type ReasoningTarget, readCallSignature, splitId, withSignature } from "./signatures.js";
import type { ToolCall } from "./wire.js";
import type { AnswerToolCall } from "./wire-answer.js";

const CALL_FIELDS = {
  name: ["function", "name"],
  arguments: ["function", "arguments"],
  signature: ["extra_content", "google", "thought_signature"],
  ...MARKER_FIELDS,
} as const;
const CUSTOM_CALL_FIELDS = { ...CALL_FIELDS, name: ["custom", "name"], arguments: ["custom", "input"] } as const;

export interface CallReader {
  readonly trace: Trace;
  report(issue: Issue): void;
  /** The name that the client declared. */
  restoreName(name: string): string;
  /** The calls are those of a history, whose ids may hold a signature. */
  readonly history?: boolean;
}

/** Makes an id for a call that has none. */
export type MakeCallId = (name: string, args: ToolArguments) => string;

/** Arguments as they come: text, or an object at some compatible servers. */
export function decodeArguments(value: Json | undefined): ToolArguments {
  return typeof value === "string" ? argumentsFromText(value) : argumentsFromValue(value);
}

/** @param path that of the call in the document read */
export function decodeCall(call: AnswerToolCall | ToolCall, path: Path, reader: CallReader, makeId: MakeCallId): ToolCallPart {
  const { trace, restoreName } = reader;
  const split = reader.history === true ? splitId(call.id ?? "") : undefined;
  if (isBareCall(call) && split?.signature === undefined) {
    const { id, function: fn } = call;
    const args = argumentsFromText(fn.arguments);
    reportForm(args, [...path, "function", "arguments"], reader.report);
    return trace.mark({ type: "tool-call", id, name: restoreName(fn.name), variant: "function", arguments: args }, path, CALL_FIELDS);
  }
  const { id, type, function: fn, custom, extra_content, cache_control, index, ...rest } = withSignature(call);
  const isCustom = custom !== null && custom !== undefined && (type === "custom" || !fn);
  const { name: functionName, arguments: functionArguments, ...functionRest } = (isCustom ? undefined : fn) ?? {};
  const { name: customName, input, ...customRest } = (isCustom ? custom : undefined) ?? {};
  const wireName = (isCustom ? customName : functionName) ?? "";
  const args = isCustom ? customArguments(input ?? "") : decodeArguments(functionArguments);
  if (typeof functionArguments === "string") reportForm(args, [...path, "function", "arguments"], reader.report);
  const given = split?.id ?? id ?? "";
  if (split?.signature !== undefined)
    reader.report(equivalent([...path, "id"], "A signature stands behind the id; each is read for itself.", { to: brief(given) }));
  const signature = readCallSignature(extra_content) ?? readCallSignature({ google: { thought_signature: split?.signature } });
  const marker = decodeMarker({ cache_control });
  const extras = keepUnknown("chat-completions", rest, [
    [[], index === undefined || index === path.at(-1) ? {} : { index }],
    [[], isKnownType(type) ? {} : { type }],
    ["function", isCustom ? filled(fn) : functionRest],
    ["custom", isCustom ? customRest : filled(custom)],
    ...besideSignature(extra_content),
    ...marker.unknown,
  ]);
  return trace.mark(
    compact({
      type: "tool-call" as const,
      id: given === "" ? makeId(wireName, args) : given,
      name: restoreName(wireName),
      variant: isCustom ? ("custom" as const) : ("function" as const),
      arguments: args,
      idSynthesized: given === "" ? true : undefined,
      signature,
      cacheControl: marker.cacheControl,
      ...extras,
    }),
    path,
    {
      ...(isCustom ? CUSTOM_CALL_FIELDS : CALL_FIELDS),
      ...(extra_content === call.extra_content ? {} : { signature: ["provider_specific_fields", "thought_signature"] }),
      ...(readCallSignature(extra_content) === undefined && signature !== undefined ? { signature: ["id"] } : {}),
    },
  );
}

interface BareCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** What nearly every call is, so that all the rest need not be looked for: a function's, with an id and nothing beside it. */
function isBareCall(call: AnswerToolCall | ToolCall): call is (AnswerToolCall | ToolCall) & BareCall {
  const { id, type, function: fn } = call;
  if (typeof id !== "string" || id === "" || type !== "function" || !fn) return false;
  return typeof fn.name === "string" && typeof fn.arguments === "string" && hasOnly(call, CALL_KEYS) && hasOnly(fn, FUNCTION_KEYS);
}

const CALL_KEYS = ["id", "type", "function"] as const;
const FUNCTION_KEYS = ["name", "arguments"] as const;

/** An entry that names nothing and holds nothing: some servers send one beside a text. */
export function isEmptyCall(call: AnswerToolCall): boolean {
  // Most calls have an id, and it is not worth a look at the rest.
  if ((call.id ?? "") !== "") return false;
  const { type: _type, index: _index, function: fn, custom, ...rest } = call;
  return [...Object.values(fn ?? {}), ...Object.values(custom ?? {}), ...Object.values(rest)].every((value) => (value ?? "") === "");
}

export function emptyCall(path: Path): Issue {
  return dropped("dropped.part", path, "This call has no id, no name and no arguments; it is left out.", { severity: "info" });
}

/** Other styles have an object here, whose text is another one. */
export function reportForm(args: ToolArguments, path: Path, report: (issue: Issue) => void): void {
  const change = changeByValue(args);
  if (change?.kind === "form")
    report(equivalent(path, "Arguments are an object in other styles; the way back writes its JSON text without white space."));
  if (change?.kind === "value")
    report(
      approximated(
        "approximated.arguments",
        path,
        "Arguments are an object in other styles; a number or a repeated key of this text is another one there.",
        compact({ from: change.from?.slice(0, 200), to: change.to?.slice(0, 200) }),
      ),
    );
}

/** What stands under the key of the other kind; some servers write every key, empty where there is nothing. */
function filled(other: Rest | null | undefined): Rest {
  return !other ? {} : Object.fromEntries(Object.entries(other).filter(([, value]) => value !== ""));
}

/** Fields of the older form that nobody knows: they stand beside the name, and are kept as those of the newer one. */
export function besideName(rest: Rest): FieldPaths {
  return Object.fromEntries(Object.keys(rest).map((key) => [`extensions.chat-completions.${joinKey(["function", key])}`, [key]]));
}

function isKnownType(type: string | null | undefined): boolean {
  return type === "function" || type === "custom";
}

/** The input of a free-form tool is text that is kept as it is; other styles wrap it in an object. */
function customArguments(input: string): ToolArguments {
  return { json: input };
}

/** The name that the target may hear; a change is reported at the path. */
export type Rename = (name: string, path: Path) => string;

export interface CallTarget extends Pick<ReasoningTarget, "from" | "signatures"> {
  readonly profile: "gateway" | "vendor";
  readonly chatExtensions: boolean;
  readonly rename: Rename;
  /** Free-form tools of the client's request; their calls come wrapped from other styles. */
  readonly customTools: readonly string[];
}

/** @param path that of the call in the canonical value written */
export function encodeCall(part: ToolCallPart, path: Path, target: CallTarget, trace: Trace, report: (issue: Issue) => void): ToolCall {
  const { type: _type, id, name, variant, arguments: args, idSynthesized: _made, signature, cacheControl, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  dropUnknown(extensions, "chat-completions", path, report);
  const input = variant === "custom" ? args.json : target.customTools.includes(name) ? wrappedInput(args) : undefined;
  const common = compact({
    extra_content: encodeExtraContent(signature, "c", path, target, report),
    ...encodeOtherMarker(cacheControl, path, target, report),
  });
  const call: ToolCall =
    input === undefined
      ? { id, type: "function", function: { name: target.rename(name, [...path, "name"]), arguments: argumentsText(args) }, ...common }
      : { id, type: "custom", custom: { name: target.rename(name, [...path, "name"]), input }, ...common };
  return trace.mark(
    restoreUnknown(call, extensions, "chat-completions"),
    path,
    input === undefined ? WIRE_CALL_FIELDS : WIRE_CUSTOM_FIELDS,
  );
}

const WIRE_CALL_FIELDS = { "function.name": ["name"], "function.arguments": ["arguments", "json"] } as const;
const WIRE_CUSTOM_FIELDS = { "custom.name": ["name"], "custom.input": ["arguments", "json"] } as const;

/** `{"input": text}` is how other styles carry the input of a free-form tool. */
function wrappedInput({ value = {} }: ToolArguments): string | undefined {
  const { input, ...others } = value;
  return typeof input === "string" && Object.keys(others).length === 0 ? input : undefined;
}
