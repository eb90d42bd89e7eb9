/**
 * `functionResponse`: an object where other styles have text. `{"output": text}` and `{"error": text}` are the usual forms;
 * text that is itself a compact JSON object travels as that object, so that every text comes back as it was. Media stands in it
 * only for models that take it there.
 */

import { addAll } from "../../core/collections.js";
import { approximated, brief, equivalent, notice, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { conforms } from "../../core/schema.js";
import { dropFields, keepUnknown, opaquePart, restoreUnknown } from "../../model/extensions.js";
import type { CallIds } from "../../model/ids.js";
import type { JsonObject, Part, ToolCallPart, ToolResultPart } from "../../model/index.js";
import { argumentsFromText, renameTool } from "../../model/tools.js";
import { ONE_TEXT, OpenCalls, unpairedResult, type Whole } from "../../model/turns.js";
import { decodePart, encodePart, FIELDS, type PartPlace } from "./parts.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import { jsonObject } from "./tools.js";
import { AnswerPart, type GenerateContentContent, type GenerateContentPart } from "./wire.js";

type FunctionResponse = NonNullable<GenerateContentPart["functionResponse"]>;

/**
 * The object that a text travels as: it is one in compact JSON, and would not be read as another text. A `$ref` in it would name a part
 * that stands beside it. Source: https://ai.google.dev/gemini-api/docs/function-calling.
 */
function objectIn(text: string): JsonObject | undefined {
  const value = text.startsWith("{") && !text.includes('"$ref":') ? argumentsFromText(text).value : undefined;
  if (value === undefined || JSON.stringify(value) !== text) return undefined;
  return usualText(value) === undefined ? value : undefined;
}

/** The text of an object of one of the usual forms. */
function usualText({ output, error, ...others }: JsonObject): { readonly text: string; readonly isError?: true } | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (error === undefined && typeof output === "string" && objectIn(output) === undefined) return { text: output };
  return output === undefined && typeof error === "string" ? { text: error, isError: true } : undefined;
}

export function decodeResult(
  part: GenerateContentPart,
  wire: FunctionResponse,
  callId: string,
  path: Path,
  place: PartPlace,
  scope: DecodeScope,
): ToolResultPart {
  const { id, name, response, parts, ...rest } = wire;
  const { functionResponse: _wire, ...others } = part;
  const given = jsonObject(response);
  const usual = given === undefined ? { text: "" } : usualText(given);
  const { text, isError } = usual ?? { text: JSON.stringify(given) };
  const at = [...path, "functionResponse", "response"];
  const texts: Part[] =
    given === undefined || text === "" ? [] : [scope.trace.mark({ type: "text", text } as const, at, { text: usualKey(given) })];
  const media = parts?.flatMap((inner, index) => {
    const within = [...path, "functionResponse", "parts", index];
    // Results hold media; what other fields hold nobody has looked at yet.
    return conforms(AnswerPart, inner) ? (decodePart(inner, within, place, scope) ?? []) : opaquePart(STYLE, inner, within, scope.trace);
  });
  const result: ToolResultPart = {
    type: "tool-result",
    callId,
    name,
    content: media === undefined ? texts : [...texts, ...media],
    ...compact({ isError, structured: usual === undefined ? given : undefined }),
    ...keepUnknown(STYLE, others, [["functionResponse", rest]]),
  };
  return scope.trace.mark(result, path, id == null ? FIELDS.functionResponse.withoutId : FIELDS.functionResponse.read);
}

function usualKey(response: JsonObject): Path {
  const [key, ...more] = Object.keys(response);
  return more.length === 0 && (key === "output" || key === "error") ? [key] : [];
}

/**
 * Calls that the service made and answered itself, in contents of the model that follow each other: nobody may answer them
 * again. A response is of the first open call of its id, else of its name, else of the first one.
 */
export function servedParts(contents: readonly GenerateContentContent[]): ReadonlySet<GenerateContentPart> {
  if (!contents.some(({ role, parts }) => role === "model" && parts.some((part) => part.functionResponse != null))) return NONE;
  const served = new Set<GenerateContentPart>();
  type Called = NonNullable<GenerateContentPart["functionCall"]> & { readonly part: GenerateContentPart };
  let run = new OpenCalls<Called>();
  for (const { role, parts } of contents) {
    if (role !== "model") run = new OpenCalls();
    else
      for (const part of parts) {
        if (part.functionCall != null) run.add({ ...part.functionCall, part });
        if (part.functionResponse == null) continue;
        const { id, name } = part.functionResponse;
        served.add(part);
        const answered = run.earliest({ id: id ?? "" }) ?? run.earliest({ name }) ?? run.earliest({});
        if (answered === undefined) continue;
        run.take(answered);
        served.add(answered.part);
      }
  }
  return served;
}

const NONE: ReadonlySet<GenerateContentPart> = new Set();

/** Pairs responses with calls before them. */
export class CallPairing {
  /** Calls of the latest model content; answered ones are taken out. */
  private open = new OpenCalls<ToolCallPart>();
  /** Calls that a result of the content that is being read names, which no result without an id answers. */
  private readonly named = new OpenCalls<ToolCallPart>();
  /** Names of all calls so far, by their id. */
  private readonly known = new Map<string, string>();

  constructor(private readonly scope: DecodeScope) {}

  /** No call before this one may be answered any more: what is not by now stays so. */
  begin(): void {
    if (this.known.size > 0) this.open = new OpenCalls();
  }

  add(call: ToolCallPart): void {
    this.open.add(call);
    this.known.set(call.id, call.name);
  }

  /** Before the results of a content are read, for each id among them. */
  reserve(id: string): void {
    const call = id === "" ? undefined : this.open.earliest({ id });
    if (call === undefined) return;
    this.open.take(call);
    this.named.add(call);
  }

  /** Id of the call that a response answers. */
  answered(response: FunctionResponse, place: PartPlace, path: Path): string {
    const { open, named, known, scope } = this;
    const { name } = response;
    const id = response.id ?? "";
    const at = [...path, "functionResponse"];
    // Clients make up ids for results where the service gave none to the calls.
    const other = id === "" || known.has(id) ? undefined : open.earliest({ name, synthesized: true });
    const call = id === "" ? (open.earliest({ name }) ?? open.earliest({})) : (named.earliest({ id }) ?? other);
    if (call !== undefined) (id === "" || call === other ? open : named).take(call);
    if (call !== undefined && call === other) {
      const message = "No call has this id; the result is that of the call of its name.";
      scope.report(approximated("rewritten.tool_id", [...at, "id"], message, { from: id.slice(0, 200), to: call.id }));
    }
    const called = call?.name ?? known.get(id);
    const facts = { severity: "warning", from: name.slice(0, 200) } as const;
    if (called === undefined) scope.report(unpairedResult(facts.from, path));
    else if (called !== name) {
      // Styles whose results have no name take that of the call.
      const message = "Its call has another name, which counts.";
      scope.report(notice("conflict.resolved", [...at, "name"], message, { ...facts, to: called.slice(0, 200) }));
    }
    return call?.id ?? (id === "" ? place.callId(name, response.response, [...at, "id"]) : id);
  }
}

/** That of a request. */
export type RequestScope = EncodeScope & { readonly calls: CallIds };

export function encodeResults(parts: readonly Part[], path: Path, scope: RequestScope) {
  // Results of calls that nobody knows stand last. One alone is in order, and many calls may wait beside it.
  const places = new Map((parts.length < 2 ? [] : [...scope.calls.waiting.keys()]).map((id, place) => [id, place]));
  const written: { readonly wire: GenerateContentPart; readonly at: Path }[] = [];
  const media: GenerateContentPart[] = [];
  for (const [index, part] of parts.entries()) {
    const at = [...path, "parts", index];
    if (part.type === "tool-result") written.push({ wire: encodeResult(part, at, media, scope), at });
    else addAll(media, encodePart(part, at, scope));
  }
  const placeOf = ({ wire }: (typeof written)[number]) => places.get(wire.functionResponse?.id ?? "") ?? places.size;
  const results = [...written].sort((one, other) => placeOf(one) - placeOf(other));
  const message = "Results stand in the order of their calls.";
  for (const [index, { at }] of written.entries()) if (results[index]?.at !== at) scope.report(equivalent(at, message));
  return { results: results.map(({ wire }) => wire), media };
}

function encodeResult(part: ToolResultPart, path: Path, media: GenerateContentPart[], scope: RequestScope) {
  part satisfies Whole<"tool-result", "callId" | "name" | "content" | "structured" | "isError">;
  const { callId, name, content, structured, isError, extensions } = part;
  dropFields(part, { cacheControl: "info" }, path, STYLE, scope.report);
  const { id, name: called, again } = scope.calls.result(callId, [...path, "callId"], scope.report);
  if (again) scope.report(unpairedResult(brief(callId), path));
  const texts: string[] = [];
  const inner: GenerateContentPart[] = [];
  const takesMedia = (scope.generation ?? 0) >= 3;
  let moved = false;
  for (const [index, item] of content.entries()) {
    const at = [...path, "content", index];
    const wires = encodePart(item, at, scope);
    const others = wires.filter((wire) => !isText(wire));
    for (const { text } of wires.filter(isText)) texts.push(text);
    moved ||= others.length < wires.length && inner.length > 0;
    const message = "Models before generation 3 take no media in a result; it stands behind it.";
    if (others.length > 0 && !takesMedia) scope.report(approximated("approximated.reordered", at, message));
    addAll(takesMedia ? inner : media, others);
  }
  if (texts.length > 1) scope.report(equivalent([...path, "content"], ONE_TEXT));
  const before = "The text stands before the media here, which came first.";
  if (moved) scope.report(approximated("approximated.reordered", [...path, "content"], before));
  const text = texts.join("");
  const response = isError === true ? { error: text } : (structured ?? objectIn(text) ?? { output: text });
  const written = renameTool(name ?? called ?? callId, path, scope);
  const wire = { functionResponse: { id, name: written, response, ...(inner.length > 0 ? { parts: inner } : {}) } };
  return scope.trace.mark(restoreUnknown(wire, extensions, STYLE), path, FIELDS.functionResponse.written);
}

export type TextOnly = GenerateContentPart & { readonly text: string };

export function isText(wire: GenerateContentPart): wire is TextOnly {
  return wire.text != null && wire.inlineData == null && wire.fileData == null;
}
