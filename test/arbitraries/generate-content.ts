/** Generate-content documents from the style's own grammar, aliases and odd but legal shapes included. */
import fc from "fast-check";
import { args, base64, bool, count, jsonSchema, model, objectSchema, record, smallJson, text, withUnknown, word } from "./common.js";

const textPart = withUnknown(record({ text }, { thoughtSignature: base64, partMetadata: smallJson }));
const thought = record({ text, thought: fc.constant(true) }, { thoughtSignature: base64 });
const inlineData = record(
  {
    inlineData: record(
      { mimeType: fc.constantFrom("image/jpeg", "application/pdf", "image/png", "audio/wav", "video/mp4"), data: base64 },
      { displayName: word },
    ),
  },
  {
    mediaResolution: record({ level: fc.constantFrom("MEDIA_RESOLUTION_LOW", "MEDIA_RESOLUTION_HIGH", "MEDIA_RESOLUTION_MEDIUM") }),
    videoMetadata: fc.constantFrom({ fps: 2, startOffset: "1s" }, { endOffset: "2.5s" }),
  },
);
const fileData = record({
  fileData: record(
    { fileUri: fc.constantFrom("https://example.com/a.pdf", "gs://b/o.png", "https://youtu.be/x") },
    { mimeType: fc.constantFrom("application/pdf", "image/png", "video/mp4"), displayName: word },
  ),
});
const inlineMedia = record({
  inlineData: record({ mimeType: fc.constantFrom("image/jpeg", "application/pdf"), data: base64 }, { displayName: word }),
});
const mediaFile = record({ fileUri: fc.constant("https://example.com/a.pdf"), mimeType: fc.constant("application/pdf") });
const userPart = fc.oneof({ weight: 4, arbitrary: textPart }, inlineData, fileData);
const codeParts = fc.tuple(
  record({ executableCode: record({ language: fc.constant("PYTHON"), code: text }, { id: fc.constant("c1") }) }),
  record({
    codeExecutionResult: record(
      { outcome: fc.constantFrom("OUTCOME_OK", "OUTCOME_FAILED", "OUTCOME_DEADLINE_EXCEEDED") },
      { output: text, id: fc.constant("c1") },
    ),
  }),
);
/** A tool that the service ran, and what it gave. */
const serverParts = fc.tuple(
  record({ toolCall: record({ id: fc.constant("s1"), toolType: fc.constantFrom("GOOGLE_SEARCH_WEB", "URL_CONTEXT") }, { args }) }),
  record({
    toolResponse: record({ id: fc.constant("s1"), toolType: fc.constantFrom("GOOGLE_SEARCH_WEB", "URL_CONTEXT") }, { response: args }),
  }),
);
const call = record({ functionCall: record({ name: word }, { args, id: word }) }, { thoughtSignature: base64 });
const modelParts = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: textPart.map((part) => [part]) },
      { weight: 2, arbitrary: thought.map((part) => [part]) },
      codeParts,
      serverParts,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.flat());

const user = withUnknown(record({ role: fc.constant("user"), parts: fc.array(userPart, { minLength: 1, maxLength: 3 }) }));
const answer = withUnknown(record({ role: fc.constant("model"), parts: modelParts }));
const response = fc.oneof(record({ output: text }), record({ error: text }), args);
const toolLoop = fc.array(call, { minLength: 1, maxLength: 3 }).chain((calls) =>
  fc
    .tuple(
      fc.array(textPart, { maxLength: 1 }).map((head) => ({ role: "model", parts: [...head, ...calls] })),
      fc
        .tuple(
          ...calls.map(({ functionCall }) => {
            const { name, id } = Object.assign({ name: "", id: undefined }, functionCall);
            return record({
              functionResponse: record(
                { name: fc.constant(name), response, ...(typeof id === "string" ? { id: fc.constant(id) } : {}) },
                {
                  willContinue: bool,
                  scheduling: fc.constant("SILENT"),
                  parts: fc.array(fc.oneof(inlineMedia, record({ fileData: mediaFile })), { minLength: 1, maxLength: 1 }),
                },
              ),
            });
          }),
        )
        .map((parts) => ({ role: "user", parts })),
    )
    .map((pair): Record<string, unknown>[] => pair),
);
const round = fc.oneof(fc.tuple(answer, user), toolLoop).map((pair): Record<string, unknown>[] => pair);
const contents = fc.tuple(user, fc.array(round, { maxLength: 3 })).map(([first, rest]) => [first, ...rest.flat()]);

const schema = record(
  {
    type: fc.constant("OBJECT"),
    properties: fc.constant({ title: { type: "STRING", nullable: true }, n: { type: "ARRAY", items: { type: "INTEGER" }, minItems: "1" } }),
  },
  { required: fc.constant(["title"]), propertyOrdering: fc.constant(["title", "n"]), description: text },
);
const declaration = withUnknown(
  record({ name: word }, { description: text, parameters: schema, response: schema, behavior: fc.constant("BLOCKING") }),
);
const jsonDeclaration = record({ name: word, parametersJsonSchema: objectSchema }, { description: text });
const tool = fc.oneof(
  {
    weight: 4,
    arbitrary: record({
      functionDeclarations: fc.uniqueArray(fc.oneof(declaration, jsonDeclaration), {
        minLength: 1,
        maxLength: 3,
        selector: ({ name }) => name,
      }),
    }),
  },
  record({ codeExecution: fc.constant({}) }),
  record({
    webSearch: record({}, { timeRangeFilter: fc.constant({ startTime: "2025-01-01T00:00:00Z", endTime: "2025-01-01T12:00:00Z" }) }),
  }),
  record({
    googleSearch: record(
      {},
      {
        excludeDomains: fc.constant(["a.com"]),
        searchTypes: fc.constant({ webSearch: {} }),
        timeRangeFilter: fc.constant({ startTime: "2025-01-01T00:00:00Z", endTime: "2025-01-01T12:00:00Z" }),
      },
    ),
  }),
  record({ urlContext: fc.constant({}) }),
  record({ googleMaps: fc.constant({ enableWidget: true }) }),
);
/** Of these no request may hold two. */
const answerForm = fc.oneof(
  record({}, { responseMimeType: fc.constantFrom("text/plain", "application/json"), responseSchema: schema }),
  record({ responseMimeType: fc.constant("application/json"), responseJsonSchema: jsonSchema }),
  record({
    responseFormat: fc.array(record({ text: record({ mimeType: fc.constant("application/json") }, { schema: jsonSchema }) }), {
      minLength: 1,
      maxLength: 1,
    }),
  }),
);
const configFields = withUnknown(
  record(
    {},
    {
      temperature: fc.constantFrom(0, 0.5, 1),
      topP: fc.constantFrom(0, 0.97, 1),
      topK: fc.integer({ min: 1, max: 40 }),
      maxOutputTokens: fc.integer({ min: 1, max: 70000 }),
      stopSequences: fc.array(text, { maxLength: 5 }),
      audioTimestamp: bool,
      routingConfig: fc.constant({ autoMode: {} }),
      modelSelectionConfig: fc.constant({ featureSelectionPreference: "BALANCED" }),
      thinkingConfig: fc.oneof(
        record({}, { includeThoughts: bool, thinkingBudget: fc.integer({ min: 0, max: 24576 }) }),
        record({}, { includeThoughts: bool, thinkingLevel: fc.constantFrom("minimal", "low", "medium", "high") }),
      ),
      imageConfig: record({}, { aspectRatio: fc.constantFrom("1:1", "16:9"), imageSize: fc.constantFrom("1k", "2k") }),
      mediaResolution: fc.constantFrom(
        "MEDIA_RESOLUTION_LOW",
        "MEDIA_RESOLUTION_MEDIUM",
        "MEDIA_RESOLUTION_HIGH",
        "MEDIA_RESOLUTION_UNSPECIFIED",
      ),
      candidateCount: fc.integer({ min: 1, max: 4 }),
      presencePenalty: fc.constantFrom(-2, 0.5, 1.5),
      frequencyPenalty: fc.constantFrom(-2, 0.5, 1.5),
      seed: fc.integer({ min: 0, max: 99 }),
      responseLogprobs: fc.constant(true),
      logprobs: fc.integer({ min: 0, max: 20 }),
      responseModalities: fc.constantFrom(["TEXT"], ["TEXT", "IMAGE"], ["AUDIO"]),
      speechConfig: fc.constant({ voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } }),
      enableEnhancedCivicAnswers: bool,
    },
  ),
);
const generationConfig = fc.tuple(configFields, fc.oneof(fc.constant({}), answerForm)).map(([fields, form]) => ({ ...fields, ...form }));
const body = withUnknown(
  record(
    { contents },
    {
      systemInstruction: record({ parts: fc.array(record({ text }), { minLength: 1, maxLength: 2 }) }, { role: fc.constant("user") }),
      generationConfig,
      safetySettings: fc.constantFrom(
        [],
        [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
        [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE", method: "SEVERITY" }],
      ),
      tools: fc.array(tool, { maxLength: 2 }),
      toolConfig: record(
        {},
        {
          functionCallingConfig: fc.oneof(
            record({}, { mode: fc.constantFrom("MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED") }),
            fc.constant({ mode: "ANY", allowedFunctionNames: ["web_search"] }),
            word.map((name) => ({ mode: "ANY", allowedFunctionNames: [name] })),
          ),
          retrievalConfig: fc.constantFrom({ languageCode: "en" }, { latLng: { latitude: 1, longitude: 2 } }),
          includeServerSideToolInvocations: bool,
        },
      ),
      cachedContent: fc.constant("cachedContents/1"),
      labels: fc.constant({ team: "a" }),
      serviceTier: fc.constantFrom("standard", "flex", "priority"),
      store: bool,
      async: bool,
    },
  ),
);

/** The same document with the spelling of proto files, at every level but payloads. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const payload = /^(args|response|parametersJsonSchema|labels|properties|partMetadata|x_vendor|new.field)$/.test(key);
      return [
        /^[a-z]+(?:[A-Z][a-z]*)+$/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key,
        payload ? member : snakeCased(member),
      ];
    }),
  );
}

export const generateContentRequest: fc.Arbitrary<{ path: string; body: Record<string, unknown> }> = fc
  .tuple(
    model,
    bool,
    fc.oneof(
      { weight: 5, arbitrary: body },
      body.map((value) => Object.assign({}, snakeCased(value))),
    ),
  )
  .map(([name, stream, value]) => ({
    path: `/v1beta/models/${encodeURIComponent(name)}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: value,
  }));

const details = fc.array(record({ modality: fc.constantFrom("TEXT", "AUDIO", "IMAGE"), tokenCount: count }), { maxLength: 2 });
const usageMetadata = withUnknown(
  record(
    { promptTokenCount: count, totalTokenCount: fc.integer({ min: 20000, max: 30000 }) },
    {
      candidatesTokenCount: count,
      thoughtsTokenCount: fc.nat({ max: 99 }),
      cachedContentTokenCount: fc.nat({ max: 9 }),
      toolUsePromptTokenCount: fc.nat({ max: 9 }),
      promptTokensDetails: details,
      candidatesTokensDetails: details,
      cacheTokensDetails: details,
      toolUsePromptTokensDetails: details,
      trafficType: fc.constant("ON_DEMAND"),
    },
  ),
);
const grounding = record(
  {},
  {
    webSearchQueries: fc.constantFrom(["q"], []),
    groundingChunks: fc.constant([{ web: { uri: "https://a.com", title: "A", domain: "a.com" } }, { web: { uri: "https://b.com" } }]),
    groundingSupports: fc.constantFrom(
      [],
      [{ segment: { startIndex: 0, endIndex: 1, text: "H" }, groundingChunkIndices: [0], confidenceScores: [0.5] }],
      [{ segment: { partIndex: 0, endIndex: 1 }, groundingChunkIndices: [0, 1] }],
    ),
    searchEntryPoint: fc.constant({ renderedContent: "<div>" }),
  },
);
const candidate = withUnknown(
  record(
    {
      content: record({
        role: fc.constant("model"),
        parts: fc.tuple(modelParts, fc.array(call, { maxLength: 2 })).map(([head, calls]) => [...head, ...calls]),
      }),
      finishReason: fc.constantFrom(
        "STOP",
        "MAX_TOKENS",
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "OTHER",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "MALFORMED_FUNCTION_CALL",
        "IMAGE_SAFETY",
        "NO_IMAGE",
        "NEW_REASON",
      ),
    },
    {
      finishMessage: text,
      safetyRatings: fc.constant([{ category: "HARM_CATEGORY_HARASSMENT", probability: "LOW" }]),
      citationMetadata: fc.constantFrom(
        { citations: [{ startIndex: 0, endIndex: 1, uri: "https://a.com", title: "A", license: "mit" }] },
        { citationSources: [{ startIndex: 0, endIndex: 1, uri: "https://a.com", title: "A", license: "mit" }] },
      ),
      groundingMetadata: grounding,
      avgLogprobs: fc.constant(-0.5),
      tokenCount: count,
      logprobsResult: fc.constant({
        chosenCandidates: [{ token: "H", logProbability: -0.1, tokenId: 3 }],
        topCandidates: [{ candidates: [{ token: "H", logProbability: -0.1 }] }],
      }),
      urlContextMetadata: smallJson,
    },
  ),
);
export const generateContentResponse: fc.Arbitrary<Record<string, unknown>> = withUnknown(
  record(
    { candidates: fc.array(candidate, { minLength: 1, maxLength: 2 }).map((all) => all.map((value, index) => ({ ...value, index }))) },
    {
      usageMetadata,
      modelVersion: model,
      responseId: word,
      createTime: fc.constant("2025-01-01T00:00:00Z"),
      promptFeedback: fc.constant({ blockReason: "SAFETY", blockReasonMessage: "no" }),
      modelStatus: smallJson,
    },
  ),
);

export const generateContentError = fc.record({
  status: fc.constantFrom(400, 401, 403, 404, 409, 429, 499, 500, 501, 503, 504),
  body: fc.oneof(
    record({
      error: withUnknown(
        record(
          {
            code: fc.constantFrom(400, 403, 404, 429, 500, 503),
            message: text,
            status: fc.constantFrom("INVALID_ARGUMENT", "FAILED_PRECONDITION", "RESOURCE_EXHAUSTED", "UNAVAILABLE", "NEW"),
          },
          { details: fc.constant([{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12s" }]) },
        ),
      ),
    }),
    fc.constantFrom<unknown>([{ error: { code: 503, message: "m", status: "UNAVAILABLE" } }], "<html></html>", null),
  ),
});
export { jsonSchema };
