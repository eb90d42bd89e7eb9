/** What is lifted out of bytes: the slow way gives the same result, so that only a look at the text shows that it was not taken. */
import { describe, expect, it } from "vitest";
import { countMarks, lift } from "../src/translate-bytes.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const media = (length: number) => "iVBORw0KGgo+/=9z".repeat(Math.ceil(length / 16)).slice(0, length);

/** How long each run is that was lifted, when what stays is short and all of it can be put back. */
function runsOf(json: string, shift = 0): readonly number[] {
  const bytes = new Uint8Array(encoder.encode(json).length + shift).subarray(shift);
  bytes.set(encoder.encode(json));
  const spliced = lift(bytes);
  if (spliced === undefined) return [];
  let text = spliced.text;
  for (const { mark, start, end } of spliced.lifted) {
    expect(text.split(mark)).toHaveLength(2);
    text = text.replace(mark, () => decoder.decode(bytes.subarray(start, end)));
  }
  expect(text).toBe(json);
  return spliced.lifted.map(({ start, end }) => end - start);
}

const HEAD = 512;

describe("a long media string", () => {
  it.each(["data", "url", "file_data"])("under `%s` is lifted behind its head, wherever its bytes begin", (key) => {
    for (const shift of [0, 1, 2, 3])
      for (const length of [4096, 4097, 4098, 4099, 5000, 20_000])
        expect(runsOf(JSON.stringify({ x: "é", [key]: media(length), y: "\\" }), shift)).toEqual([length - HEAD]);
  });

  it("is one that is longer than four kilobytes", () => {
    expect(runsOf(JSON.stringify({ data: media(4095) }))).toEqual([]);
    expect(runsOf(JSON.stringify({ data: media(4096) }))).toEqual([4096 - HEAD]);
  });

  it("may have white space before it, and the head of a data URI", () => {
    expect(runsOf(`{"data" \n:\t "${media(5000)}"}`)).toEqual([5000 - HEAD]);
    expect(runsOf(`{"data": "${media(5000)}"}`)).toEqual([5000 - HEAD]);
    const uri = `data:image/svg+xml;charset=utf-8;base64,${media(5000)}`;
    expect(runsOf(JSON.stringify({ url: uri }))).toEqual([uri.length - HEAD]);
  });

  it("is lifted each time that there is one", () => {
    const parts = [{ data: media(5000) }, { text: 'x"\\' }, { url: media(6000) }, { file_data: media(4000) }, { data: media(7000) }];
    expect(runsOf(JSON.stringify(parts))).toEqual([5000 - HEAD, 6000 - HEAD, 7000 - HEAD]);
  });
});

describe("marks", () => {
  const mark = lift(encoder.encode(JSON.stringify({ data: media(5000) })))?.lifted[0]?.mark ?? "";

  it("are counted in all values; no key has one", () => {
    expect(mark).not.toBe("");
    for (const none of ["x", 5, null, true, [], {}, { x: ["y", null, 1] }]) expect(countMarks(none)).toBe(0);
    expect(countMarks(`a${mark}b${mark}`)).toBe(2);
    expect(countMarks([mark, { x: mark, y: { z: [mark] } }])).toBe(3);
  });

  it("are the same where the same bytes stood, and only there", () => {
    const other = `${media(5000).slice(0, -1)}A`;
    const ahead = `${media(5001).slice(0, 600)}A${media(4399)}`;
    const parts = [media(5000), other, media(5000), media(5008), other, ahead].map((data) => ({ data }));
    const spliced = lift(encoder.encode(JSON.stringify(parts)));
    expect(spliced?.marks).toBe(6);
    expect(spliced?.lifted).toHaveLength(4);
    const found = [...(spliced?.text ?? "").matchAll(/interlingua\.lifted\.(\d+)\./g)].map(([, number]) => number);
    expect(found).toEqual(["0", "1", "0", "2", "1", "3"]);
  });

  it("are endless in the arguments of a call, where none is one", () => {
    expect(countMarks({ args: { x: "y" }, z: mark })).toBe(1);
    expect(countMarks({ args: { x: ["y", { z: mark }] } })).toBe(Number.POSITIVE_INFINITY);
    expect(countMarks([{ args: mark }, mark])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("another long string", () => {
  it.each(["text", "arguments", "Data", "datas", "metadata.data"])("under `%s` stays where it is", (key) => {
    expect(runsOf(JSON.stringify({ [key]: media(5000) }))).toEqual([]);
  });

  it("stays where it is when it is no base64, in its head or behind it", () => {
    for (const strange of ['"', "\\", "\n", " ", "é", "😀", "\u007f", "%"]) {
      expect(runsOf(JSON.stringify({ data: strange + media(5000) }))).toEqual([]);
      expect(runsOf(JSON.stringify({ data: `${media(100)}${strange}${media(5000)}` }))).toEqual([]);
    }
    // Wherever it stands in the 32 bytes that are looked at together.
    for (const strange of ['"', "\\", "\n", " ", "é", "😀", "%"])
      for (const at of [...Array.from({ length: 36 }, (_, index) => 600 + index), 3000, 5000])
        expect(runsOf(JSON.stringify({ data: media(at) + strange + media(9000 - at) }))).toEqual([]);
  });

  it("stays where it is when it is base64 for URLs, which is written anew", () => {
    for (const strange of ["-", "_"]) {
      expect(runsOf(JSON.stringify({ data: strange + media(5000) }))).toEqual([]);
      expect(runsOf(JSON.stringify({ data: `${media(4800)}${strange}${media(5000)}` }))).toEqual([]);
      expect(runsOf(JSON.stringify({ url: `data:image/x-icon;base64,${media(4800)}${strange}` }))).toEqual([4313 + 1]);
    }
  });

  it("stays where it is in a text that ends inside of a string", () => {
    expect(lift(encoder.encode(`{"data":"${media(5000)}"`))).toBeDefined();
    expect(lift(encoder.encode(`{"data":"${media(5000)}","x":"`))).toBeUndefined();
    expect(lift(encoder.encode(`{"data":"${media(5000)}`))).toBeUndefined();
  });

  it("stays where it is in bytes that are no text, and a mark of bytes is left to the parser", () => {
    const json = encoder.encode(`{"x":"é","data":"${media(5000)}"}`);
    expect(lift(json.map((byte) => (byte === 0xc3 ? 0xff : byte)))).toBeUndefined();
    expect(lift(new Uint8Array([0xef, 0xbb, 0xbf, ...json]))?.text.slice(0, 6)).toBe('\ufeff{"x":');
  });
});
