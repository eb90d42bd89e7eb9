import { expect, it } from "vitest";
import { ArgumentsScanner } from "../../../src/styles/messages/stream-block-encoder.js";

function pushed(pieces: readonly string[]) {
  const scanner = new ArgumentsScanner();
  for (const piece of pieces) scanner.push(piece);
  const { complete, object } = scanner;
  return { complete, object };
}

const nothing = { complete: false, object: false };

it.each([
  [["{}"], { complete: true, object: true }],
  [[" ", "\n{", "}\t "], { complete: true, object: true }],
  [[" \n"], { object: undefined }],
  [['{"a":"}"'], { object: true }],
  [['{"a":"\\', '"}"', "}"], { complete: true, object: true }],
  [['{"a":[{"b":', "1}]}"], { complete: true, object: true }],
  [["{} x", "{}"], { object: true }],
  [["[1]"], {}],
  [["1", "{}"], {}],
])("knows of %j whether it is one object", (pieces, expected) => {
  expect(pushed(pieces)).toEqual({ ...nothing, ...expected });
});
