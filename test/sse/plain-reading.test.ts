/** Readers of slices against a plain reading of the whole text, line by line as the standard has it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createArrayReader, createSseReader, type SseFrame, writeFrame } from "../../src/sse/index.js";
import { bytesOf } from "../support/cuts.js";
import { seed } from "../support/runs.js";

interface Reading {
  readonly frames: readonly SseFrame[];
  readonly overflowed: boolean;
  /** The text ends between two events. */
  readonly idle: boolean;
}

function plainly(text: string, limit = Number.POSITIVE_INFINITY): Reading {
  const frames: SseFrame[] = [];
  let event: { data?: string; event?: string; id?: string; retry?: number } = {};
  const finish = () => {
    const { data, event: name, ...rest } = event;
    if (data !== undefined) frames.push({ ...(name ? { event: name } : {}), data, ...rest });
    event = {};
  };
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    if (line === "" && !isLast) finish();
    if (bytesOf(line).length > limit) return { frames, overflowed: true, idle: true };
    const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "data") event.data = event.data === undefined ? value : `${event.data}\n${value}`;
    if (field === "event") event.event = value;
    if (field === "id" && !value.includes("\0")) event.id = value;
    if (field === "retry" && /^\d+$/.test(value)) event.retry = Number(value);
    if (bytesOf(event.data ?? "").length > limit) return { frames, overflowed: true, idle: true };
  }
  const idle = lines.at(-1) === "" && Object.keys(event).length === 0;
  finish();
  return { frames, overflowed: false, idle };
}

const piece = fc.constantFrom("data:", "data", "event:", "id:", "retry:", "dat", ":", " ", "a", "7", "é", "北", "😀", "\ufeff", "\0");
const lineEnd = fc.constantFrom("\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "\r\r");
const line = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(""));
const stream = fc.array(fc.tuple(line, lineEnd), { maxLength: 8 }).chain((lines) => line.map((last) => lines.flat().join("") + last));

/** The bytes or, where no pair is cut, the text of a stream in slices. */
const cuts = fc.array(fc.nat(60), { maxLength: 12 });
function sliced<Whole extends { slice(start: number, end?: number): Whole; readonly length: number }>(
  whole: Whole,
  lengths: readonly number[],
): Whole[] {
  const slices: Whole[] = [];
  let at = 0;
  for (const length of lengths) {
    slices.push(whole.slice(at, at + length));
    at += length;
  }
  return [...slices, whole.slice(at)];
}

describe("events in slices", () => {
  test("are those of the whole text, in bytes and in strings, and nothing is held between them", () => {
    fc.assert(
      fc.property(stream, cuts, (text, lengths) => {
        const expected = plainly(text);
        for (const slices of [sliced(bytesOf(text), lengths), sliced(text, lengths)]) {
          const reader = createSseReader();
          const frames: SseFrame[] = [];
          for (const slice of slices) frames.push(...reader.push(slice));
          expect(reader.idle).toBe(expected.idle);
          expect([...frames, ...reader.end()]).toEqual(expected.frames);
          expect(reader.end()).toEqual([]);
          expect(reader.overflowed).toBe(false);
        }
      }),
      { numRuns: 1500, seed },
    );
  });
  test("are read up to the first that is longer than the limit, to the byte", () => {
    fc.assert(
      fc.property(stream, cuts, fc.integer({ min: 1, max: 24 }), (text, lengths, maxEventBytes) => {
        const expected = plainly(text, maxEventBytes);
        const reader = createSseReader({ maxEventBytes });
        const frames: SseFrame[] = [];
        for (const slice of sliced(bytesOf(text), lengths)) frames.push(...reader.push(slice));
        frames.push(...reader.end());
        expect(reader.overflowed).toBe(expected.overflowed);
        expect(frames).toEqual(expected.frames);
        expect(reader.push("\n\ndata: late\n\n")).toEqual([]);
      }),
      { numRuns: 1500, seed },
    );
  });
  test("a half of a surrogate pair waits for the other half, and is none where bytes come instead", () => {
    const pair = createSseReader();
    expect(pair.push("\n\n\ud83d")).toEqual([]);
    expect(pair.idle).toBe(false);
    const first = createSseReader();
    first.push("data: \ud83d");
    expect(first.push(new Uint8Array())).toEqual([]);
    expect(first.push("\ude00\n\n")).toEqual([{ data: "😀" }]);
    const alone = createSseReader();
    alone.push("data: \ud83d");
    expect(alone.push(bytesOf("x\n\n"))).toEqual([{ data: "\ufffdx" }]);
    expect(alone.push(bytesOf("data: y\n\n"))).toEqual([{ data: "y" }]);
    const whole = createSseReader();
    whole.push("data: 😀");
    expect(whole.push(bytesOf("x\n\n"))).toEqual([{ data: "😀x" }]);
    const end = createSseReader();
    end.push("data: \ud83d");
    expect(end.end()).toEqual([{ data: "\ufffd" }]);
    expect(end.idle).toBe(true);
  });
  test("the beginning of a byte-order mark is held, and is what it is when no more comes", () => {
    const reader = createSseReader();
    expect(reader.idle).toBe(true);
    reader.push(Uint8Array.of(0xef, 0xbb));
    expect(reader.idle).toBe(false);
    expect(reader.push(Uint8Array.of(0xbf))).toEqual([]);
    expect(reader.idle).toBe(true);
    expect(reader.push(bytesOf("data: a\n\n"))).toEqual([{ data: "a" }]);
  });
  test("what was written is what is read, whatever line ends the data has", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, lineEnd), { maxLength: 10 }), (parts) => {
        const data = parts.join("").replaceAll("\ufeff", "");
        expect(createSseReader().push(writeFrame({ event: "a\rb", data }))).toEqual([
          { event: "a b", data: data.replace(/\r\n|\r/g, "\n") },
        ]);
      }),
      { seed },
    );
  });
});

const json = fc.json({ maxDepth: 2 });
describe("elements in slices", () => {
  test("are those of the array, in bytes and in strings", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 4 }), cuts, fc.constantFrom(",", " , ", ",\n"), (elements, lengths, comma) => {
        const text = `[${elements.join(comma)}]`;
        for (const slices of [sliced(bytesOf(text), lengths), sliced(text, lengths)]) {
          const reader = createArrayReader();
          expect(slices.flatMap((slice) => reader.push(slice))).toEqual(elements);
          expect(reader.closed).toBe(true);
          expect(reader.end()).toEqual([]);
        }
      }),
      { numRuns: 500, seed },
    );
  });
  test("are read up to the first that is longer than the limit, to the byte", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 4 }), cuts, fc.integer({ min: 1, max: 24 }), (elements, lengths, maxEventBytes) => {
        const tooLong = elements.findIndex((element) => bytesOf(element).length > maxEventBytes);
        const reader = createArrayReader({ maxEventBytes });
        const texts = sliced(bytesOf(`[${elements.join(",")}]`), lengths).flatMap((slice) => reader.push(slice));
        expect([...texts, ...reader.end()]).toEqual(tooLong === -1 ? elements : elements.slice(0, tooLong));
        expect(reader.overflowed).toBe(tooLong !== -1);
        expect(reader.closed).toBe(tooLong === -1);
      }),
      { numRuns: 500, seed },
    );
  });
  test("a byte-order mark inside one is a character of it, and the array is closed by its end", () => {
    const reader = createArrayReader();
    expect(reader.push('["\ufeff", "a"')).toEqual(['"\ufeff"', '"a"']);
    expect(reader.closed).toBe(false);
    expect(reader.end()).toEqual([]);
    expect(reader.closed).toBe(true);
  });
});
