/**
 * What servers and clients do beyond a style, as data. `docs/quirks.md` lists the rows, and each has a fixture that comes out
 * otherwise without it, so that one can be retired. The comment of a row states what it is about, and where that is documented.
 */
interface Seen {
  /** Servers, clients or libraries that do so. */
  readonly seenAt: string;
  /** The day since which it is read here: `2026-11-22`. */
  readonly since: string;
  /** The folder of `fixtures/` that shows it. */
  readonly fixture: string;
}

/** Rewrites one place, and gives back what it was given where there is nothing to do. */
interface Rewriting extends Seen {
  readonly rewrite: (...given: never[]) => unknown;
}

/** Further names that a table of the style reads, or words with what each stands for. */
interface Words extends Seen {
  readonly words: Readonly<Record<string, unknown>> | readonly string[];
}

export type Quirks = Readonly<Record<string, Rewriting | Words>>;
