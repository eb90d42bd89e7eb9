import { describe, expect, test } from "vitest";
import type { CanonicalRequest, JsonObject, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { asked, decodedRequest, encodedRequest, told } from "./support.js";

const contents = [{ role: "user", parts: [{ text: "x" }] }];
const vendor: EncodeOptions = { from: "chat-completions", profile: "vendor" };
const own: EncodeOptions = { profile: "vendor" };

/** What the body becomes when it is read and written again at the vendor. */
function rewritten(body: JsonObject, model = "gemini-2.5-flash") {
  const { value } = decodedRequest({ contents, ...body }, { path: `/v1beta/models/${model}:generateContent` });
  const result = request.encode(value, own);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value.body;
}
const refused = (some: Partial<CanonicalRequest>, options: EncodeOptions = { from: "chat-completions" }) => {
  const result = request.encode(asked(some), options);
  expect(result.ok).toBe(false);
  return told(result.issues.filter(({ severity }) => severity === "error"));
};
const configOf = (generationConfig: JsonObject, model?: string) => rewritten({ generationConfig }, model).generationConfig;

describe("the format of the answer", () => {
  const read = (generationConfig: JsonObject) => {
    const { value, told } = decodedRequest({ contents, generationConfig });
    return { format: value.output.format, told };
  };
  const schema = { type: "object" };

  test.each<readonly [JsonObject, object | undefined]>([
    [{ responseMimeType: "text/plain" }, { type: "text" }],
    [{ responseMimeType: "application/json" }, { type: "json" }],
    [
      { responseMimeType: "text/plain", responseJsonSchema: schema },
      { type: "json-schema", schema },
    ],
    [{ responseJsonSchema: schema }, { type: "json-schema", schema }],
    [{ responseFormat: [{ text: {} }] }, { type: "text" }],
    [{ responseFormat: [{ text: { schema } }] }, { type: "json-schema", schema }],
    [{ responseFormat: [{ text: { mimeType: "APPLICATION_JSON" } }] }, { type: "json" }],
    [{ responseFormat: [{ text: { mimeType: "text/plain" } }], responseMimeType: "application/json" }, { type: "json" }],
    [{ responseFormat: [] }, undefined],
  ])("%j is %j", (config, format) => {
    expect(read(config)).toEqual({ format, told: [] });
  });

  test.each<JsonObject>([
    { responseMimeType: "audio/wav" },
    { responseMimeType: "text/x.enum" },
    { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: [1] } },
    { responseMimeType: "text/x.enum", responseSchema: { type: "INTEGER", enum: ["1"] } },
    { responseFormat: [{ text: { mimeType: "text/csv" } }] },
    { responseFormat: [{ text: {} }, { audio: {} }] },
    { responseMimeType: "text/csv", responseJsonSchema: { type: "object" } },
    { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["a", 1] } },
    { responseFormat: [{ audio: {} }] },
  ])("%j stays what it was, for the model has no word for it", (config) => {
    expect(read(config).format).toBeUndefined();
    expect(configOf(config)).toEqual(config);
  });

  test("keeps what stands beside the usual spelling", () => {
    const config = { responseMimeType: "application/json", responseFormat: [{ audio: {} }] };
    expect(configOf(config)).toEqual(config);
    const both = { responseMimeType: "application/json", responseSchema: { type: "STRING" }, responseJsonSchema: { const: "a" } };
    expect(read(both).told).toEqual(["conflict.resolved generationConfig.responseSchema"]);
    expect(configOf(both)).toEqual({ responseMimeType: "application/json", responseJsonSchema: { const: "a" } });
  });

  test("that is one word of a list needs the list only", () => {
    const responseSchema = { type: "STRING", enum: ["a"], description: "d", title: null };
    expect(read({ responseMimeType: "text/x.enum", responseSchema }).told).toEqual([
      "dropped.field generationConfig.responseSchema.description",
    ]);
    const format = { type: "enum", values: ["a"] } as const;
    expect(encodedRequest({ output: { format } }, vendor).body.generationConfig).toEqual({
      responseMimeType: "text/x.enum",
      responseSchema: { type: "STRING", enum: ["a"] },
    });
    expect(refused({ output: { format } })).toEqual(["failed.unsupported output.format"]);
  });

  test("is text where nothing else is said", () => {
    expect(encodedRequest({ output: { format: { type: "text" } } }).body.generationConfig).toEqual({ responseMimeType: "text/plain" });
  });
});

describe("what the answer is made of", () => {
  test.each<readonly [JsonObject, object]>([
    [{ responseModalities: ["TEXT", "IMAGE"] }, { modalities: ["text", "image"] }],
    [{ responseModalities: ["MODALITY_UNSPECIFIED"] }, {}],
    [{ responseModalities: ["MODALITY_UNSPECIFIED", "AUDIO"] }, { modalities: ["audio"] }],
    [{ responseModalities: ["SMELL", "TEXT"] }, {}],
    [{ responseModalities: null, speechConfig: null, imageConfig: null }, {}],
    [{ responseModalities: [] }, {}],
    [{ speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } } }, { audio: { voice: "Kore" } }],
    [{ imageConfig: { imageSize: "2K" } }, { image: { size: "2k" } }],
  ])("%j is %j", (generationConfig, output) => {
    expect(decodedRequest({ contents, generationConfig }).value.output).toEqual(output);
  });

  test.each<JsonObject>([
    { responseModalities: ["TEXT", "SMELL"] },
    { speechConfig: { languageCode: "de", voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } } },
    { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 5 } } } },
    { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore", pitch: 1 } } } },
    { speechConfig: { voiceConfig: { customVoice: {} } } },
    { speechConfig: { voiceConfig: [] } },
    { speechConfig: { voiceConfig: "Kore" } },
    { imageConfig: { aspectRatio: "1:1", imageSize: "1K", personGeneration: "ALLOW_ALL" } },
  ])("%j stays what it was", (config) => {
    expect(configOf(config)).toEqual(config);
  });

  test.each([
    [{ voice: "alloy" }, "alloy", ["approximated.media output.audio.voice"]],
    [{ voice: { id: "v1" }, format: "wav" }, "v1", ["dropped.field output.audio.format", "approximated.media output.audio.voice"]],
    [{ format: "wav" }, undefined, ["dropped.field output.audio.format"]],
  ])("speaks with the voice of %j", (audio, voiceName, issues) => {
    const { body, told } = encodedRequest({ output: { audio, modalities: ["audio"] } });
    expect(body.generationConfig?.speechConfig).toEqual(
      voiceName === undefined ? undefined : { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
    );
    expect(told).toEqual(issues);
  });

  test("has no verbosity", () => {
    expect(encodedRequest({ output: { verbosity: "low" } }).told).toEqual(["dropped.field output.verbosity"]);
  });
});

describe("thinking", () => {
  const written = (thinking: NonNullable<CanonicalRequest["thinking"]>, options: EncodeOptions, model = "gemini-2.5-flash") =>
    encodedRequest({ thinking, model }, options).body.generationConfig?.thinkingConfig;

  test.each<readonly [JsonObject, object | undefined, readonly string[]]>([
    [{ thinkingBudget: 0 }, { mode: "off" }, []],
    [{ thinkingBudget: -1, includeThoughts: false }, { mode: "dynamic", visible: false }, []],
    [{ thinkingBudget: 512 }, { mode: "on", budgetTokens: 512 }, []],
    [{ thinkingLevel: "THINKING_LEVEL_UNSPECIFIED" }, undefined, []],
    [
      { thinkingLevel: "HIGH", thinkingBudget: 512 },
      { mode: "on", effort: "high" },
      ["conflict.resolved generationConfig.thinkingConfig.thinkingBudget"],
    ],
  ])("%j is read as %j", (thinkingConfig, thinking, issues) => {
    const { value, told } = decodedRequest(
      { contents, generationConfig: { thinkingConfig } },
      { path: "/v1beta/models/gemini-3-pro:generateContent" },
    );
    expect(value.thinking).toEqual(thinking);
    expect(told).toEqual(issues);
  });

  test.each<readonly [string, JsonObject]>([
    ["gemini-2.5-flash", { thinkingBudget: -1, includeThoughts: true }],
    ["gemini-3-pro", { thinkingLevel: "LOW", includeThoughts: false }],
    ["gemini-3-pro", { thinkingMode: "X" }],
  ])("of %s comes back as it was: %j", (model, thinkingConfig) => {
    expect(configOf({ thinkingConfig }, model)).toEqual({ thinkingConfig });
  });

  test.each([
    [{ mode: "dynamic" }, vendor, { thinkingBudget: -1, includeThoughts: true }],
    [{ mode: "dynamic" }, { from: "messages" }, { includeThoughts: true }],
    [{ mode: "dynamic", budgetTokens: 2048 }, vendor, { thinkingBudget: 2048, includeThoughts: true }],
    [{ mode: "dynamic", effort: "low" }, vendor, { thinkingBudget: 1024, includeThoughts: true }],
    [{ mode: "between-tools" }, { from: "messages" }, undefined],
    [{ mode: "between-tools", visible: true }, { from: "messages" }, { includeThoughts: true }],
    [{ mode: "between-tools", effort: "low" }, { from: "messages" }, undefined],
    [{ visible: false }, { from: "messages" }, { includeThoughts: false }],
    [{ mode: "off", visible: true }, { from: "messages" }, { thinkingBudget: 0 }],
    [{ mode: "off", effort: "low" }, { from: "messages" }, { thinkingBudget: 0 }],
    [{ mode: "on", effort: "low", budgetTokens: 2000 }, { from: "messages" }, { thinkingBudget: 2000, includeThoughts: true }],
    [{ mode: "off", visible: false }, { from: "messages" }, { thinkingBudget: 0, includeThoughts: false }],
    [{}, { from: "messages" }, undefined],
    [
      { mode: "on", budgetTokens: 512 },
      { from: "messages", includeThoughts: false },
      { thinkingBudget: 512, includeThoughts: false },
    ],
  ] as const)("%j is written", (thinking, options, wire) => {
    expect(written(thinking, options)).toEqual(wire);
  });

  test.each([[{ effort: "max" }, { thinkingLevel: "high", includeThoughts: true }]] as const)(
    "%j is a level of generation 3",
    (thinking, wire) => {
      expect(written(thinking, { from: "messages" }, "gemini-3-pro")).toEqual(wire);
    },
  );
});

describe("what becomes of thinking is said", () => {
  const issues = (
    thinking: NonNullable<CanonicalRequest["thinking"]>,
    model: string,
    options: EncodeOptions = { from: "chat-completions" },
  ) => encodedRequest({ thinking, model }, options).told;

  test.each<readonly [NonNullable<CanonicalRequest["thinking"]>, string, readonly string[]]>([
    [{ mode: "on", visible: false }, "gemini-2.5-flash", ["equivalent.form thinking"]],
    [{ effort: "low" }, "gemini-2.5-flash", ["equivalent.form thinking", "equivalent.form thinking.mode"]],
    [{ mode: "on", effort: "low" }, "gemini-2.5-flash", ["equivalent.form thinking"]],
    [{ mode: "on", effort: "max" }, "gemini-2.5-flash", ["equivalent.form thinking", "approximated.thinking thinking.effort"]],
    [{ mode: "on", effort: "max" }, "gemini-3-pro", ["approximated.thinking thinking.effort"]],
    [{ mode: "on", effort: "high" }, "gemini-3-pro", []],
    [{ mode: "off" }, "gemini-2.5-flash", []],
    [{ mode: "off", effort: "low" }, "gemini-2.5-flash", ["approximated.thinking thinking.effort"]],
    [{ mode: "off" }, "gemini-3-pro", ["approximated.thinking thinking.mode"]],
    [{ mode: "off" }, "gemini-3-flash", ["approximated.thinking thinking.mode"]],
    [{ mode: "off" }, "gemini-2.5-pro", ["approximated.thinking thinking.mode"]],
    [{ mode: "on", budgetTokens: 100 }, "gemini-2.5-pro", ["approximated.clamped thinking.budgetTokens"]],
    [{ mode: "on", budgetTokens: 128 }, "gemini-2.5-pro", []],
    [{ mode: "on", effort: "minimal" }, "gemini-3.1-pro-preview", ["approximated.thinking thinking.effort"]],
    [{ mode: "on", effort: "minimal" }, "gemini-3-flash-preview", []],
    [{ mode: "on", effort: "low" }, "gemini-3.1-pro-preview", []],
    [{ mode: "between-tools" }, "gemini-3-pro", ["approximated.thinking thinking.mode"]],
    [
      { mode: "between-tools", effort: "low" },
      "gemini-3-pro",
      ["approximated.thinking thinking.mode", "approximated.thinking thinking.effort"],
    ],
    [{ mode: "dynamic" }, "gemini-2.5-flash", ["equivalent.form thinking"]],
    [{ mode: "on", budgetTokens: 512 }, "gemini-2.5-flash", []],
    [{ mode: "on", budgetTokens: 512, effort: "minimal" }, "gemini-2.5-flash", ["equivalent.form thinking.effort"]],
    [{ mode: "on", budgetTokens: 512, effort: "low" }, "gemini-2.5-flash", ["approximated.thinking thinking.effort"]],
    [{ mode: "on", budgetTokens: 24576 }, "gemini-2.5-flash", []],
    [{ mode: "on", budgetTokens: 24577 }, "gemini-2.5-flash", ["approximated.thinking thinking.budgetTokens"]],
    [{ mode: "on", budgetTokens: 512 }, "gemini-3-pro", ["approximated.thinking thinking"]],
    [{ budgetTokens: 512, effort: "low" }, "gemini-3-pro", ["approximated.thinking thinking", "equivalent.form thinking.mode"]],
  ])("%j for %s", (thinking, model, told) => {
    expect(issues(thinking, model)).toEqual(told);
  });
});

test("a thinking budget is capped for a model that nobody knows", () => {
  const { body } = encodedRequest({ thinking: { mode: "on", budgetTokens: 40000 }, model: "other" }, { from: "messages" });
  expect(body.generationConfig?.thinkingConfig).toEqual({ thinkingBudget: 24576, includeThoughts: true });
});

describe("sampling and limits", () => {
  test.each([
    [{ temperature: -1 }, { temperature: 0 }],
    [
      { presencePenalty: -3, frequencyPenalty: 3 },
      { presencePenalty: -2, frequencyPenalty: 1.99 },
    ],
    [{ topP: 1.5 }, { topP: 1 }],
  ])("%j is clamped to %j", (sampling, config) => {
    const { body, told } = encodedRequest({ sampling }, vendor);
    expect(body.generationConfig).toEqual(config);
    expect(told).toEqual(Object.keys(sampling).map((key) => `approximated.clamped sampling.${key}`));
  });

  test("the least seed is written, and no stop sequences are none", () => {
    expect(encodedRequest({ sampling: { seed: -(2 ** 31) } }).body.generationConfig).toEqual({ seed: -(2 ** 31) });
    expect(encodedRequest({ limits: { stop: [] } }).body.generationConfig).toBeUndefined();
  });

  test.each([
    { mediaResolution: "MEDIA_RESOLUTION_SHARP" },
    { logprobs: 3, responseLogprobs: false },
    { candidateCount: 2, audioTimestamp: true },
  ])("%j comes back as it was", (config) => {
    expect(configOf(config)).toEqual(config);
  });
});

describe("who asks", () => {
  const labelled: EncodeOptions = { from: "chat-completions", labelsForUser: "user" };

  test.each([
    ["u-1", labelled, { user: "u-1" }, []],
    ["U 1", labelled, undefined, ["dropped.field endUserId"]],
    ["u-1", { from: "chat-completions" }, undefined, ["dropped.field endUserId"]],
  ] as const)("%s may be a label", (endUserId, options, labels, issues) => {
    const { body, told } = encodedRequest({ endUserId }, options);
    expect(body.labels).toEqual(labels);
    expect(told).toEqual(issues);
  });

  test("has metadata that is no label", () => {
    const { body, told } = encodedRequest({ metadata: { a: "1" }, cache: { key: "k", auto: { type: "ephemeral" } } });
    expect(body.labels).toBeUndefined();
    expect(told).toEqual(["dropped.field cache.key", "dropped.field cache.auto", "dropped.field metadata"]);
  });

  test.each([
    ["default", "standard", []],
    ["flex", "flex", []],
    ["priority", "priority", []],
    ["fast", "priority", ["approximated.enum serviceTier"]],
    ["scale", undefined, ["approximated.enum serviceTier"]],
    ["auto", undefined, ["equivalent.form serviceTier"]],
  ] as const)("is served in the tier %s", (serviceTier, wire, issues) => {
    const { body, told } = encodedRequest({ serviceTier });
    expect(body.serviceTier).toBe(wire);
    expect(told).toEqual(issues);
  });

  test.each([
    ["STANDARD", "standard"],
    ["flex", "flex"],
    ["Priority", "priority"],
    ["turbo", "turbo"],
  ])("is served in the tier %s of this style", (serviceTier, wire) => {
    expect(rewritten({ serviceTier }).serviceTier).toBe(wire);
  });
});

describe("the rest of a request", () => {
  test("has no model where no path is given", () => {
    expect(request.decode({ contents })).toMatchObject({ ok: true, value: { model: "", stream: false } });
  });

  test("writes that an answer is not wanted later", () => {
    expect(encodedRequest({ async: false, stream: true }, { from: "messages" }).body.async).toBe(false);
  });

  test("keeps what nobody knows at its place", () => {
    const body = {
      systemInstruction: { role: "system", parts: [{ text: "s", thought: true, note: 1 }], lang: "en" },
      safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF", method: "SEVERITY", note: 1 }],
      toolConfig: { retrievalConfig: { languageCode: "de" } },
      store: true,
    };
    expect(rewritten(body)).toMatchObject(body);
  });
});

describe("where a request says something", () => {
  test("is known of the resolution of its images, which each may have for itself", () => {
    const level = { mediaResolution: { level: "MEDIA_RESOLUTION_LOW" } };
    const image = { inlineData: { mimeType: "image/jpeg", data: "AA==" } };
    const turn = { role: "user", parts: [{ text: "x" }, { ...image, ...level }, { ...image, ...level }] };
    const place = (generationConfig: JsonObject, ...turns: readonly object[]) => {
      const result = request.decode({ contents: [...contents, ...turns], generationConfig });
      return result.ok ? result.locate(["mediaResolution"]) : undefined;
    };
    expect(place({}, turn)).toEqual(["contents", 1, "parts", 1, "mediaResolution"]);
    expect(place({}, ...contents, turn)).toEqual(["contents", 2, "parts", 1, "mediaResolution"]);
    expect(place({ mediaResolution: "MEDIA_RESOLUTION_LOW" }, turn)).toEqual(["generationConfig", "mediaResolution"]);
  });

  test("is known of the safety settings as they are written", () => {
    const safety = [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE", extensions: { messages: { x: 1 } } }];
    const result = request.encode(asked({ safety }), { from: "messages" });
    expect(result.ok && result.locate(["safetySettings", 0, "threshold"])).toEqual(["safety", 0, "threshold"]);
    expect(told(result.issues)).toEqual(["dropped.field safety.0.extensions.messages.x"]);
  });
});

describe("the detail of images", () => {
  const image = (detail?: "auto" | "low" | "high"): Part => ({
    type: "image",
    source: { kind: "base64", mimeType: "image/jpeg", data: "AA==" },
    ...(detail === undefined ? {} : { detail }),
  });
  const written = (
    images: readonly Part[],
    options: EncodeOptions = { from: "chat-completions" },
    some: Partial<CanonicalRequest> = {},
  ) => {
    const { body, told } = encodedRequest({ turns: [{ role: "user", parts: images }], ...some }, options);
    return { resolution: body.generationConfig?.mediaResolution, told };
  };

  test("is that of the request where all of them share it", () => {
    expect(written([image("low"), image("low")])).toEqual({ resolution: "MEDIA_RESOLUTION_LOW", told: [] });
    expect(written([image("low"), image("high")])).toEqual({
      resolution: undefined,
      told: ["dropped.field turns.0.parts.0.detail", "dropped.field turns.0.parts.1.detail"],
    });
    expect(written([image("low"), image()])).toEqual({ resolution: undefined, told: ["dropped.field turns.0.parts.0.detail"] });
    expect(written([image(), image("auto")])).toEqual({ resolution: undefined, told: ["equivalent.form turns.0.parts.1.detail"] });
  });
});
