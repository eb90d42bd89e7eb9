/**
 * Tool calls of one choice, put together from the pieces that servers send:
 *
 *     {"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": {"name": "f", "arguments": ""}}]}
 *     {"tool_calls": [{"index": 0, "function": {"arguments": "{\"a\":"}}]}
 *
 * Compatible servers leave out the index or the id, repeat an empty id, send names in pieces or a call in one piece.
 */

import { GrowingText, SmallMap } from "../../core/collections.js";
import { approximated, brief, type Path } from "../../core/issue.js";
import { compact } from "../../core/json.js";
import { UNTRACED } from "../../core/trace.js";
import { AnswerIds, namelessCall } from "../../model/ids.js";
import type { Signature, ToolCallPart } from "../../model/index.js";
import { argumentsFromText, isCutOff, restoreToolName } from "../../model/tools.js";
import { MAX_GATHERED } from "../../stream/limits.js";
import { type CallReader, decodeCall, readCallSignature } from "./calls.js";
import { QUIRKS } from "./quirks.js";
import type { ChoiceDecoder } from "./stream-choice-decoder.js";
import { loseOthers } from "./stream-delta.js";
import type { AnswerToolCall } from "./wire-answer.js";

/** Calls that wait for their names: real streams have one. */
const MAX_NAMELESS = 128;
/** UTF-16 units of a name, or of arguments before it, that wait for more: no tool has such a name. */
const MAX_WAITING = 65_536;
const OTHER_ID = "Its call has another id, which counts.";

interface Call {
  /** Its index, or that of the call before it where it has none. */
  readonly key: number;
  /** Position among the calls of the choice. */
  readonly number: number;
  /** What its first piece states, but for its id, its name and its arguments, of which more may come. */
  readonly head: ToolCallPart;
  readonly path: Path;
  id: string | undefined;
  /** Pieces of the name joined, until the call starts. */
  name: string;
  /** Number of its part, from its start on. */
  part: number | undefined;
  /** Its first piece of arguments was all of them. */
  whole: boolean;
  /** Its arguments so far. */
  readonly text: GrowingText;
  signature: Signature | undefined;
}

export class ToolCalls {
  private readonly byKey = new SmallMap<Call>();
  private readonly calls: Call[] = [];
  /** Those whose part has not started. */
  private readonly waiting = new Set<Call>();
  declare private last: Call | undefined;

  constructor(private readonly owner: ChoiceDecoder) {}

  push(piece: AnswerToolCall, path: Path): void {
    const found = this.find(piece);
    if (found === undefined) this.settle();
    // The first piece holds what is known of a call; others may repeat it.
    else loseOthers(headOf(piece, path), found.head, path, this.owner);
    const call = found ?? this.begin(piece, path);
    this.last = call;
    const { id } = piece;
    if (call.id === undefined && call.part === undefined && id) call.id = id;
    if (id && id !== call.id)
      this.owner.host.report(
        approximated("rewritten.tool_id", [...path, "id"], OTHER_ID, { from: brief(id), ...(call.id && { to: brief(call.id) }) }),
      );
    this.take(call, piece, path);
    const signature = readCallSignature(QUIRKS.signatureOfProxy.rewrite(piece).extra_content);
    if (signature !== undefined && call.part !== undefined) this.owner.partDelta(call.part, { kind: "signature", ...signature });
    else call.signature = signature ?? call.signature;
    const text = argumentsOf(piece);
    if (text === undefined) return;
    if (call.part === undefined && call.name !== "") {
      // One JSON object and nothing more.
      call.whole = call.text.text === "" && argumentsFromText(text).value !== undefined && text.trim() !== "";
      this.start(call);
    }
    this.add(call, text);
  }

  /** Takes the name. Names come whole or in pieces; servers that repeat the id with each piece repeat the name. */
  private take(call: Call, { id, function: fn, custom }: AnswerToolCall, path: Path): void {
    const name = fn?.name ?? custom?.name ?? "";
    if (name === "" || (name === call.name && id)) return;
    if (call.part === undefined) {
      call.name += name;
      if (call.name.length > MAX_WAITING) this.start(call);
    } else if (name !== call.name)
      this.owner.host.protocol(path, `The call is named ${JSON.stringify(brief(call.name))}; ${JSON.stringify(brief(name))} is left out.`);
  }

  /** The same for a piece of arguments with an index and nothing else. False when its call has not started. */
  grow(index: number, text: string): boolean {
    const call = this.byKey.get(index);
    if (call?.part === undefined) return false;
    this.last = call;
    this.add(call, text);
    return true;
  }

  /** The input of a call is not yet JSON. Free text always may be whole. */
  get cut(): boolean {
    return this.calls.some(({ head, text }) => head.variant === "function" && isCutOff(text.text));
  }

  /** Another part starts: names that have come so far are whole. */
  settle(): void {
    for (const call of this.waiting) if (call.name !== "") this.start(call);
    if (this.waiting.size >= MAX_NAMELESS) this.release();
  }

  /** The choice ends. */
  close(): void {
    this.settle();
    this.release();
    this.owner.stopAll(this.calls.map(({ part }) => part));
  }

  /** No names come any more. */
  private release(): void {
    for (const call of this.waiting) {
      if (call.name !== "") continue;
      this.owner.host.report(namelessCall(call.path));
      this.start(call);
    }
  }

  /** The call that a piece continues; undefined when it begins a new one. */
  find(piece: AnswerToolCall): Call | undefined {
    const { index, id } = piece;
    const named = Boolean(piece.function?.name ?? piece.custom?.name);
    if (typeof index === "number") {
      const call = this.byKey.get(index);
      if (call === undefined) return undefined;
      // Some servers make up an id for each piece; another call would have a name.
      const goesOn = !named && call.name !== "" && Boolean(argumentsOf(piece));
      if (!goesOn && isOther(call, id, named)) return undefined;
      // Servers that give every call the index 0 send whole calls: what would come after one begins another.
      const another = named && !id && call.whole && argumentsOf(piece)?.trim();
      return another ? undefined : call;
    }
    const { last } = this;
    const same = id ? this.calls.findLast((call) => call.id === id) : undefined;
    if (same !== undefined || last === undefined || isOther(last, id, named)) return same;
    // Without index and id, another name after the arguments began is another call.
    return named && !id && last.part !== undefined ? undefined : last;
  }

  private begin(piece: AnswerToolCall, path: Path): Call {
    const { index, id } = piece;
    const key = typeof index === "number" ? index : (this.last?.key ?? 0);
    const call: Call = {
      key,
      number: this.calls.length,
      head: headOf(piece, path),
      path,
      id: id || undefined,
      name: "",
      part: undefined,
      whole: false,
      text: new GrowingText(MAX_GATHERED),
      signature: undefined,
    };
    this.byKey.set(key, call);
    this.calls.push(call);
    this.waiting.add(call);
    return call;
  }

  private start(call: Call): void {
    const { choice, host } = this.owner;
    this.waiting.delete(call);
    const head: ToolCallPart = compact({
      ...call.head,
      id: call.id ?? new AnswerIds(host, choice).callId(call.name, call.text, [...call.path, "id"], call.number),
      idSynthesized: call.id === undefined ? true : undefined,
      name: restoreToolName(call.name, host.context),
      arguments: { json: "" },
      signature: call.signature,
    });
    call.part = this.owner.partStart(head);
    this.emit(call.part, call.text.text);
  }

  private add(call: Call, json: string) {
    call.text.add(json);
    if (call.part !== undefined) return this.emit(call.part, json);
    if (call.text.length > MAX_WAITING) this.release();
  }

  private emit(part: number, json: string): void {
    if (json !== "") this.owner.partDelta(part, { kind: "arguments", json });
  }
}

/** Finds nothing, and makes nothing up. */
const HEAD: CallReader = { trace: UNTRACED, report: () => {}, restoreName: (name) => name, answer: true, makeId: () => "" };

/** What a piece states of its call, but for its arguments. */
function headOf(piece: AnswerToolCall, path: Path): ToolCallPart {
  const { type, function: fn, custom = type === "custom" && !fn ? {} : undefined } = piece;
  return decodeCall({ ...piece, index: undefined, function: fn && { ...fn, arguments: undefined }, custom }, path, HEAD);
}

/** Another id on the same index is another call; an id that comes late is the first one's, unless a name comes with it. */
function isOther(call: Call, id: string | null | undefined, named: boolean): boolean {
  if (!id) return false;
  return call.id === undefined ? named && call.part !== undefined : call.id !== id;
}

function argumentsOf({ function: fn, custom }: AnswerToolCall): string | undefined {
  const text = QUIRKS.argumentsAsText.rewrite(fn?.arguments ?? custom?.input);
  return typeof text === "string" ? text : undefined;
}
