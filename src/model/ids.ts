/**
 * Identifiers and models that the wire left out, made from what a stream and a whole answer both know, so that both get the same.
 * No clock and no randomness: ids are hashes.
 */

import { entryOf } from "../core/collections.js";
import { approximated, brief, type Issue, notice, type Path, type Report } from "../core/issue.js";
import { isObject } from "../core/json.js";
import { type Json, type ModelOption, modelGiven, modelReplaced } from "./common.js";
import { bytesOf } from "./media.js";

/** JSON text with object keys sorted by code unit and no white space. */
function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

/** Id of a tool call in the history of a request that has none. Ordinals count messages and parts of the source. */
export function historyCallId(message: number, part: number, name: string, args: Json): string {
  return `call_${hash24(`h:${message}:${part}:${name}:${canonicalJson(args)}`)}`;
}

/** What an answer and its request are known by. */
export interface Answered {
  /** Wire id of the answer, else the option `responseId`, else empty. */
  readonly responseId: string;
  /** `turn`: number of messages of the request, so that two turns never share an id. */
  readonly context: { readonly turn?: number };
  readonly report: Report;
}

/** Ids of the calls of a choice that have none, in an answer or a stream. No arguments in the seed: a stream needs the id first. */
export class AnswerIds {
  /** Calls so far; parts of other kinds do not count. */
  calls = 0;
  /** The same of calls that the service answers itself (code execution). */
  protected served = 0;

  constructor(
    private readonly answer: Answered,
    readonly choice = 0,
  ) {}

  /** Reports that it was made. @param path where the id should stand */
  callId(name: string, _args: unknown, path: Path, call = this.calls): string {
    const message = "The call has no id; one was made.";
    this.answer.report(notice("synthesized.id", path, message));
    return `call_${this.hashed(call, name)}`;
  }

  /** Gets every call. */
  called(name: string, path: Path): void {
    this.calls++;
    if (name === "") this.answer.report(namelessCall(path));
  }

  serverId(name: string): string {
    return `srvtoolu_${this.hashed(this.served++, name)}`;
  }

  private hashed(call: number, name: string): string {
    const { responseId, context } = this.answer;
    return hash24(`r:${responseId}:${context.turn ?? 0}:${this.choice}:${call}:${name}`);
  }
}

/** The call stays, for its id and its arguments show what the model meant. */
export function namelessCall(path: Path): Issue {
  return notice("defaulted.other", path, "The call has no name.", { severity: "warning", to: "" });
}

/** Id of an answer that has none: `chatcmpl-`, `msg_` or `resp-` and 24 digits. */
export function answerId(prefix: string, model: string, turn: number): string {
  return prefix + hash24(`i:${model}:${turn}`);
}

/** An id for a call whose own id `times` calls before it have already. */
export function repeatedCallId(id: string, times: number): string {
  return times === 0 ? id : `${id}_${hash(`${id}:${times}`).slice(0, 8)}`;
}

/** An id of so many letters and digits: the first of the hash as a number of base 62. */
export function shortCallId(id: string, length: number): string {
  let written = "";
  for (let rest = BigInt(`0x${hash(id)}`); rest > 0n; rest /= 62n) {
    const digit = Number(rest % 62n);
    // `0` to `9`, `A` to `Z`, `a` to `z`.
    written = String.fromCharCode(digit + (digit < 10 ? 48 : digit < 36 ? 55 : 61)) + written;
  }
  return written.slice(0, length).padStart(length, "0");
}

/** The id with every character outside `[A-Za-z0-9_-]` replaced, and a suffix that keeps two ids apart. */
export function portableCallId(id: string): string {
  return `${id.replace(/[^A-Za-z0-9_-]/g, "_")}_${hash(id).slice(0, 8)}`;
}

/** Calls of one id. */
interface SameCalls {
  readonly calls: { readonly id: string; readonly name: string }[];
  /** How many of them have results. */
  answered: number;
  /** The turn of the latest. */
  turn: number;
}

/** Calls without a result, by the ids that are written, with the canonical path of the part. */
type OpenCalls = ReadonlyMap<string, { readonly name: string; readonly path: Path }>;
const NONE: OpenCalls = new Map();

/** The ids of the calls of one document that is written: each call has one of its own, and its result the same. */
export class CallIds {
  private same: Map<string, SameCalls> | undefined = undefined;
  private turn = 0;
  /** Those of this turn. */
  private open: Map<string, { readonly name: string; readonly path: Path }> | undefined = undefined;

  /** @param write the id as the target takes it, where `times` calls before had the same */
  constructor(
    private readonly target: string,
    private readonly write: (id: string, times: number) => string,
  ) {}

  /** @param served whether the service itself runs the tool, so that nobody else answers the call */
  call(id: string, name: string, path: Path, report: Report, served = false): string {
    this.same ??= new Map();
    const known = entryOf(this.same, id, (): SameCalls => ({ calls: [], answered: 0, turn: 0 }));
    // Results follow their calls at once: those of an earlier turn wait for none any more.
    if (known.turn !== this.turn) known.answered = known.calls.length;
    known.turn = this.turn;
    const written = this.write(id, known.calls.length);
    known.calls.push({ id: written, name });
    if (!served) this.open = (this.open ?? new Map()).set(written, { name, path });
    return this.rewritten(id, written, [...path, "id"], report);
  }

  /**
   * The call that a result answers, the earliest of its id that has no result.
   * @returns `again`: there is none; `open`: it is one of this turn
   */
  result(id: string, path: Path, report: Report) {
    const known = this.same?.get(id) ?? { calls: [], answered: 0 };
    const again = known.answered === known.calls.length;
    const call = again ? known.calls.at(-1) : known.calls[known.answered++];
    const written = this.rewritten(id, call?.id ?? this.write(id, 0), path, report);
    return { id: written, name: call?.name, again, open: this.open?.delete(written) === true };
  }

  /** The calls that wait for a result, in their order. */
  get waiting(): OpenCalls {
    return this.open ?? NONE;
  }

  /** Ends the turn, whose calls get no more results. @returns those that have none */
  endTurn(): OpenCalls {
    const { waiting } = this;
    this.open = undefined;
    this.turn++;
    return waiting;
  }

  private rewritten(from: string, to: string, path: Path, report: Report): string {
    if (from === to) return to;
    const message = `${this.target} does not take this id, or not twice; another one is written.`;
    report(approximated("rewritten.tool_id", path, message, { from: brief(from), to: brief(to) }));
    return to;
  }
}

/**
 * Deterministic identifiers: two 64-bit FNV-1a hashes over UTF-8 bytes. No clock and no randomness, so that the same answer gets
 * the same id whether it is streamed or whole.
 */
/** The prime is 2^40 + 435. */
const PRIME_LOW = 435;

/** In integers of 32 bits, the products in halves of 16: a tenth of the time of BigInt. @param bytes each as one character */
function fnv1a(bytes: string): string {
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let at = 0; at < bytes.length; at++) {
    const mixed = low ^ bytes.charCodeAt(at);
    const right = (mixed & 0xffff) * PRIME_LOW;
    const left = (mixed >>> 16) * PRIME_LOW + (right >>> 16);
    low = (left << 16) | (right & 0xffff);
    high = (Math.imul(high, PRIME_LOW) + (left >>> 16) + (mixed << 8)) | 0;
  }
  return digits(high) + digits(low);
}

/** Digit by digit: a quarter of the time of `toString(16)` on a number of 32 bits. */
function digits(word: number): string {
  let written = "";
  for (let shift = 28; shift >= 0; shift -= 4) written += HEX.charAt((word >>> shift) & 15);
  return written;
}

const HEX = "0123456789abcdef";

/** 32 lower-case hex digits. Call it with short seeds only. */
export function hash(seed: string): string {
  const bytes = bytesOf(seed);
  return fnv1a(`0:${bytes}`) + fnv1a(`1:${bytes}`);
}

/** The first 24 digits, the usual length of the vendors' own ids. */
export function hash24(seed: string): string {
  return hash(seed).slice(0, 24);
}

/**
 * That of the options, which takes the place of whatever the answer names, its own, or the one that was asked for.
 * @param optional whether the style demands no model, so that a missing one is not reported
 */
export function answerModel(
  given: string | undefined,
  { model, context }: { readonly model?: ModelOption; readonly context?: { readonly model?: string } },
  path: Path,
  report: Report,
  optional = false,
): string {
  const other = modelGiven(model, given);
  const named = other ?? given ?? context?.model ?? "unknown";
  if (given === undefined && other === undefined && !optional)
    report(notice("defaulted.other", path, "The answer does not name its model.", { to: named }));
  else if (given !== undefined && given !== named) report(modelReplaced(path, given, named, context));
  return named;
}
