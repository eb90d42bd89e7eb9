/** Turns and blocks of messages in short; one string is the whole content. */

type Short = string | object;

const contentOf = (blocks: readonly Short[]): string | readonly object[] =>
  blocks.length === 1 && typeof blocks[0] === "string"
    ? blocks[0]
    : blocks.map((block) => (typeof block === "string" ? text(block) : block));

export const user = (...content: readonly Short[]) => ({ role: "user", content: contentOf(content) });
export const assistant = (...content: readonly Short[]) => ({ role: "assistant", content: contentOf(content) });
export const text = (words: unknown) => ({ type: "text", text: words });
export const thinking = (words: unknown, signature: unknown) => ({ type: "thinking", thinking: words, signature });
export const use = (id: unknown, name: unknown, input: unknown = {}) => ({ type: "tool_use", id, name, input });
export const result = (id: unknown, content: unknown) => ({ type: "tool_result", tool_use_id: id, content });
