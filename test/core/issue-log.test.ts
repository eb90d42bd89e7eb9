import { describe, expect, test } from "vitest";
import { inDocumentOrder } from "../../src/core/findings.js";
import { failure, type Issue, notice, type Path, suggest } from "../../src/core/issue.js";
import { IssueLog } from "../../src/core/issue-log.js";

const note = (message: string) => notice("stream.protocol", [], message);
const warning = (message: string) => notice("stream.protocol", [], message, { severity: "warning" });
const fault = (message: string) => failure("stream.error", [], message);
function logOf(limit: number, ...issues: readonly Issue[]): IssueLog {
  const log = new IssueLog({ report: "all", maxIssues: limit });
  for (const issue of issues) log.add(issue);
  return log;
}
const kept = (limit: number, ...issues: readonly Issue[]) => words(logOf(limit, ...issues).issues);
const words = (issues: readonly Issue[]) => issues.map(({ message, more }) => more ?? message);

describe("the findings of a call or a stream", () => {
  test("are counted beyond it", () => {
    expect(kept(3, note("a"), note("b"), note("c"), note("d"), note("e"))).toEqual(["a", "b", "c", 2]);
    expect(kept(0, note("a"))).toEqual([1]);
    expect(logOf(1, note("a"), note("b")).rest).toMatchObject({ code: "issues.more", severity: "info", path: [], more: 1, limit: 1 });
    expect(logOf(1, note("a"), warning("b")).rest).toMatchObject({ code: "issues.more", severity: "warning" });
    expect(logOf(1, note("a")).rest).toBeUndefined();
  });
  test("keep an error in place of the last that is none", () => {
    expect(kept(3, note("a"), note("b"), note("c"), fault("d"))).toEqual(["a", "b", "d", 1]);
    expect(kept(3, note("a"), fault("b"), note("c"), fault("d"))).toEqual(["a", "b", "d", 1]);
  });
  test("keep the last error, which says why a stream broke off, where all are errors, and one whatever the limit", () => {
    expect(kept(3, fault("a"), fault("b"), fault("c"), fault("d"))).toEqual(["a", "b", "d", 1]);
    expect(kept(0, fault("a"), fault("b"))).toEqual(["b", 1]);
  });
  test("have no room for more errors once one came beyond the limit", () => {
    expect(logOf(2, note("a"), fault("b")).exhausted).toBeUndefined();
    expect(logOf(2, note("a"), fault("b"), note("c")).exhausted).toBeUndefined();
    expect(logOf(2, note("a"), fault("b"), fault("c")).exhausted).toBe(true);
  });
  test("take in what others left out", () => {
    const inner = logOf(1, note("a"), note("b"), warning("c"));
    const outer = logOf(5, note("z"), ...inner.issues, note("y"));
    expect(words(outer.issues)).toEqual(["z", "a", "y", 2]);
    expect(outer.rest?.severity).toBe("warning");
  });
  test("need not be made where they would only be counted", () => {
    const log = logOf(2, note("a"), note("b"));
    expect([log.wants("error"), log.wants("info"), log.wants("warning")]).toEqual([true, false, false]);
    expect(words(log.issues)).toEqual(["a", "b", 2]);
    expect(logOf(3, note("a")).wants("info")).toBe(true);
  });
  test("are told of one by one as they are listed", () => {
    const heard: Issue[] = [];
    const log = new IssueLog({ report: "all", maxIssues: 1 }, undefined, (issue) => heard.push(issue));
    for (const issue of [note("a"), note("b"), fault("c")]) log.add(issue);
    expect(words(heard)).toEqual(["a", "c"]);
    expect(log.rest).toMatchObject({ more: 1 });
  });
});

test.each([
  ["Auto", "auto"],
  ["aut", "auto"],
  ["autoo", "auto"],
  ["atuo", "auto"],
  ["outa", undefined],
  ["au", undefined],
  ["A".repeat(81), undefined],
])("%s was probably meant as %s", (word, meant) => {
  expect(suggest(word, ["auto", "none", "a".repeat(81)])).toBe(meant);
});

const document = { b: [{ y: 1, x: 2 }, "s"], a: 5, keys: { z: 1, "07": 2, "12": 3, "3000000000": 4, "5": 5 } };

test.each([
  [[["a"], ["b"]], [1, 0], "by the order of the keys"],
  [[["a"], ["b", 0, "missing"], ["b", 0, "y"]], [1, 2, 0], "a missing member where its parent starts"],
  [[["b", 0], ["nowhere"], []], [1, 2, 0], "a missing field before all others"],
  [[["a"], ["a"], ["b"]], [2, 0, 1], "those of one place as they came"],
  [["z", "07", "3000000000", "12", "5"].map((key) => ["keys", key]), [4, 3, 2, 0, 1], "keys that are numbers first, as in every object"],
] as readonly (readonly [readonly Path[], readonly number[], string])[])("findings at %j stand in the order %j: %s", (paths, order) => {
  const issues = paths.map((path) => failure("failed.unsupported", path, ""));
  expect(inDocumentOrder(document, issues).map((issue) => issues.indexOf(issue))).toEqual(order);
});
