import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/core/issue.js";
import { asJson } from "../../../src/core/json.js";
import { conforms } from "../../../src/core/schema.js";
import type { CanonicalStreamEvent } from "../../../src/model/index.js";
import { stream } from "../../../src/styles/messages/aspects.js";
import { isPlainEvent } from "../../../src/styles/messages/stream.js";
import { MessagesStreamEvent, TEXT_FIELDS } from "../../../src/styles/messages/wire-answer.js";
import { anyText } from "../../arbitraries/common.js";
import { collectEvents } from "../../support/canonical-events.js";
import { mutated, parsed } from "../../support/mutated.js";
import { runs } from "../../support/runs.js";

const type = fc.constantFrom("text_delta", "thinking_delta", "input_json_delta");
const text = fc.oneof(anyText(), fc.constantFrom("", "{}", '{"a":', '"', "\\", "\u2028", "\ud83d", "\n"));
const index = fc.oneof({ weight: 9, arbitrary: fc.nat(2) }, fc.constantFrom(-1, 0.5, 1e21));
const plain = fc
  .record({ index, type, text })
  .map(({ index, type, text }) => ({ type: "content_block_delta", index, delta: { type, [TEXT_FIELDS[type]]: text } }));

const count = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5, null));
const counts = fc.record(
  {
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation: fc.constantFrom(null, {}, { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: null }),
    server_tool_use: fc.constantFrom(null, { web_search_requests: 1, of_later: 2 }),
    service_tier: fc.constantFrom("standard", "batch", null),
    of_later: fc.nat(),
  },
  { requiredKeys: [] },
);
const word = fc.constantFrom("end_turn", "tool_use", "refusal", "", "of_later", null);
const block = fc.constantFrom(
  { type: "text", text: "" },
  { type: "text", text: "a", citations: null },
  { type: "thinking", thinking: "", signature: "" },
  { type: "tool_use", id: "t", name: "f", input: {} },
  { type: "tool_use", id: "t", name: "f", input: { a: 1 } },
  { type: "server_tool_use", id: "s", name: "web_search", input: {} },
  { type: "novelty" },
);
const message = fc.record(
  {
    id: fc.constantFrom("msg_1", ""),
    type: fc.constant("message"),
    role: fc.constant("assistant"),
    model: fc.constant("m"),
    content: fc.constantFrom([], [{ type: "text", text: "a" }]),
    stop_reason: fc.constantFrom(null, "end_turn"),
    stop_sequence: fc.constant(null),
    usage: counts,
  },
  { requiredKeys: [] },
);
const end = fc.record({ stop_reason: word, stop_sequence: fc.constantFrom(null, "X") }, { requiredKeys: [] });
const event = fc.oneof(
  { weight: 6, arbitrary: plain },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("content_block_start"), index, content_block: block }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("content_block_stop"), index }) },
  fc.record({ type: fc.constant("message_start"), message }),
  fc.record({ type: fc.constant("message_delta"), delta: end, usage: counts }),
  fc.constantFrom({ type: "ping" }, { type: "message_stop" }),
);
const KEYS = ["type", "index", "delta", "text", "signature", "stop_reason", "usage", "content_block", "message", "toString", "x"];

/** Without a prototype it is JSON all the same, and nothing that a parser gives. */
function foreign(event: unknown): unknown {
  return typeof event === "object" && event !== null && !Array.isArray(event) ? Object.setPrototypeOf(parsed(event), null) : event;
}

describe("an event known by hand", () => {
  it("is always an event of the wire, and means what it means to who reads any event", () => {
    let known = 0;
    const any = fc.oneof({ weight: 4, arbitrary: event.map(parsed) }, mutated(event, KEYS), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (events) => {
        for (const each of events.filter(isPlainEvent)) {
          known++;
          expect(conforms(MessagesStreamEvent, each)).toBe(true);
          expect(asJson(each).ok).toBe(true);
        }
        expect(decode(events)).toEqual(decode(events.map(foreign)));
      }),
      runs(1000),
    );
    expect(known).toBeGreaterThan(0.5 * runs(1000).numRuns);
  });

  it("is none where it is an instance of a class, or a getter throws", () => {
    class Event {
      type = "ping";
    }
    expect(isPlainEvent(new Event())).toBe(false);
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
