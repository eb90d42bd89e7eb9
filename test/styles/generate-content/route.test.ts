import { expect, test } from "vitest";
import { edge, readTarget } from "../../../src/styles/generate-content/edge.js";
import { validate } from "../../../src/styles/generate-content/rules.js";

test.each([
  ["/v1beta/models/gemini-2.5-flash:generateContent", { model: "gemini-2.5-flash", stream: false }],
  [
    "/v1beta/models/google/gemini-2.0-flash-exp:free:streamGenerateContent?alt=sse",
    { model: "google/gemini-2.0-flash-exp:free", stream: true },
  ],
  ["/v1beta/models/a%2Fb%3Ac:generateContent", { model: "a/b:c", stream: false }],
  ["/v1/projects/p/locations/l/publishers/google/models/m:generateContent", undefined],
  ["/v1beta/models/%E0%A4%A:generateContent", { model: "%E0%A4%A", stream: false }],
  ["/v1beta/models/m:countTokens", undefined],
  ["/v1/models", undefined],
  ["/v1/messages", undefined],
])("%s", (path, expected) => {
  expect(edge.match(path)).toEqual(expected);
});

test("a tuned model keeps its place", () => {
  expect(readTarget("/v1beta/tunedModels/t-1:generateContent")).toEqual({ model: "tunedModels/t-1", stream: false });
  expect(edge.format({ model: "tunedModels/t-1", stream: false })).toBe("/v1beta/tunedModels/t-1:generateContent");
});

test("a model is encoded, a lone surrogate included", () => {
  expect(edge.format({ model: "a/b:c", stream: true })).toBe("/v1beta/models/a%2Fb%3Ac:streamGenerateContent?alt=sse");
  expect(edge.format({ model: "\ud800", stream: false })).toBe("/v1beta/models/%EF%BF%BD:generateContent");
});

test.each([
  ["/v1/projects/p/locations/l/publishers/google/models/m:generateContent", { model: "m", stream: false }],
  ["https://generativelanguage.googleapis.com/v1alpha/models/m:streamGenerateContent?key=k", { model: "m", stream: true }],
  ["/v1beta/models/m:countTokens", undefined],
  ["/v1/messages", undefined],
])("the model of a request is read from %s, wherever its models stand", (path, expected) => {
  expect(readTarget(path)).toEqual(expected);
});

test("rules read the model of a path as the edge does, raw slashes and colons included", () => {
  const asked = { contents: [{ role: "user", parts: [{ text: "a" }] }], generationConfig: { thinkingConfig: { thinkingLevel: "low" } } };
  const found = (path: string) => validate.request(asked, { path }).map(({ rule }) => rule);
  expect(found("/v1beta/models/google/gemini-2.0-flash-exp:free:generateContent")).toEqual(["R-123"]);
  expect(found("/v1beta/models/google/gemini-2.0:countTokens")).toContain("R-088");
});
