/** For each document one that is valid and holds all that most rules look at, so that many faults can be planted together. */
import type { StyleName } from "../../src/model/common.js";
import type { ValidateOptions } from "../../src/styles/options.js";
import * as gen from "../support/gen.js";
import * as msg from "../support/msg.js";
import { text } from "../support/parts.js";
import type { CaseGroup } from "./cases.js";

export interface Rich {
  readonly style: StyleName;
  readonly document: CaseGroup["document"];
  readonly options: ValidateOptions & { readonly profile: "gateway" | "vendor" };
  readonly body: unknown;
}

const path = "/v1beta/models/gemini-2.5-flash:generateContent";
const streaming = "/v1beta/models/gemini-2.5-flash:streamGenerateContent";
const newer = "/v1beta/models/gemini-3-pro:generateContent";
const chat = {
  model: "m",
  messages: [
    { role: "user", name: "bob", content: [text("x"), { type: "image_url", image_url: { url: "https://a/b.png" } }] },
    { role: "assistant", content: "x" },
  ],
  max_tokens: 5,
  temperature: 1,
  top_p: 0.5,
  stream: false,
  stop: ["a"],
  n: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  tools: [{ type: "function", function: { name: "f", description: "d", parameters: {} } }],
  tool_choice: { type: "function", function: { name: "f" } },
  user: "u",
};
const call = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
const messages = {
  model: "m",
  max_tokens: 2000,
  messages: [msg.user(text("x"), { type: "image", source: { type: "url", url: "https://a/b.png" } })],
};
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } };
const inline = { inlineData: { mimeType: "image/jpeg", data: "AA==" } };
const file = { fileData: { fileUri: "https://a/b.pdf", mimeType: "application/pdf" } };
const generate = {
  contents: [{ role: "user", parts: [{ text: "x" }, inline, file] }],
  systemInstruction: { parts: [{ text: "s" }] },
  generationConfig: {
    temperature: 0.5,
    topP: 0.5,
    topK: 1,
    maxOutputTokens: 5,
    stopSequences: ["a"],
    responseMimeType: "text/plain",
    thinkingConfig: { includeThoughts: true, thinkingBudget: 5 },
    imageConfig: { aspectRatio: "1:1" },
    mediaResolution: "MEDIA_RESOLUTION_LOW",
  },
  safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
  tools: [{ functionDeclarations: [{ name: "f", description: "d", parameters: {} }] }],
  toolConfig: { functionCallingConfig: { mode: "ANY" } },
};

export const richDocuments: readonly Rich[] = [
  { style: "chat-completions", document: "request", options: { profile: "gateway" }, body: chat },
  {
    style: "chat-completions",
    document: "request",
    options: { profile: "vendor" },
    body: {
      ...chat,
      logprobs: true,
      top_logprobs: 2,
      logit_bias: { "50256": 1 },
      metadata: { k: "v" },
      safety_identifier: "s",
      response_format: { type: "json_schema", json_schema: { name: "n", schema: {} } },
      web_search_options: {},
      modalities: ["text"],
    },
  },
  {
    style: "chat-completions",
    document: "request",
    options: { profile: "vendor" },
    body: {
      model: "m",
      messages: [
        { role: "user", content: [text("x"), { type: "input_audio", input_audio: { data: "AA==", format: "wav" } }] },
        { role: "assistant", content: null, tool_calls: [call("a")] },
        { role: "tool", tool_call_id: "a", content: "1" },
      ],
      stream: true,
      stream_options: {},
    },
  },
  { style: "messages", document: "request", options: { profile: "gateway" }, body: messages },
  {
    style: "messages",
    document: "request",
    options: { profile: "gateway" },
    body: {
      ...messages,
      messages: [{ role: "user", content: [{ ...picture, cache_control: { type: "ephemeral" } }] }],
      tools: [{ name: "f", input_schema: { type: "object" } }],
      thinking: { type: "enabled", budget_tokens: 1024 },
    },
  },
  {
    style: "messages",
    document: "request",
    options: { profile: "vendor" },
    body: {
      ...messages,
      messages: [
        { role: "user", content: "x" },
        msg.assistant(msg.use("a", "f")),
        msg.user({ type: "tool_result", tool_use_id: "a" }, text("x")),
      ],
    },
  },
  {
    style: "messages",
    document: "request",
    options: { profile: "vendor" },
    body: {
      ...messages,
      model: "claude-opus-4-1-20250805",
      temperature: 1,
      system: [text("s")],
      stop_sequences: ["a"],
      stream: false,
      metadata: { user_id: "u" },
      tools: [{ name: "f", description: "d", input_schema: { type: "object" } }],
      tool_choice: { type: "auto" },
      service_tier: "auto",
      output_config: { effort: "low" },
    },
  },
  { style: "generate-content", document: "request", options: { profile: "gateway", path }, body: { ...generate, async: false } },
  { style: "generate-content", document: "request", options: { profile: "vendor", path }, body: generate },
  ...(["gateway", "vendor"] as const).flatMap((profile) =>
    [[inline], [file]].map(
      (parts): Rich => ({
        style: "generate-content",
        document: "request",
        options: { profile, path: newer },
        body: {
          contents: [{ role: "user", parts }],
          generationConfig: {
            thinkingConfig: { thinkingLevel: profile === "gateway" ? "low" : "LOW" },
            ...(profile === "vendor" ? { responseSchema: {}, responseMimeType: "application/json" } : {}),
          },
          tools: [profile === "gateway" ? { webSearch: { timeRangeFilter: {} } } : { googleSearch: { timeRangeFilter: {} } }],
        },
      }),
    ),
  ),
  {
    style: "generate-content",
    document: "request",
    options: { profile: "gateway", path: streaming },
    body: { contents: generate.contents, async: false },
  },
  {
    style: "chat-completions",
    document: "response",
    options: { profile: "gateway" },
    body: {
      id: "x",
      object: "chat.completion",
      created: 0,
      model: "m",
      system_fingerprint: "s",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "x", refusal: null, annotations: [] },
          finish_reason: "stop",
          logprobs: {},
          content_filter_results: {},
        },
      ],
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, prompt_tokens_details: {}, completion_tokens_details: {} },
    },
  },
  {
    style: "messages",
    document: "response",
    options: { profile: "gateway" },
    body: {
      id: "x",
      type: "message",
      role: "assistant",
      model: "m",
      content: [text("x")],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  {
    style: "generate-content",
    document: "response",
    options: { profile: "gateway" },
    body: {
      candidates: [{ content: gen.model("x"), finishReason: "STOP", index: 0 }],
      usageMetadata: {
        promptTokenCount: 1,
        candidatesTokenCount: 1,
        totalTokenCount: 2,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: 1 }],
      },
      modelVersion: "m",
      responseId: "r",
    },
  },
  {
    style: "chat-completions",
    document: "error",
    options: { profile: "gateway" },
    body: { status: 400, body: { error: { message: "m", type: "invalid_request_error", param: null, code: "invalid_params" } } },
  },
  {
    style: "messages",
    document: "error",
    options: { profile: "gateway" },
    body: { status: 400, body: { type: "error", error: { type: "invalid_request_error", message: "m" } } },
  },
  {
    style: "generate-content",
    document: "error",
    options: { profile: "gateway" },
    body: { status: 400, body: { error: { code: 400, message: "m", status: "INVALID_ARGUMENT" } } },
  },
];
