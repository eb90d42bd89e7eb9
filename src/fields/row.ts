/**
 * A field of a document as one row of data: where it stands in the canonical model and on the wire, its ranges, how its value
 * is read and written, what is reported when it is lost. Decoding, encoding, losses, the map of paths, the list of known
 * fields and the rules of ranges come from it. Rows are for fields; turns, tools, reasoning and media are code.
 */
import { approximated, brief, dropped, type Issue } from "../core/issue.js";
import type { Path } from "../core/path.js";
import type { Range } from "../core/range.js";
import type { Profile } from "../model/common.js";
import type { Rest } from "../model/extensions.js";
import type { CanonicalRequest } from "../model/index.js";

/** A range, and the rule that states it. */
export interface FieldRange extends Range {
  /** `R-025`, `V-20`; absent where the style has no such field. */
  readonly rule?: string;
  /** Absent: both profiles. */
  readonly profile?: Profile;
}

/** What is reported of a value for which the target has no field. */
export interface Loss {
  /** What the receiver notices: "the model samples from all tokens". */
  readonly effect?: string;
  /** Values that have no effect, so that an `info` is enough; `true`: all of them. */
  readonly idle?: true | readonly unknown[];
}

/** What the writer of a field is told. */
export interface FieldScope {
  /** Name of the style that is written. */
  readonly target: string;
  readonly profile: Profile;
  /** The document came from the style that is written. */
  readonly own: boolean;
  readonly options: { readonly outOfRange?: "clamp" | "reject" | "drop" };
  /** Takes issues with canonical paths. */
  readonly report: (issue: Issue) => undefined;
}

/** Keeps members of the value that is read, or of the object at `inside` of it, with the unknown fields. */
export type Keep = (rest: Rest, inside?: readonly string[]) => void;

/**
 * Who lists a field: the specification (default), only the vendor, only the vendor and yet ordinary, or only compatible
 * servers. Where the profiles have different names, the vendor's is only the vendor's.
 */
export type Listed = "specified" | "vendor" | "ordinary" | "nowhere";

/** A row as the engine holds it, whatever its value; {@link FieldRow} is how it is written. */
export interface AnyRow {
  /** Where it stands in the canonical model: `sampling.topP`. */
  readonly at: string;
  /** Where it is written, by profile where they differ: `generationConfig.topP`. Absent: the style has no such field. */
  readonly wire?: string | Readonly<Record<Profile, string>>;
  /** Other names that are only read, the one that counts more first; all of them count less than `wire`. */
  readonly reads?: readonly string[];
  readonly listed?: Listed;
  readonly ranges?: readonly FieldRange[];
  /** Canonical fields that have a value as soon as this one has. */
  readonly implies?: readonly [at: string, value: unknown];
  /**
   * The canonical value of one on the wire, which is never null. Undefined: it has none, and is kept with the unknown fields;
   * null: it says what its absence says. Absent: the value as it is.
   */
  read?(value: unknown, keep: Keep, report: (issue: Issue) => void): unknown;
  /** The value on the wire, before its range is looked at. Undefined, after a report: nothing is written. Absent: the value as it is. */
  write?(value: unknown, scope: FieldScope, path: Path, model: object): unknown;
  /** Whether the value, which is in range, may stand in this request. False, after a report: nothing is written. */
  allows?(value: unknown, scope: FieldScope, path: Path): boolean;
  readonly loss?: Loss;
}

/** The value at a dotted path of a type. */
export type ValueAt<T, At extends string> = At extends `${infer Key}.${infer Rest}`
  ? Key extends keyof T
    ? ValueAt<NonNullable<T[Key]>, Rest>
    : never
  : At extends keyof T
    ? NonNullable<T[At]>
    : never;

type Below<Key extends string, T> = `${Key}.${keyof T & string}`;
type Fields = Pick<CanonicalRequest, "sampling" | "limits" | "output"> & { cache: NonNullable<CanonicalRequest["cache"]> };

/** The places of a request that rows or code must know: `({}) satisfies Record<Exclude<RequestPlace, …>, never>` proves that none is forgotten. */
export type RequestPlace =
  | { [K in keyof Fields]: Exclude<Below<K, Fields[K]>, "sampling.logprobs"> }[keyof Fields]
  | Below<"sampling.logprobs", NonNullable<Fields["sampling"]["logprobs"]>>
  | Exclude<keyof CanonicalRequest, keyof Fields | "model" | "instructions" | "turns" | "tools" | "toolChoice" | "stream" | "extensions">;

/** One field of the canonical document `Model` and of the wire document `Body`. */
export interface FieldRow<Model extends object, Body, Scope extends FieldScope, At extends string, Wire extends string> extends AnyRow {
  readonly at: At;
  readonly wire?: Wire | Readonly<Record<Profile, Wire>>;
  read?(value: ValueAt<Body, Wire>, keep: Keep, report: (issue: Issue) => void): ValueAt<Model, At> | null | undefined;
  write?(value: ValueAt<Model, At>, scope: Scope, path: Path, model: Model): ValueAt<Body, Wire> | undefined;
  allows?(value: ValueAt<Body, Wire>, scope: Scope, path: Path): boolean;
}

/** Makes the rows of a document: `field("sampling.topP", { wire: "top_p" })`. `Scope` is what the style's writers are told. */
export function fieldOf<Model extends object, Body, Scope extends FieldScope>() {
  return <const At extends string, const Wire extends string = never>(
    at: At,
    row: Omit<FieldRow<Model, Body, Scope, At, Wire>, "at"> = {},
  ): FieldRow<Model, Body, Scope, At, Wire> => ({ at, ...row });
}

/** Readers and writers of values that several styles have: stop sequences, and words of a list. */

/** Writer of a list of stop sequences. `most`: by profile, absent where there is no limit; `refused`: those that match nothing or everything. */
export function stopSequences(
  most: { readonly [P in Profile]?: number },
  refused: (text: string) => boolean = (text) => text === "",
): (stop: readonly string[], scope: FieldScope, path: Path) => string[] | undefined {
  return (stop, { target, profile, report }, path) => {
    const limit = most[profile] ?? Number.POSITIVE_INFINITY;
    const kept: string[] = [];
    stop.forEach((text, index) => {
      const lose = (message: string, facts: { readonly limit?: number } = {}) =>
        report(dropped("dropped.value", [...path, index], message, { from: brief(text), ...facts }));
      if (refused(text)) lose(`${target} takes no stop sequence that is empty or blank; it was left out.`);
      else if (kept.length >= limit) lose(`${target} takes ${limit} stop sequences; this one was left out.`, { limit });
      else kept.push(text);
    });
    return kept.length === 0 ? undefined : kept;
  };
}

/**
 * Reader and writer of a word.
 * @param pairs the canonical words that the style has, each with its own
 * @param nearest what is written for others; a word that is not listed is left out, with the same report
 */
export function words<const Word extends string>(
  pairs: readonly (readonly [Word, string])[],
  nearest: Readonly<Record<string, Word>> = {},
) {
  return {
    read: (word: string): Word | undefined => pairs.find(([, own]) => own === word)?.[0],
    write(word: string, { target, report }: FieldScope, path: Path): string | undefined {
      const exact = pairs.find(([each]) => each === word);
      if (exact !== undefined) return exact[1];
      const near = nearest[word];
      const to = pairs.find(([each]) => each === near)?.[1];
      const message = `${target} has no such word; ${to === undefined ? "its default applies" : `\`${to}\` is the nearest`}.`;
      report(approximated("approximated.enum", path, message, { from: word, to: to ?? null }));
      return to;
    },
  };
}
