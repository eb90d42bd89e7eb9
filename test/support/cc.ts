/** Messages and calls of chat-completions in short. */

export const call = (id: unknown, name: unknown, args: unknown = "{}") => ({ id, type: "function", function: { name, arguments: args } });
export const calls = (...all: readonly object[]) => ({ role: "assistant", content: null, tool_calls: all });
export const result = (id: unknown, content: unknown): object => ({ role: "tool", tool_call_id: id, content });
export const tool = (name: unknown, parameters: unknown) => ({ type: "function", function: { name, parameters } });

/** A chunk of a stream with one choice. */
export const chunk = (delta: object, finish_reason: string | null = null, index: number | null = 0) => ({
  ...{ id: "r", object: "chat.completion.chunk", created: 1, model: "m" },
  choices: [{ index, delta, finish_reason }],
});
