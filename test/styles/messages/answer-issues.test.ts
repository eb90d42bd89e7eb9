import { expect, test } from "vitest";
import type { CanonicalRequest, CanonicalResponse, Choice, Finish, FinishReason, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import { response } from "../../../src/styles/messages/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { linesOf } from "../../support/issue-rows.js";
import * as msg from "../../support/msg.js";
import { refusal, text } from "../../support/parts.js";
import { asking } from "../../support/requests.js";

const envelope = { id: "i", type: "message", role: "assistant", model: "m", usage: { input_tokens: 1, output_tokens: 1 } };
const ENDED = { reason: "stop", native: { style: "messages", value: "end_turn" } };
/** What is read of an answer with these blocks. */
const read = (content: readonly object[], more: object = {}) => {
  const result = response.decode({ ...envelope, content, stop_reason: "end_turn", stop_sequence: null, ...more });
  const [choice] = result.ok ? result.value.choices : [];
  expect(result.issues).toEqual([]);
  return { parts: choice?.parts, finish: choice?.finish, extensions: choice?.extensions };
};
/** What is written of an answer, with the findings. */
const write = (parts: readonly Part[], finish: Finish = { reason: "stop" }, some: Partial<CanonicalResponse> = {}) => {
  const choice: Choice = { index: 0, parts, finish };
  const answer = { id: "i", model: "m", usage: { inputTokens: 1, outputTokens: 1 }, choices: [choice], ...some };
  const result = response.encode(answer, { from: "generate-content" });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const { content, stop_reason, stop_sequence, stop_details } = result.value;
  return { content, end: [stop_reason, stop_sequence, stop_details], issues: linesOf(result.issues) };
};

const EPHEMERAL = { type: "ephemeral" } as const;
const marked = (ttl?: "5m" | "1h") => text("a", { cacheControl: { ...EPHEMERAL, ...(ttl === undefined ? {} : { ttl }) } });

cases<[cache_control: object, more: object]>({
  "with no lifetime": [{ ...EPHEMERAL, ttl: null }, { cacheControl: EPHEMERAL }],
  "of an hour": [{ ...EPHEMERAL, ttl: "1h" }, { cacheControl: { ...EPHEMERAL, ttl: "1h" } }],
  "of another kind": [
    { type: "eternal", ttl: "5m" },
    { extensions: { messages: { "cache_control.type": "eternal", "cache_control.ttl": "5m" } } },
  ],
})("a marker %s is read", (cache_control, more) => {
  expect(read([{ ...msg.text("a"), cache_control }]).parts).toEqual([{ ...text("a"), ...more }]);
});

const cached = (ttl?: string) => ({ ...msg.text("a"), cache_control: ttl === undefined ? EPHEMERAL : { ...EPHEMERAL, ttl } });
const four = [marked(), marked(), marked(), marked()];
const FOUR = [cached(), cached(), cached(), cached()];

cases<
  [
    parts: readonly Part[],
    content: readonly object[],
    issues: string[],
    more?: [asked: object, body: object] | undefined,
    options?: EncodeOptions,
  ]
>({
  "the first of five markers goes": [
    four,
    FOUR,
    ["dropped.value instructions[0].parts[0].cacheControl info limit 4"],
    [{ instructions: [{ role: "system", parts: [text("s", { cacheControl: EPHEMERAL })] }] }, { system: [msg.text("s")] }],
  ],
  "the marker of a turn goes before that of the request": [
    four,
    [msg.text("a"), ...FOUR.slice(1)],
    ["dropped.value turns[0].parts[0].cacheControl info limit 4"],
    [{ cache: { auto: EPHEMERAL } }, { cache_control: EPHEMERAL }],
  ],
  "an hour may not come after five minutes": [
    [marked("5m"), marked("1h")],
    [cached("5m"), cached("5m")],
    ['approximated.enum turns[0].parts[1].cacheControl.ttl warning from "1h" to "5m"'],
  ],
  "five minutes may come after an hour": [[marked("1h"), marked("5m")], [cached("1h"), cached("5m")], []],
})("%s", (parts, content, issues, [asked, body] = [{}, {}], options = {}) => {
  const canonical: CanonicalRequest = { ...asking({ limits: { maxOutputTokens: 10 }, turns: [{ role: "user", parts }] }), ...asked };
  const result = request.encode(canonical, { from: "chat-completions", ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const { messages, system, tools, cache_control } = result.value.body;
  expect({ messages, system, tools, cache_control }).toEqual({ messages: [{ role: "user", content }], ...body });
  expect(linesOf(result.issues)).toEqual(issues);
});

const became = (from: string | null, to: string) =>
  `approximated.finish_reason choices[0].finish.reason warning from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
const own = (value: string) => ({ native: { style: "generate-content", value } }) as const;
const blocked = { promptBlock: { reason: "SAFETY", message: "why" } };
const why = (explanation: string | null, category: string | null = null) => ({ type: "refusal", category, explanation });
const BLOCKED = 'approximated.finish_reason promptBlock.reason warning from "SAFETY" to "refusal"';

/** `sequence` and `details` are as in the answer. */
cases<
  [reason: FinishReason, stop: string, more?: Partial<Finish>, issues?: string[], some?: object, details?: object | null, sequence?: string]
>({
  "the turn ended": ["stop", "end_turn"],
  "a stop sequence was hit": ["stop-sequence", "stop_sequence", { stopSequence: "x" }, [], {}, null, "x"],
  "a stop sequence was hit that nobody names": ["stop-sequence", "end_turn"],
  "the limit was hit": ["length", "max_tokens"],
  "the window is full": ["context-window", "model_context_window_exceeded"],
  "tools are said to be called, and none is": [
    "tool-calls",
    "tool_use",
    {},
    ["approximated.finish_reason choices[0].finish.reason warning (nothing lost)"],
  ],
  "the model refused": ["refusal", "refusal", { refusal: { category: "cyber", explanation: "why" } }, [], {}, why("why", "cyber")],
  "the turn pauses": ["pause", "pause_turn"],
  "a filter stopped the answer": ["content-filter", "refusal", { message: "why" }, [became("content-filter", "refusal")], {}, why("why")],
  "the answer recited": ["recitation", "refusal", own("RECITATION"), [became("RECITATION", "refusal")], {}, why(null)],
  "the answer could not be read": ["malformed-output", "end_turn", {}, [became("malformed-output", "end_turn")]],
  "the answer does not say why it ended": ["other", "end_turn", {}, [became(null, "end_turn")]],
  "the service failed": ["error", "end_turn", {}, [became("error", "end_turn")]],
  "a word of this style is written as it is": ["other", "odd", { native: { style: "messages", value: "odd" } }],
  "a blocked prompt says why in other words than its end": [
    "content-filter",
    "refusal",
    { message: "other" },
    ["equivalent.form choices info", BLOCKED, 'dropped.field promptBlock.message info from "why"'],
    blocked,
    why("other"),
  ],
  "a blocked prompt has an answer all the same": [
    "stop",
    "end_turn",
    {},
    [
      "equivalent.form choices info",
      'dropped.field promptBlock.reason warning from "SAFETY"',
      'dropped.field promptBlock.message info from "why"',
    ],
    blocked,
  ],
  "a filter stopped the answer to a blocked prompt": [
    "content-filter",
    "refusal",
    own("SAFETY"),
    ["equivalent.form choices info", became("SAFETY", "refusal"), 'dropped.field promptBlock.reason warning from "SAFETY"'],
    { promptBlock: { reason: "SAFETY" } },
    why(null),
  ],
})("%s", (reason, stop, more = {}, issues = [], some = {}, details = null, sequence = undefined) => {
  const { content, end, issues: found } = write([], { reason, ...more }, some);
  expect(content).toEqual([]);
  expect(end).toEqual([stop, sequence ?? null, details ?? undefined]);
  expect(found).toEqual(issues);
});

test.each<[Partial<Finish>, string[]]>([
  [{}, []],
  [{ message: "why" }, ['dropped.field choices[0].finish.message info from "why"']],
])("the model refused in words, and with %j", (more, issues) => {
  expect(write([refusal("no")], { reason: "stop", ...more })).toEqual({
    content: [msg.text("no")],
    end: ["refusal", null, why("no")],
    issues: ["equivalent.form choices[0].parts[0].text info", "equivalent.form choices[0].finish.reason info", ...issues],
  });
});

const refused = { reason: "refusal", native: { style: "messages", value: "refusal" } };
cases<[more: object, finish: object, extensions?: object]>({
  "details without a type are those of a refusal": [
    { stop_reason: "refusal", stop_details: { explanation: "why" } },
    { ...refused, refusal: { explanation: "why" } },
  ],
  "no details are none": [
    { stop_reason: "", stop_details: null, stop_sequence: "x" },
    { reason: "other", stopSequence: "x" },
  ],
})("%s", (more, finish, extensions) => {
  expect(read([], more)).toEqual({ parts: [], finish, extensions: extensions && { messages: extensions } });
});

const used = (name: string, input: object, more: object = {}) => ({ type: "server_tool_use", id: "s", name, input, ...more });
const answered = (name: string, content: unknown) => ({ type: `${name}_tool_result`, tool_use_id: "s", content });
const ran = (content: unknown, more: object = {}) =>
  answered("code_execution", { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content, ...more });
const failed = (name: string, error_code: string, more: object = {}) =>
  answered(name, { type: `${name}_tool_result_error`, error_code, ...more });
const result = (name: string, more: object) => ({ type: "server-tool-result", callId: "s", name, ...more });
const coded = (more: object) => ({ type: "code-result", callId: "s", outcome: "ok", stdout: "1", stderr: "", returnCode: 0, ...more });
const kept = (content: unknown) => coded({ extensions: { messages: { "content.content": content } } });

cases<[block: object, part: object]>({
  "code is read with what is unknown of it": [
    used("code_execution", { code: "1", more: 1 }, { cache_control: EPHEMERAL, odd: 1 }),
    {
      ...{ type: "code-call", id: "s", language: "python", code: "1", cacheControl: EPHEMERAL },
      extensions: { messages: { odd: 1, "input.more": 1 } },
    },
  ],
  "a command is code": [used("bash_code_execution", { command: "ls" }), { type: "code-call", id: "s", language: "bash", code: "ls" }],
  "code ran out of time": [
    failed("code_execution", "execution_time_exceeded", { more: 1 }),
    { type: "code-result", callId: "s", outcome: "timeout", stdout: "", extensions: { messages: { "content.more": 1 } } },
  ],
  "code failed for another reason": [failed("code_execution", "unavailable"), result("code_execution", { error: "unavailable" })],
  "a time that another tool exceeded is another result": [
    answered("code_execution", { type: "odd", error_code: "execution_time_exceeded" }),
    result("code_execution", { raw: { type: "odd", error_code: "execution_time_exceeded" } }),
  ],
  "a result of code that is no object is kept whole": [answered("code_execution", ["a"]), result("code_execution", { raw: ["a"] })],
  "files of another kind are kept": [ran([{ type: "odd", file_id: "f" }]), kept([{ type: "odd", file_id: "f" }])],
  "files with more than an id are kept": [
    ran([{ type: "code_execution_output", file_id: "f", more: 1 }]),
    kept([{ type: "code_execution_output", file_id: "f", more: 1 }]),
  ],
  "files that are no list are kept": [ran({ a: 1 }), kept({ a: 1 })],
})("%s", (block, part) => {
  expect(read([block])).toEqual({ parts: [part], finish: ENDED });
});

test.each(["", null, undefined])("a call of a tool whose id is %j gets one", (id) => {
  expect(read([used("web_search", {}, { id })]).parts).toMatchObject([
    { type: "server-tool-call", id: expect.stringMatching(/^srvtoolu_/) },
  ]);
});

test.each([
  ["code", used("bash_code_execution", { command: "ls" }), { code: ["input", "command"], language: ["name"] }],
  ["a call", used("web_search", {}), { input: ["input"], name: ["name"] }],
])("%s stands in its block", (_what, block, places) => {
  const found = response.decode({ ...envelope, content: [{ ...block, cache_control: EPHEMERAL }], stop_reason: "end_turn" });
  for (const [field, place] of Object.entries({ ...places, cacheControl: ["cache_control"] }))
    expect(found.ok && found.locate(["choices", 0, "parts", 0, field])).toEqual(["content", 0, ...place]);
});

const code = (language: string): Part => ({ type: "code-call", id: "s", language, code: "1" });
cases<[parts: readonly Part[], content: readonly object[], issues?: string[]]>({
  "code in another language is told": [
    [code("ruby"), { type: "code-result", callId: "s", outcome: "ok", stdout: "1" }],
    [used("code_execution", { code: "1" }), ran([])],
    ['dropped.field choices[0].parts[0].language warning from "ruby"'],
  ],
  "code that ran out of time has no output": [
    [code("bash"), { type: "code-result", callId: "s", outcome: "timeout", stdout: "1", stderr: "", returnCode: 1, files: [] }],
    [used("bash_code_execution", { command: "1" }), failed("bash_code_execution", "execution_time_exceeded")],
    ['dropped.field choices[0].parts[1].stdout warning from "1"', "dropped.field choices[0].parts[1].returnCode warning from 1"],
  ],
})("%s", (parts, content, issues = []) => {
  expect(write(parts)).toEqual({ content, end: ["end_turn", null, undefined], issues });
});

test.each<Part>([
  { type: "server-tool-result", callId: "s", name: "maps", raw: {} },
  { type: "server-tool-call", id: "s", name: "maps", input: {} },
  { type: "server-tool-result", callId: "s", name: "web_search", raw: { a: 1 } },
])("a tool of another style, or another form of a result, is left out: $type $name", (part) => {
  expect(write([part]).issues).toEqual(["dropped.part choices[0].parts[0] warning"]);
});
