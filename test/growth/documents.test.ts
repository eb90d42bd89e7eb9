/** What whole documents cost grows with their length: every list of every style that once was searched from each of its items. */
import { expect, test } from "vitest";
import { collectStream, createStreamTranslator } from "../../src/index.js";
import { growthOf, type Scenario, workOf } from "../support/work.js";
import { rows } from "./documents.js";

/** Documents of a few hundred items where each is long. */
const SIZES: Readonly<Record<string, number>> = { "different long images as bytes": 100 };

test.each(Object.entries(rows))(
  "the cost grows no faster: %s",
  async (name, scenario) => {
    expect(await growthOf(scenario, SIZES[name] ?? 400)).toBeLessThan(1.2);
  },
  120_000,
);

/** Lists that are longer than the stack, as the arguments of one call must not be: each call throws where one is refused. */
const long: Readonly<Record<string, Scenario>> = {
  "of calls": ({ translateRequest }, size) => {
    const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
    const messages = [
      { role: "user", content: "q" },
      { role: "assistant", tool_calls: Array.from({ length: size }, () => call) },
    ];
    return () => {
      for (const to of ["messages", "generate-content"] as const)
        if (!translateRequest({ model: "m", messages }, { from: "chat-completions", to }).ok) throw new Error(to);
    };
  },
  "of texts in instructions and turns, chat-completions": ({ translateRequest }, size) => {
    const content = Array.from({ length: size }, () => ({ type: "text", text: "t" }));
    const said = { role: "user", content: "q" };
    const messages = [{ role: "system", content }, said, { role: "user", content }, { role: "system", content }, said];
    return () => {
      for (const to of ["messages", "generate-content"] as const)
        if (!translateRequest({ model: "m", messages }, { from: "chat-completions", to }).ok) throw new Error(to);
    };
  },
  "of texts in instructions, messages": ({ translateRequest }, size) => {
    const system = Array.from({ length: size }, () => ({ type: "text", text: "t" }));
    const body = { model: "m", max_tokens: 1, system, messages: [{ role: "user", content: "q" }] };
    return () => {
      for (const to of ["chat-completions", "generate-content"] as const)
        if (!translateRequest(body, { from: "messages", to }).ok) throw new Error(to);
    };
  },
  "of wrong items, which are refused for what they are": ({ translateRequest }, size) => {
    const body: unknown = { model: "m", messages: [{ role: "user", content: Array.from({ length: size }, () => 5) }] };
    return () => {
      const [first] = translateRequest(body, { from: "chat-completions", to: "messages" }).issues;
      if (first?.path.join() !== "messages,0,content,0") throw new Error(first?.message);
    };
  },
};

test.each(Object.entries(long))(
  "a list does not fill the stack: %s",
  async (_, scenario) => {
    await workOf(scenario, 24_000);
  },
  120_000,
);

test("a stream whose every event has a field of grounding of its own is no slower for each", () => {
  const events = Array.from({ length: 6000 }, (_, at) => ({
    candidates: [{ content: { role: "model", parts: [{ text: "a" }] }, groundingMetadata: { [`k${at}`]: 1 }, index: 0 }],
  }));
  const bytes = new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  const start = process.cpuUsage();
  const translator = createStreamTranslator({ from: "generate-content", to: "messages" });
  translator.push(bytes);
  translator.end();
  const { user, system } = process.cpuUsage(start);
  // It took nine seconds while each event copied the fields of all before it; now a third of one.
  expect((user + system) / 1e6).toBeLessThan(4);
});

test("fields of grounding of ever new names are held up to a limit, and told; pages and supports are held whatever came before", () => {
  const surplus = "The stream has more unknown fields than are held.";
  const web = { groundingChunks: [{ web: { uri: "http://a", title: "A" } }] };
  const supports = { groundingSupports: [{ segment: { startIndex: 0, endIndex: 1, text: "a" }, groundingChunkIndices: [0] }] };
  const event = (grounding: object, more = {}) => ({
    candidates: [{ content: { role: "model", parts: [{ text: "a" }] }, groundingMetadata: grounding, index: 0, ...more }],
  });
  const last = event({ ...web, ...supports }, { finishReason: "STOP" });
  const events = [...Array.from({ length: 600 }, (_, at) => event({ [`k${at}`]: at })), last];
  const text = events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("");
  for (const to of ["chat-completions", "generate-content"] as const) {
    const translator = createStreamTranslator({ from: "generate-content", to, maxIssues: 10_000, fastPath: false });
    const chunks = [translator.push(new TextEncoder().encode(text)), translator.end()];
    const written = chunks.map((chunk) => new TextDecoder().decode(chunk)).join("");
    if (to !== "generate-content") expect(translator.issues.filter(({ message }) => message === surplus).length).toBeGreaterThan(200);
    expect(written).toContain("http://a");
  }
  const collected = collectStream(text, { style: "generate-content" });
  expect(collected.ok && collected.value.candidates?.[0]?.groundingMetadata).toMatchObject({ ...web, ...supports });
});

test("unknown counters of ever new names in the usage of a stream are held up to a limit, and told", () => {
  const events = Array.from({ length: 2000 }, (_, at) => ({
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { content: "a" }, finish_reason: null }],
    usage: { prompt_tokens: at, completion_tokens: 1, [`k${at}`]: at },
  }));
  const translator = createStreamTranslator({ from: "chat-completions", to: "messages", maxIssues: 10_000 });
  translator.push(new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")));
  const surplus = translator.issues.filter(({ message }) => message === "The stream has more unknown fields than are held.");
  expect(surplus.length).toBeGreaterThan(200);
});
