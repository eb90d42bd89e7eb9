import { expect, test } from "vitest";
import { learnSilence, learnTemplate } from "../../src/fast-path/template.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test("an event that does not hold the text teaches no way to write it, and one that was written is no silence", () => {
  const event = 'data: {"t":"x","u":"x"}\n\n';
  const room = new Uint8Array(2 * event.length);
  const json = { start: 5, end: event.length - 2 };
  expect(learnTemplate(bytesOf(event), json, [["v"]], room)).toBeUndefined();
  expect(learnSilence(bytesOf(event))).toBeUndefined();
  expect(learnSilence(new Uint8Array())?.lengthWith(5)).toBe(0);
  const template = learnTemplate(bytesOf(event), json, [["t"], ["u"]], room);
  const source = bytesOf(`abc${"d".repeat(50)}`);
  const expected = `data: {"t":"bc","u":"bc"}\n\ndata: {"t":"${"d".repeat(50)}","u":"${"d".repeat(50)}"}\n\n`;
  const target = new Uint8Array((template?.lengthWith(2) ?? 0) + (template?.lengthWith(50) ?? 0));
  expect(template?.writeAll(target, 0, source, [1, 3, 3, 53])).toBe(expected.length);
  expect(new TextDecoder().decode(target)).toBe(expected);
});
