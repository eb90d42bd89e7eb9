/** Documents as services and clients really send them: the types of what is taken, made of those of what is written. */

/**
 * The same document as it is taken: every field may be missing or null, a list of words is open, and no `type` is refused. A value of
 * an official client's type fits; so does a field that the type does not list, in a value that is not written in place.
 * @example
 * const message: Lenient<{ role: "user"; content: string }> = { role: "tester", content: null };
 */
export type Lenient<T> = unknown extends T
  ? T
  : T extends string
    ? string extends T
      ? T
      : T | (string & NonNullable<unknown>)
    : T extends readonly (infer Item)[]
      ? readonly Lenient<Item>[]
      : T extends object
        ? string extends (unknown extends T[keyof T] ? keyof T : never)
          ? object
          : { readonly [Key in keyof T]?: Lenient<T[Key]> | null | undefined }
        : T;

/** Fields that are known by their names alone. */
export type Also<Names extends string> = { readonly [Name in Names]?: unknown };

/** A document as it is taken, with fields that are known by their names alone. */
export type Wider<T, Names extends string> = Lenient<T> | Also<Names>;

/**
 * What may stand for a document of the type `Input`: one that fits it, or one of which nothing is known: `unknown`, what `JSON.parse`
 * gives, a record. So a field that is misspelt where a document is written in place is an error of the compiler.
 */
export type Accepted<Body, Input> = unknown extends Body
  ? Body
  : true extends (Body extends object ? (string extends keyof Body ? true : never) : never)
    ? Body
    : Input;
