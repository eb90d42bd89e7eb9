/** Which events of a stream the byte path may pass on without their machines, and that it says what they would have said. */
import { describe, expect, it } from "vitest";
import { createStreamTranslator } from "../../src/index.js";
import { styleNames, styles } from "../../src/registry.js";
import { run } from "../support/streams.js";

type StyleName = (typeof styleNames)[number];

/** What the decoder says of the last event: where its text stands, what may be skipped, and what is counted. */
function wanted(style: StyleName, events: readonly unknown[]) {
  const decoder = styles[style].stream.decoder();
  for (const event of events) decoder.push(event);
  return decoder.hot?.()?.wanted.map(({ path, kind }) => `${kind} ${path.join(".")}`);
}

/** The same bytes come out with the byte path and without it, however they are cut. */
function sameEitherWay(style: StyleName, events: readonly unknown[]): void {
  const frames = events.map((event) => {
    const name = style === "messages" && typeof event === "object" && event !== null ? `event: ${Reflect.get(event, "type")}\n` : "";
    return new TextEncoder().encode(`${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  });
  for (const to of styleNames.filter((other) => other !== style)) {
    const translated = (fastPath: boolean) => run(createStreamTranslator({ from: style, to, fastPath }), frames);
    expect(translated(true)).toEqual(translated(false));
  }
}

describe("chat-completions", () => {
  const chunk = (delta: object, more: object = {}) => ({
    id: "r",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: null }],
    ...more,
  });
  const end = (reason: string) => [{ ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: reason }] }, "[DONE]"];
  const call = (body: object) => ({ tool_calls: [{ index: 0, ...body }] });
  const usage = (completion_tokens: number) => ({ usage: { prompt_tokens: 3, completion_tokens, total_tokens: 3 + completion_tokens } });
  const detail = (body: object) => ({ reasoning_details: [{ format: "unknown", index: 0, ...body }] });
  const D = "choices.0.delta";

  it.each<[string, readonly object[], readonly string[]]>([
    ["text", [chunk({ content: "a" })], [`text ${D}.content`]],
    ["padded text", [chunk({ content: "a" }, { obfuscation: "x" })], [`text ${D}.content`, "skip obfuscation"]],
    [
      "text beside padding and a role",
      [chunk({ role: "x", content: "a" }, { obfuscation: "x", usage: null })],
      [`text ${D}.content`, "skip obfuscation"],
    ],
    ["a thought", [chunk({ reasoning_content: "a" })], [`text ${D}.reasoning_content`]],
    ["a thought under another name", [chunk({ reasoning: "a" })], [`text ${D}.reasoning`]],
    ["a thought told twice", [chunk({ reasoning: "a", reasoning_content: "a" })], [`text ${D}.reasoning_content`, `text ${D}.reasoning`]],
    [
      "a thought in detail",
      [chunk({ reasoning: "a", ...detail({ type: "reasoning.text", text: "a" }) })],
      [`text ${D}.reasoning_details.0.text`, `text ${D}.reasoning`],
    ],
    ["a summary", [chunk(detail({ type: "reasoning.summary", summary: "a" }))], [`text ${D}.reasoning_details.0.summary`]],
    ["a refusal", [chunk({ refusal: "a" })], [`text ${D}.refusal`]],
    ["text beside empty fields", [chunk({ content: "a", reasoning: "", tool_calls: [], refusal: null })], [`text ${D}.content`]],
    [
      "arguments beside an empty field",
      [
        chunk(call({ id: "c", function: { name: "f", arguments: "{" } })),
        chunk({ refusal: "", ...call({ function: { arguments: "1" } }) }),
      ],
      [`text ${D}.tool_calls.0.function.arguments`],
    ],
    [
      "arguments",
      [chunk(call({ id: "c", function: { name: "f", arguments: "{" } })), chunk(call({ function: { arguments: "1" } }))],
      [`text ${D}.tool_calls.0.function.arguments`],
    ],
    [
      "free-form input",
      [chunk(call({ id: "c", custom: { name: "f", input: "a" } })), chunk(call({ custom: { input: "1" } }))],
      [`text ${D}.tool_calls.0.custom.input`],
    ],
    [
      "text with counts",
      [chunk({ content: "a" }, usage(1))],
      [`text ${D}.content`, "count usage.prompt_tokens", "count usage.completion_tokens", "count usage.total_tokens"],
    ],
  ])("passes on %s", (_what, events, expected) => {
    const [last = {}] = events.slice(-1);
    expect(wanted("chat-completions", [...events, last])).toEqual(expected);
    sameEitherWay("chat-completions", [...events, ...Array(6).fill(last), ...end("stop")]);
  });

  it.each<[string, readonly object[]]>([
    [
      "an event of two choices",
      [{ ...chunk({}), choices: [0, 1].map((index) => ({ index, delta: index === 0 ? { content: "a" } : {} })) }],
    ],
    ["text in parts", [chunk({ content: [{ type: "text", text: "a" }] })]],
    ["a thought in parts", [chunk({ content: [{ type: "thinking", thinking: "a" }] })]],
    [
      "two details",
      [
        chunk({
          reasoning_details: [
            { type: "reasoning.text", text: "a" },
            { type: "reasoning.text", text: "" },
          ],
        }),
      ],
    ],
    ["a detail that says two things", [chunk(detail({ type: "reasoning.text", text: "a", summary: "b" }))]],
    ["text beside another field", [chunk({ content: "a", function_call: { arguments: "" } })]],
    ["a call of the old form", [chunk({ function_call: { name: "f", arguments: "{" } }), chunk({ function_call: { arguments: "1" } })]],
    [
      "two calls",
      [
        chunk({ tool_calls: [0, 1].map((index) => ({ index, id: `c${index}`, function: { name: "f", arguments: "{" } })) }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: "1" } }, { index: 1 }] }),
      ],
    ],
    ["sound", [chunk({ audio: { id: "a", data: "AA==" } })]],
    ["counts in another place", [chunk({ content: "a" }, { x_groq: usage(1) })]],
    ["counts in another place, and none in their own", [chunk({ content: "a" }, { x_groq: usage(1), usage: null })]],
    ["text beside a list that says something", [chunk({ content: "a", audio: {}, images: [], annotations: [{}] })]],
    ["a reason that may be the last word", [{ ...chunk({}), choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop" }] }]],
  ])("does not pass on %s", (_what, events) => {
    const [last = {}] = events.slice(-1);
    expect(wanted("chat-completions", [...events, last])).toBeUndefined();
    sameEitherWay("chat-completions", [...events, ...Array(6).fill(last), ...end("stop")]);
  });

  it.each<[string, readonly object[]]>([
    ["text", [chunk({ content: "a", refusal: "" })]],
    ["thinking", [chunk({ reasoning: "a" })]],
    ["thinking", [chunk(detail({ type: "reasoning.text", text: "a" }))]],
    ["refusal", [chunk({ refusal: "a" })]],
    ["arguments", [chunk(call({ id: "c", custom: { name: "f", input: "a" } })), chunk(call({ custom: { input: "1" } }))]],
  ])("says that a piece is %s", (kind, events) => {
    const decoder = styles["chat-completions"].stream.decoder();
    for (const event of [...events, ...events.slice(-1)]) decoder.push(event);
    expect(decoder.hot?.()?.kind).toBe(kind);
  });

  it.each([
    ["that add up", [usage(1), usage(2), usage(3), usage(4)]],
    ["that do not", [usage(1), usage(2), usage(3), { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 5 } }, usage(5)]],
    ...(["prompt_tokens", "completion_tokens", "total_tokens"] as const).map((name): [string, object[]] => {
      const counts = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
      return [`of which ${name} is another one`, [0, 0, 0, 5, 0].map((more) => ({ usage: { ...counts, [name]: counts[name] + more } }))];
    }),
    ["of which some are missing", [1, 2, 3, 4].map((completion_tokens) => ({ usage: { completion_tokens } }))],
    ["of which others are missing", [1, 2, 3, 4].map((prompt_tokens) => ({ usage: { prompt_tokens } }))],
    ["that are null", [1, 2, 3, 4].map((completion_tokens) => ({ usage: { completion_tokens, prompt_tokens: null, total_tokens: null } }))],
    ["that stop", [usage(1), usage(2), { usage: null }, { usage: null }]],
  ])("looks at counts %s", (_what, counts) => {
    sameEitherWay("chat-completions", [chunk({ content: "a" }), ...counts.map((more) => chunk({ content: "b" }, more)), ...end("stop")]);
  });
});

describe("generate-content", () => {
  const answer = (parts: readonly object[], more: object = {}, candidate: object = {}) => ({
    candidates: [{ content: { role: "model", parts }, index: 0, ...candidate }],
    modelVersion: "g",
    responseId: "r",
    ...more,
  });
  const end = answer([{ text: "." }], {}, { finishReason: "STOP" });
  const usage = (candidatesTokenCount: number) => ({
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount, totalTokenCount: 3 + candidatesTokenCount },
  });
  const T = "candidates.0.content.parts.0.text";

  it.each<[string, object, readonly string[]]>([
    ["text", answer([{ text: "a" }]), [`text ${T}`]],
    ["a thought", answer([{ text: "a", thought: true }]), [`text ${T}`]],
    ["text beside an unknown field", answer([{ text: "a" }], {}, { avgLogprobs: -1 }), [`text ${T}`]],
    [
      "text with counts",
      answer([{ text: "a" }], usage(1)),
      [`text ${T}`, ...["promptTokenCount", "candidatesTokenCount", "totalTokenCount"].map((name) => `count usageMetadata.${name}`)],
    ],
    ["text with a kind of traffic", answer([{ text: "a" }], { usageMetadata: { trafficType: "ON_DEMAND" } }), [`text ${T}`]],
  ])("passes on %s", (_what, event, expected) => {
    expect(wanted("generate-content", [event, event])).toEqual(expected);
    sameEitherWay("generate-content", [...Array(7).fill(event), end]);
  });

  it.each<[string, object]>([
    ["a signature", answer([{ text: "", thoughtSignature: "U0lH" }])],
    ["two parts", answer([{ text: "a" }, { text: "" }])],
    [
      "two candidates",
      { ...answer([]), candidates: [0, 1].map((index) => ({ index, content: { parts: index === 0 ? [{ text: "a" }] : [] } })) },
    ],
    ["citations", answer([{ text: "a" }], {}, { citationMetadata: { citations: [{ startIndex: 0, endIndex: 1, uri: "https://a" }] } })],
    ["grounding", answer([{ text: "a" }], {}, { groundingMetadata: { webSearchQueries: ["q"] } })],
    ["feedback on the prompt", answer([{ text: "a" }], { promptFeedback: { safetyRatings: [] } })],
    ["a call", answer([{ functionCall: { name: "f", args: {} } }])],
    ["a reason that may be the last word", answer([{ text: "a" }], {}, { finishReason: "STOP" })],
  ])("does not pass on %s", (_what, event) => {
    const first = answer([{ text: "a" }]);
    expect(wanted("generate-content", [first, event, event])).toBeUndefined();
    sameEitherWay("generate-content", [first, ...Array(6).fill(event), end]);
  });

  it.each([
    ["that add up", [usage(1), usage(2), usage(3), usage(4)]],
    [
      "that do not",
      [usage(1), usage(2), usage(3), { usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 9 } }, usage(5)],
    ],
    ["of which some are missing", [1, 2, 3, 4].map((candidatesTokenCount) => ({ usageMetadata: { candidatesTokenCount } }))],
    [
      "of thoughts and tools",
      [1, 2, 3, 4].map((n) => ({ usageMetadata: { thoughtsTokenCount: n, toolUsePromptTokenCount: 1, totalTokenCount: n + 1 } })),
    ],
  ])("looks at counts %s", (_what, counts) => {
    sameEitherWay("generate-content", [answer([{ text: "a" }]), ...counts.map((more) => answer([{ text: "b" }], more)), end]);
    const odd = counts.map((more) => answer([{ text: "b" }], more, { avgLogprobs: -1 }));
    sameEitherWay("generate-content", [answer([{ text: "a" }]), ...odd, end]);
  });
});

describe("messages", () => {
  const start = { type: "message_start", message: { id: "r", model: "m", content: [], usage: { input_tokens: 1, output_tokens: 0 } } };
  const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
  const delta = (index: number, body: object) => ({ type: "content_block_delta", index, delta: body });
  const rest = [
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];

  it.each<[string, object, object, readonly string[]]>([
    ["text", { type: "text", text: "" }, { type: "text_delta", text: "a" }, ["text delta.text"]],
    ["a thought", { type: "thinking", thinking: "" }, { type: "thinking_delta", thinking: "a" }, ["text delta.thinking"]],
    [
      "input",
      { type: "tool_use", id: "t", name: "f", input: {} },
      { type: "input_json_delta", partial_json: '{"a":1' },
      ["text delta.partial_json"],
    ],
  ])("passes on %s", (_what, content_block, body, expected) => {
    const events = [start, block(0, content_block), delta(0, body)];
    expect(wanted("messages", events)).toEqual(expected);
    // A field that nobody knows is read by the schema, and means as little the next time.
    expect(wanted("messages", [...events, { ...delta(0, body), extra: 1 }])).toEqual(expected);
    sameEitherWay("messages", [...events, ...Array(6).fill(delta(0, body)), ...rest]);
  });

  it.each<[string, object]>([
    ["a delta without a word", delta(0, { type: "text_delta", text: "" })],
    ["a delta of a block that is not open", delta(1, { type: "text_delta", text: "a" })],
    ["a ping", { type: "ping" }],
  ])("does not pass on %s", (_what, event) => {
    const events = [start, block(0, { type: "text", text: "" }), delta(0, { type: "text_delta", text: "a" })];
    expect(wanted("messages", [...events, event])).toBeUndefined();
    sameEitherWay("messages", [...events, ...Array(6).fill(event), ...rest]);
  });
});
