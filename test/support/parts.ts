/** Parts of the canonical model in short; `more` has further members. */
import type { MediaSource, Part, Signature, StyleName } from "../../src/model/index.js";

type More<Type extends Part["type"]> = Omit<Partial<Extract<Part, { type: Type }>>, "type">;

export const text = (words = "", more: More<"text"> = {}) => ({ type: "text", text: words, ...more }) as const;
export const thought = (words = "", more: More<"thinking"> = {}) => ({ type: "thinking", text: words, ...more }) as const;
export const redacted = (data: string, more: More<"redacted-thinking"> = {}) => ({ type: "redacted-thinking", data, ...more }) as const;
export const refusal = (words = "", more: More<"refusal"> = {}) => ({ type: "refusal", text: words, ...more }) as const;
export const opaque = (style: StyleName, value: Extract<Part, { type: "opaque" }>["value"]) => ({ type: "opaque", style, value }) as const;

/** A call of a function; `json` is `""` where the arguments of a stream are still to come. */
export const call = (id: string, name: string, json = "{}", more: More<"tool-call"> = {}) =>
  ({ type: "tool-call", id, name, variant: "function", arguments: argumentsOf(json), ...more }) as const;
/** A call of a free-form tool. */
export const customCall = (id: string, name: string, json: string) =>
  ({ type: "tool-call", id, name, variant: "custom", arguments: { json } }) as const;

/** `value` where the text is that of an object. */
function argumentsOf(json: string) {
  try {
    return json.trimStart().startsWith("{") ? { json, value: JSON.parse(json) } : { json };
  } catch {
    return { json };
  }
}

export const result = (callId: string, content: readonly Part[] = [], more: More<"tool-result"> = {}) =>
  ({ type: "tool-result", callId, content, ...more }) as const;

export const image = (source: MediaSource, more: More<"image"> = {}) => ({ type: "image", source, ...more }) as const;
export const document = (source: Extract<Part, { type: "document" }>["source"], more: More<"document"> = {}) =>
  ({ type: "document", source, ...more }) as const;
export const audio = (source: MediaSource, more: More<"audio"> = {}) => ({ type: "audio", source, ...more }) as const;
export const video = (source: MediaSource, more: More<"video"> = {}) => ({ type: "video", source, ...more }) as const;
export const inFile = (style: StyleName, fileId = "f") => ({ kind: "file-id", fileId, style }) as const;
export const base64 = (mimeType: string, data: string) => ({ kind: "base64", mimeType, data }) as const;
export const atUrl = (url: string) => ({ kind: "url", url }) as const;

/** A signature of one style. */
export const proof = (origin: Signature["origin"], value = "S") => ({ value, origin }) as const;
