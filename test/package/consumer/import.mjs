import assert from "node:assert/strict";
import * as root from "interlingua";
import { chatCompletions } from "interlingua/chat-completions";
import { generateContent } from "interlingua/generate-content";
import { messages } from "interlingua/messages";
import { createSseReader } from "interlingua/sse";
import { createFetch, translateStream } from "interlingua/web";
import { use } from "./use.cjs";

await use(assert, { root, rooms: [chatCompletions, messages, generateContent], createSseReader, createFetch, translateStream });
console.log("works");
