/** Turns, calls and their results in a request. */
import { describe, expect, it } from "vitest";
import { formatPath } from "../../../src/core/issue.js";
import { type TranslateRequestOptions, translateRequest } from "../../../src/index.js";
import type { CanonicalRequest, Message } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import * as cc from "../../support/cc.js";
import * as msg from "../../support/msg.js";
import { call, proof, result, text } from "../../support/parts.js";
import { asking } from "../../support/requests.js";
import { fine, repeated, told, writtenTurns } from "./support.js";

const hello = msg.user("hi");
const said = (words: string) => ({ role: "user", parts: [text(words)] }) as const;

const read = (messages: readonly object[]) => fine(request.decode({ model: "m", messages })).value.turns;

/** A conversation of messages, written in chat-completions. */
function sent(messages: readonly object[], options: Partial<TranslateRequestOptions> = {}) {
  const body = { model: "m", max_tokens: 5, messages };
  const result = translateRequest(body, { ...options, report: "all", from: "messages", to: "chat-completions" });
  const rules = result.issues.flatMap(({ rule }) => rule ?? []);
  return { ok: result.ok, messages: result.ok ? result.value.body.messages : [], issues: told(result.issues), rules };
}

/** Which call each result answers, by the call's name. */
function answered(messages: readonly Message[]): (string | undefined)[] {
  const parts = messages.flatMap((message) => message.parts);
  return parts.flatMap((part) => {
    if (part.type !== "tool-result") return [];
    const call = parts.find((one) => one.type === "tool-call" && one.id === part.callId);
    return [call?.type === "tool-call" ? call.name : undefined];
  });
}

describe("results of the pre-tools form", () => {
  const old = (name: string) => ({ role: "assistant", content: null, function_call: { name, arguments: "{}" } });

  it("answer the latest open call of their name", () => {
    const [, first, , second, last] = read([hello, old("f"), hello, old("f"), { role: "function", name: "f", content: "1" }]);
    expect(last?.parts).toMatchObject([{ callId: second?.parts[0]?.type === "tool-call" && second.parts[0].id }]);
    expect(first?.parts).not.toEqual(second?.parts);
  });

  it("without a name answer the earliest open call without an id, else the earliest", () => {
    const calls = cc.calls(cc.call("a", "f"), cc.call(null, "g"), cc.call("c", "h"));
    const unnamed = { role: "tool", content: "1" };
    expect(answered(read([hello, calls, unnamed, unnamed, unnamed]))).toEqual(["g", "f", "h"]);
  });

  it("that answer nothing get an id of their own, the same one each time", () => {
    const orphan = () => read([hello, { role: "function", content: "1" }, hello, { role: "function", content: "2" }]);
    const ids = orphan().flatMap(({ parts }) => parts.flatMap((part) => (part.type === "tool-result" ? [part.callId] : [])));
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => /^call_[0-9a-f]{24}$/.test(id))).toBe(true);
    expect(orphan()).toEqual(read([hello, { role: "function", content: "1" }, hello, { role: "function", content: "2" }]));
  });

  it("answer the call of their name alone, and that of their id alone where they have one", () => {
    const calls = { ...cc.calls(cc.call(null, "f"), cc.call("b", "g"), cc.call(null, "h")), content: "Let me" };
    expect(answered(read([hello, calls, { role: "function", name: "f", content: "1" }]))).toEqual(["f"]);
    const named = { role: "tool", tool_call_id: "b", name: "f", content: "1" };
    const unnamed = { role: "function", content: "2" };
    expect(answered(read([hello, calls, named, unnamed, unnamed]))).toEqual(["g", "f", "h"]);
  });

  it("may have no content at all", () => {
    for (const content of [null, undefined])
      expect(read([hello, old("f"), { role: "function", name: "f", content }])[2]?.parts).toMatchObject([{ content: [] }]);
  });
});

describe("calls without a result", () => {
  const use = (id: string) => msg.assistant(msg.use(id, "f"));

  it("are awaited at the end of a conversation, and told of within it", () => {
    expect(sent([hello, use("a")]).issues).toEqual([]);
    expect(sent([hello, use("a"), hello]).issues).toEqual(["unpaired.tool_call messages[1].content[0].id"]);
  });

  it("are refused where the service, or the caller, demands one", () => {
    const at = "messages[1].content[0].id";
    expect(sent([hello, use("a"), hello], { profile: "vendor" })).toMatchObject({
      ok: false,
      issues: [`validation.V-01 ${at}`],
      rules: ["V-01"],
    });
    expect(sent([hello, use("a"), hello], { missingResult: "reject" })).toMatchObject({ ok: false, issues: [`unpaired.tool_call ${at}`] });
  });

  it.each([
    [{}, "No result was recorded for this call."],
    [{ missingResultText: "Lost." }, "Lost."],
  ])("get one that says so, where the caller asks for that: %j", (options, content) => {
    const result = sent([hello, use("a"), hello], { missingResult: "synthesize-error", ...options });
    expect(result.messages[2]).toEqual({ role: "tool", tool_call_id: "a", content });
    expect(result.issues).toEqual(["unpaired.tool_call messages[1].content[0].id"]);
  });
});

describe("what is told of a conversation", () => {
  const weighed = (canonical: Partial<CanonicalRequest>, options: EncodeOptions = {}) => {
    const { issues } = request.encode(asking({ turns: [], ...canonical }), { from: "generate-content", ...options });
    return issues.map((issue) => `${issue.severity} ${told([issue])}`);
  };

  it("is a warning where the model may answer otherwise, else information", () => {
    const signature = proof("generate-content");
    const turns = [
      { role: "assistant", parts: [call("a", "f")], name: "A" },
      { role: "assistant", parts: [text("t")], name: "B", extensions: { "generate-content": { x: 1 } } },
      { role: "tool", parts: [result("a", [], { name: "g", signature }), result("z", [], { isError: true })] },
    ] as const;
    expect(weighed({ turns })).toEqual([
      "warning approximated.reordered turns[0].parts",
      "info equivalent.form turns[1]",
      "info dropped.field turns[1].name",
      'info dropped.field turns[1].extensions["generate-content"].x',
      "info dropped.field turns[2].parts[0].signature",
      "info dropped.field turns[2].parts[0].name",
      "warning dropped.field turns[2].parts[1].isError",
      "error unpaired.tool_result turns[2].parts[1]",
    ]);
  });

  it("is a warning where a call has no result, whatever is made of it", () => {
    const turns = [{ role: "assistant", parts: [call("a", "f")] }, said("t")] as const;
    const expected = ["warning unpaired.tool_call turns[0].parts[0].id"];
    expect(weighed({ turns })).toEqual(expected);
    expect(weighed({ turns }, { missingResult: "synthesize-error" })).toEqual(expected);
  });

  it("is information where an empty result cannot be marked for caching", () => {
    const turns = [
      { role: "assistant", parts: [call("a", "f")] },
      { role: "tool", parts: [result("a", [], { cacheControl: { type: "ephemeral" } })] },
    ] as const;
    expect(weighed({ turns }, { profile: "vendor" })).toEqual(["info dropped.field turns[1].parts[0].cacheControl"]);
  });

  it("points at the instruction that it is about", () => {
    const instructions = [
      { role: "system", parts: [text("a")] },
      { role: "system", parts: [text("b")], extensions: { messages: { x: 1 } } },
    ] as const;
    expect(weighed({ instructions }, { from: "messages" })).toEqual(["info dropped.field instructions[1].extensions.messages.x"]);
  });

  it("is short, however long the names and ids are", () => {
    const turns = [
      { role: "assistant", parts: [call("a", "n".repeat(5000))] },
      { role: "tool", parts: [result("i".repeat(5000))] },
      said("t"),
    ] as const;
    const { issues } = request.encode(asking({ turns }), {});
    expect(issues.map(({ code }) => code)).toEqual(["unpaired.tool_result", "unpaired.tool_call"]);
    for (const { message } of issues) expect(message.length).toBeLessThan(200);
  });
});

describe("tool messages", () => {
  it("hold results only, and no proofs", () => {
    const signature = proof("generate-content");
    const { messages, issues } = writtenTurns([
      { role: "assistant", parts: [call("a", "f")] },
      { role: "tool", parts: [result("a", [], { signature }), text("t")] },
    ]);
    expect(messages[1]).toEqual(cc.result("a", ""));
    expect(issues).toEqual(["dropped.field turns[1].parts[0].signature", "dropped.part turns[1].parts[1]"]);
  });
});

describe("instructions", () => {
  it("hold text only: other blocks are left out, with a word", () => {
    const content = [text("a"), { type: "image_url", image_url: { url: "https://a/b.png" } }];
    const decoded = request.decode({ model: "m", messages: [{ role: "system", content }, hello] });
    expect(decoded.ok && decoded.value.instructions).toEqual([{ role: "system", parts: [text("a")] }]);
    expect(told(decoded.issues)).toEqual(["dropped.part messages[0].content[1]"]);
    expect(decoded.issues).toMatchObject([{ severity: "warning" }]);
  });
});

describe("a body that is none", () => {
  it.each([
    [[5], "R-015", "messages[1].content[0]"],
    [[{}], "R-016", "messages[1].content[0].type"],
    [[{ type: "text" }], "R-018", "messages[1].content[0].text"],
  ])("content %j breaks %s", (content, rule, path) => {
    const decoded = request.decode({ model: "m", messages: [hello, { role: "user", content }] });
    expect(decoded.issues.map((issue) => [issue.rule, formatPath(issue.path)])).toEqual([[rule, path]]);
  });
});

describe("its own style", () => {
  it.each([
    [{ role: "developer", content: "D" }],
    [{ role: "system", content: "S", name: "n" }],
    [{ role: "user", content: [{ type: "odd", text: "x" }], name: "n" }],
    [{ role: "user", content: [text("a"), text("b")] }],
    [{ role: "user", content: [{ type: "text", text: "a", x: 1 }] }],
    [{ role: "assistant", content: "A", annotations: [{ type: "odd" }], name: "n" }],
    [{ role: "tool", tool_call_id: "a", content: "r", x: 1 }],
  ])("has %j again as it was", (message) => {
    expect(repeated([hello, message, hello]).messages[1]).toEqual(message);
  });

  it("says no more than it must: one plain text is a string, an empty list of annotations nothing, a name not twice", () => {
    const calls = cc.calls(cc.call("a", "f"));
    const { messages } = repeated([
      { role: "user", content: [text("a")] },
      { role: "assistant", content: "A", annotations: [] },
      calls,
      { ...cc.result("a", ""), name: "f" },
    ]);
    expect(messages).toEqual([msg.user("a"), { role: "assistant", content: "A" }, calls, cc.result("a", "")]);
  });
});

describe("results of another style", () => {
  const use = (id: string) => msg.use(id, "f");
  const result = (tool_use_id: string, fields: object = {}) => ({ type: "tool_result", tool_use_id, ...fields });
  const round = [msg.assistant(use("a")), msg.user(msg.result("a", "1"))];
  const idsOf = (messages: readonly { readonly role: string; readonly tool_call_id?: unknown }[]) =>
    messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));

  it("answer the renamed call where two calls have one id", () => {
    const conversation = [hello, ...round, ...round];
    const { messages, issues } = sent(conversation);
    // A service that demands a result for each call has them all.
    expect(sent(conversation, { profile: "vendor" }).messages).toHaveLength(5);
    const ids = idsOf(messages);
    expect(ids).toEqual(["a", expect.stringMatching(/^a_/)]);
    expect(messages[3]).toMatchObject({ role: "assistant", tool_calls: [{ id: ids[1] }] });
    expect(issues).toEqual(["rewritten.tool_id messages[3].content[0].id", "rewritten.tool_id messages[4].content[0].tool_use_id"]);
  });

  it("have as many ids as there are calls, and say which id became which", () => {
    const body = { model: "m", max_tokens: 5, messages: [hello, ...round, ...round, ...round] };
    const answer = translateRequest(body, { report: "all", from: "messages", to: "chat-completions" });
    const ids = idsOf(answer.ok ? answer.value.body.messages : []);
    expect(new Set(ids).size).toBe(3);
    expect(answer.issues.map(({ from, to }) => [from, to])).toEqual([ids[1], ids[1], ids[2], ids[2]].map((id) => ["a", id]));
  });

  it("have ids of 40 characters at most for the vendor, the call and its result the same", () => {
    const long = "toolu_".padEnd(60, "x");
    const history = [hello, msg.assistant(use(long), use("b")), msg.user(result(long), result("b"))];
    const { messages, issues } = sent(history, { profile: "vendor" });
    const ids = idsOf(messages);
    expect(ids).toEqual([expect.stringMatching(/^call_[0-9a-f]{24}$/), "b"]);
    expect(messages[1]).toMatchObject({ tool_calls: [{ id: ids[0] }, { id: "b" }] });
    expect(issues).toEqual(["rewritten.tool_id messages[1].content[0].id", "rewritten.tool_id messages[2].content[0].tool_use_id"]);
    expect(sent(history).messages[1]).toMatchObject({ tool_calls: [{ id: long }, { id: "b" }] });
    const exact = "x".repeat(40);
    const edge = [hello, msg.assistant(use(exact)), msg.user(result(exact))];
    expect(sent(edge, { profile: "vendor" }).issues).toEqual([]);
  });

  it("are marked for caching as a whole by the gateway, in their last block by the vendor", () => {
    const marked = (profile: "gateway" | "vendor", content?: unknown, chatExtensions = false) => {
      const fields = { cache_control: { type: "ephemeral", ttl: "1h" }, ...(content === undefined ? {} : { content }) };
      const conversation = sent([hello, msg.assistant(use("a")), msg.user(result("a", fields))], { profile, chatExtensions });
      return { message: conversation.messages[2], issues: conversation.issues };
    };
    const at = "messages[2].content[0].cache_control";
    const tool = (content: unknown, more: object = {}) => ({ ...cc.result("a", content), ...more });
    expect(marked("gateway", "r")).toEqual({ message: tool("r"), issues: [`dropped.field ${at}`] });
    expect(marked("gateway", "r", true)).toEqual({
      message: tool("r", { cache_control: { type: "ephemeral", ttl: "1h" } }),
      issues: ["vendor_extension messages[2].content[0]"],
    });
    expect(marked("vendor", [text("p"), text("r"), text("s")])).toEqual({
      message: tool([text("p"), text("r"), { ...text("s"), prompt_cache_breakpoint: { mode: "explicit" } }]),
      issues: [`approximated.clamped ${at}.ttl`, "equivalent.form messages[2].content[0]"],
    });
    expect(marked("vendor")).toEqual({ message: tool(""), issues: [`dropped.field ${at}`] });
  });

  it("are refused in the profile whose rules demand them, also where only some are there", () => {
    const calls = msg.assistant(use("a"), use("b"));
    expect(sent([hello, calls, msg.user(result("a"), text("x"))]).issues).toEqual(["unpaired.tool_call messages[1].content[1].id"]);
    expect(sent([hello, calls, msg.user(result("a"), result("b"))]).issues).toEqual([]);
  });

  it.each([
    ["a text", text("and?"), { type: "text", text: "and?" }],
    ["a picture that the first one holds", undefined, { type: "image_url", image_url: { url: "https://a.test/a.png" } }],
  ])("stand together, also where %s stands between them in a turn of its own", (_what, more, block) => {
    const picture = { type: "image", source: { type: "url", url: "https://a.test/a.png" } };
    const first = more === undefined ? [result("a", { content: [picture] })] : [result("a"), more];
    const turns = [hello, msg.assistant(use("a"), use("b")), msg.user(...first), msg.user(result("b"))];
    for (const profile of ["gateway", "vendor"] as const) {
      const { ok, messages, issues } = sent(turns, { profile });
      expect(ok).toBe(true);
      expect(messages.slice(2, 4)).toEqual([cc.result("a", ""), cc.result("b", "")]);
      expect(messages.slice(4)).toEqual([{ role: "user", content: more === undefined ? [block] : more.text }]);
      expect(issues).toContain("approximated.reordered messages[3].content[0]");
    }
  });

  it("end a conversation without starting an answer, as a text does", () => {
    expect(sent([hello, msg.assistant(text("Once"))]).issues).toEqual(["approximated.prefill messages[1]"]);
    expect(sent([hello, msg.assistant(text("Once"), use("a"))]).issues).toEqual([]);
    expect(sent([hello, msg.assistant(use("a"), use("b")), msg.user(result("a"), result("b"))]).issues).toEqual([]);
  });
});
