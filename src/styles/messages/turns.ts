/**
 * The conversation. A user turn holds both what the user says and the results of tools; instructions stand apart in
 * `system`, and only newer models take them in the middle of the conversation.
 */

import { approximated, failure, type Path, type Report } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { type Extensions, traitsOf } from "../../model/common.js";
import { dropFields, dropPart, hasOnly, keepUnknown, restoreUnknown } from "../../model/extensions.js";
import type { CanonicalRequest, Instruction, Message, Part } from "../../model/index.js";
import { renameTool } from "../../model/tools.js";
import {
  demoted,
  dropInstructed,
  firstTurn,
  hoisted,
  isInstruction,
  joinedTurn,
  MESSAGE_LOSSES,
  missingResult,
  movedResult,
  movedToStart,
  noTurns,
  nothingLeft,
  plainConversation,
  prefill,
  reportDeveloper,
  reportOneInstruction,
  reportQuestionGone,
  TURNS,
} from "../../model/turns.js";
import type { RequestScope } from "../shared/codec.js";
import { type BlockReader, type BlockWriter, createCallIds, isOf, readEach } from "./block.js";
import { decodeText, encodeEntries, encodeInnerText, textOrBlocks } from "./citations.js";
import { decodeBlocks, encodePart } from "./parts.js";
import { piecesOf } from "./reasoning.js";
import { type Block, type BlockOf, type MessagesRequest, TOOL_ID_RULE, type WireMessage } from "./wire.js";

export function decodeSystem(system: MessagesRequest["system"], reader: BlockReader): readonly Instruction[] {
  if (!system?.length) return [];
  const parts = readEach(system, ["system"], reader, (block, at) => decodeText(block, at, reader));
  return [reader.trace.mark<Instruction>({ role: "system", parts }, ["system"])];
}

const LIST = ["messages"];
const PLAIN = ["role", "content"];
const CONTENT = { parts: ["content"] };

/** Results come apart from what the user says: a `tool` message before the `user` message of the same turn. */
export function decodeMessages(messages: readonly WireMessage[], reader: BlockReader, report: Report): readonly Message[] {
  const turns: Message[] = [];
  for (const [index, message] of messages.entries()) {
    if (typeof message.content === "string" && hasOnly(message, PLAIN)) {
      const parts: Part[] = [{ type: "text", text: message.content }];
      turns.push(reader.trace.mark<Message>({ role: message.role, parts }, LIST, CONTENT, index));
      continue;
    }
    const path = ["messages", index];
    const at = ["messages", index, "content"];
    const { role, content, ...rest } = message;
    const unknown = keepUnknown("messages", rest);
    const blocks =
      typeof content === "string" ? [reader.trace.mark<Part>({ type: "text", text: content }, at)] : decodeBlocks(content, at, reader);
    // Blocks that only this style has may be instructions, too.
    const parts =
      role === "system"
        ? blocks.flatMap((part, position) =>
            part.type === "text" || part.type === "opaque" ? [part] : dropInstructed([...at, position], report),
          )
        : blocks;
    const add = (node: Message) => turns.push(reader.trace.mark(node, path, CONTENT));
    const results = role === "user" ? parts.filter((part) => part.type === "tool-result") : [];
    const others = results.length === 0 ? parts : parts.filter((part) => part.type !== "tool-result");
    const [first] = others;
    if (results.length > 0) add({ role: "tool", parts: results, ...(first === undefined ? unknown : {}) });
    if (results.length === 0 || first !== undefined) add({ role, parts: others, ...unknown });
    if (results.length === 0 || first === undefined) continue;
    for (let position = parts.indexOf(first); position < parts.length; position++)
      if (parts[position]?.type === "tool-result") report(movedResult([...at, position]));
  }
  return turns;
}

type ConversationWriter = BlockWriter & Pick<RequestScope, "capabilities">;

type TextBlock = BlockOf<"text">;

/** Undefined for what is more than an instruction and texts in turn. */
export function encodePlainConversation(request: CanonicalRequest, { trace }: Pick<RequestScope, "trace">) {
  return plainConversation(
    request,
    (text, role, index): WireMessage => trace.mark({ role, content: [{ type: "text", text }] }, TURNS, MESSAGE_FIELDS, index),
  );
}

/** @param extra texts to stand after all instructions */
export function encodeConversation(request: CanonicalRequest, extra: readonly string[], scope: RequestScope) {
  const { report, trace, options, capabilities } = scope;
  const document = "request";
  const pieces = traitsOf(options).splitsTurns ? { pieces: piecesOf(request.turns) } : {};
  const rename = (name: string, path: Path) => renameTool(name, path, scope);
  const writer = { document, options, capabilities, trace, report, rename, ids: createCallIds(), ...pieces } as const;
  const system: TextBlock[] = [];
  const turns: Turn[] = [];
  // messages needs a conversation: where there is none, the last instruction becomes what the user says.
  const kept = request.instructions.length - (request.turns.length === 0 ? 1 : 0);
  for (const [index, instruction] of request.instructions.entries()) {
    const path = ["instructions", index];
    const texts = encodeTexts(instruction, path, writer);
    if (texts.length === 0) report(nothingLeft(path));
    if (index < kept) for (const { block } of texts) system.push(block);
    else {
      report(demoted(path));
      addToTurns(turns, texts, "user", 0, report);
    }
  }
  const leading = system.length;
  let next = 0;
  for (const [index, message] of request.turns.entries()) {
    const path = ["turns", index];
    if (isInstruction(message)) {
      next = Math.max(next, index);
      while (isInstruction(request.turns[next])) next++;
      const isLegal = isLegalPlace(turns.at(-1), request.turns[next]);
      for (const { block } of encodeMidSystem(message, index, isLegal, turns, writer)) system.push(block);
      continue;
    }
    dropFields(message, MESSAGE_LOSSES, path, "messages", report);
    const side = message.role === "assistant" ? message.role : "user";
    if (side === "assistant" && turns.at(-1)?.role !== side) addMissingResults(turns, writer);
    const entries = encodeMessage(message, path, side, writer);
    if (entries.length === 0) report(nothingLeft(path));
    addToTurns(turns, entries, side, index, report, message);
  }
  if (kept > 1 || system.length > leading) reportOneInstruction(kept, report);
  for (const text of extra) system.push({ type: "text", text });
  trimPrefill(turns.at(-1), writer);
  addMissingResults(turns, writer);
  const messages = turns.map((turn) => encodeTurn(turn, writer));
  const [first] = turns;
  if (first === undefined) report(noTurns("messages"));
  else if (first.role === "assistant") report(firstTurn(["turns", first.source], options.firstTurn));
  if (messages.at(-1)?.role === "assistant") reportQuestionGone(request.turns, "messages", report);
  return { ...compact({ system: textOrBlocks(system) }), messages };
}

const MESSAGE_FIELDS = { content: ["parts"] } as const;

/** The texts of an instruction. */
function encodeTexts(message: Instruction | Message, path: Path, writer: ConversationWriter): Entry<TextBlock>[] {
  reportInstruction(message, path, writer);
  return encodeEntries(message.parts, [...path, "parts"], writer, (part, at) =>
    part.type === "text" ? encodeInnerText(part, at, writer) : dropInstructed(at, writer.report),
  );
}

function reportInstruction(message: Instruction | Message, path: Path, { report }: ConversationWriter): void {
  dropFields(message, MESSAGE_LOSSES, path, "messages", report);
  reportDeveloper(message, path, report);
}

function encodeMessage({ parts }: Message, path: Path, role: TurnRole, writer: ConversationWriter): Entry[] {
  const citesNothing = role === "user" && writer.options.dialect?.version === "2026-10-21";
  const cited = citesNothing ? { ...writer, citesNothing } : writer;
  return encodeEntries(parts, [...path, "parts"], cited, (part, at, offset) =>
    role === "assistant" && (part.type === "image" || part.type === "document")
      ? dropPart(at, `An answer holds no ${part.type}`, writer.report)
      : encodePart(part, at, cited, offset),
  );
}

/**
 * Instructions in the middle of the conversation: a turn of their own, or of the user.
 * @returns those that move to `system`
 */
function encodeMidSystem(message: Message, index: number, isLegal: boolean, turns: Turn[], writer: ConversationWriter) {
  const { report, capabilities, options } = writer;
  const path = ["turns", index];
  const policy = options.midSystem ?? "auto";
  // Blocks that only this style has were written for a model that takes them.
  const own = message.parts.some((part) => part.type === "opaque" && part.style === "messages");
  if (policy === "native" || policy === "reject" || (policy === "auto" && isLegal && (own || capabilities.midSystem === true))) {
    reportInstruction(message, path, writer);
    const why = policy === "reject" ? "This instruction must not be moved." : "messages takes no instruction here.";
    if (policy === "reject" || !isLegal) report(failure("failed.unsupported", path, why));
    else addToTurns(turns, encodeMessage(message, path, "system", writer), "system", index, report, message);
    return [];
  }
  const texts = encodeTexts(message, path, writer);
  if (policy !== "user") {
    report(movedToStart(path, { suggestion: "midSystem" }));
    return texts;
  }
  report(hoisted(path, "is a user turn at the same place now", { from: message.role, to: "user" }));
  addToTurns(turns, texts, "user", index, report);
  return [];
}

/** After a user turn or a server tool, and last or before an assistant turn; several in a row are one. */
function isLegalPlace(before: Turn | undefined, after: Message | undefined): boolean {
  const end = (before?.others.at(-1) ?? before?.results.at(-1))?.block.type;
  const follows = (before !== undefined && before.role !== "assistant") || /^server_tool_use$|_tool_result$/.test(end ?? "");
  return follows && (after === undefined || after.role === "assistant");
}

/** A final assistant turn is a text to go on from, which must not end in white space. */
function trimPrefill(last: Turn | undefined, { capabilities, options, report, trace }: ConversationWriter): void {
  const end = last?.others.at(-1);
  if (last?.role !== "assistant" || end === undefined || !isOf(end.block, "text")) return;
  const text = end.block.text.trimEnd();
  const message = "White space at the end of such a conversation is refused; it was removed.";
  if (text !== end.block.text) {
    report(approximated("approximated.prefill", end.path, message));
    last.others[last.others.length - 1] = { block: trace.mark<Block>({ ...end.block, text }, end.path), path: end.path };
  }
  if (options.from === undefined || options.from === "messages") return;
  const refuses = capabilities.prefill === false ? ", which this one refuses" : "";
  report(prefill(["turns", last.source], `the model goes on from there${refuses}`));
}

/**
 * The turns of a conversation while it is written: messages of one wire role in a row are one turn, and the results in a
 * user turn stand before everything else.
 */

type TurnRole = WireMessage["role"];

export interface Entry<B extends Block = Block> {
  readonly block: B;
  /** Canonical path of the part. */
  readonly path: Path;
}

interface Turn {
  readonly role: TurnRole;
  readonly results: Entry<BlockOf<"tool_result">>[];
  readonly others: Entry[];
  /** Index of the first canonical message in it. */
  readonly source: number;
  /** Index of the last one. */
  until: number;
  /** Index of the last one that is said to be joined. */
  told?: number;
  readonly extensions: (Extensions | undefined)[];
}

/**
 * Adds blocks to the last turn where the role is the same, else to a new one.
 * @param source index of their message
 * @param message the same, where they are all of it
 */
function addToTurns(turns: Turn[], entries: readonly Entry[], role: TurnRole, source: number, report: Report, message?: Message): void {
  if (entries.length === 0) return;
  const last = turns.at(-1);
  // Results take in the text after them without a trace, but not what stood behind a turn that is gone.
  if (last?.role === role && (role !== "user" || source > last.until + 1 || (message?.role !== "tool" && last.others.length > 0)))
    for (const joined of [last.until, source]) {
      if (joined > (last.told ?? -1)) report(joinedTurn(["turns", joined]));
      last.told = joined;
    }
  const turn: Turn = last?.role === role ? last : { role, results: [], others: [], source, until: source, extensions: [] };
  if (turn !== last) turns.push(turn);
  turn.until = Math.max(turn.until, source);
  turn.extensions.push(message?.extensions);
  for (const { block, path } of entries) {
    if (!isOf(block, "tool_result")) turn.others.push({ block, path });
    else {
      if (turn.others.length > 0) report(movedResult(path));
      turn.results.push({ block, path });
    }
  }
}

/** The turn of the last calls is over: results are made up where there are none and the caller asked for that. */
function addMissingResults(turns: Turn[], { ids, options, report }: ConversationWriter): void {
  for (const [tool_use_id, { path }] of ids.endTurn()) {
    const content = missingResult(tool_use_id, path, options, options.profile === "vendor", report, { rule: TOOL_ID_RULE });
    if (content === undefined) continue;
    // Nobody wrote it, so that nothing was moved.
    addToTurns(turns, [{ block: { type: "tool_result", tool_use_id, content, is_error: true }, path }], "user", Number(path[1]), () => {});
  }
}

function encodeTurn({ role, results, others, source, extensions }: Turn, { trace }: ConversationWriter): WireMessage {
  let message: WireMessage = { role, content: [...results, ...others].map(({ block }) => block) };
  for (const kept of extensions) message = restoreUnknown(message, kept, "messages");
  return trace.mark(message, ["turns", source], MESSAGE_FIELDS);
}
