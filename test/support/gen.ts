/** Turns and parts of generate-content in short; a string is a part of text. */
import type { JsonObject } from "../../src/model/index.js";

type Short = string | JsonObject;

const partOf = (part: Short): JsonObject => (typeof part === "string" ? { text: part } : part);

export const user = (...parts: readonly Short[]) => ({ role: "user", parts: parts.map(partOf) });
export const model = (...parts: readonly Short[]) => ({ role: "model", parts: parts.map(partOf) });
export const call = (id: string, name: string, args: JsonObject | null = {}) => ({ functionCall: { id, name, args } });
export const result = (id: string, name: string, response: JsonObject) => ({ functionResponse: { id, name, response } });
