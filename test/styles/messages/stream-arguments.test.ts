import { expect, it } from "vitest";
import { ArgumentsScanner } from "../../../src/styles/messages/stream-call-encoder.js";

function pushed(pieces: readonly string[]) {
  const scanner = new ArgumentsScanner();
  for (const piece of pieces) scanner.push(piece);
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
