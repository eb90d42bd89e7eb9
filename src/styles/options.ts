/**
 * Every option of translation, with its default, in one place.
 */
import type { CapabilityOption } from "../canonical/capabilities.js";
import type { Profile, StyleName } from "../canonical/common.js";

/**
 * What an answer needs to know about its question. Plain JSON without message content, so that a gateway without memory
 * can carry it along. Made by `translateRequest`; all of it is optional.
 */
export interface Context {
  /** The model that the client asked for. */
  readonly model?: string;
  /** Number of messages of the request. */
  readonly turn?: number;
  /** chat-completions `stream_options.include_usage`; `false` leaves the usage chunk out. */
  readonly includeStreamUsage?: boolean;
  /** Names that had to be rewritten for the target, to the names that the client declared. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /** Names of all declared tools, as the client wrote them. */
  readonly declaredTools?: readonly string[];
  /** Those of them that are free-form (chat-completions `custom`). */
  readonly customTools?: readonly string[];
}

/** What to do where the target cannot say what the source says. Every policy has a default that goes on. */
export interface Policies {
  /** messages needs `max_tokens`: the value when the caller gave none. Default: `capabilities.maxOutput`, else 8192. */
  readonly defaultMaxTokens?: number;
  /** A number above the target's range. Default `"clamp"`. */
  readonly outOfRange?: "clamp" | "reject" | "drop";
  /** A system message in the middle of a conversation, into messages. Default `"auto"`: native where legal, else hoisted. */
  readonly midSystem?: "auto" | "native" | "hoist" | "user" | "reject";
  /** A conversation that starts with the assistant, where a user turn is expected. Default `"keep"`. */
  readonly firstTurn?: "keep" | "reject";
  /** A tool call without a result before the next user turn. Default `"reject"` where the target's rules demand an answer, else `"pass"`. */
  readonly missingResult?: "pass" | "reject" | "synthesize-error";
  /** The text of a result made by `missingResult: "synthesize-error"`. Default `"No result was recorded for this call."` */
  readonly missingResultText?: string;
  /** Tool arguments that are no JSON object, where the target needs one. Default `"wrap"`: `{"__raw_arguments": text}`. */
  readonly invalidArguments?: "wrap" | "reject";
  /** How messages is told to think. Default: by `capabilities`, else a budget if one was given, else adaptive. */
  readonly effortDialect?: "adaptive" | "budget";
  /** Which schema field generate-content gets. Default `"auto"`: `parameters` where the schema fits its subset. */
  readonly gSchema?: "auto" | "parameters" | "json-schema";
  /** Whether generate-content is asked for its thoughts. Default: true when thinking is on and the client is of another style. */
  readonly includeThoughts?: boolean;
  /** The chat-completions fields that carry thinking. Default `["reasoning_content", "reasoning_details"]`. */
  readonly reasoningCarriers?: readonly ("reasoning_content" | "reasoning" | "reasoning_details")[];
  /** Give an unsigned generate-content call of generation 3 the documented bypass value. Default true. */
  readonly gSignatureBypass?: boolean;
  /** Write fields that compatible chat-completions servers take (`top_k`). Default false. */
  readonly chatExtensions?: boolean;
  /** Text appended to the messages `system` when JSON output without a schema is asked for. Default: none, the mode is dropped. */
  readonly jsonModeInstruction?: string;
  /** Key of a generate-content label that takes the end-user id. Default: none, the id is dropped. */
  readonly labelsForUser?: string;
  /** Media types allowed beside those of. Default: none. */
  readonly inlineMimeTypes?: readonly string[];
  /** Write the source's own finish reason beside a chat-completions one that is not exact. Default true. */
  readonly nativeFinishReason?: boolean;
  /** Code execution parts in a chat-completions answer. Default `"drop"`; `"text"` writes fenced blocks. */
  readonly codeParts?: "drop" | "text";
  /** Input tokens that the first event of a messages stream states when the source has not said. Default 0. */
  readonly inputTokensEstimate?: number;
}

export interface DecodeOptions extends Pick<Policies, "inputTokensEstimate"> {
  /** Whose rules the source follows. Default `"gateway"`. */
  readonly profile?: Profile;
  /** URL path, with query or not: generate-content has its model and action there. */
  readonly path?: string;
  readonly context?: Context;
  /** Id of an answer whose wire has none. */
  readonly responseId?: string;
}

export interface EncodeOptions extends Policies {
  /** Whose dialect the target speaks. Default `"gateway"`. */
  readonly profile?: Profile;
  /** The style that the value was decoded from; some defaults depend on it. */
  readonly from?: StyleName;
  /** Replaces the model. */
  readonly model?: string;
  /** Generation of the target model, when its id does not tell. */
  readonly modelGeneration?: number;
  /** What is known of the target model; merged over the built-in table. */
  readonly capabilities?: CapabilityOption;
  readonly context?: Context;
  /** Unix seconds, for an answer whose source has no time. Default 0. */
  readonly created?: number;
  /** Id of an answer whose source has none. */
  readonly responseId?: string;
}
