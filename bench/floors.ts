/**
 * What streams are compared with. A: the bytes decoded and encoded. B: split on blank lines, each event parsed and printed.
 * C: what a careful hand-written proxy does, with the usual parser of server-sent events. None of them translates
 * everything; whatever translates has to do at least B.
 */
import { deltaOf } from "./carried.js";
import type { Kind, Style } from "./corpus.js";
import { loadParser } from "./peers.js";

export interface Participant {
  readonly name: string;
  /** Undefined: every direction. */
  readonly handles?: (from: Style, to: Style) => boolean;
  translate(stream: Direction, pieces: readonly Uint8Array[], out: (bytes: Uint8Array) => void): void | Promise<void>;
}
export interface Direction {
  readonly from: Style;
  readonly to: Style;
  readonly kind: Kind;
}

export const floorA: Participant = {
  name: "A",
  translate(_stream, pieces, out) {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    for (const piece of pieces) out(encoder.encode(decoder.decode(piece, { stream: true })));
  },
};

const CR = 0x0d;

export const floorB: Participant = {
  name: "B",
  translate(_stream, pieces, out) {
    const encoder = new TextEncoder();
    // As the stream has it: a floor that finds no event has nothing to do.
    const blank = pieces[0]?.includes(CR) ? "\r\n\r\n" : "\n\n";
    let text = "";
    const write = (data: string) => {
      text += data === "[DONE]" ? "data: [DONE]\n\n" : `data: ${JSON.stringify(JSON.parse(data))}\n\n`;
    };
    splitFrames(pieces, blank, write, () => {
      if (text !== "") out(encoder.encode(text));
      text = "";
    });
  },
};

/** Gives the data of each frame, and says when a piece is done: what it gave is written at once. */
export function splitFrames(pieces: readonly Uint8Array[], blank: string, each: (data: string) => void, flush: () => void): void {
  const decoder = new TextDecoder();
  let rest = "";
  for (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true });
    let from = 0;
    for (let end = rest.indexOf(blank, from); end !== -1; end = rest.indexOf(blank, from)) {
      const data = rest.indexOf("data: ", from);
      each(rest.slice(data + 6, end));
      from = end + blank.length;
    }
    rest = rest.slice(from);
    flush();
  }
}

/** Undefined where the parser is not installed. */
export async function floorC(): Promise<Participant | undefined> {
  const createParser = await loadParser();
  if (createParser === undefined) return undefined;
  return {
    name: "C",
    translate({ from, to, kind }, pieces, out) {
      const decoder = new TextDecoder();
      const encoder = new TextEncoder();
      let index = 0;
      let written = "";
      const parser = createParser({
        onEvent({ data }) {
          if (data === "[DONE]") return;
          const text = deltaOf(from, kind, JSON.parse(data));
          const event = eventOf(to, kind, text, index++);
          written += `${to === "messages" ? "event: content_block_delta\n" : ""}data: ${JSON.stringify(event)}\n\n`;
        },
      });
      for (const piece of pieces) {
        parser.feed(decoder.decode(piece, { stream: true }));
        if (written !== "") out(encoder.encode(written));
        written = "";
      }
    },
  };
}

function eventOf(to: Style, kind: Kind, text: string, index: number): object {
  switch (to) {
    case "chat-completions": {
      const delta =
        kind === "text"
          ? { content: text }
          : kind === "thinking"
            ? { reasoning_content: text }
            : { tool_calls: [{ index: 0, function: { arguments: text } }] };
      return {
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1763719200,
        model: "m",
        choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
      };
    }
    case "messages": {
      const delta =
        kind === "text"
          ? { type: "text_delta", text }
          : kind === "thinking"
            ? { type: "thinking_delta", thinking: text }
            : { type: "input_json_delta", partial_json: text };
      return { type: "content_block_delta", index: 0, delta };
    }
    case "generate-content":
      return {
        candidates: [{ content: { role: "model", parts: [kind === "thinking" ? { text, thought: true } : { text }] }, index: 0 }],
        usageMetadata: { promptTokenCount: 812, candidatesTokenCount: index, totalTokenCount: 812 + index },
        modelVersion: "m",
        responseId: "r",
      };
  }
}
