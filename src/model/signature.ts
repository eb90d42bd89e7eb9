/**
 * Signatures that travel in another vendor's field are wrapped in an envelope, `sig1.<origin>.<slot>.<value>`, so that they are recognised on
 * the way back. A value without the prefix belongs to the carrier's own vendor. In a request of the carrier's own style the envelopes of others
 * are taken out, for their service would refuse them; where they may stand is the style's.
 */

import { type Issue, notice, type Path } from "../core/issue.js";
import { isObject } from "../core/json.js";
import { SIGNERS, type Signature, type Signer, type StyleName } from "./common.js";

/** What was signed: `t` thinking, `c` a tool call, `x` visible text, `r` redacted thinking. */
const SLOTS = ["t", "c", "x", "r"] as const;
export type SignatureSlot = (typeof SLOTS)[number];

const PREFIX = "sig1.";
const HEAD = /^sig1\.(.)\.(.)\./;
const UNKNOWN = "u";

function signerOf(origin: Signature["origin"] | undefined): Signer | undefined {
  return Object.values(SIGNERS).find((signer) => signer.origin === origin);
}

/** Whether the service of that origin signs each thought as a whole. */
export function signsThoughts(origin: Signature["origin"] | undefined): boolean {
  return signerOf(origin)?.signsThoughts === true;
}

export function wrapSignature(signature: Signature, slot: SignatureSlot): string {
  return `${PREFIX}${signerOf(signature.origin)?.letter ?? UNKNOWN}.${slot}.${signature.value}`;
}

/** Undefined when the value is not an envelope. */
export function unwrapSignature(value: string): { readonly signature: Signature; readonly slot: SignatureSlot } | undefined {
  if (!value.startsWith(PREFIX)) return undefined;
  const [head = "", letter, code] = HEAD.exec(value) ?? [];
  const slot = SLOTS.find((known) => known === code);
  const origin = letter === UNKNOWN ? "unknown" : Object.values(SIGNERS).find((signer) => signer.letter === letter)?.origin;
  return slot === undefined || origin === undefined ? undefined : { signature: { value: value.slice(head.length), origin }, slot };
}

/** A signature read from a field of `carrier`: unwrapped when it is an envelope, else the carrier's own. */
export function readSignature(value: string, carrier: StyleName): Signature {
  return unwrapSignature(value)?.signature ?? { value, origin: carrier };
}

/** The reverse: a signature for a field of `carrier`, in an envelope where another vendor made it. */
export function writeSignature(signature: Signature, carrier: StyleName, slot: SignatureSlot): string {
  return signature.origin === carrier ? signature.value : wrapSignature(signature, slot);
}

type Wire = Readonly<Record<string, unknown>>;

/** Whose signature the value holds, if not that of the style's own service. */
export function foreignOrigin(value: unknown, style: StyleName): string | undefined {
  const origin = typeof value === "string" ? unwrapSignature(value)?.signature.origin : undefined;
  return origin === style ? undefined : origin;
}

export function foreignSignature(path: Path, origin: string, style: StyleName): Issue {
  const message = `This signature is one of ${origin}, which a ${style} service would refuse; it was removed.`;
  return notice("unportable.signature", path, message, { severity: "warning", from: origin });
}

/** A body, its list of turns as it came and with each turn as `clean` leaves it; undefined where nothing is changed. */
export function cleanedTurns(body: unknown, key: string, issues: Issue[], clean: (turn: Wire, path: Path) => unknown) {
  const turns = isObject(body) ? body[key] : undefined;
  if (!isObject(body) || !Array.isArray(turns)) return undefined;
  const given: readonly unknown[] = turns;
  const cleaned = given.map((turn, index) => (isObject(turn) ? clean(turn, [key, index]) : turn));
  return issues.length === 0 ? undefined : { body, given, cleaned };
}

/** The list at a key of the turn as `clean` leaves its items; an item of which nothing is left is taken out. */
export function cleanedList(turn: Wire, key: string, path: Path, clean: (item: Wire, path: Path) => Wire | undefined): Wire {
  const given = turn[key];
  if (!Array.isArray(given)) return turn;
  const items = given.flatMap((item: unknown, index) => (isObject(item) ? (clean(item, [...path, key, index]) ?? []) : [item]));
  return items.length === given.length && items.every((item, index) => item === given[index]) ? turn : { ...turn, [key]: items };
}
