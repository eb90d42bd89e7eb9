/** What one may pick in the playground. */
import type { State } from "./state.js";

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

/** A state where it differs from the defaults. */
export const EXAMPLES: readonly (Partial<State> & { readonly name: string })[] = [
  {
    name: "A request to OpenAI with tools",
    kind: "request",
    style: "chat-completions",
    models: { "chat-completions": "", messages: "claude-sonnet-5-5", "generate-content": "gemini-2.5-flash" },
    text: pretty({
      model: "gpt-5.1",
      seed: 7,
      logit_bias: { "50256": -100 },
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", name: "ann", content: "What is the weather in Paris?" },
      ],
      tools: [
        { type: "function", function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } } },
      ],
    }),
  },
  {
    name: "A request to Anthropic that thinks",
    kind: "request",
    style: "messages",
    models: { "chat-completions": "gpt-5.1", messages: "", "generate-content": "gemini-2.5-flash" },
    text: pretty({
      model: "claude-sonnet-5-5",
      max_tokens: 4096,
      thinking: { type: "enabled", budget_tokens: 2048 },
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: "How many primes are below 100?" }],
    }),
  },
  {
    name: "An answer of Gemini",
    kind: "response",
    style: "generate-content",
    text: pretty({
      candidates: [{ content: { role: "model", parts: [{ text: "Sunny, 21 °C." }] }, finishReason: "STOP", index: 0, avgLogprobs: -0.2 }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 6, totalTokenCount: 15 },
      modelVersion: "gemini-2.5-flash",
    }),
  },
  {
    name: "A stream of OpenAI",
    kind: "stream",
    style: "chat-completions",
    text: [
      chunk({ role: "assistant", content: "" }),
      ...["Sunny", ", 21", " °C", "."].map((content) => chunk({ content })),
      chunk({}, "stop"),
      "data: [DONE]\n\n",
    ].join(""),
  },
];
