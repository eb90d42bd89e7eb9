import { describe, expect, test } from "vitest";
import { validate } from "../../../src/styles/messages/rules.js";

const say = (role: string, ...content: readonly unknown[]) => ({ role, content });
const use = (id: unknown) => ({ type: "tool_use", id, name: "f", input: {} });
const give = (tool_use_id: unknown) => ({ type: "tool_result", tool_use_id, content: "1" });
const text = { type: "text", text: "x" };
const user = say("user", text);

/** Where a rule is broken. */
function places(rule: string, change: object) {
  const request = { model: "m", max_tokens: 5, messages: [user], ...change };
  return validate
    .request(request, { profile: "vendor" })
    .filter((issue) => issue.rule === rule)
    .map(({ path }) => path.join("."));
}

describe("calls and their results", () => {
  const of = (...messages: readonly unknown[]) => places("V-13", { messages });

  test.each([
    ["one call", [user, say("assistant", use("a")), say("user", give("a"))]],
    ["several calls, in another order", [user, say("assistant", text, use("a"), use("b")), say("user", give("b"), give("a"), text)]],
    ["results of two messages of the user", [user, say("assistant", use("a"), use("b")), say("user", give("a")), say("user", give("b"))]],
    ["an instruction between", [user, say("assistant", use("a")), { role: "system", content: "s" }, say("user", give("a"))]],
  ])("pair in %s", (_what, messages) => {
    expect(of(...messages)).toEqual([]);
  });

  test.each([
    [
      "a call before an instruction and what the user says",
      [user, say("assistant", use("a")), { role: "system", content: "s" }, user],
      ["messages.1.content.0.id"],
    ],
    [
      "a result behind a text of the assistant",
      [user, say("assistant", text), say("user", give("a"))],
      ["messages.2.content.0.tool_use_id"],
    ],
    ["a call that is last", [user, say("assistant", use("a"))], ["messages.1.content.0.id"]],
    ["a call before the user speaks", [user, say("assistant", use("a")), user], ["messages.1.content.0.id"]],
    ["a call before a text alone", [user, say("assistant", use("a")), { role: "user", content: "q" }], ["messages.1.content.0.id"]],
    ["one of two calls", [user, say("assistant", use("a"), use("b")), say("user", give("b"))], ["messages.1.content.0.id"]],
    ["a result of no call", [say("user", give("a"))], ["messages.0.content.0.tool_use_id"]],
    ["a second result", [user, say("assistant", use("a")), say("user", give("a"), give("a"))], ["messages.2.content.1.tool_use_id"]],
    ["a result that comes late", [user, say("assistant", use("a")), say("user", text, give("a"))], ["messages.2.content.1"]],
    [
      "a result that comes after a text alone",
      [user, say("assistant", use("a")), { role: "user", content: "q" }, say("user", give("a"))],
      ["messages.3.content.0"],
    ],
    ["an id that is illegal", [user, say("assistant", use("a b")), say("user", give("a b"))], ["messages.1.content.0.id"]],
  ])("do not pair in %s", (_what, messages, found) => {
    expect(of(...messages)).toEqual(found);
  });

  test.each([
    ["a result of an unknown id may be that of a call without one", [user, say("assistant", use(5)), say("user", give("a"))]],
    ["a result without an id may be that of a call", [user, say("assistant", use("a")), say("user", give(5))]],
    ["what is no block may be a call", [user, say("assistant", 5), say("user", give("a"))]],
    ["what is no block may be a result", [user, say("assistant", use("a")), say("user", 5)]],
    ["content that cannot be read may hold all calls", [user, { role: "assistant", content: 5 }, say("user", give("a"), give("b"))]],
    ["content that cannot be read may hold all results", [user, say("assistant", use("a"), use("b")), { role: "user", content: 5 }]],
    ["a message that cannot be read may be of either role", [user, say("assistant", use("a")), 5, say("user", give("b"))]],
    ["a message of a strange role may be of either", [user, say("assistant", use("a")), say("tool", text)]],
    ["a block without a type may be a call", [user, say("assistant", { id: "a" }), say("user", give("b"))]],
    ["a block without a type may be a result", [user, say("assistant", use("a")), say("user", { tool_use_id: "b" })]],
    ["a wrong id is one fault, and not two", [user, say("assistant", use("a"), use("a")), say("user", give("a"), give("a"))]],
  ])("are no fault of their own where something else is: %s", (_what, messages) => {
    expect(of(...messages).filter((place) => place !== "messages.1.content.1.id")).toEqual([]);
  });

  test("are one fault where a result names another call than the one that is open", () => {
    expect(of(user, say("assistant", use("a")), say("user", give("b")))).toEqual(["messages.2.content.0.tool_use_id"]);
    expect(of(user, say("assistant", use(5)), say("user", give("a"), give("b")))).toEqual(["messages.2.content.1.tool_use_id"]);
  });
});

describe("cache markers", () => {
  const long = { type: "ephemeral", ttl: "1h" };
  const short = { type: "ephemeral" };
  const marked = (...markers: readonly unknown[]) => [
    { role: "user", content: markers.map((cache_control) => ({ ...text, cache_control })) },
  ];
  const tool = (cache_control: unknown) => [{ name: "f", input_schema: { type: "object" }, cache_control }];
  const at = (...steps: readonly (string | number)[]) => steps.join(".");

  test("come longest first, from the tools to the last message", () => {
    expect(
      places("V-14", { tools: tool(long), system: [{ ...text, cache_control: long }], messages: marked(short, { ...short, ttl: "5m" }) }),
    ).toEqual([]);
    expect(places("V-14", { tools: tool(short), messages: marked(long) })).toEqual([
      at("messages", 0, "content", 0, "cache_control", "ttl"),
    ]);
    expect(places("V-14", { messages: marked({ ...short, ttl: "5m" }, long) })).toEqual([
      at("messages", 0, "content", 1, "cache_control", "ttl"),
    ]);
    expect(places("V-14", { tools: tool(short), cache_control: long })).toEqual([]);
  });

  test("take no part in the order where their time is none", () => {
    expect(places("V-14", { messages: marked({ ...short, ttl: "2h" }, long) })).toEqual([
      at("messages", 0, "content", 0, "cache_control", "ttl"),
    ]);
  });
});

describe("a final message of the assistant", () => {
  const ends = (content: unknown, more: object = {}) => places("V-12", { messages: [user, { role: "assistant", content }], ...more });

  test("does not end in white space, nor says nothing but that", () => {
    expect(ends("so")).toEqual([]);
    expect(ends("so ")).toEqual(["messages.1.content"]);
    expect(ends([text, { type: "text", text: "so\n" }])).toEqual(["messages.1.content.1.text"]);
    expect(ends([{ type: "text", text: "so " }, use("a")])).toEqual([]);
    expect(ends(" ")).toEqual(["messages.1.content"]);
    expect(ends("")).toEqual([]);
    // What is no text is a fault of another rule.
    expect(ends([{ type: "text", text: 5 }])).toEqual([]);
    expect(ends([])).toEqual([]);
  });

  test("alone may be empty", () => {
    expect(places("V-12", { messages: [{ role: "user", content: "" }, user] })).toEqual(["messages.0.content"]);
    expect(places("V-12", { messages: [{ role: "user", content: [] }] })).toEqual(["messages.0.content"]);
    expect(places("V-12", { messages: [user, { role: "assistant", content: "" }, user] })).toEqual(["messages.1.content"]);
  });
});

test("A system message does not follow one of the assistant whose end cannot be read", () => {
  const messages = [user, { role: "assistant", content: 5 }, { role: "system", content: "s" }];
  expect(places("V-16", { messages })).toEqual(["messages.2.role"]);
});

test("A model without sampling refuses each of its fields once", () => {
  const body = { model: "m", max_tokens: 5, messages: [user], temperature: 0.5, top_p: 1, top_k: 0 };
  const capabilities = { sampling: false, temperatureWithTopP: false };
  const found = validate.request(body, { profile: "vendor", capabilities });
  expect(found.map(({ rule, path }) => [rule, ...path])).toEqual([
    ["V-10", "temperature"],
    ["V-10", "top_p"],
    ["V-10", "top_k"],
  ]);
});

describe("a faulty body that was meant for another endpoint", () => {
  const request = { model: "m", max_tokens: 5, messages: [user] };

  test.each([
    [{ ...request, tools: [{ type: "function", function: { name: "f" } }] }, "/v1/chat/completions"],
    [{ ...request, messages: [user, { role: "assistant", tool_calls: [] }] }, "/v1/chat/completions"],
    [{ ...request, messages: [{ role: "tool", tool_call_id: "a", content: "1" }] }, "/v1/chat/completions"],
    [{ model: "m", contents: [] }, ":generateContent"],
  ])("is one finding that says so: %o", (body, endpoint) => {
    const found = validate.request(body);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(endpoint);
  });

  test("is none where nothing says so", () => {
    for (const body of [
      { ...request, max_tokens: "5", contents: [] },
      { ...request, max_tokens: "5", tools: [{ type: "custom", name: "f", input_schema: { type: "object" } }] },
    ])
      expect(validate.request(body)[0]?.message).not.toContain("POST");
  });

  test("names the type of a tool that is another style's", () => {
    const [found] = validate.request({ ...request, tools: [{ type: "function", function: { name: "f" } }] });
    expect(found).toMatchObject({
      rule: "V-15",
      path: ["tools", 0, "type"],
      received: "function",
      expected: expect.stringContaining("custom"),
    });
  });
});

test("The marker that is one too many says how many there may be", () => {
  const content = Array.from({ length: 5 }, () => ({ ...text, cache_control: { type: "ephemeral" } }));
  const found = validate.request({ model: "m", max_tokens: 5, messages: [{ role: "user", content }] });
  expect(found).toMatchObject([{ rule: "V-14", limit: 4, message: expect.stringContaining("at most 4") }]);
});

test("An error reply without a status is not measured by one", () => {
  const body = { type: "error", error: { type: "permission_error", message: "m" } };
  expect(validate.error({ body }).filter(({ rule }) => rule === "R-171")).toEqual([]);
});
