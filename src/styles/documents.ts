/** What stands around the documents of a style: what a request comes with, an error, and the options of a validator. */

import type { CapabilityOption } from "../model/capabilities.js";
import type { BaseProfile, ModelOption } from "../model/dialect.js";
import type { Context } from "./options.js";

/** The types of a style's documents, as they are on the wire. */
export interface Wire {
  readonly request: unknown;
  readonly response: unknown;
  readonly error: unknown;
  readonly event: unknown;
  /** A request as it may be written in place. */
  readonly input: unknown;
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

/** An error answer as it came: `body` is the parsed value, or the text where it was not JSON. */
export interface ErrorReply<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An error answer to be read. `status` may be unknown, as in a stream; header names may have any letter case. */
export interface ErrorInput {
  readonly status?: number | null;
  readonly body: unknown;
  /** A record, as `fetch` or Node has them, or pairs. */
  readonly headers?:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | { forEach(each: (value: string, name: string) => void): void }
    | readonly (readonly [name: string, value: string])[]
    | undefined;
}

/** Options of a validator. */
export interface ValidateOptions {
  /** URL path: generate-content has its model and action there, and hosts of other styles have the model. */
  readonly path?: string;
  /** The model of a request that names none, neither in its body nor in its path. */
  readonly model?: ModelOption;
  /** Whose rules hold: the specification's, or the vendor's own. Default `"gateway"`. */
  readonly profile?: BaseProfile;
  /** What the specification does not list is refused. Default false: it passes with an `info`. */
  readonly strict?: boolean;
  /** Generation of the model, as 3 of `gemini-3-pro`. Default: read from its name. */
  readonly modelGeneration?: number;
  /** What the model can do; merged over what its name implies. */
  readonly capabilities?: CapabilityOption;
  /** Media types allowed beside those of. */
  readonly inlineMimeTypes?: readonly string[];
  /** How many choices a chat-completions answer should have: `n` of its request. Default: any number. */
  readonly choices?: number;
  /**
   * Findings that are listed, 1000 by default. Beyond them warnings and notices are only counted, and checking stops at the
   * first error; one `issues.more` after them states in `more` how many others there are at least.
   */
  readonly maxIssues?: number;
  /** Leaves base64 unread: translation passes media on as it is. Default false. */
  readonly skipMedia?: boolean;
}
