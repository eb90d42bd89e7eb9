import { type Case, type CaseGroup, MISSING, range, rule } from "./cases.js";

const vendor = { profile: "vendor" } as const;
const user = { role: "user", content: [{ type: "text", text: "x" }] };
const request = { model: "m", max_tokens: 4096, messages: [user] };
const calls = {
  ...request,
  messages: [
    user,
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "1" }] },
  ],
};
const failing = {
  ...calls,
  messages: [
    ...calls.messages.slice(0, 2),
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "1", is_error: true }] },
  ],
};
const searched = {
  role: "assistant",
  content: [
    { type: "server_tool_use", id: "s", name: "web_search", input: {} },
    { type: "web_search_tool_result", tool_use_id: "s", content: [] },
  ],
};
const tool = { name: "f", input_schema: { type: "object" } };
const withTool = { ...request, tools: [tool] };
const thinking = { ...request, thinking: { type: "enabled", budget_tokens: 1024 } };
const withImage = {
  ...request,
  messages: [{ role: "user", content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } }] }],
};
const withPdf = {
  ...request,
  messages: [{ role: "user", content: [{ type: "document", source: { type: "base64", media_type: "application/pdf", data: "AA==" } }] }],
};
const marker = { type: "ephemeral" };
const marked = (count: number) => [
  { role: "user", content: Array.from({ length: count }, () => ({ type: "text", text: "x", cache_control: marker })) },
];

const vendorBlocks = [
  { type: "image", source: { type: "url", url: "https://a/b.png" } },
  { type: "document", source: { type: "text", media_type: "text/plain", data: "x" } },
  { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "x" }] },
  { type: "tool_use", id: "a", name: "f", input: {} },
  { type: "tool_result", tool_use_id: "a" },
  { type: "thinking", thinking: "t", signature: "s" },
  { type: "redacted_thinking", data: "d" },
  { type: "server_tool_use", id: "a", name: "web_search", input: {} },
  { type: "web_search_tool_result", tool_use_id: "a", content: [] },
  { type: "container_upload", file_id: "f" },
];

const requests: readonly Case[] = [
  rule("R-071", "", { accepts: [request], rejects: [[], "x", null] }),
  rule("R-072", "model", { accepts: ["m"], rejects: [MISSING, null] }),
  rule("R-073", "model", { accepts: ["m"], rejects: [5, ""] }),
  rule("R-074", "messages", { accepts: [[user]], rejects: [MISSING, null] }),
  rule("R-075", "messages", { accepts: [[user]], rejects: [{}, [], "x", ""] }),
  rule("R-075", "messages", { options: vendor, rejects: [{}, [], "x"] }),
  rule("R-076", "max_tokens", { accepts: [1], rejects: [MISSING, null] }),
  rule("R-077", "max_tokens", { accepts: [1, 5.0], rejects: ["1", 1.5, 0, -1] }),
  rule("R-077", "max_tokens", { options: vendor, accepts: [0], rejects: [-1] }),
  rule("R-078", "messages[0]", { accepts: [user], rejects: ["x", null, []] }),
  rule("R-079", "messages[0].role", { accepts: ["user"], rejects: [MISSING, 1] }),
  rule("R-080", "messages[0].role", {
    accepts: ["user", "assistant"],
    extends: ["system"],
    rejects: ["tool", "developer", "User"],
    suggests: [["User", "user"]],
  }),
  rule("R-081", "messages[0].content", { accepts: [user.content], rejects: [MISSING, null] }),
  rule("R-082", "messages[0].content", { accepts: [user.content], silent: ["x"], rejects: [5, {}, []] }),
  rule("R-083", "messages[0].content[0]", { accepts: [user.content[0]], rejects: ["x", null] }),
  rule("R-084", "messages[0].content[0].type", { accepts: ["text"], rejects: [MISSING, "txt", "Text", 1], suggests: [["txt", "text"]] }),
  rule("R-084", "messages[0].content[0]", { found: "messages[0].content[0].type", silent: vendorBlocks }),
  rule("R-084", "messages[2].content[0].content", {
    base: calls,
    found: "[0].type",
    accepts: [
      "1",
      [{ type: "text", text: "x" }],
      [{ type: "image", source: { type: "url", url: "https://a/b.png" } }],
      [{ type: "tool_reference", tool_name: "f" }],
      [{ type: "browser_state" }],
    ],
    rejects: [[{ type: "txt", text: "x" }], [{}]],
  }),
  rule("R-084", "system", { found: "[0].type", rejects: [[{ type: "image" }], [{ type: 5, text: "x" }]] }),
  rule("R-083", "system", { found: "[0]", accepts: ["s", [{ type: "text", text: "s" }]], rejects: [["s"], [null]] }),
  rule("R-085", "messages[0].content[0].text", { accepts: ["x", ""], rejects: [MISSING, 5] }),
  rule("R-085", "messages[0].content[0].text", { options: vendor, rejects: [5] }),
  rule("R-086", "stream", { accepts: [true], rejects: ["true"] }),
  rule("R-086", "messages[1].content[0].input", { base: calls, accepts: [{}, { x: 1 }], rejects: [MISSING, null, "{}", [], 5] }),
  rule("R-086", "messages[1].content[0].input", {
    base: { ...request, messages: [user, searched] },
    accepts: [{}],
    rejects: [MISSING, "{}"],
  }),
  rule("R-086", "output_config.format.schema", {
    base: { ...request, output_config: { format: { type: "json_schema" } } },
    accepts: [{}],
    rejects: [MISSING, null, 5],
  }),
  rule("R-086", "container", { accepts: ["c", { id: "c" }, null], rejects: [5, []] }),
  rule("R-086", "mcp_servers", { accepts: [[]], rejects: [{}, "x"] }),
  rule("R-086", "inference_geo", { accepts: ["us"], rejects: [5] }),
  rule("R-086", "system", { silent: ["s"] }),
  rule("R-086", "no_such_field", { accepts: [null], extends: [5] }),
  rule("R-086", "stop_sequence", { suggests: [[["a"], "stop_sequences"]] }),
  rule("R-086", "messages[0].id", { extends: ["msg_1"] }),
  rule("R-086", "messages[0].content[0].cache_control", { silent: [marker] }),
  rule("V-32", "no_such_field", { options: vendor, accepts: [MISSING], warns: [5] }),
  rule("V-32", "messages[0].id", { options: vendor, warns: ["msg_1"] }),
  rule("V-32", "mcp_servers", { options: { ...vendor, strict: true }, accepts: [[]] }),
  rule("V-32", "messages[2].content[0].content", {
    base: calls,
    options: vendor,
    found: "messages[2].content[0].content[0].type",
    accepts: [[{ type: "text", text: "x" }]],
    warns: [[{ type: "txt" }]],
  }),
  rule("R-086", "service_tier", { accepts: ["auto", "standard_only"], rejects: ["priority", 5] }),
  rule("R-086", "speed", { accepts: ["standard", "fast"], rejects: ["slow"] }),
  rule("R-086", "output_config.effort", {
    accepts: ["low", "medium", "high", "xhigh", "max"],
    rejects: ["none", "High"],
    suggests: [["High", "high"]],
  }),
  rule("V-10", "temperature", { options: vendor, ...range(0, 1) }),
  rule("V-10", "temperature", { accepts: [0, 1], warns: [1.01, 2], rejects: [-0.01] }),
  rule("V-10", "top_p", { ...range(0, 1) }),
  rule("V-10", "top_k", { options: vendor, accepts: [0, 500], rejects: [-1, 1.5, "1"] }),
  rule("V-10", "top_k", { accepts: [0, 500], warns: [-1], rejects: [1.5, "1"] }),
  rule("V-10", "temperature", { options: { capabilities: { sampling: false } }, accepts: [1, MISSING], rejects: [0.5] }),
  ...["claude-opus-4-1-20250805", "anthropic.claude-sonnet-4-5-v1:0", "claude-haiku-4.5", "claude-opus-4-5", "claude-sonnet-5"].map(
    (model) =>
      rule("V-10", "top_p", { base: { ...request, model, temperature: 1 }, options: vendor, accepts: [MISSING, null], rejects: [0.9, 1] }),
  ),
  ...["claude-opus-4-20250514", "claude-sonnet-4-0", "claude-3-7-sonnet-latest", "another"].map((model) =>
    rule("V-10", "top_p", { base: { ...request, model, temperature: 0.5 }, options: vendor, accepts: [0.9] }),
  ),
  rule("V-10", "top_p", { base: { ...request, model: "claude-opus-4-1", temperature: 0.5 }, accepts: [0.9] }),
  rule("V-11", "thinking.budget_tokens", { base: thinking, accepts: [1024, 4095], rejects: [1023, 4096, 5000, MISSING, 1024.5] }),
  rule("V-11", "thinking.type", {
    base: thinking,
    accepts: ["enabled", "adaptive", "disabled", "between_tools"],
    rejects: ["on", "Enabled"],
  }),
  rule("V-11", "thinking.display", { base: thinking, accepts: ["summarized", "omitted"], rejects: ["full"] }),
  rule("V-11", "temperature", { base: thinking, accepts: [1], rejects: [0.5, 1.5, -1] }),
  rule("V-11", "temperature", { base: { ...request, thinking: { type: "adaptive" } }, accepts: [1], rejects: [0.5] }),
  rule("V-11", "temperature", { base: { ...request, thinking: { type: "disabled" } }, accepts: [0.5] }),
  rule("V-11", "thinking.budget_tokens", { base: thinking, rejects: ["5000"] }),
  rule("R-077", "max_tokens", { base: thinking, rejects: ["5"] }),
  rule("V-10", "top_p", { base: thinking, rejects: ["0.5"] }),
  rule("R-077", "max_tokens", { base: thinking, rejects: [1000.5] }),
  rule("V-11", "top_k", { base: thinking, accepts: [MISSING], rejects: [5] }),
  rule("V-11", "top_p", { base: thinking, accepts: [0.95, 1], rejects: [0.94] }),
  rule("V-11", "tool_choice", {
    base: { ...thinking, tools: [tool] },
    accepts: [{ type: "auto" }, { type: "none" }],
    rejects: [{ type: "any" }, { type: "tool", name: "f" }],
  }),
  rule("V-11", "messages[1]", {
    base: thinking,
    accepts: [user],
    rejects: [
      { role: "assistant", content: [{ type: "text", text: "{" }] },
      { role: "assistant", content: "{" },
    ],
  }),
  rule("V-12", "messages[2].content[0].content", {
    base: failing,
    options: vendor,
    accepts: ["x", [{ type: "text", text: "x" }]],
    rejects: [MISSING, null, "", []],
  }),
  rule("V-12", "messages[2].content[0].content", { base: calls, options: vendor, accepts: [MISSING, ""] }),
  rule("V-12", "messages[0].content[0].text", { options: vendor, accepts: ["x", " x"], rejects: ["", " ", "\n\t"] }),
  rule("V-12", "messages[1].content[0].text", {
    base: { ...request, messages: [user, { role: "assistant", content: [{ type: "text", text: "x" }] }] },
    options: vendor,
    accepts: ["x"],
    rejects: ["x ", "x\n"],
  }),
  rule("V-12", "system[0].text", {
    base: { ...request, system: [{ type: "text", text: "s" }] },
    options: vendor,
    accepts: ["s"],
    rejects: ["", " "],
  }),
  rule("V-12", "messages[0].content", { options: vendor, accepts: ["x"], rejects: ["", " \n", []] }),
  rule("V-12", "messages[1]", {
    base: { ...request, messages: [user] },
    options: vendor,
    found: "messages[1].content",
    accepts: [
      { role: "assistant", content: "" },
      { role: "assistant", content: [] },
    ],
    rejects: [
      { role: "assistant", content: " " },
      { role: "user", content: "" },
    ],
  }),
  rule("V-12", "messages[1]", {
    base: { ...request, messages: [user] },
    options: { ...vendor, capabilities: { prefill: false } },
    accepts: [user, { role: "assistant", content: [{ type: "server_tool_use", id: "a", name: "web_search", input: {} }] }],
    rejects: [
      { role: "assistant", content: "{" },
      { role: "assistant", content: [{ type: "text", text: "{" }] },
    ],
  }),
  rule("V-13", "messages[2]", { base: calls, options: vendor, accepts: [calls.messages[2]] }),
  // The vendor joins messages of one role that follow each other: a recorded request has two.
  rule("V-13", "messages", {
    options: vendor,
    accepts: [
      [
        user,
        ...["a", "b"].map((id) => ({ role: "assistant", content: [{ type: "tool_use", id, name: "f", input: {} }] })),
        ...["a", "b"].map((id) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: id }] })),
        user,
      ],
    ],
  }),
  // A mistyped id is one fault, not two.
  rule("V-13", "messages[2].content[0].tool_use_id", { base: calls, options: vendor, accepts: ["a"], rejects: ["A"] }),
  rule("V-13", "messages[1].content", {
    base: calls,
    options: vendor,
    found: "messages[1].content[1].id",
    rejects: [[...(calls.messages[1]?.content ?? []), ...(calls.messages[1]?.content ?? [])]],
  }),
  rule("V-13", "messages[1].content[0].id", {
    base: {
      ...calls,
      messages: [
        user,
        { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "a b" }] },
      ],
    },
    options: vendor,
    rejects: ["a b"],
  }),
  rule("V-13", "messages[2]", { base: calls, options: vendor, found: "messages[1].content[0].id", rejects: [user] }),
  rule("V-13", "messages", { base: calls, options: vendor, found: "[1].content[0].id", rejects: [calls.messages.slice(0, 2)] }),
  rule("V-13", "messages[2].content", {
    base: calls,
    options: vendor,
    found: "[1]",
    rejects: [
      [
        { type: "text", text: "x" },
        { type: "tool_result", tool_use_id: "a" },
      ],
    ],
  }),
  rule("V-13", "messages[2].content[1]", {
    base: calls,
    options: vendor,
    found: ".tool_use_id",
    rejects: [{ type: "tool_result", tool_use_id: "z" }],
  }),
  rule("V-14", "messages", { accepts: [marked(4)] }),
  rule("V-14", "messages", { found: "messages[0].content[4].cache_control", options: vendor, rejects: [marked(5)] }),
  rule("V-14", "messages", { found: "[0].content[4].cache_control", accepts: [marked(4)], warns: [marked(5)] }),
  rule("V-14", "messages[0].content[0].cache_control.ttl", {
    base: { ...request, messages: marked(1) },
    accepts: ["5m", "1h", MISSING],
    rejects: ["2h", "5M", 5],
  }),
  rule("V-14", "messages[0].content[0].cache_control.type", {
    base: { ...request, messages: marked(1) },
    accepts: ["ephemeral"],
    rejects: ["persistent", MISSING],
  }),
  // Unknown fields do not change whose marker it is, and where no block stands there is no marker.
  rule("V-14", "tools[0].cache_control.type", {
    base: { ...request, tools: [{ ...tool, role: "x", cache_control: marker }] },
    accepts: ["ephemeral"],
    rejects: ["persistent"],
  }),
  rule("V-14", "messages[0].content[0].cache_control.type", {
    base: { ...request, messages: [{ role: "user", content: [{ type: "text", text: "x", role: "x", cache_control: marker }] }] },
    accepts: ["ephemeral"],
    rejects: ["persistent"],
  }),
  rule("R-078", "messages[0]", { rejects: [[{ type: "text", text: "x", cache_control: { type: "x" } }]] }),
  rule("R-082", "messages[0].content", { rejects: [{ type: "text", text: "x", cache_control: { type: "x" } }] }),
  // A time that is none is no time before which a longer one had to stand.
  rule("V-14", "messages[0].content[0].cache_control.ttl", {
    base: {
      ...request,
      messages: [
        { role: "user", content: ["1h", "1h"].map((ttl) => ({ type: "text", text: "x", cache_control: { type: "ephemeral", ttl } })) },
      ],
    },
    rejects: ["2h"],
  }),
  rule("V-14", "messages[0].content[1].cache_control.ttl", { base: { ...request, messages: marked(2) }, accepts: ["5m"], rejects: ["1h"] }),
  rule("V-14", "metadata.user_id", {
    options: vendor,
    accepts: ["u_1", "2024-01-15", "123456789012", "7d1f8a52-0123-4567-8901-1234567890ab", MISSING],
    warns: ["a@b.co", "id ann.lee@mail.example.org", "+49 151 1234567", "tel:+14155550123", "(415) 555-0123", "415-555-0123"],
  }),
  rule("V-14", "metadata.user_id", { options: vendor, accepts: ["u".repeat(256)], rejects: ["u".repeat(257), 5] }),
  rule("V-14", "metadata.user_id", { warns: ["u".repeat(257)], rejects: [5] }),
  rule("V-14", "messages", { options: vendor, accepts: [Array(100_000).fill(user)], rejects: [Array(100_001).fill(user)] }),
  rule("V-14", "messages", { accepts: [Array(100_000).fill(user)], warns: [Array(100_001).fill(user)] }),
  rule("V-15", "tools[0].name", { base: withTool, accepts: ["f", "x".repeat(128)], rejects: ["a b", "a.b", "x".repeat(129), MISSING, 5] }),
  rule("V-15", "tools[0]", {
    base: withTool,
    found: "tools[0].name",
    accepts: [
      { type: "web_search_20250305", name: "web_search" },
      { type: "code_execution_20250522", name: "code_execution" },
      { type: "bash_20250124", name: "bash" },
    ],
    rejects: [{ type: "code_execution_20250522", name: 5 }, { type: "bash_20250124", name: 5 }, { type: "web_search_20250305" }],
  }),
  rule("V-15", "tools[0].type", { base: withTool, accepts: [MISSING, "custom"], rejects: [5] }),
  rule("V-15", "tools[1]", { base: withTool, found: "tools[1].name", accepts: [{ ...tool, name: "g" }], rejects: [tool] }),
  rule("V-15", "tools[0].input_schema.type", { base: withTool, accepts: ["object"], rejects: ["array", MISSING] }),
  rule("V-15", "tool_choice", {
    base: withTool,
    accepts: [{ type: "auto" }, { type: "any" }, { type: "none" }, { type: "tool", name: "f" }],
  }),
  rule("V-15", "tool_choice", { base: withTool, found: "tool_choice.type", rejects: [{ type: "required" }] }),
  rule("V-15", "tool_choice", { base: withTool, found: ".name", rejects: [{ type: "tool" }] }),
  rule("V-16", "messages[1]", {
    base: { ...request, messages: [user] },
    options: vendor,
    found: ".role",
    accepts: [{ role: "system", content: "s" }],
    rejects: [{ role: "tool", content: "s" }],
  }),
  rule("V-16", "messages[0].role", { options: vendor, accepts: ["user"], rejects: ["system"] }),
  rule("V-16", "messages[2]", {
    base: { ...request, messages: [user, searched] },
    options: vendor,
    found: "messages[2].role",
    accepts: [{ role: "system", content: "s" }],
  }),
  rule("V-16", "messages[1].content", {
    base: { ...request, messages: [user, searched, { role: "system", content: "s" }] },
    options: vendor,
    found: "messages[2].role",
    accepts: [searched.content, [searched.content[0]]],
    rejects: ["text", [{ type: "text", text: "x" }]],
  }),
  rule("V-16", "messages[1].content", {
    base: { ...request, messages: [user, { role: "system", content: "s" }] },
    options: vendor,
    found: "[1].type",
    accepts: [[{ type: "text", text: "s" }]],
    rejects: [
      [
        { type: "text", text: "s" },
        { type: "image", source: { type: "url", url: "https://a.example/b.png" } },
      ],
    ],
  }),
  rule("V-16", "messages[2]", {
    base: { ...request, messages: [user, { role: "system", content: "s" }] },
    options: vendor,
    found: ".role",
    accepts: [
      { role: "assistant", content: "x" },
      { role: "system", content: "s" },
    ],
  }),
  rule("V-16", "messages[1]", {
    base: { ...request, messages: [user, user, user] },
    options: vendor,
    found: ".role",
    rejects: [{ role: "system", content: "s" }],
  }),
  rule("V-16", "messages[1]", {
    base: request,
    options: { ...vendor, capabilities: { midSystem: false } },
    found: ".role",
    rejects: [{ role: "system", content: "s" }],
  }),
  rule("V-17", "messages[0].content[0].source.media_type", {
    base: withImage,
    accepts: ["image/jpeg", "image/png", "image/gif", "image/webp"],
    rejects: ["image/bmp", "image/jpg", "application/pdf", 5],
    suggests: [["image/jpg", "image/jpeg"]],
  }),
  rule("V-17", "messages[0].content[0].source", {
    found: "messages[0].content[0].source.data",
    base: withImage,
    options: vendor,
    accepts: [
      { type: "base64", media_type: "image/gif", data: "R0lGODlhAQABAIAAAAAA" },
      { type: "url", url: "https://a.example/b.png" },
    ],
    warns: [
      { type: "base64", media_type: "image/png", data: "R0lGODlhAQABAIAAAAAA" },
      { type: "base64", media_type: "image/png", data: "UGxlYXNlIHNldCBhIHVz" },
    ],
  }),
  rule("V-17", "messages[0].content[0].source.type", {
    base: withImage,
    rejects: ["bas64", "content", 5],
    suggests: [["bas64", "base64"]],
  }),
  rule("V-17", "messages[0].content[0].source", {
    base: withImage,
    accepts: [
      { type: "url", url: "https://a/b.png" },
      { type: "url", url: "https://a/b.bmp", media_type: "image/bmp" },
      { type: "file", file_id: "f" },
    ],
    rejects: ["https://a/b.png", MISSING],
  }),
  rule("V-17", "messages[0].content[0].source", {
    base: withPdf,
    accepts: [
      { type: "url", url: "https://a/b.pdf" },
      { type: "file", file_id: "f" },
      { type: "text", media_type: "text/plain", data: "x" },
      { type: "content", content: "x" },
    ],
  }),
  rule("V-17", "messages[0].content[0].source.media_type", { base: withPdf, accepts: ["application/pdf"], rejects: ["image/png"] }),
  rule("V-32", "messages[0].content[0]", {
    found: "messages[0].content[0].type",
    options: vendor,
    accepts: vendorBlocks.slice(0, 3),
    warns: [{ type: "mcp_tool_use", id: "a" }, { type: "compaction" }],
  }),
];

const response = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "x" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const responses: readonly Case[] = [
  rule("R-086", "id", { accepts: ["x"], rejects: [MISSING, 1] }),
  rule("R-086", "type", { accepts: ["message"], rejects: [MISSING, "error"] }),
  rule("R-086", "role", { accepts: ["assistant"], rejects: [MISSING, "user"] }),
  rule("R-086", "content", { accepts: [[]], rejects: [MISSING, "x", {}] }),
  rule("R-086", "usage.input_tokens", { accepts: [0], rejects: [MISSING, "1", 1.5, -1] }),
  rule("R-084", "content[0].type", { accepts: ["text"], rejects: [MISSING, 5] }),
  rule("R-085", "content[0].text", { accepts: [""], rejects: [MISSING, 5] }),
  // A rule of requests is none of answers.
  rule("R-086", "content[0].cache_control", { accepts: [{ type: "ephemeral" }], rejects: [5] }),
  rule("R-086", "content[0]", {
    found: "content[0].input",
    accepts: [{ type: "tool_use", id: "a", name: "f", input: {} }],
    rejects: [{ type: "tool_use", id: "a", name: "f" }],
  }),
  rule("V-30", "stop_reason", {
    accepts: ["end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal", "model_context_window_exceeded", null],
    extends: ["stop"],
  }),
];

const row = (status: number, type: string) => ({ status, body: { type: "error", error: { type, message: "m" } } });
const error = row(400, "invalid_request_error");
const errors: readonly Case[] = [
  rule("R-170", "body", { accepts: [error.body], rejects: [MISSING, "text"] }),
  rule("R-170", "body.type", { accepts: ["error"], rejects: [MISSING, "message"] }),
  rule("R-170", "body.error", { accepts: [error.body.error], rejects: [MISSING, "text"] }),
  rule("R-170", "body.error.message", { rejects: [MISSING, 5] }),
  rule("R-170", "body.error.type", { rejects: [MISSING, 5] }),
  rule("R-171", "", {
    found: "body.error.type",
    accepts: [
      error,
      row(401, "authentication_error"),
      row(402, "insufficient_balance"),
      row(403, "quota_exceeded"),
      row(429, "rate_limit_error"),
      row(500, "internal_server_error"),
    ],
    extends: [row(500, "rate_limit_error"), row(403, "permission_error"), row(404, "not_found_error"), row(529, "overloaded_error")],
  }),
  rule("V-30", "body.error.type", {
    options: vendor,
    accepts: [
      ...["invalid_request_error", "authentication_error", "billing_error", "permission_error", "not_found_error", "conflict_error"],
      ...["request_too_large", "rate_limit_error", "api_error", "timeout_error", "overloaded_error"],
    ],
    warns: ["insufficient_balance", "server_error"],
  }),
];

export const messagesCases: readonly CaseGroup[] = [
  { style: "messages", document: "request", base: request, cases: requests },
  { style: "messages", document: "response", base: response, cases: responses },
  { style: "messages", document: "error", base: error, cases: errors },
];
