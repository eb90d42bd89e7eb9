/** Pages written by hand: their examples run as they stand, and their generated parts and the page of losses are fresh. `-u` writes the parts anew. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { format } from "node:util";
import { describe, expect, it } from "vitest";
import { unpainted } from "../../src/cli/call.js";
import { demo } from "../../src/cli/commands.js";
import { describeIssue } from "../../src/index.js";
import { runExample } from "../support/examples.js";
import { profileTables } from "../support/gateway-page.js";
import { fatesOf, features, featureTable, lossPage } from "../support/loss-page.js";
import { directions } from "../support/losses.js";
import { withPart } from "../support/markers.js";
import { limits, optionTables } from "../support/readme-parts.js";
import { ofMatrix, versionTable, wantedByMatrix } from "../support/versions.js";

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  ...["guide", "recipes", "options", "gateway", "translates", "command", "migrating"].map((name) => `docs/${name}.md`),
];
const textOf = (page: string): string => readFileSync(resolve(import.meta.dirname, "../..", page), "utf8");
const snippetsOf = (page: string) => [...textOf(page).matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);
const examples = PAGES.flatMap(snippetsOf);

const question = { model: "gpt-5.1", max_tokens: 20, messages: [{ role: "user", content: "hi" }] };
const answer = {
  id: "m",
  type: "message",
  role: "assistant",
  model: "c",
  content: [{ type: "text", text: "hello" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const stream = `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { ...answer, content: [] } })}\n\n`;

class OpenAI {
  constructor(readonly options: { readonly fetch: (url: string, init: RequestInit) => Promise<Response> }) {}
}
/** What the client in the example gets for a question. */
async function asked(value: unknown): Promise<unknown> {
  if (!(value instanceof OpenAI)) throw new Error("no client");
  const reply = await value.options.fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: JSON.stringify(question) });
  return reply.json();
}

/** By a line that only this example has: what it leaves to its reader, what to look at, and what must be seen. */
const runs: readonly {
  readonly line: string;
  readonly given?: Readonly<Record<string, unknown>>;
  readonly result?: string;
  readonly check?: (value: unknown) => void | Promise<void>;
}[] = [
  {
    line: "export async function handle",
    given: { reply: (value: unknown) => value, stream: () => "a stream" },
    result: "handle",
    async check(handle) {
      if (typeof handle !== "function") throw new Error("no handler");
      const request = (body: unknown) => textRequest(JSON.stringify(body));
      const textRequest = (body: string) => new Request("https://gateway/v1/chat/completions", { method: "POST", body });
      const upstream = async () => Response.json(answer);
      expect(await handle(request(question), upstream)).toMatchObject({
        status: 200,
        body: { choices: [{ message: { content: "hello" } }] },
      });
      expect(await handle(request({ ...question, stream: true }), upstream)).toBe("a stream");
      expect(await handle(request({ ...question, messages: 1 }), upstream)).toMatchObject({ status: 400 });
      const error = { type: "error", error: { type: "overloaded_error", message: "x" } };
      const busy = async () => Response.json(error, { status: 529, headers: { "Retry-After": "9" } });
      const overloaded = { status: 503, body: { error: { code: "overloaded" } } };
      expect(await handle(request(question), busy)).toMatchObject({ ...overloaded, headers: { "retry-after": "9" } });
      expect(await handle(request(question), async () => Response.json(error))).toMatchObject(overloaded);
      for (const status of [200, 502])
        expect(await handle(request(question), async () => new Response("<html>Sorry</html>", { status }))).toMatchObject({ status: 502 });
      expect(await handle(request(question), async () => Response.json({ foo: 1 }))).toMatchObject({ status: 502 });
      expect(await handle(textRequest("{bad"), upstream)).toMatchObject({
        status: 400,
        body: { error: { type: "invalid_request_error" } },
      });
    },
  },
  {
    line: "const handle = createHandler",
    given: {
      anthropicKey: "sk-up",
      gatewayKey: "sk-a",
      describeIssue,
      log: (url: string, phase: string, line: string) =>
        expect([url, phase, line].join(" ")).toMatch(/^https:.* request (?:info|warning) /),
      fetch: async (_url: string, init: RequestInit) => Response.json({ ...answer, id: new Headers(init.headers).get("x-api-key") }),
    },
    result: "handle",
    async check(handle) {
      if (typeof handle !== "function") throw new Error("no handler");
      const ask = (key: string) =>
        handle(
          new Request("https://gateway/v1/chat/completions", {
            method: "POST",
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
            body: JSON.stringify({ ...question, seed: 1 }),
          }),
        );
      expect(await (await ask("sk-a")).json()).toMatchObject({
        id: "sk-up",
        model: "gpt-5.1",
        choices: [{ message: { content: "hello" } }],
      });
      expect((await ask("sk-b")).status).toBe(401);
    },
  },
  { line: 'kind: "rate-limit"' },
  {
    line: "// … send it …",
    given: {
      body: question,
      console: { warn: (line: string) => expect(line).toContain("conflict.resolved at model") },
      answer: { candidates: [{ content: { role: "model", parts: [{ text: "hello" }] }, finishReason: "STOP", index: 0 }], responseId: "r" },
    },
    result: "[path, answered]",
    check: (value) =>
      expect(value).toMatchObject([
        "/v1beta/models/gemini-2.5-flash:generateContent",
        { ok: true, value: { model: "gpt-5.1", choices: [{ message: { content: "hello" } }] } },
      ]),
  },
  { line: "temperature: 3" },
  {
    line: "for await (const chunk of upstream.body)",
    given: {
      context: {},
      upstream: new Response(stream),
      client: { write: () => {}, end: (last: Uint8Array) => expect(last.length).toBeGreaterThan(0) },
    },
  },
  {
    line: "pipeThrough",
    given: { context: {}, upstream: new Response(stream) },
    async check(value) {
      if (!(value instanceof Response)) throw new Error("no response");
      expect(await value.text()).toMatch(/^data: \{"id":"m"/);
    },
  },
  { line: "seed: 7", given: { console: { log: () => {} } } },
  {
    line: "const anthropic = createFetch",
    given: { OpenAI, process: { env: {} }, fetch: async () => new Response(JSON.stringify(answer)) },
    result: "client",
    check: async (client) => expect(await asked(client)).toMatchObject({ choices: [{ message: { content: "hello" } }] }),
  },
  {
    line: "const openai = new OpenAI",
    given: { OpenAI, apiKey: "sk-a", fetch: async () => new Response(JSON.stringify(answer)) },
    result: "openai",
    check: async (client) => expect(await asked(client)).toMatchObject({ choices: [{ message: { content: "hello" } }] }),
  },
  {
    line: "const gemini = createFetch",
    given: {
      OpenAI,
      geminiKey: "k",
      log: (line: string) => expect(line).toMatch(/^(?:info|warning) /),
      fetch: async (url: string) =>
        new Response(JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: url }] }, finishReason: "STOP" }] })),
    },
    result: "client",
    check: async (client) =>
      expect(await asked(client)).toMatchObject({
        choices: [{ message: { content: "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent" } }],
      }),
  },
  {
    line: "export async function byModel",
    given: {
      gatewayKey: "sk-a",
      anthropicKey: "sk-claude",
      geminiKey: "sk-gemini",
      fetch: async (url: string) =>
        Response.json(
          url.startsWith("https://api.anthropic.com/")
            ? answer
            : { candidates: [{ content: { role: "model", parts: [{ text: "gemini" }] }, finishReason: "STOP" }] },
        ),
    },
    result: "byModel",
    async check(handle) {
      if (typeof handle !== "function") throw new Error("no handler");
      const headers = { authorization: "Bearer sk-a", "content-type": "application/json" };
      const ask = async (path: string, body: unknown) => {
        const reply = await handle(new Request(`https://gateway${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
        return reply.text();
      };
      const contents = [{ role: "user", parts: [{ text: "hi" }] }];
      expect(await ask("/v1/chat/completions", question)).toContain('"hello"');
      expect(await ask("/v1/chat/completions", { ...question, model: "gemini-3-pro" })).toContain('"gemini"');
      expect(await ask("/v1beta/models/claude-sonnet-5-5:generateContent", { contents })).toContain('"hello"');
      expect(await ask("/v1beta/models/gemini-3-pro:generateContent", { contents })).toContain('"gemini"');
      expect(await ask("/v1/messages", null)).toContain("invalid_request_error");
      expect(await ask("/elsewhere", null)).toContain("There is no POST /elsewhere");
    },
  },
  { line: "Promise no refunds" },
  { line: "const thought = " },
  { line: "= unwrap(translateRequest(request" },
  {
    line: "const litellm = new OpenAI",
    given: {
      OpenAI,
      process: { env: {} },
      console: { warn: (line: string) => expect(line).toContain("max_tokens") },
      fetch: async () => new Response(JSON.stringify(answer)),
    },
    result: "litellm",
    check: async (client) => expect(await asked(client)).toMatchObject({ choices: [{ message: { content: "hello" } }] }),
  },
];

describe("a page", () => {
  it("of at most a thousand words, and an example of at most twelve lines, is the README", () => {
    expect(textOf("README.md").split(/\s+/).length).toBeLessThanOrEqual(1000);
    expect((examples[0] ?? "").trimEnd().split("\n").length).toBeLessThanOrEqual(12);
  });

  it("shows what the first example prints", async () => {
    const [code = "", printed = ""] = [examples[0], /```text\n([\s\S]*?)```/.exec(textOf("README.md"))?.[1]];
    const lines: string[] = [];
    const console = { log: (...values: readonly unknown[]) => lines.push(format(...values)) };
    await runExample(code, { console });
    expect(lines.join("\n")).toBe(printed.trimEnd());
  });

  it("has the picture of the demo as it is today", () => {
    const plain = (text: string) => text.replace(/\s/g, "").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
    const picture = textOf("docs/demo.svg").replace(/<style>.*<\/style>|<[^>]*>/g, "");
    expect(plain(picture), "npm run docs:picture").toBe(plain(demo(unpainted)));
  });

  it("has snippets in the README that the compiler takes, as test/types/snippets", async () => {
    const entries = { interlingua: "index", "interlingua/web": "web" };
    for (const [index, code] of snippetsOf("README.md").entries()) {
      const own = Object.entries(entries).reduce((text, [name, file]) => text.replace(`"${name}"`, `"../../../src/${file}.js"`), code);
      await expect(own).toMatchFileSnapshot(`../types/snippets/readme-${index + 1}.ts`);
    }
  });

  for (const { line, given = {}, result, check } of runs)
    it(`shows what runs: ${line}`, async () => {
      const found = examples.filter((code) => code.includes(line));
      expect(found).toHaveLength(1);
      const { value, claims } = await runExample(found[0] ?? "", given, result);
      if (check === undefined && Object.keys(given).length === 0) expect(claims).toBeGreaterThan(0);
      await check?.(value);
    });

  it("has no example that is not run", () => {
    expect(examples.filter((code) => runs.filter(({ line }) => code.includes(line)).length !== 1)).toEqual([]);
  });

  it("tells of a run of the matrix with the versions that it would have today", () => {
    expect(Object.fromEntries(ofMatrix())).toEqual(Object.fromEntries(wantedByMatrix()));
  });

  it("has the losses, options and limits that the source has, and the versions of the lock files", async () => {
    const parts = {
      translates: { losses: featureTable() },
      options: { options: optionTables(), limits: limits() },
      gateway: { profiles: profileTables() },
      "tested-with": { versions: versionTable() },
    };
    for (const [name, texts] of Object.entries(parts)) {
      const page = `docs/${name}.md`;
      const fresh = Object.entries(texts).reduce((text, [part, made]) => withPart(text, part, made), textOf(page));
      await expect(fresh).toMatchFileSnapshot(`../../${page}`);
    }
  });
});

describe("the table of losses", () => {
  it("has no row that nothing speaks for", () => {
    const empty = features.flatMap((feature) =>
      directions.filter(([from, to]) => fatesOf(feature, from, to)?.size === 0).map(([from, to]) => `${feature.name}: ${from} → ${to}`),
    );
    expect(empty).toEqual([]);
  });

  it("is docs/losses.md", async () => {
    await expect(lossPage()).toMatchFileSnapshot("../../docs/losses.md");
  });
});
