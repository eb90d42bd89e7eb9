/**
 * The conversation of a request, both directions. Leading system and developer messages are instructions; a run of tool
 * messages is one canonical message. The pre-tools `function_call` and role `function` are read and never written. Media in
 * results follows in a user message after the run, because tool messages hold text only.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, brief, dropped, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import { dropFields, keepUnknown, type Rest, restoreUnknown } from "../../model/extensions.js";
import { CallIds, hash24, historyCallId, repeatedCallId } from "../../model/ids.js";
import type { CanonicalRequest, Instruction, Message, Part, TextPart, ToolCallPart, ToolResultPart } from "../../model/index.js";
import { type MissingResults, missingResult, OpenCalls, prefill, questionGone } from "../../model/turns.js";
import { type AssistantReader, decodeAssistant, SIGNATURE, unknownOf } from "./assistant.js";
import { encodeAssistant, type PartTarget } from "./assistant-encoder.js";
import { inPlace, joinRuns, type Turn } from "./assistant-run.js";
import { decodeMarker, encodeMarker } from "./cache.js";
import { decodeContent, encodeContent } from "./parts.js";
import { splitId } from "./signatures.js";
import type { ContentPart, RequestMessage } from "./wire.js";

type Report = (issue: Issue) => void;
type MessageOf<R extends RequestMessage["role"]> = Extract<RequestMessage, { readonly role: R }>;

const STYLE = "chat-completions";

export function decodeMessages(source: readonly RequestMessage[], trace: Trace, report: Report) {
  const instructions: Instruction[] = [];
  const turns: Message[] = [];
  const open = new OpenCalls<ToolCallPart>();
  /** The results of the run of tool messages that is being read. */
  let results: ToolResultPart[] | undefined;
  source.forEach((message, index) => {
    const path = ["messages", index];
    if (message.role === "tool" || message.role === "function") {
      const result = decodeResult(message, path, open, trace, report);
      if (results === undefined) {
        results = [result];
        turns.push(trace.mark({ role: "tool", parts: results }, path));
      } else results.push(result);
      return;
    }
    results = undefined;
    if (message.role === "system" || message.role === "developer") {
      const parts = onlyTexts(message.role, decodeBlocks(message.content, path, trace, report), path, report);
      const { role, content: _content, ...rest } = message;
      const instruction = { role, ...besideParts(parts, message, rest, [], path, trace) };
      if (turns.length === 0) instructions.push(trace.mark(instruction, path, MESSAGE_FIELDS));
      else turns.push(trace.mark(instruction, path, MESSAGE_FIELDS));
    } else if (message.role === "user") {
      const { role, content, ...rest } = message;
      const parts = decodeBlocks(content, path, trace, report);
      turns.push(trace.mark({ role, ...besideParts(parts, message, rest, [], path, trace) }, path, MESSAGE_FIELDS));
    } else {
      const decoded = trace.mark(decodeHistory(message, index, trace, report), path, MESSAGE_FIELDS);
      for (const part of decoded.parts) if (part.type === "tool-call") open.add(part);
      turns.push(decoded);
    }
  });
  return { instructions, turns };
}

const MESSAGE_FIELDS = { parts: ["content"] } as const;
const TEXT_FIELDS = { text: [] } as const;

function onlyTexts(role: string, parts: readonly Part[], path: Path, report: Report): TextPart[] {
  return parts.flatMap((part, index) => {
    if (part.type === "text") return [part];
    report(dropped("dropped.part", [...path, "content", index], `A ${role} message holds text only; this part was left out.`));
    return [];
  });
}

type Unknown = Parameters<typeof keepUnknown>[2];

/** The parts of a message and what any message may have beside them. A marker on a whole message stands on its last part, and wins over the part's own. */
function besideParts<P extends Part>(
  parts: readonly P[],
  { content }: { readonly content?: unknown },
  { name, cache_control, ...rest }: Rest & { readonly name?: string | null | undefined } & Parameters<typeof decodeMarker>[0],
  unread: NonNullable<Unknown>,
  path: Path,
  trace: Trace,
) {
  const { cacheControl, unknown } = decodeMarker({ cache_control });
  const last = parts.at(-1);
  const marked = cacheControl && last && { ...last, cacheControl };
  if (marked) {
    const own = Array.isArray(content) ? ["content", parts.length - 1] : ["content"];
    const text = Array.isArray(content) ? [...own, "text"] : own;
    trace.mark(marked, path, { "": own, text, source: own, signature: SIGNATURE, cacheControl: ["cache_control"] });
  }
  return {
    parts: marked ? [...parts.slice(0, -1), marked] : parts,
    ...compact({ name: name ?? undefined }),
    ...keepUnknown(STYLE, rest, [...unread, ...unknown]),
  };
}

function decodeBlocks(content: MessageOf<"user">["content"], path: Path, trace: Trace, report: Report): Part[] {
  if (typeof content === "string") return [trace.mark<TextPart>({ type: "text", text: content }, [...path, "content"], TEXT_FIELDS)];
  return content.map((part, index) => decodeContent(part, [...path, "content", index], trace, report));
}

function decodeHistory(message: MessageOf<"assistant">, index: number, trace: Trace, report: Report): Message {
  const path = ["messages", index];
  const reader: AssistantReader = {
    trace,
    report,
    answer: false,
    restoreName: (given) => given,
    makeId: (_call, part, called, args) => historyCallId(index, part, called, args.value ?? args.json),
  };
  // Citations of an earlier answer are of no use to any service: they are kept, not read.
  const { role, name, cache_control, annotations, ...spoken } = message;
  const cited = Array.isArray(annotations) && annotations.length === 0 ? undefined : annotations;
  const { parts, unread } = decodeAssistant(spoken, path, reader);
  return { role, ...besideParts(parts, message, { name, cache_control, annotations: cited }, unknownOf(spoken, unread), path, trace) };
}

const RESULT_FIELDS = { callId: ["tool_call_id"], cacheControl: ["cache_control"] } as const;

function decodeResult(
  message: MessageOf<"tool" | "function">,
  path: Path,
  open: OpenCalls<ToolCallPart>,
  trace: Trace,
  report: Report,
): ToolResultPart {
  const { role: _role, content, name, cache_control, tool_call_id, ...rest } = message;
  const { cacheControl, unknown } = decodeMarker({ cache_control });
  const { id: given, signature } = splitId(typeof tool_call_id === "string" ? tool_call_id : "");
  if (signature !== undefined)
    report(equivalent([...path, "tool_call_id"], "The id names its call without the signature behind it.", { to: brief(given) }));
  const part: ToolResultPart = {
    type: "tool-result",
    callId: answeredCall(given, name ?? undefined, open) ?? historyCallId(Number(path[1]), 0, name ?? "", null),
    ...compact({ name: name ?? undefined, cacheControl }),
    // An empty text is no content: other styles leave it out.
    content: (content ?? "") === "" ? [] : decodeBlocks(content ?? "", path, trace, report),
    ...keepUnknown(STYLE, rest, unknown),
  };
  return trace.mark(part, path, RESULT_FIELDS);
}

/** The id that a result answers: its own, else that of the latest open call of its name, else of the earliest open one. */
function answeredCall(id: string, name: string | undefined, open: OpenCalls<ToolCallPart>): string | undefined {
  const call =
    id !== ""
      ? open.earliest({ id })
      : name === undefined
        ? (open.earliest({ synthesized: true }) ?? open.earliest({}))
        : open.latest({ name });
  if (call !== undefined) open.take(call);
  return id !== "" ? id : call?.id;
}

export interface ConversationTarget extends PartTarget, MissingResults {}

export function encodeMessages(
  { instructions, turns }: Pick<CanonicalRequest, "instructions" | "turns">,
  target: ConversationTarget,
): RequestMessage[] {
  const { own, report } = target;
  const written = instructions.map((instruction, index) => encodeTurn(instruction, ["instructions", index], target));
  const ids = new CallIds((id, times) => writtenId(id, times, target));
  for (const turn of joinRuns(turns, target.traits)) {
    const { message, index, next } = turn;
    const path = ["turns", index];
    if (message.role === "tool") encodeResults(message, written, path, ids, target);
    else if (message.role !== "assistant") written.push(encodeTurn(message, path, target));
    else {
      const there = inPlace(turn, target);
      const parts = ids.rename(message.parts, path, there.report);
      written.push(encodeTurn(parts === message.parts ? message : { ...message, parts }, path, there));
      reportJoined(turns.slice(index + 1, next), path, report);
      if (next === turns.length && !own && parts.every(({ type }) => type !== "tool-call"))
        report(prefill(path, "chat-completions reads that as a finished turn, not as the start of the answer"));
      addMissingResults(written, parts, turn, turns, there);
    }
  }
  const gone = isAsked(written, turns) ? undefined : questionGone(turns, STYLE);
  if (gone !== undefined) report(gone);
  return written;
}

/** Whether the turn of the user at the end, which may be several messages, has anything in it, or never had. */
function isAsked(written: readonly RequestMessage[], turns: readonly Message[]): boolean {
  if (turns.at(-1)?.parts.every((part) => part.type === "text")) return true;
  const start = written.findLastIndex(({ role }) => role !== "user") + 1;
  return written[start - 1]?.role === "tool" || written.slice(start).some(({ content }) => (content ?? "").length > 0);
}

/** Messages after the first of a run: what their parts say is kept, and nothing else of them. */
function reportJoined(others: readonly Message[], path: Path, report: Report): void {
  others.forEach(({ name, extensions }, offset) => {
    const at = ["turns", Number(path[1]) + 1 + offset];
    report(equivalent(at, "It is one message with the assistant message before it, for calls have their results right behind them."));
    dropFields(compact({ name }), { name: "info" }, at, STYLE, report);
    for (const [style, kept] of Object.entries(extensions ?? {}))
      for (const key of Object.keys(kept)) dropFields(kept, { [key]: "info" }, [...at, "extensions", style], STYLE, report);
  });
}

const WIRE_MESSAGE_FIELDS = { content: ["parts"] } as const;

function encodeTurn(message: Instruction | Message, path: Path, target: ConversationTarget): RequestMessage {
  const { role, parts, name, extensions, ...rest } = message;
  rest satisfies NothingLeft;
  dropFields(message, {}, path, STYLE, target.report);
  if (role !== "assistant") {
    const wire: RequestMessage = { role: role === "tool" ? "user" : role, ...compact({ content: contentOf(parts, path, target), name }) };
    return target.trace.mark(restoreUnknown(wire, extensions, STYLE), path, WIRE_MESSAGE_FIELDS);
  }
  const { annotations: _ofAnswersOnly, ...spoken } = encodeAssistant(parts, path, target);
  return target.trace.mark(
    restoreUnknown<RequestMessage>(compact({ role, ...spoken, name }), extensions, STYLE),
    path,
    WIRE_MESSAGE_FIELDS,
  );
}

/** A string for one plain text, else blocks. What is left empty by parts that have no place here stays an empty turn. */
function contentOf(parts: readonly Part[], path: Path, target: PartTarget): string | ContentPart[] {
  return asContent(parts.flatMap((part, index) => encodeContent(part, [...path, "parts", index], target)));
}

function asContent(blocks: ContentPart[]): string | ContentPart[] {
  const [first, ...more] = blocks;
  if (first === undefined) return "";
  const { type, text, ...marks } = first;
  const plain = more.length === 0 && type === "text" && typeof text === "string" && Object.keys(marks).length === 0;
  return plain ? text : blocks;
}

function encodeResults(message: Message, written: RequestMessage[], path: Path, ids: CallIds, target: ConversationTarget): void {
  dropFields(message, {}, path, STYLE, target.report);
  const media: ContentPart[] = [];
  message.parts.forEach((part, index) => {
    const at = [...path, "parts", index];
    if (part.type === "tool-result") written.push(encodeResult(part, at, ids, media, target));
    else target.report(dropped("dropped.part", at, `A tool message holds results only; this ${part.type} part was left out.`));
  });
  if (media.length > 0) written.push(target.trace.mark({ role: "user", content: media }, path));
}

function encodeResult(part: ToolResultPart, path: Path, ids: CallIds, media: ContentPart[], target: ConversationTarget): RequestMessage {
  // What `structured` says stands in the text as well.
  const { type: _type, callId, name, content, structured: _text, isError, cacheControl, signature: _signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  const { report, trace } = target;
  if (isError === true) {
    const lost = dropped("dropped.field", [...path, "isError"], "A tool message cannot say that the call failed; its text stays.");
    // There the text itself stands under another key when the call failed.
    report(target.traits.failureIsForm ? { ...lost, loss: "approximated" } : lost);
  }
  const call = ids.result(callId, [...path, "callId"], report);
  if (call.name === undefined || call.again) reportUnpaired(callId, path, target);
  if (name !== undefined) target.rename(name, [...path, "name"]);
  dropFields(part, name === call.name ? { signature: "info" } : { signature: "info", name: "info" }, path, STYLE, report);
  const blocks: ContentPart[] = [];
  content.forEach((inner, index) => {
    const at = [...path, "content", index];
    for (const block of encodeContent(inner, at, target)) {
      (block.type === "text" ? blocks : media).push(block);
      if (block.type !== "text")
        report(approximated("approximated.reordered", at, "Tool messages hold text only; this part stands in a user message behind them."));
    }
  });
  const marked = cacheControl !== undefined && target.profile === "vendor";
  const last = marked ? blocks.pop() : undefined;
  if (last !== undefined) {
    blocks.push({ ...last, prompt_cache_breakpoint: { mode: "explicit" } });
    report(equivalent(path, "The last block of the result is marked for caching, which covers the whole result."));
  } else if (marked) dropFields({ cacheControl }, { cacheControl: "info" }, path, STYLE, report);
  const wire = compact({
    role: "tool" as const,
    tool_call_id: call.id,
    content: asContent(blocks),
    ...(marked ? {} : encodeMarker(cacheControl, target, path, report)),
  });
  return trace.mark(restoreUnknown<RequestMessage>(wire, extensions, STYLE), path, { tool_call_id: ["callId"] });
}

/** The vendor refuses longer ids. */
const MAX_VENDOR_ID = 40;

function writtenId(given: string, times: number, { own, profile }: ConversationTarget): string {
  if (own) return given;
  const id = repeatedCallId(given, times);
  return profile === "gateway" || id.length <= MAX_VENDOR_ID ? id : `call_${hash24(id)}`;
}

function reportUnpaired(id: string, path: Path, target: ConversationTarget): void {
  const message = "No call before this result has its id, and chat-completions takes no result without its call.";
  const facts = { from: brief(id) };
  target.report(
    target.own
      ? notice("unpaired.tool_result", path, message, { severity: "warning", ...facts })
      : failure("unpaired.tool_result", path, message, { rule: "V-01", ...facts }),
  );
}

/** Results that stand in for those that nobody gave, where the policy says so. */
function addMissingResults(
  written: RequestMessage[],
  parts: readonly Part[],
  { message, index, next }: Turn,
  turns: readonly Message[],
  target: ConversationTarget,
): void {
  // A source may have a message for each result.
  let end = next;
  while (turns[end]?.role === "tool") end++;
  const results = new Map<string, number>();
  for (const { parts: answers } of turns.slice(next, end))
    for (const part of answers) if (part.type === "tool-result") results.set(part.callId, (results.get(part.callId) ?? 0) + 1);
  const policy = target.missingResult ?? (target.profile === "vendor" ? "reject" : "pass");
  const { missingResultText, report, trace } = target;
  parts.forEach((part, position) => {
    // Results name the id that the call came with.
    const called = message.parts[position];
    if (part.type !== "tool-call" || called?.type !== "tool-call") return;
    const left = results.get(called.id) ?? 0;
    if (left > 0) results.set(called.id, left - 1);
    else if (policy !== "pass" || next < turns.length) {
      const at = ["turns", index, "parts", position];
      const fault = { rule: "V-01", ...(target.missingResult === undefined ? ({ code: "validation.V-01" } as const) : {}) };
      const content = missingResult(part.id, [...at, "id"], { missingResult: policy, missingResultText }, report, fault);
      if (content !== undefined) written.push(trace.mark({ role: "tool", tool_call_id: part.id, content }, at));
    }
  });
}
