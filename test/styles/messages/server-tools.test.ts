import { describe, expect, test } from "vitest";
import type { Part } from "../../../src/model/index.js";
import { response } from "../../../src/styles/messages/response.js";

const ENVELOPE = { id: "i", type: "message", role: "assistant", model: "m", stop_reason: "end_turn", stop_sequence: null } as const;
const USAGE = { input_tokens: 1, output_tokens: 1 };

function read(...content: readonly object[]): readonly Part[] {
  const decoded = response.decode({ ...ENVELOPE, content, usage: USAGE });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.issues));
  return decoded.value.choices[0]?.parts ?? [];
}

function write(parts: readonly Part[], from?: "generate-content") {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const choices = [{ index: 0, parts, finish: { reason: "stop", native: { style: "messages", value: "end_turn" } } }] as const;
  const encoded = response.encode({ id: "i", model: "m", choices, usage }, from === undefined ? {} : { from });
  return {
    content: encoded.ok ? encoded.value.content : undefined,
    issues: encoded.issues.map(({ code, path }) => [code, path.slice(2).join(".")]),
  };
}

const RUN = { type: "code_execution_result", stdout: "1", stderr: "", return_code: 0, content: [] };
const run = (change: object) => ({ type: "code_execution_tool_result", tool_use_id: "s", content: { ...RUN, ...change } });
const hit = { type: "web_search_result", url: "u", title: "t", encrypted_content: "e", page_age: "1 day" };

describe("results of code", () => {
  test.each([
    ["that ran", run({}), { outcome: "ok", stdout: "1", stderr: "", returnCode: 0 }],
    ["that failed", run({ return_code: 2 }), { outcome: "failed", returnCode: 2 }],
    ["without output", run({ stdout: null, stderr: null }), { outcome: "ok", stdout: "" }],
    ["that wrote files", run({ content: [{ type: "code_execution_output", file_id: "f" }] }), { files: ["f"] }],
    [
      "that took too long",
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_tool_result_error", error_code: "execution_time_exceeded" },
      },
      { outcome: "timeout", stdout: "" },
    ],
  ])("reads the result of code %s", (_what, block, facts) => {
    expect(read(block)).toMatchObject([{ type: "code-result", callId: "s", ...facts }]);
  });

  test.each([
    [run({ content: ["f"] })],
    [run({ content: [{ type: "other_output", file_id: "f" }] })],
    [run({ content: [{ type: "code_execution_output", file_id: 5 }] })],
    [run({ content: [{ type: "code_execution_output", file_id: "f", later: 1 }] })],
    [run({ content: "none" })],
    [run({ later: 1 })],
  ])("keeps what a result holds beside its facts: %o", (block) => {
    const parts = read(block);
    expect(parts).toMatchObject([{ type: "code-result" }]);
    expect(parts[0]).not.toHaveProperty("files", ["f"]);
    expect(write(parts).content).toEqual([block]);
  });

  test.each([
    [{ type: "code_execution_tool_result", tool_use_id: "s", content: "done" }],
    [run({ type: "later_result" })],
    [run({ return_code: "0" })],
  ])("keeps a result of a form that it does not know whole: %o", (block) => {
    expect(read(block)).toMatchObject([{ type: "server-tool-result", name: "code_execution", raw: block.content }]);
    expect(write(read(block)).content).toEqual([block]);
  });

  test("writes a result that has no exit code by how it ended, under the name of what ran", () => {
    const call: Part = { type: "code-call", id: "s", language: "bash", code: "ls" };
    const parts: readonly Part[] = [
      call,
      { type: "code-result", callId: "s", outcome: "failed", stdout: "", files: ["f"] },
      { type: "code-result", callId: "t", outcome: "ok", stdout: "1" },
    ];
    expect(write(parts).content).toEqual([
      { type: "server_tool_use", id: "s", name: "bash_code_execution", input: { command: "ls" } },
      {
        type: "bash_code_execution_tool_result",
        tool_use_id: "s",
        content: {
          type: "bash_code_execution_result",
          stdout: "",
          stderr: "",
          return_code: 1,
          content: [{ type: "bash_code_execution_output", file_id: "f" }],
        },
      },
      { type: "code_execution_tool_result", tool_use_id: "t", content: { ...RUN, return_code: 0 } },
    ]);
  });

  test.each([
    [{ stdout: "", stderr: "2" }, [["dropped.field", "parts.0.stderr"]]],
    [{ stdout: "", stderr: "", files: [] }, []],
    [{ stdout: "" }, []],
  ])("names what is known of code that ran out of time: %o", (output, issues) => {
    const { content, issues: found } = write([{ type: "code-result", callId: "s", outcome: "timeout", ...output }]);
    expect(content).toMatchObject([{ content: { type: "code_execution_tool_result_error", error_code: "execution_time_exceeded" } }]);
    expect(found).toEqual(issues);
  });

  test("runs code of an unknown language as Python, and says so", () => {
    const { content, issues } = write([{ type: "code-call", id: "s", language: "ruby", code: "p 1" }]);
    expect(content).toMatchObject([{ name: "code_execution", input: { code: "p 1" } }]);
    expect(issues).toEqual([["dropped.field", "parts.0.language"]]);
  });
});

describe("calls of the service's tools", () => {
  test.each([
    [{ type: "server_tool_use", id: "s", name: "code_execution", input: { file: "a.py" } }],
    [{ type: "server_tool_use", id: "s", name: "code_execution", input: null }],
    [{ type: "server_tool_use", id: "s", name: "web_search", input: "x" }],
  ])("keeps an input of another form than it knows: %o", (block) => {
    expect(read(block)).toEqual([{ type: "server-tool-call", id: "s", name: block.name, input: block.input }]);
    expect(write(read(block)).content).toEqual([block]);
  });

  test("gives calls and results ids that this style takes, and says where they had others", () => {
    const id = "a b";
    const parts: readonly Part[] = [
      { type: "server-tool-call", id, name: "web_search", input: {} },
      { type: "server-tool-result", callId: id, name: "web_search", result: [] },
      { type: "code-call", id: "c d", language: "python", code: "1" },
      { type: "code-result", callId: "c d", outcome: "ok", stdout: "1" },
    ];
    const { content, issues } = write(parts);
    expect(content?.map((block) => block.id ?? block.tool_use_id)).toEqual([
      ...Array(2).fill(expect.stringMatching(/^a_b_/)),
      ...Array(2).fill(expect.stringMatching(/^c_d_/)),
    ]);
    expect(issues.filter(([code]) => code === "rewritten.tool_id").map(([, path]) => path)).toEqual([
      "parts.0.id",
      "parts.1.callId",
      "parts.2.id",
      "parts.3.callId",
    ]);
  });

  test("writes no call of a tool that only another service runs", () => {
    const parts: readonly Part[] = [{ type: "server-tool-call", id: "s", name: "google_maps", input: {} }];
    expect(write(parts, "generate-content")).toEqual({ content: [], issues: [["dropped.part", "parts.0"]] });
    expect(write([{ type: "server-tool-call", id: "s", name: "web_search", input: {} }], "generate-content").issues).toEqual([]);
  });
});

describe("results of the service's tools", () => {
  const search = (content: unknown) => ({ type: "web_search_tool_result", tool_use_id: "s", content });

  test("reads hits, and keeps the list beside them where it holds more than they can", () => {
    expect(read(search([hit]))).toEqual([
      {
        type: "server-tool-result",
        callId: "s",
        name: "web_search",
        result: [{ url: "u", title: "t", encryptedContent: "e", pageAge: "1 day" }],
      },
    ]);
    for (const content of [[{ ...hit, later: 1 }], [hit, "odd"], [hit, { type: "web_search_result" }]])
      expect(read(search(content))).toMatchObject([{ result: [{ url: "u" }], raw: content }]);
    expect(read(search([{ url: "u", title: null, encrypted_content: 5 }]))).toMatchObject([{ result: [{ url: "u" }] }]);
  });

  test.each([
    [search([hit])],
    [search([{ ...hit, later: 1 }])],
    [search({ type: "web_search_tool_result_error", error_code: "unavailable" })],
    [search({ type: "web_search_tool_result_error", error_code: "unavailable", later: 1 })],
    [{ type: "web_fetch_tool_result", tool_use_id: "s", content: { type: "web_fetch_result", url: "u" } }],
    [{ type: "tool_search_tool_result", tool_use_id: "s", content: { type: "tool_search_tool_search_result", tool_references: [] } }],
  ])("writes a result again as it came: %o", (block) => {
    expect(write(read(block)).content).toEqual([block]);
  });

  test("tells a tool that failed from one that gave something", () => {
    const failed = search({ type: "web_search_tool_result_error", error_code: "unavailable" });
    expect(read(failed)).toMatchObject([{ error: "unavailable" }]);
    expect(read(search({ type: "web_search_tool_result_error", error_code: 5 }))).toMatchObject([{ raw: { error_code: 5 } }]);
  });

  test("names a hit's missing words as empty", () => {
    expect(write([{ type: "server-tool-result", callId: "s", name: "web_search", result: [{ url: "u" }] }]).content).toEqual([
      search([{ type: "web_search_result", url: "u", title: "", encrypted_content: "", page_age: null }]),
    ]);
  });

  test.each([
    [{ name: "google_maps", raw: {} }],
    [{ name: "web_search", raw: { type: "later" } }],
    [{ name: "web_search" }],
    [{ name: "web_fetch", result: [{ url: "u" }] }],
  ])("leaves out a result of a form that messages does not have: %o", (facts) => {
    expect(write([{ type: "server-tool-result", callId: "s", ...facts }])).toEqual({ content: [], issues: [["dropped.part", "parts.0"]] });
  });

  test("gives a result without the id of its call an empty one", () => {
    expect(read({ type: "web_search_tool_result", content: [] })).toMatchObject([{ callId: "" }]);
  });
});
