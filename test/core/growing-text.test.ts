import { expect, test } from "vitest";
import { GrowingText } from "../../src/core/growing-text.js";

test("bodies of JSON strings are read all at once, however often they come, and stand between the pieces that were read", () => {
  const text = new GrowingText(1_000_000);
  const bytes = new TextEncoder().encode(String.raw`xhé\n"\u0041y`);
  text.add("<");
  text.take(bytes, 1, 4);
  text.take(bytes, 4, 6);
  text.add(">");
  expect(text.text).toBe("<hé\n>");
  for (let index = 0; index < 200; index++) text.take(bytes, 7, 13);
  expect(text.text).toBe(`<hé\n>${"A".repeat(200)}`);
  expect(text.text).toBe(`<hé\n>${"A".repeat(200)}`);
});
