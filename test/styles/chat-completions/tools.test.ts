/** Tools of a request; the choice among them has its own tests. */
import { expect, test } from "vitest";
import { translateRequest } from "../../../src/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import { cases } from "../../support/cases.js";
import { asking } from "../../support/requests.js";
import { free, func, own, type ReadRow, reads, returns, sentFree, sentFunc, steps, type WrittenRow, writes } from "./support.js";

cases<ReadRow>({
  "an older function is found where it stands": [
    { functions: [{ name: "f", description: "d", parameters: { type: "object" }, a: 1 }] },
    {
      tools: [
        {
          type: "function",
          name: "f",
          description: "d",
          schema: { type: "object" },
          extensions: own({ "function.a": 1 }),
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
  "another kind of place is kept": [
    { web_search_options: { user_location: { type: "exact" } } },
    { tools: [{ type: "web-search", extensions: own({ "user_location.type": "exact" }) }] },
  ],
  "a tool of no kind is left out": [{ tools: [{}] }, {}, ["dropped.field tools[0] warning"]],
  "a free-form tool without its own is kept whole": [
    { tools: [{ type: "custom" }] },
    { tools: [{ type: "raw", style: "chat-completions", value: { type: "custom" } }] },
  ],
  "a place that says nothing is none": [{ web_search_options: { user_location: {} } }, { tools: [{ type: "web-search" }] }],
})("read: %s", reads);

test("a field of the older form is named where it stands", () => {
  const body = { model: "m", messages: [{ role: "user", content: "hi" }], functions: [{ name: "g", parameters: {}, "y.z": 2 }] };
  const { issues } = translateRequest(body, { from: "chat-completions", to: "generate-content" });
  expect(issues).toMatchObject([{ code: "dropped.field", path: ["functions", 0, "y.z"] }]);
});

test.each<object>([
  { tools: [{ ...sentFunc("f", { parameters: { type: "object" }, x: 1 }), y: 1, cache_control: { type: "ephemeral", z: 1 } }] },
  { tools: [{ ...sentFree("s", { x: 1 }), y: 1 }] },
  { tools: [{ type: "novelty", function: { name: "f" } }] },
  { tools: [{ type: "novelty", custom: { name: "s" } }] },
  { tools: [{ type: "mcp", server_label: "x" }] },
  {
    web_search_options: {
      search_context_size: "low",
      user_location: { type: "exact", approximate: { city: "Bonn", planet: "Earth" }, x: 1 },
    },
  },
  // An estimate that says nothing is one all the same.
  { web_search_options: { user_location: { type: "approximate", approximate: {} } } },
])("%j goes back into its own style as it was", returns);

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
    ["dropped.value tools[0] warning", "dropped.value tools[1] warning", "dropped.value tools[2] warning"],
  ],
  "a search before a free-form tool is read after it": [
    { tools: [{ type: "web-search" }, free("s")] },
    { web_search_options: {}, tools: [sentFree("s")] },
    ["equivalent.form tools[0] info", "equivalent.form tools[1] info"],
  ],
  "a search before others is no matter where no style is named": [
    { tools: [{ type: "web-search" }, func("f")] },
    { web_search_options: {}, tools: [sentFunc("f")] },
    [],
    {},
  ],
  "a second search is left out": [
    { tools: [{ type: "web-search", contextSize: "low", userLocation: { city: "c" } }, { type: "web-search" }] },
    { web_search_options: { search_context_size: "low", user_location: { type: "approximate", approximate: { city: "c" } } } },
    ["dropped.value tools[1] warning"],
  ],
  "tools without a name are refused": [
    { tools: [func(""), free("")] },
    null,
    ['failed.unsupported tools[0].name error rule "V-05"', 'failed.unsupported tools[1].name error rule "V-05"'],
  ],
})("written: %s", writes);

test("what is written of a tool is found where the caller has it", () => {
  const tools = [
    { type: "function", name: "f", description: "d", schema: {}, strict: true },
    { type: "custom", name: "s", description: "d", format: {} },
    { type: "raw", style: "chat-completions", value: { type: "odd" } },
    { type: "web-search", contextSize: "low", userLocation: { city: "c" } },
  ] as const;
  const written = request.encode(asking({ tools }), { from: "chat-completions" });
  if (!written.ok) throw new Error(written.issues[0].message);
  const places = {
    "tools.0.function.name": "tools.0.name",
    "tools.0.function.description": "tools.0.description",
    "tools.0.function.parameters": "tools.0.schema",
    "tools.0.function.strict": "tools.0.strict",
    "tools.1.custom.name": "tools.1.name",
    "tools.1.custom.description": "tools.1.description",
    "tools.1.custom.format": "tools.1.format",
    "tools.2.type": "tools.2.value.type",
    "web_search_options.search_context_size": "tools.3.contextSize",
    "web_search_options.user_location": "tools.3.userLocation",
    "web_search_options.user_location.approximate.city": "tools.3.userLocation.city",
  };
  for (const [path, place] of Object.entries(places)) expect(written.locate(steps(path)).join(".")).toBe(place);
});
