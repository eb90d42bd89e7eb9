/** Conversations that a service keeps: a request that holds the new messages alone is answered by no other service. */
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { describe, expect, it } from "vitest";
import { createExchange, type StyleName, toErrorReply, translateRequest, translateRequestBytes, validateRequest } from "../../src/index.js";
import { createFetch } from "../../src/web.js";
import { answers } from "../e2e/support/answers.js";
import { createGateway } from "../e2e/support/gateway.js";
import { styleNames } from "../e2e/support/questions.js";
import { requests } from "../e2e/support/received.js";
import { text } from "../support/parts.js";

const thread = { type: "continue", previous_message_id: "msg_1" };
const question = { role: "user", content: "And tomorrow?" };
const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "rain" }] };
/** What stands in a continued request: a question, results of calls that stand before, an instruction, nothing. */
const turns = [[question], [result], [{ role: "system", content: "Be brief." }, question], []];
const others = styleNames.filter((style) => style !== "messages");
const refused = {
  type: "error",
  error: { type: "invalid_request_error", details: { error_code: "thread_unsupported_request", unsupported: ["thread"] } },
};
const profiles = ["gateway", "vendor"] as const;

describe.each(turns.map((messages) => ({ body: { model: "m", max_tokens: 9, thread, messages } })))(
  "a continued thread: $body.messages",
  ({ body }) => {
    for (const to of others)
      for (const profile of profiles)
        it(`is refused in the words that its client acts on: ${to}, ${profile}`, async () => {
          const options = { from: "messages", to, profile } as const;
          const bytes = new TextEncoder().encode(JSON.stringify(body));
          const results = [
            translateRequest(body, options),
            translateRequestBytes(bytes, options),
            createExchange({ path: "/v1/messages", body }, { to, profile }),
          ];
          for (const { ok, issues } of results) {
            expect(ok).toBe(false);
            expect(issues).toMatchObject([{ code: "failed.unsupported", severity: "error", loss: "failed", path: ["thread"] }]);
            expect(toErrorReply(issues, { style: "messages", profile })).toMatchObject({ status: 400, body: refused });
          }
          const sent: unknown[] = [];
          const fetch = async (input: unknown) => {
            sent.push(input);
            return Response.json({});
          };
          const init = { method: "POST", body: JSON.stringify(body), headers: { "x-api-key": "sk-a", "content-type": "application/json" } };
          const send = createFetch({ from: "messages", to, profile, baseUrl: "https://up", fetch });
          const gateway = createGateway({ to, profile, baseUrl: "https://up", fetch });
          for (const response of [
            await send("https://c/v1/messages", init),
            await gateway(new Request("https://c/v1/messages?beta=true", init)),
          ])
            expect([response.status, await response.json()]).toMatchObject([400, refused]);
          expect(sent).toEqual([]);
        });

    it.each(profiles)("is judged as part of a conversation, and goes to its own service as it is: %s", (profile) => {
      expect(validateRequest(body, { style: "messages", profile }).ok).toBe(true);
      const opened = createExchange({ path: "/v1/messages", body }, { to: "messages", profile });
      expect(opened.ok && opened.value.upstream.body).toBe(body);
    });
  },
);

it("other rules hold for it as well", () => {
  const body: unknown = { model: "m", max_tokens: 0, thread, messages: "hi" };
  expect(validateRequest(body, { style: "messages" }).issues.map(({ rule }) => rule)).toEqual(["R-077", "R-075"]);
});

it.each(others)("no service but its own gets what only it keeps or calls, which is a warning: %s", (to) => {
  const body = {
    model: "m",
    max_tokens: 9,
    messages: [question],
    thread: { type: "create" },
    container: "container_1",
    mcp_servers: [{ type: "url", url: "https://mcp.test", name: "n" }],
  };
  const { issues } = translateRequest(body, { from: "messages", to });
  expect(issues.filter(({ severity }) => severity === "warning").map(({ code, path }) => [code, path])).toEqual(
    expect.arrayContaining(["thread", "container", "mcp_servers"].map((field) => ["dropped.field", [field]])),
  );
});

describe("the tool runner of the official client", () => {
  const weather = betaTool({
    name: "get_weather",
    description: "The weather of a city.",
    inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    run: ({ city }) => `rain in ${city}`,
  });

  /** What the upstream was sent, and what the client has in the end. */
  async function run(to: StyleName, stream: boolean) {
    const sent: unknown[] = [];
    const asked: unknown[] = [];
    const turns = [{ calls: [{ id: "call_w1", name: "get_weather", arguments: { city: "Oslo" } }] }, { text: "Rain." }];
    const translated = createFetch({
      from: "messages",
      to,
      baseUrl: "https://up",
      fetch: async (_input, init) => {
        sent.push(JSON.parse(String(init?.body)));
        const turn = turns.shift() ?? {};
        return stream
          ? new Response(answers[to].frames(turn).join(""), { headers: { "content-type": "text/event-stream" } })
          : Response.json(answers[to].whole(turn));
      },
    });
    const client = new Anthropic({
      apiKey: "sk-a",
      maxRetries: 0,
      fetch: (input, init) => {
        asked.push(JSON.parse(String(init?.body)).thread?.type);
        return translated(input, init);
      },
    });
    const runner = client.beta.messages.toolRunner({
      model: "m",
      max_tokens: 100,
      tools: [weather],
      messages: [{ role: "user", content: "The weather of Oslo?" }],
      stream,
    });
    return { sent, asked, answer: await runner.runUntilDone() };
  }

  for (const to of others)
    it.each([false, true])(`sends the whole conversation to ${to}, streamed: %s`, async (stream) => {
      const { sent, asked, answer } = await run(to, stream);
      expect(asked).toEqual(["create", "continue", undefined]);
      expect(answer.content).toMatchObject([text("Rain.")]);
      expect(sent).toHaveLength(2);
      expect(requests[to].calls(sent[1])).toEqual(["get_weather"]);
      expect(requests[to].results(sent[1]).map(({ output }) => output)).toEqual([expect.stringContaining("rain in Oslo")]);
      expect(JSON.stringify(sent[1])).toContain("The weather of Oslo?");
    });
});
