import { describe, expect, test } from "vitest";
import type { Part } from "../../../src/model/index.js";
import { response } from "../../../src/styles/generate-content/response.js";
import * as gen from "../../support/gen.js";
import { text, thought } from "../../support/parts.js";

function decoded(body: unknown, options = {}) {
  const result = response.decode(body, options);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result;
}

test("a call makes the finish one for tools (BB-003)", () => {
  const { value } = decoded({ candidates: [{ content: { parts: [{ functionCall: { name: "f" } }] }, finishReason: "STOP" }] });
  expect(value.choices[0]?.finish).toEqual({ reason: "tool-calls", native: { style: "generate-content", value: "STOP" } });
  expect(value.choices[0]?.parts[0]).toMatchObject({
    type: "tool-call",
    name: "f",
    arguments: { json: "{}", value: {} },
    idSynthesized: true,
  });
});

test("a thought is told by its flag alone (BB-065)", () => {
  const { value } = decoded({
    candidates: [
      {
        content: {
          parts: [
            { text: "plan", thought: true },
            { text: "Hi", thought: false },
          ],
        },
      },
    ],
  });
  expect(value.choices[0]?.parts).toEqual([thought("plan"), text("Hi")]);
});

test("empty parts of recorded answers are nothing", () => {
  expect(decoded({ candidates: [{ content: { parts: [{}, { text: "a" }] } }] }).value.choices[0]?.parts).toEqual([text("a")]);
});

test("an error body is a failure, wrapped in an array or not (BB-146)", () => {
  for (const [body, path] of [
    [{ error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED" } }, ["error"]],
    [[{ error: { code: 429, message: "m" } }], [0, "error"]],
    [{ error: "m" }, ["error"]],
    [{ message: "m" }, ["message"]],
  ] as const) {
    const result = response.decode(body);
    expect(result.ok).toBe(false);
    expect(result.issues[0]).toMatchObject({ code: "response.error_body", path });
  }
});

describe("grounding", () => {
  test("byte offsets become UTF-16 offsets (T11)", () => {
    const { value } = decoded({
      candidates: [
        {
          content: { parts: [{ text: "think", thought: true }, { text: "héllo" }] },
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://a", title: "A" } }],
            groundingSupports: [{ segment: { endIndex: 3, text: "hé" }, groundingChunkIndices: [0] }],
          },
        },
      ],
    });
    expect(value.choices[0]?.parts[1]).toMatchObject({ citations: [{ kind: "url", url: "https://a", title: "A", start: 0, end: 2 }] });
    const back = response.encode(value);
    expect(back.ok && back.value.candidates?.[0]?.groundingMetadata).toEqual({
      groundingChunks: [{ web: { uri: "https://a", title: "A" } }],
      groundingSupports: [{ segment: { partIndex: 1, startIndex: 0, endIndex: 3, text: "hé" }, groundingChunkIndices: [0] }],
    });
  });
});

test("native finish reasons come back word for word (T12)", () => {
  const made = response.encode({ choices: [{ index: 0, parts: [], finish: { reason: "recitation" } }] }, { from: "chat-completions" });
  expect(made.ok && made.value.candidates?.[0]).toEqual({ content: gen.model(""), finishReason: "RECITATION", index: 0 });
});

describe("what another style said otherwise", () => {
  function encoded(parts: readonly Part[]) {
    const result = response.encode(
      { id: "i", model: "m", choices: [{ index: 0, parts, finish: { reason: "stop" } }] },
      { from: "messages" },
    );
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    const { candidates } = result.value;
    return { candidate: candidates?.[0], issues: result.issues.map(({ code, path }) => `${code} ${path.slice(3).join(".")}`) };
  }

  test("a citation that ends inside a character ends with it, and says so", () => {
    const citations = [{ kind: "url", url: "https://a", start: 2, end: 2 }] as const;
    const { candidate, issues } = encoded([{ type: "text", text: "a😀b", citations }]);
    expect(candidate?.groundingMetadata?.groundingSupports).toMatchObject([{ segment: { startIndex: 1, endIndex: 5, text: "😀" } }]);
    expect(issues).toEqual(["approximated.citation 0.citations.0.start", "approximated.citation 0.citations.0.end"]);
  });

  test("what failed code printed, and the result of a command, come back as something else", () => {
    const call = (language: string) => ({ type: "code-call", id: "c", language, code: "x" }) as const;
    const result = { type: "code-result", callId: "c", outcome: "failed", stdout: "o", returnCode: 1 } as const;
    expect(encoded([call("python"), result]).issues).toEqual(["equivalent.form 1.stdout", "equivalent.form 1.stderr"]);
    expect(encoded([call("bash"), { ...result, stdout: "" }]).issues).toEqual(["approximated.enum 0", "equivalent.form 1"]);
  });

  test("a redacted thought of nobody known stays so", () => {
    const { candidate } = encoded([{ type: "redacted-thinking", data: "d" }]);
    expect(atob(candidate?.content?.parts?.[0]?.thoughtSignature ?? "")).toBe("sig1.u.r.d");
  });
});
