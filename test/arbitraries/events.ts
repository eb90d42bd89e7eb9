/** Canonical events in any order, legal or not: encoders must write a legal stream whatever they are given. */
import fc from "fast-check";
import type { CanonicalStreamEvent, Part, PartDelta } from "../../src/model/index.js";

const words = fc.constantFrom("", "a", "Hi", " ", "{}", '{"a":1}', '{"a', '":1}', "[1]", "é\u{1F600}", "\ud83d");
const signature = fc.constantFrom({ value: "S", origin: "messages" } as const, { value: "UTA=", origin: "generate-content" } as const);

const head: fc.Arbitrary<Part> = fc.oneof(
  words.map((text): Part => ({ type: "text", text })),
  fc.record({ type: fc.constant("text" as const), text: words, signature }),
  words.map((text): Part => ({ type: "thinking", text })),
  fc.constant<Part>({ type: "thinking", text: "", summary: true }),
  words.map((text): Part => ({ type: "refusal", text })),
  fc
    .record({ json: words, custom: fc.boolean() })
    .map(
      ({ json, custom }): Part => ({ type: "tool-call", id: "c", name: "f", variant: custom ? "custom" : "function", arguments: { json } }),
    ),
  fc.record({ type: fc.constant("redacted-thinking" as const), data: words, signature }),
  fc.constant<Part>({ type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } }),
  fc.constant<Part>({ type: "server-tool-result", callId: "s", name: "web_search", result: [{ url: "https://a.b" }] }),
  fc.constant<Part>({ type: "code-call", id: "s", language: "python", code: "1" }),
  fc.constant<Part>({ type: "code-result", callId: "s", outcome: "ok", stdout: "1" }),
  fc.constant<Part>({ type: "image", source: { kind: "base64", mimeType: "image/png", data: "" } }),
  fc.constant<Part>({ type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "" } }),
  fc.constant<Part>({ type: "opaque", style: "messages", value: { type: "novelty" } }),
  fc.constant<Part>({ type: "opaque", style: "generate-content", value: 1 }),
);
const delta: fc.Arbitrary<PartDelta> = fc.oneof(
  words.map((text): PartDelta => ({ kind: "text", text })),
  words.map((text): PartDelta => ({ kind: "thinking", text })),
  words.map((text): PartDelta => ({ kind: "refusal", text })),
  words.map((json): PartDelta => ({ kind: "arguments", json })),
  words.map((data): PartDelta => ({ kind: "data", data })),
  words.map((transcript): PartDelta => ({ kind: "audio", transcript })),
  signature.map((value): PartDelta => ({ kind: "signature", ...value })),
  fc.constant<PartDelta>({ kind: "citation", citation: { kind: "url", url: "https://x.y" } }),
);
const choice = fc.constantFrom(0, 0, 0, 0, 1);
const part = fc.integer({ min: 0, max: 4 });
const error = { kind: "overloaded", status: 529, message: "Overloaded", retryable: true } as const;

const event: fc.Arbitrary<CanonicalStreamEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "start", id: "i", model: "m", created: 1 }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("part-start" as const), choice, part, head }) },
  { weight: 16, arbitrary: fc.record({ type: fc.constant("part-delta" as const), choice, part, delta }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("part-stop" as const), choice, part }) },
  {
    weight: 1,
    arbitrary: fc.constant<CanonicalStreamEvent>({
      type: "choice-meta",
      choice: 0,
      logprobs: { content: [{ token: "a", logprob: 0 }] },
      citations: [{ kind: "url", url: "https://u.v" }],
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("finish" as const),
      choice,
      finish: fc.constantFrom(
        { reason: "tool-calls" } as const,
        { reason: "refusal", refusal: { explanation: "no" } } as const,
        { reason: "recitation", native: { style: "generate-content", value: "RECITATION" } } as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "usage", usage: { inputTokens: 1, outputTokens: 2 } }) },
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "ping" }) },
  { weight: 1, arbitrary: fc.constant<CanonicalStreamEvent>({ type: "error", error }) },
);

/** Any events, and in half of the cases an end. */
export const canonicalEvents: fc.Arbitrary<CanonicalStreamEvent[]> = fc
  .tuple(fc.array(event, { maxLength: 24 }), fc.boolean())
  .map(([events, ends]) => (ends ? [...events, { type: "end" }] : events));
