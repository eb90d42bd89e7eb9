// hello.mjs
import { describeIssue, translateRequest } from "../../../src/index.js";

const request = {
  model: "claude-sonnet-5-5",
  seed: 7,
  messages: [{ role: "user", content: "Hello!" }],
};
const result = translateRequest(request, { from: "chat-completions", to: "messages", profile: "vendor" });

if (result.ok) console.log(result.value.path, JSON.stringify(result.value.body));
for (const issue of result.issues) console.log(describeIssue(issue));
