/** What an upstream should not do and does, in every direction: a client must get an answer, a stream or an error of its own. */
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { StyleName } from "../../src/index.js";
import { collectStream } from "../../src/index.js";
import { styles, validators } from "../../src/style-lists.js";
import { createFetch, type Fetch, type FetchOptions } from "../../src/web.js";
import { answers, errorFrame } from "../e2e/support/answers.js";
import { questions, styleNames } from "../e2e/support/questions.js";
import { cases } from "../support/cases.js";

interface Pair {
  readonly from: StyleName;
  readonly to: StyleName;
}
const pairs: readonly Pair[] = styleNames.flatMap((from) => styleNames.map((to) => ({ from, to })));
const translated = pairs.filter(({ from, to }) => from !== to);
const same = pairs.filter(({ from, to }) => from === to);

async function ask({ from, to }: Pair, answer: Response, stream = false, told: Partial<FetchOptions> = {}): Promise<Response> {
  const [path, streamPath, body] = questions[from];
  const asked = stream && from !== "generate-content" ? { ...body, stream: true } : body;
  const fetch = createFetch({ from, to, baseUrl: "https://up", fetch: async () => answer, ...told });
  return fetch(`https://client${stream ? streamPath : path}`, { method: "POST", body: JSON.stringify(asked) });
}

const json = { "content-type": "application/json" };
const events = { "content-type": "text/event-stream" };
const page = { "content-type": "text/html; charset=utf-8" };
const said = { text: "Hello there." };

/** The message of an error in the client's style. */
async function messageOf({ from }: Pair, response: Response): Promise<string> {
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = await response.json();
  expect(validators[from].error({ status: response.status, body }, { profile: "vendor" })).toEqual([]);
  return styles[from].error.decode({ status: response.status, body }).value.message;
}

function textOf({ from }: Pair, body: unknown): string {
  const decoded = styles[from].response.decode(body);
  const [choice] = decoded.ok ? decoded.value.choices : [];
  return (choice?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}

describe.each(translated)("a client of $from, an upstream of $to", (pair) => {
  const { from, to } = pair;

  it("gets a stream that it did not ask for as one answer, whatever that calls itself", async () => {
    for (const headers of [events, json, {}]) {
      const response = await ask(pair, new Response(answers[to].frames(said).join(""), { headers }));
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(textOf(pair, await response.json())).toBe("Hello there.");
    }
  });

  it("gets an error in place of an answer that is longer than it may be, and the rest of that is not read", async () => {
    for (const stream of [false, true]) {
      let sent = 0;
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        sent++;
        controller.enqueue(new Uint8Array(1000).fill(0x7b));
      };
      const response = await ask(pair, new Response(new ReadableStream({ pull })), stream, { maxAnswerBytes: 5000 });
      expect([response.status, await messageOf(pair, response)]).toEqual([502, expect.stringContaining("longer than 5000 bytes")]);
      expect(sent).toBeLessThan(9);
    }
  });

  it("gets the words of an error in such a stream", async () => {
    const begun = answers[to].frames(said).slice(0, 3).join("");
    const response = await ask(pair, new Response(`${begun}${errorFrame(to, 429, "no capacity")}`, { headers: events }));
    expect(response.status).toBe(429);
    expect(await messageOf(pair, response)).toContain("no capacity");
    const cut = await ask(pair, new Response(begun, { headers: events }));
    expect(cut.status).toBe(502);
    expect(await messageOf(pair, cut)).toContain("before the answer was complete");
  });

  it("gets one answer as the stream that it asked for", async () => {
    const response = await ask(pair, Response.json(answers[to].whole(said)), true);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const collected = collectStream(await response.text(), { style: from });
    expect(collected.ok && textOf(pair, collected.value)).toBe("Hello there.");
  });

  it.each([400, 401, 404, 429])("gets the status of an error of kind %d that comes as a success, streamed or not", async (status) => {
    const told: string[] = [];
    for (const stream of [false, true]) {
      const error = Response.json(answers[to].error(status, "said"), { headers: { "retry-after": "3" } });
      const response = await ask(pair, error, stream, { onIssues: (issues) => void told.push(...issues.map(({ code }) => code)) });
      expect(response.status).toBe(status);
      expect(response.headers.get("retry-after")).toBe("3");
      expect(await messageOf(pair, response)).toBe("said");
    }
    expect(told.filter((code) => code === "response.error_body")).toHaveLength(2);
  });

  it("gets an error for plain text, an empty body and half an answer in place of a stream", async () => {
    const half = JSON.stringify(answers[to].whole(said)).slice(0, -9);
    for (const [text, words] of [
      ["upstream timed out", "upstream timed out"],
      ["no", "no"],
      ["so\nmuch", "so"],
      ["", "nothing else"],
      [half, half.slice(0, 20)],
    ] as const) {
      const response = await ask(pair, new Response(text, { headers: { "content-type": "text/plain" } }), true);
      expect(response.status).toBe(502);
      expect(await messageOf(pair, response)).toContain(words);
    }
  });

  it("gets a stream that no header calls one, however it is cut", async () => {
    const frames = `\uFEFF \n${answers[to].frames(said).join("")}`;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of new TextEncoder().encode(frames)) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const response = await ask(pair, new Response(body, { headers: { "content-type": "text/plain" } }), true);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const collected = collectStream(await response.text(), { style: from });
    expect(collected.ok && textOf(pair, collected.value)).toBe("Hello there.");
  });

  it("gets as a stream what calls itself a page", async () => {
    for (const text of [answers[to].frames(said).join(""), JSON.stringify(answers[to].whole(said))]) {
      const response = await ask(pair, new Response(text, { headers: page }), true);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
      const collected = collectStream(await response.text(), { style: from });
      expect(collected.ok && textOf(pair, collected.value)).toBe("Hello there.");
    }
  });

  it.each([200, 502, 403])("gets an error for a page of status %d, streamed or not", async (status) => {
    for (const stream of [false, true]) {
      const response = await ask(pair, new Response("<html><h1>Sorry</h1></html>", { status, headers: page }), stream);
      expect(response.status).toBe(status === 200 ? 502 : status);
      expect(await messageOf(pair, response)).toContain("Sorry");
    }
  });

  cases({
    "an empty success": [new Response("", { headers: json }), 502, "answered 200"],
    "no content": [new Response(null, { status: 204 }), 502, "answered 204"],
    "an empty error": [new Response("", { status: 500 }), 500, "answered 500"],
    "a redirect": [new Response(null, { status: 307, headers: { location: "/login" } }), 502, "a redirect (307)"],
    "an answer of no status": [Response.error(), 502, "answered 0"],
  })("gets an error that says so for %s", async (answer, status, words) => {
    const response = await ask(pair, answer.clone());
    expect(response.status).toBe(status);
    expect(await messageOf(pair, response)).toContain(words);
  });

  it("gets no header that was true of the upstream's bytes alone", async () => {
    const text = JSON.stringify(answers[to].whole(said));
    const stale = { "content-encoding": "gzip", "content-length": String(text.length), etag: '"1"', "content-md5": "x" };
    const response = await ask(pair, new Response(text, { headers: { ...json, ...stale, "x-ratelimit-remaining": "1" } }));
    const names = [...response.headers.keys()];
    expect(names).toContain("x-ratelimit-remaining");
    for (const name of Object.keys(stale)) expect(names).not.toContain(name);
  });
});

describe.each(same)("a client and an upstream of $to", (pair) => {
  cases({
    "a page of an error": [() => new Response("<html>Sorry</html>", { status: 502, headers: page })],
    "a page of a success": [() => new Response("<html>Hi</html>", { headers: page })],
    "an error with numbers of any size": [() => new Response('{"error": {"n":12345678901234567890}}', { status: 400, headers: json })],
    "a stream that nobody asked for": [() => new Response(answers[pair.to].frames(said).join(""), { headers: events })],
    "no content": [() => new Response(null, { status: 204 })],
  })("let %s go by as it is", async (answer) => {
    const [expected, response] = [answer(), await ask(pair, answer())];
    expect([response.status, response.headers.get("content-type")]).toEqual([expected.status, expected.headers.get("content-type")]);
    expect(await response.text()).toBe(await expected.text());
  });

  cases({
    "an error": [() => Response.json(answers[pair.to].error(429, "slow"))],
    "plain text": [() => new Response("no capacity", { headers: { "content-type": "text/plain" } })],
  })("let %s go by in place of a stream", async (answer) => {
    const response = await ask(pair, answer(), true);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, answer().headers.get("content-type")]);
    expect(await response.text()).toBe(await answer().text());
  });

  it("end half an answer in place of a stream, and nothing at all, in an error event", async () => {
    for (const text of [JSON.stringify(answers[pair.to].whole(said)).slice(0, -9), ""]) {
      const response = await ask(pair, new Response(text, { headers: json }), true);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(await response.text()).toContain("error");
    }
  });

  it("let an answer of no status go by, and one of a status that is none as a failure", async () => {
    expect((await ask(pair, Response.error())).type).toBe("error");
    expect(await ask(pair, Object.defineProperty(new Response("x"), "status", { value: 999 }))).toMatchObject({ status: 502 });
  });

  it("stream one answer that was asked for as a stream", async () => {
    const text = await (await ask(pair, Response.json(answers[pair.to].whole(said)), true)).text();
    const collected = collectStream(text, { style: pair.to });
    expect(collected.ok && textOf({ ...pair, from: pair.to }, collected.value)).toBe("Hello there.");
  });
});

describe("a list of events", () => {
  const pair = { from: "generate-content", to: "generate-content" } as const;
  const list = `[${JSON.stringify(answers["generate-content"].whole(said))}]`;
  const send = createFetch({ ...pair, baseUrl: "https://up", fetch: async () => new Response(list, { headers: json }) });
  const [, path, body] = questions["generate-content"];
  const post = { method: "POST", body: JSON.stringify(body) };

  it("goes by as it is to a client that asked for no events", async () => {
    const response = await send(`https://client${path.replace("?alt=sse", "")}`, post);
    expect([response.headers.get("content-type"), await response.text()]).toEqual(["application/json", list]);
  });

  it("is framed for a client that asked for events", async () => {
    const response = await send(`https://client${path}`, post);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toMatch(/^data: \{/);
  });
});

describe.each(pairs)("a slow client of $from, an endless upstream of $to", (pair) => {
  it("takes no more than it reads, and ends the upstream where it stops", async () => {
    const frames = answers[pair.to].frames({ text: "One two three four." });
    const at = frames.findIndex((frame) => frame.includes("One "));
    const state = { pulled: 0, cancelled: undefined as unknown };
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(encoder.encode(frames[Math.min(state.pulled++, at)])),
        cancel(reason) {
          state.cancelled = reason;
        },
      },
      { highWaterMark: 0 },
    );
    const reader = (await ask(pair, new Response(body, { headers: events }), true)).body?.getReader();
    await reader?.read();
    await wait(5);
    const before = state.pulled;
    expect(before).toBeLessThan(at + 5);
    for (let read = 0; read < 20; read++) await reader?.read();
    await wait(5);
    expect(state.pulled).toBeLessThan(before + 25);
    await reader?.cancel("enough");
    await expect.poll(() => state.cancelled).toBe("enough");
  });

  it("gets no more than an error of the upstream, which is left then", async () => {
    let cancelled = false;
    let left = 10_000;
    const told: number[] = [];
    const first = [answers[pair.to].frames(said)[0] ?? "", errorFrame(pair.to, 529, "Overloaded")].map((text) =>
      new TextEncoder().encode(text),
    );
    const body = new ReadableStream({
      pull: (controller) => {
        if (left-- > 0) controller.enqueue(first.shift() ?? new TextEncoder().encode(": more\n\n"));
        else controller.close();
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const onIssues: FetchOptions["onIssues"] = (issues, { phase }) => {
      if (phase === "stream") told.push(issues.length);
    };
    const response = await ask(pair, new Response(body, { headers: events }), true, { onIssues });
    expect(collectStream(await response.text(), { style: pair.from }).ok).toBe(false);
    await expect.poll(() => cancelled, { interval: 2 }).toBe(true);
    expect(told).toEqual([expect.any(Number)]);
    expect(told[0]).toBeGreaterThan(0);
  });
});

describe("a client of messages, where losses are refused", () => {
  it("is told what it would have lost of an answer", async () => {
    const choices = [0, 1].map((index) => ({ index, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }));
    const answer = Response.json({ id: "c", object: "chat.completion", created: 1, model: "m", choices });
    const pair = { from: "messages", to: "chat-completions" } as const;
    const response = await ask(pair, answer, false, { onLoss: "reject" });
    expect([response.status, await messageOf(pair, response)]).toEqual([502, expect.stringContaining("is one choice")]);
  });

  it("gets a stream to its end, and the loss is an error in what is told of it", async () => {
    const chunk = (choice: object) => `data: ${JSON.stringify({ id: "c", model: "m", choices: [choice] })}\n\n`;
    const frames = [
      chunk({ index: 0, delta: { content: "Hello " } }),
      chunk({ index: 1, delta: { content: "Hi" } }),
      chunk({ index: 0, delta: { content: "there." } }),
      `${[0, 1].map((index) => chunk({ index, delta: {}, finish_reason: "stop" })).join("")}data: [DONE]\n\n`,
    ];
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const next = frames.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(next));
    };
    const told: string[] = [];
    const onIssues: FetchOptions["onIssues"] = (issues) => {
      for (const { severity, code } of issues) told.push(`${severity} ${code}`);
    };
    const pair = { from: "messages", to: "chat-completions" } as const;
    const response = await ask(pair, new Response(new ReadableStream({ pull }), { headers: events }), true, { onLoss: "reject", onIssues });
    const collected = collectStream(await response.text(), { style: "messages" });
    expect(collected.ok && textOf(pair, collected.value)).toBe("Hello there.");
    expect(told).toContain("error dropped.choice");
  });
});

describe("an upstream that compresses", () => {
  it("is read through a real fetch, and its encoding is not told on", async () => {
    const { createServer } = await import("node:http");
    const server = createServer((_request, response) => {
      const body = gzipSync(JSON.stringify(answers.messages.whole(said)));
      response.writeHead(200, { ...json, "content-encoding": "gzip", "content-length": body.length }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    try {
      const send = createFetch({ from: "chat-completions", to: "messages", baseUrl, fetch });
      const response = await send("https://c/v1/chat/completions", {
        method: "POST",
        body: JSON.stringify(questions["chat-completions"][2]),
      });
      expect(response.headers.has("content-encoding")).toBe(false);
      expect(await response.json()).toMatchObject({ choices: [{ message: { content: "Hello there." } }] });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe("an odd request", () => {
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const upstream: Fetch = async (input, init = {}) => {
    sent.push({ url: String(input), init });
    return Response.json(answers.messages.whole(said));
  };
  const send = createFetch({ from: "chat-completions", to: "messages", baseUrl: "https://up", fetch: upstream });
  const url = "https://c/v1/chat/completions";
  const [, , body] = questions["chat-completions"];

  it("may have a URL object, a stream as its body, bytes or a blob", async () => {
    const text = JSON.stringify(body);
    const stream = new Blob([text]).stream();
    const inits: (RequestInit & { duplex?: "half" })[] = [
      { body: stream, duplex: "half" },
      { body: new TextEncoder().encode(text) },
      { body: new Blob([text]) },
    ];
    for (const init of inits) {
      sent.length = 0;
      expect((await send(new URL(url), { method: "POST", ...init })).status).toBe(200);
      expect(sent).toMatchObject([{ url: "https://up/v1/messages", init: { method: "POST" } }]);
      expect(JSON.parse(String(sent[0]?.init.body))).toMatchObject({ model: "m", messages: [{ role: "user" }] });
    }
  });

  it("keeps the signal of a Request", async () => {
    sent.length = 0;
    const abort = new AbortController();
    await send(new Request(url, { method: "POST", body: JSON.stringify(body), signal: abort.signal }));
    abort.abort();
    expect(sent[0]?.init.signal?.aborted).toBe(true);
  });

  it("for a list of models, or only a question of what is possible, is a 404 of the client where styles differ", async () => {
    for (const [path, method] of [
      ["/v1/models", "GET"],
      ["/v1/chat/completions", "GET"],
      ["/v1/chat/completions", "HEAD"],
      ["/v1/chat/completions", "OPTIONS"],
      ["/v1/files", "DELETE"],
    ] as const)
      expect((await send(`https://c${path}`, { method })).status).toBe(404);
  });

  it("for anything else goes by where the style stays, body and all", async () => {
    const own = createFetch({ from: "messages", to: "messages", baseUrl: "https://up", fetch: upstream });
    sent.length = 0;
    const form = new FormData();
    form.append("file", new Blob(["bytes"]), "a.txt");
    await own("https://c/v1/files?beta=true", { method: "POST", body: form, headers: { "x-api-key": "k" } });
    const headers = new Headers(sent[0]?.init.headers);
    expect([sent[0]?.url, headers.get("x-api-key")]).toEqual(["https://up/v1/files?beta=true", "k"]);
    expect(headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
    const bytes = sent[0]?.init.body;
    expect(bytes instanceof ArrayBuffer && new TextDecoder().decode(bytes)).toContain("bytes");
  });
});

describe("where a request goes", () => {
  const urlOf = async (pair: Pair, baseUrl: string | URL, client?: string): Promise<string> => {
    let url = "";
    const fetch: Fetch = async (input) => {
      url = String(input);
      return Response.json({});
    };
    const [path, , body] = questions[pair.from];
    await createFetch({ ...pair, baseUrl, fetch })(client ?? `https://c${path}`, { method: "POST", body: JSON.stringify(body) });
    return url;
  };
  const azure = "https://x.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21";
  const vertex = "https://v.test/v1/projects/p/locations/l/publishers/google/models/any:generateContent";

  it.each([
    ["messages", "chat-completions", azure, azure],
    ["chat-completions", "chat-completions", azure, azure],
    ["messages", "chat-completions", "https://x.openai.azure.com/openai/v1", "https://x.openai.azure.com/openai/v1/chat/completions"],
    ["messages", "chat-completions", "https://h/v1?tenant=a", "https://h/v1/chat/completions?tenant=a"],
    ["messages", "generate-content", vertex, vertex.replace("any", "m")],
    ["chat-completions", "messages", "https://h/v1/messages", "https://h/v1/messages"],
    ["messages", "chat-completions", "https://cf/v1/account/gateway/openai", "https://cf/v1/account/gateway/openai/chat/completions"],
    ["messages", "chat-completions", "https://v2.h/api", "https://v2.h/api/v1/chat/completions"],
    ["messages", "chat-completions", "https://models.github.ai/inference", "https://models.github.ai/inference/v1/chat/completions"],
    ["chat-completions", "messages", "https://cf/v1/account/gateway/anthropic", "https://cf/v1/account/gateway/anthropic/v1/messages"],
    [
      "messages",
      "generate-content",
      "https://cf/v1/a/g/google-ai-studio",
      "https://cf/v1/a/g/google-ai-studio/v1beta/models/m:generateContent",
    ],
    ["messages", "generate-content", vertex.replace("/models/any:generateContent", ""), vertex.replace("any", "m")],
    ["messages", "generate-content", "https://v/v1/publishers/google", "https://v/v1/publishers/google/models/m:generateContent"],
    ["chat-completions", "messages", "https://h/api/anthropic", "https://h/api/anthropic/v1/messages"],
    ["chat-completions", "messages", new URL("https://h"), "https://h/v1/messages"],
  ] as const)("is found: %s to %s at %s", async (from, to, baseUrl, url) => {
    expect(await urlOf({ from, to }, baseUrl)).toBe(url);
  });

  it("joins the query of the address and that of the path", async () => {
    let url = "";
    const fetch: Fetch = async (input) => {
      url = String(input);
      return Response.json({});
    };
    const send = createFetch({ from: "messages", to: "generate-content", baseUrl: "https://h?tenant=a", fetch });
    await send("https://c/v1/messages?beta=true", { method: "POST", body: JSON.stringify({ ...questions.messages[2], stream: true }) });
    expect(url).toBe("https://h/v1beta/models/m:streamGenerateContent?alt=sse&tenant=a");
  });

  it("takes the key of a client of Azure, and sends an embedder's key for Azure alone", async () => {
    const sent: Headers[] = [];
    const fetch: Fetch = async (_input, init) => {
      sent.push(new Headers(init?.headers));
      return Response.json({});
    };
    const [, , body] = questions["chat-completions"];
    const client = "https://x.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21";
    const post = { method: "POST", body: JSON.stringify(body), headers: { "api-key": "azure" } };
    await createFetch({ from: "chat-completions", to: "messages", baseUrl: "https://h", fetch })(client, post);
    expect(sent[0]?.get("x-api-key")).toBe("azure");
    expect(sent[0]?.has("api-key")).toBe(false);
    const ask = { method: "POST", body: JSON.stringify(questions.messages[2]), headers: { "x-api-key": "client" } };
    const toAzure = createFetch({ from: "messages", to: "chat-completions", baseUrl: azure, headers: { "api-key": "real" }, fetch });
    await toAzure("https://c/v1/messages", ask);
    expect([sent[1]?.get("api-key"), sent[1]?.get("authorization"), sent[1]?.get("x-api-key")]).toEqual(["real", null, null]);
  });
});
