/**
 * Tool calls of one choice, put together from the pieces that servers send:
 *
 *     {"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": {"name": "f", "arguments": ""}}]}
 *     {"tool_calls": [{"index": 0, "function": {"arguments": "{\"a\":"}}]}
 *
 * Compatible servers leave out the index or the id, repeat an empty id, send names in pieces or a call in one piece.
 */

import { keepUnknown } from "../../canonical/extensions.js";
import { answerCallId } from "../../canonical/ids.js";
import type { CanonicalStreamEvent, Signature, ToolCallPart } from "../../canonical/index.js";
import { restoreToolName } from "../../canonical/tool-names.js";
import { type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Context } from "../options.js";
import { decodeMarker } from "./cache.js";
import { readCallSignature } from "./thinking.js";
import type { AnswerToolCall } from "./wire-answer.js";

interface Call {
  /** Position among the calls of the choice. */
  readonly ordinal: number;
  readonly variant: "function" | "custom";
  readonly kept: Pick<ToolCallPart, "cacheControl" | "extensions">;
  readonly path: Path;
  id: string | undefined;
  /** Pieces of the name joined, until the call starts. */
  name: string;
  /** Number of its part, from its start on. */
  part: number | undefined;
  /** Arguments that came before the name. */
  early: string;
  signature: Signature | undefined;
}

export interface CallsHost {
  readonly choice: number;
  readonly context: Context | undefined;
  /** Id of the answer, for the ids of calls that have none. */
  responseId(): string;
  /** Number of the next part. */
  takePart(): number;
  emit(event: CanonicalStreamEvent): void;
  report(issue: Issue): void;
}

export interface Calls {
  /** Whether there has been a call. */
  readonly any: boolean;
  /** Whether this piece begins another call, so that open text ends. */
  begins(piece: AnswerToolCall): boolean;
  push(piece: AnswerToolCall, path: Path): void;
  /** Another part starts: names that have come so far are whole. */
  settle(): void;
  /** The choice ends. */
  close(): void;
}

export function createCalls({ choice, context, responseId, takePart, emit, report }: CallsHost): Calls {
  const byKey = new Map<number, Call>();
  const byId = new Map<string, Call>();
  /** Calls whose part has not started. */
  const waiting = new Set<Call>();
  /** Part numbers in the order in which they started. */
  const started: number[] = [];
  let count = 0;
  let last: { readonly key: number; readonly call: Call } | undefined;

  /** The call that a piece continues; undefined when it begins a new one. */
  function find({ index, id, function: fn, custom }: AnswerToolCall): Call | undefined {
    const named = nonEmpty(fn?.name ?? custom?.name);
    if (typeof index === "number") {
      const call = byKey.get(index);
      return call === undefined || isOther(call, id, named) ? undefined : call;
    }
    const same = typeof id === "string" ? byId.get(id) : undefined;
    if (same !== undefined) return same;
    if (last === undefined || isOther(last.call, id, named)) return undefined;
    // Without index and id, another name after the arguments began is another call.
    return named && !nonEmpty(id) && last.call.part !== undefined ? undefined : last.call;
  }

  function begin(piece: AnswerToolCall, path: Path): Call {
    const { index, id, type, function: fn, custom, extra_content, cache_control, ...rest } = piece;
    const { name: _name, arguments: _arguments, ...functionRest } = fn ?? {};
    const { name: _called, input: _input, ...customRest } = custom ?? {};
    const { google, ...extraRest } = extra_content ?? {};
    const { thought_signature: _signature, ...googleRest } = google ?? {};
    const marker = decodeMarker({ cache_control });
    const call: Call = {
      ordinal: count++,
      variant: type === "custom" || (custom !== undefined && custom !== null) ? "custom" : "function",
      kept: {
        ...(marker.cacheControl === undefined ? {} : { cacheControl: marker.cacheControl }),
        ...keepUnknown("chat-completions", type === "function" || type === "custom" ? rest : { ...rest, type }, [
          ["function", functionRest],
          ["custom", customRest],
          ["extra_content", extraRest],
          [["extra_content", "google"], googleRest],
          ...marker.unknown,
        ]),
      },
      path,
      id: nonEmpty(id) ? id : undefined,
      name: "",
      part: undefined,
      early: "",
      signature: undefined,
    };
    byKey.set(typeof index === "number" ? index : (last?.key ?? 0), call);
    if (call.id !== undefined) byId.set(call.id, call);
    waiting.add(call);
    return call;
  }

  function start(call: Call): number {
    waiting.delete(call);
    const name = restoreToolName(call.name, context);
    const part = takePart();
    call.part = part;
    started.push(part);
    const seed = { responseId: responseId(), turn: context?.turn ?? 0, choice, call: call.ordinal, name: call.name };
    if (call.id === undefined)
      report(
        notice("synthesized.id", [...call.path, "id"], "The call has no id; one was made from the answer's id and the call's position."),
      );
    emit({
      type: "part-start",
      choice,
      part,
      head: {
        type: "tool-call",
        id: call.id ?? answerCallId(seed),
        name,
        variant: call.variant,
        arguments: { json: "" },
        ...(call.id === undefined ? { idSynthesized: true } : {}),
        ...(call.signature === undefined ? {} : { signature: call.signature }),
        ...call.kept,
      },
    });
    if (call.early !== "") emit({ type: "part-delta", choice, part, delta: { kind: "arguments", json: call.early } });
    return part;
  }

  function settle(): void {
    for (const call of waiting) if (call.name !== "") start(call);
  }

  return {
    get any() {
      return count > 0;
    },
    begins: (piece) => find(piece) === undefined,
    settle,
    push(piece, path) {
      const found = find(piece);
      if (found === undefined) settle();
      const call = found ?? begin(piece, path);
      const { index, id, function: fn, custom, extra_content } = piece;
      last = { key: typeof index === "number" ? index : (last?.key ?? 0), call };
      if (call.id === undefined && call.part === undefined && nonEmpty(id)) {
        call.id = id;
        byId.set(id, call);
      }
      if (call.part === undefined) call.name += fn?.name ?? custom?.name ?? "";
      const signature = readCallSignature(extra_content);
      if (signature !== undefined && call.part === undefined) call.signature = signature;
      else if (signature !== undefined && call.part !== undefined)
        emit({ type: "part-delta", choice, part: call.part, delta: { kind: "signature", ...signature } });
      const text = argumentsOf(fn?.arguments ?? custom?.input);
      if (text === undefined) return;
      if (call.part === undefined && call.name !== "") start(call);
      if (call.part === undefined) call.early += text;
      else if (text !== "") emit({ type: "part-delta", choice, part: call.part, delta: { kind: "arguments", json: text } });
    },
    close() {
      settle();
      for (const call of waiting) {
        report(notice("stream.protocol", call.path, "A tool call came without a name.", { severity: "warning" }));
        start(call);
      }
      for (const part of started) emit({ type: "part-stop", choice, part });
      started.length = 0;
      byKey.clear();
      byId.clear();
      last = undefined;
    },
  };
}

/** Another id on the same index is another call; an id that comes late is the first one's, unless a name comes with it. */
function isOther(call: Call, id: string | null | undefined, named: boolean): boolean {
  if (!nonEmpty(id)) return false;
  return call.id === undefined ? named && call.part !== undefined : call.id !== id;
}

function nonEmpty(value: string | null | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** Text as it came; a value, which some servers send, as its JSON text. */
function argumentsOf(value: AnswerArguments): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
type AnswerArguments = NonNullable<AnswerToolCall["function"]>["arguments"];
