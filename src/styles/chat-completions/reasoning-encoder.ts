/** Writes the thoughts of an assistant message, by default in two of the carriers. */

import { dropped, type Issue, type Path } from "../../core/issue.js";
import { compact, isJsonObject } from "../../core/json.js";
import type { BaseProfile, Signature, StyleName } from "../../model/common.js";
import { dropFields, restoreUnknown } from "../../model/extensions.js";
import type { Extensions, Part } from "../../model/index.js";
import type { Whole } from "../../model/turns.js";
import type { PartTarget } from "./assistant-encoder.js";
import { isOfUse, unportable, uselessSignature } from "./calls.js";
import { formatOf, isThought, type ReasoningPart } from "./reasoning.js";
import { type ContentPart, type ReasoningDetail, STYLE } from "./wire.js";

/** A part and its path. */
export interface Placed<P extends Part = Part> {
  readonly part: P;
  readonly path: Path;
}

/** Whether it stands among the thoughts: opaque parts do whose entry came from there. */
export function isReasoning(part: Part): part is ReasoningPart {
  if (part.type !== "opaque" || part.style !== STYLE || !isJsonObject(part.value)) return isThought(part);
  const { type } = part.value;
  return typeof type === "string" && type.startsWith("reasoning.");
}

/** Whether the service that this is written for takes the thought, and the caller names a field for it. */
export function keepsThought({ signature }: Part, target: PartTarget): boolean {
  const { thoughts, carriers } = target;
  if (thoughts === "signed") return signature !== undefined && isOfUse(signature, target);
  return thoughts !== "none" && carriers.length > 0;
}

export function leftOutThought(part: Part, path: Path, profile: BaseProfile): Issue {
  const message = "Not every server takes thoughts; this one was left out.";
  return dropped("dropped.part", path, message, profile === "gateway" && part.type === "thinking" ? { suggestion: "chatExtensions" } : {});
}

/** `{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}`, among the content. Source: https://docs.mistral.ai/capabilities/reasoning. */
export function encodeThought(part: ReasoningPart, path: Path, target: PartTarget): ContentPart[] {
  const { report, trace, options } = target;
  if (part.type !== "thinking") {
    report(encrypted(path, undefined, options.from));
    return [];
  }
  const { text, signature } = part;
  dropFields(part, { cacheControl: "info", summary: "info" }, path, STYLE, report);
  if (signature !== undefined && signature.value !== "") report(uselessSignature([...path, "signature"], signature));
  return text === "" ? [] : [trace.mark<ContentPart>({ type: "thinking", thinking: [{ type: "text", text }] }, path)];
}

function encrypted(path: Path, signature: Signature | undefined, from: StyleName | undefined): Issue {
  return unportable(path, "Only their service can read these thoughts; they were left out.", signature, from);
}

/** A text and its details in the fields that were asked for. */
export function carried(text: string | undefined, details: ReasoningDetail[], { carriers }: Pick<PartTarget, "carriers">) {
  return compact({
    reasoning_content: carriers.includes("reasoning_content") ? text : undefined,
    reasoning: carriers.includes("reasoning") ? text : undefined,
    reasoning_details: carriers.includes("reasoning_details") && details.length > 0 ? details : undefined,
  });
}

export function encodeDetail(part: ReasoningPart, index: number, path: Path, target: PartTarget): ReasoningDetail | undefined {
  if (part.type === "opaque") return { ...part.value };
  const { signatures, report, options } = target;
  const { from } = options;
  const { extensions, signature } = part;
  dropFields(part, { cacheControl: "info" }, path, STYLE, report);
  const lone = !target.carriers.includes("reasoning_details");
  const ofUse = signature !== undefined && isOfUse(signature, target);
  if (part.type === "redacted-thinking") {
    part satisfies Whole<"redacted-thinking", "data">;
    if (!lone && (signatures === "all" || ofUse))
      return detailOf({ type: "reasoning.encrypted", data: part.data }, formatOf(signature, from), index, extensions);
    report(encrypted(path, signature, from));
    return undefined;
  }
  part satisfies Whole<"thinking", "text" | "summary">;
  const { text, summary } = part;
  const signed = signature !== undefined && signature.value !== "";
  if (signed && (!ofUse || lone)) {
    // Without a text there is nothing but the signature.
    const empty = !ofUse && text === "";
    report(uselessSignature(empty ? path : [...path, "signature"], signature));
    if (empty) return undefined;
  }
  const fields = summary === true ? { type: "reasoning.summary", summary: text } : { type: "reasoning.text", text };
  const proof = signed && ofUse ? signature : undefined;
  return detailOf({ ...fields, ...(proof && { signature: proof.value }) }, formatOf(proof, undefined), index, extensions);
}

/** `{"type": "reasoning.text", "text": "Hm", "format": "unknown", "index": 0}` */
export function detailOf(fields: ReasoningDetail, format: string, index: number, extensions: Extensions | undefined): ReasoningDetail {
  const detail = restoreUnknown<ReasoningDetail>(Object.assign({}, fields, { format, index }), extensions, STYLE);
  // Pieces of a stream named a format before the signature named its origin.
  return extensions === undefined || format === "unknown" ? detail : { ...detail, format };
}
