/** Content blocks of a request: what they become, and what is said of what has no place in one. */
import { describe, expect, it } from "vitest";
import { type StyleName, type TranslateRequestOptions, translateRequest } from "../../../src/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import { atUrl, base64, inFile, text } from "../../support/parts.js";
import { repeated, told as toldAll } from "./support.js";

const told = (issues: Parameters<typeof toldAll>[0]) => toldAll(issues.filter(({ code }) => code !== "defaulted.max_tokens"));

/** A block of a chat-completions user message, as another style has it. */
function into(to: StyleName, block: object, options: Partial<TranslateRequestOptions> = {}) {
  const body = { model: "m", messages: [{ role: "user", content: [text("hi"), block] }] };
  const result = translateRequest(body, { ...options, from: "chat-completions", to });
  return { body: result.ok ? result.value.body : undefined, issues: told(result.issues) };
}

/** What is read of a block of a user message. */
const decodeBlock = (block: object) => request.decode({ model: "m", messages: [{ role: "user", content: [block] }] });

/** A message of its own style, as that style writes it after having read it. */
function again(message: object) {
  const { messages, issues } = repeated([message]);
  return { message: messages[0], issues };
}

describe("cache markers", () => {
  const at = "dropped.field messages[0].content[1]";
  it.each([
    [{ cache_control: {} }, { type: "ephemeral" }, []],
    [{ cache_control: { type: "ephemeral", ttl: "1h" } }, { type: "ephemeral", ttl: "1h" }, []],
    [{ cache_control: { ttl: "9m" } }, { type: "ephemeral" }, [`${at}.cache_control.ttl`]],
    [{ cache_control: { type: "x", ttl: "5m" } }, undefined, [`${at}.cache_control.type`, `${at}.cache_control.ttl`]],
    [{ prompt_cache_breakpoint: {} }, { type: "ephemeral" }, []],
    [{ prompt_cache_breakpoint: { mode: "x" } }, undefined, [`${at}.prompt_cache_breakpoint.mode`]],
    [{ cache_control: {}, prompt_cache_breakpoint: { mode: "explicit" } }, { type: "ephemeral" }, [`${at}.prompt_cache_breakpoint.mode`]],
  ])("%j is read as %j", (marks, cache_control, issues) => {
    const marked = into("messages", { type: "text", text: "b", ...marks });
    const block = { type: "text", text: "b", ...(cache_control && { cache_control }) };
    expect(marked.body).toMatchObject({ messages: [{ content: [text("hi"), block] }] });
    expect(marked.issues).toEqual(issues);
  });

  it.each([
    ["1h", "5m", ["conflict.resolved messages[0].cache_control"]],
    ["1h", "1h", []],
    [undefined, "1h", []],
  ])("of the last block (%s) counts more than that of its message (%s)", (ttl, whole, issues) => {
    const block = { type: "text", text: "b", ...(ttl === undefined ? {} : { cache_control: { type: "ephemeral", ttl } }) };
    const message = { role: "user", content: [text("a"), block], cache_control: { type: "ephemeral", ttl: whole } };
    const result = translateRequest({ model: "m", max_tokens: 5, messages: [message] }, { from: "chat-completions", to: "messages" });
    const content = [text("a"), { ...text("b"), cache_control: { type: "ephemeral", ttl: ttl ?? whole } }];
    expect(result).toMatchObject({ value: { body: { messages: [{ content }] } } });
    expect(told(result.issues)).toEqual(issues);
  });
});

describe("files", () => {
  it.each([
    [{ file_data: "AA==", filename: "a.png" }, base64("image/png", "AA==")],
    [{ file_data: "AA==" }, base64("application/pdf", "AA==")],
    [{ file_data: "data:;base64,AA==", filename: "a.txt" }, base64("text/plain", "AA==")],
    [{ file_data: "data:text/plain,A" }, base64("text/plain", "QQ==")],
    [{ file_data: "https://a/b.pdf" }, atUrl("https://a/b.pdf")],
    [{ file_id: "f" }, inFile("chat-completions")],
    [{ file_data: "", file_id: "f" }, inFile("chat-completions")],
  ])("%j is a document", (file, source) => {
    const decoded = decodeBlock({ type: "file", file });
    expect(decoded.ok && decoded.value.turns[0]?.parts).toMatchObject([{ type: "document", source }]);
  });

  it.each([[{}], [{ file_data: "", file_id: "" }], [{ file_data: "data:,%zz" }]])("%j is a block that only this style knows", (file) => {
    const block = { type: "file", file };
    expect(again({ role: "user", content: [block] }).message?.content).toEqual([block]);
    expect(into("messages", block).issues).toEqual(["dropped.part messages[0].content[1]"]);
  });

  it("keep an id that stands beside the data", () => {
    const block = { type: "file", file: { file_data: "data:application/pdf;base64,AA==", file_id: "f", filename: "a.pdf" } };
    expect(again({ role: "user", content: [block] }).message?.content).toEqual([block]);
    expect(into("messages", block).issues).toEqual(["dropped.field messages[0].content[1].file.file_id"]);
  });
});

describe("media", () => {
  it.each([
    [{ type: "input_audio", input_audio: { data: "AA==", format: "wav", x: 1 } }],
    [{ type: "input_audio", input_audio: { data: "https://a/b?c", format: "mp3", x: 1 } }],
    [{ type: "image_url", image_url: { url: "https://a/b.png", detail: "odd", x: 1 } }],
    [{ type: "video_url", video_url: { url: "https://a/b.mp4", x: 1 } }],
    [{ type: "file", file: { file_id: "f", x: 1 } }],
  ])("keeps its marker and all that nobody knows in its own style: %j", (block) => {
    const content = [{ ...block, cache_control: { type: "ephemeral", z: 1 }, y: 1 }];
    expect(again({ role: "user", content })).toMatchObject({ message: { content }, issues: [] });
  });

  it("a picture whose data cannot be read is refused, with the head of its address", () => {
    const picture = (url: string) => decodeBlock({ type: "image_url", image_url: { url } });
    expect(picture("data:,%zz").issues).toMatchObject([{ code: "failed.unsupported", from: "data:,…" }]);
    // Base64 of which the head of a data URI is a part.
    expect(picture(`data:image/png;x=${"data:;".repeat(20)};base64,AA==`).ok).toBe(true);
  });

  it("sound of any format is kept in its own style, its data without a head", () => {
    const block = { type: "input_audio", input_audio: { data: "data:audio/opus;base64,AA==", format: "OPUS" } };
    expect(again({ role: "user", content: [block] }).message?.content).toEqual([
      { type: "input_audio", input_audio: { data: "AA==", format: "opus" } },
    ]);
    const decoded = decodeBlock(block);
    expect(decoded.ok && decoded.value.turns[0]?.parts).toEqual([{ type: "audio", source: base64("audio/opus", "AA==") }]);
  });

  it("sound whose data is an address is where that points to, and no base64", () => {
    const decoded = decodeBlock({ type: "input_audio", input_audio: { data: "https://a/b?c", format: "MP3" } });
    expect(decoded.ok && decoded.value.turns[0]?.parts).toEqual([
      { type: "audio", source: { kind: "url", url: "https://a/b?c", mimeType: "audio/mp3" } },
    ]);
  });

  it("a film without a type is taken for MP4, and one that cannot be read stays an address", () => {
    const film = (url: string) => {
      const decoded = decodeBlock({ type: "video_url", video_url: { url } });
      return decoded.ok && decoded.value.turns[0]?.parts[0];
    };
    expect(film("data:;base64,AA==")).toMatchObject({ source: base64("video/mp4", "AA==") });
    expect(film("data:,%zz")).toMatchObject({ source: atUrl("data:,%zz") });
  });

  it("refusals keep their markers and fields in their own style", () => {
    const content = [{ type: "refusal", refusal: "No.", cache_control: { type: "ephemeral" }, x: 1 }];
    expect(again({ role: "user", content })).toMatchObject({ message: { content }, issues: [] });
  });
});
