/**
 * A message of the assistant, read: in the history of a request and in an answer alike. The wire has one place for each kind,
 * the canonical form an order: thoughts, content, refusal, pictures, sound, calls.
 *
 *     {"role": "assistant", "reasoning_content": "t", "content": "A", "refusal": null, "tool_calls": […]}
 */

import { addAll } from "../../core/collections.js";
import { dropped, type Path, type Report } from "../../core/issue.js";
import { compact, isJsonArray } from "../../core/json.js";
import { joinKey, splitKey } from "../../core/trace.js";
import { citedTexts } from "../../model/collect.js";
import { hasOnly, keepUnknown, readEntries, restoreUnknown, unreadOf, without } from "../../model/extensions.js";
import type { AudioPart, Extensions, ImagePart, Part } from "../../model/index.js";
import { sourceAt } from "../../model/media.js";
import { besideSignature, type CallReader, decodeCalls, readCallSignature } from "./calls.js";
import { decodeAnnotation } from "./citations.js";
import { type Styles, unknownWords } from "./finish.js";
import { decodeContent } from "./parts.js";
import { decodeReasoning, decodeThinkingContent, isThought, repeatedThoughts } from "./reasoning.js";
import { STYLE } from "./wire.js";
import { type AnswerAudio, type AnswerChoice, type AnswerMessage, type ChunkChoice, messageKeys } from "./wire-answer.js";

/** Lists of which not every entry was understood: null holds the place of the others. */
export type UnreadLists = { readonly [List in "annotations" | "images"]?: readonly (object | null)[] | undefined };

/**
 * @param path that of the message in the document read
 * @param refusalExplains `refusal` explains a foreign refusal, which is a fact about the finish
 */
export function decodeAssistant(message: AnswerMessage, path: Path, reader: CallReader, refusalExplains = false) {
  const { content, refusal, audio, images } = message;
  const { trace, report, answer } = reader;
  if (isPlain(message)) {
    const text = typeof content === "string" && content !== "" ? [trace.mark<Part>({ type: "text", text: content }, path, WHOLE)] : [];
    return { parts: [...text, ...decodeCalls(message, text.length, path, reader)], unread: {} };
  }
  const beside: Part[] = [];
  if (refusal && !refusalExplains) beside.push(trace.mark({ type: "refusal", text: refusal }, [...path, "refusal"], { text: [] }));
  const pictures = readEntries(images, (image, index) => {
    const part = decodeImage(image);
    return part && trace.mark(part, [...path, "images", index], { source: ["image_url", "url"] });
  });
  addAll(beside, pictures.understood);
  // Some servers write every field of an answer, empty where there is nothing.
  if (audio && isRecording(audio)) beside.push(trace.mark(decodeAudio(audio), [...path, "audio"], AUDIO_FIELDS));
  // In an answer an empty part is no more than an empty string is.
  const kept = <P extends Part>(parts: readonly P[]) => (answer ? parts.filter((part) => !isEmptyPart(part)) : parts);
  const reasoning = kept(decodeReasoning(message, path, trace, report, answer));
  const { visible, uncited } = decodeVisible(message, path, reader);
  const repeated = answer ? undefined : repeatedThoughts(reasoning, visible);
  const shown = repeated === "content" ? visible.filter((part) => !isThought(part)) : visible;
  const parts = [...(repeated === "fields" ? [] : reasoning), ...kept(shown), ...beside];
  const calls = decodeCalls(message, parts.length, path, reader);
  if (content === "" && !answer && parts.length + calls.length === 0) parts.push(trace.mark({ type: "text", text: "" }, path, WHOLE));
  return { parts: [...parts, ...calls], unread: { annotations: unreadOf(uncited), images: unreadOf(pictures.entries) } };
}

/** What nearly every message is: a text, and calls. All the rest need not be looked for then. */
function isPlain(message: AnswerMessage): boolean {
  for (const key in message) if (!PLAIN.has(key) && !isAbsent(key, message[key])) return false;
  const { content, tool_calls } = message;
  return (content ?? "") === "" ? (tool_calls?.length ?? 0) > 0 : typeof content === "string";
}

const PLAIN: KnownKeys = new Set(["role", "content", "tool_calls"]);

/** Clients give back what they got: every field of an answer. */
function isAbsent(key: string, value: unknown): boolean {
  return value == null || (key === "annotations" && Array.isArray(value) && value.length === 0);
}

/** What nobody knows of a message, by the keys of the object in which it stands. */
export function unknownOf(message: AnswerMessage, unread: UnreadLists | undefined, above: readonly string[] = []) {
  const { role, audio, extra_content } = message;
  const rest = without(message, messageKeys);
  const fields = unread === undefined ? rest : { ...rest, ...unread };
  return [
    [above, role && role !== "assistant" ? { ...fields, role } : fields] as const,
    ...(audio && !isRecording(audio) ? [[[...above, "audio"], without(audio, AUDIO_KEYS)] as const] : []),
    ...(extra_content ? besideSignature(extra_content, above) : []),
  ];
}

type KnownKeys = ReadonlySet<string>;

/** The same of a choice, which has these keys. */
export function choiceExtensions(choice: AnswerChoice, known: KnownKeys, message: AnswerMessage, styles: Styles, unread?: UnreadLists) {
  return keepUnknown(STYLE, unknownWords(choice, known, styles), unknownOf(message, unread, ["message"]));
}

const LISTS: KnownKeys = new Set(["message.annotations", "message.images"]);

/**
 * A choice of a chunk with unknown fields and nothing else; undefined when there are none of this style. Those of the message
 * are fields of the delta: `{"index": 0, "delta": {"executed_tools": […]}, "stop_reason": 154827}`.
 */
export function unknownChoice(extensions: Extensions | undefined, path: Path, report: Report): Omit<ChunkChoice, "index"> | undefined {
  const fields = extensions?.[STYLE];
  if (fields === undefined) return undefined;
  const { delta, ...kept } = fields;
  if (delta !== undefined)
    report(dropped("dropped.field", path.concat("delta"), "A chunk has a `delta` of its own; this one was left out."));
  if (hasOnly(kept, [])) return undefined;
  const moved = Object.entries(kept).map(([key, value]) => {
    const [first, ...deeper] = splitKey(key);
    if (first !== "message") return [key, value] as const;
    // Of a list that was understood in part the others are written already.
    const rest = isJsonArray(value) && LISTS.has(key) ? value.filter((entry) => entry !== null) : value;
    return [joinKey(["delta", ...deeper]), rest] as const;
  });
  return restoreUnknown<Omit<ChunkChoice, "index">>({ delta: {}, finish_reason: null }, { [STYLE]: Object.fromEntries(moved) }, STYLE);
}

export function isEmptyPart(part: Part): boolean {
  return "text" in part && part.text === "" && hasOnly(part, ["type", "text", "summary"]);
}

/** Where the signature of the visible text stands. */
export const SIGNATURE = ["extra_content", "google", "thought_signature"] as const;
/** Where the text stands that is all of the content. */
export const WHOLE = { "": ["content"], text: ["content"] } as const;
const CITATION_FIELDS = { start: ["start_index"], end: ["end_index"], citedText: ["content"] } as const;

/**
 * The content with its citations, and the last of its texts with the signature of the message.
 * @returns `uncited`: the annotations as they came, null where one was understood
 */
function decodeVisible({ content, annotations, extra_content }: AnswerMessage, path: Path, { trace, report }: CallReader) {
  const blocks = Array.isArray(content) ? content : [];
  const visible: Part[] = blocks.map((part, index) => {
    const at = [...path, "content", index];
    return decodeThinkingContent(part, at, trace) ?? decodeContent(part, at, trace, report);
  });
  if (typeof content === "string" && content !== "") visible.push(trace.mark({ type: "text", text: content }, path, WHOLE));
  // Nobody cites an empty text.
  const isCited = visible.some((part) => part.type === "text" && part.text !== "");
  const { understood, entries: uncited } = readEntries(annotations, (annotation, index) => {
    const citation = isCited ? decodeAnnotation(annotation) : undefined;
    return citation && trace.mark(citation, [...path, "annotations", index, "url_citation"], CITATION_FIELDS);
  });
  for (const [text, cited] of citedTexts(visible, understood)) Object.assign(text, { citations: cited });
  const signature = readCallSignature(extra_content);
  if (signature === undefined) return { visible, uncited };
  const at = [...path, ...SIGNATURE];
  // A signature of no text is that of an empty one.
  if (visible.every(({ type }) => type !== "text")) visible.push(trace.mark({ type: "text", text: "" }, at, { text: [] }));
  const signed = visible.findLast(({ type }) => type === "text");
  if (signed !== undefined) Object.assign(signed, { signature: trace.mark(signature, at) });
  return { visible, uncited };
}

type AnswerImage = NonNullable<AnswerMessage["images"]>[number];

/** `{"type": "image_url", "image_url": {"url": "data:image/png;base64,…"}}`; entries of other forms are kept as they are. */
export function decodeImage({ type, image_url, ...rest }: AnswerImage): ImagePart | undefined {
  if (image_url == null) return undefined;
  const { url, ...urlRest } = image_url;
  return {
    type: "image",
    source: sourceAt(url) ?? { kind: "url", url },
    ...keepUnknown(STYLE, type === "image_url" ? rest : { ...rest, type }, [["image_url", urlRest]]),
  };
}

const AUDIO_FIELDS = { "source.data": ["data"], "source.fileId": ["id"], expiresAt: ["expires_at"] } as const;

const AUDIO_KEYS: KnownKeys = new Set(["id", "data", "transcript", "expires_at"]);

function isRecording({ id, data, transcript, expires_at }: AnswerAudio): boolean {
  return Boolean(id || data || transcript || expires_at);
}

/** In the history a recording is named by its id alone. An answer does not state in which format it is. */
function decodeAudio({ id, data, transcript, expires_at, ...rest }: AnswerAudio): AudioPart {
  const source: AudioPart["source"] =
    data == null ? { kind: "file-id", fileId: id ?? "", style: STYLE } : { kind: "base64", mimeType: "audio/wav", data };
  const fields = compact({ id: id ?? undefined, transcript: transcript ?? undefined, expiresAt: expires_at ?? undefined });
  return { type: "audio", source, ...fields, ...keepUnknown(STYLE, rest) };
}

/** The part that the first piece of a sound begins in a stream, without what grows. */
export function openingAudio(audio: AnswerAudio): AudioPart {
  return decodeAudio({ ...audio, data: "", transcript: undefined, expires_at: undefined });
}
