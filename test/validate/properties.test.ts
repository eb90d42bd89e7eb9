/** Bodies made to be valid have no finding; faults planted in them are found, exactly those, exactly there. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPath, type Path } from "../../src/core/issue.js";
import type { StyleName } from "../../src/model/common.js";
import { seed } from "../support/runs.js";
import { put } from "./cases.js";
import { chatCompletionsCases } from "./cases-chat-completions.js";
import { generateContentCases } from "./cases-generate-content.js";
import { messagesCases } from "./cases-messages.js";
import { type Rich, richDocuments } from "./rich.js";
import { errorsOf, findings } from "./validators.js";

/** Broken by the URL and not by the body. */
const OF_THE_URL = ["R-087", "R-088"];
/** Of fields that the specification does not list: in its profile no document without findings has them. */
const OF_EXTENSIONS = ["V-07"];

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
      { minLength: 1, maxLength: 4 },
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

const VALID: readonly (readonly [StyleName, fc.Arbitrary<unknown>])[] = [
  ["chat-completions", chat],
  ["messages", messages],
  ["generate-content", generate],
];

describe.each(VALID)("%s", (style, valid) => {
  it("finds nothing in a valid body", () => {
    fc.assert(
      fc.property(valid, (body) => {
        expect(findings(style, "request", body)).toEqual([]);
      }),
      { numRuns: 100, seed },
    );
  });

  it("answers any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const document of ["request", "response", "error"] as const)
          for (const profile of ["gateway", "vendor"] as const)
            expect(Array.isArray(findings(style, document, value, { profile }))).toBe(true);
      }),
      { numRuns: 200, seed },
    );
  });
});

/** A value that a rule refuses, and where the finding stands. */
interface Plant {
  readonly rule: string;
  readonly at: Path;
  readonly found: Path;
  readonly value: unknown;
}

const groups = [...chatCompletionsCases, ...messagesCases, ...generateContentCases];

/** All that the cases know to be refused in documents of this kind. */
function plantsFor({ style, document, options }: Pick<Rich, "style" | "document" | "options">): Plant[] {
  return groups
    .filter((group) => group.style === style && group.document === document)
    .flatMap(({ cases }) => cases)
    .filter((row) => (row.options?.profile ?? "gateway") === options.profile)
    .flatMap(({ rule, at, found = at, rejects = [] }) => rejects.map((value) => ({ rule, at, found, value })));
}

const written = ({ rule, path }: { readonly rule?: string | undefined; readonly path: Path }) => `${rule} ${formatPath(path)}`;

function errorsIn({ style, document, options, body }: Rich, plants: readonly Plant[]): string[] {
  const broken = plants.reduce((node, { at, value }) => put(node, at, value), body);
  return errorsOf(findings(style, document, broken, options))
    .map(written)
    .sort();
}

/** Those that fit into this document: there each is the one fault. */
function fitting(rich: Rich): Plant[] {
  return plantsFor(rich).filter((plant) => {
    const found = errorsIn(rich, [plant]);
    return found.length === 1 && found[0] === written({ rule: plant.rule, path: plant.found });
  });
}

/** Where one fault makes others meaningless: what has no type has no fields, and what hangs on a flag counts for nothing without it. */
const TOGETHER: readonly (readonly string[])[] = [
  ["messages", "thinking", "temperature", "top_p", "top_k", "tool_choice", "max_tokens"],
  ["contents"],
  ["content"],
  ["choices[0].index", "choices[1]"],
  ["tools", "toolConfig", "tool_choice"],
  ["response_format"],
  ["safetySettings"],
  ["generationConfig.thinkingConfig"],
];

function apart(one: Plant, other: Plant): boolean {
  const related = TOGETHER.some((places) => [one, other].every(({ found }) => places.some((place) => formatPath(found).startsWith(place))));
  return !related && isBeside(one.at, other.at) && isBeside(one.found, other.found);
}

function isBeside(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).some((step, index) => step !== other[index]);
}

describe("one planted fault", () => {
  const kinds = new Map(richDocuments.map((rich) => [`${rich.style} ${rich.document}, ${rich.options.profile}`, rich]));

  it.each([...kinds])("of each rule is the only one found: %s", (_, kind) => {
    const rich = richDocuments.filter(
      ({ style, document, options }) => style === kind.style && document === kind.document && options.profile === kind.options.profile,
    );
    const excepted = [...OF_THE_URL, ...(kind.options.profile === "gateway" ? OF_EXTENSIONS : [])];
    const planted = new Set(rich.flatMap(fitting).map(({ rule }) => rule));
    expect([...new Set(plantsFor(kind).map(({ rule }) => rule))].filter((rule) => !planted.has(rule) && !excepted.includes(rule))).toEqual(
      [],
    );
  });
});

describe("several planted faults", () => {
  for (const [index, rich] of richDocuments.entries()) {
    const plants = fitting(rich);
    it(`are found, exactly those: ${rich.style} ${rich.document}, ${rich.options.profile} ${index}`, () => {
      expect(findings(rich.style, rich.document, rich.body, rich.options)).toEqual([]);
      fc.assert(
        fc.property(fc.shuffledSubarray(plants, { minLength: 2, maxLength: 6 }), (chosen) => {
          const together = chosen.filter((plant, place) => chosen.slice(0, place).every((other) => apart(plant, other)));
          expect(errorsIn(rich, together)).toEqual(together.map(({ rule, found }) => written({ rule, path: found })).sort());
        }),
        { numRuns: 200, seed },
      );
    });
  }
});
