import { describe, expect, it } from "vitest";
import { translateRequest } from "../../../src/index.js";

const path = "/v1beta/models/gemini-2.5-flash:generateContent";
const call = (id: string) => ({ functionCall: { id, name: "look", args: {} } });
const result = (id: string) => ({ functionResponse: { id, name: "look", response: { output: id } } });
const model = (...parts: object[]) => ({ role: "model", parts });
const user = (...parts: object[]) => ({ role: "user", parts });
const tools = [{ functionDeclarations: [{ name: "look" }] }];

function translated(contents: readonly object[]) {
  const result = translateRequest(
    { contents, tools },
    { report: "all", from: "generate-content", to: "chat-completions", path, profile: "vendor" },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { messages: result.value.body.messages, issues: result.issues.map(({ code, path }) => `${code} ${path.join(".")}`) };
}

describe("model contents that follow each other", () => {
  it("are one message where a call is among them, so that its thoughts stand beside it and its results follow at once", () => {
    const streamed = [model({ text: "Let" }), model({ text: " me" }), model(call("a")), model(call("b")), model({ text: "" })];
    const { messages, issues } = translated([user({ text: "go" }), ...streamed, user(result("a"), result("b"))]);
    const made = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "{}" } });
    expect(messages).toEqual([
      { role: "user", content: "go" },
      { role: "assistant", content: "Let me", tool_calls: [made("a"), made("b")] },
      { role: "tool", tool_call_id: "a", content: "a" },
      { role: "tool", tool_call_id: "b", content: "b" },
    ]);
    expect(issues).toEqual([
      "equivalent.form contents.1.parts",
      "equivalent.form contents.2",
      "equivalent.form contents.3",
      "equivalent.form contents.4",
      "equivalent.form contents.5",
    ]);
  });

  it("name the parts that have no place where they stand in the source", () => {
    const picture = { inlineData: { mimeType: "image/png", data: "AAAA" } };
    const { issues } = translated([user({ text: "go" }), model(call("a")), model(picture), user(result("a"))]);
    expect(issues).toContain("dropped.part contents.2.parts.0");
  });

  it("are one message where a text stands before the call, and lose no proof of an empty text in silence", () => {
    const proof = { text: "", thoughtSignature: "S" };
    const contents = [user({ text: "go" }), model({ text: "Let me" }, call("a")), model(call("b"), proof), user(result("a"), result("b"))];
    const { messages, issues } = translated(contents);
    expect(messages[1]).toMatchObject({ content: "Let me", tool_calls: [{ id: "a" }, { id: "b" }] });
    expect(issues).toContain("unportable.signature contents.2.parts.1.thoughtSignature");
  });

  it("may have their results in contents of their own", () => {
    const { messages, issues } = translated([user({ text: "go" }), model(call("a"), call("b")), user(result("a")), user(result("b"))]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
    expect(issues).toEqual([]);
  });
});
