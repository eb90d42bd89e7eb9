/**
 * The three official clients, unmodified, each used as its documentation says: its own stream helper, its own accumulator,
 * its own way to keep a conversation. What they show is brought to one form, so that a test is written once.
 */
import Anthropic, { APIError as AnthropicError } from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { ApiError, type Content, type GenerateContentConfig, type GenerateContentResponse, GoogleGenAI, type Part } from "@google/genai";
import OpenAI, { APIError as OpenAIError } from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";
import type { StyleName } from "../../../src/index.js";
import type { Fetch } from "../../../src/web.js";
import { count, list, pick, text } from "./pick.js";

export interface SeenCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}
export interface Seen {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly SeenCall[];
  /** In the client's own words. */
  readonly finish: string;
  readonly input: number;
  readonly output: number;
  readonly cited: readonly string[];
  readonly refusal: string;
}
export interface Ask {
  readonly text: string;
  /** JPEG, base64. */
  readonly image?: string;
  readonly pdf?: string;
}
export interface ChatOptions {
  readonly stream: boolean;
  readonly system?: string;
  readonly tools?: boolean;
  readonly thinking?: boolean;
  readonly search?: boolean;
  readonly temperature?: number;
  readonly signal?: AbortSignal;
  /** Called with each piece of text of a stream. */
  readonly onText?: (piece: string) => void;
}
/** A conversation; what the model said is kept as the client gives it. */
export interface Chat {
  ask(ask: Ask): Promise<Seen>;
  answer(results: readonly { readonly id: string; readonly name: string; readonly output: string }[]): Promise<Seen>;
}
export interface Failure {
  /** Of the error's class. */
  readonly name: string;
  readonly status: number | undefined;
  readonly message: string;
  /** Of the call, and how many seconds to wait: where the client shows them. */
  readonly requestId?: string | null | undefined;
  readonly retryAfter?: string | null | undefined;
}
export interface Target {
  readonly baseUrl: string;
  readonly fetch?: Fetch;
  /** Default 0. */
  readonly retries?: number;
  readonly apiKey?: string;
  /** Of generate-content, where it is not the client's own default. */
  readonly apiVersion?: string;
}
export interface Client {
  readonly name: string;
  readonly style: StyleName;
  /** Some add up the tokens of a stream in a way of their own. */
  readonly countsStreams?: boolean;
  /** Some send calls and results without the ids that they were given. */
  readonly keepsIds?: boolean;
  chat(options: ChatOptions): Chat;
  /** What the client's own parse helper gives. */
  structured(prompt: string): Promise<unknown>;
  failure(error: unknown): Failure;
}

export const MODEL = "gateway-model";
export const Place = z.object({ city: z.string(), inhabitants: z.number() });
const TOOLS = [
  { name: "get_weather", description: "The weather of a city.", key: "city" },
  { name: "get_time", description: "The time in a zone.", key: "zone" },
];
const schemaOf = (key: string) => ({ type: "object" as const, properties: { [key]: { type: "string" } }, required: [key] });

export const clients: Readonly<Record<StyleName, (target: Target) => Client>> = {
  "chat-completions": openaiClient,
  messages: anthropicClient,
  "generate-content": genaiClient,
};

/** The text of a class name; the SDKs set `name` to `Error`. */
function className(error: unknown): string {
  return error instanceof Error ? error.constructor.name : "";
}

function openaiClient({ baseUrl, fetch, retries = 0, apiKey = "sk-client" }: Target): Client {
  const openai = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: retries, ...(fetch === undefined ? {} : { fetch }) });
  return {
    name: "openai",
    style: "chat-completions",
    chat: (options) => openaiChat(openai, options),
    async structured(prompt) {
      const completion = await openai.chat.completions.parse({
        model: MODEL,
        messages: [{ role: "user", content: prompt }],
        response_format: zodResponseFormat(Place, "place"),
      });
      return completion.choices[0]?.message.parsed;
    },
    failure: (error) => ({
      name: className(error),
      status: error instanceof OpenAIError ? error.status : undefined,
      message: error instanceof Error ? error.message : "",
      ...(error instanceof OpenAIError ? { requestId: error.requestID, retryAfter: error.headers?.get("retry-after") } : {}),
    }),
  };
}

function openaiChat(openai: OpenAI, { stream, system, tools, thinking, search, temperature, signal, onText }: ChatOptions): Chat {
  const messages: OpenAI.ChatCompletionMessageParam[] = system === undefined ? [] : [{ role: "system", content: system }];
  const send = async (): Promise<Seen> => {
    const params: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: MODEL,
      messages,
      ...(tools
        ? {
            tools: TOOLS.map(({ name, description, key }) => ({
              type: "function" as const,
              function: { name, description, parameters: schemaOf(key) },
            })),
          }
        : {}),
      ...(thinking ? { reasoning_effort: "low" as const } : {}),
      ...(search ? { web_search_options: {} } : {}),
      ...(temperature === undefined ? {} : { temperature }),
    };
    if (!stream) {
      const completion = await openai.chat.completions.create(params, { signal });
      const message = completion.choices[0]?.message;
      if (message !== undefined) messages.push(message);
      return openaiSeen(completion);
    }
    const runner = openai.chat.completions.stream({ ...params, stream: true, stream_options: { include_usage: true } }, { signal });
    // Fields beyond the client's types are joined as the services that have them tell to.
    let reasoning = "";
    const details: unknown[] = [];
    let annotations: readonly unknown[] = [];
    runner.on("chunk", (chunk) => {
      const delta = chunk.choices[0]?.delta;
      reasoning += text(delta, "reasoning_content");
      details.push(...list(delta, "reasoning_details"));
      if (list(delta, "annotations").length > 0) annotations = list(delta, "annotations");
    });
    runner.on("content", (piece) => onText?.(piece));
    const completion = await runner.finalChatCompletion();
    const message = completion.choices[0]?.message;
    if (message !== undefined) {
      Object.assign(message, reasoning === "" ? {} : { reasoning_content: reasoning });
      Object.assign(message, details.length === 0 ? {} : { reasoning_details: details }, { annotations });
      messages.push(message);
    }
    return openaiSeen(completion);
  };
  return {
    ask({ text, image, pdf }) {
      messages.push({
        role: "user",
        content:
          image === undefined && pdf === undefined
            ? text
            : [
                { type: "text", text },
                ...(image === undefined ? [] : [{ type: "image_url" as const, image_url: { url: `data:image/jpeg;base64,${image}` } }]),
                ...(pdf === undefined
                  ? []
                  : [{ type: "file" as const, file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${pdf}` } }]),
              ],
      });
      return send();
    },
    answer(results) {
      messages.push(...results.map(({ id, output }) => ({ role: "tool" as const, tool_call_id: id, content: output })));
      return send();
    },
  };
}

function openaiSeen(completion: OpenAI.ChatCompletion): Seen {
  const choice = completion.choices[0];
  const message = choice?.message;
  return {
    text: message?.content ?? "",
    thinking: text(message, "reasoning_content"),
    calls: (message?.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.type === "function" ? call.function.name : "",
      arguments: call.type === "function" ? JSON.parse(call.function.arguments) : undefined,
    })),
    finish: choice?.finish_reason ?? "",
    input: completion.usage?.prompt_tokens ?? -1,
    output: completion.usage?.completion_tokens ?? -1,
    cited: list(message, "annotations").map((annotation) => text(annotation, "url_citation", "url")),
    refusal: message?.refusal ?? "",
  };
}

function anthropicClient({ baseUrl, fetch, retries = 0, apiKey = "sk-client" }: Target): Client {
  const anthropic = new Anthropic({ apiKey, baseURL: baseUrl, maxRetries: retries, ...(fetch === undefined ? {} : { fetch }) });
  return {
    name: "@anthropic-ai/sdk",
    style: "messages",
    chat: (options) => anthropicChat(anthropic, options),
    async structured(prompt) {
      const message = await anthropic.messages.parse({
        model: MODEL,
        max_tokens: 1000,
        messages: [{ role: "user", content: prompt }],
        output_config: { format: zodOutputFormat(Place) },
      });
      return message.parsed_output;
    },
    failure: (error) => ({
      name: className(error),
      status: error instanceof AnthropicError ? error.status : undefined,
      message: error instanceof Error ? error.message : "",
      ...(error instanceof AnthropicError ? { requestId: error.requestID, retryAfter: error.headers?.get("retry-after") } : {}),
    }),
  };
}

function anthropicChat(anthropic: Anthropic, { stream, system, tools, thinking, search, temperature, signal, onText }: ChatOptions): Chat {
  const messages: Anthropic.MessageParam[] = [];
  const send = async (): Promise<Seen> => {
    const offered: Anthropic.ToolUnion[] = [
      ...(tools ? TOOLS.map(({ name, description, key }) => ({ name, description, input_schema: schemaOf(key) })) : []),
      ...(search ? [{ type: "web_search_20250305" as const, name: "web_search" as const }] : []),
    ];
    const params: Anthropic.MessageCreateParamsNonStreaming = {
      model: MODEL,
      max_tokens: 4096,
      messages,
      ...(system === undefined ? {} : { system }),
      ...(offered.length === 0 ? {} : { tools: offered }),
      ...(thinking ? { thinking: { type: "enabled" as const, budget_tokens: 1024 } } : {}),
      ...(temperature === undefined ? {} : { temperature }),
    };
    const options = { ...(signal === undefined ? {} : { signal }) };
    if (!stream) return seen(await anthropic.messages.create(params, options));
    const runner = anthropic.messages.stream(params, options);
    runner.on("text", (piece) => onText?.(piece));
    return seen(await runner.finalMessage());
  };
  const seen = (message: Anthropic.Message): Seen => {
    messages.push({ role: "assistant", content: message.content });
    return anthropicSeen(message);
  };
  return {
    ask({ text, image, pdf }) {
      messages.push({
        role: "user",
        content:
          image === undefined && pdf === undefined
            ? text
            : [
                ...(image === undefined
                  ? []
                  : [{ type: "image" as const, source: { type: "base64" as const, media_type: "image/jpeg" as const, data: image } }]),
                ...(pdf === undefined
                  ? []
                  : [
                      { type: "document" as const, source: { type: "base64" as const, media_type: "application/pdf" as const, data: pdf } },
                    ]),
                { type: "text", text },
              ],
      });
      return send();
    },
    answer(results) {
      messages.push({
        role: "user",
        content: results.map(({ id, output }) => ({ type: "tool_result", tool_use_id: id, content: output })),
      });
      return send();
    },
  };
}

function anthropicSeen({ content, stop_reason, stop_details, usage }: Anthropic.Message): Seen {
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    thinking: content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
    calls: content.flatMap((block) => (block.type === "tool_use" ? [{ id: block.id, name: block.name, arguments: block.input }] : [])),
    finish: stop_reason ?? "",
    input: usage.input_tokens,
    output: usage.output_tokens,
    cited: content.flatMap((block) => (block.type === "text" ? (block.citations ?? []).map((citation) => text(citation, "url")) : [])),
    refusal: text(stop_details, "explanation"),
  };
}

function genaiClient({ baseUrl, fetch, retries = 0, apiKey = "sk-client", apiVersion }: Target): Client {
  const httpOptions = {
    baseUrl,
    ...(fetch === undefined ? {} : { fetch }),
    ...(retries === 0 ? {} : { retryOptions: { attempts: retries + 1, initialDelay: 0.001, jitter: 0 } }),
  };
  const genai = new GoogleGenAI({ apiKey, httpOptions, ...(apiVersion === undefined ? {} : { apiVersion }) });
  return {
    name: "@google/genai",
    style: "generate-content",
    chat: (options) => genaiChat(genai, options),
    async structured(prompt) {
      const config = { responseMimeType: "application/json", responseJsonSchema: z.toJSONSchema(Place) };
      const response = await genai.models.generateContent({ model: MODEL, contents: prompt, config });
      return Place.parse(JSON.parse(response.text ?? ""));
    },
    failure: (error) => ({
      name: className(error),
      status: error instanceof ApiError ? error.status : undefined,
      message: error instanceof Error ? error.message : "",
    }),
  };
}

function genaiChat(genai: GoogleGenAI, { stream, system, tools, thinking, search, temperature, signal, onText }: ChatOptions): Chat {
  const config: GenerateContentConfig = {
    ...(system === undefined ? {} : { systemInstruction: system }),
    ...(tools
      ? {
          tools: [
            {
              functionDeclarations: TOOLS.map(({ name, description, key }) => ({ name, description, parametersJsonSchema: schemaOf(key) })),
            },
          ],
        }
      : {}),
    ...(search ? { tools: [{ googleSearch: {} }] } : {}),
    ...(thinking ? { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  };
  const chat = genai.chats.create({ model: MODEL, config });
  const send = async (message: Part[]): Promise<Seen> => {
    if (!stream) return genaiSeen([await chat.sendMessage({ message })]);
    const chunks: GenerateContentResponse[] = [];
    for await (const chunk of await chat.sendMessageStream({ message })) {
      chunks.push(chunk);
      for (const part of chunk.candidates?.[0]?.content?.parts ?? []) if (part.text && !part.thought) onText?.(part.text);
    }
    return genaiSeen(chunks);
  };
  return {
    ask: ({ text, image, pdf }) =>
      send([
        ...(image === undefined ? [] : [{ inlineData: { mimeType: "image/jpeg", data: image } }]),
        ...(pdf === undefined ? [] : [{ inlineData: { mimeType: "application/pdf", data: pdf } }]),
        { text },
      ]),
    answer: (results) => send(results.map(({ id, name, output }) => ({ functionResponse: { id, name, response: { output } } }))),
  };
}

function genaiSeen(chunks: readonly GenerateContentResponse[]): Seen {
  const candidates = chunks.flatMap(({ candidates: some = [] }) => some.slice(0, 1));
  const parts = candidates.flatMap(({ content }: { content?: Content }) => content?.parts ?? []);
  const usage = chunks.findLast(({ usageMetadata }) => usageMetadata !== undefined)?.usageMetadata;
  return {
    text: parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join(""),
    thinking: parts.map((part) => (part.thought ? (part.text ?? "") : "")).join(""),
    calls: parts.flatMap(({ functionCall: call }) =>
      call === undefined ? [] : [{ id: call.id ?? "", name: call.name ?? "", arguments: call.args }],
    ),
    finish: candidates.findLast(({ finishReason }) => finishReason !== undefined)?.finishReason ?? "",
    input: count(usage, "promptTokenCount"),
    output: count(usage, "candidatesTokenCount") + count(usage, "thoughtsTokenCount"),
    cited: candidates.flatMap((candidate) =>
      list(pick(candidate, "groundingMetadata"), "groundingChunks").map((chunk) => text(chunk, "web", "uri")),
    ),
    refusal: "",
  };
}
