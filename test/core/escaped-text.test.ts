import { expect, test } from "vitest";
import { EscapedText } from "../../src/core/escaped-text.js";

test("bodies of JSON strings are read all at once, however often they come", () => {
  const text = new EscapedText();
  const bytes = new TextEncoder().encode(String.raw`xhé\n"\u0041y`);
  text.take(bytes, 1, 4);
  text.take(bytes, 4, 6);
  expect(text.text()).toBe("hé\n");
  for (let index = 0; index < 200; index++) text.take(bytes, 7, 13);
  expect(text.text()).toBe("A".repeat(200));
  expect(text.text()).toBe("");
});
