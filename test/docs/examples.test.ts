/** The `@example`s of the public surface: every function has one, and it says what is so. */
import { describe, expect, it } from "vitest";
import { createExchange } from "../../src/index.js";
import { ENTRIES, type Entry, exportsOf } from "../support/api.js";
import { runExample } from "../support/examples.js";

const entries: readonly Entry[] = [
  "interlingua",
  "interlingua/chat-completions",
  "interlingua/messages",
  "interlingua/generate-content",
  "interlingua/chat-completions/rules",
  "interlingua/messages/rules",
  "interlingua/generate-content/rules",
  "interlingua/web",
  "interlingua/sse",
  "interlingua/codec",
  "interlingua/schema",
  "interlingua/models",
  "interlingua/dialects",
];

async function* chunks(text: string) {
  for (const chunk of text.match(/.{1,40}/gs) ?? []) yield new TextEncoder().encode(chunk);
}
async function* events() {
  yield { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [], usage: { input_tokens: 1 } } };
  yield { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } };
  yield { type: "message_stop" };
}
const answer =
  'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"usage":{"input_tokens":1}}}\n\n';

const opened = createExchange(
  { path: "/v1/chat/completions", body: { model: "m", messages: [{ role: "user", content: "hi" }] } },
  { to: "messages" },
);
const exchange = opened.ok ? opened.value : undefined;

/** What the examples leave to their readers. */
const given: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  createStreamTranslator: () => ({
    context: {},
    upstream: chunks(answer),
    client: {
      write: (bytes: Uint8Array) => expect(bytes).toBeInstanceOf(Uint8Array),
      end: (bytes: Uint8Array) => expect(bytes.length).toBeGreaterThan(0),
    },
    log: (line: string) => expect(line).toMatch(/^(?:error|warning|info) /),
  }),
  translateEvents: () => ({
    anthropic: { messages: { create: async () => events() } },
    messages: [],
    show: (choices: unknown) => expect(choices).toBeInstanceOf(Array),
  }),
  createSseReader: () => ({ body: chunks("data: 1\n\ndata: 2"), handle: (data: string) => expect(data).toMatch(/^[12]$/) }),
  translateStream: () => ({ context: {}, upstream: new Response(answer) }),
  transformStream: () => ({ exchange, upstream: new Response(answer) }),
  toResponse: () => ({
    exchange,
    headers: {},
    request: new Request("https://client"),
    fetch: async (url: string) => new Response(url === "https://api.anthropic.com/v1/messages" ? answer : null),
  }),
  createHandler: () => ({ fetch: async () => new Response() }),
  createFetch: () => ({
    apiKey: "sk-a",
    fetch: async () => new Response(),
    OpenAI: class {
      constructor(readonly options: unknown) {}
    },
  }),
};

describe("the example of", () => {
  for (const entry of entries)
    for (const { name, kind, comment } of exportsOf(entry)) {
      if (kind === "type") continue;
      if (kind === "function") it(`${name} exists`, () => expect(comment?.examples).not.toEqual([]));
      for (const code of comment?.examples ?? [])
        it(`${name} runs, and gives what it says`, async () => {
          const { claims } = await runExample(code, given[name]?.());
          if (given[name] === undefined) expect(claims, "says what comes out").toBeGreaterThan(0);
        });
    }

  it("is given what it needs and nothing else", () => {
    const names = new Set(entries.flatMap((entry) => exportsOf(entry).map(({ name }) => name)));
    expect(Object.keys(given).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(ENTRIES)).toEqual(entries);
  });
});
