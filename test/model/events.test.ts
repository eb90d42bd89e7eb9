/** The events that a whole answer is told in, one by one. */
import { describe, expect, it } from "vitest";
import { eventsOf, splitPart } from "../../src/model/events.js";
import type { CanonicalResponse, Part, PartDelta } from "../../src/model/index.js";

const told = (answer: CanonicalResponse) => [...eventsOf(answer)];

describe("the events of an answer", () => {
  it("are its start and its end where it holds nothing", () => {
    expect(told({ choices: [] })).toStrictEqual([{ type: "start" }, { type: "end" }]);
  });

  it("state its usage first and last, and why the prompt was blocked with the end of its first choice", () => {
    const usage = { inputTokens: 1, outputTokens: 2 };
    const finish = { reason: "content-filter" } as const;
    const choices = [
      { index: 0, parts: [], finish },
      { index: 1, parts: [], finish },
    ];
    expect(told({ id: "r", choices, usage, promptBlock: { reason: "SAFETY" } })).toStrictEqual([
      { type: "start", id: "r", usage },
      { type: "finish", choice: 0, finish, promptBlock: { reason: "SAFETY" } },
      { type: "finish", choice: 1, finish },
      { type: "usage", usage },
      { type: "end" },
    ]);
  });
});

const call = (json: string): Part => ({ type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json } });
const sound = (data: string, more: object = {}): Part => ({ type: "audio", source: { kind: "base64", mimeType: "a/b", data }, ...more });
const linked: Part = { type: "audio", source: { kind: "url", url: "https://a.example/a.wav" } };

it.each<[string, Part, readonly PartDelta[]]>([
  ["an empty text", { type: "text", text: "" }, []],
  ["an empty thought", { type: "thinking", text: "" }, []],
  ["an empty refusal", { type: "refusal", text: "" }, []],
  ["a call", call("{}"), [{ kind: "arguments", json: "{}" }]],
  ["a call without a text of its arguments", call(""), []],
  ["a sound", sound("A"), [{ kind: "audio", data: "A" }]],
  ["a sound that is only heard", sound("", { transcript: "a" }), [{ kind: "audio", data: "", transcript: "a" }]],
  ["a sound with what is heard of it", sound("A", { transcript: "a" }), [{ kind: "audio", data: "A", transcript: "a" }]],
  ["a sound of nothing", sound(""), []],
  ["a sound elsewhere", linked, []],
  ["code to run", { type: "code-call", id: "k", language: "python", code: "1" }, []],
])("%s comes in as many pieces as it has something to say", (_what, part, deltas) => {
  expect(splitPart(part).deltas).toStrictEqual(deltas);
});
