const assert = require("node:assert/strict");
const { translateRequest } = require("interlingua");

for (const entry of ["chat-completions", "messages", "generate-content", "web", "sse"])
  assert.ok(Object.keys(require(`interlingua/${entry}`)).length > 0, entry);
const result = translateRequest(
  { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] },
  { from: "chat-completions", to: "generate-content" },
);
assert.equal(result.ok && result.value.path, "/v1beta/models/m:generateContent");
