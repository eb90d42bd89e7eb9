import { describe, expect, test } from "vitest";
import type { Issue, Path } from "../../../src/core/issue.js";
import { isObject } from "../../../src/core/json.js";
import { request } from "../../../src/styles/messages/request.js";
import { response } from "../../../src/styles/messages/response.js";
import { translateRequest, translateResponse } from "../../../src/translate.js";
import { put } from "../../validate/cases.js";

const later = { later: 1 };
const REQUEST = {
  model: "m",
  max_tokens: 5000,
  system: [{ type: "text", text: "s", ...later }],
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "a", ...later },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA", ...later }, ...later },
        { type: "image", source: { type: "url", url: "https://h/i.png", ...later }, ...later },
        {
          type: "document",
          source: { type: "text", media_type: "text/plain", data: "d", ...later },
          citations: { enabled: true, ...later },
          ...later,
        },
        { type: "document", source: { type: "content", content: [{ type: "text", text: "x", ...later }], ...later }, ...later },
        { type: "document", source: { type: "url", url: "https://h/d.pdf", ...later }, ...later },
        { type: "document", source: { type: "file", file_id: "f", ...later }, ...later },
        {
          type: "search_result",
          source: "s",
          title: "t",
          content: [{ type: "text", text: "w", ...later }],
          citations: { enabled: true, ...later },
          ...later,
        },
      ],
      ...later,
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "t", signature: "S", ...later },
        { type: "redacted_thinking", data: "R", ...later },
        { type: "text", text: "a", ...later },
        { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "q" }, ...later },
        {
          type: "web_search_tool_result",
          tool_use_id: "s1",
          content: [{ type: "web_search_result", url: "https://h", title: "h", encrypted_content: "e", page_age: null, ...later }],
          ...later,
        },
        { type: "server_tool_use", id: "s2", name: "code_execution", input: { code: "1" }, ...later },
        {
          type: "code_execution_tool_result",
          tool_use_id: "s2",
          content: { type: "code_execution_result", stdout: "1", stderr: "2", return_code: 0, content: [] },
          ...later,
        },
        { type: "tool_use", id: "t", name: "f", input: {}, ...later },
      ],
      ...later,
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "r", ...later }], is_error: true, ...later }],
      ...later,
    },
    { role: "system", content: [{ type: "text", text: "s", ...later }], ...later },
  ],
  tools: [
    { name: "f", input_schema: { type: "object" }, ...later },
    {
      type: "web_search_20250305",
      name: "web_search",
      user_location: { type: "approximate", city: "c", country: "FR", region: "r", timezone: "z", ...later },
      ...later,
    },
    { type: "web_fetch_20250910", name: "web_fetch", ...later },
    { type: "code_execution_20250825", name: "code_execution", ...later },
    { type: "bash_20250124", name: "bash", ...later },
  ],
  tool_choice: { type: "auto", ...later },
  thinking: { type: "enabled", budget_tokens: 2048, ...later },
  output_config: { effort: "low", format: { type: "json_schema", schema: {}, ...later }, ...later },
  metadata: { user_id: "u", ...later },
  ...later,
};
const RESPONSE = {
  id: "i",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    ...(REQUEST.messages[1]?.content ?? []),
    {
      type: "text",
      text: "b",
      citations: [
        { type: "web_search_result_location", cited_text: "c", url: "https://h", title: "h", encrypted_index: "e" },
        {
          type: "page_location",
          cited_text: "c",
          document_index: 0,
          document_title: "d",
          start_page_number: 1,
          end_page_number: 2,
          file_id: "f",
        },
      ],
      ...later,
    },
  ],
  stop_reason: "refusal",
  stop_sequence: null,
  stop_details: { type: "refusal", category: null, explanation: "e", ...later },
  usage: {
    input_tokens: 1,
    output_tokens: 2,
    service_tier: "standard",
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0, ...later },
    output_tokens_details: { thinking_tokens: 1, ...later },
    server_tool_use: { web_search_requests: 1, ...later },
    ...later,
  },
  ...later,
};

/** Where objects stand that have such a field. */
function placesOf(node: unknown, path: Path = []): readonly Path[] {
  if (!isObject(node) && !Array.isArray(node)) return [];
  const inside = Array.isArray(node)
    ? node.flatMap((item: unknown, index) => placesOf(item, [...path, index]))
    : Object.entries(node).flatMap(([key, item]) => placesOf(item, [...path, key]));
  return isObject(node) && "later" in node ? [path, ...inside] : inside;
}

/** Some issue is about the field or a node above it. */
function isNamed(path: Path, issues: readonly Issue[]): boolean {
  const places = path.map((_step, index) => path.slice(0, index + 1).join("."));
  return issues.some((issue) => places.includes(issue.path.join(".")));
}

function ownRequest(body: unknown) {
  const read = request.decode(body);
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  const written = request.encode(read.value, { from: "messages", capabilities: { midSystem: true } });
  return { body: written.ok ? written.value.body : undefined, issues: written.issues };
}
function ownResponse(body: unknown) {
  const read = response.decode(body);
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  const written = response.encode(read.value);
  return { body: written.ok ? written.value : undefined, issues: written.issues };
}

describe("fields that nobody knows yet", () => {
  test("come back from every place of a request and of an answer without a word", () => {
    expect(ownRequest(REQUEST)).toEqual({ body: REQUEST, issues: [] });
    expect(ownResponse(RESPONSE)).toEqual({ body: RESPONSE, issues: [] });
  });

  test.each(["chat-completions", "generate-content"] as const)("are named on the way to %s, or what they stand in is", (to) => {
    const options = { report: "all", from: "messages", to } as const;
    const unnamed = (body: unknown, { issues }: { readonly issues: readonly Issue[] }) =>
      placesOf(body).filter((place) => !isNamed([...place, "later"], issues));
    expect(unnamed(REQUEST, translateRequest(REQUEST, options))).toEqual([]);
    expect(unnamed(RESPONSE, translateResponse(RESPONSE, options))).toEqual([]);
  });

  test("are named as betas are, which stand in the body at hosts", () => {
    const { issues } = translateRequest(
      { ...REQUEST, anthropic_beta: ["context-1m-2025-08-07"] },
      { from: "messages", to: "generate-content" },
    );
    expect(isNamed(["anthropic_beta"], issues)).toBe(true);
    const { later: _, ...known } = { ...REQUEST, anthropic_version: "bedrock-2023-05-31", anthropic_beta: ["b"] };
    expect(ownRequest(known)).toMatchObject({ body: { anthropic_beta: ["b"] }, issues: [] });
  });
});

describe("a cache marker", () => {
  const places = placesOf(REQUEST).filter((path) => typeof path.at(-1) === "number" && path.at(-2) !== "messages");
  const marker = { type: "ephemeral", ttl: "1h", ...later };

  test.each(places.map((path) => [path.join("."), path] as const))("comes back from %s", (_name, path) => {
    const body = put(REQUEST, [...path, "cache_control"], marker);
    expect(ownRequest(body)).toEqual({ body, issues: [] });
    const { issues } = translateRequest(body, { report: "all", from: "messages", to: "generate-content" });
    expect(isNamed([...path, "cache_control"], issues)).toBe(true);
  });

  test("comes back from the request, and from the blocks of an answer", () => {
    for (const cache_control of [marker, { type: "ephemeral" }, { type: "ephemeral", ttl: "5m" }])
      expect(ownRequest({ ...REQUEST, cache_control }).body).toEqual({ ...REQUEST, cache_control });
    const content = RESPONSE.content.map((block) => (/thinking/.test(block.type) ? block : { ...block, cache_control: marker }));
    expect(ownResponse({ ...RESPONSE, content })).toEqual({ body: { ...RESPONSE, content }, issues: [] });
  });
});
