/** What servers send earlier or later than what it is about. */
import { describe, expect, it } from "vitest";
import { collectStream, createEventTranslator, type Issue, type StyleName } from "../../src/index.js";
import * as cc from "../support/cc.js";

/** Events of another style, the answer that they make up, and the findings. */
async function translated(from: StyleName, to: StyleName, events: readonly object[]) {
  const translator = createEventTranslator({ from, to, report: "all" });
  const steps = [...events.map((event) => translator.push(event)), translator.end()];
  const written = steps.flatMap((step): readonly unknown[] => step.events);
  async function* source() {
    yield* written;
  }
  const collected = await collectStream(source(), { style: to });
  return { answer: collected.ok ? collected.value : undefined, told: steps.flatMap((step) => step.issues.map(line)) };
}

const line = ({ severity, code, path }: Issue) => `${severity} ${code} ${path.join(".")}`;

describe("annotations before the text", () => {
  const cited = { type: "url_citation", url_citation: { url: "https://a", title: "T", start_index: 0, end_index: 2 } };
  const found = cc.chunk({ role: "assistant", content: "", annotations: [cited] });
  const end = cc.chunk({}, "stop");
  const said = [found, cc.chunk({ reasoning_content: "Hm" }), cc.chunk({ content: "Hi" }), cc.chunk({ content: " there" }), end];

  it("are citations of it in messages", async () => {
    const { answer, told } = await translated("chat-completions", "messages", said);
    const citation = { type: "web_search_result_location", url: "https://a", title: "T", cited_text: "", encrypted_index: "" };
    expect(answer).toMatchObject({ content: [{ type: "thinking" }, { type: "text", text: "Hi there", citations: [citation] }] });
    expect(told.filter((each) => each.includes("dropped"))).toEqual(["info dropped.field 0"]);
  });

  it("are its grounding in generate-content", async () => {
    const { answer, told } = await translated("chat-completions", "generate-content", said);
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: "https://a", title: "T" } }],
      groundingSupports: [{ segment: { partIndex: 1, startIndex: 0, endIndex: 2, text: "Hi" }, groundingChunkIndices: [0] }],
    };
    expect(answer).toMatchObject({ candidates: [{ groundingMetadata }] });
    expect(told).toEqual([]);
  });

  it.each(["messages", "generate-content"] as const)("are told to be lost where there is none, into %s", async (to) => {
    const { told } = await translated("chat-completions", to, [found, end]);
    expect(told).toContain("info dropped.field 1");
  });

  it("stay in an answer without a text", async () => {
    const { answer } = await translated("chat-completions", "chat-completions", [found, end]);
    expect(answer).toMatchObject({ choices: [{ message: { content: "", annotations: [cited] } }] });
  });
});

it.each(["messages", "generate-content"] as const)("facts that come behind the end are told to be lost, once, into %s", async (to) => {
  const results = { hate: { filtered: false } };
  const late = { index: 0, content_filter_results: { ...results, self_harm: {} }, content_filter_offsets: { check_offset: 44 } };
  const { told } = await translated("chat-completions", to, [
    cc.chunk({ content: "Hi" }),
    { ...cc.chunk({}), choices: [{ index: 0, delta: {}, finish_reason: "stop", content_filter_results: results, stop_word: "END" }] },
    {
      ...cc.chunk({}),
      choices: [{ index: 0, delta: { other: 1 }, stop_word: "END", logprobs: { content: [{ token: "a", logprob: -1 }] } }],
    },
    { ...cc.chunk({}), choices: [late] },
  ]);
  expect(told.filter((each) => / [23]/.test(each) && each.includes("dropped"))).toEqual([
    "info dropped.field 2.choices.0.delta.other",
    "info dropped.field 2.choices.0.logprobs",
    "info dropped.field 3.choices.0.content_filter_offsets",
    "info dropped.field 3.choices.0.content_filter_results",
  ]);
});

describe("grounding in several events", () => {
  const page = (name: string) => ({ web: { uri: `https://${name}`, title: name } });
  const support = (text: string) => ({ segment: { startIndex: 0, endIndex: 2, text }, groundingChunkIndices: [0] });
  const event = (text: string, groundingMetadata: object, more: object = {}) => ({
    candidates: [{ content: { parts: [{ text }] }, groundingMetadata, ...more }],
  });

  it("names what it lost, and what it could not place, where they stand", async () => {
    const { told } = await translated("generate-content", "chat-completions", [
      event("Hi", { groundingChunks: [page("a")], groundingSupports: [support("Ho")] }),
      event(" there", { webSearchQueries: ["b"] }),
      event("!", { groundingSupports: [support("No")] }, { finishReason: "STOP" }),
    ]);
    expect(told).toContain("warning dropped.field 0.candidates.0.groundingMetadata.groundingSupports");
    expect(told).toContain("warning approximated.citation 2.candidates.0.groundingMetadata.groundingSupports.0.segment.text");
  });

  it("does not take the pages of one for those of another", async () => {
    const { answer, told } = await translated("generate-content", "chat-completions", [
      event("Hi", { groundingChunks: [page("a")], groundingSupports: [support("Hi")] }),
      event(" there", { groundingChunks: [page("b")] }, { finishReason: "STOP" }),
    ]);
    expect(answer).toMatchObject({ choices: [{ message: { annotations: [] } }] });
    for (const key of ["groundingChunks", "groundingSupports"])
      expect(told).toContain(`warning dropped.field 0.candidates.0.groundingMetadata.${key}`);
  });

  it("goes on with more pages", async () => {
    const { answer } = await translated("generate-content", "chat-completions", [
      event("Hi", { groundingChunks: [page("a")], groundingSupports: [support("Hi")] }),
      event(" there", { groundingChunks: [page("a"), page("b")] }, { finishReason: "STOP" }),
    ]);
    expect(answer).toMatchObject({ choices: [{ message: { annotations: [{ url_citation: { url: "https://a" } }] } }] });
  });
});

it("a search that becomes grounding names the fields which that has no place for", async () => {
  const content = [
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "q" }, other: 1 },
    { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [], more: 2 },
  ];
  const { told } = await translated("messages", "generate-content", [
    { type: "message_start", message: { type: "message", role: "assistant", content: [] } },
    ...content.flatMap((content_block, index) => [
      { type: "content_block_start", index, content_block },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: "end_turn" } },
    { type: "message_stop" },
  ]);
  expect(told.filter((each) => each.includes("dropped.field"))).toEqual(["info dropped.field 2", "info dropped.field 3"]);
});
