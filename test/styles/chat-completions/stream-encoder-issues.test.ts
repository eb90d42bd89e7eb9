/** Whole chunks and whole findings of the stream writer. */
import { expect, it } from "vitest";
import type { CanonicalStreamEvent, Part, PartDelta, Signature } from "../../../src/canonical/index.js";
import type { Issue } from "../../../src/core/issue.js";
import { stream } from "../../../src/styles/chat-completions/stream.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const chunks = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return { chunks, issues };
}

const S: CanonicalStreamEvent = { type: "start", id: "r", model: "m", created: 1 };
const fin = { type: "finish", choice: 0, finish: { reason: "stop" } } as const;
const END: CanonicalStreamEvent = { type: "end" };
const begin = (part: number, head: Part): CanonicalStreamEvent => ({ type: "part-start", choice: 0, part, head });
const grow = (part: number, delta: PartDelta): CanonicalStreamEvent => ({ type: "part-delta", choice: 0, part, delta });
const close = (part: number): CanonicalStreamEvent => ({ type: "part-stop", choice: 0, part });
type Meta = Omit<Extract<CanonicalStreamEvent, { type: "choice-meta" }>, "type" | "choice">;
const meta = (told: Meta): CanonicalStreamEvent => ({ type: "choice-meta", choice: 0, ...told });
const text: Part = { type: "text", text: "" };
const thought: Part = { type: "thinking", text: "" };
const sign: Signature & { readonly kind: "signature" } = { kind: "signature", value: "S", origin: "generate-content" };
const quote = { kind: "document", unit: "char", documentIndex: 0, citedText: "x", start: 0, end: 1 } as const;
const url = { kind: "url", url: "https://a", title: "A" } as const;

const chunk = (choice: object) => ({ id: "r", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice], usage: null });
const said = (delta: object) => chunk({ index: 0, delta, finish_reason: null });
const ROLE = said({ role: "assistant", content: "" });
const STOPPED = chunk({ index: 0, delta: {}, finish_reason: "stop" });

it.each<[string, readonly CanonicalStreamEvent[], StreamEncodeOptions, Issue]>([
  [
    "a time that was made up",
    [{ type: "start", id: "r", model: "m" }, fin, END],
    {},
    {
      code: "synthesized.created",
      severity: "info",
      path: [0, "created"],
      message: "The source does not say when the answer was made; `created` is 0.",
      to: 0,
    },
  ],
  [
    "an id that was made up",
    [{ type: "start", model: "m", created: 1 }, fin, END],
    {},
    {
      code: "synthesized.id",
      severity: "info",
      path: [0, "id"],
      message: "The answer has no id; one was made from the model and the turn.",
      to: "chatcmpl-7108e6b5e0c3f28d3a6b9c85",
    },
  ],
  [
    "an id that differs by the turn",
    [{ type: "start", model: "m", created: 1 }, fin, END],
    { context: { turn: 3 } },
    {
      code: "synthesized.id",
      severity: "info",
      path: [0, "id"],
      message: "The answer has no id; one was made from the model and the turn.",
      to: "chatcmpl-7108e3b5e0c3ed743a6b9b85",
    },
  ],
  [
    "the fingerprint of another service",
    [{ ...S, systemFingerprint: "fp" }, fin, END],
    { from: "messages" },
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [0, "systemFingerprint"],
      message: "The fingerprint is another service's.",
    },
  ],
  [
    "what comes after a finish",
    [S, fin, begin(0, text), END],
    {},
    { code: "stream.late_delta", severity: "warning", path: [2], message: "This comes after the choice has finished; it is left out." },
  ],
  [
    "an end without a finish",
    [S, END],
    {},
    { code: "stream.protocol", severity: "warning", path: [1], message: "The answer ends without saying why; it counts as ended." },
  ],
  [
    "a delta of a part that is not open",
    [S, grow(0, { kind: "text", text: "a" }), fin, END],
    {},
    { code: "stream.late_delta", severity: "warning", path: [1], message: "This belongs to a part that is not open; it is left out." },
  ],
  [
    "a signature that stands at no text",
    [S, begin(0, { type: "refusal", text: "" }), grow(0, sign), close(0), fin, END],
    {},
    {
      code: "unportable.signature",
      severity: "warning",
      path: [2, "delta"],
      message: "A chat-completions message has room for the signature of its last text only; this one is removed.",
    },
  ],
  [
    "a signature before the end of its text",
    [S, begin(0, text), grow(0, sign), grow(0, { kind: "text", text: "a" }), close(0), fin, END],
    {},
    {
      code: "unportable.signature",
      severity: "warning",
      path: [2, "delta"],
      message: "A chat-completions message has room for the signature of its last text only; this one is removed.",
    },
  ],
  [
    "a signature before another one",
    [S, begin(0, text), grow(0, sign), grow(0, sign), close(0), fin, END],
    {},
    {
      code: "unportable.signature",
      severity: "warning",
      path: [2, "delta"],
      message: "A chat-completions message has room for the signature of its last text only; this one is removed.",
    },
  ],
  [
    "a delta that its part does not take",
    [S, begin(0, text), grow(0, { kind: "audio", data: "AA" }), close(0), fin, END],
    {},
    { code: "stream.protocol", severity: "warning", path: [2], message: "A part of kind text takes no such delta; it is left out." },
  ],
  [
    "a part without a place",
    [S, begin(0, { type: "video", source: { kind: "base64", mimeType: "video/mp4", data: "" } }), close(0), fin, END],
    {},
    {
      code: "dropped.part",
      severity: "warning",
      loss: "dropped",
      path: [1, "head"],
      message: "A chat-completions answer has no place for a part of type video.",
    },
  ],
  [
    "filter results of another style",
    [S, meta({ safety: [{ a: 1 }] }), fin, END],
    { from: "generate-content" },
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [1, "safety"],
      message: "A chat-completions answer has no place for the filter results of another style.",
    },
  ],
  [
    "grounding",
    [S, meta({ grounding: { a: 1 } }), fin, END],
    { from: "generate-content" },
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [1, "grounding"],
      message: "A chat-completions answer has no place for the grounding of another style.",
    },
  ],
  [
    "a citation of a document",
    [S, begin(0, text), grow(0, { kind: "text", text: "a" }), grow(0, { kind: "citation", citation: quote }), close(0), fin, END],
    {},
    {
      code: "approximated.citation",
      severity: "warning",
      loss: "approximated",
      path: [3, "delta", "citation"],
      message: "chat-completions cites web pages only; the citation of a document is left out.",
      from: "x",
    },
  ],
  [
    "a citation of a document by the choice",
    [S, begin(0, text), grow(0, { kind: "text", text: "a" }), meta({ citations: [quote] }), close(0), fin, END],
    {},
    {
      code: "approximated.citation",
      severity: "warning",
      loss: "approximated",
      path: [3, "citations", 0],
      message: "chat-completions cites web pages only; the citation of a document is left out.",
      from: "x",
    },
  ],
  [
    "a reason that has no word",
    [S, { ...fin, finish: { reason: "pause" } }, END],
    {},
    {
      code: "approximated.finish_reason",
      severity: "warning",
      loss: "approximated",
      path: [1, "finish", "reason"],
      message: "chat-completions has no finish reason for pause; the answer says `stop`.",
      from: "pause",
      to: "stop",
    },
  ],
  [
    "a field of another style",
    [{ ...S, extensions: { messages: { odd: 1 } } }, fin, END],
    {},
    {
      code: "dropped.field",
      severity: "info",
      loss: "dropped",
      path: [0, "extensions", "messages", "odd"],
      message: "`odd` is a field of the messages style only; the chat-completions style has no place for it.",
    },
  ],
])("tells of %s", (_what, events, options, issue) => {
  expect(encode(events, options).issues).toStrictEqual([issue]);
});

it.each<[string, readonly CanonicalStreamEvent[], StreamEncodeOptions, readonly unknown[]]>([
  [
    "signs a text once it is over, and not with nothing",
    [
      S,
      begin(0, text),
      grow(0, { kind: "text", text: "a" }),
      grow(0, sign),
      grow(0, { kind: "text", text: "" }),
      grow(0, { ...sign, value: "" }),
      close(0),
      fin,
      END,
    ],
    {},
    [ROLE, said({ content: "a" }), said({ extra_content: { google: { thought_signature: "S" } } }), STOPPED],
  ],
  [
    "leaves out a thought's signature of nothing",
    [S, begin(0, thought), grow(0, { ...sign, value: "" }), close(0), fin, END],
    {},
    [ROLE, STOPPED],
  ],
  [
    "writes citations without a whole place when their text is over",
    [
      S,
      begin(0, text),
      grow(0, { kind: "text", text: "a" }),
      grow(0, { kind: "citation", citation: url }),
      grow(0, { kind: "citation", citation: { ...url, start: 0 } }),
      grow(0, { kind: "citation", citation: { ...url, end: 1 } }),
      grow(0, { kind: "text", text: "bc" }),
      close(0),
      fin,
      END,
    ],
    {},
    [
      ROLE,
      said({ content: "a" }),
      said({ content: "bc" }),
      said({
        annotations: [
          { type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 3 } },
          { type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 3 } },
          { type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 1 } },
        ],
      }),
      STOPPED,
    ],
  ],
  [
    "writes a citation with its place at once",
    [
      S,
      begin(0, text),
      grow(0, { kind: "text", text: "a" }),
      grow(0, { kind: "citation", citation: { ...url, start: 0, end: 1 } }),
      grow(0, { kind: "text", text: "bc" }),
      close(0),
      fin,
      END,
    ],
    {},
    [
      ROLE,
      said({ content: "a" }),
      said({ annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 1 } }] }),
      said({ content: "bc" }),
      STOPPED,
    ],
  ],
  [
    "cites all visible text by a citation of the choice",
    [S, begin(0, text), grow(0, { kind: "text", text: "abc" }), close(0), meta({ citations: [url] }), fin, END],
    {},
    [
      ROLE,
      said({ content: "abc" }),
      said({ annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: 3 } }] }),
      STOPPED,
    ],
  ],
  [
    "joins log probabilities until there is text, and leaves nulls out",
    [
      S,
      meta({ logprobs: { content: [{ token: "a", logprob: 0 }] } }),
      meta({ logprobs: null }),
      meta({ logprobs: { content: [{ token: "b", logprob: 0 }] } }),
      begin(0, text),
      grow(0, { kind: "text", text: "ab" }),
      close(0),
      fin,
      END,
    ],
    {},
    [
      ROLE,
      {
        id: "r",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [
          {
            index: 0,
            delta: { content: "ab" },
            logprobs: {
              content: [
                { token: "a", logprob: 0 },
                { token: "b", logprob: 0 },
              ],
            },
            finish_reason: null,
          },
        ],
        usage: null,
      },
      STOPPED,
    ],
  ],
  [
    "writes filter results of its own with the finish",
    [S, meta({ safety: { a: 1 } }), fin, END],
    {},
    [
      ROLE,
      {
        id: "r",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta: {}, finish_reason: "stop", content_filter_results: { a: 1 } }],
        usage: null,
      },
    ],
  ],
  [
    "explains a refusal once",
    [
      S,
      begin(0, { type: "refusal", text: "" }),
      grow(0, { kind: "refusal", text: "No." }),
      close(0),
      { ...fin, finish: { reason: "refusal", refusal: { explanation: "No." } } },
      END,
    ],
    {},
    [
      ROLE,
      said({ refusal: "No." }),
      {
        id: "r",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta: {}, finish_reason: "content_filter" }],
        usage: null,
      },
    ],
  ],
  [
    "writes what is said of the whole answer on each chunk, and unknown fields on the first",
    [
      {
        ...S,
        systemFingerprint: "fp",
        serviceTier: "t",
        usage: { inputTokens: 1, outputTokens: 2 },
        extensions: { "chat-completions": { odd: 1 } },
      },
      fin,
      END,
    ],
    { from: "chat-completions" },
    [
      {
        id: "r",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        service_tier: "t",
        system_fingerprint: "fp",
        choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
        usage: null,
        odd: 1,
      },
      {
        id: "r",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        service_tier: "t",
        system_fingerprint: "fp",
        choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
        usage: null,
      },
      {
        id: "r",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        service_tier: "t",
        system_fingerprint: "fp",
        choices: [],
        usage: {
          prompt_tokens: 1,
          completion_tokens: 2,
          total_tokens: 3,
          prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
        },
      },
    ],
  ],
  [
    "writes the counters of the start at the end",
    [{ ...S, usage: { inputTokens: 1, outputTokens: 2 } }, fin, END],
    { from: "messages" },
    [
      ROLE,
      STOPPED,
      {
        id: "r",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [],
        usage: {
          prompt_tokens: 1,
          completion_tokens: 2,
          total_tokens: 3,
          prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
        },
      },
    ],
  ],
  [
    "names answer and model as the options do, for a choice of any number",
    [{ ...fin, choice: 1 }, END],
    { responseId: "x", created: 3, context: { model: "k" } },
    [
      {
        id: "x",
        object: "chat.completion.chunk",
        created: 3,
        model: "k",
        choices: [{ index: 1, delta: { role: "assistant", content: "" }, finish_reason: null }],
        usage: null,
      },
      {
        id: "x",
        object: "chat.completion.chunk",
        created: 3,
        model: "k",
        choices: [{ index: 1, delta: {}, finish_reason: "stop" }],
        usage: null,
      },
    ],
  ],
  [
    "ends a stream that was cut in an error",
    [S, begin(0, text)],
    {},
    [
      ROLE,
      {
        error: { code: "stream_truncated", message: "The stream ended before the answer was complete.", param: null, type: "server_error" },
      },
    ],
  ],
  [
    "begins with an error where nothing came before",
    [{ type: "error", error: { kind: "overloaded", status: 529, message: "x", retryable: true } }],
    {},
    [{ error: { code: "overloaded", message: "x", param: null, type: "server_error" } }],
  ],
  [
    "writes no counters where none were asked for",
    [{ type: "start", model: "m", created: 1 }, END],
    { context: { turn: 3, includeStreamUsage: false } },
    [
      {
        id: "chatcmpl-7108e3b5e0c3ed743a6b9b85",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
      },
      {
        id: "chatcmpl-7108e3b5e0c3ed743a6b9b85",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
      },
    ],
  ],
  [
    "counts places from the beginning of all text",
    [
      S,
      begin(0, text),
      grow(0, { kind: "text", text: "ab" }),
      close(0),
      begin(1, text),
      grow(1, { kind: "text", text: "c" }),
      grow(1, { kind: "citation", citation: url }),
      close(1),
      fin,
      END,
    ],
    {},
    [
      ROLE,
      said({ content: "ab" }),
      said({ content: "c" }),
      said({ annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 2, end_index: 3 } }] }),
      STOPPED,
    ],
  ],
])("%s", (_what, events, options, chunks) => {
  expect(encode(events, options).chunks).toStrictEqual(chunks);
});

it.each<["text" | "thinking", number, number]>([
  ["text", 5, 6],
  ["thinking", 5, 1],
])("counts %s that was copied as bytes by what is visible of it", (kind, units, end) => {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ report: (issue) => issues.push(issue) });
  for (const event of [
    S,
    begin(0, text),
    grow(0, { kind: "text", text: "a" }),
    begin(1, thought),
    grow(1, { kind: "thinking", text: "t" }),
  ])
    encoder.push(event);
  encoder.hot?.({ choice: 0, part: kind === "text" ? 0 : 1, kind })?.sink.advance(3, units);
  encoder.push(grow(0, { kind: "citation", citation: url }));
  expect(encoder.push(close(0))).toEqual([
    said({ annotations: [{ type: "url_citation", url_citation: { url: "https://a", title: "A", start_index: 0, end_index: end } }] }),
  ]);
  encoder.push(END);
  expect(issues.map(({ path }) => path)).toEqual([[10]]);
});
