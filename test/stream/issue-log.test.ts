import { describe, expect, test } from "vitest";
import { failure, type Issue, notice } from "../../src/core/issue.js";
import { IssueLog } from "../../src/stream/issue-log.js";

const note = (message: string) => notice("stream.protocol", [], message);
const fault = (message: string) => failure("stream.error", [], message);
function kept(limit: number, ...issues: readonly Issue[]): readonly Issue[] {
  const log = new IssueLog("all", limit);
  for (const issue of issues) log.add(issue);
  return log.issues;
}
const words = (issues: readonly Issue[]) => issues.map(({ message, more }) => more ?? message);

describe("the findings of a stream", () => {
  test("are all there up to the limit", () => {
    expect(words(kept(3, note("a"), fault("b"), note("c")))).toEqual(["a", "b", "c"]);
  });
  test("are counted beyond it, by the last of those that are left", () => {
    const issues = kept(3, note("a"), note("b"), note("c"), note("d"), note("e"));
    expect(words(issues)).toEqual(["a", "b", 3]);
    expect(issues[2]).toMatchObject({ code: "stream.protocol", severity: "info", path: [], more: 3, limit: 3 });
  });
  test("are counted alone where none may be listed", () => {
    expect(words(kept(0, note("a"), fault("b")))).toEqual([2]);
    expect(kept(0)).toEqual([]);
  });
  test("keep an error in place of the last that is none", () => {
    expect(words(kept(3, note("a"), note("b"), fault("c"), fault("d")))).toEqual(["c", "d", 2]);
    expect(words(kept(3, note("a"), fault("b"), note("c"), fault("d")))).toEqual(["b", "d", 2]);
    expect(words(kept(3, fault("a"), note("b"), note("c"), note("d")))).toEqual(["a", "b", 2]);
  });
  test("keep the last error, which says why the stream broke off, where all are errors", () => {
    expect(words(kept(3, fault("a"), fault("b"), fault("c"), fault("d")))).toEqual(["b", "d", 2]);
    expect(words(kept(1, fault("a"), fault("b")))).toEqual([2]);
  });
});
