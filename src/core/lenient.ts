/** Documents as services and clients really send them: the types of what is taken, made of those of what is written. */

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
