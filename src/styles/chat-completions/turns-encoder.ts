/**
 * Writes the conversation: one wire message for each canonical one, and one for each tool result. Media in results follows
 * in a user message after the run, because tool messages hold text only.
 */

import { addAll } from "../../core/add-all.js";
import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Instruction, Message, Part, ToolResultPart } from "../../model/index.js";
import { questionGone } from "../../model/question.js";
import type { EncodeOptions } from "../options.js";
import { type AssistantTarget, encodeAssistant } from "./assistant-encoder.js";
import { inPlace, joinRuns } from "./assistant-run.js";
import { encodeMarker } from "./cache.js";
import { createIds, type Ids } from "./history-ids.js";
import { isOwn } from "./parts.js";
import { type ContentTarget, encodeContent } from "./parts-encoder.js";
import type { ContentPart, RequestMessage } from "./wire.js";

type Report = (issue: Issue) => void;
type Policy = { readonly [K in "missingResult" | "missingResultText"]: EncodeOptions[K] | undefined };

export interface ConversationTarget extends AssistantTarget, ContentTarget, Policy {}

const OWN = "chat-completions";

export function encodeMessages(
  { instructions, turns }: Pick<CanonicalRequest, "instructions" | "turns">,
  target: ConversationTarget,
  trace: Trace,
  report: Report,
): RequestMessage[] {
  const written = instructions.map((instruction, index) => encodeInstruction(instruction, ["instructions", index], target, trace, report));
  const ids = createIds(target.from, target.profile);
  for (const turn of joinRuns(turns, target.from)) {
    const { message, index, next } = turn;
    const { role } = message;
    const path = ["turns", index];
    switch (role) {
      case "system":
      case "developer":
        written.push(encodeInstruction(message, path, target, trace, report));
        break;
      case "user":
        written.push(encodeUser(message, path, target, trace, report));
        break;
      case "assistant": {
        const there = inPlace(turn, trace, report);
        const renamed = ids.rename(message.parts, path, there.report);
        const asked = renamed === message.parts ? message : { ...message, parts: renamed };
        written.push(encodeHistory(asked, path, target, there.trace, there.report));
        reportJoined(turns.slice(index + 1, next), path, report);
        if (next === turns.length && renamed.every(({ type }) => type !== "tool-call")) reportPrefill(path, target, report);
        const after = turns.slice(next, endOfResults(turns, next) + 1);
        addAll(written, missingResults(renamed, message.parts, after, path, target, there.trace, there.report));
        break;
      }
      case "tool":
        encodeResults(message, written, path, ids, target, trace, report);
        break;
      default:
        role satisfies never;
    }
  }
  const gone = isOwn(target.from) || isAsked(written, turns) ? undefined : questionGone(turns, OWN);
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
    if (name !== undefined)
      report(dropped("dropped.field", [...at, "name"], "The joined message has one name, that of the first.", { severity: "info" }));
    for (const [style, kept] of Object.entries(extensions ?? {}))
      for (const key of Object.keys(kept))
        report(
          dropped("dropped.field", [...at, "extensions", style, key], "The joined message has the fields of the first only.", {
            severity: "info",
          }),
        );
  });
}

function reportPrefill(path: Path, target: ConversationTarget, report: Report): void {
  if (isOwn(target.from)) return;
  report(
    approximated(
      "approximated.prefill",
      path,
      "The conversation ends with the assistant; chat-completions reads that as a finished turn, not as the start of the answer.",
    ),
  );
}

function encodeInstruction(
  message: Instruction | Message,
  path: Path,
  target: ConversationTarget,
  trace: Trace,
  report: Report,
): RequestMessage {
  const { role, parts, name, extensions, ...rest } = message;
  rest satisfies NothingLeft;
  dropUnknown(extensions, OWN, path, report);
  const fields = compact({ content: contentOf(parts, path, target, trace, report), name });
  const wire: RequestMessage = role === "developer" ? { role, ...fields } : { role: "system", ...fields };
  return trace.mark(restoreUnknown(wire, extensions, OWN), path, WIRE_MESSAGE_FIELDS);
}

const WIRE_MESSAGE_FIELDS = { content: ["parts"] } as const;

function encodeUser(message: Message, path: Path, target: ConversationTarget, trace: Trace, report: Report): RequestMessage {
  const { role: _role, parts, name, extensions, ...rest } = message;
  rest satisfies NothingLeft;
  dropUnknown(extensions, OWN, path, report);
  const fields = compact({ content: contentOf(parts, path, target, trace, report), name });
  return trace.mark(restoreUnknown({ role: "user" as const, ...fields }, extensions, OWN), path, WIRE_MESSAGE_FIELDS);
}

/** A string for one plain text, else blocks. What is left empty by parts that have no place here stays an empty turn. */
function contentOf(parts: readonly Part[], path: Path, target: ContentTarget, trace: Trace, report: Report): string | ContentPart[] {
  const blocks = parts.flatMap((part, index) => encodeContent(part, [...path, "parts", index], target, trace, report));
  const [first, ...more] = blocks;
  if (first === undefined) return "";
  return more.length === 0 ? (plainText(first) ?? blocks) : blocks;
}

function plainText(block: ContentPart): string | undefined {
  const { type, text, ...marks } = block;
  return type === "text" && typeof text === "string" && Object.keys(marks).length === 0 ? text : undefined;
}

function encodeHistory(message: Message, path: Path, target: ConversationTarget, trace: Trace, report: Report): RequestMessage {
  const { role: _role, parts, name, extensions, ...rest } = message;
  rest satisfies NothingLeft;
  dropUnknown(extensions, OWN, path, report);
  const { annotations: _ofAnswersOnly, ...spoken } = encodeAssistant(parts, path, target, trace, report);
  const wire = compact({ role: "assistant" as const, ...spoken, name });
  return trace.mark(restoreUnknown<RequestMessage>(wire, extensions, OWN), path, WIRE_MESSAGE_FIELDS);
}

function encodeResults(
  message: Message,
  written: RequestMessage[],
  path: Path,
  ids: Ids,
  target: ConversationTarget,
  trace: Trace,
  report: Report,
): void {
  const { role: _role, parts, name: _none, extensions, ...rest } = message;
  rest satisfies NothingLeft;
  dropUnknown(extensions, OWN, path, report);
  const media: ContentPart[] = [];
  parts.forEach((part, index) => {
    const at = [...path, "parts", index];
    if (part.type === "tool-result") written.push(encodeResult(part, at, ids, media, target, trace, report));
    else report(dropped("dropped.part", at, `A tool message holds results only; this ${part.type} part is left out.`));
  });
  if (media.length > 0) written.push(trace.mark({ role: "user", content: media }, path));
}

function encodeResult(
  part: ToolResultPart,
  path: Path,
  ids: Ids,
  media: ContentPart[],
  target: ConversationTarget,
  trace: Trace,
  report: Report,
): RequestMessage {
  // What `structured` says stands in the text as well.
  const { type: _type, callId, name, content, structured: _text, isError, cacheControl, signature, extensions, ...rest } = part;
  rest satisfies NothingLeft;
  dropUnknown(extensions, OWN, path, report);
  if (isError === true) {
    const why = "A chat-completions tool message cannot say that the call failed; its text stays.";
    const lost = dropped("dropped.field", [...path, "isError"], why);
    // There the text itself stands under another key when the call failed.
    report(target.from === "generate-content" ? { ...lost, loss: "approximated" } : lost);
  }
  if (name !== undefined && !isOwn(target.from)) {
    target.rename(name, [...path, "name"]);
    if (name !== ids.nameOf(callId))
      report(
        dropped("dropped.field", [...path, "name"], "A chat-completions tool message names its call by the id only.", { severity: "info" }),
      );
  }
  if (signature !== undefined)
    report(
      dropped("dropped.field", [...path, "signature"], "A chat-completions tool message has no place for a signature.", {
        severity: "info",
      }),
    );
  const blocks: ContentPart[] = [];
  content.forEach((inner, index) => {
    const at = [...path, "content", index];
    const encoded = encodeContent(inner, at, target, trace, report);
    for (const block of encoded)
      if (block.type === "text" || isOwn(target.from)) blocks.push(block);
      else {
        media.push(block);
        report(
          approximated("approximated.reordered", at, "Tool messages hold text only; this part stands in a user message after the results."),
        );
      }
  });
  const marked = cacheControl !== undefined && target.profile === "vendor";
  if (marked)
    report(
      blocks.length === 0
        ? dropped("dropped.field", [...path, "cacheControl"], "An empty tool message has no block that could be marked for caching.", {
            severity: "info",
          })
        : equivalent(path, "The last block of the result is marked for caching, which covers the whole result."),
    );
  const last = blocks.at(-1);
  const all =
    marked && last !== undefined ? [...blocks.slice(0, -1), { ...last, prompt_cache_breakpoint: { mode: "explicit" as const } }] : blocks;
  const [first, ...more] = all;
  const text = first === undefined ? "" : more.length === 0 ? plainText(first) : undefined;
  const wire = compact({
    role: "tool" as const,
    tool_call_id: ids.resultOf(callId, path, report),
    content: text ?? all,
    name: isOwn(target.from) && name !== ids.nameOf(callId) ? name : undefined,
    ...(marked ? {} : encodeMarker(cacheControl, target, path, report)),
  });
  return trace.mark(restoreUnknown<RequestMessage>(wire, extensions, OWN), path, { tool_call_id: ["callId"] });
}

/**
 * What stands in for results that nobody gave, where the policy says so.
 * @param given the parts with the ids that the results name
 * @param after the results that follow, and the message behind them
 */
function missingResults(
  parts: readonly Part[],
  given: readonly Part[],
  after: readonly Message[],
  path: Path,
  target: ConversationTarget,
  trace: Trace,
  report: Report,
): RequestMessage[] {
  const results = new Map<string, number>();
  for (const { parts: answers } of after)
    for (const part of answers) if (part.type === "tool-result") results.set(part.callId, (results.get(part.callId) ?? 0) + 1);
  const policy = target.missingResult ?? (target.profile === "vendor" ? "reject" : "pass");
  const made: RequestMessage[] = [];
  parts.forEach((part, index) => {
    const called = given[index];
    if (part.type !== "tool-call" || called?.type !== "tool-call") return;
    const answers = results.get(called.id) ?? 0;
    if (answers > 0) {
      results.set(called.id, answers - 1);
      return;
    }
    const at = [...path, "parts", index, "id"];
    const says = `No result follows for the call of ${JSON.stringify(part.name.slice(0, 100))}`;
    if (policy === "reject")
      report(
        failure(
          target.missingResult === undefined ? "validation.V-01" : "unpaired.tool_call",
          at,
          `${says}, and the service demands one.`,
          { rule: "V-01" },
        ),
      );
    else if (policy === "synthesize-error") {
      report(notice("unpaired.tool_call", at, `${says}; one that says so was put in.`, { severity: "warning" }));
      made.push(
        trace.mark({ role: "tool", tool_call_id: part.id, content: target.missingResultText ?? "No result was recorded for this call." }, [
          ...path,
          "parts",
          index,
        ]),
      );
    } else if (after.length > 0) report(notice("unpaired.tool_call", at, `${says}; it is passed on as it is.`, { severity: "warning" }));
  });
  return made;
}

/** Behind the messages of results that start here: a source may have one for each of them. */
function endOfResults(messages: readonly Message[], start: number): number {
  let end = start;
  while (messages[end]?.role === "tool") end++;
  return end;
}
