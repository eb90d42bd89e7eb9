import assert from "node:assert/strict";
import { translateRequest } from "interlingua";

for (const entry of ["chat-completions", "messages", "generate-content", "web", "sse"])
  assert.ok(Object.keys(await import(`interlingua/${entry}`)).length > 0, entry);
const result = translateRequest(
  { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] },
  { from: "chat-completions", to: "messages" },
);
assert.deepEqual(result.ok && result.value.body.messages, [{ role: "user", content: [{ type: "text", text: "hi" }] }]);
