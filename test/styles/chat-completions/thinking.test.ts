/** Thoughts of an assistant message, in the four fields in which servers send them. */
import { describe, expect, it } from "vitest";
import { collectStream, type StyleName, translateRequest } from "../../../src/index.js";
import type { Part } from "../../../src/model/index.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import * as cc from "../../support/cc.js";
import * as msg from "../../support/msg.js";
import { opaque, proof, redacted, text, thought } from "../../support/parts.js";
import { own, read, told, written } from "./support.js";

const claude = "anthropic-claude-v1";
const gemini = "google-gemini-v1";
const CLAUDE = proof("messages");
const GEMINI = proof("generate-content");
const UNKNOWN = proof("unknown");
const D = redacted("D", { signature: proof("messages", "D") });
const NAMELESS = redacted("", { signature: proof("messages", "") });
const hello = msg.user("hi");
const goOn = msg.user("go on");
/** Entries of reasoning_details, and blocks of thinking_blocks. */
const entry = (words: string | undefined, more: object = {}) => ({ type: "reasoning.text", text: words, ...more });
const summary = (words: string | undefined, more: object = {}) => ({ type: "reasoning.summary", summary: words, ...more });
const encrypted = (data: string | undefined, more: object = {}) => ({ type: "reasoning.encrypted", data, ...more });
const hidden = { type: "redacted_thinking", data: "D" };

/** What is read of an answer that has nothing but thoughts. */
const readThoughts = (message: object) => read({ content: null, ...message }).parts;

/** What is said of the history of a request on its way to another service, thoughts only. */
function lost(message: object, to: StyleName) {
  const messages = [hello, { role: "assistant", content: "A", ...message }, goOn];
  const result = translateRequest({ model: "m", messages }, { from: "chat-completions", to });
  return told(result.issues).filter((one) => one.includes("messages[1]"));
}

describe("thoughts of an answer that say nothing", () => {
  it.each([
    { reasoning_details: [{ type: "reasoning.text" }] },
    { reasoning_details: [summary("")] },
    { thinking_blocks: [msg.thinking(null, "")] },
  ])("are none: %j", (message) => {
    expect(read(message).parts).toEqual([]);
  });
});

describe("entries of reasoning_details", () => {
  it.each<[object, object]>([
    [{ text: "t" }, thought("t")],
    [entry("t", { type: null }), thought("t")],
    [entry("t", { signature: "S", format: claude }), thought("t", { signature: CLAUDE })],
    [entry("t", { signature: "", format: null }), thought("t")],
    [entry("t", { signature: "S" }), thought("t", { signature: UNKNOWN })],
    [entry("t", { signature: "sig1.g.t.S" }), thought("t", { signature: GEMINI })],
    [summary("s", { signature: "S", format: gemini }), thought("s", { summary: true, signature: GEMINI })],
    [{ type: "reasoning.encrypted" }, redacted("")],
    [encrypted("D", { format: claude }), D],
    [{ type: "reasoning.encrypted", format: claude }, NAMELESS],
  ])("%j is %j", (detail, part) => {
    expect(readThoughts({ reasoning_details: [{ ...detail, index: 0 }] })).toEqual([part]);
  });

  it.each([
    [entry("t", { format: "xai-responses-v1", index: 0 })],
    [entry("t", { format: "unknown", index: 3 })],
    [entry("t", { format: "unknown", index: 0, summary: "s", data: "D", x: 1 })],
    [summary("s", { format: "unknown", index: 0, text: "t", data: "D" })],
    [encrypted("D", { format: claude, index: 0, text: "t", summary: "s", signature: "S", id: "r1" })],
    [encrypted("D", { format: "openai-responses-v1", index: 0 })],
    [{ type: "reasoning.plan", steps: [1] }],
  ])("%j goes back into its own style as it was", (detail) => {
    const parts = readThoughts({ reasoning_details: [detail] });
    expect(written(parts, { from: "chat-completions" }).message?.reasoning_details).toEqual([detail]);
  });

  it("are one thought where a stream was collected: the text, then its signature", () => {
    const words = entry("t", { format: gemini, index: 0 });
    const proof = { type: "reasoning.text", signature: "S", format: gemini, index: 0 };
    expect(readThoughts({ reasoning_details: [words, proof] })).toMatchObject([thought("t", { signature: GEMINI })]);
    expect(lost({ reasoning_details: [words, proof] }, "messages")).toEqual(["unportable.signature messages[1].reasoning_details"]);
    expect(lost({ reasoning_details: [{ ...words, x: 1 }, proof] }, "generate-content")).toContain(
      "dropped.field messages[1].reasoning_details[0].x",
    );
  });

  it.each([
    [entry("u", { signature: "S", index: 0 })],
    [{ type: "reasoning.text", index: 0 }],
    [{ type: "reasoning.text", signature: "S", index: 1 }],
    [{ type: "reasoning.text", signature: "S" }],
    [{ signature: "S", index: 0 }],
    [{ type: "reasoning.text", signature: "S", index: 0, x: 1 }],
  ])("are two thoughts where the second is %j", (second) => {
    expect(readThoughts({ reasoning_details: [entry("t", { index: 0 }), second] })).toHaveLength(2);
  });
});

describe("entries of reasoning_details that went through a client's accumulator", () => {
  const piece = (fields: object) => ({ type: "reasoning.text", format: claude, index: 0, ...fields });
  const proof = piece({ signature: "S" });
  const whole = thought("Let me think.", { signature: CLAUDE });

  cases<[reasoning_details: object[]]>({
    "pieces of one index": [[piece({ text: "Let me " }), piece({ text: "think." }), proof]],
    "pieces that say the same beside their words": [[piece({ text: "Let me ", id: null }), piece({ text: "think.", id: null }), proof]],
    "pieces of which the last is signed": [[piece({ text: "Let me " }), piece({ text: "think.", signature: "S" })]],
    "pieces without an index that name who signs": [
      [piece({ text: "Let me ", index: null }), piece({ text: "think.", index: null }), piece({ signature: "S", index: null })],
    ],
    "formats that were added up": [[{ ...piece({ text: "Let me think.", signature: "S" }), format: claude.repeat(3) }]],
  })("are one thought: %s", (reasoning_details) => {
    expect(readThoughts({ reasoning_details })).toMatchObject([whole]);
  });

  it("are joined whoever signs, where an index says that they are one", () => {
    const end = { type: "reasoning.text", signature: "S", index: 0 };
    const reasoning_details = [entry("a", { index: 0 }), entry("b", { index: 0 }), end];
    expect(readThoughts({ reasoning_details })).toEqual([thought("ab", { signature: UNKNOWN })]);
  });

  cases<[first: object, second: object]>({
    "another index": [{ index: 1 }, { index: 0 }],
    "another format": [{ format: "xai-responses-v1" }, {}],
    "another field": [{}, { id: "r2" }],
    "no index, and nobody named": [
      { index: undefined, format: undefined },
      { index: undefined, format: undefined },
    ],
  })("are several thoughts with %s", (first, second) => {
    const reasoning_details = [piece({ text: "a", ...first }), piece({ text: "b", ...second }), piece({ ...second, signature: "S" })];
    expect(readThoughts({ reasoning_details })).toMatchObject([{ text: "a" }, { text: "b", signature: { value: "S" } }]);
  });

  it("are named as a whole", () => {
    const reasoning_details = [{ text: "a" }, { text: "b" }, { signature: "S" }].map((fields) => piece({ ...fields, format: gemini }));
    expect(lost({ reasoning_details }, "messages")).toEqual(["unportable.signature messages[1].reasoning_details"]);
  });
});

describe("thinking_blocks", () => {
  const block = msg.thinking("t", "S");

  it.each<[object, object]>([
    [block, thought("t", { signature: CLAUDE })],
    [msg.thinking("t", "sig1.g.t.S"), thought("t", { signature: GEMINI })],
    [hidden, D],
    [{ type: "redacted_thinking" }, NAMELESS],
  ])("%j is %j", (thinking_block, part) => {
    expect(readThoughts({ thinking_blocks: [thinking_block] })).toEqual([part]);
  });

  const mine = { signature: "S", format: claude, index: 0 };
  it.each([
    [[entry("t", mine)], [block], []],
    [[encrypted("D", { format: claude, index: 0 })], [hidden], []],
    [[entry("t", { index: 0 })], [block], ["thinking_blocks"]],
    [[entry("u", mine)], [block], ["thinking_blocks"]],
    [[entry("t", mine)], [block, block], ["thinking_blocks"]],
    [[encrypted("E", { format: claude, index: 0 })], [hidden], ["thinking_blocks"]],
    [[{ type: "reasoning.plan" }], [block], ["thinking_blocks"]],
  ])("beside %j, %j are told of where the two differ", (reasoning_details, thinking_blocks, fields) => {
    const { parts, issues } = read({ content: null, reasoning_details, thinking_blocks });
    expect(parts).toHaveLength(reasoning_details.length);
    expect(issues).toEqual(fields.map((field) => `conflict.resolved choices[0].message.${field}`));
  });
});

describe("plain thoughts", () => {
  it.each(["", "\n", "\n\n"])("repeat the structured ones, joined with %j", (separator) => {
    const reasoning_details = ["a", "b"].map((words, index) => entry(words, { index }));
    expect(read({ content: null, reasoning_content: `a${separator}b`, reasoning_details }).issues).toEqual([]);
  });

  it("are named in the field that holds them, their signatures in theirs", () => {
    const reasoning_details = [
      encrypted("D", { format: claude, index: 0 }),
      { type: "reasoning.summary", signature: "S", format: gemini, x: 1, index: 1 },
    ];
    expect(lost({ reasoning_content: "t", reasoning_details }, "generate-content")).toContain(
      "dropped.field messages[1].reasoning_details[1].x",
    );
    expect(lost({ reasoning_content: "t" }, "messages")).toEqual(["unportable.signature messages[1].reasoning_content"]);
    expect(lost({ reasoning: "t", thinking_blocks: [{ type: "thinking", signature: "sig1.g.t.S", x: 1 }] }, "generate-content")).toContain(
      "dropped.field messages[1].thinking_blocks[0].x",
    );
  });
});

describe("plain thoughts of a history, of which a client may have kept the last piece alone", () => {
  const proof = { type: "reasoning.text", signature: "S", format: claude, index: 0 };
  const block = msg.thinking("", "S");
  const back = (message: object) => {
    const calls = { ...cc.calls(cc.call("toolu_1", "f")), ...message };
    const messages = [hello, calls, cc.result("toolu_1", "r")];
    const body = { model: "claude-sonnet-4-5", max_tokens: 20000, reasoning_effort: "high", messages };
    const result = translateRequest(body, { from: "chat-completions", to: "messages" });
    const content: readonly { type?: unknown }[] = result.ok
      ? [result.value.body.messages[1]?.content ?? []].flat().map((one) => Object(one))
      : [];
    return { thoughts: content.filter(({ type }) => type !== "tool_use"), issues: told(result.issues) };
  };

  it.each<[string, object]>([
    ["reasoning_details", { reasoning_content: "at the file.", reasoning_details: [proof] }],
    ["reasoning_details", { reasoning: "at the file.", reasoning_details: [proof] }],
    ["thinking_blocks", { reasoning_content: "at the file.", thinking_blocks: [block] }],
    ["thinking_blocks", { reasoning_content: "at the file.", thinking_blocks: [{ ...block, type: null }] }],
  ])("do not go under a signature of %s that has no words of its own: %j", (carrier, message) => {
    const { thoughts, issues } = back(message);
    expect(thoughts).toEqual([]);
    expect(issues).toContain(`unportable.signature messages[1].${carrier}[0]`);
  });

  cases<[message: object, thoughts: object[]]>({
    "words in the entry": [{ reasoning_content: "t", reasoning_details: [{ ...proof, text: "t" }] }, [{ ...block, thinking: "t" }]],
    "words in the block": [{ reasoning_content: "t", thinking_blocks: [{ ...block, thinking: "t" }] }, [{ ...block, thinking: "t" }]],
    "a signature and no words anywhere": [{ reasoning_details: [proof] }, [block]],
    "no words in a block": [{ thinking_blocks: [block] }, [block]],
    "what is encrypted": [{ reasoning_content: "t", reasoning_details: [encrypted("D", { format: claude })] }, [hidden]],
    "a redacted block": [{ reasoning_content: "t", thinking_blocks: [{ ...hidden, signature: "S" }] }, [hidden]],
  })("leave %s as it is", (message, thoughts) => {
    expect(back(message).thoughts).toEqual(thoughts);
    expect(back(message).issues).not.toContainEqual(expect.stringMatching(/^unportable.*(details|blocks)/));
  });
});

describe("thoughts among the content", () => {
  const first = (thinking: unknown) => read({ content: [{ type: "thinking", thinking }, text("A")] }).parts[0];

  it("are read where any of their pieces is text", () => {
    expect(first([text("a"), text("b")])).toEqual(thought("ab"));
    expect(first([])).toEqual(text("A"));
    expect(first("t")).toEqual(thought("t"));
  });

  it("are signed and redacted in the blocks of the messages style, streamed as well", () => {
    const content = [msg.thinking("t", "S"), hidden, text("A")];
    expect(read({ content }).parts).toEqual([thought("t", { signature: CLAUDE }), D, text("A")]);
    expect(read({ content: [{ type: "redacted_thinking" }] }).parts).toMatchObject([{ type: "opaque" }]);
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ id: "i", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const streamed = chunk({ content: [{ type: "thinking", thinking: "t" }] }) + chunk({ content: content.slice(0, 2) });
    const collected = collectStream(`${streamed}${chunk({ content: "A" }, "stop")}data: [DONE]\n\n`, { style: "chat-completions" });
    expect(collected.ok && collected.value.choices?.[0]?.message).toMatchObject({
      content: "A",
      reasoning_details: [entry("tt", { signature: "S", format: claude }), encrypted("D", { format: claude })],
    });
  });

  it("keep a signature that is none", () => {
    const unsigned = { type: "thinking", thinking: [text("t")], signature: "S" };
    expect(read({ content: [unsigned] }).parts).toMatchObject([{ text: "t", extensions: own({ signature: "S" }) }]);
    expect(read({ content: [{ ...unsigned, thinking: "t", signature: "" }] }).parts[0]).not.toHaveProperty("signature");
  });

  describe("that stand in a field of a history as well", () => {
    const block = msg.thinking("t", "S");
    const wordless = { type: "thinking", thinking: "t" };
    const A = text("A");
    const back = (message: object) => {
      const messages = [hello, { role: "assistant", ...message }, goOn];
      const result = translateRequest({ model: "m", max_tokens: 9, messages }, { from: "chat-completions", to: "messages" });
      return { content: result.ok ? result.value.body.messages[1]?.content : undefined, issues: told(result.issues) };
    };

    cases<[message: object, content?: object[]]>({
      "where the field holds the words alone": [{ reasoning_content: "t", content: [block, A] }],
      "where the field says all of it": [{ thinking_blocks: [block], content: [block, A] }],
      "with what is redacted": [{ thinking_blocks: [block, hidden], content: [wordless, A] }, [block, hidden, A]],
      "where the content holds the words alone": [{ thinking_blocks: [block], content: [wordless, A] }],
    })("are sent once %s", (message, content = [block, A]) => {
      expect(back(message)).toEqual({ content, issues: [] });
    });

    cases<[message: object]>({
      "other words": [{ thinking_blocks: [{ ...block, thinking: "u" }], content: [block, A] }],
      "another signature": [{ thinking_blocks: [{ ...block, signature: "T" }], content: [block, A] }],
      "a field more": [{ thinking_blocks: [block], content: [{ ...block, x: 1 }, A] }],
    })("are two with %s", (message) => {
      expect(back(message).content).toHaveLength(3);
    });
  });

  it("keep what stands beside their texts", () => {
    const beside = [null, { type: "reference", reference_ids: [1] }, { x: 1 }];
    expect(first([text("a"), { type: "reference", reference_ids: [1] }, { ...text("b"), x: 1 }])).toEqual(
      thought("ab", { extensions: own({ thinking: beside }) }),
    );
  });

  it.each([[5], [[{ type: "text", text: 5 }]], [[{ type: "image" }]], [[null]], [["t"]]])(
    "are a block that nobody knows where they are %j",
    (thinking) => {
      expect(first(thinking)).toMatchObject({ type: "opaque", value: { type: "thinking", thinking } });
    },
  );
});

describe("writing", () => {
  it("leaves thoughts out that are a proof only, in a request to another service, and says so of each loss", () => {
    const sent = (blocks: readonly object[]) => {
      const messages = [hello, msg.assistant(...blocks, text("A")), goOn];
      const result = translateRequest(
        { model: "m", max_tokens: 5, messages },
        { from: "messages", to: "chat-completions", chatExtensions: true },
      );
      return { message: result.ok ? result.value.body.messages[1] : undefined, issues: told(result.issues) };
    };
    expect(sent([msg.thinking("", "S")])).toEqual({
      message: { role: "assistant", content: "A" },
      issues: ["unportable.signature messages[1].content[0]"],
    });
    expect(sent([msg.thinking("t", "S")])).toMatchObject({
      message: { reasoning_content: "t", reasoning_details: [{ text: "t" }] },
      issues: ["unportable.signature messages[1].content[0].signature", "vendor_extension messages[1]", "vendor_extension messages[1]"],
    });
    expect(sent([hidden])).toMatchObject({ issues: ["unportable.signature messages[1].content[0]"] });
  });

  it.each(["reasoning_content", "reasoning"] as const)("in %s alone has no place for proofs", (carrier) => {
    const parts = [thought("t", { signature: CLAUDE }), redacted("D")];
    const { message, issues } = written(parts, { from: "messages", reasoningCarriers: [carrier] });
    expect(message).toEqual({ role: "assistant", content: "", refusal: null, annotations: [], [carrier]: "t" });
    expect(issues).toEqual(["unportable.signature choices[0].parts[0].signature", "unportable.signature choices[0].parts[1]"]);
  });

  it("says of encrypted thoughts whose they are, where anybody knows", () => {
    const whose = (part: Part, options: EncodeOptions) => {
      const choices = [{ index: 0, parts: [part], finish: { reason: "stop" } }] as const;
      const encoded = response.encode({ id: "i", model: "m", created: 5, choices }, { reasoningCarriers: ["reasoning"], ...options });
      return encoded.issues[0]?.from;
    };
    expect(whose(redacted("D", { signature: CLAUDE }), { from: "generate-content" })).toBe("messages");
    expect(whose(redacted("D"), { from: "generate-content" })).toBe("generate-content");
    expect(whose(redacted("D"), {})).toBe("unknown");
  });

  it("cannot mark thoughts for caching", () => {
    const { issues } = written([thought("t", { cacheControl: { type: "ephemeral" } })], { from: "messages" });
    expect(issues).toEqual(["dropped.field choices[0].parts[0].cacheControl"]);
  });
});

describe("thoughts that stand in several fields, or none of their own", () => {
  it("are told by the plain field where no entry has words", () => {
    const reasoning_details = [entry("", { signature: "S" }), entry("", { signature: "T" })];
    expect(read({ reasoning_content: "t", reasoning_details }).parts).toMatchObject([
      { ...thought("t"), signature: { value: "S" } },
      { ...thought(), signature: { value: "T" } },
    ]);
  });

  it("are none of a text that has a field of that name", () => {
    expect(read({ content: [{ ...text("a"), thinking: "t" }] }).parts).toEqual([text("a", { extensions: own({ thinking: "t" }) })]);
  });

  it("are written without a signature that is empty, and without a block that only looks like theirs", () => {
    const unsigned = thought("t", { signature: proof("messages", "") });
    expect(written([unsigned], { from: "messages" }).message?.reasoning_details).toEqual([entry("t", { format: "unknown", index: 0 })]);
    const alike: Part = opaque("messages", { type: "reasoning.novelty" });
    expect(written([alike], { from: "messages" })).toMatchObject({ issues: ["dropped.part choices[0].parts[0]"] });
    expect(written([alike], { from: "messages" }).message).not.toHaveProperty("reasoning_details");
  });
});
