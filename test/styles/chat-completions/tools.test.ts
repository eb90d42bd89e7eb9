/** Tools, and the choice among them. */
import { describe, expect, it } from "vitest";
import { formatPath } from "../../../src/core/path.js";
import { translateRequest } from "../../../src/index.js";
import type { Tool, ToolChoice } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { text } from "../../support/parts.js";

function told(issues: readonly { readonly code: string; readonly path: readonly (string | number)[] }[]): string[] {
  return issues.map(({ code, path }) => `${code} ${formatPath(path)}`);
}

function read(fields: object) {
  const decoded = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
  if (!decoded.ok) throw new Error(decoded.issues[0].message);
  return { ...decoded.value, issues: told(decoded.issues) };
}

function again(fields: object) {
  const { issues, ...value } = read(fields);
  const encoded = request.encode(value, { from: "chat-completions" });
  if (!encoded.ok) throw new Error(encoded.issues[0].message);
  return encoded.value.body;
}

function written(tools: readonly Tool[], toolChoice: ToolChoice | undefined, options: EncodeOptions = { from: "messages" }) {
  const base = { model: "m", instructions: [], turns: [{ role: "user", parts: [text("hi")] }], sampling: {}, limits: {} } as const;
  const encoded = request.encode({ ...base, output: {}, stream: false, tools, ...(toolChoice && { toolChoice }) }, options);
  return { ok: encoded.ok, body: encoded.ok ? encoded.value.body : undefined, issues: told(encoded.issues) };
}

describe("reading a choice", () => {
  const f = { function: { name: "f" } };
  const s = { custom: { name: "s" } };
  const allowed = (tools: readonly object[], mode = "auto") => ({ type: "allowed_tools", allowed_tools: { mode, tools } });

  it.each<[unknown, object, string[]]>([
    ["auto", { mode: "auto" }, []],
    ["required", { mode: "required" }, []],
    ["any", { mode: "required" }, ["vendor_extension tool_choice"]],
    [f, { mode: "named", name: "f", kind: "function" }, []],
    [s, { mode: "named", name: "s", kind: "custom" }, []],
    [{ type: "custom", ...s }, { mode: "named", name: "s", kind: "custom" }, []],
    [allowed([f, s]), { mode: "allowed", names: ["f", "s"], required: false }, []],
    [allowed([{ type: "custom", ...s }], "required"), { mode: "allowed", names: ["s"], required: true }, []],
    [{ allowed_tools: { mode: "auto", tools: [f] } }, { mode: "allowed", names: ["f"], required: false }, []],
  ])("%j is %j", (tool_choice, expected, issues) => {
    expect(read({ tool_choice })).toMatchObject({ toolChoice: expected, issues });
  });

  it.each([
    ["odd"],
    [{}],
    [{ type: "function" }],
    [{ type: "function", function: { name: "" } }],
    [{ type: "hosted", name: "x" }],
    [{ type: "allowed_tools" }],
    [{ type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } }],
    [{ type: "allowed_tools", allowed_tools: { mode: "auto" } }],
    [allowed([{ type: "function", ...f, ...s }])],
    [allowed([{ type: "function", function: { name: "f", x: 1 } }])],
    [allowed([{ type: "function", function: { id: "f" } }])],
    [allowed([f, { type: "mcp", server: "x" }])],
    [allowed([{ ...f, x: 1 }])],
  ])("%j is kept for its own style", (tool_choice) => {
    expect(read({ tool_choice }).toolChoice).toBeUndefined();
    expect(again({ tool_choice, tools: [{ type: "function", ...f }] }).tool_choice).toEqual(tool_choice);
  });

  it("of no tool is `none`", () => {
    expect(read({ tool_choice: allowed([]) }).toolChoice).toEqual({ mode: "none" });
    expect(read({ tool_choice: { ...allowed([]), x: 1, allowed_tools: { mode: "m", tools: [], y: 2 } } })).toMatchObject({
      toolChoice: { mode: "none" },
      extensions: { "chat-completions": { "tool_choice.x": 1, "tool_choice.allowed_tools.y": 2, "tool_choice.allowed_tools.mode": "m" } },
    });
    expect(again({ tool_choice: allowed([]), tools: [{ type: "function", ...f }] }).tool_choice).toBe("none");
  });

  it("keeps a mode that nobody knows beside the tools that it allows", () => {
    const tool_choice = allowed([{ type: "function", ...f }], "sometimes");
    expect(read({ tool_choice }).toolChoice).toEqual({ mode: "allowed", names: ["f"], required: false });
    expect(again({ tool_choice, tools: [{ type: "function", ...f }] }).tool_choice).toEqual(tool_choice);
  });

  it.each<[unknown, object | undefined]>([
    ["auto", { mode: "auto" }],
    ["none", { mode: "none" }],
    [{ name: "f" }, { mode: "named", name: "f", kind: "function" }],
    [{ name: "" }, undefined],
    ["odd", undefined],
  ])("takes the older function_call %j for %j, where there is no tool_choice", (function_call, expected) => {
    expect(read({ function_call }).toolChoice).toEqual(expected);
    expect(read({ function_call, tool_choice: "required" }).toolChoice).toEqual({ mode: "required" });
  });
});

describe("reading tools", () => {
  it("leaves a tool out that has no function, with a word, and keeps kinds that nobody knows", () => {
    const novel = { type: "mcp", server_label: "x" };
    const { tools, issues } = read({ tools: [{ type: "function" }, {}, novel, { type: "custom" }] });
    expect(tools).toEqual([
      { type: "raw", style: "chat-completions", value: novel },
      { type: "raw", style: "chat-completions", value: { type: "custom" } },
    ]);
    expect(issues).toEqual(["dropped.field tools[0]", "dropped.field tools[1]"]);
    expect(again({ tools: [novel] }).tools).toEqual([novel]);
  });

  it("reads the older functions after the tools, with the fields that nobody knows", () => {
    const { tools } = read({ tools: [{ function: { name: "f", x: 1 } }], functions: [{ name: "g", parameters: {}, y: 2 }] });
    expect(tools).toEqual([
      { type: "function", name: "f", extensions: { "chat-completions": { "function.x": 1 } } },
      { type: "function", name: "g", schema: {}, dialect: "json-schema", extensions: { "chat-completions": { "function.y": 2 } } },
    ]);
  });

  it("names the fields of the older form where they stand", () => {
    const body = { model: "m", messages: [{ role: "user", content: "hi" }], functions: [{ name: "g", parameters: {}, "y.z": 2 }] };
    const { issues } = translateRequest(body, { from: "chat-completions", to: "generate-content" });
    expect(told(issues)).toContain('dropped.field functions[0]["y.z"]');
  });

  it("reads a place without its type, and keeps what is in it that nobody knows", () => {
    const web_search_options = {
      search_context_size: "low",
      user_location: { type: "exact", approximate: { city: "Bonn", planet: "Earth" }, x: 1 },
    };
    const [search] = read({ web_search_options }).tools;
    expect(search).toMatchObject({ type: "web-search", contextSize: "low", userLocation: { city: "Bonn" } });
    expect(again({ web_search_options }).web_search_options).toEqual(web_search_options);
    // An estimate that says nothing is one all the same.
    const estimate = { user_location: { type: "approximate", approximate: {} } };
    expect(again({ web_search_options: estimate }).web_search_options).toEqual(estimate);
    expect(read({ web_search_options: { user_location: {} } }).tools).toEqual([{ type: "web-search" }]);
  });
});

describe("writing tools", () => {
  const f = { type: "function", name: "f" } as const;
  const s = { type: "custom", name: "s" } as const;

  it("names what this style does not have", () => {
    const tools: Tool[] = [
      { type: "raw", style: "messages", value: { type: "bash_20250124", name: "bash" } },
      { type: "raw", style: "chat-completions", value: { type: 5 } },
      { type: "web-search" },
      { type: "web-search", maxUses: 1 },
      { type: "web-fetch" },
      { type: "code-execution" },
    ];
    const { body, issues } = written(tools, undefined);
    expect(body).toMatchObject({ web_search_options: {} });
    expect(body?.tools).toBeUndefined();
    expect(issues).toEqual([0, 1, 3, 4, 5].map((index) => `dropped.value tools[${index}]`));
  });

  it("refuses a tool without a name", () => {
    expect(written([{ ...f, name: "" }], undefined)).toMatchObject({
      ok: false,
      issues: expect.arrayContaining(["failed.unsupported tools[0].name"]),
    });
    expect(written([{ ...s, name: "" }], undefined).ok).toBe(false);
  });

  it.each<[readonly Tool[], ToolChoice, unknown, string[]]>([
    [[f], { mode: "auto" }, "auto", []],
    [[], { mode: "auto" }, undefined, ["dropped.field toolChoice"]],
    [[], { mode: "none" }, undefined, ["dropped.field toolChoice"]],
    [[], { mode: "required" }, undefined, ["dropped.field toolChoice"]],
    [[f], { mode: "named", name: "f", kind: "function" }, { type: "function", function: { name: "f" } }, []],
    [[s], { mode: "named", name: "s", kind: "function" }, { type: "custom", custom: { name: "s" } }, []],
    [[f], { mode: "named", name: "x", kind: "function" }, "required", ["dropped.value toolChoice.name"]],
    [[f], { mode: "named", name: "web_search", kind: "web-search" }, undefined, ["dropped.field toolChoice"]],
    [
      [f, s],
      { mode: "allowed", names: ["f", "s"], required: true },
      {
        type: "allowed_tools",
        allowed_tools: {
          mode: "required",
          tools: [
            { type: "function", function: { name: "f" } },
            { type: "custom", custom: { name: "s" } },
          ],
        },
      },
      [],
    ],
    [
      [f],
      { mode: "allowed", names: ["x", "f"], required: false },
      { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }] } },
      ["dropped.value toolChoice.names"],
    ],
    [[f], { mode: "allowed", names: ["x"], required: false }, undefined, ["dropped.value toolChoice.names"]],
  ])("of %j and the choice %j the choice is %j", (tools, choice, tool_choice, issues) => {
    expect(written(tools, choice)).toMatchObject({ ok: true, issues });
    expect(written(tools, choice).body?.tool_choice).toEqual(tool_choice);
  });
});

describe("tools of its own style", () => {
  const f = { name: "f", parameters: { type: "object" } };
  it.each([
    [{ tools: [{ type: "function", function: { ...f, x: 1 }, y: 1, cache_control: { type: "ephemeral", z: 1 } }] }],
    [{ tools: [{ type: "custom", custom: { name: "s", x: 1 }, y: 1 }] }],
    [{ tools: [{ type: "novelty", function: f }] }],
    [{ tools: [{ type: "novelty", custom: { name: "s" } }] }],
    [
      {
        tools: [{ type: "function", function: f }],
        tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [{ type: "mcp", custom: { name: "f" } }] } },
      },
    ],
  ])("are written as they were read: %j", (fields) => {
    expect(read(fields).issues).toEqual([]);
    expect(again(fields)).toMatchObject(fields);
  });

  it("are no functions where they only look like some", () => {
    for (const tool of [
      { type: "novelty", function: f },
      { type: "novelty", custom: f },
    ])
      expect(read({ tools: [tool] }).tools).toMatchObject([{ type: "raw", value: tool }]);
  });

  it("stand beside web search, which is said of a search before one of them", () => {
    const search = { type: "web-search" } as const;
    const declared = { type: "function", name: "f" } as const;
    expect(written([search, declared], undefined).issues).toEqual(
      expect.arrayContaining(["equivalent.form tools[0]", "equivalent.form tools[1]"]),
    );
    expect(written([declared, search], undefined).issues).toEqual([]);
  });
});
