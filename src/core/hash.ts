/**
 * Deterministic identifiers: two 64-bit FNV-1a hashes over UTF-8 bytes. No clock, no dice, so that the same answer gets
 * the same id whether it is streamed or whole.
 */
const PRIME = 0x100000001b3n;
const OFFSET = 0xcbf29ce484222325n;
const MASK = 0xffffffffffffffffn;

function fnv1a(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * PRIME) & MASK;
  return hash.toString(16).padStart(16, "0");
}

/** 32 lower-case hex digits. Call it with short seeds only. */
export function hash(seed: string): string {
  return fnv1a(`0:${seed}`) + fnv1a(`1:${seed}`);
}

/** The first 24 digits, the usual length of the vendors' own ids. */
export function hash24(seed: string): string {
  return hash(seed).slice(0, 24);
}
