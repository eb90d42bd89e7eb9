import { expect, test } from "vitest";
import { edge, readTarget } from "../../../src/styles/generate-content/edge.js";

test.each([
  ["/v1beta/models/gemini-2.5-flash:generateContent", { model: "gemini-2.5-flash", stream: false }],
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
