/** Streams that come while they are read: collected, and translated event by event. */
import { GenerateContentResponse } from "@google/genai";
import { describe, expect, it } from "vitest";
import {
  collectStream,
  createEventTranslator,
  createStreamTranslator,
  type Issue,
  type StyleName,
  translateEvents,
} from "../../src/index.js";
import { styles } from "../../src/style-lists.js";
import { fixtures, readText } from "../support/fixtures.js";
import { linesOf } from "../support/issue-rows.js";

const STYLES = Object.values(styles).map(({ name }) => name);
const streams = fixtures().filter(({ kind }) => kind === "stream");

const chunks = [
  {
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: { role: "assistant", content: "hel" } }],
  },
  { id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content: "lo" } }] },
  { id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
];
const text = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
const toMessages = { from: "chat-completions", to: "messages" } as const;

/** Gives the items, and then throws where it is to break off. `left` tells that the reader stopped. */
async function* some<T>(items: readonly T[], fault?: Error, left?: () => void): AsyncGenerator<T, void, undefined> {
  try {
    for (const item of items) yield item;
    if (fault !== undefined) throw fault;
  } finally {
    left?.();
  }
}

function pieces(whole: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(whole);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

function webStream<T>(items: readonly T[], fault?: Error): ReadableStream<T> {
  const queue = [...items];
  return new ReadableStream({
    pull(controller) {
      const next = queue.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (fault === undefined) controller.close();
      else controller.error(fault);
    },
  });
}

/** As some browsers have it. */
function withoutIteration<T>(stream: ReadableStream<T>) {
  return { getReader: () => stream.getReader() };
}

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}

describe("an end marker between parsed events", () => {
  const body = { id: "m", type: "message", role: "assistant", model: "c", content: [], stop_reason: null, stop_sequence: null };
  const counts = { input_tokens: 1, output_tokens: 1 };
  const answers: Readonly<Record<string, readonly unknown[]>> = {
    "chat-completions": chunks,
    messages: [
      { type: "message_start", message: { ...body, usage: counts } },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: counts },
      { type: "message_stop" },
    ],
    "generate-content": [{ candidates: [{ content: { role: "model", parts: [{ text: "a" }] }, finishReason: "STOP" }] }],
  };

  it.each(STYLES)("means to %s what it means in bytes: early, at the end, twice", (from) => {
    const answer = answers[from] ?? [];
    for (const events of [
      [...answer.slice(0, 1), "[DONE]", ...answer.slice(1)],
      [...answer, "[DONE]"],
      [...answer, "[DONE]", "[DONE]"],
    ])
      for (const to of STYLES) {
        const parsed = createEventTranslator({ from, to });
        const steps = [...events.map((event) => parsed.push(event)), parsed.end()];
        const bytes = createStreamTranslator({ from, to });
        for (const event of events) bytes.push(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
        bytes.end();
        expect(steps.flatMap(({ issues }) => issues)).toEqual(bytes.issues);
      }
  });
});

describe("collectStream of what comes in pieces", () => {
  it("reads streams that cannot be iterated, and parsed events", async () => {
    const style = "chat-completions";
    const expected = collectStream(text, { style });
    expect(expected).toMatchObject({ ok: true, value: { choices: [{ message: { content: "hello" } }] } });
    expect(await collectStream(withoutIteration(webStream(pieces(text, 9))), { style })).toEqual(expected);
    expect(await collectStream(some(chunks), { style })).toEqual(expected);
    expect(await collectStream(some([...chunks, "data: [DONE]\n\n"]), { style })).toEqual(expected);
    expect(await collectStream(some([...chunks, "[DONE]"]), { style })).toEqual(expected);
    // Without a reason, only the end marker tells that the answer is whole.
    expect(await collectStream(some([...chunks.slice(0, 2), "[DONE]"]), { style })).toMatchObject({ ok: true });
    const [head = "", tail = ""] = text.split("[DONE]");
    expect(await collectStream(some([head, "[DONE]", tail]), { style })).toEqual(expected);
  });

  it.each<readonly [string, readonly string[]]>([
    ["nothing", []],
    ["all but its end", [text.slice(0, text.indexOf("data: [DONE]"))]],
  ])("of which a source threw behind %s is a truncated one", async (_name, given) => {
    const fault = new Error("socket hang up");
    for (const source of [some(given, fault), webStream(given, fault), withoutIteration(webStream(given, fault))]) {
      const result = await collectStream(source, { style: "chat-completions" });
      expect(result).toMatchObject({ ok: false, issues: [{ code: "stream.truncated", severity: "error" }] });
      expect(result.issues[0]?.message).toContain("socket hang up");
    }
  });

  it("is never rejected, but for what a function of the caller's throws", async () => {
    const locked = webStream([text]);
    locked.getReader();
    const no = () => {
      throw new Error("no");
    };
    const throws = { [Symbol.asyncIterator]: no };
    const odd = [
      locked,
      throws,
      some([5, null, {}, undefined]),
      Object.defineProperty({}, Symbol.asyncIterator, { get: no }),
      { [Symbol.asyncIterator]: () => ({ next: async () => undefined }) },
      { [Symbol.asyncIterator]: () => ({ next: async () => Object.defineProperty({ done: false }, "value", { get: no }) }) },
      some([], Object.defineProperty(new Error(), "message", { get: no })),
      some([Object.defineProperty(new (class {})(), "type", { get: no, enumerable: true })]),
    ];
    for (const source of odd)
      expect(await Reflect.apply(collectStream, undefined, [source, { style: "messages" }])).toMatchObject({ ok: false });
    const read = webStream([text]);
    await collectStream(read, { style: "chat-completions" });
    expect(read.locked).toBe(false);
    const cause = new Error("mine");
    const anonymous = [{ candidates: [{ index: 0, content: { parts: [{ text: "x" }] }, finishReason: "STOP" }] }];
    const responseId = () => {
      throw cause;
    };
    await expect(collectStream(some(anonymous), { style: "generate-content", responseId })).rejects.toBe(cause);
  });
});

describe("translateEvents", () => {
  it("gives what an event translator gives, for every fixture and target", async () => {
    for (const { style: from, file } of streams.filter((_, index) => index % 3 === 0))
      for (const to of STYLES) {
        const events = parsedEvents(readText(file));
        const translator = createEventTranslator({ from, to });
        const steps = [...events.map((event) => translator.push(event)), translator.end()];
        const issues: Issue[] = [];
        const written = await all(translateEvents(some(events), { from, to, onIssues: (found) => void issues.push(...found) }));
        expect(written).toEqual(steps.flatMap((step) => step.events));
        expect(linesOf(issues)).toEqual(linesOf(steps.flatMap((step) => step.issues)));
      }
  });

  it("ends in the target's error where the source throws", async () => {
    for (const given of [chunks.slice(0, 2), chunks, []])
      for (const to of STYLES.filter((name): name is Exclude<StyleName, "chat-completions"> => name !== "chat-completions")) {
        const issues: Issue[] = [];
        const source = webStream(given, new Error("socket hang up"));
        const options = { from: "chat-completions", to, onIssues: (found: readonly Issue[]) => void issues.push(...found) } as const;
        const written = await all(translateEvents(source, options));
        expect(written.at(-1)).toMatchObject({ error: { message: expect.stringContaining("socket hang up") } });
        expect(issues).toContainEqual(expect.objectContaining({ code: "stream.truncated", severity: "error" }));
      }
  });

  it("stops the source where the loop is left, and tells what was found", async () => {
    let left = 0;
    let told = 0;
    const events = translateEvents(
      some(chunks, undefined, () => left++),
      { ...toMessages, onIssues: () => told++ },
    );
    for await (const event of events) if (event !== undefined) break;
    expect([left, told]).toEqual([1, 1]);
    const cancelled: string[] = [];
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(chunks[0]),
      cancel: () => void cancelled.push("yes"),
    });
    for await (const event of translateEvents(withoutIteration(stream), toMessages)) if (event !== undefined) break;
    expect(cancelled).toEqual(["yes"]);
  });

  it("lets pass what a function of the caller's throws", async () => {
    const cause = new Error("mine");
    const model = () => {
      throw cause;
    };
    await expect(all(translateEvents(some(chunks), { ...toMessages, model }))).rejects.toBe(cause);
  });

  it("takes events that an SDK has as instances of a class", async () => {
    const event = {
      candidates: [{ index: 0, content: { role: "model", parts: [{ text: "hi" }] }, finishReason: "STOP" }],
      modelVersion: "g",
    };
    const instance = Object.assign(new GenerateContentResponse(), event);
    const options = { from: "generate-content", to: "chat-completions" } as const;
    expect(await all(translateEvents(some([instance]), options))).toEqual(await all(translateEvents(some([event]), options)));
    expect(await collectStream(some([instance]), { style: "generate-content" })).toEqual(
      await collectStream(some([event]), { style: "generate-content" }),
    );
  });

  it("refuses what is no stream at once", () => {
    for (const none of [undefined, null, "text", [], new Uint8Array(), {}])
      expect(() => Reflect.apply(translateEvents, undefined, [none, toMessages])).toThrow(TypeError);
  });
});

function parsedEvents(text: string): unknown[] {
  return text.split("\n").flatMap((line) => {
    try {
      return line.startsWith("data: {") ? [JSON.parse(line.slice(6))] : [];
    } catch {
      return [];
    }
  });
}
