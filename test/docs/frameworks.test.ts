/** The examples of docs/frameworks.md run as they stand, but for the frameworks themselves. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { runExample } from "../support/examples.js";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/frameworks.md"), "utf8");
const examples = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);

type Handle = (request: Request) => Promise<Response>;
type Listener = (request: IncomingMessage & { originalUrl: string }, response: ServerResponse) => Promise<void>;

const texts = (text: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  usage: { input_tokens: 1, output_tokens: 1 },
});
/** The upstreams of the examples; what was asked is in the answer. */
async function fetch(url: string | URL | Request): Promise<Response> {
  const text = String(url);
  if (text.startsWith("https://api.anthropic.com/")) return Response.json(texts(text));
  return Response.json({ candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }] });
}
const env = { GATEWAY_KEY: "sk-gateway", ANTHROPIC_API_KEY: "sk-a", GEMINI_API_KEY: "g" };
const process = { env };

const BODY = JSON.stringify({ model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] });

function question(path = "/v1/chat/completions", key = env.GATEWAY_KEY): Request {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return new Request(`http://gateway${path}`, { method: "POST", headers, body: BODY });
}

/** The value of `result` after the one example that has the line. */
async function madeBy(line: string, given: Readonly<Record<string, unknown>>, result: string): Promise<unknown> {
  const found = examples.filter((code) => code.includes(line));
  expect(found).toHaveLength(1);
  const code = (found[0] ?? "")
    .replace(/^import .* from "(?!interlingua).*";\n/gm, "")
    .replace("export default {", "const exported = {")
    .replace(/^export \{ handle as GET, handle as POST \};$/m, "");
  return (await runExample(code, { fetch, process, ...given }, result)).value;
}

function isHandle(value: unknown): value is Handle {
  return typeof value === "function";
}
async function handler(line: string, given: Readonly<Record<string, unknown>> = {}, result = "handle"): Promise<Handle> {
  const handle = await madeBy(line, given, result);
  if (!isHandle(handle)) throw new Error("no function");
  return handle;
}
const shared = () => handler("export const handle = createHandler");

const answered = (url: string) => ({ choices: [{ message: { content: url } }] });
const CLAUDE = answered("https://api.anthropic.com/v1/messages");

describe("the gateway for", () => {
  it("every platform lets in whom it knows", async () => {
    const handle = await shared();
    expect(await (await handle(question())).json()).toMatchObject(CLAUDE);
    expect((await handle(question("/v1/chat/completions", "sk-other"))).status).toBe(401);
  });

  it("Hono", async () => {
    const app = await madeBy("new Hono()", { Hono, handle: await shared() }, "app");
    if (!(app instanceof Hono)) throw new Error("no app");
    expect(await (await app.request(question())).json()).toMatchObject(CLAUDE);
  });

  it("Workers", async () => {
    const handle = await handler("fetch(request, env) {", {}, "(request) => exported.fetch(request, process.env)");
    const url = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent";
    expect(await (await handle(question())).json()).toMatchObject(answered(url));
  });

  it("Next.js", async () => {
    const handle = await handler('basePath: "/api/llm"');
    expect(await (await handle(question("/api/llm/v1/chat/completions"))).json()).toMatchObject(CLAUDE);
  });

  it("Deno and Bun", async () => {
    const handle = await shared();
    const served: unknown[] = [];
    await madeBy("Deno.serve(", { handle, Deno: { serve: (_options: object, given: unknown) => served.push(given) } }, "0");
    await madeBy("Bun.serve(", { handle, Bun: { serve: (options: { readonly fetch: unknown }) => served.push(options.fetch) } }, "0");
    expect(served).toEqual([handle, handle]);
  });

  it("Express", async () => {
    const routes: { readonly path: RegExp; readonly listener: Listener }[] = [];
    const express = () => ({ all: (path: RegExp, listener: Listener) => routes.push({ path, listener }) });
    await madeBy("express()", { express, Readable, pipeline, handle: await shared() }, "app");
    const [route] = routes;
    const server = createServer((request, response) => {
      const originalUrl = request.url ?? "";
      if (route?.path.test(originalUrl)) void route.listener(Object.assign(request, { originalUrl }), response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const address = server.address();
      const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      const { method, headers } = question();
      const ask = (path: string) => globalThis.fetch(origin + path, { method, headers, body: BODY });
      expect(await (await ask("/v1/chat/completions")).json()).toMatchObject(CLAUDE);
      expect((await globalThis.fetch(`${origin}/v1/chat/completions`, { headers })).status).toBe(405);
      expect((await globalThis.fetch(`${origin}/elsewhere`)).status).toBe(404);
    } finally {
      server.close();
    }
  });
});
