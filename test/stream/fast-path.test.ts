/** Which events of a stream are read by the decoder, and which by their bytes. */
import { describe, expect, it } from "vitest";
import { styles } from "../../src/registry.js";
import type { StreamStyle } from "../../src/stream/conversion.js";
import { MAX_GATHERED } from "../../src/stream/limits.js";
import { Translation } from "../../src/stream/translator.js";
import { expectSame } from "../fast-path/compare.js";
import { cases } from "../support/cases.js";
import { byteByByte, bytesOf, everyCut } from "../support/cuts.js";

const { messages, "chat-completions": chat, "generate-content": generate } = styles;

const chunk = (content: string, more: object = {}) => ({
  id: "r",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: { content }, finish_reason: null, ...more }],
});
const frame = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const deltas = (...texts: readonly string[]) => texts.map((text) => frame(chunk(text))).join("");
const letters = (count: number) => Array.from({ length: count }, (_, index) => String.fromCharCode(97 + (index % 26)));

const early = (after: number) => ({ texts: 1, events: 0, ahead: Number.POSITIVE_INFINITY, after, tries: 2 });

interface Setting {
  readonly to?: StreamStyle;
  readonly fastPath?: boolean;
  readonly after?: number;
  readonly maxEventBytes?: number;
}

/** The events that the decoder read, before the end. */
function read(slices: readonly (string | Uint8Array)[], { to = messages, after, ...options }: Setting = {}): number {
  let count = 0;
  const counting: StreamStyle = {
    ...chat,
    stream: {
      ...chat.stream,
      decoder(settings) {
        const decoder = chat.stream.decoder(settings);
        const push = decoder.push.bind(decoder);
        decoder.push = (event) => {
          count++;
          return push(event);
        };
        return decoder;
      },
    },
  };
  const translator = new Translation(counting, to === chat ? counting : to, options, after === undefined ? undefined : early(after));
  for (const slice of slices) translator.push(slice);
  return count;
}

describe("deltas that are alike", () => {
  it("are read until three of a part have come where many follow, unless it is told not to, or nothing has to be translated", () => {
    const text = deltas(...letters(20));
    expect(read([bytesOf(text)])).toBe(3);
    expect(read([text])).toBe(3);
    expect(read([bytesOf(text)], { fastPath: false })).toBe(20);
    expect(read([bytesOf(text)], { to: chat })).toBe(20);
    const { repeats: _repeats, ...stream } = messages.stream;
    expect(read([bytesOf(text)], { to: { ...messages, stream } })).toBe(20);
  });

  it("are read until many have come where nobody knows what follows, or few do", () => {
    expect(read(letters(30).map((letter) => bytesOf(deltas(letter))))).toBe(10);
    expect(read([bytesOf(deltas(...letters(11)))])).toBe(11);
  });

  it("are copied as bytes when more have come, or many bytes follow: then the decoder gets those before as one", () => {
    expect(read(letters(90).map((letter) => bytesOf(deltas(letter))))).toBe(11);
    expect(read([bytesOf(deltas("a")), bytesOf(deltas(...letters(140)))])).toBe(4);
    // What comes first may be anything.
    expect(read([bytesOf(deltas(...letters(140)))])).toBe(3);
  });

  it("are given to the machines before they are many, or long", () => {
    const texts = deltas(..."abc", ...letters(16).map((letter) => letter.repeat(500)));
    expect(read([texts])).toBe(8);
    expect(read([deltas(..."abc", "f".repeat(2000), ...letters(12))])).toBe(4);
  });

  it("are known wherever they are cut, and the decoder gets them as one", () => {
    for (const slices of everyCut(bytesOf(deltas("x")))) expect(read([bytesOf(deltas("a", "b", "c")), ...slices], { after: 1 })).toBe(3);
    expect(read([bytesOf(deltas(...letters(20))), bytesOf(frame({ ...chunk(""), id: "s" }))], { after: 1 })).toBe(5);
  });

  it("are not what only begins like them", () => {
    expect(read([bytesOf(deltas("a", "b", "c")), bytesOf(frame(chunk("x", { more: 1 })))], { after: 1 })).toBe(4);
  });

  it("are waited for no longer than an event may be long", () => {
    const half = bytesOf(deltas("x")).subarray(0, 60);
    const limit = bytesOf(deltas("x")).length;
    expect(read([bytesOf(deltas("a", "b", "c", "d")), half, half], { after: 1, maxEventBytes: limit })).toBe(4);
  });

  it("are given to the machines before they are many", () => {
    expect(read([bytesOf(deltas("a", "b", "c", ...letters(9).map((letter) => letter.repeat(1000))))], { after: 1 })).toBe(7);
  });

  it.each(["\n", "\r\n", "\r"])("are known where lines end with %j", (end) => {
    expect(read([bytesOf(deltas(...letters(9)).replaceAll("\n", end))], { after: 1 })).toBe(3);
  });
});

it("writes an event whose last line feed comes in the next slice at once", () => {
  const text = deltas(...letters(5)).replaceAll("\n", "\r\n");
  const slices = [text.slice(0, -1), "\n"].map(bytesOf);
  expectSame({ from: "chat-completions", to: "messages", slices, buffer: undefined });
});

describe("nothing is learned", () => {
  const odd = chunk("x", { odd: 1 });
  cases({
    "texts that do not differ": [deltas(..."aaaaaa")],
    "lists of two": [frame([chunk("x"), chunk("y")]) + frame([chunk("y"), chunk("z")]) + deltas("a")],
    "events in which another field varies": [[1, 2, 3, 4].map((created) => frame({ ...chunk(`a${created}`), created })).join("")],
    "events of which something is found": [frame(odd) + frame({ ...odd, odd: 2 })],
  })("of %s", (text) => {
    expect(read([bytesOf(text)], { after: 1 })).toBe(read([bytesOf(text)], { fastPath: false }));
  });
});

describe("learning that does not pay", () => {
  const varying = bytesOf(Array.from({ length: 6 }, (_, created) => frame({ ...chunk(`a${created}`), created })).join(""));

  it("is tried four times for a part, and anew for the next", () => {
    expect(read([varying, bytesOf(deltas(...letters(8)))], { after: 1 })).toBe(14);
    const thought = (text: string) => chunk("", { delta: { reasoning_content: text } });
    // Of the part before nothing is held against it.
    expect(
      read(
        [
          varying,
          bytesOf(
            letters(8)
              .map((letter) => frame(thought(letter)))
              .join(""),
          ),
        ],
        { after: 1 },
      ),
    ).toBe(9);
  });

  it("is tried twice with bytes, and goes on with texts", () => {
    const commented = bytesOf(deltas(...letters(40)).replaceAll("data:", ": x\ndata:"));
    expect(read([commented], { after: 1 })).toBe(3);
    expectSame({ from: "chat-completions", to: "messages", slices: [commented], buffer: undefined });
  });
});

it("copies texts with escapes that another printer writes, and has those printed anew", () => {
  const texts = [..."abcd", "x < y", "&amp; 'é'", "/"].map((text) =>
    frame(chunk(text)).replace(/[<&'é/]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`),
  );
  expect(read([bytesOf(texts.join(""))], { after: 1 })).toBe(3);
  expectSame({ from: "chat-completions", to: "messages", slices: texts.map(bytesOf), buffer: undefined });
});

it("counts the events that were not read: what is found later stands at its own", () => {
  const translator = new Translation(chat, messages, {}, early(1));
  translator.push(bytesOf(`${deltas("a", "b", "c", "d", "e")}data: {oops\n\n`));
  expect(translator.issues).toContainEqual(expect.objectContaining({ code: "stream.error", path: [5] }));
});

it("gives back the same where every event adds to what is gathered", () => {
  const text = letters(9)
    .map((letter) =>
      frame({
        candidates: [
          {
            content: { parts: [{ text: letter }] },
            citationMetadata: { citationSources: [{ startIndex: 0, endIndex: 1, uri: "https://a" }] },
          },
        ],
      }),
    )
    .join("");
  const end = frame({ candidates: [{ content: { parts: [] }, finishReason: "STOP" }] });
  for (const to of ["messages", "chat-completions"] as const) {
    expectSame({ from: "generate-content", to, slices: [bytesOf(text + end)], buffer: undefined });
  }
  expect(generate.stream.repeats).toBeDefined();
});

it("writes into a buffer that the slice lies in, and makes room where it has none", () => {
  const texts = [deltas("a", "b", "c"), deltas("d", "é", "f")];
  const expected = new Translation(chat, messages, { fastPath: false });
  const whole = texts.map((text) => new TextDecoder().decode(expected.push(text)));
  for (const size of [4096, 16]) {
    const translator = new Translation(chat, messages, {}, early(1));
    const written = texts.map((text) => {
      const buffer = new Uint8Array(4096);
      const slice = buffer.subarray(0, bytesOf(text).length);
      slice.set(bytesOf(text));
      return new TextDecoder().decode(translator.pushInto(slice, buffer.subarray(0, size)));
    });
    expect(written).toEqual(whole);
  }
});

it.each([
  ["an event without its end", deltas(...letters(9)).trimEnd()],
  [
    "lines of events",
    letters(9)
      .map((letter) => `${JSON.stringify(chunk(letter))}\n`)
      .join(""),
  ],
])("gives the machines all that passed them by where the input ends in %s", (_what, text) => {
  for (const to of ["messages", "generate-content"] as const)
    for (const slices of [[bytesOf(text)], byteByByte(bytesOf(text))])
      expectSame({ from: "chat-completions", to, slices, buffer: undefined });
});

it("learns nothing from a string that is no JSON behind its padding", () => {
  const events = [..."abcdefg"].map((letter) => frame({ ...chunk(letter), obfuscation: 'x"y' }));
  const broken = frame({ ...chunk("h"), obfuscation: "x" }).replace('"x"}', '"x"y"}');
  expectSame({ from: "chat-completions", to: "messages", slices: [bytesOf([...events, broken].join(""))], buffer: undefined });
});

it("reads texts that are too long for a pattern, and ends a stream that has too much to hold in its error", { timeout: 60_000 }, () => {
  const refusals = (...texts: readonly string[]) => texts.map((refusal) => bytesOf(frame(chunk("", { delta: { refusal } }))));
  const long = [..."xyz"].map((letter) => `${letter.repeat(9_000_000)}\n`);
  const rest = "r".repeat(MAX_GATHERED - 27_000_600);
  const short = letters(60).map((letter) => letter.repeat(20));
  const slices = refusals(...long.slice(0, 2), ..."abcdef", ...long.slice(2), rest, ...short);
  expectSame({ from: "chat-completions", to: "generate-content", slices, buffer: undefined });
});
