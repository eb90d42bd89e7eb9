/**
 * Results of tools, both directions: a run of tool messages is one canonical message. Media in results follows in a user
 * message behind the run, because tool messages hold text only.
 */

import { addAll } from "../../core/collections.js";
import { approximated, brief, dropped, equivalent, type Path, type Report } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import type { Trace } from "../../core/trace.js";
import { traitsOf } from "../../model/common.js";
import { dropFields, hasOnly, keepBeside, restoreUnknown } from "../../model/extensions.js";
import { type CallIds, hash24, historyCallId, repeatedCallId, shortCallId } from "../../model/ids.js";
import type { Message, ToolCallPart, ToolResultPart } from "../../model/index.js";
import { missingResult, movedResult, type OpenCalls, unpairedResult, type Whole } from "../../model/turns.js";
import type { RequestScope } from "../shared/codec.js";
import type { PartTarget } from "./assistant-encoder.js";
import { BEHIND_ID } from "./calls.js";
import { asContent, decodeBlocks, encodeContent, encodeMarker, lose, loseMarker, MARKERS } from "./parts.js";
import { QUIRKS } from "./quirks.js";
import { type ContentPart, type RequestMessage, STYLE } from "./wire.js";

const RESULT_FIELDS = { callId: ["tool_call_id"] } as const;

type ResultMessage = Extract<RequestMessage, { readonly role: "tool" | "function" }>;

export function decodeResult(message: ResultMessage, path: Path, open: OpenCalls<ToolCallPart>, trace: Trace, report: Report) {
  const { role: _role, content, name, tool_call_id, ...rest } = message;
  const { id: given, signature } = QUIRKS.signatureBehindId.rewrite({ id: typeof tool_call_id === "string" ? tool_call_id : "" });
  if (signature !== undefined) report(equivalent([...path, "tool_call_id"], BEHIND_ID, { to: brief(given) }));
  const part: ToolResultPart = {
    type: "tool-result",
    callId: answeredCall(given, name ?? undefined, open) ?? historyCallId(Number(path[1]), 0, name ?? "", null),
    ...compact({ name: name ?? undefined }),
    // An empty text is no content: other styles leave it out.
    content: (content ?? "") === "" ? [] : decodeBlocks(content ?? "", path, trace, report),
    ...keepBeside(STYLE, MARKERS, rest),
  };
  return trace.mark(part, path, RESULT_FIELDS);
}

/** The id that a result answers: its own, else that of the latest open call of its name, else of the earliest open one. */
function answeredCall(id: string, name: string | undefined, open: OpenCalls<ToolCallPart>): string | undefined {
  let call = id === "" ? (name === undefined ? open.earliest({ synthesized: true }) : open.latest({ name })) : open.earliest({ id });
  if (id === "" && name === undefined) call ??= open.earliest({});
  if (call !== undefined) open.take(call);
  return id || call?.id;
}

/** That of a request. */
export type RequestTarget = PartTarget & { readonly ids: CallIds };

/**
 * @param written where the results of the latest calls stand, one behind the other
 * @param said what stands behind all of them
 */
export function encodeResults(message: Message, written: RequestMessage[], said: RequestMessage[], path: Path, target: RequestTarget) {
  const { report, trace } = target;
  dropFields(message, {}, path, STYLE, report);
  const media: ContentPart[] = [];
  message.parts.forEach((part, index) => {
    const at = [...path, "parts", index];
    if (part.type === "tool-result") {
      if (said.length > 0) report(movedResult(at));
      written.push(encodeResult(part, at, media, target));
    } else lose(part, at, target);
  });
  if (media.length > 0) said.push(trace.mark({ role: "user", content: media }, path));
}

function encodeResult(part: ToolResultPart, path: Path, media: ContentPart[], target: RequestTarget): RequestMessage {
  // What `structured` states stands in the text as well.
  part satisfies Whole<"tool-result", "callId" | "name" | "content" | "structured" | "isError">;
  const { callId, name, content, isError, cacheControl, extensions } = part;
  const { report, trace } = target;
  const failed = "chat-completions cannot say that a call failed.";
  // There the text itself stands under another key when the call failed.
  const loss = isError && traitsOf(target.options).failureIsForm ? ({ loss: "approximated" } as const) : {};
  if (isError) report({ ...dropped("dropped.field", [...path, "isError"], failed), ...loss });
  const call = target.ids.result(callId, [...path, "callId"], report);
  if (call.again) report(unpairedResult(brief(callId), path, target.own ? undefined : "V-01"));
  if (name !== undefined) target.rename(name, [...path, "name"]);
  dropFields(part, name === call.name ? { signature: "info" } : { signature: "info", name: "info" }, path, STYLE, report);
  const blocks: ContentPart[] = [];
  content.forEach((inner, index) => {
    const at = [...path, "content", index];
    const behind = "A tool message holds text only; this part stands behind it.";
    for (const block of encodeContent(inner, at, target)) {
      (block.type === "text" ? blocks : media).push(block);
      if (block.type !== "text") report(approximated("approximated.reordered", at, behind));
    }
  });
  const isVendor = target.profile === "vendor";
  const last = blocks.at(-1);
  const marker =
    isVendor && last === undefined ? loseMarker(cacheControl, path, report) : encodeMarker(cacheControl, path, target, isVendor);
  if (isVendor && last !== undefined && !hasOnly(marker, [])) {
    Object.assign(last, marker);
    report(equivalent(path, "The last block is marked for the whole result."));
  }
  const wire = compact({ role: "tool" as const, tool_call_id: call.id, content: asContent(blocks), ...(isVendor ? {} : marker) });
  return trace.mark(restoreUnknown<RequestMessage>(wire, extensions, STYLE), path, { tool_call_id: ["callId"] });
}

/** The vendor refuses longer ids. */
const MAX_VENDOR_ID = 40;

export function writtenId(given: string, times: number, { own, profile, dialect }: RequestScope): string {
  if (own) return given;
  const id = repeatedCallId(given, times);
  const { length, max = profile === "vendor" ? MAX_VENDOR_ID : id.length } = dialect.toolId ?? {};
  if (length !== undefined) return id.length === length && /^[A-Za-z0-9]*$/.test(id) ? id : shortCallId(id, length);
  return id.length <= max ? id : `call_${hash24(id)}`.slice(0, max);
}

/**
 * Writes results in place of those that nobody gave, where the policy is so.
 * @param at where what answers the calls begins
 * @param isLast nothing follows the calls, so that their results may be still to come
 */
export function addMissingResults(written: RequestMessage[], at: number, isLast: boolean, target: RequestTarget): void {
  const { ids, options, profile, report, trace } = target;
  const open = ids.endTurn();
  if (open.size === 0 || (isLast && ["pass", "gateway"].includes(options.missingResult ?? profile))) return;
  const fault = { rule: "V-01", ...(options.missingResult === undefined ? ({ code: "validation.V-01" } as const) : {}) };
  const made = [...open].flatMap(([tool_call_id, { path }]): RequestMessage[] => {
    const content = missingResult(tool_call_id, [...path, "id"], options, profile === "vendor", report, fault);
    return content === undefined ? [] : [trace.mark({ role: "tool", tool_call_id, content }, path)];
  });
  addAll(written, [...made, ...written.splice(at)]);
}
