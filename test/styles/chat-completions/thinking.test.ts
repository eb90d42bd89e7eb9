/** Thoughts of an assistant message, in the four fields in which servers send them. */
import { describe, expect, it } from "vitest";
import {
  collectStream,
  createStreamTranslator,
  type StyleName,
  streamResponse,
  translateRequest,
  translateResponse,
} from "../../../src/index.js";
import type { Part, Signature } from "../../../src/model/index.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { opaque, redacted, text, thought } from "../../support/parts.js";
import { told } from "./support.js";

const claude = "anthropic-claude-v1";
const gemini = "google-gemini-v1";

function read(message: object) {
  const decoded = response.decode({ id: "i", choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }] });
  if (!decoded.ok) throw new Error(decoded.issues[0].message);
  return { parts: decoded.value.choices[0]?.parts ?? [], issues: told(decoded.issues) };
}

function written(parts: readonly Part[], options: EncodeOptions = { from: "chat-completions" }) {
  const choices = [{ index: 0, parts, finish: { reason: "stop" } }] as const;
  const encoded = response.encode({ id: "i", model: "m", created: 5, choices }, options);
  if (!encoded.ok) throw new Error(encoded.issues[0].message);
  return { message: encoded.value.choices[0]?.message, issues: told(encoded.issues) };
}

/** What is said of the history of a request on its way to another service, thoughts only. */
function lost(message: object, to: StyleName) {
  const messages = [
    { role: "user", content: "hi" },
    { role: "assistant", content: "A", ...message },
    { role: "user", content: "go on" },
  ];
  const result = translateRequest({ model: "m", messages }, { from: "chat-completions", to });
  return told(result.issues).filter((one) => one.includes("messages[1]"));
}

const signed = (value: string, origin: Signature["origin"]) => ({ value, origin });

describe("thoughts of an answer that say nothing", () => {
  it.each([
    { reasoning_details: [{ type: "reasoning.text" }] },
    { reasoning_details: [{ type: "reasoning.summary", summary: "" }] },
    { thinking_blocks: [{ type: "thinking", thinking: null, signature: "" }] },
  ])("are none: %j", (message) => {
    expect(read(message).parts).toEqual([]);
  });

  it("count by what else they have", () => {
    expect(read({ reasoning_details: [{ type: "reasoning.text", id: "rs_1" }] }).parts).toMatchObject([thought()]);
    expect(read({ thinking_blocks: [{ type: "thinking", thinking: "", signature: "S" }] }).parts).toMatchObject([{ text: "" }]);
  });
});

describe("entries of reasoning_details", () => {
  it.each<[object, object]>([
    [{ text: "t" }, thought("t")],
    [{ type: null, text: "t" }, thought("t")],
    [{ type: "reasoning.text", text: "t", signature: "S", format: claude }, thought("t", { signature: signed("S", "messages") })],
    [{ type: "reasoning.text", text: "t", signature: "", format: null }, thought("t")],
    [{ type: "reasoning.text", text: "t", signature: "S" }, thought("t", { signature: signed("S", "unknown") })],
    [{ type: "reasoning.text", text: "t", signature: "sig1.g.t.S" }, thought("t", { signature: signed("S", "generate-content") })],
    [
      { type: "reasoning.summary", summary: "s", signature: "S", format: gemini },
      thought("s", { summary: true, signature: signed("S", "generate-content") }),
    ],
    [{ type: "reasoning.encrypted" }, { type: "redacted-thinking", data: "" }],
    [{ type: "reasoning.encrypted", data: "D", format: claude }, redacted("D", { signature: signed("D", "messages") })],
    [{ type: "reasoning.encrypted", format: claude }, redacted("", { signature: signed("", "messages") })],
  ])("%j is %j", (detail, part) => {
    expect(read({ content: null, reasoning_details: [{ ...detail, index: 0 }] }).parts).toEqual([part]);
  });

  it.each([
    [{ type: "reasoning.text", text: "t", format: "xai-responses-v1", index: 0 }],
    [{ type: "reasoning.text", text: "t", format: "unknown", index: 3 }],
    [{ type: "reasoning.text", text: "t", format: "unknown", index: 0, summary: "s", data: "D", x: 1 }],
    [{ type: "reasoning.summary", summary: "s", format: "unknown", index: 0, text: "t", data: "D" }],
    [{ type: "reasoning.encrypted", data: "D", format: claude, index: 0, text: "t", summary: "s", signature: "S", id: "r1" }],
    [{ type: "reasoning.encrypted", data: "D", format: "openai-responses-v1", index: 0 }],
    [{ type: "reasoning.plan", steps: [1] }],
  ])("%j goes back into its own style as it was", (detail) => {
    const { parts } = read({ content: null, reasoning_details: [detail] });
    expect(written(parts).message?.reasoning_details).toEqual([detail]);
  });

  it("are one thought where a stream was collected: the text, then its signature", () => {
    const text = { type: "reasoning.text", text: "t", format: gemini, index: 0 };
    const proof = { type: "reasoning.text", signature: "S", format: gemini, index: 0 };
    expect(read({ content: null, reasoning_details: [text, proof] }).parts).toMatchObject([
      { text: "t", signature: signed("S", "generate-content") },
    ]);
    expect(lost({ reasoning_details: [text, proof] }, "messages")).toEqual(["unportable.signature messages[1].reasoning_details"]);
    expect(lost({ reasoning_details: [{ ...text, x: 1 }, proof] }, "generate-content")).toContain(
      "dropped.field messages[1].reasoning_details[0].x",
    );
  });

  it.each([
    [{ type: "reasoning.text", text: "u", signature: "S", index: 0 }],
    [{ type: "reasoning.text", index: 0 }],
    [{ type: "reasoning.text", signature: "S", index: 1 }],
    [{ type: "reasoning.text", signature: "S" }],
    [{ signature: "S", index: 0 }],
    [{ type: "reasoning.text", signature: "S", index: 0, x: 1 }],
  ])("are two thoughts where the second is %j", (second) => {
    expect(read({ content: null, reasoning_details: [{ type: "reasoning.text", text: "t", index: 0 }, second] }).parts).toHaveLength(2);
    const first = { type: "reasoning.text", text: "t", signature: "S", index: 0 };
    expect(read({ content: null, reasoning_details: [first, { type: "reasoning.text", signature: "S", index: 0 }] }).parts).toHaveLength(2);
  });
});

describe("entries of reasoning_details that went through a client's accumulator", () => {
  const piece = (fields: object) => ({ type: "reasoning.text", format: claude, index: 0, ...fields });
  const proof = piece({ signature: "S" });
  const whole = thought("Let me think.", { signature: signed("S", "messages") });

  cases<[reasoning_details: object[]]>({
    "pieces of one index": [[piece({ text: "Let me " }), piece({ text: "think." }), proof]],
    "pieces that say the same beside their words": [[piece({ text: "Let me ", id: null }), piece({ text: "think.", id: null }), proof]],
    "pieces of which the last is signed": [[piece({ text: "Let me " }), piece({ text: "think.", signature: "S" })]],
    "pieces without an index that name who signs": [
      [piece({ text: "Let me ", index: null }), piece({ text: "think.", index: null }), piece({ signature: "S", index: null })],
    ],
    "formats that were added up": [[{ ...piece({ text: "Let me think.", signature: "S" }), format: claude.repeat(3) }]],
  })("are one thought: %s", (reasoning_details) => {
    expect(read({ content: null, reasoning_details }).parts).toMatchObject([whole]);
    expect(read({ content: null, reasoning_details }).parts).toHaveLength(1);
  });

  it("are joined whoever signs, where an index says that they are one", () => {
    const [a, b] = ["a", "b"].map((text) => ({ type: "reasoning.text", text, index: 0 }));
    const end = { type: "reasoning.text", signature: "S", index: 0 };
    expect(read({ content: null, reasoning_details: [a, b, end] }).parts).toEqual([thought("ab", { signature: signed("S", "unknown") })]);
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
    expect(read({ content: null, reasoning_details }).parts).toMatchObject([{ text: "a" }, { text: "b", signature: { value: "S" } }]);
  });

  it("are named as a whole", () => {
    const reasoning_details = [
      piece({ text: "a", format: gemini }),
      piece({ text: "b", format: gemini }),
      piece({ signature: "S", format: gemini }),
    ];
    expect(lost({ reasoning_details }, "messages")).toEqual(["unportable.signature messages[1].reasoning_details"]);
  });

  it("have no format that is known by what it begins with", () => {
    const reasoning_details = [piece({ text: "t", signature: "S", format: `${claude}x` })];
    expect(read({ content: null, reasoning_details }).parts).toMatchObject([{ signature: signed("S", "unknown") }]);
  });
});

describe("thinking_blocks", () => {
  const block = { type: "thinking", thinking: "t", signature: "S" };

  it.each<[object, object]>([
    [block, thought("t", { signature: signed("S", "messages") })],
    [{ type: "thinking", thinking: "t", signature: "sig1.g.t.S" }, thought("t", { signature: signed("S", "generate-content") })],
    [{ type: "redacted_thinking", data: "D" }, redacted("D", { signature: signed("D", "messages") })],
    [{ type: "redacted_thinking" }, redacted("", { signature: signed("", "messages") })],
  ])("%j is %j", (thinking_block, part) => {
    expect(read({ content: null, thinking_blocks: [thinking_block] }).parts).toEqual([part]);
  });

  it("keep the fields of the other kind", () => {
    const kept = (odd: object) => read({ content: null, thinking_blocks: [odd] }).parts[0]?.extensions?.["chat-completions"];
    expect(kept({ ...block, data: "D" })).toEqual({ data: "D" });
    expect(kept({ type: "redacted_thinking", data: "D", thinking: "t", signature: "S" })).toEqual({ thinking: "t", signature: "S" });
  });

  it.each([
    [[{ type: "reasoning.text", text: "t", signature: "S", format: claude, index: 0 }], [block], []],
    [[{ type: "reasoning.encrypted", data: "D", format: claude, index: 0 }], [{ type: "redacted_thinking", data: "D" }], []],
    [[{ type: "reasoning.text", text: "t", index: 0 }], [block], ["thinking_blocks"]],
    [[{ type: "reasoning.text", text: "u", signature: "S", format: claude, index: 0 }], [block], ["thinking_blocks"]],
    [[{ type: "reasoning.text", text: "t", signature: "S", format: claude, index: 0 }], [block, block], ["thinking_blocks"]],
    [
      [{ type: "reasoning.encrypted", data: "E", format: claude, index: 0 }],
      [{ type: "redacted_thinking", data: "D" }],
      ["thinking_blocks"],
    ],
    [[{ type: "reasoning.plan" }], [block], ["thinking_blocks"]],
  ])("beside %j, %j are told of where the two differ", (reasoning_details, thinking_blocks, fields) => {
    const { parts, issues } = read({ content: null, reasoning_details, thinking_blocks });
    expect(parts).toHaveLength(reasoning_details.length);
    expect(issues).toEqual(fields.map((field) => `conflict.resolved choices[0].message.${field}`));
  });
});

describe("plain thoughts", () => {
  const encrypted = { type: "reasoning.encrypted", data: "D", format: claude, index: 0 };

  it.each(["", "\n", "\n\n"])("repeat the structured ones, joined with %j", (separator) => {
    const reasoning_details = ["a", "b"].map((text, index) => ({ type: "reasoning.text", text, index }));
    expect(read({ content: null, reasoning_content: `a${separator}b`, reasoning_details }).issues).toEqual([]);
  });

  it("are named in the field that holds them, their signatures in theirs", () => {
    const summary = { type: "reasoning.summary", signature: "S", format: gemini, x: 1, index: 1 };
    expect(lost({ reasoning_content: "t", reasoning_details: [encrypted, summary] }, "generate-content")).toEqual(
      expect.arrayContaining(["dropped.field messages[1].reasoning_details[1].x"]),
    );
    expect(lost({ reasoning_content: "t" }, "messages")).toEqual(["unportable.signature messages[1].reasoning_content"]);
    expect(lost({ reasoning: "t", thinking_blocks: [{ type: "thinking", signature: "sig1.g.t.S", x: 1 }] }, "generate-content")).toContain(
      "dropped.field messages[1].thinking_blocks[0].x",
    );
  });
});

describe("plain thoughts of a history, of which a client may have kept the last piece alone", () => {
  const proof = { type: "reasoning.text", signature: "S", format: claude, index: 0 };
  const block = { type: "thinking", thinking: "", signature: "S" };
  const back = (message: object) => {
    const call = { id: "toolu_1", type: "function", function: { name: "f", arguments: "{}" } };
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", content: null, ...message, tool_calls: [call] },
      { role: "tool", tool_call_id: "toolu_1", content: "r" },
    ];
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
    "what is encrypted": [
      { reasoning_content: "t", reasoning_details: [{ type: "reasoning.encrypted", data: "D", format: claude }] },
      [{ type: "redacted_thinking", data: "D" }],
    ],
    "a redacted block": [
      { reasoning_content: "t", thinking_blocks: [{ type: "redacted_thinking", data: "D", signature: "S" }] },
      [{ type: "redacted_thinking", data: "D" }],
    ],
  })("leave %s as it is", (message, thoughts) => {
    expect(back(message).thoughts).toEqual(thoughts);
    expect(back(message).issues).not.toContainEqual(expect.stringMatching(/^unportable.*(details|blocks)/));
  });

  it("go with a summary, and with a signature of another service", () => {
    const summary = { ...proof, type: "reasoning.summary", summary: "t" };
    expect(back({ reasoning_content: "t", reasoning_details: [summary] }).issues).not.toContain(
      "unportable.signature messages[1].reasoning_details[0]",
    );
    const message = { reasoning_content: "t", reasoning_details: [{ ...proof, format: gemini }] };
    expect(lost(message, "messages")).toEqual(["unportable.signature messages[1].reasoning_content"]);
  });
});

describe("thoughts among the content", () => {
  const thought = (thinking: unknown) => read({ content: [{ type: "thinking", thinking }, text("A")] }).parts[0];

  it("are read where any of their pieces is text", () => {
    expect(thought([text("a"), text("b")])).toEqual({ type: "thinking", text: "ab" });
    expect(thought([])).toEqual(text("A"));
    expect(thought("t")).toEqual({ type: "thinking", text: "t" });
  });

  it("are signed and redacted in the blocks of the messages style, streamed as well", () => {
    const content = [{ type: "thinking", thinking: "t", signature: "S" }, { type: "redacted_thinking", data: "D" }, text("A")];
    expect(read({ content }).parts).toEqual([
      { type: "thinking", text: "t", signature: signed("S", "messages") },
      redacted("D", { signature: signed("D", "messages") }),
      text("A"),
    ]);
    expect(read({ content: [{ type: "redacted_thinking" }] }).parts).toMatchObject([{ type: "opaque" }]);
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ id: "i", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const streamed = chunk({ content: [{ type: "thinking", thinking: "t" }] }) + chunk({ content: content.slice(0, 2) });
    const collected = collectStream(`${streamed}${chunk({ content: "A" }, "stop")}data: [DONE]\n\n`, { style: "chat-completions" });
    expect(collected.ok && collected.value.choices?.[0]?.message).toMatchObject({
      content: "A",
      reasoning_details: [
        { type: "reasoning.text", text: "tt", signature: "S", format: claude },
        { type: "reasoning.encrypted", data: "D", format: claude },
      ],
    });
  });

  it("keep a signature that is none", () => {
    const unsigned = { type: "thinking", thinking: [text("t")], signature: "S" };
    expect(read({ content: [unsigned] }).parts).toMatchObject([{ text: "t", extensions: { "chat-completions": { signature: "S" } } }]);
    expect(read({ content: [{ ...unsigned, thinking: "t", signature: "" }] }).parts[0]).not.toHaveProperty("signature");
  });

  describe("that stand in a field of a history as well", () => {
    const block = { type: "thinking", thinking: "t", signature: "S" };
    const text = { type: "text", text: "A" };
    const back = (message: object) => {
      const messages = [
        { role: "user", content: "hi" },
        { role: "assistant", ...message },
        { role: "user", content: "go on" },
      ];
      const result = translateRequest({ model: "m", max_tokens: 9, messages }, { from: "chat-completions", to: "messages" });
      return { content: result.ok ? result.value.body.messages[1]?.content : undefined, issues: told(result.issues) };
    };

    cases<[message: object, content?: object[]]>({
      "where the field holds the words alone": [{ reasoning_content: "t", content: [block, text] }],
      "where the field says all of it": [{ thinking_blocks: [block], content: [block, text] }],
      "with what is redacted": [
        { thinking_blocks: [block, { type: "redacted_thinking", data: "D" }], content: [{ type: "thinking", thinking: "t" }, text] },
        [block, { type: "redacted_thinking", data: "D" }, text],
      ],
      "where the content holds the words alone": [{ thinking_blocks: [block], content: [{ type: "thinking", thinking: "t" }, text] }],
    })("are sent once %s", (message, content = [block, text]) => {
      expect(back(message)).toEqual({ content, issues: [] });
    });

    cases<[message: object]>({
      "other words": [{ thinking_blocks: [{ ...block, thinking: "u" }], content: [block, text] }],
      "another signature": [{ thinking_blocks: [{ ...block, signature: "T" }], content: [block, text] }],
      "a field more": [{ thinking_blocks: [block], content: [{ ...block, x: 1 }, text] }],
    })("are two with %s", (message) => {
      expect(back(message).content).toHaveLength(3);
    });

    it("are all told in an answer", () => {
      expect(read({ reasoning_content: "t", content: [block, text] }).parts).toHaveLength(3);
    });
  });

  it("keep what stands beside their texts", () => {
    expect(thought([text("a"), { type: "reference", reference_ids: [1] }, { type: "text", text: "b", x: 1 }])).toEqual({
      type: "thinking",
      text: "ab",
      extensions: { "chat-completions": { thinking: [null, { type: "reference", reference_ids: [1] }, { x: 1 }] } },
    });
  });

  it.each([[5], [[{ type: "text", text: 5 }]], [[{ type: "image" }]], [[null]], [["t"]]])(
    "are a block that nobody knows where they are %j",
    (thinking) => {
      expect(thought(thinking)).toMatchObject({ type: "opaque", value: { type: "thinking", thinking } });
    },
  );
});

describe("writing", () => {
  const signature = signed("S", "messages");

  it("names no format of thoughts that nobody signed, streamed and collected as well, where each piece had to name one", () => {
    const content = [{ type: "thinking", thinking: "t", signature: "" }, text("A")];
    const usage = { input_tokens: 1, output_tokens: 1 };
    const answer = {
      type: "message",
      id: "m",
      role: "assistant",
      model: "m",
      content,
      stop_reason: "end_turn",
      stop_sequence: null,
      usage,
    };
    const streamed = streamResponse(answer, { style: "messages" });
    const translator = createStreamTranslator({ from: "messages", to: "chat-completions" });
    const events = new TextDecoder().decode(translator.push(streamed.ok ? streamed.value : ""));
    expect(events).toContain(`"text":"t","format":"${claude}"`);
    const collected = collectStream(events, { style: "chat-completions" });
    const whole = translateResponse(answer, { from: "messages", to: "chat-completions" });
    for (const result of [collected, whole])
      expect(result.ok && result.value.choices?.[0]?.message?.reasoning_details).toEqual([
        { type: "reasoning.text", text: "t", format: "unknown", index: 0 },
      ]);
  });

  it("leaves thoughts out that are a proof only, in a request to another service, and says so of each loss", () => {
    const sent = (blocks: readonly object[]) => {
      const messages = [
        { role: "user", content: "hi" },
        { role: "assistant", content: [...blocks, text("A")] },
        { role: "user", content: "go on" },
      ];
      const result = translateRequest(
        { model: "m", max_tokens: 5, messages },
        { from: "messages", to: "chat-completions", chatExtensions: true },
      );
      return { message: result.ok ? result.value.body.messages[1] : undefined, issues: told(result.issues) };
    };
    expect(sent([{ type: "thinking", thinking: "", signature: "S" }])).toEqual({
      message: { role: "assistant", content: "A" },
      issues: ["unportable.signature messages[1].content[0]"],
    });
    expect(sent([{ type: "thinking", thinking: "t", signature: "S" }])).toMatchObject({
      message: { reasoning_content: "t", reasoning_details: [{ text: "t" }] },
      issues: ["unportable.signature messages[1].content[0].signature", "vendor_extension messages[1]", "vendor_extension messages[1]"],
    });
    expect(sent([{ type: "redacted_thinking", data: "D" }])).toMatchObject({ issues: ["unportable.signature messages[1].content[0]"] });
  });

  it.each(["reasoning_content", "reasoning"] as const)("in %s alone has no place for proofs", (carrier) => {
    const parts: Part[] = [thought("t", { signature }), redacted("D")];
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
    expect(whose(redacted("D", { signature }), { from: "generate-content" })).toBe("messages");
    expect(whose(redacted("D"), { from: "generate-content" })).toBe("generate-content");
    expect(whose(redacted("D"), {})).toBe("unknown");
  });

  it("cannot mark thoughts for caching", () => {
    const { issues } = written([thought("t", { cacheControl: { type: "ephemeral" } })], { from: "messages" });
    expect(issues).toEqual(["dropped.field choices[0].parts[0].cacheControl"]);
  });
});

describe("thoughts that stand in several fields, or none of their own", () => {
  const text = (text: string | undefined, fields: object = {}) => ({ type: "reasoning.text", text, ...fields });

  it("are told by the plain field where no entry has words", () => {
    const reasoning_details = [text("", { signature: "S" }), text("", { signature: "T" })];
    expect(read({ reasoning_content: "t", reasoning_details }).parts).toMatchObject([
      { ...thought("t"), signature: { value: "S" } },
      { ...thought(), signature: { value: "T" } },
    ]);
  });

  it("are none of a text that has a field of that name", () => {
    expect(read({ content: [{ type: "text", text: "a", thinking: "t" }] }).parts).toEqual([
      { type: "text", text: "a", extensions: { "chat-completions": { thinking: "t" } } },
    ]);
  });

  it("are written without a signature that is empty, and without a block that only looks like theirs", () => {
    const format = "unknown";
    expect(written([thought("t", { signature: signed("", "messages") })], { from: "messages" }).message?.reasoning_details).toEqual([
      { type: "reasoning.text", text: "t", format, index: 0 },
    ]);
    const alike: Part = opaque("messages", { type: "reasoning.novelty" });
    expect(written([alike], { from: "messages" })).toMatchObject({ issues: ["dropped.part choices[0].parts[0]"] });
    expect(written([alike], { from: "messages" }).message).not.toHaveProperty("reasoning_details");
  });
});
