/** Content blocks of a request: what they become, and what is said of what has no place in one. */
import { describe, expect, it } from "vitest";
import { formatPath } from "../../../src/core/path.js";
import { type StyleName, type TranslateRequestOptions, translateRequest } from "../../../src/index.js";
import type { DocumentPart, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { atUrl, base64, image, opaque, text, thought } from "../../support/parts.js";

function told(issues: readonly { readonly code: string; readonly path: readonly (string | number)[] }[]): string[] {
  return issues.filter(({ code }) => code !== "defaulted.max_tokens").map(({ code, path }) => `${code} ${formatPath(path)}`);
}

/** A block of a chat-completions user message, as another style has it. */
function into(to: StyleName, block: object, options: Partial<TranslateRequestOptions> = {}) {
  const body = { model: "m", messages: [{ role: "user", content: [text("hi"), block] }] };
  const result = translateRequest(body, { ...options, from: "chat-completions", to });
  return { body: result.ok ? result.value.body : undefined, issues: told(result.issues) };
}

/** Parts of a user message, written as blocks. */
function written(parts: readonly Part[], options: EncodeOptions) {
  const encoded = request.encode(
    { model: "m", instructions: [], turns: [{ role: "user", parts }], tools: [], sampling: {}, limits: {}, output: {}, stream: false },
    options,
  );
  if (!encoded.ok) throw new Error(encoded.issues[0].message);
  return { content: encoded.value.body.messages[0]?.content, issues: told(encoded.issues) };
}

/** A message of its own style, as that style writes it after having read it. */
function again(message: object) {
  const decoded = request.decode({ model: "m", messages: [message] });
  if (!decoded.ok) throw new Error(decoded.issues[0].message);
  const encoded = request.encode(decoded.value, { from: "chat-completions" });
  if (!encoded.ok) throw new Error(encoded.issues[0].message);
  return { message: encoded.value.body.messages[0], issues: told(encoded.issues) };
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

  it("of a whole message stand on its last part, and what is not understood of them is kept", () => {
    const content = [text("a"), text("b")];
    for (const role of ["system", "user", "assistant"])
      expect(again({ role, content, cache_control: { type: "ephemeral", x: 1 } }).message).toEqual({
        role,
        content: [content[0], { ...content[1], cache_control: { type: "ephemeral" } }],
        cache_control: { x: 1 },
      });
    const whole = (message: object) => {
      const { issues } = translateRequest(
        { model: "m", messages: [message, { role: "user", content: "hi" }] },
        { from: "chat-completions", to: "generate-content" },
      );
      return told(issues);
    };
    expect(whole({ role: "user", content: "a", cache_control: {} })).toContain("dropped.field messages[0].cache_control");
    expect(whole({ role: "user", content, cache_control: {} })).toContain("dropped.field messages[0].cache_control");
  });
});

describe("cache markers for the vendor", () => {
  it.each([
    [undefined, []],
    ["30m", []],
    ["1h", [{ code: "approximated.clamped", from: "1h", to: "30m" }]],
  ] as const)("stand for half an hour, whatever was asked for: %s", (ttl, issues) => {
    const cacheControl = ttl === undefined ? ({ type: "ephemeral" } as const) : ({ type: "ephemeral", ttl } as const);
    const messages = [{ role: "user", parts: [text("a", { cacheControl })] }] as const;
    const encoded = request.encode(
      { model: "m", instructions: [], turns: messages, tools: [], sampling: {}, limits: {}, output: {}, stream: false },
      { from: "messages", profile: "vendor" },
    );
    expect(encoded).toMatchObject({
      value: { body: { messages: [{ content: [{ prompt_cache_breakpoint: { mode: "explicit" } }] }] } },
      issues,
    });
    expect(encoded.issues).toHaveLength(issues.length);
  });
});

describe("files", () => {
  it.each([
    [{ file_data: "AA==", filename: "a.png" }, base64("image/png", "AA==")],
    [{ file_data: "AA==" }, base64("application/pdf", "AA==")],
    [{ file_data: "data:;base64,AA==", filename: "a.txt" }, base64("text/plain", "AA==")],
    [{ file_data: "data:text/plain,A" }, base64("text/plain", "QQ==")],
    [{ file_data: "https://a/b.pdf" }, atUrl("https://a/b.pdf")],
    [{ file_id: "f" }, { kind: "file-id", fileId: "f", style: "chat-completions" }],
    [
      { file_data: "", file_id: "f" },
      { kind: "file-id", fileId: "f", style: "chat-completions" },
    ],
  ])("%j is a document", (file, source) => {
    const decoded = request.decode({ model: "m", messages: [{ role: "user", content: [{ type: "file", file }] }] });
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
    [{ type: "image_url", image_url: { url: "https://a/b.png", detail: "odd", x: 1 } }],
    [{ type: "video_url", video_url: { url: "https://a/b.mp4", x: 1 } }],
    [{ type: "file", file: { file_id: "f", x: 1 } }],
  ])("keeps its marker and all that nobody knows in its own style: %j", (block) => {
    const content = [{ ...block, cache_control: { type: "ephemeral", z: 1 }, y: 1 }];
    expect(again({ role: "user", content })).toMatchObject({ message: { content }, issues: [] });
  });

  it("a picture whose data cannot be read is refused, with the head of its address", () => {
    const picture = (url: string) =>
      request.decode({ model: "m", messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] });
    expect(picture("data:,%zz").issues).toMatchObject([{ code: "failed.unsupported", from: "data:,…" }]);
    // Base64 of which the head of a data URI is a part.
    expect(picture(`data:image/png;x=${"data:;".repeat(20)};base64,AA==`).ok).toBe(true);
  });

  it("sound of any format is kept in its own style, its data without a head", () => {
    const block = { type: "input_audio", input_audio: { data: "data:audio/opus;base64,AA==", format: "OPUS" } };
    expect(again({ role: "user", content: [block] }).message?.content).toEqual([
      { type: "input_audio", input_audio: { data: "AA==", format: "opus" } },
    ]);
  });

  it("a film without a type is taken for MP4, and one that cannot be read stays an address", () => {
    const film = (url: string) => {
      const decoded = request.decode({ model: "m", messages: [{ role: "user", content: [{ type: "video_url", video_url: { url } }] }] });
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

describe("parts of other styles", () => {
  const data = { kind: "base64", mimeType: "image/png", data: "AA==" } as const;
  const stored = { kind: "url", url: "gs://a/b", mimeType: "image/png" } as const;
  const signature = { value: "S", origin: "generate-content" } as const;
  const gemini = { from: "generate-content" } as const;

  cases<[part: Part, options?: EncodeOptions]>({
    "a picture that only its own service can open": [image(stored)],
    "a picture that is a file of another service": [image({ kind: "file-id", fileId: "f", style: "messages" })],
    "a document that only its own service can open": [{ type: "document", source: stored }],
    "a document that is a file of another service": [{ type: "document", source: { kind: "file-id", fileId: "f", style: "messages" } }],
    "sound of another format": [{ type: "audio", source: base64("audio/ogg", "AA==") }],
    "sound at an address": [{ type: "audio", source: atUrl("https://a/b.wav") }],
    "a film": [{ type: "video", source: atUrl("https://a/b.mp4") }],
    "a film that only its own service can open": [{ type: "video", source: stored }, { chatExtensions: true }],
    "a film for the vendor": [
      { type: "video", source: data },
      { chatExtensions: true, profile: "vendor" },
    ],
    code: [{ type: "code-call", id: "c", language: "python", code: "1" }],
    "a block that only its own style knows": [opaque("messages", { type: "text", text: "x" })],
    "what is no block of this style": [opaque("chat-completions", "x")],
    "a thought": [thought("t")],
  })("%s is left out, with a word", (part, options = {}) => {
    expect(written([text("hi"), part], { ...gemini, ...options })).toEqual({ content: "hi", issues: ["dropped.part turns[0].parts[1]"] });
  });

  it("pictures and documents lose their proof, with a word", () => {
    const { content, issues } = written(
      [
        text("a", { signature }),
        image(data, { signature }),
        { type: "document", source: { ...data, mimeType: "application/pdf" }, signature },
      ],
      gemini,
    );
    expect(content).toMatchObject([{ type: "text" }, { type: "image_url" }, { type: "file" }]);
    expect(issues).toEqual([
      ...[0, 1].map((index) => `dropped.field turns[0].parts[${index}].signature`),
      "defaulted.other turns[0].parts[2]",
      "dropped.field turns[0].parts[2].signature",
    ]);
  });

  it("films are shown whole to servers that take them", () => {
    const part = { type: "video", source: atUrl("https://a/b.mp4"), startOffset: "1s", fps: 2 } as const;
    expect(written([part], { ...gemini, chatExtensions: true })).toEqual({
      content: [{ type: "video_url", video_url: { url: "https://a/b.mp4" } }],
      issues: ["dropped.field turns[0].parts[0].startOffset", "dropped.field turns[0].parts[0].fps"],
    });
  });

  it("code and its output are fenced text where the caller asks for that, with a word", () => {
    const { content, issues } = written(
      [
        { type: "code-call", id: "c", language: "python", code: "1" },
        { type: "code-result", callId: "c", outcome: "failed", stdout: "a\n", stderr: "b" },
        { type: "code-result", callId: "c", outcome: "ok", stdout: "a\n" },
      ],
      { ...gemini, codeParts: "text" },
    );
    expect(content).toEqual(["\n```python\n1\n```\n", "\n```\na\nb\n```\n", "\n```\na\n```\n"].map((text) => ({ type: "text", text })));
    expect(issues).toEqual([0, 1, 2].map((index) => `equivalent.form turns[0].parts[${index}]`));
  });

  it("texts stand in the message itself, without their names", () => {
    const named = { title: "T", filename: "a.txt" };
    const text: DocumentPart = { type: "document", source: { kind: "text", text: "x" }, ...named };
    const marked = { ...text, cacheControl: { type: "ephemeral" } } as const;
    const lost = ["approximated.media ", "dropped.field .title", "dropped.field .filename"].map((one) =>
      one.replace(" ", " turns[0].parts[0]"),
    );
    expect(written([marked], { from: "messages" })).toEqual({
      content: "x",
      issues: [...lost, "dropped.field turns[0].parts[0].cacheControl"],
    });
    expect(written([marked], { from: "messages", chatExtensions: true })).toEqual({
      content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }],
      issues: lost,
    });
    const parts = [{ type: "text", text: "x" }, image(data)] as const;
    const mixed: DocumentPart = { type: "document", source: { kind: "parts", parts }, cacheControl: { type: "ephemeral" } };
    expect(written([mixed], { from: "messages", chatExtensions: true }).content).toMatchObject([
      { text: "x" },
      { type: "image_url", cache_control: { type: "ephemeral" } },
    ]);
    const long: DocumentPart = { ...mixed, source: { kind: "parts", parts: [...parts, { type: "text", text: "y" }] } };
    expect(written([long], { from: "messages", chatExtensions: true }).content).toMatchObject([
      { text: "x" },
      { type: "image_url" },
      { text: "y", cache_control: { type: "ephemeral" } },
    ]);
    const empty: DocumentPart = { type: "document", source: { kind: "parts", parts: [] } };
    const { issues } = written([empty, { type: "text", text: "q" }], { from: "messages" });
    expect(issues).toEqual(["approximated.media turns[0].parts[0]"]);
    const nested: DocumentPart = { type: "document", source: { kind: "parts", parts: [{ type: "text", text: "x" }, mixed, text] } };
    expect(written([nested], { from: "messages" })).toMatchObject({
      content: [{ text: "x" }, { text: "x" }],
      issues: expect.arrayContaining(["dropped.part turns[0].parts[0].source.parts[1]"]),
    });
  });

  it("documents have one name", () => {
    const pdf = { type: "document", source: { ...data, mimeType: "application/pdf" } } as const;
    const file_data = "data:application/pdf;base64,AA==";
    expect(written([{ ...pdf, title: "T", filename: "a.pdf" }], gemini)).toEqual({
      content: [{ type: "file", file: { file_data, filename: "a.pdf" } }],
      issues: ["dropped.field turns[0].parts[0].title"],
    });
    expect(written([{ ...pdf, title: "a.pdf", filename: "a.pdf" }], gemini).issues).toEqual([]);
    expect(written([{ ...pdf, title: "T" }], gemini).content).toEqual([{ type: "file", file: { file_data, filename: "T" } }]);
  });

  it("documents without a name are given one, which is wanted beside data", () => {
    const pdf = { type: "document", source: { ...data, mimeType: "application/pdf" } } as const;
    const file = { file_data: "data:application/pdf;base64,AA==" };
    for (const profile of ["gateway", "vendor"] as const)
      expect(written([pdf], { ...gemini, profile })).toEqual({
        content: [{ type: "file", file: { ...file, filename: "document.pdf" } }],
        issues: ["defaulted.other turns[0].parts[0]"],
      });
    const stored = { type: "document", source: { kind: "file-id", fileId: "f", style: "chat-completions" } } as const;
    expect(written([stored], { ...gemini, profile: "vendor" }).issues).toEqual([]);
  });

  it("documents of text are text, but for those that are none", () => {
    const csv = { type: "document", filename: "a.csv", source: base64("text/csv", btoa("a,b")) } as const;
    expect(written([csv], gemini)).toEqual({
      content: "a,b",
      issues: ["approximated.media turns[0].parts[0]", "dropped.field turns[0].parts[0].filename"],
    });
    const broken = { ...csv, source: { ...csv.source, data: "/w==" } };
    expect(written([broken], gemini).content).toEqual([
      { type: "file", file: { file_data: "data:text/csv;base64,/w==", filename: "a.csv" } },
    ]);
  });
});
