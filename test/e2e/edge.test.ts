/** What stands around the translation in the example gateway: keys, paths, models, the log, and the platforms it runs on. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { StyleName } from "../../src/index.js";
import { createGateway } from "./support/gateway.js";

interface Replay {
  createReplay(style: StyleName, options?: { readonly delay?: number }): typeof fetch;
}
interface HonoModule {
  createApp(handle: (request: Request) => Promise<Response>): { request(path: string, init: RequestInit): Promise<Response> };
}
interface WorkerModule {
  readonly default: { fetch(request: Request, env: Readonly<Record<string, string>>): Promise<Response> };
}
interface SettingsModule {
  settings(env: Readonly<Record<string, string>>): Readonly<Record<string, unknown>>;
}
const folder = new URL("../../examples/gateway/", import.meta.url);
const { createReplay }: Replay = await import(new URL("replay.mjs", folder).href);
const { createApp }: HonoModule = await import(new URL("hono.mjs", folder).href);
const { default: worker }: WorkerModule = await import(new URL("worker.mjs", folder).href);
const { settings }: SettingsModule = await import(new URL("settings.mjs", folder).href);

const chat = { model: "plain-text", messages: [{ role: "user", content: "hi" }] };
const asked = (body: unknown = chat, headers: Readonly<Record<string, string>> = { authorization: "Bearer sk-a" }) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

function gateway(options: Partial<Parameters<typeof createGateway>[0]> = {}) {
  const lines: string[] = [];
  const handle = createGateway({
    to: "messages",
    baseUrl: "http://upstream",
    key: "sk-up",
    fetch: createReplay("messages"),
    log: (line) => lines.push(line),
    ...options,
  });
  return { lines, send: (path: string, init?: RequestInit) => handle(new Request(`http://gateway${path}`, init)) };
}

describe("a gateway", () => {
  it("takes keys where the clients of each style put them", async () => {
    const { send } = gateway();
    const message = { ...chat, max_tokens: 10 };
    const content = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
    const replies = [
      await send("/v1/chat/completions", asked()),
      await send("/v1/messages", asked(message, { "x-api-key": "sk-a" })),
      await send("/v1beta/models/plain-text:generateContent", asked(content, { "x-goog-api-key": "AIza" })),
      await send("/v1/models/plain-text:generateContent?key=AIza", asked(content, {})),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("logs why the upstream could not be asked, and does not tell the client", async () => {
    const failed = new TypeError("fetch failed", { cause: Object.assign(new Error("connect to 10.0.0.7"), { code: "ECONNREFUSED" }) });
    const { send, lines } = gateway({ fetch: () => Promise.reject(failed) });
    const reply = await send("/v1/chat/completions", asked());
    expect(await reply.text()).not.toMatch(/ECONN|10\.0/);
    expect(lines).toEqual(["POST /v1/chat/completions 502 | upstream: fetch failed, ECONNREFUSED"]);
  });

  it("lists the scenarios that it can replay", async () => {
    const reply = await gateway().send("/v1/models", { headers: { authorization: "Bearer sk-a" } });
    expect(await reply.json()).toMatchObject({ object: "list", data: expect.arrayContaining([{ id: "plain-text", object: "model" }]) });
  });

  it("answers 400 to a megabyte of faults, in the client's words and without asking the upstream", async () => {
    const { send } = gateway({ fetch: () => Promise.reject(new Error("asked")) });
    const many = (item: string) => `[${Array.from({ length: Math.floor(1_000_000 / (item.length + 1)) }, () => item).join()}]`;
    const ask = '"messages":[{"role":"user","content":"hi"}]';
    const parts = '"contents":[{"parts":[{"text":"hi"}]}]';
    const path = "/v1beta/models/plain-text:generateContent";
    const rows = [
      ["/v1/chat/completions", `{"model":"plain-text","messages":${many("{}")}}`],
      ["/v1/chat/completions", `{"model":"plain-text",${ask},"stop":${many("5")}}`],
      ["/v1/messages", `{"model":"plain-text","max_tokens":5,"messages":${many("{}")}}`],
      ["/v1/messages", `{"model":"plain-text","max_tokens":5,${ask},"stop_sequences":${many("5")}}`],
      [path, `{"contents":${many("{}")}}`],
      [path, `{${parts},"safetySettings":${many("{}")}}`],
    ] as const;
    for (const [to, body] of rows) {
      const reply = await send(to, { ...asked(), body });
      expect([reply.status, await reply.text()], to).toEqual([400, expect.stringMatching(/at least \d+ more faults/)]);
    }
  });

  it("answers 401, 404 and 400 in the client's words", async () => {
    const { send, lines } = gateway({ accepts: (key) => key === "sk-known" });
    const known = { authorization: "Bearer sk-known" };
    const reply = async (path: string, init?: RequestInit) => {
      const response = await send(path, init);
      return [response.status, await response.json()];
    };
    expect(await reply("/v1/chat/completions", asked(chat, {}))).toMatchObject([401, { error: { code: "invalid_api_key" } }]);
    expect(await reply("/v1/messages", asked())).toMatchObject([401, { type: "error", error: { type: "authentication_error" } }]);
    expect(await reply("/v1beta/models/m:generateContent", asked(chat, {}))).toMatchObject([401, { error: { status: "UNAUTHENTICATED" } }]);
    expect(await reply("/v1/message", asked(chat, known))).toMatchObject([404, { error: { type: "invalid_request_error" } }]);
    expect(await reply("/v1beta/models/m:countTokens", asked(chat, known))).toMatchObject([404, { error: { status: "NOT_FOUND" } }]);
    expect(await reply("/v1/messages", { ...asked(chat, known), body: "{" })).toMatchObject([
      400,
      { error: { type: "invalid_request_error" } },
    ]);
    expect(await reply("/v1/messages", asked(chat, known))).toMatchObject([400, { error: { message: /max_tokens/ } }]);
    expect(lines.at(-1)).toMatch(/^POST \/v1\/messages 400 \| validation\.R-\d+ max_tokens$/);
  });

  it("tells what was lost in a header and, with the tokens, in a line of the log", async () => {
    const { send, lines } = gateway();
    const response = await send("/v1/chat/completions", asked({ ...chat, seed: 4 }));
    expect(response.headers.get("x-interlingua-issues")).toContain("dropped.field seed");
    expect(lines).toEqual([expect.stringMatching(/^POST \/v1\/chat\/completions 200 \d+\+\d+ tokens \| .*dropped\.field seed/)]);
    const streamed = await send("/v1/chat/completions", asked({ ...chat, stream: true }));
    await streamed.text();
    expect(lines[1]).toMatch(/^POST \/v1\/chat\/completions 200 \d+\+\d+ tokens/);
  });

  it("lists its models and calls the upstream's by their names there", async () => {
    const sent: unknown[] = [];
    const { send } = gateway({
      models: { "gpt-4o": "claude-sonnet-4-5" },
      fetch: async (_input, init) => {
        sent.push(JSON.parse(String(init?.body)));
        return new Response("{}", { status: 500 });
      },
    });
    const response = await send("/v1/models", { headers: { authorization: "Bearer sk-a" } });
    expect(await response.json()).toEqual({ object: "list", data: [{ id: "gpt-4o", object: "model" }] });
    await send("/v1/chat/completions", asked({ ...chat, model: "gpt-4o" }));
    expect(sent).toMatchObject([{ model: "claude-sonnet-4-5" }]);
  });

  it("is a bad gateway when the upstream cannot be reached", async () => {
    const { send } = gateway({
      fetch: async () => {
        throw new TypeError("fetch failed");
      },
    });
    expect((await send("/v1/chat/completions", asked())).status).toBe(502);
  });

  it("runs behind Hono and as a worker", async () => {
    const { send } = gateway();
    const app = createApp((request) => send(new URL(request.url).pathname, request));
    expect(await (await app.request("/v1/chat/completions", asked())).json()).toMatchObject({ object: "chat.completion" });
    const response = await worker.fetch(new Request("https://gateway/v1/chat/completions", asked()), {
      UPSTREAM_STYLE: "generate-content",
    });
    expect(await response.json()).toMatchObject({ object: "chat.completion" });
  });

  it("tells of wrong settings before the first client comes", () => {
    const make = (options: object) => () => Reflect.apply(createGateway, undefined, [{ to: "messages", baseUrl: "http://h", ...options }]);
    expect(make({})).not.toThrow();
    expect(make({ to: "openai" })).toThrow('Did you mean "chat-completions"?');
    expect(make({ baseUrl: "localhost:8000" })).toThrow("`baseUrl` must be");
    expect(make({ upstreamProfile: "vllm" })).toThrow("`upstreamProfile` must be");
  });

  it("is small", () => {
    const lines = ["handler", "limits", "report", "server", "main"].map(
      (name) =>
        readFileSync(new URL(`${name}.mjs`, folder), "utf8")
          .trimEnd()
          .split("\n").length,
    );
    expect(lines.reduce((sum, count) => sum + count)).toBeLessThan(300);
  });

  it("writes its line also for a client that goes away", async () => {
    const { send, lines } = gateway({ fetch: createReplay("messages", { delay: 5 }) });
    const response = await send("/v1/chat/completions", asked({ ...chat, stream: true }));
    const reader = response.body?.getReader();
    await reader?.read();
    expect(lines).toEqual([]);
    await reader?.cancel();
    expect(lines).toEqual([expect.stringMatching(/^POST \/v1\/chat\/completions 200/)]);
  });

  it("takes its upstream from the environment", () => {
    expect(settings({ OPENAI_API_KEY: "sk-o", OPENAI_BASE_URL: "http://localhost:1/v1/" })).toMatchObject({
      to: "chat-completions",
      baseUrl: "http://localhost:1/v1/",
      key: "sk-o",
    });
    expect(
      settings({ OPENAI_API_KEY: "sk-o", GEMINI_API_KEY: "AIza", UPSTREAM_STYLE: "generate-content", MODEL_MAP: "a=b" }),
    ).toMatchObject({ to: "generate-content", key: "AIza", models: { a: "b" } });
    expect(settings({ OPENAI_BASE_URL: "http://localhost:1", UPSTREAM_PROFILE: "gateway" })).toMatchObject({
      to: "chat-completions",
      upstreamProfile: "gateway",
    });
    expect(settings({ UPSTREAM_PROFILE: "vllm", UPSTREAM_TIMEOUT: "500" })).toMatchObject({
      upstreamProfile: { base: "vendor", tokenLimit: "max_tokens" },
      timeout: 500,
    });
    expect(() => settings({ UPSTREAM_TIMEOUT: "60s" })).toThrow('UPSTREAM_TIMEOUT must be a number, not "60s".');
    expect(settings({})).toMatchObject({ to: "messages", baseUrl: "http://replay" });
  });
});
