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
import type { AudioPart, Citation, ImagePart, Part, TextPart, ToolArguments } from "../../model/index.js";
import { parseDataUri } from "../../model/media.js";
import { besideName, type CallReader, decodeArguments, decodeCall, emptyCall, isEmptyCall, reportForm } from "./calls.js";
import { decodeAnnotation } from "./citations.js";
import { decodeContent } from "./parts.js";
import { decodeReasoning, decodeThinkingContent, isThought, repeatedThoughts } from "./reasoning.js";
import { besideSignature, readCallSignature } from "./signatures.js";
import type { Annotation, AnswerAudio, AnswerMessage } from "./wire-answer.js";

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
  const {
    role,
    content,
    refusal,
    annotations,
    tool_calls,
    function_call,
    audio,
    reasoning_content,
    reasoning,
    reasoning_details,
    thinking_blocks,
    extra_content,
    images,
    ...rest
  } = message;
  const { trace, report } = reader;
  const thought = decodeReasoning({ reasoning_content, reasoning, reasoning_details, thinking_blocks }, path, trace, report, reader.answer);
  const heard = reader.answer ? thought.filter((part) => !saysNothing(part)) : thought;
  const others: Part[] = [];
  if (refusal && reader.refusalExplains !== true)
    others.push(trace.mark({ type: "refusal", text: refusal }, [...path, "refusal"], { text: [] }));
  const unreadImages = images?.map((image, index) => {
    if (!isPicture(image)) return image;
    others.push(trace.mark(decodeImage(image), [...path, "images", index], { source: ["image_url", "url"] }));
    return null;
  });
  if (audio && !isEmptyAudio(audio)) others.push(trace.mark(decodeAudio(audio), [...path, "audio"], AUDIO_FIELDS));
  const hasCalls = tool_calls?.some((call) => !isEmptyCall(call)) === true;
  const legacy = !hasCalls && function_call && isSaid(function_call) ? function_call : undefined;
  const signature = readCallSignature(extra_content);
  const alone = heard.length + others.length === 0 && !hasCalls && legacy === undefined;
  const given = decodeText(content, path, alone && !reader.answer, reader);
  // A signature of no text is that of a text which says nothing.
  const silent = signature !== undefined && given.every(({ type }) => type !== "text");
  const texts = silent ? [...given, { type: "text" as const, text: "" }] : given;
  const signed = texts.findLastIndex((part) => part.type === "text");
  const citations = annotations ? decodeAnnotations(annotations, texts, path, reader) : UNCITED;
  const visible = texts.map((part, index) => {
    if (part.type !== "text") return part;
    const cited = citations.of.get(index);
    const proof = index === signed ? signature : undefined;
    const isBare = cited === undefined && proof === undefined;
    if (isBare && typeof content !== "string") return part;
    const place = silent && index === signed ? NOWHERE : placeOf(content, index);
    return trace.mark<TextPart>(isBare ? part : { ...part, ...compact({ citations: cited, signature: proof }) }, path, place);
  });
  const repeated = reader.answer ? undefined : repeatedThoughts(heard, visible);
  const thoughts = repeated === "fields" ? [] : heard;
  const kept = repeated === "content" ? visible.filter((part) => !isThought(part)) : visible;
  const told = reader.answer ? kept.filter((part) => !saysNothing(part)) : kept;
  const before = thoughts.length + told.length + others.length;
  const makeId = (call: number) => (name: string, args: ToolArguments) => reader.makeId(call, before + call, name, args);
  const calls = (tool_calls ?? []).flatMap((call, index) => {
    const at = [...path, "tool_calls", index];
    if (!isEmptyCall(call)) return decodeCall(call, at, reader, makeId(index));
    report(emptyCall(at));
    return [];
  });
  if (legacy !== undefined) {
    const { name: given, arguments: args, ...legacyRest } = legacy;
    const name = given ?? "";
    const value = decodeArguments(args);
    if (typeof args === "string") reportForm(value, [...path, "function_call", "arguments"], report);
    calls.push(
      trace.mark(
        {
          type: "tool-call",
          id: makeId(0)(name, value),
          name: reader.restoreName(name),
          variant: "function",
          arguments: value,
          idSynthesized: true,
          ...keepUnknown("chat-completions", {}, [["function", legacyRest]]),
        },
        [...path, "function_call"],
        besideName(legacyRest),
      ),
    );
  } else if (function_call && hasCalls && contradicts(function_call, tool_calls?.[0]?.function))
    report(
      notice(
        "conflict.resolved",
        [...path, "function_call"],
        "`function_call` is the older form of `tool_calls`, and calls something else; `tool_calls` counts.",
      ),
    );
  return {
    parts: [...thoughts, ...told, ...others, ...calls],
    unknown: [
      [[], rest],
      [[], role === "assistant" ? {} : { role }],
      [[], unreadOf("annotations", citations.unread)],
      [[], unreadOf("images", unreadImages)],
      ...besideSignature(extra_content),
    ],
  };
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

interface DecodedAnnotations {
  /** By the index of the text part that they belong to. */
  readonly of: ReadonlyMap<number, readonly Citation[]>;
  /** The list as it came, null where one was understood. */
  readonly unread: readonly (Annotation | null)[];
}

const UNCITED: DecodedAnnotations = { of: new Map(), unread: [] };

function decodeAnnotations(
  annotations: readonly Annotation[],
  parts: readonly Part[],
  path: Path,
  { trace }: AssistantReader,
): DecodedAnnotations {
  const of = new Map<number, Citation[]>();
  const unread = annotations.map((annotation, index) => {
    const citation = decodeAnnotation(annotation);
    const owner = citation === undefined ? -1 : ownerOf(citation, parts);
    if (citation === undefined || owner === -1) return annotation;
    const list = of.get(owner) ?? [];
    list.push(trace.mark(citation, [...path, "annotations", index, "url_citation"], CITATION_FIELDS));
    of.set(owner, list);
    return null;
  });
  return { of, unread };
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
function decodeAudio(audio: AnswerAudio): AudioPart {
  const { id, data, transcript, expires_at, ...rest } = audio;
  return compact({
    type: "audio" as const,
    source:
      data === null || data === undefined
        ? { kind: "file-id" as const, fileId: id ?? "", style: "chat-completions" as const }
        : { kind: "base64" as const, mimeType: "audio/wav", data },
    id: id ?? undefined,
    transcript: transcript ?? undefined,
    expiresAt: expires_at ?? undefined,
    ...keepUnknown("chat-completions", rest),
  });
}
