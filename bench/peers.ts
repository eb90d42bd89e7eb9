/**
 * Other libraries that translate between these styles, where they are installed: they are optional, and none is needed to
 * measure. Loaded by name and looked at before use, so that types and bundle do without them.
 */
import type { Style } from "./corpus.js";
import { type Participant, splitFrames } from "./floors.js";

interface Parser {
  feed(text: string): void;
}
type CreateParser = (callbacks: { onEvent(event: { readonly data: string }): void }) => Parser;

async function load(name: string): Promise<object | undefined> {
  try {
    const module: unknown = await import(name);
    return typeof module === "object" && module !== null ? module : undefined;
  } catch {
    return undefined;
  }
}

function has<Name extends string>(module: object | undefined, name: Name): module is object & Readonly<Record<Name, CallableFunction>> {
  return module !== undefined && typeof Reflect.get(module, name) === "function";
}

export async function loadParser(): Promise<CreateParser | undefined> {
  const module = await load("eventsource-parser");
  return has(module, "createParser") ? (callbacks) => asParser(module.createParser(callbacks)) : undefined;
}

function asParser(value: unknown): Parser {
  if (isParser(value)) return value;
  throw new TypeError("eventsource-parser is not the version that package.json pins.");
}

function isParser(value: unknown): value is Parser {
  return typeof value === "object" && value !== null && "feed" in value && typeof value.feed === "function";
}

const BRIDGE_NAMES = { "chat-completions": "openai", messages: "anthropic", "generate-content": "google" } as const;

export async function llmBridge(): Promise<(Participant & RequestPeer) | undefined> {
  const module = await load("llm-bridge");
  if (!has(module, "handleUniversalStreamRequest") || !has(module, "translateBetweenProviders")) return undefined;
  const { handleUniversalStreamRequest, translateBetweenProviders } = module;
  return {
    name: "llm-bridge",
    async translate({ from, to }, pieces, out) {
      const source = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
      const target: unknown = handleUniversalStreamRequest(source, BRIDGE_NAMES[from], BRIDGE_NAMES[to]);
      if (!(target instanceof ReadableStream)) return;
      const encoder = new TextEncoder();
      for (const reader = target.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return;
        out(typeof value === "string" ? encoder.encode(value) : value);
      }
    },
    request: ({ from, to, body }) => translateBetweenProviders(BRIDGE_NAMES[from], BRIDGE_NAMES[to], body),
  };
}

export interface RequestPeer {
  /** Gives the translated body, an object or its JSON. */
  request(call: { readonly from: Style; readonly to: Style; readonly body: object; readonly text: string }): unknown;
}

const LINGUA_NAMES = { "chat-completions": "openai", messages: "anthropic", "generate-content": "google" } as const;

interface Session {
  pushSse(json: string): unknown;
  finishSse(): unknown;
  free(): void;
}

export async function lingua(): Promise<(Participant & RequestPeer) | undefined> {
  const wrapper = await load("@braintrust/lingua-wasm");
  const inner =
    wrapper !== undefined && "default" in wrapper && typeof wrapper.default === "object" && wrapper.default !== null
      ? wrapper.default
      : wrapper;
  if (!has(inner, "TransformStreamSession") || !has(inner, "transform_request")) return undefined;
  const { TransformStreamSession, transform_request } = inner;
  const open = (to: Style): Session => {
    const session: unknown = Reflect.construct(TransformStreamSession, [LINGUA_NAMES[to]]);
    if (isSession(session)) return session;
    throw new TypeError("@braintrust/lingua is not the version that package.json pins.");
  };
  return {
    name: "lingua (WASM)",
    translate({ from, to }, pieces, out) {
      const encoder = new TextEncoder();
      const session = open(to);
      let text = "";
      const write = (frames: unknown) => {
        if (Array.isArray(frames)) for (const frame of frames) text += String(frame);
      };
      const flush = () => {
        if (text !== "") out(encoder.encode(text));
        text = "";
      };
      const push = (data: string) => {
        if (data !== "[DONE]") write(session.pushSse(data));
      };
      splitFrames(pieces, from === "generate-content" ? "\r\n\r\n" : "\n\n", push, flush);
      write(session.finishSse());
      flush();
      session.free();
    },
    request: ({ to, text }) => transform_request(text, LINGUA_NAMES[to], "m"),
  };
}

function isSession(value: unknown): value is Session {
  return (
    typeof value === "object" &&
    value !== null &&
    ["pushSse", "finishSse", "free"].every((name) => typeof Reflect.get(value, name) === "function")
  );
}
