import { describe, expect, test } from "vitest";
import { ChangedFields } from "../../src/model/extensions.js";

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
