/** The pure part of the playground: places in a text, links, and what is shown. */
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../site/playground/examples.js";
import { spansOf } from "../../site/playground/places.js";
import { DEFAULTS, hashOf, LONGEST_LINK, type State, stateOf } from "../../site/playground/state.js";
import { piecesOf, profilesOf, viewOf } from "../../site/playground/view.js";

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
  const state: State = {
    ...DEFAULTS,
    ...{ kind: "stream", style: "messages", text: "data: {}/#%+& =\n\n°💡", report: "all", onLoss: "reject", facts: true, path: "/x" },
    profiles: { ...DEFAULTS.profiles, "chat-completions": "mistral" },
    models: { ...DEFAULTS.models, "generate-content": "gemini-2.5-flash" },
  };
  it("holds the state", () => {
    expect(stateOf(`#${hashOf(state)}`)).toEqual(state);
    expect(hashOf({ ...DEFAULTS, text: "x" })).toBe("kind=request&style=chat-completions&text=x");
  });
  it("of what is too long is none", () => {
    expect(hashOf({ ...state, text: "x".repeat(LONGEST_LINK) })).toBeUndefined();
    expect(hashOf({ ...state, text: "%".repeat(LONGEST_LINK / 2) })).toBeUndefined();
  });
  it.each(["", "#", "#losses", "#kind=request&style=other&text=x", "#kind=other&style=messages&text=x", "#kind=request&style=messages"])(
    "is not %j",
    (hash) => expect(stateOf(hash)).toBeUndefined(),
  );
});

const seen = (state: Partial<State>) => viewOf({ ...DEFAULTS, ...state });

describe("what is shown", () => {
  it.each(EXAMPLES)("of $name is two results", (example) => {
    expect(seen(example).targets.map(({ text }) => text === "")).toEqual([false, false]);
  });

  it("marks what was lost in the source, and keeps its text", () => {
    const [example] = EXAMPLES;
    if (example?.text === undefined) throw new Error("no example");
    const pieces = piecesOf(
      example.text,
      seen(example).targets.flatMap(({ findings }) => findings),
    );
    expect(pieces.map(({ text }) => text).join("")).toBe(example.text);
    expect(pieces).toContainEqual({ text: '"seed": 7', severity: "warning" });
  });

  it.each([
    ['{"model":\n t}', "t"],
    ['{"model":', ":"],
  ])("of %j is the place of the fault, once", (text, place) => {
    const { targets, broken } = seen({ style: "messages", text });
    expect(targets.flatMap(({ findings }) => findings)).toEqual([]);
    expect(broken?.issue.code).toBe("validation.R-071");
    expect(text.slice(broken?.span?.start, broken?.span?.end)).toBe(place);
  });

  it("depends on every field", () => {
    const text = JSON.stringify({ model: "m", seed: 1, max_completion_tokens: 9, messages: [{ role: "user", content: "hi" }] });
    const codes = (state: Partial<State>) =>
      seen({ text, ...state }).targets[0]?.findings.map(({ issue }) => `${issue.severity} ${issue.code}`);
    expect(codes({})).toEqual(["warning dropped.field"]);
    expect(codes({ onLoss: "reject" })).toEqual(["error dropped.field"]);
    expect(codes({ models: { ...DEFAULTS.models, messages: "claude-opus-4-1" } })).toContain("info conflict.resolved");
    const path = "/v1beta/models/m:generateContent";
    const asked = {
      style: "generate-content",
      path,
      text: '{"contents":[{"role":"user","parts":[{"text":"x"}]}],"generationConfig":{"maxOutputTokens":9,"seed":1}}',
    } as const;
    const mistral = seen({ ...asked, profiles: { ...DEFAULTS.profiles, "chat-completions": "mistral" } }).targets[0];
    expect(JSON.parse(mistral?.text ?? "")).toMatchObject({ model: "m", max_tokens: 9, random_seed: 1 });
  });

  it("offers each target the servers of its style", () => {
    expect(profilesOf("generate-content")).toEqual(["vendor", "gateway", "ai-studio", "vertex"]);
    expect(profilesOf("messages")).toContain("bedrock");
    expect(profilesOf("chat-completions")).toContain("mistral");
  });

  it("of a stream is event against event, and together the whole", () => {
    const stream = EXAMPLES.find(({ kind }) => kind === "stream");
    const { targets, steps } = seen(stream ?? {});
    expect(steps.map(({ source }) => source).join("")).toBe(stream?.text);
    expect(targets.map(({ text }) => text)).toEqual([0, 1].map((at) => steps.map(({ written }) => written[at]).join("")));
    expect(steps[0]?.reasons).toEqual(["messages: messages has no `created`; it was left out."]);
    expect(targets[0]?.findings[0]?.span).toEqual({ start: 0, end: stream?.text?.indexOf("\n") });
  });
});
