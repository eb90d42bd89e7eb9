/** What writers and readers of a conversation have in common: turns that are gone, how it begins and ends, calls and their results. */

import type { ReportFault } from "../core/check.js";
import { entryOf } from "../core/collections.js";
import { approximated, brief, equivalent, failure, type Issue, type IssueFacts, notice, type Path, type Report } from "../core/issue.js";
import { compact } from "../core/json.js";
import type { JsonObject, StyleName } from "./common.js";
import type { OpaquePart, Part, PartBase, ToolCallPart } from "./content.js";
import { dropPart, hasOnly, type LostFields, type LostMembers } from "./extensions.js";
import type { CanonicalRequest, Instruction, Message } from "./request.js";
import { argumentsObject, noObject } from "./tools.js";

/**
 * For a writer that has left out the whole last turn, where that is the user's: the model would go on from what stands before it. An
 * instruction behind it asks nothing.
 * @param style the name of the style that is written
 */
export function reportQuestionGone(turns: readonly Message[], style: string, report: Report): void {
  const message = `Nothing is left of the last turn of the user, and ${style} needs a turn.`;
  const last = turns.findLastIndex((turn) => !isInstruction(turn));
  if (turns[last]?.role === "user") report(failure("failed.unsupported", ["turns", last], message));
}

export function isInstruction(message: Message | undefined): boolean {
  return message?.role === "system" || message?.role === "developer";
}

/** For a style that has instructions of the system alone. */
export function reportDeveloper({ role }: Instruction | Message, path: Path, report: Report): void {
  if (role === "developer")
    report(equivalent([...path, "role"], "Instructions of a developer are of the system here, and on the way back."));
}

/** So many instructions, from the first on, are written as one. */
export function reportOneInstruction(count: number, report: Report): void {
  const message = "Instructions are one here, and on the way back.";
  for (let index = 0; index < count; index++) report(equivalent(["instructions", index], message));
}

export function noTurns(style: string): Issue {
  return failure("failed.unsupported", TURNS, `Nothing is left of the conversation, and ${style} needs a turn.`);
}

/** Turns of one side that follow each other. */
export function joinedTurn(path: Path): Issue {
  return equivalent(path, "Turns of one side in a row are one turn here, and on the way back.");
}

export function movedResult(path: Path): Issue {
  return approximated("approximated.reordered", path, "Results stand first in a turn; this one was moved there.");
}

/** A part that is kept whole for its own style. */
export function foreignPart({ style }: Pick<OpaquePart, "style">, path: Path, report: Report): [] {
  return dropPart(path, `Only the ${style} style understands this part`, report);
}

export const ONE_TEXT = "The texts are one string; read back, they are one part.";

/** A document, or what a search found. */
export function asText(path: Path): Issue {
  return approximated("approximated.media", path, "This is part of the text here.");
}

export function freeForm(path: Path): Issue {
  return equivalent(path, "The text of a free-form call is the `input` of a function here.");
}

/** The arguments of a call for a style that demands an object. A failure has no result; without the call all around it would move. */
export function objectOf(
  { variant, arguments: given }: ToolCallPart,
  path: Path,
  style: StyleName,
  { options, report }: { readonly options: { readonly invalidArguments?: "wrap" | "reject" }; readonly report: Report },
): JsonObject {
  if (variant === "custom") report(freeForm(path));
  else if (given.value === undefined) report(noObject(given.json, [...path, "arguments"], style, options.invalidArguments));
  return variant === "custom" ? { input: given.json } : argumentsObject(given);
}

export function nothingLeft(path: Path): Issue {
  return equivalent(path, "Nothing is left of this turn.");
}

/** The conversation starts with the assistant, where the service expects the user. */
export function firstTurn(path: Path, policy: "keep" | "reject" | undefined): Issue {
  const message = "The conversation starts with the assistant; the service may refuse that.";
  return policy === "reject"
    ? failure("order.first_turn", path, message)
    : notice("order.first_turn", path, message, { severity: "warning" });
}

/** The conversation ends with the assistant. */
export function prefill(path: Path, meaning: string): Issue {
  return approximated("approximated.prefill", path, `The conversation ends with the assistant; ${meaning}.`);
}

/** An instruction stands where its source did not have it. @param place as the end of a sentence */
export function hoisted(path: Path, place: string, facts: IssueFacts = {}): Issue {
  return approximated("approximated.hoisted_system", path, `The instruction ${place}.`, facts);
}

/** The same, where there is no conversation to instruct. */
export function demoted(path: Path): Issue {
  return hoisted(path, "is a user turn now, for there is no conversation");
}

/** The same, where it moves before the conversation. */
export function movedToStart(path: Path, facts?: IssueFacts): Issue {
  return hoisted(path, "applies from the start of the conversation now", facts);
}

/** A part of an instruction that is no text. */
export function dropInstructed(path: Path, report: Report): [] {
  return dropPart(path, "An instruction holds text only", report);
}

export interface MissingResults {
  readonly missingResult?: "pass" | "reject" | "synthesize-error" | undefined;
  readonly missingResultText?: string | undefined;
}

/** @param rule that the result breaks, where the service refuses it */
export function unpairedResult(from: string, path: Path, rule?: string): Issue {
  const message = "This result has no call before it";
  return rule === undefined
    ? notice("unpaired.tool_result", path, `${message}; the service may refuse that.`, { severity: "warning", from })
    : failure("unpaired.tool_result", path, `${message}, and the service demands one.`, { rule, from });
}

/**
 * Reports a call that has no result, as the policy has it.
 * @param rejects where the caller states no policy
 * @param fault the rule that the call breaks, and a code of its own where that has one
 * @returns the text of the result to write in its place, if there shall be one
 */
export function missingResult(
  id: string,
  path: Path,
  { missingResult, missingResultText = "No result was recorded for this call." }: MissingResults,
  rejects: boolean,
  report: Report,
  { code = "unpaired.tool_call", ...rule }: { readonly code?: Issue["code"]; readonly rule?: string } = {},
): string | undefined {
  const facts = { from: id.slice(0, 200), suggestion: "missingResult" };
  const message = "This call has no result before the next turn";
  const policy = missingResult ?? (rejects ? "reject" : "pass");
  if (policy === "reject") {
    report(failure(code, path, `${message}, and the service demands one.`, { ...facts, ...rule }));
    return undefined;
  }
  const made = policy === "synthesize-error" ? missingResultText : undefined;
  const what = made === undefined ? "the service may refuse that" : "one was written";
  const to = made?.slice(0, 200);
  report(notice("unpaired.tool_call", path, `${message}; ${what}.`, { severity: "warning", ...facts, ...compact({ to }) }));
  return made;
}

/** A call as a canonical part has it, or as the wire has it. */
interface Call {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly idSynthesized?: boolean;
}

/** What a call is looked for by: its id or its name; nothing given means any call. */
export interface WantedCall {
  readonly id?: string;
  readonly name?: string;
  /** Only calls whose source gave them no id. */
  readonly synthesized?: boolean;
}

export class OpenCalls<C extends Call> {
  private readonly lines = new Map<string, Line<C>>();
  private readonly taken = new Set<C | undefined>();

  add(call: C): void {
    const { name } = call;
    const id = call.id ?? "";
    for (const wanted of [{}, { id }, { name }]) this.lineOf(wanted).calls.push(call);
    if (call.idSynthesized === true) for (const wanted of [{}, { name }]) this.lineOf({ ...wanted, synthesized: true }).calls.push(call);
  }

  earliest(wanted: WantedCall): C | undefined {
    const line = this.lineOf(wanted);
    while (this.taken.has(line.calls[line.start])) line.start++;
    return line.calls[line.start];
  }

  latest(wanted: WantedCall): C | undefined {
    const { calls, start } = this.lineOf(wanted);
    while (calls.length > start && this.taken.has(calls.at(-1))) calls.pop();
    return calls.length > start ? calls.at(-1) : undefined;
  }

  take(call: C): void {
    this.taken.add(call);
  }

  private lineOf({ id, name, synthesized }: WantedCall): Line<C> {
    return entryOf(this.lines, JSON.stringify([id, name, synthesized]), () => ({ calls: [], start: 0 }));
  }
}

/** Calls in their order. Those that were taken are left out when they are met at an end, each once. */
interface Line<C> {
  readonly calls: C[];
  start: number;
}

/**
 * The conversation where it is as most are, so that an encoder writes it without the steps for what others may have.
 * Undefined where anything stands beside the texts, or a text is blank.
 *
 * @param write gets the texts of the user and the assistant in turn, those of the user at even places, first and last
 * @returns the text of an instruction or none, and what was written
 */
export function plainConversation<Written>(
  { instructions, turns }: Pick<CanonicalRequest, "instructions" | "turns">,
  write: (text: string, role: "user" | "assistant", index: number) => Written,
) {
  const [instruction] = instructions;
  if (instructions.length > 1 || turns.length % 2 === 0) return undefined;
  const system = instruction && soleText(instruction, "system");
  if (instruction !== undefined && system === undefined) return undefined;
  const messages: Written[] = [];
  for (const turn of turns) {
    const role = messages.length % 2 === 0 ? "user" : "assistant";
    const text = soleText(turn, role);
    if (text === undefined) return undefined;
    messages.push(write(text, role, messages.length));
  }
  return { system, messages };
}

export const TURNS = ["turns"];
/** Of a message whose parts alone are written. */
export const MESSAGE_LOSSES: LostMembers<Message, "role" | "parts"> = { name: "info" };
const MESSAGE = ["role", "parts"];
const TEXT = ["type", "text"];
const VISIBLE = /\S/;

function soleText(message: Instruction | Message, role: Message["role"]): string | undefined {
  const [part] = message.parts;
  if (message.role !== role || message.parts.length !== 1 || part?.type !== "text" || !VISIBLE.test(part.text)) return undefined;
  return hasOnly(message, MESSAGE) && hasOnly(part, TEXT) ? part.text : undefined;
}

/** The calls of one turn, and their results as they come. What cannot be read is a fault of its own, and may be any call or result. */
export class CallsOfTurn {
  /** Where the calls stand, by id; undefined for those that have a result. */
  private readonly calls = new Map<string, Path | undefined>();
  /** Calls of which the id cannot be read: any result may be theirs. */
  unreadable = 0;
  /** Results of none of the calls, or of one that is not known: they are probably meant for those that are open. */
  strays = 0;

  /** @returns whether no other call of the turn has the id */
  call(id: unknown, at: Path): boolean {
    if (typeof id !== "string") this.unreadable++;
    else if (this.calls.has(id)) return false;
    else this.calls.set(id, at);
    return true;
  }

  /** @returns whose result it is: that of a call, of one that has its result already, of none; undefined where it is not known */
  result(id: unknown): "call" | "answered" | "none" | undefined {
    if (typeof id === "string" && this.calls.get(id) !== undefined) {
      this.calls.set(id, undefined);
      return "call";
    }
    this.strays++;
    if (typeof id !== "string") return undefined;
    if (this.unreadable > 0) {
      this.unreadable--;
      return undefined;
    }
    return this.calls.has(id) ? "answered" : "none";
  }

  /** Reports the calls that have no result. */
  close(expected: string, report: ReportFault): void {
    let { strays } = this;
    for (const [id, at] of this.calls)
      if (at !== undefined && strays-- <= 0)
        report({ at, problem: `is the call ${JSON.stringify(brief(id))}, which nothing right after it answers`, expected });
  }
}

/**
 * What becomes of the fields of parts that are not written, by those that are. A kind of which all is written has no row; the compiler proves
 * that none is forgotten.
 */
export type LostBeside<Written extends { readonly [Type in Part["type"]]?: string }> = {
  readonly [Type in keyof Written & Part["type"] as [Unwritten<Type, Written[Type]>] extends [never] ? never : Type]: Omit<
    LostFields<Type>[Type],
    Written[Type] & string
  >;
} & { readonly [Type in keyof Written & Part["type"]]?: Partial<LostFields<Type>[Type]> };

/** A part that has no fields but these and those of every part: `part satisfies Whole<"text", "text" | "citations">`. */
export type Whole<Type extends Part["type"], Fields> = [Unwritten<Type, Fields>] extends [never] ? { readonly type: Type } : never;

type Unwritten<Type extends Part["type"], Written> = Exclude<keyof LostFields<Type>[Type], keyof PartBase | Written>;
