/** A whole answer, the events of a stream, and the one as the other: the exact inverse of the fold in `collect.ts`. One delta for each text. */
import { compact, isNatural } from "../core/json.js";
import { numberIn } from "../core/lenient-parse.js";
import type { Extensions, FinishReason, Json, StyleName } from "./common.js";
import type { Citation, Part } from "./content.js";
import type { CanonicalError } from "./error.js";
import { joinedBase64 } from "./media.js";
import { argumentsFromText } from "./tools.js";

export function* eventsOf({ choices, usage, promptBlock, ...head }: CanonicalResponse): Generator<CanonicalStreamEvent> {
  // Usage stands at both ends: one style states it in its first event, the others in their last.
  yield { type: "start", ...firstChoice(choices), ...head, ...compact({ usage }) };
  for (const [position, choice] of choices.entries()) yield* choiceEvents(choice, position === 0 ? promptBlock : undefined);
  if (usage !== undefined) yield { type: "usage", usage };
  yield { type: "end" };
}

/** What the start of a stream states of its choices, each with a number or that of its place. */
export function firstChoice(choices: readonly { readonly index?: number | null | undefined }[]): Pick<StartEvent, "choice"> {
  const choice = choices.reduce((least, { index }, position) => Math.min(least, index ?? position), Number.POSITIVE_INFINITY);
  return choice > 0 && Number.isFinite(choice) ? { choice } : {};
}

/** The number of a choice of a stream, as decoders read it: that of its place where its own is none. */
export function choiceNumber(index: unknown, position: number): number {
  const number = numberIn(index);
  return isNatural(number) ? number : position;
}

function* choiceEvents(
  { index: choice, parts, finish, extensions, ...meta }: Choice,
  promptBlock: CanonicalResponse["promptBlock"],
): Generator<CanonicalStreamEvent> {
  for (const [part, whole] of parts.entries()) {
    const { head, deltas } = splitPart(whole);
    yield { type: "part-start", choice, part, head };
    for (const delta of deltas) yield { type: "part-delta", choice, part, delta };
    yield { type: "part-stop", choice, part };
  }
  if (Object.keys(meta).length > 0) yield { type: "choice-meta", choice, ...meta };
  // One style has its unknown fields beside the reason, and writes them nowhere else.
  yield { type: "finish", choice, finish, ...compact({ promptBlock, extensions }) };
}

/** A part as the head that starts it and the deltas that bring the rest. Encoders use it as well: who starts a part with more than a head is taken at his word. */
export function splitPart(part: Part): { readonly head: Part; readonly deltas: readonly PartDelta[] } {
  const text = textOf(part);
  const deltas: PartDelta[] = [];
  let head = part;
  switch (part.type) {
    case "text":
    case "thinking":
    case "refusal": {
      if (text === "" && part.signature === undefined && !("citations" in part)) break;
      const cited: typeof part & { readonly citations?: readonly Citation[] } = part;
      const { signature, citations = [], ...rest } = cited;
      if (text !== "") deltas.push({ kind: part.type, text });
      for (const citation of citations) deltas.push({ kind: "citation", citation });
      if (signature !== undefined) deltas.push({ kind: "signature", ...signature });
      head = { ...rest, text: "" };
      break;
    }
    case "tool-call":
      if (text !== "") deltas.push({ kind: "arguments", json: text });
      if (text !== "" || part.arguments.value !== undefined) head = Object.assign({}, part, { arguments: { json: "" } });
      break;
    case "audio": {
      const { transcript, ...rest } = part;
      if (rest.source.kind !== "base64") break;
      if (text !== "" || transcript !== undefined) deltas.push(compact({ kind: "audio" as const, data: text, transcript }));
      head = withText(rest, "");
    }
  }
  return { head, deltas };
}

/** What deltas append to in a part: its text, the JSON of its arguments, its base64 data. */
export function textOf(part: Part): string {
  return growing(part)?.text ?? "";
}

export function withText(part: Part, text: string): Part {
  return growing(part)?.with(text) ?? part;
}

/** That text, and the part with another one. */
function growing(part: Part): { readonly text: string; readonly with: (text: string) => Part } | undefined {
  switch (part.type) {
    case "text":
    case "thinking":
    case "refusal":
      return { text: part.text, with: (text) => ({ ...part, text }) };
    case "tool-call": {
      const { json, value } = part.arguments;
      const read = (text: string) => (part.variant === "custom" ? { json: text } : argumentsFromText(text));
      return { text: json, with: (text) => (text === json && value !== undefined ? part : { ...part, arguments: read(text) }) };
    }
    case "redacted-thinking":
      return { text: part.data, with: (data) => ({ ...part, data }) };
    case "image":
    case "audio":
    case "video": {
      const { source } = part;
      if (source.kind !== "base64") return undefined;
      return { text: source.data, with: (text) => ({ ...part, source: { ...source, data: joinedBase64(text) } }) };
    }
    default:
      return undefined;
  }
}

/**
 * A stream of an answer. Parts are numbered per choice from 0 in the order in which they start; several may be open at
 * once. Folding the events of a stream gives the canonical response of the same answer.
 * Source: chat-completions `chat.completion.chunk`; messages the events from `message_start` to `message_stop`;
 * generate-content answers that hold the new parts.
 */
export type CanonicalStreamEvent =
  | StartEvent
  /**
   * `head` is the part without what deltas bring.
   * - text, thinking, refusal: `text: ""`; text and citations come in deltas, the signature in one after them.
   * - tool-call: `arguments: { json: "" }`; id, name and signature stand in the head.
   * - audio with base64 data: `data: ""` and no transcript; id and expiry stand in the head.
   * - everything else (images, redacted thinking, server tools, code, opaque parts, media at a URL) is complete in the
   *   head, and `part-stop` follows at once. Deltas of kind `data` append to the data of an image or of redacted thinking
   *   where a wire sends that in pieces.
   */
  | { readonly type: "part-start"; readonly choice: number; readonly part: number; readonly head: Part }
  | { readonly type: "part-delta"; readonly choice: number; readonly part: number; readonly delta: PartDelta }
  | { readonly type: "part-stop"; readonly choice: number; readonly part: number }
  | ChoiceMetaEvent
  | {
      readonly type: "finish";
      readonly choice: number;
      readonly finish: Finish;
      readonly promptBlock?: CanonicalResponse["promptBlock"];
      readonly extensions?: Extensions;
    }
  /** Cumulative: the last one wins. */
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "error"; readonly error: CanonicalError }
  | { readonly type: "ping" }
  | { readonly type: "end" };

/**
 * Once at the start; facts that a wire states later come in another one, which is merged over the first.
 * Source: chat-completions `id`, `created` and `model` of the chunks; messages `message_start`; generate-content
 * `responseId`, `createTime` and `modelVersion`.
 */
export interface StartEvent {
  readonly type: "start";
  /** The lowest number of the choices that begin here. Absent: 0. */
  readonly choice?: number;
  readonly id?: string;
  readonly model?: string;
  readonly created?: number;
  readonly usage?: Usage;
  readonly serviceTier?: string;
  readonly systemFingerprint?: string;
  readonly extensions?: Extensions;
}
/**
 * Facts about a choice that belong to no part. `logprobs` of several events are appended to each other.
 * Source: chat-completions `choices[].logprobs`, `content_filter_results`, `delta.annotations`; generate-content
 * `groundingMetadata`, `citationMetadata` and `logprobsResult`.
 */
export interface ChoiceMetaEvent {
  readonly type: "choice-meta";
  readonly choice: number;
  readonly logprobs?: Json;
  readonly safety?: Json;
  /** Citations that came when the text they cover may be closed already; offsets as in {@link Citation}. */
  readonly citations?: readonly Citation[];
  readonly extensions?: Extensions;
}

/**
 * What an event adds to an open part; `kind` states what. Texts and base64 are appended; a signature or citation is whole.
 * Source: chat-completions `delta`; messages `content_block_delta`; generate-content the parts of each answer.
 */
export type PartDelta =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "arguments"; readonly json: string }
  | { readonly kind: "refusal"; readonly text: string }
  | { readonly kind: "signature"; readonly value: string; readonly origin: StyleName | "unknown" }
  | { readonly kind: "citation"; readonly citation: Citation }
  | { readonly kind: "audio"; readonly data?: string; readonly transcript?: string; readonly expiresAt?: number }
  | { readonly kind: "data"; readonly data: string };

/**
 * A whole answer of any style.
 * Source: https://platform.openai.com/docs/api-reference/chat/object, https://docs.anthropic.com/en/api/messages,
 * https://ai.google.dev/api/generate-content.
 */
export interface CanonicalResponse {
  readonly id?: string;
  readonly model?: string;
  /** When it was made. Unix seconds. */
  readonly created?: number;
  readonly choices: readonly Choice[];
  readonly usage?: Usage;
  /** The prompt itself was blocked (`promptFeedback`). */
  readonly promptBlock?: { readonly reason: string; readonly message?: string };
  /** How the request was served. */
  readonly serviceTier?: string;
  /** The configuration that answered. */
  readonly systemFingerprint?: string;
  readonly extensions?: Extensions;
}
/**
 * One of the answers: chat-completions and generate-content may give several.
 * Source: chat-completions `choices[]`; messages the answer itself; generate-content `candidates[]`.
 */
export interface Choice {
  readonly index: number;
  readonly parts: readonly Part[];
  readonly finish: Finish;
  /** chat-completions form: `{ content: [{ token, logprob, bytes, top_logprobs }], refusal }`. */
  readonly logprobs?: Json;
  readonly safety?: Json;
  readonly extensions?: Extensions;
}
/**
 * Why the answer ended, with the explanation of the service. `stopSequence` is the text that was hit.
 * Source: chat-completions `finish_reason`; messages `stop_reason`, `stop_sequence` and `stop_details`; generate-content
 * `finishReason` and `finishMessage`.
 */
export interface Finish {
  readonly reason: FinishReason;
  /** The word of the service itself; wins when the target is its style. */
  readonly native?: { readonly style: StyleName; readonly value: string };
  readonly stopSequence?: string;
  /** The field that it stood in, where a style has several names for it. */
  readonly stopField?: string;
  readonly refusal?: { readonly category?: string | null; readonly explanation?: string | null };
  readonly message?: string;
}

/**
 * Token counts. `inputTokens` and `outputTokens` include everything that the other fields split out.
 * Source: chat-completions `usage`; messages `usage`; generate-content `usageMetadata`.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens?: number;
  /** Tokens read from a cache. */
  readonly cacheReadTokens?: number;
  /** Tokens written to a cache. */
  readonly cacheWriteTokens?: number;
  /** Tokens cached for 5 minutes. */
  readonly cacheWrite5m?: number;
  /** Tokens cached for an hour. */
  readonly cacheWrite1h?: number;
  /** Tokens of thoughts. */
  readonly reasoningTokens?: number;
  /** Tokens of results of tools that the service ran. */
  readonly toolUsePromptTokens?: number;
  /** Tokens of sound in the request. */
  readonly inputAudioTokens?: number;
  /** Tokens of sound in the answer. */
  readonly outputAudioTokens?: number;
  /** Tokens of a prediction that came true. */
  readonly acceptedPredictionTokens?: number;
  /** Tokens of a prediction that did not. */
  readonly rejectedPredictionTokens?: number;
  /** Searches of the web. */
  readonly webSearchRequests?: number;
  /** Pages fetched. */
  readonly webFetchRequests?: number;
  /** Tokens of the request by kind. */
  readonly inputByModality?: readonly { readonly modality: string; readonly tokens: number }[];
  /** Tokens of the answer by kind. */
  readonly outputByModality?: readonly { readonly modality: string; readonly tokens: number }[];
  readonly extensions?: Extensions;
}
