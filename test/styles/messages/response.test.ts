import { describe, expect, test } from "vitest";
import { answerId, hash24 } from "../../../src/model/ids.js";
import type { CanonicalResponse } from "../../../src/model/index.js";
import { decodeUsage, encodeUsage } from "../../../src/styles/messages/finish.js";
import { response } from "../../../src/styles/messages/response.js";
import * as msg from "../../support/msg.js";
import { text, thought } from "../../support/parts.js";

function decode(body: unknown, options = {}) {
  const decoded = response.decode(body, options);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  return decoded;
}
function encode(change: Partial<CanonicalResponse["choices"][number]>, rest: Partial<CanonicalResponse> = {}, options = {}) {
  const choice = { index: 0, parts: [], finish: { reason: "stop" }, ...change } as const;
  const encoded = response.encode({ id: "i", model: "m", choices: [choice], usage: { inputTokens: 1, outputTokens: 2 }, ...rest }, options);
  if (!encoded.ok) throw new Error(JSON.stringify(encoded.issues));
  return { body: encoded.value, issues: encoded.issues, codes: encoded.issues.map(({ code }) => code) };
}

describe("usage", () => {
  test("counts cached tokens once (T1, BB-010, BB-011)", () => {
    const wire = {
      input_tokens: 300,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 600,
      output_tokens: 300,
      output_tokens_details: { thinking_tokens: 120 },
    };
    const usage = decodeUsage(wire);
    expect(usage).toEqual({ inputTokens: 1000, outputTokens: 300, cacheReadTokens: 600, cacheWriteTokens: 100, reasoningTokens: 120 });
    expect(encodeUsage(usage, ["usage"], () => expect.unreachable())).toEqual(wire);
  });
});

describe("counts", () => {
  const counted = (usage: object) => {
    const { body, issues } = encode({}, { usage: { inputTokens: 10, outputTokens: 5, ...usage } });
    return { usage: body.usage, issues: issues.map(({ code, path }) => [code, path.join(".")]) };
  };

  test.each([
    [{ cacheWrite5m: 1 }, { cache_creation: { ephemeral_5m_input_tokens: 1 } }],
    [{ cacheWrite1h: 1 }, { cache_creation: { ephemeral_1h_input_tokens: 1 } }],
    [{ webSearchRequests: 2 }, { server_tool_use: { web_search_requests: 2 } }],
    [{ webFetchRequests: 2 }, { server_tool_use: { web_fetch_requests: 2 } }],
    [{ reasoningTokens: 3 }, { output_tokens_details: { thinking_tokens: 3 } }],
  ])("%o are written and read", (usage, fields) => {
    const written = counted(usage);
    expect(written.usage).toEqual({ input_tokens: 10, output_tokens: 5, ...fields });
    expect(decodeUsage(written.usage ?? {})).toEqual({ inputTokens: 10, outputTokens: 5, ...usage });
  });

  test("may all come from the cache, and not more than all", () => {
    expect(counted({ cacheReadTokens: 10 })).toEqual({
      usage: { input_tokens: 0, cache_read_input_tokens: 10, output_tokens: 5 },
      issues: [],
    });
    const said = (more: object) => counted({ cacheReadTokens: 11, ...more }).issues.map(([, path]) => path);
    expect(said({})).toEqual(["usage.inputTokens"]);
    expect(said({ totalTokens: 15 })).toEqual(["usage.inputTokens", "usage.totalTokens"]);
    expect(said({ totalTokens: 20 })).toEqual(["usage.inputTokens"]);
  });

  test.each([
    ["default", "standard", []],
    ["priority", "priority", []],
    ["flex", undefined, [["dropped.value", ["serviceTier"]]]],
  ])("have the tier %s among them, where this style has a word for it", (serviceTier, tier, issues) => {
    const written = encode({}, { serviceTier });
    expect(written.body.usage?.service_tier).toBe(tier);
    expect(written.issues.map(({ code, path }) => [code, path])).toEqual(issues);
  });
});

describe("an answer", () => {
  test("of several choices is the one with the number 0, else the first of them, which has no number here", () => {
    const choice = (index: number) => ({ index, parts: [], finish: { reason: "stop" } }) as const;
    const { codes, issues } = encode({}, { choices: [choice(1), choice(0), choice(2)] });
    expect(codes).toEqual(["dropped.choice", "dropped.choice"]);
    expect(issues.map(({ path }) => path.join("."))).toEqual(["choices.0", "choices.2"]);
    const unnumbered = encode({}, { choices: [choice(1), choice(2)] });
    expect(unnumbered.codes).toEqual(["dropped.choice", "dropped.field"]);
    expect(unnumbered.issues[1]).toMatchObject({ severity: "info", from: 1, path: ["choices", 0, "index"] });
  });

  test("that is no JSON, no object or an error is none", () => {
    for (const body of [{ content: () => 1 }, 5, [], {}, { content: 5 }]) expect(response.decode(body).issues[0]?.rule).toBe("R-086");
    const reported = response.decode({ type: "error", error: { type: "overloaded_error", message: "no" } });
    expect(reported.issues).toMatchObject([{ code: "response.error_body", path: [], received: "overloaded" }]);
  });

  test("that cannot be looked at is none", () => {
    const body = {
      get type() {
        throw new Error("no");
      },
    };
    expect(response.decode(body).ok).toBe(false);
  });

  test("keeps a type and a role that are not those of an answer", () => {
    const body = { id: "i", type: "completion", role: "model", model: "m", content: [], stop_reason: "end_turn", stop_sequence: null };
    const encoded = response.encode(decode(body).value);
    expect(encoded.ok && encoded.value).toMatchObject(body);
  });

  test("has no counts where they are null", () => {
    expect(decode({ content: [], usage: null }).value).not.toHaveProperty("usage");
  });

  test("repeats in words of its own no refusal that the reason of its end explains", () => {
    const parts = [text("a"), { type: "refusal", text: "n" }, { type: "refusal", text: "o" }] as const;
    const ended = (value: string) => encode({ parts, finish: { reason: "refusal", native: { style: "messages", value } } });
    expect(ended("refusal").body).toMatchObject({ content: [text("a")], stop_details: { explanation: "no" } });
    expect(ended("refusal").body.content).toHaveLength(1);
    expect(ended("refusal").issues).toEqual([]);
    expect(ended("end_turn").body.content).toHaveLength(3);
  });

  test("says beside which texts a refusal stands", () => {
    const parts = [text("a"), { type: "refusal", text: "no" }] as const;
    const { body, issues } = encode({ parts });
    expect(body.content).toHaveLength(2);
    expect(issues.map(({ path }) => path.join("."))).toContain("choices.0.parts.0");
  });
});

describe("the reason of the end", () => {
  test.each([
    ["end_turn", "stop"],
    ["max_tokens", "length"],
    ["stop_sequence", "stop-sequence"],
    ["tool_use", "tool-calls"],
    ["pause_turn", "pause"],
    ["refusal", "refusal"],
    ["model_context_window_exceeded", "context-window"],
    ["something_new", "other"],
  ])("%s is %s, and comes back (T12)", (stop_reason, reason) => {
    const { value } = decode({ content: [], stop_reason, stop_sequence: stop_reason === "stop_sequence" ? "END" : null });
    expect(value.choices[0]?.finish.reason).toBe(reason);
    const encoded = response.encode(value);
    expect(encoded.ok && encoded.value.stop_reason).toBe(stop_reason);
  });

  test.each([
    [{ type: "refusal", category: "cyber", explanation: "no" }],
    [{ type: "refusal", category: null, explanation: null, later: 1 }],
    [{ type: "later", later: 1 }],
  ])("keeps its details: %o", (stop_details) => {
    const encoded = response.encode(decode({ content: [], stop_reason: "refusal", stop_details }).value);
    expect(encoded.ok && encoded.value.stop_details).toMatchObject(stop_details);
  });

  test("names a message that is no refusal's, and one of two", () => {
    const refused = encode({ finish: { reason: "refusal", refusal: { explanation: "e" }, message: "m" } });
    expect(refused.body.stop_details).toMatchObject({ explanation: "e" });
    expect(refused.codes).toEqual(["dropped.field"]);
    expect(encode({ finish: { reason: "refusal", message: "m" } }).body.stop_details).toMatchObject({ explanation: "m" });
  });

  test("that is nowhere said is said once to be made up", () => {
    for (const stop_reason of [null, "", undefined]) {
      const { value, issues } = decode({ content: [], stop_reason });
      expect([value.choices[0]?.finish, issues]).toEqual([{ reason: "other" }, []]);
    }
  });
});

describe("content", () => {
  test("carries foreign signatures in blocks of their own (T8)", () => {
    const signature = { value: "Q0", origin: "generate-content" } as const;
    const { body } = encode({
      parts: [
        { type: "text", text: "a", signature: { ...signature, value: "X0" } },
        { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "{}", value: {} }, signature },
        thought("u"),
      ],
    });
    expect(body.content).toEqual([
      text("a"),
      msg.thinking("", "sig1.g.x.X0"),
      msg.thinking("", "sig1.g.c.Q0"),
      msg.use("c", "f"),
      msg.thinking("u", ""),
    ]);
    expect(decode(body).value.choices[0]?.parts.slice(0, 2)).toMatchObject([
      { text: "a", signature: { value: "X0" } },
      { id: "c", signature },
    ]);
  });

  test("gives an id to a call that has none, the same one every time (BB-079)", () => {
    const body = { content: [{ type: "tool_use", name: "f", input: {} }, msg.use("", "f")], stop_reason: "tool_use" };
    const ids = decode(body).value.choices[0]?.parts.map((part) => (part.type === "tool-call" ? part.id : ""));
    expect(ids).toEqual([`call_${hash24("r::0:0:0:f")}`, `call_${hash24("r::0:0:1:f")}`]);
    expect(decode(body).issues).toMatchObject([
      { code: "synthesized.id", path: ["content", 0, "id"] },
      { code: "synthesized.id", path: ["content", 1, "id"] },
    ]);
    const later = decode(body, { responseId: "r", context: { turn: 3 } });
    expect(later.value.choices[0]?.parts[1]).toMatchObject({ id: `call_${hash24("r:r:3:0:1:f")}` });
  });

  test("gives an id of their own to calls of the service's tools that have none", () => {
    const search = { type: "server_tool_use", id: null, name: "web_search", input: {} };
    const { value } = decode({ id: "i", content: [search, search] });
    const ids = ["r:i:0:0:0:web_search", "r:i:0:0:1:web_search"].map((seed) => ({ id: `srvtoolu_${hash24(seed)}` }));
    expect(value.choices[0]?.parts).toMatchObject(ids);
  });

  test("reads input that a server wrote as its text", () => {
    const input = (given: unknown) => {
      const [call] = decode({ content: [msg.use("a", "f", given)] }).value.choices[0]?.parts ?? [];
      return call?.type === "tool-call" ? call.arguments : undefined;
    };
    expect(input('{"a":1}')).toEqual({ json: '{"a":1}', value: { a: 1 } });
    expect(input("words")).toEqual({ json: '"words"' });
  });

  test("restores rewritten names and free-form tools from the context (BB-127)", () => {
    const context = { toolNames: { f_1: "my.f" }, declaredTools: ["my.f", "g"], customTools: ["g"] };
    const block = (name: string, input: unknown) => msg.use(name, name, input);
    const { value } = decode(
      { content: [block("f_1", {}), block("default_api:g", { input: "raw" }), block("g", { input: 1 })], stop_reason: "tool_use" },
      { context },
    );
    expect(value.choices[0]?.parts).toMatchObject([
      { name: "my.f", variant: "function" },
      { name: "g", variant: "custom", arguments: { json: "raw" } },
      { name: "g", variant: "function", arguments: { value: { input: 1 } } },
    ]);
  });

  test("keeps thoughts without text and redacted thoughts as they are (BB-154)", () => {
    const content = [msg.thinking("", "S"), { type: "redacted_thinking", data: "R" }];
    const encoded = response.encode(decode({ content, stop_reason: "end_turn" }).value);
    expect(encoded.ok && encoded.value.content).toEqual(content);
  });
});

describe("the envelope", () => {
  test("is complete, whatever was known (BB-052)", () => {
    const encoded = response.encode({ choices: [] }, { context: { model: "asked", turn: 2 } });
    expect(encoded.ok && encoded.value).toMatchObject({
      type: "message",
      role: "assistant",
      model: "asked",
      content: [],
      stop_sequence: null,
    });
    expect(encoded.ok && encoded.value.id).toBe(answerId("msg_", "asked", 2));
  });
});
