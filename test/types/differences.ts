/**
 * Where two types of the same document differ, as a union of paths (`messages.content.text`; lists and the members of unions
 * add nothing to a path, and members are compared with those of the same `type` or `role`). What stands before a path says how:
 *
 * | Mark | Meaning |
 * |---|---|
 * | `-` | the vendor's alone: passes as an unknown field |
 * | `+` | ours alone |
 * | `?` | the vendor requires it, and ours may be without |
 * | `!` | ours requires it, and the vendor's may be without |
 * | `*` | any text or number in ours, where the vendor lists the words |
 * | `~` | ours is wider in another way: any JSON, another type beside the vendor's |
 * | `#` | the vendor's does not fit ours |
 * | `=` | a kind that ours keeps whole without knowing it; its name stands last |
 *
 * Ours takes null wherever a value may be absent, and unknown fields everywhere: no difference of a single field.
 */
import type * as Google from "@google/genai";
import type * as Google3 from "genai3";
import type { Json, JsonObject } from "../../src/index.js";

export type Differences<Vendor, Ours> = Compare<Vendor, Ours, "", []>;

/** The paths that have a mark. */
export type Marked<D, Mark extends string> = D extends `${Mark} ${infer Path}` ? Path : never;

type Scalar = string | number | boolean | bigint;
type Bare<T> = Exclude<T, null | undefined>;
/** Objects of a value, those in lists included. */
type Objects<T> = T extends Scalar ? never : T extends readonly (infer Item)[] ? Objects<Item> : T extends object ? T : never;
type Scalars<T> = T extends Scalar ? T : T extends readonly (infer Item)[] ? Scalars<Item> : never;
/** Whether a value is a list, or may be either. */
type Forms<T> = T extends Scalar ? "one" : T extends readonly unknown[] ? "list" : "one";

/** Keys by name, without what an index signature lets pass. */
type NamedKeys<T> = T extends unknown
  ? Extract<keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: true }, string>
  : never;
type At<T, K extends string> = T extends unknown ? (K extends NamedKeys<T> & keyof T ? T[K] : never) : never;
type MayLack<T, K extends string> = T extends unknown
  ? K extends NamedKeys<T> & keyof T
    ? undefined extends T[K]
      ? true
      : { [P in K]?: T[K] } extends Pick<T, K>
        ? true
        : never
    : true
  : never;

/** Anything, any JSON, or an object of which nothing is known. */
type IsOpen<T> = unknown extends T ? true : [Json] extends [T] ? true : [Nameless<T>] extends [never] ? false : true;
type Nameless<T> = T extends Scalar | readonly unknown[]
  ? never
  : T extends object
    ? [NamedKeys<T>] extends [never]
      ? true
      : never
    : never;

/** The members of ours that an object of the vendor may be: those that may have its `type` or `role`. */
type Matching<Vendor, Ours> = Vendor extends { type: infer Kind }
  ? OfKind<Ours, "type", Bare<Kind>>
  : Vendor extends { role: infer Role }
    ? OfKind<Ours, "role", Bare<Role>>
    : Ours;
type OfKind<Ours, Key extends string, Kind> = Ours extends unknown
  ? Ours extends { [K in Key]?: infer Mine }
    ? [Kind] extends [Mine]
      ? Ours
      : never
    : Ours
  : never;

/** Names what stands under a key of an object that stands under `Place`. */
type Join<Place extends string, Key extends string> = Place extends "" ? Key : `${Place}.${Key}`;

type Compare<Vendor, Ours, Place extends string, Depth extends readonly unknown[]> = Depth["length"] extends 9
  ? `# ${Place} (too deep)`
  : UnmatchedKinds<Vendor, Ours, Place> | Each<Vendor, Vendor, Ours, Place, Depth>;

type Each<Vendor, All, Ours, Place extends string, Depth extends readonly unknown[]> = Vendor extends unknown
  ? [Matching<Vendor, Ours>] extends [never]
    ? Put<"=", Place, Kinds<Vendor>, " ">
    : Members<Vendor, All, Matching<Vendor, Ours>, Place, Depth>
  : never;

/** The words that say what an object is. */
type Kinds<T> = T extends { type: infer Kind } ? Words<Kind> : T extends { role: infer Role } ? Words<Role> : never;
/** Single words: no text at large, no pattern, nothing branded. */
type Words<T> = T extends string ? (Record<never, never> extends Record<T, 1> ? never : `${T}`) : never;
type UnmatchedKinds<Vendor, Ours, Place extends string> = [Kinds<Vendor>] extends [never]
  ? never
  : Put<"+", Place, Exclude<Kinds<Ours>, Kinds<Vendor>>, " ">;

type Members<Vendor, All, Ours, Place extends string, Depth extends readonly unknown[]> =
  | Put<"-", Place, Exclude<NamedKeys<Vendor>, NamedKeys<Ours>>>
  | Put<"+", Place, Exclude<NamedKeys<Ours>, NamedKeys<All>>>
  | (Extract<NamedKeys<Vendor>, NamedKeys<Ours>> extends infer K extends string
      ? K extends string
        ? Member<Vendor, Ours, K, Join<Place, K>, Depth>
        : never
      : never);
type Put<Mark extends string, Place extends string, What extends string, Between extends string = "."> = What extends string
  ? `${Mark} ${Place extends "" ? What : `${Place}${Between}${What}`}`
  : never;

type Member<Vendor, Ours, K extends string, Path extends string, Depth extends readonly unknown[]> =
  | ([MayLack<Vendor, K>] extends [never] ? ([MayLack<Ours, K>] extends [never] ? never : `? ${Path}`) : never)
  | ([MayLack<Vendor, K>] extends [never] ? never : [MayLack<Ours, K>] extends [never] ? `! ${Path}` : never)
  | Value<At<Vendor, K>, At<Ours, K>, K, Path, Depth>;

type Value<Vendor, Ours, K extends string, Path extends string, Depth extends readonly unknown[]> =
  IsOpen<Ours> extends true
    ? IsOpen<Vendor> extends true
      ? never
      : `~ ${Path}`
    : IsOpen<Vendor> extends true
      ? `# ${Path}`
      :
          | (null extends Vendor ? (null extends Ours ? never : `# ${Path}`) : never)
          | Scalarwise<Scalars<Bare<Vendor>>, Scalars<Bare<Ours>>, Path>
          | Formwise<Forms<Bare<Vendor>>, Forms<Bare<Ours>>, Path>
          | Objectwise<Objects<Bare<Vendor>>, Objects<Bare<Ours>>, K, Path, Depth>;

type Scalarwise<Vendor, Ours, Path extends string> =
  | ([Vendor] extends [Ours] ? never : `${Vendor & Scalar}` extends `${Ours & Scalar}` ? never : `# ${Path}`)
  | ([Ours] extends [Vendor]
      ? never
      : [Vendor] extends [never]
        ? `~ ${Path}`
        : [Wide<Ours>] extends [Wide<Vendor>]
          ? `* ${Path}`
          : `~ ${Path}`);
/** The type of which the words are. */
type Wide<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;

type Formwise<Vendor, Ours, Path extends string> =
  | ([Vendor] extends [Ours] ? never : `# ${Path}`)
  | ([Ours] extends [Vendor] ? never : `~ ${Path}`);

type Objectwise<Vendor, Ours, K extends string, Path extends string, Depth extends readonly unknown[]> = [Vendor] extends [never]
  ? [Ours] extends [never]
    ? never
    : `~ ${Path}`
  : [Ours] extends [never]
    ? `# ${Path}`
    : Compare<Vendor, Ours, K, [...Depth, unknown]>;

/** Interfaces as plain members and `{ [key: string]: unknown }` as JSON, so that they compare with types that take unknown keys. */
export type Plain<T> = T extends string | number | boolean
  ? T
  : T extends object
    ? { [key: string]: unknown } extends T
      ? JsonObject
      : { [K in keyof T]: Plain<T[K]> }
    : T;

/** What the official client of generate-content makes of its settings and sends: it exports the parts, not the whole. */
interface GoogleBody<Content, Config, Safety, Tool, ToolConfig, Tier> {
  contents: Content[];
  systemInstruction?: Content;
  generationConfig?: Config;
  safetySettings?: Safety[];
  tools?: Tool[];
  toolConfig?: ToolConfig;
  cachedContent?: string;
  labels?: Record<string, string>;
  serviceTier?: Tier;
}
export type GoogleRequest = GoogleBody<
  Google.Content,
  Google.GenerationConfig,
  Google.SafetySetting,
  Google.Tool,
  Google.ToolConfig,
  Google.ServiceTier
>;
export type GoogleRequest3 = GoogleBody<
  Google3.Content,
  Google3.GenerationConfig,
  Google3.SafetySetting,
  Google3.Tool,
  Google3.ToolConfig,
  Google3.ServiceTier
>;

/** What is written and not in the types of what is written, by style, document and place; and why. */
export const NOT_IN_TYPES: Readonly<Record<string, string>> = {
  "chat-completions request service_tier": "`fast` of messages is written as it is; the client's types do not list it.",
  "chat-completions request prompt_cache_options.ttl":
    "The gateway's specification has more lifetimes than the client's types, which know 30m.",
  "messages request messages.content.type":
    "Results of other tools that a service ran hold what another service gave; the client's types list the vendor's own results.",
};

/*
 * Where written documents do not fit the official clients' types:
 * - generate-content: its client has enums where the wire has texts, so that no document is assignable to its types, written by hand or
 *   by this library. The texts are the very ones, and an answer may be said to be the client's.
 * - requests that are written in place take what the readers and the clients know, but for what `clients.test-d.ts` lists, and keys of
 *   generate-content in snake_case: a value of any other shape is taken as `unknown`.
 * - answers of messages: the client requires `container`, `diagnostics`, the `caller` of calls, `citations` of texts and counts that only
 *   its own service knows. They are said to be the client's (`as Anthropic.Message`); nothing is made up for them.
 * - `fast`, lifetimes and results of other services' tools, as listed above.
 */
