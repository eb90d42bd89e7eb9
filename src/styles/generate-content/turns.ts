/**
 * `contents`, both directions. Function responses are one tool message for each content, and contents of their own, because
 * the vendor counts them against the calls before; other turns of one side that follow each other are merged when written.
 * Calls of old histories have no ids, and their responses are paired by name, then by position.
 */
import { addAll } from "../../core/collections.js";
import { equivalent, notice, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { dropFields, hasOnly, keepUnknown, NOTHING_THERE, opaquePart, restoreUnknown } from "../../model/extensions.js";
import { CallIds, historyCallId, repeatedCallId } from "../../model/ids.js";
import type { CanonicalRequest, Instruction, Message, Part, TextPart, ToolResultPart } from "../../model/index.js";
import { renameTool } from "../../model/tools.js";
import {
  demoted,
  dropInstructed,
  firstTurn,
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
import { decodePart, encodePart, type PartPlace } from "./parts.js";
import { type DecodeScope, type EncodeScope, STYLE } from "./scope.js";
import { reportCommands } from "./server-tools.js";
import { BYPASS, bypassed } from "./signatures.js";
import { CallPairing, decodeResult, encodeResults, isText, type RequestScope, servedParts, type TextOnly } from "./tool-results.js";
import { jsonObject } from "./tools.js";
import type { GenerateContentContent, GenerateContentPart } from "./wire.js";

type WireParts = readonly GenerateContentPart[];

const PLAIN = { content: ["role", "parts"], part: ["text"] };

export function decodeContents(contents: readonly GenerateContentContent[], scope: DecodeScope): Message[] {
  // Most conversations are texts alone.
  let reader: ContentReader | undefined;
  const messages: Message[] = [];
  for (const [index, content] of contents.entries()) {
    const text = soleText(content);
    // Contents of the model that follow each other are one turn, whose calls are answered together: clients keep a stream so.
    if (content.role === "model" ? contents[index - 1]?.role !== "model" : text !== undefined) reader?.pairing.begin();
    if (text === undefined) {
      reader ??= { scope, pairing: new CallPairing(scope), served: servedParts(contents) };
      addAll(messages, read(content, index, reader));
    } else {
      const role = content.role === "model" ? "assistant" : "user";
      messages.push(scope.trace.mark<Message>({ role, parts: [{ type: "text", text }] }, LIST, undefined, index));
    }
  }
  return messages;
}

const LIST = ["contents"];

/** Of a content that holds one text of either side and nothing else. */
function soleText(content: GenerateContentContent): string | undefined {
  const { role, parts } = content;
  const [sole] = parts;
  if ((role !== "model" && role !== "user") || parts.length !== 1 || sole === undefined) return undefined;
  return hasOnly(sole, PLAIN.part) && hasOnly(content, PLAIN.content) ? (sole.text ?? undefined) : undefined;
}

/** Parts whose ids count the contents and parts of the source. */
function placeOf(message: number, part: number, lastServerId?: string): PartPlace {
  return {
    callId: (name, args) => historyCallId(message, part, name, jsonObject(args) ?? {}),
    serverId: (name, code) => historyCallId(message, part, name, { code }).replace(/^call_/, "srvtoolu_"),
    lastServerId,
  };
}

interface ContentReader {
  readonly scope: DecodeScope;
  readonly pairing: CallPairing;
  /** Parts of calls that the service answered itself, and of their responses. */
  readonly served: ReturnType<typeof servedParts>;
}

function read(content: GenerateContentContent, index: number, reader: ContentReader): Message[] {
  const { report, trace } = reader.scope;
  const path = ["contents", index];
  const { role, parts, ...rest } = content;
  if (parts.length === 0) report(equivalent(path, NOTHING_THERE));
  for (const [position, part] of parts.entries())
    if (Object.values(part).every((value) => value == null)) report(equivalent([...path, "parts", position], NOTHING_THERE));
  if (role === "function") report(equivalent([...path, "role"], "The role `function` is `user` on the way back."));
  const messages = (role === "model" ? readModel : role === "system" ? readSystem : readUser)(parts, index, reader);
  const kept = keepUnknown(STYLE, rest);
  const [first, ...more] = messages;
  return first === undefined ? [] : [trace.mark(kept.extensions === undefined ? first : { ...first, ...kept }, path), ...more];
}

function readModel(parts: WireParts, index: number, { scope, pairing, served }: ContentReader): Message[] {
  let lastServerId: string | undefined;
  const decoded: Part[] = [];
  for (const [position, wire] of parts.entries()) {
    const at = ["contents", index, "parts", position];
    const part = served.has(wire)
      ? opaquePart(STYLE, wire, at, scope.trace)
      : decodePart(wire, at, placeOf(index, position, lastServerId), scope);
    if (part === undefined) continue;
    decoded.push(part);
    if (part.type === "code-call" || part.type === "server-tool-call") lastServerId = part.id;
    if (part.type === "tool-call") pairing.add(part);
  }
  return decoded.length === 0 ? [] : [{ role: "assistant", parts: decoded }];
}

function readSystem(parts: WireParts, index: number, { scope }: ContentReader): Message[] {
  const path = ["contents", index];
  const message = "The role `system` is not documented; it is read as an instruction.";
  scope.report(notice("vendor_extension", [...path, "role"], message, { severity: "warning" }));
  const texts = parts.flatMap((part, position): TextPart[] => {
    const at = [...path, "parts", position];
    const read = decodePart(part, at, placeOf(0, position), scope);
    if (read === undefined) return [];
    return read.type === "text" ? [read] : dropInstructed(at, scope.report);
  });
  return texts.length === 0 ? [] : [{ role: "system", parts: texts }];
}

function readUser(parts: WireParts, index: number, { scope, pairing }: ContentReader): Message[] {
  const path = ["contents", index];
  const results: ToolResultPart[] = [];
  const others: (Part | undefined)[] = [];
  let moved: number | undefined;
  // Who names a call answers that one, wherever it stands among the others.
  for (const { functionResponse } of parts) pairing.reserve(functionResponse?.id ?? "");
  for (const [position, part] of parts.entries()) {
    const at = [...path, "parts", position];
    const place = placeOf(index, position);
    const response = part.functionResponse;
    if (response != null) {
      if (others.length > 0) moved ??= position;
      results.push(decodeResult(part, response, pairing.answered(response, place, at), at, place, scope));
    } else
      others.push(
        part.functionCall != null || part.thought === true ? opaquePart(STYLE, part, at, scope.trace) : decodePart(part, at, place, scope),
      );
  }
  if (moved !== undefined) scope.report(movedResult([...path, "parts", moved]));
  if (results.length === 0) pairing.begin();
  const messages: Message[] = results.length > 0 ? [{ role: "tool", parts: results }] : [];
  if (others.length > 0)
    messages.push(scope.trace.mark({ role: "user", parts: others.filter((part) => part !== undefined) } as const, path));
  return messages;
}

export function encodeContents({ instructions, turns }: CanonicalRequest, scope: EncodeScope) {
  const { report, trace } = scope;
  const plain = plainConversation(
    { instructions, turns },
    (text, role, index): GenerateContentContent =>
      trace.mark({ role: role === "user" ? role : "model", parts: [{ text }] }, TURNS, undefined, index),
  );
  if (plain !== undefined) {
    const { messages: contents, system } = plain;
    if (system === undefined) return { contents, plain: contents };
    return { contents, systemInstruction: trace.mark({ parts: [{ text: system }] }, ["instructions"], {}), plain: contents };
  }
  const beside: Pick<ContentWriter, "calls" | "drafts" | "system"> = { calls: new CallIds(STYLE, repeatedCallId), drafts: [], system: [] };
  const writer: ContentWriter = Object.assign(scope, beside);
  for (const [index, instruction] of instructions.entries()) {
    const path = ["instructions", index];
    reportDeveloper(instruction, path, report);
    const parts = partsOf(instruction, path, scope);
    if (parts.length === 0) report(nothingLeft(path));
    instruct(parts, path, turns.length === 0 && index === instructions.length - 1, writer);
  }
  const leading = writer.system.length;
  const conversing = !turns.every(isInstruction);
  for (const [index, message] of turns.entries())
    if (isInstruction(message)) {
      const path = ["turns", index];
      const isOnly = !conversing && index === turns.length - 1;
      if (!isOnly) report(movedToStart(path));
      instruct(partsOf(message, path, scope), path, isOnly, writer, message);
    } else write(message, index, turns[index - 1]?.role, writer);
  const { system, drafts } = writer;
  if (instructions.length > 1 || (leading > 0 && system.length > leading)) reportOneInstruction(instructions.length, report);
  const contents = drafts.map(({ role, parts, path, message }) =>
    trace.mark(restoreUnknown({ role, parts }, message?.extensions, STYLE), path),
  );
  checkTurns(contents, turns, scope);
  const owner = restoreUnknown({ parts: system }, instructions[0]?.extensions, STYLE);
  return { contents, ...(system.length === 0 ? {} : { systemInstruction: trace.mark(owner, ["instructions"], {}) }) };
}

interface Draft {
  readonly role: "user" | "model";
  /** Results, which stand apart. */
  readonly answers?: true;
  readonly parts: GenerateContentPart[];
  readonly path: Path;
  readonly message?: Message | undefined;
  /** Another turn was joined to it. */
  joined?: true;
}

interface ContentWriter extends RequestScope {
  /** None of them is empty. */
  readonly drafts: Draft[];
  readonly system: TextOnly[];
  /** Behind the last of them stood a turn of which nothing is left. */
  gap?: boolean;
}

/** The parts of an instruction. */
function partsOf(message: Instruction | Message, path: Path, scope: EncodeScope): GenerateContentPart[] {
  dropFields(message, MESSAGE_LOSSES, path, STYLE, scope.report);
  return encodeParts(message.parts, path, scope);
}

/** @param isOnly whether there is no conversation to instruct */
function instruct(parts: GenerateContentPart[], path: Path, isOnly: boolean, writer: ContentWriter, message?: Message): void {
  if (isOnly) {
    writer.report(demoted(path));
    put({ role: "user", parts, path, message }, writer);
  } else for (const part of parts) if (isText(part)) writer.system.push(part);
}

function write(message: Message, index: number, before: Message["role"] | undefined, writer: ContentWriter): void {
  const { role } = message;
  const path = ["turns", index];
  // Model turns that follow each other are one turn, whose calls are answered together.
  if (role !== "tool" && !(role === "assistant" && before === "assistant")) settleCalls(path, writer);
  // Before the parts: a message of which no part is left is not written.
  dropFields(message, MESSAGE_LOSSES, path, STYLE, writer.report);
  if (role === "tool") {
    const { calls, drafts, report } = writer;
    // Behind results of calls of which others wait stands only the media of these.
    const answers = calls.waiting.size > 0 && drafts.at(-1)?.role === "user" ? drafts.at(-2) : undefined;
    const { results, media } = encodeResults(message.parts, path, writer);
    if (answers?.answers) {
      for (const index of message.parts.keys()) report(movedResult([...path, "parts", index]));
      addAll(answers.parts, results);
    } else add({ role: "user", answers: true, parts: results, path, message }, writer);
    if (media.length > 0) add({ role: "user", parts: media, path }, writer);
  } else if (role === "assistant") add({ role: "model", parts: encodeModelParts(message.parts, path, writer), path, message }, writer);
  else add({ role: "user", parts: encodeParts(message.parts, path, writer), path, message }, writer);
}

/** Joins a turn to the one before when both are of one side and of one kind. */
function add(draft: Draft, writer: ContentWriter) {
  const { report } = writer;
  const { role, answers, parts, path, message } = draft;
  const last = writer.drafts.at(-1);
  if (parts.length === 0) report(nothingLeft(path));
  else if (last?.role === role && last.answers === answers) {
    if (message !== undefined) {
      if (last.message !== undefined && !last.joined) report(joinedTurn(last.path));
      report(joinedTurn(path));
      last.joined = true;
    }
    return addAll(last.parts, parts);
  } else if (last?.role === role && writer.gap) {
    // Turns of one side are kept apart by their kinds only, as long as nothing stood between them.
    const why = "Nothing is left of the turn between; the two may be one on the way back.";
    for (const at of [last.path, path]) report(equivalent(at, why));
  }
  put(draft, writer);
}

function put(draft: Draft, writer: ContentWriter): void {
  writer.gap = draft.parts.length === 0;
  if (!writer.gap) writer.drafts.push(draft);
}

/** A user or model turn begins: what is not answered by now stays so. */
function settleCalls(next: Path, writer: ContentWriter): void {
  const { calls, options, profile, own, report } = writer;
  for (const [id, { name, path }] of calls.endTurn()) {
    const error = missingResult(id, path, options, profile === "vendor" && !own, report);
    if (error === undefined) continue;
    const functionResponse = { id, name: renameTool(name, [...path, "name"], writer), response: { error } };
    add({ role: "user", answers: true, parts: [{ functionResponse }], path: next }, writer);
  }
}

function encodeParts(parts: readonly Part[], path: Path, scope: EncodeScope, leftOut = -1): GenerateContentPart[] {
  const written: GenerateContentPart[] = [];
  for (const [index, part] of parts.entries())
    if (index !== leftOut) for (const wire of encodePart(part, [...path, "parts", index], scope)) written.push(wire);
  return written;
}

/** Models of generation 3 want the signature of the first call of each step; one that came from elsewhere has none. */
function encodeModelParts(parts: readonly Part[], path: Path, scope: EncodeScope): GenerateContentPart[] {
  const position = parts.findIndex(({ type }) => type === "tool-call");
  // Some servers of another style give the signature of the first call as an encrypted thought.
  const proof = parts.findIndex(({ type, signature }) => type === "redacted-thinking" && signature?.origin === STYLE);
  const unsigned = proof !== -1 && parts[position]?.signature === undefined ? parts[position] : undefined;
  if (unsigned !== undefined) scope.report(equivalent([...path, "parts", proof], "This encrypted thought is the signature of the call."));
  const signed =
    unsigned === undefined
      ? parts
      : parts.map((part) => (part === unsigned ? compact({ ...part, signature: parts[proof]?.signature }) : part));
  const written = encodeParts(signed, path, scope, unsigned === undefined ? -1 : proof);
  reportCommands(parts, path, scope);
  const first = written.findIndex((part) => part.functionCall != null);
  const call = written[first];
  if (call === undefined || call.thoughtSignature != null || (scope.generation ?? 0) < 3 || scope.options.gSignatureBypass === false)
    return written;
  const at = [...path, "parts", position];
  scope.report(bypassed(at));
  written[first] = scope.trace.mark({ ...call, thoughtSignature: BYPASS }, at);
  return written;
}

function checkTurns(contents: readonly GenerateContentContent[], messages: readonly Message[], { options, report }: EncodeScope): void {
  const end = contents.at(-1)?.role;
  if (end === undefined) report(noTurns(STYLE));
  if (end === "model") reportQuestionGone(messages, STYLE, report);
  if (contents[0]?.role === "model")
    report(firstTurn(["turns", messages.findIndex(({ role }) => role === "assistant")], options.firstTurn));
  const last = messages.at(-1);
  if (last?.role === "assistant" && end === "model" && !last.parts.some(({ type }) => type === "tool-call"))
    report(prefill(["turns", messages.length - 1], "the model goes on from there, or answers it"));
}
