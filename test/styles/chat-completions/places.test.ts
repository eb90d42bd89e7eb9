/** Where things stand: what was read, in its own document, and what was written, in the canonical value. */
import { describe, expect, it } from "vitest";
import { formatPath, type Path } from "../../../src/core/issue.js";
import type { CanonicalRequest, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import { response } from "../../../src/styles/chat-completions/response.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { base64, image, result } from "../../support/parts.js";

const text = (words: string, fields: object = {}) => ({ type: "text", text: words, ...fields });
const cache_control = { type: "ephemeral" };
const extra_content = { google: { thought_signature: "S" } };
const own = ["extensions", "chat-completions"] as const;

describe("what was read of a message", () => {
  const place = (message: object, path: Path) => {
    const decoded = request.decode({ model: "m", messages: [{ role: "user", content: "hi" }, message] });
    return decoded.ok ? formatPath(decoded.locate(["turns", 1, "parts", ...path])) : undefined;
  };
  const user = (content: unknown, fields: object = {}) => ({ role: "user", content, ...fields });
  const said = (fields: object) => ({ role: "assistant", content: "A", ...fields });
  const list = [text("a"), text("b", { x: 1 })];
  const signed = { content: [...list, text("c", { cache_control }), text("d", { prompt_cache_breakpoint: { mode: "explicit" } })] };

  it.each<[object, Path, string]>([
    [user("a"), [0], "content"],
    [user("a"), [0, "text"], "content"],
    [user("a", { cache_control }), [0], "content"],
    [user("a", { cache_control }), [0, "text"], "content"],
    [user("a", { cache_control }), [0, "cacheControl"], "cache_control"],
    [user(list, { cache_control }), [0, "text"], "content[0].text"],
    [user(list, { cache_control }), [1], "content[1]"],
    [user(list, { cache_control }), [1, "text"], "content[1].text"],
    [user(list, { cache_control }), [1, "cacheControl"], "cache_control"],
    [said({ cache_control, extra_content }), [0, "signature"], "extra_content.google.thought_signature"],
    [said({ refusal: "No." }), [1, "text"], "refusal"],
    [said({ images: [{ type: "image_url", image_url: { url: "https://a/b" } }] }), [1, "source"], "images[0].image_url.url"],
    [said({ audio: { id: "a" } }), [1, "source", "fileId"], "audio.id"],
    [said({ ...signed, extra_content }), [0, "text"], "content[0].text"],
    [said({ ...signed, extra_content }), [3], "content[3]"],
    [said({ ...signed, extra_content }), [3, "text"], "content[3].text"],
    [said({ ...signed, extra_content }), [3, "cacheControl"], "content[3].prompt_cache_breakpoint"],
    [said({ ...signed, extra_content }), [3, "signature"], "extra_content.google.thought_signature"],
    [said({ content: signed.content.slice(0, 3), extra_content }), [2, "cacheControl"], "content[2].cache_control"],
    [said({ content: list, extra_content }), [1, ...own, "x"], "content[1].x"],
    [said({ reasoning_content: "t", reasoning_details: [{ type: "reasoning.encrypted", data: "R" }] }), [0, "text"], "reasoning_content"],
    [said({ content: null, extra_content }), [0], "extra_content.google.thought_signature"],
    [said({ content: null, extra_content }), [0, "text"], "extra_content.google.thought_signature"],
  ])("%j: %j stands at %s", (message, path, expected) => {
    expect(place(message, path)).toBe(`messages[1].${expected}`);
  });
});

describe("what was read of an answer", () => {
  const url_citation = { url: "https://a", start_index: 1, end_index: 2, content: "b" };
  it.each<[object, Path, string]>([
    [{ content: "ab", annotations: [{ type: "file" }, { type: "url_citation", url_citation }] }, [0, "text"], "content"],
    [
      { content: "ab", annotations: [{ type: "url_citation", url_citation }] },
      [0, "citations", 0, "start"],
      "annotations[0].url_citation.start_index",
    ],
    [{ content: [text("ab")], annotations: [{ type: "url_citation", url_citation }] }, [0, "text"], "content[0].text"],
    [{ content: "a", audio: { id: "i", data: "AA==", expires_at: 5 } }, [1, "source", "data"], "audio.data"],
    [{ content: "a", audio: { id: "i", data: "AA==", expires_at: 5 } }, [1, "expiresAt"], "audio.expires_at"],
  ])("%j: %j stands at %s", (message, path, expected) => {
    const decoded = response.decode({ choices: [{ index: 0, message, finish_reason: "stop" }] });
    expect(decoded.ok && formatPath(decoded.locate(["choices", 0, "parts", ...path]))).toBe(`choices[0].message.${expected}`);
  });
});

it.each(["id", "model", "created"])("an answer without its %s is told of there", (name) => {
  const decoded = response.decode({ choices: [{ index: 0, message: { content: "a" }, finish_reason: "stop" }] });
  expect(decoded.ok && decoded.locate([name])).toEqual([name]);
});

describe("what was written", () => {
  const called = { type: "tool-call", id: "c", name: "f", variant: "function", arguments: { json: "{}", value: {} } } as const;
  const data = (mimeType: string) => base64(mimeType, "AA==");
  const written = (canonical: Partial<CanonicalRequest>, path: Path, options: EncodeOptions) => {
    const nothing = { model: "m", instructions: [], turns: [], tools: [], sampling: {}, limits: {}, output: {}, stream: false };
    const encoded = request.encode({ ...nothing, ...canonical }, { from: "messages", ...options });
    return encoded.ok ? formatPath(encoded.locate(path)) : undefined;
  };

  it.each<[Part, Path, string]>([
    [{ type: "audio", source: data("audio/wav") }, ["input_audio", "data"], "source"],
    [{ type: "video", source: data("video/mp4") }, ["video_url", "url"], "source"],
    [image(data("image/png"), { detail: "low" }), ["image_url", "detail"], "detail"],
    [{ type: "document", source: data("application/pdf"), filename: "a" }, ["file", "filename"], "filename"],
  ])("%j has at %j its %s", (part, path, expected) => {
    const parts: Part[] = [{ type: "text", text: "a" }, part];
    const at = written({ turns: [{ role: "user", parts }] }, ["messages", 0, "content", 1, ...path], { chatExtensions: true });
    expect(at).toBe(`turns[0].parts[1].${expected}`);
  });

  it("of calls and their results has its place as well", () => {
    const custom = { ...called, id: "d", variant: "custom", arguments: { json: "x" } } as const;
    const messages = [
      { role: "assistant", parts: [called, custom] },
      { role: "tool", parts: [result("c")] },
    ] as const;
    const at = (...path: Path) => written({ turns: messages }, ["messages", ...path], { missingResult: "synthesize-error" });
    expect(at(0, "tool_calls", 0, "function", "arguments")).toBe("turns[0].parts[0].arguments.json");
    expect(at(0, "tool_calls", 1, "custom", "input")).toBe("turns[0].parts[1].arguments.json");
    expect(at(1, "tool_call_id")).toBe("turns[0].parts[1]");
    expect(at(2, "tool_call_id")).toBe("turns[1].parts[0].callId");
  });
});
