import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSseReader, type SseFrame, writeFrame, writeFrameBytes } from "../../src/sse/index.js";
import { byteByByte, bytesOf, everyCut, randomCuts } from "../support/cuts.js";
import { runs } from "../support/runs.js";

function read(slices: Iterable<Uint8Array | string>, options = {}): SseFrame[] {
  const reader = createSseReader(options);
  const frames: SseFrame[] = [];
  for (const slice of slices) frames.push(...reader.push(slice));
  return [...frames, ...reader.end()];
}

describe("the fields of an event", () => {
  test("lines end with LF, CRLF or CR, mixed in one stream", () => {
    expect(read(["data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\r\n"])).toEqual([
      { data: "a" },
      { data: "b" },
      { data: "c" },
      { data: "d" },
    ]);
  });
  test("one space after the colon is left out, and only one", () => {
    expect(read(["data:a\n\ndata: b\n\ndata:  c\n\n"])).toEqual([{ data: "a" }, { data: "b" }, { data: " c" }]);
  });
  test("so it is after every field", () => {
    expect(read(["event:a\nid: b\nretry:5\ndata: c\n\nevent:  a\ndata: c\n\n"])).toEqual([
      { event: "a", id: "b", retry: 5, data: "c" },
      { event: " a", data: "c" },
    ]);
  });
  test("several data lines are joined with a line feed", () => {
    expect(read(["data: a\ndata\ndata: b\n\n"])).toEqual([{ data: "a\n\nb" }]);
  });
  test("event, id and retry stand beside the data of their own event only", () => {
    expect(read(["event: e\nid: 7\nretry: 10\ndata: a\n\ndata: b\n\n"])).toEqual([
      { event: "e", id: "7", retry: 10, data: "a" },
      { data: "b" },
    ]);
  });
  test("an event has the fields that were stated, and no others", () => {
    expect(read(["data: a\n\nevent:\ndata: b\n\nid: 1\ndata: c\n\nretry: 5\ndata: d\n\n"])).toStrictEqual([
      { data: "a" },
      { data: "b" },
      { id: "1", data: "c" },
      { retry: 5, data: "d" },
    ]);
  });
  test.each(["event: a\n", "id: 1\n", "retry: 5\n", "data\n", "dat"])("an event has begun with %j", (text) => {
    const reader = createSseReader();
    reader.push(text);
    expect(reader.idle).toBe(false);
  });
  test("an id with a NUL and a retry that is no number are ignored", () => {
    expect(read(["id: a\0b\nretry: 1s\ndata: a\n\n"])).toEqual([{ data: "a" }]);
  });
  test("comments and unknown fields say nothing (BB-106)", () => {
    expect(read([": OPENROUTER PROCESSING\n\n:\n\nfoo: bar\ndata: a\n: x\n\n"])).toEqual([{ data: "a" }]);
  });
  test("an event without data is none, and its name does not leak into the next", () => {
    expect(read(["event: ping\n\ndata: a\n\n"])).toEqual([{ data: "a" }]);
  });
  test("an empty data line is an event with empty data", () => {
    expect(read(["data:\n\n"])).toEqual([{ data: "" }]);
  });
  test("the last event counts without its blank line, and without its line end", () => {
    expect(read(["data: a\n"])).toEqual([{ data: "a" }]);
    expect(read(["data: a\ndata: b"])).toEqual([{ data: "a\nb" }]);
  });
});

describe("bytes", () => {
  test("a byte-order mark is skipped at the start and kept everywhere else", () => {
    expect(read(["\ufeffdata: a\ufeff\n\n\ufeffdata: b\n\ndata: \ufeff\n\n"])).toEqual([{ data: "a\ufeff" }, { data: "\ufeff" }]);
  });
  test("what only starts like a byte-order mark is kept", () => {
    expect(read([Uint8Array.of(0xef), bytesOf("\ndata: a\n\n")])).toEqual([{ data: "a" }]);
    expect(read([Uint8Array.of(0xef), bytesOf("data: a\n\n")])).toEqual([]);
    expect(read([Uint8Array.of(0xef, 0xbb)])).toEqual([]);
  });
  test("cutting anywhere changes nothing, inside characters, line ends and the byte-order mark (BB-070)", () => {
    const bytes = bytesOf('\ufeffevent: é\r\ndata: 😀北\r\n\r\n: c\rdata:x\r\rid: 1\ndata: {"a":1}\ndata: b\n\ndata: last');
    const whole = read([bytes]);
    expect(whole).toEqual([{ event: "é", data: "😀北" }, { data: "x" }, { id: "1", data: '{"a":1}\nb' }, { data: "last" }]);
    for (const slices of everyCut(bytes)) expect(read(slices)).toEqual(whole);
    expect(read(byteByByte(bytes))).toEqual(whole);
    for (let seed = 0; seed < 50; seed++) expect(read(randomCuts(bytes, seed, 6))).toEqual(whole);
  });
  test("malformed UTF-8 becomes U+FFFD wherever it is cut, and never eats a line end", () => {
    const bytes = Uint8Array.of(...bytesOf("data: "), 0xf0, 0x9f, 0x0a, 0x0a, ...bytesOf("data: "), 0xff, 0xc3, 0x0a, 0x0a);
    for (const slices of everyCut(bytes)) expect(read(slices)).toEqual([{ data: "\ufffd" }, { data: "\ufffd\ufffd" }]);
  });
  test("a surrogate pair cut between two strings is joined; half of one is U+FFFD", () => {
    expect(read(["data: \ud83d", "\ude00\n\n"])).toEqual([{ data: "😀" }]);
    expect(read(["data: \ud83d", "", "\ude00\n\n"])).toEqual([{ data: "😀" }]);
    for (const pair of ["\u{10000}", "\u{10ffff}"])
      expect(read([`data: ${pair.slice(0, 1)}`, `${pair.slice(1)}\n\n`])).toEqual([{ data: pair }]);
    expect(read(["data: \ud83d", bytesOf("a\n\n")])).toEqual([{ data: "\ufffda" }]);
    expect(read(["data: \ud83d"])).toEqual([{ data: "\ufffd" }]);
  });
  test("a line feed belongs to the carriage return right before it, also in another slice, and to no other", () => {
    expect(read(["data: a\r", "", "\ndata: b\n\n"])).toEqual([{ data: "a\nb" }]);
    expect(read(["data: a\rdata", "\ndata: b\n\n"])).toEqual([{ data: "a\n\nb" }]);
  });
  test("a buffer that its owner writes over after the push does no harm", () => {
    const reader = createSseReader();
    const buffer = Buffer.from("data: abc");
    reader.push(buffer);
    buffer.fill(0);
    expect(reader.push("\n\n")).toEqual([{ data: "abc" }]);
  });
  test("an event goes out with the push that completes it, also when a CR does", () => {
    const reader = createSseReader();
    expect(reader.push("data: a\r\n\r")).toEqual([{ data: "a" }]);
    expect(reader.push("\ndata: b\n\n")).toEqual([{ data: "b" }]);
    expect(reader.idle).toBe(true);
  });
  test("one line in 10 000 slices takes no longer than it should", () => {
    const piece = bytesOf("x".repeat(200));
    const reader = createSseReader();
    const start = performance.now();
    reader.push("data: ");
    for (let index = 0; index < 10_000; index++) reader.push(piece);
    expect(reader.push("\n\n")[0]?.data.length).toBe(2_000_000);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe("the maximum size of an event", () => {
  test("an event up to the limit is read, one byte more ends the reading for good", () => {
    expect(read(["data: 12345678\n\n"], { maxEventBytes: 14 })).toEqual([{ data: "12345678" }]);
    const reader = createSseReader({ maxEventBytes: 14 });
    expect(reader.push("data: a\n\ndata: 123456789\n\ndata: b\n\n")).toEqual([{ data: "a" }]);
    expect(reader.overflowed).toBe(true);
    expect(reader.push("data: c\n\n")).toEqual([]);
    expect(reader.end()).toEqual([]);
  });
  test("where the bytes are cut does not change whether an event is too long", () => {
    for (const text of [
      "data: é23456\n\n",
      "data: é234567\n\n",
      "data: 1234\ndata: 5678\ndata: 90123\n\n",
      ": a long comment\n\n",
      "data: a\n\n",
    ]) {
      const whole = read([text], { maxEventBytes: 14 });
      for (const slices of everyCut(bytesOf(text))) expect(read(slices, { maxEventBytes: 14 })).toEqual(whole);
      expect(read(byteByByte(bytesOf(text)), { maxEventBytes: 14 })).toEqual(whole);
    }
  });
  test("the lines of one event count together", () => {
    expect(read(["data: 1234\ndata: 56789\n\n"], { maxEventBytes: 14 })).toHaveLength(1);
    expect(read(["data: 1234567\ndata: 123456\n\n"], { maxEventBytes: 14 })).toHaveLength(1);
    expect(read(["data: 1234567\ndata: 1234567\n\n"], { maxEventBytes: 14 })).toHaveLength(0);
    expect(read([`${"data\n".repeat(15)}\n`], { maxEventBytes: 14 })).toHaveLength(1);
    expect(read([`${"data\n".repeat(16)}\n`], { maxEventBytes: 14 })).toHaveLength(0);
  });
  test.each([
    ["\x7f", 1],
    ["\x80", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["\ud7ff", 3],
    ["\ue000", 3],
    ["\u{10000}", 4],
    ["\u{10ffff}", 4],
  ])("the character %j counts as it is written", (character, bytes) => {
    const text = `data:${character}\n\n`;
    expect(read([text], { maxEventBytes: 5 + bytes })).toEqual([{ data: character }]);
    expect(read([text], { maxEventBytes: 4 + bytes })).toEqual([]);
  });
  test("a line that never ends is given up", () => {
    const reader = createSseReader({ maxEventBytes: 1000 });
    for (let index = 0; index < 11; index++) reader.push("x".repeat(100));
    expect(reader.overflowed).toBe(true);
  });
  test("nothing is held of what is not read any more", () => {
    const reader = createSseReader({ maxEventBytes: 14 });
    reader.push("data: 123456789\n\ndata: a");
    expect(reader.overflowed).toBe(true);
    expect(reader.idle).toBe(true);
  });
});

test("nothing comes after the end", () => {
  const reader = createSseReader();
  reader.push("data: a");
  expect(reader.end()).toEqual([{ data: "a" }]);
  expect(reader.end()).toEqual([]);
  expect(reader.push("data: b\n\n")).toEqual([]);
});

test("what is neither bytes nor text is refused", () => {
  expect(() => createSseReader().push(JSON.parse("[100]"))).toThrow("A slice is a Uint8Array or a string.");
});

describe("runs of ASCII between other characters", () => {
  /** How many ASCII characters stand in each event, by itself beside another character or without one. */
  const LENGTHS = [3, 700, 0, 40, 40, 300, 300, 1500, 2, 511, 512, 513, 5000, 1];
  test.each(["\n", "\r\n", "\r"])("make no difference to what is read, whatever ends the lines (%j)", (end) => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...LENGTHS), fc.constantFrom("", "é", "東", "🚀")), { maxLength: 30 }),
        fc.integer({ min: 400, max: 9000 }),
        (events, size) => {
          const texts = events.map(([length, other]) => `${"a".repeat(length)}${other}`);
          const bytes = bytesOf(texts.map((text) => `data: ${text}${end}${end}`).join(""));
          const slices = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
          expect(read(slices).map(({ data }) => data)).toEqual(texts);
        },
      ),
      runs(300),
    );
  });
  test("nor to bytes that are no characters", () => {
    const torn = Uint8Array.of(...bytesOf(`data: ${"a".repeat(600)}\ndata: b`), 0xe6, 0x9d, ...bytesOf(`\n\ndata: ${"c".repeat(600)}\n\n`));
    expect(read([torn])).toEqual([{ data: `${"a".repeat(600)}\nb\ufffd` }, { data: "c".repeat(600) }]);
  });
  test("a stream that has none is searched again later", () => {
    const dense = `data: ${"東京".repeat(200)}\n\n`;
    const slices = [...Array.from({ length: 20 }, () => dense), `data: ${"a".repeat(600)}\n\n${dense}`];
    expect(read(slices.map(bytesOf)).map(({ data }) => data.length)).toEqual([...Array.from({ length: 20 }, () => 400), 600, 400]);
  });
});

test("a frame has its name, if any, its data and a blank line", () => {
  expect(writeFrame({ data: "[DONE]" })).toBe("data: [DONE]\n\n");
  expect(new TextDecoder().decode(writeFrameBytes({ event: "ping", data: "{}" }))).toBe("event: ping\ndata: {}\n\n");
});
test("data of several lines is read again as it was written", () => {
  const data = '{\n  "a": 1\n}\n';
  expect(createSseReader().push(writeFrame({ event: "e", data }))).toEqual([{ event: "e", data }]);
});
test("a name cannot break out of its line", () => {
  expect(writeFrame({ event: "a\n\ndata: b", data: "c" })).toBe("event: a data: b\ndata: c\n\n");
});
