/** What a decoder may give, at each limit and one beyond; that streams keep to it is shown in `held.test.ts`. */
import { describe, expect, it } from "vitest";
import type { Issue } from "../../src/core/issue.js";
import type { CanonicalStreamEvent, PartDelta } from "../../src/model/index.js";
import { EventLimits, isHeld, LONGEST_UNSEEN, MAX_CITATIONS, MAX_GATHERED, MAX_PARTS } from "../../src/stream/limits.js";

const delta = (given: PartDelta): CanonicalStreamEvent => ({ type: "part-delta", choice: 0, part: 0, delta: given });
const start = (head: { readonly type: "text" | "thinking" | "refusal"; readonly text: string }): CanonicalStreamEvent => ({
  type: "part-start",
  choice: 0,
  part: 0,
  head,
});
const call: CanonicalStreamEvent = {
  type: "part-start",
  choice: 0,
  part: 0,
  head: { type: "tool-call", variant: "function", id: "c", name: "f", arguments: { json: "" } },
};
const source = { kind: "url", url: "https://a.example" } as const;
const cite = delta({ kind: "citation", citation: source });
const texts = [start({ type: "text", text: "" }), start({ type: "thinking", text: "" }), start({ type: "refusal", text: "" })];
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

function limited() {
  const issues: Issue[] = [];
  return { issues, limits: new EventLimits({ place: [7] }, (issue) => issues.push(issue)) };
}

describe("events within the limits", () => {
  it("are given as they are", () => {
    const { limits, issues } = limited();
    for (const events of [texts, [delta({ kind: "text", text: "a" })], times(MAX_PARTS, call), times(MAX_CITATIONS, cite)])
      expect(limits.within(events)).toEqual(events);
    expect(issues).toEqual([]);
  });

  it("are held but for texts and thoughts as they come", () => {
    const free = [...texts, delta({ kind: "text", text: "a" }), delta({ kind: "thinking", text: "a" }), { type: "end" } as const];
    expect(free.map(isHeld)).toEqual(times(free.length, false));
    const held = [call, cite, delta({ kind: "refusal", text: "a" }), { type: "choice-meta", choice: 0 } as const];
    expect(held.map(isHeld)).toEqual(times(held.length, true));
  });
});

describe("events beyond the limits", () => {
  it.each<[string, CanonicalStreamEvent]>([
    ["arguments", delta({ kind: "arguments", json: "x".repeat(1024) })],
    ["data", delta({ kind: "data", data: "x".repeat(1024) })],
    ["refusals", delta({ kind: "refusal", text: "x".repeat(1024) })],
    ["sounds", delta({ kind: "audio", data: "x".repeat(512), transcript: "x".repeat(512) })],
  ])("end a stream: %s", (_, kilobyte) => {
    const { limits, issues } = limited();
    const some = times(128, kilobyte);
    for (let count = 0; count < MAX_GATHERED / 1024 / 128 - 1; count++) limits.within(some);
    expect(limits.within(some)).toEqual(some);
    expect(issues).toEqual([]);
    const ended = limits.within([cite, delta({ kind: "arguments", json: "x" }), cite]);
    const message = `The stream has more than ${MAX_GATHERED} characters of arguments and media, which is more than is held.`;
    expect(ended).toEqual([
      cite,
      { type: "error", error: { kind: "bad-gateway", status: 502, message, retryable: false } },
      { type: "end" },
    ]);
    expect(issues).toEqual([{ code: "stream.error", severity: "error", loss: "failed", path: [7], message, limit: MAX_GATHERED }]);
    expect(limits.within([cite, ...texts])).toEqual([]);
  });

  it("may come by themselves as long as two of them fit", () => {
    const { limits } = limited();
    limits.within([delta({ kind: "arguments", json: "x".repeat(MAX_GATHERED - 2 * LONGEST_UNSEEN) })]);
    expect(limits.isNear).toBe(false);
    limits.within([delta({ kind: "arguments", json: "x" })]);
    expect(limits.isNear).toBe(true);
  });

  it("end a stream of too many parts", () => {
    const { limits, issues } = limited();
    limits.within(times(MAX_PARTS, call));
    expect(limits.within(texts)).toEqual(texts);
    const message = `The stream has more than ${MAX_PARTS} parts besides texts, which is more than is held.`;
    expect(limits.within([call])).toEqual([expect.objectContaining({ type: "error" }), { type: "end" }]);
    expect(issues).toEqual([expect.objectContaining({ code: "stream.error", message, limit: MAX_PARTS })]);
  });

  it("leave out citations, and say so once", () => {
    const { limits, issues } = limited();
    const some = (count: number): CanonicalStreamEvent => ({ type: "choice-meta", choice: 0, citations: times(count, source) });
    expect(limits.within([some(MAX_CITATIONS - 2)])).toEqual([some(MAX_CITATIONS - 2)]);
    expect(limits.within([cite, some(2), cite, some(1)])).toEqual([cite, some(1), some(0)]);
    expect(limits.within([{ type: "choice-meta", choice: 0 }, cite])).toEqual([{ type: "choice-meta", choice: 0 }]);
    expect(issues).toEqual([
      {
        code: "approximated.citation",
        severity: "warning",
        loss: "approximated",
        path: [7],
        message: `The stream has more than ${MAX_CITATIONS} citations; the others are left out.`,
        limit: MAX_CITATIONS,
      },
    ]);
  });
});
