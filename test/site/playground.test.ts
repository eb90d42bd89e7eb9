/** The pure part of the playground: places in a text, links, and what is shown. */
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../site/playground/examples.js";
import { spansOf } from "../../site/playground/places.js";
import { hashOf, LONGEST_LINK, type State, stateOf } from "../../site/playground/state.js";
import { piecesOf, stepsOf, targetsOf } from "../../site/playground/view.js";

describe("the place of a path in a text", () => {
  const text = '{"a": [1, {"b\\u0020c": "x}]\\"", "d": {}}], "e":\n null, "f": [[], [2]]}';
  it.each([
    [["a"], '"a"'],
    [["a", 0], "1"],
    [["a", 1], "{"],
    [["a", 1, "b c"], '"b\\u0020c": "x}]\\""'],
    [["a", 1, "d"], '"d"'],
    [["a", 1, "d", "none", 3], '"d"'],
    [["e"], '"e":\n null'],
    [["f", 1, 0], "2"],
    [[], undefined],
    [["none"], undefined],
  ])("%j", (path, expected) => {
    const [span] = spansOf(text, [path]);
    expect(span && text.slice(span.start, span.end)).toBe(expected);
  });
});

describe("a link", () => {
  const state: State = { kind: "stream", style: "messages", text: "data: {}/#%\n\n°💡" };
  it("holds the state", () => expect(stateOf(`#${hashOf(state)}`)).toEqual(state));
  it("of what is too long is none", () => expect(hashOf({ ...state, text: "x".repeat(LONGEST_LINK) })).toBeUndefined());
  it.each(["", "#", "#losses", "#request/other/x", "#other/messages/x", "#request/messages/%"])("is not %j", (hash) =>
    expect(stateOf(hash)).toBeUndefined(),
  );
});

describe("what is shown", () => {
  it.each(EXAMPLES)("of $name is two results", (example) => {
    expect(targetsOf(example).map(({ text }) => text === "")).toEqual([false, false]);
  });

  it("marks what was lost in the source, and keeps its text", () => {
    const [example] = EXAMPLES;
    if (example === undefined) throw new Error("no example");
    const pieces = piecesOf(example.text, targetsOf(example));
    expect(pieces.map(({ text }) => text).join("")).toBe(example.text);
    expect(pieces.filter(({ reasons }) => reasons.length > 0).map(({ text }) => text)).toContain('"seed": 7');
  });

  it("of broken JSON is the place of the fault", () => {
    const targets = targetsOf({ kind: "request", style: "messages", text: '{"model":' });
    expect(targets.flatMap(({ findings }) => findings.map(({ issue }) => issue.code))).toEqual(["validation.R-071", "validation.R-071"]);
  });

  it("of a stream is event against event, and together the whole", () => {
    const stream = EXAMPLES.find(({ kind }) => kind === "stream");
    if (stream === undefined) throw new Error("no stream");
    const steps = stepsOf(stream);
    expect(steps.map(({ source }) => source).join("")).toBe(stream.text);
    expect(targetsOf(stream).map(({ text }) => text)).toEqual([0, 1].map((at) => steps.map(({ written }) => written[at]).join("")));
  });
});
