/**
 * The choices of a whole answer, read. Some gateways give one answer in several of them, which share its number: what it
 * says in the first, what it calls in the next.
 *
 *     [{"index": 0, "message": {"content": "Let me look."}, "finish_reason": "tool_calls"},
 *      {"index": 0, "message": {"content": null, "tool_calls": […]}, "finish_reason": "tool_calls"}]
 */

import { compact } from "../../core/compact.js";
import { brief, dropped, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { type FieldPaths, splitKey, type Trace } from "../../core/trace.js";
import { appended } from "../../model/collect.js";
import { keepUnknown } from "../../model/extensions.js";
import { madeCallId } from "../../model/ids.js";
import type { Choice, Finish, Json, Part } from "../../model/index.js";
import { restoreToolName } from "../../model/tools.js";
import type { Context, DecodeOptions } from "../options.js";
import { decodeAssistant, isSaid } from "./assistant.js";
import { nonEmpty, something, withoutNulls } from "./empty.js";
import { decodeFinish, FINISH_FIELDS, isForeignRefusal, unknownWords } from "./finish.js";
import type { AnswerChoice } from "./wire-answer.js";

export interface ChoiceReader {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
  readonly responseId: string;
  readonly context: Context | undefined;
  readonly styles: DecodeOptions["styles"];
}

/** One of the choices, and its place among them. */
interface Piece {
  readonly wire: AnswerChoice;
  readonly position: number;
}

type Pieces = readonly [Piece, ...Piece[]];

export function decodeChoices(choices: readonly AnswerChoice[], reader: ChoiceReader): Choice[] {
  return answersIn(choices).map((pieces) => (isOne(pieces) ? decodeChoice(pieces[0], reader) : decodePieces(pieces, reader)));
}

/** Those with the same number are one answer; those without are numbered by their place. */
function answersIn(choices: readonly AnswerChoice[]): readonly Pieces[] {
  const answers = new Map<number, [Piece, ...Piece[]]>();
  const single = isSplit(choices);
  for (const [position, wire] of choices.entries()) {
    const number = single ? 0 : (wire.index ?? position);
    const known = answers.get(number);
    if (known === undefined) answers.set(number, [{ wire, position }]);
    else known.push({ wire, position });
  }
  return [...answers.values()];
}

/** Without numbers, the first of several alternatives does not end for calls that only a later one has. */
function isSplit(choices: readonly AnswerChoice[]): boolean {
  const [first, ...later] = choices;
  return first?.finish_reason === "tool_calls" && choices.every(({ index }) => isNone(index)) && !hasCalls(first) && later.some(hasCalls);
}

const isNone = (value: unknown) => value === null || value === undefined;

function hasCalls({ message }: AnswerChoice): boolean {
  return callsOf(message) > 0;
}

function callsOf(message: AnswerChoice["message"]): number {
  return message?.tool_calls?.length || (message?.function_call && isSaid(message.function_call) ? 1 : 0);
}

function isOne(pieces: Pieces): pieces is readonly [Piece] {
  return pieces.length === 1;
}

const numberOf = ({ wire, position }: Piece) => wire.index ?? position;

const CHOICE_FIELDS = {
  ...FINISH_FIELDS,
  "finish.refusal.explanation": ["message", "refusal"],
  safety: ["content_filter_results"],
  parts: ["message"],
} as const;

function decodeChoice(piece: Piece, reader: ChoiceReader): Choice {
  const path = ["choices", piece.position];
  const number = numberOf(piece);
  const { parts, explanation, logprobs, safety, extensions } = readPiece(piece, number, 0, reader);
  const finish = decodeFinish(piece.wire, parts.some(isCall), path, reader);
  return reader.trace.mark(
    compact({
      index: number,
      parts,
      finish: explanation === undefined ? finish : { ...finish, refusal: { explanation } },
      logprobs,
      safety,
      extensions,
    }),
    path,
    { ...CHOICE_FIELDS, ...stopFields(finish, []) },
  );
}

function stopFields({ stopField }: Finish, at: Path): FieldPaths {
  return stopField === undefined ? {} : { "finish.stopSequence": [...at, stopField] };
}

const isCall = ({ type }: Part) => type === "tool-call";

/** All that a choice says, except why the answer ended. `before`: the number of calls in the pieces before it. */
function readPiece(
  { wire, position }: Piece,
  number: number,
  before: number,
  { trace, report, responseId, context, styles }: ChoiceReader,
) {
  const { index: _index, message, finish_reason: _reason, native_finish_reason, logprobs, content_filter_results, ...rest } = wire;
  const path = ["choices", position];
  // The explanation of a foreign refusal stands where the model's own refusals do.
  const refusal = message?.refusal;
  const explanation = isForeignRefusal(native_finish_reason, styles) && nonEmpty(refusal) ? refusal : undefined;
  const { parts, unknown } = decodeAssistant(message ?? {}, [...path, "message"], {
    trace,
    report,
    answer: true,
    refusalExplains: explanation !== undefined,
    restoreName: (name) => restoreToolName(name, context),
    makeId: (call, _part, name) => {
      const at = [...path, "message", ...((message?.tool_calls ?? []).length > 0 ? ["tool_calls", call, "id"] : ["function_call"])];
      return madeCallId({ responseId, turn: context?.turn ?? 0, choice: number, call: before + call, name }, at, report);
    },
  });
  return {
    position,
    parts,
    explanation,
    logprobs: withoutNulls(logprobs),
    safety: something(content_filter_results),
    ...keepUnknown("chat-completions", unknownWords(wire, rest, styles), [
      ...unknown.map(([keys, inner]) => [["message", ...keys], inner] as const),
    ]),
  };
}

type Read = ReturnType<typeof readPiece>;

/** One answer in several choices: as if one message had all of it, and what is told of the choice as in a stream, which joins them as well. */
function decodePieces(pieces: Pieces, reader: ChoiceReader): Choice {
  const { trace, report } = reader;
  const [first] = pieces;
  const number = numberOf(first);
  let calls = 0;
  const read = pieces.map((piece) => {
    const one = readPiece(piece, number, calls, reader);
    calls += callsOf(piece.wire.message);
    if (piece !== first)
      report(equivalent(["choices", piece.position], `This is one answer with choice ${first.position}, and is joined to it.`));
    return one;
  });
  const parts = joinParts(read, trace);
  const end = lastOf(pieces, ({ wire }) => !isNone(wire.finish_reason) && wire.finish_reason !== "");
  const named = lastOf(pieces, ({ wire }) => nonEmpty(wire.native_finish_reason));
  const explained = read.filter(({ explanation }) => explanation !== undefined);
  const { finish_reason } = end.wire;
  const conflict = "The choices of this answer disagree about its end; the last counts.";
  for (const { wire, position } of pieces)
    if (wire.finish_reason && wire.finish_reason !== finish_reason) {
      const facts = { from: brief(String(wire.finish_reason)), to: brief(String(finish_reason)) };
      report(notice("conflict.resolved", ["choices", position, "finish_reason"], conflict, facts));
    }
  const words = { ...end.wire, native_finish_reason: named.wire.native_finish_reason };
  const finish = decodeFinish(words, parts.some(isCall), ["choices", end.position], { report, styles: reader.styles });
  const explanation = explained.map((one) => one.explanation).join("");
  const facts = joinFacts(read, report);
  const { content_filter_results: safety, ...unknown } = Object.fromEntries([...facts].map(([key, { value }]) => [key, value]));
  const chances = read.filter(({ logprobs }) => logprobs !== undefined);
  return trace.mark(
    compact({
      index: number,
      parts,
      finish: explanation === "" ? finish : { ...finish, refusal: { explanation } },
      logprobs: appended(chances.flatMap(({ logprobs = null }) => [logprobs])),
      safety,
      extensions: Object.keys(unknown).length === 0 ? undefined : { "chat-completions": unknown },
    }),
    ["choices"],
    {
      "": [first.position],
      index: [first.position, "index"],
      parts: [first.position, "message"],
      finish: [end.position, "finish_reason"],
      "finish.native": [named.position, "native_finish_reason"],
      ...stopFields(finish, [end.position]),
      logprobs: [chances[0]?.position ?? first.position, "logprobs"],
      ...Object.fromEntries(explained.map(({ position }) => ["finish.refusal.explanation", [position, "message", "refusal"]])),
      ...Object.fromEntries(
        [...facts].map(([key, { position }]) => [
          key === SAFETY ? "safety" : `extensions.chat-completions.${key}`,
          [position, ...splitKey(key)],
        ]),
      ),
    },
  );
}

const SAFETY = "content_filter_results";

/** The last piece that says it, else the first. */
function lastOf(pieces: Pieces, says: (piece: Piece) => boolean): Piece {
  return pieces.findLast(says) ?? pieces[0];
}

/** Thoughts come first in a message, calls last. */
function rankOf({ type }: Part): number {
  return type === "thinking" || type === "redacted-thinking" ? 0 : type === "tool-call" ? 2 : 1;
}

/** A text that goes on in the next piece is one text. */
function joinParts(read: readonly Read[], trace: Trace): Part[] {
  const parts: Part[] = [];
  for (const part of read.flatMap((piece) => piece.parts).sort((a, b) => rankOf(a) - rankOf(b))) {
    const last = parts.at(-1);
    const joined = last === undefined ? undefined : joinTexts(last, part);
    if (last === undefined || joined === undefined) parts.push(part);
    else parts[parts.length - 1] = trace.mark(joined, trace.locate(last, undefined, ["text"]), { text: [] });
  }
  return parts;
}

function joinTexts(a: Part, b: Part): Part | undefined {
  if (!("text" in a && "text" in b) || Object.keys(a).length + Object.keys(b).length > 4 || a.type !== b.type) return undefined;
  return { ...a, text: a.text + b.text };
}

interface Fact {
  readonly position: number;
  readonly value: Json;
}

/** What a choice has besides its message, by the names of the wire: the last value counts. */
function joinFacts(read: readonly Read[], report: (issue: Issue) => void): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const { position, safety, extensions } of read)
    for (const [key, value] of Object.entries({ ...extensions?.["chat-completions"], ...compact({ [SAFETY]: safety }) })) {
      const known = facts.get(key);
      facts.set(key, { position, value });
      if (known === undefined || JSON.stringify(known.value) === JSON.stringify(value)) continue;
      const message = "A later choice of the same answer has another value, which counts.";
      report(dropped("dropped.field", ["choices", known.position, ...splitKey(key)], message, { severity: "info" }));
    }
  return facts;
}
