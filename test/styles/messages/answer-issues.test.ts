import type { CanonicalRequest, CanonicalResponse, Choice, Finish, FinishReason, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import { response } from "../../../src/styles/messages/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { lazy, row } from "../../support/issue-rows.js";
import * as msg from "../../support/msg.js";
import { text as textPart } from "../../support/parts.js";

const envelope = { id: "i", type: "message", role: "assistant", model: "m", usage: { input_tokens: 1, output_tokens: 1 } };
/** What is read of an answer with these blocks. */
const read = (content: readonly object[], more: object = {}) => {
  const result = response.decode({ ...envelope, content, stop_reason: "end_turn", stop_sequence: null, ...more });
  if (!result.ok) return { issues: result.issues };
  const [choice] = result.value.choices;
  return {
    parts: choice?.parts,
    finish: choice?.finish,
    extensions: choice?.extensions,
    more: result.value.extensions,
    issues: result.issues,
  };
};
const placed = lazy((block: object, ...paths: readonly (readonly (string | number)[])[]) => {
  const result = response.decode({ ...envelope, content: [block], stop_reason: "end_turn", stop_sequence: null });
  return result.ok ? paths.map((path) => result.locate(["choices", 0, "parts", 0, ...path])) : undefined;
});
/** What is written of an answer, with the findings. */
const write = (
  parts: readonly Part[],
  finish: Finish = { reason: "stop" },
  some: Partial<CanonicalResponse> = {},
  options: EncodeOptions = {},
) => {
  const choice: Choice = { index: 0, parts, finish };
  const result = response.encode(
    { id: "i", model: "m", usage: { inputTokens: 1, outputTokens: 1 }, choices: [choice], ...some },
    { from: "generate-content", ...options },
  );
  if (!result.ok) return { issues: result.issues };
  const { content, stop_reason, stop_sequence, stop_details } = result.value;
  return { content, stop_reason, stop_sequence, stop_details, issues: result.issues };
};
const ended = lazy((reason: FinishReason, more: Partial<Finish> = {}, some: Partial<CanonicalResponse> = {}) =>
  write([], { reason, ...more }, some),
);
/** What becomes of the cache markers of a request. */
const marked = lazy((some: Partial<CanonicalRequest>, options: EncodeOptions = {}) => {
  const asked = {
    model: "m",
    instructions: [],
    turns: [{ role: "user", parts: [textPart("hi")] }],
    tools: [],
    sampling: {},
    limits: { maxOutputTokens: 10 },
    output: {},
    stream: false,
  } as const;
  const result = request.encode({ ...asked, ...some }, { from: "chat-completions", ...options });
  if (!result.ok) return { issues: result.issues };
  const { messages, system, tools, cache_control } = result.value.body;
  return { messages, system, tools, cache_control, issues: result.issues };
});
const readMarker = lazy((cache_control: unknown) => read([{ type: "text", text: "a", cache_control }]).parts);
const text = (ttl?: "5m" | "1h"): Part => ({
  type: "text",
  text: "a",
  cacheControl: { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) },
});
const file = (type: "image" | "document", style: "messages" | "chat-completions"): Part => ({
  type,
  source: { kind: "file-id", fileId: "f", style },
  cacheControl: { type: "ephemeral" },
});
const own: EncodeOptions = { from: "messages" };

const MARKED = { type: "text", text: "a", cache_control: { type: "ephemeral" } };

row("a marker without a lifetime", readMarker({ type: "ephemeral", more: 1 }), [
  { type: "text", text: "a", cacheControl: { type: "ephemeral" }, extensions: { messages: { "cache_control.more": 1 } } },
]);
row("a marker with no lifetime", readMarker({ type: "ephemeral", ttl: null }), [
  { type: "text", text: "a", cacheControl: { type: "ephemeral" } },
]);
row("a marker of five minutes", readMarker({ type: "ephemeral", ttl: "5m", more: 1 }), [
  { type: "text", text: "a", cacheControl: { type: "ephemeral", ttl: "5m" }, extensions: { messages: { "cache_control.more": 1 } } },
]);
row("a marker of an hour", readMarker({ type: "ephemeral", ttl: "1h" }), [
  { type: "text", text: "a", cacheControl: { type: "ephemeral", ttl: "1h" } },
]);
row("a marker with a lifetime that nobody knows", readMarker({ type: "ephemeral", ttl: "2h", more: 1 }), [
  {
    type: "text",
    text: "a",
    cacheControl: { type: "ephemeral" },
    extensions: { messages: { "cache_control.more": 1, "cache_control.ttl": "2h" } },
  },
]);
row("a marker of another kind", readMarker({ type: "eternal", ttl: "5m" }), [
  { type: "text", text: "a", extensions: { messages: { "cache_control.type": "eternal", "cache_control.ttl": "5m" } } },
]);
row(
  "the first of five markers goes",
  marked({
    instructions: [{ role: "system", parts: [{ type: "text", text: "s", cacheControl: { type: "ephemeral" } }] }],
    turns: [{ role: "user", parts: [text(), text(), text(), text()] }],
  }),
  {
    messages: [{ role: "user", content: [MARKED, MARKED, MARKED, MARKED] }],
    system: [{ type: "text", text: "s" }],
    issues: ["dropped.value instructions[0].parts[0].cacheControl info limit 4"],
  },
);
row(
  "the marker of a turn goes before that of the request",
  marked({ turns: [{ role: "user", parts: [text(), text(), text(), text()] }], cache: { auto: { type: "ephemeral" } } }),
  {
    messages: [{ role: "user", content: [textPart("a"), MARKED, MARKED, MARKED] }],
    cache_control: { type: "ephemeral" },
    issues: ["dropped.value turns[0].parts[0].cacheControl info limit 4"],
  },
);
row("an hour may not come after five minutes", marked({ turns: [{ role: "user", parts: [text("5m"), text("1h")] }] }), {
  messages: [
    msg.user(
      { type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "5m" } },
      { type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "5m" } },
    ),
  ],
  issues: ['approximated.enum turns[0].parts[1].cacheControl.ttl warning from "1h" to "5m"'],
});
row("five minutes may come after an hour", marked({ turns: [{ role: "user", parts: [text("1h"), text("5m")] }] }), {
  messages: [
    msg.user(
      { type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "1h" } },
      { type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "5m" } },
    ),
  ],
});
row(
  "a file of another style takes its marker with it",
  marked({
    turns: [
      { role: "user", parts: [file("image", "chat-completions"), file("document", "chat-completions"), text(), text(), text(), text()] },
    ],
  }),
  {
    messages: [{ role: "user", content: [MARKED, MARKED, MARKED, MARKED] }],
    issues: ["dropped.part turns[0].parts[0] warning", "dropped.part turns[0].parts[1] warning"],
  },
);
row(
  "a file of this style keeps its marker",
  marked({ turns: [{ role: "user", parts: [file("image", "messages"), file("document", "messages"), text(), text(), text()] }] }, own),
  {
    messages: [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "file", file_id: "f" } },
          { type: "document", source: { type: "file", file_id: "f" }, cache_control: { type: "ephemeral" } },
          MARKED,
          MARKED,
          MARKED,
        ],
      },
    ],
    issues: ["dropped.value turns[0].parts[0].cacheControl info limit 4"],
  },
);
row(
  "a sound and a video take their markers with them",
  marked({
    turns: [
      {
        role: "user",
        parts: [
          { type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "AAAA" }, cacheControl: { type: "ephemeral" } },
          { type: "video", source: { kind: "base64", mimeType: "video/mp4", data: "AAAA" }, cacheControl: { type: "ephemeral" } },
          text(),
          text(),
          text(),
          text(),
        ],
      },
    ],
  }),
  {
    messages: [{ role: "user", content: [MARKED, MARKED, MARKED, MARKED] }],
    issues: ["dropped.part turns[0].parts[0] warning", "dropped.part turns[0].parts[1] warning"],
  },
);
row("the turn ended", ended("stop"), { content: [], stop_reason: "end_turn", stop_sequence: null });
row("a stop sequence was hit", ended("stop-sequence", { stopSequence: "x" }), {
  content: [],
  stop_reason: "stop_sequence",
  stop_sequence: "x",
});
row("a stop sequence was hit that nobody names", ended("stop-sequence"), { content: [], stop_reason: "end_turn", stop_sequence: null });
row("the limit was hit", ended("length"), { content: [], stop_reason: "max_tokens", stop_sequence: null });
row("the window is full", ended("context-window"), { content: [], stop_reason: "model_context_window_exceeded", stop_sequence: null });
row("tools are said to be called, and none is", ended("tool-calls"), {
  content: [],
  stop_reason: "tool_use",
  stop_sequence: null,
  issues: ["approximated.finish_reason choices[0].finish.reason warning (nothing lost)"],
});
row("the model refused", ended("refusal", { refusal: { category: "cyber", explanation: "why" } }), {
  content: [],
  stop_reason: "refusal",
  stop_sequence: null,
  stop_details: { type: "refusal", category: "cyber", explanation: "why" },
});
row("the turn pauses", ended("pause"), { content: [], stop_reason: "pause_turn", stop_sequence: null });
row("a filter stopped the answer", ended("content-filter", { message: "why" }), {
  content: [],
  stop_reason: "refusal",
  stop_sequence: null,
  stop_details: { type: "refusal", category: null, explanation: "why" },
  issues: ['approximated.finish_reason choices[0].finish.reason warning from "content-filter" to "refusal"'],
});
row("the answer recited", ended("recitation", { native: { style: "generate-content", value: "RECITATION" } }), {
  content: [],
  stop_reason: "refusal",
  stop_sequence: null,
  stop_details: { type: "refusal", category: null, explanation: null },
  issues: ['approximated.finish_reason choices[0].finish.reason warning from "RECITATION" to "refusal"'],
});
row("the answer could not be read", ended("malformed-output"), {
  content: [],
  stop_reason: "end_turn",
  stop_sequence: null,
  issues: ['approximated.finish_reason choices[0].finish.reason warning from "malformed-output" to "end_turn"'],
});
row("the answer does not say why it ended", ended("other"), {
  content: [],
  stop_reason: "end_turn",
  stop_sequence: null,
  issues: ['approximated.finish_reason choices[0].finish.reason warning from null to "end_turn"'],
});
row(
  "the answer ended for a reason of the service's own",
  ended("other", { native: { style: "generate-content", value: "OTHER" }, message: "why" }),
  {
    content: [],
    stop_reason: "end_turn",
    stop_sequence: null,
    issues: [
      'approximated.finish_reason choices[0].finish.reason warning from "OTHER" to "end_turn"',
      'dropped.field choices[0].finish.message info from "why"',
    ],
  },
);
row("the service failed", ended("error"), {
  content: [],
  stop_reason: "end_turn",
  stop_sequence: null,
  issues: ['approximated.finish_reason choices[0].finish.reason warning from "error" to "end_turn"'],
});
row("a word of this style is written as it is", ended("other", { native: { style: "messages", value: "odd" } }), {
  content: [],
  stop_reason: "odd",
  stop_sequence: null,
});
row("the model refused in words", () => write([{ type: "refusal", text: "no" }]), {
  content: [textPart("no")],
  stop_reason: "refusal",
  stop_sequence: null,
  stop_details: { type: "refusal", category: null, explanation: "no" },
  issues: ["equivalent.form choices[0].parts[0].text info", "equivalent.form choices[0].finish.reason info"],
});
row("the model refused in words and for a reason", () => write([{ type: "refusal", text: "no" }], { reason: "stop", message: "why" }), {
  content: [textPart("no")],
  stop_reason: "refusal",
  stop_sequence: null,
  stop_details: { type: "refusal", category: null, explanation: "no" },
  issues: [
    "equivalent.form choices[0].parts[0].text info",
    "equivalent.form choices[0].finish.reason info",
    'dropped.field choices[0].finish.message info from "why"',
  ],
});
row("a blocked prompt is a refusal", ended("content-filter", { message: "why" }, { promptBlock: { reason: "SAFETY", message: "why" } }), {
  content: [],
  stop_reason: "refusal",
  stop_sequence: null,
  stop_details: { type: "refusal", category: null, explanation: "why" },
  issues: [
    "equivalent.form choices info",
    'approximated.finish_reason promptBlock.reason warning from "SAFETY" to "refusal"',
    "equivalent.form promptBlock.message info",
  ],
});
row(
  "a blocked prompt says why in other words than its end",
  ended("content-filter", { message: "other" }, { promptBlock: { reason: "SAFETY", message: "why" } }),
  {
    content: [],
    stop_reason: "refusal",
    stop_sequence: null,
    stop_details: { type: "refusal", category: null, explanation: "other" },
    issues: [
      "equivalent.form choices info",
      'approximated.finish_reason promptBlock.reason warning from "SAFETY" to "refusal"',
      'dropped.field promptBlock.message info from "why"',
    ],
  },
);
row("a blocked prompt has an answer all the same", ended("stop", {}, { promptBlock: { reason: "SAFETY", message: "why" } }), {
  content: [],
  stop_reason: "end_turn",
  stop_sequence: null,
  issues: [
    "equivalent.form choices info",
    'dropped.field promptBlock.reason warning from "SAFETY"',
    'dropped.field promptBlock.message info from "why"',
  ],
});
row(
  "a filter stopped the answer to a blocked prompt",
  ended("content-filter", { native: { style: "generate-content", value: "SAFETY" } }, { promptBlock: { reason: "SAFETY" } }),
  {
    content: [],
    stop_reason: "refusal",
    stop_sequence: null,
    stop_details: { type: "refusal", category: null, explanation: null },
    issues: [
      "equivalent.form choices info",
      'approximated.finish_reason choices[0].finish.reason warning from "SAFETY" to "refusal"',
      'dropped.field promptBlock.reason warning from "SAFETY"',
    ],
  },
);
row(
  "details of a refusal are read",
  () => read([], { stop_reason: "refusal", stop_details: { type: "refusal", category: "cyber", explanation: "why", more: 1 } }),
  {
    parts: [],
    finish: { reason: "refusal", native: { style: "messages", value: "refusal" }, refusal: { category: "cyber", explanation: "why" } },
    extensions: { messages: { "stop_details.more": 1 } },
  },
);
row("details without a type are those of a refusal", () => read([], { stop_reason: "refusal", stop_details: { explanation: "why" } }), {
  parts: [],
  finish: { reason: "refusal", native: { style: "messages", value: "refusal" }, refusal: { explanation: "why" } },
});
row("details of another kind are kept", () => read([], { stop_details: { type: "odd", explanation: "why" } }), {
  parts: [],
  finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  extensions: { messages: { "stop_details.type": "odd", "stop_details.explanation": "why" } },
});
row("no details are none", () => read([], { stop_reason: "", stop_details: null, stop_sequence: "x" }), {
  parts: [],
  finish: { reason: "other", stopSequence: "x" },
});
row(
  "code is read with what is unknown of it",
  () =>
    read([
      {
        type: "server_tool_use",
        id: "s",
        name: "code_execution",
        input: { code: "1", more: 1 },
        cache_control: { type: "ephemeral" },
        odd: 1,
      },
    ]),
  {
    parts: [
      {
        type: "code-call",
        id: "s",
        language: "python",
        code: "1",
        cacheControl: { type: "ephemeral" },
        extensions: { messages: { odd: 1, "input.more": 1 } },
      },
    ],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "code that is no text is a call of a tool",
  () =>
    read([
      { type: "server_tool_use", id: "s", name: "code_execution", input: { code: 1 } },
      { type: "server_tool_use", id: "t", name: "bash_code_execution", input: { command: "ls" } },
    ]),
  {
    parts: [
      { type: "server-tool-call", id: "s", name: "code_execution", input: { code: 1 } },
      { type: "code-call", id: "t", language: "bash", code: "ls" },
    ],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "a call of a tool without an id gets one",
  () =>
    read([
      { type: "server_tool_use", id: "", name: "web_search", input: {} },
      { type: "server_tool_use", name: "web_search", input: {} },
      { type: "server_tool_use", id: null, name: "web_search", input: {} },
    ]).parts?.map((part) => part.type === "server-tool-call" && part.id.startsWith("srvtoolu_")),
  [true, true, true],
);
row(
  "code stands in the input of its block",
  placed(
    { type: "server_tool_use", id: "s", name: "bash_code_execution", input: { command: "ls" }, cache_control: { type: "ephemeral" } },
    ["code"],
    ["language"],
    ["cacheControl"],
  ),
  [
    ["content", 0, "input", "command"],
    ["content", 0, "name"],
    ["content", 0, "cache_control"],
  ],
);
row(
  "a call stands in its block",
  placed(
    { type: "server_tool_use", id: "s", name: "web_search", input: {}, cache_control: { type: "ephemeral" } },
    ["input"],
    ["name"],
    ["cacheControl"],
  ),
  [
    ["content", 0, "input"],
    ["content", 0, "name"],
    ["content", 0, "cache_control"],
  ],
);
row(
  "code ran out of time",
  () =>
    read([
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_tool_result_error", error_code: "execution_time_exceeded", more: 1 },
      },
    ]),
  {
    parts: [{ type: "code-result", callId: "s", outcome: "timeout", stdout: "", extensions: { messages: { "content.more": 1 } } }],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "code failed for another reason",
  () =>
    read([
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_tool_result_error", error_code: "unavailable" },
      },
    ]),
  {
    parts: [{ type: "server-tool-result", callId: "s", name: "code_execution", error: "unavailable" }],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "a time that another tool exceeded is another result",
  () => read([{ type: "code_execution_tool_result", tool_use_id: "s", content: { type: "odd", error_code: "execution_time_exceeded" } }]),
  {
    parts: [
      { type: "server-tool-result", callId: "s", name: "code_execution", raw: { type: "odd", error_code: "execution_time_exceeded" } },
    ],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "an error with more than its code is kept whole",
  () =>
    read([
      {
        type: "web_search_tool_result",
        tool_use_id: "s",
        content: { type: "web_search_tool_result_error", error_code: "unavailable", more: 1 },
      },
    ]),
  {
    parts: [
      {
        type: "server-tool-result",
        callId: "s",
        name: "web_search",
        raw: { type: "web_search_tool_result_error", error_code: "unavailable", more: 1 },
      },
    ],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "an error of another kind is kept whole",
  () => read([{ type: "web_search_tool_result", tool_use_id: "s", content: { type: "odd", error_code: "unavailable" } }]),
  {
    parts: [{ type: "server-tool-result", callId: "s", name: "web_search", raw: { type: "odd", error_code: "unavailable" } }],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "a result of code that is no object is kept whole",
  () => read([{ type: "code_execution_tool_result", tool_use_id: "s", content: ["a"] }]),
  {
    parts: [{ type: "server-tool-result", callId: "s", name: "code_execution", raw: ["a"] }],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "files of another kind are kept",
  () =>
    read([
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content: [{ type: "odd", file_id: "f" }] },
      },
    ]),
  {
    parts: [
      {
        type: "code-result",
        callId: "s",
        outcome: "ok",
        stdout: "1",
        stderr: "",
        returnCode: 0,
        extensions: { messages: { "content.content": [{ type: "odd", file_id: "f" }] } },
      },
    ],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "files with more than an id are kept",
  () =>
    read([
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: {
          type: "code_execution_result",
          stdout: "1",
          stderr: "",
          return_code: 0,
          content: [{ type: "code_execution_output", file_id: "f", more: 1 }],
        },
      },
    ]),
  {
    parts: [
      {
        type: "code-result",
        callId: "s",
        outcome: "ok",
        stdout: "1",
        stderr: "",
        returnCode: 0,
        extensions: { messages: { "content.content": [{ type: "code_execution_output", file_id: "f", more: 1 }] } },
      },
    ],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "files that are no list are kept",
  () =>
    read([
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content: { a: 1 } },
      },
    ]),
  {
    parts: [
      {
        type: "code-result",
        callId: "s",
        outcome: "ok",
        stdout: "1",
        stderr: "",
        returnCode: 0,
        extensions: { messages: { "content.content": { a: 1 } } },
      },
    ],
    finish: { reason: "stop", native: { style: "messages", value: "end_turn" } },
  },
);
row(
  "code in another language is told",
  () =>
    write([
      { type: "code-call", id: "s", language: "ruby", code: "1" },
      { type: "code-result", callId: "s", outcome: "ok", stdout: "1" },
    ]),
  {
    content: [
      { type: "server_tool_use", id: "s", name: "code_execution", input: { code: "1" } },
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content: [] },
      },
    ],
    stop_reason: "end_turn",
    stop_sequence: null,
    issues: ['dropped.field choices[0].parts[0].language warning from "ruby"'],
  },
);
row(
  "code that ran out of time has no output",
  () =>
    write([
      { type: "code-call", id: "s", language: "bash", code: "1" },
      { type: "code-result", callId: "s", outcome: "timeout", stdout: "1", stderr: "", returnCode: 1, files: [] },
    ]),
  {
    content: [
      { type: "server_tool_use", id: "s", name: "bash_code_execution", input: { command: "1" } },
      {
        type: "bash_code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "bash_code_execution_tool_result_error", error_code: "execution_time_exceeded" },
      },
    ],
    stop_reason: "end_turn",
    stop_sequence: null,
    issues: ['dropped.field choices[0].parts[1].stdout warning from "1"', "dropped.field choices[0].parts[1].returnCode warning from 1"],
  },
);
row(
  "code that failed has a code that says so",
  () =>
    write([
      { type: "code-call", id: "s", language: "python", code: "1" },
      { type: "code-result", callId: "s", outcome: "failed", stdout: "", files: ["f"] },
    ]),
  {
    content: [
      { type: "server_tool_use", id: "s", name: "code_execution", input: { code: "1" } },
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: {
          type: "code_execution_result",
          stdout: "",
          stderr: "",
          return_code: 1,
          content: [{ type: "code_execution_output", file_id: "f" }],
        },
      },
    ],
    stop_reason: "end_turn",
    stop_sequence: null,
  },
);
row(
  "the result of a tool of another style is left out",
  () => write([{ type: "server-tool-result", callId: "s", name: "maps", raw: {} }]).issues,
  ["dropped.part choices[0].parts[0] warning"],
);
row(
  "the call of a tool of another style is left out",
  () => write([{ type: "server-tool-call", id: "s", name: "maps", input: {} }]).issues,
  ["dropped.part choices[0].parts[0] warning"],
);
row(
  "the result of a search of another form is left out",
  () => write([{ type: "server-tool-result", callId: "s", name: "web_search", raw: { a: 1 } }]).issues,
  ["dropped.part choices[0].parts[0] warning"],
);
row(
  "the result of a search is written",
  () =>
    write([
      { type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } },
      { type: "server-tool-result", callId: "s", name: "web_search", result: [{ url: "u" }] },
    ]),
  {
    content: [
      { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "s",
        content: [{ type: "web_search_result", url: "u", title: "", encrypted_content: "", page_age: null }],
      },
    ],
    stop_reason: "end_turn",
    stop_sequence: null,
  },
);
