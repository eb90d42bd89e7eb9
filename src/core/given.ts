/** Options that are a value, or a function of the caller's that gives it when it is needed. */

/** A value, or a function that gives it. */
export type Given<T extends string | number> = T | (() => T);

/**
 * The model that takes the place of the one that a document names: its name, or a function of the name in the document,
 * undefined where it names none. A function that gives undefined keeps the name.
 */
export type ModelOption = string | ((model: string | undefined) => string | undefined);

export function given<T extends string | number>(option: Given<T> | undefined): T | undefined {
  return typeof option === "function" ? option() : option;
}

/** @param named the model in the document; `""` is none */
export function modelGiven(option: ModelOption | undefined, named: string | undefined): string | undefined {
  return typeof option === "function" ? option(named || undefined) : option;
}
