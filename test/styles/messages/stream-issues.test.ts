import { stream } from "../../../src/styles/messages/stream.js";
import {
  begun,
  call,
  end,
  finish,
  hi,
  open,
  say,
  signature,
  start,
  stop,
  text,
  usage,
  whole,
  writeWith,
} from "../../support/canonical-events.js";
import { lazy, row } from "../../support/issue-rows.js";

const write = lazy(writeWith(stream));

const STARTED = {
  type: "message_start",
  message: {
    id: "r",
    type: "message",
    role: "assistant",
    model: "g",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  },
};
const TURN_ENDED = {
  type: "message_delta",
  delta: { stop_reason: "end_turn", stop_sequence: null },
  usage: { input_tokens: 0, output_tokens: 0 },
};
const TEXT_STARTED = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
const HI = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } };

row("a text is written", write([...hi, finish, usage, end]), {
  out: [
    STARTED,
    TEXT_STARTED,
    HI,
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { input_tokens: 10, output_tokens: 4 } },
    { type: "message_stop" },
  ],
});
row("nothing is still an answer", write([end]), {
  out: [
    {
      type: "message_start",
      message: {
        id: "msg_c2da235aab7a9dd820952c12",
        type: "message",
        role: "assistant",
        model: "unknown",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    },
    TURN_ENDED,
    { type: "message_stop" },
  ],
  issues: [
    'defaulted.other model info to "unknown"',
    'synthesized.id id info to "msg_c2da235aab7a9dd820952c12"',
    'approximated.finish_reason choices[0].finish.reason warning from null to "end_turn"',
    "approximated.usage usage warning",
  ],
});
row("an answer without an id and a model", write([{ type: "start" }, finish, end]), {
  out: [
    {
      type: "message_start",
      message: {
        id: "msg_c2da235aab7a9dd820952c12",
        type: "message",
        role: "assistant",
        model: "unknown",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    },
    TURN_ENDED,
    { type: "message_stop" },
  ],
  issues: [
    'defaulted.other model info to "unknown"',
    'synthesized.id id info to "msg_c2da235aab7a9dd820952c12"',
    "approximated.usage usage warning",
  ],
});
row("an answer that does not say why it ended", write([...hi, end]), {
  out: [STARTED, TEXT_STARTED, HI, { type: "content_block_stop", index: 0 }, TURN_ENDED, { type: "message_stop" }],
  issues: ['approximated.finish_reason choices[0].finish.reason warning from null to "end_turn"', "approximated.usage usage warning"],
});
row("an answer that broke off", write(hi), {
  out: [
    STARTED,
    TEXT_STARTED,
    HI,
    { type: "content_block_stop", index: 0 },
    { type: "error", error: { type: "internal_server_error", message: "The stream ended before the answer was complete." } },
  ],
  issues: ['approximated.error kind warning from "truncated-stream" to "bad-gateway"'],
});
row("an answer that started twice", write([start, start, finish, end]), {
  out: [STARTED, TURN_ENDED, { type: "message_stop" }],
  issues: ["stream.protocol [1] warning", "approximated.usage usage warning"],
});
row("what comes after the finish", write([...hi, finish, ...whole(1, text, "more"), end]), {
  out: [STARTED, TEXT_STARTED, HI, { type: "content_block_stop", index: 0 }, TURN_ENDED, { type: "message_stop" }],
  issues: [
    "stream.late_delta [5] warning",
    "stream.late_delta [6] warning",
    "stream.late_delta [7] warning",
    "approximated.usage usage warning",
  ],
});
row("a piece of a part that is not open", write([start, say(3, { kind: "text", text: "Hi" }), stop(3), finish, end]), {
  out: [STARTED, TURN_ENDED, { type: "message_stop" }],
  issues: ["stream.late_delta [1] warning", "approximated.usage usage warning"],
});
row(
  "a piece of another kind",
  write([
    start,
    ...whole(0, text, { kind: "arguments", json: "{}" }, { kind: "thinking", text: "Hm" }),
    ...whole(1, call, { kind: "data", data: "AAAA" }, { kind: "audio", data: "AAAA" }),
    finish,
    end,
  ]),
  {
    out: [
      STARTED,
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 0 },
      TURN_ENDED,
      { type: "message_stop" },
    ],
    issues: [
      "stream.protocol choices[0].parts[0] warning",
      "stream.protocol choices[0].parts[0] warning",
      "stream.protocol choices[0].parts[1] warning",
      "stream.protocol choices[0].parts[1] warning",
      "approximated.usage usage warning",
    ],
  },
);
row(
  "a text that comes before what began earlier",
  write([start, open(0, call), ...begun(1, text, "Hi"), say(0, { kind: "arguments", json: "{}" }), stop(0), stop(1), finish, end]),
  {
    out: [
      STARTED,
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 1 },
      TURN_ENDED,
      { type: "message_stop" },
    ],
    issues: ["approximated.usage usage warning"],
  },
);
row(
  "two calls at once",
  write([
    start,
    open(0, call),
    ...begun(1, { ...call, id: "d" }, "{}"),
    say(0, { kind: "arguments", json: "{}" }),
    say(0, { kind: "arguments", json: " " }),
    say(0, { kind: "arguments", json: "x" }),
    stop(0),
    stop(1),
    finish,
    end,
  ]),
  {
    out: [
      STARTED,
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c", name: "f", input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "d", name: "f", input: {} } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 1 },
      TURN_ENDED,
      { type: "message_stop" },
    ],
    issues: ["stream.late_delta choices[0].parts[0].arguments warning", "approximated.usage usage warning"],
  },
);
row(
  "a signed thought and a signed text",
  write([
    start,
    ...whole(0, { type: "thinking", text: "" }, "Hm", { kind: "signature", ...signature }),
    ...whole(1, text, "Hi", { kind: "signature", ...signature }),
    ...whole(2, text, "!"),
    finish,
    end,
  ]),
  {
    out: [
      STARTED,
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm" } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "sig1.g.t.c2ln" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 1 },
      { type: "content_block_start", index: 2, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 2, delta: { type: "signature_delta", signature: "sig1.g.x.c2ln" } },
      { type: "content_block_stop", index: 2 },
      { type: "content_block_start", index: 3, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 3, delta: { type: "text_delta", text: "!" } },
      { type: "content_block_stop", index: 3 },
      TURN_ENDED,
      { type: "message_stop" },
    ],
    issues: ["approximated.usage usage warning"],
  },
);
row("two texts run together", write([...hi, ...whole(1, text, "!"), finish, end]), {
  out: [
    STARTED,
    TEXT_STARTED,
    HI,
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "!" } },
    { type: "content_block_stop", index: 1 },
    TURN_ENDED,
    { type: "message_stop" },
  ],
  issues: ["approximated.usage usage warning"],
});
row(
  "the safety and the grounding of another style",
  write([...hi, { type: "choice-meta", choice: 0, safety: [1], grounding: [1], logprobs: null }, finish, end]),
  {
    out: [STARTED, TEXT_STARTED, HI, { type: "content_block_stop", index: 0 }, TURN_ENDED, { type: "message_stop" }],
    issues: ["dropped.field choices[0].safety info", "dropped.field choices[0].grounding info", "approximated.usage usage warning"],
  },
);
row(
  "late citations",
  write([...hi, { type: "choice-meta", choice: 0, citations: [{ kind: "url", url: "u", start: 0, end: 2 }] }, finish, end]),
  {
    out: [STARTED, TEXT_STARTED, HI, { type: "content_block_stop", index: 0 }, TURN_ENDED, { type: "message_stop" }],
    issues: ["approximated.citation choices[0].citations warning", "approximated.usage usage warning"],
  },
);
row("no late citations", write([...hi, { type: "choice-meta", choice: 0, citations: [] }, finish, end]), {
  out: [STARTED, TEXT_STARTED, HI, { type: "content_block_stop", index: 0 }, TURN_ENDED, { type: "message_stop" }],
  issues: ["approximated.usage usage warning"],
});
row("another choice", write([...hi, open(0, text, 1), say(0, { kind: "text", text: "Ho" }, 1), stop(0, 1), finish, end]), {
  out: [STARTED, TEXT_STARTED, HI, { type: "content_block_stop", index: 0 }, TURN_ENDED, { type: "message_stop" }],
  issues: ["dropped.choice choices[1] warning", "approximated.usage usage warning"],
});
row(
  "an error after a text",
  write([...hi, { type: "error", error: { kind: "overloaded", status: 529, message: "no", retryable: true } }, ...hi]),
  {
    out: [
      STARTED,
      TEXT_STARTED,
      HI,
      { type: "content_block_stop", index: 0 },
      { type: "error", error: { type: "overloaded_error", message: "no" } },
    ],
  },
);
row("a ping before and after the start", write([{ type: "ping" }, start, { type: "ping" }, finish, end]), {
  out: [STARTED, { type: "ping" }, TURN_ENDED, { type: "message_stop" }],
  issues: ["approximated.usage usage warning"],
});
row(
  "a blocked prompt",
  write([
    start,
    { type: "finish", choice: 0, finish: { reason: "content-filter" }, promptBlock: { reason: "SAFETY", message: "why" } },
    usage,
    end,
  ]),
  {
    out: [
      STARTED,
      {
        type: "message_delta",
        delta: { stop_reason: "refusal", stop_sequence: null, stop_details: { type: "refusal", category: null, explanation: "why" } },
        usage: { input_tokens: 10, output_tokens: 4 },
      },
      { type: "message_stop" },
    ],
    issues: [
      'approximated.finish_reason [1].promptBlock.reason warning from "SAFETY" to "refusal"',
      "equivalent.form [1].promptBlock.message info",
    ],
  },
);
row("a refusal in words", write([start, ...whole(0, { type: "refusal", text: "" }, "no"), finish, end]), {
  out: [
    STARTED,
    TEXT_STARTED,
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "no" } },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "refusal", stop_sequence: null, stop_details: { type: "refusal", category: null, explanation: "no" } },
      usage: { input_tokens: 0, output_tokens: 0 },
    },
    { type: "message_stop" },
  ],
  issues: [
    "equivalent.form choices[0].parts[0] info",
    "equivalent.form [4].choices[0].finish.reason info",
    "approximated.usage usage warning",
  ],
});
row(
  "a search of the service",
  write([
    start,
    ...whole(0, { type: "server-tool-call", id: "s", name: "web_search", input: { query: "q" } }),
    ...whole(1, { type: "server-tool-result", callId: "s", name: "web_search", result: [{ url: "u", title: "t" }] }),
    ...whole(2, text, "Hi"),
    finish,
    end,
  ]),
  {
    out: [
      STARTED,
      { type: "content_block_start", index: 0, content_block: { type: "server_tool_use", id: "s", name: "web_search", input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"query":"q"}' } },
      { type: "content_block_stop", index: 0 },
      {
        type: "content_block_start",
        index: 1,
        content_block: {
          type: "web_search_tool_result",
          tool_use_id: "s",
          content: [{ type: "web_search_result", url: "u", title: "t", encrypted_content: "", page_age: null }],
        },
      },
      { type: "content_block_stop", index: 1 },
      { type: "content_block_start", index: 2, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 2 },
      TURN_ENDED,
      { type: "message_stop" },
    ],
    issues: ["approximated.usage usage warning"],
  },
);
row(
  "code of the service",
  write([
    start,
    ...whole(0, { type: "code-call", id: "s", language: "python", code: "1" }),
    ...whole(1, { type: "code-result", callId: "s", outcome: "ok", stdout: "1" }),
    finish,
    end,
  ]),
  {
    out: [
      STARTED,
      { type: "content_block_start", index: 0, content_block: { type: "server_tool_use", id: "s", name: "code_execution", input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"code":"1"}' } },
      { type: "content_block_stop", index: 0 },
      {
        type: "content_block_start",
        index: 1,
        content_block: {
          type: "code_execution_tool_result",
          tool_use_id: "s",
          content: { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content: [] },
        },
      },
      { type: "content_block_stop", index: 1 },
      TURN_ENDED,
      { type: "message_stop" },
    ],
    issues: ["approximated.usage usage warning"],
  },
);
