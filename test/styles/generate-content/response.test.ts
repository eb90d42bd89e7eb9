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

test("numbers in place of finish reasons are read", () => {
  expect(decoded({ candidates: [{ finishReason: 2 }] }).value.choices[0]?.finish.reason).toBe("length");
  expect(decoded({ candidates: [{ finishReason: 99 }] }).value.choices[0]?.finish).toMatchObject({
    reason: "other",
    native: { value: "99" },
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

test("a body without anything that an answer has is none", () => {
  expect(response.decode({ success: true })).toMatchObject({ ok: false, issues: [{ code: "validation.R-156" }] });
  expect(response.decode({ usageMetadata: {} }).ok).toBe(true);
});

test("an answer in snake_case has its counts", () => {
  const body = { candidates: [], usage_metadata: { prompt_token_count: 1, candidates_token_count: 2, total_token_count: 3 } };
  expect(decoded(body).value.usage).toMatchObject({ inputTokens: 1, outputTokens: 2 });
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

test("aliased and prefixed names are restored, free-form calls come back as such", () => {
  const context = { toolNames: { _1x: "1x" }, declaredTools: ["1x", "go"], customTools: ["go"] };
  const { value } = decoded(
    {
      candidates: [
        { content: { parts: [{ functionCall: { name: "_1x" } }, { functionCall: { name: "default_api:go", args: { input: "ls" } } }] } },
      ],
    },
    { context },
  );
  expect(value.choices[0]?.parts).toMatchObject([
    { name: "1x", variant: "function" },
    { name: "go", variant: "custom", arguments: { json: "ls" } },
  ]);
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

describe("citations that say more than a citation does", () => {
  const answer = {
    candidates: [
      {
        content: { parts: [{ text: "héllo" }] },
        citationMetadata: { citations: [{ startIndex: 0, endIndex: 3, uri: "https://a", title: "A", license: "mit" }] },
        groundingMetadata: {
          searchEntryPoint: { renderedContent: "<b>" },
          groundingChunks: [{ web: { uri: "https://b", domain: "b" } }],
          groundingSupports: [{ segment: { endIndex: 2, text: "h" }, groundingChunkIndices: [0], confidenceScores: [0.5] }],
        },
      },
    ],
  };
  const result = decoded(answer);

  test("have their licence and domain named alone, at their places", () => {
    expect(result.issues.filter(({ code }) => code === "dropped.field").map(({ path }) => path)).toEqual([
      ["candidates", 0, "groundingMetadata", "groundingChunks", 0, "web", "domain"],
      ["candidates", 0, "citationMetadata", "citations", 0, "license"],
    ]);
  });

  test("are put back into this style", () => {
    const back = response.encode(decoded(answer, { own: true }).value);
    expect(back.ok && back.value.candidates).toMatchObject(answer.candidates);
  });

  test("say where an offset lies inside a character", () => {
    expect(result.issues.map(({ code, path }) => `${code} ${path.join(".")}`)).toContain(
      "approximated.citation candidates.0.groundingMetadata.groundingSupports.0.segment.endIndex",
    );
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
