import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stream } from "../../../src/styles/messages/aspects.js";
import { canonicalEvents } from "../../arbitraries/events.js";
import { collectEvents, end, finish, start, whole } from "../../support/canonical-events.js";
import { call } from "../../support/parts.js";
import { seed } from "../../support/runs.js";
import { grammarFault } from "./stream-support.js";

describe("laws of messages streams", () => {
  it("every sequence of canonical events becomes a legal stream, and one of which its own decoder tells nothing but errors", () => {
    fc.assert(
      fc.property(canonicalEvents, (events) => {
        const encoder = stream.encoder();
        const written = [...events.flatMap((item) => encoder.push(item)), ...encoder.end()];
        expect(grammarFault(written)).toBeUndefined();
        const codes: string[] = [];
        const decoder = stream.decoder({ report: ({ code }) => codes.push(code) });
        for (const item of written) decoder.push(item);
        decoder.end();
        expect(codes.filter((code) => code !== "stream.error")).toEqual([]);
      }),
      { numRuns: 500, seed },
    );
  });

  it("any JSON values are read without a throw, and end in one end", () => {
    const index = fc.integer({ min: 0, max: 3 });
    const block = fc.constantFrom(
      { type: "text", text: "" },
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking", thinking: "", signature: "sig1.g.c.x" },
      { type: "tool_use", id: "t", name: "f", input: {} },
      { type: "server_tool_use", id: "s", name: "code_execution", input: {} },
      { type: "novelty", a: "x" },
      { type: "redacted_thinking", data: "d" },
    );
    const piece = fc.constantFrom(
      { type: "text_delta", text: "a" },
      { type: "thinking_delta", thinking: "b" },
      { type: "signature_delta", signature: "sig1.g.x.y" },
      { type: "input_json_delta", partial_json: '{"' },
      { type: "novelty_delta", a: "y" },
    );
    const wire = fc.oneof(
      fc.constant({ type: "message_start", message: { id: "m" } }),
      fc.record({ type: fc.constant("content_block_start"), index, content_block: block }),
      fc.record({ type: fc.constant("content_block_delta"), index, delta: piece }),
      fc.record({ type: fc.constant("content_block_stop"), index }),
      fc.constant({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } }),
      fc.constant({ type: "message_stop" }),
      fc.constant({ type: "ping" }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(wire, { maxLength: 40 }), (events) => {
        const decoder = stream.decoder();
        const read = [...events.flatMap((item) => decoder.push(item)), ...decoder.end()];
        expect(read.filter(({ type }) => type === "end").length).toBe(1);
        expect(read.at(-1)).toEqual({ type: "end" });
        const open = new Set<number>();
        for (const item of read) {
          if (item.type === "part-start") open.add(item.part);
          if (item.type === "part-delta") expect(open.has(item.part)).toBe(true);
          if (item.type === "part-stop") expect(open.delete(item.part)).toBe(true);
        }
        // A stream that breaks off stops nothing, lest what was cut look complete.
        if (read.at(-2)?.type !== "error") expect(open.size).toBe(0);
        const encoder = stream.encoder();
        const written = [...read.flatMap((item) => encoder.push(item)), ...encoder.end()];
        expect(grammarFault(written)).toBeUndefined();
      }),
      { numRuns: 500, seed },
    );
  });

  it("cutting arguments into other pieces changes nothing of the answer", () => {
    const json = '{"a":"x\\"}{","b":[1,{"c":null}]}';
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: json.length })), (cuts) => {
        const at = [0, ...[...cuts].sort((a, b) => a - b), json.length];
        const pieces = at.slice(1).map((to, index) => json.slice(at[index], to));
        const encoder = stream.encoder();
        const decoder = stream.decoder();
        const events = [start, ...whole(0, call("c", "f", ""), ...pieces), finish, end];
        const read = [...events.flatMap((item) => encoder.push(item)).flatMap((item) => decoder.push(item)), ...decoder.end()];
        expect(collectEvents(read)).toMatchObject({
          response: { choices: [{ parts: [{ arguments: { json, value: JSON.parse(json) } }] }] },
        });
      }),
      { seed },
    );
  });
});
