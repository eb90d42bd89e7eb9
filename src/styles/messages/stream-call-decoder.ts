/**
 * Calls in a messages stream: their input comes in pieces of JSON text. Text that is no object travels in an object's
 * clothes, so the first pieces wait until it is clear which of the two it is.
 */
import { argumentsFromText, argumentsFromValue, RAW_ARGUMENTS } from "../../canonical/arguments.js";
import type { PartDelta } from "../../canonical/event.js";
import type { Rest } from "../../canonical/extensions.js";
import type { Part, Signature } from "../../canonical/index.js";
import { restoreToolName } from "../../canonical/tool-names.js";
import type { Context } from "../options.js";
import { isPlain } from "./plain.js";
import { inputOf, WRAPPED } from "./stream-pieces.js";
import type { KnownDelta, PartReader } from "./stream-whole.js";
import type { AnswerToolUseBlock } from "./wire-answer.js";

/** What an open block does with the events that are its own. */
export interface Reader {
  /** False: a delta of a kind that this block does not take. */
  delta(delta: KnownDelta): boolean;
  /** A delta of a kind that this version does not know. */
  unknown?(delta: Rest): void;
  stop(): void;
}

export interface HotPiece {
  readonly part: number;
  readonly kind: "text" | "thinking" | "arguments";
  /** The field of the delta that holds it. */
  readonly field: "text" | "thinking" | "partial_json";
}

/** Where the parts of a stream go. */
export interface PartSink {
  start(head: Part): number;
  delta(part: number, delta: PartDelta): void;
  stop(part: number): void;
}

export interface CallSetting {
  readonly parts: PartSink;
  readonly read: PartReader;
  readonly context: Context | undefined;
  /** Takes note of a piece that was passed on as it came. */
  readonly passed: (piece: HotPiece) => void;
}

/** `{"type":"tool_use","id":"toolu_1","name":"f","input":{}}`, then `{"type":"input_json_delta","partial_json":"{\"a\""}` */
export function createCallReader(block: AnswerToolUseBlock, signature: Signature | undefined, setting: CallSetting): Reader {
  if (isFreeForm(block, setting)) return gatheringReader(block, signature, setting);
  const { parts, read, passed } = setting;
  const part = parts.start({ ...read.call({ ...block, input: {} }, signature), arguments: { json: "" } });
  /** Pieces that are not passed on yet, because they may be text in an object's clothes. */
  let waiting: string[] | undefined = [];
  /** How the arguments begin, without white space. */
  let begun = "";

  function add(piece: string): void {
    if (waiting === undefined) {
      if (piece !== "") parts.delta(part, { kind: "arguments", json: piece });
      return;
    }
    waiting.push(piece);
    begun += piece.replace(/\s+/g, "").slice(0, WRAPPED.length);
    if (!WRAPPED.startsWith(begun.slice(0, WRAPPED.length))) release(waiting.join(""));
  }
  function release(json: string): void {
    waiting = undefined;
    parts.delta(part, { kind: "arguments", json });
  }
  return {
    delta(delta) {
      if (delta.type !== "input_json_delta") return false;
      add(delta.partial_json ?? "");
      if (waiting === undefined) passed({ part, kind: "arguments", field: "partial_json" });
      return true;
    },
    stop() {
      if (begun === "") release(argumentsFromValue(isPlain(block.input) ? block.input : undefined).json);
      else if (waiting !== undefined) {
        const json = waiting.join("");
        release(argumentsFromValue(argumentsFromText(json).value ?? { [RAW_ARGUMENTS]: json }).json);
      }
      parts.stop(part);
    },
  };
}

/** Whether the tool takes text, which was declared as an object of one string where only objects are legal. */
function isFreeForm({ name }: AnswerToolUseBlock, { context }: CallSetting): boolean {
  return context?.customTools?.includes(restoreToolName(name, context)) === true;
}

/** What a call of such a tool is depends on all of its input. */
function gatheringReader(block: AnswerToolUseBlock, signature: Signature | undefined, { parts, read }: CallSetting): Reader {
  const pieces: string[] = [];
  return {
    delta(delta) {
      if (delta.type !== "input_json_delta") return false;
      pieces.push(delta.partial_json ?? "");
      return true;
    },
    stop() {
      const json = pieces.join("");
      const whole = read.call(json.trim() === "" ? block : { ...block, input: inputOf(json) }, signature);
      const part = parts.start({ ...whole, arguments: { json: "" } });
      parts.delta(part, { kind: "arguments", json: whole.arguments.json });
      parts.stop(part);
    },
  };
}
