/** An encoder may know a quicker way to the text of its events: the text has to be the same. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CanonicalStreamEvent } from "../../src/model/index.js";
import { styles } from "../../src/style-lists.js";
import type { Style } from "../../src/styles/style.js";
import { anyText } from "../arbitraries/common.js";
import { canonicalEvents } from "../arbitraries/events.js";
import { text } from "../support/parts.js";
import { runs } from "../support/runs.js";

const odd = fc.oneof(anyText(), fc.constantFrom('"', "\\", "\ud83d", "\u2028", "\n"));
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
          for (const event of said)
            for (const wire of encoder.push(event)) expect(encoder.json?.(wire) ?? JSON.stringify(wire)).toBe(JSON.stringify(wire));
        }),
        runs(500),
      );
    });

    it("leaves to JSON.stringify what it did not give, or not last", () => {
      const encoder = stream.encoder();
      for (const type of ["text", "thinking"] as const) {
        encoder.push({ type: "part-start", choice: 0, part: 0, head: { type, text: "" } });
        const [first] = encoder.push({ type: "part-delta", choice: 0, part: 0, delta: { kind: type, text: "a" } });
        const [last] = encoder.push({ type: "part-delta", choice: 0, part: 0, delta: { kind: type, text: "b" } });
        if (name !== "messages")
          for (const other of [{}, JSON.parse(JSON.stringify(last)), first]) expect(encoder.json?.(other)).toBeUndefined();
      }
      for (const other of [{ type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "x" } }, { type: "ping" }])
        expect(encoder.json?.(other)).toBeUndefined();
    });

    it("prints a piece of text itself", () => {
      const encoder = stream.encoder({ from: name === "messages" ? "chat-completions" : "messages" });
      encoder.push({ type: "start", id: "i", model: "m" });
      encoder.push({ type: "part-start", choice: 0, part: 0, head: text() });
      encoder.push({ type: "part-delta", choice: 0, part: 0, delta: { kind: "text", text: "a" } });
      for (const text of ['b"', "\u2028"]) {
        const written = encoder.push({ type: "part-delta", choice: 0, part: 0, delta: { kind: "text", text } });
        expect(written.map((event) => encoder.json?.(event))).toEqual(written.map((event) => JSON.stringify(event)));
      }
    });
  });
