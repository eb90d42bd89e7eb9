/** What every client must get through from every upstream, on every way. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Profile, StyleName } from "../../../src/index.js";
import { type Answer, answers, errorFrame } from "./answers.js";
import type { Client, Failure } from "./clients.js";
import type { Way } from "./gateway.js";
import { styleNames } from "./questions.js";
import { requests } from "./received.js";
import { failing, startUpstream, type Upstream } from "./upstream.js";

type Finish = "stop" | "length" | "calls" | "refused";
const FINISH: Readonly<Record<StyleName, Readonly<Record<Finish, string>>>> = {
  "chat-completions": { stop: "stop", length: "length", calls: "tool_calls", refused: "content_filter" },
  messages: { stop: "end_turn", length: "max_tokens", calls: "tool_use", refused: "refusal" },
  "generate-content": { stop: "STOP", length: "MAX_TOKENS", calls: "STOP", refused: "SAFETY" },
};

// Not media, but base64: nobody on the way may look into it.
const JPEG = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q";
const PDF = "JVBERi0xLjQKJcOkw7zDtsOfCjIgMCBvYmoKPDwvTGVuZ3RoIDMgMCBSL0ZpbHRlci9GbGF0ZURlY29kZT4+CnN0cmVhbQo=";
const SIGNATURE = "RXFRQkNrWUlBUmdDS2tCdw==";

const WEATHER = { id: "call_w1", name: "get_weather", arguments: { city: "Oslo" } };
const TIME = { id: "call_t1", name: "get_time", arguments: { zone: "Europe/Oslo" } };
const AGAIN = { id: "call_w2", name: "get_weather", arguments: { city: 'Bergen — "vest" 🌧' } };

/** Statuses of the upstream. */
const STATUSES = [400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 501, 502, 503, 504, 529];

/** Where the styles do not agree; between two of the same style a status stays. */
function statusSeen(status: number, { from, to, profile }: Pair): number {
  if (from === to) return status;
  switch (status) {
    case 402:
      // To the vendors an empty account is a limit, but in messages.
      return from === "messages" || profile === "gateway" ? 402 : 429;
    case 408:
      return 504;
    case 503:
    case 529:
      if (from !== "messages") return 503;
      return profile === "gateway" ? status : 529;
    default:
      return status;
  }
}

/** What each client tries again by itself. */
function isRetried(status: number, from: StyleName): boolean {
  if (from === "generate-content") return [408, 429, 500, 502, 503, 504].includes(status);
  return [408, 409, 429].includes(status) || status >= 500;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  403: "PermissionDeniedError",
  404: "NotFoundError",
  409: "ConflictError",
  422: "UnprocessableEntityError",
  429: "RateLimitError",
};
/** The class that each client has for a status. */
const CLASSES: Readonly<Record<StyleName, (status: number) => string>> = {
  "chat-completions": (status) => BY_STATUS[status] ?? (status >= 500 ? "InternalServerError" : "APIError"),
  messages: (status) =>
    ({
      ...BY_STATUS,
      402: "PaymentRequiredError",
      408: "RequestTimeoutError",
      413: "ContentTooLargeError",
      500: "InternalServerError",
      501: "NotImplementedError",
      502: "InternalServerError",
      503: "ServiceUnavailableError",
      504: "GatewayTimeoutError",
      529: "OverloadedError",
    })[status] ?? "",
  "generate-content": () => "ApiError",
};

export type OpenWay = (upstream: Upstream, profile: Profile) => Way | Promise<Way>;

/** One upstream, one way, the clients of all styles, and what each of them must get through. */
export function describePairs(to: StyleName, profile: Profile, open: OpenWay, tests: (pair: Pair) => void = cases): void {
  describe(`an upstream of ${to} (${profile})`, () => {
    let upstream: Upstream;
    let way: Way;
    beforeAll(async () => {
      upstream = await startUpstream(to, profile);
      way = await open(upstream, profile);
    });
    afterEach(() => {
      expect(upstream.faults, "what the upstream was sent").toEqual([]);
    });
    afterAll(async () => {
      await way.close();
      await upstream.close();
    });
    for (const from of styleNames)
      describe(`for a client of ${from}`, () => {
        tests({ from, to, profile, upstream: () => upstream, way: () => way });
      });
  });
}

export interface Pair {
  readonly from: StyleName;
  readonly to: StyleName;
  readonly profile: Profile;
  readonly upstream: () => Upstream;
  readonly way: () => Way;
}

function cases(pair: Pair): void {
  for (const stream of [false, true])
    describe(stream ? "streamed" : "whole", () => {
      basics(pair, stream);
      conversation(pair, stream);
      endings(pair, stream);
    });
  it("gets what its parse helper was promised", async () => {
    pair.upstream().play({ text: '{"city":"Oslo","inhabitants":717710}' });
    expect(await pair.way().client(pair.from).structured("Which city?")).toEqual({ city: "Oslo", inhabitants: 717_710 });
    expect(JSON.stringify(requests[pair.to].schema(pair.upstream().received[0]?.body))).toContain('"inhabitants"');
  });
  failures(pair);
}

/** The cases that libraries on top of the official clients must get through as well. */
export function basics({ from, to, upstream, way }: Pair, stream: boolean): void {
  it("gets the text, its end and its tokens", async () => {
    upstream().play({ text: "Grüß Gott, 世界 👋🏽!", usage: { input: 31, output: 9 } });
    const client = way().client(from);
    const seen = await client.chat({ stream, system: "Be brief." }).ask({ text: "Hello" });
    expect(seen).toMatchObject({ text: "Grüß Gott, 世界 👋🏽!", finish: FINISH[from].stop, calls: [] });
    if (!stream || client.countsStreams !== false) expect(seen).toMatchObject({ input: 31, output: 9 });
    expect(requests[to].system(upstream().received[0]?.body)).toBe("Be brief.");
  });

  it("learns that the limit cut the answer", async () => {
    upstream().play({ text: "Once upon", cutByLimit: true });
    const seen = await way().client(from).chat({ stream }).ask({ text: "Hello" });
    expect(seen).toMatchObject({ text: "Once upon", finish: FINISH[from].length });
  });

  it("runs tools for three turns, several at once", async () => {
    upstream().play({ text: "Let me look.", calls: [WEATHER, TIME] }, { calls: [AGAIN] }, { text: "Rain in both." });
    const client = way().client(from);
    const chat = client.chat({ stream, tools: true });
    const first = await chat.ask({ text: "Weather and time in Oslo?" });
    expect(first).toMatchObject({ text: "Let me look.", finish: FINISH[from].calls });
    expect(first.calls.map(({ name, arguments: args }) => [name, args])).toEqual([
      ["get_weather", WEATHER.arguments],
      ["get_time", TIME.arguments],
    ]);
    expect(first.calls.map(({ id }) => id)).toEqual([WEATHER.id, TIME.id]);
    const second = await chat.answer(first.calls.map(({ id, name }) => ({ id, name, output: `rain for ${name}` })));
    expect(second.calls).toMatchObject([AGAIN]);
    const third = await chat.answer(second.calls.map(({ id, name }) => ({ id, name, output: "sun" })));
    expect(third).toMatchObject({ text: "Rain in both.", finish: FINISH[from].stop });
    const [, answered, again] = upstream().received;
    const read = requests[to];
    expect(read.calls(answered?.body)).toEqual(["get_weather", "get_time"]);
    const id = (given: string) => (client.keepsIds === false ? expect.any(String) : given);
    expect(read.results(answered?.body)).toEqual([
      { id: id(WEATHER.id), output: expect.stringContaining("rain for get_weather") },
      { id: id(TIME.id), output: expect.stringContaining("rain for get_time") },
    ]);
    expect(read.calls(again?.body)).toEqual(["get_weather"]);
    expect(read.results(again?.body)).toEqual([{ id: id(AGAIN.id), output: expect.stringContaining("sun") }]);
  });
}

function conversation({ from, to, upstream, way }: Pair, stream: boolean): void {
  it("shows an image and a PDF", async () => {
    upstream().play({ text: "A cat and a bill." });
    const seen = await way().client(from).chat({ stream }).ask({ text: "What are these?", image: JPEG, pdf: PDF });
    expect(seen.text).toBe("A cat and a bill.");
    const body = upstream().received[0]?.body;
    expect(requests[to].images(body)).toEqual([JPEG]);
    expect(requests[to].documents(body)).toEqual([PDF]);
  });

  it("keeps thinking and its signature while tools run", async () => {
    upstream().play(
      { thinking: "Oslo, then.", signature: SIGNATURE, calls: [WEATHER], usage: { input: 12, output: 9, reasoning: 4 } },
      { text: "Rain." },
    );
    const chat = way().client(from).chat({ stream, tools: true, thinking: true });
    const first = await chat.ask({ text: "Weather in Oslo?" });
    expect(first).toMatchObject({ thinking: "Oslo, then.", output: 9 });
    expect(first.calls).toEqual([WEATHER]);
    await chat.answer([{ id: WEATHER.id, name: WEATHER.name, output: "rain" }]);
    const sent = requests[to].signatures(upstream().received[1]?.body);
    // chat-completions signs nothing itself.
    expect(sent).toEqual(to === "chat-completions" ? [] : [SIGNATURE]);
  });

  if (to === "generate-content")
    it("keeps the signature of a text, which a messages answer has no place for at its end", async () => {
      upstream().play({ text: "Oslo.", signature: SIGNATURE }, { text: "Yes." });
      const chat = way().client(from).chat({ stream, thinking: true });
      expect(await chat.ask({ text: "Which city?" })).toMatchObject({ text: "Oslo." });
      await chat.ask({ text: "Sure?" });
      // The official chat-completions client keeps nothing of a stream but what its types know, and the last of each other field.
      expect(requests[to].signatures(upstream().received[1]?.body)).toEqual(from === "messages" ? [] : [SIGNATURE]);
    });

  it("gets the sources of a web search", async () => {
    upstream().play({ text: "Oslo has 717 710 inhabitants.", cited: { url: "https://ssb.no/oslo", title: "SSB" } }, { text: "Yes." });
    const chat = way().client(from).chat({ stream, search: true });
    const seen = await chat.ask({ text: "How many?" });
    expect(seen.text).toBe("Oslo has 717 710 inhabitants.");
    expect(requests[to].searches(upstream().received[0]?.body)).toBe(true);
    expect(seen.cited).toEqual(["https://ssb.no/oslo"]);
    expect(await chat.ask({ text: "Sure?" })).toMatchObject({ text: "Yes." });
  });

  it("learns that the model refused", async () => {
    upstream().play({ refusal: "I cannot help with that." });
    const seen = await way().client(from).chat({ stream }).ask({ text: "Hello" });
    const own = from === "chat-completions" && to === "chat-completions";
    expect(seen.finish).toBe(own ? FINISH[from].stop : FINISH[from].refused);
    if (from !== "generate-content" && to !== "generate-content") expect(seen.refusal).toBe("I cannot help with that.");
  });
}

function endings({ from, to, upstream, way }: Pair, stream: boolean): void {
  if (!stream) return;
  const half = (answer: Answer) => answers[to].frames(answer).slice(0, to === "messages" ? 6 : 3);

  it("hands text on as it comes", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    upstream().play(async (_call, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const frames = answers[to].frames({ text: "One two three four." });
      for (const frame of frames.slice(0, 5)) response.write(frame);
      // The rest waits for the client: a way that collects would wait for ever.
      await released;
      for (const frame of frames.slice(5)) response.write(frame);
      response.end();
    });
    const seen = await way().client(from).chat({ stream, onText: release }).ask({ text: "Count." });
    expect(seen.text).toBe("One two three four.");
  });

  it("fails where the upstream fails in mid-stream", async () => {
    upstream().play((_call, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end([...half({ text: "One two three four." }), errorFrame(to, 503, "no capacity")].join(""));
    });
    const texts: string[] = [];
    const client = way().client(from);
    const error = await failureOf(client, () => client.chat({ stream, onText: (piece) => texts.push(piece) }).ask({ text: "Count." }));
    expect(error?.message).toContain("no capacity");
    expect(texts.join("")).not.toBe("");
  });

  it("fails where the upstream ends early", async () => {
    upstream().play((_call, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(half({ text: "One two three four." }).join(""));
    });
    const client = way().client(from);
    expect(await failureOf(client, () => client.chat({ stream }).ask({ text: "Count." }))).toBeDefined();
  });

  it("fails where the connection breaks", async () => {
    upstream().play(async (_call, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(half({ text: "One two three four." }).join(""));
      await wait(10);
      response.destroy();
    });
    const texts: string[] = [];
    const client = way().client(from);
    expect(
      await failureOf(client, () => client.chat({ stream, onText: (piece) => texts.push(piece) }).ask({ text: "Count." })),
    ).toBeDefined();
    expect(texts.join("")).not.toBe("");
  });

  it("takes the upstream's request with it when it aborts", async () => {
    upstream().play((_call, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const frame of half({ text: "One two three four." })) response.write(frame);
    });
    const abort = new AbortController();
    const client = way().client(from);
    const chat = client.chat({ stream, signal: abort.signal, onText: () => abort.abort() });
    await expect(chat.ask({ text: "Count." })).rejects.toThrow();
    await expect.poll(() => upstream().aborted(), { timeout: 2000, interval: 2 }).toBe(1);
  });
}

function failures(pair: Pair): void {
  const { from, to, upstream, way } = pair;
  for (const status of STATUSES)
    it(`throws its own error for ${status}, after what it tries again by itself`, async () => {
      const failed = failing(to, status, { "retry-after": "1", "retry-after-ms": "1" });
      upstream().play(failed, failed);
      const client = way().client(from, { retries: 1 });
      const error = await failureOf(client, () => client.chat({ stream: false }).ask({ text: "Hello" }));
      const expected = statusSeen(status, pair);
      expect(error).toMatchObject({ status: expected, name: CLASSES[from](expected) });
      expect(error?.message).toContain(`upstream says ${status}`);
      expect(upstream().received).toHaveLength(isRetried(expected, from) ? 2 : 1);
      // The client of generate-content shows no headers of an error.
      if (from !== "generate-content") expect(error).toMatchObject({ requestId: "req_up", retryAfter: "1" });
    });

  for (const status of [429, 503])
    it(`tries again after ${status}, when the upstream says`, async () => {
      upstream().play(failing(to, status, { "retry-after": "1", "retry-after-ms": "1" }), { text: "At last." });
      const timers = vi.spyOn(globalThis, "setTimeout");
      const seen = await way().client(from, { retries: 1 }).chat({ stream: true }).ask({ text: "Hello" });
      const waits = timers.mock.calls.map(([, milliseconds = 0]) => milliseconds);
      timers.mockRestore();
      expect(seen.text).toBe("At last.");
      expect(upstream().received).toHaveLength(2);
      // Without the header two of the clients wait for 375 to 500 ms; a clock would also tell how busy the machine is. `fetch` has a timer of 499.
      expect(waits).toContain(1);
      expect(waits.filter((milliseconds) => milliseconds > 300 && milliseconds < 499)).toEqual([]);
    });

  it("gets an error for an error page", async () => {
    upstream().play((_call, response) => {
      response.writeHead(502, { "content-type": "text/html" }).end("<html><body><h1>502 Bad Gateway</h1></body></html>");
    });
    const client = way().client(from);
    const error = await failureOf(client, () => client.chat({ stream: true }).ask({ text: "Hello" }));
    expect(error?.status).toBe(502);
    expect(error?.message).toContain("Bad Gateway");
  });

  it("is refused in its own words before the upstream is asked", async () => {
    upstream().play();
    const client = way().client(from);
    const error = await failureOf(client, () => client.chat({ stream: true, temperature: -1 }).ask({ text: "Hello" }));
    expect(error).toMatchObject({ status: 400, name: CLASSES[from](400) });
    expect(error?.message).toContain("temperature");
    expect(upstream().received).toEqual([]);
  });
}

async function failureOf(client: Client, run: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return client.failure(error);
  }
}
