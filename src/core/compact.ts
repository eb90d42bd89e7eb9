type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its members that are `undefined`: absent, null and undefined are three things on a wire. */
export function compact<T extends object>(value: T): Compact<T>;
export function compact(value: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {};
  // Every node of every document comes through here: a list of its keys would be garbage.
  for (const key in value) {
    const member = value[key];
    if (member !== undefined && Object.hasOwn(value, key)) kept[key] = member;
  }
  return kept;
}

/**
 * What is left of a canonical node after an encoder took its fields out: nothing. `rest satisfies NothingLeft` makes the
 * compiler prove that no field is forgotten, now and when the model grows.
 */
export type NothingLeft = { readonly [key: string]: never };
