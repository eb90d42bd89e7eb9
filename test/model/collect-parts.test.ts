/** What a fold of events holds exactly, with no field that nothing was said of. */
import { expect, it } from "vitest";
import type { CanonicalStreamEvent, Choice, Part, PartDelta } from "../../src/model/index.js";
import { collectEvents } from "../support/canonical-events.js";
import { text, thought } from "../support/parts.js";

const FINISH: CanonicalStreamEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
const begin = (part: number, head: Part): CanonicalStreamEvent => ({ type: "part-start", choice: 0, part, head });
const grow = (part: number, delta: PartDelta): CanonicalStreamEvent => ({ type: "part-delta", choice: 0, part, delta });

function fold(...events: CanonicalStreamEvent[]) {
  return collectEvents([{ type: "start" }, ...events, { type: "end" }]);
}
function partOf(head: Part, deltas: readonly PartDelta[]): Part | undefined {
  const folded = fold(begin(0, head), ...deltas.map((delta) => grow(0, delta)), FINISH);
  return folded.ok ? folded.response.choices[0]?.parts[0] : undefined;
}
const media = (data: string) => ({ source: { kind: "base64", mimeType: "a/b", data } }) as const;

it.each<[string, Part, readonly PartDelta[], Part]>([
  ["a text", text("a"), [{ kind: "text", text: "b" }], text("ab")],
  ["a thought", thought("a"), [{ kind: "thinking", text: "b" }], thought("ab")],
  ["a refusal", { type: "refusal", text: "a" }, [{ kind: "refusal", text: "b" }], { type: "refusal", text: "ab" }],
  [
    "a redacted thought",
    { type: "redacted-thinking", data: "A" },
    [{ kind: "data", data: "B" }],
    { type: "redacted-thinking", data: "AB" },
  ],
  ["an image", { type: "image", ...media("A") }, [{ kind: "data", data: "B" }], { type: "image", ...media("AB") }],
  ["a video", { type: "video", ...media("A") }, [{ kind: "data", data: "B" }], { type: "video", ...media("AB") }],
  ["a sound", { type: "audio", ...media("A") }, [{ kind: "audio", data: "B" }], { type: "audio", ...media("AB") }],
  [
    "a sound in pieces with padding of their own",
    { type: "audio", ...media("") },
    [
      { kind: "audio", data: "QQ==" },
      { kind: "audio", data: "QkM=" },
      { kind: "audio", data: "REVG" },
    ],
    { type: "audio", ...media("QUJDREVG") },
  ],
  [
    "a sound in pieces that are no base64",
    { type: "audio", ...media("") },
    [
      { kind: "audio", data: "Q=" },
      { kind: "audio", data: "B" },
    ],
    { type: "audio", ...media("Q=B") },
  ],
])("adds to the head of %s", (_what, head, deltas, part) => {
  expect(partOf(head, deltas)).toStrictEqual(part);
});

it("keeps the value that a head has for arguments of which no more came, and reads them anew where more did", () => {
  const head = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "oops", value: { a: 1 } } } as const;
  expect(partOf(head, [])).toStrictEqual(head);
  const begun = { ...head, arguments: { json: '{"a":', value: {} } };
  expect(partOf(begun, [{ kind: "arguments", json: "2}" }])).toStrictEqual({ ...head, arguments: { json: '{"a":2}', value: { a: 2 } } });
});

it("orders parts and choices by their number, and takes a choice without a finish for ended", () => {
  const other: CanonicalStreamEvent = { type: "part-start", choice: 1, part: 0, head: text("c") };
  const folded = fold(other, begin(1, text("b")), { type: "ping" }, begin(0, text("a")), FINISH);
  expect(folded.ok && folded.response.choices).toStrictEqual<Choice[]>([
    { index: 0, parts: [text("a"), text("b")], finish: { reason: "stop" } },
    { index: 1, parts: [text("c")], finish: { reason: "other" } },
  ]);
});

it("keeps what an earlier event said of a choice where a later one does not say it", () => {
  const folded = fold(
    { type: "choice-meta", choice: 0, safety: [1], logprobs: { content: null } },
    { type: "choice-meta", choice: 0, logprobs: { content: [1] } },
    FINISH,
  );
  expect(folded.ok && folded.response.choices).toStrictEqual<Choice[]>([
    { index: 0, parts: [], finish: { reason: "stop" }, safety: [1], logprobs: { content: [1] } },
  ]);
});
