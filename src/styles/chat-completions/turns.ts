/**
 * The conversation of a request, both directions. Leading system and developer messages are instructions; a run of tool
 * messages is one canonical message. The pre-tools `function_call` and role `function` are read and never written. Media in
 * results follows in a user message after the run, because tool messages hold text only.
 */

import { addAll } from "../../core/collections.js";
import type { Path, Report } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import type { Trace } from "../../core/trace.js";
import { type StyleTraits, traitsOf } from "../../model/common.js";
import {
  dropAll,
  dropFields,
  hasOnly,
  keepBeside,
  type LostMembers,
  type Nested,
  type Rest,
  restoreUnknown,
} from "../../model/extensions.js";
import { historyCallId } from "../../model/ids.js";
import type { CanonicalRequest, Instruction, Message, Part, TextPart, ToolCallPart, ToolResultPart } from "../../model/index.js";
import {
  dropInstructed,
  isInstruction,
  joinedTurn,
  OpenCalls,
  plainConversation,
  prefill,
  reportQuestionGone,
  TURNS,
} from "../../model/turns.js";
import { decodeAssistant, isEmptyPart, unknownOf, WHOLE } from "./assistant.js";
import { encodeAssistant, type PartTarget, placed } from "./assistant-encoder.js";
import type { CallReader } from "./calls.js";
import { asContent, decodeBlocks, encodeContent, MARKERS } from "./parts.js";
import { contradicted } from "./thinking-config.js";
import { addMissingResults, decodeResult, encodeResults, type RequestTarget } from "./tool-results.js";
import { MESSAGES, type RequestMessage, STYLE } from "./wire.js";

type MessageOf<R extends RequestMessage["role"]> = Extract<RequestMessage, { readonly role: R }>;

export function decodeMessages(source: readonly RequestMessage[], trace: Trace, report: Report) {
  const instructions: Instruction[] = [];
  const turns: Message[] = [];
  // Most conversations have no calls.
  let open: OpenCalls<ToolCallPart> | undefined;
  /** The results of the run of tool messages that is being read. */
  let results: ToolResultPart[] | undefined;
  for (const [index, message] of source.entries()) {
    if (message.role === "tool" || message.role === "function") {
      const path = [MESSAGES, index];
      open ??= new OpenCalls();
      const result = decodeResult(message, path, open, trace, report);
      if (results === undefined) {
        results = [result];
        turns.push(trace.mark({ role: "tool", parts: results }, path));
      } else results.push(result);
      continue;
    }
    results = undefined;
    const text = message.content;
    if (typeof text === "string" && hasOnly(message, PLAIN) && (message.role !== "assistant" || text !== "")) {
      const { role } = message;
      const part: TextPart = { type: "text", text };
      if (role === "assistant") trace.mark(part, LIST, WHOLE, index);
      const list = turns.length > 0 || role === "user" || role === "assistant" ? turns : instructions;
      list.push(trace.mark({ role, parts: [part] }, LIST, MESSAGE_FIELDS, index));
      continue;
    }
    const path = [MESSAGES, index];
    if (message.role !== "assistant") {
      const { role, content, ...rest } = message;
      const blocks = decodeBlocks(content, path, trace, report);
      const parts =
        role === "user"
          ? blocks
          : blocks.flatMap((part, at) => (part.type === "text" ? [part] : dropInstructed([...path, "content", at], report)));
      const decoded = trace.mark({ role, ...withBeside(parts, rest, [], path, { trace, report }) }, path, MESSAGE_FIELDS);
      (role !== "user" && turns.length === 0 ? instructions : turns).push(decoded);
    } else {
      const decoded = trace.mark(decodeHistory(message, index, index === source.length - 1, trace, report), path, MESSAGE_FIELDS);
      for (const part of decoded.parts) {
        if (part.type !== "tool-call") continue;
        open ??= new OpenCalls();
        open.add(part);
      }
      turns.push(decoded);
    }
  }
  return { instructions, turns };
}

const PLAIN = ["role", "content"];
const LIST = [MESSAGES];
const MESSAGE_FIELDS = { parts: ["content"] } as const;

type Reader = Pick<CallReader, "trace" | "report">;
type Beside = Rest & Pick<RequestMessage, "name" | "cache_control">;

/** The parts of a message and what any message may have beside them. A marker on a whole message stands on its last part, if that has none. */
function withBeside<P extends Part>(parts: readonly P[], rest: Beside, unread: readonly Nested[], at: Path, { trace, report }: Reader) {
  const { name, ...others } = rest;
  const { cacheControl, ...kept } = keepBeside(STYLE, MARKERS, others, unread);
  const last = parts.at(-1);
  const path = [...at, "cache_control"];
  if (cacheControl && last) {
    if (last.cacheControl === undefined) Object.assign(last, { cacheControl: trace.mark(cacheControl, path) });
    else if (last.cacheControl.ttl !== cacheControl.ttl) report(contradicted(path, cacheControl.ttl, last.cacheControl.ttl));
  }
  return { parts, ...compact({ name: name ?? undefined }), ...kept };
}

function decodeHistory(message: MessageOf<"assistant">, index: number, isLast: boolean, trace: Trace, report: Report): Message {
  const path = [MESSAGES, index];
  const reader: CallReader = {
    trace,
    report,
    answer: false,
    restoreName: (given) => given,
    makeId: (_call, part, called, args) => historyCallId(index, part, called, args.value ?? args.json),
  };
  // Citations of an earlier answer are of no use to any service: they are kept, not read.
  const { role, name, cache_control, annotations, prefix, ...fields } = message;
  // Mistral's clients write it on every turn; the last one is to be gone on from in any case.
  const unread = prefix === true && !isLast ? { prefix } : {};
  const cited = Array.isArray(annotations) && annotations.length === 0 ? undefined : annotations;
  const decoded = decodeAssistant(fields, path, reader);
  const beside = { name, cache_control, annotations: cited, ...unread };
  return { role, ...withBeside(decoded.parts, beside, unknownOf(fields, decoded.unread), path, reader) };
}

/** Those of a conversation of texts alone. */
export function encodePlainMessages(request: CanonicalRequest, trace: Trace): RequestMessage[] | undefined {
  const plain = plainConversation(
    request,
    (content, role, index): RequestMessage => trace.mark({ role, content }, TURNS, WIRE_MESSAGE_FIELDS, index),
  );
  if (plain?.system === undefined) return plain?.messages;
  return [trace.mark({ role: "system", content: plain.system }, ["instructions", 0], WIRE_MESSAGE_FIELDS), ...plain.messages];
}

export function encodeMessages({ instructions, turns }: CanonicalRequest, target: RequestTarget): RequestMessage[] {
  const { own, report, ids } = target;
  const written = instructions.map((instruction, index) => encodeOther(instruction, ["instructions", index], target));
  /** Where what answers the latest calls begins. */
  let behind = written.length;
  /** What is said before all of those came: it stands behind them. */
  const said: RequestMessage[] = [];
  let index = 0;
  for (const run of runsOf(turns, traitsOf(target.options))) {
    const [message, ...others] = run;
    const path = ["turns", index];
    if (message.role === "assistant") addMissingResults(written, behind, false, target);
    if (said.length > 0 && ids.waiting.size === 0) addAll(written, said.splice(0));
    if (message.role === "tool") encodeResults(message, written, said, path, target);
    else if (message.role !== "assistant") (ids.waiting.size === 0 ? written : said).push(encodeOther(message, path, target));
    else {
      const given = run.flatMap((each, offset) => placed(each.parts, ["turns", index + offset]));
      // The empty texts that end a stream mean nothing.
      const parts = others.length === 0 ? given : given.filter(({ part }) => !isEmptyPart(part));
      const { annotations: _ofAnswersOnly, ...fields } = encodeAssistant(parts, path, target);
      const isPrefill = index + run.length === turns.length && !own && !parts.some(({ part }) => isCall(part));
      const prefix = isPrefill && target.dialect.prefixField ? { prefix: true } : {};
      written.push(encodeTurn(message, { role: "assistant", ...fields, ...prefix }, path, target));
      reportJoined(others, index, report);
      if (isPrefill && target.dialect.prefixField !== true) report(prefill(path, "its turn is finished here"));
      behind = written.length;
    }
    index += run.length;
  }
  addMissingResults(written, behind, turns.at(-1)?.role === "assistant", target);
  addAll(written, said);
  if (turns.at(-1)?.role === "user" && !isAsked(written, turns)) reportQuestionGone(turns, STYLE, report);
  return written;
}

/**
 * Messages that are written as one. Those of the assistant that follow each other stay apart, but where a call stands before another of
 * them: its results must follow the message that holds it at once (V-01), so from there on the run is one message. Clients of
 * generate-content keep every event of a stream as a content of its own: there the thoughts before a call are in its message, too.
 */
function runsOf(messages: readonly Message[], { splitsTurns }: StyleTraits): readonly (readonly [Message, ...Message[]])[] {
  const runs: [Message, ...Message[]][] = [];
  // The first run of the turn, and whether there is a call in it so far.
  let first = 0;
  let called = false;
  for (const [index, message] of messages.entries()) {
    const goesOn = message.role === "assistant" && messages[index - 1]?.role === "assistant";
    if (!goesOn) {
      first = runs.length;
      called = false;
    }
    if (called) runs.at(-1)?.push(message);
    else runs.push([message]);
    if (called || message.role !== "assistant") continue;
    called = message.parts.some(isCall);
    if (called && splitsTurns) addAll(runs[first] ?? [], runs.splice(first + 1).flat());
  }
  return runs;
}

function isCall({ type }: Part): boolean {
  return type === "tool-call";
}

/** Whether the turn of the user at the end, which may be several messages, has anything in it, or never had. */
function isAsked(written: readonly RequestMessage[], turns: readonly Message[]): boolean {
  if (turns.at(-1)?.parts.every((part) => part.type === "text")) return true;
  const start = written.findLastIndex(({ role }) => role !== "user") + 1;
  return written[start - 1]?.role === "tool" || written.slice(start).some(({ content }) => (content ?? "").length > 0);
}

/** Messages after the first of a run: what their parts hold is kept, and nothing else of them. */
function reportJoined(others: readonly Message[], first: number, report: Report): void {
  for (const [offset, { name, extensions = {} }] of others.entries()) {
    const at = ["turns", first + 1 + offset];
    report(joinedTurn(at));
    const joined = "Of a joined turn the content alone is kept.";
    dropAll({ name }, at, joined, report);
    for (const [style, kept] of Object.entries(extensions)) dropAll(kept, [...at, "extensions", style], joined, report);
  }
}

const WRITTEN: LostMembers<Message, "role" | "parts" | "name"> = {};
const WIRE_MESSAGE_FIELDS = { content: ["parts"] } as const;

/** A message that is not the assistant's. What is left empty by parts that have no place here stays an empty turn. */
function encodeOther(message: Instruction | Message, path: Path, target: PartTarget): RequestMessage {
  const { role, parts } = message;
  const content = asContent(parts.flatMap((part, index) => encodeContent(part, [...path, "parts", index], target)));
  return encodeTurn(message, { role: isInstruction(message) ? role : "user", content }, path, target);
}

function encodeTurn(message: Instruction | Message, wire: RequestMessage, path: Path, { trace, report }: PartTarget): RequestMessage {
  const { name, extensions } = message;
  dropFields(message, WRITTEN, path, STYLE, report);
  return trace.mark(restoreUnknown(name === undefined ? wire : { ...wire, name }, extensions, STYLE), path, WIRE_MESSAGE_FIELDS);
}
