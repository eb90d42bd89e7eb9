/** Writes the thoughts of an assistant message, by default in two of the carriers. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { dropped, type Issue } from "../../core/issue.js";
import { isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { Profile } from "../../model/common.js";
import { dropFields, restoreUnknown } from "../../model/extensions.js";
import type { Part } from "../../model/index.js";
import { formatOf, type OpaqueDetail, type ReasoningPart } from "./reasoning.js";
import { isOfUse, type ReasoningTarget, unportable } from "./signatures.js";
import type { ReasoningDetail } from "./wire.js";

/** A part and its path. */
export interface Placed<P extends Part = Part> {
  readonly part: P;
  readonly path: Path;
}

interface Target extends ReasoningTarget {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
}

/**
 * The fields that carry the thoughts.
 * @param runs contiguous runs of thinking parts, in order
 */
export function encodeReasoning(runs: readonly (readonly Placed<ReasoningPart>[])[], target: Target) {
  // Most messages have no thoughts.
  if (runs.length === 0) return {};
  const { carriers } = target;
  const details: ReasoningDetail[] = [];
  const joined: string[] = [];
  for (const run of runs) {
    for (const { part, path } of run) {
      const detail = encodeDetail(part, details.length, path, target);
      if (detail !== undefined) details.push(target.trace.mark(detail, path, DETAIL_FIELDS));
    }
    const text = run.map(({ part }) => (part.type === "thinking" ? part.text : "")).join("");
    if (text !== "") joined.push(text);
  }
  const text = joined.length === 0 ? undefined : joined.join("\n\n");
  return compact({
    reasoning_content: carriers.includes("reasoning_content") ? text : undefined,
    reasoning: carriers.includes("reasoning") ? text : undefined,
    reasoning_details: carriers.includes("reasoning_details") && details.length > 0 ? details : undefined,
  });
}

const DETAIL_FIELDS = { summary: ["text"] } as const;

function encodeDetail(part: ReasoningPart, index: number, path: Path, target: Target): ReasoningDetail | undefined {
  if (part.type === "opaque") return { ...part.value };
  const { from, signatures, report } = target;
  const { extensions, cacheControl: _marker, signature, ...content } = part;
  dropFields(part, { cacheControl: "info" }, path, "chat-completions", report);
  const lone = !target.carriers.includes("reasoning_details");
  const signed = signature !== undefined && signature.value !== "";
  const ofUse = signed && isOfUse(signature, target);
  const written = (detail: ReasoningDetail) => restoreUnknown<ReasoningDetail>(detail, extensions, "chat-completions");
  if (content.type === "redacted-thinking") {
    const { type: _type, data, ...rest } = content;
    rest satisfies NothingLeft;
    if (!lone && (signatures === "all" || (signature !== undefined && isOfUse(signature, target))))
      return written({ type: "reasoning.encrypted", data, format: formatOf(signature, from), index });
    report(unportable(path, "Only the service that encrypted these thoughts can read them; they were left out.", signature, from));
    return undefined;
  }
  const { type: _type, text, summary, ...rest } = content;
  rest satisfies NothingLeft;
  if (signed && (!ofUse || lone)) {
    // Without a text there is nothing but the signature.
    const empty = !ofUse && text === "";
    const message = `The signature of these thoughts is of use to its own service only; ${empty ? "they were" : "it was"} left out.`;
    report(unportable(empty ? path : [...path, "signature"], message, signature, from));
    if (empty) return undefined;
  }
  const format = formatOf(signed ? signature : undefined, undefined);
  const said = summary === true ? { type: "reasoning.summary", summary: text } : { type: "reasoning.text", text };
  const restored = written({ ...said, ...(ofUse ? { signature: signature.value } : {}), format, index });
  // Pieces of a stream named a format before the signature told whose it is.
  return format === "unknown" ? restored : { ...restored, format };
}

/** Whether the service that this is written for takes the thought. */
export function keepsThought({ signature }: Part, target: ReasoningTarget): boolean {
  return target.thoughts === "all" || (target.thoughts === "signed" && signature !== undefined && isOfUse(signature, target));
}

export function leftOutThought(part: Part, path: Path, profile: Profile): Issue {
  const message = "Not every chat-completions server takes thoughts in the history; the model will not see this one.";
  const option = profile === "gateway" && part.type === "thinking" ? " `chatExtensions` writes it." : "";
  return dropped("dropped.part", path, message + option);
}

/** Opaque parts that stand among the details, not among the content. */
export function isOpaqueDetail(part: Part): part is OpaqueDetail {
  if (part.type !== "opaque" || part.style !== "chat-completions" || !isJsonObject(part.value)) return false;
  const { type } = part.value;
  return typeof type === "string" && type.startsWith("reasoning.");
}
