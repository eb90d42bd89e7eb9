import { describe, expect, test } from "vitest";
import { streamWith } from "../../src/stream/source.js";
import { type StreamOptions, Translation, translateEventsWith } from "../../src/stream/translator.js";
import { byteByByte, bytesOf, everyCut } from "../support/cuts.js";
import { run } from "../support/streams.js";
import { toyStyle } from "../support/toy-style.js";

const named = toyStyle({ named: true });
const marked = toyStyle({ named: false });

const START = 'event: start\ndata: {"start":"m"}\n\n';
const SOURCE = `${START}event: text\ndata: {"text":"é😀"}\n\n: ping\n\nevent: stop\ndata: {"stop":true}\n\n`;
const TARGET = 'data: {"start":"m"}\n\ndata: {"text":"é😀"}\n\ndata: {"stop":true}\n\ndata: [DONE]\n\n';

/** The same style with an encoder that writes its last event when its input is over. */
const late = (style: typeof named): typeof named => ({
  ...style,
  stream: { ...style.stream, encoder: (options) => ({ ...style.stream.encoder(options), end: () => [{ late: true }] }) },
});

const translate = (slices: Iterable<Uint8Array | string>, options: StreamOptions = {}) =>
  run(new Translation(named, marked, options), slices);
const errorOf = (text: string) => /data: \{"error":"(.*)"\}\n\n$/.exec(text)?.[1];

describe("a stream into another style", () => {
  test("does not depend on where it is cut", () => {
    for (const slices of everyCut(bytesOf(SOURCE))) expect(translate(slices).text).toBe(TARGET);
    expect(translate(byteByByte(bytesOf(SOURCE))).text).toBe(TARGET);
  });
  test("can be written into a buffer of the caller, which is left alone when it is too small", () => {
    const translator = new Translation(named, marked);
    const large = new Uint8Array(100);
    const view = translator.pushInto(bytesOf(START), large);
    expect(view.buffer).toBe(large.buffer);
    expect(new TextDecoder().decode(view)).toBe('data: {"start":"m"}\n\n');
    const small = new Uint8Array(10);
    const fresh = translator.pushInto(bytesOf('data: {"text":"é😀"}\n\n'), small);
    expect(fresh.buffer).not.toBe(small.buffer);
    expect(new TextDecoder().decode(fresh)).toBe('data: {"text":"é😀"}\n\n');
    expect(translator.pushInto(bytesOf(": ping\n\n"), small)).toHaveLength(0);
  });
  test("has what its writer says at the end of its input before the end marker", () => {
    const expected = TARGET.replace("data: [DONE]", 'data: {"late":true}\n\ndata: [DONE]');
    expect(run(new Translation(named, late(marked)), [SOURCE]).text).toBe(expected);
    const own = late(marked);
    expect(run(new Translation(own, own), ['{"answer":"é😀"}']).text).toBe(expected);
    expect(streamWith(own, { answer: "é😀" }, {})).toMatchObject({ ok: true, value: expected });
  });
  test("that was cut ends in the error of the target, without end marker (BB-071)", () => {
    const { text, issues } = translate([START]);
    expect(text).toBe('data: {"start":"m"}\n\ndata: {"error":"cut"}\n\n');
    expect(issues).toMatchObject([{ code: "stream.truncated", severity: "error", path: [0] }]);
  });
  test("that is empty was cut too (BB-118)", () => {
    for (const slices of [[], [""], ["\n\n"], [": ping\n\n"]]) expect(translate(slices).text).toBe('data: {"error":"cut"}\n\n');
  });
  test("whose last event was cut in the middle does not look complete", () => {
    const { text } = run(new Translation(marked, named), ['data: {"start":"m"}\n\ndata: {"stop":true}\n\ndata: {"usa']);
    expect(errorOf(text)).toMatch(/before the answer was complete/);
  });
  test("may end without its last blank line, without its end marker, and with half of it", () => {
    const start = 'data: {"start":"m"}\n\n';
    const expected = 'event: start\ndata: {"start":"m"}\n\nevent: stop\ndata: {"stop":true}\n\n';
    for (const tail of [
      'data: {"stop":true}',
      'data: {"stop":true}\n\n',
      'data: {"stop":true}\n\ndata: [DO',
      'data: {"stop":true}\n\ndata: [DONE]',
    ])
      expect(run(new Translation(marked, named), [start + tail]).text).toBe(expected);
  });
  test("ends in an error where an event is not JSON, and what follows is left out", () => {
    const { text, issues } = translate([START, "data: {oops\n\n", 'data: {"text":"b"}\n\n']);
    expect(text).toBe('data: {"start":"m"}\n\ndata: {"error":"The event is not JSON; what it held is lost."}\n\n');
    expect(issues).toMatchObject([
      { code: "stream.error", severity: "error", path: [1], received: "{oops" },
      { code: "stream.protocol", path: [2] },
    ]);
  });
  test("holds several events in a list (BB-146)", () => {
    expect(translate(['data: [{"start":"m"},{"text":"é😀"}]\n\ndata: {"stop":true}\n\n'])).toEqual({ text: TARGET, issues: [] });
    expect(errorOf(translate(['data: [{"error":"m"}]\n\n']).text)).toBe("m");
  });
  test("ends in an error where an event is too long", () => {
    const { text, issues } = translate([START, `data: {"text":"${"x".repeat(100)}"}\n\n`, "data: {}\n\n"], { maxEventBytes: 50 });
    expect(errorOf(text)).toMatch(/longer than 50 bytes/);
    expect(issues).toMatchObject([{ code: "stream.error", limit: 50 }]);
  });
  test("passes on an error of the source, and nothing after it", () => {
    const { text, issues } = translate([START, 'data: {"error":"busy"}\n\ndata: {"text":"a"}\n\n']);
    expect(text).toBe('data: {"start":"m"}\n\ndata: {"error":"busy"}\n\n');
    expect(issues[0]).toMatchObject({ code: "stream.error", severity: "error", path: [1] });
  });
  test("keeps what was written before a machine fails, wherever it is cut", () => {
    const source = `${START}data: {"text":"a"}\n\ndata: {"text":"throw"}\n\ndata: {"text":"b"}\n\n`;
    const whole = translate([bytesOf(source)]);
    expect(whole.text).toBe('data: {"start":"m"}\n\ndata: {"text":"a"}\n\ndata: {"error":"The stream could not be read."}\n\n');
    for (const slices of [...everyCut(bytesOf(source)), byteByByte(bytesOf(source))]) expect(translate(slices)).toEqual(whole);
    const events = translateEventsWith(named, marked);
    expect(events.push([{ start: "m" }, { text: "a" }, { text: "throw" }, { text: "b" }]).events).toEqual([
      { start: "m" },
      { text: "a" },
      { error: "The stream could not be read." },
    ]);
  });
});

describe("a body that is no event stream", () => {
  test("an answer that was cut does not look complete", () => {
    expect(errorOf(translate(['{"answer":"a']).text)).toBe("cut");
  });
  test("a JSON array holds the events, and they leave as they come", () => {
    const translator = new Translation(named, marked);
    expect(new TextDecoder().decode(translator.push('[{"start":"m"}\n,'))).toBe('data: {"start":"m"}\n\n');
    expect(run(new Translation(named, marked), ['[{"start":"m"},\r\n{"text":"é😀"},{"stop":true}]']).text).toBe(TARGET);
  });
  test("a JSON array that was cut does not look complete", () => {
    expect(errorOf(translate(['[{"start":"m"},{"text":"a"}']).text)).toBe("cut");
    expect(errorOf(translate(['[{"start":"m"},{"te']).text)).toBe("cut");
    const { text } = run(new Translation(marked, named), ['[{"start":"m"},{"stop":true},{"usa']);
    expect(errorOf(text)).toMatch(/before the answer was complete/);
  });
});

describe("a stream into its own style", () => {
  const repeat = (style: typeof named, source: string, options: StreamOptions = {}) =>
    run(new Translation(style, style, options), [source]);

  test("repeats each event's JSON as it came, unknown fields, order and white space included", () => {
    const odd = 'data: { "start" : "m", "x": 1e2 }\n\ndata: {"text":\ndata:  "\\u0061"}\n\ndata: {"stop":true}\n\n';
    expect(repeat(named, odd)).toEqual({
      text: 'event: start\ndata: { "start" : "m", "x": 1e2 }\n\nevent: text\ndata: {"text":\ndata:  "\\u0061"}\n\nevent: stop\ndata: {"stop":true}\n\n',
      issues: [],
    });
  });
  test("leaves out what its own grammar refuses, and says so", () => {
    const { text, issues } = repeat(marked, `data: {"text":"early"}\n\n${TARGET}data: {"text":"late"}\n\n`);
    expect(text).toBe(TARGET);
    expect(issues).toMatchObject([
      { code: "stream.protocol", path: [0] },
      { code: "stream.protocol", path: [4] },
    ]);
  });
  test("gets the finish that it forgot before its end marker", () => {
    expect(repeat(marked, 'data: {"start":"m"}\n\ndata: {"text":"é😀"}\n\ndata: [DONE]\n\n').text).toBe(TARGET);
    expect(repeat(marked, "data: [DONE]\n\n").text).toBe('data: {"stop":true}\n\ndata: [DONE]\n\n');
  });
  test("ends with the error that the source told of, as it came", () => {
    expect(repeat(marked, 'data: {"error":"m","x":1}\n\ndata: [DONE]\n\n').text).toBe('data: {"error":"m","x":1}\n\n');
  });
  test("takes another model when it is asked to, and reports that once", () => {
    const { text, issues } = repeat(marked, TARGET, { model: "n" });
    expect(text).toBe(TARGET.replace('"m"', '"n"'));
    expect(issues).toMatchObject([{ code: "conflict.resolved", path: [0, "start"], from: "m", to: "n" }]);
    expect(repeat(marked, TARGET, { model: "m" })).toEqual({ text: TARGET, issues: [] });
  });
  test("a whole answer that is streamed is told of what a stream cannot say", () => {
    expect(repeat(marked, '{"answer":"lossy"}').issues).toMatchObject([{ code: "dropped.part", path: [] }]);
  });
});

describe("findings", () => {
  const unknown = (count: number) => START + "data: {}\n\n".repeat(count);

  test("those of the encoder stand at the event of the source", () => {
    expect(translate([START, 'data: {"text":"lossy"}\n\n']).issues[0]).toMatchObject({ code: "dropped.part", path: [1] });
  });
  test("are capped for parsed events, too, over all calls, and the end counts the rest", () => {
    const translator = translateEventsWith(named, marked, { maxIssues: 3 });
    const lists = [{ start: "m" }, ...Array.from({ length: 5 }, () => ({}))].map((event) => translator.push(event).issues);
    expect(lists.map(({ length }) => length)).toEqual([0, 1, 1, 1, 0, 0]);
    const last = translator.end().issues;
    expect(last).toMatchObject([
      { code: "stream.truncated", severity: "error" },
      // Three were given before.
      { code: "issues.more", more: 2, limit: 3 },
    ]);
  });
  test("why the stream broke off is kept whatever the cap", () => {
    const { issues } = translate([unknown(250)]);
    expect(issues).toHaveLength(101);
    expect(issues.some(({ code }) => code === "stream.truncated")).toBe(true);
    expect(issues.at(-1)).toMatchObject({ more: 151 });
  });
});

describe("parsed events", () => {
  test("lose nothing without an error, with `onLoss: reject`", () => {
    const translator = translateEventsWith(named, marked, { onLoss: "reject" });
    translator.push({ start: "m" });
    expect(translator.push({ text: "lossy" }).issues).toMatchObject([{ code: "dropped.part", severity: "error" }]);
  });
  test("a source that was cut ends in an error", () => {
    const translator = translateEventsWith(marked, named);
    translator.push({ start: "m" });
    expect(translator.end().events).toEqual([{ error: "cut" }]);
    expect(translator.end().events).toEqual([]);
  });
  test("into the same style they are the very events", () => {
    const event = { start: "m", x: 1 };
    expect(translateEventsWith(named, named).push(event).events[0]).toBe(event);
  });
  test("a list of events is unwrapped, and a list that contains itself does no harm", () => {
    expect(translateEventsWith(named, marked).push([{ start: "m" }, { text: "a" }]).events).toHaveLength(2);
    const list: unknown[] = [];
    list.push(list);
    expect(translateEventsWith(named, marked).push(list).events).toEqual([]);
  });
});
