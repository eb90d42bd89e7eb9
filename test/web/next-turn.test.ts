/** What a client sends back of an answer, through `createFetch`: the next turn of the conversation reaches the upstream. */
import { describe, expect, it } from "vitest";
import { collectStream, createExchange, type StyleName, streamResponse, validateRequest } from "../../src/index.js";
import { createFetch } from "../../src/web.js";
import { text } from "../support/parts.js";

const MODELS = { "chat-completions": "gpt-5.1", messages: "claude-sonnet-4-5", "generate-content": "gemini-3-pro-preview" };
const tool = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "{}" } });
const chat = (message: object, finish_reason = "stop") => ({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "up",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const message = (content: readonly object[], stop_reason = "end_turn") => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "up",
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
const generated = (...parts: readonly object[]) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
  modelVersion: "up",
});
const use = (id: string) => ({ type: "tool_use", id, name: "look", input: {} });

/** A client in front of an upstream that gives these answers in turn; what it sent to the upstream last. */
function between(from: StyleName, to: StyleName, stream: boolean, ...answers: readonly unknown[]) {
  const sent: unknown[] = [];
  const fetch = createFetch({
    from,
    to,
    model: MODELS[to],
    baseUrl: "https://upstream.test",
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      const answer = answers[sent.length - 1] ?? answers[0];
      const streamed = streamResponse(answer, { style: to });
      return stream && streamed.ok
        ? new Response(streamed.value, { headers: { "content-type": "text/event-stream" } })
        : Response.json(answer);
    },
  });
  return {
    sent: () => sent.at(-1),
    /** The text of the answer of one request. */
    async ask(path: string, body: object): Promise<string> {
      const response = await fetch(`https://client.test${path}`, { method: "POST", body: JSON.stringify(body) });
      const text = await response.text();
      expect(response.status, text).toBe(200);
      return text;
    },
  };
}

function collected<Name extends StyleName>(text: string, style: Name) {
  const result = collectStream(text, { style });
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.value;
}

/** A conversation of a client of messages: one entry of its history for each answer, and what it says to each. */
async function messagesLoop(to: StyleName, stream: boolean, answers: readonly unknown[]) {
  const { ask, sent } = between("messages", to, stream, ...answers);
  const messages: object[] = [{ role: "user", content: "go" }];
  const tools = [{ name: "look", input_schema: { type: "object" } }];
  for (const _ of [...answers, "and once more"]) {
    const answer = collected(
      await ask("/v1/messages", { model: "claude-sonnet-4-5", max_tokens: 99, stream, messages, tools }),
      "messages",
    );
    const results = answer.content.flatMap((block) =>
      block.type === "tool_use" ? [{ type: "tool_result", tool_use_id: block.id, content: "seen" }] : [],
    );
    messages.push({ role: "assistant", content: answer.content }, { role: "user", content: results.length > 0 ? results : "and?" });
  }
  return { sent: sent(), messages };
}

/** The same of generate-content: the history has a content for each event of a stream, as the official client keeps it. */
async function generateLoop(to: StyleName, stream: boolean, answers: readonly unknown[]) {
  const { ask, sent } = between("generate-content", to, stream, ...answers);
  const contents: object[] = [{ role: "user", parts: [{ text: "go" }] }];
  let asked: readonly object[] = [];
  const path = `/v1beta/models/gemini-3-pro-preview:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
  const tools = [{ functionDeclarations: [{ name: "look" }] }];
  for (const _ of [...answers, "and once more"]) {
    asked = [...contents];
    const text = await ask(path, { contents, tools });
    const events = stream ? text.split("\n\n").filter((event) => event !== "") : [text];
    const parts: { functionCall?: { id?: string; name: string } }[] = events.flatMap((event) => {
      const { content } = JSON.parse(event.replace(/^data: /, "")).candidates[0];
      contents.push(content);
      return content.parts;
    });
    const responses = parts.flatMap(({ functionCall: call }) =>
      call === undefined ? [] : [{ functionResponse: { id: call.id, name: call.name, response: { output: "seen" } } }],
    );
    contents.push({ role: "user", parts: responses.length > 0 ? responses : [{ text: "and?" }] });
  }
  return { sent: sent(), asked };
}

async function chatLoop(to: StyleName, stream: boolean, answers: readonly unknown[]) {
  const { ask, sent } = between("chat-completions", to, stream, ...answers);
  const messages: object[] = [{ role: "user", content: "go" }];
  for (const _ of [...answers, "and once more"]) {
    const text = await ask("/v1/chat/completions", { model: "gpt-5.1", stream, messages });
    const answer = stream ? collected(text, "chat-completions") : JSON.parse(text);
    messages.push(answer.choices[0].message, { role: "user", content: "and?" });
  }
  return { sent: sent(), messages };
}

describe.each([false, true])("the next turn (streamed: %s)", (stream) => {
  it("of a client of Gemini 3 brings back calls that no other service signs", async () => {
    const calls = { content: null, tool_calls: [tool("a"), tool("b")] };
    const more = chat({ content: null, tool_calls: [tool("c")] }, "tool_calls");
    const { sent } = await generateLoop("chat-completions", stream, [chat(calls, "tool_calls"), more]);
    expect(sent).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", tool_calls: [{ id: "a" }, { id: "b" }] },
        { role: "tool", tool_call_id: "a" },
        { role: "tool", tool_call_id: "b" },
        { role: "assistant", tool_calls: [{ id: "c" }] },
        { role: "tool", tool_call_id: "c" },
      ],
    });
    const used = message([text("Both."), use("toolu_1"), use("toolu_2")], "tool_use");
    const claude = await generateLoop("messages", stream, [used, message([use("toolu_3")], "tool_use")]);
    expect(claude.sent).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", content: [{ text: "Both." }, { id: "toolu_1" }, { id: "toolu_2" }] },
        { role: "user", content: [{ tool_use_id: "toolu_1" }, { tool_use_id: "toolu_2" }] },
        { role: "assistant", content: [{ id: "toolu_3" }] },
        { role: "user", content: [{ tool_use_id: "toolu_3" }] },
      ],
    });
  });

  it("of a client of messages brings back the blank text before a call, an empty answer, and ids that a server gave twice", async () => {
    const blank = chat({ content: "\n\n", tool_calls: [tool("call_0")] }, "tool_calls");
    const again = chat({ content: "\n", tool_calls: [tool("call_0")] }, "tool_calls");
    const { sent, messages } = await messagesLoop("chat-completions", stream, [blank, again, chat({ content: "" })]);
    expect(messages[1]).toMatchObject({ content: [text("\n\n"), { type: "tool_use", id: "call_0" }] });
    expect(messages[5]).toEqual({ role: "assistant", content: [] });
    expect(sent).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", content: "\n\n", tool_calls: [{ id: "call_0" }] },
        { role: "tool", tool_call_id: "call_0" },
        { role: "assistant", content: "\n", tool_calls: [{ id: expect.stringMatching(/^call_0_/) }] },
        { role: "tool", tool_call_id: expect.stringMatching(/^call_0_/) },
        { role: "assistant", content: "" },
        { role: "user" },
      ],
    });
    const lines = generated({ text: "\n" }, { functionCall: { id: "a", name: "look" }, thoughtSignature: "QQ==" });
    const gemini = await messagesLoop("generate-content", stream, [lines, generated({ text: "" })]);
    expect(gemini.sent).toMatchObject({
      contents: [
        { role: "user" },
        { role: "model", parts: [{ text: "\n" }, { functionCall: { id: "a" }, thoughtSignature: "QQ==" }] },
        { role: "user", parts: [{ functionResponse: { id: "a" } }] },
        { role: "user", parts: [{ text: "and?" }] },
      ],
    });
  });

  it("of a client of chat-completions brings back the message of an answer that was held back", async () => {
    const refused = await chatLoop("messages", stream, [message([], "refusal")]);
    expect(refused.messages[1]).toMatchObject({ role: "assistant", content: null });
    expect(refused.sent).toMatchObject({ messages: [{ role: "user", content: [{ text: "go" }, { text: "and?" }] }] });
    const blocked = await chatLoop("generate-content", stream, [{ promptFeedback: { blockReason: "SAFETY" }, modelVersion: "up" }]);
    expect(blocked.messages[1]).toMatchObject({ role: "assistant", content: null });
    expect(blocked.sent).toMatchObject({ contents: [{ role: "user", parts: [{ text: "go" }, { text: "and?" }] }] });
  });
});

describe("what an answer does not leave in a history", () => {
  const user = { role: "user", content: "x" };
  const blank = [text(" ")];
  const gemini3 = "/v1beta/models/gemini-3-pro-preview:generateContent";
  const rules = (path: string, body: object, to: StyleName) =>
    createExchange({ path, body }, { to, profile: "vendor" })
      .issues.filter(({ severity }) => severity === "error")
      .map(({ rule }) => rule);

  it("is refused before every upstream: what the user left blank or empty, and calls without results", () => {
    const asked = (...messages: object[]) => rules("/v1/messages", { model: "m", max_tokens: 9, messages }, "chat-completions");
    expect(asked({ role: "user", content: blank })).toEqual(["V-12"]);
    expect(asked({ role: "user", content: [] }, { role: "assistant", content: "a" }, user)).toEqual(["V-12"]);
    const results = [{ type: "tool_result", tool_use_id: "a", content: blank }];
    expect(asked(user, { role: "assistant", content: [use("a")] }, { role: "user", content: results })).toEqual(["V-12"]);
    expect(asked(user, { role: "assistant", content: [use("a"), use("a")] }, { role: "user", content: results.slice(0, 0) })).toContain(
      "V-13",
    );
    expect(rules("/v1/chat/completions", { model: "m", messages: [{ role: "user", content: null }] }, "messages")).toEqual(["R-012"]);
    const contents = [
      { role: "user", parts: [{ text: "x" }] },
      { role: "model", parts: [{ functionCall: { name: "look" } }] },
    ];
    expect(rules(gemini3, { contents }, "messages")).toEqual(["V-27"]);
  });

  it("is refused by the one rule everywhere: an assistant message that has no `content`", () => {
    const messages = [user, { role: "assistant" }, user];
    for (const profile of ["gateway", "vendor"] as const) {
      expect(validateRequest({ model: "m", messages }, { style: "chat-completions", profile })).toMatchObject({
        issues: [{ rule: "R-012" }],
      });
      for (const to of ["chat-completions", "messages", "generate-content"] as const) {
        const opened = createExchange({ path: "/v1/chat/completions", body: { model: "m", messages } }, { to, profile });
        expect([to, opened.ok, opened.issues[0]?.rule]).toEqual([to, false, "R-012"]);
      }
    }
  });

  it("is refused before an upstream of the client's own style, too, which would refuse it", () => {
    const messages = [user, { role: "assistant", content: blank }, user];
    expect(rules("/v1/messages", { model: "m", max_tokens: 9, messages }, "messages")).toEqual(["V-12"]);
    const silent = [user, { role: "assistant", content: null }, user];
    expect(rules("/v1/chat/completions", { model: "m", messages: silent }, "chat-completions")).toEqual(["R-012"]);
    expect(validateRequest({ model: "m", messages: silent }, { style: "chat-completions" }).ok).toBe(false);
  });
});
