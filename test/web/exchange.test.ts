/** The way back of an exchange as web streams and responses, and who is told what was found in it. */
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createExchange, type Issue, type StyleName, translateRequest } from "../../src/index.js";
import { styles, validators } from "../../src/style-lists.js";
import { createFetch, type IssueOrigin, toResponse, transformStream, translateStream } from "../../src/web.js";
import { answers } from "../e2e/support/answers.js";
import { questions, styleNames } from "../e2e/support/questions.js";

const pairs = styleNames.flatMap((from) => styleNames.map((to) => ({ from, to })));

function exchangeOf(from: StyleName, to: StyleName, stream = false) {
  const [path, streamPath, body] = questions[from];
  const asked = stream && from !== "generate-content" ? { ...body, stream: true } : body;
  const opened = createExchange({ path: stream ? streamPath : path, body: asked }, { to });
  if (!opened.ok) throw new Error("no exchange");
  return opened.value;
}
function cutAfter(frames: readonly string[], text: string): string {
  return frames.slice(0, frames.findIndex((frame) => frame.includes(text)) + 1).join("");
}
const events = (text: string) => new Response(text, { headers: { "content-type": "text/event-stream" } });

describe.each(pairs)("an exchange from $from to $to", ({ from, to }) => {
  it("gives the client's whole answer, and its error", async () => {
    const exchange = exchangeOf(from, to);
    const response = toResponse(exchange, Response.json(answers[to].whole({ text: "Hello." })));
    const decoded = styles[from].response.decode(await response.json());
    expect([response.status, JSON.stringify(decoded.ok && decoded.value.choices)]).toEqual([200, expect.stringContaining("Hello.")]);
    const refused = toResponse(exchange, Response.json(answers[to].error(429, "slow"), { status: 429, headers: { "retry-after": "3" } }));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3"]);
    const findings = validators[from].error({ status: 429, body: await refused.json() }, { profile: "gateway" });
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    const moved = toResponse(exchange, new Response(null, { status: 307, headers: { location: "https://elsewhere" } }));
    expect([moved.status, moved.headers.get("location")]).toEqual([502, null]);
    const page = toResponse(exchange, new Response("<p>Sorry</p>", { headers: { "content-type": "text/html" } }));
    expect([page.status, await page.text()]).toEqual([from === to ? 200 : 502, expect.stringContaining("Sorry")]);
    const long = toResponse(exchange, Response.json(answers[to].whole({ text: "Hello." })), { maxAnswerBytes: 9 });
    expect(await long.text()).toContain(from === to ? "Hello." : "longer than 9 bytes");
  });

  it("gives a body that fails where the upstream's does, and ends the upstream's where its reader leaves", async () => {
    const exchange = exchangeOf(from, to);
    const breaking = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
    await expect(toResponse(exchange, new Response(breaking)).text()).rejects.toThrow();
    const reasons: unknown[] = [];
    const endless = new ReadableStream({ cancel: (reason) => void reasons.push(reason) });
    await toResponse(exchange, new Response(endless)).body?.cancel("enough");
    expect(reasons).toEqual(["enough"]);
    const told: unknown[] = [];
    const source = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      cancel: (reason) => void reasons.push(reason),
    });
    const reader = toResponse(exchange, new Response(source), { onIssues: (issues) => void told.push(issues) }).body?.getReader();
    if (from === to) await reader?.read();
    const waits = reader?.read();
    await wait(1);
    await reader?.cancel("left");
    expect(await waits).toMatchObject({ done: true });
    expect([reasons, told]).toEqual([["enough", "left"], []]);
  });

  it("gives the client's stream, and tells at its end that it was cut", async () => {
    const cut = cutAfter(answers[to].frames({ text: "Hello, world." }), "Hell");
    const exchange = exchangeOf(from, to, true);
    const said: [codes: readonly string[], phase: string | undefined][] = [];
    const onIssues = (issues: readonly Issue[], origin?: { readonly phase: string }) =>
      said.push([issues.map(({ code }) => code), origin?.phase]);
    const response = toResponse(exchange, events(cut), { onIssues });
    const text = await response.text();
    expect(text).toContain("Hell");
    expect(await new Response(events(cut).body?.pipeThrough(transformStream(exchange, { onIssues }))).text()).toBe(text);
    const { context } = exchange;
    const options = { from: to, to: from, context, onIssues };
    expect(await new Response(events(cut).body?.pipeThrough(translateStream(options))).text()).toContain("Hell");
    const codes = expect.arrayContaining(["stream.truncated"]);
    expect(said).toEqual([
      [codes, "stream"],
      [codes, undefined],
      [codes, undefined],
    ]);
  });
});

it("the upstream's profile is the vendor's, whatever the client's is", () => {
  const body = { model: "gpt-5.1", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
  const sent = (options: object) => {
    const opened = createExchange({ path: "/v1/messages", body }, { to: "chat-completions", ...options });
    return opened.ok && Object.keys(opened.value.upstream.body).find((name) => /max.*tokens/.test(name));
  };
  expect(sent({})).toBe("max_completion_tokens");
  expect(sent({ profile: "gateway" })).toBe("max_completion_tokens");
  expect(sent({ upstreamProfile: "gateway" })).toBe("max_tokens");
});

it("createFetch tells its request, and the part of the call", async () => {
  const said: [url: string, phase: string][] = [];
  const fetch = createFetch({
    from: "chat-completions",
    to: "messages",
    baseUrl: "https://up",
    onIssues: (_issues: readonly Issue[], { request, phase }: IssueOrigin) => said.push([request.url, phase]),
    fetch: async (_url, init) =>
      String(init?.body).includes('"stream":true')
        ? events(answers.messages.frames({ text: "Hi." }).join(""))
        : Response.json(answers.messages.whole({ text: "Hi." })),
  });
  const [path, , body] = questions["chat-completions"];
  for (const stream of [false, true])
    await (await fetch(`https://client${path}`, { method: "POST", body: JSON.stringify({ ...body, stream }) })).text();
  expect(said.map(([url]) => url)).toEqual(Array.from({ length: 4 }, () => `https://client${path}`));
  expect(said.map(([, phase]) => phase)).toEqual(["request", "response", "request", "stream"]);
});

describe("answerModel", () => {
  const request = { path: "/v1/messages", body: questions.messages[2] };

  it("belongs to an exchange alone", () => {
    const options = { from: "messages", to: "chat-completions", answerModel: "ours" } as const;
    expect(() => translateRequest(request.body, options)).toThrow("`translateRequest` has no option `answerModel`");
    expect(() => Reflect.apply(createExchange, undefined, [request, { to: "messages", answerModel: 3 }])).toThrow(
      "`answerModel` must be a string",
    );
  });

  it("is told of where it is not the model that was asked for", () => {
    const codes = (answerModel: string) => {
      const opened = createExchange(request, { to: "chat-completions", model: "upstream", answerModel });
      const answer = opened.ok ? opened.value.response(answers["chat-completions"].whole({ text: "Hi." })) : opened;
      expect(answer).toMatchObject({ ok: true, value: { model: answerModel } });
      return answer.issues.filter(({ path }) => path[0] === "model").map(({ code }) => code);
    };
    expect(codes("m")).toEqual([]);
    expect(codes("ours")).toEqual(["conflict.resolved"]);
  });
});
