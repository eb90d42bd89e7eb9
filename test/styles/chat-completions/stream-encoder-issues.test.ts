/** Whole chunks, and findings as rows, of the stream writer. */
import { expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import type { CanonicalStreamEvent, Citation, Part, PartDelta, Signature } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/chat-completions/aspects.js";
import type { StreamEncodeOptions } from "../../../src/styles/style.js";
import { begun, stop as close, more, whole } from "../../support/canonical-events.js";
import { cases, of } from "../../support/cases.js";
import { inLines } from "../../support/issue-rows.js";
import { base64, call, proof, redacted, refusal, text, thought } from "../../support/parts.js";

function encode(events: readonly CanonicalStreamEvent[], options: StreamEncodeOptions) {
  const issues: Issue[] = [];
  const encoder = stream.encoder({ ...options, report: (issue) => issues.push(issue) });
  const chunks = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return { chunks, issues };
}

const S: CanonicalStreamEvent = { type: "start", id: "r", model: "m", created: 1 };
const fin = { type: "finish", choice: 0, finish: { reason: "stop" } } as const;
const END: CanonicalStreamEvent = { type: "end" };
type Meta = Omit<Extract<CanonicalStreamEvent, { type: "choice-meta" }>, "type" | "choice">;
const meta = (told: Meta): CanonicalStreamEvent => ({ type: "choice-meta", choice: 0, ...told });
const sign: Signature & { readonly kind: "signature" } = { kind: "signature", value: "S", origin: "generate-content" };
const quote = { kind: "document", unit: "char", documentIndex: 0, citedText: "x", start: 0, end: 1 } as const;
const url = { kind: "url", url: "https://a", title: "A" } as const;

const chunk = (choice: object) => ({ id: "r", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice], usage: null });
const said = (delta: object) => chunk({ index: 0, delta, finish_reason: null });
const answer = (...events: readonly CanonicalStreamEvent[]) => [S, ...events, fin, END];
const ROLE = said({ role: "assistant", content: "" });
const STOPPED = chunk({ index: 0, delta: {}, finish_reason: "stop" });
const written = (...chunks: readonly object[]) => [ROLE, ...chunks, STOPPED];
const cited = (start_index: number, end_index: number) => ({
  type: "url_citation",
  url_citation: { url: "https://a", title: "A", start_index, end_index },
});
const quoting = (citation: Citation): PartDelta => ({ kind: "citation", citation });

cases<[events: readonly CanonicalStreamEvent[], issue: string, options?: StreamEncodeOptions]>({
  "a time that was made up": [[{ type: "start", id: "r", model: "m" }, fin, END], "synthesized.created [0].created info to 0"],
  "a model that is not named": [[{ type: "start", id: "r", created: 1 }, fin, END], 'defaulted.other [0].model info to "unknown"'],
  "what an error cannot say": [
    [S, { type: "error", error: { kind: "rate-limit", status: 429, message: "m", retryable: true, requestId: "q" } }],
    'dropped.field [1].error.requestId info from "q"',
  ],
  "a text after one that was signed and over": [
    answer(...whole(0, text(), "a", sign), ...whole(1, refusal()), ...whole(2, text(), "b", "c")),
    "approximated.merged [8] warning",
  ],
  "a refusal that is told of a text": [answer(...whole(0, text(), { kind: "refusal", text: "No." })), "stream.protocol [2] warning"],
  "a part without a place once, whatever is told of it": [
    answer(...whole(0, { type: "document", source: { kind: "text", text: "x" } }, { kind: "text", text: "x" })),
    "dropped.part [1].head warning",
  ],
  "fields of another style beside the end": [
    [S, { ...fin, extensions: { messages: { odd: 1 } } }, END],
    "dropped.field [1].extensions.messages.odd info",
  ],
  "the fingerprint of another service": [
    [{ ...S, systemFingerprint: "fp" }, fin, END],
    'dropped.field [0].systemFingerprint info from "fp"',
    { from: "messages" },
  ],
  "what comes after a finish": [[S, fin, ...begun(0, text()), END], "stream.late_delta [2] warning"],
  "an end without a finish": [[S, END], "stream.protocol [1] warning"],
  "a delta of a part that is not open": [answer(more(0, "text", "a")), "stream.late_delta [1] warning"],
  "a signature that stands at no text": [
    answer(...whole(0, refusal(), sign)),
    'unportable.signature [2].delta warning from "generate-content"',
  ],
  "a delta that its part does not take": [answer(...whole(0, text(), { kind: "audio", data: "AA" })), "stream.protocol [2] warning"],
  "a part without a place": [answer(...whole(0, { type: "video", source: base64("video/mp4", "") })), "dropped.part [1].head warning"],
  "filter results of another style": [answer(meta({ safety: [{ a: 1 }] })), "dropped.field [1].safety info", { from: "generate-content" }],
  "a citation of a document": [
    answer(...whole(0, text(), "a", quoting(quote))),
    'approximated.citation [3].delta.citation warning from "x"',
  ],
  "a citation of a document by the choice": [
    answer(...begun(0, text(), "a"), meta({ citations: [quote] }), close(0)),
    'approximated.citation [3].citations[0] warning from "x"',
  ],
  "a reason that has no word": [
    [S, { ...fin, finish: { reason: "pause" } }, END],
    'approximated.finish_reason [1].finish.reason warning from "pause" to "stop"',
  ],
})("tells of %s", (events, issue, options = {}) => {
  expect(inLines(encode(events, options).issues)).toStrictEqual([issue]);
});

cases<[part: Part, options?: StreamEncodeOptions]>({
  "a part that is left out": [{ type: "document", source: { kind: "text", text: "x" } }],
  "code that stands in the text": [{ type: "code-call", id: "c", language: "python", code: "1" }, { codeParts: "text" }],
})("holds the signature of a text over %s, for the text may go on", (part, options = {}) => {
  const said = [...whole(0, text(), "a", sign), ...whole(1, part)];
  const more = [...whole(2, text(), "b")];
  const { chunks, issues } = encode(answer(...said, ...more), options);
  expect(issues.map(({ code }) => code)).toContain("unportable.signature");
  expect(JSON.stringify(chunks)).not.toContain("thought_signature");
});

cases<[events: readonly CanonicalStreamEvent[], chunks: readonly unknown[], options?: StreamEncodeOptions]>({
  "does not set apart thoughts between which another was hidden": [
    answer(...whole(0, thought(), "a"), ...whole(1, redacted("R")), ...whole(2, thought(), "b")),
    written(said({ reasoning_content: "a" }), said({ reasoning_content: "b" })),
    { reasoningCarriers: ["reasoning_content"] },
  ],
  "says of a reason that calls would change in whose words it was given": [
    of(
      S,
      ...whole(0, call("c", "f", "", { signature: proof("messages") })),
      { ...fin, finish: { reason: "stop", native: { style: "messages", value: "end_turn" } } },
      END,
    ),
    [
      ROLE,
      said({
        tool_calls: [
          {
            id: "c",
            type: "function",
            function: { name: "f", arguments: "" },
            extra_content: { google: { thought_signature: "sig1.m.c.S" } },
            index: 0,
          },
        ],
      }),
      said({ tool_calls: [{ index: 0, function: { arguments: "{}" } }] }),
      chunk({ index: 0, delta: {}, finish_reason: "tool_calls", native_finish_reason: "end_turn" }),
    ],
    { from: "messages" },
  ],
  "signs a text once it is over, and not with nothing": [
    answer(...whole(0, text(), "a", sign, "", { ...sign, value: "" })),
    written(said({ content: "a" }), said({ extra_content: { google: { thought_signature: "S" } } })),
  ],
  "leaves out a thought's signature of nothing": [answer(...whole(0, thought(), { ...sign, value: "" })), written()],
  "writes citations without a whole place when their text is over": [
    answer(...whole(0, text(), "a", quoting(url), quoting({ ...url, start: 0 }), quoting({ ...url, end: 1 }), "bc")),
    written(
      said({ content: "a" }),
      said({ content: "bc" }),
      said({
        annotations: [cited(0, 3), cited(0, 3), cited(0, 1)],
      }),
    ),
  ],
  "writes a citation with its place at once": [
    answer(...whole(0, text(), "a", quoting({ ...url, start: 0, end: 1 }), "bc")),
    written(said({ content: "a" }), said({ annotations: [cited(0, 1)] }), said({ content: "bc" })),
  ],
  "cites all visible text by a citation of the choice": [
    answer(...whole(0, text(), "abc"), meta({ citations: [url] })),
    written(said({ content: "abc" }), said({ annotations: [cited(0, 3)] })),
  ],
  "writes filter results of its own with the finish": [
    answer(meta({ safety: { a: 1 } })),
    [ROLE, chunk({ index: 0, delta: {}, finish_reason: "stop", content_filter_results: { a: 1 } })],
  ],
  "counts places from the beginning of all text": [
    answer(...whole(0, text(), "ab"), ...whole(1, text(), "c", quoting(url))),
    written(said({ content: "ab" }), said({ content: "c" }), said({ annotations: [cited(2, 3)] })),
  ],
})("%s", (events, chunks, options = {}) => {
  expect(encode(events, options).chunks).toStrictEqual(chunks);
});

it("tells of no explanation that the model gave itself", () => {
  const refuse = (words: string) => [...whole(0, refusal(), words)];
  const ended = (explanation: string) => ({ ...fin, finish: { reason: "content-filter", refusal: { explanation } } }) as const;
  expect(inLines(encode([S, ...refuse("No."), ended("No."), END], {}).issues)).toEqual([]);
  expect(encode([S, ...refuse("No."), ended("Why"), END], {}).issues.map(({ path }) => path)).toEqual([
    [4, "finish", "refusal", "explanation"],
  ]);
});

it("gives a recording without an id one of the answer and the choice", () => {
  const sound: Part = { type: "audio", source: base64("audio/wav", "") };
  const idOf = (id: string, choice: number) => {
    const { chunks } = encode(
      [
        { ...S, id },
        { type: "part-start", choice, part: 0, head: sound },
      ],
      {},
    );
    return chunks.flatMap(({ choices }) => choices?.flatMap(({ delta }) => delta?.audio?.id ?? []) ?? [])[0];
  };
  const ids = [idOf("a", 0), idOf("a", 1), idOf("b", 0)];
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^audio_[0-9a-f]{24}$/);
});
