/**
 * `thoughtSignature`, a field of bytes: opaque base64 of the vendor's own, or base64 of a `sig1.` envelope around another
 * vendor's signature. Any part may have one.
 */
import { compact } from "../../core/compact.js";
import { type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { keepUnknown } from "../../model/extensions.js";
import type { Signature } from "../../model/index.js";
import { base64OfText, textOfBase64 } from "../../model/media.js";
import { type SignatureSlot, unwrapSignature, wrapSignature } from "../../model/signature.js";
import { STYLE } from "./scope.js";
import { type GenerateContentPart, PART_KINDS } from "./wire.js";

/** Documented value that makes the service accept a call without its signature. It proves nothing, so it is read as none. */
export const BYPASS = "skip_thought_signature_validator";

/** @param path of the call */
export function bypassed(path: Path): Issue {
  const message = "Models of generation 3 want a signature with the first call; the documented value that stands for none was written.";
  return notice("synthesized.signature", path, message, { to: BYPASS });
}

export interface ThoughtSignature {
  readonly signature: Signature;
  readonly slot?: SignatureSlot;
}

export function decodeSignature(value: string | null | undefined): ThoughtSignature | undefined {
  if (value === null || value === undefined || value === "" || value === BYPASS) return undefined;
  // The envelope's head is 9 bytes, `sig1.m.t.`, which are the first 12 digits: real signatures are never decoded whole.
  const wrapped = unwrapSignature(textOfBase64(value.slice(0, 12)) ?? "") && unwrapSignature(textOfBase64(value) ?? "");
  return wrapped ?? { signature: { value, origin: STYLE } };
}

export function encodeSignature(signature: Signature, slot: SignatureSlot): string {
  return signature.origin === STYLE ? signature.value : base64OfText(wrapSignature(signature, slot));
}

/** What every part may have: its signature, and the fields that nobody knows. */
export function beside(part: GenerateContentPart, nested: Parameters<typeof keepUnknown>[2] = []) {
  const kind = PART_KINDS.find((known) => part[known] !== null && part[known] !== undefined) ?? "text";
  const { thought, thoughtSignature, [kind]: _known, ...rest } = part;
  const signature = decodeSignature(thoughtSignature)?.signature;
  return { ...compact({ signature }), ...keepUnknown(STYLE, thought === true ? { ...rest, thought } : rest, nested) };
}
