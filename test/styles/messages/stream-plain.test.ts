import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Issue } from "../../../src/core/issue.js";
import { conforms } from "../../../src/core/schema.js";
import { collectEvents } from "../../../src/model/collect.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/messages/stream.js";
import { plainDelta } from "../../../src/styles/messages/stream-decoder.js";
import { MessagesStreamEvent, TEXT_FIELDS } from "../../../src/styles/messages/wire-answer.js";

const type = fc.constantFrom("text_delta", "thinking_delta", "input_json_delta");
const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "{}", '{"a":', '"', "\\", "\u2028", "\ud83d", "\n"));
const index = fc.oneof(fc.nat(2), fc.constantFrom(-1, 0.5, 1e21));
const plain = fc
  .record({ index, type, text })
  .map(({ index, type, text }) => ({ type: "content_block_delta", index, delta: { type, [TEXT_FIELDS[type]]: text } }));

const KEYS = ["type", "index", "delta", "text", "thinking", "partial_json", "signature", "toString", "x"] as const;
const value = fc.oneof(
  fc.constantFrom(null, undefined, true, 0, "", "text_delta", "signature_delta", "content_block_delta", "ping", Number.NaN),
  fc.jsonValue({ maxDepth: 2 }),
);
/** A plain delta with a member set or taken away, at the top or inside its delta. */
const mutated = fc
  .tuple(plain, fc.array(fc.record({ inside: fc.boolean(), key: fc.constantFrom(...KEYS), value, gone: fc.boolean() }), { maxLength: 3 }))
  .map(([event, changes]) => {
    const top: Record<string, unknown> = { ...event };
    const delta: Record<string, unknown> = { ...event.delta };
    top.delta = delta;
    for (const { inside, key, value, gone } of changes) {
      const node = inside ? delta : top;
      if (gone) delete node[key];
      else node[key] = value;
    }
    return top;
  });

/** What is plain, in the words of a schema: one of three deltas, whole, and not a field more. */
const PlainEvent = z.strictObject({
  type: z.literal("content_block_delta"),
  index: z.number(),
  delta: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text_delta"), text: z.string() }),
    z.strictObject({ type: z.literal("thinking_delta"), thinking: z.string() }),
    z.strictObject({ type: z.literal("input_json_delta"), partial_json: z.string() }),
  ]),
});

describe("a delta narrowed by hand", () => {
  it("is one exactly where a schema of nothing but such deltas takes it, and has the same values", () => {
    fc.assert(
      fc.property(fc.oneof(plain, mutated, fc.jsonValue()), (event) => {
        const read = PlainEvent.safeParse(event);
        const found = plainDelta(event);
        expect(found !== undefined).toBe(read.success);
        if (!read.success || found === undefined) return;
        expect(conforms(MessagesStreamEvent, event)).toBe(true);
        const { index, delta } = read.data;
        expect(found).toEqual({ index, type: delta.type, text: Object.entries(delta).find(([key]) => key !== "type")?.[1] });
      }),
      { numRuns: 2000 },
    );
  });

  it("is no thing of code, neither an instance of a class nor a getter that throws", () => {
    const delta = { type: "text_delta", text: "a" };
    class Event {
      type = "content_block_delta";
      index = 0;
      delta = delta;
    }
    expect(plainDelta(new Event())).toBeUndefined();
    const hostile = {
      type: "content_block_delta",
      index: 0,
      get delta(): never {
        throw new Error("read");
      },
    };
    expect(() => stream.decoder().push(hostile)).not.toThrow();
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(() => stream.decoder().push(proxy)).not.toThrow();
  });

  it("tells the decoder the same as the schema does, event by event", () => {
    const block = fc.constantFrom(
      { type: "text", text: "" },
      { type: "thinking", thinking: "", signature: "" },
      { type: "tool_use", id: "t", name: "f", input: {} },
      { type: "server_tool_use", id: "s", name: "web_search", input: {} },
      { type: "novelty" },
    );
    const start = fc.record({ type: fc.constant("content_block_start"), index: fc.nat(2), content_block: block });
    const stop = fc.record({ type: fc.constant("content_block_stop"), index: fc.nat(2) });
    const event = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 3, arbitrary: start }, { weight: 1, arbitrary: stop });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        // A field that nobody knows sends an event to the schema and is not read there.
        const odd = events.map((each) => (each.type === "content_block_delta" ? { ...each, unknown: 1 } : each));
        expect(decode(events)).toEqual(decode(odd));
      }),
      { numRuns: 500 },
    );
  });

  it("is printed as JSON.stringify prints it, whatever the encoder writes", () => {
    const head = fc.constantFrom(
      { type: "text", text: "" } as const,
      { type: "thinking", text: "" } as const,
      { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "" } } as const,
      { type: "tool-call", id: "c", name: "f", variant: "custom", arguments: { json: "" } } as const,
    );
    const part = fc.record({ head, texts: fc.array(text, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const encoder = stream.encoder();
        for (const event of parts.flatMap(eventsOf).flatMap((each) => encoder.push(each)))
          expect(encoder.json?.(event) ?? JSON.stringify(event)).toBe(JSON.stringify(event));
      }),
    );
    expect(stream.encoder().json?.({ type: "ping" })).toBeUndefined();
  });
});

function decode(events: readonly unknown[]) {
  const issues: Issue[] = [];
  const decoder = stream.decoder({ report: (issue) => issues.push(issue) });
  const steps = events.map((event) => [decoder.push(event)]);
  return { steps, issues, collected: collectEvents([...steps.flatMap(([told]) => (Array.isArray(told) ? told : [])), ...decoder.end()]) };
}

type Head = Extract<CanonicalStreamEvent, { readonly type: "part-start" }>["head"];

function eventsOf({ head, texts }: { readonly head: Head; readonly texts: readonly string[] }, part: number): CanonicalStreamEvent[] {
  return [
    { type: "part-start", choice: 0, part, head },
    ...texts.map((text): CanonicalStreamEvent => {
      if (head.type === "tool-call") return { type: "part-delta", choice: 0, part, delta: { kind: "arguments", json: text } };
      return { type: "part-delta", choice: 0, part, delta: { kind: head.type === "thinking" ? "thinking" : "text", text } };
    }),
    { type: "part-stop", choice: 0, part },
  ];
}
