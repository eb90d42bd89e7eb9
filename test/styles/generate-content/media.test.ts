import { describe, expect, test } from "vitest";
import type { Part } from "../../../src/model/index.js";
import { request } from "../../../src/styles/generate-content/request.js";
import type { EncodeOptions } from "../../../src/styles/options.js";
import { asked, decodedRequest, encodedRequest, told } from "./support.js";

const vendor: EncodeOptions = { from: "messages", profile: "vendor" };
const sent = (part: Part, options: EncodeOptions = { from: "messages" }) => {
  const { body, told } = encodedRequest({ turns: [{ role: "user", parts: [part, { type: "text", text: "x" }] }] }, options);
  const [wire] = body.contents[0]?.parts ?? [];
  return { wire, told: told.map((line) => line.replace("turns.0.parts.0", "part")) };
};
const image = (url: string, mimeType?: string): Part => ({
  type: "image",
  source: { kind: "url", url, ...(mimeType === undefined ? {} : { mimeType }) },
});

describe("an address", () => {
  test.each([
    ["https://a/b.png", { fileUri: "https://a/b.png", mimeType: "image/png" }, []],
    ["https://a/b", { fileUri: "https://a/b" }, ["approximated.media part"]],
    ["https://a/b.webp", { fileUri: "https://a/b.webp" }, ["approximated.media part.source.url"]],
    ["https://a/b.pdf?x", { fileUri: "https://a/b.pdf?x", mimeType: "application/pdf" }, ["equivalent.form part"]],
  ])("%s is a file, of the type that it tells", (url, fileData, issues) => {
    expect(sent(image(url))).toEqual({ wire: { fileData }, told: issues });
  });

  test("whose type is given keeps it where the service lists it", () => {
    expect(sent(image("https://a/b", "image/webp"))).toEqual({
      wire: { fileData: { fileUri: "https://a/b" } },
      told: ["approximated.media part.source.mimeType"],
    });
    expect(sent(image("https://a/b", "image/webp"), vendor)).toEqual({
      wire: { fileData: { fileUri: "https://a/b", mimeType: "image/webp" } },
      told: [],
    });
    expect(sent(image("https://a/b", "image/webp"), { from: "generate-content" }).wire).toEqual({
      fileData: { fileUri: "https://a/b", mimeType: "image/webp" },
    });
  });

  test.each([
    ["data:image/jpeg;base64,AA==", { mimeType: "image/jpeg", data: "AA==" }],
    ["data:application/pdf,a%20b", { mimeType: "application/pdf", data: btoa("a b") }],
  ])("that is data itself is sent as such: %s", (url, inlineData) => {
    expect(sent(image(url))).toEqual({ wire: { inlineData }, told: [] });
  });

  test("that is data with a broken escape is refused", () => {
    const result = request.encode(asked({ turns: [{ role: "user", parts: [image("data:image/jpeg,%zz")] }] }), { from: "messages" });
    expect(result.ok).toBe(false);
    expect(told(result.issues)).toContain("failed.unsupported turns.0.parts.0.source.url");
  });
});

test.each([
  ["messages", undefined, ["dropped.part part"]],
  ["generate-content", { fileData: { fileUri: "files/1", mimeType: "image/png" } }, []],
] as const)("a file of a service of %s", (style, wire, issues) => {
  const part: Part = { type: "image", source: { kind: "file-id", fileId: "files/1", style, mimeType: "image/png" } };
  expect(sent(part)).toEqual({ wire: wire ?? { text: "x" }, told: issues });
});

test.each([
  ["https://a/b.mp4", "video", { kind: "url", url: "https://a/b.mp4" }],
  ["https://www.youtube.com/watch?v=abc", "video", { kind: "url", url: "https://www.youtube.com/watch?v=abc" }],
  ["https://youtu.be/abc", "video", { kind: "url", url: "https://youtu.be/abc" }],
  ["https://notyoutube.com/abc", "document", { kind: "url", url: "https://notyoutube.com/abc" }],
  ["files/b", "document", { kind: "file-id", fileId: "files/b", style: "generate-content" }],
])("the file %s without a type is a %s", (fileUri, type, source) => {
  const { value } = decodedRequest({ contents: [{ role: "user", parts: [{ fileData: { fileUri, mimeType: null } }] }] });
  expect(value.turns[0]?.parts).toEqual([{ type, source }]);
});

test("a file without a type of which an excerpt is wanted is a video", () => {
  const part = { fileData: { fileUri: "files/b" }, videoMetadata: { fps: 1 } };
  const { value } = decodedRequest({ contents: [{ role: "user", parts: [part] }] });
  expect(value.turns[0]?.parts).toMatchObject([{ type: "video", fps: 1 }]);
});

describe("a video", () => {
  const source = { kind: "base64", mimeType: "video/mp4", data: "AA==" } as const;
  const inlineData = { mimeType: "video/mp4", data: "AA==" };

  test("keeps its excerpt", () => {
    expect(sent({ type: "video", source, startOffset: "1s", endOffset: "2s", fps: 2 }, vendor)).toEqual({
      wire: { inlineData, videoMetadata: { startOffset: "1s", endOffset: "2s", fps: 2 } },
      told: [],
    });
  });

  test("is whole where none is said", () => {
    expect(sent({ type: "video", source }, vendor)).toEqual({ wire: { inlineData }, told: [] });
  });

  test("of a service of another style is left out", () => {
    const file = { kind: "file-id", fileId: "f", style: "messages" } as const;
    expect(sent({ type: "video", source: file }, vendor).told).toEqual(["dropped.part part"]);
    expect(sent({ type: "audio", source: file }, vendor).told).toEqual(["dropped.part part"]);
  });

  test("comes back with its excerpt, what nobody knows of it included", () => {
    const parts = [
      {
        inlineData: { ...inlineData, displayName: "v" },
        videoMetadata: { startOffset: "1s", fps: 2, speed: 2 },
        mediaResolution: { level: "MEDIA_RESOLUTION_LOW" },
      },
    ];
    const { value } = decodedRequest({ contents: [{ role: "user", parts }] });
    expect(value.turns[0]?.parts).toMatchObject([{ type: "video", startOffset: "1s", fps: 2 }]);
    const back = request.encode(value);
    expect(back.ok && back.value.body.contents[0]?.parts).toEqual(parts);
  });
});

describe("a document", () => {
  const source = { kind: "base64", mimeType: "application/pdf", data: "AA==" } as const;
  const inlineData = { mimeType: "application/pdf", data: "AA==" };

  test.each([
    [{ title: "t" }, { ...inlineData, displayName: "t" }, []],
    [{ title: "t", filename: "t" }, { ...inlineData, displayName: "t" }, []],
    [{ title: "t", filename: "f" }, { ...inlineData, displayName: "f" }, ["dropped.field part.title"]],
    [{ citations: false }, inlineData, ["dropped.field part.citations"]],
    [{ context: "c", citations: true }, inlineData, ["dropped.field part.context", "dropped.field part.citations"]],
  ])("has one name: %j", (fields, wire, issues) => {
    expect(sent({ type: "document", source, ...fields })).toEqual({ wire: { inlineData: wire }, told: issues });
  });

  test("of text and of parts is plain parts", () => {
    expect(sent({ type: "document", source: { kind: "text", text: "t" }, title: "T", filename: "f" })).toEqual({
      wire: { text: "t" },
      told: ["dropped.field part.filename", "dropped.field part.title", "approximated.media part"],
    });
    const parts: Part[] = [{ type: "image", source: { kind: "file-id", fileId: "f", style: "messages" } }];
    expect(sent({ type: "document", source: { kind: "parts", parts } })).toEqual({
      wire: { text: "x" },
      told: ["approximated.media part", "dropped.part part.source.parts.0"],
    });
  });
});

describe("the detail of an image", () => {
  const detailed = (detail: "auto" | "low" | "medium" | "high" | "original"): Part => ({
    type: "image",
    source: { kind: "base64", mimeType: "image/jpeg", data: "AA==" },
    detail,
  });

  test.each([
    ["low", "LOW"],
    ["medium", "MEDIUM"],
    ["high", "HIGH"],
    ["original", "ULTRA_HIGH"],
  ] as const)("%s is said to the vendor with the image", (detail, level) => {
    expect(sent(detailed(detail), vendor)).toMatchObject({ wire: { mediaResolution: { level: `MEDIA_RESOLUTION_${level}` } }, told: [] });
  });

  test("that all images share is said once in the specification", () => {
    const request = (...details: readonly Part[]) => encodedRequest({ turns: [{ role: "user", parts: details }] });
    expect(request(detailed("low"), detailed("low")).body.generationConfig).toEqual({ mediaResolution: "MEDIA_RESOLUTION_LOW" });
    expect(request(detailed("original"))).toMatchObject({
      body: { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_HIGH" } },
      told: ["approximated.enum turns.0.parts.0.detail"],
    });
    const mixed = request(detailed("low"), detailed("auto"));
    expect(mixed.body.generationConfig).toBeUndefined();
    expect(mixed.told).toEqual(["dropped.field turns.0.parts.0.detail", "equivalent.form turns.0.parts.1.detail"]);
  });
});
