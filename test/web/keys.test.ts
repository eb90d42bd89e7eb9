/** What may leave a client for its upstream, and an upstream for its client: keys, cookies, accounts, and where they go. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StyleName, translateError } from "../../src/index.js";
import { validators } from "../../src/style-lists.js";
import { createFetch, type Fetch, type FetchOptions } from "../../src/web.js";
import { answers } from "../e2e/support/answers.js";
import { styleNames } from "../e2e/support/questions.js";
import { cases } from "../support/cases.js";

const questions: Readonly<Record<StyleName, readonly [path: string, body: object]>> = {
  "chat-completions": ["/v1/chat/completions", { model: "m", messages: [{ role: "user", content: "hi" }] }],
  messages: ["/v1/messages", { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] }],
  "generate-content": ["/v1beta/models/m:generateContent", { contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
};
/** Where the clients of each style put a key. */
const keys: Readonly<Record<StyleName, Readonly<Record<string, string>>>> = {
  "chat-completions": { authorization: "Bearer sk-client" },
  messages: { "x-api-key": "sk-client" },
  "generate-content": { "x-goog-api-key": "sk-client" },
};
const KEY_HEADERS = ["authorization", "x-api-key", "x-goog-api-key"];
const pairs = styleNames.flatMap((from) => styleNames.map((to) => ({ from, to })));

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}
interface Server {
  readonly origin: string;
  readonly seen: Seen[];
  close(): Promise<void>;
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? "", headers: request.headers });
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, seen, close };
}

describe("a key goes to one origin", () => {
  let thief: Server;
  let upstream: Server;
  let status = 307;
  beforeAll(async () => {
    thief = await serve((_request, response) => response.end("{}"));
    upstream = await serve((request, response) =>
      response.writeHead(status, { location: `${thief.origin}${request.url}`, "request-id": "req_up" }).end("moved"),
    );
  });
  afterAll(async () => {
    await thief.close();
    await upstream.close();
  });
  const ask = ({ from, to }: { from: StyleName; to: StyleName }, options: Partial<FetchOptions> = {}, query = "") => {
    const [path, body] = questions[from];
    const send = createFetch({ from, to, baseUrl: upstream.origin, fetch, ...options });
    return send(`http://client.test${path}${query}`, { method: "POST", body: JSON.stringify(body), headers: keys[from] });
  };

  for (const pair of pairs)
    it(`and follows no redirect: ${pair.from} to ${pair.to}`, async () => {
      for (const [code, options, query] of [
        [301, {}, ""],
        [302, {}, "?key=sk-query"],
        [303, { upstreamProfile: "gateway" }, ""],
        [307, { headers: { "x-api-key": "sk-operator", "x-team": "secret" } }, ""],
        [308, { headers: { authorization: "Bearer sk-operator" } }, ""],
      ] as const) {
        status = code;
        upstream.seen.length = 0;
        const response = await ask(pair, options, query);
        expect([response.status, response.headers.get("content-type"), response.headers.get("location")]).toEqual([
          502,
          "application/json",
          null,
        ]);
        const body = await response.json();
        expect(validators[pair.from].error({ status: 502, body }, { profile: "vendor" })).toEqual([]);
        expect(JSON.stringify(body)).not.toContain(thief.origin);
        expect(upstream.seen).toHaveLength(1);
        expect(KEY_HEADERS.some((name) => upstream.seen[0]?.headers[name] !== undefined)).toBe(true);
      }
      expect(thief.seen).toEqual([]);
    });

  it.each(styleNames)("and follows none for the other calls of %s", async (style) => {
    status = 307;
    const send = createFetch({ from: style, to: style, baseUrl: upstream.origin, fetch });
    for (const init of [{ headers: keys[style] }, { method: "POST", body: "x", headers: keys[style], redirect: "follow" }] as const) {
      const response = await send("http://client.test/v1/files", init);
      expect([response.status, response.headers.get("location")]).toEqual([502, null]);
    }
    expect(thief.seen).toEqual([]);
  });

  it.each(styleNames)("whatever the path of a call of %s is", async (style) => {
    const seen: string[] = [];
    const recorder: Fetch = async (input) => {
      seen.push(new URL(String(input)).origin);
      return Response.json({});
    };
    for (const baseUrl of ["https://up.test", "https://up.test/v1", "https://up.test/a/v1beta/openai", undefined])
      for (const path of ["//evil.test/v1/x", "/v1@evil.test/x", "/v1:80@evil.test", "/v1.evil.test/models", "/@evil.test"]) {
        const send = createFetch({ from: style, to: style, fetch: recorder, ...(baseUrl === undefined ? {} : { baseUrl }) });
        await send(`https://up.test${path}`, { headers: keys[style] });
      }
    expect(new Set(seen)).toEqual(new Set(["https://up.test"]));
  });

  it.each(pairs)("and a redirect without a status, as browsers show it, is a fault of the upstream: $from to $to", async (pair) => {
    const opaque = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
    const response = await ask(pair, { fetch: async () => opaque });
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining("a redirect, which is not followed")]);
  });
});

describe("a request", () => {
  const sentBy = async (options: Pick<FetchOptions, "from" | "to"> & Partial<FetchOptions>, query: string, headers = {}) => {
    const sent: { url: string; headers: Record<string, string> }[] = [];
    const recorder: Fetch = async (input, init) => {
      sent.push({ url: String(input), headers: Object.fromEntries(new Headers(init?.headers)) });
      return Response.json({});
    };
    const [path, body] = questions[options.from];
    const send = createFetch({ baseUrl: "https://up.test", fetch: recorder, ...options });
    await send(`https://client.test${path}${query}`, { method: "POST", body: JSON.stringify(body), headers });
    return sent[0];
  };

  it.each(pairs)("has the key of its query in a header alone: $from to $to", async ({ from, to }) => {
    const sent = await sentBy({ from, to }, "?key=sk-query&alt=sse");
    expect(sent?.url).not.toContain("sk-query");
    expect(Object.values(sent?.headers ?? {}).filter((value) => value.includes("sk-query"))).toHaveLength(1);
    const extra = await sentBy({ from, to, headers: { "x-api-key": "sk-operator" } }, "?key=sk-query");
    expect(JSON.stringify(extra)).not.toContain("sk-query");
  });

  it.each(pairs)("has no cookies of the client's origin: $from to $to", async (pair) => {
    const sent = await sentBy(pair, "", { cookie: "session=1", ...keys[pair.from] });
    expect(sent?.headers).not.toHaveProperty("cookie");
  });
});

describe("an answer", () => {
  const PRIVATE = {
    "set-cookie": "session=1",
    "openai-organization": "org-1",
    "openai-project": "proj_1",
    "anthropic-organization-id": "org-1",
    "x-goog-user-project": "p",
    server: "nginx",
    via: "1.1 inside",
    "x-powered-by": "x",
    "x-internal-host": "10.0.0.1",
    location: "/x",
    link: "</x>",
  };
  const PUBLIC = {
    "retry-after": "3",
    "retry-after-ms": "3000",
    "x-should-retry": "true",
    "x-request-id": "req_1",
    "request-id": "req_1",
    "apim-request-id": "req_2",
    "x-ratelimit-remaining-tokens": "1",
    "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:00Z",
    "openai-processing-ms": "5",
  };

  for (const { from, to } of pairs)
    cases({
      whole: [false, 200],
      streamed: [true, 200],
      "an error": [false, 429],
      "a redirect": [false, 307],
    })(`tells of the account, the session and the server nothing, %s: ${from} to ${to}`, async (stream, status) => {
      const [path, body] = questions[from];
      const said = { text: "Hi." };
      const text =
        status === 200 && stream
          ? answers[to].frames(said).join("")
          : JSON.stringify(status === 200 ? answers[to].whole(said) : answers[to].error(429, "slow"));
      const upstream: Fetch = async () =>
        new Response(text, {
          status,
          headers: { "content-type": stream ? "text/event-stream" : "application/json", ...PRIVATE, ...PUBLIC },
        });
      const asked = stream ? path.replace(":generateContent", ":streamGenerateContent?alt=sse") : path;
      const init = { method: "POST", body: JSON.stringify(stream && from !== "generate-content" ? { ...body, stream: true } : body) };
      const { headers } = await createFetch({ from, to, baseUrl: "https://up", fetch: upstream })(`https://c${asked}`, init);
      expect(Object.keys(PRIVATE).filter((name) => headers.has(name))).toEqual([]);
      expect(Object.fromEntries(headers)).toMatchObject(PUBLIC);
    });

  it.each(styleNames)("to another call of %s has the headers of its own body", async (style) => {
    const file = { "content-type": "text/plain", etag: '"1"', "content-disposition": "attachment", "accept-ranges": "bytes" };
    const send = createFetch({
      from: style,
      to: style,
      baseUrl: "https://up",
      fetch: async () => new Response("x", { headers: { ...file, ...PRIVATE } }),
    });
    expect(Object.fromEntries((await send("https://c/v1/files/1/content")).headers)).toEqual(file);
  });

  it.each(pairs)("that is an error is translated without them: $from to $to", ({ from, to }) => {
    const { headers } = translateError(
      { status: 429, body: answers[to].error(429, "slow"), headers: { ...PRIVATE, "Retry-After": "3" } },
      { from: to, to: from },
    ).value;
    expect(headers).toEqual({ "retry-after": "3" });
  });
});

describe("a base address", () => {
  const make = (baseUrl: string | URL) => () => createFetch({ from: "messages", to: "messages", baseUrl, fetch });
  it.each([
    ["https://x/", "https://x"],
    ["https://x/v1/", "https://x/v1"],
    ["https://x/v1//", "https://x/v1"],
    ["https://x/v1/messages/", "https://x/v1/messages"],
    ["https://x/v1/?tenant=a", "https://x/v1?tenant=a"],
  ])("that ends in a slash is refused at once: %s (R-178)", (baseUrl, meant) => {
    expect(make(baseUrl)).toThrow(TypeError);
    expect(make(baseUrl)).toThrow(`write \`${meant}\``);
    expect(make(meant)).not.toThrow();
  });

  it("may be a URL, which always has a path", () => {
    expect(make(new URL("https://x"))).not.toThrow();
    expect(make(new URL("https://x/v1/"))).toThrow("must not end in a slash");
  });
});
