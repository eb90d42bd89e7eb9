import { describe, expect, it } from "vitest";
import { collectStream, createStreamTranslator, streamResponse, translateRequest, translateResponse, unwrap } from "../../../src/index.js";

const to = { from: "generate-content", to: "chat-completions" } as const;
const calls = ["Rome", "Oslo"].map((city) => ({ functionCall: { id: `c${city}`, name: "weather", args: { city } } }));
const parts = calls.map((call, index) => (index === 0 ? { ...call, thoughtSignature: "U0lHTg==" } : call));
const answer = {
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
  modelVersion: "gemini-3-pro",
  responseId: "r",
};
const ids = ["cRome__thought__U0lHTg==", "cOslo"];

describe("signatures in ids", () => {
  it("are written behind the ids of answers where that is asked for, and beside them", () => {
    const { choices } = unwrap(translateResponse(answer, { ...to, signaturesInIds: true }));
    const { tool_calls } = choices[0]?.message ?? {};
    expect(tool_calls?.map(({ id }) => id)).toEqual(ids);
    expect(tool_calls?.[0]).toMatchObject({ extra_content: { google: { thought_signature: "U0lHTg==" } } });
    expect(unwrap(translateResponse(answer, to)).choices[0]?.message.tool_calls?.map(({ id }) => id)).toEqual(["cRome", "cOslo"]);
  });

  it("are written so in streams", () => {
    const translator = createStreamTranslator({ ...to, signaturesInIds: true });
    const bytes = [translator.push(unwrap(streamResponse(answer, { style: "generate-content" }))), translator.end()];
    const text = bytes.map((each) => new TextDecoder().decode(each)).join("");
    const { choices } = unwrap(collectStream(text, { style: "chat-completions" }));
    expect(choices[0]?.message.tool_calls?.map(({ id }) => id)).toEqual(ids);
  });

  it("come back to the service from a client that keeps nothing else of a call, and are never written in requests", () => {
    const [id = "", other = ""] = ids;
    const kept = [id, other].map((each) => ({ id: each, type: "function", function: { name: "weather", arguments: "{}" } }));
    const results = [id, other].map((each) => ({ role: "tool", tool_call_id: each, content: "12" }));
    const messages = [{ role: "user", content: "Hi" }, { role: "assistant", content: null, tool_calls: kept }, ...results];
    const back = unwrap(
      translateRequest({ model: "gemini-3-pro", messages }, { from: "chat-completions", to: "generate-content", profile: "vendor" }),
    );
    expect(back.body.contents[1]?.parts).toMatchObject([
      { functionCall: { id: "cRome" }, thoughtSignature: "U0lHTg==" },
      { functionCall: { id: "cOslo" } },
    ]);
    expect(back.body.contents[2]?.parts).toMatchObject([{ functionResponse: { id: "cRome" } }, { functionResponse: { id: "cOslo" } }]);
    const options = { ...to, path: "/v1beta/models/gemini-3-pro:generateContent", model: "gpt-5.1", signaturesInIds: true } as const;
    expect(JSON.stringify(unwrap(translateRequest(back.body, options)).body)).not.toContain("__thought__");
  });
});
