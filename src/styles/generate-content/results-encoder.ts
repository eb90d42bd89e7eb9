/**
 * Results of tools as function responses. A response names its function and is an object; media stands in it only for models
 * that take it there.
 */

import { addAll } from "../../core/add-all.js";
import type { NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { CallIds, repeatedCallId } from "../../model/ids.js";
import type { Part, ToolResultPart } from "../../model/index.js";
import { encodePart } from "./parts.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { responseOfText } from "./tool-results.js";
import type { GenerateContentPart } from "./wire.js";

/** Two calls of a conversation have two ids. */
export function createCalls({ own }: EncodeScope): CallIds {
  return new CallIds((id, times) => (own ? id : repeatedCallId(id, times)));
}

export function encodeResults(parts: readonly Part[], path: Path, calls: CallIds, scope: EncodeScope) {
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
  calls: CallIds,
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
  const { id, name: called, again } = calls.result(callId, [...path, "callId"], scope.report);
  if ((called === undefined || again) && !scope.own) {
    const missing = "No call has the id of this result, which stands in for the name of the function.";
    const message = again ? "The call that this result names has a result already." : missing;
    scope.report(notice("unpaired.tool_result", path, message, { severity: "warning", from: brief(callId) }));
  }
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
      id,
      name: scope.names.rename(name ?? called ?? callId, path),
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
