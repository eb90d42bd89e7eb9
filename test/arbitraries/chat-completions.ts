/** Chat-completions documents from the style's own grammar, odd but legal shapes included. */
import fc from "fast-check";
import {
  args,
  base64,
  bool,
  callId,
  count,
  jsonSchema,
  model,
  objectSchema,
  record,
  smallJson,
  text,
  url,
  withUnknown,
  word,
} from "./common.js";

const cacheControl = record({ type: fc.constant("ephemeral") }, { ttl: fc.constantFrom("5m", "1h") });
/** Two spellings of one mark; most documents have one of them. */
const marked = { cache_control: cacheControl, prompt_cache_breakpoint: fc.constant({ mode: "explicit" }) };
const textPart = withUnknown(record({ type: fc.constant("text"), text }, marked));
const refusalPart = record({ type: fc.constant("refusal"), refusal: text });
const imageFields = {
  type: fc.constant("image_url"),
  image_url: record(
    {
      url: fc.oneof(
        url,
        base64.map((data) => `data:image/jpeg;base64,${data}`),
        base64.map((data) => `data:image/png;base64,${data}`),
      ),
    },
    { detail: fc.constantFrom("auto", "low", "high", "original") },
  ),
};
const imagePart = record(imageFields, marked);
const userPart = fc.oneof(
  { weight: 4, arbitrary: textPart },
  { weight: 2, arbitrary: imagePart },
  record({ type: fc.constant("input_audio"), input_audio: record({ data: base64, format: fc.constantFrom("wav", "mp3") }) }, marked),
  record({
    type: fc.constant("file"),
    file: fc.oneof(
      record({ file_data: base64.map((data) => `data:application/pdf;base64,${data}`) }, { filename: text }),
      record({ file_id: fc.constant("file-1") }),
    ),
  }),
  record({ type: fc.constant("video_url"), video_url: record({ url }) }),
);
const argumentsText = fc.oneof(
  { weight: 5, arbitrary: args.map((value) => JSON.stringify(value)) },
  fc.constantFrom("", "{", "[1]", '{"x": 1}', '{"a":1}{"b":2}'),
);
const extraContent = record({ google: record({ thought_signature: fc.constant("U0lH") }) });
const toolCall = fc.oneof(
  {
    weight: 5,
    arbitrary: withUnknown(
      record(
        { id: callId, type: fc.constant("function"), function: record({ name: word, arguments: argumentsText }) },
        { extra_content: extraContent, index: fc.nat({ max: 2 }), cache_control: cacheControl },
      ),
    ),
  },
  record({ id: callId, type: fc.constant("custom"), custom: record({ name: fc.constant("free"), input: text }) }),
);
const reasoning = {
  reasoning_content: text,
  reasoning: text,
  reasoning_details: fc.array(
    fc.oneof(
      record(
        { type: fc.constant("reasoning.text"), text },
        {
          signature: fc.constant("U0lH"),
          format: fc.constantFrom("anthropic-claude-v1", "google-gemini-v1", "unknown"),
          index: fc.nat({ max: 2 }),
          id: fc.constant("rs_1"),
        },
      ),
      record({ type: fc.constant("reasoning.summary"), summary: text }, { index: fc.nat({ max: 2 }) }),
      record({ type: fc.constant("reasoning.encrypted"), data: base64 }, { format: fc.constantFrom("anthropic-claude-v1", "unknown") }),
    ),
    { maxLength: 2 },
  ),
  thinking_blocks: fc.array(
    fc.oneof(
      record({ type: fc.constant("thinking"), thinking: text }, { signature: fc.constant("U0lH") }),
      record({ type: fc.constant("redacted_thinking"), data: base64 }),
    ),
    { maxLength: 2 },
  ),
  extra_content: extraContent,
};
const recording = record({ id: word, data: base64, expires_at: count, transcript: text });
const oldCall = record({ name: word, arguments: argumentsText });

const system = withUnknown(
  record(
    { role: fc.constantFrom("system", "developer"), content: fc.oneof(text, fc.array(textPart, { minLength: 1, maxLength: 2 })) },
    { name: word },
  ),
);
const user = withUnknown(
  record({ role: fc.constant("user"), content: fc.oneof(text, fc.array(userPart, { minLength: 1, maxLength: 3 })) }, { name: word }),
);
const assistant = withUnknown(
  record(
    {
      role: fc.constant("assistant"),
      content: fc.oneof(text, fc.array(fc.oneof({ weight: 4, arbitrary: textPart }, refusalPart), { minLength: 1, maxLength: 2 })),
    },
    {
      name: word,
      refusal: text,
      audio: fc.oneof(record({ id: word }), recording),
      images: fc.array(record(imageFields), { minLength: 1, maxLength: 1 }),
      ...reasoning,
    },
  ),
);
/** An assistant turn with calls, and the results of all of them. */
const toolLoop = fc.array(toolCall, { minLength: 1, maxLength: 3 }).chain((calls) =>
  fc
    .tuple(
      record({ role: fc.constant("assistant"), content: fc.oneof(text, fc.constant(null)), tool_calls: fc.constant(calls) }, reasoning),
      ...calls.map((call) =>
        record(
          {
            role: fc.constant("tool"),
            tool_call_id: fc.constant(call.id),
            content: fc.oneof(text, fc.array(textPart, { minLength: 1, maxLength: 2 }), fc.constant('{"t":5}')),
          },
          { cache_control: cacheControl },
        ),
      ),
    )
    .map((turns): Record<string, unknown>[] => turns),
);
/** The same as it was before there were tools. */
const oldLoop = word.chain((name) =>
  fc
    .tuple(
      record({
        role: fc.constant("assistant"),
        content: fc.constant(null),
        function_call: record({ name: fc.constant(name), arguments: argumentsText }),
      }),
      record({ role: fc.constant("function"), name: fc.constant(name), content: text }),
    )
    .map((turns): Record<string, unknown>[] => turns),
);
const turns = fc.array(
  fc.oneof(
    user.map((turn) => [turn]),
    assistant.map((turn) => [turn]),
    toolLoop,
    oldLoop,
    { weight: 1, arbitrary: system.map((turn) => [turn]) },
  ),
  { minLength: 1, maxLength: 4 },
);
const messages = fc.tuple(fc.array(system, { maxLength: 2 }), user, turns).map(([head, first, rest]) => [...head, first, ...rest.flat()]);

const oldFunction = record({ name: word }, { description: text, parameters: objectSchema, strict: bool });
const tool = fc.oneof(
  { weight: 4, arbitrary: withUnknown(record({ type: fc.constant("function"), function: oldFunction }, marked)) },
  record({
    type: fc.constant("custom"),
    custom: record({ name: fc.constant("free") }, { description: text, format: fc.constant({ type: "text" }) }),
  }),
);
const nameOnly = (name: string): Record<string, unknown> => ({ type: "function", function: { name } });
export const chatCompletionsRequest: fc.Arbitrary<Record<string, unknown>> = withUnknown(
  record(
    { model, messages },
    {
      max_tokens: fc.integer({ min: 1, max: 70000 }),
      max_completion_tokens: fc.integer({ min: 1, max: 70000 }),
      temperature: fc.constantFrom(0, 0.7, 1, 1.4, 2),
      top_p: fc.constantFrom(0, 0.5, 0.97, 1),
      top_k: fc.integer({ min: 1, max: 40 }),
      stream: bool,
      stream_options: record({}, { include_usage: bool, include_obfuscation: bool }),
      stop: fc.oneof(text, fc.array(text, { maxLength: 4 })),
      n: fc.integer({ min: 1, max: 3 }),
      presence_penalty: fc.constantFrom(-2, 0, 0.5, 2),
      frequency_penalty: fc.constantFrom(-2, 0, 0.5, 2),
      tools: fc.uniqueArray(tool, { maxLength: 3, selector: (value) => JSON.stringify(value).match(/"name":"\w+"/)?.[0] }),
      tool_choice: fc.oneof(
        fc.constantFrom("none", "auto", "required"),
        word.map((name) => ({ type: "function", function: { name } })),
        fc.constant({ type: "custom", custom: { name: "free" } }),
        fc
          .tuple(fc.constantFrom("auto", "required"), fc.oneof({ weight: 3, arbitrary: word.map(nameOnly) }, tool))
          .map(([mode, allowed]) => ({ type: "allowed_tools", allowed_tools: { mode, tools: [allowed] } })),
      ),
      parallel_tool_calls: bool,
      response_format: fc.oneof(
        fc.constantFrom({ type: "text" }, { type: "json_object" }),
        record({
          type: fc.constant("json_schema"),
          json_schema: record({ name: word, schema: jsonSchema }, { description: text, strict: bool }),
        }),
      ),
      reasoning_effort: fc.constantFrom("none", "minimal", "low", "medium", "high", "xhigh", "max"),
      reasoning: record({}, { effort: fc.constantFrom("low", "high"), max_tokens: count, exclude: bool, enabled: bool }),
      thinking: record({ type: fc.constantFrom("enabled", "disabled") }, { budget_tokens: fc.integer({ min: 1, max: 40000 }) }),
      extra_body: record({
        google: record(
          {},
          {
            thinking_config: record({}, { thinking_budget: count, thinking_level: fc.constantFrom("low", "high"), include_thoughts: bool }),
            cached_content: fc.constant("cachedContents/1"),
          },
        ),
      }),
      verbosity: fc.constantFrom("low", "medium", "high"),
      seed: fc.integer({ min: 0, max: 99 }),
      logprobs: fc.constant(true),
      top_logprobs: fc.integer({ min: 0, max: 20 }),
      logit_bias: fc.constant({ "50256": -100 }),
      user: word,
      safety_identifier: word,
      prompt_cache_key: word,
      prompt_cache_retention: fc.constant("24h"),
      prompt_cache_options: record({}, { mode: fc.constantFrom("implicit", "explicit"), ttl: fc.constantFrom("5m", "1h", "30m") }),
      moderation: smallJson,
      include_reasoning: bool,
      functions: fc.uniqueArray(oldFunction, { maxLength: 2, selector: ({ name }) => name }),
      function_call: fc.oneof(
        fc.constantFrom("none", "auto"),
        word.map((name) => ({ name })),
      ),
      metadata: fc.constant({ k: "v" }),
      store: bool,
      service_tier: fc.constantFrom("auto", "default", "flex", "scale", "priority", "fast"),
      modalities: fc.constantFrom(["text"], ["text", "audio"]),
      audio: fc.constant({ voice: "alloy", format: "wav" }),
      prediction: fc.constant({ type: "content", content: "x" }),
      web_search_options: record(
        {},
        {
          search_context_size: fc.constantFrom("low", "high"),
          user_location: record({
            type: fc.constant("approximate"),
            approximate: record({}, { city: word, country: fc.constant("FR"), region: word, timezone: fc.constant("Europe/Paris") }),
          }),
        },
      ),
      safety_settings: fc.constant([{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }]),
    },
  ),
);

const annotation = record({
  type: fc.constant("url_citation"),
  url_citation: record({ start_index: fc.nat({ max: 3 }), end_index: fc.integer({ min: 3, max: 5 }), title: text, url }, { content: text }),
});
const usage = withUnknown(
  record(
    { prompt_tokens: count, completion_tokens: count, total_tokens: count },
    {
      prompt_tokens_details: record(
        {},
        { cached_tokens: fc.nat({ max: 50 }), audio_tokens: fc.nat({ max: 5 }), cache_write_tokens: fc.nat({ max: 5 }) },
      ),
      completion_tokens_details: record(
        {},
        {
          reasoning_tokens: fc.nat({ max: 9 }),
          audio_tokens: fc.nat({ max: 5 }),
          accepted_prediction_tokens: count,
          rejected_prediction_tokens: count,
        },
      ),
    },
  ),
);
const logprob = record({
  token: text,
  logprob: fc.constantFrom(-0.1, -2),
  bytes: fc.constant(null),
  top_logprobs: fc.constant([{ token: "a", logprob: -0.1, bytes: [97] }]),
});
/** Pieces of one text, or a text of which more is said; nobody marks what says nothing. */
const saidParts = fc.oneof(
  fc.array(record({ type: fc.constant("text"), text }), { minLength: 1, maxLength: 2 }),
  fc.tuple(textPart.filter(({ text, ...marks }) => text !== "" || Object.keys(marks).length === 1)),
);
const refusedParts = fc.tuple(saidParts, refusalPart).map(([said, refused]) => [...said, refused]);
/** Who numbers the calls and thoughts of an answer gives no number twice. */
const numbered = (items: readonly Record<string, unknown>[], first = 0) =>
  items.some(({ index }) => typeof index === "number") ? items.map((item, index) => ({ ...item, index: first + index })) : items;
const numberedDetails = fc.tuple(reasoning.reasoning_details, fc.nat({ max: 1 })).map(([details, first]) => numbered(details, first));
const choiceOf = (parts: fc.Arbitrary<unknown>, native: readonly string[]) =>
  withUnknown(
    record(
      {
        index: fc.constant(0),
        message: withUnknown(
          record(
            {
              role: fc.constant("assistant"),
              content: fc.oneof({ weight: 5, arbitrary: text }, fc.constant(null), parts),
            },
            {
              refusal: text,
              annotations: fc.array(annotation, { maxLength: 2 }),
              tool_calls: fc.array(toolCall, { minLength: 1, maxLength: 3 }).map((calls) => numbered(calls)),
              ...reasoning,
              reasoning_details: numberedDetails,
              function_call: oldCall,
              audio: recording,
              images: fc.array(imagePart, { maxLength: 1 }),
            },
          ),
        ),
        finish_reason: fc.constantFrom(
          "stop",
          "length",
          "tool_calls",
          "content_filter",
          "function_call",
          "error",
          "eos",
          "insufficient_system_resource",
        ),
      },
      {
        logprobs: record({ content: fc.array(logprob, { maxLength: 2 }) }),
        content_filter_results: smallJson,
        native_finish_reason: fc.constantFrom(...native),
      },
    ),
  );
const NATIVE = ["pause_turn", "STOP", "weird"];
/** Where another style's service refused, the model itself did not. */
const choice = fc.oneof(
  { weight: 3, arbitrary: choiceOf(saidParts, [...NATIVE, "RECITATION"]) },
  { weight: 1, arbitrary: choiceOf(refusedParts, NATIVE) },
);
export const chatCompletionsResponse: fc.Arbitrary<Record<string, unknown>> = withUnknown(
  record(
    {
      id: fc.constantFrom("chatcmpl-1", "gen-2"),
      object: fc.constant("chat.completion"),
      created: count,
      model,
      choices: fc.array(choice, { minLength: 1, maxLength: 2 }).map((choices) => choices.map((value, index) => ({ ...value, index }))),
    },
    {
      usage,
      system_fingerprint: word,
      service_tier: fc.constantFrom("default", "priority", "flex"),
      prompt_filter_results: fc.constant([{ prompt_index: 0, content_filter_results: {} }]),
      moderation: smallJson,
      metadata: fc.constant({ k: "v" }),
    },
  ),
);

export const chatCompletionsError: fc.Arbitrary<{ status: number; body: unknown; headers?: Record<string, string> }> = fc.record(
  {
    status: fc.constantFrom(400, 401, 402, 403, 404, 409, 413, 422, 429, 499, 500, 501, 502, 503, 504, 529, 418),
    body: fc.oneof(
      record({
        error: withUnknown(
          record(
            { message: text },
            {
              type: fc.constantFrom("invalid_request_error", "insufficient_quota", "server_error", "x"),
              code: fc.oneof(fc.constantFrom("invalid_api_key", "rate_limit_exceeded"), fc.integer()),
              param: word,
            },
          ),
        ),
      }),
      fc.constantFrom<unknown>("<html>Bad Gateway</html>", "", { error: "text" }, { message: "m" }, { detail: "d" }, null, []),
    ),
    headers: fc.constantFrom({ "Retry-After": "12" }, { "retry-after-ms": "1500" }, {}),
  },
  { requiredKeys: ["status", "body"] },
);
