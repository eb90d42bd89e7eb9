import type { Extensions, Json, StyleName } from "./common.js";
import type { Citation, Part } from "./content.js";
import type { CanonicalError } from "./error.js";
import type { CanonicalResponse, Finish, Usage } from "./response.js";

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
 * Source: chat-completions `choices[].logprobs`, `delta.annotations`; generate-content `groundingMetadata`,
 * `citationMetadata`, `logprobsResult` and `safetyRatings`.
 */
export interface ChoiceMetaEvent {
  readonly type: "choice-meta";
  readonly choice: number;
  readonly logprobs?: Json;
  readonly safety?: Json;
  readonly grounding?: Json;
  /** Citations that came when the text they cover may be closed already; offsets as in {@link Citation}. */
  readonly citations?: readonly Citation[];
  readonly extensions?: Extensions;
}

/**
 * What an event adds to an open part, told apart by `kind`. Texts and base64 are appended; a signature or citation is whole.
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
