import { describe, expect, test } from "vitest";
import { request } from "../../../src/styles/messages/request.js";
import { response } from "../../../src/styles/messages/response.js";

const path = (dotted: string) => dotted.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
const marker = { type: "ephemeral", ttl: "5m" };
const location = { type: "approximate", city: "x" };

describe("what a canonical path is of a request", () => {
  const body = {
    model: "m",
    max_tokens: 5000,
    system: [{ type: "text", text: "s", cache_control: marker }],
    stop_sequences: ["x"],
    stream: true,
    temperature: 1,
    top_p: 1,
    top_k: 1,
    tools: [
      { name: "f", description: "d", input_schema: { type: "object" }, strict: true, cache_control: marker, later: 1 },
      {
        type: "web_search_20250305",
        name: "web_search",
        allowed_domains: ["a"],
        max_uses: 1,
        user_location: location,
        cache_control: marker,
      },
      { type: "web_search_20250305", name: "web_search", blocked_domains: ["b"] },
      { type: "web_fetch_20250910", name: "web_fetch", allowed_domains: ["a"], max_uses: 1, cache_control: marker },
      { type: "web_fetch_20250910", name: "web_fetch", blocked_domains: ["b"] },
      { type: "code_execution_20250825", name: "code_execution", cache_control: marker },
      { type: "bash_20250124", name: "bash" },
    ],
    tool_choice: { type: "tool", name: "f", disable_parallel_tool_use: true },
    thinking: { type: "enabled", budget_tokens: 2000, display: "summarized" },
    output_config: { effort: "low", format: { type: "json_schema", schema: {} } },
    metadata: { user_id: "u" },
    service_tier: "auto",
    cache_control: marker,
    messages: [
      { role: "user", content: "q" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "t", signature: "s" },
          { type: "redacted_thinking", data: "d" },
          { type: "tool_use", id: "c", name: "f", input: { a: 1 }, cache_control: marker },
          { type: "server_tool_use", id: "s", name: "code_execution", input: { code: "1" } },
          { type: "server_tool_use", id: "w", name: "web_search", input: {}, cache_control: marker },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c", content: "20", is_error: true, cache_control: marker },
          { type: "text", text: "a", cache_control: marker, later: 1 },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" }, cache_control: marker },
          { type: "document", source: { type: "file", file_id: "f" }, citations: { enabled: true } },
          { type: "document", source: { type: "text", data: "x" } },
          { type: "document", source: { type: "content", content: [{ type: "text", text: "x" }] } },
          { type: "document", source: { type: "content", content: "x" } },
          { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "x" }], citations: { enabled: true } },
          { type: "hologram", name: "h" },
        ],
      },
    ],
  };
  const cases = [
    ["model", "model"],
    ["instructions", "system"],
    ["instructions.0.parts.0.cacheControl", "system.0.cache_control"],
    ["limits.maxOutputTokens", "max_tokens"],
    ["limits.stop.0", "stop_sequences.0"],
    ["sampling.temperature", "temperature"],
    ["sampling.topP", "top_p"],
    ["sampling.topK", "top_k"],
    ["toolChoice", "tool_choice"],
    ["toolChoice.mode", "tool_choice.type"],
    ["toolChoice.kind", "tool_choice.name"],
    ["toolChoice.name", "tool_choice.name"],
    ["parallelToolCalls", "tool_choice.disable_parallel_tool_use"],
    ["thinking.mode", "thinking.type"],
    ["thinking.budgetTokens", "thinking.budget_tokens"],
    ["thinking.visible", "thinking.display"],
    ["thinking.effort", "output_config.effort"],
    ["output.format", "output_config.format"],
    ["output.format.type", "output_config.format.type"],
    ["endUserId", "metadata.user_id"],
    ["serviceTier", "service_tier"],
    ["cache.auto", "cache_control"],
    ["cache.auto.ttl", "cache_control.ttl"],
    ["tools.0.schema.type", "tools.0.input_schema.type"],
    ["tools.0.cacheControl", "tools.0.cache_control"],
    ["tools.0.extensions.messages.later", "tools.0.later"],
    ["tools.1.allowedDomains.0", "tools.1.allowed_domains.0"],
    ["tools.1.maxUses", "tools.1.max_uses"],
    ["tools.1.userLocation.city", "tools.1.user_location.city"],
    ["tools.1.version", "tools.1.type"],
    ["tools.1.cacheControl", "tools.1.cache_control"],
    ["tools.2.blockedDomains", "tools.2.blocked_domains"],
    ["tools.3.allowedDomains", "tools.3.allowed_domains"],
    ["tools.3.maxUses", "tools.3.max_uses"],
    ["tools.3.version", "tools.3.type"],
    ["tools.3.cacheControl", "tools.3.cache_control"],
    ["tools.4.blockedDomains", "tools.4.blocked_domains"],
    ["tools.5.version", "tools.5.type"],
    ["tools.5.cacheControl", "tools.5.cache_control"],
    ["tools.6.value.name", "tools.6.name"],
    ["turns.0.parts.0.text", "messages.0.content"],
    ["turns.1.parts", "messages.1.content"],
    ["turns.1.parts.0.text", "messages.1.content.0.thinking"],
    ["turns.1.parts.0.signature.value", "messages.1.content.0.signature"],
    ["turns.1.parts.1.signature", "messages.1.content.1.data"],
    ["turns.1.parts.2.arguments", "messages.1.content.2.input"],
    ["turns.1.parts.2.arguments.json", "messages.1.content.2.input"],
    ["turns.1.parts.2.arguments.value.a", "messages.1.content.2.input.a"],
    ["turns.1.parts.2.cacheControl", "messages.1.content.2.cache_control"],
    ["turns.1.parts.3.code", "messages.1.content.3.input.code"],
    ["turns.1.parts.3.language", "messages.1.content.3.name"],
    ["turns.1.parts.4.cacheControl", "messages.1.content.4.cache_control"],
    ["turns.2.parts.0.callId", "messages.2.content.0.tool_use_id"],
    ["turns.2.parts.0.isError", "messages.2.content.0.is_error"],
    ["turns.2.parts.0.cacheControl", "messages.2.content.0.cache_control"],
    ["turns.2.parts.0.content.0.text", "messages.2.content.0.content"],
    ["turns.3.parts.0.text", "messages.2.content.1.text"],
    ["turns.3.parts.0.cacheControl", "messages.2.content.1.cache_control"],
    ["turns.3.parts.0.extensions.messages.later", "messages.2.content.1.later"],
    ["turns.3.parts.1.source.mimeType", "messages.2.content.2.source.media_type"],
    ["turns.3.parts.1.source.data", "messages.2.content.2.source.data"],
    ["turns.3.parts.1.cacheControl", "messages.2.content.2.cache_control"],
    ["turns.3.parts.2.source.fileId", "messages.2.content.3.source.file_id"],
    ["turns.3.parts.2.citations", "messages.2.content.3.citations.enabled"],
    ["turns.3.parts.3.source.text", "messages.2.content.4.source.data"],
    ["turns.3.parts.4.source.parts.0.text", "messages.2.content.5.source.content.0.text"],
    ["turns.3.parts.5.source.parts.0.text", "messages.2.content.6.source.content"],
    ["turns.3.parts.6.citations", "messages.2.content.7.citations.enabled"],
    ["turns.3.parts.6.content.0.text", "messages.2.content.7.content.0.text"],
    ["turns.3.parts.7.value.name", "messages.2.content.8.name"],
  ] as const;

  test.each(cases)("%s is %s", (canonical, wire) => {
    const read = request.decode(body);
    expect(read.ok && read.locate(path(canonical))).toEqual(path(wire));
  });

  test("is another where a field is said in another way", () => {
    const locate = (change: object, canonical: string) => {
      const decoded = request.decode({ ...body, ...change });
      return decoded.ok ? decoded.locate(path(canonical)) : undefined;
    };
    expect(locate({ speed: "fast" }, "serviceTier")).toEqual(["speed"]);
    for (const service_tier of ["standard_only", "later"]) expect(locate({ service_tier }, "serviceTier")).toEqual(["service_tier"]);
    expect(locate({ thinking: undefined }, "thinking")).toEqual(["output_config", "effort"]);
    expect(locate({ thinking: undefined }, "thinking.mode")).toEqual(["thinking"]);
    expect(locate({ output_config: undefined }, "thinking.effort")).toEqual(["output_config"]);
    const output_format = { type: "json_schema", schema: {} };
    expect(locate({ output_config: {}, output_format }, "output.format")).toEqual(["output_format"]);
    expect(locate({ output_config: {}, output_format }, "output.format.type")).toEqual(["output_format", "type"]);
    expect(locate({ system: "s" }, "instructions.0.parts.0.text")).toEqual(["system"]);
  });
});

describe("what a canonical path is of an answer", () => {
  const answer = {
    id: "i",
    model: "m",
    stop_reason: "refusal",
    stop_sequence: "x",
    stop_details: { type: "refusal", explanation: "e" },
    content: [
      {
        type: "text",
        text: "a",
        citations: [
          { type: "web_search_result_location", url: "u", cited_text: "c", encrypted_index: "e" },
          {
            type: "char_location",
            document_index: 0,
            document_title: "t",
            file_id: "f",
            start_char_index: 0,
            end_char_index: 1,
            cited_text: "c",
          },
          {
            type: "search_result_location",
            source: "s",
            search_result_index: 0,
            start_block_index: 0,
            end_block_index: 1,
            cited_text: "c",
          },
        ],
      },
      {
        type: "web_search_tool_result",
        tool_use_id: "s",
        content: [{ type: "web_search_result", url: "u", encrypted_content: "e", page_age: "1" }],
      },
      {
        type: "web_search_tool_result",
        tool_use_id: "s",
        content: { type: "web_search_tool_result_error", error_code: "x" },
        cache_control: marker,
      },
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: {
          type: "code_execution_result",
          stdout: "1",
          stderr: "2",
          return_code: 0,
          content: [{ type: "code_execution_output", file_id: "f" }],
        },
        cache_control: marker,
      },
      { type: "tool_use", id: "t", name: "free", input: { input: "x" } },
    ],
    usage: { input_tokens: 1, output_tokens: 1, service_tier: "priority" },
  };
  const PARTS = "choices.0.parts";

  test.each([
    ["id", "id"],
    ["model", "model"],
    ["choices.0.parts", "content"],
    ["choices.0.finish.reason", "stop_reason"],
    ["choices.0.finish.native.value", "stop_reason"],
    ["choices.0.finish.stopSequence", "stop_sequence"],
    ["choices.0.finish.refusal", "stop_details"],
    [`${PARTS}.0.citations.0.citedText`, "content.0.citations.0.cited_text"],
    [`${PARTS}.0.citations.0.encryptedIndex`, "content.0.citations.0.encrypted_index"],
    [`${PARTS}.0.citations.1.citedText`, "content.0.citations.1.cited_text"],
    [`${PARTS}.0.citations.1.documentIndex`, "content.0.citations.1.document_index"],
    [`${PARTS}.0.citations.1.title`, "content.0.citations.1.document_title"],
    [`${PARTS}.0.citations.1.fileId`, "content.0.citations.1.file_id"],
    [`${PARTS}.0.citations.1.unit`, "content.0.citations.1.type"],
    [`${PARTS}.0.citations.2.citedText`, "content.0.citations.2.cited_text"],
    [`${PARTS}.0.citations.2.resultIndex`, "content.0.citations.2.search_result_index"],
    [`${PARTS}.0.citations.2.start`, "content.0.citations.2.start_block_index"],
    [`${PARTS}.0.citations.2.end`, "content.0.citations.2.end_block_index"],
    [`${PARTS}.1.callId`, "content.1.tool_use_id"],
    [`${PARTS}.1.name`, "content.1.type"],
    [`${PARTS}.1.result.0.encryptedContent`, "content.1.content.0.encrypted_content"],
    [`${PARTS}.1.result.0.pageAge`, "content.1.content.0.page_age"],
    [`${PARTS}.2.error`, "content.2.content.error_code"],
    [`${PARTS}.2.cacheControl`, "content.2.cache_control"],
    [`${PARTS}.3.callId`, "content.3.tool_use_id"],
    [`${PARTS}.3.outcome`, "content.3.content.return_code"],
    [`${PARTS}.3.returnCode`, "content.3.content.return_code"],
    [`${PARTS}.3.stdout`, "content.3.content.stdout"],
    [`${PARTS}.3.stderr`, "content.3.content.stderr"],
    [`${PARTS}.3.files`, "content.3.content.content"],
    [`${PARTS}.3.cacheControl`, "content.3.cache_control"],
    [`${PARTS}.4.arguments.json`, "content.4.input.input"],
    ["usage", "usage"],
    ["usage.inputTokens", "usage.input_tokens"],
    ["serviceTier", "usage.service_tier"],
  ])("%s is %s", (canonical, wire) => {
    const read = response.decode(answer, { context: { customTools: ["free"] } });
    expect(read.ok && read.locate(path(canonical))).toEqual(path(wire));
  });
});
