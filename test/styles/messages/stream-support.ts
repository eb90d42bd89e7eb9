/** An independent check of the order of a messages stream; undefined when it is legal. */
import type { MessagesStreamEvent } from "../../../src/styles/messages/wire-answer.js";

export function grammarFault(events: readonly MessagesStreamEvent[]): string | undefined {
  let rest = events.map((event) => ("index" in event ? `${event.type}:${String(event.index)}` : event.type)).join(" ");
  rest = rest.replace(/^message_start( ping)*/, "");
  if (events.length > 0 && events[0]?.type !== "message_start" && rest !== "error") return `begins with ${events[0]?.type}`;
  if (rest === "error") return undefined;
  for (let index = 0; ; index++) {
    const block = new RegExp(
      `^( ping)* content_block_start:${index}( ping| content_block_delta:${index})* content_block_stop:${index}(?= |$)`,
    );
    if (!block.test(rest)) {
      const open = new RegExp(`^( ping)* content_block_start:${index}( ping| content_block_delta:${index})* error$`);
      if (open.test(rest)) return undefined;
      break;
    }
    rest = rest.replace(block, "");
  }
  if (/^( ping)* error$/.test(rest)) return undefined;
  return /^( ping)*( message_delta( ping)*)+ (message_stop|error)$/.test(rest) ? undefined : rest.slice(0, 300);
}

/** One event in a few words: `start 0 text`, `delta 0 "Hi"`, `stop 0`. */
export function brief(event: MessagesStreamEvent): string {
  switch (event.type) {
    case "content_block_start": {
      const id: unknown = Reflect.get(event.content_block, "id");
      return `start ${event.index} ${event.content_block.type}${typeof id === "string" ? ` ${id}` : ""}`;
    }
    case "content_block_delta": {
      const { type, ...said } = event.delta;
      return `delta ${event.index} ${Object.values(said)
        .map((value) => JSON.stringify(value))
        .join(" ")}`;
    }
    case "content_block_stop":
      return `stop ${event.index}`;
    case "message_delta":
      return `message_delta ${event.delta?.stop_reason}`;
    default:
      return event.type;
  }
}
