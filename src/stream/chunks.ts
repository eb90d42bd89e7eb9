/** Streams that come while they are read: web streams, and whatever can be iterated asynchronously. */
import { attempt, isObject } from "../core/json.js";

/** The part of a web `ReadableStream` that is used. Source: https://streams.spec.whatwg.org. */
export interface ReadableChunks<Chunk> {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Chunk | undefined }>;
    cancel(): Promise<void>;
    releaseLock(): void;
  };
}
/** A stream of chunks or events: a web stream, the body of a `fetch`, a stream of an SDK, an async generator. */
export type Chunks<Chunk> = AsyncIterable<Chunk> | ReadableChunks<Chunk>;

export function isChunks(value: unknown): value is Chunks<unknown> {
  return attempt(canBeRead, value) === true;
}

function canBeRead(value: unknown): boolean {
  return isObject(value) && [Reflect.get(value, Symbol.asyncIterator), value.getReader].some((member) => typeof member === "function");
}

/** A source that threw: what it said of that. */
export interface Broken {
  readonly words: string | undefined;
}

/** One chunk after the other. A source that throws ends, and the last result shows it; where the reader stops, so does the source. */
export async function* read<Chunk>(source: Chunks<Chunk>): AsyncGenerator<Chunk, Broken | undefined, undefined> {
  let ended = false;
  let reader: AsyncIterator<Chunk> | undefined;
  try {
    for (;;) {
      let next: IteratorResult<Chunk>;
      try {
        reader ??= iteratorOf(source);
        const { done, value } = await reader.next();
        next = done === true ? { done, value } : { done: false, value };
      } catch (thrown) {
        ended = true;
        return { words: attempt(wordsOf, thrown) };
      }
      ended = next.done === true;
      if (next.done === true) return undefined;
      yield next.value;
    }
  } finally {
    if (!ended) await reader?.return?.();
  }
}

function wordsOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && typeof thrown.message === "string" && thrown.message !== "" ? thrown.message : undefined;
}

function iteratorOf<Chunk>(source: Chunks<Chunk>): AsyncIterator<Chunk> {
  if (!("getReader" in source)) return source[Symbol.asyncIterator]();
  const reader = source.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      if (!done && value !== undefined) return { done: false, value };
      reader.releaseLock();
      return { done: true, value: undefined };
    },
    async return() {
      await reader.cancel();
      reader.releaseLock();
      return { done: true, value: undefined };
    },
  };
}

/** An event as `JSON.parse` would have given it: SDKs give some as instances of classes of their own. */
export function plainEvent(event: unknown): unknown {
  // What cannot be copied is no JSON, which is found out further on.
  return (
    attempt((given) => (isObject(given) && Object.getPrototypeOf(given) !== Object.prototype ? { ...given } : undefined), event) ?? event
  );
}
