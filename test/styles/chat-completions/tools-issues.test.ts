/** Everything that is said of tools read or written, as rows. */
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
    "a function is found where it stands",
    {
      tools: [
        {
          type: "function",
          function: { name: "f", description: "d", parameters: { type: "object" }, strict: true },
          cache_control: { type: "ephemeral" },
        },
      ],
    },
    {
      said: {
        tools: [
          {
            type: "function",
            name: "f",
            description: "d",
            schema: { type: "object" },
            dialect: "json-schema",
            strict: true,
            cacheControl: { type: "ephemeral" },
          },
        ],
      },
      issues: [],
      places: {
        "tools.0.name": ["tools", 0, "function", "name"],
        "tools.0.description": ["tools", 0, "function", "description"],
        "tools.0.schema": ["tools", 0, "function", "parameters"],
        "tools.0.strict": ["tools", 0, "function", "strict"],
        "tools.0.cacheControl": ["tools", 0, "cache_control"],
      },
    },
  ],
  [
    "a free-form tool is found where it stands",
    {
      tools: [
        {
          type: "custom",
          custom: { name: "s", description: "d", format: { type: "text" }, a: 1 },
          cache_control: { type: "ephemeral", ttl: "1h" },
          b: 2,
        },
      ],
    },
    {
      said: {
        tools: [
          {
            type: "custom",
            name: "s",
            description: "d",
            format: { type: "text" },
            cacheControl: { type: "ephemeral", ttl: "1h" },
            extensions: { "chat-completions": { b: 2, "custom.a": 1 } },
          },
        ],
      },
      issues: [],
      places: {
        "tools.0.name": ["tools", 0, "custom", "name"],
        "tools.0.description": ["tools", 0, "custom", "description"],
        "tools.0.format": ["tools", 0, "custom", "format"],
        "tools.0.cacheControl": ["tools", 0, "cache_control"],
      },
    },
  ],
  [
    "an older function is found where it stands",
    { functions: [{ name: "f", description: "d", parameters: { type: "object" }, a: 1 }] },
    {
      said: {
        tools: [
          {
            type: "function",
            name: "f",
            description: "d",
            schema: { type: "object" },
            dialect: "json-schema",
            extensions: { "chat-completions": { "function.a": 1 } },
          },
        ],
      },
      issues: [],
      places: {
        "tools.0.name": ["functions", 0, "name"],
        "tools.0.description": ["functions", 0, "description"],
        "tools.0.schema": ["functions", 0, "parameters"],
      },
    },
  ],
  [
    "a tool without a function is left out",
    { tools: [{ type: "function" }] },
    { said: {}, issues: [["dropped.field", "tools[0]", "warning", "dropped"]], places: {} },
  ],
  [
    "another tool is kept whole",
    { tools: [{ type: "odd", a: 1 }] },
    {
      said: { tools: [{ type: "raw", style: "chat-completions", value: { type: "odd", a: 1 } }] },
      issues: [],
      places: { "tools.0.value.a": ["tools", 0, "a"] },
    },
  ],
  [
    "web search is found where it stands",
    {
      web_search_options: {
        search_context_size: "low",
        user_location: { type: "approximate", approximate: { city: "c", country: "y", region: "r", timezone: "z", a: 1 }, b: 2 },
        d: 3,
      },
    },
    {
      said: {
        tools: [
          {
            type: "web-search",
            contextSize: "low",
            userLocation: { city: "c", country: "y", region: "r", timezone: "z" },
            extensions: { "chat-completions": { d: 3, "user_location.b": 2, "user_location.approximate.a": 1 } },
          },
        ],
      },
      issues: [],
      places: {
        "tools.0.contextSize": ["web_search_options", "search_context_size"],
        "tools.0.userLocation.city": ["web_search_options", "user_location", "approximate", "city"],
        "tools.0.userLocation.country": ["web_search_options", "user_location", "approximate", "country"],
        "tools.0.userLocation.region": ["web_search_options", "user_location", "approximate", "region"],
        "tools.0.userLocation.timezone": ["web_search_options", "user_location", "approximate", "timezone"],
        "tools.0.userLocation": ["web_search_options", "user_location"],
      },
    },
  ],
  [
    "another kind of place is kept",
    { web_search_options: { user_location: { type: "exact" } } },
    {
      said: { tools: [{ type: "web-search", extensions: { "chat-completions": { "user_location.type": "exact" } } }] },
      issues: [],
      places: {},
    },
  ],
])("read: %s", (_behaviour, fields, expected) => {
  const read = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });
  if (!read.ok) throw new Error(read.issues[0].message);
  const places = Object.fromEntries(Object.keys(expected.places).map((place) => [place, read.locate(steps(place))]));
  expect(inRows({ said: only(read.value, ["tools", "extensions"]), issues: read.issues, places })).toEqual(expected);
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
    "what the provider runs has no form",
    {
      tools: [
        { type: "web-fetch", extensions: { messages: { a: 1 } } },
        { type: "code-execution", extensions: { messages: { a: 1 } } },
        { type: "raw", style: "messages", value: { type: "odd" } },
      ],
    },
    { from: "messages" },
    {
      body: {},
      issues: [
        ["dropped.field", "tools[0].extensions.messages.a", "info", "dropped"],
        ["dropped.value", "tools[0]", "warning", "dropped"],
        ["dropped.field", "tools[1].extensions.messages.a", "info", "dropped"],
        ["dropped.value", "tools[1]", "warning", "dropped"],
        ["dropped.value", "tools[2]", "warning", "dropped"],
      ],
    },
  ],
  [
    "a raw tool of its own goes back",
    { tools: [{ type: "raw", style: "chat-completions", value: { type: "odd" } }] },
    { from: "chat-completions" },
    { body: { tools: [{ type: "odd" }] }, issues: [] },
  ],
  [
    "a function and a free-form tool lose what another style adds",
    {
      tools: [
        { type: "function", name: "f", extensions: { messages: { a: 1 } } },
        { type: "custom", name: "s", description: "d", format: { type: "text" }, extensions: { messages: { a: 1 } } },
      ],
    },
    { from: "messages" },
    {
      body: {
        tools: [
          { type: "function", function: { name: "f" } },
          { type: "custom", custom: { name: "s", description: "d", format: { type: "text" } } },
        ],
      },
      issues: [
        ["dropped.field", "tools[0].extensions.messages.a", "info", "dropped"],
        ["dropped.field", "tools[1].extensions.messages.a", "info", "dropped"],
      ],
    },
  ],
  [
    "what its own style adds goes back",
    {
      tools: [
        { type: "function", name: "f", extensions: { "chat-completions": { a: 1 } } },
        { type: "custom", name: "s", extensions: { "chat-completions": { a: 1 } } },
      ],
    },
    { from: "chat-completions" },
    {
      body: {
        tools: [
          { type: "function", function: { name: "f" }, a: 1 },
          { type: "custom", custom: { name: "s" }, a: 1 },
        ],
      },
      issues: [],
    },
  ],
  [
    "a name is rewritten where it stands",
    {
      tools: [
        { type: "custom", name: "a b" },
        { type: "function", name: "c d" },
      ],
    },
    { from: "messages" },
    {
      body: {
        tools: [
          { type: "custom", custom: { name: "a_b_e74b2759" } },
          { type: "function", function: { name: "c_d_d51eaf59" } },
        ],
      },
      issues: [
        ["rewritten.tool_name", "tools[0].name", "warning", "approximated", { from: "a b", to: "a_b_e74b2759" }],
        ["rewritten.tool_name", "tools[1].name", "warning", "approximated", { from: "c d", to: "c_d_d51eaf59" }],
      ],
    },
  ],
  [
    "a search is read after the tools that follow it",
    {
      tools: [
        { type: "function", name: "e" },
        { type: "web-search" },
        { type: "function", name: "f" },
        { type: "custom", name: "s" },
        { type: "web-fetch" },
      ],
    },
    { from: "generate-content" },
    {
      body: {
        tools: [
          { type: "function", function: { name: "e" } },
          { type: "function", function: { name: "f" } },
          { type: "custom", custom: { name: "s" } },
        ],
      },
      issues: [
        ["dropped.value", "tools[4]", "warning", "dropped"],
        ["equivalent.form", "tools[1]", "info", "equivalent"],
        ["equivalent.form", "tools[2]", "info", "equivalent"],
        ["equivalent.form", "tools[3]", "info", "equivalent"],
      ],
    },
  ],
  [
    "a search before a free-form tool is read after it",
    { tools: [{ type: "web-search" }, { type: "custom", name: "s" }] },
    { from: "messages" },
    {
      body: { tools: [{ type: "custom", custom: { name: "s" } }] },
      issues: [
        ["equivalent.form", "tools[0]", "info", "equivalent"],
        ["equivalent.form", "tools[1]", "info", "equivalent"],
      ],
    },
  ],
  [
    "a search before others is its own style's order",
    { tools: [{ type: "web-search" }, { type: "function", name: "f" }] },
    { from: "chat-completions" },
    { body: { tools: [{ type: "function", function: { name: "f" } }] }, issues: [] },
  ],
  [
    "a search before others is no matter where no style is named",
    { tools: [{ type: "web-search" }, { type: "function", name: "f" }] },
    {},
    { body: { tools: [{ type: "function", function: { name: "f" } }] }, issues: [] },
  ],
  [
    "a second search is left out",
    { tools: [{ type: "web-search", contextSize: "low", userLocation: { city: "c" } }, { type: "web-search" }] },
    { from: "messages" },
    {
      body: { web_search_options: { search_context_size: "low", user_location: { type: "approximate", approximate: { city: "c" } } } },
      issues: [["dropped.value", "tools[1]", "warning", "dropped"]],
    },
  ],
  [
    "a search loses what it has no field for",
    {
      tools: [
        {
          type: "web-search",
          allowedDomains: ["a"],
          blockedDomains: ["b"],
          maxUses: 1,
          timeRange: { start: "1" },
          version: "v",
          cacheControl: { type: "ephemeral" },
          extensions: { messages: { a: 1 } },
        },
      ],
    },
    { from: "messages" },
    {
      body: {},
      issues: [
        ["dropped.field", "tools[0].extensions.messages.a", "info", "dropped"],
        ["dropped.field", "tools[0].allowedDomains", "warning", "dropped", { from: "an array" }],
        ["dropped.field", "tools[0].blockedDomains", "warning", "dropped", { from: "an array" }],
        ["dropped.field", "tools[0].maxUses", "warning", "dropped", { from: 1 }],
        ["dropped.field", "tools[0].timeRange", "warning", "dropped", { from: "an object" }],
        ["dropped.field", "tools[0].version", "info", "dropped", { from: "v" }],
        ["dropped.field", "tools[0].cacheControl", "info", "dropped", { from: "an object" }],
      ],
    },
  ],
  [
    "tools without a name are refused",
    {
      tools: [
        { type: "function", name: "" },
        { type: "custom", name: "" },
      ],
    },
    { from: "messages" },
    {
      body: null,
      issues: [
        ["failed.unsupported", "tools[0].name", "error", "failed", { rule: "V-05" }],
        ["failed.unsupported", "tools[1].name", "error", "failed", { rule: "V-05" }],
      ],
    },
  ],
])("written: %s", (_behaviour, fields, options, expected) => {
  const written = request.encode({ ...PLAIN, ...fields }, options);
  const body = written.ok ? only(written.value.body, ["tools", "web_search_options"]) : null;
  expect(inRows({ body, issues: written.issues })).toEqual(expected);
});

test("what is written of a tool is found where the caller has it", () => {
  const tools = [
    { type: "function", name: "f", description: "d", schema: {}, strict: true },
    { type: "custom", name: "s", description: "d", format: {} },
    { type: "raw", style: "chat-completions", value: { type: "odd" } },
    { type: "web-search", contextSize: "low", userLocation: { city: "c" } },
  ] as const;
  const written = request.encode({ ...PLAIN, tools }, { from: "chat-completions" });
  if (!written.ok) throw new Error(written.issues[0].message);
  const place = (path: string) => written.locate(steps(path)).join(".");
  expect(
    [
      "tools.0.function.name",
      "tools.0.function.description",
      "tools.0.function.parameters",
      "tools.0.function.strict",
      "tools.1.custom.name",
      "tools.1.custom.description",
      "tools.1.custom.format",
      "tools.2.type",
      "web_search_options.search_context_size",
      "web_search_options.user_location",
      "web_search_options.user_location.approximate.city",
    ].map(place),
  ).toEqual([
    "tools.0.name",
    "tools.0.description",
    "tools.0.schema",
    "tools.0.strict",
    "tools.1.name",
    "tools.1.description",
    "tools.1.format",
    "tools.2.value.type",
    "tools.3.contextSize",
    "tools.3.userLocation",
    "tools.3.userLocation.city",
  ]);
});
