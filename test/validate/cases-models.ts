/** Rule V-33: what a model is known to refuse, fact by fact, at the places where each style has it. */
import type { Capabilities } from "../../src/index.js";
import { type Case, type CaseGroup, MISSING, rule } from "./cases.js";

const user = { role: "user", content: "x" };
const path = "/v1beta/models/m:generateContent";
const chat = { model: "m", messages: [user] };
const messages = { model: "m", max_tokens: 5000, messages: [user] };
const gemini = { contents: [{ role: "user", parts: [{ text: "x" }] }] };
const chatTools = [{ type: "function", function: { name: "f" } }];
const tools = [{ name: "f", input_schema: { type: "object" } }];
const geminiTools = [{ functionDeclarations: [{ name: "f" }] }];

type Values = Pick<Case, "base" | "accepts" | "warns"> & { readonly found?: string };

function known(capabilities: Capabilities, at: string, values: Values): Case {
  return rule("V-33", at, { options: { profile: "vendor", capabilities, path }, accepts: [MISSING], ...values });
}

const UP_TO_HIGH = { efforts: ["low", "medium", "high"] };
const IMAGES: Capabilities = { input: ["text", "image"] };
const CONTENT = { model: "m", messages: [{ role: "user", content: [{}] }] };
const SOUND = { type: "input_audio", input_audio: { data: "AA==", format: "wav" } };
const FILM = { type: "video_url", video_url: { url: "https://a.example/b.mp4" } };
const EFFORT = { ...chat, reasoning_effort: "low" };

const chatCases: readonly Case[] = [
  known({ sampling: false }, "temperature", { accepts: [MISSING, 1], warns: [0, 0.5] }),
  known({ sampling: "off" }, "top_p", { accepts: [0.5], base: chat }),
  known({ sampling: "off" }, "top_p", { warns: [0.5], base: EFFORT }),
  known({}, "temperature", { accepts: [0.5] }),
  known({ penalties: false }, "presence_penalty", { accepts: [MISSING], warns: [0.5] }),
  known({ logprobs: false }, "logprobs", { accepts: [MISSING, false], warns: [true] }),
  known({ stop: false }, "stop", { accepts: [MISSING, null], warns: ["a"] }),
  known({ maxOutput: 100 }, "max_completion_tokens", { accepts: [100], warns: [101] }),
  known(UP_TO_HIGH, "reasoning_effort", { accepts: ["high", "none"], warns: ["minimal", "xhigh"] }),
  known({ reasoning: false }, "reasoning_effort", { accepts: ["none"], warns: ["low"] }),
  known({ thinkingOff: false }, "reasoning_effort", { accepts: ["low"], warns: ["none"] }),
  known({ forcedTools: false }, "tool_choice", { base: { ...chat, tools: chatTools }, accepts: ["auto", "none"], warns: ["required"] }),
  known({ toolsWithEffort: "none" }, "reasoning_effort", {
    base: { ...chat, tools: chatTools },
    accepts: ["none"],
    warns: ["low", MISSING],
  }),
  known({ toolsWithEffort: "omit" }, "reasoning_effort", { accepts: ["low"] }),
  known({ tools: false }, "tools", { accepts: [[]], warns: [chatTools] }),
  known({ structuredOutput: false }, "response_format.type", { base: { ...chat, response_format: {} }, accepts: ["json_object"] }),
  known({ structuredOutput: false }, "response_format.type", {
    base: { ...chat, response_format: { json_schema: { name: "n", schema: {} } } },
    accepts: [],
    warns: ["json_schema"],
  }),
  known({ jsonWithTools: false }, "response_format.type", {
    base: { ...chat, tools: chatTools, response_format: {} },
    accepts: ["text"],
    warns: ["json_object"],
  }),
  known({ forcedTools: false }, "tool_choice.allowed_tools.mode", {
    base: { ...chat, tools: chatTools, tool_choice: { type: "allowed_tools", allowed_tools: { tools: [] } } },
    accepts: ["auto"],
    warns: ["required"],
  }),
  known({ prefill: false }, "messages[1]", {
    base: { ...chat, messages: [user, user, { role: "developer", content: "x" }] },
    accepts: [user],
    warns: [
      { role: "assistant", content: "x" },
      { role: "assistant", content: "x", tool_calls: [] },
    ],
  }),
  known({}, "messages[1]", { base: { ...chat, messages: [user] }, accepts: [{ role: "assistant", content: "x" }] }),
  known({ webSearch: false }, "web_search_options", { warns: [{}] }),
  known({ chat: false }, "model", { accepts: [], warns: ["m"] }),
  known({}, "model", { accepts: ["m"] }),
  known({ instructions: false }, "messages[0].role", { accepts: ["user"], warns: ["system", "developer"] }),
  known(IMAGES, "messages[0].content[0]", {
    base: CONTENT,
    accepts: [
      { type: "image_url", image_url: { url: "https://a.example/b.png" } },
      { type: "file", file: { file_id: "f" } },
    ],
    warns: [SOUND, FILM],
  }),
  known({ input: ["text", "audio"] }, "messages[0].content[0]", { base: CONTENT, accepts: [SOUND], warns: [FILM] }),
  known({ input: ["text", "video"] }, "messages[0].content[0]", { base: CONTENT, accepts: [FILM], warns: [SOUND] }),
];

const OFF = { ...messages, thinking: { type: "disabled" } };
const IMAGE = { type: "image", source: { type: "url", url: "https://a.example/b.png" } };
const PDF = { type: "document", source: { type: "url", url: "https://a.example/b.pdf" } };
const JSON_ANSWER = { ...messages, output_config: { format: { schema: { type: "object" } } } };
const messagesCases: readonly Case[] = [
  known({ stop: false }, "stop_sequences", { warns: [["a"]] }),
  known({ maxOutput: 5000 }, "max_tokens", { accepts: [5000], warns: [5001] }),
  known(UP_TO_HIGH, "output_config.effort", { base: { ...messages, output_config: {} }, accepts: ["high"], warns: ["xhigh"] }),
  known({ efforts: [] }, "output_config.effort", { base: { ...messages, output_config: {} }, warns: ["low"] }),
  known({ thinkingOff: false }, "thinking.type", { base: OFF, accepts: ["adaptive"], warns: ["disabled"] }),
  known({ thinkingOff: "between-tools" }, "thinking.type", { base: OFF, accepts: ["between_tools"], warns: ["disabled"] }),
  known({ effortDialect: "budget" }, "thinking.type", { base: OFF, accepts: ["disabled"], warns: ["adaptive", "between_tools"] }),
  known({ reasoning: false }, "thinking", { accepts: [{ type: "disabled" }] }),
  known({ reasoning: false }, "thinking.type", {
    base: { ...messages, thinking: { budget_tokens: 2000 } },
    accepts: [],
    warns: ["enabled", "adaptive"],
  }),
  known({ jsonWithTools: false }, "output_config.format.type", { base: { ...JSON_ANSWER, tools }, accepts: [], warns: ["json_schema"] }),
  known({ offMaxEffort: "high" }, "thinking.type", {
    base: { ...OFF, output_config: { effort: "xhigh" } },
    accepts: [],
    warns: ["disabled"],
  }),
  known({ budget: false }, "thinking.budget_tokens", { base: { ...messages, thinking: { type: "enabled" } }, accepts: [], warns: [2000] }),
  known({ budget: [1024, 2000] }, "thinking.budget_tokens", {
    base: { ...messages, thinking: { type: "enabled" } },
    accepts: [2000],
    warns: [2001],
  }),
  known({ forcedTools: false }, "tool_choice.type", {
    base: { ...messages, tools, tool_choice: { name: "f" } },
    accepts: ["auto"],
    warns: ["any", "tool"],
  }),
  known({ tools: false }, "tools", { warns: [tools] }),
  known({ structuredOutput: false }, "output_config.format.type", {
    base: JSON_ANSWER,
    accepts: [],
    warns: ["json_schema"],
  }),
  known({}, "output_config.format.type", { base: JSON_ANSWER, accepts: ["json_schema"] }),
  known({ instructions: false }, "system", { warns: ["Be brief."] }),
  known({ input: ["text"] }, "messages[0].content[0]", {
    base: { ...messages, ...CONTENT },
    accepts: [
      { type: "document", source: { type: "text", media_type: "text/plain", data: "x" } },
      { type: "document", source: { type: "content", content: "x" } },
    ],
    warns: [IMAGE, PDF],
  }),
  known(IMAGES, "messages[0].content[0]", { base: { ...messages, ...CONTENT }, accepts: [IMAGE, PDF] }),
  known({ input: ["pdf"] }, "messages[0].content[0]", { base: { ...messages, ...CONTENT }, accepts: [PDF], warns: [IMAGE] }),
];

const config = { ...gemini, generationConfig: {} };
const thinks = { ...gemini, generationConfig: { thinkingConfig: {} } };
const geminiCases: readonly Case[] = [
  known({ sampling: false }, "generationConfig.topP", { base: config, accepts: [1], warns: [0.5] }),
  known({ penalties: false }, "generationConfig.frequencyPenalty", { base: config, warns: [0.5] }),
  known({ stop: false }, "generationConfig.stopSequences", { base: config, warns: [["a"]] }),
  known({ maxOutput: 100 }, "generationConfig.maxOutputTokens", { base: config, accepts: [100], warns: [101] }),
  known({ budget: [0, 1000] }, "generationConfig.thinkingConfig.thinkingBudget", { base: thinks, accepts: [-1, 0, 1000], warns: [1001] }),
  known({ reasoning: false }, "generationConfig.thinkingConfig", { base: config, warns: [{ thinkingBudget: 500 }] }),
  known({ structuredOutput: false }, "generationConfig.responseSchema", {
    base: { ...gemini, generationConfig: { responseMimeType: "application/json" } },
    warns: [{ type: "STRING" }],
  }),
  known({ prefill: false }, "contents[1].parts[0]", {
    found: "contents[1]",
    base: { contents: [...gemini.contents, { role: "model", parts: [{}] }] },
    accepts: [{ executableCode: { language: "PYTHON", code: "1" } }],
    warns: [{ text: "x" }],
  }),
  known({ forcedTools: false }, "toolConfig.functionCallingConfig.mode", {
    base: { ...gemini, tools: geminiTools, toolConfig: { functionCallingConfig: {} } },
    accepts: ["AUTO"],
    warns: ["ANY"],
  }),
  known({ tools: false }, "tools", { accepts: [[{ googleSearch: {} }]], warns: [geminiTools] }),
  known({ jsonWithTools: false }, "generationConfig.responseMimeType", {
    base: { ...config, tools: geminiTools },
    accepts: ["text/plain"],
    warns: ["application/json"],
  }),
  known({ jsonWithTools: false }, "generationConfig.responseMimeType", { base: config, accepts: ["application/json"] }),
  known({ instructions: false }, "systemInstruction", { warns: [{ parts: [{ text: "Be brief." }] }] }),
  known(IMAGES, "contents[0].parts[0].inlineData", {
    base: { contents: [{ role: "user", parts: [{}] }] },
    accepts: [
      { mimeType: "image/png", data: "AA==" },
      { mimeType: "application/pdf", data: "AA==" },
    ],
    warns: [
      { mimeType: "audio/wav", data: "AA==" },
      { mimeType: "video/mp4", data: "AA==" },
    ],
  }),
];

export const modelCases: readonly CaseGroup[] = [
  { style: "chat-completions", document: "request", base: chat, cases: chatCases },
  { style: "messages", document: "request", base: messages, cases: messagesCases },
  { style: "generate-content", document: "request", base: gemini, cases: geminiCases },
];
