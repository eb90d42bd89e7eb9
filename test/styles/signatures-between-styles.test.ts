/** Signatures on their way through a client of another style, and back to the service that gave them. */
import { describe, expect, test } from "vitest";
import { translateRequest, translateResponse } from "../../src/translate.js";

describe("signatures that another style's client brings back", () => {
  const call = { id: "t", type: "function", function: { name: "f", arguments: "{}" } };
  const answer = {
    id: "a",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [
      {
        index: 0,
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: null,
          reasoning_details: [{ type: "reasoning.encrypted", data: "R==", format: "google-gemini-v1", index: 0 }],
          tool_calls: [{ ...call, extra_content: { google: { thought_signature: "S==" } } }],
        },
      },
    ],
  };
  const history = () => {
    const translated = translateResponse(answer, { from: "chat-completions", to: "messages" });
    return [
      { role: "user", content: "q" },
      { role: "assistant", content: translated.ok ? translated.value.content : [] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "r" }] },
    ];
  };

  test("go to the service that gave them", () => {
    const back = translateRequest({ model: "m", max_tokens: 5, messages: history() }, { from: "messages", to: "chat-completions" });
    expect(back.ok && back.value.body.messages[1]).toMatchObject({
      reasoning_details: [{ type: "reasoning.encrypted", data: "R==", format: "google-gemini-v1" }],
      tool_calls: [{ extra_content: { google: { thought_signature: "S==" } } }],
    });
    expect(back.issues).toEqual([]);
  });

  test("are of no use to the vendor itself", () => {
    const options = { from: "messages", to: "chat-completions", profile: "vendor" } as const;
    const back = translateRequest({ model: "m", max_tokens: 5, messages: history() }, options);
    expect(back.ok && back.value.body.messages[1]).toEqual({ role: "assistant", content: null, tool_calls: [call] });
    expect(back.issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([
      "dropped.part messages.1.content.0",
      "unportable.signature messages.1.content.1",
    ]);
  });

  describe("as an encrypted thought", () => {
    const details = [{ type: "reasoning.encrypted", data: "R==", id: "t", format: "google-gemini-v1", index: 0 }];
    const toGemini = (message: object, format = "google-gemini-v1") =>
      translateRequest(
        {
          model: "gemini-3-pro",
          messages: [
            { role: "user", content: "q" },
            { role: "assistant", content: null, reasoning_details: details.map((detail) => ({ ...detail, format })), ...message },
            { role: "tool", tool_call_id: "t", content: "r" },
          ],
        },
        { from: "chat-completions", to: "generate-content" },
      );
    const functionCall = { id: "t", name: "f", args: {} };

    test("are those of the call after it", () => {
      const result = toGemini({ tool_calls: [call] });
      expect(result.ok && result.value.body.contents[1]?.parts).toEqual([{ functionCall, thoughtSignature: "R==" }]);
      expect(result.issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([
        "equivalent.form messages.1.reasoning_details.0",
      ]);
    });
    test("stay by themselves where the call has one, or where there is none", () => {
      const result = toGemini({ tool_calls: [{ ...call, extra_content: { google: { thought_signature: "S==" } } }] });
      expect(result.ok && result.value.body.contents[1]?.parts).toEqual([
        { text: "", thought: true, thoughtSignature: "R==" },
        { functionCall, thoughtSignature: "S==" },
      ]);
      const spoken = toGemini({ content: "hi" });
      expect(spoken.ok && spoken.value.body.contents[1]?.parts).toEqual([
        { text: "", thought: true, thoughtSignature: "R==" },
        { text: "hi" },
      ]);
    });
    test("of another vendor are left out", () => {
      const result = toGemini({ tool_calls: [call] }, "anthropic-claude-v1");
      expect(result.ok && result.value.body.contents[1]?.parts).toEqual([
        { functionCall, thoughtSignature: "skip_thought_signature_validator" },
      ]);
    });
  });
});
