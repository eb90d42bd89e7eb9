import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { styleNames } from "../src/style-lists.js";
import { translateRequest } from "../src/translate.js";
import { lower, translateRequestBytes } from "../src/translate-bytes.js";
import { parseJson } from "../src/transport.js";
import { wireDocument } from "./arbitraries/index.js";
import { text } from "./support/parts.js";
import { runs } from "./support/runs.js";

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const path = "/v1beta/models/gemini-2.5-flash:generateContent";
const image = "iVBORw0KGgo".repeat(1000);

/** The slow way: parse, translate, print. */
function reference(bytes: Uint8Array, from: (typeof styleNames)[number], to: (typeof styleNames)[number]) {
  const parsed = parseJson(bytes, { style: from });
  if (!parsed.ok) return parsed;
  const result = translateRequest(parsed.value, { from, to, path, profile: "vendor" });
  return result.ok ? { ...result, value: { ...result.value, body: JSON.stringify(result.value.body) } } : result;
}
function quick(bytes: Uint8Array, from: (typeof styleNames)[number], to: (typeof styleNames)[number]) {
  const result = translateRequestBytes(bytes, { from, to, path, profile: "vendor" });
  return result.ok ? { ...result, value: { ...result.value, body: new TextDecoder().decode(result.value.body) } } : result;
}

const documents: Record<string, unknown> = {
  "an image": {
    model: "m",
    messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${image}` } }, text("ü")] }],
  },
  "two images and a file": {
    model: "m",
    messages: [
      {
        role: "user",
        content: [1, 2]
          .map((n) => ({ type: "image_url", image_url: { url: `data:image/jpeg;base64,${image}${n}AA` } }))
          .concat([{ type: "file", file: { file_data: `data:application/pdf;base64,${image}` } } as never]),
      },
    ],
  },
  "an image that is there twice, in two carriers of one thing": {
    model: "m",
    messages: [
      {
        role: "assistant",
        content: "a",
        reasoning_details: [{ type: "reasoning.encrypted", data: image }],
        thinking_blocks: [{ type: "redacted_thinking", data: image }],
      },
      { role: "user", content: [1, 2].map(() => ({ type: "image_url", image_url: { url: `data:image/png;base64,${image}` } })) },
    ],
  },
  "text with the words of a mark": {
    model: "m",
    messages: [
      {
        role: "user",
        content: [text("interlingua.lifted.0."), { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } }],
      },
    ],
  },
  "an image that is no base64": {
    model: "m",
    messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${image}"\\` } }] }],
  },
  "a long argument that looks like an image": {
    model: "m",
    messages: [
      {
        role: "assistant",
        tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: JSON.stringify({ data: image }) } }],
      },
      { role: "tool", tool_call_id: "a", content: "x" },
    ],
  },
};

describe("what was lifted out", () => {
  const bytes = new TextEncoder().encode("0123456789");
  const lifted = [
    { mark: "interlingua.lifted.0.", start: 1, end: 3 },
    { mark: "interlingua.lifted.1.", start: 5, end: 9 },
  ];
  const lowered = (text: string) => new TextDecoder().decode(lower(text.replace(/<(\d)>/g, "interlingua.lifted.$1."), bytes, lifted));

  it("is put back where its marks stand, in whatever order, and left out where they are gone", () => {
    expect(lowered("a<1>b<0>")).toBe("a5678b12");
    expect(lowered("a<1>é")).toBe("a5678é");
    expect(lowered("none")).toBe("none");
  });
});

describe("a request of bytes", () => {
  for (const [name, document] of Object.entries(documents))
    it(`comes out as if it had been parsed, translated and printed: ${name}`, () => {
      for (const to of styleNames)
        expect(quick(encode(document), "chat-completions", to)).toEqual(reference(encode(document), "chat-completions", to));
    });

  it("that no style has to change is given back as the very bytes", () => {
    const bytes = encode(documents["an image"]);
    const result = translateRequestBytes(bytes, { from: "chat-completions", to: "chat-completions" });
    expect(result.ok && result.value.body).toBe(bytes);
  });

  it("whose memory was handed over is refused as an empty one", () => {
    const bytes = encode({ model: "m", messages: [] });
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    expect(reference(bytes, "messages", "chat-completions")).toMatchObject({ ok: false, issues: [{ rule: "R-071" }] });
    expect(quick(bytes, "messages", "chat-completions")).toEqual(reference(bytes, "messages", "chat-completions"));
  });

  it("that is no JSON is refused with its place", () => {
    const broken = new TextEncoder().encode(`{"url":"data:image/png;base64,${image}", oops}`);
    expect(quick(broken, "chat-completions", "messages")).toEqual(reference(broken, "chat-completions", "messages"));
  });

  const plain = btoa("hello ".repeat(1000));
  const mark = "interlingua.lifted.0.";
  const file = (type: string) => `{"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":${type},"data":"${plain}"}}]}]}`;
  const twice = (words: string) =>
    `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"${words}"},{"type":"image_url","image_url":{"url":"data:image/png;base64,${image}","url":"https://h/a.png"}}]}]}`;
  it.each([
    ["a text that is read", "generate-content", file('"text/plain"')],
    ["one whose type is spelled otherwise", "generate-content", file('" TEXT\\/csv"')],
    ["one whose type has escapes", "generate-content", file('"\\u0074ext\\u002Fplain"')],
    ["an image under a key that stands twice, beside the words of a mark", "chat-completions", twice(mark)],
    ["the same, of words with an escape", "chat-completions", twice(mark.replace("i", "\\u0069"))],
  ] as const)("is translated like the parsed one: %s", (_name, from, json) => {
    const bytes = new TextEncoder().encode(json);
    for (const to of styleNames.filter((style) => style !== from)) expect(quick(bytes, from, to)).toEqual(reference(bytes, from, to));
  });

  it("is translated like the parsed one, whatever it holds and wherever long strings stand", () => {
    const from = fc.constantFrom(...styleNames);
    const swollen = from.chain((style) =>
      wireDocument(style, "request").map(({ body }) => ({
        style,
        bytes: new TextEncoder().encode(JSON.stringify(body).replaceAll("iVBORw0KGgo=", `${image}=`).replaceAll("AA==", image)),
      })),
    );
    fc.assert(
      fc.property(swollen, fc.constantFrom(...styleNames), fc.nat({ max: 3 }), ({ style, bytes }, to, shift) => {
        // Words are read four bytes at a time, from wherever the caller's bytes begin.
        const moved = new Uint8Array(bytes.length + shift).subarray(shift);
        moved.set(bytes);
        expect(quick(moved, style, to)).toEqual(reference(moved, style, to));
      }),
      runs(100),
    );
  });
});
