/**
 * Signatures of parts, and other vendors' signatures in a history: a `thoughtSignature` whose bytes are a `sig1.` envelope. The
 * signature is taken out, and with it what the service would refuse without it: a part or a turn that held nothing else.
 */

import { type Issue, notice, ok, type Path, type Success } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import { capabilitiesOf } from "../../model/capabilities.js";
import {
  cleanedList,
  cleanedTurns,
  isForeign,
  modelGiven,
  type SignatureSlot,
  unwrapSignature,
  wrapSignature,
} from "../../model/common.js";
import { hasOnly, keepUnknown, type Nested, NO_FIELDS, type Rest } from "../../model/extensions.js";
import type { Part, Signature } from "../../model/index.js";
import { base64OfText, textOfBase64 } from "../../model/media.js";
import { nothingLeft } from "../../model/turns.js";
import type { EncodeOptions } from "../options.js";
import { STYLE } from "./scope.js";
import { type GenerateContentPart, PART_KINDS } from "./wire.js";

const KEYS = ["thoughtSignature", "thought_signature"];

export function stripForeignSignatures(body: unknown, options: EncodeOptions = {}): Success<unknown> {
  const issues: Issue[] = [];
  const found = cleanedTurns(body, "contents", issues, (content, path) => {
    const cleaned = cleanedList(content, "parts", path, (part, at) => withoutEnvelopes(part, at, issues));
    if (cleaned !== content && partsOf(cleaned).length === 0) issues.push(nothingLeft(path));
    return cleaned;
  });
  if (found === undefined) return ok(body);
  const { given, cleaned } = found;
  const generation =
    options.modelGeneration ?? capabilitiesOf(modelGiven(options.model, undefined) ?? "", options.capabilities).generation ?? 0;
  if (generation >= 3 && options.gSignatureBypass !== false) signSteps(cleaned, given, issues);
  const contents = cleaned.filter((content, index) => content === given[index] || partsOf(content).length > 0);
  return ok({ ...found.body, contents }, issues);
}

/** The part without envelopes; undefined where it held nothing else. */
function withoutEnvelopes(part: Rest, path: Path, issues: Issue[]): Rest | undefined {
  const found = KEYS.filter((key) => {
    const value = part[key];
    // The envelope's head is 9 bytes, `sig1.m.t.`, which are the first 12 digits.
    const head = typeof value === "string" ? textOfBase64(value.slice(0, 12)) : undefined;
    return isForeign(head, STYLE, [...path, key], issues);
  });
  if (found.length === 0) return part;
  const rest = Object.entries(part).filter(([name]) => !found.includes(name));
  const saysNothing = rest.every(([name, value]) => name === "thought" || (name === "text" && (value ?? "") === ""));
  return saysNothing ? undefined : Object.fromEntries(rest);
}

/** Models of generation 3 want a signature with the first call of each step, which contents of the model in a row are. */
function signSteps(cleaned: unknown[], given: readonly unknown[], issues: Issue[]): void {
  for (let at = 0; at < cleaned.length; at++) {
    let changed = false;
    let first: number | undefined;
    for (let content = cleaned[at]; isObject(content) && content.role === "model"; content = cleaned[++at]) {
      changed ||= cleaned[at] !== given[at];
      if (partsOf(cleaned[at]).some(isCall)) first ??= at;
    }
    if (changed && first !== undefined)
      cleaned[first] = withBypass(cleaned[first], ["contents", first, "parts", partsOf(given[first]).findIndex(isCall)], issues);
  }
}

function withBypass(content: unknown, path: Path, issues: Issue[]): unknown {
  const parts = partsOf(content);
  const call = parts.find(isCall);
  if (!isObject(content) || !isObject(call) || KEYS.some((key) => call[key] != null)) return content;
  issues.push(bypassed(path));
  return { ...content, parts: parts.map((part) => (part === call ? { ...call, thoughtSignature: BYPASS } : part)) };
}

function partsOf(content: unknown): readonly unknown[] {
  return isObject(content) && Array.isArray(content.parts) ? content.parts : [];
}

function isCall(part: unknown): boolean {
  return isObject(part) && (part.functionCall ?? part.function_call) != null;
}

/** Documented value that makes the service accept a call without its signature. It proves nothing, so it is read as none. */
export const BYPASS = "skip_thought_signature_validator";

/** @param path of the call */
export function bypassed(path: Path): Issue {
  const message = "Models of generation 3 want a signature here; a value for none was written.";
  return notice("synthesized.signature", path, message, { to: BYPASS });
}

/** What every text that starts with `sig1.` is in base64. */
const ENVELOPE = "c2lnMS";

export function decodeSignature(
  value: string | null | undefined,
): { readonly signature: Signature; readonly slot?: SignatureSlot } | undefined {
  if (!value || value === BYPASS) return undefined;
  // Real signatures are never decoded.
  const wrapped = value.startsWith(ENVELOPE) ? unwrapSignature(textOfBase64(value) ?? "") : undefined;
  return wrapped ?? { signature: { value, origin: STYLE } };
}

export function encodeSignature(signature: Signature, slot: SignatureSlot): string {
  return signature.origin === STYLE ? signature.value : base64OfText(wrapSignature(signature, slot));
}

/**
 * The part with what every one may have: its signature, and the fields that nobody knows. Assigned: an object that gets a key behind one
 * that was spread has a hidden class of its own.
 */
export function withBeside<P extends Writable<Part>>(made: P, part: GenerateContentPart, nested: readonly Nested[] = []): P {
  const { thought, thoughtSignature } = part;
  const signature = decodeSignature(thoughtSignature)?.signature;
  // Nearly all parts are of one of two kinds, and hold nothing unknown.
  const isKnown = thought !== true && (hasOnly(part, TEXT) || hasOnly(part, CALL));
  const { extensions } = keepUnknown(STYLE, isKnown ? NO_FIELDS : unknownOf(part), nested);
  if (signature !== undefined) made.signature = signature;
  if (extensions !== undefined) made.extensions = extensions;
  return made;
}

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const TEXT = ["text", "thought", "thoughtSignature"];
const CALL = ["functionCall", "thought", "thoughtSignature"];

function unknownOf(part: GenerateContentPart): Rest {
  const kind = PART_KINDS.find((known) => part[known] != null) ?? "text";
  const { thought, thoughtSignature: _signature, [kind]: _known, ...rest } = part;
  return thought === true ? { ...rest, thought } : rest;
}
