/**
 * Every option of translation, with its default, in one place.
 */

import type { ReportOptions } from "../core/issue-log.js";
import type { AnswerRestore } from "../json-schema/restore.js";
import type { CapabilityOption } from "../model/capabilities.js";
import type { StyleFacts, StyleName } from "../model/common.js";
import type { BaseProfile, DialectMembers, Given, ModelOption } from "../model/dialect.js";

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
  /** What undoes in arguments and structured texts what the schemas of the request were changed into. Tools by written names. */
  readonly restore?: AnswerRestore;
}

/**
 * What to do where the target cannot express what the source has. Every policy has a default that goes on, with an issue
 * where something is lost.
 */
export interface Policies {
  /**
   * messages needs `max_tokens`: the value in tokens when the caller gave none (`defaulted.max_tokens`).
   * @defaultValue `capabilities.maxOutput` where that is no more than 8192 and a budget of thinking, else so many
   */
  readonly defaultMaxTokens?: number;
  /**
   * A number above the target's range: takes the nearest legal one (`approximated.clamped`), fails, or is left out.
   * @defaultValue `"clamp"`
   */
  readonly outOfRange?: "clamp" | "reject" | "drop";
  /**
   * A system message in the middle of a conversation, into messages. `auto` leaves it where it is where the model takes it
   * there (`capabilities.midSystem`), else moves it to the top (`approximated.hoisted_system`); `user` makes it a user turn.
   * @defaultValue `"auto"`
   */
  readonly midSystem?: "auto" | "native" | "hoist" | "user" | "reject";
  /**
   * A conversation that starts with the assistant, where a user turn is expected (`order.first_turn`).
   * @defaultValue `"keep"`
   */
  readonly firstTurn?: "keep" | "reject";
  /**
   * A final assistant turn, for a model that does not go on from one (`capabilities.prefill`): the request fails
   * (`failed.unsupported`), or goes without that turn (`dropped.part`).
   * @defaultValue `"reject"`; with `profile: "gateway"` and no `capabilities` the turn is kept
   */
  readonly prefill?: "reject" | "drop";
  /**
   * A tool call without a result before the next user turn (`unpaired.tool_call`).
   * @defaultValue `"pass"`; where the target's rules demand an answer `"reject"`, or `"synthesize-error"` from a style whose
   * service demands none
   */
  readonly missingResult?: "pass" | "reject" | "synthesize-error";
  /**
   * The text of a result made by `missingResult: "synthesize-error"`.
   * @defaultValue `"No result was recorded for this call."`
   */
  readonly missingResultText?: string;
  /**
   * Tool arguments that are no JSON object, where the target needs one. `wrap` makes them `{"__raw_arguments": text}`
   * (`approximated.arguments`), and the way back takes the wrapping off.
   * @defaultValue `"wrap"`
   */
  readonly invalidArguments?: "wrap" | "reject";
  /**
   * How messages is asked to think: `thinking.type` `"adaptive"` with an effort, or `"enabled"` with a budget of tokens.
   * @defaultValue by `capabilities`, else a budget if one was given, else adaptive
   */
  readonly effortDialect?: "adaptive" | "budget";
  /**
   * Which schema field generate-content gets: `parameters`, a subset of OpenAPI (`approximated.schema` for what it
   * lacks), or `parametersJsonSchema`. `auto` takes the first where nothing is lost by it.
   * @defaultValue `"auto"`
   */
  readonly gSchema?: "auto" | "parameters" | "json-schema";
  /**
   * JSON Schemas of tools and formats: `reduce` writes them in the form that the target's vendor takes (`approximated.schema`
   * where they bind less by it), and undoes in the answer what that changes of the shape of values; `keep` writes them as they are.
   * The style of an entry of its own (`interlingua/messages`) always keeps them: `styles` reduces, and so does `interlingua/schema`.
   * @defaultValue `"reduce"`
   */
  readonly schemas?: "reduce" | "keep";
  /**
   * Whether generate-content is asked for its thoughts.
   * @defaultValue true when thinking is on and the client is of another style
   */
  readonly includeThoughts?: boolean;
  /**
   * The chat-completions fields that thinking is written to. It is read from all of them.
   * @defaultValue `["reasoning_content", "reasoning_details"]`; in a request of another style only with `chatExtensions`
   */
  readonly reasoningCarriers?: readonly ("reasoning_content" | "reasoning" | "reasoning_details")[];
  /**
   * Give an unsigned call in a history for generate-content of generation 3 the value that its documentation has for calls
   * of other origin (`synthesized.signature`); that model refuses them unsigned.
   * @defaultValue true
   */
  readonly gSignatureBypass?: boolean;
  /**
   * Write fields that compatible chat-completions servers take and the specification lacks: `top_k`, `cache_control`, and
   * thoughts in the history (`reasoningCarriers`).
   * @defaultValue false
   */
  readonly chatExtensions?: boolean;
  /**
   * Text appended to the messages `system` when JSON output without a schema is asked for. This library has no words of
   * its own: without this text the mode is lost (`dropped.field`).
   * @defaultValue none
   */
  readonly jsonModeInstruction?: string;
  /**
   * Key of a generate-content label that takes the end-user id, which is else lost (`dropped.field`).
   * @defaultValue none
   */
  readonly labelsForUser?: string;
  /**
   * Media types that are legal beside those of, for validation and translation alike.
   * @defaultValue none
   */
  readonly inlineMimeTypes?: readonly string[];
  /**
   * Write the source's own finish reason (`native_finish_reason`) beside a chat-completions one that is not exact.
   * @defaultValue true
   */
  readonly nativeFinishReason?: boolean;
  /**
   * Code execution parts in a chat-completions answer: left out (`dropped.part`), or written as fenced blocks of text.
   * @defaultValue `"drop"`
   */
  readonly codeParts?: "drop" | "text";
  /**
   * Input tokens that the first event of a messages stream states when the source has not: that style's clients
   * expect a number at once. The last event has the true one.
   * @defaultValue 0
   */
  readonly inputTokensEstimate?: number;
}

/** Options of a codec that reads. */
export interface DecodeOptions extends Pick<Policies, "inputTokensEstimate"> {
  /**
   * Whose rules the source follows.
   * @defaultValue `"gateway"`
   */
  readonly profile?: BaseProfile;
  /** URL path, with query or not: generate-content has its model and action there, and so have hosts of other styles. */
  readonly path?: string;
  /** The model of a request that names none, neither in its body nor in its path. */
  readonly model?: ModelOption;
  /** What the request's translation gave; see {@link Context}. */
  readonly context?: Context;
  /**
   * Whether an answer is written in the same style again: what means nothing to another style is kept.
   * @defaultValue false
   */
  readonly own?: boolean;
  /** Id of an answer whose wire has none, or a function that gives it. */
  readonly responseId?: Given<string>;
  /** What of its findings a codec gives. Default: all, at most 1000. Translations set it themselves. */
  readonly findings?: ReportOptions;
  /** What the words of other styles mean, and how these behave, by name. Default: unknown. Translations set it themselves. */
  readonly styles?: ReadonlyMap<StyleName, StyleFacts>;
}

/** Options of a codec that writes; all of them are open to every translation. */
export interface EncodeOptions extends Policies {
  /**
   * Whose rules the target follows: the specification's, or the vendor's own.
   * @defaultValue `"gateway"`
   */
  readonly profile?: BaseProfile;
  /** What the server that is written for does otherwise. Translations set it themselves, where their `profile` is a dialect. */
  readonly dialect?: DialectMembers;
  /**
   * Whether a request is made to fit its model and its vendor: fields that they refuse are left out, and schemas are reduced.
   * Translations set it themselves: true, but for a request that goes on in its own style.
   */
  readonly fits?: boolean;
  /** The style that the value was decoded from; some defaults depend on it. Translations set it themselves. */
  readonly from?: StyleName;
  /**
   * Takes the place of the model that a request asks for, or that an answer or its stream names (`conflict.resolved`).
   * A function is given the name, undefined where there is none, and may give undefined to keep it.
   * @defaultValue that of the source
   */
  readonly model?: ModelOption;
  /**
   * Generation of the target model, as 3 of `gemini-3-pro`; some ranges and fields depend on it.
   * @defaultValue read from the model's name
   */
  readonly modelGeneration?: number;
  /**
   * What the target model can do, as facts or as a function of its name; merged over the built-in knowledge.
   * @defaultValue read from the model's name
   */
  readonly capabilities?: CapabilityOption;
  /**
   * For answers, errors and streams: what the request's translation gave.
   * @defaultValue none
   */
  readonly context?: Context;
  /**
   * Unix seconds, for a chat-completions answer whose source has no time (`synthesized.created`), or a function that gives them.
   * @defaultValue 0
   */
  readonly created?: Given<number>;
  /**
   * Id of an answer whose source has none (`synthesized.id`), or a function that gives it.
   * @defaultValue made from the model and the turn
   */
  readonly responseId?: Given<string>;
  /** What of its findings a codec gives. Default: all, at most 1000. Translations set it themselves. */
  readonly findings?: ReportOptions;
  /** What the words of other styles mean, and how these behave, by name. Default: unknown. Translations set it themselves. */
  readonly styles?: ReadonlyMap<StyleName, StyleFacts>;
}
