import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { conforms } from "../../../src/core/schema.js";
import { plainChunk } from "../../../src/styles/chat-completions/stream.js";
import { ChatCompletionsChunk } from "../../../src/styles/chat-completions/wire-answer.js";
import { anyText } from "../../arbitraries/common.js";
import { mutated, parsed } from "../../support/mutated.js";
import { runs } from "../../support/runs.js";

const text = fc.oneof(anyText(), fc.constantFrom("", "{}", '"', "\ud83d"));
const nullish = fc.constantFrom(null, "fp_1", "");
const index = fc.oneof(fc.nat(2), fc.constantFrom(-1, 0.5));
const delta = fc.oneof(
  fc.record({ content: text }),
  fc.record({ role: fc.constantFrom("assistant", null), content: text, refusal: fc.constant(null) }),
  fc.record({ content: fc.constantFrom("", null), reasoning_content: text }),
  fc.record({ tool_calls: text }),
  fc.record({ tool_calls: fc.tuple(fc.record({ index, function: fc.record({ arguments: text }) })) }),
);
const chunk = fc.record(
  {
    id: fc.constantFrom("chatcmpl-1", null),
    object: fc.constant("chat.completion.chunk"),
    created: fc.constantFrom(1, 0.5, null),
    model: fc.constant("m"),
    choices: fc.tuple(fc.record({ index, delta, finish_reason: fc.constant(null), logprobs: fc.constant(null) })),
    usage: fc.constant(null),
    system_fingerprint: nullish,
    service_tier: nullish,
    obfuscation: nullish,
    x_server: fc.constant(null),
  },
  { requiredKeys: ["choices"] },
);
const KEYS = ["content", "role", "tool_calls", "reasoning_content", "finish_reason", "usage", "error", "index", "delta", "toString", "x"];

const envelopeText = z.string().nullable().optional();
const silent = z.null();
const Envelope = {
  id: envelopeText,
  object: envelopeText,
  model: envelopeText,
  created: z.number().int().min(0).nullable().optional(),
  system_fingerprint: envelopeText,
  service_tier: envelopeText,
  obfuscation: envelopeText,
};
const said = z.string().min(1);
const role = z.literal("assistant").nullable().optional();
const call = z.strictObject({ index: z.number(), function: z.strictObject({ arguments: said }) });
const nothing = z.literal("").nullable().optional();
/** What is plain, in the words of a schema: an envelope and one piece; every field beside them is null. */
const PlainChunk = z
  .object({
    ...Envelope,
    choices: z.tuple([
      z
        .object({
          index: z.number().int().min(0),
          delta: z.union([
            z.object({ role, content: said }).catchall(silent),
            z.object({ role, content: nothing, reasoning_content: said }).catchall(silent),
            z.object({ role, content: nothing, tool_calls: z.tuple([call]) }).catchall(silent),
          ]),
        })
        .catchall(silent),
    ]),
  })
  .catchall(silent);

/** The piece of a chunk, found in another way. */
function pieceOf({ choices: [{ index, delta }] }: z.infer<typeof PlainChunk>) {
  if (typeof delta.content === "string" && delta.content !== "") return { index, kind: "text", text: delta.content, call: 0 };
  if ("reasoning_content" in delta && typeof delta.reasoning_content === "string")
    return { index, kind: "thinking", text: delta.reasoning_content, call: 0 };
  const { tool_calls: calls } = z.object({ tool_calls: z.tuple([call]) }).parse(delta);
  return { index, kind: "arguments", text: calls[0].function.arguments, call: calls[0].index };
}

describe("a chunk narrowed by hand", () => {
  const plain = (delta: unknown, choice: object = {}) => plainChunk({ choices: [{ index: 0, delta, ...choice }] });
  const args = (call: object) => ({ tool_calls: [{ index: 0, function: { arguments: "{" }, ...call }] });

  it.each<[unknown, object?]>([
    [{ content: "a" }, { index: "0" }],
    [{ content: "a" }, { index: Number.POSITIVE_INFINITY }],
    [{ content: "a" }, { index: undefined }],
    [["content"]],
    [{ content: "a", name: "assistant" }],
    [{ content: "a", refusal: "" }],
    [{ content: "a", reasoning_content: "b" }],
    [{ role: "assistant", content: "" }],
    [{ content: 5 }],
    [args({ index: "0" })],
    [args({ index: Number.NaN })],
    [args({ function: { arguments: 5 } })],
    [args({ function: [] })],
  ])("is none with a delta of %j and %j beside it", (delta, choice) => {
    expect(plain(delta, choice)).toBeUndefined();
  });

  it("is one exactly where a schema of nothing but such chunks takes it, has its values, and is a chunk of the wire", () => {
    fc.assert(
      fc.property(fc.oneof(chunk.map(parsed), mutated(chunk, KEYS), fc.jsonValue()), (event) => {
        const read = PlainChunk.safeParse(event);
        const found = plainChunk(event);
        expect(found !== undefined).toBe(read.success);
        if (!read.success || found === undefined) return;
        expect(conforms(ChatCompletionsChunk, event)).toBe(true);
        const { system_fingerprint, service_tier } = read.data;
        const told = { fingerprint: system_fingerprint ?? undefined, tier: service_tier ?? undefined };
        expect(found).toEqual({ ...pieceOf(read.data), ...told });
      }),
      runs(2000),
    );
  });
});
