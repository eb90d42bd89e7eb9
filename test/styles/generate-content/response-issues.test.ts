import type { CanonicalResponse, Choice } from "../../../src/model/index.js";
import { response } from "../../../src/styles/generate-content/response.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import * as gen from "../../support/gen.js";
import { lazy, row } from "../../support/issue-rows.js";
import { text } from "../../support/parts.js";

/** What is read of an answer, with the findings. */
const read = lazy((body: unknown, options: DecodeOptions = {}) => {
  const result = response.decode(body, options);
  return { ...(result.ok ? { value: result.value } : {}), issues: result.issues };
});
const candidate = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", ...more }],
  modelVersion: "m",
});
/** What is written of an answer, with the findings. */
const write = lazy((some: Partial<CanonicalResponse>, options: EncodeOptions = {}) => {
  const choice: Choice = { index: 0, parts: [text("a")], finish: { reason: "stop" } };
  const result = response.encode({ choices: [choice], ...some }, { from: "messages", ...options });
  return { ...(result.ok ? { value: result.value } : {}), issues: result.issues };
});
const named = { id: "i", model: "m" };

const SAID_A = { candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }], modelVersion: "m", responseId: "i" };

row("an empty object is no answer", read({ more: 1 }), {
  issues: ['validation.R-156 () error (failed) expected "candidates" rule "R-156"'],
});
row("an empty object in an array is no answer", read([{ more: 1 }]), {
  issues: ['validation.R-156 [0] error (failed) expected "candidates" rule "R-156"'],
});
row("an error beside an answer counts", read({ ...candidate([]), error: { code: 500, message: "no" } }), {
  issues: ['response.error_body error error (failed) received "internal"'],
});
row("an error beside a blocked prompt counts", read({ promptFeedback: { blockReason: "SAFETY" }, error: { code: 500, message: "no" } }), {
  issues: ['response.error_body error error (failed) received "internal"'],
});
row("a blocked prompt with a message is an answer", read({ promptFeedback: { blockReason: "SAFETY" }, message: "no" }), {
  value: {
    choices: [{ index: 0, parts: [], finish: { reason: "content-filter" } }],
    promptBlock: { reason: "SAFETY" },
    extensions: { "generate-content": { message: "no" } },
  },
});
row("a blocked prompt in the other spelling is an answer", read({ prompt_feedback: { block_reason: "SAFETY" }, message: "no" }), {
  value: {
    choices: [{ index: 0, parts: [], finish: { reason: "content-filter" } }],
    promptBlock: { reason: "SAFETY" },
    extensions: { "generate-content": { message: "no" } },
  },
});
row("candidates with a message are an answer", read({ candidates: [], message: "no" }), {
  value: { choices: [], extensions: { "generate-content": { message: "no" } } },
});
row("a message alone is an error", read({ message: "no" }), { issues: ['response.error_body message error (failed) received "internal"'] });
row("a signature alone is a text of nothing", read(candidate([{ thoughtSignature: "c2ln" }, {}])), {
  value: {
    choices: [
      {
        index: 0,
        parts: [{ type: "text", text: "", signature: { value: "c2ln", origin: "generate-content" } }],
        finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } },
      },
    ],
    model: "m",
  },
});
row("an error is no answer", read({ error: { code: 500, message: "no", status: "INTERNAL" } }), {
  issues: ['response.error_body error error (failed) received "internal"'],
});
row("a blocked prompt is a choice without parts", read({ promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "why", more: 1 } }), {
  value: {
    choices: [{ index: 0, parts: [], finish: { reason: "content-filter", message: "why" } }],
    promptBlock: { reason: "SAFETY", message: "why" },
    extensions: { "generate-content": { "promptFeedback.more": 1 } },
  },
});
row(
  "a prompt that was blocked in part has its answer",
  read({ ...candidate([{ text: "a" }]), promptFeedback: { blockReason: "SAFETY" } }),
  {
    value: {
      choices: [{ index: 0, parts: [text("a")], finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } } }],
      model: "m",
      promptBlock: { reason: "SAFETY" },
    },
  },
);
row(
  "a word without a reason blocks nothing",
  read({ ...candidate([{ text: "a" }]), promptFeedback: { blockReason: "", blockReasonMessage: "why" } }),
  {
    value: {
      choices: [{ index: 0, parts: [text("a")], finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } } }],
      model: "m",
      extensions: { "generate-content": { "promptFeedback.blockReasonMessage": "why" } },
    },
  },
);
row("no candidates are no choices", read({ candidates: [], modelVersion: "m" }), { value: { choices: [], model: "m" } });
row("a time is kept in whole seconds", read({ ...candidate([]), createTime: "2025-01-01T00:00:00.5Z" }), {
  value: {
    choices: [{ index: 0, parts: [], finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } } }],
    model: "m",
    created: 1735689600,
  },
  issues: ["equivalent.form createTime info"],
});
row("a time in seconds loses nothing", read({ ...candidate([]), createTime: "2025-01-01T00:00:00Z" }), {
  value: {
    choices: [{ index: 0, parts: [], finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } } }],
    model: "m",
    created: 1735689600,
  },
});
row("a time that is none is kept", read({ ...candidate([]), createTime: "yesterday" }), {
  value: {
    choices: [{ index: 0, parts: [], finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } } }],
    model: "m",
    extensions: { "generate-content": { createTime: "yesterday" } },
  },
});
row("no time is none", read({ ...candidate([]), createTime: null }), {
  value: {
    choices: [{ index: 0, parts: [], finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } } }],
    model: "m",
  },
});
row("who speaks is kept where it is not the model", read({ candidates: [{ content: { role: "tool", parts: [], more: 1 } }] }), {
  value: {
    choices: [
      {
        index: 0,
        parts: [],
        finish: { reason: "other" },
        extensions: { "generate-content": { "content.more": 1, "content.role": "tool" } },
      },
    ],
  },
});
row(
  "a call without an id gets one",
  read(candidate([{ functionCall: { name: "f", args: {} } }, { functionCall: { name: "f", args: {} } }]), {
    responseId: "r",
    context: { turn: 2 },
  }),
  {
    value: {
      choices: [
        {
          index: 0,
          parts: [
            {
              type: "tool-call",
              id: "call_86e9ca204dee60833d5da6b0",
              name: "f",
              variant: "function",
              arguments: { json: "{}", value: {} },
              idSynthesized: true,
            },
            {
              type: "tool-call",
              id: "call_7f93af204a2651f44666d1b0",
              name: "f",
              variant: "function",
              arguments: { json: "{}", value: {} },
              idSynthesized: true,
            },
          ],
          finish: { reason: "tool-calls", native: { style: "generate-content", value: "STOP" } },
        },
      ],
      model: "m",
    },
    issues: [
      "synthesized.id candidates[0].content.parts[0].functionCall.id info",
      "synthesized.id candidates[0].content.parts[1].functionCall.id info",
    ],
  },
);
row("a call without an id in a nameless answer gets one", read(candidate([{ functionCall: { name: "f", args: {} } }])), {
  value: {
    choices: [
      {
        index: 0,
        parts: [
          {
            type: "tool-call",
            id: "call_5db252c4999bf5311962ece0",
            name: "f",
            variant: "function",
            arguments: { json: "{}", value: {} },
            idSynthesized: true,
          },
        ],
        finish: { reason: "tool-calls", native: { style: "generate-content", value: "STOP" } },
      },
    ],
    model: "m",
  },
  issues: ["synthesized.id candidates[0].content.parts[0].functionCall.id info"],
});
row(
  "code and its results without ids go together",
  read(
    candidate([
      { executableCode: { code: "1" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK" } },
      { executableCode: { code: "2" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK" } },
    ]),
  ),
  {
    value: {
      choices: [
        {
          index: 0,
          parts: [
            { type: "code-call", id: "srvtoolu_7722a037b31044a1b658acaf", language: "python", code: "1" },
            { type: "code-result", callId: "srvtoolu_7722a037b31044a1b658acaf", outcome: "ok", stdout: "" },
            { type: "code-call", id: "srvtoolu_1f462a2e6e0a53cc24ff2eba", language: "python", code: "2" },
            { type: "code-result", callId: "srvtoolu_1f462a2e6e0a53cc24ff2eba", outcome: "ok", stdout: "" },
          ],
          finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } },
        },
      ],
      model: "m",
    },
  },
);
row(
  "tools of the service and their results without ids go together",
  read(
    candidate([
      { toolCall: { toolType: "A" } },
      { toolResponse: { toolType: "A" } },
      { toolCall: { toolType: "A" } },
      { toolResponse: { toolType: "A" } },
    ]),
  ),
  {
    value: {
      choices: [
        {
          index: 0,
          parts: [
            { type: "server-tool-call", id: "srvtoolu_5db273c4999c2d4419630be0", name: "A", input: {} },
            { type: "server-tool-result", callId: "srvtoolu_5db273c4999c2d4419630be0", name: "A" },
            { type: "server-tool-call", id: "srvtoolu_548f22c4944d19bb226b2ce0", name: "A", input: {} },
            { type: "server-tool-result", callId: "srvtoolu_548f22c4944d19bb226b2ce0", name: "A" },
          ],
          finish: { reason: "stop", native: { style: "generate-content", value: "STOP" } },
        },
      ],
      model: "m",
    },
  },
);
row("an answer without an id and a model gets both", write({}), {
  value: {
    candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }],
    modelVersion: "unknown",
    responseId: "resp-c2da235aab7a9dd820952c12",
  },
  issues: ['defaulted.other model info to "unknown"', 'synthesized.id id info to "resp-c2da235aab7a9dd820952c12"'],
});
row("an answer without an id and a model gets those of the options", write({}, { responseId: "r", context: { model: "asked", turn: 3 } }), {
  value: { candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }], modelVersion: "asked", responseId: "r" },
  issues: ['defaulted.other model info to "asked"'],
});
row("an answer of this style may lack both", write({}, { from: "generate-content" }), {
  value: {
    candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }],
    modelVersion: "unknown",
    responseId: "resp-c2da235aab7a9dd820952c12",
  },
});
row("a date that is too far away is left out", write({ ...named, created: 253_402_300_800 }), {
  value: SAID_A,
  issues: ["dropped.value created warning from 253402300800"],
});
row("the last date is written", write({ ...named, created: 253_402_300_799 }), {
  value: {
    candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }],
    modelVersion: "m",
    responseId: "i",
    createTime: "9999-12-31T23:59:59Z",
  },
});
row("a date before the first year is left out", write({ ...named, created: -62_167_219_201 }), {
  value: SAID_A,
  issues: ["dropped.value created warning from -62167219201"],
});
row("the first date is written", write({ ...named, created: -62_167_219_200 }), {
  value: {
    candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }],
    modelVersion: "m",
    responseId: "i",
    createTime: "0000-01-01T00:00:00Z",
  },
});
row("no date is none", write(named), { value: SAID_A });
row(
  "a blocked prompt has one message",
  write({
    ...named,
    promptBlock: { reason: "SAFETY", message: "why" },
    choices: [{ index: 0, parts: [], finish: { reason: "content-filter", message: "other" } }],
  }),
  {
    value: { promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "why" }, modelVersion: "m", responseId: "i" },
    issues: ["approximated.finish_reason choices[0].finish.message warning"],
  },
);
row(
  "a blocked prompt with the same message loses nothing",
  write({
    ...named,
    promptBlock: { reason: "SAFETY", message: "why" },
    choices: [{ index: 0, parts: [], finish: { reason: "content-filter", message: "why" } }],
  }),
  { value: { promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "why" }, modelVersion: "m", responseId: "i" } },
);
row("a blocked prompt with an answer has both", write({ ...named, promptBlock: { reason: "SAFETY" } }), {
  value: {
    candidates: [{ content: gen.model("a"), finishReason: "STOP", index: 0 }],
    promptFeedback: { blockReason: "SAFETY" },
    modelVersion: "m",
    responseId: "i",
  },
});
