/** An encoder may know a quicker way to the text of its events: the text has to be the same. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CanonicalStreamEvent } from "../../src/canonical/index.js";
import { styles } from "../../src/index.js";
import type { Style } from "../../src/styles/style.js";
import { canonicalEvents } from "../arbitraries/events.js";
import { runs } from "../support/runs.js";

const odd = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", "\ud83d", "\u2028", "\n"));
const start = fc.record(
  { type: fc.constant("start" as const), id: odd, model: odd, created: fc.constantFrom(0, -1, 1.5, 1e21, Number.NaN), serviceTier: odd },
  { requiredKeys: ["type"] },
);
const options = fc.record(
  { context: fc.record({ includeStreamUsage: fc.boolean() }), from: fc.constantFrom("messages", "generate-content", "chat-completions") },
  { requiredKeys: [] },
);

const all: readonly Style[] = Object.values(styles);

for (const { name, stream } of all)
  describe(`an encoder of ${name}`, () => {
    it("prints its events as JSON.stringify does", () => {
      fc.assert(
        fc.property(start, canonicalEvents, odd, options, (opening, events, text, settings) => {
          const encoder = stream.encoder(settings);
          const said: CanonicalStreamEvent[] = [
            opening,
            { type: "part-start", choice: 0, part: 0, head: { type: "text", text } },
            ...events,
          ];
          for (const wire of said.flatMap((event) => encoder.push(event)))
            expect(encoder.json?.(wire) ?? JSON.stringify(wire)).toBe(JSON.stringify(wire));
        }),
        runs(500),
      );
    });

    it("leaves everything else to JSON.stringify", () => {
      const encoder = stream.encoder();
      const choice = { index: 0, delta: { content: "a" }, finish_reason: null };
      const chunk = { id: "i", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice] };
      const candidate = { content: { role: "model", parts: [{ text: "a" }] }, index: 0 };
      const answer = { candidates: [candidate], modelVersion: "m", responseId: "i" };
      for (const other of [
        {},
        { ...chunk, extra: 1 },
        { ...chunk, id: 5 },
        { ...chunk, choices: [choice, choice] },
        { ...chunk, choices: [{ ...choice, logprobs: null }] },
        { ...chunk, choices: [{ ...choice, delta: { content: "a", role: "x" } }] },
        { ...chunk, choices: [{ ...choice, finish_reason: "stop" }] },
        { ...answer, usageMetadata: {} },
        { candidates: [candidate] },
        { ...answer, candidates: [candidate, candidate] },
        { ...answer, candidates: [{ ...candidate, finishReason: "STOP" }] },
        { ...answer, candidates: [{ ...candidate, content: { ...candidate.content, extra: 1 } }] },
        { ...answer, candidates: [{ ...candidate, content: { role: "model", parts: [{ text: "a", thought: true }] } }] },
        { ...answer, candidates: [{ ...candidate, content: null }] },
        { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "x" } },
        { type: "ping" },
      ])
        expect(encoder.json?.(other)).toBeUndefined();
    });

    it("prints a piece of text itself", () => {
      const encoder = stream.encoder({ from: name === "messages" ? "chat-completions" : "messages" });
      encoder.push({ type: "start", id: "i", model: "m" });
      encoder.push({ type: "part-start", choice: 0, part: 0, head: { type: "text", text: "" } });
      encoder.push({ type: "part-delta", choice: 0, part: 0, delta: { kind: "text", text: "a" } });
      const written = encoder.push({ type: "part-delta", choice: 0, part: 0, delta: { kind: "text", text: 'b"' } });
      expect(written.map((event) => encoder.json?.(event))).toEqual(written.map((event) => JSON.stringify(event)));
    });
  });
