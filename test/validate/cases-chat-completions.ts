import { type Case, type CaseGroup, MISSING, range, rule } from "./cases.js";

const vendor = { profile: "vendor" } as const;
const user = { role: "user", content: "x" };
const request = { model: "m", messages: [user] };
const image = { type: "image_url", image_url: { url: "https://a/b.png" } };
const withBlock = { model: "m", messages: [{ role: "user", content: [{ type: "text", text: "x" }] }] };
const withImage = { model: "m", messages: [{ role: "user", content: [{ type: "text", text: "x" }, image] }] };
const call = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
const withTool = { ...request, tools: [{ type: "function", function: { name: "f", description: "d", parameters: { type: "object" } } }] };
const answered = {
  model: "m",
  messages: [
    user,
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "tool", tool_call_id: "b", content: "2" },
    user,
  ],
};
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));

const FIELD_VALUES: Readonly<Record<string, unknown>> = {
  logprobs: true,
  response_format: { type: "text" },
  reasoning_effort: "low",
  metadata: {},
  store: true,
};

const requests: readonly Case[] = [
  rule("R-001", "", { accepts: [request], rejects: [[], "x", null, 5, undefined] }),
  rule("R-002", "model", { accepts: ["m"], rejects: [MISSING, null] }),
  rule("R-003", "model", { accepts: ["m"], rejects: [5, "", {}] }),
  rule("R-004", "messages", { accepts: [[user]], rejects: [MISSING, null] }),
  rule("R-005", "messages", { accepts: [[user]], rejects: [{}, "hi", "", 1] }),
  rule("R-006", "messages", { accepts: [[user]], rejects: [[]] }),
  rule("R-007", "messages[0]", { accepts: [user], rejects: ["hi", null, []] }),
  rule("R-008", "messages[0].role", { accepts: ["user"], rejects: [MISSING, 1, null] }),
  rule("R-009", "messages[0].role", {
    accepts: ["system", "user", "assistant"],
    silent: ["tool", "function"],
    rejects: ["model", "User", "", "SYSTEM", "usr"],
    suggests: [
      ["User", "user"],
      ["asistant", "assistant"],
      ["sytsem", "system"],
    ],
  }),
  rule("R-010", "messages[0].role", { informs: ["developer"], accepts: ["system"] }),
  rule("R-010", "messages[1]", { base: withImage, accepts: [{ role: "developer", content: "x" }] }),
  rule("R-011", "messages[0].name", { accepts: ["bob", MISSING, null], rejects: [7, {}] }),
  rule("R-012", "messages[0].content", { accepts: ["x"], rejects: [MISSING, null] }),
  rule("R-012", "messages[0]", {
    accepts: [
      { role: "assistant", refusal: "no" },
      { role: "assistant", audio: { id: "a" } },
      { role: "assistant", content: null, tool_calls: [call("a")] },
    ],
  }),
  rule("R-012", "messages[0]", {
    found: "messages[0].content",
    rejects: [{ role: "assistant" }, { role: "assistant", tool_calls: [] }, { role: "assistant", content: null }, { role: "system" }],
  }),
  rule("R-013", "messages[0].content", { accepts: ["", "x", [{ type: "text", text: "x" }]], rejects: [5, {}, true] }),
  rule("R-014", "messages[0].content", { accepts: [[{ type: "text", text: "x" }]], rejects: [[]] }),
  rule("R-014", "messages[0].content", { options: vendor, accepts: [[{ type: "text", text: "x" }]], rejects: [[]] }),
  rule("R-014", "messages[1].content", { base: answered, options: vendor, accepts: [null], warns: [[]] }),
  rule("R-014", "messages[1].content", { base: answered, rejects: [[]] }),
  rule("R-015", "messages[0].content[0]", { base: withBlock, accepts: [{ type: "text", text: "x" }], rejects: ["x", null, []] }),
  rule("R-016", "messages[0].content[0].type", { base: withBlock, accepts: ["text"], rejects: [MISSING, 1, null] }),
  rule("R-017", "messages[0].content[0].type", {
    base: withBlock,
    accepts: ["text"],
    rejects: ["image", "Text", "txt"],
    suggests: [
      ["Text", "text"],
      ["txt", "text"],
    ],
  }),
  rule("R-017", "messages[0].content[1]", {
    found: "messages[0].content[1].type",
    base: withImage,
    accepts: [image],
    extends: [
      { type: "input_audio", input_audio: { data: "AA==", format: "wav" } },
      { type: "file", file: { file_id: "f" } },
      { type: "refusal", refusal: "no" },
      { type: "video_url", video_url: { url: "https://a/b.mp4" } },
    ],
  }),
  rule("R-018", "messages[0].content[0].text", { base: withBlock, accepts: ["x", ""], rejects: [MISSING, 5] }),
  rule("R-019", "messages[0].content[1].image_url", {
    base: withImage,
    accepts: [{ url: "https://a/b" }, "http://a"],
    rejects: [MISSING, 5],
  }),
  rule("R-020", "messages[0].content[1].image_url.url", {
    base: withImage,
    accepts: ["https://a/b.png", "data:image/png;base64,AA=="],
    rejects: [MISSING, 5, ""],
  }),
  rule("R-021", "messages[0].role", {
    base: withImage,
    found: "messages[0].content[1]",
    accepts: ["user"],
    rejects: ["system", "assistant", "developer"],
  }),
  // A recorded refusal of the vendor says that results of tools may hold images.
  rule("R-021", "messages[2].content", { base: answered, found: "[0]", options: vendor, accepts: [[image]] }),
  rule("R-021", "messages[0].role", { base: withImage, found: "messages[0].content[1]", options: vendor, rejects: ["system"] }),
  rule("R-022", "max_tokens", { accepts: [1, 5.0, null], rejects: [1.5, "10", true] }),
  rule("R-023", "max_tokens", { accepts: [1, 1_000_000], rejects: [0, -1] }),
  rule("R-024", "temperature", { accepts: [1], rejects: ["1", true] }),
  rule("R-025", "temperature", { ...range(0, 2) }),
  rule("R-026", "top_p", { accepts: [0.5], rejects: ["0.5"] }),
  rule("R-027", "top_p", { ...range(0, 1) }),
  rule("R-028", "stream", { accepts: [true, false], rejects: ["true", 1] }),
  rule("R-029", "stop", { accepts: ["a", ["a"], []], rejects: [5, {}] }),
  rule("R-030", "stop[0]", { base: { ...request, stop: ["a"] }, accepts: ["a"], rejects: [5, null] }),
  rule("R-031", "stop", { accepts: [["a", "b", "c", "d"], "abcdefgh"], rejects: [["a", "b", "c", "d", "e"]] }),
  rule("R-032", "n", { accepts: [1], rejects: [1.5, "1"] }),
  rule("R-033", "n", { accepts: [1, 200], rejects: [0, -1] }),
  rule("R-034", "presence_penalty", { accepts: [0], rejects: ["0"] }),
  rule("R-035", "presence_penalty", { ...range(-2, 2) }),
  rule("R-036", "frequency_penalty", { accepts: [0], rejects: ["0"] }),
  rule("R-037", "frequency_penalty", { ...range(-2, 2) }),
  rule("R-038", "tools", { accepts: [[], [{ type: "function" }]], rejects: [{}, "f"] }),
  rule("R-039", "tools[0]", { base: withTool, accepts: [{}], rejects: ["f", 1, []] }),
  rule("R-040", "tools[0].type", { base: withTool, accepts: [MISSING, "function"], extends: ["custom", "web_search"], rejects: [1] }),
  rule("R-041", "tools[0].function", { base: withTool, accepts: [MISSING, {}], rejects: ["f", []] }),
  rule("R-042", "tools[0].function.name", { base: withTool, accepts: [MISSING, "f"], rejects: [1] }),
  rule("R-043", "tools[0].function.description", { base: withTool, accepts: [MISSING, ""], rejects: [1] }),
  rule("R-044", "tools[0].function.parameters", { base: withTool, accepts: [MISSING, {}, { location: {}, unit: {} }], rejects: ["x", []] }),
  rule("R-045", "tool_choice", { accepts: ["auto"], rejects: [5, true, []] }),
  rule("R-046", "tool_choice", { accepts: ["none", "auto", "required"], rejects: ["any", "Auto", ""], suggests: [["Auto", "auto"]] }),
  rule("R-047", "tool_choice", {
    accepts: [
      { type: "function", function: { name: "f" } },
      { type: "custom", custom: { name: "f" } },
      { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [] } },
    ],
  }),
  rule("R-047", "tool_choice", { found: "tool_choice.type", rejects: [{}, { type: "Function" }, { type: "any" }] }),
  rule("R-047", "tool_choice", { found: ".function", rejects: [{ type: "function" }] }),
  rule("R-047", "tool_choice", { found: ".function.name", rejects: [{ type: "function", function: {} }] }),
  rule("R-046", "tool_choice", { options: vendor, accepts: ["none", "auto", "required"], warns: ["any"], rejects: ["Auto", ""] }),
  rule("R-047", "tool_choice", {
    options: vendor,
    found: "tool_choice.type",
    accepts: ["auto"],
    warns: [{ function: { name: "f" } }],
    rejects: [{}],
  }),
  rule("R-047", "tool_choice", { options: vendor, found: ".function.name", rejects: [{ function: {} }] }),
  rule("R-048", "user", { accepts: ["u1", null], rejects: [5] }),
  rule("V-01", "messages[0].role", { options: vendor, accepts: ["system", "developer", "user"], rejects: ["model", "User"] }),
  rule("V-01", "messages[2].tool_call_id", { base: answered, options: vendor, accepts: ["a"] }),
  rule("V-01", "messages[3]", { base: answered, options: vendor, found: "messages[1].tool_calls[1].id", rejects: [user] }),
  // What cannot be read may be the answer, or have calls; calls stand in assistant messages only.
  rule("V-01", "messages[2]", { base: answered, options: vendor, found: ".role", rejects: [{ role: "robot", content: "x" }] }),
  rule("V-01", "messages[0]", { base: answered, options: vendor, accepts: [{ ...user, tool_calls: [call("z")] }] }),
  rule("V-01", "messages[1]", {
    base: { model: "m", messages: [user, user, { role: "tool", tool_call_id: "a", content: "1" }] },
    options: vendor,
    found: "messages[2].tool_call_id",
    rejects: [{ role: "assistant", content: "x" }],
  }),
  // Of two calls with one id the first is the one that waits.
  rule("V-01", "messages[1].tool_calls", {
    base: { model: "m", messages: [user, { role: "assistant", content: null, tool_calls: [] }, user] },
    options: vendor,
    found: "[0].id",
    rejects: [[call("a"), call("a")]],
  }),
  // A mistyped id is one fault, not two.
  rule("V-01", "messages[2].tool_call_id", { base: answered, options: vendor, accepts: ["a"], rejects: ["A", ""] }),
  rule("V-01", "messages[1].tool_calls[0].id", { base: answered, options: vendor, accepts: ["a"], rejects: [MISSING, 5] }),
  rule("V-01", "messages[4]", {
    base: answered,
    options: vendor,
    found: "messages[4].tool_call_id",
    accepts: [user],
    rejects: [
      { role: "tool", tool_call_id: "a", content: "again" },
      { role: "tool", tool_call_id: "z", content: "?" },
      { role: "tool", content: "?" },
    ],
  }),
  rule("V-02", "messages[0].content[1].image_url.detail", {
    base: withImage,
    options: vendor,
    accepts: ["auto", "low", "high", "original", MISSING],
    rejects: ["medium", "Low"],
    suggests: [["Low", "low"]],
  }),
  rule("V-02", "messages[0].content[1]", {
    base: withImage,
    options: vendor,
    accepts: [{ type: "file", file: { file_id: "f" } }],
    rejects: [{ type: "refusal", refusal: "no" }],
  }),
  rule("V-02", "messages[0].content[1].image_url.url", {
    base: {
      model: "m",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "x" },
            { type: "image_url", image_url: {} },
          ],
        },
      ],
    },
    options: { profile: "vendor" },
    accepts: [
      "https://a.example/b.png",
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA",
      "data:image/png;base64,_9j_4AAQSkZJRgABAQAAAQAB",
      "data:image/gif;base64,UklGRkoAAABXRUJQVlA4ID4A",
      "data:image/heic;base64,UGxlYXNlIHNldCBhIHVz",
      "data:image/png;base64,AAAA",
      "data:image/png;base64,\r\niVBORw0KGgoAAAANSUhEUgAA",
    ],
    warns: ["data:image/jpeg;base64,UGxlYXNlIHNldCBhIHVzZXItYWdlbnQg", "data:image/webp;base64,UklGRkoAAABXQVZFVlA4ID4A"],
  }),
  rule("V-02", "messages[0].content[1].input_audio.format", {
    base: {
      model: "m",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "x" },
            { type: "input_audio", input_audio: { data: "AA==", format: "wav" } },
          ],
        },
      ],
    },
    options: vendor,
    accepts: ["wav", "mp3"],
    rejects: ["ogg"],
  }),
  rule("V-03", "max_completion_tokens", { options: vendor, accepts: [1, MISSING], rejects: [0] }),
  rule("V-03", "max_tokens", { options: { ...vendor, capabilities: { reasoning: true } }, accepts: [MISSING, null], rejects: [5] }),
  rule("V-03", "max_tokens", { options: { ...vendor, capabilities: { reasoning: false } }, accepts: [5] }),
  rule("V-03", "max_tokens", {
    base: { ...request, max_completion_tokens: 5 },
    options: { ...vendor, capabilities: { reasoning: true } },
    found: "max_completion_tokens",
    rejects: [5],
  }),
  rule("V-03", "max_completion_tokens", { options: { ...vendor, capabilities: (model) => ({ reasoning: model === "m" }) }, accepts: [5] }),
  rule("V-03", "max_completion_tokens", { base: { ...request, max_tokens: 5 }, options: vendor, accepts: [MISSING, null], rejects: [5] }),
  rule("V-04", "n", { options: vendor, accepts: [1, 128], rejects: [0, 129] }),
  rule("V-04", "top_logprobs", { base: { ...request, logprobs: true }, options: vendor, accepts: [0, 20], rejects: [-1, 21] }),
  rule("V-04", "top_logprobs", { options: vendor, rejects: [3] }),
  rule("V-04", "logit_bias.50256", { options: vendor, accepts: [-100, 100], rejects: [-100.5, 101] }),
  rule("V-04", "metadata", {
    options: vendor,
    accepts: [pairs(16), { a: "v".repeat(512) }, { ["k".repeat(64)]: "v" }],
    rejects: [pairs(17)],
  }),
  rule("V-04", "metadata.k", { options: vendor, rejects: ["v".repeat(513)] }),
  rule("V-04", "metadata.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk", { options: vendor, rejects: ["v"] }),
  rule("V-04", "safety_identifier", { options: vendor, accepts: ["s".repeat(128)], rejects: ["s".repeat(129)] }),
  rule("V-05", "tools[0].function.name", {
    base: withTool,
    options: vendor,
    accepts: ["f", "a-b_C9", "x".repeat(64)],
    rejects: [MISSING, "a b", "a.b", "", "x".repeat(65)],
  }),
  // Mistral's clients leave it out.
  rule("V-05", "tools[0].type", { base: withTool, options: vendor, accepts: ["function"], warns: [MISSING] }),
  rule("V-05", "tools[0].type", { base: { ...request, tools: [{ custom: { name: "f" } }] }, options: vendor, rejects: [MISSING] }),
  rule("V-05", "tools[0].function", { base: withTool, options: vendor, accepts: [{ name: "f" }], rejects: [MISSING, null] }),
  rule("V-08", "messages[1].tool_calls[0].function.arguments", {
    base: answered,
    options: vendor,
    accepts: ["{}", ""],
    rejects: [{}, 1, true],
  }),
  rule("V-05", "tools", { options: vendor, accepts: [Array(128).fill(withTool.tools[0])], rejects: [Array(129).fill(withTool.tools[0])] }),
  rule("V-06", "stream_options", { options: vendor, base: { ...request, stream: true }, accepts: [{ include_usage: true }] }),
  rule("V-06", "stream_options", { options: vendor, rejects: [{ include_usage: true }] }),
  rule("V-06", "stream_options", { options: vendor, base: { ...request, stream: false }, rejects: [{ include_usage: true }] }),
  ...[{}, vendor].flatMap((options) => [
    rule("V-07", "response_format.json_schema.schema", {
      base: { ...request, response_format: { type: "json_schema", json_schema: { name: "n" } } },
      options,
      accepts: [{}, { type: "object" }],
      rejects: [MISSING, null, "{}"],
    }),
    rule("V-07", "response_format.json_schema", {
      options,
      base: { ...request, response_format: { type: "json_schema" } },
      rejects: [MISSING, null],
    }),
  ]),
  rule("V-07", "response_format", {
    found: "response_format.json_schema.schema",
    rejects: [{ type: "json_schema", json_schema: { type: "object", properties: {} } }],
  }),
  rule("V-07", "response_format.json_schema.name", {
    base: { ...request, response_format: { type: "json_schema", json_schema: { name: "n", schema: {} } } },
    options: vendor,
    accepts: ["n", "x".repeat(64)],
    rejects: [MISSING, "a b", "x".repeat(65)],
  }),
  rule("V-07", "response_format", { options: vendor, accepts: [{ type: "text" }, { type: "json_object" }], rejects: [5] }),
  rule("V-07", "response_format.type", {
    options: vendor,
    accepts: ["text", "json_object"],
    rejects: [MISSING],
    warns: ["json", "Text"],
    suggests: [["Text", "text"]],
  }),
  rule("V-08", "parallel_tool_calls", { options: vendor, accepts: [true], rejects: ["true"] }),
  rule("V-08", "store", { options: vendor, accepts: [true, null], rejects: ["true", 1] }),
  rule("V-08", "prediction", { options: vendor, accepts: [{ type: "content", content: "x" }], rejects: ["x"] }),
  rule("V-08", "stream_options.include_obfuscation", {
    base: { ...request, stream: true, stream_options: {} },
    options: vendor,
    accepts: [false],
    rejects: ["false"],
  }),
  ...(
    [
      ["reasoning_effort", ["none", "minimal", "low", "medium", "high", "xhigh", "max"], ["ultra", "Low", ""]],
      ["verbosity", ["low", "medium", "high"], ["lowest"]],
      ["service_tier", ["auto", "default", "flex", "scale", "priority", "fast"], ["standard"]],
      ["prompt_cache_retention", ["in_memory", "24h"], ["48h"]],
    ] as const
  ).map(([key, accepts, warns]) => rule("V-08", key, { options: vendor, accepts, warns, rejects: [5] })),
  rule("V-08", "modalities[0]", { base: { ...request, modalities: [] }, options: vendor, accepts: ["text", "audio"], warns: ["video"] }),
  rule("V-08", "web_search_options.search_context_size", { options: vendor, accepts: ["low", "medium", "high"], warns: ["huge"] }),
  ...[
    "seed",
    "logprobs",
    "response_format",
    "reasoning_effort",
    "max_completion_tokens",
    "metadata",
    "store",
    "top_k",
    "no_such_field",
  ].map((key) => rule("V-08", key, { accepts: [MISSING, null], extends: [FIELD_VALUES[key] ?? 5] })),
  rule("V-08", "max_token", { suggests: [[5, "max_tokens"]] }),
  rule("V-08", "Temperature", { options: vendor, warns: [1], suggests: [[1, "temperature"]] }),
  rule("V-08", "seed", { options: { ...vendor, strict: true }, accepts: [5] }),
  rule("V-08", "top_k", { options: vendor, warns: [5] }),
  rule("V-08", "messages[0].name", { accepts: ["bob"] }),
  rule("V-08", "messages[0].cache_control", { extends: [{ type: "ephemeral" }] }),
  rule("V-08", "messages[0].content[1].image_url.detail", { base: withImage, extends: ["low"] }),
  rule("V-08", "messages[0].content[0].cache_control", { base: withBlock, extends: [{ type: "ephemeral" }] }),
  rule("V-08", "tools[0].function.strict", { base: withTool, extends: [true] }),
  ...(
    [
      ["messages[0]", request],
      ["messages[0].content[0]", withBlock],
      ["messages[0].content[1]", withImage],
      ["messages[0].content[1].image_url", withImage],
      ["tools[0]", withTool],
      ["tools[0].function", withTool],
    ] as const
  ).flatMap(([node, base]) => [
    rule("V-08", `${node}.no_such_field`, { base, accepts: [MISSING], extends: [5] }),
    rule("V-08", `${node}.no_such_field`, { base, options: vendor, accepts: [MISSING], warns: [5] }),
  ]),
  rule("V-08", "tools[0].function.strict", { base: withTool, options: vendor, accepts: [true] }),
  rule("V-08", "messages[1]", {
    found: "messages[1].tool_calls",
    base: { ...request, messages: [user, user] },
    silent: [{ role: "assistant", content: "x", tool_calls: [call("a")] }],
  }),
  rule("V-32", "messages[0].content[1]", {
    found: ".type",
    base: withImage,
    options: vendor,
    accepts: [image],
    warns: [{ type: "page_url", page_url: "x" }],
  }),
  rule("V-32", "tools[0].type", { base: withTool, options: vendor, accepts: ["function"], warns: ["web_search"] }),
];

const response = {
  id: "x",
  object: "chat.completion",
  created: 0,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "x" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, prompt_tokens_details: {}, completion_tokens_details: {} },
};
const choice = response.choices[0];
const cited = {
  ...response,
  choices: [{ ...choice, message: { role: "assistant", content: "x", annotations: [{ type: "url_citation", url_citation: {} }] } }],
};

const responses: readonly Case[] = [
  rule("R-050", "id", { accepts: ["x"], rejects: [MISSING, 1] }),
  rule("R-051", "object", { accepts: ["chat.completion"], rejects: ["chat.completion.chunk", "x", MISSING, 1] }),
  rule("R-052", "created", { accepts: [0, 1_700_000_000], rejects: [1.5, "2024", MISSING] }),
  rule("R-053", "model", { accepts: ["m"], rejects: [MISSING, 1] }),
  rule("R-054", "choices", { accepts: [[choice], []], rejects: [MISSING, {}] }),
  rule("R-054", "choices", { options: { choices: 1 }, accepts: [[choice]], warns: [[], [choice, { ...choice, index: 1 }]] }),
  rule("R-054", "choices", { options: { choices: 2 }, warns: [[choice]] }),
  rule("R-055", "choices[0].index", { accepts: [0, 1], rejects: ["0", -1, 0.5, MISSING] }),
  rule("R-055", "choices[1]", { found: "choices[1].index", accepts: [{ ...choice, index: 1 }], rejects: [choice] }),
  rule("R-056", "choices[0].message", { accepts: [choice?.message], rejects: [MISSING, "x"] }),
  rule("R-057", "choices[0].message.role", { accepts: ["assistant"], rejects: ["user", "Assistant", MISSING, 1] }),
  rule("R-058", "choices[0].message.content", { accepts: ["", "x", { a: 1 }], extends: [null, MISSING], rejects: [5] }),
  rule("R-059", "choices[0].message.refusal", { accepts: [null, "no", MISSING], rejects: [5] }),
  rule("R-060", "choices[0].message.annotations", { accepts: [[], MISSING], rejects: [{}] }),
  rule("V-08", "choices[0].message.annotations[0].type", { base: cited, accepts: ["url_citation"], extends: [null] }),
  rule("V-08", "choices[0].message.annotations[0].url_citation.title", { base: cited, accepts: ["t"], extends: [null] }),
  rule("R-061", "choices[0].finish_reason", {
    accepts: ["stop"],
    silent: ["length", "tool_calls", "content_filter", "function_call"],
    extends: ["eos"],
    rejects: [5, MISSING],
  }),
  rule("R-062", "choices[0].logprobs", { accepts: [null, {}, MISSING], rejects: [[]] }),
  rule("R-063", "choices[0].content_filter_results", { accepts: [{}, MISSING], rejects: [[]] }),
  rule("R-064", "prompt_filter_results", { accepts: [[], MISSING], rejects: [{}] }),
  rule("R-065", "prompt_filter_results[0].prompt_index", {
    base: { ...response, prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] },
    accepts: [0],
    rejects: ["0", 0.5],
  }),
  rule("R-065", "prompt_filter_results[0]", { base: { ...response, prompt_filter_results: [] }, rejects: [5, null, "x"] }),
  rule("R-066", "system_fingerprint", { accepts: [null, "f", MISSING], rejects: [5] }),
  rule("R-067", "usage", { accepts: [response.usage, MISSING], rejects: [5, []] }),
  ...["prompt_tokens", "completion_tokens", "total_tokens"].map((key) =>
    rule("R-068", `usage.${key}`, { accepts: [0], rejects: [1.5, MISSING, -1, "1"] }),
  ),
  ...["cached_tokens", "audio_tokens"].map((key) =>
    rule("R-069", `usage.prompt_tokens_details.${key}`, { accepts: [0, MISSING], rejects: ["0", 0.5] }),
  ),
  ...["reasoning_tokens", "audio_tokens", "accepted_prediction_tokens", "rejected_prediction_tokens"].map((key) =>
    rule("R-070", `usage.completion_tokens_details.${key}`, { accepts: [0, MISSING], rejects: ["0", 0.5] }),
  ),
  rule("V-08", "service_tier", { accepts: [MISSING, null], extends: ["default"] }),
  rule("V-08", "modle", { extends: ["m"] }),
  rule("V-08", "system_fingerprints", { suggests: [["x", "system_fingerprint"]] }),
  rule("V-08", "choices[0].native_finish_reason", { extends: ["stop"] }),
  rule("V-08", "choices[0].message.reasoning_content", { extends: ["x"] }),
  rule("V-08", "choices[0].message.tool_calls", { silent: [[]] }),
  rule("V-08", "usage.cost", { accepts: [MISSING], extends: [0.1] }),
  rule("V-08", "usage.prompt_tokens_details.cache_write_tokens", { accepts: [MISSING], extends: [1] }),
  rule("V-08", "usage.completion_tokens_details.image_tokens", { accepts: [MISSING], extends: [1] }),
  // What the vendor does not list either is no fault of an answer: nobody refuses it.
  rule("V-08", "no_such_field", { options: { ...vendor, strict: true }, accepts: [1] }),
];

const row = (status: number, code: string | null, type: string) => ({ status, body: { error: { code, message: "m", param: null, type } } });
const error = row(400, "invalid_params", "invalid_request_error");

const errors: readonly Case[] = [
  rule("R-165", "body", { accepts: [error.body], rejects: [MISSING, "text", []] }),
  rule("R-165", "body.error", { rejects: [MISSING, "text"] }),
  rule("R-165", "body.error.code", { accepts: ["invalid_params"], rejects: [5, MISSING] }),
  rule("R-165", "body.error.message", { rejects: [MISSING, 5] }),
  rule("R-165", "body.error.type", { rejects: [MISSING, 5] }),
  rule("R-165", "body.error.param", { accepts: [null, "messages[0]"], extends: [MISSING], rejects: [5] }),
  rule("R-166", "", {
    found: "body.error",
    accepts: [
      error,
      row(401, "auth_invalid", "authentication_error"),
      row(402, "insufficient_quota", "insufficient_quota_error"),
      row(403, "permission_error", "permission_error"),
      row(404, "invalid_request_error", "invalid_request_error"),
      row(429, "rate_limit_exceeded", "rate_limit_error"),
      row(500, "server_error", "server_error"),
    ],
    extends: [row(404, "not_found", "not_found"), row(400, "server_error", "server_error")],
  }),
  rule("V-30", "body.error.type", {
    options: vendor,
    accepts: [
      ...["invalid_request_error", "authentication_error", "permission_error", "not_found_error", "rate_limit_error", "server_error"],
      "insufficient_quota",
    ],
    warns: ["insufficient_quota_error", "bad_gateway"],
  }),
];

export const chatCompletionsCases: readonly CaseGroup[] = [
  { style: "chat-completions", document: "request", base: request, cases: requests },
  { style: "chat-completions", document: "response", base: response, cases: responses },
  { style: "chat-completions", document: "error", base: error, cases: errors },
];
