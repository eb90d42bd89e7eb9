import { describe, expect, test } from "vitest";
import { dropped } from "../../src/core/issue.js";
import { atSource, joinKey, MarkedTrace, splitKey } from "../../src/core/trace.js";

describe("a place in the other document", () => {
  const other = { items: [{ word: "a", deep: { text: "b", more: [1] }, kept: { x: 1 } }], "a.b": 5 };
  const leaf = { text: "a", same: 1, inner: { more: [1] }, extensions: { messages: { "kept.x": 1 } } };
  const root = { list: [leaf], spread: { word: "a" } };
  const trace = new MarkedTrace();
  trace.mark(root, [], { list: ["items"] });
  trace.mark(leaf, ["items", 0], { text: ["word"], inner: ["deep"], "inner.more": ["deep", "more"] });
  trace.mark(root.spread, ["items", 0], { "": ["word"] });

  test.each([
    [["list"], ["items"]],
    [["list", "length"], ["items"]],
    [["spread"], ["items", 0, "word"]],
    [["constructor"], []],
    [[], []],
  ])("is found for %j: %j", (path, place) => {
    expect(trace.locate(root, other, path)).toEqual(place);
  });
});

test.each([[["a"]], [["a", "b"]], [["a.b", "c"]], [["a\\", ".b"]], [[""]], [["", ""]]])(
  "the keys %j are one key and become themselves again",
  (keys) => {
    expect(splitKey(joinKey(keys))).toEqual(keys);
  },
);

describe("a node among many", () => {
  const other = Array.from({ length: 5 }, () => ({ text: "t" }));
  const root = other.map(({ text }) => ({ text }));

  test("is found in the list and in the map that takes its place, and its last mark counts", () => {
    const trace = new MarkedTrace();
    for (const [index, node] of root.entries()) trace.mark(node, [9, index]);
    for (const [index, node] of root.entries()) trace.mark(node, [index]);
    for (let search = 0; search < 100; search++)
      for (const index of root.keys()) expect(trace.locate(root, other, [index, "text"])).toEqual([index, "text"]);
  });

  test("is found where it was marked after others were looked up", () => {
    const trace = new MarkedTrace();
    const found = (late: object) => trace.locate({ late }, { here: { late: {} } }, ["late"]);
    for (let search = 0; search < 100; search++) {
      const late = {};
      expect(found(late)).toEqual([]);
      trace.mark(late, ["here"]);
      expect(found(late)).toEqual(["here"]);
      trace.mark(late, ["here", "late"]);
      expect(found(late)).toEqual(["here", "late"]);
    }
  });
});

test.each([
  ["topK", ["sampling", "topK"], ["generationConfig", "topK"]],
  ["strict", ["tools", 0, "strict"], ["tools", 0, "strict"]],
  ["citations.enabled", ["turns", 0, "parts", 0, "citations"], ["messages", 0, "content", 0, "citations", "enabled"]],
  ["mediaResolution.level", ["turns", 0, "parts", 1, "detail"], ["contents", 0, "parts", 1, "mediaResolution", "level"]],
  ["scores[1]", ["choices", 0, "confidence", 1], ["candidates", 0, "supports", 0, "scores", 1]],
] as const)("a field that the target lacks is `%s` to the reader", (name, canonical, path) => {
  const issue = dropped("dropped.field", canonical, "messages has no `it`; it was left out.");
  expect(atSource([issue], () => path)).toEqual([{ ...issue, path, message: `messages has no \`${name}\`; it was left out.` }]);
});
