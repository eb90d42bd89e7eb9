/** Everything that is said of tools read or written, as rows. */
import { expect, test } from "vitest";
import { request } from "../../../src/styles/chat-completions/request.js";
import { cases } from "../../support/cases.js";
import { asking } from "../../support/requests.js";
import { type ReadRow, reads, steps, type WrittenRow, writes } from "./support.js";

cases<ReadRow>({
  "a function is found where it stands": [
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
    [],
    {
      "tools.0.name": "tools.0.function.name",
      "tools.0.description": "tools.0.function.description",
      "tools.0.schema": "tools.0.function.parameters",
      "tools.0.strict": "tools.0.function.strict",
      "tools.0.cacheControl": "tools.0.cache_control",
    },
  ],
  "a free-form tool is found where it stands": [
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
    [],
    {
      "tools.0.name": "tools.0.custom.name",
      "tools.0.description": "tools.0.custom.description",
      "tools.0.format": "tools.0.custom.format",
      "tools.0.cacheControl": "tools.0.cache_control",
    },
  ],
  "an older function is found where it stands": [
    { functions: [{ name: "f", description: "d", parameters: { type: "object" }, a: 1 }] },
    {
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
    [],
    { "tools.0.name": "functions.0.name", "tools.0.description": "functions.0.description", "tools.0.schema": "functions.0.parameters" },
  ],
  "a tool without a function is left out": [{ tools: [{ type: "function" }] }, {}, ["dropped.field tools[0] warning"]],
  "another tool is kept whole": [
    { tools: [{ type: "odd", a: 1 }] },
    { tools: [{ type: "raw", style: "chat-completions", value: { type: "odd", a: 1 } }] },
    [],
    { "tools.0.value.a": "tools.0.a" },
  ],
  "web search is found where it stands": [
    {
      web_search_options: {
        search_context_size: "low",
        user_location: { type: "approximate", approximate: { city: "c", country: "y", region: "r", timezone: "z", a: 1 }, b: 2 },
        d: 3,
      },
    },
    {
      tools: [
        {
          type: "web-search",
          contextSize: "low",
          userLocation: { city: "c", country: "y", region: "r", timezone: "z" },
          extensions: { "chat-completions": { d: 3, "user_location.b": 2, "user_location.approximate.a": 1 } },
        },
      ],
    },
    [],
    {
      "tools.0.contextSize": "web_search_options.search_context_size",
      "tools.0.userLocation.city": "web_search_options.user_location.approximate.city",
      "tools.0.userLocation.country": "web_search_options.user_location.approximate.country",
      "tools.0.userLocation.region": "web_search_options.user_location.approximate.region",
      "tools.0.userLocation.timezone": "web_search_options.user_location.approximate.timezone",
      "tools.0.userLocation": "web_search_options.user_location",
    },
  ],
  "another kind of place is kept": [
    { web_search_options: { user_location: { type: "exact" } } },
    { tools: [{ type: "web-search", extensions: { "chat-completions": { "user_location.type": "exact" } } }] },
  ],
})("read: %s", reads(["tools", "extensions"]));

cases<WrittenRow>({
  "what the provider runs has no form": [
    {
      tools: [
        { type: "web-fetch", extensions: { messages: { a: 1 } } },
        { type: "code-execution", extensions: { messages: { a: 1 } } },
        { type: "raw", style: "messages", value: { type: "odd" } },
      ],
    },
    {},
    [
      "dropped.field tools[0].extensions.messages.a info",
      "dropped.value tools[0] warning",
      "dropped.field tools[1].extensions.messages.a info",
      "dropped.value tools[1] warning",
      "dropped.value tools[2] warning",
    ],
  ],
  "a raw tool of its own goes back": [
    { tools: [{ type: "raw", style: "chat-completions", value: { type: "odd" } }] },
    { tools: [{ type: "odd" }] },
    [],
    { from: "chat-completions" },
  ],
  "a function and a free-form tool lose what another style adds": [
    {
      tools: [
        { type: "function", name: "f", extensions: { messages: { a: 1 } } },
        { type: "custom", name: "s", description: "d", format: { type: "text" }, extensions: { messages: { a: 1 } } },
      ],
    },
    {
      tools: [
        { type: "function", function: { name: "f" } },
        { type: "custom", custom: { name: "s", description: "d", format: { type: "text" } } },
      ],
    },
    ["dropped.field tools[0].extensions.messages.a info", "dropped.field tools[1].extensions.messages.a info"],
  ],
  "what its own style adds goes back": [
    {
      tools: [
        { type: "function", name: "f", extensions: { "chat-completions": { a: 1 } } },
        { type: "custom", name: "s", extensions: { "chat-completions": { a: 1 } } },
      ],
    },
    {
      tools: [
        { type: "function", function: { name: "f" }, a: 1 },
        { type: "custom", custom: { name: "s" }, a: 1 },
      ],
    },
    [],
    { from: "chat-completions" },
  ],
  "a name is rewritten where it stands": [
    {
      tools: [
        { type: "custom", name: "a b" },
        { type: "function", name: "c d" },
      ],
    },
    {
      tools: [
        { type: "custom", custom: { name: "a_b_e74b2759" } },
        { type: "function", function: { name: "c_d_d51eaf59" } },
      ],
    },
    [
      'rewritten.tool_name tools[0].name warning (approximated) from "a b" to "a_b_e74b2759"',
      'rewritten.tool_name tools[1].name warning (approximated) from "c d" to "c_d_d51eaf59"',
    ],
  ],
  "a search is read after the tools that follow it": [
    {
      tools: [
        { type: "function", name: "e" },
        { type: "web-search" },
        { type: "function", name: "f" },
        { type: "custom", name: "s" },
        { type: "web-fetch" },
      ],
    },
    {
      tools: [
        { type: "function", function: { name: "e" } },
        { type: "function", function: { name: "f" } },
        { type: "custom", custom: { name: "s" } },
      ],
    },
    ["dropped.value tools[4] warning", "equivalent.form tools[1] info", "equivalent.form tools[2] info", "equivalent.form tools[3] info"],
    { from: "generate-content" },
  ],
  "a search before a free-form tool is read after it": [
    { tools: [{ type: "web-search" }, { type: "custom", name: "s" }] },
    { tools: [{ type: "custom", custom: { name: "s" } }] },
    ["equivalent.form tools[0] info", "equivalent.form tools[1] info"],
  ],
  "a search before others is its own style's order": [
    { tools: [{ type: "web-search" }, { type: "function", name: "f" }] },
    { tools: [{ type: "function", function: { name: "f" } }] },
    [],
    { from: "chat-completions" },
  ],
  "a search before others is no matter where no style is named": [
    { tools: [{ type: "web-search" }, { type: "function", name: "f" }] },
    { tools: [{ type: "function", function: { name: "f" } }] },
    [],
    {},
  ],
  "a second search is left out": [
    { tools: [{ type: "web-search", contextSize: "low", userLocation: { city: "c" } }, { type: "web-search" }] },
    { web_search_options: { search_context_size: "low", user_location: { type: "approximate", approximate: { city: "c" } } } },
    ["dropped.value tools[1] warning"],
  ],
  "a search loses what it has no field for": [
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
    {},
    [
      "dropped.field tools[0].extensions.messages.a info",
      'dropped.field tools[0].allowedDomains warning from "an array"',
      'dropped.field tools[0].blockedDomains warning from "an array"',
      "dropped.field tools[0].maxUses warning from 1",
      'dropped.field tools[0].timeRange warning from "an object"',
      'dropped.field tools[0].version info from "v"',
      'dropped.field tools[0].cacheControl info from "an object"',
    ],
  ],
  "tools without a name are refused": [
    {
      tools: [
        { type: "function", name: "" },
        { type: "custom", name: "" },
      ],
    },
    null,
    ['failed.unsupported tools[0].name error rule "V-05"', 'failed.unsupported tools[1].name error rule "V-05"'],
  ],
})("written: %s", writes(["tools", "web_search_options"]));

test("what is written of a tool is found where the caller has it", () => {
  const tools = [
    { type: "function", name: "f", description: "d", schema: {}, strict: true },
    { type: "custom", name: "s", description: "d", format: {} },
    { type: "raw", style: "chat-completions", value: { type: "odd" } },
    { type: "web-search", contextSize: "low", userLocation: { city: "c" } },
  ] as const;
  const written = request.encode(asking({ tools }), { from: "chat-completions" });
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
