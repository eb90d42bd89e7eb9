import { expect, test } from "vitest";
import { Output } from "../../src/stream/translator.js";

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
function filled(): Output {
  const output = new Output();
  output.frame("é");
  output.bytes(new TextEncoder().encode("run"));
  output.frame("!");
  return output;
}

test("texts and runs leave in the order in which they came, once", () => {
  const output = filled();
  expect(textOf(output.take())).toBe("érun!");
  expect(output.take()).toHaveLength(0);
  output.frame("a");
  expect(textOf(output.take())).toBe("a");
});

test.each([
  [5, false],
  [6, true],
  [7, true],
])("in a buffer of %i bytes there is room for six: %s", (size, fits) => {
  const target = new Uint8Array(size);
  const output = filled();
  const written = output.takeInto(target);
  expect(textOf(written)).toBe("érun!");
  expect(written.buffer === target.buffer).toBe(fits);
  expect(output.takeInto(target)).toHaveLength(0);
});
