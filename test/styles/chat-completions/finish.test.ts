/** Why an answer ended, in the word of this style and in that of the service behind it. */

import { describe, expect, it } from "vitest";
import type { Choice, Finish, Part } from "../../../src/model/index.js";
import { styleFacts } from "../../../src/style-lists.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";

function told(issues: readonly { readonly code: string; readonly path: readonly (string | number)[] }[]): string[] {
  return issues.map(({ code, path }) => `${code} ${path.join(".")}`);
}

const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };

describe("reading", () => {
  const at = "choices.0.finish_reason";
  const from = (style: string, value: string) => ({ style, value });

  it.each<[unknown, unknown, boolean, object, string[]]>([
    ["stop", null, false, { reason: "stop" }, []],
    ["length", null, true, { reason: "length" }, []],
    ["tool_calls", null, true, { reason: "tool-calls" }, []],
    ["function_call", null, true, { reason: "tool-calls" }, []],
    ["content_filter", null, false, { reason: "content-filter" }, []],
    [
      "insufficient_system_resource",
      null,
      false,
      { reason: "error", native: from("chat-completions", "insufficient_system_resource") },
      [`equivalent.form ${at}`],
    ],
    ["error", null, false, { reason: "error", native: from("chat-completions", "error") }, []],
    ["novel", null, false, { reason: "other", native: from("chat-completions", "novel") }, []],
    ["network_error", null, false, { reason: "error", native: from("chat-completions", "network_error") }, [`equivalent.form ${at}`]],
    ["model_length", null, false, { reason: "length", native: from("chat-completions", "model_length") }, [`equivalent.form ${at}`]],
    ["sensitive", null, false, { reason: "content-filter", native: from("chat-completions", "sensitive") }, [`equivalent.form ${at}`]],
    ["eos", null, false, { reason: "stop", native: from("chat-completions", "eos") }, [`equivalent.form ${at}`]],
    ["eos", null, true, { reason: "tool-calls", native: from("chat-completions", "eos") }, [`approximated.finish_reason ${at}`]],
    ["STOP", null, true, { reason: "tool-calls", native: from("chat-completions", "STOP") }, [`approximated.finish_reason ${at}`]],
    ["end_turn", null, false, { reason: "stop", native: from("chat-completions", "end_turn") }, [`equivalent.form ${at}`]],
    ["max_tokens", null, false, { reason: "length", native: from("chat-completions", "max_tokens") }, [`equivalent.form ${at}`]],
    ["SAFETY", null, false, { reason: "content-filter", native: from("chat-completions", "SAFETY") }, [`equivalent.form ${at}`]],
    ["tool_use", null, true, { reason: "tool-calls", native: from("chat-completions", "tool_use") }, [`equivalent.form ${at}`]],
    ["OTHER", null, false, { reason: "other", native: from("chat-completions", "OTHER") }, []],
    [0, null, false, { reason: "other", native: from("chat-completions", "0") }, []],
    [null, null, false, { reason: "other" }, []],
    ["", "", false, { reason: "other" }, []],
    // Calls that were made are the reason, unless something else is said.
    ["stop", null, true, { reason: "tool-calls" }, [`approximated.finish_reason ${at}`]],
    ["stop", "", true, { reason: "tool-calls" }, [`approximated.finish_reason ${at}`]],
    ["stop", "odd", true, { reason: "stop" }, []],
    [null, null, true, { reason: "tool-calls" }, [`approximated.finish_reason ${at}`]],
    // The native word counts.
    ["stop", "end_turn", false, { reason: "stop", native: from("messages", "end_turn") }, []],
    ["tool_calls", "STOP", true, { reason: "tool-calls", native: from("generate-content", "STOP") }, []],
    ["stop", "STOP", false, { reason: "stop", native: from("generate-content", "STOP") }, []],
    ["stop", "end_turn", true, { reason: "stop", native: from("messages", "end_turn") }, []],
    ["tool_calls", "end_turn", true, { reason: "tool-calls", native: from("messages", "end_turn") }, []],
    ["length", "MAX_TOKENS", true, { reason: "length", native: from("generate-content", "MAX_TOKENS") }, []],
    ["function_call", "tool_use", true, { reason: "tool-calls", native: from("messages", "tool_use") }, []],
    ["function_call", "end_turn", true, { reason: "tool-calls", native: from("messages", "end_turn") }, []],
    ["stop", "tool_use", true, { reason: "tool-calls", native: from("messages", "tool_use") }, [`conflict.resolved ${at}`]],
    [null, "end_turn", false, { reason: "stop", native: from("messages", "end_turn") }, []],
    ["length", "end_turn", false, { reason: "stop", native: from("messages", "end_turn") }, [`conflict.resolved ${at}`]],
    ["content_filter", "refusal", false, { reason: "refusal", native: from("messages", "refusal") }, []],
    ["stop", "stop", true, { reason: "tool-calls" }, [`approximated.finish_reason ${at}`]],
    ["stop", "RECITATION", false, { reason: "recitation", native: from("generate-content", "RECITATION") }, [`conflict.resolved ${at}`]],
  ])("%j with the native word %j, calls %j, is %j", (finish_reason, native_finish_reason, calls, finish, issues) => {
    const message = { content: "A", tool_calls: calls ? [call] : [] };
    const decoded = response.decode(
      { id: "i", choices: [{ index: 0, message, finish_reason, native_finish_reason }] },
      { styles: styleFacts },
    );
    expect(decoded.ok && decoded.value.choices[0]?.finish).toEqual(finish);
    expect(told(decoded.issues)).toEqual(issues);
  });
});

describe("writing", () => {
  const text: Part = { type: "text", text: "A" };
  const write = (finish: Finish, options: EncodeOptions = {}, choice: Partial<Choice> = {}) => {
    const choices = [{ index: 0, parts: [text], finish, ...choice }];
    const encoded = response.encode({ id: "i", model: "m", created: 5, choices }, { from: "messages", styles: styleFacts, ...options });
    const written = encoded.ok ? encoded.value.choices[0] : undefined;
    return [written?.finish_reason, written?.native_finish_reason, written?.message?.refusal, told(encoded.issues)];
  };

  const lossy = "approximated.finish_reason choices.0.finish.reason";

  it.each<[Finish, unknown[]]>([
    [{ reason: "stop" }, ["stop", undefined, null, []]],
    [{ reason: "stop", native: { style: "messages", value: "end_turn" } }, ["stop", undefined, null, []]],
    [
      { reason: "stop-sequence", stopSequence: "x", native: { style: "messages", value: "stop_sequence" } },
      ["stop", "stop_sequence", null, ["dropped.field choices.0.finish.stopSequence"]],
    ],
    [{ reason: "length" }, ["length", undefined, null, []]],
    [
      { reason: "context-window", native: { style: "messages", value: "model_context_window_exceeded" } },
      ["length", "model_context_window_exceeded", null, [lossy]],
    ],
    [{ reason: "content-filter", message: "why" }, ["content_filter", undefined, "why", []]],
    [{ reason: "recitation", native: { style: "generate-content", value: "RECITATION" } }, ["content_filter", "RECITATION", null, [lossy]]],
    [{ reason: "pause", native: { style: "messages", value: "pause_turn" } }, ["stop", "pause_turn", null, [lossy]]],
    [{ reason: "malformed-output" }, ["stop", undefined, null, [lossy]]],
    [{ reason: "other" }, ["stop", undefined, null, [lossy]]],
    [{ reason: "other", native: { style: "chat-completions", value: "eos" } }, ["eos", undefined, null, []]],
    [{ reason: "other", native: { style: "messages", value: "odd" } }, ["stop", "odd", null, [lossy]]],
    [{ reason: "error", native: { style: "chat-completions", value: "error" } }, ["error", undefined, null, []]],
  ])("%j is %j", (finish, expected) => {
    expect(write(finish)).toEqual(expected);
  });

  it("leaves the native word out where the caller wants none", () => {
    const finish: Finish = { reason: "pause", native: { style: "messages", value: "pause_turn" } };
    expect(write(finish, { nativeFinishReason: false })).toEqual(["stop", undefined, null, [lossy]]);
  });

  it("says of an answer with calls that it ends for them, and the service's own word beside it", () => {
    const part: Part = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "{}", value: {} } };
    const finish: Finish = { reason: "stop", native: { style: "messages", value: "end_turn" } };
    expect(write(finish, {}, { parts: [part] }).slice(0, 2)).toEqual(["tool_calls", "end_turn"]);
    expect(write(finish, {}, { parts: [text, part] }).slice(0, 2)).toEqual(["tool_calls", "end_turn"]);
    // The service ran them itself, and went on.
    expect(write(finish, {}, { parts: [part, text] }).slice(0, 2)).toEqual(["stop", "end_turn"]);
    expect(write({ reason: "stop" }, {}, { parts: [part] }).slice(0, 2)).toEqual(["stop", undefined]);
    expect(write(finish).slice(0, 2)).toEqual(["stop", undefined]);
  });
});
