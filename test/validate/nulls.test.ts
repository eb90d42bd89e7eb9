/** Null in fields of the specification: it counts as absent, and where the specification does not write "or null" that is an extension. */
import { expect, it } from "vitest";
import { formatPath, type Path } from "../../src/core/issue.js";
import type { StyleName } from "../../src/model/common.js";
import { translateRequest } from "../../src/translate.js";
import * as cc from "../support/cc.js";
import { MISSING, put } from "./cases.js";
import { findings } from "./validators.js";

interface Row {
  readonly style: StyleName;
  readonly document: "request" | "response";
  readonly base: unknown;
  /** Nodes of the base, each with the fields that the specification shows there and does not require. */
  readonly extensions: readonly (readonly [node: Path, fields: string])[];
  /** Those of which it writes "or null". */
  readonly nullable?: readonly (readonly [node: Path, fields: string])[];
}

const config = ["generationConfig"];
const details = { cached_tokens: 0, audio_tokens: 0 };
const ROWS: readonly Row[] = [
  {
    style: "chat-completions",
    document: "request",
    base: { model: "m", messages: [{ role: "user", content: "x" }], tools: [cc.tool("f", {})] },
    extensions: [
      [[], "max_tokens temperature top_p stream stop n presence_penalty frequency_penalty tools tool_choice user"],
      [["messages", 0], "name"],
      [["tools", 0], "type"],
      [["tools", 0, "function"], "description parameters"],
    ],
  },
  {
    style: "generate-content",
    document: "request",
    base: {
      contents: [{ role: "user", parts: [{ text: "x" }, { fileData: { fileUri: "https://a/b.pdf", mimeType: "application/pdf" } }] }],
      systemInstruction: { role: "user", parts: [{ text: "x" }] },
      generationConfig: { thinkingConfig: {}, imageConfig: {} },
      tools: [{ codeExecution: {} }, { functionDeclarations: [{ name: "f" }] }, { webSearch: { timeRangeFilter: {} } }],
      toolConfig: { functionCallingConfig: {} },
    },
    extensions: [
      [[], "systemInstruction generationConfig safetySettings tools toolConfig async"],
      [["contents", 0, "parts", 0], "inlineData fileData"],
      [["contents", 0, "parts", 1], "text"],
      [["contents", 0, "parts", 1, "fileData"], "mimeType"],
      [["systemInstruction"], "role"],
      [config, "temperature topP topK maxOutputTokens stopSequences responseMimeType thinkingConfig imageConfig mediaResolution"],
      [[...config, "thinkingConfig"], "includeThoughts thinkingBudget thinkingLevel"],
      [[...config, "imageConfig"], "aspectRatio imageSize"],
      [["tools", 0], "functionDeclarations webSearch"],
      [["tools", 1], "codeExecution"],
      [["tools", 1, "functionDeclarations", 0], "description parameters"],
      [["tools", 2, "webSearch"], "timeRangeFilter"],
      [["tools", 2, "webSearch", "timeRangeFilter"], "startTime endTime"],
      [["toolConfig"], "functionCallingConfig"],
      [["toolConfig", "functionCallingConfig"], "mode allowedFunctionNames"],
    ],
  },
  {
    style: "chat-completions",
    document: "response",
    base: {
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content: "x", annotations: [{ url_citation: {} }] }, finish_reason: "stop" }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, prompt_tokens_details: details, completion_tokens_details: {} },
    },
    extensions: [
      [[], "usage prompt_filter_results"],
      [["choices", 0], "content_filter_results"],
      [["choices", 0, "message"], "annotations"],
      [["choices", 0, "message", "annotations", 0], "type url_citation"],
      [["choices", 0, "message", "annotations", 0, "url_citation"], "start_index end_index title url"],
      [["usage"], "prompt_tokens_details completion_tokens_details"],
      [["usage", "prompt_tokens_details"], "cached_tokens audio_tokens"],
      [["usage", "completion_tokens_details"], "reasoning_tokens audio_tokens accepted_prediction_tokens rejected_prediction_tokens"],
    ],
    nullable: [
      [[], "system_fingerprint"],
      [["choices", 0], "logprobs"],
      [["choices", 0, "message"], "refusal"],
    ],
  },
  {
    style: "generate-content",
    document: "response",
    base: {
      candidates: [{ content: { role: "model", parts: [{ text: "x" }] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokensDetails: [{ modality: "TEXT", tokenCount: 1 }] },
      modelVersion: "m",
      responseId: "r",
    },
    extensions: [
      [[], "usageMetadata modelVersion responseId"],
      [["candidates", 0], "content finishReason index"],
      [["candidates", 0, "content"], "role parts"],
      [["candidates", 0, "content", "parts", 0], "inlineData fileData"],
      [["usageMetadata"], "promptTokenCount candidatesTokenCount totalTokenCount thoughtsTokenCount promptTokensDetails"],
      [["usageMetadata", "promptTokensDetails", 0], "modality tokenCount"],
    ],
  },
];

for (const { style, document, base, extensions, nullable = [] } of ROWS) {
  const places = (nodes: Row["extensions"]) => nodes.flatMap(([node, fields]) => fields.split(" ").map((field) => [...node, field]));
  for (const path of places(extensions))
    it(`of a ${style} ${document} is an extension at ${formatPath(path)}`, () => {
      const given = put(base, path, null);
      const found = (options: object) =>
        findings(style, document, given, options).filter((issue) => formatPath(issue.path) === formatPath(path));
      expect(found({})).toMatchObject([{ code: "vendor_extension", severity: "info", received: "null" }]);
      expect(found({ strict: true })).toMatchObject([{ code: "vendor_extension", severity: "error" }]);
      expect(found({ profile: "vendor" }).map(({ code, received }) => [code, received])).not.toContainEqual(["vendor_extension", "null"]);
    });
  for (const path of places(nullable))
    it(`of a ${style} ${document} is specified at ${formatPath(path)}`, () => {
      expect(findings(style, document, put(base, path, null), { strict: true })).toEqual([]);
    });
  if (document === "request")
    it(`of a ${style} request is translated as what is absent, and refused when strict`, () => {
      const options = { from: style, to: "messages", model: "m" } as const;
      for (const path of places(extensions)) {
        const [isNull, absent] = [null, MISSING].map((value) => translateRequest(put(base, path, value), options));
        expect([path, isNull?.ok && isNull.value]).toEqual([path, absent?.ok && absent.value]);
        expect(translateRequest(put(base, path, null), { ...options, strict: true }).ok).toBe(false);
      }
    });
}

it("is one finding in a required field", () => {
  const request = { model: "m", messages: [{ role: "user", content: [{ type: "text", text: "x" }] }], max_tokens: 1 };
  for (const [style, body, ...paths] of [
    ["chat-completions", request, "model", "messages", "messages.0.role", "messages.0.content", "messages.0.content.0.text"],
    ["messages", request, "model", "messages", "max_tokens", "messages.0.role", "messages.0.content", "messages.0.content.0.text"],
    ["generate-content", { contents: [{ role: "user", parts: [{ text: "x" }] }] }, "contents", "contents.0.role", "contents.0.parts"],
  ] as const)
    for (const dotted of paths) {
      const path = dotted.split(".").map((step) => (/^\d/.test(step) ? Number(step) : step));
      const found = findings(style, "request", put(body, path, null), { strict: true });
      expect(found.map((issue) => [formatPath(issue.path), issue.severity])).toEqual([[formatPath(path), "error"]]);
    }
});
