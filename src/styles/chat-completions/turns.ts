/**
 * The conversation of a request. Leading system and developer messages become instructions; a run of tool messages is one
 * canonical message. The pre-tools `function_call` and role `function` are read and never written.
 */

import { compact } from "../../core/compact.js";
import { brief, dropped, equivalent, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import { keepUnknown } from "../../model/extensions.js";
import { historyCallId } from "../../model/ids.js";
import type { Instruction, Message, Part, TextPart, ToolResultPart } from "../../model/index.js";
import { OpenCalls } from "../../model/open-calls.js";
import { type AssistantReader, decodeAssistant, decodePlainTurn } from "./assistant.js";
import { decodeMarker } from "./cache.js";
import { decodeContent } from "./parts.js";
import { splitId } from "./signatures.js";
import type { RequestMessage } from "./wire.js";

type Report = (issue: Issue) => void;
type MessageOf<R extends RequestMessage["role"]> = Extract<RequestMessage, { readonly role: R }>;

export interface DecodedConversation {
  readonly instructions: readonly Instruction[];
  readonly turns: readonly Message[];
}

export function decodeMessages(source: readonly RequestMessage[], trace: Trace, report: Report): DecodedConversation {
  const instructions: Instruction[] = [];
  const turns: Message[] = [];
  const open = new OpenCalls();
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
    switch (message.role) {
      case "system":
      case "developer":
        if (turns.length === 0) instructions.push(decodeInstruction(message, path, trace, report));
        else turns.push(decodeInstruction(message, path, trace, report));
        return;
      case "user":
        turns.push(decodeUser(message, path, trace, report));
        return;
      case "assistant": {
        const decoded = decodeHistory(message, index, trace, report);
        for (const part of decoded.parts) if (part.type === "tool-call") open.add(part);
        turns.push(decoded);
        return;
      }
      default:
        message satisfies never;
    }
  });
  return { instructions, turns };
}

function decodeInstruction(message: MessageOf<"system" | "developer">, path: Path, trace: Trace, report: Report) {
  const { role, content, name, cache_control, ...rest } = message;
  const { cacheControl, unknown } = decodeMarker({ cache_control });
  const parts = decodeBlocks(content, path, trace, report).flatMap((part, index) => {
    if (part.type === "text") return [part];
    report(dropped("dropped.part", [...path, "content", index], `A ${role} message may hold text only; this part is left out.`));
    return [];
  });
  return trace.mark(
    compact({
      role,
      parts: cacheControl === undefined ? parts : markLast(parts, Array.isArray(content), cacheControl, path, trace),
      name: name ?? undefined,
      ...keepUnknown("chat-completions", rest, unknown),
    }),
    path,
    MESSAGE_FIELDS,
  );
}

const MESSAGE_FIELDS = { parts: ["content"] } as const;
const TEXT_FIELDS = { text: [] } as const;

function decodeBlocks(content: MessageOf<"user">["content"], path: Path, trace: Trace, report: Report): Part[] {
  if (typeof content === "string") return [trace.mark<TextPart>({ type: "text", text: content }, [...path, "content"], TEXT_FIELDS)];
  return content.map((part, index) => decodeContent(part, [...path, "content", index], trace, report));
}

/** A marker on a whole message stands on its last part, and wins over the part's own. */
function markLast<P extends Part>(
  parts: readonly P[],
  blocks: boolean,
  cacheControl: NonNullable<Part["cacheControl"]>,
  path: Path,
  trace: Trace,
): P[] {
  return parts.map((part, index) => {
    if (index < parts.length - 1) return part;
    const own = blocks ? ["content", index] : ["content"];
    const fields = {
      "": own,
      text: blocks ? [...own, "text"] : own,
      source: own,
      signature: ["extra_content", "google", "thought_signature"],
      cacheControl: ["cache_control"],
    };
    return trace.mark({ ...part, cacheControl }, path, fields);
  });
}

function decodeUser(message: MessageOf<"user">, path: Path, trace: Trace, report: Report): Message {
  const { role, content, name, cache_control, ...rest } = message;
  const { cacheControl, unknown } = decodeMarker({ cache_control });
  const parts = decodeBlocks(content, path, trace, report);
  return trace.mark(
    compact({
      role,
      parts: cacheControl === undefined ? parts : markLast(parts, Array.isArray(content), cacheControl, path, trace),
      name: name ?? undefined,
      ...keepUnknown("chat-completions", rest, unknown),
    }),
    path,
    MESSAGE_FIELDS,
  );
}

function decodeHistory(message: MessageOf<"assistant">, index: number, trace: Trace, report: Report): Message {
  const path = ["messages", index];
  const reader: AssistantReader = {
    trace,
    report,
    answer: false,
    history: true,
    restoreName: (given) => given,
    makeId: (_call, part, called, args) => historyCallId(index, part, called, args.value ?? args.json),
  };
  const plain = decodePlainTurn(message, path, reader);
  if (plain !== undefined) return trace.mark({ role: "assistant", parts: plain }, path, MESSAGE_FIELDS);
  // Citations of an earlier answer are of no use to any service: they are kept, not read.
  const { role, name, cache_control, annotations, ...spoken } = message;
  const cited = Array.isArray(annotations) && annotations.length === 0 ? undefined : annotations;
  const { cacheControl, unknown: unreadMarker } = decodeMarker({ cache_control });
  const { parts, unknown } = decodeAssistant(spoken, path, reader);
  return trace.mark(
    compact({
      role,
      parts: cacheControl === undefined ? parts : markLast(parts, Array.isArray(spoken.content), cacheControl, path, trace),
      name: name ?? undefined,
      ...keepUnknown("chat-completions", { annotations: cited }, [...unknown, ...unreadMarker]),
    }),
    path,
    MESSAGE_FIELDS,
  );
}

const RESULT_FIELDS = { callId: ["tool_call_id"], cacheControl: ["cache_control"] } as const;

function decodeResult(message: MessageOf<"tool" | "function">, path: Path, open: OpenCalls, trace: Trace, report: Report): ToolResultPart {
  const { role: _role, content, name, cache_control, tool_call_id, ...rest } = message;
  const { cacheControl, unknown } = decodeMarker({ cache_control });
  const { id: given, signature } = splitId(typeof tool_call_id === "string" ? tool_call_id : "");
  if (signature !== undefined)
    report(equivalent([...path, "tool_call_id"], "The id names its call without the signature behind it.", { to: brief(given) }));
  const parts = content === null || content === undefined ? [] : decodeBlocks(content, path, trace, report);
  return trace.mark(
    compact({
      type: "tool-result" as const,
      callId: answeredCall(given, name ?? undefined, open) ?? historyCallId(Number(path[1]), 0, name ?? "", null),
      name: name ?? undefined,
      // An empty text is no content: other styles leave it out.
      content: parts.length === 1 && content === "" ? [] : parts,
      cacheControl,
      ...keepUnknown("chat-completions", rest, unknown),
    }),
    path,
    RESULT_FIELDS,
  );
}

/** The id that a result answers: its own, else that of the latest open call of its name, else of the earliest open one. */
function answeredCall(id: string, name: string | undefined, open: OpenCalls): string | undefined {
  const call =
    id !== ""
      ? open.earliest({ id })
      : name === undefined
        ? (open.earliest({ synthesized: true }) ?? open.earliest({}))
        : open.latest({ name });
  if (call !== undefined) open.take(call);
  return id !== "" ? id : call?.id;
}
