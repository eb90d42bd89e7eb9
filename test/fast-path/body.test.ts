import { describe, expect, test } from "vitest";
import { REFUSED, scanBody, UNFINISHED } from "../../src/fast-path/body.js";

const ENCODER = new TextEncoder();
const bytesOf = (text: string) => ENCODER.encode(text);

function scan(bytes: Uint8Array, start = 0) {
  const body = { scanned: 0 };
  const at = scanBody(bytes, start, body);
  return at < 0 ? at : { at, ...body };
}

/** The slow way to say the same: what is decoded and printed anew is what stood there. */
function mayBeCopied(body: Uint8Array): { readonly units: number } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === "string" && JSON.stringify(value) === `"${text}"` ? { units: value.length } : undefined;
  } catch {
    return undefined;
  }
}

/** Both ways agree on the body, closed by a quote. */
function agree(body: readonly number[]): boolean {
  const found = scan(Uint8Array.from([...body, 0x22]));
  const slow = mayBeCopied(Uint8Array.from(body));
  return slow === undefined ? found === REFUSED : typeof found === "object" && found.at === body.length && found.scanned === slow.units;
}
const ALL = Array.from({ length: 256 }, (_, byte) => byte);
const HEX = [...bytesOf("0123456789abcdefABCDEFg")];

describe("the body of a string may be copied", () => {
  test("whatever single byte it is", () => {
    // A quote closes the body, and what is cut off is not known yet.
    for (const byte of ALL)
      if (byte !== 0x22 && byte !== 0x5c && (byte < 0xc2 || byte > 0xf4)) expect([byte, agree([byte])]).toEqual([byte, true]);
  });

  test("whatever two, three and four bytes a character is made of", () => {
    for (const lead of ALL.slice(0x80))
      for (const second of ALL.filter((byte) => byte !== 0x22))
        for (const rest of [[], [0x80], [0x80, 0xbf], [0x80, 0x41], [0x41, 0x80]])
          if (rest.length === (lead < 0xe0 ? 0 : lead < 0xf0 ? 1 : 2))
            expect([lead, second, rest, agree([lead, second, ...rest])]).toEqual([lead, second, rest, true]);
  });

  test("whatever stands behind a backslash", () => {
    for (const byte of ALL) if (byte !== 0x75) expect([byte, agree([0x5c, byte])]).toEqual([byte, true]);
    for (const high of HEX)
      for (const low of HEX)
        for (const head of ["00", "01", "20"]) {
          const body = [...bytesOf(`\\u${head}`), high, low];
          expect([head, high, low, agree(body)]).toEqual([head, high, low, true]);
        }
  });

  test("but for half a pair of surrogates, which goes the ordinary way", () => {
    expect(scan(bytesOf('\\ud800"'))).toBe(REFUSED);
  });

  test("from where it starts to where it closes", () => {
    expect(scan(bytesOf('xa😀é\\n"y'), 1)).toEqual({ at: 10, scanned: 5 });
    expect(scan(bytesOf('"'))).toEqual({ at: 0, scanned: 0 });
  });
});

test("a body that is cut off anywhere is not known yet", () => {
  const body = bytesOf('aé漢😀\\n\\u001fb"');
  for (let end = 0; end < body.length; end++) expect(scan(body.subarray(0, end))).toBe(UNFINISHED);
});
