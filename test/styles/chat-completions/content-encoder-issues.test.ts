/** Everything that is said of the content of a message written, as rows. */
import { expect } from "vitest";
import type { CanonicalRequest, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { inLines } from "../../support/issue-rows.js";
import { atUrl, base64, image, opaque, proof, refusal, text } from "../../support/parts.js";
import { asking } from "../../support/requests.js";

cases<[part: Part, row: EncodeOptions & Pick<CanonicalRequest, "mediaResolution">, content: object[], issues?: string[]]>({
  "empty citations are none": [text("t", { citations: [] }), { from: "messages" }, [text("t")]],
  "a signature of a text is left out": [
    text("t", { signature: proof("messages") }),
    { from: "messages" },
    [text("t")],
    ["dropped.field turns[0].parts[1].signature info"],
  ],
  "a search result becomes a text": [
    { type: "search-result", source: "s", title: "t", content: [text("c")], citations: true },
    { from: "messages" },
    [text("t\ns\nc")],
    ["approximated.media turns[0].parts[1] warning"],
  ],
  "a part of another style is left out": [
    opaque("messages", { type: "odd" }),
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "a part of a kind that has no place is left out": [
    { type: "code-result", callId: "c", outcome: "ok", stdout: "o" },
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "an image in a file is left out": [
    image({ kind: "file-id", fileId: "f", style: "messages" }),
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "the type of an image at an address is left out": [
    image({ kind: "url", url: "https://a.test/a.png", mimeType: "image/webp" }),
    { from: "messages" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }],
    ['dropped.field turns[0].parts[1].source.mimeType info from "image/webp"'],
  ],
  "the type of an image that its suffix says goes without saying": [
    image({ kind: "url", url: "https://a.test/a.png", mimeType: "image/png" }),
    { from: "messages" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }],
  ],
  "an image of data says its type": [
    image(base64("image/png", "AAAA")),
    { from: "messages" },
    [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }],
  ],
  "a middling detail is left to the server": [
    image(atUrl("https://a.test/a.png"), { detail: "medium" }),
    { from: "messages" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "auto" } }],
    ['approximated.enum turns[0].parts[1].detail warning from "medium" to "auto"'],
  ],
  "the resolution of all media is the image's": [
    image(atUrl("https://a.test/a.png")),
    { from: "generate-content", mediaResolution: "ultra-high" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "original" } }],
    ["equivalent.form turns[0].parts[1] info", 'approximated.media mediaResolution warning from "ultra-high"'],
  ],
  "a detail of generate-content may be that of all media": [
    image(atUrl("https://a.test/a.png"), { detail: "high" }),
    { from: "generate-content" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "high" } }],
  ],
  "a text document stands in the message": [
    {
      type: "document",
      source: { kind: "text", text: "t" },
      title: "T",
      filename: "f.txt",
      context: "c",
      citations: true,
      signature: proof("messages"),
    },
    { from: "messages" },
    [text("t")],
    [
      "approximated.media turns[0].parts[1] warning",
      'dropped.field turns[0].parts[1].context warning from "c"',
      "dropped.field turns[0].parts[1].citations warning from true",
      "dropped.field turns[0].parts[1].signature info",
      'dropped.field turns[0].parts[1].title info from "T"',
      'dropped.field turns[0].parts[1].filename info from "f.txt"',
    ],
  ],
  "parts of a document stand in the message": [
    {
      type: "document",
      source: {
        kind: "parts",
        parts: [text("t", { signature: proof("messages") }), { type: "document", source: { kind: "parts", parts: [] } }],
      },
      citations: false,
    },
    { from: "messages" },
    [text("t")],
    [
      "approximated.media turns[0].parts[1] warning",
      "dropped.field turns[0].parts[1].citations info from false",
      "dropped.field turns[0].parts[1].source.parts[0].signature info",
      "dropped.part turns[0].parts[1].source.parts[1] warning",
    ],
  ],
  "a document of another service is left out": [
    { type: "document", source: { kind: "file-id", fileId: "f", style: "messages" } },
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "a document of its own service is named": [
    { type: "document", source: { kind: "file-id", fileId: "f", style: "chat-completions" }, filename: "a.pdf" },
    { from: "chat-completions" },
    [{ type: "file", file: { file_id: "f", filename: "a.pdf" } }],
  ],
  "a document at an address is told of": [
    { type: "document", source: atUrl("https://a.test/a.pdf"), title: "T", filename: "F" },
    { from: "messages" },
    [{ type: "file", file: { file_data: "https://a.test/a.pdf", filename: "F" } }],
    [
      'approximated.media turns[0].parts[1].source warning from "https://a.test/a.pdf"',
      'dropped.field turns[0].parts[1].title info from "T"',
    ],
  ],
  "a document at another service's address is left out": [
    { type: "document", source: atUrl("gs://a/a.pdf") },
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "a document of data is written": [
    { type: "document", source: base64("application/pdf", "AAAA"), title: "T" },
    { from: "messages" },
    [{ type: "file", file: { file_data: "data:application/pdf;base64,AAAA", filename: "T" } }],
  ],
  "sound is data": [
    { type: "audio", source: base64("audio/wav", "AAAA") },
    { from: "messages" },
    [{ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }],
  ],
  "sound at an address is left out": [
    { type: "audio", source: atUrl("https://a.test/a.wav") },
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "sound of another form is left out": [
    { type: "audio", source: base64("audio/flac", "AAAA") },
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "a film is left out": [
    { type: "video", source: base64("video/mp4", "AAAA") },
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "a film is shown whole where that is asked for": [
    {
      type: "video",
      source: { kind: "url", url: "https://a.test/a.mp4", mimeType: "video/webm" },
      startOffset: "1s",
      endOffset: "2s",
      fps: 1,
    },
    { from: "generate-content", chatExtensions: true },
    [{ type: "video_url", video_url: { url: "https://a.test/a.mp4" } }],
    [
      'dropped.field turns[0].parts[1].source.mimeType info from "video/webm"',
      'dropped.field turns[0].parts[1].startOffset warning from "1s"',
      'dropped.field turns[0].parts[1].endOffset warning from "2s"',
      "dropped.field turns[0].parts[1].fps warning from 1",
    ],
  ],
  "citations of a text are left out": [
    text("t", { citations: [atUrl("https://a.test")] }),
    { from: "messages" },
    [text("t")],
    ["dropped.field turns[0].parts[1].citations info"],
  ],
  "a search result that need not be cited loses nothing more": [
    { type: "search-result", source: "s", title: "t", content: [text("c"), text("d")], citations: false },
    { from: "messages" },
    [text("t\ns\ncd")],
    ["approximated.media turns[0].parts[1] warning"],
  ],
  "a part of its own goes back": [opaque("chat-completions", { type: "odd", a: 1 }), { from: "chat-completions" }, [{ type: "odd", a: 1 }]],
  "a refusal is written": [refusal("no"), { from: "messages" }, [{ type: "refusal", refusal: "no" }]],
  "code is written where that is asked for": [
    { type: "code-call", id: "c", language: "python", code: "1\n" },
    { from: "messages", codeParts: "text" },
    [text("\n```python\n1\n```\n")],
    ["equivalent.form turns[0].parts[1] info"],
  ],
  "the output of code is written where that is asked for": [
    { type: "code-result", callId: "c", outcome: "ok", stdout: "o", stderr: "e" },
    { from: "messages", codeParts: "text" },
    [text("\n```\noe\n```\n")],
    ["equivalent.form turns[0].parts[1] info"],
  ],
  "an image at another service's address is left out": [
    image(atUrl("gs://a/a.png")),
    { from: "messages" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "a signature of an image is left out": [
    image(atUrl("https://a.test/a.png"), { signature: proof("messages") }),
    { from: "messages" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png" } }],
    ["dropped.field turns[0].parts[1].signature info"],
  ],
  "a detail of a messages caller goes without saying": [
    image(atUrl("https://a.test/a.png"), { detail: "high" }),
    { from: "messages" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "high" } }],
  ],
  "a detail goes without saying for the vendor": [
    image(atUrl("https://a.test/a.png"), { detail: "high" }),
    { from: "generate-content", profile: "vendor" },
    [{ type: "image_url", image_url: { url: "https://a.test/a.png", detail: "high" } }],
  ],
  "a text in a document in a document stands in the message": [
    { type: "document", source: { kind: "parts", parts: [text("a"), { type: "document", source: { kind: "text", text: "b" } }] } },
    { from: "messages" },
    [text("a"), text("b")],
    ["approximated.media turns[0].parts[1] warning", "approximated.media turns[0].parts[1].source.parts[1] warning"],
  ],
  "a document without parts says nothing": [
    { type: "document", source: { kind: "parts", parts: [] } },
    { from: "messages" },
    [],
    ["approximated.media turns[0].parts[1] warning"],
  ],
  "a name that is the title as well is no loss": [
    { type: "document", source: base64("application/pdf", "AAAA"), title: "T", filename: "T" },
    { from: "messages" },
    [{ type: "file", file: { file_data: "data:application/pdf;base64,AAAA", filename: "T" } }],
  ],
  "sound of any form is its own style's": [
    { type: "audio", source: base64("audio/flac", "AAAA") },
    { from: "chat-completions" },
    [{ type: "input_audio", input_audio: { data: "AAAA", format: "flac" } }],
  ],
  "a film of its own style goes back": [
    { type: "video", source: atUrl("https://a.test/a.mp4") },
    { from: "chat-completions" },
    [{ type: "video_url", video_url: { url: "https://a.test/a.mp4" } }],
  ],
  "a film in a file is left out": [
    { type: "video", source: { kind: "file-id", fileId: "f", style: "generate-content" } },
    { from: "generate-content", chatExtensions: true },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
  "a film is left out for the vendor": [
    { type: "video", source: atUrl("https://a.test/a.mp4") },
    { from: "generate-content", chatExtensions: true, profile: "vendor" },
    [],
    ["dropped.part turns[0].parts[1] warning"],
  ],
})("%s", (part, { mediaResolution, ...options }, content, issues = []) => {
  const written = request.encode(
    asking({ turns: [{ role: "user", parts: [text("hi"), part] }], ...(mediaResolution && { mediaResolution }) }),
    options,
  );
  if (!written.ok) throw new Error(written.issues[0].message);
  const all = written.value.body.messages[0]?.content;
  expect(inLines({ content: Array.isArray(all) ? all.slice(1) : [], issues: written.issues })).toEqual({ content, issues });
});
