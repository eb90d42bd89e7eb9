/** The example gateway on a bad day, over real sockets: each client gets an answer in its own words, and nothing is left behind. */
import { type IncomingMessage, request as rawRequest, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type StyleName, validateError } from "../../src/index.js";
import { styles } from "../../src/style-lists.js";
import { answers } from "./support/answers.js";
import { createGateway, listen } from "./support/gateway.js";
import { questions, styleNames } from "./support/questions.js";
import { startUpstream, type Turn, type Upstream } from "./support/upstream.js";

const LIMIT = 20_000;
/** A poll looks every 50 ms by itself. */
const OFTEN = { interval: 2 };
const headers = { authorization: "Bearer sk-client", "content-type": "application/json" };
const SECRET = /sk-upstream|sk-client|127\.0\.0\.1|at file:|node:internal/;

describe.each(styleNames)("in front of an upstream of %s", (to) => {
  let upstream: Upstream;
  let server: Server;
  let url: string;
  /** The same gateway, which does not wait long for its upstream. */
  let hasty: { readonly server: Server; readonly url: string };
  const lines: string[] = [];
  const open = new Set<ServerResponse>();
  beforeAll(async () => {
    upstream = await startUpstream(to, "vendor");
    const log = (line: string) => lines.push(line);
    const settings = { to, baseUrl: upstream.url, key: "sk-upstream", maxBodyBytes: LIMIT, log };
    ({ server, url } = await listen(createGateway(settings)));
    hasty = await listen(createGateway({ ...settings, timeout: 60 }));
    for (const each of [server, hasty.server])
      each.on("request", (_request, response) => open.add(response.on("close", () => open.delete(response))));
  });
  afterAll(async () => {
    for (const each of [server, hasty.server]) {
      each.closeAllConnections();
      await new Promise((resolve) => each.close(resolve));
    }
    await upstream.close();
  });
  afterEach(async () => {
    // At rest: no request is at work.
    await expect.poll(() => open.size, OFTEN).toBe(0);
    expect(lines.join("\n")).not.toMatch(SECRET);
  });

  const ask = (from: StyleName, init: RequestInit = {}, stream = false, gateway = url) => {
    const [path, streamPath, body] = questions[from];
    const asked = stream && from !== "generate-content" ? { ...body, stream: true } : body;
    return fetch(gateway + (stream ? streamPath : path), { method: "POST", headers, body: JSON.stringify(asked), ...init });
  };
  /** The message of an error of this status, in the words of the client's style. */
  const messageOf = (from: StyleName, status: number, body: unknown): string => {
    expect(
      validateError({ status, body }, { style: from, profile: "vendor" }).issues.filter(({ severity }) => severity === "error"),
    ).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(SECRET);
    return styles[from].error.decode({ status, body }).value.message;
  };
  const refused = async (from: StyleName, response: Response, status: number) => {
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
    return messageOf(from, status, await response.json());
  };

  describe.each(styleNames)("a client of %s", (from) => {
    const [path] = questions[from];

    it("is told that its body is too long, with and without a length", async () => {
      upstream.play();
      const long = JSON.stringify({ ...questions[from][2], metadata: { x: "x".repeat(LIMIT) } });
      expect(await refused(from, await ask(from, { body: long }), 413)).toContain(String(LIMIT));
      const chunk = Buffer.alloc(16_384, " ");
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = rawRequest(url + path, { method: "POST", headers, agent: false }, resolve).on("error", reject);
        const write = () => void (sent.destroyed || sent.write(chunk, write));
        sent.on("response", () => sent.destroy());
        write();
      });
      expect(response.statusCode).toBe(413);
      expect(upstream.received).toEqual([]);
    });

    it.each(["text/plain", "application/x-www-form-urlencoded", "text/event-stream", "multipart/form-data; boundary=x", ""])(
      "is told what its content type must be, not %j",
      async (type) => {
        upstream.play();
        const response = await ask(from, { headers: { ...headers, "content-type": type }, body: new TextEncoder().encode("{}") });
        expect(await refused(from, response, 415)).toContain("application/json");
        expect(upstream.received).toEqual([]);
      },
    );

    it.each(["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])("is told that %s is no method", async (method) => {
      upstream.play();
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        rawRequest(url + path, { method, headers, agent: false }, resolve)
          .on("error", reject)
          .end();
      });
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      // A `Request` cannot have the method TRACE: the server answers itself, and does not know the path.
      expect([response.statusCode, response.headers.allow]).toEqual([405, method === "TRACE" ? "GET, POST" : "POST"]);
      if (method === "HEAD") expect(text).toBe("");
      else expect(messageOf(from, 405, JSON.parse(text))).toContain(method);
      expect(upstream.received).toEqual([]);
    });

    it("is told that the upstream sends its requests elsewhere", async () => {
      upstream.play((_call, response) => void response.writeHead(307, { location: "http://127.0.0.1:1/elsewhere" }).end());
      expect(await refused(from, await ask(from), 502)).toContain("redirect");
      expect(upstream.received).toHaveLength(1);
    });

    it.each([false, true])("is told that the upstream says nothing, streamed: %s", async (stream) => {
      upstream.play(() => {});
      expect(await refused(from, await ask(from, {}, stream, hasty.url), 504)).toContain("in time");
      await expect.poll(() => upstream.aborted(), OFTEN).toBe(1);
    });

    it.each([
      ["stalls", 504],
      ["breaks off", 502],
    ] as const)("is told that the upstream %s in the middle of its answer", async (how, status) => {
      const begins =
        (answer: number): Turn =>
        (_call, response) => {
          response.writeHead(answer, { "content-type": "application/json" }).write('{"id":');
          if (how === "breaks off") setTimeout(() => response.destroy(), 10);
        };
      upstream.play(begins(200), begins(429));
      const replies = await Promise.all([1, 2].map(() => ask(from, {}, false, how === "stalls" ? hasty.url : url)));
      for (const reply of replies) await refused(from, reply, status);
    });

    it.each(["stalls", "breaks off"])("gets an error event where the upstream %s in the middle of a stream", async (how) => {
      upstream.play((_call, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const frame of answers[to].frames({ text: "Once upon a time" }).slice(0, 4)) response.write(frame);
        if (how === "breaks off") setTimeout(() => response.destroy(), 10);
      });
      const response = await ask(from, {}, true, how === "stalls" ? hasty.url : url);
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(text).toContain("error");
      expect(text).not.toMatch(SECRET);
      expect(text).not.toMatch(/\[DONE\]|message_stop|"finishReason"/);
      await expect.poll(() => upstream.aborted(), OFTEN).toBe(1);
    });

    it.each([false, true])("takes the upstream's request with it when it leaves, streamed: %s", async (stream) => {
      let began: () => void = () => {};
      const begun = new Promise<void>((resolve) => {
        began = resolve;
      });
      upstream.play((_call, response) => {
        if (stream) response.writeHead(200, { "content-type": "text/event-stream" }).write(answers[to].frames({ text: "Once" })[0]);
        began();
      });
      const abort = new AbortController();
      const asked = ask(from, { signal: abort.signal }, stream).then((response) => response.text());
      await begun;
      await wait(20);
      abort.abort();
      await expect(asked).rejects.toThrow(/abort/i);
      await expect.poll(() => upstream.aborted(), OFTEN).toBe(1);
    });

    it("may leave while it sends", async () => {
      upstream.play();
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: g\r\nauthorization: Bearer sk-a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
      );
      await wait(20);
      socket.destroy();
      await wait(20);
      expect(upstream.received).toEqual([]);
    });
  });

  it.each([
    ["CONNECT evil.test:443 HTTP/1.1", 405],
    ["GET http://evil.test/v1/models HTTP/1.1", 404],
    ["POST /v1beta/models/a/../../../tenant-b/v1beta/models/x:generateContent HTTP/1.1", 404],
    ["POST /v1beta/models/a%2f..%2fx:generateContent HTTP/1.1", 404],
  ])("answers %s", async (line, status) => {
    upstream.play();
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(
      `${line}\r\nhost: g\r\nauthorization: Bearer sk-a\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
    );
    let text = "";
    for await (const chunk of socket.setEncoding("utf8")) text += chunk;
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toContain('"error"');
    expect(upstream.received).toEqual([]);
  });
});

it("takes 32 MiB by default", async () => {
  const gateway = createGateway({ to: "messages", baseUrl: "http://up", fetch: async () => new Response(null, { status: 500 }) });
  const post = (length: number) =>
    gateway(new Request("http://g/v1/messages", { method: "POST", headers: { ...headers, "content-length": String(length) }, body: "{}" }));
  expect((await post(32 * 1024 * 1024)).status).toBe(400);
  expect((await post(32 * 1024 * 1024 + 1)).status).toBe(413);
});
