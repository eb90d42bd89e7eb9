import fc from "fast-check";
import { expect, it } from "vitest";
import { ArgumentsScanner } from "../../../src/styles/messages/stream-arguments.js";

function pushed(pieces: readonly string[]) {
  const scanner = new ArgumentsScanner();
  for (const piece of pieces) scanner.push(piece);
  const { complete, blank, object } = scanner;
  return { complete, blank, object };
}

/** The same of the pieces as they stand in JSON documents. */
function taken(pieces: readonly string[]) {
  const scanner = new ArgumentsScanner();
  for (const piece of pieces) {
    const bytes = new TextEncoder().encode(JSON.stringify(piece));
    scanner.take(bytes, 1, bytes.length - 1);
  }
  const { complete, blank, object } = scanner;
  return { complete, blank, object };
}

const nothing = { complete: false, blank: false, object: false };

it.each([
  [["{}"], { complete: true, object: true }],
  [[" ", "\n{", "}\t "], { complete: true, object: true }],
  [[" \n"], { blank: true }],
  [['{"a":"}"'], { object: true }],
  [['{"a":"\\', '"}"', "}"], { complete: true, object: true }],
  [['{"a":[{"b":', "1}]}"], { complete: true, object: true }],
  [["{} x", "{}"], { object: true }],
  [["[1]"], {}],
  [["1", "{}"], {}],
])("knows of %j whether it is one object", (pieces, expected) => {
  expect(pushed(pieces)).toEqual({ ...nothing, ...expected });
});

it("says the same of text that stands escaped in a document", () => {
  const word = fc.constantFrom("{", "}", "[", "]", '"', "\\", " ", "\n", "\r", "\t", "a", "é", "1", ",", ":", "/", "\b", "\u0001");
  fc.assert(
    fc.property(
      fc.array(
        fc.array(word, { maxLength: 6 }).map((words) => words.join("")),
        { maxLength: 6 },
      ),
      (pieces) => {
        expect(taken(pieces)).toEqual(pushed(pieces));
      },
    ),
    { numRuns: 500 },
  );
});
