import { it } from "vitest";
import { cases } from "../../support/cases.js";
import { allowed, free, func, own, type ReadRow, reads, returns, sentFree, sentFunc, type WrittenRow, writesWithout } from "./support.js";

cases<ReadRow>({
  "the older field beside the newer one is told of": [
    { tool_choice: "auto", function_call: "none" },
    { toolChoice: { mode: "auto" } },
    ['conflict.resolved function_call info from "none" to "auto"'],
  ],
  "the older field that says the same is not": [{ tool_choice: "none", function_call: "none" }, { toolChoice: { mode: "none" } }],
  "the older field that names the same is not": [
    { tool_choice: sentFunc("f"), function_call: { name: "f" } },
    { toolChoice: { mode: "named", name: "f", kind: "function" } },
  ],
  "the older field that names another is told of": [
    { tool_choice: sentFunc("f"), function_call: { name: "g" } },
    { toolChoice: { mode: "named", name: "f", kind: "function" } },
    ['conflict.resolved function_call info from "an object" to "an object"'],
  ],
  "a null in the older field says nothing": [{ tool_choice: "auto", function_call: null }, { toolChoice: { mode: "auto" } }],
  "a server's word is the style's own": [
    { tool_choice: "any" },
    { toolChoice: { mode: "required" } },
    ['vendor_extension tool_choice info from "any" to "required"'],
    { toolChoice: "tool_choice" },
  ],
  "a name keeps what stands beside it": [
    { tool_choice: { type: "function", function: { name: "f", a: 1 }, b: 2 } },
    {
      toolChoice: { mode: "named", name: "f", kind: "function" },
      extensions: own({ "tool_choice.b": 2, "tool_choice.function.a": 1 }),
    },
    [],
    { toolChoice: "tool_choice", "toolChoice.name": "tool_choice.function.name" },
  ],
  "a name keeps the members of other kinds": [
    { tool_choice: { ...sentFunc("f"), custom: { name: "g" }, allowed_tools: { mode: "auto" } } },
    {
      toolChoice: { mode: "named", name: "f", kind: "function" },
      extensions: own({ "tool_choice.custom": { name: "g" }, "tool_choice.allowed_tools": { mode: "auto" } }),
    },
    [],
    { toolChoice: "tool_choice", "toolChoice.name": "tool_choice.function.name" },
  ],
  "allowed tools keep what stands beside them": [
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "auto", tools: [sentFunc("f")], a: 1 },
        b: 2,
      },
    },
    {
      toolChoice: { mode: "allowed", names: ["f"], required: false },
      extensions: own({ "tool_choice.b": 2, "tool_choice.allowed_tools.a": 1 }),
    },
    [],
    {
      toolChoice: "tool_choice",
      "toolChoice.names": "tool_choice.allowed_tools.tools",
      "toolChoice.required": "tool_choice.allowed_tools.mode",
    },
  ],
  "no required tools are kept whole": [{ tool_choice: allowed("required") }, { extensions: own({ tool_choice: allowed("required") }) }],
  "allowed tools without a plain name are kept whole": [
    { tool_choice: allowed("auto", sentFunc("f"), { type: "odd" }) },
    { extensions: own({ tool_choice: allowed("auto", sentFunc("f"), { type: "odd" }) }) },
  ],
  "allowed tools under another type are kept whole": [
    { tool_choice: { type: "odd", allowed_tools: { mode: "auto", tools: [sentFunc("f")] } } },
    {
      extensions: {
        "chat-completions": {
          tool_choice: { type: "odd", allowed_tools: { mode: "auto", tools: [sentFunc("f")] } },
        },
      },
    },
  ],
  "the older word stands in its field": [{ function_call: "auto" }, { toolChoice: { mode: "auto" } }, [], { toolChoice: "function_call" }],
  "the older name keeps what stands beside it": [
    { function_call: { name: "f", a: 1 } },
    { toolChoice: { mode: "named", name: "f", kind: "function" }, extensions: own({ "function_call.a": 1 }) },
    [],
    { toolChoice: "function_call", "toolChoice.name": "function_call.name" },
  ],
  "the older field without a name is kept": [{ function_call: { name: "" } }, { extensions: own({ function_call: { name: "" } }) }],
  "an older word that nobody knows is kept": [{ function_call: "odd" }, { extensions: own({ function_call: "odd" }) }],
  "a demand is a word": [{ tool_choice: "required" }, { toolChoice: { mode: "required" } }],
  "a name without a type is a function's": [
    { tool_choice: { function: { name: "f" } } },
    { toolChoice: { mode: "named", name: "f", kind: "function" } },
  ],
  "a name without a type may be a free-form tool's": [
    { tool_choice: { custom: { name: "s" } } },
    { toolChoice: { mode: "named", name: "s", kind: "custom" } },
  ],
  "allowed tools without types are understood": [
    { tool_choice: { allowed_tools: { mode: "auto", tools: [{ function: { name: "f" } }, { custom: { name: "s" } }] } } },
    { toolChoice: { mode: "allowed", names: ["f", "s"], required: false } },
  ],
  "no allowed tool is none": [{ tool_choice: allowed("auto") }, { toolChoice: { mode: "none" } }, ["equivalent.form tool_choice info"]],
  "no allowed tool keeps what stands beside it": [
    { tool_choice: { ...allowed("m"), x: 1, allowed_tools: { mode: "m", tools: [], y: 2 } } },
    {
      toolChoice: { mode: "none" },
      extensions: own({ "tool_choice.x": 1, "tool_choice.allowed_tools.y": 2, "tool_choice.allowed_tools.mode": "m" }),
    },
    ["equivalent.form tool_choice info"],
  ],
  "a word that nobody knows is kept": [{ tool_choice: "odd" }, { extensions: own({ tool_choice: "odd" }) }],
})("read: %s", reads);

it.each<unknown>([
  "odd",
  {},
  { type: "function" },
  sentFunc(""),
  { type: "hosted", name: "x" },
  { type: "allowed_tools" },
  allowed("required"),
  allowed("auto", { type: "function", function: { name: "f" }, custom: { name: "s" } }),
  allowed("auto", sentFunc("f", { x: 1 })),
  allowed("auto", { type: "function", function: { id: "f" } }),
  allowed("auto", sentFunc("f"), { type: "mcp", server: "x" }),
  allowed("auto", { ...sentFunc("f"), x: 1 }),
  allowed("auto", { type: "mcp", custom: { name: "f" } }),
  allowed("sometimes", sentFunc("f")),
  allowed("required", sentFunc("f")),
])("%j goes back into its own style as it was", (tool_choice) => {
  returns({ tool_choice, tools: [sentFunc("f")] });
});

cases<WrittenRow>({
  "a demand without tools is left out": [{ toolChoice: { mode: "required" } }, {}, ["dropped.field toolChoice warning"]],
  "no tools leave nothing to choose": [{ toolChoice: { mode: "auto" } }, {}, ["dropped.field toolChoice info"]],
  "no tools leave nothing to forbid": [{ toolChoice: { mode: "none" } }, {}, ["dropped.field toolChoice info"]],
  "a word of its own style goes back without tools": [
    { toolChoice: { mode: "none" } },
    { tool_choice: "none" },
    [],
    { from: "chat-completions" },
  ],
  "a search cannot be demanded": [
    { tools: [func("f")], toolChoice: { mode: "named", name: "web_search", kind: "web-search" } },
    {},
    ["dropped.field toolChoice warning"],
  ],
  "a tool that is not declared cannot be demanded": [
    { tools: [func("f")], toolChoice: { mode: "named", name: "g", kind: "function" } },
    { tool_choice: "required" },
    ['dropped.value toolChoice.name warning from "g"'],
  ],
  "a choice that is left to the model": [{ tools: [func("f")], toolChoice: { mode: "auto" } }, { tool_choice: "auto" }],
  "a free-form tool is named as one": [
    { tools: [free("s")], toolChoice: { mode: "named", name: "s", kind: "custom" } },
    { tool_choice: sentFree("s") },
  ],
  "a name is rewritten in the choice as well": [
    { tools: [func("a b")], toolChoice: { mode: "named", name: "a b", kind: "function" } },
    { tool_choice: sentFunc("a_b_e74b2759") },
    [
      'rewritten.tool_name tools[0].name warning (approximated) from "a b" to "a_b_e74b2759"',
      'rewritten.tool_name toolChoice.name warning (approximated) from "a b" to "a_b_e74b2759"',
    ],
  ],
  "allowed tools that are not declared are left out": [
    { tools: [func("f"), free("s")], toolChoice: { mode: "allowed", names: ["f", "web_search", "s"], required: false } },
    { tool_choice: allowed("auto", sentFunc("f"), sentFree("s")) },
    ['dropped.value toolChoice.names[1] warning from "web_search"'],
  ],
  "allowed tools of which none is declared: none may be called": [
    { tools: [func("f")], toolChoice: { mode: "allowed", names: ["g"], required: false } },
    { tool_choice: "none" },
    ['dropped.value toolChoice.names[0] warning from "g"'],
  ],
})("written: %s", writesWithout("tools"));
