import { describe, expect, test } from "vitest";
import type { CanonicalRequest, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import * as gen from "../../support/gen.js";
import { text as textPart } from "../../support/parts.js";
import { asked, PATH } from "./support.js";

const C = "chat-completions";

function decoded(body: unknown, path = PATH) {
  const result = request.decode(body, { path });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result;
}

function encoded(some: Partial<CanonicalRequest>, options: EncodeOptions = { from: C }) {
  const result = request.encode(asked(some), options);
  const codes = result.issues.map(({ code, path }) => `${code} ${path.join(".")}`.trim());
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return { ...result.value, codes };
}

const call = (id: string, name: string, value: Record<string, number> = {}): Part => ({
  type: "tool-call",
  id,
  name,
  variant: "function",
  arguments: { json: JSON.stringify(value), value },
});
const result = (callId: string, text: string): Part => ({ type: "tool-result", callId, content: [textPart(text)] });
const fn = (name: string) => ({ type: "function", name }) as const;

test("model and stream come from the path", () => {
  const { value } = decoded({ contents: [{ parts: [{ text: "x" }] }] }, "/v1beta/models/m:streamGenerateContent?alt=sse");
  expect(value).toMatchObject({ model: "m", stream: true, turns: [{ role: "user", parts: [textPart("x")] }] });
});

test.each([undefined, null, 5, [], "x", { contents: {} }, { contents: [null] }, () => {}])("%j is no request and no throw", (body) => {
  expect(request.decode(body).ok).toBe(false);
});

test("a tool round trip (T2)", () => {
  const { body } = encoded({
    turns: [
      { role: "user", parts: [textPart("w?")] },
      { role: "assistant", parts: [call("a", "f", { x: 1 }), call("b", "g")] },
      { role: "tool", parts: [result("a", "20"), result("b", '{"t":5}')] },
      { role: "user", parts: [textPart("and?")] },
    ],
  });
  expect(body.contents).toEqual([
    gen.user("w?"),
    gen.model(gen.call("a", "f", { x: 1 }), gen.call("b", "g")),
    gen.user(gen.result("a", "f", { output: "20" }), gen.result("b", "g", { t: 5 })),
    gen.user("and?"),
  ]);
});

test.each(["x", "", '{"a":1}', '{"output":"x"}', '{"error":"x"}', '{"output":"{\\"a\\":1}"}', '{ "a": 1 }', "[1]"])(
  "the tool text %j comes back as it was",
  (text) => {
    const { body } = encoded({
      turns: [
        { role: "assistant", parts: [call("a", "f")] },
        { role: "tool", parts: [result("a", text)] },
      ],
    });
    const [, tool] = decoded(body).value.turns;
    expect(tool?.parts[0]).toMatchObject({ callId: "a", name: "f", content: text === "" ? [] : [textPart(text)] });
  },
);

test("old histories without ids are paired by name, then by position (BB-058)", () => {
  const { value } = decoded({
    contents: [
      gen.model({ functionCall: { name: "f" } }, { functionCall: { name: "g" } }, { functionCall: { name: "f", args: { a: 1 } } }),
      { role: "user", parts: ["g", "f", "f"].map((name) => ({ functionResponse: { name, response: { output: name } } })) },
    ],
  });
  const ids = value.turns[0]?.parts.map((part) => (part.type === "tool-call" ? part.id : ""));
  const answered = value.turns[1]?.parts.map((part) => (part.type === "tool-result" ? part.callId : ""));
  expect(answered).toEqual([ids?.[1], ids?.[0], ids?.[2]]);
});

describe("tool choice", () => {
  const named = { tools: [fn("f"), fn("g")], toolChoice: { mode: "named", name: "g", kind: "function" } } as const;
  test("narrows the list in the specification (T3)", () => {
    const { body, codes } = encoded(named);
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY" } });
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: "g" }] }]);
    expect(codes).toEqual(["approximated.narrowed_tools tools.0", "approximated.narrowed_tools toolChoice"]);
  });
  test("names the function at the vendor (T3)", () => {
    const { body, codes } = encoded(named, { from: C, profile: "vendor" });
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["g"] } });
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: "f" }, { name: "g" }] }]);
    expect(codes).toEqual([]);
  });
});

describe("thinking", () => {
  test.each([
    ["gemini-2.5-flash", "gateway", { thinkingBudget: 8192 }],
    ["gemini-3-pro", "gateway", { thinkingLevel: "medium" }],
    ["gemini-3-pro", "vendor", { thinkingLevel: "MEDIUM" }],
    ["other", "gateway", { thinkingLevel: "medium" }],
  ] as const)("medium effort for %s in the %s profile (T4)", (model, profile, amount) => {
    const { body } = encoded({ model, thinking: { mode: "on", effort: "medium" } }, { from: C, profile });
    expect(body.generationConfig?.thinkingConfig).toEqual({ includeThoughts: true, ...amount });
  });
});

test("numbers out of range are clamped, rejected or dropped (T5)", () => {
  const some = { sampling: { temperature: 1.4 } };
  expect(encoded(some).body.generationConfig).toEqual({ temperature: 1 });
  expect(encoded(some).codes).toEqual(["approximated.clamped sampling.temperature"]);
  expect(encoded(some, { from: C, profile: "vendor" }).codes).toEqual([]);
  expect(encoded(some, { from: C, outOfRange: "drop" }).body.generationConfig).toBeUndefined();
  expect(request.encode(asked(some), { from: C, outOfRange: "reject" }).ok).toBe(false);
});

describe("signatures in requests", () => {
  const history = (part: Part): Partial<CanonicalRequest> => ({
    turns: [
      { role: "user", parts: [textPart("q")] },
      { role: "assistant", parts: [part, call("a", "f")] },
      { role: "tool", parts: [result("a", "1")] },
    ],
  });
  test("this vendor's own stays on its part (BB-001)", () => {
    const signed = { ...call("b", "g"), signature: { value: "Q0", origin: "generate-content" } } as const;
    const { body } = encoded({ model: "gemini-3-pro", ...history(signed), tools: [] });
    expect(body.contents[1]?.parts[0]).toEqual({ functionCall: { id: "b", name: "g", args: {} }, thoughtSignature: "Q0" });
  });
});

test("a free-form tool is a function with one text", () => {
  const { body, context } = encoded({ tools: [{ type: "custom", name: "sh", format: { type: "text" } }] });
  expect(body.tools).toEqual([
    {
      functionDeclarations: [
        { name: "sh", parameters: { type: "OBJECT", properties: { input: { type: "STRING" } }, required: ["input"] } },
      ],
    },
  ]);
  expect(context.customTools).toEqual(["sh"]);
});

test("unknown fields come back at their places, and nothing of the caller's is lost", () => {
  const body = {
    contents: [
      { role: "user", parts: [{ text: "q", partMetadata: { a: 1 } }, { audioTranscription: { text: "t" } }], foo: 1 },
      gen.model({ functionCall: { id: "a", name: "f", args: { x: 1 }, bar: 2 } }),
      gen.user({ functionResponse: { id: "a", name: "f", response: { r: 1 }, scheduling: "SILENT" } }),
    ],
    generationConfig: {
      temperature: 0.5,
      audioTimestamp: true,
      thinkingConfig: { includeThoughts: false, thinkingBudget: 5, x: 1 },
      imageConfig: { y: 2 },
    },
    tools: [
      { functionDeclarations: [{ name: "f", behavior: "BLOCKING" }] },
      { googleSearch: { searchTypes: { webSearch: {} } } },
      { urlContext: {} },
    ],
    toolConfig: { retrievalConfig: { languageCode: "de" } },
    store: true,
  };
  const back = request.encode(decoded(body).value, { profile: "vendor" });
  expect(back.ok && back.value.body).toEqual(body);
});
