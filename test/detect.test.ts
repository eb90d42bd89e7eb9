/** The style of a document by what stands in it: none of all fixtures and recorded documents is taken for another's. */
import { describe, expect, it } from "vitest";
import { createStreamTranslator, detectStyle, isStyleName } from "../src/index.js";
import { styles } from "../src/style-lists.js";
import { documents, KINDS } from "./support/documents.js";
import { fixtures, readText } from "./support/fixtures.js";
import { trafficPresent } from "./support/traffic.js";

describe("detectStyle", () => {
  for (const kind of KINDS)
    it(`knows every ${kind} that is not of several styles`, () => {
      const all = documents(kind).filter(({ body }) => typeof body === "object" && body !== null);
      const bodies = all.map(({ body, ...rest }) => ({ ...rest, body: kind === "error" ? errorBody(body) : body }));
      const wrong = bodies.flatMap(({ name, style, body }) => {
        const found = detectStyle(body);
        return found === style || found === undefined ? [] : [`${name}: ${found}`];
      });
      expect(wrong).toEqual([]);
      const known = bodies.filter(({ body }) => detectStyle(body) !== undefined);
      expect(known.length / bodies.length).toBeGreaterThan(SHARE[kind]);
    });

  it("knows the events of a stream, one and many", () => {
    const streams = fixtures().filter(({ kind }) => kind === "stream");
    expect(streams.length).toBeGreaterThan(10);
    for (const { style, file } of streams) {
      const found = detectStyle(eventsIn(readText(file)));
      expect([style, undefined]).toContain(found);
    }
    expect(detectStyle({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } })).toBe("messages");
  });

  it.each([
    [{ model: "gpt-5.1", messages: [{ role: "user", content: "hi" }] }, "chat-completions"],
    [{ model: "gpt-4o", max_tokens: 5, messages: [{ role: "user", content: "hi" }] }, "chat-completions"],
    [{ model: "claude-sonnet-4-5", max_tokens: 5, messages: [{ role: "user", content: "hi" }] }, "messages"],
    [{ model: "anthropic/claude-sonnet-4.5", max_tokens: 5, messages: [{ role: "user", content: "hi" }] }, "chat-completions"],
    [{ model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] }, undefined],
    [{ contents: [] }, "generate-content"],
    [{ contents: "hi" }, "generate-content"],
    [{ error: { message: "no", type: "invalid_request_error" } }, "chat-completions"],
    [{ type: "error", error: { message: "no", type: "invalid_request_error" } }, "messages"],
    [{ error: { message: "no", code: 400, status: "INVALID_ARGUMENT" } }, "generate-content"],
    [{}, undefined],
    [[], undefined],
    [undefined, undefined],
    ["text", undefined],
  ])("row %#", (body, expected) => {
    expect(detectStyle(body)).toBe(expected);
  });

  it("throws for nothing, and looks at a bounded part", () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => ["a"],
        get: () => {
          throw new Error("no");
        },
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
    expect(detectStyle(hostile)).toBeUndefined();
    const cycle: Record<string, unknown> = { contents: [] };
    cycle.contents = [cycle, cycle, cycle];
    expect(detectStyle(cycle)).toBe("generate-content");
  });
});

const SHARE = { request: 0.9, response: 0.99, error: trafficPresent ? 0.9 : 0.85 } as const;

function errorBody(reply: unknown): unknown {
  return typeof reply === "object" && reply !== null && "body" in reply ? reply.body : reply;
}

function eventsIn(text: string): unknown[] {
  return text.split("\n").flatMap((line) => {
    try {
      return line.startsWith("data: {") ? [JSON.parse(line.slice(6))] : [];
    } catch {
      return [];
    }
  });
}

describe("isStyleName", () => {
  it("knows the names of the styles alone", () => {
    for (const name of Object.keys(styles)) expect(isStyleName(name)).toBe(true);
    for (const other of ["openai", "", undefined, 5, "constructor"]) expect(isStyleName(other)).toBe(false);
    const from: unknown = "messages";
    if (isStyleName(from)) expect(createStreamTranslator({ from, to: "messages" })).toBeDefined();
  });
});
