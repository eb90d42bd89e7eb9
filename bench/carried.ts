/** What a stream carries, read without any library: a translation that is fast because it leaves things out is found here. */
import type { Kind, Style } from "./corpus.js";

export interface Carried {
  readonly payload: string;
  /** Frames with data. */
  readonly events: number;
}

export function carriedBy(style: Style, kind: Kind, bytes: Uint8Array): Carried {
  const events = new TextDecoder()
    .decode(bytes)
    .split(/\r?\n\r?\n/)
    .flatMap((frame) => {
      const data = frame
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trim());
      return data.length === 0 || data[0] === "[DONE]" ? [] : [parsed(data.join("\n"))];
    });
  return { payload: events.map((event) => deltaOf(style, kind, event)).join(""), events: events.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of this kind in one event; empty when it has none. */
export function deltaOf(style: Style, kind: Kind, event: unknown): string {
  switch (style) {
    case "chat-completions": {
      const delta = at(event, "choices", 0, "delta");
      if (kind === "text") return text(at(delta, "content"));
      if (kind === "thinking") return text(at(delta, "reasoning_content")) || text(at(delta, "reasoning"));
      return list(at(delta, "tool_calls"))
        .map((call) => text(at(call, "function", "arguments")))
        .join("");
    }
    case "messages": {
      const field = kind === "text" ? "text" : kind === "thinking" ? "thinking" : "partial_json";
      return text(at(event, "delta", field));
    }
    case "generate-content":
      return list(at(event, "candidates", 0, "content", "parts"))
        .map((part) => {
          if (kind === "arguments")
            return at(part, "functionCall") === undefined ? "" : JSON.stringify(at(part, "functionCall", "args") ?? {});
          return (at(part, "thought") === true) === (kind === "thinking") ? text(at(part, "text")) : "";
        })
        .join("");
  }
}

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let node = value;
  for (const step of path) {
    if (typeof node !== "object" || node === null) return undefined;
    node = Reflect.get(node, step);
  }
  return node;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
