/**
 * What goes into codecs and comes out: the documents of a style, as they are written and as services and clients really send them, what stands
 * around them, and every option of translation and validation, with its default.
 */
import type { ReportOptions } from "../core/issue-log.js";
import type { CapabilityOption } from "../model/capabilities.js";
import type { BaseProfile, DialectMembers, Given, ModelOption, StyleFacts, StyleName } from "../model/common.js";

/** The types of a style's documents. */
export interface Documents<Request = unknown, Response = unknown, ErrorBody = unknown, Event = unknown> {
  /** A request. */
  readonly request: Request;
  /** A whole answer. */
  readonly response: Response;
  /** The body of an error answer. */
  readonly error: ErrorBody;
  /** An event of a stream. */
  readonly event: Event;
}

/** Those that a style writes, and those that it takes. */
export interface Wire extends Documents {
  /** As they are taken: lenient, and with fields that are known beside. */
  readonly taken: Documents;
}

/** A request as it is sent. */
export interface EncodedRequest<Body> {
  /** The target's URL path, with query: `/v1beta/models/{model}:streamGenerateContent?alt=sse`. */
  readonly path: string;
  /** A JSON value; it shares what did not change with the source. */
  readonly body: Body;
  /** What the way back needs; see {@link Context}. */
  readonly context: Context;
}

/** An error answer. */
export interface ErrorReply<Body = unknown> {
  /** The HTTP status. */
  readonly status: number;
  /** JSON, or text. */
  readonly body: Body;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An error answer to be read. */
export interface ErrorInput {
  /** The HTTP status; unknown in a stream. */
  readonly status?: number | null;
  /** JSON, or text. */
  readonly body: unknown;
  /** A record, as `fetch` or Node has them, or pairs; names in any letter case. */
  readonly headers?:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | { forEach(each: (value: string, name: string) => void): void }
    | readonly (readonly [name: string, value: string])[]
    | undefined;
  /** Always absent, so that no `Response` is taken whose body was not read: `{ status, headers, body: await response.text() }`. */
  readonly bodyUsed?: undefined;
}

/** Options of a validator. */
export interface ValidateOptions
  extends Pick<TargetOptions, "capabilities" | "inlineMimeTypes" | "modelGeneration">,
    Pick<ReportOptions, "maxIssues"> {
  /** URL path, where generate-content and hosts of other styles have the model. */
  readonly path?: string;
  /** The model of a request that names none, neither in its body nor in its path. */
  readonly model?: ModelOption;
  /** Whose rules hold: the specification's, or the vendor's own. Default `"gateway"`. */
  readonly profile?: BaseProfile;
  /** What the specification does not list is refused. Default false: it passes with an `info`. */
  readonly strict?: boolean;
  /** How many choices an answer should have. Default: any number. */
  readonly choices?: number;
  /** Leaves base64 unread: translation passes media on as it is. Default false. */
  readonly skipMedia?: boolean;
}

/**
 * A document as it is taken: every field may be missing or null, lists of words are open, no `type` is refused. Values of official
 * clients' types fit, and further fields where the value is not written in place.
 * @example
 * const message: Lenient<{ role: "user"; content: string }> = { role: "tester", content: null };
 */
export type Lenient<T> = { readonly [Key in keyof T]?: LenientValue<T[Key]> | null | undefined };

/** The same of a value of any kind. */
export type LenientValue<T> = unknown extends T
  ? T
  : T extends string
    ? string extends T
      ? T
      : T | (string & NonNullable<unknown>)
    : T extends readonly (infer Item)[]
      ? readonly LenientValue<Item>[]
      : T extends object
        ? string extends (unknown extends T[keyof T] ? keyof T : never)
          ? object
          : Lenient<T>
        : T;

/**
 * What may stand for a document of the type `Input`: one that fits it, so that the compiler finds misspelt fields, or one of which nothing
 * is known: `unknown`, what `JSON.parse` gives, a record.
 */
export type Accepted<Body, Input> = unknown extends Body
  ? Body
  : true extends (Body extends object ? (string extends keyof Body ? true : never) : never)
    ? Body
    : Input;

/**
 * What an answer needs to know about its question: plain JSON without message content, which a gateway without memory can carry along.
 * Made by `translateRequest`; all of it is optional.
 */
export interface Context {
  /** The model that the client asked for. */
  readonly model?: string;
  /** Number of messages of the request. */
  readonly turn?: number;
  /** chat-completions `stream_options.include_usage`; `false` leaves the usage chunk out. */
  readonly includeStreamUsage?: boolean;
  /** Names that the target's rules changed, to those that the client declared. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /** Names of all declared tools, as the client wrote them. */
  readonly declaredTools?: readonly string[];
  /** Those of them that are free-form (chat-completions `custom`). */
  readonly customTools?: readonly string[];
  /** What undoes in answers what the request's schemas were changed into. */
  readonly restore?: object;
}

/** What to do where the target cannot express what the source has. Every default goes on, with an issue where something is lost. */
export interface Policies {
  /**
   * Tokens of messages' `max_tokens`, which it needs, where the source has none (`defaulted.max_tokens`).
   * @defaultValue `capabilities.maxOutput` where that is no more than 8192 and a budget of thinking, else so many
   */
  readonly defaultMaxTokens?: number;
  /**
   * A number above the target's range becomes the nearest legal one (`approximated.clamped`), fails, or is left out.
   * @defaultValue `"clamp"`
   */
  readonly outOfRange?: "clamp" | "reject" | "drop";
  /**
   * A system message amid a conversation, into messages. `auto` leaves it there where the model takes it (`capabilities.midSystem`), else
   * moves it to the top (`approximated.hoisted_system`); `user` makes it a user turn.
   * @defaultValue `"auto"`
   */
  readonly midSystem?: "auto" | "native" | "hoist" | "user" | "reject";
  /**
   * A conversation that starts with the assistant (`order.first_turn`).
   * @defaultValue `"keep"`
   */
  readonly firstTurn?: "keep" | "reject";
  /**
   * A final assistant turn, for a model that does not go on from one (`capabilities.prefill`): the request fails (`failed.unsupported`),
   * or goes without it (`dropped.part`).
   * @defaultValue `"reject"`; with `profile: "gateway"` and no `capabilities` the turn is kept
   */
  readonly prefill?: "reject" | "drop";
  /**
   * A tool call without a result before the next user turn (`unpaired.tool_call`).
   * @defaultValue `"pass"`; where the target's rules demand one `"reject"`, or `"synthesize-error"` from a style whose service does not
   */
  readonly missingResult?: "pass" | "reject" | "synthesize-error";
  /**
   * The text of such a synthesized result.
   * @defaultValue `"No result was recorded for this call."`
   */
  readonly missingResultText?: string;
  /**
   * Tool arguments that are no JSON object, where the target needs one. `wrap`: `{"__raw_arguments": text}` (`approximated.arguments`),
   * which the way back undoes.
   * @defaultValue `"wrap"`
   */
  readonly invalidArguments?: "wrap" | "reject";
  /**
   * How messages is asked to think: `adaptive` with an effort, or `enabled` with a budget of tokens.
   * @defaultValue by `capabilities`, else a budget if one was given, else adaptive
   */
  readonly effortDialect?: "adaptive" | "budget";
  /**
   * The schema field of generate-content: `parameters`, a subset of OpenAPI (`approximated.schema` for what it lacks), or
   * `parametersJsonSchema`. `auto`: the first where nothing is lost.
   * @defaultValue `"auto"`
   */
  readonly gSchema?: "auto" | "parameters" | "json-schema";
  /**
   * JSON Schemas of tools and formats: `reduce` writes what the target's vendor takes (`approximated.schema` where that binds less), and
   * undoes it in the answer; `keep` writes them as they are. `interlingua/messages` and its like always keep them.
   * @defaultValue `"reduce"`
   */
  readonly schemas?: "reduce" | "keep";
  /**
   * Whether generate-content is asked for its thoughts.
   * @defaultValue true when thinking is on and the client is of another style
   */
  readonly includeThoughts?: boolean;
  /**
   * The chat-completions fields that thinking is written to.
   * @defaultValue `["reasoning_content", "reasoning_details"]`; in a request of another style only with `chatExtensions`
   */
  readonly reasoningCarriers?: readonly ("reasoning_content" | "reasoning" | "reasoning_details")[];
  /**
   * Writes the signature of a call behind its id as well, `call_1__thought__CvUB…`, in chat-completions answers: many clients keep ids
   * and nothing else of a call. Requests are read so in any case.
   * @defaultValue false
   */
  readonly signaturesInIds?: boolean;
  /**
   * Gives an unsigned call in a history for generate-content 3, which refuses it, the documented value for calls of other origin
   * (`synthesized.signature`).
   * @defaultValue true
   */
  readonly gSignatureBypass?: boolean;
  /**
   * Writes fields that compatible chat-completions servers take beside the specification: `top_k`, `cache_control`, thoughts in the
   * history (`reasoningCarriers`).
   * @defaultValue false
   */
  readonly chatExtensions?: boolean;
  /**
   * Text added to messages' `system` where JSON without a schema is asked for; without it the mode is lost (`dropped.field`).
   * @defaultValue none
   */
  readonly jsonModeInstruction?: string;
  /**
   * Key of a generate-content label for the end-user id, which is else lost (`dropped.field`).
   * @defaultValue none
   */
  readonly labelsForUser?: string;
  /**
   * Media types that are legal beside those of.
   * @defaultValue none
   */
  readonly inlineMimeTypes?: readonly string[];
  /**
   * Writes the source's finish reason (`native_finish_reason`) beside a chat-completions one that is not exact.
   * @defaultValue true
   */
  readonly nativeFinishReason?: boolean;
  /**
   * Code execution in a chat-completions answer: left out (`dropped.part`), or fenced blocks of text.
   * @defaultValue `"drop"`
   */
  readonly codeParts?: "drop" | "text";
  /**
   * Input tokens that the first event of a messages stream states where the source has not yet; the last event has the true number.
   * @defaultValue 0
   */
  readonly inputTokensEstimate?: number;
}

/** Options of what is written, whatever it is. */
export interface TargetOptions extends Policies {
  /**
   * Takes the place of the model that the source names (`conflict.resolved`).
   * @defaultValue that of the source
   */
  readonly model?: ModelOption;
  /**
   * Generation of the target model, as 3 of `gemini-3-pro`.
   * @defaultValue read from its name
   */
  readonly modelGeneration?: number;
  /**
   * What the target model can do, merged over what its name shows.
   * @defaultValue read from its name
   */
  readonly capabilities?: CapabilityOption;
  /**
   * What the request's translation gave, for answers, errors and streams.
   * @defaultValue none
   */
  readonly context?: Context;
  /**
   * Unix seconds, for a chat-completions answer whose source has no time (`synthesized.created`).
   * @defaultValue 0
   */
  readonly created?: Given<number>;
  /**
   * Id of an answer whose source has none (`synthesized.id`).
   * @defaultValue made from the model and the turn
   */
  readonly responseId?: Given<string>;
}

/** Options of a style that reads. */
export interface ReadOptions extends Pick<TargetOptions, "context" | "inputTokensEstimate" | "responseId"> {
  /**
   * Whose rules the source follows.
   * @defaultValue `"gateway"`
   */
  readonly profile?: BaseProfile;
  /** URL path, where generate-content and hosts of other styles have the model. */
  readonly path?: string;
  /** The model of a request that names none, neither in its body nor in its path. */
  readonly model?: ModelOption;
  /**
   * Whether an answer is written in the same style again: what means nothing to another style is kept.
   * @defaultValue false
   */
  readonly own?: boolean;
}

/** Options of a style that writes. */
export interface WriteOptions extends TargetOptions {
  /**
   * Whose rules the target follows: the specification's, or the vendor's own.
   * @defaultValue `"gateway"`
   */
  readonly profile?: BaseProfile;
  /**
   * The style that the value was decoded from. A request of another style is made to fit (`fits`), and some defaults depend on it.
   * @defaultValue the style that writes
   */
  readonly from?: StyleName;
}

/** What translations set for both directions. */
export interface CodecOptions {
  /** What of its findings a codec gives. Default: all, at most 1000. */
  readonly findings?: ReportOptions;
  /** What the words of other styles mean, and how these behave, by name. Default: unknown. */
  readonly styles?: ReadonlyMap<StyleName, StyleFacts>;
}

/** Options of a codec that reads. */
export interface DecodeOptions extends ReadOptions, CodecOptions {}

/** Options of a codec that writes. */
export interface EncodeOptions extends WriteOptions, CodecOptions {
  /**
   * What the server that is written for does otherwise. Set where the `profile` of a translation is a dialect. The style of an entry of its
   * own neither renames nor leaves out fields for it.
   */
  readonly dialect?: DialectMembers;
  /**
   * Whether a request is made to fit its model and its vendor: fields that they refuse are left out, and schemas are reduced.
   * The style of an entry of its own writes schemas, sampling, limits and choices of tools as they are.
   * @defaultValue true where `from` is another style
   */
  readonly fits?: boolean;
}
