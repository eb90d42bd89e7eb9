/** Everything that is said of a choice among tools read or written, as rows. */
import { expect, test } from "vitest";
import type { CanonicalRequest } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { inRows } from "../../support/issue-rows.js";

/** The fields of an object that are there and not empty. */
function only(value: object, fields: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(value).filter(([key, inner]) => fields.includes(key) && !["{}", "[]"].includes(JSON.stringify(inner))),
  );
}

const steps = (place: string) => place.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

test.each<[string, object, { said: object; issues: object[]; places: Record<string, unknown> }]>([
  [
    "the older field beside the newer one is told of",
    { tool_choice: "auto", function_call: "none" },
    { said: { toolChoice: { mode: "auto" } }, issues: [["conflict.resolved", "function_call", "info"]], places: {} },
  ],
  [
    "the older field that says the same is not",
    { tool_choice: "none", function_call: "none" },
    { said: { toolChoice: { mode: "none" } }, issues: [], places: {} },
  ],
  [
    "the older field that names the same is not",
    { tool_choice: { type: "function", function: { name: "f" } }, function_call: { name: "f" } },
    { said: { toolChoice: { mode: "named", name: "f", kind: "function" } }, issues: [], places: {} },
  ],
  [
    "the older field that names another is told of",
    { tool_choice: { type: "function", function: { name: "f" } }, function_call: { name: "g" } },
    {
      said: { toolChoice: { mode: "named", name: "f", kind: "function" } },
      issues: [["conflict.resolved", "function_call", "info"]],
      places: {},
    },
  ],
  [
    "the older field that names one beside a word is told of",
    { tool_choice: "auto", function_call: { name: "g" } },
    { said: { toolChoice: { mode: "auto" } }, issues: [["conflict.resolved", "function_call", "info"]], places: {} },
  ],
  [
    "the older word beside a name is told of",
    { tool_choice: { type: "function", function: { name: "f" } }, function_call: "auto" },
    {
      said: { toolChoice: { mode: "named", name: "f", kind: "function" } },
      issues: [["conflict.resolved", "function_call", "info"]],
      places: {},
    },
  ],
  [
    "a null in the older field says nothing",
    { tool_choice: "auto", function_call: null },
    { said: { toolChoice: { mode: "auto" } }, issues: [], places: {} },
  ],
  [
    "a server's word is the style's own",
    { tool_choice: "any" },
    {
      said: { toolChoice: { mode: "required" } },
      issues: [["vendor_extension", "tool_choice", "info", null, { from: "any", to: "required" }]],
      places: { toolChoice: ["tool_choice"] },
    },
  ],
  [
    "a name keeps what stands beside it",
    { tool_choice: { type: "function", function: { name: "f", a: 1 }, b: 2 } },
    {
      said: {
        toolChoice: { mode: "named", name: "f", kind: "function" },
        extensions: { "chat-completions": { "tool_choice.b": 2, "tool_choice.function.a": 1 } },
      },
      issues: [],
      places: { toolChoice: ["tool_choice"], "toolChoice.name": ["tool_choice", "function", "name"] },
    },
  ],
  [
    "a free-form tool's name stands at its kind",
    { tool_choice: { type: "custom", custom: { name: "s" } } },
    {
      said: { toolChoice: { mode: "named", name: "s", kind: "custom" } },
      issues: [],
      places: { toolChoice: ["tool_choice"], "toolChoice.name": ["tool_choice", "custom", "name"] },
    },
  ],
  [
    "another kind than the name's is kept whole",
    { tool_choice: { type: "odd", custom: { name: "s" } } },
    { said: { extensions: { "chat-completions": { tool_choice: { type: "odd", custom: { name: "s" } } } } }, issues: [], places: {} },
  ],
  [
    "allowed tools keep what stands beside them",
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }], a: 1 },
        b: 2,
      },
    },
    {
      said: {
        toolChoice: { mode: "allowed", names: ["f"], required: false },
        extensions: { "chat-completions": { "tool_choice.b": 2, "tool_choice.allowed_tools.a": 1 } },
      },
      issues: [],
      places: {
        toolChoice: ["tool_choice"],
        "toolChoice.names": ["tool_choice", "allowed_tools", "tools"],
        "toolChoice.required": ["tool_choice", "allowed_tools", "mode"],
      },
    },
  ],
  [
    "a mode that nobody knows is kept",
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "odd", tools: [{ type: "function", function: { name: "f" } }] } } },
    {
      said: {
        toolChoice: { mode: "allowed", names: ["f"], required: false },
        extensions: { "chat-completions": { "tool_choice.allowed_tools.mode": "odd" } },
      },
      issues: [],
      places: {},
    },
  ],
  [
    "a mode that demands is understood",
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [{ type: "custom", custom: { name: "s" } }] } } },
    { said: { toolChoice: { mode: "allowed", names: ["s"], required: true } }, issues: [], places: {} },
  ],
  [
    "allowed tools without tools are kept whole",
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto" } } },
    {
      said: { extensions: { "chat-completions": { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto" } } } } },
      issues: [],
      places: {},
    },
  ],
  [
    "no required tools are kept whole",
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } } },
    {
      said: {
        extensions: { "chat-completions": { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } } } },
      },
      issues: [],
      places: {},
    },
  ],
  [
    "allowed tools without a plain name are kept whole",
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }, { type: "odd" }] },
      },
    },
    {
      said: {
        extensions: {
          "chat-completions": {
            tool_choice: {
              type: "allowed_tools",
              allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }, { type: "odd" }] },
            },
          },
        },
      },
      issues: [],
      places: {},
    },
  ],
  [
    "allowed tools under another type are kept whole",
    { tool_choice: { type: "odd", allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }] } } },
    {
      said: {
        extensions: {
          "chat-completions": {
            tool_choice: { type: "odd", allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }] } },
          },
        },
      },
      issues: [],
      places: {},
    },
  ],
  [
    "the older word stands in its field",
    { function_call: "auto" },
    { said: { toolChoice: { mode: "auto" } }, issues: [], places: { toolChoice: ["function_call"] } },
  ],
  [
    "the older name keeps what stands beside it",
    { function_call: { name: "f", a: 1 } },
    {
      said: { toolChoice: { mode: "named", name: "f", kind: "function" }, extensions: { "chat-completions": { "function_call.a": 1 } } },
      issues: [],
      places: { toolChoice: ["function_call"], "toolChoice.name": ["function_call", "name"] },
    },
  ],
  [
    "the older field without a name is kept",
    { function_call: { name: "" } },
    { said: { extensions: { "chat-completions": { function_call: { name: "" } } } }, issues: [], places: {} },
  ],
  [
    "an older word that nobody knows is kept",
    { function_call: "odd" },
    { said: { extensions: { "chat-completions": { function_call: "odd" } } }, issues: [], places: {} },
  ],
  [
    "a word that nobody knows is kept",
    { tool_choice: "odd" },
    { said: { extensions: { "chat-completions": { tool_choice: "odd" } } }, issues: [], places: {} },
  ],
])("read: %s", (_behaviour, fields, expected) => {
  const read = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
  if (!read.ok) throw new Error(read.issues[0].message);
  const places = Object.fromEntries(Object.keys(expected.places).map((place) => [place, read.locate(steps(place))]));
  expect(inRows({ said: only(read.value, ["toolChoice", "extensions"]), issues: read.issues, places })).toEqual(expected);
});

const PLAIN: CanonicalRequest = {
  model: "m",
  instructions: [],
  turns: [{ role: "user", parts: [{ type: "text", text: "hi" }] }],
  tools: [],
  sampling: {},
  limits: {},
  output: {},
  stream: false,
};

test.each<[string, Partial<CanonicalRequest>, EncodeOptions, object]>([
  [
    "a demand without tools is left out",
    { toolChoice: { mode: "required" } },
    { from: "messages" },
    { body: {}, issues: [["dropped.field", "toolChoice", "warning", "dropped"]] },
  ],
  [
    "no tools leave nothing to choose",
    { toolChoice: { mode: "auto" } },
    { from: "messages" },
    { body: {}, issues: [["dropped.field", "toolChoice", "info", "dropped"]] },
  ],
  [
    "no tools leave nothing to forbid",
    { toolChoice: { mode: "none" } },
    { from: "messages" },
    { body: {}, issues: [["dropped.field", "toolChoice", "info", "dropped"]] },
  ],
  [
    "a word of its own style goes back without tools",
    { toolChoice: { mode: "none" } },
    { from: "chat-completions" },
    { body: { tool_choice: "none" }, issues: [] },
  ],
  [
    "a search cannot be demanded",
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "named", name: "web_search", kind: "web-search" } },
    { from: "messages" },
    { body: {}, issues: [["dropped.field", "toolChoice", "warning", "dropped"]] },
  ],
  [
    "a tool that is not declared cannot be demanded",
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "named", name: "g", kind: "function" } },
    { from: "messages" },
    { body: { tool_choice: "required" }, issues: [["dropped.value", "toolChoice.name", "warning", "dropped", { from: "g" }]] },
  ],
  [
    "a tool that is not declared is demanded in its own style",
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "named", name: "g", kind: "function" } },
    { from: "chat-completions" },
    { body: { tool_choice: { type: "function", function: { name: "g" } } }, issues: [] },
  ],
  [
    "a free-form tool is named as one",
    { tools: [{ type: "custom", name: "s" }], toolChoice: { mode: "named", name: "s", kind: "custom" } },
    { from: "messages" },
    { body: { tool_choice: { type: "custom", custom: { name: "s" } } }, issues: [] },
  ],
  [
    "a name is rewritten in the choice as well",
    { tools: [{ type: "function", name: "a b" }], toolChoice: { mode: "named", name: "a b", kind: "function" } },
    { from: "messages" },
    {
      body: { tool_choice: { type: "function", function: { name: "a_b_e74b2759" } } },
      issues: [
        ["rewritten.tool_name", "tools[0].name", "warning", "approximated", { from: "a b", to: "a_b_e74b2759" }],
        ["rewritten.tool_name", "toolChoice.name", "warning", "approximated", { from: "a b", to: "a_b_e74b2759" }],
      ],
    },
  ],
  [
    "allowed names are rewritten each",
    {
      tools: [
        { type: "function", name: "f" },
        { type: "function", name: "a b" },
      ],
      toolChoice: { mode: "allowed", names: ["f", "a b"], required: true },
    },
    { from: "messages" },
    {
      body: {
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
      issues: [
        ["rewritten.tool_name", "tools[1].name", "warning", "approximated", { from: "a b", to: "a_b_e74b2759" }],
        ["rewritten.tool_name", "toolChoice.names[1]", "warning", "approximated", { from: "a b", to: "a_b_e74b2759" }],
      ],
    },
  ],
  [
    "allowed tools that are not declared are left out",
    {
      tools: [
        { type: "function", name: "f" },
        { type: "custom", name: "s" },
      ],
      toolChoice: { mode: "allowed", names: ["f", "web_search", "s"], required: false },
    },
    { from: "messages" },
    {
      body: {
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
      issues: [["dropped.value", "toolChoice.names", "warning", "dropped"]],
    },
  ],
  [
    "allowed tools of which none is declared are no choice",
    { tools: [{ type: "function", name: "f" }], toolChoice: { mode: "allowed", names: ["g"], required: false } },
    { from: "messages" },
    { body: {}, issues: [["dropped.value", "toolChoice.names", "warning", "dropped"]] },
  ],
  [
    "allowed tools beside raw ones alone are taken at their word",
    {
      tools: [{ type: "raw", style: "chat-completions", value: { type: "odd" } }],
      toolChoice: { mode: "allowed", names: ["g"], required: false },
    },
    { from: "chat-completions" },
    {
      body: {
        tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "g" } }] } },
      },
      issues: [],
    },
  ],
])("written: %s", (_behaviour, fields, options, expected) => {
  const written = request.encode({ ...PLAIN, ...fields }, options);
  const body = written.ok ? only(written.value.body, ["tool_choice", "function_call"]) : null;
  expect(inRows({ body, issues: written.issues })).toEqual(expected);
});
