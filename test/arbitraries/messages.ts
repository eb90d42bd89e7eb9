/** Messages documents from the style's own grammar, odd but legal shapes included. */
import fc from "fast-check";
import { args, base64, bool, count, jsonSchema, model, objectSchema, record, smallJson, text, url, withUnknown, word } from "./common.js";

const cacheControl = record({ type: fc.constant("ephemeral") }, { ttl: fc.constantFrom("5m", "1h") });
const marked = { cache_control: cacheControl };
const citation = fc.oneof(
  record({ type: fc.constant("web_search_result_location"), url, cited_text: text, encrypted_index: word }, { title: text }),
  record(
    {
      type: fc.constant("char_location"),
      cited_text: text,
      document_index: fc.nat({ max: 2 }),
      start_char_index: fc.nat({ max: 5 }),
      end_char_index: fc.integer({ min: 5, max: 9 }),
    },
    { document_title: text, file_id: word },
  ),
  record(
    {
      type: fc.constant("page_location"),
      cited_text: text,
      document_index: fc.constant(0),
      start_page_number: fc.constant(1),
      end_page_number: fc.constant(2),
    },
    { document_title: text },
  ),
  record(
    {
      type: fc.constant("content_block_location"),
      cited_text: text,
      document_index: fc.constant(0),
      start_block_index: fc.constant(0),
      end_block_index: fc.constant(1),
    },
    { document_title: text },
  ),
  record(
    {
      type: fc.constant("search_result_location"),
      cited_text: text,
      search_result_index: fc.constant(0),
      source: url,
      start_block_index: fc.constant(0),
      end_block_index: fc.constant(1),
    },
    { title: text },
  ),
);
const visible = text.filter((value) => value.trim() !== "");
const textBlock = withUnknown(
  record({ type: fc.constant("text"), text: visible }, { ...marked, citations: fc.array(citation, { maxLength: 2 }) }),
);
const imageBlock = record(
  {
    type: fc.constant("image"),
    source: fc.oneof(
      record({ type: fc.constant("base64"), media_type: fc.constantFrom("image/png", "image/jpeg", "image/webp"), data: base64 }),
      record({ type: fc.constant("url"), url }),
      record({ type: fc.constant("file"), file_id: fc.constant("file_1") }),
    ),
  },
  marked,
);
const documentBlock = record(
  {
    type: fc.constant("document"),
    source: fc.oneof(
      record({ type: fc.constant("base64"), media_type: fc.constant("application/pdf"), data: base64 }),
      record({ type: fc.constant("text"), media_type: fc.constant("text/plain"), data: visible }),
      record({ type: fc.constant("url"), url }),
      record({
        type: fc.constant("content"),
        content: fc.oneof(visible, fc.array(fc.oneof({ weight: 3, arbitrary: textBlock }, imageBlock), { minLength: 1, maxLength: 2 })),
      }),
      record({ type: fc.constant("file"), file_id: fc.constant("file_1") }),
    ),
  },
  { title: text, context: text, citations: record({ enabled: bool }), ...marked },
);
const searchResult = record(
  {
    type: fc.constant("search_result"),
    source: url,
    title: text,
    content: fc.array(
      record({ type: fc.constant("text"), text: visible }, { citations: fc.array(citation, { maxLength: 1 }), ...marked }),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
  },
  { citations: record({ enabled: bool }), ...marked },
);
const userBlock = fc.oneof(
  { weight: 4, arbitrary: textBlock },
  imageBlock,
  documentBlock,
  searchResult,
  record({ type: fc.constant("container_upload"), file_id: word }),
);

const signature = fc.constantFrom("U0lH", "EqQBCkYIBxgC", "sig1.g.t.UTA=");
const thinking = fc.oneof(
  record({ type: fc.constant("thinking"), thinking: text, signature }),
  record({ type: fc.constant("redacted_thinking"), data: base64 }),
);
const toolUse = (id: string) =>
  withUnknown(
    record(
      { type: fc.constant("tool_use"), id: fc.constant(id), name: word, input: args },
      { ...marked, caller: fc.constant({ type: "direct" }), toolset_name: word },
    ),
  );
/** A tool that the service ran, and what it gave. */
function serverTool(name: string, input: fc.Arbitrary<unknown>, result: Record<string, fc.Arbitrary<unknown>>) {
  const kind = name.startsWith("tool_search") ? "tool_search" : name;
  return fc.tuple(
    record({ type: fc.constant("server_tool_use"), id: fc.constant(`srvtoolu_${kind}`), name: fc.constant(name), input }),
    record({
      type: fc.constant(`${kind}_tool_result`),
      tool_use_id: fc.constant(`srvtoolu_${kind}`),
      content: fc.oneof(
        { weight: 3, arbitrary: record(result) },
        record({ type: fc.constant(`${kind}_tool_result_error`), error_code: fc.constant("unavailable") }),
      ),
    }),
  );
}
const serverBlocks = fc.oneof(
  fc.tuple(
    record({
      type: fc.constant("server_tool_use"),
      id: fc.constant("srvtoolu_1"),
      name: fc.constant("web_search"),
      input: record({ query: text }),
    }),
    record({
      type: fc.constant("web_search_tool_result"),
      tool_use_id: fc.constant("srvtoolu_1"),
      content: fc.oneof(
        fc.array(record({ type: fc.constant("web_search_result"), url, title: text, encrypted_content: base64 }, { page_age: word }), {
          maxLength: 2,
        }),
        record({ type: fc.constant("web_search_tool_result_error"), error_code: fc.constant("max_uses_exceeded") }),
      ),
    }),
  ),
  fc.tuple(
    record({
      type: fc.constant("server_tool_use"),
      id: fc.constant("srvtoolu_2"),
      name: fc.constant("code_execution"),
      input: record({ code: text }),
    }),
    record({
      type: fc.constant("code_execution_tool_result"),
      tool_use_id: fc.constant("srvtoolu_2"),
      content: fc.oneof(
        record({
          type: fc.constant("code_execution_result"),
          stdout: text,
          stderr: text,
          return_code: fc.nat({ max: 1 }),
          content: fc.constant([]),
        }),
        record({ type: fc.constant("code_execution_tool_result_error"), error_code: fc.constant("execution_time_exceeded") }),
      ),
    }),
  ),
  serverTool("bash_code_execution", record({ command: text }), {
    type: fc.constant("bash_code_execution_result"),
    stdout: text,
    stderr: text,
    return_code: fc.nat({ max: 1 }),
    content: fc.constantFrom([], [{ type: "bash_code_execution_output", file_id: "file_9" }]),
  }),
  serverTool("text_editor_code_execution", record({ command: fc.constant("view"), path: word }), {
    type: fc.constant("text_editor_code_execution_view_result"),
    file_type: fc.constant("text"),
    content: text,
    num_lines: fc.constant(1),
    start_line: fc.constant(1),
    total_lines: fc.constant(1),
  }),
  serverTool("web_fetch", record({ url }), {
    type: fc.constant("web_fetch_result"),
    url,
    content: fc.constant({ type: "document", source: { type: "text", media_type: "text/plain", data: "x" } }),
    retrieved_at: fc.constant("2025-01-01T00:00:00Z"),
  }),
  serverTool("tool_search_tool_regex", record({ query: text }), {
    type: fc.constant("tool_search_tool_search_result"),
    tool_references: fc.constantFrom([], [{ type: "tool_reference", tool_name: "f" }]),
  }),
  fc.tuple(record({ type: fc.constant("mcp_tool_use"), id: fc.constant("m1"), name: word, server_name: word, input: args })),
);
const assistantText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: textBlock.map((block) => [block]) },
      { weight: 2, arbitrary: thinking.map((block) => [block]) },
      serverBlocks,
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((blocks) => blocks.flat());

const user = withUnknown(
  record({ role: fc.constant("user"), content: fc.oneof(visible, fc.array(userBlock, { minLength: 1, maxLength: 3 })) }),
);
const assistant = withUnknown(record({ role: fc.constant("assistant"), content: fc.oneof(visible, assistantText) }));
const resultContent = fc.oneof(visible, fc.array(fc.oneof(textBlock, imageBlock, documentBlock, searchResult), { maxLength: 2 }));
/** A turn with calls, and the user turn that answers all of them. */
const toolLoop = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 999 })).chain(([calls, seed]) => {
  const ids = Array.from({ length: calls }, (_, index) => `toolu_${seed}_${index}`);
  return fc
    .tuple(
      fc
        .tuple(fc.array(thinking, { maxLength: 1 }), fc.array(textBlock, { maxLength: 1 }), ...ids.map(toolUse))
        .map(([first, second, ...uses]) => ({ role: "assistant", content: [...first, ...second, ...uses] })),
      fc
        .tuple(
          fc.array(textBlock, { maxLength: 1 }),
          ...ids.map((id) =>
            record(
              { type: fc.constant("tool_result"), tool_use_id: fc.constant(id) },
              { content: resultContent, is_error: bool, ...marked },
            ),
          ),
        )
        .map(([more, ...results]) => ({ role: "user", content: [...results, ...more] })),
    )
    .map((pair): Record<string, unknown>[] => pair);
});
const round = fc
  .oneof({ weight: 2, arbitrary: fc.tuple(assistant, user) }, { weight: 2, arbitrary: toolLoop })
  .map((pair): Record<string, unknown>[] => pair);
/** Newer models take instructions where they come last or before the assistant. */
const instruction = record({
  role: fc.constant("system"),
  content: fc.oneof(visible, fc.array(textBlock, { minLength: 1, maxLength: 1 })),
});
const messages = fc
  .tuple(user, fc.array(round, { maxLength: 3 }), fc.array(instruction, { maxLength: 1 }), fc.nat({ max: 3 }))
  .map(([first, rest, instructions, dice]) => [first, ...rest.flat(), ...(dice === 0 ? instructions : [])]);

const tool = fc.oneof(
  {
    weight: 4,
    arbitrary: withUnknown(
      record(
        { name: word, input_schema: objectSchema },
        {
          type: fc.constant("custom"),
          description: text,
          strict: bool,
          input_examples: fc.constant([{ a: 1 }]),
          defer_loading: bool,
          eager_input_streaming: bool,
          allowed_callers: fc.constant(["direct"]),
          ...marked,
        },
      ),
    ),
  },
  record(
    { type: fc.constantFrom("web_search_20250305", "web_search_20260209"), name: fc.constant("web_search") },
    {
      max_uses: fc.integer({ min: 1, max: 5 }),
      allowed_domains: fc.constant(["a.com"]),
      blocked_domains: fc.constant(["b.com"]),
      user_location: record(
        { type: fc.constant("approximate") },
        { city: word, country: fc.constant("FR"), region: word, timezone: fc.constant("Europe/Paris") },
      ),
      ...marked,
    },
  ),
  record({ type: fc.constantFrom("code_execution_20250825", "code_execution_20250522"), name: fc.constant("code_execution") }),
  record({ type: fc.constant("web_fetch_20250910"), name: fc.constant("web_fetch") }, { max_uses: fc.constant(2) }),
  record({ type: fc.constant("bash_20250124"), name: fc.constant("bash") }),
);
export const messagesRequest: fc.Arbitrary<Record<string, unknown>> = withUnknown(
  record(
    { model, max_tokens: fc.integer({ min: 1, max: 70000 }), messages },
    {
      system: fc.oneof(visible, fc.array(textBlock, { maxLength: 2 })),
      stop_sequences: fc.array(visible, { maxLength: 6 }),
      stream: bool,
      temperature: fc.constantFrom(0, 0.5, 1),
      top_p: fc.constantFrom(0, 0.5, 0.97, 1),
      top_k: fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 40 })),
      tools: fc.uniqueArray(tool, { maxLength: 3, selector: ({ name }) => name }),
      tool_choice: fc.oneof(
        record({ type: fc.constantFrom("auto", "any", "none") }, { disable_parallel_tool_use: bool }),
        record({ type: fc.constant("tool"), name: word }, { disable_parallel_tool_use: bool }),
      ),
      thinking: fc.oneof(
        record(
          { type: fc.constant("enabled"), budget_tokens: fc.integer({ min: 1024, max: 40000 }) },
          { display: fc.constantFrom("summarized", "omitted") },
        ),
        record({ type: fc.constant("adaptive") }, { display: fc.constantFrom("summarized", "omitted") }),
        fc.constantFrom({ type: "disabled" }, { type: "between_tools" }),
      ),
      output_config: record(
        {},
        {
          effort: fc.constantFrom("low", "medium", "high", "xhigh", "max"),
          format: record({ type: fc.constant("json_schema"), schema: jsonSchema }),
        },
      ),
      output_format: record({ type: fc.constant("json_schema"), schema: jsonSchema }),
      diagnostics: smallJson,
      metadata: record({}, { user_id: word }),
      service_tier: fc.constantFrom("auto", "standard_only"),
      speed: fc.constantFrom("standard", "fast"),
      cache_control: cacheControl,
      container: word,
      inference_geo: fc.constant("us"),
      context_management: smallJson,
    },
  ),
);

const usage = withUnknown(
  record(
    { input_tokens: count, output_tokens: count },
    {
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      cache_creation: record({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
      output_tokens_details: record({ thinking_tokens: fc.nat({ max: 9 }) }),
      server_tool_use: record({ web_search_requests: fc.nat({ max: 3 }) }, { web_fetch_requests: fc.nat({ max: 3 }) }),
      service_tier: fc.constantFrom("standard", "priority", "batch"),
      speed: fc.constantFrom("standard", "fast"),
    },
  ),
);
export const messagesResponse: fc.Arbitrary<Record<string, unknown>> = withUnknown(
  record(
    {
      id: fc.constantFrom("msg_1", "msg_2"),
      type: fc.constant("message"),
      role: fc.constant("assistant"),
      model,
      content: fc
        .tuple(
          assistantText,
          fc
            .array(fc.constantFrom("toolu_a", "toolu_b"), { maxLength: 2 })
            .chain((ids) => fc.tuple(...ids.map((id, index) => toolUse(`${id}${index}`)))),
        )
        .map(([head, calls]) => [...head, ...calls]),
      stop_reason: fc.constantFrom(
        "end_turn",
        "max_tokens",
        "stop_sequence",
        "tool_use",
        "pause_turn",
        "refusal",
        "model_context_window_exceeded",
        "compaction",
      ),
      stop_sequence: fc.constantFrom(null, "END"),
      usage,
    },
    {
      stop_details: record({ type: fc.constant("refusal") }, { category: fc.constantFrom("cyber", "bio"), explanation: text }),
      container: record({ id: word, expires_at: word }),
      diagnostics: smallJson,
    },
  ),
);

export const messagesError = fc.record({
  status: fc.constantFrom(400, 401, 402, 403, 404, 409, 413, 429, 500, 502, 503, 504, 529),
  body: fc.oneof(
    withUnknown(
      record(
        {
          type: fc.constant("error"),
          error: withUnknown(
            record(
              {
                type: fc.constantFrom(
                  "invalid_request_error",
                  "quota_exceeded",
                  "overloaded_error",
                  "api_error",
                  "rate_limit_error",
                  "x_error",
                ),
                message: text,
              },
              { details: fc.constant({ error_code: "c" }) },
            ),
          ),
        },
        { request_id: word },
      ),
    ),
    fc.constantFrom<unknown>("<html></html>", "", null, { type: "error" }, { error: {} }),
  ),
});
