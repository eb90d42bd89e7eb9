import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plain } from "../../../src/core/json.js";
import { camelCased, relocate } from "../../../src/styles/generate-content/names.js";
import { request } from "../../../src/styles/generate-content/request.js";
import { response } from "../../../src/styles/generate-content/response.js";

test("a body in camelCase is the very same object", () => {
  const body = { contents: [{ role: "user", parts: [{ text: "a_b" }] }], generationConfig: { topP: 1 } };
  expect(camelCased(body)).toBe(body);
});

test("snake_case is read at every level (BB-034)", () => {
  expect(
    camelCased({
      system_instruction: { parts: [{ text: "S" }] },
      contents: [{ parts: [{ inline_data: { mime_type: "image/png", data: "A" } }] }],
      generation_config: { thinking_config: { thinking_budget: 1 } },
    }),
  ).toEqual({
    systemInstruction: { parts: [{ text: "S" }] },
    contents: [{ parts: [{ inlineData: { mimeType: "image/png", data: "A" } }] }],
    generationConfig: { thinkingConfig: { thinkingBudget: 1 } },
  });
});

test("payloads are handed on by reference and never renamed", () => {
  const args = { mime_type: 1, function_call: { top_p: 2 } };
  const response = { file_uri: "x" };
  const schema = { properties: { mime_type: { type: "string" } } };
  const renamed = camelCased({
    contents: [{ parts: [{ function_call: { name: "f", args } }, { function_response: { name: "f", response } }] }],
    tools: [{ function_declarations: [{ name: "f", parameters_json_schema: schema }] }],
    labels: { top_p: "1" },
  });
  expect(renamed).toEqual({
    contents: [{ parts: [{ functionCall: { name: "f", args } }, { functionResponse: { name: "f", response } }] }],
    tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: schema }] }],
    labels: { top_p: "1" },
  });
});

test("keys under properties are the caller's names, keywords beside them are not (BB-151)", () => {
  const parameters = { type: "OBJECT", properties: { any_of: { type: "STRING", max_length: "3" } }, default: { max_length: 1 } };
  expect(camelCased({ tools: [{ functionDeclarations: [{ name: "f", parameters }] }] })).toEqual({
    tools: [
      {
        functionDeclarations: [
          {
            name: "f",
            parameters: { type: "OBJECT", properties: { any_of: { type: "STRING", maxLength: "3" } }, default: { max_length: 1 } },
          },
        ],
      },
    ],
  });
});

test.each([
  // A null under the one spelling says nothing beside the other, in whichever order they come.
  [{ topP: null, top_p: 2 }, { topP: 2 }],
  [{ top_p: 2, topP: null }, { topP: 2 }],
  [
    { top_p: null, topP: 2 },
    { top_p: null, topP: 2 },
  ],
])("of two spellings one is kept: %j", (body, expected) => {
  expect(JSON.stringify(camelCased(plain(body)))).toBe(JSON.stringify(expected));
});

test("a response is the caller's own, and one that is declared is a schema", () => {
  const answered = { tool_response: { tool_type: "T", response: { max_length: 1 } } };
  const declared = { function_declarations: [{ name: "f", response: { any_of: [{ max_length: "1", title: { max_length: 1 } }] } }] };
  expect(camelCased({ contents: [{ parts: [answered] }], tools: [declared] })).toEqual({
    contents: [{ parts: [{ toolResponse: { toolType: "T", response: { max_length: 1 } } }] }],
    tools: [{ functionDeclarations: [{ name: "f", response: { anyOf: [{ maxLength: "1", title: { maxLength: 1 } }] } }] }],
  });
});

test("a schema below the caller's names has keywords again", () => {
  const schema = (map: string) => ({
    response_schema: { [map]: { max_items: { properties: { min_items: { max_items: "1" } } }, top_p: { max_items: "2" } } },
  });
  for (const map of ["properties", "$defs", "defs", "definitions"])
    expect(camelCased({ generation_config: schema(map) })).toEqual({
      generationConfig: {
        responseSchema: { [map]: { max_items: { properties: { min_items: { maxItems: "1" } } }, top_p: { maxItems: "2" } } },
      },
    });
});

test("a member that is undefined is none", () => {
  const body: object = { candidateCount: undefined, top_p: 1 };
  expect(Object.keys(Object(camelCased(plain(body))))).toEqual(["topP"]);
});

test("a key called __proto__ survives", () => {
  const body = JSON.parse('{"top_p":1,"__proto__":{"x":1}}');
  expect(JSON.stringify(camelCased(body))).toBe('{"topP":1,"__proto__":{"x":1}}');
});

test("paths of what both spellings hold, or neither, stay as they are", () => {
  expect(relocate(["topP"], { topP: 1, top_p: 2 })).toEqual(["topP"]);
  expect(relocate(["topP"], { topP: null, top_p: 2 })).toEqual(["top_p"]);
  expect(relocate(["topP"], {})).toEqual(["topP"]);
  expect(relocate(["inlineData", "mimeType"], { inline_data: null })).toEqual(["inline_data", "mimeType"]);
  for (const original of [null, undefined, "x", 5]) expect(relocate(["a", 0, "mimeType"], original)).toEqual(["a", 0, "mimeType"]);
});

test("a body that is no JSON is refused where it is not", () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const { issues } = request.decode({ contents: [], cycle });
  expect(issues).toMatchObject([{ code: "validation.R-089", rule: "R-089", path: ["cycle", "self"] }]);
  expect(response.decode({ candidates: [], cycle }).issues).toMatchObject([{ code: "validation.R-156", path: ["cycle", "self"] }]);
  expect(response.decode("x").issues).toMatchObject([{ code: "validation.R-156", path: [] }]);
});

test("every field of more than one word that is read has its snake_case spelling", () => {
  const folder = join(import.meta.dirname, "../../../src/styles/generate-content");
  // Behind the schemas of requests stand limits, which are no fields.
  const schemas = (file: string) => readFileSync(join(folder, file), "utf8").split("export const limits", 1);
  const wire = ["wire.ts", "wire-answer.ts"].flatMap(schemas).join("\n");
  const fields = [...wire.matchAll(/^\s*(?:\{\s*)?([a-z]+[A-Z]\w*)\??:/gm), ...wire.matchAll(/[{,]\s*([a-z]+[A-Z]\w*): /g)].map(
    ([, name]) => name ?? "",
  );
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(fields.length).toBeGreaterThan(60);
  expect([...new Set(fields)].filter((name) => !Object.hasOwn(Object(camelCased({ [snake(name)]: 1 })), name))).toEqual([]);
});
