/**
 * Results of tools as function responses. A response names its function and is an object; media stands in it only for models
 * that take it there.
 */
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import type { Part, ToolCallPart, ToolResultPart } from "../../canonical/index.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { encodePart } from "./content-encoder.js";
import { type EncodeScope, encodeName, STYLE } from "./scope.js";
import { responseOfText } from "./tool-results.js";
import type { GenerateContentPart } from "./wire.js";

/** The calls so far, by the ids that their results name. */
export interface Calls {
  remember(parts: readonly Part[]): void;
  /** The call that a result answers, and whether an earlier result did. */
  answer(id: string): { readonly call?: ToolCallPart; readonly again: boolean };
}

/** The latest calls count. Those that share an id are answered in their order. */
export function createCalls(): Calls {
  const latest = new Map<string, ToolCallPart[]>();
  const answered = new Set<ToolCallPart>();
  return {
    remember(parts) {
      const own = new Map<string, ToolCallPart[]>();
      for (const part of parts) if (part.type === "tool-call") own.set(part.id, [...(own.get(part.id) ?? []), part]);
      for (const [id, list] of own) latest.set(id, list);
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
  const texts: string[] = [];
  const inner: GenerateContentPart[] = [];
  const takesMedia = scope.own || (scope.generation ?? 0) >= 3;
  content.forEach((item, index) => {
    const at = [...path, "content", index];
    const written = encodePart(item, at, scope);
    const others = written.filter((wire) => wire.text == null || wire.inlineData != null || wire.fileData != null);
    for (const wire of written) if (!others.includes(wire)) texts.push(wire.text ?? "");
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
  const text = texts.join("");
  const response = isError === true ? { error: text } : (structured ?? responseOfText(text));
  const wire = {
    functionResponse: {
      id: callId,
      name: encodeName(name ?? call?.name ?? callId, path, scope),
      response,
      ...(inner.length > 0 ? { parts: inner } : {}),
    },
  };
  const fields = { "functionResponse.id": ["callId"], "functionResponse.name": ["name"], "functionResponse.response": ["content"] };
  return scope.trace.mark(extensions?.[STYLE] === undefined ? wire : { ...restoreUnknown(wire, extensions, STYLE) }, path, fields);
}
