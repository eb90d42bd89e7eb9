/** Parts of a user message as they are written. */
import { expect } from "vitest";
import type { CanonicalRequest, Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/chat-completions/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { cases } from "../../support/cases.js";
import { linesOf } from "../../support/issue-rows.js";
import { atUrl, audio, base64, document, image, inFile, opaque, proof, refusal, text, thought, video } from "../../support/parts.js";
import { asking } from "../../support/requests.js";

type Options = EncodeOptions & Pick<CanonicalRequest, "mediaResolution">;
const google = { from: "generate-content" } as const;
const vendor = { from: "messages", profile: "vendor" } as const;
const cached = { from: "messages", chatExtensions: true } as const;
const CACHED = { cacheControl: { type: "ephemeral" } } as const;
const PDF = "data:application/pdf;base64,AA==";
const picture = (url: string, detail?: string) => ({ type: "image_url", image_url: { url, ...(detail === undefined ? {} : { detail }) } });
const file = (fields: object) => ({ type: "file", file: fields });

/** What a part becomes behind a text; the findings name it `part`. */
function written(part: Part, { mediaResolution, ...options }: Options = { from: "messages" }) {
  const turns = [{ role: "user", parts: [text("hi"), part] }] as const;
  const result = request.encode(asking({ turns, ...(mediaResolution && { mediaResolution }) }), options);
  if (!result.ok) throw new Error(result.issues[0].message);
  const content = result.value.body.messages[0]?.content;
  const issues = linesOf(result.issues).map((line) => line.replaceAll("turns[0].parts[1]", "part"));
  return { content: Array.isArray(content) ? content.slice(1) : String(content).slice(2), issues };
}

cases<[part: Part, options?: Options]>({
  "a part of another style": [opaque("messages", { type: "odd" })],
  "a part of a kind that has no place": [{ type: "code-result", callId: "c", outcome: "ok", stdout: "o" }],
  "an image in a file": [image(inFile("messages"))],
  "a document of another service": [document(inFile("messages"))],
  "a document at another service's address": [document(atUrl("gs://a/a.pdf"))],
  "sound at an address": [audio(atUrl("https://a.test/a.wav"))],
  "sound of another form": [audio(base64("audio/flac", "AAAA"))],
  "a film": [video(base64("video/mp4", "AAAA"))],
  "an image at another service's address": [image(atUrl("gs://a/a.png"))],
  "a film in a file": [video(inFile("generate-content")), { from: "generate-content", chatExtensions: true }],
  "a film for the vendor": [video(atUrl("https://a.test/a.mp4")), { from: "generate-content", chatExtensions: true, profile: "vendor" }],
  "a document that only its own service can open": [document({ kind: "url", url: "gs://a/b", mimeType: "image/png" }), google],
  "a film of data for the vendor": [video(base64("image/png", "AA==")), { ...google, chatExtensions: true, profile: "vendor" }],
  code: [{ type: "code-call", id: "c", language: "python", code: "1" }, google],
  "what is no block of this style": [opaque("chat-completions", "x"), google],
  "a thought": [thought("t"), google],
})("%s is left out, with a word", (part, options = { from: "messages" }) => {
  const help = part.type.startsWith("code-") ? ' suggestion "codeParts"' : "";
  expect(written(part, options)).toEqual({ content: "", issues: [`dropped.part part warning${help}`] });
});

cases<[part: Part, content: object[] | "", issues?: string[], options?: Options]>({
  "empty citations are none": [text("t", { citations: [] }), [text("t")]],
  "a signature of a text is left out": [text("t", { signature: proof("messages") }), [text("t")], ["dropped.field part.signature info"]],
  "the type of an image at an address is left out": [
    image({ kind: "url", url: "https://a.test/a.png", mimeType: "image/webp" }),
    [picture("https://a.test/a.png")],
    ['dropped.field part.source.mimeType info from "image/webp"'],
  ],
  "an image of data says its type": [image(base64("image/png", "AAAA")), [picture("data:image/png;base64,AAAA")]],
  "a middling detail is left to the server": [
    image(atUrl("https://a.test/a.png"), { detail: "medium" }),
    [picture("https://a.test/a.png", "auto")],
    ['approximated.enum part.detail warning from "medium" to "auto"'],
  ],
  "the resolution of all media is the image's": [
    image(atUrl("https://a.test/a.png")),
    [picture("https://a.test/a.png", "original")],
    ["equivalent.form part info", 'approximated.media mediaResolution warning from "ultra-high"'],
    { from: "generate-content", mediaResolution: "ultra-high" },
  ],
  "a text document stands in the message": [
    document({ kind: "text", text: "t" }, { title: "T", filename: "f.txt", context: "c", citations: true, signature: proof("messages") }),
    [text("t")],
    [
      "approximated.media part warning",
      'dropped.field part.context warning from "c"',
      "dropped.field part.citations warning from true",
      "dropped.field part.signature info",
      'dropped.field part.title info from "T"',
      'dropped.field part.filename info from "f.txt"',
    ],
  ],
  "parts of a document stand in the message": [
    document(
      { kind: "parts", parts: [text("t", { signature: proof("messages") }), document({ kind: "parts", parts: [] })] },
      { citations: false },
    ),
    [text("t")],
    [
      "approximated.media part warning",
      "dropped.field part.citations info from false",
      "dropped.field part.source.parts[0].signature info",
      "dropped.part part.source.parts[1] warning",
    ],
  ],
  "a document at an address is told of": [
    document(atUrl("https://a.test/a.pdf"), { title: "T", filename: "F" }),
    [file({ file_data: "https://a.test/a.pdf", filename: "F" })],
    ['approximated.media part.source warning from "https://a.test/a.pdf"', 'dropped.field part.title info from "T"'],
  ],
  "a signature of a sound is left out": [
    audio(base64("audio/wav", "AAAA"), { signature: proof("generate-content") }),
    [{ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }],
    ["dropped.field part.signature info"],
  ],
  "a signature of a film is left out": [
    video(atUrl("https://a.test/a.mp4"), { signature: proof("generate-content") }),
    [{ type: "video_url", video_url: { url: "https://a.test/a.mp4" } }],
    ["dropped.field part.signature info"],
    { from: "generate-content", chatExtensions: true },
  ],
  "sound is data": [audio(base64("audio/wav", "AAAA")), [{ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }]],
  "a film is shown whole where that is asked for": [
    video({ kind: "url", url: "https://a.test/a.mp4", mimeType: "video/webm" }, { startOffset: "1s", endOffset: "2s", fps: 1 }),
    [{ type: "video_url", video_url: { url: "https://a.test/a.mp4" } }],
    [
      'dropped.field part.source.mimeType info from "video/webm"',
      'dropped.field part.startOffset warning from "1s"',
      'dropped.field part.endOffset warning from "2s"',
      "dropped.field part.fps warning from 1",
    ],
    { from: "generate-content", chatExtensions: true },
  ],
  "a search result that need not be cited loses nothing more": [
    { type: "search-result", source: "s", title: "t", content: [text("c"), text("d")], citations: false },
    [text("t\ns\nc\nd")],
    ["approximated.media part warning"],
  ],
  "a refusal is written": [refusal("no"), [{ type: "refusal", refusal: "no" }]],
  "code is written where that is asked for": [
    { type: "code-call", id: "c", language: "python", code: "1\n" },
    [text("\n```python\n1\n```\n")],
    ["equivalent.form part info"],
    { from: "messages", codeParts: "text" },
  ],
  "the output of code is written where that is asked for": [
    { type: "code-result", callId: "c", outcome: "ok", stdout: "o", stderr: "e" },
    [text("\n```\noe\n```\n")],
    ["equivalent.form part info"],
    { from: "messages", codeParts: "text" },
  ],
  "a detail goes without saying for the vendor": [
    image(atUrl("https://a.test/a.png"), { detail: "high" }),
    [picture("https://a.test/a.png", "high")],
    [],
    { from: "generate-content", profile: "vendor" },
  ],
  "a text in a document in a document stands in the message": [
    document({ kind: "parts", parts: [text("a"), document({ kind: "text", text: "b" })] }),
    [text("a"), text("b")],
    ["approximated.media part warning", "approximated.media part.source.parts[1] warning"],
  ],
  "a document without parts says nothing": [document({ kind: "parts", parts: [] }), "", ["approximated.media part warning"]],
  "sound of any form is its own style's": [
    audio(base64("audio/flac", "AAAA")),
    [{ type: "input_audio", input_audio: { data: "AAAA", format: "flac" } }],
    [],
    { from: "chat-completions" },
  ],
  "a document without a name": [
    document(base64("application/pdf", "AA==")),
    [file({ file_data: PDF, filename: "document.pdf" })],
    ['defaulted.other part info to "document.pdf"'],
    google,
  ],
  "a document of text in base64": [
    document(base64("text/csv", btoa("a,b")), { filename: "a.csv" }),
    [text("a,b")],
    ["approximated.media part warning", 'dropped.field part.filename info from "a.csv"'],
    google,
  ],
  "a marker of a text document": [
    document({ kind: "text", text: "x" }, CACHED),
    [text("x")],
    ["approximated.media part warning", 'dropped.field part.cacheControl info suggestion "chatExtensions"'],
  ],
  "a marker of a document that ends in text": [
    document({ kind: "parts", parts: [image(base64("image/png", "AA==")), text("y")] }, CACHED),
    [picture("data:image/png;base64,AA=="), { ...text("y"), cache_control: { type: "ephemeral" } }],
    ["approximated.media part warning"],
    cached,
  ],
  "no time of a cache for the vendor": [text("a", CACHED), [{ ...text("a"), prompt_cache_breakpoint: { mode: "explicit" } }], [], vendor],
  "half an hour of a cache for the vendor": [
    text("a", { cacheControl: { type: "ephemeral", ttl: "30m" } }),
    [{ ...text("a"), prompt_cache_breakpoint: { mode: "explicit" } }],
    [],
    vendor,
  ],
  "an hour of a cache for the vendor": [
    text("a", { cacheControl: { type: "ephemeral", ttl: "1h" } }),
    [{ ...text("a"), prompt_cache_breakpoint: { mode: "explicit" } }],
    ['approximated.clamped part.cacheControl.ttl warning fixed true from "1h" to "30m"'],
    vendor,
  ],
})("%s", (part, content, issues = [], options = { from: "messages" }) => {
  expect(written(part, options)).toEqual({ content, issues });
});
