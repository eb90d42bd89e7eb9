import type { StyleName } from "../../../src/index.js";

export const styleNames = ["chat-completions", "messages", "generate-content"] as const;

/** A short question of each style. */
export const questions: Readonly<Record<StyleName, readonly [path: string, streamPath: string, body: object]>> = {
  "chat-completions": ["/v1/chat/completions", "/v1/chat/completions", { model: "m", messages: [{ role: "user", content: "hi" }] }],
  messages: ["/v1/messages", "/v1/messages", { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] }],
  "generate-content": [
    "/v1beta/models/m:generateContent",
    "/v1beta/models/m:streamGenerateContent?alt=sse",
    { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  ],
};
