/**
 * The grammar of each style's stream, as a judge that shares no code with the library. A stream that ends in its style's
 * error event is legal as long as it does not look complete.
 */
import type { StyleName } from "../../src/model/common.js";
import { toy } from "../toy-style/grammar.js";

type Wire = Record<string, unknown>;
export interface Frame {
  readonly event: string | undefined;
  readonly data: string;
}
interface Options {
  /** The events were repeated from a source of the same style: its harmless oddities (envelope, names, order of kinds) are its own. */
  readonly repeated?: boolean;
}

/** What is wrong with a stream, one sentence for each fault; none when it is legal. */
export function checkSequence(style: StyleName, text: string, { repeated = false }: Options = {}): string[] {
  const faults: string[] = [];
  const frames = framesOf(text, faults);
  if (frames.length === 0) faults.push(`${style}: the stream is empty`);
  grammars[style].check(frames, (index, fault) => faults.push(`${style} frame ${index}: ${fault}`), repeated);
  return faults;
}

/** Whether a client would take the stream for a complete answer. */
export function looksComplete(style: StyleName, text: string): boolean {
  return grammars[style].isComplete(framesOf(text, []));
}

/** Whether the last frame is the style's error event. */
export function endsInError(style: StyleName, text: string): boolean {
  const frame = framesOf(text, []).at(-1);
  return frame !== undefined && grammars[style].isError(frame);
}

export type Say = (index: number, fault: string) => void;

/** What a client of one style knows of its streams. */
export interface Grammar {
  readonly check: (frames: readonly Frame[], say: Say, repeated: boolean) => void;
  readonly isComplete: (frames: readonly Frame[]) => boolean;
  readonly isError: (frame: Frame) => boolean;
}

const hasError = ({ data }: Frame) => isRecord(parse(data)?.error);
const grammars: Readonly<Record<StyleName, Grammar>> = {
  "chat-completions": { check: checkChat, isComplete: (frames) => frames.some(({ data }) => data === "[DONE]"), isError: hasError },
  messages: {
    check: checkMessages,
    isComplete: (frames) => frames.some(({ data }) => parse(data)?.type === "message_stop"),
    isError: (frame) => hasError(frame) && parse(frame.data)?.type === "error" && frame.event === "error",
  },
  "generate-content": {
    check: checkGenerate,
    isComplete: (frames) => {
      const last = parse(frames.at(-1)?.data ?? "");
      return last !== undefined && last.error === undefined;
    },
    isError: hasError,
  },
  ...{ toy },
};

function checkChat(frames: readonly Frame[], say: Say, repeated: boolean): void {
  const choices = new Map<number, { finished: boolean; calls: number }>();
  let envelope: string | undefined;
  let state: "open" | "usage" | "done" | "error" = "open";
  for (const [at, { event, data }] of frames.entries()) {
    if (event !== undefined) say(at, `has the name ${event}`);
    if (state === "done" || state === "error") say(at, `comes after the ${state === "done" ? "end marker" : "error"}`);
    if (data === "[DONE]") {
      state = "done";
      for (const [index, choice] of choices) if (!choice.finished) say(at, `ends while choice ${index} is not finished`);
      if (choices.size === 0) say(at, "ends without any choice");
      continue;
    }
    const chunk = parse(data);
    if (chunk === undefined) {
      say(at, "is no JSON object");
      continue;
    }
    if (isRecord(chunk.error)) {
      if (typeof chunk.error.message !== "string") say(at, "is an error without a message");
      state = "error";
      if (!Array.isArray(chunk.choices)) continue;
    }
    if (!repeated) {
      if (chunk.object !== "chat.completion.chunk") say(at, "is no chat.completion.chunk");
      const own = JSON.stringify([chunk.id, chunk.created, chunk.model]);
      if (typeof chunk.id !== "string" || typeof chunk.created !== "number" || typeof chunk.model !== "string")
        say(at, `has the envelope ${own}`);
      envelope ??= own;
      if (own !== envelope) say(at, `changes the envelope from ${envelope} to ${own}`);
      if (state === "usage") say(at, "comes after the usage chunk");
    }
    const list = Array.isArray(chunk.choices) ? chunk.choices : [];
    if (!repeated && isRecord(chunk.usage)) {
      if (list.length > 0) say(at, "has usage beside choices");
      state = "usage";
    } else if (!repeated && list.length === 0) say(at, "has neither choices nor usage");
    for (const choice of list) if (isRecord(choice)) checkChatChoice(choice, at, choices, say, repeated);
  }
  if (state !== "done" && state !== "error") say(frames.length, "is missing: neither end marker nor error");
}

function checkChatChoice(
  choice: Wire,
  at: number,
  choices: Map<number, { finished: boolean; calls: number }>,
  say: Say,
  repeated: boolean,
): void {
  const index = typeof choice.index === "number" ? choice.index : 0;
  if (!repeated && typeof choice.index !== "number") say(at, "has a choice without index");
  const delta = isRecord(choice.delta) ? choice.delta : {};
  const known = choices.get(index);
  const state = known ?? { finished: false, calls: 0 };
  choices.set(index, state);
  if (!repeated && known === undefined && delta.role !== "assistant") say(at, `starts choice ${index} without its role`);
  if (!repeated && known !== undefined && delta.role !== undefined) say(at, `repeats the role of choice ${index}`);
  const says = Object.entries(delta).some(
    ([key, value]) => key !== "role" && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  if (state.finished && (says || (!repeated && typeof choice.finish_reason === "string")))
    say(at, `speaks of choice ${index} after its finish`);
  if (!repeated)
    for (const call of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) {
      if (!isRecord(call) || typeof call.index !== "number") {
        say(at, "has a tool call without index");
        continue;
      }
      if (call.index > state.calls) say(at, `jumps to tool call ${call.index}`);
      if (call.index === state.calls) {
        state.calls++;
        const body = isRecord(call.function) ? call.function : isRecord(call.custom) ? call.custom : {};
        if (typeof call.id !== "string" || call.id === "" || typeof call.type !== "string" || typeof body.name !== "string")
          say(at, `starts tool call ${call.index} without id, type or name`);
      } else if (call.id !== undefined) say(at, `repeats the id of tool call ${call.index}`);
    }
  if (typeof choice.finish_reason === "string" && choice.finish_reason !== "") {
    if (!repeated && Object.keys(delta).length > 0) say(at, "has a delta beside the finish reason");
    state.finished = true;
  } else if (!repeated && choice.finish_reason !== null) say(at, "has no `finish_reason: null`");
}

const DELTAS: Record<string, readonly string[]> = {
  text_delta: ["text"],
  citations_delta: ["text"],
  thinking_delta: ["thinking"],
  signature_delta: ["thinking"],
  input_json_delta: ["tool_use", "server_tool_use", "mcp_tool_use"],
};

function checkMessages(frames: readonly Frame[], say: Say, repeated: boolean): void {
  let state: "before" | "open" | "told" | "stopped" | "error" = "before";
  let next = 0;
  let block: { type: unknown; json: string } | undefined;
  let reason: unknown = null;
  for (const [at, { event, data }] of frames.entries()) {
    const wire = parse(data);
    if (wire === undefined) {
      say(at, "is no JSON object");
      continue;
    }
    if (event !== wire.type) say(at, `is named ${event} and has type ${String(wire.type)}`);
    if (state === "stopped" || state === "error") say(at, `${String(wire.type)} comes after the end`);
    if (wire.type === "error") {
      if (!isRecord(wire.error) || typeof wire.error.type !== "string" || typeof wire.error.message !== "string")
        say(at, "is an error without type or message");
      state = "error";
      continue;
    }
    if (wire.type === "message_start") {
      if (state !== "before") say(at, "is a second message_start");
      state = "open";
      const message = isRecord(wire.message) ? wire.message : {};
      if (!repeated) {
        if (
          typeof message.id !== "string" ||
          message.type !== "message" ||
          message.role !== "assistant" ||
          typeof message.model !== "string"
        )
          say(at, "is an incomplete message_start");
        if (!Array.isArray(message.content) || message.content.length > 0 || message.stop_reason !== null || message.stop_sequence !== null)
          say(at, "is a message_start that knows too much");
        if (!isRecord(message.usage) || typeof message.usage.input_tokens !== "number" || typeof message.usage.output_tokens !== "number")
          say(at, "is a message_start without usage");
      }
      continue;
    }
    if (state === "before") say(at, `${String(wire.type)} comes before message_start`);
    switch (wire.type) {
      case "ping":
        continue;
      case "content_block_start": {
        if (state === "told") say(at, "starts a block after message_delta");
        if (block !== undefined) say(at, "starts a block while another is open");
        if (wire.index !== next) say(at, `starts block ${String(wire.index)} instead of ${next}`);
        next++;
        const start = isRecord(wire.content_block) ? wire.content_block : {};
        block = { type: start.type, json: "" };
        if (!repeated) checkStart(start, at, say);
        continue;
      }
      case "content_block_delta": {
        if (block === undefined || wire.index !== next - 1) say(at, `is a delta of block ${String(wire.index)}, which is not open`);
        const delta = isRecord(wire.delta) ? wire.delta : {};
        const kinds = DELTAS[String(delta.type)];
        if (kinds === undefined && !repeated) say(at, `has the delta ${String(delta.type)}`);
        else if (!repeated && kinds !== undefined && block !== undefined && !kinds.includes(String(block.type)))
          say(at, `has a ${String(delta.type)} in a ${String(block.type)} block`);
        if (block !== undefined && typeof delta.partial_json === "string") block.json += delta.partial_json;
        continue;
      }
      case "content_block_stop":
        if (block === undefined || wire.index !== next - 1) say(at, `stops block ${String(wire.index)}, which is not open`);
        if (!repeated && block?.type === "tool_use" && parse(block.json === "" ? "{}" : block.json) === undefined)
          say(at, `closes a tool call with the input ${block.json.slice(0, 60)}`);
        block = undefined;
        continue;
      case "message_delta": {
        if (block !== undefined) say(at, "is a message_delta while a block is open");
        state = "told";
        const delta = isRecord(wire.delta) ? wire.delta : {};
        reason = delta.stop_reason ?? reason;
        if (!repeated && (!isRecord(wire.usage) || typeof wire.usage.output_tokens !== "number"))
          say(at, "is a message_delta without usage");
        continue;
      }
      case "message_stop":
        if (state !== "told") say(at, "is a message_stop without message_delta");
        if (!repeated && typeof reason !== "string") say(at, "is a message_stop without stop reason");
        state = "stopped";
        continue;
      default:
        say(at, `is a ${String(wire.type)}`);
    }
  }
  if (state !== "stopped" && state !== "error") say(frames.length, "is missing: neither message_stop nor error");
}

function checkStart(start: Wire, at: number, say: Say): void {
  const empty = (key: string) => start[key] === "";
  if (start.type === "text" && !empty("text")) say(at, "starts a text block that is not empty");
  if (start.type === "thinking" && !(empty("thinking") && empty("signature"))) say(at, "starts a thinking block that is not empty");
  if (
    start.type === "tool_use" &&
    !(typeof start.id === "string" && typeof start.name === "string" && JSON.stringify(start.input) === "{}")
  )
    say(at, "starts a tool call wrongly");
}

function checkGenerate(frames: readonly Frame[], say: Say, repeated: boolean): void {
  const candidates = new Map<number, boolean>();
  let envelope: string | undefined;
  let state: "open" | "blocked" | "error" = "open";
  for (const [at, { event, data }] of frames.entries()) {
    if (event !== undefined) say(at, `has the name ${event}`);
    if (state === "error") say(at, "comes after the error");
    const wire = parse(data);
    if (wire === undefined) {
      say(at, "is no JSON object");
      continue;
    }
    if (isRecord(wire.error)) {
      if (typeof wire.error.code !== "number" || typeof wire.error.message !== "string") say(at, "is an error without code or message");
      state = "error";
      continue;
    }
    if (isRecord(wire.promptFeedback) && wire.promptFeedback.blockReason !== undefined) state = "blocked";
    if (!repeated) {
      const own = JSON.stringify([wire.modelVersion, wire.responseId]);
      if (typeof wire.modelVersion !== "string" || typeof wire.responseId !== "string") say(at, `has the envelope ${own}`);
      envelope ??= own;
      if (own !== envelope) say(at, `changes the envelope from ${envelope} to ${own}`);
    }
    const list = Array.isArray(wire.candidates) ? wire.candidates : [];
    if (!repeated && list.length === 0 && state !== "blocked") say(at, "has no candidates");
    for (const [position, candidate] of list.entries()) {
      if (!isRecord(candidate)) continue;
      const index = typeof candidate.index === "number" ? candidate.index : position;
      if (!repeated && typeof candidate.index !== "number") say(at, "has a candidate without index");
      const content = isRecord(candidate.content) ? candidate.content : {};
      const parts = Array.isArray(content.parts) ? content.parts : [];
      if (!repeated && candidates.get(index) === true) say(at, `speaks of candidate ${index} after its finish`);
      // A service that runs tools itself finishes one turn and goes on with the next.
      candidates.set(index, typeof candidate.finishReason === "string" || (candidates.get(index) === true && parts.length === 0));
      if (!repeated && content.role !== "model") say(at, "has content without `role: model`");
      if (!repeated && parts.length === 0) say(at, "has content without parts");
      for (const part of parts) {
        if (isRecord(part) && isRecord(part.functionCall) && !repeated && !isRecord(part.functionCall.args))
          say(at, "has a function call without args");
      }
    }
  }
  if (state === "open") {
    for (const [index, finished] of candidates) if (!finished) say(frames.length, `is missing: candidate ${index} is not finished`);
    if (candidates.size === 0) say(frames.length, "is missing: no candidate");
  }
}

function framesOf(text: string, faults: string[]): Frame[] {
  const blocks = text.split("\n\n");
  if (blocks.pop() !== "") faults.push("the last frame has no blank line");
  return blocks.map((block, at) => {
    let event: string | undefined;
    const data: string[] = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("data: ")) data.push(line.slice(6));
      else if (line.startsWith("event: ") && event === undefined) event = line.slice(7);
      else faults.push(`frame ${at} has the line ${JSON.stringify(line.slice(0, 40))}`);
    }
    return { event, data: data.join("\n") };
  });
}

function parse(text: string): Wire | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
