/**
 * `functionResponse`: an object where other styles have text. `{"output": text}` and `{"error": text}` are the usual forms;
 * text that is itself a compact JSON object travels as that object, so that every text comes back as it was.
 */

import { compact } from "../../core/compact.js";
import { isJsonObject, type Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { conforms } from "../../core/schema.js";
import { keepUnknown } from "../../model/extensions.js";
import type { JsonObject, Part, ToolResultPart } from "../../model/index.js";
import { decodePart, opaque, type PartPlace } from "./parts.js";
import { type DecodeScope, STYLE } from "./scope.js";
import { jsonObject } from "./tools.js";
import { AnswerPart, type GenerateContentPart } from "./wire.js";

/** The object that stands for a text. */
export function responseOfText(text: string): JsonObject {
  const value = compactObject(text);
  if (value === undefined) return { output: text };
  const { output, error } = value;
  const single = Object.keys(value).length === 1;
  if (single && typeof error === "string") return { output: text };
  if (single && typeof output === "string") return becomesObject(output) ? value : { output: text };
  return value;
}

function becomesObject(text: string): boolean {
  const value = responseOfText(text);
  return Object.keys(value).length !== 1 || value.output !== text;
}

function compactObject(text: string): JsonObject | undefined {
  if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

export interface ResponseText {
  readonly text: string;
  readonly isError?: true;
  /** The object itself, where it is not one of the usual forms. */
  readonly structured?: JsonObject;
}

function textOfResponse(response: JsonObject): ResponseText {
  const { output, error } = response;
  const single = Object.keys(response).length === 1;
  if (single && typeof output === "string" && !becomesObject(output)) return { text: output };
  if (single && typeof error === "string") return { text: error, isError: true };
  return { text: JSON.stringify(response), structured: response };
}

const FIELDS = {
  callId: ["functionResponse", "id"],
  name: ["functionResponse", "name"],
  content: ["functionResponse", "response"],
  "content.0": ["functionResponse", "response"],
  structured: ["functionResponse", "response"],
  isError: ["functionResponse", "response"],
} as const;

export function decodeResult(
  part: GenerateContentPart,
  wire: NonNullable<GenerateContentPart["functionResponse"]>,
  callId: string,
  path: Path,
  place: PartPlace,
  scope: DecodeScope,
): ToolResultPart {
  const { id: _id, name, response, parts, ...rest } = wire;
  const { functionResponse: _wire, thoughtSignature, ...others } = part;
  const given = jsonObject(response);
  const { text, isError, structured } = given === undefined ? { text: "" } : textOfResponse(given);
  const at = [...path, "functionResponse", "response"];
  const said: Part[] =
    given === undefined || text === "" ? [] : [scope.trace.mark({ type: "text", text } as const, at, { text: usualKey(given) })];
  const media = parts?.flatMap((inner, index) => {
    const within = [...path, "functionResponse", "parts", index];
    // Results hold media; what other fields hold nobody has looked at yet.
    return conforms(AnswerPart, inner) ? (decodePart(inner, within, place, scope) ?? []) : opaque(inner, within, scope);
  });
  const signature = thoughtSignature == null ? {} : { thoughtSignature };
  return scope.trace.mark(
    {
      type: "tool-result",
      callId,
      name,
      content: media === undefined ? said : [...said, ...media],
      ...compact({ isError, structured }),
      ...keepUnknown(STYLE, { ...others, ...signature }, [["functionResponse", rest]]),
    },
    path,
    FIELDS,
  );
}

function usualKey(response: JsonObject): Path {
  const [key, ...more] = Object.keys(response);
  return more.length === 0 && (key === "output" || key === "error") ? [key] : [];
}
