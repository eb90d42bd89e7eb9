/** What the encoder of a stream makes of parts, citations and what is said beside them. */
import { describe, expect, it } from "vitest";
import type { CanonicalStreamEvent, Citation, Json, Part, PartDelta } from "../../../src/model/index.js";
import { createStreamTranslator } from "../../../src/stream-translator.js";
import { stream } from "../../../src/styles/generate-content/aspects.js";
import type { GenerateContentResponse } from "../../../src/styles/generate-content/wire-answer.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import {
  begun,
  call,
  end,
  finish,
  hi,
  open,
  say,
  signature,
  start,
  stop,
  text,
  usage,
  whole,
  writeWith,
} from "../../support/canonical-events.js";
import { bytesOf } from "../../support/cuts.js";
import { run } from "../../support/streams.js";
import { told } from "./support.js";

const writeAll = writeWith(stream);
/** A whole answer; the events are counted from the one after its start. */
function written(events: readonly CanonicalStreamEvent[], options?: StreamEncodeOptions) {
  const { out, issues } = writeAll([start, ...events, finish, end], options);
  const parts = out.flatMap(({ candidates }) => candidates?.flatMap(({ content }) => content?.parts ?? []) ?? []);
  return { out, parts: parts.slice(0, -1), last: out.at(-1)?.candidates?.[0], told: told(issues) };
}
const spoken = (part: number, piece: string) => [...whole(part, text, piece)];
const url = (name: string, start?: number, end?: number): Citation => ({
  kind: "url",
  url: `https://${name}`,
  ...(start === undefined ? {} : { start }),
  ...(end === undefined ? {} : { end }),
});
const document: Citation = { kind: "document", unit: "char", documentIndex: 0, start: 0, end: 1, citedText: "x" };
const meta = (more: object): CanonicalStreamEvent => ({ type: "choice-meta", choice: 0, ...more });
const OWN = { from: "generate-content" } as const;

const HEADS = {
  text,
  thinking: { type: "thinking", text: "" },
  refusal: { type: "refusal", text: "" },
  "tool-call": call,
  image: { type: "image", source: { kind: "base64", mimeType: "image/png", data: "AA" } },
  audio: { type: "audio", source: { kind: "base64", mimeType: "audio/mp3", data: "AA" } },
} as const satisfies Record<string, Part>;
const DELTAS: Record<PartDelta["kind"], PartDelta> = {
  text: { kind: "text", text: "a" },
  thinking: { kind: "thinking", text: "a" },
  refusal: { kind: "refusal", text: "a" },
  arguments: { kind: "arguments", json: "{}" },
  signature: { kind: "signature", ...signature },
  citation: { kind: "citation", citation: url("a") },
  audio: { kind: "audio", data: "BB" },
  data: { kind: "data", data: "BB" },
};

describe("a part", () => {
  it.each<[keyof typeof HEADS, readonly PartDelta["kind"][]]>([
    ["text", ["text", "signature", "citation"]],
    ["thinking", ["thinking", "signature"]],
    ["refusal", ["refusal", "signature", "citation"]],
    ["tool-call", ["arguments", "signature"]],
    ["image", ["signature", "data"]],
    ["audio", ["signature", "audio", "data"]],
  ])("of kind %s takes %j, and anything else is left out", (kind, taken) => {
    const refused = Object.values(DELTAS).filter((delta) => {
      const { told } = written([...whole(0, HEADS[kind], delta)]);
      return told.includes("stream.protocol 2");
    });
    expect(refused.map((delta) => delta.kind)).toEqual(Object.keys(DELTAS).filter((delta) => taken.every((other) => other !== delta)));
    for (const delta of refused)
      expect(written([...whole(0, HEADS[kind], delta)]).parts).toEqual(written([...whole(0, HEADS[kind])]).parts);
  });

  it("of sound is joined from its pieces, without its transcript, which is named", () => {
    const pieces: readonly PartDelta[] = [
      { kind: "audio", data: "BB", transcript: "he" },
      { kind: "audio", transcript: "llo" },
      { kind: "data", data: "CC" },
    ];
    expect(written([open(0, HEADS.audio), ...pieces.map((delta) => say(0, delta)), stop(0)])).toMatchObject({
      parts: [{ inlineData: { mimeType: "audio/mp3", data: "AABBCC" } }],
      told: ["approximated.media 5.head.transcript"],
    });
    expect(written([...whole(0, HEADS.audio, { kind: "audio", data: "BB" })]).told).toEqual([]);
  });

  it("that is signed while it is streamed has its signature beside it", () => {
    const signed = [...whole(0, call, "{}", { kind: "signature", ...signature })];
    expect(written(signed).parts).toEqual([{ functionCall: { id: "c", name: "f", args: {} }, thoughtSignature: signature.value }]);
    const unsigned = [...whole(0, call, { kind: "signature", ...signature, value: "" })];
    expect(written(unsigned).parts).toEqual([{ functionCall: { id: "c", name: "f", args: {} } }]);
  });

  it("of which nothing is written is none: what follows is not counted after it", () => {
    const silent = [...whole(0, text), ...whole(1, HEADS.thinking, "")];
    const cited = [...whole(2, text, "Hi", { kind: "citation", citation: url("a", 0, 2) })];
    expect(segments(written([...silent, ...cited]))).toEqual(["0 0-2 Hi: https://a"]);
  });

  it("with fields of this style's own starts with them", () => {
    const extensions = { "generate-content": { partMetadata: { x: 1 } } };
    const { parts } = written(
      [...spoken(0, "a"), ...whole(1, { ...text, extensions }, "b"), ...whole(2, { ...HEADS.thinking, extensions }), ...spoken(3, "c")],
      OWN,
    );
    expect(parts).toEqual([
      { text: "a" },
      { text: "", partMetadata: { x: 1 } },
      { text: "b" },
      { text: "", thought: true, partMetadata: { x: 1 } },
      { text: "c" },
    ]);
  });

  it("with fields of another style says where they were", () => {
    expect(written([...whole(0, { ...text, extensions: { messages: { x: 1 } } })]).told).toEqual([
      "dropped.field 1.head.extensions.messages.x",
    ]);
  });
});

/** What is cited: the part, its bytes, its text, and the pages. */
function segments({ last }: Pick<ReturnType<typeof written>, "last">): readonly string[] {
  const { groundingChunks, groundingSupports } = last?.groundingMetadata ?? {};
  return (groundingSupports ?? []).map(({ segment, groundingChunkIndices }) => {
    const pages = (groundingChunkIndices ?? []).map((index) => groundingChunks?.[index]?.web?.uri);
    return `${segment?.partIndex} ${segment?.startIndex}-${segment?.endIndex} ${segment?.text}: ${pages.join(" ")}`;
  });
}

describe("citations", () => {
  const cite = (part: number, citation: Citation) => say(part, { kind: "citation", citation });

  it("count the parts of the wire: pieces of text are one, calls and signed texts end it", () => {
    const events = [
      ...spoken(0, "a"),
      ...spoken(1, "b"),
      ...whole(2, call),
      ...spoken(3, "c"),
      ...whole(4, text, "d", { kind: "signature", ...signature }),
      ...spoken(5, "e"),
      ...whole(6, HEADS.thinking, "?"),
      ...whole(7, HEADS.thinking, "!"),
      ...spoken(8, "f"),
      meta({ citations: ["a", "b", "c", "d", "e", "f"].map((name, index) => url(name, index, index + 1)) }),
    ];
    expect(segments(written(events))).toEqual([
      "0 0-1 a: https://a",
      "0 1-2 b: https://b",
      "2 0-1 c: https://c",
      "2 1-2 d: https://d",
      "3 0-1 e: https://e",
      "5 0-1 f: https://f",
    ]);
  });

  it("that come late belong to the text in which they start, else to the last", () => {
    const late = [url("a", 0, 2), url("b", 1, 4), url("c", 2, 3), url("d", 4, 5), url("e")];
    const { told, ...rest } = written([...spoken(0, "Hi"), ...whole(1, call), ...spoken(2, "Ho"), meta({ citations: late })]);
    expect(segments(rest)).toEqual(["0 0-2 Hi: https://a https://e", "0 1-2 i: https://b", "2 0-1 H: https://c", "2 2-2 : https://d"]);
    const ended = "equivalent.form 10.finish.reason";
    expect(told).toEqual([ended, "approximated.citation 9.citations.1.end", "approximated.citation 9.citations.3.end"]);
  });

  it("that come late without a text are nowhere", () => {
    expect(written([...whole(0, call), meta({ citations: [url("a", 0, 1)] })]).last?.groundingMetadata).toBeUndefined();
  });

  it("of documents are named where they came", () => {
    const { told, last } = written([...begun(0, text, "Hi"), cite(0, document), stop(0), meta({ citations: [document] })]);
    expect(told).toEqual(["approximated.citation 3.delta.citation", "approximated.citation 5.citations.0"]);
    expect(last).not.toHaveProperty("groundingMetadata");
  });

  it("stand where they do also when the text passed by as bytes", () => {
    const objects = (fast: boolean) => streamed(fast).filter(({ candidates }) => candidates?.[0]?.groundingMetadata !== undefined);
    expect(segments({ last: objects(true)[0]?.candidates?.[0] })).toEqual(["0 19-20 0: https://a", "2 0-3 1é: https://b"]);
    expect(objects(true)).toEqual(objects(false));
  });
});

/** A stream of chat-completions with two texts around a thought, in pieces that the fast path learns, and citations at its end. */
function streamed(fastPath: boolean): readonly GenerateContentResponse[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "r",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const cited = (name: string, start_index: number, end_index: number) => ({
    type: "url_citation",
    url_citation: { url: `https://${name}`, title: name, start_index, end_index },
  });
  const chunks = [
    ...Array.from({ length: 20 }, (_, index) => chunk({ content: `${index % 10 === 9 ? 0 : 1}` })),
    chunk({ reasoning_content: "?" }),
    ...Array.from({ length: 10 }, () => chunk({ content: "1é" })),
    chunk({ annotations: [cited("a", 19, 20), cited("b", 20, 22)] }),
    chunk({}, "stop"),
  ];
  const translator = createStreamTranslator({ from: "chat-completions", to: "generate-content", fastPath });
  const frames = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => bytesOf(`data: ${data}\n\n`));
  return run(translator, frames)
    .text.split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
}

describe("a search of the service", () => {
  const asks = (input: Json, name = "web_search"): readonly CanonicalStreamEvent[] => [
    ...whole(0, { type: "server-tool-call", id: "s", name, input }),
  ];
  const finds = (name: string, result?: readonly { readonly url: string; readonly title?: string }[]): readonly CanonicalStreamEvent[] => [
    ...whole(1, { type: "server-tool-result", callId: "s", name, ...(result === undefined ? {} : { result }) }),
  ];

  it("is told by its words and by the pages that it found, in their order", () => {
    const events = [
      ...asks({ query: "q" }),
      ...asks({ query: "r" }),
      ...finds("web_search", [{ url: "https://a" }, { url: "https://b", title: "B" }]),
    ];
    expect(written(events).last?.groundingMetadata).toEqual({
      webSearchQueries: ["q", "r"],
      groundingChunks: [{ web: { uri: "https://a" } }, { web: { uri: "https://b", title: "B" } }],
    });
    expect(written([...events, ...finds("web_search", [{ url: "https://c" }])]).last?.groundingMetadata?.groundingChunks).toHaveLength(3);
  });

  it.each<[string, readonly CanonicalStreamEvent[]]>([
    ["words that are no text", asks({ query: 5 })],
    ["an input that is no object", asks(["q"])],
    ["an input that is nothing", asks(null)],
    ["another tool", asks({ query: "q" }, "web_fetch")],
    ["results of another tool", finds("web_fetch", [{ url: "https://a" }])],
    ["a result without pages", finds("web_search")],
    ["a call of the client", [...whole(0, { ...call, name: "web_search" }, '{"query":"q"}')]],
  ])("is not told by %s", (_, events) => {
    expect(written(events).last).not.toHaveProperty("groundingMetadata");
  });

  it("of this style stays what it was", () => {
    const { last, parts } = written([...asks({ query: "q" }), ...finds("web_search", [{ url: "https://a" }])], OWN);
    expect(last).not.toHaveProperty("groundingMetadata");
    expect(parts).toMatchObject([{ toolCall: { args: { query: "q" } } }, { toolResponse: {} }]);
  });
});

describe("beside the parts", () => {
  it("chances of tokens go out with the text that follows them, or by themselves", () => {
    const chances = (token: string, more: object = {}) => meta({ logprobs: { content: [{ token, logprob: -1, bytes: [97], ...more }] } });
    const { out, told } = written([...hi.slice(1), chances("a", { x: 1 }), chances("a"), meta({ logprobs: { refusal: [] } })]);
    const tokens = out.map(({ candidates }) => candidates?.[0]?.logprobsResult?.chosenCandidates?.map(({ token }) => token).join());
    expect(tokens.filter((token) => token !== undefined)).toEqual(["a", "a"]);
    expect(told).toEqual(["dropped.field 4.logprobs.content.0.x"]);
  });

  it.each([
    [null, { content: [{ token: "a", logprob: -1, bytes: [97] }] }],
    [{ content: null }, { content: [{ token: "a", logprob: -1, bytes: [97] }] }],
  ])("chances that are none have nothing to add: %j", (before, after) => {
    const { last } = written([...hi.slice(1), meta({ logprobs: before }), meta({ logprobs: after })]);
    expect(last?.logprobsResult).toEqual({ chosenCandidates: [{ token: "a", logProbability: -1 }] });
  });

  it("signed text that runs on from other text is named once it ends", () => {
    const signed = [...whole(1, text, "!", { kind: "signature", ...signature })];
    expect(written([...spoken(0, "Hi"), ...signed]).told).toEqual(["approximated.merged 7"]);
    expect(written([...whole(0, call), ...signed]).told).toEqual(["equivalent.form 7.finish.reason"]);
  });
});

describe("a prompt that was blocked", () => {
  const blocked: CanonicalStreamEvent = {
    type: "finish",
    choice: 0,
    finish: { reason: "content-filter" },
    promptBlock: { reason: "SAFETY", message: "no" },
  };
  const feedback = { promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "no" }, modelVersion: "g", responseId: "r" };

  it("is all that there is to say, unless something was said before", () => {
    expect(writeAll([start, blocked, usage, end]).out).toMatchObject([{ ...feedback, usageMetadata: { totalTokenCount: 14 } }]);
    const { out } = writeAll([...hi, blocked, usage, end]);
    expect(out.slice(1)).toMatchObject([{ ...feedback, candidates: [{ finishReason: "SAFETY" }], usageMetadata: { totalTokenCount: 14 } }]);
  });

  it("keeps what else was said of it", () => {
    const extensions = { "generate-content": { "promptFeedback.safetyRatings": [], modelStatus: { x: 1 } } };
    expect(writeAll([{ type: "start", id: "r", model: "g", extensions }, blocked, end], OWN).out).toEqual([
      { ...feedback, promptFeedback: { safetyRatings: [], ...feedback.promptFeedback }, modelStatus: { x: 1 } },
    ]);
  });
});

describe("every object", () => {
  it("of an answer that broke off after nothing is an error, which may be tried again", () => {
    const { out } = writeAll([], { profile: "vendor" });
    expect(out).toEqual([{ error: { code: 502, message: "The stream ended before the answer was complete.", status: "INTERNAL" } }]);
  });

  it("follows no ping, and counts at the event that told the counts", () => {
    const odd: CanonicalStreamEvent = { type: "usage", usage: { inputTokens: 1, outputTokens: 1, cacheWriteTokens: 4 } };
    const { out, issues } = writeAll([...hi, { type: "ping" }, odd, { type: "ping" }, finish, end]);
    expect(out).toHaveLength(2);
    expect(told(issues)).toEqual(["dropped.field 5.usage.cacheWriteTokens"]);
  });
});
