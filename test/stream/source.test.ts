/** What the bytes of an answer are, as far as they have come. */
import { describe, expect, it } from "vitest";
import { StreamSource } from "../../src/stream/source.js";
import { cases } from "../support/cases.js";

function sourceOf(...slices: readonly string[]): StreamSource {
  const source = new StreamSource(100);
  for (const slice of slices) source.push(slice);
  return source;
}

cases<[slices: readonly string[], events: boolean]>({
  nothing: [[], true],
  space: [[" \r\n"], true],
  "an event": [["data: a\n\n"], true],
  "a document": [["{"], false],
  "a document behind space": [[" \r", "\n", "{"], false],
  "an array": [[" ["], false],
})("takes %s for server-sent events, or for something else", (slices, events) => {
  expect(sourceOf(...slices).ofEvents).toBe(events);
});

describe("the next byte", () => {
  cases<[slices: readonly string[], between: boolean]>({
    nothing: [[], false],
    "a whole event": [["data: a\n\n"], true],
    "a comment and its line end": [[": a\n"], true],
    "a line of an event": [["data: a\n"], false],
    "half a line": [["data: a\n\nda"], false],
    "half a character": [["data: a\n\n\ud83d"], false],
    "a document": [["{}"], false],
    "an event that was too long": [[`data: ${"x".repeat(100)}\n\n`], false],
  })("starts an event after %s, or does not", (slices, between) => {
    expect(sourceOf(...slices).betweenEvents).toBe(between);
  });
});

describe("an error between events", () => {
  const stray = (lines: number) => `data: a\n\n{"error": {"message": "Busy"},\n${'"a": "b",\n'.repeat(lines)}"c": 1}\n`;
  const end = (text: string) => {
    const source = new StreamSource(1 << 20);
    source.push(text);
    return source.end();
  };
  /** What came is all that there is. */
  const only = (given: Partial<ReturnType<typeof end>>) => ({
    texts: [],
    unfinished: undefined,
    words: undefined,
    document: undefined,
    ...given,
  });

  it("is its text, without the line end behind it", () => {
    expect(end('{"error": "m"}')).toStrictEqual(only({ document: '{"error": "m"}' }));
    expect(end('data: a\n\n{"error": "m"}\n')).toStrictEqual(only({ texts: ['{"error": "m"}'] }));
    expect(end('data: a\n\ndata: b\n{"error":\n"m"}\n\n')).toStrictEqual(only({ texts: ['{"error":\n"m"}'] }));
    expect(end('data: a\n\ndata: b\n{"error": "m"}')).toStrictEqual(only({ texts: ["b", '{"error": "m"}'] }));
  });

  it("is none where it is no JSON, says something else, or is longer than an error may be", () => {
    for (const text of ['data: a\n\n{"error', 'data: a\n\n{"x": 1}', stray(6554)])
      expect(end(text)).toMatchObject({ texts: [], words: expect.stringMatching(/^\{"(?:error|x)/) });
    expect(end(stray(6000)).texts).toHaveLength(1);
  });

  it("may be mere words, of which the beginning counts, and which are no comment and no half name of a field", () => {
    expect(end("data: a\n\n<h1>\n502\n")).toStrictEqual(only({ words: "<h1> 502" }));
    expect(end("upstream: reset\ndata: b")).toStrictEqual(only({ unfinished: "b", words: "upstream: reset" }));
    expect(end(`${"x".repeat(499)}\ny\nz\n`).words).toBe(`${"x".repeat(499)} y`);
    for (const text of [": bye\n", "dat", "eve", "err", "retr", "event: x\nid: 1\n"])
      expect(end(`data: a\n\n${text}`)).toStrictEqual(only({}));
  });

  it("may be in a field of its name", () => {
    const source = new StreamSource(100);
    expect(source.push('data: a\n\nerror: {"message": "Busy"}\n\n')).toEqual(["a", '{"message": "Busy"}']);
    expect(end("error: boom\n")).toStrictEqual(only({ unfinished: "boom" }));
  });
});
