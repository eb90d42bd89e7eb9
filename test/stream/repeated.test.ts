/** What is told of an event by its text alone: never anything that parsing it would not give. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RepeatedEvent } from "../../src/fast-path/repeated-event.js";
import { createEventTranslator, createStreamTranslator } from "../../src/index.js";
import { runs } from "../support/runs.js";
import { run } from "../support/streams.js";

const word = fc.oneof(
  fc.constantFrom("", "a", "ab", "content", "pad", "id", " ", '"', "\\", "\n", "\u2028", "\ud83d", "é"),
  fc.string({ maxLength: 4 }),
);
const event = fc.record(
  { id: word, before: word, content: word, after: fc.oneof(word, fc.nat()), pad: word },
  { requiredKeys: ["content"] },
);
/** Texts that are nearly events. */
const broken = fc
  .tuple(event, fc.nat(200), fc.constantFrom("", '"', "\\", "\\x", "\t", "}", ',"content":"b"', " "))
  .map(([value, at, piece]) => {
    const text = JSON.stringify(value);
    const place = at % (text.length + 1);
    return text.slice(0, place) + piece + text.slice(place + (at % 2));
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What stands around the text of two events that differ in it. */
function learned(first: string, second: string, texts: readonly [string, string], padding = "pad"): RepeatedEvent | undefined {
  const of = (event: string, text: string) => ({ event, text, counted: false, written: `<${JSON.stringify(text)}>` });
  return RepeatedEvent.of(of(first, texts[0]), of(second, texts[1]), padding);
}

describe("an event that is like the last ones but for its text", () => {
  it("holds that text, and all else as it was but its padding", () => {
    let known = 0;
    fc.assert(
      fc.property(
        event,
        fc.oneof(
          event.map((value) => JSON.stringify(value)),
          broken,
        ),
        fc.tuple(word, word, word),
        word,
        (first, other, [content, last, next], pad) => {
          const like = (text: string) =>
            JSON.stringify(first.pad === undefined ? { ...first, content: text } : { ...first, content: text, pad });
          const repeated = learned(like(content), like(last), [content, last]);
          if (repeated === undefined) return;
          for (const text of [other, JSON.stringify({ ...first, content: next }), like(next)]) {
            const body = repeated.bodyOf(text);
            if (body === undefined) continue;
            known++;
            const value = parsed(text);
            expect(value).toMatchObject({ content: JSON.parse(`"${body}"`) });
            expect(JSON.stringify(JSON.parse(`"${body}"`))).toBe(`"${body}"`);
            expect(body).not.toBe("");
            expect({ ...first, content: "", pad: "" }).toEqual({ ...(typeof value === "object" ? value : {}), content: "", pad: "" });
          }
        },
      ),
      runs(3000),
    );
    expect(known).toBeGreaterThan(0.067 * runs(3000).numRuns);
  });

  it.each<[string, string, string]>([
    ["its text may be another one of its strings", '{"id":"a","content":"a"}', '{"id":"b","content":"b"}'],
    ["what looks like its text is the name of a member", '{"a":1,"content":"\\u0061"}', '{"b":1,"content":"\\u0062"}'],
    ["it has no such text", '{"content":"c"}', '{"content":"b"}'],
    ["something else differs", '{"id":1,"content":"a"}', '{"id":2,"content":"b"}'],
  ])("is not looked for where %s", (_why, first, second) => {
    expect(learned(first, second, ["a", "b"])).toBeUndefined();
  });

  it.each<[string, string | undefined]>([
    ['{"content":"c","pad":"xyz"}', "c"],
    ['{"content":"\\n","pad":""}', "\\n"],
    ['{"content":"\\u003c\\u00E9","pad":""}', "<é"],
    ['{"content":"\\ud83d","pad":""}', undefined],
    ['{"content":"\\x","pad":""}', undefined],
    ['{"content":"\t","pad":""}', undefined],
    ['{"content":"","pad":""}', undefined],
    ['{"content":"b","pad":"\\""}', undefined],
    ['{"content":"b","pad":"x"} ', undefined],
    ['{"content":"b","more":"c","pad":"x"}', undefined],
    ['{"content":"b', undefined],
  ])("%s has the text %j", (text, expected) => {
    const repeated = learned('{"content":"a","pad":"x"}', '{"content":"b","pad":"xy"}', ["a", "b"]);
    expect(repeated?.bodyOf(text)).toBe(expected);
    expect(repeated?.frame("c")).toBe('<"c">');
  });
});

it("holds its text whatever number of spaces pads it", () => {
  const repeated = learned('{"content":"a"}  ', '{"content":"b"}   ', ["a", "b"]);
  for (const spaces of ["", " ", "     "]) expect(repeated?.bodyOf(`{"content":"c"}${spaces}`)).toBe("c");
  expect(repeated?.bodyOf('{"content":"c" } ')).toBeUndefined();
});

const said = fc.tuple(
  fc.constantFrom("content", "reasoning_content", "first call", "second call"),
  fc.constantFrom("a", "b", " ", "{", "\\"),
);
const chunk = (delta: object) => ({ id: "r", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta }] });
const chunkOf = ([kind, text]: readonly [string, string]) =>
  chunk(
    kind.endsWith("call") ? { tool_calls: [{ index: kind === "first call" ? 0 : 1, function: { arguments: text } }] } : { [kind]: text },
  );
const head = { tool_calls: [0, 1].map((index) => ({ index, id: `c${index}`, type: "function", function: { name: "f", arguments: "" } })) };

describe("a stream whose deltas are of several kinds", () => {
  it("says as text what it says as events", () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 16 }), (deltas) => {
        const events = [chunk(head), ...deltas.map(chunkOf)];
        const options = { from: "chat-completions", to: "messages" } as const;
        const translator = createEventTranslator(options);
        const expected = [...events.flatMap((event) => translator.push(event).events), ...translator.end().events];
        const source = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
        for (const fastPath of [true, false]) {
          const { text } = run(createStreamTranslator({ ...options, fastPath }), [source]);
          expect(text.match(/(?<=^data: ).*/gm)).toEqual(expected.map((event) => JSON.stringify(event)));
        }
      }),
      runs(500),
    );
  });
});
