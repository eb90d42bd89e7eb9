/** Lists, maps and texts that grow: what a stream or a long document holds, in little memory and bounded time. */

/**
 * Appends the items to the list. `list.push(...items)` hands each item over as an argument, and the stack is full at some
 * 120 000 of them.
 */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** What the map has at the key, made and set before where it has nothing. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

/** What is made when it is first asked for: a table that every program made as it loads would cost those that never use it. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * A list that is made when it is first looked at; `structuredClone` takes a copy of it alone, `[...list]`.
 */
export function lazyList<T>(make: () => readonly T[]): readonly T[] {
  const list: T[] = [];
  const made = lazy(() => {
    addAll(list, make());
    return list;
  });
  // Node prints what stands behind a proxy, which may be empty yet.
  Object.defineProperty(list, Symbol.for("nodejs.util.inspect.custom"), { value: () => [...made()] });
  return new Proxy(list, {
    get: (_, key): unknown => Reflect.get(made(), key),
    has: (_, key) => Reflect.has(made(), key),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(made(), key),
    // Nothing can be added to a list that was frozen.
    preventExtensions: () => Reflect.preventExtensions(made()),
  });
}

/**
 * The last of ascending values that is at most the limit.
 * @param valueAt the value at an index from 0 to `count - 1`
 * @returns its index; -1 where all are greater
 */
export function lastUpTo(count: number, valueAt: (index: number) => number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A map from numbers that mostly holds one entry, as the choices of a stream and its open parts do: 48 bytes where a Map has 220. */
export class SmallMap<Value> {
  /** The only entry, as long as there is no map. */
  private key = -1;
  private value: Value | undefined = undefined;
  declare private map: Map<number, Value> | undefined;

  get size(): number {
    return this.map === undefined ? (this.value === undefined ? 0 : 1) : this.map.size;
  }

  get(key: number): Value | undefined {
    if (this.map !== undefined) return this.map.get(key);
    return key === this.key ? this.value : undefined;
  }

  set(key: number, value: Value): Value {
    if (this.map !== undefined) this.map.set(key, value);
    else if (this.value === undefined || this.key === key) {
      this.key = key;
      this.value = value;
    } else this.map = new Map([...this.entries(), [key, value]]);
    return value;
  }

  delete(key: number): void {
    if (this.map !== undefined) this.map.delete(key);
    else if (key === this.key) this.value = undefined;
  }

  /** As they are now, in the order in which they came. */
  entries(): (readonly [number, Value])[] {
    if (this.map !== undefined) return [...this.map];
    return this.value === undefined ? [] : [[this.key, this.value]];
  }

  values(): Value[] {
    if (this.map !== undefined) return [...this.map.values()];
    return this.value === undefined ? [] : [this.value];
  }
}

/** The text in memory of its own: slices of some length keep the whole that they are of. */
export function own(text: string): string {
  return text.length < SLICED ? text : [text.slice(0, 1), text.slice(1)].join("");
}

const SLICED = 13;

/** Characters that wait at least until they are joined to the text. */
const LEAST = 16;
/** No engine has longer strings, and with it in each of them these stay small: a number beyond has memory of its own. */
const LONGEST = 0x7fffffff;

/**
 * Text that comes in small pieces and is held until it is whole. Appended with `+=` alone, an engine keeps each piece and a
 * node that holds it, which for deltas of a few characters is ten times the text; joined now and then, it is the text.
 */
export class GrowingText {
  private joined = "";
  private recent = "";

  /** @param most UTF-16 units that are held; a longer text is forgotten, and counts as empty */
  constructor(private most = LONGEST) {}

  add(piece: string): void {
    if (this.most < 0) return;
    this.recent += piece;
    // In proportion to the text, so that each character is copied a few times at most.
    if (this.recent.length > LEAST + (this.joined.length >> 4)) this.join();
    if (this.length <= this.most) return;
    this.most = -1;
    this.joined = "";
    this.recent = "";
  }

  /** UTF-16 units that are held. */
  get length(): number {
    return this.joined.length + this.recent.length;
  }

  get text(): string {
    // As one string, for whoever looks at it again and again.
    if (this.recent !== "") this.join();
    return this.joined;
  }

  private join(): void {
    this.joined = [this.joined, this.recent].join("");
    this.recent = "";
  }
}
