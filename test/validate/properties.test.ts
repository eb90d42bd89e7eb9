/** Bodies made to be valid have no finding; planted faults are found, exactly those, exactly there. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StyleName } from "../../src/canonical/common.js";
import type { Path } from "../../src/core/path.js";
import { put } from "./cases.js";
import { errorsOf, findings } from "./validators.js";

const text = fc.string({ minLength: 1, maxLength: 5 });
const chatBlock = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.record({ type: fc.constant("image_url"), image_url: fc.record({ url: fc.constant("https://a/b.png") }) }),
);
const chat = fc.record(
  {
    model: fc.constant("m"),
    messages: fc.array(
      fc.oneof(
        fc.record({ role: fc.constant("user"), content: fc.oneof(text, fc.array(chatBlock, { minLength: 1, maxLength: 3 })) }),
        fc.record({ role: fc.constantFrom("system", "assistant"), content: text }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    top_p: fc.double({ min: 0, max: 1, noNaN: true }),
    max_tokens: fc.integer({ min: 1 }),
    n: fc.integer({ min: 1 }),
    stop: fc.oneof(text, fc.array(text, { maxLength: 4 })),
    stream: fc.boolean(),
    user: text,
    tool_choice: fc.constantFrom("none", "auto", "required"),
    tools: fc.array(fc.record({ type: fc.constant("function"), function: fc.record({ name: fc.constant("f") }) }), { maxLength: 2 }),
  },
  { requiredKeys: ["model", "messages"] },
);
const generate = fc.record(
  {
    contents: fc.array(
      fc.record({ role: fc.constantFrom("user", "model"), parts: fc.array(fc.record({ text }), { minLength: 1, maxLength: 3 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    generationConfig: fc.record(
      {
        temperature: fc.double({ min: 0, max: 1, noNaN: true }),
        topK: fc.integer({ min: 1 }),
        thinkingConfig: fc.oneof(
          fc.record({ thinkingBudget: fc.integer({ min: 0, max: 24576 }) }),
          fc.record({ thinkingLevel: fc.constantFrom("low", "high") }),
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["contents"] },
);
const messages = fc.record(
  {
    model: fc.constant("m"),
    max_tokens: fc.integer({ min: 1 }),
    messages: fc.array(
      fc.record({
        role: fc.constantFrom("user", "assistant"),
        content: fc.array(fc.record({ type: fc.constant("text"), text }), { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    temperature: fc.double({ min: 0, max: 1, noNaN: true }),
    top_k: fc.integer({ min: 0 }),
    stop_sequences: fc.array(text),
    stream: fc.boolean(),
  },
  { requiredKeys: ["model", "max_tokens", "messages"] },
);

type Fault = readonly [rule: string, path: Path, value: unknown];
/** Faults at different places, so that any subset can be planted together. */
const STYLES: readonly (readonly [StyleName, fc.Arbitrary<unknown>, readonly Fault[]])[] = [
  [
    "chat-completions",
    chat,
    [
      ["R-003", ["model"], ""],
      ["R-025", ["temperature"], 2.01],
      ["R-026", ["top_p"], "x"],
      ["R-023", ["max_tokens"], 0],
      ["R-032", ["n"], 1.5],
      ["R-029", ["stop"], 5],
      ["R-028", ["stream"], 1],
      ["R-048", ["user"], 5],
      ["R-046", ["tool_choice"], "any"],
      ["R-038", ["tools"], {}],
      ["R-013", ["messages", 0, "content"], 5],
    ],
  ],
  [
    "messages",
    messages,
    [
      ["R-073", ["model"], 5],
      ["R-077", ["max_tokens"], 0],
      ["V-10", ["temperature"], 1.5],
      ["V-10", ["top_k"], -1],
      ["R-086", ["stream"], "x"],
      ["R-086", ["stop_sequences"], "x"],
      ["R-085", ["messages", 0, "content", 0, "text"], 5],
      ["R-080", ["messages", 0, "role"], "tool"],
    ],
  ],
  [
    "generate-content",
    generate,
    [
      ["R-094", ["contents", 0, "role"], "assistant"],
      ["R-098", ["contents", 0, "parts", 0, "text"], 5],
      ["R-109", ["generationConfig", "temperature"], 1.5],
      ["R-112", ["generationConfig", "topK"], 0],
      ["R-115", ["generationConfig", "responseMimeType"], "text/html"],
      ["R-130", ["safetySettings"], {}],
      ["R-150", ["systemInstruction"], "x"],
      ["R-154", ["async"], "x"],
    ],
  ],
];

for (const [style, valid, faults] of STYLES)
  describe(style, () => {
    it("finds nothing in a valid body", () => {
      fc.assert(
        fc.property(valid, (body) => {
          expect(findings(style, "request", body)).toEqual([]);
        }),
        { numRuns: 100 },
      );
    });

    it("finds exactly the faults that were planted", () => {
      fc.assert(
        fc.property(valid, fc.subarray<Fault>([...faults], { minLength: 1 }), (body, planted) => {
          const broken = planted.reduce((node, [, path, value]) => put(node, path, value), body);
          const found = errorsOf(findings(style, "request", broken)).map(({ rule, path }) => `${rule} ${path.join(".")}`);
          expect([...found].sort()).toEqual(planted.map(([rule, path]) => `${rule} ${path.join(".")}`).sort());
        }),
        { numRuns: 200 },
      );
    });

    it("answers any JSON value", () => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          for (const document of ["request", "response", "error"] as const)
            for (const profile of ["gateway", "vendor"] as const)
              expect(Array.isArray(findings(style, document, value, { profile }))).toBe(true);
        }),
        { numRuns: 200 },
      );
    });
  });
