/**
 * What the assistant said, in the history of a request and in an answer alike. The wire has one place for each kind, the
 * canonical form an order: thoughts, content, refusal, pictures, sound, calls.
 *
 *     {"role": "assistant", "reasoning_content": "t", "content": "A", "refusal": null, "tool_calls": […]}
 */

import { compact } from "../../core/compact.js";
import { type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { keepUnknown, type Rest } from "../../model/extensions.js";
import type { AudioPart, Citation, ImagePart, Part, TextPart, ToolArguments, ToolCallPart } from "../../model/index.js";
import { parseDataUri } from "../../model/media.js";
import { besideName, type CallReader, decodeArguments, decodeCall, emptyCall, isEmptyCall, type MakeCallId, reportForm } from "./calls.js";
import { decodeAnnotation } from "./citations.js";
import { decodeContent } from "./parts.js";
import { decodeReasoning, decodeThinkingContent, isThought, repeatedThoughts } from "./reasoning.js";
import { besideSignature, readCallSignature } from "./signatures.js";
import type { AnswerAudio, AnswerMessage } from "./wire-answer.js";

export interface AssistantReader extends CallReader {
  report(issue: Issue): void;
  /** An id for a call that has none; `call` counts calls, `part` parts. */
  makeId(call: number, part: number, name: string, args: ToolArguments): string;
  /** In an answer an empty content is no content. */
  readonly answer: boolean;
  /** `refusal` explains a foreign refusal, which is a fact about the finish. */
  readonly refusalExplains?: boolean;
}

export interface DecodedAssistant {
  readonly parts: readonly Part[];
  /** What is not understood, by the keys of the object it stood in. */
  readonly unknown: readonly (readonly [keys: readonly string[], rest: Rest])[];
}

/** @param path that of the message in the document read */
export function decodeAssistant(message: AnswerMessage, path: Path, reader: AssistantReader): DecodedAssistant {
  const { role, content, refusal, annotations, tool_calls, function_call, audio, extra_content, images, ...others } = message;
  const { reasoning_content: _text, reasoning: _other, reasoning_details: _details, thinking_blocks: _blocks, ...rest } = others;
  const { trace, report, answer } = reader;
  const telling = <P extends Part>(parts: readonly P[]) => (answer ? parts.filter((part) => !saysNothing(part)) : parts);
  const reasoning = telling(decodeReasoning(others, path, trace, report, answer));
  const behind: Part[] = [];
  if (refusal && reader.refusalExplains !== true)
    behind.push(trace.mark({ type: "refusal", text: refusal }, [...path, "refusal"], { text: [] }));
  const unreadImages = images?.map((image, index) => {
    if (!isPicture(image)) return image;
    behind.push(trace.mark(decodeImage(image), [...path, "images", index], { source: ["image_url", "url"] }));
    return null;
  });
  if (audio && !isEmptyAudio(audio)) behind.push(trace.mark(decodeAudio(audio), [...path, "audio"], AUDIO_FIELDS));
  const hasCalls = tool_calls?.some((call) => !isEmptyCall(call)) === true;
  const legacy = !hasCalls && function_call && isSaid(function_call) ? function_call : undefined;
  const alone = reasoning.length + behind.length === 0 && !hasCalls && legacy === undefined;
  const texts = decodeText(content, path, alone && !answer, reader);
  const { visible, uncited } = withCitations(texts, message, path, reader);
  const repeated = answer ? undefined : repeatedThoughts(reasoning, visible);
  const thoughts = repeated === "fields" ? [] : reasoning;
  const kept = telling(repeated === "content" ? visible.filter((part) => !isThought(part)) : visible);
  const before = thoughts.length + kept.length + behind.length;
  const makeId = (call: number) => (name: string, args: ToolArguments) => reader.makeId(call, before + call, name, args);
  const calls = (tool_calls ?? []).flatMap((call, index) => {
    const at = [...path, "tool_calls", index];
    if (!isEmptyCall(call)) return decodeCall(call, at, reader, makeId(index));
    report(emptyCall(at));
    return [];
  });
  const at = [...path, "function_call"];
  const older = "`function_call` is the older form of `tool_calls`, and calls something else; `tool_calls` counts.";
  if (legacy !== undefined) calls.push(decodeLegacy(legacy, at, reader, makeId(0)));
  else if (function_call && hasCalls && contradicts(function_call, tool_calls?.[0]?.function))
    report(notice("conflict.resolved", at, older));
  return {
    parts: [...thoughts, ...kept, ...behind, ...calls],
    unknown: [
      [[], rest],
      [[], role === "assistant" ? {} : { role }],
      [[], unreadOf("annotations", uncited)],
      [[], unreadOf("images", unreadImages)],
      ...besideSignature(extra_content),
    ],
  };
}

function decodeLegacy(legacy: OldCall, path: Path, reader: AssistantReader, makeId: MakeCallId): ToolCallPart {
  const { name: given, arguments: args, ...rest } = legacy;
  const name = given ?? "";
  const value = decodeArguments(args);
  if (typeof args === "string") reportForm(value, [...path, "arguments"], reader.report);
  const call = { name: reader.restoreName(name), variant: "function", arguments: value, idSynthesized: true } as const;
  const part = {
    type: "tool-call" as const,
    id: makeId(name, value),
    ...call,
    ...keepUnknown("chat-completions", {}, [["function", rest]]),
  };
  return reader.trace.mark(part, path, besideName(rest));
}

/**
 * What nearly every turn of a history is: a text, and calls. The parts are those that {@link decodeAssistant} finds, which
 * has to look for all the rest; undefined where there is any.
 */
export function decodePlainTurn(message: AnswerMessage, path: Path, reader: AssistantReader): Part[] | undefined {
  const { content, tool_calls: calls } = message;
  for (const key in message) if (!PLAIN.has(key) && !isNothing(key, message[key])) return undefined;
  if ((content ?? "") === "" ? !calls?.length : typeof content !== "string") return undefined;
  if (calls?.some(isEmptyCall)) return undefined;
  const parts: Part[] = [];
  if (typeof content === "string" && content !== "") parts.push(reader.trace.mark({ type: "text", text: content }, path, WHOLE));
  const before = parts.length;
  calls?.forEach((call, index) => {
    const makeId = (name: string, args: ToolArguments) => reader.makeId(index, before + index, name, args);
    parts.push(decodeCall(call, [...path, "tool_calls", index], reader, makeId));
  });
  return parts;
}

const PLAIN: ReadonlySet<string> = new Set(["role", "content", "tool_calls"]);

/** Clients give back what they got: every field of an answer. */
function isNothing(key: string, value: unknown): boolean {
  return value === undefined || value === null || (key === "annotations" && Array.isArray(value) && value.length === 0);
}

type OldCall = NonNullable<AnswerMessage["function_call"]>;

const said = (value: OldCall["name"] | OldCall["arguments"]) => value ?? "";

export function isSaid({ name, arguments: args }: OldCall): boolean {
  return said(name) !== "" || said(args) !== "";
}

/** Whether the older form says something, and something else than the call does. */
function contradicts(old: OldCall, call: OldCall | null | undefined): boolean {
  return isSaid(old) && (said(old.name) !== said(call?.name) || said(old.arguments) !== said(call?.arguments));
}

/** A list of which some entries were not understood: null holds the place of the others. */
function unreadOf(field: string, entries: readonly (object | null)[] | undefined): Rest {
  return entries?.some((entry) => entry !== null) === true ? { [field]: entries } : {};
}

/** In an answer, an empty part is no more than an empty string is. */
export function saysNothing(part: Part): boolean {
  return "text" in part && part.text === "" && Object.keys(part).every((key) => key === "type" || key === "text" || key === "summary");
}

/** @param keepEmpty whether an empty text is a part of its own */
function decodeText(content: AnswerMessage["content"], path: Path, keepEmpty: boolean, { trace, report }: AssistantReader): Part[] {
  if (content === null || content === undefined) return [];
  if (typeof content !== "string")
    return content.map((part, index) => {
      const at = [...path, "content", index];
      return decodeThinkingContent(part, at, trace) ?? decodeContent(part, at, trace, report);
    });
  return content === "" && !keepEmpty ? [] : [{ type: "text", text: content }];
}

/** Where the signature of the visible text stands. */
export const SIGNATURE = ["extra_content", "google", "thought_signature"] as const;
/** Where a text stands of which there is nothing but the signature. */
const NOWHERE = { "": SIGNATURE, text: SIGNATURE, signature: SIGNATURE } as const;

/** Where the text stands that is all of the content. */
const WHOLE = { "": ["content"], text: ["content"], signature: SIGNATURE } as const;

/** Where a text of the message stands; its signature stands beside all of them. */
function placeOf(content: AnswerMessage["content"], index: number): Readonly<Record<string, Path>> {
  if (!Array.isArray(content)) return WHOLE;
  const signature = SIGNATURE;
  const at = ["content", index];
  const marker = content[index]?.cache_control ? "cache_control" : "prompt_cache_breakpoint";
  return { "": at, text: [...at, "text"], citations: at, cacheControl: [...at, marker], extensions: at, signature };
}

/**
 * The texts with their citations, and the last of them with the signature of the message.
 * @returns `uncited`: the annotations as they came, null where one was understood
 */
function withCitations(
  given: readonly Part[],
  { content, annotations, extra_content }: AnswerMessage,
  path: Path,
  { trace }: AssistantReader,
) {
  const signature = readCallSignature(extra_content);
  // A signature of no text is that of an empty one.
  const isSilent = signature !== undefined && given.every(({ type }) => type !== "text");
  const texts = isSilent ? [...given, { type: "text" as const, text: "" }] : given;
  const signed = texts.findLastIndex((part) => part.type === "text");
  const cited = new Map<number, Citation[]>();
  const uncited = annotations?.map((annotation, index) => {
    const citation = decodeAnnotation(annotation);
    const owner = citation === undefined ? -1 : ownerOf(citation, texts);
    if (citation === undefined || owner === -1) return annotation;
    const list = cited.get(owner) ?? [];
    list.push(trace.mark(citation, [...path, "annotations", index, "url_citation"], CITATION_FIELDS));
    cited.set(owner, list);
    return null;
  });
  const visible = texts.map((part, index) => {
    if (part.type !== "text") return part;
    const beside = compact({ citations: cited.get(index), signature: index === signed ? signature : undefined });
    const isBare = Object.keys(beside).length === 0;
    if (isBare && typeof content !== "string") return part;
    return trace.mark<TextPart>(
      isBare ? part : { ...part, ...beside },
      path,
      isSilent && index === signed ? NOWHERE : placeOf(content, index),
    );
  });
  return { visible, uncited };
}

const CITATION_FIELDS = { start: ["start_index"], end: ["end_index"], citedText: ["content"] } as const;

/** The text part in which a citation starts; the last one when it starts nowhere. Nobody cites a text that says nothing. */
function ownerOf(citation: Citation, parts: readonly Part[]): number {
  let offset = 0;
  let owner = -1;
  for (const [index, part] of parts.entries()) {
    if (part.type !== "text" || part.text === "") continue;
    owner = index;
    offset += part.text.length;
    if ((citation.start ?? 0) < offset) break;
  }
  return owner;
}

export type AnswerImage = NonNullable<AnswerMessage["images"]>[number];
type Picture = AnswerImage & { readonly image_url: NonNullable<AnswerImage["image_url"]> };

/** Entries of other forms are kept as they are. */
export function isPicture(image: AnswerImage): image is Picture {
  return image.image_url !== null && image.image_url !== undefined;
}

/** `{"type": "image_url", "image_url": {"url": "data:image/png;base64,…"}}` */
export function decodeImage({ type, image_url, ...rest }: Picture): ImagePart {
  const { url, ...urlRest } = image_url;
  return {
    type: "image",
    source: imageSource(url),
    ...keepUnknown("chat-completions", type === "image_url" ? rest : { ...rest, type }, [["image_url", urlRest]]),
  };
}

function imageSource(url: string): ImagePart["source"] {
  const parsed = parseDataUri(url);
  return parsed?.base64 === true ? { kind: "base64", mimeType: parsed.mimeType, data: parsed.payload } : { kind: "url", url };
}

const AUDIO_FIELDS = { "source.data": ["data"], "source.fileId": ["id"], expiresAt: ["expires_at"] } as const;

/** Some servers write every field of an answer, empty where there is nothing. */
function isEmptyAudio({ id, data, transcript, expires_at }: AnswerAudio): boolean {
  return (id ?? "") === "" && (data ?? "") === "" && (transcript ?? "") === "" && (expires_at ?? 0) === 0;
}

/** In the history a recording is named by its id alone. An answer does not say in which format it is. */
function decodeAudio({ id, data, transcript, expires_at, ...rest }: AnswerAudio): AudioPart {
  const source: AudioPart["source"] =
    data === null || data === undefined
      ? { kind: "file-id", fileId: id ?? "", style: "chat-completions" }
      : { kind: "base64", mimeType: "audio/wav", data };
  const fields = compact({ id: id ?? undefined, transcript: transcript ?? undefined, expiresAt: expires_at ?? undefined });
  return { type: "audio", source, ...fields, ...keepUnknown("chat-completions", rest) };
}
