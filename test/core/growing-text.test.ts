import { expect, test } from "vitest";
import { GrowingText } from "../../src/core/collections.js";

test("pieces are one text, until it is longer than is held", () => {
  const text = new GrowingText(200);
  text.add("<");
  expect(text.text).toBe("<");
  for (let index = 0; index < 199; index++) text.add("A");
  expect(text.text).toBe(`<${"A".repeat(199)}`);
  text.add("B");
  text.add("C");
  expect(text.text).toBe("");
});
