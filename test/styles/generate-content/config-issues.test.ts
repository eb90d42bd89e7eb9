import { expect } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { linesOf, row } from "../../support/issue-rows.js";
import { asked } from "./support.js";

/** What is written beside the conversation, with the findings. */
const write = (some: Partial<CanonicalRequest>, options: EncodeOptions = {}) => {
  const result = request.encode(asked(some), { from: "chat-completions", ...options });
  if (!result.ok) return { issues: result.issues };
  const { contents: _, ...body } = result.value.body;
  return { body, issues: result.issues };
};
/** What is read beside the conversation, with the findings. */
const readOf = (body: object, options: DecodeOptions = {}) => {
  const result = request.decode({ contents: [{ role: "user", parts: [{ text: "hi" }] }], ...body }, options);
  if (!result.ok) return { issues: result.issues };
  const { turns: _, tools: _tools, ...value } = result.value;
  return { value, issues: result.issues };
};
const third: EncodeOptions = { modelGeneration: 3 };
const unknown: Partial<CanonicalRequest> = { model: "m" };
const vendor: EncodeOptions = { profile: "vendor" };
const image = (detail?: "auto" | "low" | "high") =>
  ({
    type: "image",
    source: { kind: "base64", mimeType: "image/png", data: "AAAA" },
    ...(detail === undefined ? {} : { detail }),
  }) as const;

const READ = { model: "", instructions: [], sampling: {}, limits: {}, output: {}, stream: false };
row("details that differ are no resolution", () => write({ turns: [{ role: "user", parts: [image("low"), image()] }] }).body, {});
row("a path must name a model", () => readOf({}, { path: "/v1beta/models" }), {
  issues: ['validation.R-088 () error (failed) received "/v1beta/models" rule "R-088"'],
});

cases<[asked: Partial<CanonicalRequest>, config: object | undefined, issues?: readonly string[], options?: EncodeOptions]>({
  "a top_k of 1.5": [{ sampling: { topK: 1.5 } }, { topK: 2 }, ["approximated.clamped sampling.topK warning fixed true from 1.5 to 2"]],
  "thinking cannot be switched off in generation 3": [
    { thinking: { mode: "off" } },
    { thinkingConfig: { thinkingLevel: "LOW" } },
    ['approximated.thinking thinking.mode warning from "off" to "low"'],
    { ...third, ...vendor },
  ],
  "thinking as it likes has no number where the generation is unknown": [
    { ...unknown, thinking: { mode: "dynamic" } },
    { thinkingConfig: { includeThoughts: true } },
    ["equivalent.form thinking info"],
    vendor,
  ],
  "a budget with its effort becomes that level in generation 3": [
    { thinking: { budgetTokens: 5000, effort: "low" } },
    { thinkingConfig: { includeThoughts: true, thinkingLevel: "low" } },
    ['approximated.thinking thinking warning from 5000 to "low"', "equivalent.form thinking.mode info"],
    third,
  ],
  "a budget beside another effort wins": [
    { thinking: { mode: "on", budgetTokens: 5000, effort: "max" } },
    { thinkingConfig: { includeThoughts: true, thinkingBudget: 5000 } },
    ['approximated.thinking thinking.effort warning from "max" to 5000'],
  ],
  "a great budget of another style is cut": [
    { thinking: { mode: "on", budgetTokens: 60_000 } },
    { thinkingConfig: { includeThoughts: true, thinkingBudget: 24576 } },
    ["approximated.thinking thinking.budgetTokens warning from 60000 limit 24576 to 24576"],
  ],
  "the highest effort is the highest level": [
    { ...unknown, thinking: { mode: "on", effort: "max" } },
    { thinkingConfig: { includeThoughts: true, thinkingLevel: "high" } },
    ['approximated.thinking thinking.effort warning from "max" to "high"'],
  ],
  "no request takes the highest resolution of a part": [
    { mediaResolution: "ultra-high" },
    { mediaResolution: "MEDIA_RESOLUTION_HIGH" },
    ['approximated.enum mediaResolution warning from "ultra-high" to "MEDIA_RESOLUTION_HIGH"'],
  ],
  "a resolution is written": [{ mediaResolution: "medium" }, { mediaResolution: "MEDIA_RESOLUTION_MEDIUM" }],
  "a detail that all images share is the resolution": [
    { turns: [{ role: "user", parts: [image("low"), image("low")] }] },
    { mediaResolution: "MEDIA_RESOLUTION_LOW" },
  ],
  "one token must be there to choose from": [{ sampling: { topK: 0 } }, {}, ["dropped.value sampling.topK warning from 0 limit 1"]],
  "one token to choose from is enough": [{ sampling: { topK: 1 } }, { topK: 1 }],
  "tokens cannot be favoured": [{ sampling: { logitBias: { "1": 5 } } }, {}, ['dropped.field sampling.logitBias warning from "an object"']],
  "a seed has 32 bits": [{ sampling: { seed: 2 ** 31 } }, {}, ["dropped.value sampling.seed warning from 2147483648 limit 2147483647"]],
  "a seed is an integer": [{ sampling: { seed: 1.5 } }, {}, ["dropped.value sampling.seed warning from 1.5 limit 2147483647"]],
  "the greatest seed is written": [{ sampling: { seed: 2 ** 31 - 1 } }, { seed: 2147483647 }],
  "the ends of the ranges are written": [
    { sampling: { temperature: 2, topP: 0, presencePenalty: -2, logprobs: { enabled: true, top: 0 } }, limits: { choices: 1 } },
    { temperature: 2, topP: 0, presencePenalty: -2, responseLogprobs: true, logprobs: 0, candidateCount: 1 },
    [],
    vendor,
  ],
  "an answer of one token can be asked for": [{ limits: { maxOutputTokens: 1 } }, { maxOutputTokens: 1 }],
  "stop sequences beyond the fifth are left out": [
    { limits: { stop: ["a", "b", "c", "d", "e", "f"] } },
    { stopSequences: ["a", "b", "c", "d", "e"] },
    ['dropped.value limits.stop[5] warning from "f" limit 5'],
    vendor,
  ],
  "a request needs a model": [{ model: "" }, undefined, ['validation.R-087 model error (failed) rule "R-087"']],
  "a request needs the id of a tuned model": [{ model: "tunedModels/" }, undefined, ['validation.R-087 model error (failed) rule "R-087"']],
  "a model is named by its id alone": [{ model: "models/gemini-2.5-flash" }, {}, ["equivalent.form model info"]],
  "several calls cannot be forbidden": [{ parallelToolCalls: false }, {}, ["dropped.field parallelToolCalls warning"]],
  "several calls are always allowed": [{ parallelToolCalls: true }, {}, ["equivalent.form parallelToolCalls info"]],
  "a stream that was asked what it cost loses nothing": [{ stream: true, includeStreamUsage: true }, {}],
  "a job excludes a stream": [
    { stream: true, async: true, includeStreamUsage: true },
    undefined,
    ['validation.R-155 async error (failed) rule "R-155"'],
  ],
  "a model that gives no images is not asked for any": [
    { output: { modalities: ["image"], image: { aspectRatio: "1:1" } } },
    { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "1:1" } },
    ["approximated.media output.image warning"],
    { capabilities: { imageOutput: false } },
  ],
})("%s", (some, config, issues = [], options = {}) => {
  const { body, issues: found } = write(some, options);
  expect(body).toEqual(config && (Object.keys(config).length === 0 ? {} : { generationConfig: config }));
  expect(linesOf(found)).toEqual(issues);
});

cases<[body: object, value: object, issues?: readonly string[]]>({
  "a level and a budget are a conflict": [
    { generationConfig: { thinkingConfig: { thinkingLevel: "HIGH", thinkingBudget: 5, includeThoughts: true } } },
    { thinking: { mode: "on", effort: "high", visible: true } },
    ['conflict.resolved generationConfig.thinkingConfig.thinkingBudget warning from 5 to "high"'],
  ],
  "a level that says nothing leaves the budget": [
    { generationConfig: { thinkingConfig: { thinkingLevel: "THINKING_LEVEL_UNSPECIFIED", thinkingBudget: 5 } } },
    { thinking: { mode: "on", budgetTokens: 5 } },
  ],
  "a level that nobody knows is kept": [
    { generationConfig: { thinkingConfig: { thinkingLevel: "ODD", thinkingBudget: 0 } } },
    { thinking: { mode: "off" }, extensions: { "generate-content": { "generationConfig.thinkingConfig.thinkingLevel": "ODD" } } },
  ],
  "a resolution that says nothing is none": [{ generationConfig: { mediaResolution: "MEDIA_RESOLUTION_UNSPECIFIED" } }, {}],
  "a handle of a cache is read": [
    { cachedContent: "cachedContents/1", systemInstruction: { role: "system", parts: [{ text: "a" }] } },
    {
      instructions: [{ role: "system", parts: [{ type: "text", text: "a" }], extensions: { "generate-content": { role: "system" } } }],
      cache: { handle: "cachedContents/1" },
    },
  ],
  "a system instruction of the user is one": [
    { systemInstruction: { role: "user", parts: [{ text: "a" }], odd: 1 } },
    { instructions: [{ role: "system", parts: [{ type: "text", text: "a" }], extensions: { "generate-content": { odd: 1 } } }] },
  ],
})("%s", (body, value, issues = []) => {
  const read = readOf(body);
  expect(read.value).toEqual({ ...READ, ...value });
  expect(linesOf(read.issues)).toEqual(issues);
});
