/** Everything that is said of the content of a message written, to the word. */
import { expect, test } from "vitest";
import type { CanonicalRequest, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";

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
    {
      content: [{ type: "text", text: "t" }],
      issues: [
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "signature"],
          message: "A chat-completions block has no place for a signature here.",
        },
      ],
    },
  ],
  [
    "a search result becomes a text",
    { type: "search-result", source: "s", title: "t", content: [{ type: "text", text: "c" }], citations: true },
    { from: "messages" },
    {
      content: [{ type: "text", text: "t\ns\nc" }],
      issues: [
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions has no search result blocks; it is written as text, title and source first.",
        },
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "citations"],
          message: "A chat-completions block cannot ask for citations.",
        },
      ],
    },
  ],
  [
    "a part of another style is left out",
    { type: "opaque", style: "messages", value: { type: "odd" } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "A chat-completions message has no place for a messages block part; it is left out.",
        },
      ],
    },
  ],
  [
    "a part of a kind that has no place is left out",
    { type: "code-result", callId: "c", outcome: "ok", stdout: "o" },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "A chat-completions message has no place for a code result part; it is left out.",
        },
      ],
    },
  ],
  [
    "an image in a file is left out",
    { type: "image", source: { kind: "file-id", fileId: "f", style: "messages" } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "This image is a file that only its own service can open; the model will not see it.",
        },
      ],
    },
  ],
  [
    "the type of an image at an address is left out",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png", mimeType: "image/webp" } },
    { from: "messages" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }],
      issues: [
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "source", "mimeType"],
          message: "chat-completions does not say of what type the media at a URL is.",
          from: "image/webp",
        },
      ],
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
      issues: [
        {
          code: "approximated.enum",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1, "detail"],
          message: "Between low and high there is `auto` alone.",
          from: "medium",
          to: "auto",
        },
      ],
    },
  ],
  [
    "the resolution of all media is the image's",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" } },
    { from: "generate-content", mediaResolution: "ultra-high" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "original" } }],
      issues: [
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["mediaResolution"],
          message: "chat-completions sets the detail of each image; every image without one gets that of the request.",
          from: "ultra-high",
        },
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["turns", 0, "parts", 1],
          message: "The resolution of all media stands at each image; read back, it is the image's own.",
        },
      ],
    },
  ],
  [
    "a detail of generate-content may be that of all media",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" }, detail: "high" },
    { from: "generate-content" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "high" } }],
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["turns", 0, "parts", 1, "detail"],
          message: "The specification has one resolution for all media; the way back says it there if all agree.",
        },
      ],
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
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "signature"],
          message: "A chat-completions block has no place for a signature here.",
        },
        {
          code: "dropped.field",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "context"],
          message: "A chat-completions block has no place for the context of a document.",
        },
        {
          code: "dropped.field",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "citations"],
          message: "A chat-completions block cannot ask for citations of a document.",
        },
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions has no such documents; its content stands in the message itself.",
        },
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "title"],
          message: "A chat-completions block has no place for the title of a text.",
        },
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "filename"],
          message: "A chat-completions block has no place for the file name of a text.",
        },
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
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "citations"],
          message: "A chat-completions block cannot ask for citations of a document.",
        },
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "source", "parts", 0, "signature"],
          message: "A chat-completions block has no place for a signature here.",
        },
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "source", "parts", 1],
          message: "A chat-completions message has no place for a document part; it is left out.",
        },
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions has no such documents; its content stands in the message itself.",
        },
      ],
    },
  ],
  [
    "a document of another service is left out",
    { type: "document", source: { kind: "file-id", fileId: "f", style: "messages" } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "This document is a file that only its own service can open; the model will not see it.",
        },
      ],
    },
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
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1, "source"],
          message: "chat-completions documents come as data; servers that fetch them take the address in `file_data`.",
          from: "https://a.test/a.pdf",
        },
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "title"],
          message: "A chat-completions block has one name for a document, and its file name is written.",
        },
      ],
    },
  ],
  [
    "a document at an address of its own style is not",
    { type: "document", source: { kind: "url", url: "https://a.test/a.pdf" }, title: "T" },
    { from: "chat-completions" },
    { content: [{ type: "file", file: { file_data: "https://a.test/a.pdf", filename: "T" } }], issues: [] },
  ],
  [
    "a document at another service's address is left out",
    { type: "document", source: { kind: "url", url: "gs://a/a.pdf" } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "This document is at an address that only its own service can open; the model will not see it.",
        },
      ],
    },
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
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions takes audio as WAV or MP3 data only; the model will not hear this.",
        },
      ],
    },
  ],
  [
    "sound of another form is left out",
    { type: "audio", source: { kind: "base64", mimeType: "audio/flac", data: "AAAA" } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions takes audio as WAV or MP3 data only; the model will not hear this.",
        },
      ],
    },
  ],
  [
    "a film is left out",
    { type: "video", source: { kind: "base64", mimeType: "video/mp4", data: "AAAA" } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions takes no video; the model will not see this.",
        },
      ],
    },
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
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "source", "mimeType"],
          message: "chat-completions does not say of what type the media at a URL is.",
          from: "video/webm",
        },
        {
          code: "dropped.field",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "startOffset"],
          message: "A chat-completions block shows a video whole.",
        },
        {
          code: "dropped.field",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "endOffset"],
          message: "A chat-completions block shows a video whole.",
        },
        {
          code: "dropped.field",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "fps"],
          message: "A chat-completions block shows a video whole.",
        },
      ],
    },
  ],
  [
    "citations of a text are left out",
    { type: "text", text: "t", citations: [{ kind: "url", url: "https://a.test" }] },
    { from: "messages" },
    {
      content: [{ type: "text", text: "t" }],
      issues: [
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "citations"],
          message: "chat-completions history has no place for citations.",
        },
      ],
    },
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
    {
      content: [{ type: "text", text: "t\ns\ncd" }],
      issues: [
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions has no search result blocks; it is written as text, title and source first.",
        },
      ],
    },
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
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["turns", 0, "parts", 1],
          message: "Code and its output stand in the text, as asked for; read back, they are text.",
        },
      ],
    },
  ],
  [
    "the output of code is written where that is asked for",
    { type: "code-result", callId: "c", outcome: "ok", stdout: "o", stderr: "e" },
    { from: "messages", codeParts: "text" },
    {
      content: [{ type: "text", text: "\n```\noe\n```\n" }],
      issues: [
        {
          code: "equivalent.form",
          severity: "info",
          loss: "equivalent",
          path: ["turns", 0, "parts", 1],
          message: "Code and its output stand in the text, as asked for; read back, they are text.",
        },
      ],
    },
  ],
  [
    "an image at another service's address is left out",
    { type: "image", source: { kind: "url", url: "gs://a/a.png" } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "This image is a file that only its own service can open; the model will not see it.",
        },
      ],
    },
  ],
  [
    "a signature of an image is left out",
    { type: "image", source: { kind: "url", url: "https://a.test/a.png" }, signature: { value: "S", origin: "messages" } },
    { from: "messages" },
    {
      content: [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }],
      issues: [
        {
          code: "dropped.field",
          severity: "info",
          loss: "dropped",
          path: ["turns", 0, "parts", 1, "signature"],
          message: "A chat-completions block has no place for a signature here.",
        },
      ],
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
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1, "source", "parts", 1],
          message: "chat-completions has no such documents; its content stands in the message itself.",
        },
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions has no such documents; its content stands in the message itself.",
        },
      ],
    },
  ],
  [
    "a document without parts says nothing",
    { type: "document", source: { kind: "parts", parts: [] } },
    { from: "messages" },
    {
      content: [],
      issues: [
        {
          code: "approximated.media",
          severity: "warning",
          loss: "approximated",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions has no such documents; its content stands in the message itself.",
        },
      ],
    },
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
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions takes no video; the model will not see this.",
        },
      ],
    },
  ],
  [
    "a film is left out for the vendor",
    { type: "video", source: { kind: "url", url: "https://a.test/a.mp4" } },
    { from: "generate-content", chatExtensions: true, profile: "vendor" },
    {
      content: [],
      issues: [
        {
          code: "dropped.part",
          severity: "warning",
          loss: "dropped",
          path: ["turns", 0, "parts", 1],
          message: "chat-completions takes no video; the model will not see this.",
        },
      ],
    },
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
  expect({ content: Array.isArray(content) ? content.slice(1) : [], issues: written.issues }).toEqual(expected);
});
