/**
 * Results of tools as function responses. A response names its function and is an object; media stands in it only for models
 * that take it there.
 */
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import { repeatedCallId } from "../../canonical/ids.js";
import type { Part, ToolCallPart, ToolResultPart } from "../../canonical/index.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { encodePart } from "./content-encoder.js";
import { type EncodeScope, encodeName, STYLE } from "./scope.js";
import { responseOfText } from "./tool-results.js";
import type { GenerateContentPart } from "./wire.js";

/** The calls so far, by the ids that their results name. */
export interface Calls {
  /** The parts of an assistant turn, with ids that no earlier call has. */
  add(parts: readonly Part[], path: Path, scope: EncodeScope): readonly Part[];
  /** The call that a result answers, as it was written, and whether an earlier result did. */
  answer(id: string): { readonly call?: ToolCallPart; readonly again: boolean };
}

/** The latest calls count. Those of one turn that share an id are answered in their order. */
export function createCalls(): Calls {
  const latest = new Map<string, ToolCallPart[]>();
  const seen = new Map<string, number>();
  const answered = new Set<ToolCallPart>();
  return {
    add(parts, path, scope) {
      const own = new Map<string, ToolCallPart[]>();
      const written = parts.map((part, index) => {
        if (part.type !== "tool-call") return part;
        const times = seen.get(part.id) ?? 0;
        seen.set(part.id, times + 1);
        const call = times === 0 || scope.own ? part : renamed(part, times, [...path, "parts", index], scope);
        own.set(part.id, [...(own.get(part.id) ?? []), call]);
        return call;
      });
      for (const [id, list] of own) latest.set(id, list);
      return written;
    },
    answer(id) {
      const list = latest.get(id);
      const call = list !== undefined && list.length > 1 ? list.shift() : list?.[0];
      const again = call !== undefined && answered.has(call);
      if (call !== undefined) answered.add(call);
      return compact({ call, again });
    },
  };
}

function renamed(part: ToolCallPart, times: number, path: Path, scope: EncodeScope): ToolCallPart {
  const id = repeatedCallId(part.id, times);
  reportId(part.id, id, [...path, "id"], "Two calls of this conversation have the same id; the later one got another.", scope);
  return { ...part, id };
}

function reportId(from: string, to: string, path: Path, message: string, scope: EncodeScope): void {
  scope.report(approximated("rewritten.tool_id", path, message, { from: from.slice(0, 200), to: to.slice(0, 200) }));
}

export function encodeResults(parts: readonly Part[], path: Path, calls: Calls, scope: EncodeScope) {
  const results: GenerateContentPart[] = [];
  const media: GenerateContentPart[] = [];
  parts.forEach((part, index) => {
    const at = [...path, "parts", index];
    if (part.type === "tool-result") results.push(encodeResult(part, at, calls, media, scope));
    else media.push(...encodePart(part, at, scope));
  });
  return { results, media };
}

function encodeResult(
  part: ToolResultPart,
  path: Path,
  calls: Calls,
  media: GenerateContentPart[],
  scope: EncodeScope,
): GenerateContentPart {
  const { type: _type, callId, name, content, structured, isError, cacheControl, signature: _signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  if (cacheControl !== undefined)
    scope.report(
      dropped("dropped.field", [...path, "cacheControl"], "generate-content caches by itself and takes no cache markers.", {
        severity: "info",
      }),
    );
  dropUnknown(extensions, STYLE, path, scope.report);
  const { call, again } = calls.answer(callId);
  if ((call === undefined || again) && !scope.own)
    scope.report(
      notice(
        "unpaired.tool_result",
        path,
        again
          ? "The call that this result names has a result already."
          : "No call has the id of this result, which stands in for the name of the function.",
        { severity: "warning", from: callId.slice(0, 200) },
      ),
    );
  if (call !== undefined && call.id !== callId)
    reportId(callId, call.id, [...path, "callId"], "The id of the call that this answers was rewritten.", scope);
  const texts: string[] = [];
  const inner: GenerateContentPart[] = [];
  const takesMedia = scope.own || (scope.generation ?? 0) >= 3;
  let moved = false;
  content.forEach((item, index) => {
    const at = [...path, "content", index];
    const written = encodePart(item, at, scope);
    const others: GenerateContentPart[] = [];
    const before = texts.length;
    for (const wire of written)
      if (wire.text == null || wire.inlineData != null || wire.fileData != null) others.push(wire);
      else texts.push(wire.text);
    if (texts.length > before && inner.length > 0) moved = true;
    if (others.length > 0 && !takesMedia)
      scope.report(
        approximated(
          "approximated.reordered",
          at,
          "Models before generation 3 take no media in a function response; it follows in a turn of the user.",
        ),
      );
    (takesMedia ? inner : media).push(...others);
  });
  if (texts.length > 1 && !scope.own)
    scope.report(equivalent([...path, "content"], "The texts of a function response are one string; read back, they are one part."));
  if (moved && !scope.own)
    scope.report(
      approximated(
        "approximated.reordered",
        [...path, "content"],
        "The text of a function response stands before its media, which came first.",
      ),
    );
  const text = texts.join("");
  const response = isError === true ? { error: text } : (structured ?? responseOfText(text));
  const wire = {
    functionResponse: {
      id: call?.id ?? callId,
      name: encodeName(name ?? call?.name ?? callId, path, scope),
      response,
      ...(inner.length > 0 ? { parts: inner } : {}),
    },
  };
  const fields = { "functionResponse.id": ["callId"], "functionResponse.name": ["name"], "functionResponse.response": ["content"] };
  return scope.trace.mark(restoreUnknown(wire, extensions, STYLE), path, fields);
}
