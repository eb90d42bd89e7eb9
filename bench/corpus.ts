/**
 * What is measured: streams and requests as the three services write them, envelope and all, made from a seed so that
 * every run and every machine measures the same bytes.
 */

export type Style = "chat-completions" | "messages" | "generate-content";
export type Kind = "text" | "thinking" | "arguments";

export const STYLES: readonly Style[] = ["chat-completions", "messages", "generate-content"];

export interface StreamCorpus {
  /** One frame of the stream each, blank line included. */
  readonly frames: readonly Uint8Array[];
  readonly bytes: Uint8Array;
  /** The deltas joined, calls that come whole as the JSON of their arguments: what a translation of the stream has to carry. */
  readonly payload: string;
  /** Frames that hold a delta. */
  readonly deltas: number;
}

/** Mulberry32: the same numbers everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

const WORDS = [
  ..." the of and to in is that for it as was with be by on not he at are this have from or had an they which one you were her all she there".split(
    " ",
  ),
  ..."function returns value error request response stream token model context window message config test module import because therefore".split(
    " ",
  ),
  ..."naïve café über 東京 данные 🚀 “quoted” it’s don't e.g. 3.14 42 `code` **bold**".split(" "),
  "\n\n",
  ".\n",
  ' "so"',
  "C:\\temp",
  "a\tb",
] as const;
const FIRST: readonly [string, ...string[]] = [" the", ...WORDS];

/** A word or two, as a service sends them: a few of them with characters that JSON escapes. */
function token(random: Random): string {
  const word = ` ${pick(random, FIRST)}`;
  return random() < 0.3 ? `${word} ${pick(random, FIRST)}` : word;
}

function prose(random: Random, length: number): string {
  let text = "";
  while (text.length < length) text += token(random);
  return text.slice(0, length);
}

const ID = "9f8e7d6c5b4a39281706f5e4d3c2b1a0";
const encoder = new TextEncoder();

/** A stream of one answer: its opening, `count` deltas of one kind, its end. */
export function createStream(style: Style, kind: Kind, count: number, seed = 1): StreamCorpus {
  const random = createRandom(seed);
  const texts = kind === "arguments" ? jsonPieces(random, count) : Array.from({ length: count }, () => token(random));
  const { open, delta, close } = WRITERS[style](kind, random);
  const deltas = texts.map(delta);
  const frames = [...open, ...deltas, ...close].map((frame) => encoder.encode(frame));
  const carried = style === "generate-content" && kind === "arguments" ? texts.map((text) => JSON.stringify(wholeCall(text))) : texts;
  return { frames, bytes: joined(frames), payload: carried.join(""), deltas: deltas.length };
}

function wholeCall(text: string) {
  return { path: "src/index.ts", content: text };
}

/** The text of a JSON object in pieces, as arguments arrive. */
function jsonPieces(random: Random, count: number): string[] {
  const text = JSON.stringify({ path: "src/index.ts", content: prose(random, count * 6) });
  const cut = (index: number) => Math.floor((index * text.length) / count);
  return Array.from({ length: count }, (_, index) => text.slice(cut(index), cut(index + 1)));
}

interface Writer {
  readonly open: readonly string[];
  delta(text: string): string;
  readonly close: readonly string[];
}

const WRITERS: Readonly<Record<Style, (kind: Kind, random: Random) => Writer>> = {
  "chat-completions": chatCompletions,
  messages,
  "generate-content": generateContent,
};

/** About 300 bytes for each delta: the whole envelope, a null for everything unsaid, and padding against eavesdroppers. */
function chatCompletions(kind: Kind, random: Random): Writer {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({
      id: `chatcmpl-${ID.slice(0, 29)}`,
      object: "chat.completion.chunk",
      created: 1763719200,
      model: "gpt-4.1-2025-04-14",
      service_tier: "default",
      system_fingerprint: "fp_3502f4eb73",
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      usage: null,
      obfuscation: ID.slice(0, 1 + Math.floor(random() * 15)),
    })}\n\n`;
  const first =
    kind === "arguments" ? [{ index: 0, id: "call_1a2b3c", type: "function", function: { name: "write_file", arguments: "" } }] : undefined;
  const usage = {
    id: `chatcmpl-${ID.slice(0, 29)}`,
    object: "chat.completion.chunk",
    created: 1763719200,
    model: "gpt-4.1-2025-04-14",
    choices: [],
    usage: { prompt_tokens: 812, completion_tokens: 2011, total_tokens: 2823 },
  };
  return {
    open: [
      chunk({ role: "assistant", content: first === undefined ? "" : null, refusal: null }),
      ...(first ? [chunk({ tool_calls: first })] : []),
    ],
    delta(text) {
      if (kind === "text") return chunk({ content: text });
      if (kind === "thinking") return chunk({ reasoning_content: text });
      return chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] });
    },
    close: [chunk({}, kind === "arguments" ? "tool_calls" : "stop"), `data: ${JSON.stringify(usage)}\n\n`, "data: [DONE]\n\n"],
  };
}

const BLOCKS = {
  text: { block: { type: "text", text: "" }, delta: "text_delta", field: "text" },
  thinking: { block: { type: "thinking", thinking: "", signature: "" }, delta: "thinking_delta", field: "thinking" },
  arguments: {
    block: { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9", name: "write_file", input: {} },
    delta: "input_json_delta",
    field: "partial_json",
  },
} as const;

/** About 130 bytes for each delta. */
function messages(kind: Kind, random: Random): Writer {
  const { block, delta: type, field } = BLOCKS[kind];
  const frame = (event: { readonly type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const message = {
    model: "claude-sonnet-4-5-20250929",
    id: "msg_01Js8aWE7YbmiaUPneGiCskE",
    type: "message",
    role: "assistant",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 812, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1, service_tier: "standard" },
  };
  const signed = { type: "signature_delta", signature: `EusBClsIDRgCKkBp${ID}${Math.floor(random() * 1e6)}` };
  return {
    open: [
      frame({ type: "message_start", ...{ message } }),
      frame({ type: "content_block_start", ...{ index: 0, content_block: block } }),
      frame({ type: "ping" }),
    ],
    delta: (text) => frame({ type: "content_block_delta", ...{ index: 0, delta: { type, [field]: text } } }),
    close: [
      ...(kind === "thinking" ? [frame({ type: "content_block_delta", ...{ index: 0, delta: signed } })] : []),
      frame({ type: "content_block_stop", ...{ index: 0 } }),
      frame({
        type: "message_delta",
        ...{ delta: { stop_reason: kind === "arguments" ? "tool_use" : "end_turn", stop_sequence: null }, usage: { output_tokens: 2011 } },
      }),
      frame({ type: "message_stop" }),
    ],
  };
}

/** About 350 bytes for each delta: usage in every object, whose counts grow, and CRLF. Calls come whole. */
function generateContent(kind: Kind, _random: Random): Writer {
  let tokens = 0;
  const frame = (parts: readonly object[], finish?: string) => {
    tokens += 2;
    const event = {
      candidates: [{ content: { parts, role: "model" }, ...(finish === undefined ? {} : { finishReason: finish }), index: 0 }],
      usageMetadata: {
        promptTokenCount: 812,
        candidatesTokenCount: tokens,
        totalTokenCount: 812 + tokens,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: 812 }],
      },
      modelVersion: "gemini-2.5-flash",
      responseId: "kq0gaYeKBLqBmNAPq9HB8Ag",
    };
    return `data: ${JSON.stringify(event)}\r\n\r\n`;
  };
  return {
    open: [],
    delta(text) {
      if (kind === "text") return frame([{ text }]);
      if (kind === "thinking") return frame([{ text, thought: true }]);
      return frame([{ functionCall: { name: "write_file", args: wholeCall(text) } }]);
    },
    close: [frame([{ text: "" }], "STOP")],
  };
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The bytes in slices of this size, as a network cuts them. */
export function slices(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** One step of an agent's work. */
interface Turn {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  readonly call?: { readonly id: string; readonly name: string; readonly arguments: { readonly [key: string]: string | number } };
}

interface Conversation {
  readonly system: string;
  readonly turns: readonly Turn[];
}

const TOOLS = ["read_file", "write_file", "list_files", "search", "run_command", "apply_patch", "fetch_url", "ask_user"] as const;

/** An agent at work: a question, then calls and their results, long and short. */
function createConversation(messageCount: number, size: number, seed: number): Conversation {
  const random = createRandom(seed);
  const turns: Turn[] = [{ role: "user", text: "Find out why the build fails on Windows, and mend it." }];
  const pairs = (messageCount - 2) / 2;
  const each = size / pairs;
  for (let index = 0; turns.length < messageCount; index++) {
    const id = `call_${index.toString(36).padStart(6, "0")}${ID.slice(0, 12)}`;
    const path = `packages/core/src/module-${index}.ts`;
    turns.push({
      role: "assistant",
      text: prose(random, 80 + Math.floor(random() * 400)),
      call: {
        id,
        name: pick(random, TOOLS),
        arguments: { path, query: prose(random, 30 + Math.floor(random() * 300)), limit: 40 + index },
      },
    });
    if (turns.length < messageCount)
      turns.push({
        role: "tool",
        text: prose(random, Math.floor(each * (0.2 + random() * 1.45))),
        call: turns.at(-1)?.call ?? { id, name: "search", arguments: {} },
      });
  }
  return { system: prose(random, 8000), turns };
}

function schemaOf(name: string): object {
  return {
    type: "object",
    properties: {
      path: { type: "string", description: `Path that ${name} works on, from the root of the repository.` },
      query: { type: "string", description: "What to look for. Plain text." },
      limit: { type: "integer", description: "At most so many lines.", minimum: 1 },
      mode: { type: "string", enum: ["fast", "thorough"] },
    },
    required: ["path"],
  };
}

const DESCRIPTION = "Works on the files of the repository and tells what it did, line by line. Use it before you guess.";

const REQUEST_WRITERS: Readonly<Record<Style, (conversation: Conversation) => { readonly [key: string]: unknown }>> = {
  "chat-completions": ({ system, turns }) => ({
    model: "gpt-4.1",
    messages: [
      { role: "system", content: system },
      ...turns.map(({ role, text, call }) => {
        if (role === "tool") return { role, tool_call_id: call?.id, content: text };
        if (call === undefined) return { role, content: text };
        const { id, name, arguments: args } = call;
        return { role, content: text, tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }] };
      }),
    ],
    tools: TOOLS.map((name) => ({ type: "function", function: { name, description: DESCRIPTION, parameters: schemaOf(name) } })),
    tool_choice: "auto",
    max_completion_tokens: 8192,
    temperature: 0.2,
    stream: true,
    stream_options: { include_usage: true },
  }),
  messages: ({ system, turns }) => ({
    model: "claude-sonnet-4-5",
    max_tokens: 8192,
    temperature: 0.2,
    stream: true,
    system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
    messages: turns.map(({ role, text, call }) => {
      if (role === "tool") return { role: "user", content: [{ type: "tool_result", tool_use_id: call?.id, content: text }] };
      if (call === undefined) return { role, content: text };
      const { id, name, arguments: input } = call;
      return {
        role,
        content: [
          { type: "text", text },
          { type: "tool_use", id, name, input },
        ],
      };
    }),
    tools: TOOLS.map((name) => ({ name, description: DESCRIPTION, input_schema: schemaOf(name) })),
    tool_choice: { type: "auto" },
  }),
  "generate-content": ({ system, turns }) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: turns.map(({ role, text, call }) => {
      if (role === "tool")
        return { role: "user", parts: [{ functionResponse: { id: call?.id, name: call?.name, response: { output: text } } }] };
      if (call === undefined) return { role: "user", parts: [{ text }] };
      const { id, name, arguments: args } = call;
      return { role: "model", parts: [{ text }, { functionCall: { id, name, args } }] };
    }),
    tools: [{ functionDeclarations: TOOLS.map((name) => ({ name, description: DESCRIPTION, parameters: schemaOf(name) })) }],
    toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    generationConfig: { maxOutputTokens: 8192, temperature: 0.2 },
  }),
};

/** URL path of the requests: generate-content has its model there. */
export const PATHS: Readonly<Record<Style, string>> = {
  "chat-completions": "/v1/chat/completions",
  messages: "/v1/messages",
  "generate-content": "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
};

/** An agent's transcript: 199 messages and about 1 MB of JSON, unless asked otherwise. */
export function createTranscript(style: Style, messageCount = 199, size = 860_000): { readonly [key: string]: unknown } {
  return REQUEST_WRITERS[style](createConversation(messageCount, size, 7));
}

/** Three short messages and nothing beside them: what most requests of a chat are. */
export function createChat(style: Style): { readonly [key: string]: unknown } {
  const texts = ["Hello there, how are you?", "I am fine, thank you. What can I do for you?", "Tell me about Paris in two sentences."];
  if (style === "generate-content")
    return { contents: texts.map((text, index) => ({ role: index % 2 === 0 ? "user" : "model", parts: [{ text }] })) };
  const messages = texts.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));
  return style === "messages" ? { model: "claude-sonnet-4-5", max_tokens: 1024, messages } : { model: "gpt-4.1", messages };
}

/** A question about one image of so many base64 characters. */
export function createImageRequest(style: Style, size = 10_000_000): { readonly [key: string]: unknown } {
  const data = base64(size);
  const question = "What is in this picture?";
  switch (style) {
    case "chat-completions":
      return {
        model: "gpt-4.1",
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: question },
              { type: "image_url", image_url: { url: `data:image/jpeg;base64,${data}` } },
            ],
          },
        ],
      };
    case "messages":
      return {
        model: "claude-sonnet-4-5",
        max_tokens: 1024,
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: question },
              { type: "image", source: { type: "base64", media_type: "image/jpeg", data } },
            ],
          },
        ],
      };
    case "generate-content":
      return { contents: [{ role: "user", parts: [{ text: question }, { inlineData: { mimeType: "image/jpeg", data } }] }] };
  }
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function base64(size: number): string {
  const random = createRandom(3);
  const length = Math.ceil(size / 4) * 4;
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = ALPHABET.charCodeAt(Math.floor(random() * 64));
  return new TextDecoder().decode(bytes);
}

/** A whole answer: some text and two calls. */
export function createAnswer(style: Style): { readonly [key: string]: unknown } {
  const text = prose(createRandom(5), 2400);
  const calls = [0, 1].map((index) => ({ id: `call_${index}abc`, name: "read_file", args: { path: `src/file-${index}.ts`, limit: 40 } }));
  switch (style) {
    case "chat-completions":
      return {
        id: `chatcmpl-${ID}`,
        object: "chat.completion",
        created: 1763719200,
        model: "gpt-4.1-2025-04-14",
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: text,
              refusal: null,
              tool_calls: calls.map(({ id, name, args }) => ({
                id,
                type: "function",
                function: { name, arguments: JSON.stringify(args) },
              })),
            },
            logprobs: null,
            finish_reason: "tool_calls",
          },
        ],
        usage: { prompt_tokens: 812, completion_tokens: 640, total_tokens: 1452 },
      };
    case "messages":
      return {
        id: "msg_01Js8aWE7YbmiaUPneGiCskE",
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5-20250929",
        content: [{ type: "text", text }, ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }))],
        stop_reason: "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 812, output_tokens: 640 },
      };
    case "generate-content":
      return {
        candidates: [
          {
            content: { role: "model", parts: [{ text }, ...calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }))] },
            finishReason: "STOP",
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 812, candidatesTokenCount: 640, totalTokenCount: 1452 },
        modelVersion: "gemini-2.5-flash",
        responseId: "kq0gaYeKBLqBmNAPq9HB8Ag",
      };
  }
}
