/** What the pieces of a block make together: fields of an unknown kind, and the input of a tool. */

import type { JsonObject } from "../../core/json.js";
import { argumentsFromText, argumentsObject, RAW_ARGUMENTS } from "../../model/arguments.js";

/**
 * What the pieces of an unknown kind make of a block's fields: text grows, everything else is replaced.
 * `{"type":"compaction","content":null}` and `{"type":"compaction_delta","content":"…"}`
 */
export function grown(
  block: Readonly<Record<string, unknown>>,
  pieces: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  for (const { type, ...piece } of pieces)
    for (const [key, value] of Object.entries(piece)) {
      const before = fields.get(key) ?? (Object.hasOwn(block, key) ? block[key] : undefined);
      if (value !== null && value !== undefined)
        fields.set(key, typeof value === "string" && typeof before === "string" ? before + value : value);
    }
  return Object.fromEntries(fields);
}

/** How text begins that stands in an object, because only objects were legal. */
export const WRAPPED = `{${JSON.stringify(RAW_ARGUMENTS)}:`;

/** Streamed input as the object that it is; text that is none is wrapped. */
export function inputOf(json: string): JsonObject {
  return argumentsObject(argumentsFromText(json)).value;
}
