import { describe, expect, test } from "vitest";
import type { DocumentPart, ImagePart } from "../../../src/model/index.js";
import { request } from "../../../src/styles/messages/request.js";
import { translateRequest } from "../../../src/translate.js";
import * as msg from "../../support/msg.js";
import { text } from "../../support/parts.js";

const MINIMAL = { model: "m", max_tokens: 5 };
const EMPTY = { model: "m", instructions: [], tools: [], sampling: {}, limits: { maxOutputTokens: 5 }, output: {}, stream: false };
const PIXEL = { kind: "base64", mimeType: "image/png", data: "AAAA" } as const;

/** A part as a client of another style sends it, behind a text. */
function write(part: ImagePart | DocumentPart) {
  const parts = [text("look"), part];
  const encoded = request.encode({ ...EMPTY, turns: [{ role: "user", parts }] }, { from: "generate-content" });
  const content = encoded.ok ? encoded.value.body.messages[0]?.content : undefined;
  return {
    blocks: content?.slice(1),
    issues: encoded.issues.map(({ code, path, severity }) => `${code} ${path.slice(4).join(".")} ${severity}`),
  };
}

function translate(block: object, to: "chat-completions" | "generate-content") {
  return translateRequest({ ...MINIMAL, messages: [{ role: "user", content: [block] }] }, { from: "messages", to });
}

test("a media type without end is cut in what is told of it", () => {
  for (const to of ["chat-completions", "messages"] as const) {
    const parts = [{ inlineData: { mimeType: `application/PDF${"x".repeat(500)}`, data: "AAAA" } }];
    const { issues } = translateRequest(
      { contents: [{ role: "user", parts }] },
      { from: "generate-content", to, model: "m", report: "all" },
    );
    const facts = issues.flatMap(({ from, to, received }) => [from, to, received].filter((fact) => typeof fact === "string"));
    expect(facts.filter((fact) => fact.startsWith("application/PDF") || fact.includes("pdfx")).length).toBeGreaterThan(0);
    expect(facts.filter((fact) => fact.length > 200)).toEqual([]);
  }
});

describe("reading media", () => {
  test("reads the address of a document as one of PDF, the only ones that the service fetches", () => {
    const source = { type: "url", url: "https://h/d" };
    const read = request.decode({ ...MINIMAL, messages: [msg.user({ type: "document", source })] });
    expect(read.ok && read.value.turns[0]?.parts[0]).toMatchObject({ source: { kind: "url", mimeType: "application/pdf" } });
  });

  test("names the media type of a text that is not plain, and the fields that it does not know", () => {
    const source = { type: "text", media_type: "text/markdown", data: "# x", charset: "utf-8" };
    expect(translate({ type: "document", source }, "generate-content").issues.map(({ path }) => path.join("."))).toEqual(
      expect.arrayContaining(["messages.0.content.0.source.media_type", "messages.0.content.0.source.charset"]),
    );
  });
});

describe("writing media", () => {
  test("leaves out an image at an address that only its own service can open", () => {
    const { blocks, issues } = write({ type: "image", source: { kind: "url", url: "gs://bucket/i.png" } });
    expect(blocks).toEqual([]);
    expect(issues).toEqual(["dropped.part  warning"]);
  });

  test("says what it does not say of an image: its type where the address does not, and how closely to look", () => {
    const image = (url: string, mimeType?: string, detail?: "auto" | "low") =>
      write({
        type: "image",
        source: { kind: "url", url, ...(mimeType === undefined ? {} : { mimeType }) },
        ...(detail === undefined ? {} : { detail }),
      }).issues;
    expect(image("https://h/i.png", "image/png")).toEqual([]);
    expect(image("https://h/i")).toEqual([]);
    expect(image("https://h/i", "image/png")).toEqual(["dropped.field source.mimeType info"]);
    expect(image("https://h/i.png", "image/webp")).toEqual(["dropped.field source.mimeType info"]);
    expect(image("https://h/i.png", undefined, "auto")).toEqual(["dropped.field detail info"]);
    expect(image("https://h/i.png", undefined, "low")).toEqual(["dropped.field detail warning"]);
  });

  test("gives a document one name: its title, else its file name", () => {
    const source = { kind: "text", text: "x" } as const;
    const both = write({ type: "document", source, title: "t", filename: "f.txt" });
    expect(both.blocks).toMatchObject([{ title: "t" }]);
    expect(both.issues).toEqual(["dropped.field filename info"]);
    expect(write({ type: "document", source, title: "t", filename: "t" }).issues).toEqual([]);
    expect(write({ type: "document", source, filename: "f.txt" }).blocks).toMatchObject([{ title: "f.txt" }]);
  });

  test("writes a document of parts as blocks of text and images, and names the part that it cannot hold", () => {
    const parts = [
      { type: "text", text: "a", signature: { value: "s", origin: "generate-content" } },
      { type: "image", source: PIXEL },
      { type: "audio", source: { kind: "base64", mimeType: "audio/wav", data: "AAAA" } },
    ] as const;
    const { blocks, issues } = write({ type: "document", source: { kind: "parts", parts } });
    expect(blocks).toMatchObject([{ source: { type: "content", content: [text("a"), { type: "image" }] } }]);
    expect(issues).toEqual(["unportable.signature source.parts.0.signature warning", "dropped.part source.parts.2 warning"]);
  });

  test.each([
    ["text/plain", "aMOp", { type: "text", media_type: "text/plain", data: "hé" }, []],
    ["text/csv", "aMOp", { type: "text", media_type: "text/plain", data: "hé" }, ["approximated.media source.mimeType warning"]],
    ["application/pdf", "AAAA", { type: "base64", media_type: "application/pdf", data: "AAAA" }, []],
  ])("writes the bytes of a %s document", (mimeType, data, source, issues) => {
    const written = write({ type: "document", source: { kind: "base64", mimeType, data } });
    expect(written.blocks).toMatchObject([{ type: "document", source }]);
    expect(written.issues).toEqual(issues);
  });

  test.each([
    ["application/zip", "AAAA"],
    ["text/plain", "/w=="],
  ])("refuses a %s document of the bytes %s, which are no text", (mimeType, data) => {
    expect(write({ type: "document", source: { kind: "base64", mimeType, data } }).issues).toEqual([
      "validation.V-17 source.mimeType error",
    ]);
  });

  test("takes a document of unknown type at an address for a PDF, and leaves out what is known to be none", () => {
    const unknown = write({ type: "document", source: { kind: "url", url: "https://h/doc" } });
    expect(unknown.blocks).toMatchObject([{ source: { type: "url", url: "https://h/doc" } }]);
    expect(unknown.issues).toEqual(["approximated.media source.mimeType warning"]);
    expect(write({ type: "document", source: { kind: "url", url: "https://h/doc.pdf" } }).issues).toEqual([]);
    expect(write({ type: "document", source: { kind: "url", url: "https://h/doc.txt" } }).issues).toEqual(["dropped.part  warning"]);
  });
});
