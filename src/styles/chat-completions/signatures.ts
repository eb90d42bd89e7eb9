/** Signatures: which of them are written, and those of visible text and of calls, which stand in `extra_content`. */

import { type Issue, notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok, type Success } from "../../core/result.js";
import type { StyleName } from "../../model/common.js";
import type { Rest } from "../../model/extensions.js";
import type { Signature } from "../../model/index.js";
import {
  cleanedList,
  cleanedTurns,
  foreignOrigin,
  foreignSignature,
  readSignature,
  type SignatureSlot,
  wrapSignature,
} from "../../model/signature.js";
import type { PartTarget } from "./assistant-encoder.js";

export type Carrier = "reasoning_content" | "reasoning" | "reasoning_details";
export const DEFAULT_CARRIERS: readonly Carrier[] = ["reasoning_content", "reasoning_details"];

/** Whether the service that this is written for can use the signature. */
export function isOfUse({ origin }: Signature, { from, signatures }: Pick<PartTarget, "from" | "signatures">): boolean {
  return signatures === "all" || (signatures === "travelled" && origin !== from && origin !== "unknown");
}

export function unportable(path: Path, message: string, signature: Signature | undefined, from?: StyleName): Issue {
  return notice("unportable.signature", path, message, { severity: "warning", from: signature?.origin ?? from ?? "unknown" });
}

/** A message has room for the signature of its last text only. @param path that of the signature */
export function extraSignature(path: Path, signature: Signature): Issue {
  return unportable(path, "A chat-completions message has the signature of its last text only; this one was left out.", signature);
}

/** The signature of the visible text of a stream, until that text ends. */
export interface HeldSignature {
  readonly signature: Signature;
  readonly path: Path;
}

export function holdSignature(
  before: HeldSignature | undefined,
  { value, origin }: Signature,
  path: Path,
  report: (issue: Issue) => void,
): HeldSignature | undefined {
  if (value === "") return before;
  if (before !== undefined) report(extraSignature(before.path, before.signature));
  return { signature: { value, origin }, path };
}

type ExtraContent = { readonly google?: { readonly thought_signature?: string | null | undefined } | null | undefined };

/** The signature that stands in the `extra_content` of a call or a message. */
export function readCallSignature(extra: ExtraContent | null | undefined): Signature | undefined {
  const value = extra?.google?.thought_signature;
  return typeof value === "string" && value !== "" ? readSignature(value, "generate-content") : undefined;
}

/** What stands in `extra_content` beside the signature, by the keys of its objects below `above`. */
export function besideSignature(
  extra: ExtraContent | null | undefined,
  above: readonly string[] = [],
): readonly (readonly [string[], Rest])[] {
  if (!extra) return [];
  const { google, ...rest } = extra;
  const { thought_signature: _signature, ...googleRest } = google ?? {};
  return [
    [[...above, "extra_content"], rest],
    [[...above, "extra_content", "google"], googleRest],
  ];
}

/**
 * `extra_content` with a signature, in an envelope where it is not of the style whose field this is.
 * @returns nothing when there is no signature, or the request goes to a service that could not read it
 */
export function encodeExtraContent(
  signature: Signature | undefined,
  slot: SignatureSlot,
  path: Path,
  target: Pick<PartTarget, "from" | "signatures" | "report">,
): { readonly extra_content?: { readonly google: { readonly thought_signature: string } } } {
  if (signature === undefined || signature.value === "") return {};
  if (!isOfUse(signature, target)) {
    const message = `The signature of this ${slot === "c" ? "call" : "text"} is of use to its own service only; it was left out.`;
    target.report(unportable([...path, "signature"], message, signature, target.from));
    return {};
  }
  const value = signature.origin === "generate-content" ? signature.value : wrapSignature(signature, slot);
  return { extra_content: { google: { thought_signature: value } } };
}

/** `extra_content` of messages and calls, and `reasoning_details`. Only the signature is taken out; what it signed stays. */
export function stripForeignSignatures(body: unknown): Success<unknown> {
  const issues: Issue[] = [];
  const without = (node: Wire, key: string, path: Path): Wire => {
    const origin = foreignOrigin(node[key], STYLE);
    if (origin === undefined) return node;
    issues.push(foreignSignature([...path, key], origin, STYLE));
    const { [key]: _signature, ...rest } = node;
    return rest;
  };
  const withoutExtra = (node: Wire, path: Path): Wire => {
    const extra = node.extra_content;
    if (!isObject(extra) || !isObject(extra.google)) return node;
    const google = without(extra.google, "thought_signature", [...path, "extra_content", "google"]);
    return google === extra.google ? node : { ...node, extra_content: { ...extra, google } };
  };
  const found = cleanedTurns(body, "messages", issues, (message, path) => {
    if (message.role !== "assistant") return message;
    const called = cleanedList(withoutExtra(message, path), "tool_calls", path, withoutExtra);
    return cleanedList(called, "reasoning_details", path, (detail, at) => without(detail, "signature", at));
  });
  return found === undefined ? ok(body) : ok({ ...found.body, messages: found.cleaned }, issues);
}

type Wire = Readonly<Record<string, unknown>>;
const STYLE = "chat-completions";
