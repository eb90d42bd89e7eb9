/**
 * `thoughtSignature`, a field of bytes: opaque base64 of the vendor's own, or base64 of a `sig1.` envelope around another
 * vendor's signature.
 */

import { type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Signature } from "../../model/index.js";
import { base64OfText, textOfBase64 } from "../../model/media.js";
import { type Envelope, type SignatureSlot, unwrapSignature, wrapSignature } from "../../model/signature.js";
import { STYLE } from "./scope.js";

/** Documented value that makes the service accept a call without its signature. It proves nothing, so it is read as none. */
export const BYPASS = "skip_thought_signature_validator";

/** @param path of the call */
export function bypassed(path: Path): Issue {
  return notice(
    "synthesized.signature",
    path,
    "Models of generation 3 want a signature with the first call; the documented value that stands for none was written.",
    { to: BYPASS },
  );
}

export interface ThoughtSignature {
  readonly signature: Signature;
  readonly slot?: SignatureSlot;
}

export function decodeSignature(value: string | null | undefined): ThoughtSignature | undefined {
  if (value === null || value === undefined || value === "" || value === BYPASS) return undefined;
  return envelopeOf(value) ?? { signature: { value, origin: STYLE } };
}

function envelopeOf(value: string): Envelope | undefined {
  // The envelope's head is 9 bytes, `sig1.m.t.`, which are the first 12 digits: real signatures are never decoded whole.
  const head = textOfBase64(value.slice(0, 12));
  if (head === undefined || unwrapSignature(head) === undefined) return undefined;
  const text = textOfBase64(value);
  return text === undefined ? undefined : unwrapSignature(text);
}

export function encodeSignature(signature: Signature, slot: SignatureSlot): string {
  return signature.origin === STYLE ? signature.value : base64OfText(wrapSignature(signature, slot));
}
