/**
 * Results of tools as function responses. A response names its function and is an object; media stands in it only for models
 * that take it there.
 */

import { addAll } from "../../core/add-all.js";
import type { NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { repeatedCallId } from "../../model/ids.js";
import type { Part, ToolCallPart, ToolResultPart } from "../../model/index.js";
import { encodePart } from "./parts-encoder.js";
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
  const latest = new Map<string, { readonly turn: readonly Part[]; readonly calls: ToolCallPart[]; next: number }>();
  const seen = new Map<string, number>();
  const answered = new Set<ToolCallPart>();
  return {
    add(parts, path, scope) {
      return parts.map((part, index) => {
        if (part.type !== "tool-call") return part;
        const times = seen.get(part.id) ?? 0;
        seen.set(part.id, times + 1);
        const call = times === 0 || scope.own ? part : renamed(part, times, [...path, "parts", index], scope);
        const same = latest.get(part.id);
        if (same?.turn === parts) same.calls.push(call);
        else latest.set(part.id, { turn: parts, calls: [call], next: 0 });
        return call;
      });
    },
    answer(id) {
      const same = latest.get(id);
      const call = same?.calls[same.next];
      if (same !== undefined && same.next < same.calls.length - 1) same.next++;
      const again = call !== undefined && answered.has(call);
      if (call !== undefined) answered.add(call);
      return call === undefined ? UNKNOWN : { call, again };
    },
  };
}

const UNKNOWN = { again: false } as const;

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
  for (const [index, part] of parts.entries()) {
    const at = [...path, "parts", index];
    if (part.type === "tool-result") results.push(encodeResult(part, at, calls, media, scope));
    else addAll(media, encodePart(part, at, scope));
  }
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
  for (const [index, item] of content.entries()) {
    const at = [...path, "content", index];
    const written = encodePart(item, at, scope);
    const others = written.filter((wire) => !isText(wire));
    for (const wire of written) if (isText(wire)) texts.push(wire.text);
    if (others.length < written.length && inner.length > 0) moved = true;
    if (others.length > 0 && !takesMedia)
      scope.report(
        approximated(
          "approximated.reordered",
          at,
          "Models before generation 3 take no media in a function response; it follows in a turn of the user.",
        ),
      );
    addAll(takesMedia ? inner : media, others);
  }
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
  return scope.trace.mark(restoreUnknown(wire, extensions, STYLE), path, RESULT_FIELDS);
}

function isText(wire: GenerateContentPart): wire is GenerateContentPart & { readonly text: string } {
  return wire.text != null && wire.inlineData == null && wire.fileData == null;
}

const RESULT_FIELDS = {
  "functionResponse.id": ["callId"],
  "functionResponse.name": ["name"],
  "functionResponse.response": ["content"],
} as const;
