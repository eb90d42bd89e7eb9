/** Everything that is said of the content of a message written, as rows. */
import { expect, test } from "vitest";
import type { CanonicalRequest, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { inRows } from "../../support/issue-rows.js";

test.each<[string, Part, EncodeOptions & Pick<CanonicalRequest, "mediaResolution">, { content: object[]; issues: object[] }]>([
  [
    "empty citations are none",
    { type: "text", text: "t", citations: [] },
    { from: "messages" },
    { content: [{ type: "text", text: "t" }], issues: [] },
  ],
  [
    "a signature of a text is left out",
    { type: "text", text: "t", signature: { value: "S", origin: "messages" } },
    { from: "messages" },
    { content: [{ type: "text", text: "t" }], issues: [["dropped.field", "turns[0].parts[1].signature", "info", "dropped"]] },
  ],
  [
    "a search result becomes a text",
    { type: "search-result", source: "s", title: "t", content: [{ type: "text", text: "c" }], citations: true },
    { from: "messages" },
    {
      content: [{ type: "text", text: "t\ns\nc" }],
      issues: [["approximated.media", "turns[0].parts[1]", "warning", "approximated"]],
    },
  ],
  [
    "a part of another style is left out",
    { type: "opaque", style: "messages", value: { type: "odd" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "a part of a kind that has no place is left out",
    { type: "code-result", callId: "c", outcome: "ok", stdout: "o" },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "an image in a file is left out",
    { type: "image", source: { kind: "file-id", fileId: "f", style: "messages" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "the type of an image at an address is left out",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png", mimeType: "image/webp" } },
    { from: "messages" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }],
      issues: [["dropped.field", "turns[0].parts[1].source.mimeType", "info", "dropped", { from: "image/webp" }]],
    },
  ],
  [
    "the type of an image that its suffix says goes without saying",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png", mimeType: "image/png" } },
    { from: "messages" },
    { content: [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }], issues: [] },
  ],
  [
    "an image of data says its type",
    { type: "image", source: { kind: "base64", mimeType: "image/png", data: "AAAA" } },
    { from: "messages" },
    { content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }], issues: [] },
  ],
  [
    "a middling detail is left to the server",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" }, detail: "medium" },
    { from: "messages" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "auto" } }],
      issues: [["approximated.enum", "turns[0].parts[1].detail", "warning", "approximated", { from: "medium", to: "auto" }]],
    },
  ],
  [
    "the resolution of all media is the image's",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" } },
    { from: "generate-content", mediaResolution: "ultra-high" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "original" } }],
      issues: [
        ["equivalent.form", "turns[0].parts[1]", "info", "equivalent"],
        ["approximated.media", "mediaResolution", "warning", "approximated", { from: "ultra-high" }],
      ],
    },
  ],
  [
    "a detail of generate-content may be that of all media",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" }, detail: "high" },
    { from: "generate-content" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "high" } }],
      issues: [],
    },
  ],
  [
    "a text document stands in the message",
    {
      type: "document",
      source: { kind: "text", text: "t" },
      title: "T",
      filename: "f.txt",
      context: "c",
      citations: true,
      signature: { value: "S", origin: "messages" },
    },
    { from: "messages" },
    {
      content: [{ type: "text", text: "t" }],
      issues: [
        ["approximated.media", "turns[0].parts[1]", "warning", "approximated"],
        ["dropped.field", "turns[0].parts[1].context", "warning", "dropped", { from: "c" }],
        ["dropped.field", "turns[0].parts[1].citations", "warning", "dropped", { from: true }],
        ["dropped.field", "turns[0].parts[1].signature", "info", "dropped"],
        ["dropped.field", "turns[0].parts[1].title", "info", "dropped", { from: "T" }],
        ["dropped.field", "turns[0].parts[1].filename", "info", "dropped", { from: "f.txt" }],
      ],
    },
  ],
  [
    "parts of a document stand in the message",
    {
      type: "document",
      source: {
        kind: "parts",
        parts: [
          { type: "text", text: "t", signature: { value: "S", origin: "messages" } },
          { type: "document", source: { kind: "parts", parts: [] } },
        ],
      },
      citations: false,
    },
    { from: "messages" },
    {
      content: [{ type: "text", text: "t" }],
      issues: [
        ["approximated.media", "turns[0].parts[1]", "warning", "approximated"],
        ["dropped.field", "turns[0].parts[1].citations", "info", "dropped", { from: false }],
        ["dropped.field", "turns[0].parts[1].source.parts[0].signature", "info", "dropped"],
        ["dropped.part", "turns[0].parts[1].source.parts[1]", "warning", "dropped"],
      ],
    },
  ],
  [
    "a document of another service is left out",
    { type: "document", source: { kind: "file-id", fileId: "f", style: "messages" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "a document of its own service is named",
    { type: "document", source: { kind: "file-id", fileId: "f", style: "chat-completions" }, filename: "a.pdf" },
    { from: "chat-completions" },
    { content: [{ type: "file", file: { file_id: "f", filename: "a.pdf" } }], issues: [] },
  ],
  [
    "a document at an address is told of",
    { type: "document", source: { kind: "url", url: "https://a.test/a.pdf" }, title: "T", filename: "F" },
    { from: "messages" },
    {
      content: [{ type: "file", file: { file_data: "https://a.test/a.pdf", filename: "F" } }],
      issues: [
        ["approximated.media", "turns[0].parts[1].source", "warning", "approximated", { from: "https://a.test/a.pdf" }],
        ["dropped.field", "turns[0].parts[1].title", "info", "dropped", { from: "T" }],
      ],
    },
  ],
  [
    "a document at another service's address is left out",
    { type: "document", source: { kind: "url", url: "gs://a/a.pdf" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "a document of data is written",
    { type: "document", source: { kind: "base64", mimeType: "application/pdf", data: "AAAA" }, title: "T" },
    { from: "messages" },
    { content: [{ type: "file", file: { file_data: "data:application/pdf;base64,AAAA", filename: "T" } }], issues: [] },
  ],
  [
    "sound is data",
    { type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "AAAA" } },
    { from: "messages" },
    { content: [{ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }], issues: [] },
  ],
  [
    "sound at an address is left out",
    { type: "audio", source: { kind: "url", url: "https://a.test/a.wav" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "sound of another form is left out",
    { type: "audio", source: { kind: "base64", mimeType: "audio/flac", data: "AAAA" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "a film is left out",
    { type: "video", source: { kind: "base64", mimeType: "video/mp4", data: "AAAA" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "a film is shown whole where that is asked for",
    {
      type: "video",
      source: { kind: "url", url: "https://a.test/a.mp4", mimeType: "video/webm" },
      startOffset: "1s",
      endOffset: "2s",
      fps: 1,
    },
    { from: "generate-content", chatExtensions: true },
    {
      content: [{ type: "video_url", video_url: { url: "https://a.test/a.mp4" } }],
      issues: [
        ["dropped.field", "turns[0].parts[1].source.mimeType", "info", "dropped", { from: "video/webm" }],
        ["dropped.field", "turns[0].parts[1].startOffset", "warning", "dropped", { from: "1s" }],
        ["dropped.field", "turns[0].parts[1].endOffset", "warning", "dropped", { from: "2s" }],
        ["dropped.field", "turns[0].parts[1].fps", "warning", "dropped", { from: 1 }],
      ],
    },
  ],
  [
    "citations of a text are left out",
    { type: "text", text: "t", citations: [{ kind: "url", url: "https://a.test" }] },
    { from: "messages" },
    { content: [{ type: "text", text: "t" }], issues: [["dropped.field", "turns[0].parts[1].citations", "info", "dropped"]] },
  ],
  [
    "a search result that need not be cited loses nothing more",
    {
      type: "search-result",
      source: "s",
      title: "t",
      content: [
        { type: "text", text: "c" },
        { type: "text", text: "d" },
      ],
      citations: false,
    },
    { from: "messages" },
    { content: [{ type: "text", text: "t\ns\ncd" }], issues: [["approximated.media", "turns[0].parts[1]", "warning", "approximated"]] },
  ],
  [
    "a part of its own goes back",
    { type: "opaque", style: "chat-completions", value: { type: "odd", a: 1 } },
    { from: "chat-completions" },
    { content: [{ type: "odd", a: 1 }], issues: [] },
  ],
  [
    "a refusal is written",
    { type: "refusal", text: "no" },
    { from: "messages" },
    { content: [{ type: "refusal", refusal: "no" }], issues: [] },
  ],
  [
    "code is written where that is asked for",
    { type: "code-call", id: "c", language: "python", code: "1\n" },
    { from: "messages", codeParts: "text" },
    {
      content: [{ type: "text", text: "\n```python\n1\n```\n" }],
      issues: [["equivalent.form", "turns[0].parts[1]", "info", "equivalent"]],
    },
  ],
  [
    "the output of code is written where that is asked for",
    { type: "code-result", callId: "c", outcome: "ok", stdout: "o", stderr: "e" },
    { from: "messages", codeParts: "text" },
    { content: [{ type: "text", text: "\n```\noe\n```\n" }], issues: [["equivalent.form", "turns[0].parts[1]", "info", "equivalent"]] },
  ],
  [
    "an image at another service's address is left out",
    { type: "image", source: { kind: "url", url: "gs://a/a.png" } },
    { from: "messages" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "a signature of an image is left out",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" }, signature: { value: "S", origin: "messages" } },
    { from: "messages" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }],
      issues: [["dropped.field", "turns[0].parts[1].signature", "info", "dropped"]],
    },
  ],
  [
    "a detail of a messages caller goes without saying",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" }, detail: "high" },
    { from: "messages" },
    { content: [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "high" } }], issues: [] },
  ],
  [
    "a detail goes without saying for the vendor",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" }, detail: "high" },
    { from: "generate-content", profile: "vendor" },
    { content: [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "high" } }], issues: [] },
  ],
  [
    "a text in a document in a document stands in the message",
    {
      type: "document",
      source: {
        kind: "parts",
        parts: [
          { type: "text", text: "a" },
          { type: "document", source: { kind: "text", text: "b" } },
        ],
      },
    },
    { from: "messages" },
    {
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      issues: [
        ["approximated.media", "turns[0].parts[1]", "warning", "approximated"],
        ["approximated.media", "turns[0].parts[1].source.parts[1]", "warning", "approximated"],
      ],
    },
  ],
  [
    "a document without parts says nothing",
    { type: "document", source: { kind: "parts", parts: [] } },
    { from: "messages" },
    { content: [], issues: [["approximated.media", "turns[0].parts[1]", "warning", "approximated"]] },
  ],
  [
    "a name that is the title as well is no loss",
    { type: "document", source: { kind: "base64", mimeType: "application/pdf", data: "AAAA" }, title: "T", filename: "T" },
    { from: "messages" },
    { content: [{ type: "file", file: { file_data: "data:application/pdf;base64,AAAA", filename: "T" } }], issues: [] },
  ],
  [
    "sound of any form is its own style's",
    { type: "audio", source: { kind: "base64", mimeType: "audio/flac", data: "AAAA" } },
    { from: "chat-completions" },
    { content: [{ type: "input_audio", input_audio: { data: "AAAA", format: "flac" } }], issues: [] },
  ],
  [
    "a film of its own style goes back",
    { type: "video", source: { kind: "url", url: "https://a.test/a.mp4" } },
    { from: "chat-completions" },
    { content: [{ type: "video_url", video_url: { url: "https://a.test/a.mp4" } }], issues: [] },
  ],
  [
    "a film in a file is left out",
    { type: "video", source: { kind: "file-id", fileId: "f", style: "generate-content" } },
    { from: "generate-content", chatExtensions: true },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
  [
    "a film is left out for the vendor",
    { type: "video", source: { kind: "url", url: "https://a.test/a.mp4" } },
    { from: "generate-content", chatExtensions: true, profile: "vendor" },
    { content: [], issues: [["dropped.part", "turns[0].parts[1]", "warning", "dropped"]] },
  ],
])("%s", (_behaviour, part, { mediaResolution, ...options }, expected) => {
  const canonical: CanonicalRequest = {
    model: "m",
    instructions: [],
    turns: [{ role: "user", parts: [{ type: "text", text: "hi" }, part] }],
    tools: [],
    sampling: {},
    limits: {},
    output: {},
    stream: false,
    ...(mediaResolution && { mediaResolution }),
  };
  const written = request.encode(canonical, options);
  if (!written.ok) throw new Error(written.issues[0].message);
  const content = written.value.body.messages[0]?.content;
  expect(inRows({ content: Array.isArray(content) ? content.slice(1) : [], issues: written.issues })).toEqual(expected);
});
