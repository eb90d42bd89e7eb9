/** What clients of a style can read of an answer or an error: the names that they declared, the types of R-058, whole characters. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../src/dialects.js";
import { translateError, translateRequest, translateResponse, validateResponse } from "../../src/index.js";
import { reduceSchema } from "../../src/json-schema/index.js";
import { text } from "../support/parts.js";

const FROM_MESSAGES = { from: "messages", to: "chat-completions" } as const;
const [NAME, MARK] = ["2fa check", { cache_control: { type: "ephemeral" } }];

function answerOf(...content: object[]): object {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: "a1", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn", stop_sequence: null, usage };
}

describe("an answer", () => {
  it("into generate-content calls tools by the names that the client declared, also those that another service would refuse", () => {
    const body = { contents: [{ role: "user", parts: [{ text: "q" }] }], tools: [{ functionDeclarations: [{ name: NAME }] }] };
    const path = "/v1beta/models/m:generateContent";
    const sent = translateRequest(body, { from: "generate-content", to: "messages", path });
    if (!sent.ok) throw new Error(sent.issues[0].message);
    const [name] = sent.value.body.tools?.map((tool) => tool.name) ?? [];
    expect(name).toMatch(/^_2fa_check_[0-9a-f]{8}$/);
    const answer = answerOf({ type: "tool_use", id: "toolu_1", name, input: {} });
    const { context } = sent.value;
    const back = translateResponse(answer, { from: "messages", to: "generate-content", context });
    expect(back.ok && back.value.candidates?.[0]?.content?.parts?.[0]).toMatchObject({ functionCall: { name: NAME } });
    expect(back.issues).toEqual([]);
  });

  it.each([{ chatExtensions: true }, { profile: dialects.openrouter }])(
    "into chat-completions is a text that nothing marks: %j",
    (more) => {
      const back = translateResponse(answerOf({ ...text("Hi"), ...MARK }), { ...FROM_MESSAGES, ...more, report: "all" });
      expect(back.ok && back.value.choices?.[0]?.message.content).toBe("Hi");
      expect(back.ok && validateResponse(back.value, { style: "chat-completions" }).ok).toBe(true);
      expect(back.issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toContain("dropped.field content.0.cache_control");
    },
  );
});

describe("what is cut is cut between characters", () => {
  it("in the message of an error", () => {
    const body = `${"x".repeat(499)}😀 and more`;
    const { message } = Object(translateError({ status: 502, body }, FROM_MESSAGES)).value.body.error;
    expect(message).toBe(`${"x".repeat(499)}\uFFFD`);
  });

  it("in the description of a schema", () => {
    const value = `${"x".repeat(1998)}😀${"x".repeat(50)}`;
    const schema = { type: "object", properties: { a: { type: "string", default: value } }, required: ["a"] };
    const { schema: written } = reduceSchema(schema, { vendor: "anthropic", use: "tool", strict: true });
    const { description } = Object(written).properties.a;
    expect(description).toContain("default: ");
    expect(description.isWellFormed()).toBe(true);
  });
});
