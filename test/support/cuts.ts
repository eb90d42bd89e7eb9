/** Ways to cut a sequence of bytes into slices. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Two slices, at every position. */
export function* everyCut(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  for (let at = 0; at <= bytes.length; at++) yield [bytes.slice(0, at), bytes.slice(at)];
}

export function byteByByte(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from(bytes, (byte) => Uint8Array.of(byte));
}

/** Slices of 1 to `most` bytes; the same seed gives the same slices. */
export function randomCuts(bytes: Uint8Array, seed: number, most = 40): readonly Uint8Array[] {
  const next = dice(seed);
  const slices: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + Math.floor(next() * most);
    slices.push(bytes.slice(at, at + length));
    at += length;
  }
  return slices;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
