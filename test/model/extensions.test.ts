import { expect, test } from "vitest";
import { restoreUnknown } from "../../src/model/extensions.js";

test.each([
  ["behind what is written, where nothing says its place", [3], [1, 2, 3]],
  ["at its place among what is written", [null, 3, null], [1, 3, 2]],
  ["before what is written beyond the places", [3, null], [3, 1, 2]],
])("what was not understood of a list comes back %s", (_where, kept, list) => {
  expect(restoreUnknown({ list: [1, 2] }, { messages: { list: kept } }, "messages")).toEqual({ list });
});
