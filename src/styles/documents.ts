/** The documents of a style, as they are written and as services and clients really send them, what stands around them, and the options of a validator. */
import type { ReportOptions } from "../core/issue-log.js";
import type { BaseProfile, ModelOption } from "../model/dialect.js";
import type { Context, TargetOptions } from "./options.js";

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
