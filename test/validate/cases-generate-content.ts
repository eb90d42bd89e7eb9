import type { ValidateOptions } from "../../src/styles/options.js";
import { type Case, type CaseGroup, MISSING, range, rule } from "./cases.js";

const vendor: ValidateOptions = { profile: "vendor" };
const gen2: ValidateOptions = { path: "/v1beta/models/gemini-2.5-flash:generateContent" };
const gen3: ValidateOptions = { path: "/v1beta/models/gemini-3-pro:generateContent" };
const streaming: ValidateOptions = { path: "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse" };
const user = { role: "user", parts: [{ text: "x" }] };
const request = { contents: [user] };
const config = { ...request, generationConfig: {} };
const inline = { contents: [{ role: "user", parts: [{ inlineData: { mimeType: "image/jpeg", data: "AA==" } }] }] };
const file = { contents: [{ role: "user", parts: [{ fileData: { fileUri: "https://a/b.pdf" } }] }] };
const thinking = { ...request, generationConfig: { thinkingConfig: {} } };
const picture = { ...request, generationConfig: { imageConfig: {} } };
const setting = { category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" };
const safe = { ...request, safetySettings: [setting] };
const search = { ...request, tools: [{ webSearch: {} }] };
const filter = "tools[0].webSearch.timeRangeFilter";
const filtered = { ...request, tools: [{ webSearch: { timeRangeFilter: {} } }] };
const calling = { ...request, toolConfig: { functionCallingConfig: {} } };
const declared = { ...request, tools: [{ functionDeclarations: [{ name: "f" }] }] };
const instructed = { ...request, systemInstruction: { parts: [{ text: "s" }] } };
const FIVE = ["HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT", "HARASSMENT", "CIVIC_INTEGRITY"].map(
  (name) => `HARM_CATEGORY_${name}`,
);
const call = { role: "model", parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: "s" }] };
const unsigned = { functionCall: { name: "f", args: {} } };
const result = { role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] };
const vendorParts = [
  { functionCall: { name: "f", args: {} } },
  { functionResponse: { name: "f", response: {} } },
  { executableCode: { language: "PYTHON", code: "1" } },
  { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
  { toolCall: { id: "a" } },
  { toolResponse: { id: "a" } },
];

const requests: readonly Case[] = [
  rule("R-089", "", { accepts: [request], rejects: [[], "x", null] }),
  rule("R-090", "contents", { accepts: [[user]], rejects: [MISSING, {}, null, "x", ""] }),
  rule("R-091", "contents", { accepts: [[user]], rejects: [[]] }),
  rule("R-092", "contents[0]", { accepts: [user], rejects: ["x", null, []] }),
  rule("R-093", "contents[0].role", { accepts: ["user"], rejects: [MISSING, null] }),
  rule("V-24", "contents[0].role", { options: vendor, accepts: [MISSING, "user", "model", "function"], rejects: ["assistant", "system"] }),
  rule("R-094", "contents[0].role", {
    accepts: ["user", "model"],
    extends: ["function"],
    rejects: ["assistant", "system", "User"],
    suggests: [["User", "user"]],
  }),
  rule("R-095", "contents[0].parts", { accepts: [[{ text: "x" }]], rejects: [MISSING, {}, "x", ""] }),
  rule("R-096", "contents[0].parts", { accepts: [[{ text: "x" }]], rejects: [[]] }),
  rule("R-097", "contents[0].parts[0]", {
    accepts: [{ text: "" }, { text: "x", thought: true, thoughtSignature: "s" }],
    rejects: [{}, { text: "x", inlineData: { mimeType: "image/jpeg", data: "AA" } }, { thought: true }, { foo: 1 }],
  }),
  rule("R-097", "contents[0].parts[0]", { rejects: ["x", null] }),
  ...vendorParts.map((kind) =>
    rule("R-097", "contents[0].parts[0]", { found: `contents[0].parts[0].${Object.keys(kind)}`, silent: [kind] }),
  ),
  rule("V-24", "contents[0].parts[0]", {
    options: vendor,
    accepts: [{ text: "x" }, { executableCode: { language: "PYTHON", code: "1" } }],
    warns: [{}, { thought: true }, { text: null }],
    rejects: [{ text: "x", functionCall: { name: "f" } }],
  }),
  rule("V-32", "contents[0].parts[0]", {
    options: vendor,
    found: "contents[0].parts[0].newKind",
    accepts: [{ text: "x" }],
    warns: [{ newKind: {} }],
  }),
  rule("R-098", "contents[0].parts[0].text", { accepts: [""], rejects: [5, {}] }),
  rule("R-099", "contents[0].parts[0].inlineData", {
    base: inline,
    accepts: [{ mimeType: "image/jpeg", data: "AA==" }],
    rejects: ["x", []],
  }),
  rule("R-100", "contents[0].parts[0].inlineData.mimeType", { base: inline, accepts: ["image/jpeg"], rejects: [MISSING, 5] }),
  rule("R-101", "contents[0].parts[0].inlineData.data", { base: inline, accepts: ["AA=="], rejects: [MISSING, 5] }),
  rule("R-102", "contents[0].parts[0].inlineData.data", {
    base: inline,
    accepts: ["AA==", "AA", "-_+/", "AAA=", "AAA", ""],
    rejects: ["%%", "AA===", "A=A", "data:image/jpeg;base64,AA==", "AA=A", "A", "AAAAA", "AA=", "AAAA=", "=", "AA\nAA"],
  }),
  rule("R-103", "contents[0].parts[0].inlineData.mimeType", {
    base: inline,
    accepts: ["application/pdf", "image/jpeg"],
    rejects: ["image/png", "image/gif", "text/plain", "image/jpg"],
    suggests: [["image/jpg", "image/jpeg"]],
  }),
  rule("R-103", "contents[0].parts[0].inlineData.mimeType", {
    base: inline,
    options: { inlineMimeTypes: ["image/png"] },
    accepts: ["image/png"],
  }),
  rule("V-23", "contents[0].parts[0].fileData.mimeType", {
    base: file,
    options: vendor,
    accepts: [MISSING, "image/png", "image/webp", "application/pdf", "text/plain", "video/mp4"],
    rejects: ["image/gif", "application/zip"],
    suggests: [["image/jpg", "image/jpeg"]],
  }),
  rule("V-23", "contents[0].parts[0].inlineData", {
    found: "contents[0].parts[0].inlineData.data",
    base: inline,
    options: vendor,
    accepts: [
      { mimeType: "image/png", data: "/9j/4AAQSkZJRgABAQAA" },
      { mimeType: "image/heic", data: "UGxlYXNlIHNldCBhIHVz" },
    ],
    warns: [{ mimeType: "image/png", data: "UGxlYXNlIHNldCBhIHVz" }],
  }),
  rule("V-23", "contents[0].parts[0].inlineData.mimeType", {
    base: inline,
    options: vendor,
    accepts: [
      "image/png",
      "image/jpeg",
      "image/webp",
      "image/heic",
      "image/heif",
      "application/pdf",
      "text/csv",
      "audio/wav",
      "video/mp4",
      "application/x-python",
    ],
    rejects: ["application/zip"],
  }),
  rule("R-104", "contents[0].parts[0].fileData", { base: file, accepts: [{ fileUri: "https://a/b.pdf" }], rejects: ["x", []] }),
  rule("R-105", "contents[0].parts[0].fileData.fileUri", { base: file, accepts: ["https://a/b.pdf"], rejects: [MISSING, "", 5] }),
  rule("R-106", "contents[0].parts[0].fileData.mimeType", {
    base: file,
    accepts: [MISSING, "application/pdf", "image/jpeg", "image/png"],
    rejects: ["image/gif", 5],
  }),
  rule("R-107", "generationConfig", { accepts: [{}, MISSING], rejects: [[], "x"] }),
  rule("R-108", "generationConfig.temperature", { accepts: [0.5], rejects: ["0.5"] }),
  rule("R-109", "generationConfig.temperature", { accepts: [0, 1], rejects: [-0.01, 1.01, 2] }),
  rule("V-20", "generationConfig.temperature", { options: vendor, ...range(0, 2) }),
  rule("R-110", "generationConfig.topP", { accepts: [0.5], rejects: ["1"] }),
  rule("R-111", "generationConfig.topP", { ...range(0, 1) }),
  rule("V-20", "generationConfig.topP", { options: vendor, ...range(0, 1) }),
  rule("R-112", "generationConfig.topK", { accepts: [1, 40], rejects: [1.5, "1", 0] }),
  rule("R-113", "generationConfig.maxOutputTokens", { accepts: [1], rejects: [1.5, "1", 0] }),
  rule("R-114", "generationConfig.stopSequences", { accepts: [[], ["a", "b", "c", "d", "e", "f"]], rejects: ["a"] }),
  rule("R-114", "generationConfig.stopSequences", { found: "generationConfig.stopSequences[0]", rejects: [[1]] }),
  rule("V-20", "generationConfig.stopSequences", {
    options: vendor,
    accepts: [["a", "b", "c", "d", "e"]],
    rejects: [["a", "b", "c", "d", "e", "f"]],
  }),
  rule("V-20", "generationConfig.candidateCount", { options: vendor, accepts: [1, 8], rejects: [0, 9] }),
  rule("V-20", "generationConfig.logprobs", { options: vendor, accepts: [0, 20], rejects: [-1, 21] }),
  ...["presencePenalty", "frequencyPenalty"].map((key) =>
    rule("V-20", `generationConfig.${key}`, { options: vendor, accepts: [-2, 1.99], rejects: [-2.01, 2] }),
  ),
  rule("R-115", "generationConfig.responseMimeType", {
    accepts: ["text/plain", "application/json"],
    rejects: ["text/html", "text/x.enum", "application/JSON"],
    suggests: [["application/JSON", "application/json"]],
  }),
  rule("V-28", "generationConfig.responseMimeType", { options: vendor, accepts: ["text/x.enum"], rejects: ["text/html"] }),
  rule("V-26", "generationConfig.responseJsonSchema", {
    base: { ...request, generationConfig: { responseMimeType: "application/json", responseSchema: {} } },
    options: vendor,
    accepts: [MISSING],
    rejects: [{}],
  }),
  rule("V-26", "generationConfig.responseMimeType", {
    base: { ...request, generationConfig: { responseSchema: {} } },
    options: vendor,
    accepts: ["application/json", "text/x.enum"],
    rejects: [MISSING, "text/plain"],
  }),
  rule("R-116", "generationConfig.thinkingConfig", { accepts: [{}], rejects: [true, []] }),
  rule("R-117", "generationConfig.thinkingConfig.includeThoughts", { accepts: [true, false], rejects: ["true"] }),
  rule("R-118", "generationConfig.thinkingConfig", {
    found: "generationConfig.thinkingConfig.includeThoughts",
    accepts: [{ includeThoughts: true, thinkingBudget: 1 }],
    warns: [{ includeThoughts: true, thinkingBudget: 0 }],
  }),
  rule("R-119", "generationConfig.thinkingConfig.thinkingBudget", { accepts: [0], rejects: [1.5, "0"] }),
  rule("R-120", "generationConfig.thinkingConfig.thinkingBudget", { accepts: [0, 24576], rejects: [-1, 24577] }),
  rule("R-120", "generationConfig.thinkingConfig.thinkingBudget", { options: gen2, accepts: [0, 24576], rejects: [-1, 24577] }),
  rule("R-120", "generationConfig.thinkingConfig.thinkingBudget", { options: { modelGeneration: 3 }, accepts: [24577, -1] }),
  rule("R-121", "generationConfig.thinkingConfig.thinkingBudget", { options: gen3, accepts: [MISSING], warns: [0, 24577] }),
  rule("V-21", "generationConfig.thinkingConfig.thinkingBudget", { options: vendor, accepts: [-1, 0, 32768], rejects: [-2, 32769] }),
  rule("V-21", "generationConfig.thinkingConfig.thinkingBudget", {
    options: { ...vendor, path: "/v1beta/models/gemini-2.5-pro:generateContent" },
    accepts: [MISSING, -1, 128],
    warns: [0, 127],
  }),
  rule("V-21", "generationConfig.thinkingConfig.thinkingBudget", {
    options: { ...vendor, capabilities: { thinkingOff: false } },
    accepts: [1],
    warns: [0],
  }),
  rule("V-21", "generationConfig.thinkingConfig", { options: vendor, rejects: [{ thinkingBudget: 0, thinkingLevel: "LOW" }] }),
  rule("R-122", "generationConfig.thinkingConfig.thinkingLevel", {
    accepts: ["low", "medium", "high", "minimal"],
    extends: ["LOW", "High"],
    rejects: ["max", "none", 1],
    suggests: [["hihg", "high"]],
  }),
  rule("V-22", "generationConfig.thinkingConfig.thinkingLevel", {
    options: vendor,
    accepts: ["LOW", "MEDIUM", "HIGH", "MINIMAL", "THINKING_LEVEL_UNSPECIFIED", "low"],
    rejects: ["max", "none"],
  }),
  rule("V-22", "generationConfig.thinkingConfig.thinkingLevel", {
    options: { ...vendor, path: "/v1beta/models/gemini-3-pro-preview:generateContent" },
    accepts: [MISSING, "LOW"],
    warns: ["MINIMAL", "minimal"],
  }),
  rule("V-22", "generationConfig.thinkingConfig.thinkingLevel", {
    options: { ...vendor, path: "/v1beta/models/gemini-2.5-flash:generateContent" },
    accepts: [MISSING],
    warns: ["LOW"],
  }),
  rule("R-123", "generationConfig.thinkingConfig.thinkingLevel", { options: gen2, accepts: [MISSING], warns: ["low"] }),
  rule("R-123", "generationConfig.thinkingConfig.thinkingLevel", { options: gen3, accepts: ["low"] }),
  rule("R-124", "generationConfig.thinkingConfig", {
    accepts: [{ thinkingLevel: "low" }, { thinkingBudget: 0 }, {}],
    rejects: [
      { thinkingLevel: "low", thinkingBudget: 0 },
      { thinkingLevel: "high", thinkingBudget: 100 },
    ],
  }),
  rule("R-126", "generationConfig.imageConfig", { accepts: [{}], rejects: [[], "x"] }),
  rule("R-126", "generationConfig.imageConfig", { options: { capabilities: { imageOutput: false } }, accepts: [MISSING], rejects: [{}] }),
  rule("R-127", "generationConfig.imageConfig.aspectRatio", {
    accepts: ["1:1", "2:3", "3:2", "3:4", "4:3", "9:16", "16:9", "21:9", MISSING],
    rejects: ["4:5", "5:4", "1x1"],
  }),
  rule("R-128", "generationConfig.imageConfig.imageSize", { accepts: ["1k", "2k", "4k"], rejects: ["1K", "8k"], suggests: [["1K", "1k"]] }),
  rule("V-28", "generationConfig.imageConfig.imageSize", { options: vendor, accepts: ["1K", "2K", "4K", "1k"], rejects: ["8K"] }),
  rule("V-28", "generationConfig.imageConfig.aspectRatio", { options: vendor, accepts: ["4:5", "5:4"], rejects: ["1x1"] }),
  rule("R-129", "generationConfig.mediaResolution", {
    accepts: ["UNSPECIFIED", "LOW", "MEDIUM", "HIGH"].map((level) => `MEDIA_RESOLUTION_${level}`),
    rejects: ["LOW", "MEDIA_RESOLUTION_ULTRA_HIGH", 1],
  }),
  rule("R-130", "safetySettings", { accepts: [[], MISSING], rejects: [{}, "x"] }),
  rule("R-131", "safetySettings[0]", { base: safe, accepts: [setting], rejects: ["x"] }),
  rule("R-132", "safetySettings[0].category", { base: safe, accepts: [FIVE[0]], rejects: [MISSING, 5] }),
  rule("R-133", "safetySettings[0].category", {
    base: safe,
    accepts: FIVE,
    extends: ["HARM_CATEGORY_JAILBREAK", "HARM_CATEGORY_IMAGE_HATE"],
    rejects: ["HARM_CATEGORY_X", "HARASSMENT"],
    suggests: [["HARM_CATEGORY_HARASMENT", "HARM_CATEGORY_HARASSMENT"]],
  }),
  rule("R-134", "safetySettings[0].threshold", { base: safe, accepts: ["BLOCK_NONE"], rejects: [MISSING, 5] }),
  rule("R-135", "safetySettings[0].threshold", {
    base: safe,
    accepts: ["BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE", "BLOCK_NONE"],
    extends: ["OFF", "HARM_BLOCK_THRESHOLD_UNSPECIFIED"],
    rejects: ["BLOCK_ALL"],
  }),
  rule("V-28", "safetySettings[0].threshold", { base: safe, options: vendor, accepts: ["OFF"], rejects: ["BLOCK_ALL"] }),
  rule("R-136", "safetySettings", { accepts: [FIVE.map((category) => ({ category, threshold: "BLOCK_NONE" }))] }),
  rule("R-136", "safetySettings[1]", {
    base: safe,
    accepts: [{ ...setting, category: FIVE[0] }],
    rejects: [setting, { ...setting, threshold: "BLOCK_ONLY_HIGH" }],
  }),
  rule("R-137", "tools", { accepts: [[], MISSING], rejects: [{}, "x"] }),
  rule("R-138", "tools[0]", {
    base: search,
    accepts: [{ codeExecution: {} }, { functionDeclarations: [] }, { webSearch: {} }, { web_search: {} }],
    rejects: ["x", null],
    warns: [{}],
  }),
  rule("R-138", "tools[0]", { base: search, warns: [{ webSearch: null }, { urlContext: null }] }),
  rule("R-138", "tools[0]", { base: search, found: "tools[0].googleSearch", silent: [{ googleSearch: {} }] }),
  rule("R-138", "tools[0]", { base: search, found: ".fortuneTeller", extends: [{ fortuneTeller: {} }] }),
  rule("R-138", "tools[0]", { base: search, found: ".urlContext", silent: [{ urlContext: {} }] }),
  rule("V-32", "tools[0]", {
    base: search,
    options: vendor,
    found: ".fortuneTeller",
    accepts: [{ urlContext: {} }],
    warns: [{ fortuneTeller: {} }],
  }),
  rule("R-139", "tools[0].webSearch", { base: search, accepts: [{}], rejects: [true, []] }),
  rule("R-139", "tools[0].web_search", { base: { ...request, tools: [{}] }, accepts: [{}], rejects: [true, []] }),
  rule("R-139", "tools[0].web_search", { base: search, rejects: [{}] }),
  rule("V-29", "tools[0].googleSearch", { base: { ...request, tools: [{}] }, options: vendor, accepts: [{}] }),
  rule("V-29", "tools[0].webSearch", { base: { ...request, tools: [{}] }, options: vendor, accepts: [null], rejects: [{}] }),
  rule("V-29", "tools[0].web_search", { base: { ...request, tools: [{}] }, options: vendor, rejects: [{}] }),
  rule("V-24", "tools[0].googleMaps", { base: { ...request, tools: [{}] }, accepts: [{}], rejects: ["x", []] }),
  rule("V-24", "generationConfig.audioTimestamp", { options: vendor, accepts: [true], rejects: ["x"] }),
  rule("V-24", "cachedContent", { extends: ["cachedContents/x"], rejects: [5] }),
  rule("V-24", "tools[0].functionDeclarations[0].description", { base: declared, accepts: ["d"], extends: [null] }),
  rule("V-24", "noSuchField", { accepts: [null], extends: [5, "x"] }),
  rule("V-24", "generation_config", { accepts: [MISSING], extends: [{ temperature: 1 }] }),
  rule("V-24", "generation_config", { options: vendor, accepts: [{ top_p: 1 }] }),
  rule("V-24", "system_instruction", { extends: [{ parts: [{ text: "s" }] }] }),
  rule("V-24", "generationConfig.top_p", { extends: [1] }),
  rule("V-24", "tools[0].web_search", { base: { ...request, tools: [{}] }, options: { strict: true }, accepts: [{}] }),
  rule("V-24", "contents[0].parts[0]", {
    found: "contents[0].parts[0].inline_data",
    extends: [{ inline_data: { mimeType: "image/jpeg", data: "AA==" } }],
  }),
  rule("V-24", "generationConfig.seed", { extends: [5] }),
  rule("V-24", "generationConfig.temprature", { suggests: [[1, "temperature"]] }),
  rule("V-24", "contents[0].parts[0].foo", { extends: [1] }),
  rule("V-24", "contents[0].parts[0].thought", { silent: [true] }),
  rule("V-24", "contents[0].parts[0].inlineData.displayName", { base: inline, extends: ["n"] }),
  rule("V-24", "contents[0].parts[0].fileData.displayName", { base: file, extends: ["n"] }),
  rule("V-24", "safetySettings[0].method", { base: safe, extends: ["SEVERITY"] }),
  rule("V-24", "toolConfig.retrievalConfig", { extends: [{}] }),
  rule("V-24", "contents[0].name", { extends: ["n"] }),
  rule("V-24", "systemInstruction.name", { base: instructed, extends: ["n"] }),
  rule("V-32", "noSuchField", { options: vendor, accepts: [MISSING], warns: [5] }),
  rule("V-32", "generationConfig.topk", { options: vendor, warns: [5], suggests: [[5, "topK"]] }),
  rule("V-32", "cachedContent", { options: { ...vendor, strict: true }, accepts: ["x"] }),
  ...(
    [
      ["contents[0]", request],
      ["contents[0].parts[0].inlineData", inline],
      ["contents[0].parts[0].fileData", file],
      ["systemInstruction", instructed],
      ["generationConfig", config],
      ["generationConfig.thinkingConfig", thinking],
      ["generationConfig.imageConfig", picture],
      ["safetySettings[0]", safe],
      ["toolConfig", calling],
      ["toolConfig.functionCallingConfig", calling],
      ["tools[0].googleSearch", { ...request, tools: [{ googleSearch: {} }] }],
      ["tools[0].googleSearch.timeRangeFilter", { ...request, tools: [{ googleSearch: { timeRangeFilter: {} } }] }],
    ] as const
  ).flatMap(([node, base]) => [
    rule("V-24", `${node}.noSuchField`, { base, accepts: [MISSING], extends: [5] }),
    rule("V-32", `${node}.noSuchField`, { base, options: vendor, accepts: [MISSING], warns: [5] }),
  ]),
  rule("V-32", "toolConfig.retrievalConfig", { base: calling, options: vendor, accepts: [{}] }),
  rule("R-140", "tools[0].webSearch.timeRangeFilter", { base: filtered, accepts: [{}, MISSING], rejects: ["x", []] }),
  ...["startTime", "endTime"].flatMap((key) => [
    rule("R-141", `${filter}.${key}`, { base: filtered, accepts: ["2025-01-01T00:00:00Z"], rejects: [5] }),
    rule("R-142", `${filter}.${key}`, {
      base: filtered,
      accepts: [
        "1735689600",
        "1735689600000",
        "2025-01-01",
        "2025-01-01T10:20:30",
        "2025-01-01T10:20:30.123Z",
        "2025-01-01T10:20:30+02:00",
        "2024-02-29",
      ],
      rejects: [
        "yesterday",
        "",
        "2025-13-01",
        "2025-02-30",
        "2025-01-01T24:00:00Z",
        "2025-01-01 10:20:30Z",
        "20250101T102030Z",
        "01/02/2025",
      ],
    }),
  ]),
  rule("R-143", "tools[0].webSearch.timeRangeFilter", {
    base: filtered,
    accepts: [
      { startTime: "2025-01-01", endTime: "2025-01-01" },
      { startTime: "2025-01-01T02:00:00+02:00", endTime: "2025-01-01T00:00:00Z" },
      { startTime: "1735689600", endTime: "1735689600000" },
    ],
    rejects: [
      { startTime: "2025-01-02", endTime: "2025-01-01" },
      { startTime: "2025-01-01T00:00:00.001Z", endTime: "2025-01-01T00:00:00Z" },
    ],
  }),
  rule("R-144", "tools[0].webSearch.timeRangeFilter", {
    base: filtered,
    options: gen3,
    accepts: [{ startTime: "2025-01-01T00:00:00.000Z", endTime: "2025-01-02T00:00:00.000Z" }],
    rejects: [{ startTime: "2025-01-01T00:00:00.000Z", endTime: "2025-01-02T00:00:00.001Z" }],
  }),
  rule("R-144", "tools[0].webSearch.timeRangeFilter", {
    base: filtered,
    options: gen3,
    accepts: [{ startTime: "2025-01-01" }, { endTime: "2025-01-01" }],
  }),
  rule("R-144", "tools[0].webSearch.timeRangeFilter", {
    base: filtered,
    options: gen2,
    accepts: [{ startTime: "2025-01-01", endTime: "2025-02-01" }],
  }),
  rule("R-145", "toolConfig", { accepts: [{}], rejects: [[], "x"] }),
  rule("R-146", "toolConfig.functionCallingConfig", { accepts: [{}], rejects: ["AUTO", []] }),
  rule("R-147", "toolConfig.functionCallingConfig.mode", {
    accepts: ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE"],
    extends: ["VALIDATED"],
    rejects: ["auto", "FORCE", 1],
    suggests: [["auto", "AUTO"]],
  }),
  rule("R-148", "toolConfig.functionCallingConfig.allowedFunctionNames", { accepts: [[]], rejects: ["x"] }),
  rule("R-148", "toolConfig.functionCallingConfig.allowedFunctionNames", {
    found: "toolConfig.functionCallingConfig.allowedFunctionNames[0]",
    rejects: [[1]],
  }),
  rule("R-149", "toolConfig.functionCallingConfig.allowedFunctionNames", { accepts: [["web_search"]] }),
  rule("R-149", "toolConfig.functionCallingConfig.allowedFunctionNames", {
    found: "toolConfig.functionCallingConfig.allowedFunctionNames[0]",
    accepts: [["web_search"]],
    rejects: [["get_weather"], ["webSearch"]],
  }),
  rule("R-149", "toolConfig.functionCallingConfig.allowedFunctionNames", { found: "[1]", rejects: [["web_search", "f"]] }),
  rule("V-25", "toolConfig.functionCallingConfig.mode", {
    base: { ...request, toolConfig: { functionCallingConfig: {} } },
    options: vendor,
    accepts: ["AUTO", "VALIDATED"],
    rejects: ["SOME"],
  }),
  rule("V-25", "toolConfig", {
    base: declared,
    options: vendor,
    accepts: [
      { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] } },
      { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["f"] } },
    ],
  }),
  rule("V-25", "toolConfig", {
    base: declared,
    options: vendor,
    found: "toolConfig.functionCallingConfig.allowedFunctionNames",
    rejects: [{ functionCallingConfig: { mode: "AUTO", allowedFunctionNames: ["f"] } }],
  }),
  rule("V-25", "toolConfig", {
    base: declared,
    options: vendor,
    found: ".functionCallingConfig.allowedFunctionNames",
    rejects: [
      { functionCallingConfig: { allowedFunctionNames: ["f"] } },
      { functionCallingConfig: { mode: null, allowedFunctionNames: ["f"] } },
    ],
  }),
  rule("R-148", "toolConfig", {
    base: declared,
    options: vendor,
    found: ".functionCallingConfig.allowedFunctionNames[0]",
    rejects: [{ functionCallingConfig: { mode: "ANY", allowedFunctionNames: [5, "f"] } }],
  }),
  rule("V-25", "toolConfig", {
    base: declared,
    options: vendor,
    found: ".functionCallingConfig.mode",
    rejects: [{ functionCallingConfig: { mode: "SOME", allowedFunctionNames: ["f"] } }],
  }),
  rule("V-25", "toolConfig", {
    base: declared,
    options: vendor,
    found: ".functionCallingConfig.allowedFunctionNames[0]",
    rejects: [{ functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["g"] } }],
  }),
  rule("V-25", "toolConfig.functionCallingConfig.allowedFunctionNames[0]", {
    base: {
      ...request,
      tools: [{ functionDeclarations: [{ name: "get_weather" }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [] } },
    },
    options: vendor,
    accepts: ["get_weather"],
    suggests: [["get_wether", "get_weather"]],
  }),
  rule("V-26", "tools[0].functionDeclarations[0].name", {
    base: declared,
    options: vendor,
    accepts: ["f", "_a.b:c-d", "x".repeat(128)],
    rejects: ["1f", "a b", "x".repeat(129)],
  }),
  rule("V-26", "tools", {
    base: declared,
    options: vendor,
    found: "tools[1].functionDeclarations[0].name",
    accepts: [[{ functionDeclarations: [{ name: "f" }] }, { functionDeclarations: [{ name: "g" }] }]],
    rejects: [[{ functionDeclarations: [{ name: "f" }] }, { functionDeclarations: [{ name: "f" }] }]],
  }),
  rule("V-26", "tools[0].functionDeclarations[0]", {
    base: declared,
    options: vendor,
    found: ".parametersJsonSchema",
    rejects: [{ name: "f", parameters: {}, parametersJsonSchema: {} }],
  }),
  rule("V-27", "contents", { options: vendor, accepts: [[user, call, result], [user]] }),
  rule("V-27", "contents", { options: vendor, accepts: [[user, call, result, call, result, user]] }),
  rule("V-27", "contents", { options: vendor, found: "contents[2]", warns: [[user, call, user]] }),
  rule("V-27", "contents", {
    options: vendor,
    found: "[1]",
    rejects: [
      [user, call],
      [user, result],
    ],
  }),
  rule("V-27", "contents", {
    options: { ...vendor, modelGeneration: 3 },
    found: "[1].parts[0].thoughtSignature",
    accepts: [[user, call, result]],
    rejects: [[user, { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] }, result]],
  }),
  rule("V-27", "contents", {
    options: vendor,
    accepts: [
      // A client may keep each object of a stream in a content of its own, and send each response in one.
      [user, call, call, result, result],
      [user, call, call, { role: "function", parts: [...result.parts, ...result.parts] }],
      [user, { role: "model", parts: [{ text: "x" }, ...call.parts, ...call.parts] }, { parts: [...result.parts, ...result.parts] }],
      [user, call, result, user, { role: "model", parts: [{ text: "x" }] }, user],
      // Calls that the service answered itself.
      [user, { role: "model", parts: [...call.parts, ...result.parts] }, user],
      [user, { role: "model", parts: [...call.parts, ...call.parts, ...result.parts] }, result],
      [user, { role: "model", parts: [...call.parts, { ...result.parts[0], functionCall: null }] }],
      [user, call, { role: "model", parts: result.parts }, { role: "model", parts: [{ text: "x" }] }, user],
    ],
  }),
  rule("V-27", "contents", {
    options: vendor,
    found: "contents[3]",
    rejects: [
      [user, call, call, result],
      [user, call, call, result, user],
    ],
  }),
  rule("V-27", "contents", {
    options: vendor,
    found: "[2]",
    rejects: [
      [user, call, result, result],
      [user, { role: "model", parts: [...call.parts, ...call.parts] }, result, user],
      [user, user, { role: "user", parts: [{ text: "x" }, ...result.parts] }],
    ],
  }),
  ...([["contents[1].role", [user, { ...call, role: "assistant" }, result]]] as const).map(([found, contents]) =>
    rule("V-24", "contents", { options: vendor, found, rejects: [contents] }),
  ),
  rule("R-096", "contents", { options: vendor, found: "contents[2].parts", rejects: [[user, call, { role: "user", parts: [] }]] }),
  rule("R-096", "contents[0].parts", { options: vendor, accepts: [[{ text: "x" }]], rejects: [[]] }),
  // An answer of which nothing came, sent back.
  rule("R-096", "contents", {
    options: vendor,
    found: "contents[1].parts",
    warns: [
      [user, { role: "model" }, user],
      [user, { role: "model", parts: null }, user],
      [user, { role: "model", parts: [] }, user],
    ],
  }),
  rule("R-095", "contents", { options: vendor, found: "[0].parts", rejects: [[{ role: "user" }]] }),
  // One thing where a list of them belongs.
  rule("R-090", "contents", { options: vendor, accepts: [user, { parts: { text: "x" } }] }),
  rule("R-137", "tools", { options: vendor, accepts: [{ function_declarations: { name: "f" } }, { googleSearch: {} }] }),
  rule("R-152", "systemInstruction.parts", { base: instructed, options: vendor, accepts: [{ text: "s" }] }),
  rule("V-28", "generationConfig.responseFormat", { options: vendor, accepts: [{ text: { mimeType: "application/json" } }] }),
  rule("R-130", "safetySettings", { base: safe, options: vendor, accepts: [safe.safetySettings[0]] }),
  rule("V-28", "safetySettings[0].category", { base: safe, options: vendor, warns: [7, "7"], rejects: ["x"] }),
  rule("V-28", "safetySettings[0].threshold", { base: safe, options: vendor, warns: [3], rejects: ["x"] }),
  rule("R-090", "contents", { options: vendor, rejects: ["x"] }),
  rule("V-27", "contents", {
    options: { ...vendor, modelGeneration: 3 },
    accepts: [
      // Of one step only the first call is signed, and of the steps only those of the turn that goes on.
      [user, { role: "model", parts: [...call.parts, unsigned] }, { role: "user", parts: [...result.parts, ...result.parts] }],
      [user, { role: "model", parts: [unsigned] }, result, { role: "model", parts: [{ text: "x" }] }, user],
      [user, { role: "model", parts: [unsigned] }, result, user, call, result],
    ],
  }),
  rule("V-27", "contents", { options: { ...vendor, modelGeneration: 2 }, accepts: [[user, { role: "model", parts: [unsigned] }, result]] }),
  rule("V-27", "contents", {
    options: { ...vendor, modelGeneration: 3 },
    found: "contents[3].parts[1].thoughtSignature",
    rejects: [[user, call, result, { role: "model", parts: [{ text: "x" }, unsigned] }, result]],
  }),
  rule("V-27", "contents", {
    options: { ...vendor, modelGeneration: 3 },
    found: "[0].parts[0].thoughtSignature",
    rejects: [[{ role: "model", parts: [unsigned] }, result]],
  }),
  rule("R-150", "systemInstruction", { accepts: [{ parts: [{ text: "s" }] }], rejects: ["x", []] }),
  rule("R-151", "systemInstruction.role", { base: instructed, accepts: [MISSING, "user"], rejects: ["system", "model"] }),
  rule("R-152", "systemInstruction.parts", { base: instructed, accepts: [[{ text: "x" }]], rejects: [MISSING, {}, []] }),
  rule("R-153", "systemInstruction.parts[0].text", { base: instructed, accepts: [""], rejects: [MISSING, 5] }),
  rule("R-153", "systemInstruction.parts[0]", {
    base: instructed,
    found: "systemInstruction.parts[0].text",
    rejects: [{ inlineData: { mimeType: "image/jpeg", data: "AA" } }],
  }),
  rule("R-153", "systemInstruction.parts[0]", {
    base: instructed,
    found: ".inlineData",
    rejects: [{ text: "s", inlineData: { mimeType: "image/jpeg", data: "AA==" } }],
  }),
  rule("R-154", "async", { accepts: [true, false], rejects: ["true"] }),
  rule("R-155", "async", { options: streaming, accepts: [false], rejects: [true] }),
  rule("R-155", "async", { options: gen2, accepts: [true] }),
  rule("V-29", "async", { options: vendor, accepts: [MISSING], rejects: [true] }),
  rule("R-087", "", { options: { path: "/v1beta/models/:generateContent" }, rejects: [request] }),
  rule("R-087", "", { options: { path: "/v1beta/tunedModels/:generateContent" }, rejects: [request] }),
  rule("R-087", "", { options: gen2, accepts: [request] }),
  rule("R-088", "", { options: { path: "/v1beta/models/gemini-2.5-flash:countTokens" }, rejects: [request] }),
  rule("R-088", "", { options: { path: "/v1beta/models/gemini-2.5-flash" }, rejects: [request] }),
  rule("R-088", "", { options: streaming, accepts: [request] }),
  rule("R-088", "", { options: { path: "/elsewhere" }, accepts: [request] }),
];

const response = {
  candidates: [{ content: { role: "model", parts: [{ text: "x" }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2, promptTokensDetails: [] },
  modelVersion: "m",
  responseId: "r",
};
const responses: readonly Case[] = [
  rule("R-156", "candidates", { accepts: [response.candidates], rejects: [{}, MISSING, "x"] }),
  rule("R-156", "candidates", { base: { ...response, promptFeedback: { blockReason: "SAFETY" } }, extends: [MISSING] }),
  rule("R-156", "candidates[0]", { rejects: ["x", 5] }),
  rule("R-157", "candidates[0].content.parts[0]", { rejects: ["x"] }),
  ...vendorParts.map((kind) =>
    rule("R-158", "candidates[0].content.parts[0]", { found: `candidates[0].content.parts[0].${Object.keys(kind)}`, silent: [kind] }),
  ),
  rule("R-158", "candidates[0].content.parts[0]", { options: { strict: true }, accepts: [{ text: "x" }] }),
  rule("R-159", "candidates[0].finishReason", { options: { strict: true }, accepts: ["STOP", MISSING], rejects: [1] }),
  rule("R-162", "usageMetadata.promptTokensDetails[0]", { rejects: ["x"] }),
  rule("R-157", "candidates[0].content", { accepts: [response.candidates[0]?.content], silent: [MISSING], rejects: ["x"] }),
  rule("R-157", "candidates[0].content.role", { accepts: ["model"], silent: [MISSING], rejects: ["user", 5] }),
  rule("R-157", "candidates[0].content.parts", { accepts: [[]], silent: [MISSING], rejects: [{}] }),
  rule("R-158", "candidates[0].content.parts[0].text", { accepts: [""], rejects: [5] }),
  rule("R-159", "candidates[0].finishReason", { accepts: ["STOP"], silent: ["MAX_TOKENS"], rejects: [1] }),
  rule("R-160", "candidates[0].index", { accepts: [0], silent: [MISSING], rejects: ["0", 0.5] }),
  ...["promptTokenCount", "candidatesTokenCount", "totalTokenCount", "thoughtsTokenCount"].map((key) =>
    rule("R-161", `usageMetadata.${key}`, { accepts: [0, MISSING], rejects: ["0", 1.5] }),
  ),
  rule("R-162", "usageMetadata.promptTokensDetails", { accepts: [[], [{ modality: "TEXT", tokenCount: 1 }]], rejects: [{}] }),
  rule("R-162", "usageMetadata.promptTokensDetails", {
    found: "usageMetadata.promptTokensDetails[0].modality",
    accepts: [[{ modality: "TEXT" }]],
    rejects: [[{ modality: 1 }]],
  }),
  rule("R-163", "modelVersion", { accepts: ["m", MISSING], rejects: [1] }),
  rule("R-164", "responseId", { accepts: ["r", MISSING], rejects: [1] }),
  rule("V-24", "createTime", { accepts: [MISSING, null], extends: ["2026-01-01T00:00:00Z"] }),
  rule("V-24", "promptFeedback", { accepts: [{}] }),
  rule("V-24", "response_id", { base: { candidates: response.candidates }, extends: ["r"] }),
  rule("V-24", "modelVersoin", { extends: ["m"], suggests: [["m", "modelVersion"]] }),
  rule("V-24", "candidates[0].groundingMetadata", { extends: [{}] }),
  rule("V-24", "candidates[0].content.name", { extends: ["n"] }),
  rule("V-24", "candidates[0].content.parts[0].foo", { extends: [1] }),
  rule("V-24", "candidates[0].content.parts[0].thought", { silent: [true] }),
  rule("V-24", "usageMetadata.trafficType", { accepts: [MISSING], extends: ["ON_DEMAND"] }),
  rule("V-24", "usageMetadata.promptTokensDetails[0].tokens", {
    base: { ...response, usageMetadata: { promptTokensDetails: [{ modality: "TEXT", tokenCount: 1 }] } },
    accepts: [MISSING],
    extends: [1],
  }),
  // What the vendor does not list either is no fault of an answer: nobody refuses it.
  rule("V-24", "noSuchField", { options: { ...vendor, strict: true }, accepts: [1] }),
];

const row = (status: number, name: string, code = status) => ({ status, body: { error: { code, message: "m", status: name } } });
const error = row(400, "INVALID_ARGUMENT");
const errors: readonly Case[] = [
  rule("R-167", "body", { accepts: [error.body], rejects: [MISSING, "<html>"] }),
  rule("R-167", "body.error", { accepts: [error.body.error], rejects: [MISSING, "x"] }),
  rule("R-167", "body.error.code", { rejects: ["400", MISSING] }),
  rule("R-167", "body.error.message", { rejects: [MISSING, 5] }),
  rule("R-167", "body.error.status", { rejects: [MISSING, 5] }),
  rule("R-168", "", { found: "body.error.code", accepts: [row(429, "RATE_LIMIT_ERROR")], rejects: [row(429, "RATE_LIMIT_ERROR", 500)] }),
  rule("R-168", "", { accepts: [{ body: error.body }, { body: row(429, "RATE_LIMIT_ERROR").body }] }),
  rule("R-169", "", {
    found: "body.error.status",
    accepts: [
      error,
      row(401, "UNAUTHENTICATED"),
      row(402, "INSUFFICIENT_BALANCE"),
      row(403, "PERMISSION_DENIED"),
      row(404, "INVALID_ARGUMENT"),
      row(429, "RATE_LIMIT_ERROR"),
      row(500, "INTERNAL_ERROR"),
    ],
    extends: [row(404, "NOT_FOUND"), row(503, "UNAVAILABLE"), row(403, "INVALID_ARGUMENT"), row(400, "UNAUTHENTICATED")],
  }),
  rule("V-30", "body.error.status", {
    options: vendor,
    accepts: [
      ...["INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE", "UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "ABORTED"],
      ...["ALREADY_EXISTS", "RESOURCE_EXHAUSTED", "CANCELLED", "INTERNAL", "UNKNOWN", "DATA_LOSS", "UNIMPLEMENTED", "UNAVAILABLE"],
      "DEADLINE_EXCEEDED",
    ],
    warns: ["INSUFFICIENT_BALANCE", "RATE_LIMIT_ERROR"],
  }),
];

export const generateContentCases: readonly CaseGroup[] = [
  { style: "generate-content", document: "request", base: request, cases: requests },
  { style: "generate-content", document: "response", base: response, cases: responses },
  { style: "generate-content", document: "error", base: error, cases: errors },
];
