/** Whole findings of what a stream's framing holds, whatever style it is written in, and of what is collected of it. */
import { expect, it } from "vitest";
import { collectStream, createEventTranslator, createStreamTranslator, type Issue, type StyleName } from "../../src/index.js";
import * as cc from "../support/cc.js";
import { inLines, linesOf } from "../support/issue-rows.js";
import { run } from "../support/streams.js";

const chunk = (content: string, finish: string | null = null) => cc.chunk({ content }, finish);
const frame = (data: string) => `data: ${data}\n\n`;
const BEGUN = frame(JSON.stringify(chunk("Hi")));
const SAID = BEGUN + frame(JSON.stringify(chunk("", "stop")));
const DONE = frame("[DONE]");
const BUSY = '{"error": {"message": "Busy",\n "code": null}}';

/** The text that comes out, and the findings as lines. */
const found = ({ text, issues }: { readonly text: string; readonly issues: readonly Issue[] }) => ({ text, issues: linesOf(issues) });
const into = (to: StyleName, text: string) => found(run(createStreamTranslator({ report: "all", from: "chat-completions", to }), [text]));
const protocol = (at: number | "()") => `stream.protocol ${at === "()" ? at : `[${at}]`} warning`;
const truncated = (at: number | "()") => `stream.truncated ${at === "()" ? at : `[${at}]`} error (failed)`;
const broken = (path: string, received: string) => `stream.error ${path} error (failed) received ${JSON.stringify(received)}`;

const line = (text: string, finish: string | null = null) => JSON.stringify(chunk(text, finish));

const cases: [string, string, string[]][] = [
  ["an error in mere words", `${BEGUN}event: error\ndata: upstream timed out\n\n`, [broken("[1]", "bad-gateway")]],
  ["an error in a field of that name", `${BEGUN}error: {"message": "Busy"}\n\n`, [broken("[1].message", "internal")]],
  ["mere words behind the last event, of which nothing is said", `${SAID}bye\n`, []],
  ["events with one line end between them", `data: ${line("a")}\ndata: ${line("b", "stop")}\ndata: [DONE]\n\n`, []],
  ["such events without a blank line at their end", `data: ${line("a")}\ndata: ${line("b", "stop")}\ndata: [DONE]`, []],
  ["such events of which one is no JSON", `data: ${line("a")}\ndata: {oops\n\n`, [broken("[0]", `${line("a")}\n{oops`)]],
  ["an event on each line", `${line("a")}\n\n${line("b", "stop")}\n`, []],
  ["an event on each line, and an end marker", `${line("a")}\r\n${line("b", "stop")}\r\n[DONE]\r\n`, []],
  ["an event on each line, of which one is mere words", `${line("a")}\noops\n${line("b")}\n`, [broken("[1]", "bad-gateway"), protocol(2)]],
  ["a body that begins like JSON and is none", "{oops}\n", [broken("[0]", "{oops}\n")]],
  ["events with the name of the field twice", `data: data: ${line("a", "stop")}\n\ndata: data: [DONE]\n\n`, []],
  ["nothing but the name of the field twice", `data: data:\n\n${SAID}${DONE}`, [protocol("()")]],
  ["an event of nothing, before any other", frame("") + SAID + DONE, [protocol("()")]],
  ["an event of spaces, after another", BEGUN + frame("  ") + SAID + DONE, [protocol(0)]],
  [
    "an event that is no JSON behind a list",
    `${frame(`[${JSON.stringify(chunk("a"))}, ${JSON.stringify(chunk("b"))}]`)}${frame("{oops")}`,
    [broken("[2]", "{oops")],
  ],
  ["an object between events that breaks off, of which nothing is said", `${SAID}{"hello\n`, []],
  ["a last end marker with space around it", `${SAID}data:  [DONE] `, []],
  ["an event after the end", SAID + DONE + BEGUN, [protocol(2)]],
  ["a second end marker, of which nothing is said", SAID + DONE + DONE, []],
  ["an event that is no JSON", `${BEGUN}${frame("{oops")}`, [broken("[1]", "{oops")]],
  ["a first event that is no JSON", frame("{oops"), [broken("[0]", "{oops")]],
  ["an empty list", BEGUN + frame("[]") + SAID + DONE, [protocol(0)]],
  ["half an end marker, which is no half event", `${SAID}data: [DO`, []],
  ["a last event without a line end", `${BEGUN}data: ${JSON.stringify(chunk("!", "stop"))}`, []],
  ["a last end marker without a line end", `${SAID}data: [DONE]`, []],
  ["a document that says something else", '{"x": 1}', [broken("[0]", '{"x": 1}')]],
  ["an error between events", `${BEGUN}${BUSY}\n`, [broken("[1].error", "internal")]],
  ["an error behind an event without its blank line", `${BEGUN.trimEnd()}\n${BUSY}\n`, [broken("[1].error", "internal")]],
  ["an error behind a line that says nothing", `${BEGUN}oops\n${BUSY}\n`, [broken("[1].error", "internal")]],
  ["another object between events, of which nothing is said", `${SAID}{"hello": 1}\n`, []],
];

const cut: [string, string, string[]][] = [
  ["a body in mere words", "Internal Server Error", [truncated("()")]],
  ["mere words behind events", `${BEGUN}upstream: reset\n`, [truncated(0)]],
  ["such events of which the last is cut", `data: ${line("a")}\ndata: ${line("b")}\ndata: {"id`, [truncated(1)]],
  ["an event on each line, of which the last is cut", `${line("a")}\n${line("b")}\n{"id`, [truncated(1)]],
  ["a body that is the beginning of JSON", '{"id": \n', [truncated("()")]],
];

it.each(cut)("says where and with what words a source stopped: %s", (_what, text, issues) => {
  for (const to of ["generate-content", "chat-completions", "messages"] as const)
    expect(into(to, text).issues.filter((line) => line.startsWith("stream."))).toEqual(issues);
  const collected = collectStream(text, { report: "all", style: "chat-completions" });
  expect(linesOf(collected.issues)).toEqual(issues);
  expect(into("messages", text).text.replace(/\\/g, "")).toContain(collected.issues[0]?.message);
});

it.each([...cases, ...cut])("reads the same however it is cut: %s", (_what, text) => {
  for (const to of ["messages", "chat-completions"] as const)
    for (const fastPath of [true, false])
      expect(found(run(createStreamTranslator({ report: "all", from: "chat-completions", to, fastPath }), text))).toEqual(into(to, text));
});

it.each(cases)("says the same in every style of %s", (_what, text, issues) => {
  for (const to of ["generate-content", "chat-completions"] as const) expect(into(to, text).issues).toStrictEqual(issues);
});

it("ends a stream that was cut inside an event in an error, without the end marker", () => {
  const { text, issues } = into("chat-completions", `${SAID}data: {"a`);
  expect(issues).toStrictEqual([truncated(1)]);
  expect(text.split("\n\n").slice(0, 2)).toEqual(SAID.split("\n\n").slice(0, 2));
  expect(text).not.toContain("[DONE]");
});

it("says of a stream that was cut in the event after the last word that it broke off", () => {
  const message = { id: "r", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null };
  const told = [
    { type: "message_start", message: { ...message, usage: { input_tokens: 1, output_tokens: 0 } } },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 1 } },
  ];
  const text = `${told.map((event) => frame(JSON.stringify(event))).join("")}data: {"type":"message_st`;
  for (const to of ["chat-completions", "messages", "generate-content"] as const)
    expect(found(run(createStreamTranslator({ report: "all", from: "messages", to }), [text])).issues).toContain(truncated(1));
  expect(inLines(collectStream(text, { report: "all", style: "messages" }))).toEqual({ ok: false, issues: [truncated(1)] });
});

it("says of nothing but space that it is no answer, and reads a document behind it", () => {
  expect(into("chat-completions", "\t\n\r  ").issues).toStrictEqual([truncated("()")]);
  expect(into("generate-content", `\t${BUSY}`).issues).toStrictEqual([broken("()", "internal")]);
  expect(into("chat-completions", `\t${BUSY}`).issues).toStrictEqual([broken("[0].error", "internal")]);
});

it.each(["generate-content", "chat-completions"] as const)("leaves out what is pushed after the end into %s", (to) => {
  const translator = createStreamTranslator({ report: "all", from: "chat-completions", to });
  run(translator, [SAID + DONE]);
  expect(translator.push(BEGUN)).toHaveLength(0);
  expect(translator.end()).toHaveLength(0);
  expect(linesOf(translator.issues)).toEqual([protocol(1)]);
});

it("leaves out an event that is pushed after the end", () => {
  const translator = createEventTranslator({ report: "all", from: "chat-completions", to: "generate-content" });
  translator.push(chunk("Hi", "stop"));
  translator.end();
  expect(inLines(translator.push(chunk("x")))).toEqual({
    events: [],
    issues: [protocol(1)],
  });
  expect(translator.end()).toStrictEqual({ events: [], issues: [] });
});

const collect = (text: string, options: { responseId?: string; created?: number } = {}) => {
  const { issues, ...collected } = collectStream(text, { report: "all", style: "chat-completions", ...options });
  return { ...collected, issues: linesOf(issues) };
};

it.each<[string, string, string[]]>([
  ["is cut inside an event", `${BEGUN}data: {"a`, [truncated(0)]],
  ["is nothing", "", [truncated("()")]],
  ["is half a document", '{"error', [truncated("()")]],
  ["is an error", BUSY, [broken("()", "internal")]],
  ["is cut after its last word", `${SAID}data: {"a`, [truncated(1)]],
  ["goes on after an event that is no JSON", BEGUN + frame("{oops") + BEGUN, [broken("[1]", "{oops"), protocol(2)]],
])("collects no answer where the stream %s", (_what, text, issues) => {
  expect(collect(text)).toStrictEqual({ ok: false, issues });
});

it("collects the answer that came before the end and tells of what came after", () => {
  const answer = collect(SAID + DONE + BEGUN);
  expect(answer.ok && answer.value).toMatchObject({ id: "r", created: 1, choices: [{ message: { content: "Hi" } }] });
  expect(answer.issues).toStrictEqual([protocol(2)]);
});

it("makes up neither id nor time, and takes those of the options", () => {
  const text = frame('{"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": "stop"}]}') + DONE;
  const unnamed = 'defaulted.other () info to "unknown"';
  const bare = collect(text);
  expect(bare.ok && Object.keys(bare.value)).toEqual(["object", "model", "choices", "system_fingerprint"]);
  expect(bare.issues).toStrictEqual([unnamed]);
  const named = collect(text, { responseId: "x", created: 5 });
  expect(named.ok && named.value).toMatchObject({ id: "x", created: 5 });
  expect(named.issues).toStrictEqual([unnamed]);
});

it("reads a document that is as long as an event may be", () => {
  const issues = (maxEventBytes: number) =>
    collectStream(BUSY, { report: "all", style: "chat-completions", maxEventBytes }).issues.map(({ message }) => message.slice(0, 24));
  expect(issues(BUSY.length)).toEqual(["The service reported an "]);
  expect(issues(BUSY.length - 1)).toEqual(["The event is longer than"]);
});

it.each(["chat-completions", "messages", "generate-content"] as const)(
  "says of a %s stream that breaks off after which event, if any",
  (style) => {
    const event = {
      "chat-completions": chunk("Hi"),
      messages: { type: "message_start", message: { id: "m", role: "assistant", content: [], model: "m" } },
      "generate-content": { candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] } }] },
    }[style];
    for (const [text, path] of [
      ["", []],
      [frame(JSON.stringify(event)), [0]],
    ] as const) {
      for (const to of ["chat-completions", "messages", "generate-content"] as const) {
        const translator = createStreamTranslator({ report: "all", from: style, to });
        translator.push(text);
        translator.end();
        expect(translator.issues.filter(({ code }) => code === "stream.truncated")).toMatchObject([{ code: "stream.truncated", path }]);
      }
      expect(collectStream(text, { report: "all", style }).issues[0]).toMatchObject({ code: "stream.truncated", path });
    }
  },
);

/** With the path of what other styles cannot say, and whether the own style repeats it. */
const errors: [StyleName, object, Issue["path"], "repeated" | "lost"][] = [
  ["chat-completions", { error: { message: "Busy", type: "odd_kind" } }, ["error", "type"], "repeated"],
  ["chat-completions", { message: "Busy", type: "odd_kind" }, ["type"], "repeated"],
  ["chat-completions", { error: "Busy", hint: "odd" }, ["hint"], "lost"],
  ["chat-completions", { error: { message: "Busy" }, x_groq: { hint: "odd" } }, ["x_groq"], "repeated"],
  ["messages", { type: "error", error: { message: "Busy", type: "odd_kind" } }, ["error", "type"], "repeated"],
  ["messages", { message: "Busy", hint: "odd" }, ["hint"], "lost"],
  ["generate-content", { error: { message: "Busy", code: 429, status: "ODD" } }, ["error", "status"], "repeated"],
  ["generate-content", { error: { message: "Busy", code: 429 }, hint: "odd" }, ["hint"], "repeated"],
  ["generate-content", { message: "Busy", status: "ODD" }, ["status"], "lost"],
];

it.each(errors)(
  "tells what other styles cannot say of the %s error %j, where it stands for a stream and where it ends one",
  (from, error, path, own) => {
    const event = {
      "chat-completions": chunk("Hi"),
      messages: { type: "message_start", message: { id: "m", role: "assistant", content: [], model: "m" } },
      "generate-content": { candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] } }] },
    }[from];
    const body = JSON.stringify(error);
    for (const [text, at] of [
      [body, path],
      [frame(JSON.stringify(event)) + frame(body), [1, ...path]],
    ] as const)
      for (const to of ["chat-completions", "messages", "generate-content"] as const) {
        const { issues } = run(createStreamTranslator({ report: "all", from, to }), [text]);
        const found = issues.filter((issue) => issue.path.join() === at.join());
        const kept = from === to && own === "repeated";
        expect(found).toMatchObject(kept ? [] : [{ loss: expect.stringMatching(/^(approximated|dropped)$/) }]);
        expect(collectStream(text, { report: "all", style: from }).issues).toContainEqual(expect.objectContaining({ path: at }));
      }
  },
);

it("tells what stands beside an error in a field of the server", () => {
  const event = { id: "r", x_groq: { error: "Busy", hint: "odd" } };
  const { issues } = run(createStreamTranslator({ report: "all", from: "chat-completions", to: "messages" }), [
    frame(JSON.stringify(event)),
  ]);
  const lost = issues.filter(({ code }) => code === "dropped.field").map(({ path }) => path.join("."));
  expect(lost).toEqual(["0.id", "0.x_groq.hint"]);
});
