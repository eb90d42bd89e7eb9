/**
 * The conversation. A user turn holds both what the user says and the results of tools; instructions stand apart in
 * `system`, and only newer models take them in the middle of the conversation.
 */

import { addAll } from "../../core/collections.js";
import { compact } from "../../core/compact.js";
import { approximated, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { Capabilities } from "../../model/capabilities.js";
import type { Extensions } from "../../model/common.js";
import { dropFields, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import { traitsOf } from "../../model/facts.js";
import type { CanonicalRequest, Instruction, Message, Part, TextPart } from "../../model/index.js";
import { firstTurn, hoisted, missingResult, nothingLeft, plainConversation, prefill, questionGone } from "../../model/turns.js";
import type { EncodeOptions } from "../options.js";
import { type BlockReader, type BlockWriter, createCallIds, isTextBlock, leaveOut } from "./block.js";
import { decodeText, encodeEntries, encodeInnerText } from "./citations.js";
import { TOOL_ID_RULE } from "./limits.js";
import { decodeBlocks, encodePart } from "./parts.js";
import { piecesOf } from "./reasoning.js";
import type { Block, MessagesRequest, TextBlock, ToolResultBlock, ToolUseBlock, WireMessage } from "./wire.js";

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
    const at = [...path, "content"];
    const { role, content, ...rest } = message;
    const unknown = keepUnknown("messages", rest);
    const parts =
      typeof content === "string" ? [reader.trace.mark<Part>({ type: "text", text: content }, at)] : decodeBlocks(content, at, reader);
    const mark = (node: Message) => reader.trace.mark(node, path, { parts: ["content"] });
    const results = role === "user" ? parts.filter((part) => part.type === "tool-result") : [];
    if (results.length === 0) return [mark({ role, parts, ...unknown })];
    let moved = false;
    parts.forEach((part, position) => {
      const message = "Results stand first in their turn; this one was moved before the other blocks.";
      if (part.type !== "tool-result") moved = true;
      else if (moved) report(approximated("approximated.reordered", [...at, position], message));
    });
    const others = parts.filter((part) => part.type !== "tool-result");
    return others.length === 0
      ? [mark({ role: "tool", parts: results, ...unknown })]
      : [mark({ role: "tool", parts: results }), mark({ role, parts: others, ...unknown })];
  });
}

interface ConversationWriter extends BlockWriter {
  readonly capabilities: Capabilities;
}

/** What the writer of a conversation is made of, where there is more in it than texts. */
type ConversationScope = Omit<ConversationWriter, "codeCalls" | "ids" | "pieces">;

interface Conversation {
  readonly system?: string | TextBlock[];
  readonly messages: WireMessage[];
}

/** @param extra texts to stand after all instructions */
export function encodeConversation(request: CanonicalRequest, extra: readonly string[], scope: ConversationScope): Conversation {
  const { report, trace, options } = scope;
  const plain = extra.length === 0 ? plainConversation(request) : undefined;
  if (plain !== undefined) {
    const messages: WireMessage[] = [];
    for (const text of plain.texts) {
      const role = messages.length % 2 === 0 ? "user" : "assistant";
      const message: WireMessage = { role, content: [{ type: "text", text }] };
      messages.push(trace.mark(message, ["turns", messages.length], MESSAGE_FIELDS));
    }
    return { ...compact({ system: plain.system }), messages };
  }
  const pieces = traitsOf(options).splitsTurns ? { pieces: piecesOf(request.turns) } : {};
  const writer: ConversationWriter = { ...scope, ...pieces, codeCalls: new Map(), ids: createCallIds() };
  // messages needs a conversation: where there is none, the last instruction becomes what the user says.
  const demoted = request.turns.length === 0 ? request.instructions.length - 1 : -1;
  const system: TextBlock[] = [];
  const turns: Turn[] = [];
  request.instructions.forEach((instruction, index) => {
    const path = ["instructions", index];
    reportMessage(instruction, path, writer);
    const texts = encodeTexts(instruction.parts, [...path, "parts"], writer);
    if (texts.length === 0) report(nothingLeft(path));
    if (index !== demoted) addAll(system, texts);
    else {
      report(hoisted(path, "was demoted to a user turn, for there is no conversation, which messages demands"));
      addUserTexts(turns, texts, path, 0, writer);
    }
  });
  const leading = system.length;
  const following = rolesAfter(request.turns);
  request.turns.forEach((message, index) => {
    const path = ["turns", index];
    const { role } = message;
    reportMessage(message, path, writer);
    if (role === "system" || role === "developer") {
      encodeMidSystem(message, index, isLegalPlace(turns.at(-1), following[index]), turns, system, writer);
      return;
    }
    const side = role === "assistant" ? role : "user";
    const entries = encodeMessage(message, index, side, writer);
    if (entries.length === 0) report(nothingLeft(path));
    else addToTurns(turns, entries, { role: side, source: index, extensions: message.extensions, isResults: role === "tool" }, report);
  });
  const kept = request.instructions.length - (demoted === -1 ? 0 : 1);
  const message = "Instructions are texts of one `system`; where one message ended and the next began is not kept.";
  if (kept > 1 || system.length > leading) for (let index = 0; index < kept; index++) report(equivalent(["instructions", index], message));
  for (const text of extra) system.push({ type: "text", text });
  const paired = pairCalls(finishTurns(turns, writer), writer.options, report);
  const [first] = paired;
  if (first === undefined) {
    const message = "No turn of the conversation is left that messages can express, and it needs one.";
    report(failure("failed.unsupported", ["turns"], message));
  } else if (first.role === "assistant") report(firstTurn(["turns", first.source], writer.options.firstTurn));
  const gone = paired.length > 0 && paired.at(-1)?.role !== "user" ? questionGone(request.turns, "messages") : undefined;
  if (gone !== undefined) report(gone);
  return { ...compact({ system: asSystem(system) }), messages: paired.map((turn) => encodeTurn(turn, writer.trace)) };
}

function reportMessage(message: Instruction | Message, path: Path, { report }: ConversationWriter): void {
  dropFields(message, { name: "info" }, path, "messages", report);
  if (message.role === "developer")
    report(equivalent([...path, "role"], "Instructions of a developer are those of the system here, and come back as such."));
}

function addUserTexts(turns: Turn[], texts: readonly TextBlock[], path: Path, source: number, { report }: ConversationWriter): void {
  const entries = texts.map((block) => ({ block, path }));
  if (entries.length > 0) addToTurns(turns, entries, { role: "user", source }, report);
}

function encodeTexts(parts: readonly Part[], path: Path, writer: ConversationWriter): TextBlock[] {
  const encode = (part: Part, at: Path) =>
    part.type === "text" ? encodeInnerText(part, at, writer) : leaveOut(part, at, writer, "Instructions of messages are text");
  return encodeEntries(parts, path, writer, encode).map(({ block }) => block);
}

function asSystem(blocks: TextBlock[]): string | TextBlock[] | undefined {
  const [only, ...others] = blocks;
  if (only === undefined) return undefined;
  return others.length === 0 && Object.keys(only).length === 2 ? only.text : blocks;
}

function encodeMessage({ parts }: Message, index: number, role: TurnRole, writer: ConversationWriter): Entry[] {
  return encodeEntries(parts, ["turns", index, "parts"], writer, (part, path, offset) =>
    role === "assistant" && (part.type === "image" || part.type === "document")
      ? leaveOut(part, path, writer, "Only user turns of messages hold media")
      : encodePart(part, path, writer, offset),
  );
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
  const { report, capabilities, options } = writer;
  const path = ["turns", index];
  const policy = options.midSystem ?? "auto";
  if (policy === "reject" || (policy === "native" && !legal)) {
    const why = policy === "reject" ? "and must not be moved" : "at a place where messages takes none";
    report(failure("failed.unsupported", path, `This is an instruction in the middle of the conversation, ${why}.`));
    return;
  }
  // Blocks that only this style has were written for a model that takes them.
  const own = message.parts.some((part) => part.type === "opaque" && part.style === "messages");
  if (policy === "native" || (policy === "auto" && legal && (own || capabilities.midSystem === true))) {
    const entries = encodeMessage(message, index, "system", writer);
    if (entries.length > 0) addToTurns(turns, entries, { role: "system", source: index, extensions: message.extensions }, report);
    return;
  }
  const texts = encodeTexts(message.parts, [...path, "parts"], writer);
  if (policy === "user") {
    report(hoisted(path, "in the middle of the conversation is a user turn at the same place", { from: message.role, to: "user" }));
    addUserTexts(turns, texts, path, index, writer);
    return;
  }
  report(hoisted(path, `at turn ${index} stands in \`system\` now and applies from the start`));
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
function finishTurns(turns: readonly Turn[], { capabilities, options, report, trace }: ConversationWriter): readonly Turn[] {
  const last = turns.at(-1);
  const end = last?.others.at(-1);
  if (last?.role !== "assistant" || end === undefined || !isTextBlock(end.block)) return turns;
  const text = end.block.text.trimEnd();
  const changed = text !== end.block.text;
  const message = "White space at the end of a text to go on from is refused here; it was removed.";
  if (changed) report(approximated("approximated.prefill", end.path, message));
  if (options.from !== undefined && options.from !== "messages") {
    const refuses = capabilities.prefill === false ? ", which this one refuses to do" : "";
    report(prefill(["turns", last.source], `the model goes on from there in messages${refuses}`));
  }
  if (!changed) return turns;
  const block = trace.mark<Block>({ ...end.block, text }, end.path);
  return [...turns.slice(0, -1), { ...last, others: [...last.others.slice(0, -1), { block, path: end.path }] }];
}

type TurnRole = WireMessage["role"];

export interface Entry<B extends Block = Block> {
  readonly block: B;
  /** Canonical path of the part. */
  readonly path: Path;
}

/** Messages of one wire role in a row, while they are written. */
interface Turn {
  readonly role: TurnRole;
  readonly results: Entry<ToolResultBlock>[];
  readonly others: Entry[];
  /** Index of the first canonical message in it. */
  readonly source: number;
  /** Index of the last one. */
  until: number;
  readonly extensions: (Extensions | undefined)[];
}

interface Origin {
  readonly role: TurnRole;
  readonly source: number;
  readonly extensions?: Extensions | undefined;
  /** The message holds results only, which a user turn takes in without a trace. */
  readonly isResults?: boolean;
}

/** Adds blocks to the last turn where the role is the same, else to a new one. */
function addToTurns(turns: Turn[], entries: readonly Entry[], origin: Origin, report: (issue: Issue) => void): void {
  const { role, source } = origin;
  const last = turns.at(-1);
  // Results take in the text after them without a trace, but not what stood behind a turn that is gone.
  if (last?.role === role && (role !== "user" || source > last.until + 1 || (origin.isResults !== true && last.others.length > 0)))
    for (const joined of new Set([last.until, source]))
      report(equivalent(["turns", joined], `Message ${source} has the role of the one before it; the two are one turn.`));
  const turn: Turn = last?.role === role ? last : { role, results: [], others: [], source, until: source, extensions: [] };
  if (turn !== last) turns.push(turn);
  turn.until = source;
  turn.extensions.push(origin.extensions);
  for (const { block, path } of entries)
    if (isResult(block)) {
      const message = "Results stand first in a turn of messages; this one was moved before the other parts.";
      if (turn.others.length > 0) report(approximated("approximated.reordered", path, message));
      turn.results.push({ block, path });
    } else turn.others.push({ block, path });
}

function isResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result";
}

function isCall(block: Block): block is ToolUseBlock {
  return block.type === "tool_use";
}

function lastBlock(turn: Turn | undefined): Block | undefined {
  return (turn?.others.at(-1) ?? turn?.results.at(-1))?.block;
}

/** Pairs every call with a result in the next turn; results are made up where the caller asked for that. */
function pairCalls(turns: readonly Turn[], options: EncodeOptions, report: (issue: Issue) => void): readonly Turn[] {
  const paired: Turn[] = [];
  let asking: { readonly turn: Turn; readonly open: Map<string, Path> } | undefined;
  const close = () => {
    if (asking === undefined) return;
    const results = madeUpResults(asking.open, options, report);
    if (results.length > 0) paired.push({ ...asking.turn, role: "user", results, others: [], extensions: [] });
    asking = undefined;
  };
  for (const turn of turns) {
    if (turn.role === "assistant") {
      close();
      asking = { turn, open: callsOf(turn) };
    } else if (turn.role === "user") {
      const open = asking?.open ?? new Map<string, Path>();
      for (const { block, path } of turn.results) if (!open.delete(block.tool_use_id)) report(unpairedResult(block.tool_use_id, path));
      addAll(turn.results, madeUpResults(open, options, report));
      asking = undefined;
    }
    paired.push(turn);
  }
  close();
  return paired;
}

function callsOf(turn: Turn): Map<string, Path> {
  const calls = new Map<string, Path>();
  for (const { block, path } of turn.others) if (isCall(block)) calls.set(block.id, path);
  return calls;
}

function unpairedResult(id: string, path: Path): Issue {
  const message = "This result answers no call of the turn before it; a messages service may refuse it.";
  return notice("unpaired.tool_result", path, message, { severity: "warning", from: id.slice(0, 200) });
}

/** Reports the calls that have no result; gives one for each where the caller asked for that. */
function madeUpResults(open: ReadonlyMap<string, Path>, options: EncodeOptions, report: (issue: Issue) => void): Entry<ToolResultBlock>[] {
  const policy = options.missingResult ?? (options.profile === "vendor" ? "reject" : "pass");
  return [...open].flatMap(([tool_use_id, path]): Entry<ToolResultBlock>[] => {
    const content = missingResult(tool_use_id, path, { ...options, missingResult: policy }, report, { rule: TOOL_ID_RULE });
    return content === undefined ? [] : [{ block: { type: "tool_result", tool_use_id, content, is_error: true }, path }];
  });
}

const MESSAGE_FIELDS = { content: ["parts"] } as const;

/** A turn as a wire message. */
function encodeTurn({ role, results, others, source, extensions }: Turn, trace: Trace): WireMessage {
  let message: WireMessage = { role, content: [...results, ...others].map(({ block }) => block) };
  for (const kept of extensions) message = restoreUnknown(message, kept, "messages");
  return trace.mark(message, ["turns", source], MESSAGE_FIELDS);
}
