/** What a stream that is translated and then collected says, where the whole answer knew more than the pieces of a stream did. */
import { describe, expect, it } from "vitest";
import { collectStream, createStreamTranslator, streamResponse } from "../../src/index.js";
import type { StyleName } from "../../src/model/common.js";
import { incoherence } from "../laws/coherence.js";
import { text } from "../support/parts.js";
import { run } from "../support/streams.js";

/** The stream of an answer into another style, and what it collects to. */
function through(from: StyleName, to: StyleName, body: unknown, profile: "gateway" | "vendor" = "gateway") {
  expect(incoherence({ name: "", kind: "response", style: from, body }, to, profile)).toEqual([]);
  const stream = streamResponse(body, { style: from });
  const { text, issues } = run(createStreamTranslator({ from, to, profile }), stream.ok ? [stream.value] : []);
  const collected = collectStream(text, { style: to, profile });
  return { text, collected: collected.ok ? collected.value : collected.issues, codes: issues.map(({ code }) => code) };
}

function chat(message: object, words: object = { finish_reason: "stop" }) {
  const choice = { index: 0, message: { role: "assistant", content: null, refusal: null, ...message }, ...words };
  return { id: "r", object: "chat.completion", created: 1, model: "m", choices: [choice] };
}
function gemini(parts: readonly object[], more: object = { finishReason: "STOP" }) {
  return { candidates: [{ content: { role: "model", parts }, index: 0, ...more }], modelVersion: "g", responseId: "r" };
}
function claude(content: readonly object[], usage: object = {}) {
  const counts = { input_tokens: 1, output_tokens: 1, ...usage };
  return { id: "r", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn", stop_sequence: null, usage: counts };
}

describe("a messages answer", () => {
  it.each([
    ["of another kind", { type: "novel", x: 1 }],
    ["of a refusal beside another reason", { type: "refusal", category: "cyber", explanation: "No." }],
  ])("keeps details %s in its stream", (_name, stop_details) => {
    const answer = { ...claude([{ type: "text", text: "a" }]), stop_details };
    const stream = streamResponse(answer, { style: "messages" });
    const collected = stream.ok && collectStream(stream.value, { style: "messages" });
    expect(collected).toEqual({ ok: true, value: answer, issues: [] });
  });
});

describe("odd shapes of a chat-completions answer", () => {
  const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
  const extra_content = { google: { thought_signature: "U0lH" } };
  const stream = (...deltas: object[]) =>
    [...deltas.map((delta) => ({ delta, finish_reason: null })), { delta: {}, finish_reason: "stop" }]
      .map((choice) => JSON.stringify({ id: "r", created: 1, model: "m", choices: [{ index: 0, ...choice }] }))
      .concat("[DONE]")
      .map((data) => `data: ${data}\n\n`)
      .join("");

  it("say whose signature it is at the same place, with a text before a call and without", () => {
    const carrier = { type: "thinking", thinking: "", signature: "sig1.g.x.U0lH" };
    const signed = through("chat-completions", "messages", chat({ content: "A", tool_calls: [call], extra_content }));
    expect(signed.collected).toMatchObject({ content: [text("A"), carrier, { type: "tool_use" }] });
    const silent = through("chat-completions", "messages", chat({ content: null, tool_calls: [call], extra_content }));
    expect(silent.collected).toMatchObject({ content: [carrier, { type: "tool_use" }] });
    expect(through("chat-completions", "generate-content", chat({ tool_calls: [call], extra_content })).collected).toMatchObject({
      candidates: [{ content: { parts: [{ text: "", thoughtSignature: "U0lH" }, { functionCall: { name: "f" } }] } }],
    });
  });

  it("keep the marker of a call where the vendor has none", () => {
    const marked = { ...call, cache_control: { type: "ephemeral" } };
    const answer = chat({ content: "A", tool_calls: [marked] });
    expect(through("chat-completions", "messages", answer, "vendor").collected).toMatchObject({
      content: [{ type: "text" }, { type: "tool_use", cache_control: { type: "ephemeral" } }],
    });
    const collected = collectStream(stream({ tool_calls: [{ index: 0, ...marked }] }), { style: "chat-completions", profile: "vendor" });
    expect(collected).toMatchObject({ ok: true, value: { choices: [{ message: { tool_calls: [marked] } }] } });
    expect(collected.issues.map(({ code }) => code)).not.toContain("dropped.field");
  });

  it("name the pictures that nobody can read, and give them back in their own style", () => {
    const picture = { type: "image_url", image_url: { url: "https://a/b.png" } };
    const unread = { type: "image", b64_json: "AA==" };
    const text = stream({ images: [picture, unread] }, { content: "A" });
    expect(collectStream(text, { style: "chat-completions" })).toMatchObject({
      ok: true,
      value: { choices: [{ message: { content: "A", images: [picture, unread] } }] },
    });
    for (const to of ["messages", "generate-content"] as const)
      expect(run(createStreamTranslator({ from: "chat-completions", to }), [text]).issues).toContainEqual(
        expect.objectContaining({ code: "dropped.field", path: [0], message: expect.stringContaining("`message.images[1]`") }),
      );
  });
});

describe("a refusal that explains what another service did", () => {
  it("is no part of the answer, for its chunk says whose word it is", () => {
    const { text, collected } = through(
      "generate-content",
      "chat-completions",
      gemini([{ text: "Hi" }], { finishReason: "SAFETY", finishMessage: "Unsafe." }),
    );
    const [explanation, finish] = text
      .split("\n\n")
      .slice(-4)
      .map((frame) => frame.slice("data: ".length));
    expect(JSON.parse(explanation ?? "").choices).toEqual([
      { index: 0, delta: { refusal: "Unsafe." }, finish_reason: null, native_finish_reason: "SAFETY" },
    ]);
    expect(JSON.parse(finish ?? "").choices).toEqual([
      { index: 0, delta: {}, finish_reason: "content_filter", native_finish_reason: "SAFETY" },
    ]);
    expect(collected).toMatchObject({
      choices: [{ message: { content: "Hi", refusal: "Unsafe." }, finish_reason: "content_filter", native_finish_reason: "SAFETY" }],
    });
  });

  it("becomes the message about the end, and no text", () => {
    const answer = chat({ content: "Hi", refusal: "Unsafe." }, { finish_reason: "content_filter", native_finish_reason: "RECITATION" });
    expect(through("chat-completions", "generate-content", answer).collected).toMatchObject({
      candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "RECITATION", finishMessage: "Unsafe." }],
    });
    expect(through("chat-completions", "messages", answer).collected).toMatchObject({
      content: [text("Hi")],
      stop_reason: "refusal",
      stop_details: { explanation: "Unsafe." },
    });
  });

  it("is the model's own where no word of another service stands beside it", () => {
    const answer = chat({ refusal: "No." }, { finish_reason: "content_filter" });
    expect(through("chat-completions", "generate-content", answer).collected).toMatchObject({
      candidates: [{ content: { parts: [{ text: "No." }] }, finishReason: "SAFETY" }],
    });
  });
});

describe("what a chat-completions stream says of itself", () => {
  it("keeps counters of 0 that a server of the vendor's profile states", () => {
    const { collected } = through(
      "messages",
      "chat-completions",
      claude([text("Hi")], { cache_read_input_tokens: 0, output_tokens_details: { thinking_tokens: 0 } }),
      "vendor",
    );
    expect(collected).toMatchObject({
      usage: { prompt_tokens_details: { cached_tokens: 0 }, completion_tokens_details: { reasoning_tokens: 0 } },
    });
  });

  it.each<[StyleName, unknown]>([
    [
      "generate-content",
      gemini([
        { text: "a", thought: true },
        { executableCode: { language: "PYTHON", code: "1" } },
        { text: "b", thought: true },
        { text: "Hi" },
      ]),
    ],
  ])("sets thoughts of %s apart where something stood between them that it cannot tell of", (from, answer) => {
    expect(through(from, "chat-completions", answer).collected).toMatchObject({
      choices: [{ message: { reasoning_content: "a\n\nb", content: "Hi" } }],
    });
  });
});

describe("a generate-content stream", () => {
  it("keeps the name of a call as the model gave it, legal or not", () => {
    const parts = [{ functionCall: { id: "c", name: "my tool", args: {} } }];
    const stream = streamResponse(gemini(parts), { style: "generate-content" });
    const collected = collectStream(stream.ok ? stream.value : "", { style: "generate-content" });
    expect(collected).toMatchObject({ issues: [], value: { candidates: [{ content: { parts } }] } });
  });

  it("names a signed text that runs on from one without a signature", () => {
    const answer = chat({
      content: "Hi",
      reasoning_details: [
        { type: "reasoning.text", text: "a" },
        { type: "reasoning.text", text: "b", signature: "U0lH", format: "google-gemini-v1" },
      ],
    });
    const { collected, codes } = through("chat-completions", "generate-content", answer);
    expect(codes).toContain("approximated.merged");
    expect(collected).toMatchObject({
      candidates: [{ content: { parts: [{ text: "ab", thought: true, thoughtSignature: "U0lH" }, { text: "Hi" }] } }],
    });
  });

  it("counts the parts that a reader will count: nothing was written for one that is left out", () => {
    const { collected } = through(
      "messages",
      "generate-content",
      claude([
        text("a"),
        { type: "mcp_tool_use", id: "m1", name: "f", server_name: "s", input: {} },
        { ...text("bc"), citations: [{ type: "web_search_result_location", url: "https://a", title: "A", cited_text: "" }] },
      ]),
    );
    expect(collected).toMatchObject({
      candidates: [
        {
          content: { parts: [{ text: "abc" }] },
          groundingMetadata: { groundingSupports: [{ segment: { partIndex: 0, startIndex: 1, endIndex: 3, text: "bc" } }] },
        },
      ],
    });
  });

  it("cites a page under its title and without one, where the source does both", () => {
    const cited = (title: string) => ({ type: "url_citation", url_citation: { start_index: 0, end_index: 2, url: "https://a", title } });
    const { collected } = through("chat-completions", "generate-content", chat({ content: "Hi", annotations: [cited("A"), cited("")] }));
    expect(collected).toMatchObject({
      candidates: [
        {
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://a", title: "A" } }, { web: { uri: "https://a" } }],
            groundingSupports: [{ groundingChunkIndices: [0, 1] }],
          },
        },
      ],
    });
  });
});
