/**
 * The conversation. A user turn holds both what the user says and the results of tools; instructions stand apart in
 * `system`, and only newer models take them in the middle of the conversation.
 */

import { addAll } from "../../core/add-all.js";
import { compact } from "../../core/compact.js";
import { approximated, dropped, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Capabilities } from "../../model/capabilities.js";
import { dropUnknown, keepUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Instruction, Message, Part, TextPart } from "../../model/index.js";
import { questionGone } from "../../model/turns.js";
import { isBlank, leaveOutBlank } from "./blank.js";
import { type BlockReader, type BlockWriter, isTextBlock, leaveOut } from "./block.js";
import { decodeBlocks, encodePart } from "./parts.js";
import { decodeText, encodeInnerText } from "./text.js";
import { addToTurns, type Entry, encodeTurn, lastBlock, nothingLeft, pairCalls, type Turn, type TurnRole } from "./turn-order.js";
import type { Block, MessagesRequest, TextBlock, WireMessage } from "./wire.js";

export function decodeSystem(system: MessagesRequest["system"], reader: BlockReader): readonly Instruction[] {
  if (system === undefined || system === null || system.length === 0) return [];
  const parts =
    typeof system === "string"
      ? [reader.trace.mark<TextPart>({ type: "text", text: system }, ["system"])]
      : system.map((block, index) => decodeText(block, ["system", index], reader));
  return [reader.trace.mark<Instruction>({ role: "system", parts }, ["system"])];
}

/** Results come apart from what the user says: a `tool` message before the `user` message of the same turn. */
export function decodeMessages(messages: readonly WireMessage[], reader: BlockReader, report: (issue: Issue) => void): readonly Message[] {
  return messages.flatMap((message, index) => {
    const path = ["messages", index];
    const { role, content, ...rest } = message;
    const unknown = keepUnknown("messages", rest);
    const parts = decodeContent(content, [...path, "content"], reader);
    const mark = (node: Message) => reader.trace.mark(node, path, { parts: ["content"] });
    if (role !== "user") return [mark({ role, parts, ...unknown })];
    const results = parts.filter((part) => part.type === "tool-result");
    if (results.length === 0) return [mark({ role, parts, ...unknown })];
    reportMisplaced(parts, [...path, "content"], report);
    const others = parts.filter((part) => part.type !== "tool-result");
    return others.length === 0
      ? [mark({ role: "tool", parts: results, ...unknown })]
      : [mark({ role: "tool", parts: results }), mark({ role, parts: others, ...unknown })];
  });
}

function decodeContent(content: WireMessage["content"], path: Path, reader: BlockReader): Part[] {
  return typeof content === "string"
    ? [reader.trace.mark<Part>({ type: "text", text: content }, path)]
    : decodeBlocks(content, path, reader);
}

function reportMisplaced(parts: readonly Part[], path: Path, report: (issue: Issue) => void): void {
  let others = false;
  parts.forEach((part, index) => {
    if (part.type !== "tool-result") others = true;
    else if (others)
      report(
        approximated(
          "approximated.reordered",
          [...path, index],
          "Results stand first in their turn; this one was moved before the other blocks.",
        ),
      );
  });
}

export interface ConversationWriter extends BlockWriter {
  readonly capabilities: Capabilities;
}

export interface Conversation {
  readonly system?: string | TextBlock[];
  readonly messages: WireMessage[];
}

/** @param extra texts to stand after all instructions */
export function encodeConversation(request: CanonicalRequest, extra: readonly string[], writer: ConversationWriter): Conversation {
  const { demoted, kept } = splitInstructions(request, writer);
  const system = kept.flatMap((instruction, index) => encodeInstruction(instruction, ["instructions", index], writer));
  if (kept.length > 1) kept.forEach((_instruction, index) => void writer.report(joined(index)));
  const own = system.length;
  const turns: Turn[] = [];
  if (demoted !== undefined) {
    const at = ["instructions", kept.length];
    const entries = encodeInstruction(demoted, at, writer).map((block) => ({ block, path: at }));
    if (entries.length > 0) addToTurns(turns, entries, { role: "user", source: 0 }, writer.report);
  }
  const following = rolesAfter(request.turns);
  request.turns.forEach((message, index) => {
    const path = ["turns", index];
    dropUnknown(message.extensions, "messages", path, writer.report);
    dropName(message.name, path, writer);
    if (message.role === "system" || message.role === "developer")
      encodeMidSystem(message, index, isLegalPlace(turns.at(-1), following[index]), turns, system, writer);
    else addMessage(message, WIRE_ROLES[message.role], index, turns, writer);
  });
  if (kept.length === 1 && system.length > own) writer.report(joined(0));
  for (const text of extra) system.push({ type: "text", text });
  const paired = pairCalls(finishTurns(turns, writer), writer.options, writer.report);
  checkFirst(paired, writer);
  const gone = paired.length > 0 && paired.at(-1)?.role !== "user" ? questionGone(request.turns, "messages") : undefined;
  if (gone !== undefined) writer.report(gone);
  return {
    ...compact({ system: encodeSystem(system) }),
    messages: paired.map((turn) => encodeTurn(turn, writer.trace)),
  };
}

function joined(index: number): Issue {
  return equivalent(
    ["instructions", index],
    "Instructions are texts of one `system`; where one message ended and the next began is not kept.",
  );
}

/** This style needs a conversation: where there is none, the last instruction becomes what the user says. */
function splitInstructions(request: CanonicalRequest, { report }: ConversationWriter) {
  const { instructions, turns: messages } = request;
  const demoted = messages.length === 0 ? instructions.at(-1) : undefined;
  if (demoted === undefined) return { demoted, kept: instructions };
  report(
    approximated(
      "approximated.hoisted_system",
      ["instructions", instructions.length - 1],
      "There is no conversation, which this style demands; the last instruction was demoted to a user turn.",
    ),
  );
  return { demoted, kept: instructions.slice(0, -1) };
}

function encodeInstruction({ role, parts, name, extensions }: Instruction, path: Path, writer: ConversationWriter): TextBlock[] {
  dropUnknown(extensions, "messages", path, writer.report);
  dropName(name, path, writer);
  if (role === "developer")
    writer.report(equivalent([...path, "role"], "Instructions of a developer are `system` here, and come back as such."));
  const texts = encodeTexts(parts, [...path, "parts"], writer);
  if (texts.length === 0) writer.report(nothingLeft(path));
  return texts;
}

function dropName(name: string | undefined, path: Path, { report }: ConversationWriter): void {
  if (name === undefined) return;
  report(
    dropped("dropped.field", [...path, "name"], "Turns of this style have no participant's name.", {
      severity: "info",
      from: name.slice(0, 200),
    }),
  );
}

function encodeTexts(parts: readonly Part[], path: Path, writer: ConversationWriter): TextBlock[] {
  const entries: Entry<TextBlock>[] = [];
  parts.forEach((part, index) => {
    const at = [...path, index];
    if (part.type !== "text") leaveOut(part, at, writer, "Instructions of this style are text");
    else if (isBlank(part.text)) leaveOutBlank(part, at, entries, writer);
    else for (const block of encodeInnerText(part, at, writer)) entries.push({ block, path: at });
  });
  return entries.map(({ block }) => block);
}

function encodeSystem(blocks: readonly TextBlock[]): string | TextBlock[] | undefined {
  const [only, ...others] = blocks;
  if (only === undefined) return undefined;
  return others.length === 0 && Object.keys(only).length === 2 ? only.text : [...blocks];
}

const WIRE_ROLES = { user: "user", tool: "user", assistant: "assistant" } as const;

function addMessage(message: Message, role: TurnRole, index: number, turns: Turn[], writer: ConversationWriter): void {
  const entries = encodeMessage(message, index, role, writer);
  if (entries.length === 0) {
    writer.report(nothingLeft(["turns", index]));
    return;
  }
  addToTurns(turns, entries, { role, source: index, extensions: message.extensions, isResults: message.role === "tool" }, writer.report);
}

function encodeMessage(message: Message, index: number, role: TurnRole, writer: ConversationWriter) {
  const entries: Entry[] = [];
  let offset = 0;
  message.parts.forEach((part, position) => {
    const path = ["turns", index, "parts", position];
    if ((part.type === "text" || part.type === "refusal") && isBlank(part.text)) leaveOutBlank(part, path, entries, writer);
    else if (role === "assistant" && (part.type === "image" || part.type === "document"))
      leaveOut(part, path, writer, "Only user turns of this style hold media");
    else for (const block of encodePart(part, path, writer, offset)) entries.push({ block, path });
    if (part.type === "text") offset += part.text.length;
  });
  return entries;
}

/** Instructions in the middle of the conversation. */
function encodeMidSystem(
  message: Message,
  index: number,
  legal: boolean,
  turns: Turn[],
  system: TextBlock[],
  writer: ConversationWriter,
): void {
  const path = ["turns", index];
  const parts = [...path, "parts"];
  const policy = writer.options.midSystem ?? "auto";
  if (policy === "reject" || (policy === "native" && !legal)) {
    const why = policy === "reject" ? "and must not be moved" : "at a place where this style takes none";
    writer.report(failure("failed.unsupported", path, `This is an instruction in the middle of the conversation, ${why}.`));
    return;
  }
  if (message.role === "developer")
    writer.report(equivalent([...path, "role"], "Instructions of a developer are `system` here, and come back as such."));
  // Blocks that only this style has were written for a model that takes them.
  const own = message.parts.some((part) => part.type === "opaque" && part.style === "messages");
  if (policy === "native" || (policy === "auto" && legal && (own || writer.capabilities.midSystem === true))) {
    const entries = encodeMessage(message, index, "system", writer);
    if (entries.length > 0) addToTurns(turns, entries, { role: "system", source: index, extensions: message.extensions }, writer.report);
    return;
  }
  const texts = encodeTexts(message.parts, parts, writer);
  if (policy === "user") {
    writer.report(
      approximated(
        "approximated.hoisted_system",
        path,
        "This instruction in the middle of the conversation is a user turn at the same place.",
        {
          from: message.role,
          to: "user",
        },
      ),
    );
    if (texts.length > 0)
      addToTurns(
        turns,
        texts.map((block) => ({ block, path })),
        { role: "user", source: index },
        writer.report,
      );
    return;
  }
  writer.report(
    approximated(
      "approximated.hoisted_system",
      path,
      `This instruction, message ${index} of the conversation, stands in \`system\` now and applies from the start.`,
    ),
  );
  addAll(system, texts);
}

/** After a user turn or a server tool, and last or before an assistant turn; several in a row are one. */
function isLegalPlace(before: Turn | undefined, after: Message["role"] | undefined): boolean {
  if (before === undefined) return false;
  const end = lastBlock(before)?.type;
  const follows = before.role === "user" || before.role === "system" || end === "server_tool_use" || end?.endsWith("_tool_result") === true;
  return follows && (after === undefined || after === "assistant");
}

/** Behind each message, the role of the next one that is no instruction. */
function rolesAfter(messages: readonly Message[]): readonly (Message["role"] | undefined)[] {
  const roles = messages.map((): Message["role"] | undefined => undefined);
  let next: Message["role"] | undefined;
  for (let index = messages.length - 1; index >= 0; index--) {
    roles[index] = next;
    const role = messages[index]?.role;
    if (role !== "system" && role !== "developer") next = role;
  }
  return roles;
}

/** A final assistant turn is a text to go on from, which must not end in white space. */
function finishTurns(turns: readonly Turn[], writer: ConversationWriter): readonly Turn[] {
  const last = turns.at(-1);
  const end = last?.others.at(-1);
  if (last?.role !== "assistant" || end === undefined || !isTextBlock(end.block)) return turns;
  const { from } = writer.options;
  const text = end.block.text.trimEnd();
  if (text !== end.block.text)
    writer.report(
      approximated("approximated.prefill", end.path, "White space at the end of a text to go on from is refused here; it was removed."),
    );
  if (from !== undefined && from !== "messages")
    writer.report(
      approximated(
        "approximated.prefill",
        ["turns", last.source],
        writer.capabilities.prefill === false
          ? "The conversation ends with the assistant; the model would go on from there, which this one refuses to do."
          : "The conversation ends with the assistant; in this style that is a text from which the model goes on.",
      ),
    );
  if (text === end.block.text) return turns;
  const block = writer.trace.mark<Block>({ ...end.block, text }, end.path);
  return [...turns.slice(0, -1), { ...last, others: [...last.others.slice(0, -1), { block, path: end.path }] }];
}

function checkFirst([first]: readonly Turn[], { options, report }: ConversationWriter): void {
  if (first === undefined) {
    report(failure("failed.unsupported", ["turns"], "No turn of the conversation is left that this style can express, and it needs one."));
    return;
  }
  if (first.role !== "assistant") return;
  const path = ["turns", first.source];
  const message = "The conversation starts with the assistant; the service may refuse that.";
  report(
    options.firstTurn === "reject"
      ? failure("order.first_turn", path, message)
      : notice("order.first_turn", path, message, { severity: "warning" }),
  );
}
