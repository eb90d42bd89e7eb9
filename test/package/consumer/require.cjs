const assert = require("node:assert/strict");
const root = require("interlingua");
const { chatCompletions } = require("interlingua/chat-completions");
const { generateContent } = require("interlingua/generate-content");
const { messages } = require("interlingua/messages");
const { createSseReader } = require("interlingua/sse");
const { createFetch, translateStream } = require("interlingua/web");
const { use } = require("./use.cjs");

use(assert, { root, rooms: [chatCompletions, messages, generateContent], createSseReader, createFetch, translateStream }).then(() =>
  console.log("works"),
);
