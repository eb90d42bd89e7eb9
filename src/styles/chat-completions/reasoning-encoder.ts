/** Writes the thoughts of an assistant message, by default in two of the carriers. */

import { compact, type NothingLeft } from "../../core/compact.js";
import { dropped, type Issue } from "../../core/issue.js";
import { isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { Profile } from "../../model/common.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Part } from "../../model/index.js";
import { formatOf, type OpaqueDetail, type ReasoningPart } from "./reasoning.js";
import { isOfUse, type ReasoningTarget, unportable } from "./signatures.js";
import type { ReasoningDetail } from "./wire.js";

/** A part and the index it has among the parts of its message, for the path. */
export interface Placed<P extends Part = Part> {
  readonly part: P;
  readonly path: Path;
}

/**
 * The fields that carry the thoughts.
 * @param runs contiguous runs of thinking parts, in order
 */
export function encodeReasoning(
  runs: readonly (readonly Placed<ReasoningPart>[])[],
  target: ReasoningTarget,
  trace: Trace,
  report: (issue: Issue) => void,
) {
  const details: ReasoningDetail[] = [];
  const joined: string[] = [];
  for (const run of runs) {
    const texts: string[] = [];
    for (const { part, path } of run) {
      const detail = encodeDetail(part, details.length, path, target, report);
      if (detail !== undefined) details.push(trace.mark(detail, path, DETAIL_FIELDS));
      if (part.type === "thinking" && part.text !== "") texts.push(part.text);
    }
    if (texts.length > 0) joined.push(texts.join(""));
  }
  const text = joined.length === 0 ? undefined : joined.join("\n\n");
  const { carriers } = target;
  return compact({
    reasoning_content: carriers.includes("reasoning_content") ? text : undefined,
    reasoning: carriers.includes("reasoning") ? text : undefined,
    reasoning_details: carriers.includes("reasoning_details") && details.length > 0 ? details : undefined,
  });
}

const DETAIL_FIELDS = { summary: ["text"] } as const;

function encodeDetail(
  part: ReasoningPart,
  index: number,
  path: Path,
  target: ReasoningTarget,
  report: (issue: Issue) => void,
): ReasoningDetail | undefined {
  const { from } = target;
  const lone = !target.carriers.includes("reasoning_details");
  if (part.type === "opaque") return { ...part.value };
  const { extensions, cacheControl, ...content } = part;
  dropUnknown(extensions, "chat-completions", path, report);
  if (cacheControl !== undefined)
    report(dropped("dropped.field", [...path, "cacheControl"], "chat-completions cannot mark thoughts for caching.", { severity: "info" }));
  if (content.type === "redacted-thinking") {
    const { type: _type, data, signature, ...rest } = content;
    rest satisfies NothingLeft;
    if (lone || (target.signatures !== "all" && (signature === undefined || !isOfUse(signature, target)))) {
      report(unportable(path, "This block holds encrypted thoughts that only its own service can read; it is left out.", signature, from));
      return undefined;
    }
    return restoreUnknown<ReasoningDetail>(
      { type: "reasoning.encrypted", data, format: formatOf(signature, from), index },
      extensions,
      "chat-completions",
    );
  }
  const { type: _type, text, summary, signature, ...rest } = content;
  rest satisfies NothingLeft;
  const signed = signature !== undefined && signature.value !== "";
  const ofUse = signed && isOfUse(signature, target);
  if (signed && !ofUse && text === "") {
    report(
      unportable(
        path,
        "These thoughts are a signature without text, which only its own service can read; they are left out.",
        signature,
        from,
      ),
    );
    return undefined;
  }
  if (signed && (!ofUse || lone))
    report(
      unportable(
        [...path, "signature"],
        "The signature of these thoughts is of use to its own service only; it is left out.",
        signature,
        from,
      ),
    );
  const format = formatOf(signed ? signature : undefined, undefined);
  const restored = restoreUnknown<ReasoningDetail>(
    compact({
      type: summary === true ? "reasoning.summary" : "reasoning.text",
      ...(summary === true ? { summary: text } : { text }),
      signature: ofUse ? signature.value : undefined,
      format,
      index,
    }),
    extensions,
    "chat-completions",
  );
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
