/** What clients of generate-content send that other services would not take: read as what it means. */
import { describe, expect, test } from "vitest";
import {
  createStreamTranslator,
  type Issue,
  type TranslateRequestOptions,
  translateRequest,
  translateRequestBytes,
} from "../../../src/index.js";
import * as gen from "../../support/gen.js";
import * as msg from "../../support/msg.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const path = "/v1beta/models/m:generateContent";
const toMessages = { report: "all", from: "generate-content", to: "messages", path } as const;
const toChat = { report: "all", from: "generate-content", to: "chat-completions", path } as const;
const user = gen.user("hi");

function codes(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ code, path: place }) => `${code} ${place.join(".")}`);
}

function asked(body: object, options: TranslateRequestOptions = toMessages) {
  const result = translateRequest({ contents: [user], ...body }, options);
  return { ok: result.ok, text: result.ok ? JSON.stringify(result.value.body) : "", codes: codes(result.issues) };
}

const sent = (mimeType: string, data: string) => ({ contents: [gen.user({ inlineData: { mimeType, data } })] });

describe("base64 for URLs", () => {
  test.each([
    ["_-8", "/+8="],
    ["_-8=", "/+8="],
    ["_w", "/w=="],
    ["YWJj", "YWJj"],
    ["YQ", "YQ"],
  ])("%s is %s for other services", (data, standard) => {
    for (const options of [toMessages, toChat]) {
      const result = asked(sent("image/jpeg", data), options);
      expect(result.text).toContain(`${options.to === "messages" ? '"data":"' : "data:image/jpeg;base64,"}${standard}"`);
      expect(result.codes.includes("equivalent.form contents.0.parts.0.inlineData.data")).toBe(data !== standard);
    }
  });

  test.each([
    ["of the one alphabet", "/9j+".repeat(3000)],
    ["of the other", "_9j-".repeat(3000)],
    ["of the other at its end", `${"A".repeat(60_000)}_9j-`],
  ])("%s is the same through bytes", (_which, data) => {
    for (const options of [toMessages, toChat]) {
      const body = sent("image/png", data);
      const slow = translateRequest(body, options);
      const fast = translateRequestBytes(encoder.encode(JSON.stringify(body)), options);
      expect(fast.ok && decoder.decode(fast.value.body)).toBe(slow.ok && JSON.stringify(slow.value.body));
      expect(fast.issues).toEqual(slow.issues);
    }
  });
});

test("a long text in base64 is the same text through bytes", () => {
  const body = sent("text/plain", btoa("word ".repeat(2000)));
  const slow = translateRequest(body, toMessages);
  const fast = translateRequestBytes(encoder.encode(JSON.stringify(body)), toMessages);
  expect(slow.ok && JSON.stringify(slow.value.body)).toContain("word word");
  expect(fast.ok && decoder.decode(fast.value.body)).toBe(slow.ok && JSON.stringify(slow.value.body));
});

test.each(["https://generativelanguage.googleapis.com/v1beta/files/abc", "https://generativelanguage.googleapis.com/files/abc"])(
  "%s is a file that no other service can fetch",
  (fileUri) => {
    for (const options of [toMessages, toChat]) {
      const result = asked({ contents: [gen.user("x", { fileData: { fileUri, mimeType: "image/png" } })] }, options);
      expect(result.text).not.toContain(fileUri);
      expect(result.codes).toContain("dropped.part contents.0.parts.1");
    }
  },
);

describe("the result of a call that came without an id", () => {
  const call = gen.model({ functionCall: { name: "f", args: {} } });
  const result = (id: string, name = "f") => gen.user(gen.result(id, name, { output: "r" }));

  test("is that of its name, whatever id the client made up", () => {
    const { ok, text, codes: told } = asked({ contents: [user, call, result("f-1")] }, { ...toMessages, profile: "vendor" });
    const [, id] = /"tool_use","id":"([^"]+)"/.exec(text) ?? [];
    expect(ok).toBe(true);
    expect(text).toContain(`"tool_use_id":"${id}"`);
    expect(told).toContain("rewritten.tool_id contents.2.parts.0.functionResponse.id");
  });

  test("is nobody's under another name, or when the call has an id", () => {
    expect(asked({ contents: [user, call, result("f-1", "g")] }).codes).toContain("unpaired.tool_result contents.2.parts.0");
    const named = gen.model(gen.call("c1", "f"));
    expect(asked({ contents: [user, named, result("f-1")] }).codes).toContain("unpaired.tool_result contents.2.parts.0");
  });
});

describe("a thought of a messages service that a client gives back as it was streamed", () => {
  const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 1, output_tokens: 1 } };
  const delta = (index: number, said: object) => event("content_block_delta", { index, delta: said });
  const stream = [
    event("message_start", { message }),
    event("content_block_start", { index: 0, content_block: msg.thinking("", "") }),
    delta(0, { type: "thinking_delta", thinking: "I need " }),
    delta(0, { type: "thinking_delta", thinking: "the weather." }),
    delta(0, { type: "signature_delta", signature: "EqQBCgIYAhIkSIG" }),
    event("content_block_stop", { index: 0 }),
    event("content_block_start", { index: 1, content_block: msg.use("toolu_1", "f") }),
    delta(1, { type: "input_json_delta", partial_json: "{}" }),
    event("content_block_stop", { index: 1 }),
    event("message_delta", { delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 1 } }),
    event("message_stop", {}),
  ].join("");
  const translator = createStreamTranslator({ report: "all", from: "messages", to: "generate-content" });
  const written = decoder.decode(translator.push(encoder.encode(stream))) + decoder.decode(translator.end());
  const parts = [...written.matchAll(/^data: (.*)$/gm)].flatMap(([, json]): object[] => {
    const answer: { candidates?: { content?: { parts?: object[] } }[] } = JSON.parse(json ?? "");
    return answer.candidates?.[0]?.content?.parts ?? [];
  });
  const back = (contents: readonly object[], between: readonly object[] = []) =>
    asked({
      contents: [user, ...contents, ...between, gen.user(gen.result("toolu_1", "f", { output: "r" }))],
      generationConfig: { thinkingConfig: { thinkingBudget: 2048 } },
      tools: [{ functionDeclarations: [{ name: "f" }] }],
    });
  const whole = '{"type":"thinking","thinking":"I need the weather.","signature":"EqQBCgIYAhIkSIG"},{"type":"tool_use"';

  test("is the one block that was signed, from one turn or one for each event", () => {
    expect(parts).toHaveLength(5);
    for (const contents of [[{ role: "model", parts }], parts.map((part) => ({ role: "model", parts: [part] }))]) {
      const { text, codes: told } = back(contents);
      expect(text).toContain(whole);
      expect(told.filter((code) => code.startsWith("unportable"))).toEqual([]);
    }
  });

  test("is not put together across a turn of the user, or across what else was said", () => {
    const [first, second, ...more] = parts.map((part) => ({ role: "model", parts: [part] }));
    for (const between of [user, gen.model("so")]) {
      const { text, codes: told } = back([first, between, second, ...more].flatMap((turn) => turn ?? []));
      expect(text).toContain('"thinking":"the weather."');
      expect(told).toContain("unportable.signature contents.1.parts.0");
    }
  });
});

test("a list of numbers in words is one of numbers", () => {
  const schema = (type: string, words: readonly string[], more = {}) => ({ type, format: "enum", enum: words, ...more });
  const told = (parameters: object) =>
    asked({ tools: [{ functionDeclarations: [{ name: "f", parameters: { type: "OBJECT", properties: { a: parameters } } }] }] });
  expect(told(schema("INTEGER", ["101", "201"])).text).toContain('"a":{"type":"integer","enum":[101,201]}');
  expect(told(schema("INTEGER", ["101", "201"])).codes).toContain(
    "equivalent.form tools.0.functionDeclarations.0.parameters.properties.a.enum",
  );
  expect(told(schema("NUMBER", ["-1.5"], { nullable: true })).text).toContain('"a":{"type":["number","null"],"enum":[-1.5,null]}');
  for (const words of [["101", "x"], []])
    expect(told(schema("INTEGER", words)).text).toContain(`"format":"enum","enum":${JSON.stringify(words)}`);
  expect(told(schema("STRING", ["1"])).text).toContain('"format":"enum","enum":["1"]');
});

test("schemas below any keyword are in the words of JSON Schema", () => {
  const word = { type: "STRING" };
  const parameters = {
    type: "OBJECT",
    additionalProperties: word,
    $defs: { P: word },
    properties: {
      a: { oneOf: [word], allOf: [word], not: word },
      b: { type: "ARRAY", prefixItems: [word], items: word },
      c: { oneOf: word },
    },
  };
  const { text } = asked({ tools: [{ functionDeclarations: [{ name: "f", parameters }] }] });
  expect(text).toContain('"additionalProperties":{"type":"string"}');
  expect(text.match(/STRING/g)).toHaveLength(1);
});

test("a stream from a printed list has a line for each event", () => {
  const answer = (text: string, more = {}) => ({ candidates: [{ content: gen.model({ text }), index: 0, ...more }] });
  const list = JSON.stringify([answer("a  \n b"), answer("c", { finishReason: "STOP" })], null, 2);
  const translator = createStreamTranslator({ report: "all", from: "generate-content", to: "generate-content" });
  const text = decoder.decode(translator.push(encoder.encode(list))) + decoder.decode(translator.end());
  const lines = text.split("\n").filter((line) => line.startsWith("data: "));
  expect(lines.map((line): unknown => JSON.parse(line.slice(6)))).toEqual([answer("a  \n b"), answer("c", { finishReason: "STOP" })]);
});

test("grounding that a later event says anew is told to be lost, but not where its lists have grown", () => {
  const chunk = (uri: string) => ({ web: { uri, title: uri } });
  const event = (uris: readonly string[], query: string, more = {}) =>
    `data: ${JSON.stringify({
      candidates: [
        { content: gen.model("a"), index: 0, groundingMetadata: { webSearchQueries: [query], groundingChunks: uris.map(chunk) }, ...more },
      ],
    })}\n\n`;
  const told = (...events: readonly string[]) => {
    const translator = createStreamTranslator({ report: "all", from: "generate-content", to: "chat-completions" });
    translator.push(encoder.encode(events.join("")));
    translator.end();
    return translator.issues.filter(({ path: [at] }) => at === 0).map(({ severity, path: place }) => `${severity} ${place.at(-1)}`);
  };
  const last = { finishReason: "STOP" };
  expect(told(event(["http://a"], "q"), event(["http://b"], "r", last))).toEqual(
    expect.arrayContaining(["info webSearchQueries", "warning groundingChunks"]),
  );
  expect(told(event(["http://a"], "q"), event(["http://a", "http://b"], "q", last))).not.toContain("warning groundingChunks");
  const entry = (renderedContent: string, more = {}) =>
    event([], "q", more).replace('"groundingChunks":[]', `"searchEntryPoint":{"renderedContent":"${renderedContent}"}`);
  expect(told(entry("x"), entry("y", last))).toContain("info searchEntryPoint");
  expect(told(entry("x"), entry("x", last))).not.toContain("info searchEntryPoint");
  const silent = event([], "q", last).replace('"groundingChunks":[]', '"groundingChunks":null,"searchEntryPoint":null');
  expect(told(event(["http://a"], "q"), silent)).not.toContain("warning groundingChunks");
});

test("a voice is known whatever else is said of the speech", () => {
  const voiceConfig = { prebuiltVoiceConfig: { voiceName: "Kore" } };
  const told = (speechConfig: object) => asked({ generationConfig: { responseModalities: ["AUDIO"], speechConfig } }, toChat);
  expect(told({ voiceConfig }).text).toContain('"voice":"Kore"');
  expect(told({ voiceConfig, languageCode: "en" }).text).toContain('"voice":"Kore"');
  expect(told({ voiceConfig, languageCode: "en" }).codes).toContain("dropped.field generationConfig.speechConfig.languageCode");
  for (const other of [{ languageCode: "en" }, { voiceConfig: { ...voiceConfig, x: 1 } }, { voiceConfig: { prebuiltVoiceConfig: {} } }])
    expect(told(other).codes).toContain("dropped.field generationConfig.speechConfig");
});
