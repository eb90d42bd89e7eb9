import { expect, test } from "vitest";
import { createSseReader, writeFrame, writeFrameBytes } from "../../src/sse/index.js";

test("a frame has its name, if any, its data and a blank line", () => {
  expect(writeFrame({ data: "[DONE]" })).toBe("data: [DONE]\n\n");
  expect(new TextDecoder().decode(writeFrameBytes({ event: "ping", data: "{}" }))).toBe("event: ping\ndata: {}\n\n");
});
test("data of several lines is read again as it was written", () => {
  const data = '{\n  "a": 1\n}\n';
  expect(createSseReader().push(writeFrame({ event: "e", data }))).toEqual([{ event: "e", data }]);
});
test("a name cannot break out of its line", () => {
  expect(writeFrame({ event: "a\n\ndata: b", data: "c" })).toBe("event: a data: b\ndata: c\n\n");
});
