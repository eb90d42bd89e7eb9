import { cases } from "../../support/cases.js";
import { type ReadRow, reads, type WrittenRow, writes } from "./support.js";

cases<ReadRow>({
  "the older field beside the newer one is told of": [
    { tool_choice: "auto", function_call: "none" },
    { toolChoice: { mode: "auto" } },
    ["conflict.resolved function_call info"],
  ],
  "the older field that says the same is not": [{ tool_choice: "none", function_call: "none" }, { toolChoice: { mode: "none" } }],
  "the older field that names the same is not": [
    { tool_choice: { type: "function", function: { name: "f" } }, function_call: { name: "f" } },
    { toolChoice: { mode: "named", name: "f", kind: "function" } },
  ],
  "the older field that names another is told of": [
    { tool_choice: { type: "function", function: { name: "f" } }, function_call: { name: "g" } },
    { toolChoice: { mode: "named", name: "f", kind: "function" } },
    ["conflict.resolved function_call info"],
  ],
  "the older field that names one beside a word is told of": [
    { tool_choice: "auto", function_call: { name: "g" } },
    { toolChoice: { mode: "auto" } },
    ["conflict.resolved function_call info"],
  ],
  "the older word beside a name is told of": [
    { tool_choice: { type: "function", function: { name: "f" } }, function_call: "auto" },
    { toolChoice: { mode: "named", name: "f", kind: "function" } },
    ["conflict.resolved function_call info"],
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
      extensions: { "chat-completions": { "tool_choice.b": 2, "tool_choice.function.a": 1 } },
    },
    [],
    { toolChoice: "tool_choice", "toolChoice.name": "tool_choice.function.name" },
  ],
  "a free-form tool's name stands at its kind": [
    { tool_choice: { type: "custom", custom: { name: "s" } } },
    { toolChoice: { mode: "named", name: "s", kind: "custom" } },
    [],
    { toolChoice: "tool_choice", "toolChoice.name": "tool_choice.custom.name" },
  ],
  "another kind than the name's is kept whole": [
    { tool_choice: { type: "odd", custom: { name: "s" } } },
    { extensions: { "chat-completions": { tool_choice: { type: "odd", custom: { name: "s" } } } } },
  ],
  "allowed tools keep what stands beside them": [
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }], a: 1 },
        b: 2,
      },
    },
    {
      toolChoice: { mode: "allowed", names: ["f"], required: false },
      extensions: { "chat-completions": { "tool_choice.b": 2, "tool_choice.allowed_tools.a": 1 } },
    },
    [],
    {
      toolChoice: "tool_choice",
      "toolChoice.names": "tool_choice.allowed_tools.tools",
      "toolChoice.required": "tool_choice.allowed_tools.mode",
    },
  ],
  "a mode that nobody knows is kept": [
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "odd", tools: [{ type: "function", function: { name: "f" } }] } } },
    {
      toolChoice: { mode: "allowed", names: ["f"], required: false },
      extensions: { "chat-completions": { "tool_choice.allowed_tools.mode": "odd" } },
    },
  ],
  "a mode that demands is understood": [
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [{ type: "custom", custom: { name: "s" } }] } } },
    { toolChoice: { mode: "allowed", names: ["s"], required: true } },
  ],
  "allowed tools without tools are kept whole": [
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto" } } },
    { extensions: { "chat-completions": { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto" } } } } },
  ],
  "no required tools are kept whole": [
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } } },
    { extensions: { "chat-completions": { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } } } } },
  ],
  "allowed tools without a plain name are kept whole": [
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }, { type: "odd" }] },
      },
    },
    {
      extensions: {
        "chat-completions": {
          tool_choice: {
            type: "allowed_tools",
            allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }, { type: "odd" }] },
          },
        },
      },
    },
  ],
  "allowed tools under another type are kept whole": [
    { tool_choice: { type: "odd", allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }] } } },
    {
      extensions: {
        "chat-completions": {
          tool_choice: { type: "odd", allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }] } },
        },
      },
    },
  ],
  "the older word stands in its field": [{ function_call: "auto" }, { toolChoice: { mode: "auto" } }, [], { toolChoice: "function_call" }],
  "the older name keeps what stands beside it": [
    { function_call: { name: "f", a: 1 } },
    { toolChoice: { mode: "named", name: "f", kind: "function" }, extensions: { "chat-completions": { "function_call.a": 1 } } },
    [],
    { toolChoice: "function_call", "toolChoice.name": "function_call.name" },
  ],
  "the older field without a name is kept": [
    { function_call: { name: "" } },
    { extensions: { "chat-completions": { function_call: { name: "" } } } },
  ],
  "an older word that nobody knows is kept": [{ function_call: "odd" }, { extensions: { "chat-completions": { function_call: "odd" } } }],
  "a word that nobody knows is kept": [{ tool_choice: "odd" }, { extensions: { "chat-completions": { tool_choice: "odd" } } }],
})("read: %s", reads(["toolChoice", "extensions"]));

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
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "named", name: "web_search", kind: "web-search" } },
    {},
    ["dropped.field toolChoice warning"],
  ],
  "a tool that is not declared cannot be demanded": [
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "named", name: "g", kind: "function" } },
    { tool_choice: "required" },
    ['dropped.value toolChoice.name warning from "g"'],
  ],
  "a tool that is not declared is demanded in its own style": [
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "named", name: "g", kind: "function" } },
    { tool_choice: { type: "function", function: { name: "g" } } },
    [],
    { from: "chat-completions" },
  ],
  "a free-form tool is named as one": [
    { tools: [{ type: "custom", name: "s" }], toolChoice: { mode: "named", name: "s", kind: "custom" } },
    { tool_choice: { type: "custom", custom: { name: "s" } } },
  ],
  "a name is rewritten in the choice as well": [
    { tools: [{ type: "function", name: "a b" }], toolChoice: { mode: "named", name: "a b", kind: "function" } },
    { tool_choice: { type: "function", function: { name: "a_b_e74b2759" } } },
    [
      'rewritten.tool_name tools[0].name warning (approximated) from "a b" to "a_b_e74b2759"',
      'rewritten.tool_name toolChoice.name warning (approximated) from "a b" to "a_b_e74b2759"',
    ],
  ],
  "allowed names are rewritten each": [
    {
      tools: [
        { type: "function", name: "f" },
        { type: "function", name: "a b" },
      ],
      toolChoice: { mode: "allowed", names: ["f", "a b"], required: true },
    },
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: {
          mode: "required",
          tools: [
            { type: "function", function: { name: "f" } },
            { type: "function", function: { name: "a_b_e74b2759" } },
          ],
        },
      },
    },
    [
      'rewritten.tool_name tools[1].name warning (approximated) from "a b" to "a_b_e74b2759"',
      'rewritten.tool_name toolChoice.names[1] warning (approximated) from "a b" to "a_b_e74b2759"',
    ],
  ],
  "allowed tools that are not declared are left out": [
    {
      tools: [
        { type: "function", name: "f" },
        { type: "custom", name: "s" },
      ],
      toolChoice: { mode: "allowed", names: ["f", "web_search", "s"], required: false },
    },
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: {
          mode: "auto",
          tools: [
            { type: "function", function: { name: "f" } },
            { type: "custom", custom: { name: "s" } },
          ],
        },
      },
    },
    ["dropped.value toolChoice.names warning"],
  ],
  "allowed tools of which none is declared are no choice": [
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "allowed", names: ["g"], required: false } },
    {},
    ["dropped.value toolChoice.names warning"],
  ],
  "allowed tools beside raw ones alone are taken at their word": [
    {
      tools: [{ type: "raw", style: "chat-completions", value: { type: "odd" } }],
      toolChoice: { mode: "allowed", names: ["g"], required: false },
    },
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "g" } }] } } },
    [],
    { from: "chat-completions" },
  ],
})("written: %s", writes(["tool_choice", "function_call"]));
