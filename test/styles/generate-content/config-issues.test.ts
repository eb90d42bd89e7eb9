import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { DecodeOptions, EncodeOptions } from "../../../src/styles/options.js";
import { lazy, row } from "../../support/issue-rows.js";
import { asked } from "./support.js";

/** What is written beside the conversation, with the findings. */
const write = (some: Partial<CanonicalRequest>, options: EncodeOptions = {}) => {
  const result = request.encode(asked(some), { from: "chat-completions", ...options });
  if (!result.ok) return { issues: result.issues };
  const { contents: _, ...body } = result.value.body;
  return { body, issues: result.issues };
};
/** What is read beside the conversation, with the findings. */
const read = lazy((body: object, options: DecodeOptions = {}) => {
  const result = request.decode({ contents: [{ role: "user", parts: [{ text: "hi" }] }], ...body }, options);
  if (!result.ok) return { issues: result.issues };
  const { turns: _, tools: _tools, ...value } = result.value;
  return { value, issues: result.issues };
});
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

row(
  "a level and a budget are a conflict",
  read({ generationConfig: { thinkingConfig: { thinkingLevel: "HIGH", thinkingBudget: 5, includeThoughts: true } } }),
  {
    value: { ...READ, thinking: { mode: "on", effort: "high", visible: true } },
    issues: ['conflict.resolved generationConfig.thinkingConfig.thinkingBudget warning from 5 to "high"'],
  },
);
row(
  "a level that says nothing leaves the budget",
  read({ generationConfig: { thinkingConfig: { thinkingLevel: "THINKING_LEVEL_UNSPECIFIED", thinkingBudget: 5 } } }),
  { value: { ...READ, thinking: { mode: "on", budgetTokens: 5 } } },
);
row("a level that nobody knows is kept", read({ generationConfig: { thinkingConfig: { thinkingLevel: "ODD", thinkingBudget: 0 } } }), {
  value: {
    ...READ,
    thinking: { mode: "off" },
    extensions: { "generate-content": { "generationConfig.thinkingConfig.thinkingLevel": "ODD" } },
  },
});
row("a resolution that says nothing is none", read({ generationConfig: { mediaResolution: "MEDIA_RESOLUTION_UNSPECIFIED" } }), {
  value: READ,
});
row("a resolution that nobody knows is kept", read({ generationConfig: { mediaResolution: "MEDIA_RESOLUTION_HUGE" } }), {
  value: { ...READ, extensions: { "generate-content": { "generationConfig.mediaResolution": "MEDIA_RESOLUTION_HUGE" } } },
});
row("no resolution is none", read({ generationConfig: { mediaResolution: null, logprobs: 2 } }), {
  value: { ...READ, sampling: { logprobs: { enabled: false, top: 2 } } },
});
row("thinking cannot be switched off in generation 3", () => write({ thinking: { mode: "off" } }, { ...third, ...vendor }), {
  body: { generationConfig: { thinkingConfig: { thinkingLevel: "LOW" } } },
  issues: ['approximated.thinking thinking.mode warning from "off" to "low"'],
});
row("thinking as it likes names no amount in the specification", () => write({ thinking: { mode: "dynamic" } }), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  issues: ["equivalent.form thinking info"],
});
row("thinking as it likes has a number at the vendor", () => write({ thinking: { mode: "dynamic" } }, vendor), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: -1 } } },
});
row("thinking as it likes has no number in generation 3", () => write({ thinking: { mode: "dynamic" } }, { ...vendor, ...third }), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  issues: ["equivalent.form thinking info"],
});
row(
  "thinking as it likes has no number where the generation is unknown",
  () => write({ ...unknown, thinking: { mode: "dynamic" } }, vendor),
  { body: { generationConfig: { thinkingConfig: { includeThoughts: true } } }, issues: ["equivalent.form thinking info"] },
);
row(
  "a budget with its effort becomes that level in generation 3",
  () => write({ thinking: { budgetTokens: 5000, effort: "low" } }, third),
  {
    body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "low" } } },
    issues: ['approximated.thinking thinking warning from 5000 to "low"', "equivalent.form thinking.mode info"],
  },
);
row("a budget beside another effort wins", () => write({ thinking: { mode: "on", budgetTokens: 5000, effort: "max" } }), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 5000 } } },
  issues: ['approximated.thinking thinking.effort warning from "max" to 5000'],
});
row("a budget beside its own effort is enough", () => write({ thinking: { mode: "on", budgetTokens: 8192, effort: "medium" } }), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } } },
  issues: ["equivalent.form thinking.effort info"],
});
row("a great budget of another style is cut", () => write({ thinking: { mode: "on", budgetTokens: 60_000 } }), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 24576 } } },
  issues: ["approximated.thinking thinking.budgetTokens warning from 60000 limit 24576 to 24576"],
});
row(
  "a small budget of the messages style is written",
  () => write({ thinking: { mode: "on", budgetTokens: 2000 } }, { from: "messages" }),
  { body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2000 } } } },
);
row("the highest effort is the highest level", () => write({ ...unknown, thinking: { mode: "on", effort: "max" } }), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "high" } } },
  issues: ['approximated.thinking thinking.effort warning from "max" to "high"'],
});
row("an effort is a level in generation 3", () => write({ thinking: { mode: "dynamic", effort: "medium" } }, { ...third, ...vendor }), {
  body: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "MEDIUM" } } },
});
row("no request takes the highest resolution of a part", () => write({ mediaResolution: "ultra-high" }), {
  body: { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_HIGH" } },
  issues: ['approximated.enum mediaResolution warning from "ultra-high" to "MEDIA_RESOLUTION_HIGH"'],
});
row("a resolution is written", () => write({ mediaResolution: "medium" }), {
  body: { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_MEDIUM" } },
});
row("a detail that all images share is the resolution", () => write({ turns: [{ role: "user", parts: [image("low"), image("low")] }] }), {
  body: { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_LOW" } },
});
row("no detail is no resolution", () => write({ turns: [{ role: "user", parts: [image("auto"), image()] }] }), {
  body: {},
  issues: ["equivalent.form turns[0].parts[0].detail info"],
});
row("details that differ are no resolution", () => write({ turns: [{ role: "user", parts: [image("low"), image()] }] }).body, {});
row("one token must be there to choose from", () => write({ sampling: { topK: 0 } }), {
  body: {},
  issues: ["dropped.value sampling.topK warning from 0 limit 1"],
});
row("one token to choose from is enough", () => write({ sampling: { topK: 1 } }), { body: { generationConfig: { topK: 1 } } });
row("tokens cannot be favoured", () => write({ sampling: { logitBias: { "1": 5 } } }), {
  body: {},
  issues: ['dropped.field sampling.logitBias warning from "an object"'],
});
row("a seed has 32 bits", () => write({ sampling: { seed: 2 ** 31 } }), {
  body: {},
  issues: ["dropped.value sampling.seed warning from 2147483648 limit 2147483647"],
});
row("the greatest seed is written", () => write({ sampling: { seed: 2 ** 31 - 1 } }), { body: { generationConfig: { seed: 2147483647 } } });
row(
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
      "approximated.clamped sampling.temperature warning from 3 limit 2 to 2",
      "approximated.clamped sampling.topP warning from -1 limit 0 to 0",
      "approximated.clamped sampling.presencePenalty warning from 5 limit 1.99 to 1.99",
      "approximated.clamped sampling.frequencyPenalty warning from -5 limit -2 to -2",
      "approximated.clamped sampling.logprobs.top warning from 100 limit 20 to 20",
      "approximated.clamped limits.choices warning from 100 limit 8 to 8",
    ],
  },
);
row(
  "the ends of the ranges are written",
  () =>
    write(
      { sampling: { temperature: 2, topP: 0, presencePenalty: -2, logprobs: { enabled: true, top: 0 } }, limits: { choices: 1 } },
      vendor,
    ),
  { body: { generationConfig: { temperature: 2, topP: 0, presencePenalty: -2, responseLogprobs: true, logprobs: 0, candidateCount: 1 } } },
);
row("numbers out of range are refused on demand", () => write({ sampling: { temperature: 3 } }, { outOfRange: "reject" }), {
  issues: ['failed.unsupported sampling.temperature error from 3 limit 1 rule "R-109"'],
});
row("numbers out of range are left out on demand", () => write({ sampling: { temperature: 3 } }, { outOfRange: "drop" }), {
  body: {},
  issues: ["dropped.value sampling.temperature warning from 3 limit 1"],
});
row("an answer of no tokens cannot be asked for", () => write({ limits: { maxOutputTokens: 0 } }), {
  issues: ["failed.unsupported limits.maxOutputTokens error from 0"],
});
row("an answer of one token can be asked for", () => write({ limits: { maxOutputTokens: 1 } }), {
  body: { generationConfig: { maxOutputTokens: 1 } },
});
row("an empty stop sequence is left out", () => write({ limits: { stop: ["a", ""] } }), {
  body: { generationConfig: { stopSequences: ["a"] } },
  issues: ['dropped.value limits.stop[1] warning from ""'],
});
row("stop sequences beyond the fifth are left out", () => write({ limits: { stop: ["a", "b", "c", "d", "e", "f"] } }, vendor), {
  body: { generationConfig: { stopSequences: ["a", "b", "c", "d", "e"] } },
  issues: ['dropped.value limits.stop[5] warning from "f" limit 5'],
});
row("a request needs a model", () => write({ model: "" }), { issues: ['validation.R-087 model error (failed) rule "R-087"'] });
row("a model is named by its id alone", () => write({ model: "models/gemini-2.5-flash" }), {
  body: {},
  issues: ["equivalent.form model info"],
});
row("several calls cannot be forbidden", () => write({ parallelToolCalls: false }), {
  body: {},
  issues: ["dropped.field parallelToolCalls warning from false"],
});
row("several calls are always allowed", () => write({ parallelToolCalls: true }), {
  body: {},
  issues: ["equivalent.form parallelToolCalls info"],
});
row("a stream that was asked what it cost loses nothing", () => write({ stream: true, includeStreamUsage: true }), { body: {} });
row("a job excludes a stream", () => write({ stream: true, async: true, includeStreamUsage: true }), {
  issues: ['validation.R-155 async error (failed) rule "R-155"'],
});
row("a job excludes no stream at the vendor", () => write({ stream: true, async: true, includeStreamUsage: true }, vendor), {
  body: { async: true },
});
row(
  "a model that gives no images is not asked for any",
  () => write({ output: { modalities: ["image"], image: { aspectRatio: "1:1" } } }, { capabilities: { imageOutput: false } }),
  {
    body: { generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "1:1" } } },
    issues: ["approximated.media output.image warning"],
  },
);
row("a path must name a model", read({}, { path: "/v1beta/models" }), {
  issues: ['validation.R-088 () error (failed) received "/v1beta/models" rule "R-088"'],
});
row(
  "a handle of a cache is read",
  read({ cachedContent: "cachedContents/1", systemInstruction: { role: "system", parts: [{ text: "a" }] } }),
  {
    value: {
      ...READ,
      instructions: [{ role: "system", parts: [{ type: "text", text: "a" }], extensions: { "generate-content": { role: "system" } } }],
      cache: { handle: "cachedContents/1" },
    },
  },
);
row("a system instruction of the user is one", read({ systemInstruction: { role: "user", parts: [{ text: "a" }], odd: 1 } }), {
  value: {
    ...READ,
    instructions: [{ role: "system", parts: [{ type: "text", text: "a" }], extensions: { "generate-content": { odd: 1 } } }],
  },
});
