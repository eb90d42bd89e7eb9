import { describe, expect, it } from "vitest";
import type { Issue, StyleName } from "../../src/index.js";
import { createFetch, type Fetch, type FetchOptions } from "../../src/web.js";
import { text } from "../support/parts.js";

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly init: RequestInit;
}
const chat = { model: "gpt-5", messages: [{ role: "user", content: "hi" }] };
const message = { ...chat, max_tokens: 10 };
const content = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
const answered = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude",
  content: [text("hello")],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

/** A `fetch` of a client in front of a stub, and what the stub was sent. */
function stubbed(options: Partial<FetchOptions>, answer: (sent: Sent) => Response | Promise<Response> = () => Response.json(answered)) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (input, init = {}) => {
    const text = typeof init.body === "string" ? init.body : "";
    const call = { url: String(input), headers: new Headers(init.headers), body: text === "" ? undefined : JSON.parse(text), init };
    sent.push(call);
    return answer(call);
  };
  const translated = createFetch({ from: "chat-completions", to: "messages", baseUrl: "https://upstream.test", fetch, ...options });
  const post = (url: string, body: unknown, init: RequestInit = {}) =>
    translated(url, { method: "POST", body: JSON.stringify(body), ...init });
  return { sent, fetch: translated, post };
}

describe("where a request goes", () => {
  const url = async (options: Partial<FetchOptions>, client: string, body: unknown) => {
    const { sent, post } = stubbed(options);
    await post(client, body);
    return sent[0]?.url;
  };

  it("has the version of the client's URL where the style stays, or that of the style where the client has none", async () => {
    const same = { from: "messages", to: "messages" } as const;
    expect(await url(same, "https://a/v1/messages?beta=true", message)).toBe("https://upstream.test/v1/messages?beta=true");
    expect(await url(same, "https://a/messages", message)).toBe("https://upstream.test/v1/messages");
    const google = { from: "generate-content", to: "generate-content" } as const;
    expect(await url(google, "https://a/v1/models/g:generateContent", content)).toBe("https://upstream.test/v1/models/g:generateContent");
  });

  it("is found behind whatever base address the client has", async () => {
    for (const client of ["https://a/chat/completions", "https://a/openai/v1/chat/completions", "https://a/v1/chat/completions/"])
      expect(await url({}, client, chat)).toBe("https://upstream.test/v1/messages");
    expect(await url({ from: "generate-content" }, "https://a/x/v1/models/g:generateContent", content)).toBe(
      "https://upstream.test/v1/messages",
    );
    const tuned = "https://a/v1beta1/projects/p/locations/l/publishers/google/models/g:generateContent";
    expect(await url({ from: "generate-content" }, tuned, content)).toBe("https://upstream.test/v1/messages");
  });

  it("has the model, where a host has it in the client's path", async () => {
    const { messages } = chat;
    const azure = "https://a/in/front/openai/deployments/gpt-4o/chat/completions?api-version=1";
    const vertex = "https://a/v1/projects/p/locations/l/publishers/anthropic/models/claude-x:streamRawPredict";
    const google = { to: "generate-content", upstreamProfile: "vendor" } as const;
    expect(await url(google, azure, { messages })).toBe("https://upstream.test/v1beta/models/gpt-4o:generateContent");
    expect(await url({ ...google, from: "messages" }, vertex, { messages, max_tokens: 9 })).toBe(
      "https://upstream.test/v1beta/models/claude-x:streamGenerateContent?alt=sse",
    );
    const same = { to: "chat-completions" } as const;
    const own = "https://upstream.test/openai/deployments/gpt-4o/chat/completions?api-version=1";
    expect(await url(same, azure, { messages })).toBe(own);
    expect(await url({ ...same, baseUrl: "https://upstream.test/openai/deployments/b/chat/completions?c=d" }, azure, { messages })).toBe(
      "https://upstream.test/openai/deployments/b/chat/completions?api-version=1&c=d",
    );
    const vertexBase = "https://up.test/v1/projects/q/locations/m";
    expect(await url({ from: "messages", to: "messages", baseUrl: vertexBase }, vertex, { messages, max_tokens: 9 })).toBe(
      `${vertexBase}/publishers/anthropic/models/claude-x:streamRawPredict`,
    );
    const hosted = { to: "chat-completions", upstreamProfile: { base: "vendor", modelInPath: true }, baseUrl: own } as const;
    expect(await url(hosted, "https://a/v1/chat/completions", chat)).toBe(own);
  });

  it("is the client's own origin without a base address, and the client's own URL where the style stays", async () => {
    const without = (from: StyleName, to: StyleName) => ({ sent: [] as string[], from, to });
    const seen = async (from: StyleName, to: StyleName, client: string, body: unknown) => {
      const { sent, ...styles } = without(from, to);
      const fetch: Fetch = async (input) => {
        sent.push(String(input));
        return Response.json({});
      };
      await createFetch({ ...styles, fetch })(client, { method: "POST", body: JSON.stringify(body) });
      return sent[0];
    };
    expect(await seen("chat-completions", "messages", "https://a.test/v1/chat/completions", chat)).toBe("https://a.test/v1/messages");
    const same = "https://a.test/openai/chat/completions";
    expect(await seen("chat-completions", "chat-completions", same, chat)).toBe(same);
    const vertex = "https://a.test/v1beta1/publishers/google/models/g:streamGenerateContent?alt=sse";
    expect(await seen("generate-content", "generate-content", vertex, content)).toBe(vertex);
    const stable = "https://a.test/v1/models/g:generateContent";
    expect(await seen("generate-content", "generate-content", stable, content)).toBe(stable);
  });

  it("is nowhere for what is no request of the client's style", async () => {
    const { sent, fetch, post } = stubbed({});
    const listed = await fetch("https://a/v1/models");
    const unknown = { type: "invalid_request_error", code: null, message: expect.stringContaining("Invalid URL (GET /v1/models)") };
    expect([listed.status, await listed.json()]).toMatchObject([404, { error: unknown }]);
    expect((await post("https://a/v1/messages", message)).status).toBe(404);
    expect((await post("https://a/v1/embeddings", {})).status).toBe(404);
    expect(sent).toEqual([]);
  });

  it("stays as it is for the other calls of a client whose style stays", async () => {
    const { sent, fetch } = stubbed({ to: "chat-completions" });
    await fetch("https://a/v1/models?limit=3", { headers: { authorization: "Bearer sk-a" } });
    expect(sent[0]).toMatchObject({ url: "https://upstream.test/v1/models?limit=3", init: { method: "GET" } });
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer sk-a");
  });
});

describe("a request that names no model", () => {
  it("gets the one that a function makes of none; a model that is none is refused all the same", async () => {
    const asked: (string | undefined)[] = [];
    const model = (name: string | undefined) => {
      asked.push(name);
      return "opus";
    };
    const { sent, post } = stubbed({ model });
    for (const body of [{ ...chat, model: 5 }, []]) expect((await post("https://a/v1/chat/completions", body)).status).toBe(400);
    expect(sent).toEqual([]);
    expect((await post("https://a/v1/chat/completions", { messages: chat.messages })).status).toBe(200);
    expect(asked).toEqual([undefined]);
    expect(sent).toHaveLength(1);
  });
});

describe("headers of a request", () => {
  const headersFor = async (options: Partial<FetchOptions>, client: string, body: unknown, headers: Readonly<Record<string, string>>) => {
    const { sent, post } = stubbed(options);
    await post(client, body, { headers });
    return Object.fromEntries(sent[0]?.headers ?? []);
  };
  const chatUrl = "https://a/v1/chat/completions";

  it("bring the key where the upstream looks for it", async () => {
    const bearer = { authorization: "Bearer sk-a" };
    expect(await headersFor({}, chatUrl, chat, bearer)).toEqual({
      "x-api-key": "sk-a",
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
    });
    expect(await headersFor({ to: "generate-content" }, chatUrl, chat, bearer)).toEqual({
      "x-goog-api-key": "sk-a",
      "content-type": "application/json",
    });
    const back = { from: "messages", to: "chat-completions" } as const;
    expect(await headersFor(back, "https://a/v1/messages", message, { "x-api-key": "k", "anthropic-version": "2023-06-01" })).toEqual({
      authorization: "Bearer k",
      "content-type": "application/json",
    });
    const google = { from: "generate-content", to: "messages" } as const;
    const url = "https://a/v1beta/models/g:generateContent";
    expect(await headersFor(google, `${url}?key=AIza`, content, {})).toMatchObject({ "x-api-key": "AIza" });
    expect(await headersFor({ ...google, upstreamProfile: "gateway" }, url, content, { "x-goog-api-key": "AIza" })).toMatchObject({
      authorization: "Bearer AIza",
    });
  });

  it("send the embedder's key alone, wherever it stands, and never the client's", async () => {
    const { sent, post } = stubbed({ headers: { authorization: "Bearer real", "X-Team": "a" } });
    await post(chatUrl, chat, { headers: { authorization: "Bearer unused", "x-api-key": "unused" } });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      authorization: "Bearer real",
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
      "x-team": "a",
    });
    const same = stubbed({ from: "generate-content", to: "generate-content", headers: { "x-goog-api-key": "real" } });
    await same.post("https://a/v1beta/models/g:generateContent?key=unused", content);
    expect(same.sent[0]?.url).toBe("https://upstream.test/v1beta/models/g:generateContent");
    expect(same.sent[0]?.headers.get("x-goog-api-key")).toBe("real");
  });

  it("lose what concerns one connection, and what is another vendor's", async () => {
    const headers = {
      connection: "close, X-Hop",
      "x-hop": "1",
      "keep-alive": "timeout=5",
      "accept-encoding": "br",
      cookie: "session=1",
      "openai-organization": "org",
      "x-stainless-lang": "js",
      "x-trace": "t",
      "user-agent": "app/1",
    };
    expect(await headersFor({}, chatUrl, chat, headers)).toEqual({
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
      "x-trace": "t",
      "user-agent": "app/1",
    });
    expect(await headersFor({ to: "chat-completions" }, chatUrl, chat, headers)).toMatchObject({ "openai-organization": "org" });
  });
});

describe("an answer", () => {
  const chatUrl = "https://a/v1/chat/completions";
  const headersOf = async (response: Response) => Object.fromEntries((await response).headers);

  it("has the request id under the name that the client reads, and nothing of the upstream's encoding", async () => {
    const upstream = () =>
      Response.json(answered, {
        headers: { "request-id": "req_1", "content-encoding": "identity", connection: "x-ratelimit-hop", "x-ratelimit-hop": "1" },
      });
    expect(await headersOf(await stubbed({}, upstream).post(chatUrl, chat))).toEqual({
      "content-type": "application/json",
      "request-id": "req_1",
      "x-request-id": "req_1",
    });
  });
});

describe("a style that stays", () => {
  const url = "https://a/v1/messages";
  it("repeats the texts of request and answer as they are", async () => {
    const text = '{ "max_tokens": 10, "model": "m", "big": 12345678901234567890, "messages": [{"role":"user","content":"hi"}] }';
    const sent: unknown[] = [];
    const answer = '{"id":"msg_1",  "type":"message","big":12345678901234567890}';
    const fetch: Fetch = async (_input, init) => {
      sent.push(init?.body);
      return new Response(answer);
    };
    const same = createFetch({ from: "messages", to: "messages", baseUrl: "https://u", fetch });
    const response = await same(url, { method: "POST", body: text });
    expect(sent).toEqual([text]);
    expect(await response.text()).toBe(answer);
  });

  it("passes on what is no question to where it would ask one", async () => {
    const fetch: Fetch = async (input) => Response.json(String(input));
    const same = createFetch({ from: "generate-content", to: "generate-content", baseUrl: "https://u/base", fetch });
    expect(await (await same("https://a/proxy/v1beta/models/x?a=b")).json()).toBe("https://u/base/v1beta/models/x?a=b");
  });
});

describe("a stream", () => {
  const chatUrl = "https://a/v1/chat/completions";
  const encoder = new TextEncoder();
  const event = (value: { readonly type: string; readonly [key: string]: unknown }) =>
    encoder.encode(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`);
  const start = event({ type: "message_start", message: { ...answered, content: [], stop_reason: null } });
  const open = event({ type: "content_block_start", index: 0, content_block: text() });
  const delta = (text: string) => event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
  const asked = { ...chat, stream: true };

  it("ends in an error of the client, after what arrived, where the connection breaks", async () => {
    const slices = [start, open, delta("half")];
    const answer = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            const slice = slices.shift();
            if (slice === undefined) controller.error(new TypeError("terminated"));
            else controller.enqueue(slice);
          },
        }),
      );
    const said: Issue[] = [];
    const response = await stubbed({ onIssues: (issues) => said.push(...issues) }, answer).post(chatUrl, asked);
    const text = await response.text();
    expect(text).toContain('"content":"half"');
    expect(text).toContain("stream_truncated");
    expect(text).not.toContain("[DONE]");
    expect(said.map(({ code }) => code)).toContain("stream.truncated");
  });

  it("fails where the client aborted, and the upstream is told", async () => {
    const abort = new AbortController();
    let signal: AbortSignal | null | undefined;
    const answer = ({ init }: Sent) => {
      signal = init.signal;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(start);
          init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body);
    };
    const response = await stubbed({}, answer).post(chatUrl, asked, { signal: abort.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    const pending = reader?.read();
    abort.abort();
    await expect(pending).rejects.toThrow(/abort/i);
    expect(signal?.aborted).toBe(true);
  });
});

describe("a request", () => {
  const chatUrl = "https://a/v1/chat/completions";

  it("may be a Request", async () => {
    const { sent, fetch } = stubbed({});
    const response = await fetch(
      new Request(chatUrl, { method: "POST", body: JSON.stringify(chat), headers: { authorization: "Bearer k" } }),
    );
    expect(response.status).toBe(200);
    expect(sent[0]?.headers.get("x-api-key")).toBe("k");
  });

  it("keeps the other settings that the client gives its fetch", async () => {
    const { sent, post } = stubbed({});
    await post(chatUrl, chat, { cache: "no-store" });
    expect(sent[0]?.init.cache).toBe("no-store");
  });

  it("that is wrong is answered in the client's words, and told", async () => {
    const said: string[] = [];
    const { sent, post, fetch } = stubbed({ onIssues: (issues) => said.push(...issues.map(({ code }) => code)) });
    const response = await post(chatUrl, { ...chat, temperature: 9 });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: "temperature" } }]);
    const broken = await fetch(chatUrl, { method: "POST", body: "{" });
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { type: "invalid_request_error" } }]);
    expect(said).toEqual([expect.stringMatching(/^validation\./), "validation.R-001"]);
    expect(sent).toEqual([]);
  });

  it("tells what the upstream will not be told", async () => {
    const said: string[] = [];
    await stubbed({ onIssues: (issues) => said.push(...issues.map(({ path }) => path.join("."))) }).post(chatUrl, { ...chat, seed: 1 });
    expect(said).toContain("seed");
  });

  it("fails as the upstream's fetch fails", async () => {
    const failing = stubbed({}, () => Promise.reject(new TypeError("fetch failed")));
    await expect(failing.post(chatUrl, chat)).rejects.toThrow("fetch failed");
  });
});

it("a wrong call is told at once", () => {
  const fetch = async () => Response.json({});
  const call = (options: object) => () => Reflect.apply(createFetch, undefined, [options]);
  expect(call({ from: "chat", to: "messages", fetch })).toThrow(TypeError);
  expect(call({ from: "messages", to: "openai", fetch })).toThrow(TypeError);
  expect(call({ from: "messages", to: "messages" })).toThrow(/fetch/);
});
