/** A whole gateway in front of a stub: whose words an answer has, what the upstream is sent, and what stays behind. */
import { describe, expect, it } from "vitest";
import type { Issue, Profile, StyleName } from "../../src/index.js";
import { validators } from "../../src/style-lists.js";
import { createHandler, type Fetch, type HandlerOptions, type IssueOrigin } from "../../src/web.js";
import { answers } from "../e2e/support/answers.js";
import { questions, styleNames } from "../e2e/support/questions.js";
import { cases, of } from "../support/cases.js";

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly init: RequestInit;
}
type Answer = (sent: Sent) => Response | Promise<Response>;

const KEYS: Readonly<Record<StyleName, Readonly<Record<string, string>>>> = {
  "chat-completions": { authorization: "Bearer sk-client" },
  messages: { "x-api-key": "sk-client" },
  "generate-content": { "x-goog-api-key": "sk-client" },
};
const JSON_TYPE = { "content-type": "application/json" };
const pairs = styleNames.flatMap((from) => styleNames.map((to) => ({ from, to })));
const whole =
  (to: StyleName): Answer =>
  () =>
    Response.json(answers[to].whole({ text: "Hello." }));

/** A gateway, and what its upstream was sent. */
function gateway(options: Partial<HandlerOptions> = {}, answer: Answer = whole(options.to ?? "messages")) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (input, init = {}) => {
    const call = { url: String(input), headers: new Headers(init.headers), init };
    sent.push(call);
    return answer(call);
  };
  return { sent, handle: createHandler({ to: "messages", baseUrl: "https://upstream.test", fetch, ...options }) };
}

function asked(from: StyleName, init: RequestInit = {}, path = questions[from][0]): Request {
  const given = { method: "POST", headers: { ...JSON_TYPE, ...KEYS[from] }, body: JSON.stringify(questions[from][2]) };
  return new Request(`https://gateway.test${path}`, { ...given, ...init });
}

/** The status, and whether the body is an error of the client's style. */
async function refusal(from: StyleName, response: Response) {
  const body: unknown = await response.json();
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(validators[from].error({ status: response.status, body }, { profile: "vendor" })).toEqual([]);
  expect(JSON.stringify(body)).not.toMatch(/sk-client|sk-up|upstream\.test|secret/);
  return response.status;
}

const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("secret host")) });
const endless = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
const streaming = (body: ReadableStream): RequestInit => Object.assign({ body }, { duplex: "half" });

describe.each(styleNames)("a client of %s", (from) => {
  const key = KEYS[from];
  const [path] = questions[from];
  const headers = { ...JSON_TYPE, ...key };

  cases<[status: number, init: RequestInit | (() => RequestInit), path?: string, options?: Partial<HandlerOptions>, allow?: string]>({
    "without a key": [401, { headers: JSON_TYPE }],
    "with a key of another scheme": [401, { headers: { ...JSON_TYPE, authorization: "Basic sk-client" } }],
    "with a key that no header can hold": [401, { headers: JSON_TYPE }, `${path}?key=%E2%82%AC`],
    "with a key of two lines": [401, { headers: JSON_TYPE }, `${path}?key=a%0Ab`],
    "with a key that is not known": [401, {}, path, { keys: async (given) => given !== "sk-client" }],
    "with a body that is too long": [413, {}, path, { maxBodyBytes: 20 }],
    "with a body whose length is too long": [413, { headers: { ...headers, "content-length": "33554433" } }],
    "with a body of unknown length that is too long": [413, () => streaming(endless()), path, { maxBodyBytes: 5000 }],
    "with another content type": [415, { headers: { ...headers, "content-type": "text/plain" } }],
    "with a body that is packed": [415, { headers: { ...headers, "content-encoding": "gzip" } }],
    "without a content type": [415, { headers: key, body: new Uint8Array([0x7b, 0x7d]) }],
    "with a method that no path has": [405, { method: "PUT" }, path, {}, "POST"],
    "that gets where it must post": [405, { method: "GET", body: null }, path, {}, "POST"],
    "with a model that is not there": [404, {}, path, { models: ["other"] }],
    "with what is no JSON": [400, { body: "{" }],
    "with what is no UTF-8": [400, { body: new Uint8Array([0x22, 0xff, 0x22]) }],
    "without what is required": [400, { body: '{"model":"m"}' }],
    "that leaves while it sends": [499, () => streaming(broken())],
  })("is answered in its own words and the upstream is not asked: %s", async (status, init, where = path, options = {}, allow) => {
    const { sent, handle } = gateway(options);
    const response = await handle(asked(from, typeof init === "function" ? init() : init, where));
    expect(await refusal(from, response)).toBe(status);
    expect(response.headers.get("allow")).toBe(allow ?? null);
    expect(sent).toEqual([]);
  });

  it("is told which header its key belongs in", async () => {
    const response = await gateway({}).handle(asked(from, { headers: JSON_TYPE }, path));
    expect((await response.text()).toLowerCase()).toContain(`\`${Object.keys(key)[0]}\``);
  });

  const failing: Readonly<Record<string, readonly [status: number, answer: Answer]>> = {
    "cannot be reached": [502, () => Promise.reject(new TypeError("fetch failed: secret"))],
    "fails with what is no error": [502, () => Promise.reject("secret")],
    "does not answer in time": [504, () => Promise.reject(new DOMException("secret", "TimeoutError"))],
    "breaks off": [502, () => new Response(broken())],
    "breaks off in an error": [502, () => new Response(broken(), { status: 429 })],
    "answers without an end": [502, () => new Response(endless())],
    "fails without an end": [502, () => new Response(endless(), { status: 429 })],
    redirects: [502, () => new Response(null, { status: 307, headers: { location: "https://secret" } })],
  };
  for (const to of styleNames)
    cases(failing)(`is told in its own words that the upstream of ${to} %s`, async (status, answer) => {
      const { sent, handle } = gateway({ to, maxAnswerBytes: 5000 }, answer);
      expect(await refusal(from, await handle(asked(from)))).toBe(status);
      expect(sent.map(({ init }) => init.redirect)).toEqual(["manual"]);
    });
});

describe.each(pairs)("between $from and $to", ({ from, to }) => {
  const KEY_HEADERS = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];
  cases<[options: Partial<HandlerOptions>, key: string | undefined]>({
    "is the client's": [{}, "sk-client"],
    "is the upstream's": [{ upstreamKey: "sk-up" }, "sk-up"],
    "is a header of the upstream's": [{ headers: { "x-api-key": "sk-up" }, keys: () => true }, "sk-up"],
    "is none where the client's is the gateway's own": [{ keys: () => true }, undefined],
  })("the key that is sent %s", async (options, key) => {
    for (const profile of of("vendor", "gateway")) {
      const { sent, handle } = gateway({ to, upstreamProfile: profile, ...options });
      // A second key in another place is none that was looked at.
      await handle(
        asked(from, { headers: { ...JSON_TYPE, "x-goog-api-key": "sk-client", ...KEYS[from] } }, `${questions[from][0]}?key=sk-client`),
      );
      const [call] = sent;
      const found = KEY_HEADERS.flatMap((name) => call?.headers.get(name)?.replace("Bearer ", "") ?? []);
      expect([...new Set(found)]).toEqual(key === undefined ? [] : [key]);
      expect(new URL(call?.url ?? "").origin).toBe("https://upstream.test");
      expect(call?.url).not.toContain("key=");
    }
  });
});

it.each<readonly [StyleName, string, readonly string[]]>([
  ["messages", "sk-client", ["authorization", "x-api-key"]],
  ["messages", "sk-ant-oat01-a", ["authorization"]],
  ["generate-content", "sk-client", ["authorization", "x-goog-api-key"]],
  ["generate-content", "ya29.a", ["authorization"]],
])("an upstream of %s gets the bearer token %s where it looks for one of its kind", async (to, token, places) => {
  for (const from of styleNames) {
    const { sent, handle } = gateway({ to });
    await handle(asked(from, { headers: { ...JSON_TYPE, authorization: `Bearer ${token}` } }));
    const found = [...(sent[0]?.headers ?? [])].flatMap(([name, value]) => (value.includes(token) ? [name] : []));
    expect(found).toEqual(from === to ? places : places.slice(-1));
  }
});

it("the upstream's key is where its style and profile have it", async () => {
  const places = async (to: StyleName, upstreamProfile: "vendor" | "gateway") => {
    const { sent, handle } = gateway({ to, upstreamProfile, upstreamKey: "sk-up" });
    await handle(asked("messages"));
    return [...(sent[0]?.headers ?? [])].flatMap(([name, value]) => (value.includes("sk-up") ? [name] : []));
  };
  for (const to of styleNames) expect(await places(to, "gateway")).toEqual(["authorization"]);
  expect(await places("chat-completions", "vendor")).toEqual(["authorization"]);
  expect(await places("messages", "vendor")).toEqual(["x-api-key"]);
  expect(await places("generate-content", "vendor")).toEqual(["x-goog-api-key"]);
});

it("nothing of the client's way is sent on", async () => {
  const way = {
    cookie: "s=1",
    forwarded: "for=1.2.3.4",
    via: "1.1 x",
    "x-forwarded-for": "1.2.3.4",
    "x-real-ip": "1.2.3.4",
    "cf-connecting-ip": "1.2.3.4",
  };
  for (const { from, to } of pairs) {
    const { sent, handle } = gateway({ to });
    await handle(asked(from, { headers: { ...JSON_TYPE, ...KEYS[from], ...way, "x-trace": "t" } }));
    expect(Object.keys(way).filter((name) => sent[0]?.headers.has(name))).toEqual([]);
    expect(sent[0]?.headers.get("x-trace")).toBe("t");
  }
});

describe("models", () => {
  const upstreamsName = async (models: HandlerOptions["models"], model: string) => {
    const { sent, handle } = gateway({ ...(models === undefined ? {} : { models }) });
    const response = await handle(asked("messages", { body: JSON.stringify({ ...questions.messages[2], model }) }));
    return sent[0] === undefined ? response.status : JSON.parse(String(sent[0].init.body)).model;
  };
  const map = { a: "b", "claude-*": "anthropic/claude-*", "claude-haiku-*": "small", "*-mini": "mini", "*": "rest" };

  cases<[models: HandlerOptions["models"], asked: string, sent: string | number]>({
    "all where none are named": [undefined, "x", "x"],
    "one of a list": [["a", "b"], "b", "b"],
    "none of a list": [["a", "b"], "c", 404],
    "none of an empty list": [[], "c", 404],
    "one by a pattern of a list": [["claude-*"], "claude-x", "claude-x"],
    "by its name before any pattern": [map, "a", "b"],
    "with the text of the pattern": [map, "claude-opus-4", "anthropic/claude-opus-4"],
    "by the longest pattern": [map, "claude-haiku-4", "small"],
    "by an end": [map, "gpt-5-mini", "mini"],
    "by anything": [map, "gpt-5", "rest"],
    "not by what is shorter than the pattern": [{ "aba*aba": "x" }, "aba", 404],
    "not by what every object has": [{ a: "b" }, "constructor", 404],
    "by a function": [(name) => `up-${name}`, "x", "up-x"],
    "by a function that knows none": [() => undefined, "x", 404],
    "with a text that looks like a pattern of a replacement": [{ "*": "<*>" }, "$&", "<$&>"],
  })("are found: %s", async (models, model, name) => {
    expect(await upstreamsName(models, model)).toBe(name);
  });

  it("of a function that gives no name are a mistake of the program", async () => {
    const models = Reflect.apply(Object, undefined, [async () => "x"]);
    await expect(gateway({ models }).handle(asked("messages"))).rejects.toThrow("`models()` must be a string or undefined");
  });

  it("of paths are found, too", async () => {
    const { sent, handle } = gateway({ models: { "gemini-*": "claude-x" } });
    expect((await handle(asked("generate-content", {}, "/v1beta/models/gemini-3:generateContent"))).status).toBe(200);
    expect(JSON.parse(String(sent[0]?.init.body)).model).toBe("claude-x");
  });

  it.each(pairs)("are called in answers of $to what a client of $from asked for", async ({ from, to }) => {
    const [path, streamPath, body] = questions[from];
    const upstream: Answer = ({ url, init }) =>
      /"stream":true/.test(String(init.body)) || url.includes("stream")
        ? new Response(answers[to].frames({ text: "Hi." }).join(""), { headers: { "content-type": "text/event-stream" } })
        : whole(to)({ url, headers: new Headers(), init });
    const said: string[] = [];
    const onIssues = (issues: readonly Issue[], { phase }: IssueOrigin) =>
      said.push(...issues.filter(({ path: [field] }) => phase !== "request" && String(field).startsWith("model")).map(({ code }) => code));
    const namesIn = async (options: Partial<HandlerOptions>) => {
      const { handle } = gateway({ to, onIssues, ...options }, upstream);
      const answer = await (await handle(asked(from, {}, path))).text();
      const streamed = { ...body, ...(from === "generate-content" ? {} : { stream: true }) };
      const events = await (await handle(asked(from, { body: JSON.stringify(streamed) }, streamPath))).text();
      expect(events).toContain("data: ");
      return [...new Set([...`${answer}${events}`.matchAll(/"model(?:Version)?":"([^"]*)"/g)].map(([, name]) => name))];
    };
    const own = JSON.stringify(answers[to].whole({ text: "Hi." })).match(/"model(?:Version)?":"([^"]*)"/)?.[1];
    expect(await namesIn({ models: { "*": "upstream-model" } })).toEqual(["m"]);
    expect(said).toEqual([]);
    expect(await namesIn({ models: { "*": "upstream-model" }, answerModel: (name) => name })).toEqual([own]);
    for (const options of [{}, { models: ["m"] }]) expect(await namesIn(options)).toEqual([own]);
    expect(await namesIn({ answerModel: "ours" })).toEqual(["ours"]);
  });

  const LISTS = {
    "chat-completions": [
      "/v1/models",
      {
        object: "list",
        data: [
          { id: "a", object: "model" },
          { id: "b", object: "model" },
        ],
      },
    ],
    messages: ["/v1/models", { data: [{ type: "model", id: "a" }, { id: "b" }], has_more: false, first_id: "a", last_id: "b" }],
    "generate-content": ["/v1beta/models", { models: [{ name: "models/a" }, { name: "models/b" }] }],
  } as const;
  const list = (from: StyleName, path: string) =>
    new Request(`https://gateway.test${path}`, {
      headers: { ...KEYS[from], ...(from === "messages" ? { "anthropic-version": "2023-06-01" } : {}) },
    });

  it.each(styleNames)("are listed for a client of %s", async (from) => {
    const [path, body] = LISTS[from];
    const { sent, handle } = gateway({ models: { a: "x", b: "y", "c-*": "z" } });
    expect(await (await handle(list(from, path))).json()).toMatchObject(body);
    const tuned = await gateway({ models: ["ft:a:b::c"] }).handle(list(from, `${path}/ft:a:b::c`));
    expect([tuned.status, await tuned.text()]).toEqual([200, expect.stringMatching(/"(?:models\/)?ft:a:b::c"/)]);
    const one = await handle(list(from, `${path}/a`));
    expect([one.status, JSON.stringify(await one.json())]).toEqual([200, expect.stringMatching(/"(?:models\/)?a"/)]);
    expect(await refusal(from, await handle(list(from, `${path}/d`)))).toBe(404);
    const keyless = list(from, path);
    for (const name of Object.keys(KEYS[from])) keyless.headers.delete(name);
    expect((await handle(keyless)).status).toBe(401);
    expect(sent).toEqual([]);
  });

  it.each(pairs)("are asked of the upstream where none are named: $from of $to", async ({ from, to }) => {
    const there = LISTS[to][1];
    const asks = gateway({ to }, ({ url }) => Response.json(url.endsWith("/a") ? { id: "a" } : there));
    expect(await (await asks.handle(list(from, LISTS[from][0]))).json()).toMatchObject(from === to ? there : LISTS[from][1]);
    await asks.handle(list(from, `${LISTS[from][0]}/a`));
    expect(asks.sent.map(({ url }) => new URL(url).pathname)).toEqual([LISTS[to][0], `${LISTS[to][0]}/a`]);
    expect(asks.sent.map(({ init }) => [init.method, init.redirect])).toEqual([of("GET", "manual"), of("GET", "manual")]);
    const some = gateway({ to, models: { "b*": "b*" } }, () => Response.json(there));
    const listed = JSON.stringify(await (await some.handle(list(from, LISTS[from][0]))).json());
    expect([/"(?:models\/)?b"/.test(listed), /"(?:models\/)?a"/.test(listed)]).toEqual([true, false]);
    for (const [status, answer] of [
      [502, () => new Response(null, { status: 302 })],
      [502, () => Promise.reject(new TypeError("fetch failed"))],
      [429, () => Response.json(answers[to].error(429, "slow"), { status: 429 })],
    ] as const) {
      const { handle } = gateway({ to }, answer);
      expect((await handle(list(from, LISTS[from][0]))).status).toBe(status);
    }
  });

  it("are found in a list without an object around it", async () => {
    const { handle } = gateway({ to: "chat-completions" }, () => Response.json(LISTS["chat-completions"][1].data));
    expect(await (await handle(list("messages", "/v1/models"))).json()).toMatchObject(LISTS.messages[1]);
  });

  it("of an upstream that lists none are a fault of the upstream", async () => {
    const { handle } = gateway({}, () => Response.json({ hello: 1 }));
    expect(await refusal("chat-completions", await handle(list("chat-completions", "/v1/models")))).toBe(502);
  });

  cases<[status: number, init: RequestInit, path: string, profile?: Profile]>({
    "to post": [405, { method: "POST", body: "{}" }, "/v1/models"],
    "to ask for the head of": [405, { method: "HEAD" }, "/v1/models"],
    "of another version in the specification": [404, {}, "/v1beta/models", "gateway"],
    "one of them in the specification": [404, {}, "/v1/models/a", "gateway"],
    "that leads elsewhere": [404, {}, "/v1/models/a%2f..%2fb"],
  })("are no place %s", async (status, init, path, profile = "vendor") => {
    const { sent, handle } = gateway({ profile });
    const response = await handle(new Request(`https://gateway.test${path}`, { headers: KEYS["chat-completions"], ...init }));
    expect([response.status, sent]).toEqual([status, []]);
  });
});

describe("what is found", () => {
  it("is told with the client's request and the part of the call", async () => {
    const said: [codes: readonly string[], origin: IssueOrigin][] = [];
    const onIssues = (issues: readonly Issue[], origin: IssueOrigin) => said.push([issues.map(({ code }) => code), origin]);
    const answer: Answer = ({ init }) =>
      String(init.body).includes('"stream":true')
        ? new Response(answers.messages.frames({ text: "Hi." }).slice(0, 3).join(""), { headers: { "content-type": "text/event-stream" } })
        : Response.json({ ...answers.messages.whole({ text: "Hi." }), container: { id: "c" } });
    const { handle } = gateway({ onIssues, report: "all" }, answer);
    const body = { ...questions["chat-completions"][2], seed: 1 };
    const requests = [body, { ...body, stream: true }, { ...body, messages: 1 }].map((sent) =>
      asked("chat-completions", { body: JSON.stringify(sent) }),
    );
    for (const request of requests) await (await handle(request)).text();
    expect(said.map(([, { phase }]) => phase)).toEqual(["request", "response", "request", "stream", "request"]);
    expect(said.map(([, { request }]) => requests.indexOf(request))).toEqual([0, 0, 1, 1, 2]);
    expect(said.map(([codes]) => codes)).toMatchObject([
      expect.arrayContaining(["dropped.field"]),
      expect.any(Array),
      expect.arrayContaining(["dropped.field"]),
      expect.arrayContaining(["stream.truncated"]),
      [expect.stringMatching(/^validation\./)],
    ]);
  });

  it("by the embedder's own functions passes through", async () => {
    const fail = () => {
      throw new Error("own");
    };
    for (const options of [{ keys: fail }, { models: fail }, { onIssues: fail }])
      await expect(gateway(options).handle(asked("messages"))).rejects.toThrow("own");
  });
});

describe("a client that leaves", () => {
  it.each(styleNames)("takes the stream of an upstream of %s with it", async (to) => {
    let cancelled = false;
    const frames = [...answers[to].frames({ text: "Once upon a time" })];
    const body = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode(frames.shift() ?? ": wait\n\n")),
        cancel: () => {
          cancelled = true;
        },
      });
    const { handle } = gateway({ to }, () => new Response(body(), { headers: { "content-type": "text/event-stream" } }));
    const response = await handle(asked("messages", { body: JSON.stringify({ ...questions.messages[2], stream: true }) }));
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => cancelled, { interval: 2 }).toBe(true);
  });
});

it("is found behind a base path, and nowhere else", async () => {
  const { sent, handle } = gateway({ basePath: "/api/llm" });
  const status = async (path: string) => (await handle(asked("chat-completions", {}, path))).status;
  expect(await status("/api/llm/v1/chat/completions")).toBe(200);
  expect(sent[0]?.url).toBe("https://upstream.test/v1/messages");
  for (const path of ["/api/v1/chat/completions", "/api/llmv1/chat/completions", "/v1/chat/completions"])
    expect(await status(path)).toBe(404);
});

it("repeats the text of a request whose style stays", async () => {
  const body = '{ "max_tokens": 9, "model": "m", "big": 12345678901234567890, "messages": [{"role":"user","content":"hi"}] }';
  const { sent, handle } = gateway();
  await handle(asked("messages", { body }, "/v1/messages?beta=true"));
  expect(sent.map(({ url, init }) => [url, init.body])).toEqual([["https://upstream.test/v1/messages?beta=true", body]]);
});

it("a request that was read before is a mistake of the program", async () => {
  const request = asked("messages");
  await request.text();
  await expect(gateway().handle(request)).rejects.toThrow("Pass the `Request` as it came");
});

it("a request of node:http is a mistake of the program, too", async () => {
  const incoming: unknown = { method: "POST", url: "/v1/messages", headers: {} };
  await expect(Reflect.apply(gateway().handle, undefined, [incoming])).rejects.toThrow("Pass the `Request` as it came");
});

cases<[options: object, message: string]>({
  "no style": [{ to: "claude" }, 'Did you mean "messages"?'],
  "no address": [{ baseUrl: undefined }, "createHandler("],
  "an address that is none": [{ baseUrl: "localhost:8000" }, "`baseUrl` must be"],
  "no fetch": [{ fetch: undefined }, "createHandler("],
  "models that are none": [{ models: 5 }, "`models` must be"],
  "models that map to nothing": [{ models: { a: 1 } }, "`models` must be"],
  "a pattern with two stars": [{ models: ["a*b*"] }, "one `*`"],
  "keys that are a list": [{ keys: ["sk-a"] }, "`keys` must be a function"],
  "a limit that is none": [{ maxBodyBytes: "1mb" }, "`maxBodyBytes` must be"],
  "a base path that ends in a slash": [{ basePath: "/api/" }, "`basePath` must"],
  "a header of two lines": [{ headers: { "x-api-key": "sk-up\nx" } }, "`headers` holds for `x-api-key` what no header can"],
  "a key of two lines": [{ upstreamKey: "sk-up\nx" }, "`upstreamKey` must be"],
  "an empty key": [{ upstreamKey: "" }, "`upstreamKey` must be"],
  "a header that is no text": [{ headers: { "x-api-key": undefined } }, "`headers` must hold texts"],
})("a wrong call is told at once: %s", (options, message) => {
  const given = { to: "messages", baseUrl: "https://h", fetch: async () => Response.json({}), ...options };
  const make = () => Reflect.apply(createHandler, undefined, [given]);
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
  expect(make).not.toThrow("sk-up");
});
