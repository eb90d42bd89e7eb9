import { expect } from "vitest";
import { brief } from "../../../src/core/issue.js";
import type { CanonicalRequest, Message, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { linesOf } from "../../support/issue-rows.js";

const CLOSED = { type: "object", properties: {}, additionalProperties: false };

const EMPTY = { model: "m", instructions: [], tools: [], sampling: {}, limits: { maxOutputTokens: 10_000 }, output: {}, stream: false };
const text = (words: string): Part => ({ type: "text", text: words });
const user: Message = { role: "user", parts: [text("hi")] };
const said: Message = { role: "assistant", parts: [text("ok")] };
const holds = (...parts: readonly Part[]): Partial<CanonicalRequest> => ({ turns: [{ role: "user", parts }] });
const f = { type: "function", name: "f", schema: { type: "object" } } as const;
const LONG = "x".repeat(300);
const CUT = LONG.slice(0, 200);
const call = (id: string): Part => ({ type: "tool-call", id, name: "f", variant: "function", arguments: { json: "{}", value: {} } });
const answer = (callId: string, more: object = {}): Message => ({
  role: "tool",
  parts: [{ type: "tool-result", callId, content: [text("1")], ...more }],
});

cases<[change: Partial<CanonicalRequest>, issues: readonly string[], options?: EncodeOptions]>({
  "a top_k that is clamped from below": [{ sampling: { topK: -3 } }, ["approximated.clamped sampling.topK warning from -3 limit 0 to 0"]],
  "a top_k of 1.5": [{ sampling: { topK: 1.5 } }, ["approximated.clamped sampling.topK warning fixed true from 1.5 to 2"]],
  "a budget above which no number is told apart": [
    { thinking: { mode: "on", budgetTokens: 5e15 }, limits: { maxOutputTokens: 1e20 } },
    ["approximated.clamped thinking.budgetTokens warning fixed true from 5000000000000000 limit 4503599627370496 to 4503599627370496"],
    { effortDialect: "budget" },
  ],
  "sampling beside thinking as it likes": [
    { sampling: { temperature: 0.5 }, thinking: { mode: "dynamic" } },
    ["dropped.field sampling.temperature warning from 0.5"],
  ],
  "top_p beside thinking": [{ sampling: { topP: 0.95 }, thinking: { mode: "dynamic" } }, []],
  "several answers": [{ limits: { maxOutputTokens: 5, choices: 3 } }, ["approximated.clamped limits.choices warning from 3 limit 1 to 1"]],
  "a blank stop sequence": [{ limits: { maxOutputTokens: 5, stop: [" "] } }, ['dropped.value limits.stop[0] warning from " "']],
  "media looked at closely": [{ mediaResolution: "high" }, ['dropped.field mediaResolution warning from "high"']],
  "a mode of JSON": [
    { output: { format: { type: "json" } } },
    ['dropped.field output.format warning from "json" suggestion "jsonModeInstruction"'],
  ],
  "a mode of JSON as an instruction": [
    { output: { format: { type: "json" } } },
    ['approximated.schema output.format warning fixed true from "json"'],
    { jsonModeInstruction: "JSON" },
  ],
  "a schema that does not bind": [
    { output: { format: { type: "json-schema", schema: CLOSED, strict: false } } },
    ["approximated.schema output.format.strict warning fixed true from false to true"],
  ],
  "words for how much to say": [{ output: { verbosity: "low" } }, ['dropped.field output.verbosity warning from "low"']],
  "a tier that is not sold": [{ serviceTier: "priority" }, ['approximated.enum serviceTier warning from "priority" to "auto"']],
  "a tier that is cheaper": [{ serviceTier: "flex" }, ['dropped.field serviceTier warning from "flex"']],
  "an answer that comes later": [{ async: true }, ["dropped.field async info from true"]],
  "an image of another kind": [
    holds({ type: "image", source: { kind: "base64", mimeType: "image/tiff", data: "AA==" } }),
    [
      'validation.V-17 turns[0].parts[0].source.mimeType error (failed) expected "image/jpeg, image/png, image/gif, image/webp" received "image/tiff" rule "V-17"',
      "equivalent.form turns[0] info",
      "failed.unsupported turns error",
    ],
  ],
  "a document of another kind": [
    holds({ type: "document", source: { kind: "base64", mimeType: "application/zip", data: "AA==" } }),
    [
      'validation.V-17 turns[0].parts[0].source.mimeType error (failed) expected "application/pdf, text/plain" received "application/zip" rule "V-17"',
      "equivalent.form turns[0] info",
      "failed.unsupported turns error",
    ],
  ],
  "a document of bytes that are called text": [
    holds({ type: "document", source: { kind: "base64", mimeType: "text/csv", data: "/w==" } }),
    [
      'validation.V-17 turns[0].parts[0].source.mimeType error (failed) expected "application/pdf, text/plain" received "text/csv that is no UTF-8" rule "V-17"',
      "equivalent.form turns[0] info",
      "failed.unsupported turns error",
    ],
  ],
  "a document of text": [
    holds({ type: "document", source: { kind: "base64", mimeType: "text/csv", data: "aGk=" } }),
    ['approximated.media turns[0].parts[0].source.mimeType warning from "text/csv" to "text/plain"'],
  ],
  "an address without a kind": [
    holds({ type: "document", source: { kind: "url", url: "https://h/d" } }),
    ['approximated.media turns[0].parts[0].source.mimeType warning to "application/pdf"'],
  ],
  "an address of another kind": [
    holds({ type: "document", source: { kind: "url", url: "https://h/d.pdf", mimeType: "text/html" } }),
    ["dropped.part turns[0].parts[0] warning", "equivalent.form turns[0] info", "failed.unsupported turns error"],
  ],
  "a free-form tool by name": [
    { tools: [{ type: "custom", name: "c" }], toolChoice: { mode: "named", name: "c", kind: "custom" } },
    ["approximated.schema tools[0] warning fixed true", 'approximated.enum toolChoice.kind warning from "custom" to "function"'],
  ],
  "a choice by a name that is rewritten": [
    { tools: [{ ...f, name: "a.b" }], toolChoice: { mode: "named", name: "a.b", kind: "function" } },
    [
      'rewritten.tool_name tools[0].name warning (approximated) from "a.b" to "a_b_e7370759"',
      'rewritten.tool_name toolChoice.name warning (approximated) from "a.b" to "a_b_e7370759"',
    ],
  ],
  "a choice without tools": [{ toolChoice: { mode: "required" } }, ["dropped.field toolChoice warning"]],
  "no choice without tools": [{ toolChoice: { mode: "none" } }, ["dropped.field toolChoice info"]],
  "a schema without a type": [{ tools: [{ ...f, schema: {} }] }, ['equivalent.form tools[0].schema info from "type"']],
  "a reader of pages": [{ tools: [{ type: "web-fetch" }] }, ["approximated.enum tools[0] warning"]],
  "a name that is long": [{ turns: [{ ...user, name: LONG }] }, [`dropped.field turns[0].name info from "${brief(LONG)}"`]],
  "an instruction in the middle": [
    { turns: [user, { role: "developer", parts: [text("s")] }] },
    [
      "equivalent.form turns[1].role info",
      'approximated.hoisted_system turns[1] warning fixed true from "developer" to "user"',
      "equivalent.form turns[0] info",
      "equivalent.form turns[1] info",
    ],
    { midSystem: "user" },
  ],
  "a result of no call": [{ turns: [answer(LONG)] }, [`unpaired.tool_result turns[0].parts[0] warning from "${CUT}"`]],
  "a call without a result before a vendor": [
    { turns: [user, { role: "assistant", parts: [call("a")] }] },
    ['unpaired.tool_call turns[1].parts[0] error (failed) from "a" rule "V-13" suggestion "missingResult"'],
    { profile: "vendor" },
  ],
  "arguments that are no object": [
    {
      turns: [
        user,
        { role: "assistant", parts: [{ type: "tool-call", id: "a", name: "f", variant: "function", arguments: { json: "[1]" } }] },
        answer("a"),
      ],
    },
    ['approximated.arguments turns[1].parts[0].arguments warning from "[1]"'],
  ],
  "arguments that are refused": [
    {
      turns: [
        user,
        { role: "assistant", parts: [{ type: "tool-call", id: "a", name: "f", variant: "function", arguments: { json: "[1]" } }] },
        answer("a"),
      ],
    },
    ['failed.unsupported turns[1].parts[0].arguments error received "[1]"'],
    { invalidArguments: "reject" },
  ],
  "a result with another name": [
    { turns: [user, { role: "assistant", parts: [call("a")] }, answer("a", { name: "g" })] },
    ['dropped.field turns[2].parts[0].name info from "g"'],
  ],
  "a result with its name": [{ turns: [user, { role: "assistant", parts: [call("a")] }, answer("a", { name: "f" })] }, []],
  "a text to go on from": [{ turns: [user, said] }, ["approximated.prefill turns[1] warning"]],
  "a signature of another style": [
    holds({ type: "text", text: "a", signature: { value: "s", origin: "generate-content" } }),
    ['unportable.signature turns[0].parts[0].signature warning from "generate-content"'],
  ],
})("%s", (change, issues, options = {}) => {
  const result = request.encode({ ...EMPTY, turns: [user], ...change }, { from: "chat-completions", ...options });
  expect(linesOf(result.issues)).toEqual(issues);
});
