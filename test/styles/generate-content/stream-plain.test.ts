import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asJson } from "../../../src/core/json.js";
import { conforms } from "../../../src/core/schema.js";
import { camelCased } from "../../../src/styles/generate-content/names.js";
import { plainAnswer } from "../../../src/styles/generate-content/stream-plain.js";
import { GenerateContentResponse } from "../../../src/styles/generate-content/wire-answer.js";
import { mutated, parsed } from "../../support/mutated.js";
import { runs } from "../../support/runs.js";

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", '"', "\ud83d"));
const count = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5));
const details = fc.array(fc.record({ modality: fc.constant("TEXT"), tokenCount: fc.nat() }), { maxLength: 2 });
const part = fc.oneof(fc.record({ text }), fc.record({ text, thought: fc.boolean() }));
const usage = fc.record(
  {
    promptTokenCount: count,
    candidatesTokenCount: fc.nat(),
    totalTokenCount: fc.nat(),
    thoughtsTokenCount: fc.nat(),
    cachedContentTokenCount: fc.nat(),
    toolUsePromptTokenCount: fc.nat(),
    promptTokensDetails: details,
    candidatesTokensDetails: details,
    trafficType: fc.constant("ON_DEMAND"),
  },
  { requiredKeys: [] },
);
const content = fc.record({ parts: fc.tuple(part), role: fc.constant("model") }, { requiredKeys: ["parts"] });
const answer = fc.record(
  {
    candidates: fc.tuple(fc.record({ content, index: fc.oneof(fc.nat(2), fc.constant(0.5)) }, { requiredKeys: ["content"] })),
    usageMetadata: usage,
    modelVersion: fc.constant("m"),
    responseId: fc.constant("r"),
    createTime: fc.constant("2025-12-01T21:58:25Z"),
  },
  { requiredKeys: ["candidates"] },
);
const KEYS = [
  "text",
  "thought",
  "functionCall",
  "thoughtSignature",
  "finishReason",
  "role",
  "index",
  "thought_signature",
  "willContinue",
  "x",
];

const integer = z.custom<number>(Number.isInteger);
const Details = z.array(z.strictObject({ modality: z.string(), tokenCount: integer })).optional();
const Usage = z
  .object({
    promptTokenCount: integer.optional(),
    candidatesTokenCount: integer.optional(),
    totalTokenCount: integer.optional(),
    thoughtsTokenCount: integer.optional(),
    cachedContentTokenCount: integer.optional(),
    toolUsePromptTokenCount: integer.optional(),
    promptTokensDetails: Details,
    candidatesTokensDetails: Details,
  })
  .catchall(z.string())
  .refine((usage) => Object.keys(usage).every((key) => !key.includes("_")));
const Text = z.strictObject({ text: z.string().min(1), thought: z.boolean().optional() });
const Content = z.strictObject({ parts: z.tuple([Text]), role: z.literal("model").optional() });
/** What is plain, in the words of a schema: one text or thought, its counters, and not a field more. */
const PlainAnswer = z.strictObject({
  candidates: z.tuple([z.strictObject({ content: Content, index: integer.optional() })]),
  usageMetadata: Usage.optional(),
  modelVersion: z.string().optional(),
  responseId: z.string().optional(),
  createTime: z.string().optional(),
});

describe("an object narrowed by hand", () => {
  it("is one where a schema of nothing but such objects takes it, has its values, and is always an answer of the wire", () => {
    fc.assert(
      fc.property(fc.oneof(answer.map(parsed), mutated(answer, KEYS), fc.jsonValue()), (event) => {
        const read = PlainAnswer.safeParse(event);
        const found = plainAnswer(event);
        if (found !== undefined) {
          expect(conforms(GenerateContentResponse, event)).toBe(true);
          // No name in it is spelled otherwise than it is read.
          const json = asJson(event);
          expect(json.ok && camelCased(json.value)).toBe(event);
        }
        if (!read.success) return;
        const [{ content, index = 0 }] = read.data.candidates;
        const [part] = content.parts;
        const { usageMetadata } = read.data;
        expect(found).toEqual({ kind: part.thought === true ? "thinking" : "text", index, text: part.text, usage: usageMetadata });
      }),
      runs(2000),
    );
  });
});
