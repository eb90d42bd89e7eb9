import { describe, expect, test } from "vitest";
import { ChangedFields, restoreUnknown } from "../../src/model/extensions.js";

test.each([
  ["behind what is written, where nothing says its place", [3], [1, 2, 3]],
  ["at its place among what is written", [null, 3, null], [1, 3, 2]],
  ["before what is written beyond the places", [3, null], [3, 1, 2]],
])("what was not understood of a list comes back %s", (_where, kept, list) => {
  expect(restoreUnknown({ list: [1, 2] }, { messages: { list: kept } }, "messages")).toEqual({ list });
});

describe("news", () => {
  const told = (news: ChangedFields, extensions: Record<string, number>) => news.of({ messages: extensions })?.messages;

  test("is what was not told before, or is something else now", () => {
    const news = new ChangedFields("messages");
    expect(news.of(undefined)).toBeUndefined();
    expect(told(news, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
    expect(told(news, { a: 1, b: 2 })).toBeUndefined();
    expect(told(news, { a: 1, b: 3 })).toEqual({ b: 3 });
    expect(news.of({ "generate-content": { c: 1 } })).toBeUndefined();
  });

  test("is all that comes once there is too much to remember", () => {
    const news = new ChangedFields("messages");
    const many = Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`k${index}`, index]));
    expect(Object.keys(told(news, many) ?? {})).toHaveLength(257);
    expect(told(news, many)).toEqual({ k256: 256 });
  });
});
