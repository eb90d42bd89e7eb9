import { expect, test } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { asked } from "./support.js";

/** What is written beside the conversation, with the findings. */
const write = (some: Partial<CanonicalRequest>, options: EncodeOptions = {}) => {
  const result = request.encode(asked(some), { from: "chat-completions", ...options });
  if (!result.ok) return { issues: result.issues };
  const { contents: _, ...body } = result.value.body;
  return { body, issues: result.issues };
};
/** What is read beside the conversation, with the findings. */
const read = (body: object, options: DecodeOptions = {}) => {
  const result = request.decode({ contents: [{ role: "user", parts: [{ text: "hi" }] }], ...body }, options);
  if (!result.ok) return { issues: result.issues };
  const { turns: _, tools: _tools, ...value } = result.value;
  return { value, issues: result.issues };
};
const third: EncodeOptions = { modelGeneration: 3 };
const unknown: Partial<CanonicalRequest> = { model: "m" };
const vendor: EncodeOptions = { profile: "vendor" };
const own: EncodeOptions = { from: "generate-content" };
const image = (detail?: "auto" | "low" | "high") =>
  ({
    type: "image",
    source: { kind: "base64", mimeType: "image/png", data: "AAAA" },
    ...(detail === undefined ? {} : { detail }),
  }) as const;

test.each<readonly [string, () => unknown, unknown]>([
  [
    "a level and a budget are a conflict",
    () => read({ generationConfig: { thinkingConfig: { thinkingLevel: "HIGH", thinkingBudget: 5, includeThoughts: true } } }),
    {
      value: {
        model: "",
        instructions: [],
        sampling: {},
        limits: {},
        output: {},
        stream: false,
        thinking: { mode: "on", effort: "high", visible: true },
      },
      issues: [
        {
          code: "conflict.resolved",
          severity: "warning",
          path: ["generationConfig", "thinkingConfig", "thinkingBudget"],
          message: "A level and a budget are given together; the level wins.",
          from: 5,
          to: "high",
        },
      ],
    },
  ],
  [
    "a level that says nothing leaves the budget",
    () => read({ generationConfig: { thinkingConfig: { thinkingLevel: "THINKING_LEVEL_UNSPECIFIED", thinkingBudget: 5 } } }),
    {
      value: {
        model: "",
        instructions: [],
        sampling: {},
        limits: {},
        output: {},
        stream: false,
        thinking: { mode: "on", budgetTokens: 5 },
      },
      issues: [],
    },
  ],
  [
    "a level that nobody knows is kept",
    () => read({ generationConfig: { thinkingConfig: { thinkingLevel: "ODD", thinkingBudget: 0 } } }),
    {
      value: {
        model: "",
        instructions: [],
        sampling: {},
        limits: {},
        output: {},
        stream: false,
        thinking: { mode: "off" },
        extensions: { "generate-content": { "generationConfig.thinkingConfig.thinkingLevel": "ODD" } },
      },
      issues: [],
    },
  ],
  [
    "a level for a model of generation 2 comes back as a budget",
    () =>
      read({ generationConfig: { thinkingConfig: { thinkingLevel: "low" } } }, { path: "/v1beta/models/gemini-2.5-flash:generateContent" }),
    {
      value: {
        model: "gemini-2.5-flash",
        instructions: [],
        sampling: {},
        limits: {},
        output: {},
        stream: false,
        thinking: { mode: "on", effort: "low" },
      },
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["generationConfig", "thinkingConfig"],
          message: "Models of this generation take a budget; the way back has one in place of the level.",
        },
      ],
    },
  ],
  [
    "a resolution that says nothing is none",
    () => read({ generationConfig: { mediaResolution: "MEDIA_RESOLUTION_UNSPECIFIED" } }),
    { value: { model: "", instructions: [], sampling: {}, limits: {}, output: {}, stream: false }, issues: [] },
  ],
  [
    "a resolution that nobody knows is kept",
    () => read({ generationConfig: { mediaResolution: "MEDIA_RESOLUTION_HUGE" } }),
    {
      value: {
        model: "",
        instructions: [],
        sampling: {},
        limits: {},
        output: {},
        stream: false,
        extensions: { "generate-content": { "generationConfig.mediaResolution": "MEDIA_RESOLUTION_HUGE" } },
      },
      issues: [],
    },
  ],
  [
    "no resolution is none",
    () => read({ generationConfig: { mediaResolution: null, logprobs: 2 } }),
    {
      value: { model: "", instructions: [], sampling: { logprobs: { enabled: false, top: 2 } }, limits: {}, output: {}, stream: false },
      issues: [],
    },
  ],
  [
    "thinking that is off has no effort",
    () => write({ thinking: { mode: "off", effort: "low", visible: true } }),
    {
      body: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "effort"],
          message: "Thinking is switched off, so that no effort is asked for.",
          from: "low",
        },
      ],
    },
  ],
  [
    "thinking cannot be switched off in generation 3",
    () => write({ thinking: { mode: "off" } }, { ...third, ...vendor }),
    {
      body: { generationConfig: { thinkingConfig: { thinkingLevel: "LOW" } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "mode"],
          message: "The model cannot be told not to think; it is told low.",
          from: "off",
          to: "low",
        },
      ],
    },
  ],
  [
    "thinking that is off keeps its word in this style",
    () => write({ thinking: { mode: "off", effort: "low", visible: true } }, { ...third, ...own }),
    { body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 0 } } }, issues: [] },
  ],
  [
    "thinking between tools cannot be asked for",
    () => write({ thinking: { mode: "between-tools", effort: "low", visible: true } }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "mode"],
          message: "generate-content cannot be told to think between tools only; the service's default applies.",
        },
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "effort"],
          message: "Without thinking between tools its effort is not written either.",
          from: "low",
        },
      ],
    },
  ],
  [
    "thinking between tools without more says nothing",
    () => write({ thinking: { mode: "between-tools" } }),
    {
      body: {},
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "mode"],
          message: "generate-content cannot be told to think between tools only; the service's default applies.",
        },
      ],
    },
  ],
  [
    "thinking as it likes names no amount in the specification",
    () => write({ thinking: { mode: "dynamic" } }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking"],
          message: "The model is left to decide how much it thinks, which is said by naming no amount.",
        },
      ],
    },
  ],
  [
    "thinking as it likes has a number at the vendor",
    () => write({ thinking: { mode: "dynamic" } }, vendor),
    { body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: -1 } } }, issues: [] },
  ],
  [
    "thinking as it likes has no number in generation 3",
    () => write({ thinking: { mode: "dynamic" } }, { ...vendor, ...third }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking"],
          message: "The model is left to decide how much it thinks, which is said by naming no amount.",
        },
      ],
    },
  ],
  [
    "thinking as it likes has no number where the generation is unknown",
    () => write({ ...unknown, thinking: { mode: "dynamic" } }, vendor),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking"],
          message: "The model is left to decide how much it thinks, which is said by naming no amount.",
        },
      ],
    },
  ],
  [
    "thinking as it likes has a number where it came from this style",
    () => write({ ...unknown, thinking: { mode: "dynamic" } }, { ...vendor, ...own }),
    { body: { generationConfig: { thinkingConfig: { thinkingBudget: -1 } } }, issues: [] },
  ],
  [
    "a budget becomes a level in generation 3",
    () => write({ thinking: { mode: "on", budgetTokens: 5000 } }, third),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "medium" } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking"],
          message: "Models of generation 3 are given a level of thinking in place of a number of tokens.",
          from: 5000,
          to: "medium",
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking", "mode"],
          message: "Thinking is asked for by its level; the way back does the same where it can.",
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking", "effort"],
          message: "The level stands for the budget; read back, it is an effort.",
        },
      ],
    },
  ],
  [
    "a budget with its effort becomes that level in generation 3",
    () => write({ thinking: { budgetTokens: 5000, effort: "low" } }, third),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "low" } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking"],
          message: "Models of generation 3 are given a level of thinking in place of a number of tokens.",
          from: 5000,
          to: "low",
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking", "mode"],
          message: "A level of thinking asks for thoughts in generate-content; the way back does as well.",
        },
      ],
    },
  ],
  [
    "a budget beside another effort wins",
    () => write({ thinking: { mode: "on", budgetTokens: 5000, effort: "max" } }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 5000 } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "effort"],
          message: "The budget says how much to think; generate-content takes no level beside it.",
          from: "max",
          to: 5000,
        },
      ],
    },
  ],
  [
    "a budget beside its own effort is enough",
    () => write({ thinking: { mode: "on", budgetTokens: 8192, effort: "medium" } }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } } },
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking", "effort"],
          message: "The budget says the same, and alone is written.",
        },
      ],
    },
  ],
  [
    "a great budget of the messages style is cut",
    () => write({ thinking: { mode: "on", budgetTokens: 60_000 } }, { from: "messages" }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 24576 } } },
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking", "effort"],
          message: "Where the model takes an effort, the way back gives that of the smaller budget.",
        },
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "budgetTokens"],
          message: "The thinking budget may be at most 24576 tokens.",
          from: 60000,
          to: 24576,
          limit: 24576,
        },
      ],
    },
  ],
  [
    "a great budget of another style is cut",
    () => write({ thinking: { mode: "on", budgetTokens: 60_000 } }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 24576 } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "budgetTokens"],
          message: "The thinking budget may be at most 24576 tokens.",
          from: 60000,
          to: 24576,
          limit: 24576,
        },
      ],
    },
  ],
  [
    "a small budget of the messages style is written",
    () => write({ thinking: { mode: "on", budgetTokens: 2000 } }, { from: "messages" }),
    { body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2000 } } }, issues: [] },
  ],
  [
    "an effort of the messages style is a budget in generation 2",
    () => write({ thinking: { mode: "on", effort: "low" } }, { from: "messages" }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } } },
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking"],
          message: "Models of generation 2 are given tokens in place of an effort; the way back asks for them as well.",
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking", "effort"],
          message: "Models of generation 2 are given tokens in place of an effort; the way back asks for them as well.",
        },
      ],
    },
  ],
  [
    "an effort of the chat-completions style is a budget in generation 2",
    () => write({ thinking: { effort: "max" } }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 24576 } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "effort"],
          message: "The thinking budget may be at most 24576 tokens.",
          from: 65536,
          to: 24576,
          limit: 24576,
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["thinking", "mode"],
          message: "A level of thinking asks for thoughts in generate-content; the way back does as well.",
        },
      ],
    },
  ],
  [
    "the highest effort is the highest level",
    () => write({ ...unknown, thinking: { mode: "on", effort: "max" } }),
    {
      body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "high" } } },
      issues: [
        {
          code: "approximated.thinking",
          severity: "warning",
          loss: "approximated",
          path: ["thinking", "effort"],
          message: "The model is not known to take the level max; it is told high.",
          from: "max",
          to: "high",
        },
      ],
    },
  ],
  [
    "an effort is a level in generation 3",
    () => write({ thinking: { mode: "dynamic", effort: "medium" } }, { ...third, ...vendor }),
    { body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "MEDIUM" } } }, issues: [] },
  ],
  [
    "no request takes the highest resolution of a part",
    () => write({ mediaResolution: "ultra-high" }),
    {
      body: { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_HIGH" } },
      issues: [
        {
          code: "approximated.enum",
          severity: "warning",
          loss: "approximated",
          path: ["mediaResolution"],
          message: "The highest resolution for a whole request is high.",
          from: "ultra-high",
          to: "MEDIA_RESOLUTION_HIGH",
        },
      ],
    },
  ],
  [
    "a resolution is written",
    () => write({ mediaResolution: "medium" }),
    { body: { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_MEDIUM" } }, issues: [] },
  ],
  [
    "a detail that all images share is the resolution",
    () => write({ turns: [{ role: "user", parts: [image("low"), image("low")] }] }),
    { body: { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_LOW" } }, issues: [] },
  ],
  [
    "no detail is no resolution",
    () => write({ turns: [{ role: "user", parts: [image("auto"), image()] }] }),
    {
      body: {},
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["turns", 0, "parts", 0, "detail"],
          message: "`auto` is what generate-content does where nothing is said; the way back says nothing.",
        },
      ],
    },
  ],
  ["details that differ are no resolution", () => write({ turns: [{ role: "user", parts: [image("low"), image()] }] }).body, {}],
  [
    "one token must be there to choose from",
    () => write({ sampling: { topK: 0 } }),
    {
      body: {},
      issues: [
        {
          code: "dropped.value",
          severity: "warning",
          loss: "dropped",
          path: ["sampling", "topK"],
          message: "generate-content takes `topK` of at least 1; 0 was left out.",
          from: 0,
          limit: 1,
        },
      ],
    },
  ],
  ["one token to choose from is enough", () => write({ sampling: { topK: 1 } }), { body: { generationConfig: { topK: 1 } }, issues: [] }],
  [
    "tokens cannot be favoured",
    () => write({ sampling: { logitBias: { "1": 5 } } }),
    {
      body: {},
      issues: [
        {
          code: "dropped.field",
          severity: "warning",
          loss: "dropped",
          path: ["sampling", "logitBias"],
          message: "generate-content cannot favour or forbid tokens; the bias is not applied.",
        },
      ],
    },
  ],
  [
    "a seed has 32 bits",
    () => write({ sampling: { seed: 2 ** 31 } }),
    {
      body: {},
      issues: [
        {
          code: "dropped.value",
          severity: "warning",
          loss: "dropped",
          path: ["sampling", "seed"],
          message: "A seed of generate-content has 32 bits; this one is left out.",
          from: 2147483648,
          limit: 2147483647,
        },
      ],
    },
  ],
  [
    "the greatest seed is written",
    () => write({ sampling: { seed: 2 ** 31 - 1 } }),
    { body: { generationConfig: { seed: 2147483647 } }, issues: [] },
  ],
  [
    "numbers out of range are cut",
    () =>
      write(
        {
          sampling: { temperature: 3, topP: -1, presencePenalty: 5, frequencyPenalty: -5, logprobs: { enabled: true, top: 100 } },
          limits: { choices: 100 },
        },
        vendor,
      ),
    {
      body: {
        generationConfig: {
          temperature: 2,
          topP: 0,
          presencePenalty: 1.99,
          frequencyPenalty: -2,
          responseLogprobs: true,
          logprobs: 20,
          candidateCount: 8,
        },
      },
      issues: [
        {
          code: "approximated.clamped",
          severity: "warning",
          loss: "approximated",
          path: ["sampling", "temperature"],
          message: "generate-content takes `temperature` of 0 to 2; 3 became 2.",
          from: 3,
          to: 2,
          limit: 2,
        },
        {
          code: "approximated.clamped",
          severity: "warning",
          loss: "approximated",
          path: ["sampling", "topP"],
          message: "generate-content takes `topP` of 0 to 1; -1 became 0.",
          from: -1,
          to: 0,
          limit: 0,
        },
        {
          code: "approximated.clamped",
          severity: "warning",
          loss: "approximated",
          path: ["sampling", "presencePenalty"],
          message: "generate-content takes `presencePenalty` of -2 to below 2; 5 became 1.99.",
          from: 5,
          to: 1.99,
          limit: 1.99,
        },
        {
          code: "approximated.clamped",
          severity: "warning",
          loss: "approximated",
          path: ["sampling", "frequencyPenalty"],
          message: "generate-content takes `frequencyPenalty` of -2 to below 2; -5 became -2.",
          from: -5,
          to: -2,
          limit: -2,
        },
        {
          code: "approximated.clamped",
          severity: "warning",
          loss: "approximated",
          path: ["sampling", "logprobs", "top"],
          message: "generate-content takes `logprobs` of 0 to 20; 100 became 20.",
          from: 100,
          to: 20,
          limit: 20,
        },
        {
          code: "approximated.clamped",
          severity: "warning",
          loss: "approximated",
          path: ["limits", "choices"],
          message: "generate-content takes `candidateCount` of 1 to 8; 100 became 8.",
          from: 100,
          to: 8,
          limit: 8,
        },
      ],
    },
  ],
  [
    "the ends of the ranges are written",
    () =>
      write(
        { sampling: { temperature: 2, topP: 0, presencePenalty: -2, logprobs: { enabled: true, top: 0 } }, limits: { choices: 1 } },
        vendor,
      ),
    {
      body: { generationConfig: { temperature: 2, topP: 0, presencePenalty: -2, responseLogprobs: true, logprobs: 0, candidateCount: 1 } },
      issues: [],
    },
  ],
  [
    "numbers out of range are refused on demand",
    () => write({ sampling: { temperature: 3 } }, { outOfRange: "reject" }),
    {
      issues: [
        {
          code: "failed.unsupported",
          severity: "error",
          loss: "failed",
          path: ["sampling", "temperature"],
          message: "generate-content takes `temperature` of 0 to 1, not 3.",
          from: 3,
          limit: 1,
          rule: "R-109",
        },
      ],
    },
  ],
  [
    "numbers out of range are left out on demand",
    () => write({ sampling: { temperature: 3 } }, { outOfRange: "drop" }),
    {
      body: {},
      issues: [
        {
          code: "dropped.value",
          severity: "warning",
          loss: "dropped",
          path: ["sampling", "temperature"],
          message: "generate-content takes `temperature` of 0 to 1; 3 was left out.",
          from: 3,
          limit: 1,
        },
      ],
    },
  ],
  [
    "an answer of no tokens cannot be asked for",
    () => write({ limits: { maxOutputTokens: 0 } }),
    {
      issues: [
        {
          code: "failed.unsupported",
          severity: "error",
          loss: "failed",
          path: ["limits", "maxOutputTokens"],
          message: "generate-content has no counterpart of a request for no output at all.",
          from: 0,
        },
      ],
    },
  ],
  [
    "an answer of one token can be asked for",
    () => write({ limits: { maxOutputTokens: 1 } }),
    { body: { generationConfig: { maxOutputTokens: 1 } }, issues: [] },
  ],
  [
    "an empty list of stop sequences is none",
    () => write({ limits: { stop: [] } }),
    {
      body: {},
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["limits", "stop"],
          message: "An empty list of stop sequences is none; the way back says nothing.",
        },
      ],
    },
  ],
  [
    "an empty stop sequence is left out",
    () => write({ limits: { stop: ["a", ""] } }),
    {
      body: { generationConfig: { stopSequences: ["a"] } },
      issues: [
        {
          code: "dropped.value",
          severity: "warning",
          loss: "dropped",
          path: ["limits", "stop", 1],
          message: "An empty stop sequence would stop nothing or everything; it is left out.",
        },
      ],
    },
  ],
  [
    "stop sequences beyond the fifth are left out",
    () => write({ limits: { stop: ["a", "b", "c", "d", "e", "f"] } }, vendor),
    {
      body: { generationConfig: { stopSequences: ["a", "b", "c", "d", "e"] } },
      issues: [
        {
          code: "dropped.value",
          severity: "warning",
          loss: "dropped",
          path: ["limits", "stop", 5],
          message: "generate-content takes at most 5 stop sequences; the answer may go on past this one.",
          limit: 5,
          from: "f",
        },
      ],
    },
  ],
  [
    "a request needs a model",
    () => write({ model: "" }),
    {
      issues: [
        {
          code: "validation.R-087",
          severity: "error",
          loss: "failed",
          path: ["model"],
          message: "The model stands in the URL of generate-content and may not be empty.",
          rule: "R-087",
        },
      ],
    },
  ],
  [
    "a model is named by its id alone",
    () => write({ model: "models/gemini-2.5-flash" }),
    {
      body: {},
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["model"],
          message: "The path names the model by its id alone, and so does the way back.",
        },
      ],
    },
  ],
  [
    "several calls cannot be forbidden",
    () => write({ parallelToolCalls: false }),
    {
      body: {},
      issues: [
        {
          code: "dropped.field",
          severity: "warning",
          loss: "dropped",
          path: ["parallelToolCalls"],
          message: "generate-content cannot forbid several calls at once; the model may make them.",
          from: false,
        },
      ],
    },
  ],
  [
    "several calls are always allowed",
    () => write({ parallelToolCalls: true }),
    {
      body: {},
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["parallelToolCalls"],
          message: "generate-content always allows several calls at once; the way back says nothing.",
        },
      ],
    },
  ],
  [
    "a stream always tells what it cost",
    () => write({ stream: true }),
    {
      body: {},
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["includeStreamUsage"],
          message: "A stream of generate-content always tells what it cost; the context keeps that nobody asked.",
        },
      ],
    },
  ],
  ["a stream that was asked what it cost loses nothing", () => write({ stream: true, includeStreamUsage: true }), { body: {}, issues: [] }],
  [
    "a job excludes a stream",
    () => write({ stream: true, async: true, includeStreamUsage: true }),
    {
      issues: [
        {
          code: "validation.R-155",
          severity: "error",
          loss: "failed",
          path: ["async"],
          message: "`async` and a stream exclude each other.",
          rule: "R-155",
        },
      ],
    },
  ],
  [
    "a job excludes no stream at the vendor",
    () => write({ stream: true, async: true, includeStreamUsage: true }, vendor),
    { body: { async: true }, issues: [] },
  ],
  [
    "a model that gives no images is not asked for any",
    () => write({ output: { modalities: ["image"], image: { aspectRatio: "1:1" } } }, { capabilities: { imageOutput: false } }),
    {
      body: { generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "1:1" } } },
      issues: [
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["output", "image"],
          message: "This model gives no images.",
        },
      ],
    },
  ],
  [
    "a path must name a model",
    () => read({}, { path: "/v1beta/models" }),
    {
      issues: [
        {
          code: "validation.R-088",
          severity: "error",
          loss: "failed",
          path: [],
          message:
            "The path must name a model and `generateContent` or `streamGenerateContent`, as in /v1beta/models/{model}:generateContent.",
          rule: "R-088",
          received: "/v1beta/models",
        },
      ],
    },
  ],
  [
    "a handle of a cache is read",
    () => read({ cachedContent: "cachedContents/1", systemInstruction: { role: "system", parts: [{ text: "a" }] } }),
    {
      value: {
        model: "",
        instructions: [{ role: "system", parts: [{ type: "text", text: "a" }], extensions: { "generate-content": { role: "system" } } }],
        sampling: {},
        limits: {},
        output: {},
        stream: false,
        cache: { handle: "cachedContents/1" },
      },
      issues: [],
    },
  ],
  [
    "a system instruction of the user is one",
    () => read({ systemInstruction: { role: "user", parts: [{ text: "a" }], odd: 1 } }),
    {
      value: {
        model: "",
        instructions: [{ role: "system", parts: [{ type: "text", text: "a" }], extensions: { "generate-content": { odd: 1 } } }],
        sampling: {},
        limits: {},
        output: {},
        stream: false,
      },
      issues: [],
    },
  ],
])("%s", (_, result, expected) => {
  expect(result()).toEqual(expected);
});
