/**
 * Deterministic identifiers: two 64-bit FNV-1a hashes over UTF-8 bytes. No clock, no dice, so that the same answer gets
 * the same id whether it is streamed or whole.
 */
const WORD = 2 ** 32;
/** The prime is 2^40 + 435. */
const PRIME_LOW = 0x1b3;

/** In two halves of 32 bits, whose products a double holds exactly: a third of the time of BigInt. */
function fnv1a(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of new TextEncoder().encode(text)) {
    const mixed = (low ^ byte) >>> 0;
    const product = mixed * PRIME_LOW;
    low = product >>> 0;
    high = (high * PRIME_LOW + (product - low) / WORD + ((mixed << 8) >>> 0)) >>> 0;
  }
  return digits(high) + digits(low);
}

function digits(word: number): string {
  return word.toString(16).padStart(8, "0");
}

/** 32 lower-case hex digits. Call it with short seeds only. */
export function hash(seed: string): string {
  return fnv1a(`0:${seed}`) + fnv1a(`1:${seed}`);
}

/** The first 24 digits, the usual length of the vendors' own ids. */
export function hash24(seed: string): string {
  return hash(seed).slice(0, 24);
}
