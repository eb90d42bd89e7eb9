/** The providers of the AI SDK as clients of the gateway, and as independent readers of answers. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, streamText, tool } from "ai";
import type { StyleName } from "../../src/index.js";
import type { Fetch } from "../../src/web.js";
import { type Chat, type ChatOptions, type Client, MODEL, type Seen } from "../e2e/support/clients.js";
import type { Makers } from "../e2e/support/gateway.js";
import { TOOLS } from "./tools.js";

export interface Address {
  readonly baseUrl: string;
  readonly fetch?: Fetch;
}

/** A model of each provider. */
export const models: Readonly<Record<StyleName, (address: Address) => LanguageModel>> = {
  "chat-completions": ({ baseUrl, fetch }) =>
    createOpenAICompatible({ name: "gateway", apiKey: "sk-client", baseURL: `${baseUrl}/v1`, includeUsage: true, ...given(fetch) })(MODEL),
  messages: ({ baseUrl, fetch }) => createAnthropic({ apiKey: "sk-client", baseURL: `${baseUrl}/v1`, ...given(fetch) })(MODEL),
  "generate-content": ({ baseUrl, fetch }) => createGoogle({ apiKey: "sk-client", baseURL: `${baseUrl}/v1beta`, ...given(fetch) })(MODEL),
};

function given(fetch: Fetch | undefined): { fetch?: Fetch } {
  return fetch === undefined ? {} : { fetch };
}

export const aiSdk: Makers = {
  "chat-completions": (target) => clientOf("@ai-sdk/openai-compatible", "chat-completions", models["chat-completions"](target)),
  messages: (target) => clientOf("@ai-sdk/anthropic", "messages", models.messages(target)),
  "generate-content": (target) => clientOf("@ai-sdk/google", "generate-content", models["generate-content"](target)),
};

function clientOf(name: string, style: StyleName, model: LanguageModel): Client {
  return {
    name,
    style,
    chat: (options) => chatOf(model, style, options),
    structured: () => Promise.reject(new Error("not asked of the AI SDK")),
    failure: (error) => ({ name: "", status: undefined, message: error instanceof Error ? error.message : "" }),
  };
}

const tools = Object.fromEntries(
  TOOLS.map(({ name, description, schema }) => [name, tool({ description, inputSchema: jsonSchema(schema) })] as const),
);

/** The SDK's words for the ends, back in those of the style. */
const FINISH: Readonly<Record<StyleName, Readonly<Record<string, string>>>> = {
  "chat-completions": { stop: "stop", length: "length", "tool-calls": "tool_calls" },
  messages: { stop: "end_turn", length: "max_tokens", "tool-calls": "tool_use" },
  "generate-content": { stop: "STOP", length: "MAX_TOKENS", "tool-calls": "STOP" },
};

function chatOf(model: LanguageModel, style: StyleName, options: ChatOptions): Chat {
  const messages: ModelMessage[] = [];
  const send = async (): Promise<Seen> => {
    const { said, read } = await ask(model, messages, options);
    messages.push(...said);
    return { ...read, finish: FINISH[style][read.finish] ?? read.finish };
  };
  return {
    ask({ text }) {
      messages.push({ role: "user", content: text });
      return send();
    },
    answer(results) {
      messages.push({
        role: "tool",
        content: results.map(({ id, name, output }) => ({
          type: "tool-result" as const,
          toolCallId: id,
          toolName: name,
          output: { type: "text" as const, value: output },
        })),
      });
      return send();
    },
  };
}

export interface Told {
  readonly said: readonly ModelMessage[];
  readonly read: Seen;
}

/** One call, and what the SDK makes of the answer. */
export async function ask(
  model: LanguageModel,
  messages: ModelMessage[],
  options: Pick<ChatOptions, "stream" | "system" | "tools">,
): Promise<Told> {
  const settings = {
    model,
    messages,
    maxRetries: 0,
    ...(options.system === undefined ? {} : { instructions: options.system }),
    ...(options.tools ? { tools } : {}),
  };
  let failed: unknown;
  const result = options.stream
    ? streamText({
        ...settings,
        onError: ({ error }: { readonly error: unknown }) => {
          failed ??= error;
        },
      })
    : await generateText(settings);
  try {
    const [text, thinking = "", calls, finish, usage, response] = await Promise.all([
      result.text,
      result.reasoningText,
      result.toolCalls,
      result.finishReason,
      result.usage,
      result.response,
    ]);
    if (failed !== undefined) throw failed;
    const read = {
      text,
      thinking,
      // What a service ran itself is no call of the client.
      calls: calls
        .filter(({ providerExecuted }) => providerExecuted !== true)
        .map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, arguments: input })),
      finish,
      input: usage.inputTokens ?? -1,
      output: usage.outputTokens ?? -1,
      cited: [],
      refusal: "",
    };
    return { said: response.messages, read };
  } catch (error) {
    throw failed ?? error;
  }
}
