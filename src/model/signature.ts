/**
 * Signatures that travel in another vendor's field are wrapped in an envelope, `sig1.<origin>.<slot>.<value>`, so that
 * they are recognised on the way back. A value without the prefix belongs to the carrier's own vendor.
 */
import type { Signature, StyleName } from "./common.js";

/** What was signed: `t` thinking, `c` a tool call, `x` visible text, `r` redacted thinking. */
export type SignatureSlot = "t" | "c" | "x" | "r";

export interface Envelope {
  readonly signature: Signature;
  readonly slot: SignatureSlot;
}

const PREFIX = "sig1.";
/** Origins by their letter. A style without signatures of its own has none. */
const ORIGINS = { m: "messages", g: "generate-content", u: "unknown" } as const;

export function wrapSignature(signature: Signature, slot: SignatureSlot): string {
  const [letter] = Object.entries(ORIGINS).find(([, origin]) => origin === signature.origin) ?? ["u"];
  return `${PREFIX}${letter}.${slot}.${signature.value}`;
}

/** Undefined when the value is not an envelope. */
export function unwrapSignature(value: string): Envelope | undefined {
  if (!value.startsWith(PREFIX)) return undefined;
  const letter = value.charAt(PREFIX.length);
  const slot = value.charAt(PREFIX.length + 2);
  if (!isLetter(letter) || !isSlot(slot) || value.charAt(PREFIX.length + 1) !== "." || value.charAt(PREFIX.length + 3) !== ".")
    return undefined;
  return { signature: { value: value.slice(PREFIX.length + 4), origin: ORIGINS[letter] }, slot };
}

function isLetter(value: string): value is keyof typeof ORIGINS {
  return Object.hasOwn(ORIGINS, value);
}

function isSlot(value: string): value is SignatureSlot {
  return value === "t" || value === "c" || value === "x" || value === "r";
}

/** A signature read from a field of `carrier`: unwrapped when it is an envelope, else the carrier's own. */
export function readSignature(value: string, carrier: StyleName): Signature {
  return unwrapSignature(value)?.signature ?? { value, origin: carrier };
}
