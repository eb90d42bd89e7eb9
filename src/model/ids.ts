/**
 * Identifiers that the wire left out, made from what a stream and a whole answer both know, so that both get the same.
 */
import { hash, hash24 } from "../core/hash.js";
import type { Json } from "./common.js";

/** JSON text with object keys sorted by code unit and no white space. */
function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** Id of a tool call in the history of a request that has none. Ordinals count messages and parts of the source. */
export function historyCallId(message: number, part: number, name: string, args: Json): string {
  return `call_${hash24(`h:${message}:${part}:${name}:${canonicalJson(args)}`)}`;
}

export interface CallSeed {
  /** Wire id of the answer, else the option `responseId`, else empty. */
  readonly responseId: string;
  /** Number of messages of the request, so that two turns never share an id. */
  readonly turn: number;
  readonly choice: number;
  /** Counts function calls inside one choice, not parts. */
  readonly call: number;
  readonly name: string;
}

function seedText({ responseId, turn, choice, call, name }: CallSeed): string {
  return `r:${responseId}:${turn}:${choice}:${call}:${name}`;
}

/** Id of a tool call in an answer or stream that has none. No arguments in the seed: a stream needs the id first. */
export function answerCallId(seed: CallSeed): string {
  return `call_${hash24(seedText(seed))}`;
}

/** Id of a server tool call (code execution) that has none. */
export function serverCallId(seed: CallSeed): string {
  return `srvtoolu_${hash24(seedText(seed))}`;
}

/** Id of an answer that has none: `chatcmpl-`, `msg_` or `resp-` and 24 digits. */
export function answerId(prefix: string, model: string, turn: number): string {
  return prefix + hash24(`i:${model}:${turn}`);
}

/** An id for a call whose own id `times` calls before it have already. */
export function repeatedCallId(id: string, times: number): string {
  return `${id}_${hash(`${id}:${times}`).slice(0, 8)}`;
}

/** The id with every character outside `[A-Za-z0-9_-]` replaced, and a suffix that keeps two ids apart. */
export function portableCallId(id: string): string {
  return `${id.replace(/[^A-Za-z0-9_-]/g, "_")}_${hash(id).slice(0, 8)}`;
}
