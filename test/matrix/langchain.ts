/** LangChain's chat models as clients of the gateway. */
import { ChatAnthropic } from "@langchain/anthropic";
import { type AIMessageChunk, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import { type Chat, type ChatOptions, type Client, MODEL, type Seen } from "../e2e/support/clients.js";
import type { Makers } from "../e2e/support/gateway.js";
import { count, text } from "../e2e/support/pick.js";
import { TOOLS } from "./tools.js";

type Model = Runnable<BaseMessage[], AIMessageChunk>;

export const langchain: Makers = {
  "chat-completions": ({ baseUrl }) =>
    clientOf("@langchain/openai", "chat-completions", (tools) => {
      const model = new ChatOpenAI({ model: MODEL, apiKey: "sk-client", maxRetries: 0, configuration: { baseURL: `${baseUrl}/v1` } });
      return tools ? model.bindTools(TOOLS.map(declared)) : model;
    }),
  messages: ({ baseUrl }) =>
    clientOf("@langchain/anthropic", "messages", (tools) => {
      const model = new ChatAnthropic({ model: MODEL, apiKey: "sk-client", maxRetries: 0, maxTokens: 1000, anthropicApiUrl: baseUrl });
      return tools ? model.bindTools(TOOLS.map(declared)) : model;
    }),
  "generate-content": ({ baseUrl }) =>
    clientOf("@langchain/google-genai", "generate-content", (tools) => {
      const model = new ChatGoogleGenerativeAI({ model: MODEL, apiKey: "sk-client", maxRetries: 0, baseUrl });
      return tools ? model.bindTools(TOOLS.map(declared)) : model;
    }),
};

function declared({ name, description, schema }: (typeof TOOLS)[number]) {
  return { type: "function" as const, function: { name, description, parameters: schema } };
}

function clientOf(name: string, style: Client["style"], model: (tools: boolean) => Model): Client {
  return {
    name,
    style,
    // Its messages model adds the counts of the first event to those of the last, which hold them already.
    countsStreams: style !== "messages",
    keepsIds: style !== "generate-content",
    chat: (options) => chatOf(model(options.tools === true), style, options),
    structured: () => Promise.reject(new Error("not asked of LangChain")),
    failure: (error) => ({ name: "", status: undefined, message: error instanceof Error ? error.message : "" }),
  };
}

function chatOf(model: Model, style: Client["style"], { stream, system }: ChatOptions): Chat {
  const messages: BaseMessage[] = system === undefined ? [] : [new SystemMessage(system)];
  const send = async (): Promise<Seen> => {
    let message: AIMessageChunk | undefined;
    if (stream) for await (const chunk of await model.stream(messages)) message = message === undefined ? chunk : message.concat(chunk);
    else message = await model.invoke(messages);
    if (message === undefined) throw new Error("an empty stream");
    messages.push(message);
    return seen(message, style);
  };
  return {
    ask(ask) {
      messages.push(new HumanMessage(ask.text));
      return send();
    },
    answer(results) {
      messages.push(...results.map(({ id, name, output }) => new ToolMessage({ tool_call_id: id, name, content: output })));
      return send();
    },
  };
}

const FINISH_FIELDS = { "chat-completions": ["finish_reason"], messages: ["stop_reason"], "generate-content": ["finishReason"] } as const;

function seen(message: AIMessageChunk, style: Client["style"]): Seen {
  const { tool_calls = [] } = message;
  const [field] = FINISH_FIELDS[style];
  return {
    text: message.text,
    thinking: "",
    calls: tool_calls.map(({ id = "", name, args }) => ({ id, name, arguments: args })),
    finish: text(message.response_metadata, field) || text(message.additional_kwargs, field),
    input: count(message, "usage_metadata", "input_tokens"),
    output: count(message, "usage_metadata", "output_tokens"),
    cited: [],
    refusal: "",
  };
}
