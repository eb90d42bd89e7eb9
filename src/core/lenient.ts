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
